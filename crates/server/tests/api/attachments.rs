//! Files on tickets: uploads, downloads, limits, and what the storage contains.

use reqwest::Method;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use testkit::{Answer, Client, Database, TestApp, TestTenant, uuid_of};

pub const ATTACHMENTS: &str = "/api/psa/attachments";
const TICKETS: &str = "/api/psa/tickets";

/// A server whose files are in a directory of its own.
async fn start(more: &[&str]) -> (TestApp, TempDir) {
    let database = Database::shared().await;
    let files = tempfile::tempdir().unwrap();
    let url = format!("file://{}", files.path().display());
    let settings = database.settings_with(&[&["--attachments-url", &url], more].concat());
    (TestApp::start_with(database, settings).await, files)
}

pub async fn ticket(tenant: &TestTenant) -> String {
    tenant.client.post(TICKETS, json!({"subject": "Printer"})).await.expect(201).id()
}

pub async fn attach(client: &Client, ticket: &str, name: &str, content: &[u8]) -> Answer {
    let target = format!("{ATTACHMENTS}?ticket_id={ticket}&name={name}");
    client.send_raw(Method::POST, &target, Some(content.to_vec())).await
}

fn content_of(attachment: &Value) -> String {
    format!("{ATTACHMENTS}/content?id={}", attachment["id"].as_str().unwrap())
}

/// The file in which the object of an attachment is stored.
pub fn object(files: &Path, tenant: &TestTenant, attachment: &Value) -> PathBuf {
    let id = uuid_of(attachment["id"].as_str().unwrap());
    files.join(tenant.id.0.simple().to_string()).join(id.simple().to_string())
}

/// Bytes that cannot be compressed and differ everywhere.
fn noise(size: usize) -> Vec<u8> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64 ^ size as u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()
    };
    std::iter::repeat_with(&mut next).flatten().take(size).collect()
}

#[tokio::test]
async fn a_file_of_any_size_comes_back_as_it_was_sent() {
    let (app, _files) = start(&[]).await;
    let tenant = app.tenant().await;
    let ticket = ticket(&tenant).await;
    // One piece, the border of a piece, and more than one part.
    for size in [1, 64 * 1024, 64 * 1024 + 1, 12 * 1024 * 1024] {
        let content = noise(size);
        let attached = attach(&tenant.client, &ticket, "noise.bin", &content).await.expect(201);
        assert_eq!((&attached.body["size_bytes"], &attached.body["scan"]), (&json!(size), &json!("off")));
        assert_eq!((&attached.body["ticket_id"], attached.header("etag")), (&json!(ticket), "\"v1\""));
        let (kind, downloaded) = tenant.client.download(&content_of(&attached.body)).await;
        assert_eq!(kind, "application/octet-stream", "{size}");
        assert!(downloaded == content, "{size} bytes");
    }
    let listed = tenant.client.get(&format!("{ATTACHMENTS}?ticket_id={ticket}&limit=2")).await.expect(200);
    assert_eq!((listed.body["data"].as_array().unwrap().len(), &listed.body["has_more"]), (2, &json!(true)));
    let newest = listed.body["data"][0]["id"].as_str().unwrap();
    let one = tenant.client.get(&format!("{ATTACHMENTS}?id={newest}")).await.expect(200);
    assert_eq!(one.body, listed.body["data"][0]);
    let events = tenant.client.get(&format!("/api/events?subject_id={ticket}")).await.expect(200).body;
    let added = events["data"].as_array().unwrap().iter().filter(|event| event["type"] == "ticket.attachment.added");
    assert_eq!(added.count(), 4);
}

#[tokio::test]
async fn the_storage_has_no_plaintext_and_every_change_of_an_object_is_noticed() {
    let (app, files) = start(&[]).await;
    let tenant = app.tenant().await;
    let ticket = ticket(&tenant).await;
    let content = "the secret of the customer ".repeat(5_000).into_bytes();
    let one = attach(&tenant.client, &ticket, "one.txt", &content).await.expect(201).body;
    let other = attach(&tenant.client, &ticket, "other.txt", &content).await.expect(201).body;
    let (path, other_path) = (object(files.path(), &tenant, &one), object(files.path(), &tenant, &other));
    let stored = std::fs::read(&path).unwrap();
    let contains = |bytes: &[u8], part: &[u8]| bytes.windows(part.len()).any(|some| some == part);
    assert!(!contains(&stored, b"secret") && contains(&content, b"secret"));
    assert_ne!(stored, std::fs::read(&other_path).unwrap(), "each file has a key of its own");

    let read = async || tenant.client.get(&content_of(&one)).await;
    let mut changed = stored.clone();
    changed[7] ^= 1;
    let cut = stored[..64 * 1024 + 16].to_vec();
    for broken in [changed, cut, [&stored[..], b"x"].concat(), std::fs::read(&other_path).unwrap()] {
        std::fs::write(&path, broken).unwrap();
        assert_eq!(read().await.problem(), "500 internal");
    }
    std::fs::write(&path, &stored).unwrap();
    assert_eq!(tenant.client.download(&content_of(&one)).await.1, content);
    std::fs::remove_file(&path).unwrap();
    assert_eq!(read().await.problem(), "500 internal");
}

