//! Tickets: creation, deduplication, changes and transitions, lists, comments, history, bulk, export.

use serde_json::{Value, json};
use std::collections::HashSet;
use tenant_control::psa::tickets::close_due;
use testkit::{Answer, TestApp, TestTenant};

const PATH: &str = "/api/psa/tickets";

async fn ticket(tenant: &TestTenant, new: Value) -> Value {
    tenant.client.post(PATH, new).await.expect(201).body
}

async fn change(tenant: &TestTenant, ticket: &Value, wanted: Value) -> Answer {
    tenant.client.send(reqwest::Method::PATCH, &format!("{PATH}?id={}", text(&ticket["id"])), Some(wanted)).await
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn subjects(answer: &Answer) -> Vec<&str> {
    answer.body["data"].as_array().unwrap().iter().map(|ticket| text(&ticket["subject"])).collect()
}

async fn events(tenant: &TestTenant, ticket: &Value) -> Vec<String> {
    let target = format!("/api/events?sort=timestamp&subject_id={}", text(&ticket["id"]));
    let log = tenant.client.get(&target).await.expect(200);
    let all = log.body["data"].as_array().unwrap().clone();
    for (n, event) in all.iter().enumerate() {
        assert_eq!(event["sequence"], n + 1, "{event:#}");
    }
    all.iter().map(|event| text(&event["type"]).to_owned()).collect()
}

#[tokio::test]
async fn a_subject_is_enough() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let created = tenant.client.post(PATH, json!({"subject": "Printer on fire"})).await.expect(201);
    assert_eq!(created.header("etag"), "\"v1\"");
    let ticket = &created.body;
    assert_eq!((&ticket["number"], &ticket["status"]), (&json!(1), &json!("new")));
    assert_eq!(
        (&ticket["priority"], &ticket["type"], &ticket["source"]),
        (&json!("p3"), &json!("incident"), &json!("api"))
    );
    assert_eq!(ticket["organization_id"], Value::Null, "the tenant has no customer");
    let by_id = tenant.client.get(created.header("location")).await.expect(200);
    let by_number = tenant.client.get(&format!("{PATH}?number=1")).await.expect(200);
    assert_eq!((&by_id.body, &by_number.body), (ticket, ticket));
    assert_eq!(events(&tenant, ticket).await, ["ticket.created"]);
}

#[tokio::test]
async fn a_ticket_is_the_only_customers_and_with_several_it_must_be_said() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let only = tenant.organization("only").await;
    assert_eq!(ticket(&tenant, json!({"subject": "a"})).await["organization_id"], only);
    tenant.organization("second").await;
    let refused = tenant.client.post(PATH, json!({"subject": "b"})).await;
    assert_eq!(refused.problem(), "422 invalid_request");
    assert_eq!(refused.body["errors"][0]["pointer"], "/organization_id");
    let unknown = json!({"subject": "b", "organization_id": "org_01h455vb4pex5vsknk084sn02q"});
    assert_eq!(tenant.client.post(PATH, unknown).await.body["errors"][0]["code"], "not_found");
    assert_eq!(ticket(&tenant, json!({"subject": "c", "organization_id": only})).await["number"], 2, "no gap");
    let deletion = tenant.client.delete(&format!("/api/rmm/organizations?id={only}")).await;
    assert_eq!(deletion.problem(), "409 organization_in_use");
}

