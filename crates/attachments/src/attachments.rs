//! `/api/psa/attachments`: the files of a ticket. Only files that are completely stored are shown.

use api::{
    Actor, CommentId, OrganizationId, Scope, TicketId,
    attachments::{Attachment, AttachmentOrPage, AttachmentQuery, AttachmentScan, AttachmentTarget},
    ids::AttachmentId,
};
use kernel::{
    app::App,
    db::Tx,
    http::{Caller, Deleted, Entry, Found, IfMatch, Paging, PagingParams, Problem, Query, Write},
};
use queries::queries::attachments::attachments::{
    AttachmentRow, delete_attachment, get_attachment, list_attachments, lock_attachment, ticket_exists,
};
use utoipa_axum::{router::OpenApiRouter, routes};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(crate::upload::create, read, delete))
        .routes(routes!(crate::download::read_content))
}

/// List the attachments of a ticket, or read one
///
/// Returns the attachment with this `id`, or all attachments of the ticket `ticket_id`, newest first. The bytes of a file
/// are at `/api/psa/attachments/content`.
#[utoipa::path(get, path = "/api/psa/attachments", operation_id = "psa.attachments.list", tag = "Attachments",
    params(AttachmentQuery, PagingParams),
    security(("api_key" = [Scope::TicketsRead])), responses((status = 200, body = AttachmentOrPage)))]
async fn read(
    app: App,
    caller: Caller,
    Query(query): Query<AttachmentQuery>,
    paging: Paging,
) -> Result<Found<Attachment>, Problem> {
    if let Some(id) = query.id {
        let row = get_attachment().bind(&app.db.short_read(&caller).await?, &id.0).opt().await?;
        return Ok(Found::One(to_wire(row.ok_or_else(Problem::not_found)?)));
    }
    let db = app.db.tenant(&caller).await?;
    let ticket = query.ticket_id.ok_or_else(|| Problem::missing_parameter("ticket_id"))?;
    let rows = list_attachments().bind(&db, &ticket.0, &paging.before()?, &paging.rows()).all().await?;
    if rows.is_empty() {
        // Distinguishes a ticket without attachments from one that does not exist.
        ticket_exists().bind(&db, &ticket.0).opt().await?.ok_or_else(Problem::not_found)?;
    }
    Ok(Found::Page(paging.page(rows, |row| row.id, to_wire)))
}

/// Delete an attachment
///
/// The file becomes unreadable at once; its bytes are removed from the storage soon after.
#[utoipa::path(delete, path = "/api/psa/attachments", operation_id = "psa.attachments.delete", tag = "Attachments",
    params(AttachmentTarget),
    security(("api_key" = [Scope::TicketsWrite])), responses((status = 204)))]
async fn delete(
    app: App,
    write: Write,
    Query(target): Query<AttachmentTarget>,
    if_match: IfMatch,
) -> Result<Deleted, Problem> {
    let change = write.begin().await?;
    let old = lock(&change, target.id).await?;
    if_match.check(&old)?;
    delete_attachment().bind(&*change, &app.clock.now(), &target.id.0).one().await?;
    change.deleted(Entry::deleted(&old)).await
}

pub async fn lock(tx: &Tx, id: AttachmentId) -> Result<Attachment, Problem> {
    lock_attachment().bind(tx, &id.0).opt().await?.map(to_wire).ok_or_else(Problem::not_found)
}

pub fn to_wire(row: AttachmentRow) -> Attachment {
    Attachment {
        id: AttachmentId(row.id),
        ticket_id: TicketId(row.ticket_id),
        comment_id: row.comment_id.map(CommentId),
        organization_id: row.organization_id.map(OrganizationId),
        name: row.name,
        content_type: row.content_type,
        size_bytes: row.size_bytes,
        sha256: hex(&row.sha256.unwrap_or_default()),
        scan: AttachmentScan::named(&row.scan).unwrap_or(AttachmentScan::Pending),
        created_by: Actor::stored(&row.created_by_kind, row.created_by_id),
        created_at: row.created_at,
        version: row.version,
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
