//! `/api/psa/views`: saved lists of tickets, and their counts.

use serde_json::{Value, json};
use testkit::{Client, TestApp};

const VIEWS: &str = "/api/psa/views";
const TICKETS: &str = "/api/psa/tickets";

async fn view(client: &Client, name: &str, filter: Value) -> String {
    client.post(VIEWS, json!({"name": name, "filter": filter})).await.expect(201).id()
}

async fn count(client: &Client, id: &str) -> Value {
    let counts = client.get(&format!("{VIEWS}/counts?id={id}")).await.expect(200).body;
    assert_eq!(counts["data"][0]["id"], id);
    counts["data"][0]["count"].clone()
}

#[tokio::test]
async fn a_view_has_the_filter_of_the_list_and_is_shared() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let new = json!({"name": "Urgent", "filter": {"status": "unresolved,resolved", "priority": ["p1"], "assignee_id": "me"},
        "sort": "due_at", "columns": ["number", "subject", "number"]});
    let created = tenant.client.post(VIEWS, new.clone()).await.expect(201).body;
    let filter = json!({"status": ["unresolved", "resolved"], "priority": ["p1"], "assignee_id": "me"});
    assert_eq!((&created["filter"], &created["columns"]), (&filter, &json!(["number", "subject"])));
    let colleague = tenant.sign_in("technician").await.client;
    assert_eq!(colleague.get(VIEWS).await.expect(200).body["data"], json!([created]));
    assert_eq!(colleague.post(VIEWS, new).await.problem(), "409 name_taken");
    let target = format!("{VIEWS}?id={}", created["id"].as_str().unwrap());
    let changed = colleague.put(&target, json!({"sort": null, "filter": {"tag": "vip"}})).await.expect(200).body;
    assert_eq!(
        (&changed["sort"], &changed["filter"], &changed["version"]),
        (&Value::Null, &json!({"tag": "vip"}), &json!(2))
    );
    colleague.delete(&target).await.expect(204);
    assert_eq!(colleague.get(&target).await.problem(), "404 not_found");
}

#[tokio::test]
async fn a_filter_that_the_list_would_refuse_is_refused() {
    let app = TestApp::start().await;
    let client = app.tenant().await.client;
    for (filter, pointer) in [
        (json!({"status": ["opn"]}), "/filter/status/0"),
        (json!({"organization_id": "tkt_01h455vb4pex5vsknk084sn02q"}), "/filter/organization_id"),
        (json!({"tag": null}), "/filter/tag"),
        (json!({"created_since": "yesterday"}), "/filter/created_since"),
        (json!({"external_id": "7"}), "/filter"),
        (json!({"status": vec!["open"; 5_000]}), "/filter"),
    ] {
        let refused = client.post(VIEWS, json!({"name": "Wrong", "filter": filter})).await;
        assert_eq!(refused.problem(), "422 invalid_request", "{filter}");
        assert_eq!(refused.body["errors"][0]["pointer"], pointer, "{filter}");
    }
    for name in ["id", "number", "sort", "format", "limit", "nothing"] {
        let refused = client.post(VIEWS, json!({"name": "Wrong", "filter": {name: "1"}})).await;
        assert_eq!(refused.problem(), "422 unknown_field", "{name}");
    }
}

