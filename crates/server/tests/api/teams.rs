//! `/api/psa/teams`: teams, and how they assign tickets.

use futures::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use testkit::{Answer, Client, SignedIn, TestApp, TestTenant};

const TEAMS: &str = "/api/psa/teams";
const TICKETS: &str = "/api/psa/tickets";

/// A tenant, and a team of three that assigns tickets. The first knows networks, the second networks and firewalls.
struct Desk {
    tenant: TestTenant,
    people: Vec<SignedIn>,
    team: Value,
    app: TestApp,
}

async fn desk() -> Desk {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let mut people = vec![];
    for _ in 0..3 {
        people.push(tenant.sign_in("technician").await);
    }
    let members = json!([
        {"user_id": people[0].user, "skills": ["network"]},
        {"user_id": people[1].user, "skills": ["network", "firewall", "network"]},
        {"user_id": people[2].user},
    ]);
    let new = json!({"name": "Network", "members": members, "assignment": "least_loaded"});
    let team = tenant.client.post(TEAMS, new).await.expect(201).body;
    Desk { tenant, people, team, app }
}

impl Desk {
    fn team(&self) -> &str {
        self.team["id"].as_str().unwrap()
    }

    fn target(&self) -> String {
        format!("{TEAMS}?id={}", self.team())
    }

    /// A new ticket of the team.
    async fn ticket(&self, more: Value) -> Value {
        let mut new = json!({"subject": "No signal", "team_id": self.team()});
        new.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        self.tenant.client.post(TICKETS, new).await.expect(201).body
    }

    /// The number of the person in the team; `None` for nobody.
    fn assignee(&self, ticket: &Value) -> Option<usize> {
        let who = ticket["assignee_id"].as_str()?;
        Some(self.people.iter().position(|person| person.user.to_string() == who).unwrap())
    }
}

async fn patch(client: &Client, ticket: &Value, wanted: Value) -> Answer {
    let target = format!("{TICKETS}?id={}", ticket["id"].as_str().unwrap());
    client.send(Method::PATCH, &target, Some(wanted)).await
}

async fn numbers(client: &Client, query: &str) -> Vec<i64> {
    let listed = client.get(&format!("{TICKETS}?{query}")).await.expect(200).body;
    listed["data"].as_array().unwrap().iter().map(|ticket| ticket["number"].as_i64().unwrap()).collect()
}

#[tokio::test]
async fn a_team_is_created_changed_and_deleted() {
    let desk = desk().await;
    let client = &desk.tenant.client;
    assert_eq!(desk.team["members"][1]["skills"], json!(["network", "firewall"]), "each skill once");
    assert_eq!(desk.team["members"][2]["skills"], json!([]));
    assert_eq!(client.get(TEAMS).await.expect(200).body["data"], json!([desk.team]));
    assert_eq!(client.post(TEAMS, json!({"name": "Network"})).await.problem(), "409 name_taken");

    let members = json!([{"user_id": desk.people[2].user, "skills": ["wifi"]}]);
    let wanted = json!({"description": "Firewalls", "members": members, "assignment": "manual"});
    let changed = client.put(&desk.target(), wanted).await.expect(200).body;
    assert_eq!((&changed["name"], &changed["version"]), (&json!("Network"), &json!(2)));
    assert_eq!((&changed["members"], &changed["assignment"]), (&members, &json!("manual")));
    assert_eq!(client.get(&desk.target()).await.expect(200).body, changed);
    let renamed = client.put(&desk.target(), json!({"name": "Wi-Fi", "description": null})).await.expect(200).body;
    assert_eq!((&renamed["members"], &renamed["description"]), (&members, &Value::Null));

    client.delete(&desk.target()).await.expect(204);
    assert_eq!(client.get(&desk.target()).await.problem(), "404 not_found");
    client.post(TEAMS, json!({"name": "Wi-Fi"})).await.expect(201);
    let events = client.get(&format!("/api/events?subject_id={}&sort=timestamp", desk.team())).await.expect(200).body;
    let kinds: Vec<_> = events["data"].as_array().unwrap().iter().map(|event| event["type"].clone()).collect();
    assert_eq!(kinds, ["team.created", "team.updated", "team.updated", "team.deleted"]);
}

