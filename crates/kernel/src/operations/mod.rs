//! `/api/operations`: work that continues after its request has returned. A handler adds an operation in its own
//! change; a worker executes it.

mod task;

pub use task::{Gone, Task};

use crate::{
    app::App,
    db::{Db, Error, Reason},
    http::{Caller, Change, Deleted, Entry, Found, IfMatch, Paging, PagingParams, Problem, Query, Write, names},
    shares::Share,
};
use api::{
    Grant, OperationId, OrganizationId, ProblemCode, Scope,
    operations::{Operation, OperationOrPage, OperationQuery, OperationResource, OperationStatus, OperationTarget},
};
use jiff::{SignedDuration, Timestamp};
use queries::{
    client::Params,
    queries::operations::operations::{
        self as sql, AddOperationParams, ListOperationsParams, add_operation, cancel_operation, forget_operations,
        get_operation, list_operations, lock_operation, operations_under_way,
    },
};
use serde_json::{Value, json};
use std::time::Duration;
use utoipa_axum::{router::OpenApiRouter, routes};

const KEPT: SignedDuration = SignedDuration::from_hours(30 * 24);

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(read, cancel))
}

/// List operations, or read one
///
/// Returns long-running operations on objects that the caller can read. With `id` and `wait`, the request returns when
/// the operation has ended or after this number of seconds, with its current state. The number of concurrent waiting
/// requests per tenant and server is limited.
#[utoipa::path(get, path = "/api/operations", operation_id = "operations.list", tag = "Operations",
    params(OperationQuery, PagingParams),
    security(("api_key" = [])), responses((status = 200, body = OperationOrPage)))]
async fn read(
    app: App,
    caller: Caller,
    Query(query): Query<OperationQuery>,
    paging: Paging,
) -> Result<Found<Operation>, Problem> {
    let scopes = scopes(&caller);
    if let Some(id) = query.id {
        let wait = Duration::from_secs(query.wait.unwrap_or(0));
        return Ok(Found::One(find(&app, &caller, id, wait).await?));
    }
    let filters = ListOperationsParams {
        before: paging.before()?,
        scopes,
        statuses: query.status.map(|all| names(all, OperationStatus::name)),
        limit: paging.rows(),
    };
    let rows = list_operations().params(&app.db.tenant(&caller).await?, &filters).all().await?;
    Ok(Found::Page(paging.page(rows, |row| row.id, to_wire)))
}

/// Cancel an operation
///
/// Steps that are already done are not undone. An operation on a machine first determines what has already happened at
/// the provider, and ends shortly afterwards: as `canceled`, or as `succeeded` if it was too late to cancel.
#[utoipa::path(delete, path = "/api/operations", operation_id = "operations.delete", tag = "Operations",
    params(OperationTarget),
    extensions(("x-problems" = json!([ProblemCode::InsufficientScope, ProblemCode::OperationFinished]))),
    security(("api_key" = [])), responses((status = 204)))]
async fn cancel(
    app: App,
    caller: Caller,
    write: Write,
    Query(target): Query<OperationTarget>,
    if_match: IfMatch,
) -> Result<Deleted, Problem> {
    let change = write.begin().await?;
    let row = lock_operation().bind(&*change, &target.id.0, &scopes(&caller)).opt().await?;
    let row = row.ok_or_else(Problem::not_found)?;
    let needed = writing_scope(&row.scope);
    let old = to_wire(row);
    if_match.check(&old)?;
    if let Some(needed) = needed.filter(|needed| !caller.grants.iter().any(|grant| grant.covers(Grant::Only(*needed))))
    {
        return Err(Problem::insufficient_scope(vec![Grant::Only(needed)], &caller.grants));
    }
    if old.status.is_over() {
        return Err(Problem::new(ProblemCode::OperationFinished, "The operation has already finished."));
    }
    let new = to_wire(cancel_operation().bind(&*change, &app.clock.now(), &target.id.0).one().await?);
    let deleted = change.deleted(Entry::retired(&old, &new)).await?;
    app.shares.freed(caller.tenant());
    Ok(deleted)
}