#[tokio::test]
async fn reports_of_the_same_thing_gather_on_one_ticket() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let report = json!({"subject": "Disk full", "source": "alert", "dedup_key": "disk:srv-01"});
    let first = ticket(&tenant, report.clone()).await;
    let again = tenant.client.post(PATH, report.clone()).await.expect(200);
    assert_eq!((&again.body["deduplicated"], &again.body["id"]), (&json!(true), &first["id"]));
    assert_eq!((&again.body["dedup"]["count"], &again.body["counts"]["comments"]), (&json!(2), &json!(1)));
    assert_eq!(again.header("etag"), "\"v2\"");

    let mut recovery = report.clone();
    recovery["dedup_action"] = json!("resolve");
    let resolved = tenant.client.post(PATH, recovery.clone()).await.expect(200);
    assert_eq!(
        (&resolved.body["status"], &resolved.body["resolution"]["code"]),
        (&json!("resolved"), &json!("recovered"))
    );
    assert_eq!(tenant.client.post(PATH, recovery).await.problem(), "409 nothing_to_resolve");
    let expected = ["ticket.created", "ticket.commented", "ticket.updated", "ticket.resolved", "ticket.updated"];
    assert_eq!(events(&tenant, &first).await, expected);

    let next = ticket(&tenant, report.clone()).await;
    assert_eq!((&next["number"], &next["dedup"]["count"]), (&json!(2), &json!(1)));
    let reopened = change(&tenant, &first, json!({"status": "open"})).await;
    assert_eq!(reopened.problem(), "409 dedup_key_taken", "two unresolved tickets of one key");
    let found = tenant.client.get(&format!("{PATH}?dedup_key=disk:srv-01&status=unresolved")).await.expect(200);
    assert_eq!(found.body["data"][0]["id"], next["id"]);
    let dry = tenant.client.post(&format!("{PATH}?dry_run=true"), report).await.expect(200);
    assert_eq!((dry.header("dry-run"), &dry.body["deduplicated"]), ("true", &json!(true)));
}

#[tokio::test]
async fn one_call_changes_fields_status_and_comment_together() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let made = ticket(&tenant, json!({"subject": "a", "custom_fields": {"x": 1, "y": 2}, "tags": ["one"]})).await;
    let wanted = json!({
        "status": "open", "priority": "p1", "tags": ["two"], "custom_fields": {"y": null, "z": 3},
        "comment": {"body": "On my way.", "visibility": "internal"}
    });
    let changed = change(&tenant, &made, wanted).await.expect(200).body;
    assert_eq!(
        (&changed["status"], &changed["priority"], &changed["version"]),
        (&json!("open"), &json!("p1"), &json!(2))
    );
    assert_eq!((&changed["custom_fields"], &changed["subject"]), (&json!({"x": 1, "z": 3}), &json!("a")));
    assert_eq!(changed["counts"]["comments"], 1);
    let comments = tenant.client.get(&format!("{PATH}/comments?ticket_id={}", text(&made["id"]))).await.expect(200);
    assert_eq!(comments.body["data"][0]["body"], "On my way.");
    assert_eq!(events(&tenant, &made).await, ["ticket.created", "ticket.commented", "ticket.updated"]);

    let log = tenant.client.get("/api/events?type=ticket.updated").await.expect(200);
    let previous = &log.body["data"][0]["data"]["previous"];
    assert_eq!((&previous["status"], &previous["priority"]), (&json!("new"), &json!("p3")));
    assert!(previous.get("subject").is_none(), "what stayed is not told: {previous}");

    let refused =
        change(&tenant, &made, json!({"status": "closed", "subject": "lost", "comment": {"body": "x"}})).await;
    assert_eq!(refused.problem(), "409 transition_not_allowed");
    assert_eq!(refused.body["allowed_transitions"], changed["allowed_transitions"]);
    let kept = tenant.client.get(&format!("{PATH}?id={}", text(&made["id"]))).await.expect(200).body;
    assert_eq!(kept, changed, "all or nothing");
}

#[tokio::test]
async fn a_ticket_lives_from_new_to_closed() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let made = ticket(&tenant, json!({"subject": "a"})).await;
    let bare = change(&tenant, &made, json!({"status": "resolved"})).await;
    assert_eq!(bare.body["errors"][0]["pointer"], "/resolution", "how it ended must be said");
    let resolved = json!({"status": "resolved", "resolution": {"code": "fixed", "notes": "New toner"}});
    let resolved = change(&tenant, &made, resolved).await.expect(200).body;
    assert!(resolved["resolved_at"].is_string());
    let open = change(&tenant, &made, json!({"status": "open"})).await.expect(200).body;
    assert_eq!((&open["resolved_at"], &open["resolution"]["code"]), (&Value::Null, &json!("fixed")));
    change(&tenant, &made, json!({"status": "resolved"})).await.expect(200);
    let closed = change(&tenant, &made, json!({"status": "closed"})).await.expect(200).body;
    assert!(closed["closed_at"].is_string() && closed["resolved_at"].is_string());
    assert_eq!(closed["allowed_transitions"], json!([]));
    for wanted in [json!({"status": "open"}), json!({"subject": "b"}), json!({"comment": {"body": "x"}})] {
        assert_eq!(change(&tenant, &made, wanted).await.problem(), "409 ticket_final");
    }
}

