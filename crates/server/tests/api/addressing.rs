//! Paths of members, unknown paths, parameters with several values, and the encoding of responses.

use crate::workflows::{WORKFLOWS, definition};
use flate2::read::GzDecoder;
use reqwest::Method;
use serde_json::{Value, json};
use std::io::Read;
use testkit::{Client, TestApp, TestTenant};

const ORGANIZATIONS: &str = "/api/rmm/organizations";
const TICKETS: &str = "/api/psa/tickets";

#[tokio::test]
async fn a_member_is_reached_by_its_path_as_by_its_parameter() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let id = tenant.organization("Initech").await;
    let (path, query) = (format!("{ORGANIZATIONS}/{id}"), format!("{ORGANIZATIONS}?id={id}"));
    let (by_path, by_query) = (tenant.client.get(&path).await.expect(200), tenant.client.get(&query).await.expect(200));
    assert_eq!((&by_path.body, by_path.header("etag")), (&by_query.body, by_query.header("etag")));
    tenant.client.get(&format!("{ORGANIZATIONS}/{}", id.replace('_', "%5F"))).await.expect(200);

    let dry = tenant.client.put(&format!("{path}?dry_run=true"), json!({"notes": "Dry"})).await.expect(200);
    assert_eq!((&dry.body["notes"], dry.header("dry-run")), (&json!("Dry"), "true"));
    let stale = tenant.client.with_header("if-match", "\"v7\"");
    assert_eq!(stale.put(&path, json!({"notes": "Stale"})).await.problem(), "412 version_mismatch");
    assert_eq!(tenant.client.put(&path, json!({"notes": "Ring."})).await.expect(200).body["notes"], "Ring.");
    tenant.client.delete(&path).await.expect(204);
    assert_eq!(tenant.client.get(&path).await.problem(), "404 not_found");
    let log = tenant.client.get("/api/admin/audit-log?operation=rmm.organizations.update").await.expect(200).body;
    assert_eq!(log["data"][0]["resource"]["id"], json!(id), "both forms are one operation");
}

#[tokio::test]
async fn a_path_that_names_no_member_is_refused() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let id = tenant.organization("Initech").await;
    for other in ["ten_01h455vb4pex5vsknk084sn02q", "nonsense", "%00", "a+b&c=d", "..%2f..", "%ff"] {
        assert_eq!(tenant.client.get(&format!("{ORGANIZATIONS}/{other}")).await.problem(), "404 not_found", "{other}");
    }
    let path = format!("{ORGANIZATIONS}/{id}");
    for query in [format!("id={id}"), "id=".to_owned()] {
        let twice = tenant.client.get(&format!("{path}?{query}")).await;
        assert_eq!(twice.problem(), "400 invalid_parameter", "{query}");
        assert_eq!(twice.body["errors"][0]["parameter"], "id");
    }
    assert_eq!(tenant.client.get(&format!("{path}?tag=gold")).await.problem(), "400 unknown_parameter");
    let posted = tenant.client.post(&path, json!({})).await;
    assert_eq!((posted.problem().as_str(), posted.header("allow")), ("405 method_not_allowed", "GET, PUT, DELETE"));
    assert_eq!(tenant.client.anonymous().get(&path).await.problem(), "401 unauthenticated");
    let reader = tenant.key_with(&["tickets:read"]).await;
    assert_eq!(reader.get(&path).await.problem(), "403 insufficient_scope");
}

#[tokio::test]
async fn collections_below_a_collection_come_before_its_members() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let ticket = tenant.client.post(TICKETS, json!({"subject": "Printer"})).await.expect(201).id();
    let comments = format!("{TICKETS}/comments?ticket_id={ticket}");
    let comment = tenant.client.post(&comments, json!({"body": "Yes."})).await.expect(201).id();
    let listed = tenant.client.get(&comments).await.expect(200).body;
    let read = tenant.client.get(&format!("{TICKETS}/comments/{comment}")).await.expect(200).body;
    assert_eq!((&listed["data"][0], &read["id"]), (&read, &json!(comment)));
}

#[tokio::test]
async fn a_retry_may_use_the_other_form() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let id = tenant.organization("Initech").await;
    let client = tenant.client.with_header("idempotency-key", "once");
    let by_query = client.put(&format!("{ORGANIZATIONS}?id={id}"), json!({"notes": "Ring."})).await.expect(200);
    let by_path = client.put(&format!("{ORGANIZATIONS}/{id}"), json!({"notes": "Ring."})).await.expect(200);
    assert_eq!((by_path.header("idempotency-replayed"), &by_path.body), ("true", &by_query.body));
}

