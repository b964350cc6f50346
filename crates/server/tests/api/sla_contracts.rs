use jiff::{SignedDuration, Timestamp};
use reqwest::Method;
use serde_json::{Value, json};
use tenant_control::psa::tickets::{deadlines, wake_due};
use testkit::{TestApp, TestTenant};

const SLA: &str = "/api/psa/sla";
const POLICIES: &str = "/api/psa/sla/policies";
const CONTRACTS: &str = "/api/psa/sla/contracts";
const TICKETS: &str = "/api/psa/tickets";

fn always() -> Value {
    let day = json!([{"from": "00:00", "to": "24:00"}]);
    json!({"time_zone": "UTC", "week": {"monday": day, "tuesday": day, "wednesday": day, "thursday": day, "friday": day,
        "saturday": day, "sunday": day}, "holidays": []})
}

/// The same targets for all priorities.
fn targets(first_response: i64, resolution: i64) -> Value {
    let each = json!({"first_response_seconds": first_response, "resolution_seconds": resolution});
    json!({"p1": each, "p2": each, "p3": each, "p4": each})
}

async fn policy(tenant: &TestTenant, name: &str, resolution: i64) -> String {
    let new = json!({"name": name, "calendar": always(), "targets": targets(resolution, resolution)});
    tenant.client.post(POLICIES, new).await.expect(201).id()
}

async fn contract(tenant: &TestTenant, organization: &str, policy: &str, period: Value) -> String {
    let mut new = json!({"organization_id": organization, "policy_id": policy});
    new.as_object_mut().unwrap().extend(period.as_object().unwrap().clone());
    tenant.client.post(CONTRACTS, new).await.expect(201).id()
}

async fn ticket(tenant: &TestTenant, organization: &str) -> String {
    let new = json!({"subject": "Printer on fire", "organization_id": organization});
    tenant.client.post(TICKETS, new).await.expect(201).id()
}

async fn read(tenant: &TestTenant, id: &str) -> Value {
    tenant.client.get(&format!("{TICKETS}?id={id}")).await.expect(200).body
}

async fn patch(tenant: &TestTenant, id: &str, wanted: Value) -> Value {
    tenant.client.send(Method::PATCH, &format!("{TICKETS}?id={id}"), Some(wanted)).await.expect(200).body
}

/// Runs the background job until no change is left.
async fn count(app: &TestApp) {
    assert!(deadlines::keep(&app.app, Timestamp::UNIX_EPOCH).await.is_ok());
}

async fn events(tenant: &TestTenant, kind: &str, id: &str) -> Vec<String> {
    let log = format!("/api/events?type={kind}&subject_id={id}&sort=timestamp");
    let events = tenant.client.get(&log).await.expect(200).body;
    let target = |event: &Value| event["data"]["target"].as_str().unwrap_or_default().to_owned();
    events["data"].as_array().unwrap().iter().map(target).collect()
}

fn resolution(ticket: &Value) -> (&Value, i64, i64) {
    let clock = &ticket["sla"]["resolution"];
    let seconds = |field: &str| clock[field].as_i64().unwrap_or_else(|| panic!("{field} of {}", ticket["sla"]));
    (&ticket["sla"]["policy_id"], seconds("target_seconds"), seconds("elapsed_seconds"))
}

