//! `GET /api/psa/attachments/content`: the bytes of a file, decrypted piece by piece while they are sent.
//!
//! A browser must never execute a file in our origin: the type is one of a few harmless ones, and the file is a download
//! in a sandbox.

use crate::{
    DATA_KEY,
    attachments::to_wire,
    cipher::Opener,
    kind,
    name::disposition,
    storage::{Reader, Storage, storage},
};
use api::{
    ProblemCode, Scope, TenantId,
    attachments::{Attachment, AttachmentScan, AttachmentTarget, FileContent},
    ids::AttachmentId,
};
use axum::{
    body::{Body, Bytes},
    http::{HeaderName, HeaderValue, header},
    response::{IntoResponse, Response},
};
use base64::{Engine, prelude::BASE64_STANDARD};
use futures::stream;
use kernel::{
    app::App,
    http::{Caller, Problem, Query},
    shares::{Share, Taken},
};
use queries::queries::attachments::attachments::{attachment_key, get_attachment};

const DIGEST: HeaderName = HeaderName::from_static("repr-digest");

/// Nothing in the file is executed, loaded or submitted, and no page embeds it.
const POLICY: HeaderValue = HeaderValue::from_static("default-src 'none'; sandbox; frame-ancestors 'none'");

/// Read the content of an attachment
///
/// Returns the bytes of the file as a download. `Repr-Digest` is their SHA-256. A file that is not scanned yet, or that is
/// infected, returns 409. HTML, SVG, scripts and unknown types are sent as `application/octet-stream`.
#[utoipa::path(get, path = "/api/psa/attachments/content", operation_id = "psa.attachments.content", tag = "Attachments",
    params(AttachmentTarget),
    extensions(("x-problems" = json!([
        ProblemCode::AttachmentsNotConfigured, ProblemCode::AttachmentNotScanned, ProblemCode::AttachmentInfected
    ]))),
    security(("api_key" = [Scope::TicketsRead])), responses(
        (status = 200, content(
            (FileContent = "application/octet-stream"), (FileContent = "application/pdf"),
            (FileContent = "application/zip"), (FileContent = "image/gif"), (FileContent = "image/jpeg"),
            (FileContent = "image/png"), (FileContent = "image/webp"), (FileContent = "text/plain")))))]
pub async fn read_content(
    app: App,
    caller: Caller,
    Query(target): Query<AttachmentTarget>,
) -> Result<Response, Problem> {
    let (attachment, sealed_key) = find(&app, &caller, target.id).await?;
    refuse_unscanned(attachment.scan)?;
    let taken = app.shares.take(Share::Transfers, caller.tenant())?;
    let storage = storage(&app)?;
    let mut reader = open(&app, &storage, caller.tenant(), &attachment, &sealed_key).await?;
    // The first piece is decrypted before the response begins, so that most errors are reported as problems.
    let first = reader.next().await.map_err(Problem::internal)?.unwrap_or_default();
    let mut response = Body::from_stream(pieces(first, reader, taken)).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from(attachment.size_bytes));
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind::sent(&attachment.content_type)));
    headers.insert(header::CONTENT_SECURITY_POLICY, POLICY);
    for (name, value) in [
        (header::CONTENT_DISPOSITION, disposition(&attachment.name)),
        (header::ETAG, format!("\"{}\"", attachment.sha256)),
        (DIGEST, format!("sha-256=:{}:", BASE64_STANDARD.encode(unhex(&attachment.sha256)))),
    ] {
        headers.insert(name, HeaderValue::try_from(value).map_err(Problem::internal)?);
    }
    Ok(response)
}

async fn find(app: &App, caller: &Caller, id: AttachmentId) -> Result<(Attachment, Vec<u8>), Problem> {
    let db = app.db.tenant(caller).await?;
    let row = get_attachment().bind(&db, &id.0).opt().await?.ok_or_else(Problem::not_found)?;
    let key = attachment_key().bind(&db, &id.0).opt().await?.ok_or_else(Problem::not_found)?;
    Ok((to_wire(row), key))
}

fn refuse_unscanned(scan: AttachmentScan) -> Result<(), Problem> {
    let (code, detail) = match scan {
        AttachmentScan::Off | AttachmentScan::Clean => return Ok(()),
        AttachmentScan::Pending => {
            (ProblemCode::AttachmentNotScanned, "The file has not been scanned for malware yet. Try again later.")
        }
        AttachmentScan::Infected => (ProblemCode::AttachmentInfected, "The scan has found malware in the file."),
    };
    Err(Problem::new(code, detail))
}

/// Opens the object of an attachment.
pub async fn open(
    app: &App,
    storage: &Storage,
    tenant: TenantId,
    attachment: &Attachment,
    sealed_key: &[u8],
) -> Result<Reader, Problem> {
    let (id, size) = (attachment.id.0, attachment.size_bytes.unsigned_abs());
    let key = app.sealing.open(tenant, DATA_KEY, id, sealed_key).await?;
    let opener = Opener::new(&key, id, size).map_err(Problem::internal)?;
    storage.read(&storage.path(tenant, id), opener, size).await.map_err(|error| {
        let is_passing = error
            .downcast_ref::<object_store::Error>()
            .is_some_and(|error| !matches!(error, object_store::Error::NotFound { .. }));
        if is_passing { Problem::unavailable(error) } else { Problem::internal(error) }
    })
}

/// The rest follows the first piece. The response has begun: the only way to report a failure is to truncate it.
fn pieces(
    first: Bytes,
    reader: Reader,
    taken: Taken,
) -> impl futures::Stream<Item = Result<Bytes, std::io::Error>> + Send + 'static {
    stream::try_unfold((Some(first), reader, taken), |(first, mut reader, taken)| async move {
        if let Some(first) = first {
            return Ok(Some((first, (None, reader, taken))));
        }
        let next = reader.next().await.map_err(|error| {
            tracing::error!(error = format!("{error:#}"), "failed to read the content of an attachment");
            std::io::Error::other("the content could not be read")
        })?;
        Ok(next.map(|next| (next, (None, reader, taken))))
    })
}

fn unhex(text: &str) -> Vec<u8> {
    let byte = |at: usize| u8::from_str_radix(text.get(at..at + 2)?, 16).ok();
    (0..text.len()).step_by(2).filter_map(byte).collect()
}