#[tokio::test]
async fn a_resolved_ticket_closes_by_itself_unless_it_is_opened_again() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (left, reopened, fresh) = (
        ticket(&tenant, json!({"subject": "left"})).await,
        ticket(&tenant, json!({"subject": "reopened"})).await,
        ticket(&tenant, json!({"subject": "fresh"})).await,
    );
    for made in [&left, &reopened, &fresh] {
        change(&tenant, made, json!({"status": "resolved", "resolution": {"code": "fixed"}})).await.expect(200);
    }
    change(&tenant, &reopened, json!({"status": "open"})).await.expect(200);
    let root = app.database.root().await;
    let sql = "update tickets set closes_at = now() - interval '1 minute' where tenant_id = $1 and subject = 'left'";
    root.execute(sql, &[&tenant.id.0]).await.unwrap();
    let (one, other) = futures::join!(held::apart(close_due(&app.app)), held::apart(close_due(&app.app)));
    assert!(one.is_ok() && other.is_ok());
    let status = async |made: &Value| tenant.client.get(&format!("{PATH}?id={}", text(&made["id"]))).await.body;
    assert_eq!(status(&left).await["status"], "closed");
    assert_eq!(
        (&status(&reopened).await["status"], &status(&fresh).await["status"]),
        (&json!("open"), &json!("resolved"))
    );
    let history = tenant.client.get(&format!("{PATH}/history?ticket_id={}", text(&left["id"]))).await.expect(200);
    assert_eq!(history.body["data"][0]["actor"], json!({"type": "system", "id": null}));
    let closings = events(&tenant, &left).await;
    assert_eq!(closings, ["ticket.created", "ticket.resolved", "ticket.updated", "ticket.updated"], "closed once");
}

#[tokio::test]
async fn an_external_reference_names_one_ticket() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let reference = json!({"system": "halopsa", "id": "4711"});
    let made = ticket(&tenant, json!({"subject": "a", "external_ref": reference})).await;
    let twice = tenant.client.post(PATH, json!({"subject": "b", "external_ref": reference})).await;
    assert_eq!(twice.problem(), "409 external_ref_taken");
    let found = tenant.client.get(&format!("{PATH}?external_system=halopsa&external_id=4711")).await.expect(200);
    assert_eq!(found.body["data"][0]["id"], made["id"]);
    assert_eq!(
        tenant.client.get(&format!("{PATH}?external_system=halopsa")).await.expect(200).body["data"][0]["id"],
        made["id"]
    );
    assert_eq!(ticket(&tenant, json!({"subject": "c"})).await["number"], 2, "a refused creation takes no number");
}