#[tokio::test]
async fn a_policy_is_created_changed_listed_and_deleted() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let new = json!({"name": "Gold", "calendar": always(), "targets": targets(60, 600),
        "type_targets": [{"type": "request", "targets": targets(600, 6000)}], "at_risk_percent": 80});
    let created = tenant.client.post(POLICIES, new.clone()).await.expect(201);
    let at = format!("{POLICIES}?id={}", created.id());
    assert_eq!(created.body["type_targets"], new["type_targets"]);
    assert_eq!(tenant.client.get(&at).await.expect(200).body, created.body);
    assert_eq!(tenant.client.post(POLICIES, new).await.problem(), "409 name_taken");
    let changed = tenant.client.put(&at, json!({"at_risk_percent": null})).await.expect(200);
    assert_eq!((&changed.body["version"], &changed.body["at_risk_percent"]), (&json!(2), &Value::Null));
    assert_eq!(changed.body["targets"], targets(60, 600));
    let twice = json!({"type_targets": [{"type": "task", "targets": targets(1, 1)}, {"type": "task", "targets": targets(1, 1)}]});
    let refused = tenant.client.put(&at, twice).await;
    assert_eq!(refused.body["errors"][0]["pointer"], "/type_targets/1/type");
    let silver = policy(&tenant, "Silver", 600).await;
    let list = tenant.client.get(POLICIES).await.expect(200).body;
    assert_eq!(list["data"].as_array().unwrap().len(), 2);
    assert_eq!(list["data"][0]["id"], json!(silver));
    tenant.client.delete(&at).await.expect(204);
    assert_eq!(tenant.client.get(&at).await.problem(), "404 not_found");
    policy(&tenant, "Gold", 600).await;
    assert_eq!(
        tenant.client.get(SLA).await.expect(200).body["version"],
        0,
        "the tenant's own settings are not changed"
    );
}

#[tokio::test]
async fn the_contract_of_a_customer_decides_how_its_tickets_are_measured() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    tenant
        .client
        .put(SLA, json!({"enabled": true, "calendar": always(), "targets": targets(900, 900)}))
        .await
        .expect(200);
    let (one, other) = (tenant.organization("Initech").await, tenant.organization("Globex").await);
    let gold = policy(&tenant, "Gold", 60).await;
    contract(&tenant, &one, &gold, json!({})).await;
    let (measured, unmeasured) = (ticket(&tenant, &one).await, ticket(&tenant, &other).await);
    let of = async |id: &str| {
        let ticket = read(&tenant, id).await;
        let (policy, target, _) = resolution(&ticket);
        (policy.clone(), target)
    };
    assert_eq!(of(&measured).await, (json!(gold), 60));
    assert_eq!(of(&unmeasured).await, (Value::Null, 900));
    patch(&tenant, &unmeasured, json!({"organization_id": one})).await;
    assert_eq!(of(&unmeasured).await, (json!(gold), 60), "it has another customer now");
    let list = tenant.client.get(&format!("{TICKETS}?sla_policy_id={gold}")).await.expect(200).body;
    assert_eq!(list["data"].as_array().unwrap().len(), 2);
    let strict = json!({"type_targets": [{"type": "request", "targets": targets(5, 5)}]});
    tenant.client.put(&format!("{POLICIES}?id={gold}"), strict).await.expect(200);
    patch(&tenant, &measured, json!({"type": "request"})).await;
    assert_eq!(of(&measured).await, (json!(gold), 5), "a type can have its own targets");
    let refused = tenant.client.delete(&format!("{POLICIES}?id={gold}")).await;
    assert_eq!(refused.problem(), "409 sla_policy_in_use");
}

#[tokio::test]
async fn terms_change_at_the_start_and_the_end_of_a_contract_and_the_time_used_stays() {
    let (app, offset) = TestApp::start_alone_with_moved_clock().await;
    let tenant = app.tenant().await;
    let organization = tenant.organization("Initech").await;
    tenant
        .client
        .put(SLA, json!({"enabled": true, "calendar": always(), "targets": targets(9000, 9000)}))
        .await
        .expect(200);
    let (gold, closed) = (policy(&tenant, "Gold", 5000).await, policy(&tenant, "Closed", 5000).await);
    let mut never = always();
    never["week"] = json!({});
    tenant.client.put(&format!("{POLICIES}?id={closed}"), json!({"calendar": never})).await.expect(200);
    let now = app.app.clock.now();
    let after = |seconds: i64| now + SignedDuration::from_secs(seconds);
    contract(&tenant, &organization, &closed, json!({"starts_at": after(1000), "ends_at": after(2000)})).await;
    contract(&tenant, &organization, &gold, json!({"starts_at": after(3000)})).await;
    let (counted, late) = (ticket(&tenant, &organization).await, ticket(&tenant, &organization).await);
    for _ in 0..8 {
        offset.advance(SignedDuration::from_secs(500));
        count(&app).await;
        patch(&tenant, &counted, json!({"tags": ["seen"]})).await;
    }
    // A second of the closed contract does not count, whenever the clocks are counted.
    for id in [&counted, &late] {
        let ticket = read(&tenant, id).await;
        let (policy, target, elapsed) = resolution(&ticket);
        assert_eq!((policy, target), (&json!(gold), 5000));
        assert!((3000..3030).contains(&elapsed), "{elapsed}");
        assert_eq!(ticket["version"], json!(if *id == counted { 9 } else { 1 }));
    }
}