#[tokio::test]
async fn an_unknown_path_is_refused_with_what_to_do() {
    let app = TestApp::start().await;
    let client = app.client();
    for (path, detail) in [
        ("/api/analytics/tenant/tkt_1", "/api/analytics/tenant has no members"),
        ("/api/psa/views/counts/xyz", "/api/psa/views/counts has no members"),
        ("/api/psa/tickets/tkt_1/comments", "Did you mean /api/psa/tickets/comments?"),
        ("/api/psa/ticket", "Did you mean /api/psa/tickets?"),
        ("/api/psa/tickets/", "without the final slash: /api/psa/tickets"),
        ("/api/search/a/b", "Did you mean /api/search?"),
        ("/api/quite/another/product", "does not exist"),
    ] {
        let answer = client.get(path).await;
        assert_eq!(answer.problem(), "404 not_found", "{path}");
        let told = answer.body["detail"].as_str().unwrap();
        assert!(told.contains(detail), "{path}: {told}");
    }
}

#[tokio::test]
async fn workflows_are_a_collection_of_their_own() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let definition = definition(json!([{"tell": {"call": "notify", "with": {"message": "Hello"}}}]));
    let made = tenant.client.post(WORKFLOWS, json!({"name": "Idle", "definition": definition})).await.expect(201);
    assert_eq!(made.header("location"), format!("{WORKFLOWS}?id={}", made.id()));
    let path = format!("{WORKFLOWS}/{}", made.id());
    let changed = tenant.client.send(Method::PATCH, &path, Some(json!({"enabled": false}))).await.expect(200).body;
    for target in [
        path.clone(),
        format!("{WORKFLOWS}?id={}", made.id()),
        format!("{WORKFLOWS}/trigger?id={}", made.id()),
        format!("{WORKFLOWS}/trigger/{}", made.id()),
    ] {
        assert_eq!(tenant.client.get(&target).await.expect(200).body, changed, "{target}");
    }
    assert_eq!(tenant.client.get(WORKFLOWS).await.expect(200).body["data"][0]["id"], changed["id"]);
    tenant.client.delete(&path).await.expect(204);
}

async fn ids(client: &Client, target: &str) -> Vec<String> {
    let listed = client.get(target).await.expect(200).body;
    let ids = listed["data"].as_array().unwrap().iter();
    ids.map(|one| one["id"].as_str().unwrap().to_owned()).collect()
}

/// Three tickets: new, open and resolved. The ids, newest first.
async fn tickets(tenant: &TestTenant) -> [String; 3] {
    let mut made = vec![];
    let open = json!({"status": "open"});
    let resolved = json!({"status": "resolved", "resolution": {"code": "fixed"}});
    for change in [None, Some(open), Some(resolved)] {
        let id = tenant.client.post(TICKETS, json!({"subject": "Printer"})).await.expect(201).id();
        if change.is_some() {
            tenant.client.send(Method::PATCH, &format!("{TICKETS}/{id}"), change).await.expect(200);
        }
        made.insert(0, id);
    }
    made.try_into().unwrap()
}

#[tokio::test]
async fn several_values_are_repeated_or_separated_by_commas() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let [resolved, open, new] = tickets(&tenant).await;
    for query in ["status=new,resolved", "status=new&status=resolved", "status=new&status=resolved,new"] {
        assert_eq!(ids(&tenant.client, &format!("{TICKETS}?{query}")).await, [&*resolved, &*new], "{query}");
    }
    assert_eq!(ids(&tenant.client, &format!("{TICKETS}?status=open")).await, [open]);
    let wrong = tenant.client.get(&format!("{TICKETS}?status=new&status=gone")).await;
    assert_eq!(
        (wrong.problem().as_str(), &wrong.body["errors"][0]["parameter"]),
        ("400 invalid_parameter", &json!("status"))
    );
    let twice = tenant.client.get(&format!("{TICKETS}?tag=a&tag=b")).await;
    assert_eq!(twice.problem(), "400 invalid_parameter");

    let keys = "/api/admin/api-keys";
    let key = tenant.client.post(keys, json!({"name": "gone", "scopes": ["*"]})).await.expect(201).id();
    tenant.client.delete(&format!("{keys}/{key}")).await.expect(204);
    assert_eq!(ids(&tenant.client, &format!("{keys}?status=revoked&status=expired")).await, [key]);
    assert_eq!(ids(&tenant.client, &format!("{keys}?status=active,revoked")).await.len(), 2);
}