#[tokio::test]
async fn a_list_is_narrowed_by_its_filters() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (one, two) = (tenant.organization("one").await, tenant.organization("two").await);
    let device = crate::device_rows::insert_device(&app, &tenant, &two, json!({"name": "screen"})).await;
    let technician = tenant.sign_in("technician").await;
    let user = technician.user;
    ticket(&tenant, json!({"subject": "a printer", "organization_id": one, "priority": "p1", "tags": ["vip", "x"]}))
        .await;
    ticket(&tenant, json!({"subject": "b screen", "organization_id": two, "priority": "p2", "device_ids": [device]}))
        .await;
    let c = ticket(
        &tenant,
        json!({"subject": "c printer", "organization_id": two, "priority": "p1", "tags": ["vip"], "assignee_id": user}),
    )
    .await;
    ticket(&tenant, json!({"subject": "d", "organization_id": one, "type": "request", "source": "email"})).await;
    change(&tenant, &c, json!({"status": "open"})).await.expect(200);

    let all = |query: String| {
        let tenant = &tenant;
        async move {
            let answer = tenant.client.get(&format!("{PATH}?{query}")).await.expect(200);
            subjects(&answer).iter().map(|subject| subject[..1].to_owned()).collect::<String>()
        }
    };
    assert_eq!(all(String::new()).await, "dcba");
    assert_eq!(all("sort=created_at".into()).await, "abcd");
    assert_eq!(all("status=new".into()).await, "dba");
    assert_eq!(all("status=new,open&priority=p1".into()).await, "ca");
    assert_eq!(all("status=unresolved&priority=p1,p2&sort=created_at".into()).await, "abc");
    assert_eq!(all(format!("organization_id={two}")).await, "cb");
    assert_eq!(all(format!("organization_id={two}&status=open&priority=p1")).await, "c");
    assert_eq!(all("tag=vip".into()).await, "ca");
    assert_eq!(all(format!("tag=vip&organization_id={one}&status=new")).await, "a");
    assert_eq!(all("tag=VIP".into()).await, "", "a tag is what it is");
    assert_eq!(all(format!("device_id={device}")).await, "b");
    assert_eq!(all("type=request".into()).await, "d");
    assert_eq!(all("source=email&status=new".into()).await, "d");
    assert_eq!(all("assignee_id=none".into()).await, "dba");
    assert_eq!(all(format!("assignee_id={user}")).await, "c");
    assert_eq!(all("q=printer".into()).await, "ca");
    assert_eq!(all("q=Print".into()).await, "ca", "the last word may be unfinished");
    assert_eq!(all("q=printer%20a".into()).await, "a");
    assert_eq!(all("q=%27%22%26%7C".into()).await, "", "what is no word is nothing");
    assert_eq!(all("sort=-updated_at".into()).await, "cdba");
    assert_eq!(all(format!("sort=updated_at&organization_id={two}")).await, "bc");
    let after = text(&c["created_at"]).to_owned();
    assert_eq!(all(format!("created_since={after}")).await, "dc");
    assert_eq!(all(format!("created_until={after}&status=unresolved")).await, "ba", "without its end");
    assert_eq!(all(format!("updated_since={after}&sort=updated_at")).await, "dc");

    assert_eq!(all("q=printer&status=open".into()).await, "c");
    assert_eq!(all("tag=vip&type=incident&sort=-updated_at".into()).await, "ca");
    let refused = tenant.client.get(&format!("{PATH}?external_id=4")).await;
    assert_eq!(refused.problem(), "400 unsupported_combination", "an id of which system?");
    assert_eq!(tenant.client.get(&format!("{PATH}?assignee_id=me")).await.problem(), "400 invalid_parameter");
    let own = technician.client.get(&format!("{PATH}?assignee_id=me")).await.expect(200);
    assert_eq!(own.body["data"][0]["subject"], "c printer");
    let nobody = json!({"subject": "x", "organization_id": two, "assignee_id": "usr_01h455vb4pex5vsknk084sn02q"});
    let answer = tenant.client.post(PATH, nobody).await;
    assert_eq!(
        (answer.problem().as_str(), &answer.body["errors"][0]["pointer"]),
        ("422 invalid_request", &json!("/assignee_id"))
    );
    assert_eq!(tenant.client.get(&format!("{PATH}?status=opne")).await.body["errors"][0]["did_you_mean"], "open");
}

#[tokio::test]
async fn every_list_can_be_walked_by_pages() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let organization = tenant.organization("one").await;
    for n in 0..7 {
        let priority = ["p1", "p2", "p3"][n % 3];
        ticket(&tenant, json!({"subject": format!("t{n} word"), "priority": priority, "tags": ["x"]})).await;
    }
    let lists = [
        "",
        "sort=created_at",
        "status=new",
        "tag=x",
        "tag=x&sort=created_at",
        "sort=updated_at",
        "sort=-updated_at",
        "q=word",
        "priority=p1,p2,p3",
        &format!("organization_id={organization}"),
        &format!("organization_id={organization}&sort=updated_at"),
    ];
    for list in lists {
        let (mut seen, mut cursor) = (vec![], String::new());
        for _ in 0..10 {
            let page = tenant.client.get(&format!("{PATH}?{list}&limit=2{cursor}")).await.expect(200);
            seen.extend(page.body["data"].as_array().unwrap().iter().map(|t| t["number"].as_i64().unwrap()));
            let Some(next) = page.body["next_cursor"].as_str() else { break };
            cursor = format!("&cursor={next}");
        }
        let ascending = list.contains("sort=created_at") || list.contains("sort=updated_at");
        let expected: Vec<i64> = if ascending { (1..=7).collect() } else { (1..=7).rev().collect() };
        assert_eq!(seen, expected, "{list}");
    }
}

