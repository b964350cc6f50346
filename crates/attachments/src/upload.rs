//! `POST /api/psa/attachments`: receives a file, encrypts it and stores it, in pieces.
//!
//! A row in the state `uploading` is committed before the first byte is stored, and becomes `stored` in the transaction of
//! the audit entry and the event. Whatever fails in between, the collector finds the row and removes the object.

use crate::{
    DATA_KEY,
    attachments::to_wire,
    cipher::{Sealer, random_key},
    name::cleaned,
    received::{Received, Receiving},
    storage::{PART, Storage, Writer, storage, unavailable},
};
use api::{
    EventKind, Fault, OrganizationId, ProblemCode, Scope, TenantId, TicketId,
    attachments::{Attachment, AttachmentScan, FileContent, NewAttachment},
    problem::FaultCode,
    tickets::{BriefTicket, TicketStatus},
};
use jiff::SignedDuration;
use kernel::{
    app::App,
    http::{Change, Created, Problem, Query, Upload, Write},
    sealing::Secret,
    shares::Share,
};
use queries::{
    client::Params,
    queries::attachments::{
        attachments::get_attachment,
        upload::{
            BeginUploadParams, FinishUploadParams, TicketToAttachTo, abandon_upload, attachment_bytes, begin_upload,
            comment_of_ticket, finish_upload, lock_attachment_quota, lock_ticket_to_attach_to, note_upload_id,
            ticket_to_attach_to,
        },
    },
};
use secrecy::ExposeSecret;
use serde_json::json;
use tokio::time::timeout;

type NewRow = BeginUploadParams<String, Vec<u8>, &'static str>;

/// Attach a file to a ticket
///
/// The body is the content of the file, of any media type. It must not be empty. `Content-Length` is optional. The
/// media type of the attachment is determined from the content. With an `Idempotency-Key`, a repeated request is
/// recognized by its parameters and the length of its body, and returns the stored response before its body is read.
#[utoipa::path(post, path = "/api/psa/attachments", operation_id = "psa.attachments.create", tag = "Attachments",
    params(NewAttachment),
    request_body(content = FileContent, content_type = "application/octet-stream"),
    extensions(("x-problems" = json!([
        ProblemCode::AttachmentsNotConfigured, ProblemCode::TicketFinal, ProblemCode::QuotaExceeded,
        ProblemCode::InvalidRequest
    ]))),
    security(("api_key" = [Scope::TicketsWrite])), responses((status = 201, body = Attachment)))]
pub async fn create(
    app: App,
    write: Write,
    Query(new): Query<NewAttachment>,
    mut upload: Upload,
) -> Result<Created<Attachment>, Problem> {
    let created = attach(&app, write, new, &mut upload).await;
    if created.is_err() {
        upload.discard().await;
    }
    created
}

async fn attach(
    app: &App,
    write: Write,
    new: NewAttachment,
    upload: &mut Upload,
) -> Result<Created<Attachment>, Problem> {
    let (storage, tenant) = (storage(app)?, write.caller().tenant());
    let name = cleaned(&new.name).ok_or_else(invalid_name)?;
    upload.check(app.settings.attachments.attachments_file_bytes)?;
    let _taken = app.shares.take(Share::Transfers, tenant)?;
    write.check_unanswered().await?;
    let ticket = find_ticket(app, &write, &new, upload.announced()).await?;
    let key = random_key().map_err(Problem::internal)?;
    let row = new_row(app, &write, &new, (name, &ticket, upload.announced(), &key)).await?;
    if write.is_dry_run() {
        let most = app.settings.attachments.attachments_file_bytes;
        let mut receiving = Receiving::default();
        while let Some(piece) = upload.next(most).await? {
            receiving.add(&piece);
        }
        return store(app, write, &row, &receiving.end()?).await;
    }
    write.prepare(async |tx| Ok(begin_upload().params(tx, &row).one().await?)).await?;
    let longest = app.settings.attachments.longest_upload();
    let stored = match timeout(longest, send(app, &storage, &write, &row, &key, upload)).await {
        Ok(Ok(received)) => store(app, write, &row, &received).await,
        Ok(Err(problem)) => Err(problem),
        Err(_) => Err(Problem::new(ProblemCode::BodyTimeout, "The upload took too long.")),
    };
    if stored.is_err() {
        abandon(app, tenant, &row).await;
    }
    stored
}

