//! Lists of tickets: every filter with every other and in every order returns what a naive filter over all tickets returns.

use jiff::{SignedDuration, Timestamp};
use reqwest::Method;
use serde_json::{Value, json};
use std::{cmp::Ordering, collections::BTreeSet, time::Duration};
use testkit::{Client, TestApp, TestTenant};

const PATH: &str = "/api/psa/tickets";
const UNRESOLVED: [&str; 5] = ["new", "open", "pending_customer", "pending_vendor", "scheduled"];
const SORTS: [&str; 8] =
    ["-created_at", "created_at", "-updated_at", "updated_at", "priority", "-priority", "due_at", "-due_at"];

/// Sixty tickets of two customers.
struct Desk {
    tenant: TestTenant,
    one: String,
    /// All tickets, oldest first.
    tickets: Vec<Value>,
    _app: TestApp,
}

/// A filter as the address has it, and what it means.
struct Filter {
    query: String,
    matches: Box<dyn Fn(&Value) -> bool>,
}

async fn desk() -> Desk {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    promise(&tenant).await;
    let (one, two) = (tenant.organization("One").await, tenant.organization("Two").await);
    let device = crate::device_rows::insert_device(&app, &tenant, &one, json!({"name": "screen"})).await;
    let user = tenant.sign_in("technician").await.user;
    for n in 0..60 {
        if n % 20 == 0 {
            // So that a time between two tickets exists, also to the millisecond.
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
        let made = tenant.client.post(PATH, new_ticket(n, [&one, &two], &device, &json!(user))).await.expect(201);
        for change in changes(n) {
            let target = format!("{PATH}?id={}", made.id());
            tenant.client.send(Method::PATCH, &target, Some(change)).await.expect(200);
        }
    }
    // The targets of `p1` are missed by now, and no other target will be.
    tokio::time::sleep(Duration::from_millis(2_500)).await;
    let tickets = walk(&tenant.client, "sort=created_at", 200).await;
    assert_eq!(tickets.len(), 60);
    Desk { tenant, one, tickets, _app: app }
}

/// Of `p1`, a second each; of `p2`, an hour each; of `p3`, nothing; of `p4`, a day for the resolution.
async fn promise(tenant: &TestTenant) {
    let day = json!([{"from": "00:00", "to": "24:00"}]);
    let calendar = json!({"time_zone": "UTC", "week": {"monday": day, "tuesday": day, "wednesday": day, "thursday": day,
        "friday": day, "saturday": day, "sunday": day}});
    let policy =
        |first: Value, resolution: Value| json!({"first_response_seconds": first, "resolution_seconds": resolution});
    let policies = json!({"p1": policy(json!(1), json!(1)), "p2": policy(json!(3600), json!(3600)),
        "p3": policy(Value::Null, Value::Null), "p4": policy(Value::Null, json!(86_400))});
    let settings = json!({"enabled": true, "calendar": calendar, "targets": policies});
    tenant.client.put("/api/psa/sla", settings).await.expect(200);
}

fn new_ticket(n: usize, organizations: [&String; 2], device: &str, user: &Value) -> Value {
    let subject = format!("{} {} case{n}", ["printer", "screen", "mail server"][n % 3], ["broken", "slow"][n % 2]);
    let priority = ["p1", "p2", "p3", "p4"][n / 8 % 4];
    let kind = ["incident", "request", "alert"][n / 3 % 3];
    let source = ["api", "email"][n / 5 % 2];
    let mut new = json!({
        "subject": subject,
        "priority": priority,
        "type": kind,
        "source": source,
        "organization_id": organizations[n / 4 % 2],
        "tags": if n % 7 < 3 { json!(["vip", "floor-2"]) } else { json!([]) },
    });
    let fields = new.as_object_mut().unwrap();
    if n % 3 == 1 {
        fields.insert("assignee_id".into(), user.clone());
    }
    if (n / 4).is_multiple_of(2) && n.is_multiple_of(2) {
        fields.insert("device_ids".into(), json!([device]));
        fields.insert("requester".into(), json!({"name": "Milton", "email": "milton@one.example"}));
    }
    if n % 5 == 2 {
        let system = ["halo", "other"][n % 2];
        fields.insert("external_ref".into(), json!({"system": system, "id": format!("x{n}")}));
    }
    if n % 20 == 3 {
        fields.insert("dedup_key".into(), json!(format!("disk-{n}")));
    }
    new
}

/// The changes of a ticket after its creation.
fn changes(n: usize) -> Vec<Value> {
    let status = |status: &str| json!({"status": status});
    let resolved = json!({"status": "resolved", "resolution": {"code": "fixed"}});
    let mut changes = match n % 8 {
        1 => vec![status("open")],
        2 => vec![status("pending_customer")],
        3 => vec![json!({"status": "scheduled", "scheduled_at": "2200-01-01T08:00:00Z"})],
        4 => vec![resolved],
        5 => vec![status("canceled")],
        6 => vec![resolved, status("closed")],
        7 => vec![status("pending_vendor")],
        _ => vec![],
    };
    // A final ticket takes no comment.
    if n.is_multiple_of(5) {
        changes.insert(0, json!({"comment": {"body": "The toner cartridge was replaced."}}));
    }
    changes
}

fn filters(desk: &Desk) -> Vec<Filter> {
    let mut filters = plain_filters(desk);
    filters.extend(timed_filters(desk));
    filters.extend(searches());
    filters
}

fn filter(query: impl Into<String>, matches: impl Fn(&Value) -> bool + 'static) -> Filter {
    Filter { query: query.into(), matches: Box::new(matches) }
}

fn plain_filters(desk: &Desk) -> Vec<Filter> {
    let known = |field: &'static str| desk.tickets.iter().map(|t| &t[field]).find(|value| !value.is_null()).unwrap();
    let user = text(known("assignee_id")).to_owned();
    let requester = text(&known("requester")["id"]).to_owned();
    let device = desk.tickets.iter().find_map(|t| t["device_ids"][0].as_str()).unwrap().to_owned();
    let one = desk.one.clone();
    vec![
        filter("status=open,closed", |t| ["open", "closed"].contains(&text(&t["status"]))),
        filter("status=unresolved", |t| UNRESOLVED.contains(&text(&t["status"]))),
        filter("priority=p1,p4", |t| ["p1", "p4"].contains(&text(&t["priority"]))),
        filter("type=alert", |t| t["type"] == "alert"),
        filter("source=email", |t| t["source"] == "email"),
        filter(format!("organization_id={one}"), move |t| t["organization_id"] == one.as_str()),
        filter("assignee_id=none", |t| t["assignee_id"].is_null()),
        filter(format!("assignee_id={user}"), move |t| t["assignee_id"] == user.as_str()),
        filter(format!("requester_id={requester}"), move |t| t["requester"]["id"] == requester.as_str()),
        filter("tag=vip", |t| t["tags"].as_array().unwrap().contains(&json!("vip"))),
        filter(format!("device_id={device}"), move |t| t["device_ids"][0] == device.as_str()),
        filter("external_system=halo", |t| t["external_ref"]["system"] == "halo"),
        filter("external_system=halo&external_id=x12", |t| t["external_ref"] == json!({"system": "halo", "id": "x12"})),
        filter("dedup_key=disk-23", |t| t["dedup"]["key"] == "disk-23"),
    ]
}

fn timed_filters(desk: &Desk) -> Vec<Filter> {
    let after = time(&desk.tickets[19]["created_at"]) + SignedDuration::from_millis(15);
    let before = time(&desk.tickets[39]["created_at"]) + SignedDuration::from_millis(15);
    let (changed, last) = (time(&desk.tickets[15]["updated_at"]), time(&desk.tickets[45]["updated_at"]));
    let due = time(&desk.tickets[59]["created_at"]) + SignedDuration::from_hours(2);
    vec![
        filter(format!("created_since={after}"), move |t| time(&t["created_at"]) >= after),
        filter(format!("created_until={before}"), move |t| time(&t["created_at"]) < before),
        filter(format!("updated_since={changed}"), move |t| time(&t["updated_at"]) >= changed),
        filter(format!("updated_until={last}"), move |t| time(&t["updated_at"]) < last),
        filter("sla=breached", |t| clocks(t).any(|clock| clock["state"] == "breached")),
        filter("sla=running", |t| clocks(t).any(|clock| clock["state"] == "running")),
        filter(format!("due_until={due}"), move |t| due_at(t).is_some_and(|at| at < due)),
    ]
}

fn searches() -> Vec<Filter> {
    let says = |t: &Value, word: &str| text(&t["subject"]).contains(word);
    vec![
        filter("q=printer", move |t| says(t, "printer")),
        filter("q=Print%20brok", move |t| says(t, "printer") && says(t, "broken")),
        filter("q=%22mail%20server%22%20-slow", move |t| says(t, "mail server") && !says(t, "slow")),
        filter("q=cartridge", |t| t["counts"]["comments"] == 1),
        filter("q=tag:vip%20status:open", |t| {
            t["tags"].as_array().unwrap().contains(&json!("vip")) && t["status"] == "open"
        }),
        filter("q=nowhere", |_| false),
        filter("q=type:device", |_| false),
    ]
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn time(value: &Value) -> Timestamp {
    text(value).parse().unwrap()
}

fn clocks(ticket: &Value) -> impl Iterator<Item = &Value> {
    ["first_response", "resolution"].into_iter().map(|clock| &ticket["sla"][clock]).filter(|clock| !clock.is_null())
}

/// When the next target of an unresolved ticket is or was due. The first response was given with the first comment.
fn due_at(ticket: &Value) -> Option<Timestamp> {
    if !UNRESOLVED.contains(&text(&ticket["status"])) {
        return None;
    }
    let answered = ticket["counts"]["comments"] != 0;
    let response = Some(&ticket["sla"]["first_response"]["due_at"]).filter(|_| !answered);
    let open = response.into_iter().chain([&ticket["sla"]["resolution"]["due_at"]]);
    open.filter(|due| !due.is_null()).map(time).min()
}

fn compare(sort: &str, one: &Value, other: &Value) -> Ordering {
    let by_id = text(&one["id"]).cmp(text(&other["id"]));
    let ascending = match sort.trim_start_matches('-') {
        "created_at" => by_id,
        "updated_at" => time(&one["updated_at"]).cmp(&time(&other["updated_at"])).then(by_id),
        "priority" => text(&one["priority"]).cmp(text(&other["priority"])).then(by_id),
        _ => match (due_at(one), due_at(other)) {
            (Some(one), Some(other)) => one.cmp(&other).then(by_id),
            (None, None) => by_id,
            // Tickets without a due time come last in both directions.
            (one, _) => return if one.is_some() { Ordering::Less } else { Ordering::Greater },
        },
    };
    if sort.starts_with('-') { ascending.reverse() } else { ascending }
}

/// The numbers of the tickets that match, in the order of the list.
fn expected(tickets: &[Value], filters: &[&Filter], sort: &str) -> Vec<i64> {
    let mut found: Vec<_> = tickets.iter().filter(|t| filters.iter().all(|filter| (filter.matches)(t))).collect();
    found.sort_by(|one, other| compare(sort, one, other));
    found.iter().map(|t| number(t)).collect()
}

fn number(ticket: &Value) -> i64 {
    ticket["number"].as_i64().unwrap()
}

/// All tickets of a list, page by page.
async fn walk(client: &Client, query: &str, limit: usize) -> Vec<Value> {
    let (mut seen, mut cursor) = (vec![], String::new());
    loop {
        let page = client.get(&format!("{PATH}?{query}&limit={limit}{cursor}")).await.expect(200);
        let data = page.body["data"].as_array().unwrap();
        assert!(data.len() <= limit, "{query}");
        seen.extend(data.iter().cloned());
        match page.body["next_cursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => return seen,
        }
    }
}

async fn numbers(client: &Client, query: &str, limit: usize) -> Vec<i64> {
    walk(client, query, limit).await.iter().map(number).collect()
}

#[tokio::test]
async fn every_filter_combines_with_every_other_and_every_sort() {
    let desk = desk().await;
    let filters = filters(&desk);
    let client = &desk.tenant.client;
    for (place, one) in filters.iter().enumerate() {
        let found = expected(&desk.tickets, &[one], "created_at").len();
        let finds_none = ["q=nowhere", "q=type:device"].contains(&one.query.as_str());
        assert!(if finds_none { found == 0 } else { (1..60).contains(&found) }, "{}: {found}", one.query);
        for sort in SORTS {
            let query = format!("{}&sort={sort}", one.query);
            assert_eq!(numbers(client, &query, 200).await, expected(&desk.tickets, &[one], sort), "{query}");
        }
        for (other_place, other) in filters.iter().enumerate().skip(place + 1) {
            // A parameter must not be repeated.
            if one.query.split('=').next() == other.query.split('=').next() {
                continue;
            }
            let sort = SORTS[(place + other_place) % SORTS.len()];
            let query = format!("{}&{}&sort={sort}", one.query, other.query);
            assert_eq!(numbers(client, &query, 200).await, expected(&desk.tickets, &[one, other], sort), "{query}");
        }
    }
}

#[tokio::test]
async fn every_order_can_be_walked_by_pages_and_exported() {
    let desk = desk().await;
    let client = &desk.tenant.client;
    let filters = filters(&desk);
    let named = |start: &str| filters.iter().find(|filter| filter.query.starts_with(start)).unwrap();
    let lists: [&[&Filter]; 6] = [
        &[],
        &[named("status=unresolved")],
        &[named("q=printer")],
        &[named("q=cartridge"), named("status=unresolved")],
        &[named("tag=vip"), named("type=alert")],
        &[named("sla=breached"), named("source=email")],
    ];
    for list in lists {
        for sort in SORTS {
            let mut query = format!("sort={sort}");
            list.iter().for_each(|filter| query += &format!("&{}", filter.query));
            let wanted = expected(&desk.tickets, list, sort);
            assert_eq!(numbers(client, &query, 7).await, wanted, "{query}");
            let exported = client.get(&format!("{PATH}?format=ndjson&{query}")).await.expect(200);
            let exported: Vec<Value> =
                exported.body.as_str().unwrap_or_default().lines().map(|t| serde_json::from_str(t).unwrap()).collect();
            assert_eq!(exported.iter().map(number).collect::<Vec<_>>(), wanted, "{query}");
        }
    }
}

#[tokio::test]
async fn a_restricted_key_finds_its_own_tickets_only() {
    let desk = desk().await;
    let key = json!({"name": "one", "scopes": ["tickets:read"], "organization_ids": [desk.one]});
    let client = desk.tenant.key_of(key).await;
    let filters = filters(&desk);
    let own: Vec<Value> = desk.tickets.iter().filter(|t| t["organization_id"] == desk.one.as_str()).cloned().collect();
    for (place, one) in filters.iter().enumerate() {
        let sort = SORTS[place % SORTS.len()];
        let query = format!("{}&sort={sort}", one.query);
        assert_eq!(numbers(&client, &query, 200).await, expected(&own, &[one], sort), "{query}");
    }
    let named = client.get(&format!("{PATH}?q=org:two")).await;
    assert_eq!(named.problem(), "400 invalid_parameter", "the names of organizations need their own scope");
    assert_eq!(client.get(&format!("{PATH}?q=colour:red")).await.problem(), "400 invalid_parameter");
}

#[tokio::test]
async fn the_columns_of_an_export_have_service_levels_and_custom_fields() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    promise(&tenant).await;
    let new = json!({"subject": "a", "priority": "p2", "custom_fields": {"contract": "C-7"}});
    let made = tenant.client.post(PATH, new).await.expect(201);
    let csv = tenant.client.get(&format!("{PATH}?format=csv&q=a")).await.expect(200);
    let lines: Vec<&str> = text(&csv.body).split("\r\n").collect();
    let end = "closed_at,first_response_state,first_response_due_at,first_response_breached_at,resolution_state,\
        resolution_due_at,resolution_breached_at,custom_fields";
    assert!(lines[0].ends_with(end), "{}", lines[0]);
    let due = time(&made.body["sla"]["resolution"]["due_at"]);
    let end = format!(",,running,{due},,running,{due},,\"{{\"\"contract\"\":\"\"C-7\"\"}}\"");
    assert!(lines[1].ends_with(&end), "{}", lines[1]);
}

/// Some thousand tickets, newest last, whose subjects have a common word; every second one has another.
const MANY: &str = "
    insert into tickets (
        tenant_id, id, number, subject, type, status, priority, source, tags, device_ids, custom_fields, created_by_kind,
        created_by_id, created_at, updated_at
    )
    select
        $1::uuid, (lpad(to_hex(1800000000000 + n), 12, '0') || '7000' || '8000' || lpad(to_hex(n), 12, '0'))::uuid, n,
        'common' || case when n % 2 = 0 then ' even' else ' odd' end, 'incident', case when n % 3 = 0 then 'open' else 'new' end,
        'p3', 'api', case when n % 500 = 0 then array['rare'] else '{}' end, '{}', '{}', 'api_key',
        $1, to_timestamp(1800000000 + n / 1000.0), to_timestamp(1800000000 + (n * 7919 % 3001))
    from generate_series(1, 3000) as n";

#[tokio::test]
async fn a_word_of_thousands_of_tickets_finds_each_of_them_once() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    app.database.root().await.execute(MANY, &[&tenant.id.0]).await.unwrap();
    let client = &tenant.client;
    let newest_first: Vec<i64> = (1..=3000).rev().collect();
    assert_eq!(numbers(client, "q=common", 200).await, newest_first);
    let even: Vec<i64> = (1..=3000).filter(|n| n % 2 == 0).collect();
    assert_eq!(numbers(client, "q=even%20common&sort=created_at", 200).await, even);
    let rare: Vec<i64> = (1..=6).map(|n| n * 500).collect();
    assert_eq!(numbers(client, "q=common&tag=rare&sort=priority", 4).await, rare);
    let by_change = numbers(client, "q=common%20-odd&status=open&sort=-updated_at", 200).await;
    let open: BTreeSet<i64> = (1..=3000).filter(|n| n % 6 == 0).collect();
    assert_eq!((by_change.len(), by_change.into_iter().collect::<BTreeSet<_>>()), (open.len(), open));
}
