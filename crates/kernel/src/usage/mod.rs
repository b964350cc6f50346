//! Request usage: every request of a tenant is counted in the process that handled it, by API key, operation and quarter
//! hour, with its duration. A job stores the counts every few seconds, all tenants in one statement.
//!
//! A flush has a number and is applied once. It is kept until PostgreSQL has confirmed it, so that a lost response is
//! repeated and counts nothing twice. A process that is killed loses the counts since its last flush;
//! [`complete_through`] says up to when counts are stored.

mod counters;
mod metrics;

pub use counters::{Answered, MOST_KEYS, OTHER};
pub use metrics::METRICS;

use crate::{
    clock::Clock,
    db::{Db, Error, Reason},
    http::Problem,
    settings::{self, Counting},
};
use counters::{Counters, Taken};
use jiff::Timestamp;
use queries::{
    client::Params,
    queries::usage::usage::{ApplyFlushParams, apply_flush, complete_through as read_complete_through, forget_process},
};
use std::{
    sync::PoisonError,
    time::{Duration, Instant},
};
use tokio::sync::Mutex;
use uuid::Uuid;

pub struct Usage {
    /// `None` if requests are not counted.
    counters: Option<Counters>,
    process: Uuid,
    flushes: Mutex<Flushes>,
    /// Requests before this time are stored.
    stored_until: std::sync::Mutex<Instant>,
}

#[derive(Default)]
struct Flushes {
    /// The number of the last flush; 0 if there was none.
    number: i64,
    /// The flush that is not confirmed yet.
    unconfirmed: Option<Flush>,
}

struct Flush {
    number: i64,
    /// Every request that was handled before is contained in this flush or an earlier one.
    counted_until: Timestamp,
    taken: Taken,
}

impl Usage {
    pub fn new(settings: &settings::Usage, process: Uuid) -> Usage {
        let counters = (settings.usage == Counting::On).then(Counters::default);
        Usage { counters, process, flushes: Mutex::default(), stored_until: std::sync::Mutex::new(Instant::now()) }
    }

    /// Called for every response: it must be cheap.
    pub fn count(&self, clock: Clock, answered: &Answered) {
        if let Some(counters) = &self.counters {
            counters.add(clock, answered);
        }
    }

    /// Stores the counts since the last flush, after those of a flush that was not confirmed. A process without requests
    /// says so.
    pub async fn flush(&self, db: &Db, clock: Clock) -> Result<(), Error> {
        let Some(counters) = &self.counters else { return Ok(()) };
        let mut flushes = self.flushes.lock().await;
        flushes.confirm(db, self.process).await?;
        flushes.number += 1;
        // The time first: a request that is counted after the shards were taken is not older.
        let (counted_until, begun) = (clock.now(), Instant::now());
        flushes.unconfirmed = Some(Flush { number: flushes.number, counted_until, taken: counters.take() });
        flushes.confirm(db, self.process).await?;
        *self.stored_until.lock().unwrap_or_else(PoisonError::into_inner) = begun;
        Ok(())
    }

    /// For how long the counts of this process have been kept in memory alone.
    pub fn lag(&self) -> Duration {
        match self.counters {
            Some(_) => self.stored_until.lock().unwrap_or_else(PoisonError::into_inner).elapsed(),
            None => Duration::ZERO,
        }
    }

    /// The last flush, before the process stops. Nobody waits for its counts any more.
    pub async fn sign_off(&self, db: &Db, clock: Clock) -> Result<(), Error> {
        let Some(counters) = &self.counters else { return Ok(()) };
        if counters.is_empty() && self.flushes.lock().await.number == 0 {
            return Ok(());
        }
        self.flush(db, clock).await?;
        forget_process().bind(&*db.system(Reason::Usage).await?, &self.process).opt().await?;
        Ok(())
    }
}

impl Flushes {
    /// Stores the flush that is not confirmed yet. It is kept if that fails.
    async fn confirm(&mut self, db: &Db, process: Uuid) -> Result<(), Error> {
        let Some(flush) = &self.unconfirmed else { return Ok(()) };
        let system = db.system(Reason::Usage).await?;
        let applied = apply_flush().params(&*system, &flush.parameters(process)).one().await?;
        if !applied.is_new {
            tracing::info!(
                flush = flush.number,
                "request usage was stored, although the response of PostgreSQL was lost"
            );
        }
        self.unconfirmed = None;
        Ok(())
    }
}

type Parameters<'a> = ApplyFlushParams<
    Vec<Uuid>,
    Vec<Timestamp>,
    &'a str,
    Vec<&'a str>,
    &'static str,
    Vec<&'static str>,
    Vec<i64>,
    Vec<i64>,
    Vec<i64>,
    Vec<u8>,
    Vec<Vec<u8>>,
    Vec<Uuid>,
    Vec<Timestamp>,
    Vec<Uuid>,
>;

impl Flush {
    fn parameters(&self, process: Uuid) -> Parameters<'_> {
        let Taken { counts, people } = &self.taken;
        ApplyFlushParams {
            process,
            number: self.number,
            counted_until: self.counted_until,
            tenant_ids: counts.keys().map(|stored| stored.tenant).collect(),
            ats: counts.keys().map(|stored| stored.at).collect(),
            api_keys: counts.keys().map(|stored| &*stored.api_key).collect(),
            operations: counts.keys().map(|stored| stored.operation).collect(),
            requests: counts.values().map(|counts| counts.requests).collect(),
            errors: counts.values().map(|counts| counts.errors).collect(),
            rate_limited: counts.values().map(|counts| counts.rate_limited).collect(),
            latencies: counts.values().map(|counts| counts.latency.encode()).collect(),
            user_tenant_ids: people.iter().map(|person| person.tenant).collect(),
            user_ats: people.iter().map(|person| person.at).collect(),
            user_ids: people.iter().map(|person| person.user).collect(),
        }
    }
}

/// The time up to which the counts of all processes are stored. A process that has not flushed for a minute is not waited
/// for: it was killed, or it cannot reach PostgreSQL and stores its counts later.
pub async fn complete_through(db: &Db, now: Timestamp) -> Result<Timestamp, Problem> {
    let system = db.system(Reason::Usage).await?;
    Ok(read_complete_through().bind(&*system, &now).one().await?)
}
