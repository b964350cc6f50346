//! `/api/psa/views`: lists of tickets that the people of a tenant share, and how many tickets each has.
//!
//! A filter consists of the parameters of the list of tickets and is checked like these.

use super::tickets::count;
use api::{
    Actor, ProblemCode, Scope, ViewId,
    problem::FaultCode,
    tickets::{TicketQuery, TicketSort},
    views::{
        NewView, View, ViewChange, ViewColumn, ViewCount, ViewCountQuery, ViewCounts, ViewOrPage, ViewQuery, ViewTarget,
    },
};
use kernel::{
    app::App,
    db::OnConstraint,
    http::{
        Caller, Change, Changed, Created, Deleted, Entry, Found, IfMatch, Json, Paging, PagingParams, Problem, Query,
        Write,
    },
};
use queries::{
    client::Params,
    queries::psa::views::{
        CreateViewParams, UpdateViewParams, ViewRow, create_view, delete_view, get_view, list_views, lock_view,
        update_view, view_named, views_by_ids,
    },
};
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use utoipa_axum::{router::OpenApiRouter, routes};
use uuid::Uuid;

/// Parameters of the list of tickets that are not filters.
const NO_FILTERS: &[&str] = &["id", "number", "sort", "format"];

/// The size of a filter, as JSON.
const FILTER_BYTES: usize = 8 * 1024;

/// Views that are counted at a time.
const COUNTED: i64 = 50;

/// A count stops here.
const MOST: i64 = 1_000;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(create, read, update, delete)).routes(routes!(counts))
}

/// Create a view
///
/// The view is shared by everyone in the tenant. Callers that are restricted to organizations can neither create nor see views.
#[utoipa::path(post, path = "/api/psa/views", operation_id = "psa.views.create", tag = "Views",
    extensions(("x-problems" = json!([ProblemCode::NameTaken]))),
    security(("api_key" = [Scope::TicketsWrite])), responses((status = 201, body = View)))]
async fn create(app: App, caller: Caller, write: Write, Json(new): Json<NewView>) -> Result<Created<View>, Problem> {
    let filter = checked(&app, &caller, new.filter)?;
    let change = write.begin().await?;
    let (created_by_kind, created_by_id) = change.actor();
    let params = CreateViewParams {
        id: app.clock.id(),
        name: new.name,
        filter: Value::Object(filter),
        sort: new.sort.map(TicketSort::name),
        columns: names(new.columns),
        created_by_kind,
        created_by_id,
        now: app.clock.now(),
    };
    let row = constraints(create_view().params(&*change, &params).one().await, &params.name)?;
    change.created(to_wire(row)).await
}

/// List views, or read one
///
/// Returns the view with this `id`, or all views, newest first.
#[utoipa::path(get, path = "/api/psa/views", operation_id = "psa.views.list", tag = "Views",
    params(ViewQuery, PagingParams),
    security(("api_key" = [Scope::TicketsRead])), responses((status = 200, body = ViewOrPage)))]
async fn read(
    app: App,
    caller: Caller,
    Query(query): Query<ViewQuery>,
    paging: Paging,
) -> Result<Found<View>, Problem> {
    if let Some(id) = query.id {
        let row = get_view().bind(&app.db.short_read(&caller).await?, &id.0).opt().await?;
        return Ok(Found::One(to_wire(row.ok_or_else(Problem::not_found)?)));
    }
    let db = app.db.tenant(&caller).await?;
    let rows = list_views().bind(&db, &paging.before()?, &paging.rows()).all().await?;
    Ok(Found::Page(paging.page(rows, |row| row.id, to_wire)))
}

/// Change a view
///
/// Fields that are absent are not changed; `null` clears a field. `filter` and `columns` are replaced as a whole.
#[utoipa::path(put, path = "/api/psa/views", operation_id = "psa.views.update", tag = "Views",
    params(ViewTarget),
    extensions(("x-problems" = json!([ProblemCode::NameTaken]))),
    security(("api_key" = [Scope::TicketsWrite])), responses((status = 200, body = View)))]
async fn update(
    app: App,
    caller: Caller,
    write: Write,
    Query(target): Query<ViewTarget>,
    if_match: IfMatch,
    Json(wanted): Json<ViewChange>,
) -> Result<Changed<View>, Problem> {
    let filter = wanted.filter.map(|filter| checked(&app, &caller, filter)).transpose()?;
    let change = write.begin().await?;
    let old = lock(&change, target.id).await?;
    if_match.check(&old)?;
    let current = old.clone();
    let params = UpdateViewParams {
        name: wanted.name.unwrap_or(current.name),
        filter: Value::Object(filter.unwrap_or(current.filter)),
        sort: wanted.sort.unwrap_or(current.sort).map(TicketSort::name),
        columns: wanted.columns.map_or(current.columns, names),
        now: app.clock.now(),
        id: current.id.0,
    };
    let row = constraints(update_view().params(&*change, &params).one().await, &params.name)?;
    change.changed(&old, to_wire(row)).await
}

