//! `/api/admin/audit-log`: who changed what, recorded in the transaction of every change. Append only.

use crate::{
    app::App,
    http::{Caller, Found, Paging, PagingParams, Problem, Query},
};
use api::{
    Actor, AuditEntryId,
    audit_log::{AuditEntry, AuditEntryOrPage, AuditLogQuery, AuditedResource},
};
use queries::{
    client::Params,
    queries::control::audit_log::{
        self as sql, FindInAuditLogParams, find_in_audit_log, get_audit_entry, list_audit_log,
    },
};
use utoipa_axum::{router::OpenApiRouter, routes};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(read))
}

/// Read the audit log
///
/// Every change of the tenant, newest first; with `id` one entry. A caller that is restricted to some organizations
/// sees none.
#[utoipa::path(get, path = "/api/admin/audit-log", operation_id = "admin.audit_log.list", tag = "Audit log",
    params(AuditLogQuery, PagingParams),
    security(("api_key" = [api::Scope::AuditRead])), responses((status = 200, body = AuditEntryOrPage)))]
async fn read(
    app: App,
    caller: Caller,
    Query(query): Query<AuditLogQuery>,
    paging: Paging,
) -> Result<Found<AuditEntry>, Problem> {
    let db = app.db.tenant(&caller).await?;
    if let Some(id) = query.id {
        let row = get_audit_entry().bind(&db, &id.0).opt().await?.ok_or_else(Problem::not_found)?;
        return Ok(Found::One(to_wire(row)));
    }
    let filters = FindInAuditLogParams {
        before: paging.before()?,
        actor_id: query.actor_id.map(|id| id.0),
        operation: query.operation.as_deref(),
        resource_type: query.resource_type.as_deref(),
        resource_id: query.resource_id.as_deref(),
        request_id: query.request_id.as_deref(),
        since: query.since,
        until: query.until,
        limit: paging.rows(),
    };
    let rows = if is_filtered(&query) {
        find_in_audit_log().params(&db, &filters).all().await?
    } else {
        list_audit_log().bind(&db, &filters.before, &filters.limit).all().await?
    };
    Ok(Found::Page(paging.page(rows, |row| row.id, to_wire)))
}

fn is_filtered(query: &AuditLogQuery) -> bool {
    let texts = [&query.operation, &query.resource_type, &query.resource_id, &query.request_id];
    query.actor_id.is_some()
        || texts.iter().any(|text| text.is_some())
        || query.since.is_some()
        || query.until.is_some()
}

fn to_wire(row: sql::AuditEntry) -> AuditEntry {
    AuditEntry {
        id: AuditEntryId(row.id),
        at: row.at,
        actor: Actor::stored(&row.actor_kind, row.actor_id),
        ip: row.ip,
        request_id: row.request_id,
        operation: row.operation,
        resource: AuditedResource { kind: row.resource_type, id: row.resource_id },
        before: row.before,
        after: row.after,
    }
}
