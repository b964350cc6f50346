//! A batch: new deliveries and results of attempts, in one transaction and one round trip.

use super::{
    lane::{AttemptKind, Health, Job, NextState},
    ledger::AttemptResult,
};
use api::{EventKind, TenantId, webhooks::WebhookOrdering};
use jiff::Timestamp;
use kernel::{
    app::App,
    db::{Error, Reason, Tx},
};
use queries::{
    client::Params,
    queries::webhooks::work::ledger::{
        AddDeliveries, AddDeliveriesParams, AddDeliveriesStmt, AdvanceFanOutsParams, AdvanceFanOutsStmt,
        NoteHealthParams, NoteHealthStmt, RecordAttemptsParams, RecordAttemptsStmt, ReleaseNextParams, ReleaseNextStmt,
        SettleDeliveriesParams, SettleDeliveriesStmt, add_deliveries, advance_fan_outs, note_health, record_attempts,
        release_next, settle_deliveries,
    },
};
use std::{
    collections::{BTreeMap, HashSet},
    time::Duration,
};
use uuid::Uuid;

pub struct NewDelivery {
    pub tenant: TenantId,
    pub endpoint: Uuid,
    pub kind: EventKind,
    pub position: i64,
    pub ordered: bool,
    pub job: Job,
}

#[derive(Default)]
pub struct Batch {
    pub deliveries: Vec<NewDelivery>,
    /// The positions up to which the logs were read.
    pub reached: Vec<(TenantId, i64)>,
}

#[derive(Default)]
pub struct Written {
    /// Tenants that the worker still owned.
    pub advanced: HashSet<TenantId>,
    /// New deliveries; the flag is true if they may be sent now.
    pub added: Vec<(Uuid, bool)>,
    /// Endpoints for which a held delivery was released.
    pub released: Vec<Uuid>,
}

impl Batch {
    pub fn is_empty(&self) -> bool {
        self.deliveries.is_empty() && self.reached.is_empty()
    }

    pub async fn write(&self, app: &App, worker: Uuid, results: &[AttemptResult]) -> Result<Written, Error> {
        let now = app.clock.now();
        let tx = app.db.batch(Reason::WebhookDelivery).await?;
        let statements = Statements::prepare(&tx).await?;
        let mut written = Written::default();
        let last = async |tx: &Tx| -> Result<(), Error> {
            let (advanced, added, settled, recorded, released, noted) = futures::join!(
                self.advance(&statements.advance, tx, worker),
                self.add(&statements.add, tx, worker, now),
                settle(&statements.settle, tx, results),
                record(&statements.record, tx, results),
                release(&statements.release, tx, results, now),
                record_health(&statements.health, tx, results),
            );
            written.advanced = advanced?.into_iter().map(TenantId).collect();
            written.added = added?.into_iter().map(|row| (row.id, row.status == "pending")).collect();
            settled.and(recorded).and(noted)?;
            written.released = released?;
            Ok(())
        };
        tx.commit_with(last).await?;
        Ok(written)
    }

    async fn advance(
        &self,
        statement: &AdvanceFanOutsStmt,
        tx: &Tx,
        worker: Uuid,
    ) -> Result<Vec<Uuid>, tokio_postgres::Error> {
        if self.reached.is_empty() {
            return Ok(vec![]);
        }
        let reached = AdvanceFanOutsParams {
            tenants: column(&self.reached, |(tenant, _)| tenant.0),
            positions: column(&self.reached, |(_, position)| *position),
            worker,
        };
        statement.params(tx, &reached).all().await
    }

    async fn add(
        &self,
        statement: &AddDeliveriesStmt,
        tx: &Tx,
        worker: Uuid,
        now: Timestamp,
    ) -> Result<Vec<AddDeliveries>, tokio_postgres::Error> {
        let all = &self.deliveries;
        if all.is_empty() {
            return Ok(vec![]);
        }
        let added = AddDeliveriesParams {
            tenants: column(all, |one| one.tenant.0),
            ids: column(all, |one| one.job.id),
            event_ats: column(all, |one| one.job.event_at),
            endpoints: column(all, |one| one.endpoint),
            events: column(all, |one| one.job.event_id),
            types: column(all, |one| one.kind.name()),
            subjects: column(all, |one| &*one.job.subject_id),
            positions: column(all, |one| one.position),
            ordered: column(all, |one| one.ordered),
            now,
            worker,
        };
        statement.params(tx, &added).all().await
    }
}

/// All are prepared before the first is sent: COMMIT would overtake a statement that is still being prepared.
struct Statements {
    advance: AdvanceFanOutsStmt,
    add: AddDeliveriesStmt,
    settle: SettleDeliveriesStmt,
    record: RecordAttemptsStmt,
    release: ReleaseNextStmt,
    health: NoteHealthStmt,
}

impl Statements {
    async fn prepare(tx: &Tx) -> Result<Statements, Error> {
        Ok(Statements {
            advance: advance_fan_outs().prepare(tx).await?,
            add: add_deliveries().prepare(tx).await?,
            settle: settle_deliveries().prepare(tx).await?,
            record: record_attempts().prepare(tx).await?,
            release: release_next().prepare(tx).await?,
            health: note_health().prepare(tx).await?,
        })
    }
}

fn column<'a, T, U>(rows: &'a [T], value: impl Fn(&'a T) -> U) -> Vec<U> {
    rows.iter().map(value).collect()
}

