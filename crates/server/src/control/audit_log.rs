//! `/api/admin/audit-log`: the author and content of every change, recorded in its transaction. Append only.

use api::{
    Actor, AuditEntryId, Scope,
    audit_log::{ActorType, AuditEntry, AuditEntryOrPage, AuditFormat, AuditLogQuery, AuditedResource},
};
use axum::response::{IntoResponse, Response};
use kernel::{
    app::App,
    db::Tenant,
    http::{
        Caller, Credential, Found, Paging, PagingParams, Problem, Query,
        export::{self, Cell, Export, Format, export},
    },
};
use queries::{
    client::Params,
    queries::control::audit_log::{
        self as sql, FindInAuditLogParams, find_in_audit_log, get_audit_entry, list_audit_log,
    },
};
use utoipa_axum::{router::OpenApiRouter, routes};
use uuid::Uuid;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(read))
}

/// Read the audit log
///
/// Returns every change of the tenant, newest first, or one entry with `id`. Callers that are restricted to
/// organizations see no entries.
#[utoipa::path(get, path = "/api/admin/audit-log", operation_id = "admin.audit_log.list", tag = "Audit log",
    params(AuditLogQuery, PagingParams),
    extensions(("x-problems" = json!([api::ProblemCode::UnsupportedCombination]))),
    security(("api_key" = [Scope::AuditRead])), responses((status = 200, content(
        (AuditEntryOrPage = "application/json"), (String = "text/csv"), (String = "application/x-ndjson")))))]
async fn read(
    app: App,
    caller: Caller,
    credential: Option<Credential>,
    Query(query): Query<AuditLogQuery>,
    paging: Paging,
) -> Result<Response, Problem> {
    if let Some(id) = query.id {
        let db = app.db.tenant(&caller).await?;
        let row = get_audit_entry().bind(&db, &id.0).opt().await?.ok_or_else(Problem::not_found)?;
        return Ok(Found::One(to_wire(row)).into_response());
    }
    let format = match query.format {
        Some(AuditFormat::Csv) => Some(Format::Csv),
        Some(AuditFormat::Ndjson) => Some(Format::Ndjson),
        Some(AuditFormat::Json) | None => None,
    };
    let wanted = Wanted::of(query)?;
    if let Some(format) = format {
        if paging.is_asked_for() {
            return Err(Problem::unsupported_combination(
                "csv and ndjson return all results and accept neither limit nor cursor.",
            ));
        }
        return export(app, caller, credential, wanted, format);
    }
    let db = app.db.tenant(&caller).await?;
    let rows = wanted.rows(&db, paging.before()?, paging.rows()).await?;
    Ok(Found::Page(paging.page(rows, |row| row.id, to_wire)).into_response())
}

/// The requested entries.
struct Wanted {
    query: AuditLogQuery,
    actor_kind: Option<ActorType>,
}

impl Wanted {
    fn of(query: AuditLogQuery) -> Result<Wanted, Problem> {
        let of_id = query.actor_id.map(|actor| actor.kind);
        match (of_id, query.actor_type) {
            (Some(kind), Some(other)) if kind != other => {
                Err(Problem::unsupported_combination("actor_id is the id of another type of actor than actor_type."))
            }
            (of_id, asked) => Ok(Wanted { actor_kind: of_id.or(asked), query }),
        }
    }

    async fn rows(&self, db: &Tenant, before: Uuid, limit: i64) -> Result<Vec<sql::AuditEntry>, Problem> {
        if !self.is_filtered() {
            return Ok(list_audit_log().bind(db, &before, &limit).all().await?);
        }
        let query = &self.query;
        let filters = FindInAuditLogParams {
            before,
            actor_kind: self.actor_kind.map(ActorType::name),
            actor_id: query.actor_id.map(|actor| actor.id),
            operation: query.operation.as_deref(),
            resource_type: query.resource_type.as_deref(),
            resource_id: query.resource_id.as_deref(),
            request_id: query.request_id.as_deref(),
            since: query.since,
            until: query.until,
            limit,
        };
        Ok(find_in_audit_log().params(db, &filters).all().await?)
    }

    fn is_filtered(&self) -> bool {
        let query = &self.query;
        let texts = [&query.operation, &query.resource_type, &query.resource_id, &query.request_id];
        self.actor_kind.is_some()
            || texts.iter().any(|text| text.is_some())
            || query.since.is_some()
            || query.until.is_some()
    }
}

impl Export for Wanted {
    type Object = AuditEntry;
    type Cursor = Uuid;

    const SCOPE: Scope = Scope::AuditRead;
    const FILE: &'static str = "audit-log";

    fn columns(&self) -> Vec<&'static str> {
        vec![
            "id",
            "created_at",
            "actor_type",
            "actor_id",
            "actor_detail",
            "ip",
            "request_id",
            "operation",
            "resource_type",
            "resource_id",
            "before",
            "after",
        ]
    }

    async fn page(
        &self,
        app: &App,
        caller: &Caller,
        after: Option<Uuid>,
    ) -> Result<(Vec<AuditEntry>, Option<Uuid>), Problem> {
        let db = app.db.tenant(caller).await?;
        let rows = self.rows(&db, after.unwrap_or(Uuid::max()), export::PAGE).await?;
        drop(db); // not held while the client takes what it gets
        let last = rows.last().map(|row| row.id);
        Ok((rows.into_iter().map(to_wire).collect(), last))
    }

    fn cells(&self, entry: AuditEntry) -> Vec<Cell> {
        let kind = serde_json::to_value(entry.actor.kind)
            .ok()
            .and_then(|kind| kind.as_str().map(str::to_owned))
            .unwrap_or_default();
        let json = |value: Option<serde_json::Value>| value.map(|value| value.to_string()).unwrap_or_default();
        vec![
            entry.id.to_string().into(),
            entry.created_at.into(),
            kind.into(),
            entry.actor.id.into(),
            entry.actor_detail.into(),
            entry.ip.into(),
            entry.request_id.into(),
            entry.operation.into(),
            entry.resource.kind.into(),
            entry.resource.id.into(),
            json(entry.before).into(),
            json(entry.after).into(),
        ]
    }
}

fn to_wire(row: sql::AuditEntry) -> AuditEntry {
    AuditEntry {
        id: AuditEntryId(row.id),
        created_at: row.at,
        actor: Actor::stored(&row.actor_kind, row.actor_id),
        actor_detail: row.actor_detail,
        ip: row.ip,
        request_id: row.request_id,
        operation: row.operation,
        resource: AuditedResource { kind: row.resource_type, id: row.resource_id },
        before: row.before,
        after: row.after,
    }
}
