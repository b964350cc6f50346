//! Changes of tickets, runs and deliveries are counted once, in the transaction of the change.

use crate::workflows::{RUNS, TRIGGER, WORKFLOWS, definition};
use api::OrganizationId;
use reqwest::Method;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use testkit::{Answer, Client, Receiver, TestApp, TestTenant, status_only};

const TICKETS: &str = "/api/psa/tickets";

/// The counts of a tenant by measure and dimensions, over all time, folded or not.
async fn counts(app: &TestApp, tenant: &TestTenant) -> BTreeMap<String, i64> {
    let query = "select measure || ' ' || array_to_string(dimensions, ' '), sum(count)::bigint
        from (
            select measure, dimensions, count from metric_changes where tenant_id = $1
            union all
            select measure, dimensions, count from metric_shares where tenant_id = $1
        ) as counted
        group by 1 having sum(count) <> 0";
    let rows = app.database.root().await.query(query, &[&tenant.id.0]).await.unwrap();
    rows.into_iter().map(|row| (row.get(0), row.get(1))).collect()
}

fn are<const N: usize>(expected: [(&str, i64); N]) -> BTreeMap<String, i64> {
    expected.into_iter().map(|(name, count)| (name.to_owned(), count)).collect()
}

/// The number of rows that the changes of a tenant have left and that are not folded.
async fn changes(app: &TestApp, tenant: &TestTenant) -> i64 {
    let query = "select count(*) from metric_changes where tenant_id = $1";
    app.database.root().await.query_one(query, &[&tenant.id.0]).await.unwrap().get(0)
}

/// Keys whose count by the tables is not the kept one.
async fn differences(app: &TestApp, tenant: &TestTenant) -> Vec<String> {
    let query = "with kept as (
            select measure, at, organization_id, dimensions, sum(count)::bigint as count
            from (
                select measure, at, organization_id, dimensions, count from metric_changes where tenant_id = $1
                union all
                select measure, at, organization_id, dimensions, count from metric_shares where tenant_id = $1
            ) as counted
            where app.rebuild_since(measure) <= at
            group by measure, at, organization_id, dimensions
            having sum(count) <> 0
        ),
        expected as (
            select measure, at, organization_id, dimensions, count from app.rebuild_measures($1)
        )
        select d::text
        from (
            (select * from kept except select * from expected)
            union all
            (select * from expected except select * from kept)
        ) as d";
    let rows = app.database.root().await.query(query, &[&tenant.id.0]).await.unwrap();
    rows.into_iter().map(|row| row.get(0)).collect()
}

async fn change(client: &Client, id: &str, change: Value) -> Answer {
    client.send(Method::PATCH, &format!("{TICKETS}?id={id}"), Some(change)).await
}

fn resolved() -> Value {
    json!({"status": "resolved", "resolution": {"code": "fixed"}})
}

#[tokio::test]
async fn a_ticket_counts_where_it_is_and_as_long_as_it_is_resolved() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (one, other) = (tenant.organization("One").await, tenant.organization("Other").await);
    let new = json!({"subject": "Printer on fire", "organization_id": one, "priority": "p3"});
    let id = tenant.client.post(TICKETS, new).await.expect(201).id();
    assert_eq!(counts(&app, &tenant).await, are([("tickets.created p3 incident api", 1)]));

    change(&tenant.client, &id, json!({"priority": "p1", "type": "problem"})).await.expect(200);
    assert_eq!(counts(&app, &tenant).await, are([("tickets.created p1 problem api", 1)]));

    change(&tenant.client, &id, resolved()).await.expect(200);
    let done = counts(&app, &tenant).await;
    for measure in ["created", "resolved", "sla_met", "resolution", "first_response"] {
        assert_eq!(done.get(&format!("tickets.{measure} p1 problem api")), Some(&1), "{measure}: {done:?}");
    }
    assert_eq!(done.len(), 5, "{done:?}");

    change(&tenant.client, &id, json!({"status": "open", "organization_id": other})).await.expect(200);
    let reopened = counts(&app, &tenant).await;
    assert_eq!(reopened.get("tickets.reopened p1 problem api"), Some(&1), "{reopened:?}");
    assert!(!reopened.contains_key("tickets.resolved p1 problem api"), "{reopened:?}");
    let query = "select organization_id from (
            select organization_id, count from metric_changes where tenant_id = $1 and measure = 'tickets.created'
            union all
            select organization_id, count from metric_shares where tenant_id = $1 and measure = 'tickets.created'
        ) as counted
        group by organization_id having sum(count) <> 0";
    let places = app.database.root().await.query(query, &[&tenant.id.0]).await.unwrap();
    let places: Vec<_> = places.iter().map(|row| OrganizationId(row.get(0)).to_string()).collect();
    assert_eq!(places, [other], "the ticket counts for its present organization");

    change(&tenant.client, &id, resolved()).await.expect(200);
    let again = counts(&app, &tenant).await;
    assert_eq!(again.get("tickets.resolved p1 problem api"), Some(&1), "{again:?}");
    assert_eq!(differences(&app, &tenant).await, Vec::<String>::new());
}