#[tokio::test]
async fn members_are_users_of_the_tenant_and_each_is_named_once() {
    let desk = desk().await;
    let unknown = stranger(&desk).await;
    for (members, pointer) in [
        (json!([{"user_id": unknown}]), "/members/0/user_id"),
        (json!([{"user_id": desk.people[0].user}, {"user_id": desk.people[0].user}]), "/members/1/user_id"),
        (json!([{"user_id": desk.people[0].user, "skills": [""]}]), "/members/0/skills/0"),
    ] {
        let refused = desk.tenant.client.post(TEAMS, json!({"name": "Others", "members": members})).await;
        assert_eq!(refused.problem(), "422 invalid_request", "{members}");
        assert_eq!(refused.body["errors"][0]["pointer"], pointer, "{members}");
    }
}

/// A user of another tenant.
async fn stranger(desk: &Desk) -> String {
    desk.app.tenant().await.sign_in("technician").await.user.to_string()
}

#[tokio::test]
async fn sixty_tickets_at_once_are_twenty_for_each_of_three() {
    let desk = desk().await;
    let created = join_all((0..60).map(|_| desk.ticket(json!({})))).await;
    let mut counts: BTreeMap<Option<usize>, usize> = BTreeMap::new();
    for ticket in &created {
        *counts.entry(desk.assignee(ticket)).or_default() += 1;
    }
    assert_eq!(counts, BTreeMap::from([(Some(0), 20), (Some(1), 20), (Some(2), 20)]));
}

#[tokio::test]
async fn those_with_equal_load_take_turns_and_resolved_tickets_do_not_count() {
    let desk = desk().await;
    let mut first = vec![];
    for _ in 0..3 {
        first.push(desk.ticket(json!({})).await);
    }
    assert_eq!(first.iter().map(|ticket| desk.assignee(ticket)).collect::<Vec<_>>(), [Some(0), Some(1), Some(2)]);
    // All have nothing to do again: the turn is that of the one whose last assignment is longest ago.
    for ticket in [&first[2], &first[0], &first[1]] {
        let resolved = json!({"status": "resolved", "resolution": {"code": "fixed"}});
        patch(&desk.tenant.client, ticket, resolved).await.expect(200);
    }
    let next = desk.ticket(json!({})).await;
    assert_eq!(desk.assignee(&next), Some(0));
    // Tickets outside of the team count, too.
    for person in [1, 1, 2] {
        let other = json!({"subject": "Another", "assignee_id": desk.people[person].user});
        desk.tenant.client.post(TICKETS, other).await.expect(201);
    }
    let ticket = desk.ticket(json!({})).await;
    assert_eq!(desk.assignee(&ticket), Some(2), "one each for the first and the third; the third waits longer");
}

#[tokio::test]
async fn a_ticket_goes_to_somebody_who_has_all_skills_that_it_requires() {
    let desk = desk().await;
    for _ in 0..2 {
        let ticket = desk.ticket(json!({"tags": ["firewall", "vip"]})).await;
        assert_eq!(desk.assignee(&ticket), Some(1), "vip is nobody's skill, so it is not required");
    }
    assert_eq!(desk.assignee(&desk.ticket(json!({"tags": ["network"]})).await), Some(0));
    assert_eq!(desk.assignee(&desk.ticket(json!({"tags": ["vip"]})).await), Some(2), "nothing is required");
    let printer = json!({"user_id": desk.people[2].user, "skills": ["printer"]});
    let mut members = desk.team["members"].as_array().unwrap().clone();
    members[2] = printer;
    desk.tenant.client.put(&desk.target(), json!({"members": members})).await.expect(200);
    let nobody = desk.ticket(json!({"tags": ["printer", "network"]})).await;
    assert_eq!((desk.assignee(&nobody), &nobody["team_id"]), (None, &desk.team["id"]));
}

