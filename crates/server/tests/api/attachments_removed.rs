//! Files that are removed or scanned in the background, each test with its own database: a server does it for all tenants.

use crate::attachments::{ATTACHMENTS, attach, object, ticket};
use serde_json::{Value, json};
use std::{path::Path, time::Duration};
use tempfile::TempDir;
use testkit::{TestApp, TestTenant};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
};

/// A server and a worker whose files are in a directory of their own, and which removes what is left after a second.
async fn start(more: &[&str]) -> (TestApp, TempDir) {
    let files = tempfile::tempdir().unwrap();
    let url = format!("file://{}", files.path().display());
    let settings = ["--attachments-url", &url, "--attachments-collect-seconds", "1"];
    (TestApp::start_working(&[&settings, more].concat()).await, files)
}

async fn is_gone(path: &Path) {
    for _ in 0..200 {
        if !path.exists() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{} is still there", path.display());
}

#[tokio::test]
async fn a_deleted_file_leaves_the_storage_and_then_the_database() {
    let (app, files) = start(&[]).await;
    let tenant = app.tenant().await;
    let ticket = ticket(&tenant).await;
    let attached = attach(&tenant.client, &ticket, "a.txt", b"text").await.expect(201).body;
    let (one, path) = (format!("{ATTACHMENTS}?id={}", id(&attached)), object(files.path(), &tenant, &attached));
    assert!(path.exists());
    tenant.client.delete(&one).await.expect(204);
    for target in [one.as_str(), &format!("{ATTACHMENTS}/content?id={}", id(&attached))] {
        assert_eq!(tenant.client.get(target).await.problem(), "404 not_found");
    }
    is_gone(&path).await;
    let root = app.database.root().await;
    for _ in 0..100 {
        let rows: i64 = root.query_one("select count(*) from attachments", &[]).await.unwrap().get(0);
        if rows == 0 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the row is still there");
}

#[tokio::test]
async fn what_a_killed_server_leaves_is_collected() {
    let (app, files) = start(&[]).await;
    let tenant = app.tenant().await;
    let ticket = ticket(&tenant).await;
    let stored = attach(&tenant.client, &ticket, "kept.txt", b"text").await.expect(201).body;
    let kept = object(files.path(), &tenant, &stored);
    // A server was killed while it stored a file, and another one before the row became `stored`.
    let (begun, complete) = (kept.with_file_name(format!("{}#1", simple(1))), kept.with_file_name(simple(2)));
    let orphan = kept.with_file_name(simple(3));
    // The tenant of another cell that uses the same storage.
    let foreign = files.path().join(simple(4)).join(simple(5));
    std::fs::create_dir(foreign.parent().unwrap()).unwrap();
    for path in [&begun, &complete, &orphan, &foreign] {
        std::fs::write(path, "half").unwrap();
    }
    let rows = format!(
        "insert into attachments (
            tenant_id, id, ticket_id, name, size_bytes, collect_at, created_by_kind, created_at
        )
        select tickets.tenant_id, given.id, tickets.id, 'a', 4, now(), 'system', now()
        from tickets
        cross join (values ('{}'::uuid), ('{}'::uuid)) as given (id)
        where tenant_id = '{}'",
        simple(1),
        simple(2),
        tenant.id.0
    );
    app.database.root().await.batch_execute(&rows).await.unwrap();
    let listed = tenant.client.get(&format!("{ATTACHMENTS}?ticket_id={ticket}")).await.expect(200).body;
    assert_eq!(listed["data"].as_array().unwrap().len(), 1, "a ticket shows only complete files");
    is_gone(&begun).await;
    is_gone(&complete).await;
    // Files and clocks have different precisions.
    tokio::time::sleep(Duration::from_secs(2)).await;
    let swept = ::attachments::sweep(&app.app).await.unwrap_or_else(|problem| panic!("{}", problem.said()));
    assert!(swept == 1 && !orphan.exists() && kept.exists() && foreign.exists(), "{swept}");
}

#[tokio::test]
async fn a_file_is_read_after_its_scan_unless_malware_was_found() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("tcp://{}", listener.local_addr().unwrap());
    let (app, _files) = start(&["--clamav", &address]).await;
    let tenant = app.tenant().await;
    let ticket = ticket(&tenant).await;
    let good = attach(&tenant.client, &ticket, "good.txt", &vec![b'x'; 200_000]).await.expect(201).body;
    let bad = attach(&tenant.client, &ticket, "bad.txt", b"this is malware").await.expect(201).body;
    let content = |attachment: &Value| format!("{ATTACHMENTS}/content?id={}", id(attachment));
    assert_eq!((&good["scan"], &bad["scan"]), (&json!("pending"), &json!("pending")));
    assert_eq!(tenant.client.get(&content(&good)).await.problem(), "409 attachment_not_scanned");
    let clamd = tokio::spawn(async move {
        loop {
            answer(&listener).await;
        }
    });
    assert_eq!(scanned(&tenant, &good).await, "clean");
    assert_eq!(scanned(&tenant, &bad).await, "infected");
    assert_eq!(tenant.client.download(&content(&good)).await.1.len(), 200_000);
    assert_eq!(tenant.client.get(&content(&bad)).await.problem(), "409 attachment_infected");
    clamd.abort();
}