#[tokio::test]
async fn contracts_do_not_overlap_and_keep_what_has_started() {
    let (app, offset) = TestApp::start_alone_with_moved_clock().await;
    let tenant = app.tenant().await;
    let organization = tenant.organization("Initech").await;
    let (gold, silver) = (policy(&tenant, "Gold", 60).await, policy(&tenant, "Silver", 600).await);
    let now = app.app.clock.now();
    let after = |hours: i64| now + SignedDuration::from_hours(hours);
    let first = contract(&tenant, &organization, &gold, json!({"ends_at": after(10)})).await;
    let create = async |policy: &str, starts_at: Timestamp| {
        let new = json!({"organization_id": organization, "policy_id": policy, "starts_at": starts_at});
        tenant.client.post(CONTRACTS, new).await
    };
    let overlaps = create(&silver, after(9)).await;
    assert_eq!(overlaps.problem(), "409 sla_contract_overlaps");
    assert!(overlaps.body["detail"].as_str().unwrap().contains(&first), "{}", overlaps.body);
    let next = create(&silver, after(10)).await.expect(201).id();
    let change = async |id: &str, wanted: Value| tenant.client.put(&format!("{CONTRACTS}?id={id}"), wanted).await;
    assert_eq!(change(&first, json!({"ends_at": null})).await.problem(), "409 sla_contract_overlaps");
    assert_eq!(change(&first, json!({"policy_id": silver})).await.problem(), "409 sla_contract_started");
    let past = change(&first, json!({"ends_at": now - SignedDuration::from_hours(1)})).await;
    assert_eq!(past.body["errors"][0]["pointer"], "/ends_at");
    change(&next, json!({"policy_id": gold, "starts_at": after(11)})).await.expect(200);
    offset.advance(SignedDuration::from_hours(12));
    assert_eq!(change(&first, json!({"ends_at": after(20)})).await.problem(), "409 sla_contract_started");
    let id = ticket(&tenant, &organization).await;
    assert_eq!(resolution(&read(&tenant, &id).await).0, &json!(gold));
    tenant.client.delete(&format!("{CONTRACTS}?id={next}")).await.expect(204);
    count(&app).await;
    assert_eq!(read(&tenant, &id).await["sla"], Value::Null, "the tenant has no SLA of its own");
    let nobody = json!({"organization_id": organization, "policy_id": "slp_01h455vb4pex5vsknk084sn02q"});
    assert_eq!(tenant.client.post(CONTRACTS, nobody).await.body["errors"][0]["pointer"], "/policy_id");
}

