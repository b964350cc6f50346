//! A batch: new deliveries and what came of attempts, in one transaction and one round trip.

use super::{
    lane::{Errand, Fate, Health, Job},
    ledger::Settled,
};
use crate::{
    app::App,
    db::{Error, Reason, Tx},
};
use api::{EventKind, TenantId, webhooks::WebhookOrdering};
use jiff::Timestamp;
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
    /// How far the logs were read.
    pub reached: Vec<(TenantId, i64)>,
}

#[derive(Default)]
pub struct Written {
    /// Tenants that were still the worker's.
    pub advanced: HashSet<TenantId>,
    /// Deliveries that were not there before, and whether they may go.
    pub added: Vec<(Uuid, bool)>,
    /// Endpoints for which the next one in a line may go.
    pub released: Vec<Uuid>,
}

impl Batch {
    pub fn is_empty(&self) -> bool {
        self.deliveries.is_empty() && self.reached.is_empty()
    }

    pub async fn write(&self, app: &App, worker: Uuid, settled: &[Settled]) -> Result<Written, Error> {
        let now = app.clock.now();
        let tx = app.db.batch(Reason::WebhookDelivery).await?;
        let statements = Statements::prepare(&tx).await?;
        let mut written = Written::default();
        let last = async |tx: &Tx| -> Result<(), Error> {
            let (advanced, added, settled, recorded, released, noted) = futures::join!(
                self.advance(&statements.advance, tx, worker),
                self.add(&statements.add, tx, worker, now),
                settle(&statements.settle, tx, settled),
                record(&statements.record, tx, settled),
                release(&statements.release, tx, settled, now),
                note(&statements.note, tx, settled),
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

/// All are prepared before the first is sent: what is still being prepared would be overtaken by COMMIT.
struct Statements {
    advance: AdvanceFanOutsStmt,
    add: AddDeliveriesStmt,
    settle: SettleDeliveriesStmt,
    record: RecordAttemptsStmt,
    release: ReleaseNextStmt,
    note: NoteHealthStmt,
}

impl Statements {
    async fn prepare(tx: &Tx) -> Result<Statements, Error> {
        Ok(Statements {
            advance: advance_fan_outs().prepare(tx).await?,
            add: add_deliveries().prepare(tx).await?,
            settle: settle_deliveries().prepare(tx).await?,
            record: record_attempts().prepare(tx).await?,
            release: release_next().prepare(tx).await?,
            note: note_health().prepare(tx).await?,
        })
    }
}

fn column<'a, T, U>(rows: &'a [T], value: impl Fn(&'a T) -> U) -> Vec<U> {
    rows.iter().map(value).collect()
}

/// What became of the deliveries.
async fn settle(statement: &SettleDeliveriesStmt, tx: &Tx, settled: &[Settled]) -> Result<(), tokio_postgres::Error> {
    let counted: Vec<&Settled> = settled.iter().filter(|settled| settled.fate != Fate::Unchanged).collect();
    if counted.is_empty() {
        return Ok(());
    }
    let all = SettleDeliveriesParams {
        tenants: column(&counted, |one| one.endpoint.tenant.0),
        ids: column(&counted, |one| one.job.id),
        event_ats: column(&counted, |one| one.job.event_at),
        statuses: column(&counted, |one| status(one.fate)),
        attempts: column(&counted, |one| one.job.attempts + i32::from(one.errand == Errand::Schedule)),
        next_attempt_ats: column(&counted, |one| again(one.fate)),
        finished_ats: column(&counted, |one| again(one.fate).is_none().then_some(one.at)),
    };
    statement.params(tx, &all).one().await.map(drop)
}

fn status(fate: Fate) -> &'static str {
    match fate {
        Fate::Delivered => "delivered",
        Fate::Again(_) | Fate::Unchanged => "pending",
        Fate::Failed => "failed",
    }
}

fn again(fate: Fate) -> Option<Timestamp> {
    match fate {
        Fate::Again(at) => Some(at),
        _ => None,
    }
}

async fn record(statement: &RecordAttemptsStmt, tx: &Tx, settled: &[Settled]) -> Result<(), tokio_postgres::Error> {
    if settled.is_empty() {
        return Ok(());
    }
    let made = RecordAttemptsParams {
        tenants: column(settled, |one| one.endpoint.tenant.0),
        deliveries: column(settled, |one| one.job.id),
        ids: column(settled, |one| one.attempt.id),
        ats: column(settled, |one| one.attempt.at),
        endpoints: column(settled, |one| one.endpoint.id),
        reasons: column(settled, |one| one.errand.name()),
        statuses: column(settled, |one| one.attempt.status),
        errors: column(settled, |one| one.attempt.error),
        details: column(settled, |one| one.attempt.detail.as_deref()),
        remotes: column(settled, |one| one.attempt.remote.as_deref()),
        dns_us: column(settled, |one| one.attempt.timings.dns.map(micros)),
        connect_us: column(settled, |one| one.attempt.timings.connect.map(micros)),
        tls_us: column(settled, |one| one.attempt.timings.tls.map(micros)),
        first_byte_us: column(settled, |one| one.attempt.timings.first_byte.map(micros)),
        total_us: column(settled, |one| micros(one.attempt.timings.total)),
        response_headers: column(settled, |one| one.attempt.headers.as_ref()),
        response_bodies: column(settled, |one| one.attempt.body.as_deref()),
        truncated: column(settled, |one| one.attempt.truncated),
    };
    statement.params(tx, &made).all().await.map(drop)
}

fn micros(time: Duration) -> i32 {
    i32::try_from(time.as_micros()).unwrap_or(i32::MAX)
}

/// The next of every line whose first is finished; the endpoints that have one.
async fn release(
    statement: &ReleaseNextStmt,
    tx: &Tx,
    settled: &[Settled],
    now: Timestamp,
) -> Result<Vec<Uuid>, tokio_postgres::Error> {
    let in_order = |one: &&Settled| one.endpoint.ordering == WebhookOrdering::PerSubject;
    let ended = |one: &&Settled| matches!(one.fate, Fate::Delivered | Fate::Failed);
    let lines: HashSet<(Uuid, Uuid, &str)> = settled
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

/// How endpoints fare: the last that is known of each.
async fn note(statement: &NoteHealthStmt, tx: &Tx, settled: &[Settled]) -> Result<(), tokio_postgres::Error> {
    let known = settled.iter().filter_map(|one| Some((one.endpoint.id, (one.endpoint.tenant.0, one.health.as_ref()?))));
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
