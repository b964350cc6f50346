//! The work on an operation: a worker has its lease, and loses it if it does not renew it in time.

use crate::{
    app::App,
    db::{Error, Reason},
    http::{Change, Problem},
};
use api::{
    OperationId, TenantId,
    operations::{OperationStatus, OperationStep},
};
use jiff::{SignedDuration, Timestamp};
use queries::{
    client::Params,
    queries::operations::operations::{
        self as sql, AdvanceOperationParams, EndOperationParams, ReleaseOperationParams, TakeDueOperationParams,
        advance_operation, end_operation, release_operation, take_due_operation, take_operation,
    },
};
use serde_json::{Value, json};

/// How long a worker keeps the lease of an operation after its last renewal.
const LEASE: SignedDuration = SignedDuration::from_secs(20);

/// An operation whose lease a worker holds.
pub struct Task {
    pub tenant: TenantId,
    pub id: OperationId,
    pub kind: String,
    pub resource: String,
    pub input: Value,
    /// Its progress, in units of its kind.
    pub reached: i64,
    pub steps: Vec<OperationStep>,
    pub created_at: Timestamp,
    /// True if the cancellation of an operation that settles was requested.
    pub is_canceled: bool,
    /// The end of the lease distinguishes this lease from those of other workers.
    held: Timestamp,
}

/// It was cancelled, or another worker holds the lease.
pub struct Gone;

impl Task {
    /// The next operation of a kind of which each tenant has one at a time.
    pub async fn take(app: &App, kind: &str) -> Result<Option<Task>, Error> {
        let now = app.clock.now();
        let system = app.db.system(Reason::Operations).await?;
        let task = take_operation().bind(&*system, &(now + LEASE), &now, &kind).opt().await?;
        Ok(task.map(|task| Task::new(task, now + LEASE)))
    }

    /// The next operation that is due, of kinds of which each tenant has up to `at_once` at a time.
    pub async fn take_due(app: &App, kinds: &[&str], at_once: i64) -> Result<Option<Task>, Error> {
        let now = app.clock.now();
        let system = app.db.system(Reason::Operations).await?;
        let wanted = TakeDueOperationParams { lease: now + LEASE, now, kinds, at_once };
        let task = take_due_operation().params(&*system, &wanted).opt().await?;
        Ok(task.map(|task| Task::new(task, now + LEASE)))
    }

    fn new(task: sql::Task, held: Timestamp) -> Task {
        Task {
            tenant: TenantId(task.tenant_id),
            id: OperationId(task.id),
            kind: task.kind,
            resource: task.resource_id,
            input: task.input,
            reached: task.reached,
            steps: serde_json::from_value(task.steps).unwrap_or_default(),
            created_at: task.created_at,
            is_canceled: task.is_canceled,
            held,
        }
    }

    /// How often a step has been begun.
    pub fn count(&self, step: &str) -> i64 {
        self.steps.iter().find(|known| known.name == step).map_or(0, |known| known.count)
    }

    /// Counts a beginning of a step, which the next `advance` stores.
    pub fn begin(&mut self, step: &str) {
        match self.steps.iter_mut().find(|known| known.name == step) {
            Some(known) => known.count += 1,
            None => self.steps.push(OperationStep { name: step.to_owned(), count: 1 }),
        }
    }

    /// Stores the progress, and renews the lease.
    pub async fn advance(&mut self, app: &App, progress: i32) -> Result<Result<(), Gone>, Error> {
        let now = app.clock.now();
        let system = app.db.system(Reason::Operations).await?;
        let come = AdvanceOperationParams {
            progress,
            steps: json!(self.steps),
            reached: self.reached,
            lease: now + LEASE,
            now,
            tenant: self.tenant.0,
            id: self.id.0,
            held: self.held,
        };
        let advanced = advance_operation().params(&*system, &come).opt().await?;
        Ok(advanced.map(|is_canceled| (self.is_canceled, self.held) = (is_canceled, now + LEASE)).ok_or(Gone))
    }

    /// Releases the lease, so that others continue after operations of other tenants had their turn.
    pub async fn release(self, app: &App) -> Result<(), Error> {
        self.release_until(app, None).await
    }

    /// Releases the lease. Nobody continues before this time, unless a cancellation was requested that this worker does
    /// not know of.
    pub async fn pause(self, app: &App, until: Timestamp) -> Result<(), Error> {
        self.release_until(app, Some(until)).await
    }

    async fn release_until(self, app: &App, due_at: Option<Timestamp>) -> Result<(), Error> {
        let system = app.db.system(Reason::Operations).await?;
        let (is_canceled, now, tenant, id, held) =
            (self.is_canceled, app.clock.now(), self.tenant.0, self.id.0, self.held);
        let released = ReleaseOperationParams { is_canceled, due_at, now, tenant, id, held };
        release_operation().params(&*system, &released).opt().await?;
        Ok(())
    }

    pub async fn end(self, app: &App, failed: Option<&Problem>) -> Result<(), Error> {
        let status = if failed.is_some() { OperationStatus::Failed } else { OperationStatus::Succeeded };
        let end = self.ending(app, status, failed);
        let system = app.db.system(Reason::Operations).await?;
        end_operation().params(&*system, &end).opt().await?;
        Ok(())
    }

    /// Ends it together with a change of its resource, which must not be committed if another worker has the lease.
    pub async fn end_within(
        &self,
        app: &App,
        change: &Change,
        status: OperationStatus,
        failed: Option<&Problem>,
    ) -> Result<Result<(), Gone>, Problem> {
        let ended = end_operation().params(&**change, &self.ending(app, status, failed)).opt().await?;
        Ok(ended.map(drop).ok_or(Gone))
    }

    fn ending(
        &self,
        app: &App,
        status: OperationStatus,
        failed: Option<&Problem>,
    ) -> EndOperationParams<&'static str, Value> {
        EndOperationParams {
            status: status.name(),
            progress: 100,
            error: failed.map(|problem| json!(problem.brief())),
            now: app.clock.now(),
            tenant: self.tenant.0,
            id: self.id.0,
            held: self.held,
        }
    }
}