/// Delete a view
#[utoipa::path(delete, path = "/api/psa/views", operation_id = "psa.views.delete", tag = "Views",
    params(ViewTarget),
    security(("api_key" = [Scope::TicketsWrite])), responses((status = 204)))]
async fn delete(write: Write, Query(target): Query<ViewTarget>, if_match: IfMatch) -> Result<Deleted, Problem> {
    let change = write.begin().await?;
    let old = lock(&change, target.id).await?;
    if_match.check(&old)?;
    delete_view().bind(&*change, &target.id.0).one().await?;
    change.deleted(Entry::deleted(&old)).await
}

/// Count the tickets of views
///
/// Returns the number of tickets in each view, as the caller sees them. A count stops at 1,000; `exact` is then
/// `false`.
#[utoipa::path(get, path = "/api/psa/views/counts", operation_id = "psa.views.counts", tag = "Views",
    params(ViewCountQuery),
    security(("api_key" = [Scope::TicketsRead])), responses((status = 200, body = ViewCounts)))]
async fn counts(app: App, caller: Caller, Query(query): Query<ViewCountQuery>) -> Result<Json<ViewCounts>, Problem> {
    let db = app.db.tenant(&caller).await?.planned_anew();
    let rows = match query.id {
        Some(ids) => {
            let ids: BTreeSet<Uuid> = ids.into_iter().map(|id| id.0).collect();
            let ids: Vec<Uuid> = ids.into_iter().collect();
            let rows = views_by_ids().bind(&db, &ids).all().await?;
            if rows.len() != ids.len() {
                return Err(Problem::not_found());
            }
            rows
        }
        None => list_views().bind(&db, &Uuid::max(), &COUNTED).all().await?,
    };
    let (mut data, now) = (vec![], app.clock.now());
    for row in rows {
        let view = to_wire(row);
        let tickets = match serde_json::from_value::<TicketQuery>(Value::Object(view.filter)) {
            Ok(filter) => count::count(&db, &caller, filter, now, MOST + 1).await?,
            Err(_) => None,
        };
        let exact = tickets.is_some_and(|tickets| tickets <= MOST);
        data.push(ViewCount { id: view.id, count: tickets.map(|tickets| tickets.min(MOST)), exact });
    }
    Ok(Json(ViewCounts { data }))
}

async fn lock(change: &Change, id: ViewId) -> Result<View, Problem> {
    let row = lock_view().bind(&**change, &id.0).opt().await?.ok_or_else(Problem::not_found)?;
    Ok(to_wire(row))
}

/// The filter as it is stored.
fn checked(app: &App, caller: &Caller, filter: Map<String, Value>) -> Result<Map<String, Value>, Problem> {
    let (query, filter) = Query::<TicketQuery>::in_body(app, filter, "/filter", NO_FILTERS)?;
    if serde_json::to_string(&filter).is_ok_and(|text| text.len() > FILTER_BYTES) {
        return Err(Problem::fault("/filter", FaultCode::Exceeds, "has more than 8 KiB"));
    }
    count::check(query, caller)
        .map_err(|problem| Problem::fault("/filter", FaultCode::Invalid, problem.detail().to_owned()))?;
    Ok(filter)
}

/// Each column once.
fn names(columns: Vec<ViewColumn>) -> Vec<String> {
    let mut names: Vec<String> = vec![];
    for ViewColumn(name) in columns {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

fn constraints<T>(row: Result<T, tokio_postgres::Error>, name: &str) -> Result<T, Problem> {
    let row: Result<T, Problem> = row.on_constraint(&[("saved_views_name_is_unique", || {
        Problem::new(ProblemCode::NameTaken, "Another view already has this name.")
    })]);
    row.map_err(|problem| {
        let name = name.to_owned();
        problem.looking_up::<View, _, _>(ProblemCode::NameTaken, move |db| async move {
            view_named().bind(&db, &name).opt().await.map(|id| id.map(ViewId))
        })
    })
}

fn to_wire(row: ViewRow) -> View {
    View {
        id: ViewId(row.id),
        name: row.name,
        filter: match row.filter {
            Value::Object(filter) => filter,
            _ => Map::new(),
        },
        sort: row.sort.as_deref().and_then(TicketSort::named),
        columns: row.columns,
        created_by: Actor::stored(&row.created_by_kind, row.created_by_id),
        created_at: row.created_at,
        updated_at: row.updated_at,
        version: row.version,
    }
}