#[tokio::test]
async fn a_file_is_seen_by_those_who_see_its_ticket_also_after_a_move() {
    let (app, _files) = start(&[]).await;
    let (tenant, stranger) = (app.tenant().await, app.tenant().await);
    let (here, there) = (tenant.organization("here").await, tenant.organization("there").await);
    let new = json!({"subject": "Printer", "organization_id": here});
    let ticket = tenant.client.post(TICKETS, new).await.expect(201).id();
    let attached = attach(&tenant.client, &ticket, "a.txt", b"text").await.expect(201).body;
    assert_eq!(attached["organization_id"], json!(here));
    let key = |organization: &str| json!({"name": "k", "scopes": ["tickets:*"], "organization_ids": [organization]});
    let (of_here, of_there) = (tenant.key_of(key(&here)).await, tenant.key_of(key(&there)).await);

    let (one, content) = (format!("{ATTACHMENTS}?id={}", attached["id"].as_str().unwrap()), content_of(&attached));
    let list = format!("{ATTACHMENTS}?ticket_id={ticket}");
    for client in [&of_there, &stranger.client] {
        for target in [&one, &content, &list] {
            assert_eq!(client.get(target).await.problem(), "404 not_found", "{target}");
        }
        assert_eq!(client.delete(&one).await.problem(), "404 not_found");
        assert_eq!(attach(client, &ticket, "b.txt", b"text").await.problem(), "404 not_found");
    }
    of_here.get(&one).await.expect(200);
    let moved = json!({"organization_id": there});
    tenant.client.send(Method::PATCH, &format!("{TICKETS}?id={ticket}"), Some(moved)).await.expect(200);
    assert_eq!(of_here.get(&one).await.problem(), "404 not_found");
    assert_eq!(of_there.download(&content).await.1, b"text");
}

#[tokio::test]
async fn files_belong_to_comments_of_their_ticket_and_not_to_final_tickets() {
    let (app, _files) = start(&[]).await;
    let tenant = app.tenant().await;
    let (mine, other) = (ticket(&tenant).await, ticket(&tenant).await);
    let comment = async |ticket: &str| {
        let target = format!("{TICKETS}/comments?ticket_id={ticket}");
        tenant.client.post(&target, json!({"body": "See the file."})).await.expect(201).id()
    };
    let (own, foreign) = (comment(&mine).await, comment(&other).await);
    let named = |comment: &str| format!("a.txt&comment_id={comment}");
    let attached = attach(&tenant.client, &mine, &named(&own), b"text").await.expect(201);
    assert_eq!(attached.body["comment_id"], json!(own));
    assert_eq!(attach(&tenant.client, &mine, &named(&foreign), b"text").await.problem(), "400 invalid_parameter");
    assert_eq!(attach(&tenant.client, &mine, "%2e%2e", b"text").await.problem(), "400 invalid_parameter");
    let canceled = json!({"status": "canceled"});
    tenant.client.send(Method::PATCH, &format!("{TICKETS}?id={mine}"), Some(canceled)).await.expect(200);
    assert_eq!(attach(&tenant.client, &mine, "a.txt", b"text").await.problem(), "409 ticket_final");
}

#[tokio::test]
async fn empty_files_large_files_and_large_tenants_are_refused() {
    let (app, files) = start(&["--attachments-file-bytes", "200000", "--attachments-tenant-bytes", "300000"]).await;
    let tenant = app.tenant().await;
    let ticket = ticket(&tenant).await;
    for name in ["a", "a&dry_run=true"] {
        assert_eq!(attach(&tenant.client, &ticket, name, b"").await.problem(), "422 invalid_request");
    }
    assert_eq!(attach(&tenant.client, &ticket, "a", &noise(200_001)).await.problem(), "413 body_too_large");
    let stored = attach(&tenant.client, &ticket, "a", &noise(200_000)).await.expect(201).body;
    assert_eq!(attach(&tenant.client, &ticket, "b", &noise(100_001)).await.problem(), "409 quota_exceeded");
    let dry = attach(&tenant.client, &ticket, "b&dry_run=true", &noise(100_000)).await.expect(201);
    assert_eq!((dry.header("dry-run"), &dry.body["size_bytes"]), ("true", &json!(100_000)));
    let folder = files.path().join(tenant.id.0.simple().to_string());
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "a dry run stores nothing");
    let listed = tenant.client.get(&format!("{ATTACHMENTS}?ticket_id={ticket}")).await.expect(200).body;
    assert_eq!(listed["data"].as_array().unwrap().len(), 1);
    tenant.client.delete(&format!("{ATTACHMENTS}?id={}", stored["id"].as_str().unwrap())).await.expect(204);
    attach(&tenant.client, &ticket, "b", &noise(100_001)).await.expect(201);
}