#[tokio::test]
async fn a_restricted_key_sees_and_changes_the_tickets_of_its_organizations_only() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (mine, other) = (tenant.organization("mine").await, tenant.organization("other").await);
    let seen = ticket(&tenant, json!({"subject": "seen word", "organization_id": mine, "tags": ["x"]})).await;
    let hidden = ticket(&tenant, json!({"subject": "hidden word", "organization_id": other, "tags": ["x"]})).await;
    change(&tenant, &hidden, json!({"comment": {"body": "secret"}})).await.expect(200);
    let key = json!({"name": "restricted", "scopes": ["tickets:*", "events:read"], "organization_ids": [mine]});
    let client = tenant.key_of(key).await;
    for list in ["", "status=unresolved", "tag=x", "q=word", "sort=updated_at", "assignee_id=none", "sort=created_at"] {
        let found = client.get(&format!("{PATH}?{list}")).await.expect(200);
        assert_eq!(subjects(&found), ["seen word"], "{list}");
    }
    assert_eq!(subjects(&client.get(&format!("{PATH}?organization_id={other}")).await.expect(200)), [""; 0]);
    let id = text(&hidden["id"]);
    client.get(&format!("{PATH}?id={id}")).await.expect(404);
    client.get(&format!("{PATH}/comments?ticket_id={id}")).await.expect(404);
    client.get(&format!("{PATH}/history?ticket_id={id}")).await.expect(404);
    client.get(&format!("{PATH}/history?ticket_id={}", text(&seen["id"]))).await.expect(200);
    let patch = client.send(reqwest::Method::PATCH, &format!("{PATH}?id={id}"), Some(json!({"subject": "x"}))).await;
    assert_eq!(patch.problem(), "404 not_found");
    let foreign = client.post(PATH, json!({"subject": "x", "organization_id": other})).await;
    assert_eq!(foreign.problem(), "403 organization_restricted");
    let made = client.post(PATH, json!({"subject": "own"})).await.expect(201);
    assert_eq!(made.body["organization_id"], mine, "the only one that it sees");
    let csv = client.get(&format!("{PATH}?format=csv")).await.expect(200);
    assert!(!text(&csv.body).contains("hidden"), "{}", csv.body);
}

#[tokio::test]
async fn comments_are_added_and_listed() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let made = ticket(&tenant, json!({"subject": "a"})).await;
    let target = format!("{PATH}/comments?ticket_id={}", text(&made["id"]));
    assert_eq!(tenant.client.get(&target).await.expect(200).body["data"], json!([]));
    let comment = tenant.client.post(&target, json!({"body": "first"})).await.expect(201);
    assert_eq!((&comment.body["visibility"], &comment.body["ticket_id"]), (&json!("public"), &made["id"]));
    tenant.client.post(&target, json!({"body": "second", "visibility": "internal"})).await.expect(201);
    let list = tenant.client.get(&format!("{target}&limit=1")).await.expect(200);
    assert_eq!((&list.body["data"][0]["body"], &list.body["has_more"]), (&json!("second"), &json!(true)));
    assert_eq!(tenant.client.get(comment.header("location")).await.expect(200).body, comment.body);
    let ticket = tenant.client.get(&format!("{PATH}?id={}", text(&made["id"]))).await.expect(200).body;
    assert_eq!((&ticket["counts"]["comments"], &ticket["version"]), (&json!(2), &json!(3)));
    assert_eq!(tenant.client.get(&format!("{PATH}/comments")).await.problem(), "400 invalid_parameter");
    let nowhere = format!("{PATH}/comments?ticket_id=tkt_01h455vb4pex5vsknk084sn02q");
    assert_eq!(tenant.client.post(&nowhere, json!({"body": "x"})).await.problem(), "404 not_found");
}