#[tokio::test]
async fn a_ticket_is_at_risk_before_it_is_breached_and_both_are_told_once() {
    let (app, offset) = TestApp::start_alone_with_moved_clock().await;
    let tenant = app.tenant().await;
    let settings =
        json!({"enabled": true, "calendar": always(), "targets": targets(5000, 10_000), "at_risk_percent": 80});
    tenant.client.put(SLA, settings).await.expect(200);
    let organization = tenant.organization("Initech").await;
    let id = ticket(&tenant, &organization).await;
    let told = async |kind: &str| events(&tenant, kind, &id).await;
    let at_risk = async || {
        let list = tenant.client.get(&format!("{TICKETS}?sla=at_risk")).await.expect(200).body;
        list["data"].as_array().unwrap().len()
    };
    offset.advance(SignedDuration::from_secs(3900));
    count(&app).await;
    assert_eq!((told("ticket.sla.at_risk").await.len(), at_risk().await), (0, 0));
    offset.advance(SignedDuration::from_secs(200));
    count(&app).await;
    count(&app).await;
    assert_eq!((told("ticket.sla.at_risk").await, at_risk().await), (vec!["first_response".to_owned()], 1));
    let ticket = read(&tenant, &id).await;
    assert_eq!((&ticket["version"], &ticket["sla"]["resolution"]["at_risk_at"]), (&json!(1), &Value::Null));
    let created: Timestamp = ticket["created_at"].as_str().unwrap().parse().unwrap();
    let since: Timestamp = ticket["sla"]["first_response"]["at_risk_at"].as_str().unwrap().parse().unwrap();
    assert_eq!(since.as_second() - created.as_second(), 4000);
    offset.advance(SignedDuration::from_secs(1000));
    count(&app).await;
    assert_eq!(told("ticket.sla.breached").await, ["first_response"]);
    assert_eq!(at_risk().await, 0);
    offset.advance(SignedDuration::from_secs(6000));
    count(&app).await;
    assert_eq!(told("ticket.sla.breached").await, ["first_response", "resolution"]);
    assert_eq!(told("ticket.sla.at_risk").await.len(), 1, "a breach that is found at once needs no warning");
}

#[tokio::test]
async fn a_scheduled_ticket_has_a_date_and_wakes_up() {
    let (app, offset) = TestApp::start_alone_with_moved_clock().await;
    let tenant = app.tenant().await;
    let organization = tenant.organization("Initech").await;
    let id = ticket(&tenant, &organization).await;
    let at = format!("{TICKETS}?id={id}");
    let try_to = async |wanted: Value| tenant.client.send(Method::PATCH, &at, Some(wanted)).await;
    let pointer = |answer: testkit::Answer| answer.body["errors"][0]["pointer"].as_str().unwrap_or_default().to_owned();
    assert_eq!(pointer(try_to(json!({"status": "scheduled"})).await), "/scheduled_at");
    assert_eq!(pointer(try_to(json!({"scheduled_at": "2200-01-01T08:00:00Z"})).await), "/scheduled_at");
    assert_eq!(
        pointer(try_to(json!({"status": "scheduled", "scheduled_at": "2020-01-01T08:00:00Z"})).await),
        "/scheduled_at"
    );
    let open = read(&tenant, &id).await;
    let needs = |transition: &&Value| transition["status"] == "scheduled";
    let transition = open["allowed_transitions"].as_array().unwrap().iter().find(needs).unwrap();
    assert_eq!(transition["requires"], json!(["scheduled_at"]));

    let soon = app.app.clock.now() + SignedDuration::from_hours(2);
    let scheduled = patch(&tenant, &id, json!({"status": "scheduled", "scheduled_at": soon})).await;
    assert_eq!(scheduled["scheduled_at"], json!(soon));
    let later = soon + SignedDuration::from_hours(2);
    let new = json!({"subject": "Move the rack", "organization_id": organization, "scheduled_at": later});
    let created = tenant.client.post(TICKETS, new).await.expect(201);
    assert_eq!((&created.body["status"], &created.body["scheduled_at"]), (&json!("scheduled"), &json!(later)));
    assert!(wake_due(&app.app).await.is_ok());
    assert_eq!(read(&tenant, &id).await["status"], "scheduled");
    offset.advance(SignedDuration::from_hours(3));
    assert!(wake_due(&app.app).await.is_ok());
    let woken = read(&tenant, &id).await;
    assert_eq!((&woken["status"], &woken["scheduled_at"]), (&json!("open"), &Value::Null));
    assert_eq!(read(&tenant, &created.id()).await["status"], "scheduled");
}

