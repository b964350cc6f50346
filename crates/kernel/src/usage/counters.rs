//! The requests since the last flush, in memory.

use crate::{clock::Clock, credentials::Holder};
use api::TenantId;
use jiff::Timestamp;
use sketch::Sketch;
use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    mem,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use uuid::Uuid;

/// Independent maps, so that requests in several threads rarely wait for each other.
const SHARDS: usize = 16;

/// The number of separate counts of a flush, about 20 MB. Further requests are counted as [`OTHER`] of their tenant.
pub const MOST_KEYS: usize = 50_000;

const KEYS_OF_SHARD: usize = MOST_KEYS / SHARDS;

/// The API key and the operation of requests that are not counted separately.
pub const OTHER: &str = "other";

const QUARTER_SECONDS: i64 = 15 * 60;

const TOO_MANY_REQUESTS: u16 = 429;

/// A request of a tenant that got its response.
#[derive(Debug, Clone, Copy)]
pub struct Answered {
    pub tenant: TenantId,
    pub holder: Holder,
    /// The id of the operation in the OpenAPI document.
    pub operation: &'static str,
    pub status: u16,
    pub took: Duration,
}

#[derive(Default)]
pub struct Counters {
    shards: [Mutex<HashMap<Key, Counts>>; SHARDS],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    tenant: Uuid,
    by: By,
    operation: &'static str,
    /// The number of the quarter hour since 1970.
    quarter: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum By {
    ApiKey(Uuid),
    User(Uuid),
    /// Anybody: too many different ones made requests.
    Other,
}

/// Counts of one tenant, API key, operation and quarter hour.
#[derive(Debug, Default, PartialEq)]
pub struct Counts {
    pub requests: i64,
    /// 400 and more, except 429.
    pub errors: i64,
    /// 429.
    pub rate_limited: i64,
    /// Seconds. It contains every request.
    pub latency: Sketch,
}

/// All requests of a time, as they are stored.
#[derive(Debug, Default)]
pub struct Taken {
    pub counts: BTreeMap<Stored, Counts>,
    pub people: BTreeSet<Person>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stored {
    pub tenant: Uuid,
    pub at: Timestamp,
    /// The id as text; empty for people, `other` for requests that are not counted separately.
    pub api_key: String,
    pub operation: &'static str,
}

/// A person who made a request in a quarter hour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Person {
    pub tenant: Uuid,
    pub at: Timestamp,
    pub user: Uuid,
}

impl Counters {
    /// Called for every response: it must be cheap. It allocates memory only for the first request of a key and, rarely,
    /// for a latency that differs from those before.
    pub fn add(&self, clock: Clock, answered: &Answered) {
        let Answered { tenant, holder, operation, .. } = *answered;
        let by = match holder {
            Holder::Key(id) => By::ApiKey(id.0),
            Holder::User { id, .. } => By::User(id.0),
        };
        let mut shard = locked(&self.shards[shard_of(tenant.0, by)]);
        // The clock is read while the shard is locked: a request that misses a flush is not older than the flush.
        let key = Key { tenant: tenant.0, by, operation, quarter: quarter(clock.now()) };
        let key = if shard.len() < KEYS_OF_SHARD || shard.contains_key(&key) { key } else { key.other() };
        shard.entry(key).or_default().add(answered.status, answered.took);
    }

    pub fn is_empty(&self) -> bool {
        self.shards.iter().all(|shard| locked(shard).is_empty())
    }

    /// Removes all counts. People of a tenant are counted together, and noted as active.
    pub fn take(&self) -> Taken {
        let mut taken = Taken::default();
        for shard in &self.shards {
            let counted = mem::take(&mut *locked(shard));
            for (key, counts) in counted {
                let (tenant, at) = (key.tenant, start_of(key.quarter));
                let api_key = match key.by {
                    By::ApiKey(id) => id.to_string(),
                    By::User(_) => String::new(),
                    By::Other => OTHER.to_owned(),
                };
                if let By::User(user) = key.by {
                    taken.people.insert(Person { tenant, at, user });
                }
                let stored = Stored { tenant, at, api_key, operation: key.operation };
                taken.counts.entry(stored).or_default().merge(counts);
            }
        }
        taken
    }
}

impl Key {
    fn other(self) -> Key {
        Key { by: By::Other, operation: OTHER, ..self }
    }
}

impl Counts {
    fn add(&mut self, status: u16, took: Duration) {
        self.requests += 1;
        match status {
            TOO_MANY_REQUESTS => self.rate_limited += 1,
            400.. => self.errors += 1,
            _ => {}
        }
        self.latency.add(took.as_secs_f64());
    }

    fn merge(&mut self, other: Counts) {
        if self.requests == 0 {
            *self = other;
            return;
        }
        self.requests += other.requests;
        self.errors += other.errors;
        self.rate_limited += other.rate_limited;
        self.latency.merge(&other.latency);
    }
}

/// The last bytes of ids are random.
fn shard_of(tenant: Uuid, by: By) -> usize {
    let last = |id: Uuid| id.as_bytes()[15];
    let by = match by {
        By::ApiKey(id) | By::User(id) => last(id),
        By::Other => 0,
    };
    usize::from(last(tenant) ^ by) % SHARDS
}

fn quarter(at: Timestamp) -> i64 {
    at.as_second().div_euclid(QUARTER_SECONDS)
}

fn start_of(quarter: i64) -> Timestamp {
    Timestamp::from_second(quarter * QUARTER_SECONDS).unwrap_or(Timestamp::UNIX_EPOCH)
}

fn locked(shard: &Mutex<HashMap<Key, Counts>>) -> MutexGuard<'_, HashMap<Key, Counts>> {
    shard.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