#[tokio::test]
async fn the_history_tells_who_changed_what() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let made = ticket(&tenant, json!({"subject": "a"})).await;
    change(&tenant, &made, json!({"priority": "p1", "tags": ["x"]})).await.expect(200);
    let history = tenant.client.get(&format!("{PATH}/history?ticket_id={}", text(&made["id"]))).await.expect(200).body;
    let (changed, created) = (&history["data"][0], &history["data"][1]);
    assert_eq!((&created["created"], &created["changes"]), (&json!(true), &json!([])));
    let expected = json!([
        {"field": "priority", "from": "p3", "to": "p1"}, {"field": "tags", "from": [], "to": ["x"]}
    ]);
    assert_eq!((&changed["changes"], &changed["actor"]["id"]), (&expected, &json!(tenant.key_id)));
}

#[tokio::test]
async fn in_bulk_each_operation_has_its_own_result() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let made = ticket(&tenant, json!({"subject": "old", "external_ref": {"system": "s", "id": "1"}})).await;
    let operations = json!({"operations": [
        {"create": {"subject": "one"}},
        {"create": {"subject": "clash", "external_ref": {"system": "s", "id": "1"}}},
        {"update": {"id": made["id"], "version": 1, "change": {"status": "open", "comment": {"body": "hi"}}}},
        {"update": {"id": made["id"], "version": 1, "change": {"status": "resolved"}}},
        {"update": {"id": "tkt_01h455vb4pex5vsknk084sn02q", "change": {}}},
        {"create": {"subject": "two", "dedup_key": "k"}},
        {"create": {"subject": "two", "dedup_key": "k"}},
    ]});
    let client = tenant.client.with_header("idempotency-key", "bulk");
    let done = client.post(&format!("{PATH}/bulk"), operations.clone()).await.expect(200);
    let statuses: Vec<_> =
        done.body["results"].as_array().unwrap().iter().map(|r| r["status"].as_u64().unwrap()).collect();
    assert_eq!(statuses, [201, 409, 200, 412, 404, 201, 200]);
    assert_eq!((&done.body["succeeded"], &done.body["failed"]), (&json!(4), &json!(3)));
    assert_eq!(done.body["results"][1]["problem"]["code"], "external_ref_taken");
    let numbers: HashSet<_> =
        [0, 5].map(|n: usize| done.body["results"][n]["ticket"]["number"].as_i64().unwrap()).into();
    assert_eq!(numbers, HashSet::from([2, 3]), "what failed took no number");
    let again = client.post(&format!("{PATH}/bulk"), operations).await.expect(200);
    assert_eq!((again.header("idempotency-replayed"), &again.body), ("true", &done.body));
    let list = tenant.client.get(PATH).await.expect(200);
    assert_eq!(subjects(&list), ["two", "one", "old"]);
    assert_eq!(events(&tenant, &made).await, ["ticket.created", "ticket.commented", "ticket.updated"]);
}

#[tokio::test]
async fn an_export_holds_all_and_runs_nothing() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    for n in 0..3 {
        ticket(&tenant, json!({"subject": format!("=cmd|{n}, \"quoted\""), "tags": ["a", "b"]})).await;
    }
    let csv = tenant.client.get(&format!("{PATH}?format=csv&sort=created_at")).await.expect(200);
    assert!(csv.header("content-type").starts_with("text/csv"));
    let lines: Vec<_> = text(&csv.body).split("\r\n").collect();
    assert_eq!(lines.len(), 5, "a header, three tickets, and nothing after the last line end");
    assert!(lines[0].starts_with("id,number,subject,type,status"), "{}", lines[0]);
    assert!(lines[1].contains(r#","'=cmd|0, ""quoted""","#), "{}", lines[1]);
    let ndjson = tenant.client.get(&format!("{PATH}?format=ndjson&status=new")).await.expect(200);
    let tickets: Vec<Value> = text(&ndjson.body).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(tickets.iter().map(|t| t["number"].as_i64().unwrap()).collect::<Vec<_>>(), [3, 2, 1]);
    let list = tenant.client.get(PATH).await.expect(200);
    assert_eq!(list.body["data"], json!(tickets), "the same tickets as in the list");
    assert_eq!(tenant.client.get(&format!("{PATH}?format=csv&limit=2")).await.problem(), "400 unsupported_combination");
}