/// The ticket, if the caller sees it and a file of this size can be attached to it.
async fn find_ticket(
    app: &App,
    write: &Write,
    new: &NewAttachment,
    announced: Option<u64>,
) -> Result<TicketToAttachTo, Problem> {
    let db = app.db.tenant(write.caller()).await?;
    let ticket = ticket_to_attach_to().bind(&db, &new.ticket_id.0).opt().await?.ok_or_else(Problem::not_found)?;
    if let Some(comment) = new.comment_id {
        let found = comment_of_ticket().bind(&db, &comment.0, &new.ticket_id.0).opt().await?;
        found.ok_or_else(|| invalid("comment_id", FaultCode::NotFound, "the ticket has no such comment"))?;
    }
    refuse_final(&ticket.status)?;
    let announced = i64::try_from(announced.unwrap_or_default()).unwrap_or(i64::MAX);
    refuse_excess(app, ticket.stored_bytes.saturating_add(announced))?;
    Ok(ticket)
}

async fn new_row(
    app: &App,
    write: &Write,
    new: &NewAttachment,
    (name, ticket, announced, key): (String, &TicketToAttachTo, Option<u64>, &Secret),
) -> Result<NewRow, Problem> {
    let (id, now) = (app.clock.id(), app.clock.now());
    let data_key_sealed = app.sealing.seal(write.caller().tenant(), DATA_KEY, id, key.expose_secret()).await?;
    let age = SignedDuration::try_from(app.settings.attachments.attachments_collect).unwrap_or(SignedDuration::MAX);
    let (created_by_kind, created_by_id) = write.actor();
    Ok(BeginUploadParams {
        id,
        ticket_id: ticket.id,
        comment_id: new.comment_id.map(|id| id.0),
        organization_id: ticket.organization_id,
        name,
        size_bytes: i64::try_from(announced.unwrap_or_default()).unwrap_or(i64::MAX),
        data_key_sealed,
        collect_at: now.checked_add(age).unwrap_or(jiff::Timestamp::MAX),
        created_by_kind,
        created_by_id,
        now,
    })
}

/// Receives, encrypts and stores the file.
async fn send(
    app: &App,
    storage: &Storage,
    write: &Write,
    row: &NewRow,
    key: &Secret,
    upload: &mut Upload,
) -> Result<Received, Problem> {
    let mut writer = Writer::new(storage, storage.path(write.caller().tenant(), row.id));
    match copy(app, write, row, key, upload, &mut writer).await {
        Ok(received) => Ok(received),
        Err(problem) => {
            writer.abort().await;
            Err(problem)
        }
    }
}

async fn copy(
    app: &App,
    write: &Write,
    row: &NewRow,
    key: &Secret,
    upload: &mut Upload,
    writer: &mut Writer,
) -> Result<Received, Problem> {
    let most = app.settings.attachments.attachments_file_bytes;
    let (mut receiving, mut part) = (Receiving::default(), vec![]);
    let mut sealer = Sealer::new(key, row.id).map_err(Problem::internal)?;
    while let Some(piece) = upload.next(most).await? {
        receiving.add(&piece);
        sealer.add(&piece, &mut part).map_err(Problem::internal)?;
        while part.len() > PART {
            if !writer.has_begun()
                && let Some(id) = writer.begin().await.map_err(unavailable)?
            {
                let noted = write.prepare(async |tx| Ok(note_upload_id().bind(tx, &id, &row.id).opt().await?)).await?;
                noted.ok_or_else(given_up)?;
            }
            let rest = part.split_off(PART);
            writer.add(std::mem::replace(&mut part, rest)).await.map_err(unavailable)?;
        }
    }
    let received = receiving.end()?;
    sealer.end(&mut part).map_err(Problem::internal)?;
    writer.end(part).await.map_err(unavailable)?;
    Ok(received)
}