#[tokio::test]
async fn whoever_is_disabled_gets_no_tickets() {
    let desk = desk().await;
    let target = format!("/api/admin/users?id={}", desk.people[0].user);
    desk.tenant.client.put(&target, json!({"status": "disabled"})).await.expect(200);
    assert_eq!(desk.assignee(&desk.ticket(json!({})).await), Some(1));
}

#[tokio::test]
async fn a_named_assignee_is_kept_and_a_change_of_the_team_assigns_anew() {
    let desk = desk().await;
    let client = &desk.tenant.client;
    let named = desk.ticket(json!({"assignee_id": desk.people[2].user})).await;
    assert_eq!(desk.assignee(&named), Some(2));
    assert_eq!(desk.assignee(&desk.ticket(json!({})).await), Some(0), "it was not their turn");

    let plain = client.post(TICKETS, json!({"subject": "Plain", "tags": ["network"]})).await.expect(201).body;
    assert_eq!((&plain["team_id"], &plain["assignee_id"]), (&Value::Null, &Value::Null));
    let moved = patch(client, &plain, json!({"team_id": desk.team()})).await.expect(200).body;
    assert_eq!(desk.assignee(&moved), Some(1), "the first has a ticket already");
    let again = patch(client, &plain, json!({"team_id": desk.team(), "subject": "Same team"})).await.expect(200).body;
    assert_eq!(again["assignee_id"], moved["assignee_id"]);
    let history = client.get(&format!("{TICKETS}/history?ticket_id={}", plain["id"].as_str().unwrap())).await;
    let history = history.expect(200).body;
    let changes = history["data"][1]["changes"].as_array().unwrap();
    let mut fields: Vec<_> = changes.iter().map(|change| change["field"].as_str().unwrap()).collect();
    fields.sort_unstable();
    assert_eq!(fields, ["assignee_id", "team_id"], "one change");

    let manual = client.post(TEAMS, json!({"name": "Manual"})).await.expect(201).id();
    let given = patch(client, &plain, json!({"team_id": manual})).await.expect(200).body;
    assert_eq!((&given["team_id"], &given["assignee_id"]), (&json!(manual), &moved["assignee_id"]));
    let taken = patch(client, &plain, json!({"team_id": desk.team(), "assignee_id": null})).await.expect(200).body;
    assert_eq!((&taken["team_id"], &taken["assignee_id"]), (&desk.team["id"], &Value::Null));
    let none = patch(client, &plain, json!({"team_id": null})).await.expect(200).body;
    assert_eq!(none["team_id"], Value::Null);
}

#[tokio::test]
async fn bulk_operations_are_assigned_one_after_the_other() {
    let desk = desk().await;
    let create = |n: usize| json!({"create": {"subject": format!("Ticket {n}"), "team_id": desk.team()}});
    let unknown = json!({"create": {"subject": "x", "team_id": "tem_01h455vb4pex5vsknk084sn02q"}});
    let operations: Vec<_> = (0..6).map(create).chain([unknown]).collect();
    let target = format!("{TICKETS}/bulk");
    let done = desk.tenant.client.post(&target, json!({"operations": operations})).await.expect(200).body;
    let results = done["results"].as_array().unwrap();
    let assigned: Vec<_> = results[..6].iter().map(|result| desk.assignee(&result["ticket"])).collect();
    assert_eq!(assigned, [Some(0), Some(1), Some(2), Some(0), Some(1), Some(2)]);
    assert_eq!(results[6]["problem"]["errors"][0]["pointer"], "/team_id");
    let storm = join_all((0..10).map(|_| desk.tenant.client.post(&target, json!({"operations": operations})))).await;
    assert!(storm.iter().all(|answer| answer.status == 200 && answer.body["succeeded"] == 6), "nobody waits for ever");
    for person in &desk.people {
        let own = numbers(&desk.tenant.client, &format!("limit=200&assignee_id={}", person.user)).await;
        assert_eq!(own.len(), 22);
    }
}