/// Stores the new states of the deliveries.
async fn settle(
    statement: &SettleDeliveriesStmt,
    tx: &Tx,
    results: &[AttemptResult],
) -> Result<(), tokio_postgres::Error> {
    let counted: Vec<&AttemptResult> =
        results.iter().filter(|result| result.next_state != NextState::Unchanged).collect();
    if counted.is_empty() {
        return Ok(());
    }
    let all = SettleDeliveriesParams {
        tenants: column(&counted, |one| one.endpoint.tenant.0),
        ids: column(&counted, |one| one.job.id),
        event_ats: column(&counted, |one| one.job.event_at),
        statuses: column(&counted, |one| status(one.next_state)),
        attempts: column(&counted, |one| one.job.attempts + i32::from(one.kind == AttemptKind::Scheduled)),
        next_attempt_ats: column(&counted, |one| retry_at(one.next_state)),
        finished_ats: column(&counted, |one| retry_at(one.next_state).is_none().then_some(one.at)),
    };
    statement.params(tx, &all).one().await.map(drop)
}

fn status(next_state: NextState) -> &'static str {
    match next_state {
        NextState::Delivered => "delivered",
        NextState::Retry(_) | NextState::Unchanged => "pending",
        NextState::Failed => "failed",
    }
}

fn retry_at(next_state: NextState) -> Option<Timestamp> {
    match next_state {
        NextState::Retry(at) => Some(at),
        _ => None,
    }
}

async fn record(
    statement: &RecordAttemptsStmt,
    tx: &Tx,
    results: &[AttemptResult],
) -> Result<(), tokio_postgres::Error> {
    if results.is_empty() {
        return Ok(());
    }
    let made = RecordAttemptsParams {
        tenants: column(results, |one| one.endpoint.tenant.0),
        deliveries: column(results, |one| one.job.id),
        ids: column(results, |one| one.attempt.id),
        ats: column(results, |one| one.attempt.at),
        endpoints: column(results, |one| one.endpoint.id),
        reasons: column(results, |one| one.kind.name()),
        statuses: column(results, |one| one.attempt.status),
        errors: column(results, |one| one.attempt.error),
        details: column(results, |one| one.attempt.detail.as_deref()),
        remotes: column(results, |one| one.attempt.remote.as_deref()),
        dns_us: column(results, |one| one.attempt.timings.dns.map(micros)),
        connect_us: column(results, |one| one.attempt.timings.connect.map(micros)),
        tls_us: column(results, |one| one.attempt.timings.tls.map(micros)),
        first_byte_us: column(results, |one| one.attempt.timings.first_byte.map(micros)),
        total_us: column(results, |one| micros(one.attempt.timings.total)),
        response_headers: column(results, |one| one.attempt.headers.as_ref()),
        response_bodies: column(results, |one| one.attempt.body.as_deref()),
        truncated: column(results, |one| one.attempt.truncated),
    };
    statement.params(tx, &made).all().await.map(drop)
}

fn micros(time: Duration) -> i32 {
    i32::try_from(time.as_micros()).unwrap_or(i32::MAX)
}

/// Releases the next held delivery of every subject whose first has ended; returns the endpoints that have one.
async fn release(
    statement: &ReleaseNextStmt,
    tx: &Tx,
    results: &[AttemptResult],
    now: Timestamp,
) -> Result<Vec<Uuid>, tokio_postgres::Error> {
    let in_order = |one: &&AttemptResult| one.endpoint.ordering == WebhookOrdering::PerSubject;
    let ended = |one: &&AttemptResult| matches!(one.next_state, NextState::Delivered | NextState::Failed);
    let lines: HashSet<(Uuid, Uuid, &str)> = results
        .iter()
        .filter(|one| in_order(one) && ended(one))
        .map(|one| (one.endpoint.tenant.0, one.endpoint.id, &*one.job.subject_id))
        .collect();
    if lines.is_empty() {
        return Ok(vec![]);
    }
    let lines: Vec<_> = lines.into_iter().collect();
    let next = ReleaseNextParams {
        tenants: column(&lines, |(tenant, _, _)| *tenant),
        endpoints: column(&lines, |(_, endpoint, _)| *endpoint),
        subjects: column(&lines, |(_, _, subject)| *subject),
        now,
    };
    statement.params(tx, &next).all().await
}

/// Stores the health of endpoints, from the last result of each.
async fn record_health(
    statement: &NoteHealthStmt,
    tx: &Tx,
    results: &[AttemptResult],
) -> Result<(), tokio_postgres::Error> {
    let known = results.iter().filter_map(|one| Some((one.endpoint.id, (one.endpoint.tenant.0, one.health.as_ref()?))));
    let known: BTreeMap<Uuid, (Uuid, &Health)> = known.collect();
    if known.is_empty() {
        return Ok(());
    }
    let all: Vec<_> = known.into_iter().collect();
    let noted = NoteHealthParams {
        tenants: column(&all, |(_, (tenant, _))| *tenant),
        endpoints: column(&all, |(endpoint, _)| *endpoint),
        failures: column(&all, |(_, (_, health))| health.consecutive_failures),
        failing_sinces: column(&all, |(_, (_, health))| health.failing_since),
        last_successes: column(&all, |(_, (_, health))| health.last_success_at),
        last_failures: column(&all, |(_, (_, health))| health.last_failure_at),
    };
    statement.params(tx, &noted).all().await.map(drop)
}