#[tokio::test]
async fn who_is_restricted_reads_its_own_contracts_and_changes_none() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (mine, other) = (tenant.organization("Initech").await, tenant.organization("Globex").await);
    let gold = policy(&tenant, "Gold", 60).await;
    let own = contract(&tenant, &mine, &gold, json!({})).await;
    let hidden = contract(&tenant, &other, &gold, json!({})).await;
    let new = json!({"name": "restricted", "scopes": ["*"], "organization_ids": [mine]});
    let key = tenant.client.post("/api/admin/api-keys", new).await.expect(201).body["key"].as_str().unwrap().to_owned();
    let client = tenant.client.with_key(&key);
    assert_eq!(client.get(&format!("{POLICIES}?id={gold}")).await.problem(), "404 not_found");
    assert_eq!(client.get(POLICIES).await.expect(200).body["data"], json!([]));
    let list = client.get(CONTRACTS).await.expect(200).body;
    assert_eq!(list["data"].as_array().unwrap().iter().map(|one| &one["id"]).collect::<Vec<_>>(), [&json!(own)]);
    let restricted = "403 organization_restricted";
    let new = json!({"name": "Mine", "calendar": always(), "targets": targets(1, 1)});
    assert_eq!(client.post(POLICIES, new).await.problem(), restricted);
    assert_eq!(client.put(&format!("{POLICIES}?id={gold}"), json!({"name": "Mine"})).await.problem(), "404 not_found");
    assert_eq!(client.delete(&format!("{CONTRACTS}?id={own}")).await.problem(), restricted);
    assert_eq!(client.get(&format!("{CONTRACTS}?id={hidden}")).await.problem(), "404 not_found");
    let new = json!({"organization_id": mine, "policy_id": gold, "starts_at": "2199-01-01T00:00:00Z"});
    assert_eq!(client.post(CONTRACTS, new).await.status.as_u16() / 100, 4);
    let new = json!({"subject": "Printer on fire", "organization_id": mine});
    let ticket = client.post(TICKETS, new).await.expect(201).body;
    assert_eq!(ticket["sla"]["policy_id"], json!(gold), "its tickets are measured by the contract");
}

#[tokio::test]
async fn analytics_by_policy_equal_the_resolved_tickets_of_the_policy() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (gold, plain) = (tenant.organization("Gold").await, tenant.organization("Plain").await);
    let policy = policy(&tenant, "Gold", 3600).await;
    contract(&tenant, &gold, &policy, json!({})).await;
    let resolved = json!({"status": "resolved", "resolution": {"code": "fixed"}});
    let mut tickets = vec![];
    for organization in [&gold, &gold, &plain] {
        let ticket = ticket(&tenant, organization).await;
        patch(&tenant, &ticket, resolved.clone()).await;
        tickets.push(ticket);
    }
    let target = "/api/analytics/tenant?metrics=sla.resolved,sla.attainment&group_by=sla_policy_id";
    let found = tenant.client.get(target).await.expect(200).body;
    let totals = |name: &str| found["totals"][name]["value"].as_f64();
    assert_eq!((totals("sla.resolved"), totals("sla.attainment")), (Some(2.0), Some(1.0)));
    let series = &found["series"][0];
    assert_eq!((&series["dimensions"]["sla_policy_id"], &series["label"]), (&json!(policy), &json!("Gold")));
    let listed = tenant.client.get(&format!("{TICKETS}?sla_policy_id={policy}&status=resolved")).await.expect(200).body;
    assert_eq!(listed["data"].as_array().unwrap().len(), 2);
    // A resolved ticket that becomes another customer's leaves the policy's figures.
    patch(&tenant, &tickets[0], json!({"organization_id": plain})).await;
    let filtered = format!("/api/analytics/tenant?metrics=sla.resolved&sla_policy_id={policy}");
    let total = &tenant.client.get(&filtered).await.expect(200).body["totals"]["sla.resolved"]["value"];
    let listed = tenant.client.get(&format!("{TICKETS}?sla_policy_id={policy}&status=resolved")).await.expect(200).body;
    assert_eq!(total.as_f64(), Some(listed["data"].as_array().unwrap().len() as f64));
}