#[tokio::test]
async fn tickets_are_listed_and_counted_by_their_team() {
    let desk = desk().await;
    let client = &desk.tenant.client;
    desk.ticket(json!({"priority": "p1"})).await;
    desk.ticket(json!({"tags": ["vip"]})).await;
    client.post(TICKETS, json!({"subject": "Plain", "tags": ["vip"]})).await.expect(201);
    let team = format!("team_id={}", desk.team());
    assert_eq!(numbers(client, &team).await, [2, 1]);
    assert_eq!(numbers(client, &format!("{team}&priority=p1")).await, [1]);
    assert_eq!(numbers(client, &format!("{team}&tag=vip&sort=updated_at")).await, [2]);
    assert_eq!(numbers(client, &format!("{team}&sort=due_at")).await.len(), 2);
    let filter = json!({"name": "Ours", "filter": {"team_id": desk.team(), "status": "unresolved"}});
    let view = client.post("/api/psa/views", filter).await.expect(201).id();
    let counts = client.get(&format!("/api/psa/views/counts?id={view}")).await.expect(200).body;
    assert_eq!(counts["data"][0]["count"], 2);
}

#[tokio::test]
async fn a_team_with_unresolved_tickets_is_not_deleted() {
    let desk = desk().await;
    let client = &desk.tenant.client;
    let ticket = desk.ticket(json!({})).await;
    assert_eq!(client.delete(&desk.target()).await.problem(), "409 team_in_use");
    let resolved = json!({"status": "resolved", "resolution": {"code": "fixed"}});
    patch(client, &ticket, resolved).await.expect(200);
    client.delete(&desk.target()).await.expect(204);
    let kept = client.get(&format!("{TICKETS}?id={}", ticket["id"].as_str().unwrap())).await.expect(200).body;
    assert_eq!(kept["team_id"], desk.team["id"]);
    let refused = client.post(TICKETS, json!({"subject": "x", "team_id": desk.team()})).await;
    assert_eq!(refused.body["errors"][0]["pointer"], "/team_id");
}

#[tokio::test]
async fn restricted_keys_and_other_tenants_see_no_teams() {
    let desk = desk().await;
    let customer = desk.tenant.organization("Initech").await;
    let key = json!({"name": "k", "scopes": ["tickets:*"], "organization_ids": [customer]});
    let restricted = desk.tenant.key_of(key).await;
    assert_eq!(restricted.get(TEAMS).await.expect(200).body["data"], json!([]));
    assert_eq!(restricted.get(&desk.target()).await.problem(), "404 not_found");
    assert_eq!(restricted.post(TEAMS, json!({"name": "Mine"})).await.problem(), "403 organization_restricted");
    let other = desk.app.tenant().await.client;
    for client in [&restricted, &other] {
        for more in [json!({}), json!({"assignee_id": null})] {
            let mut new = json!({"subject": "x", "team_id": desk.team()});
            new.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            let refused = client.post(TICKETS, new).await;
            assert_eq!(refused.problem(), "422 invalid_request");
            assert_eq!(refused.body["errors"][0]["pointer"], "/team_id");
        }
    }
    assert_eq!(other.get(&desk.target()).await.problem(), "404 not_found");
}

#[tokio::test]
async fn a_dry_run_tells_the_assignee_and_takes_no_turn() {
    let desk = desk().await;
    let new = json!({"subject": "No signal", "team_id": desk.team()});
    for _ in 0..2 {
        let plan = desk.tenant.client.post(&format!("{TICKETS}?dry_run=true"), new.clone()).await.expect(201).body;
        assert_eq!(desk.assignee(&plan), Some(0));
    }
    assert_eq!(desk.assignee(&desk.ticket(json!({})).await), Some(0));
}