/// Its current state, or, if it has not ended, its state after this time.
async fn find(app: &App, caller: &Caller, id: OperationId, wait: Duration) -> Result<Operation, Problem> {
    let read = async || {
        let row = get_operation().bind(&app.db.short_read(caller).await?, &id.0, &scopes(caller)).opt().await?;
        row.map(to_wire).ok_or_else(Problem::not_found)
    };
    if wait.is_zero() {
        return read().await;
    }
    // Before it is read, so that its end is not missed.
    let waiter = app.waiters.join(app.shares.take(Share::Waits, caller.tenant())?, caller.tenant(), id.0);
    let operation = read().await?;
    if operation.status.is_over() {
        return Ok(operation);
    }
    waiter.wait(wait).await;
    read().await
}

/// The operation with this id, if it has this kind and has not ended.
pub async fn active(
    change: &Change,
    id: OperationId,
    (kind, scope): (&str, Scope),
) -> Result<Option<Operation>, Problem> {
    let row = get_operation().bind(&**change, &id.0, &vec![scope.name()]).opt().await?;
    Ok(row.map(to_wire).filter(|operation| operation.kind == kind && !operation.status.is_over()))
}

/// The operations whose objects the caller may read.
fn scopes(caller: &Caller) -> Vec<&'static str> {
    caller.scopes.iter().map(Scope::name).collect()
}

/// The scope that changes what this scope reads.
fn writing_scope(reading: &str) -> Option<Scope> {
    let resource = reading.split_once(':')?.0;
    let writes = |scope: &Scope| [":write", ":provision"].iter().any(|verb| scope.name().ends_with(verb));
    Scope::ALL.iter().copied().find(|scope| scope.resource() == resource && writes(scope))
}

/// An operation that begins.
pub struct New<'a> {
    pub kind: &'static str,
    /// The scope that reads it.
    pub scope: Scope,
    pub organizations: Option<&'a [OrganizationId]>,
    pub resource: (&'static str, String),
    pub input: Value,
    pub cancellation: Cancellation,
}

/// What happens to an operation whose cancellation is requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cancellation {
    /// It ends at once. Its worker notices that at the next step.
    Immediate,
    /// Its worker ends it, after it has found out what the operation has already done.
    Settled,
}

impl New<'_> {
    /// Adds it in the transaction of its change. The number of active operations of one kind is limited by the tenant's
    /// share.
    pub async fn begin(self, app: &App, change: &Change, share: Share) -> Result<Operation, Problem> {
        let most = app.shares.most(share);
        let under_way = operations_under_way().bind(&**change, &self.kind).one().await?;
        if usize::try_from(under_way).is_ok_and(|under_way| under_way >= most) {
            return Err(app.shares.exhausted(share, change.tenant()).into());
        }
        self.add(app, change, OperationStatus::Pending).await
    }

    /// It was completed by the change.
    pub async fn done(self, app: &App, change: &Change) -> Result<Operation, Problem> {
        self.add(app, change, OperationStatus::Succeeded).await
    }

    async fn add(self, app: &App, change: &Change, status: OperationStatus) -> Result<Operation, Problem> {
        let now = app.clock.now();
        let row = add_operation()
            .params(
                &**change,
                &AddOperationParams {
                    id: app.clock.id(),
                    kind: self.kind,
                    scope: self.scope.name(),
                    organization_ids: self.organizations.map(|all| all.iter().map(|id| id.0).collect::<Vec<_>>()),
                    status: status.name(),
                    progress: if status.is_over() { 100 } else { 0 },
                    steps: json!([]),
                    resource_type: self.resource.0,
                    resource_id: self.resource.1,
                    input: self.input,
                    settles: self.cancellation == Cancellation::Settled,
                    now,
                    finished_at: status.is_over().then_some(now),
                },
            )
            .one()
            .await?;
        Ok(to_wire(row))
    }
}

pub async fn forget_old(db: &Db, now: Timestamp) -> Result<(), Error> {
    let system = db.system(Reason::Retention).await?;
    forget_operations().bind(&*system, &(now - KEPT)).all().await?;
    Ok(())
}

fn to_wire(row: sql::Operation) -> Operation {
    Operation {
        id: OperationId(row.id),
        kind: row.kind,
        status: OperationStatus::named(&row.status).unwrap_or(OperationStatus::Failed),
        progress: row.progress,
        steps: serde_json::from_value(row.steps).unwrap_or_default(),
        resource: OperationResource { kind: row.resource_type, id: row.resource_id },
        error: row.error.and_then(|error| serde_json::from_value(error).ok()),
        created_at: row.created_at,
        updated_at: row.updated_at,
        finished_at: row.finished_at,
        version: row.version,
    }
}