#[tokio::test]
async fn a_count_is_the_length_of_the_list() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let customers = [tenant.organization("Initech").await, tenant.organization("Globex").await];
    let technician = tenant.sign_in("technician").await;
    for n in 0..12 {
        let (priority, kind) = (["p1", "p2", "p3"][n % 3], ["incident", "request"][n / 3 % 2]);
        let new = json!({
            "subject": format!("{} {n}", ["printer", "screen"][n % 2]),
            "organization_id": customers[n / 2 % 2],
            "priority": priority,
            "type": kind,
            "tags": if n % 4 == 0 { vec!["vip"] } else { vec![] },
            "assignee_id": (n % 3 == 0).then_some(technician.user),
        });
        tenant.client.post(TICKETS, new).await.expect(201);
    }
    let filters = [
        json!({}),
        json!({"status": ["unresolved"]}),
        json!({"status": ["closed"]}),
        json!({"priority": ["p1", "p2"], "organization_id": customers[0]}),
        json!({"assignee_id": "none"}),
        json!({"assignee_id": "me", "type": "incident"}),
        json!({"tag": "vip", "status": ["new"]}),
        json!({"tag": "vip", "type": "request", "priority": ["p1"]}),
        json!({"q": "printer"}),
        json!({"q": "printer", "priority": "p2", "updated_since": "2020-01-01T00:00:00Z"}),
        json!({"sla": "running"}),
        json!({"due_until": "2100-01-01T00:00:00Z"}),
    ];
    let client = &technician.client;
    let mut seen = 0;
    for (n, filter) in filters.iter().enumerate() {
        let query: Vec<String> = filter
            .as_object()
            .unwrap()
            .iter()
            .map(|(name, value)| match value {
                Value::Array(items) => {
                    format!("{name}={}", items.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(","))
                }
                value => format!("{name}={}", value.as_str().unwrap()),
            })
            .collect();
        let listed = client.get(&format!("{TICKETS}?limit=200&{}", query.join("&"))).await.expect(200).body;
        let listed = listed["data"].as_array().unwrap().len();
        let id = view(client, &format!("View {n}"), filter.clone()).await;
        assert_eq!(count(client, &id).await, json!(listed), "{filter}");
        seen += listed;
    }
    assert!(seen > 40);
    let all = client.get(&format!("{VIEWS}/counts")).await.expect(200).body;
    assert_eq!(all["data"].as_array().unwrap().len(), filters.len());
    assert!(all["data"].as_array().unwrap().iter().all(|count| count["exact"] == true));
    let mine = view(client, "Mine", json!({"assignee_id": "me"})).await;
    assert_eq!((count(client, &mine).await, count(&tenant.client, &mine).await), (json!(4), json!(0)));
    let unknown = format!("{VIEWS}/counts?id={mine},viw_01h455vb4pex5vsknk084sn02q");
    assert_eq!(client.get(&unknown).await.problem(), "404 not_found");
}

#[tokio::test]
async fn a_count_stops_at_a_thousand() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let model = tenant.client.post(TICKETS, json!({"subject": "One of many", "tags": ["many"]})).await.expect(201).id();
    let copies = "insert into tickets (
            tenant_id, id, number, subject, type, status, priority, source, tags, device_ids, custom_fields,
            created_by_kind, created_at, updated_at
        )
        select
            tenant_id, gen_random_uuid(), 1 + n, subject, type, status, priority, source, tags, device_ids, custom_fields,
            created_by_kind, created_at, updated_at
        from tickets
        cross join generate_series(1, 1000) as n
        where tenant_id = $1";
    // Random ids would be out of the range of a time.
    let copies =
        copies.replace("gen_random_uuid()", "overlay(gen_random_uuid()::text placing left(id::text, 13) from 1)::uuid");
    app.database.root().await.execute(&copies, &[&tenant.id.0]).await.unwrap();
    assert!(model.starts_with("tkt_"));
    for (name, filter) in [("All", json!({})), ("Tag", json!({"tag": "many"})), ("New", json!({"status": "new"}))] {
        let id = view(&tenant.client, name, filter).await;
        let counts = tenant.client.get(&format!("{VIEWS}/counts?id={id}")).await.expect(200).body;
        assert_eq!(counts["data"][0], json!({"id": id, "count": 1000, "exact": false}), "{name}");
    }
}

#[tokio::test]
async fn a_restricted_key_sees_no_views() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let customer = tenant.organization("Initech").await;
    let id = view(&tenant.client, "All", json!({})).await;
    let key = json!({"name": "k", "scopes": ["tickets:*"], "organization_ids": [customer]});
    let restricted = tenant.key_of(key).await;
    assert_eq!(restricted.get(VIEWS).await.expect(200).body["data"], json!([]));
    assert_eq!(restricted.get(&format!("{VIEWS}/counts?id={id}")).await.problem(), "404 not_found");
    assert_eq!(restricted.post(VIEWS, json!({"name": "Mine"})).await.problem(), "403 organization_restricted");
}