#[tokio::test]
async fn a_file_is_a_harmless_download_under_its_cleaned_name() {
    let (app, _files) = start(&[]).await;
    let tenant = app.tenant().await;
    let ticket = ticket(&tenant).await;
    let png = [&b"\x89PNG\r\n\x1a\n"[..], &[0, 0, 0, 13], b"IHDR"].concat();
    for (name, content, kind, sent) in [
        ("page.png", &b"<!doctype html><script>alert(1)</script>"[..], "text/html", "application/octet-stream"),
        ("x.txt", b"<svg xmlns='http://www.w3.org/2000/svg' onload='x'/>", "image/svg+xml", "application/octet-stream"),
        ("x.html", &png, "image/png", "image/png"),
        ("x.exe", b"plain text", "text/plain", "text/plain; charset=utf-8"),
    ] {
        let attached = attach(&tenant.client, &ticket, name, content).await.expect(201).body;
        assert_eq!((&attached["content_type"], &attached["name"]), (&json!(kind), &json!(name)));
        let (found, bytes) = tenant.client.download(&content_of(&attached)).await;
        assert_eq!((found.as_str(), bytes.as_slice()), (sent, content));
    }
    let name = "C:%5Cfolder%5Cb%C3%A9%22%E2%80%AEfdp.exe";
    let attached = attach(&tenant.client, &ticket, name, b"foo").await.expect(201).body;
    assert_eq!(attached["name"], "bé\"fdp.exe");
    assert_eq!(attached["sha256"], "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae");
    let answer = tenant.client.get(&content_of(&attached)).await.expect(200);
    for (header, value) in [
        ("content-disposition", "attachment; filename=\"b__fdp.exe\"; filename*=UTF-8''b%C3%A9%22fdp.exe"),
        ("content-security-policy", "default-src 'none'; sandbox; frame-ancestors 'none'"),
        ("x-content-type-options", "nosniff"),
        ("cache-control", "no-store"),
        ("content-length", "3"),
        ("etag", "\"2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae\""),
        ("repr-digest", "sha-256=:LCa0a2j/xo/5m0U8HTBBNBNCLXBkg7+g+YpeiGJm564=:"),
    ] {
        assert_eq!(answer.header(header), value, "{header}");
    }
}

#[tokio::test]
async fn without_a_storage_files_are_refused_with_a_clear_problem() {
    let database = Database::shared().await;
    let mut settings = database.settings();
    settings.attachments.attachments_url = None;
    let app = TestApp::start_with(database, settings).await;
    let tenant = app.tenant().await;
    let ticket = ticket(&tenant).await;
    assert_eq!(attach(&tenant.client, &ticket, "a", b"text").await.problem(), "409 attachments_not_configured");
    tenant.client.get(&format!("{ATTACHMENTS}?ticket_id={ticket}")).await.expect(200);
}

#[tokio::test]
async fn an_upload_with_a_key_is_stored_once() {
    let (app, _files) = start(&[]).await;
    let tenant = app.tenant().await;
    let ticket = ticket(&tenant).await;
    let client = tenant.client.with_header("idempotency-key", "once");
    let first = attach(&client, &ticket, "a.txt", b"text").await.expect(201);
    let again = attach(&client, &ticket, "a.txt", b"text").await.expect(201);
    assert_eq!((first.body, again.header("idempotency-replayed")), (again.body.clone(), "true"));
    assert_eq!(attach(&client, &ticket, "a.txt", b"longer").await.problem(), "422 idempotency_key_reused");
    assert_eq!(attach(&client, &ticket, "b.txt", b"text").await.problem(), "422 idempotency_key_reused");
    let listed = tenant.client.get(&format!("{ATTACHMENTS}?ticket_id={ticket}")).await.expect(200).body;
    assert_eq!(listed["data"].as_array().unwrap().len(), 1);
}