#[tokio::test]
async fn a_comment_of_a_contact_that_reopens_a_ticket_counts_as_a_reopening() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let organization = tenant.organization("Initech").await;
    let new = json!({"subject": "Stapler", "organization_id": organization, "requester": {"name": "Milton"}});
    let ticket = tenant.client.post(TICKETS, new).await.expect(201);
    change(&tenant.client, &ticket.id(), resolved()).await.expect(200);
    let comment = json!({"body": "Still gone.", "author": {"id": ticket.body["requester"]["id"]}});
    let target = format!("{TICKETS}/comments?ticket_id={}", ticket.id());
    tenant.client.post(&target, comment).await.expect(201);
    let found = counts(&app, &tenant).await;
    assert_eq!(found.get("tickets.reopened p3 incident api"), Some(&1), "{found:?}");
    assert_eq!(differences(&app, &tenant).await, Vec::<String>::new());
}

#[tokio::test]
async fn what_is_sent_twice_or_refused_is_counted_once_or_not_at_all() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let client = tenant.client.with_header("idempotency-key", "once");
    let new = json!({"subject": "Twice"});
    let id = client.post(TICKETS, new.clone()).await.expect(201).id();
    assert_eq!(client.post(TICKETS, new).await.expect(201).id(), id);
    let stale = tenant.client.with_header("if-match", "\"v7\"");
    change(&stale, &id, resolved()).await.expect(412);
    let dry = format!("{TICKETS}?id={id}&dry_run=true");
    tenant.client.send(Method::PATCH, &dry, Some(resolved())).await.expect(200);
    assert_eq!(counts(&app, &tenant).await, are([("tickets.created p3 incident api", 1)]));

    let mut root = app.database.root().await;
    let undone = root.transaction().await.unwrap();
    let query = "update tickets set priority = 'p1' where tenant_id = $1";
    assert_eq!(undone.execute(query, &[&tenant.id.0]).await.unwrap(), 1);
    undone.rollback().await.unwrap();
    assert_eq!(counts(&app, &tenant).await, are([("tickets.created p3 incident api", 1)]));
}

#[tokio::test]
async fn a_change_of_something_else_leaves_no_row() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let id = tenant.client.post(TICKETS, json!({"subject": "Old"})).await.expect(201).id();
    let before = changes(&app, &tenant).await;
    for other in [json!({"subject": "New"}), json!({"tags": ["vip"]}), json!({"description": "Why"})] {
        change(&tenant.client, &id, other).await.expect(200);
    }
    assert!(changes(&app, &tenant).await <= before, "there is no new row");
}

#[tokio::test]
async fn a_run_counts_when_it_is_made_and_as_failed_until_it_is_retried() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let steps = json!([{"open": {"call": "ticket.create", "with": {"subject": "Hello"}}}]);
    let new = json!({"name": "Greet", "definition": definition(steps)});
    tenant.client.post(WORKFLOWS, new).await.expect(201);
    let run = tenant.client.post(TRIGGER, json!({"workflow": "Greet", "input": {}})).await.expect(202).id();
    let by_measure = async |measure: &str| {
        let found = counts(&app, &tenant).await;
        found.iter().filter(|(name, _)| name.starts_with(measure)).map(|(_, count)| count).sum::<i64>()
    };
    assert_eq!((by_measure("workflows.runs").await, by_measure("workflows.failed").await), (1, 0));
    let name = counts(&app, &tenant).await.into_keys().find(|name| name.starts_with("workflows.runs")).unwrap();
    assert!(name.ends_with(" manual"), "{name}");

    let query = "update workflow_runs set status = 'failed', ended_at = now(), begun = attempt where tenant_id = $1";
    app.database.root().await.execute(query, &[&tenant.id.0]).await.unwrap();
    assert_eq!(by_measure("workflows.failed").await, 1);
    let retry = Some(json!({"action": "retry"}));
    tenant.client.send(Method::PATCH, &format!("{RUNS}?id={run}"), retry).await.expect(200);
    assert_eq!((by_measure("workflows.runs").await, by_measure("workflows.failed").await), (1, 0));
    assert_eq!(differences(&app, &tenant).await, Vec::<String>::new());
}