/// The object is complete: from now on the ticket shows it.
async fn store(app: &App, write: Write, row: &NewRow, received: &Received) -> Result<Created<Attachment>, Problem> {
    let mut change = write.begin().await?;
    lock_attachment_quota().bind(&*change).one().await?;
    let ticket = lock_ticket_to_attach_to().bind(&*change, &row.ticket_id).opt().await?;
    let ticket = ticket.ok_or_else(Problem::not_found)?;
    refuse_final(&ticket.status)?;
    if change.is_dry_run() {
        begin_upload().params(&*change, row).one().await?;
    }
    let scan = if app.settings.attachments.clamav.is_some() { AttachmentScan::Pending } else { AttachmentScan::Off };
    let finished = FinishUploadParams {
        organization_id: ticket.organization_id,
        content_type: received.content_type,
        size_bytes: received.size_bytes,
        sha256: received.sha256.as_slice(),
        scan: scan.name(),
        scan_at: (scan == AttachmentScan::Pending).then(|| app.clock.now()),
        id: row.id,
    };
    finish_upload().params(&*change, &finished).opt().await?.ok_or_else(given_up)?;
    refuse_excess(app, attachment_bytes().bind(&*change).one().await?)?;
    let attachment = to_wire(get_attachment().bind(&*change, &row.id).one().await?);
    let ticket = BriefTicket {
        id: TicketId(ticket.id),
        number: ticket.number,
        subject: ticket.subject,
        organization_id: ticket.organization_id.map(OrganizationId),
    };
    let data = json!({"object": ticket, "attachment": attachment});
    change.emit(EventKind::TicketAttachmentAdded, &ticket, data);
    change.created(attachment).await
}

/// Lets the collector remove the object soon. If this fails, the collector does so later.
async fn abandon(app: &App, tenant: TenantId, row: &NewRow) {
    let abandoned = async {
        let change = Change::by_system(app, tenant, "psa.attachments.abandon").await?;
        abandon_upload().bind(&*change, &app.clock.now(), &row.id).opt().await?;
        change.done().await
    };
    if let Err(problem) = abandoned.await {
        let error = problem.cause().map(|cause| tracing::field::display(format!("{cause:#}")));
        tracing::warn!(error, "failed to mark a failed upload; its object will be removed later");
    }
}

fn refuse_final(status: &str) -> Result<(), Problem> {
    if !TicketStatus::named(status).is_some_and(TicketStatus::is_final) {
        return Ok(());
    }
    let detail = format!("The ticket is {status}. A file cannot be attached to it any more.");
    Err(Problem::new(ProblemCode::TicketFinal, detail))
}

fn refuse_excess(app: &App, bytes: i64) -> Result<(), Problem> {
    let most = app.settings.attachments.attachments_tenant_bytes;
    if bytes.unsigned_abs() <= most {
        return Ok(());
    }
    let detail = format!("The attachments of a tenant can have at most {most} bytes together. Delete some first.");
    Err(Problem::new(ProblemCode::QuotaExceeded, detail))
}

fn given_up() -> Problem {
    Problem::new(ProblemCode::BodyTimeout, "The upload took too long and was removed. Send the file again.")
}

fn invalid_name() -> Problem {
    invalid("name", FaultCode::Invalid, "is not the name of a file")
}

fn invalid(parameter: &str, code: FaultCode, detail: &str) -> Problem {
    let fault = Fault::of(parameter, code, detail);
    Problem::parameters(ProblemCode::InvalidParameter, "A parameter has an invalid value. See errors.", vec![fault])
}