#[tokio::test]
async fn event_types_are_filtered_with_wildcards_and_lists_everywhere() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    tenant.client.post(TICKETS, json!({"subject": "Printer"})).await.expect(201);
    tenant.organization("Initech").await;
    let kinds = async |query: &str| -> Vec<String> {
        let listed = tenant.client.get(&format!("/api/events?{query}")).await.expect(200).body;
        let kinds = listed["data"].as_array().unwrap().iter();
        kinds.map(|event| event["type"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(kinds("type=ticket.*").await, ["ticket.created"]);
    let both = ["organization.created", "ticket.created"];
    assert_eq!(kinds("type=ticket.*,organization.created").await, both);
    assert_eq!(kinds("type=ticket.created&type=organization.*").await, both);

    let new = json!({"name": "mirror", "url": "http://127.0.0.1:8999/", "events": ["ticket.*"]});
    let hook = tenant.client.post("/api/admin/webhooks", new).await.expect(201).id();
    for (event, found) in
        [("ticket.created", true), ("ticket.*", true), ("api_key.*,ticket.resolved", true), ("api_key.*", false)]
    {
        let listed = ids(&tenant.client, &format!("/api/admin/webhooks?event_type={event}")).await;
        assert_eq!(listed.contains(&hook), found, "{event}");
    }
    tenant.client.get("/api/admin/webhooks/deliveries?event_type=ticket.*&status=failed&status=held").await.expect(200);
    let figures = "/api/analytics/tenant?metrics=webhooks.deliveries&event_type=ticket.*";
    tenant.client.get(figures).await.expect(200);
    let unknown = tenant.client.get("/api/events?type=tickets.*").await;
    assert_eq!(unknown.problem(), "400 invalid_parameter");
}

#[tokio::test]
async fn a_retry_may_write_the_same_body_in_another_way() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let client = tenant.client.with_header("idempotency-key", "once");
    let send = async |body: &str| client.send_raw(Method::POST, ORGANIZATIONS, Some(body.as_bytes().to_vec())).await;
    let first = send(r#"{"name": "Initech", "tags": ["a", "b"]}"#).await.expect(201);
    let again = send(r#"{"tags":["a","b"],"name":"\u0049nitech"}"#).await.expect(201);
    assert_eq!((again.header("idempotency-replayed"), again.id()), ("true", first.id()));
    let other = send(r#"{"name": "Initech", "tags": ["b", "a"]}"#).await;
    assert_eq!(other.problem(), "422 idempotency_key_reused");
}

#[tokio::test]
async fn large_json_is_compressed_for_those_who_accept_it() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    for number in 0..10 {
        tenant.organization(&format!("Customer {number}")).await;
    }
    let list = format!("{}{ORGANIZATIONS}", app.base);
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let key = tenant.client.key().unwrap();
    let get = |url: &str| http.get(url).bearer_auth(key).header("accept-encoding", "gzip");
    let compressed = get(&list).send().await.unwrap();
    assert_eq!(compressed.headers()["content-encoding"], "gzip");
    assert_eq!(compressed.headers()["vary"], "accept-encoding");
    let (bytes, mut text) = (compressed.bytes().await.unwrap(), String::new());
    GzDecoder::new(&*bytes).read_to_string(&mut text).unwrap();
    let plain = tenant.client.get(ORGANIZATIONS).await.expect(200);
    assert!(!plain.headers.contains_key("content-encoding"));
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), plain.body);
    assert!(bytes.len() * 2 < text.len(), "{} of {} bytes", bytes.len(), text.len());

    for request in [
        get(&list).header("cookie", "theme=dark"),
        get(&format!("{list}?tag=none")),
        get(&format!("{list}?zzz=1")),
        http.post(&list)
            .bearer_auth(key)
            .header("accept-encoding", "gzip")
            .json(&json!({"name": "x", "notes": "x".repeat(2000)})),
    ] {
        let answer = request.send().await.unwrap();
        assert!(!answer.headers().contains_key("content-encoding"), "{}", answer.status());
    }
}