#[tokio::test]
async fn deliveries_and_attempts_are_counted_in_batches_and_forgotten_rows_stay_counted() {
    let app = TestApp::start_working(&["--webhook-haste", "100"]).await;
    let (tenant, receiver) = (app.tenant().await, Receiver::start().await);
    receiver.answer(|_| status_only(204));
    let endpoint = json!({"name": "mirror", "url": receiver.url, "events": ["organization.created"]});
    tenant.client.post("/api/admin/webhooks", endpoint).await.expect(201);
    for number in 0..20 {
        tenant.organization(&format!("Customer {number}")).await;
    }
    receiver.wait_for(20).await;
    let log = "/api/admin/webhooks/deliveries?status=delivered&limit=50";
    tenant.eventually(log, |answer| answer.body["data"].as_array().is_some_and(|all| all.len() == 20)).await;
    let found = counts(&app, &tenant).await;
    let of = |measure: &str| found.iter().find(|(name, _)| name.starts_with(measure)).map(|(_, count)| *count);
    assert_eq!(of("webhooks.deliveries"), Some(20), "{found:?}");
    assert_eq!((of("webhooks.latency"), of("webhooks.failed")), (Some(20), None), "{found:?}");
    assert_eq!(differences(&app, &tenant).await, Vec::<String>::new());

    // A delivery that fails for good, and is sent again.
    let root = app.database.root().await;
    for (status, expected) in [("failed", Some(20)), ("delivered", None)] {
        let query = "update webhook_deliveries set status = $2 where tenant_id = $1";
        root.execute(query, &[&tenant.id.0, &status]).await.unwrap();
        let found = counts(&app, &tenant).await;
        let failed = found.iter().find(|(name, _)| name.starts_with("webhooks.failed")).map(|(_, count)| *count);
        assert_eq!(failed, expected, "{status}");
    }
    // Objects that retention removes stay counted.
    root.execute("delete from webhook_deliveries where tenant_id = $1", &[&tenant.id.0]).await.unwrap();
    assert_eq!(counts(&app, &tenant).await, found);
    app.stop().await;
}

#[tokio::test]
async fn the_levels_are_what_the_lists_show() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let organization = tenant.organization("Initech").await;
    for number in 0..5 {
        let new = json!({"subject": format!("Ticket {number}"), "organization_id": organization});
        let id = tenant.client.post(TICKETS, new).await.expect(201).id();
        if number < 2 {
            change(&tenant.client, &id, resolved()).await.expect(200);
        }
        let device = json!({"name": format!("ws-{number}"), "organization_id": organization, "type": "laptop"});
        let device = tenant.client.post("/api/rmm/devices", device).await.expect(201);
        if number == 0 {
            let target = format!("/api/rmm/devices?id={}", device.id());
            tenant.client.put(&target, json!({"retired": true})).await.expect(200);
        }
    }
    let system = app.database.connect("app_system").await.unwrap();
    for (gauge, expected) in [("tickets_backlog", Some(3)), ("devices_total", Some(4)), ("devices_stale", None)] {
        let query = format!("select sum(value)::bigint from app.gauge_{gauge}() where tenant_id = $1");
        let found: Option<i64> = system.query_one(&query, &[&tenant.id.0]).await.unwrap().get(0);
        assert_eq!(found, expected, "{gauge}");
    }
    // The posture may have been evaluated already: none of the devices has a backup.
    for gauge in ["cloud_vms", "backup_coverage", "backup_rpo_compliance"] {
        let query = format!("select coalesce(sum(value), 0)::bigint from app.gauge_{gauge}() where tenant_id = $1");
        let level: i64 = system.query_one(&query, &[&tenant.id.0]).await.unwrap().get(0);
        assert_eq!(level, 0, "{gauge}");
    }
}