/// One connection to clamd: whatever contains the word is infected.
async fn answer(listener: &TcpListener) {
    let (mut stream, _) = listener.accept().await.unwrap();
    let mut command = [0; 10];
    stream.read_exact(&mut command).await.unwrap();
    assert_eq!(&command, b"zINSTREAM\0");
    let mut content = vec![];
    loop {
        let length = stream.read_u32().await.unwrap() as usize;
        if length == 0 {
            break;
        }
        let mut piece = vec![0; length];
        stream.read_exact(&mut piece).await.unwrap();
        content.extend(piece);
    }
    let found = content.windows(7).any(|some| some == b"malware");
    let verdict: &[u8] = if found { b"stream: Test-Signature FOUND\0" } else { b"stream: OK\0" };
    stream.write_all(verdict).await.unwrap();
}

async fn scanned(tenant: &TestTenant, attachment: &Value) -> String {
    for _ in 0..400 {
        let found = tenant.client.get(&format!("{ATTACHMENTS}?id={}", id(attachment))).await.expect(200).body;
        if found["scan"] != "pending" {
            assert_eq!(found["version"], 2);
            return found["scan"].as_str().unwrap().to_owned();
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("it is not scanned");
}

#[tokio::test]
async fn an_erased_person_takes_files_along() {
    let (app, files) = start(&[]).await;
    let tenant = app.tenant().await;
    let new = json!({"name": "Milton Waddams", "emails": ["milton@initech.example"]});
    let person = tenant.client.post("/api/psa/contacts", new).await.expect(201).id();
    let ticket = ticket(&tenant).await;
    let comments = format!("/api/psa/tickets/comments?ticket_id={ticket}");
    let theirs = json!({"body": "It is red.", "author": {"id": person}});
    let theirs = tenant.client.post(&comments, theirs).await.expect(201).id();
    let photo = format!("photo.png&comment_id={theirs}");
    let photo = attach(&tenant.client, &ticket, &photo, b"a photo").await.expect(201).body;
    let letter = attach(&tenant.client, &ticket, "To%20Milton%20Waddams.txt", b"Dear").await.expect(201).body;
    let begun = tenant.client.post(&format!("/api/psa/contacts/erase?id={person}"), json!({})).await.expect(202);
    let done = tenant.client.get(&format!("/api/operations?id={}&wait=20", begun.id())).await.expect(200);
    assert_eq!(done.body["status"], "succeeded", "{:#}", done.body);
    is_gone(&object(files.path(), &tenant, &photo)).await;
    let letter = tenant.client.get(&format!("{ATTACHMENTS}?id={}", id(&letter))).await.expect(200).body;
    assert_eq!(letter["name"], "To [erased].txt");
    for target in ["/api/events?limit=200", "/api/admin/audit-log?limit=200"] {
        let text = tenant.client.get(target).await.expect(200).body.to_string();
        assert!(!text.contains("Milton"), "{target}: {text}");
    }
}

fn id(attachment: &Value) -> &str {
    attachment["id"].as_str().unwrap()
}

/// The id of an attachment as it is in the key of its object.
fn simple(number: u128) -> String {
    uuid::Uuid::from_u128(number).simple().to_string()
}
