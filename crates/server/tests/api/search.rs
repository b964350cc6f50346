//! `/api/search`: what is found, by whom, in which order.

use crate::device_rows::insert_device;
use reqwest::Method;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use testkit::{Answer, Client, TestApp, TestTenant};

const CONTACTS: &str = "/api/psa/contacts";
const TICKETS: &str = "/api/psa/tickets";

pub async fn search(client: &Client, q: &str) -> Answer {
    let q: String = form_urlencoded::byte_serialize(q.as_bytes()).collect();
    client.get(&format!("/api/search?q={q}")).await
}

/// The titles of all entries on the first page.
pub async fn titles(client: &Client, q: &str) -> Vec<String> {
    let found = search(client, q).await.expect(200);
    found.body["data"].as_array().unwrap().iter().map(|entry| entry["title"].as_str().unwrap().to_owned()).collect()
}

async fn ticket(tenant: &TestTenant, new: Value) -> String {
    tenant.client.post(TICKETS, new).await.expect(201).id()
}

#[tokio::test]
async fn what_a_request_wrote_is_found_by_the_next_one_on_another_server() {
    let (app, other) = (TestApp::start().await, TestApp::start().await);
    let tenant = app.tenant().await;
    let client = other.client().with_key(&tenant.key);
    let contact = json!({"name": "Milton Waddams", "emails": ["milton@initech.example"], "title": "Collator"});
    let contact = tenant.client.post(CONTACTS, contact).await.expect(201).id();
    let found = search(&client, "waddams").await.expect(200);
    let entry = &found.body["data"][0];
    assert_eq!(
        (&entry["type"], &entry["id"], &entry["title"]),
        (&json!("contact"), &json!(contact), &json!("Milton Waddams"))
    );
    assert_eq!(entry["subtitle"], "Collator · milton@initech.example");
    assert_eq!(entry["matches"][0], json!({"field": "name", "kind": "word", "snippet": "Milton Waddams"}));

    let target = format!("{CONTACTS}?id={contact}");
    tenant.client.put(&target, json!({"name": "Peter Gibbons"})).await.expect(200);
    assert!(titles(&client, "waddams").await.is_empty());
    assert_eq!(titles(&client, "gibbons").await, ["Peter Gibbons"]);
    assert_eq!(titles(&client, "milton@initech.example").await, ["Peter Gibbons"]);
    tenant.client.delete(&target).await.expect(204);
    for q in ["gibbons", "milton@initech.example", "collator", &contact] {
        assert!(titles(&client, q).await.is_empty(), "{q}");
    }
}

#[tokio::test]
async fn a_dry_run_leaves_nothing_to_find() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    tenant.client.post(&format!("{TICKETS}?dry_run=true"), json!({"subject": "Rehearsed"})).await.expect(201);
    assert!(titles(&tenant.client, "rehearsed").await.is_empty());
}

#[tokio::test]
async fn a_ticket_is_found_by_its_comments_its_number_and_its_id() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let id = ticket(&tenant, json!({"subject": "Printer on fire", "description": "Smoke on the second floor"})).await;
    ticket(&tenant, json!({"subject": "Stapler is missing"})).await;
    let comments = format!("{TICKETS}/comments?ticket_id={id}");
    tenant.client.post(&comments, json!({"body": "The toner cartridge was replaced."})).await.expect(201);
    tenant.client.post(&comments, json!({"body": "Toner again."})).await.expect(201);

    for q in ["toner", "cartridge printer", "smoke", "\"second floor\"", "#1", &id, "fire -stapler"] {
        assert_eq!(titles(&tenant.client, q).await, ["Printer on fire"], "{q}");
    }
    for q in ["\"floor second\"", "printer -fire", "toner stapler", "#3", "\"toner printer\""] {
        assert!(titles(&tenant.client, q).await.is_empty(), "{q}");
    }
    let found = search(&tenant.client, "cartridge").await.expect(200);
    let entry = &found.body["data"][0];
    assert_eq!((&entry["matches"][0]["field"], &entry["subtitle"]), (&json!("comment"), &json!("#1")));
    assert_eq!(entry["matches"][0]["snippet"], "The toner cartridge was replaced.");
    assert_eq!(found.body["facets"]["type"], json!([{"value": "ticket", "count": 1, "truncated": false}]));

    let renamed = json!({"subject": "Copier on fire"});
    tenant.client.send(Method::PATCH, &format!("{TICKETS}?id={id}"), Some(renamed)).await.expect(200);
    assert_eq!(titles(&tenant.client, "cartridge copier").await, ["Copier on fire"]);
    assert!(titles(&tenant.client, "printer").await.is_empty());
}

#[tokio::test]
async fn identifiers_are_found_in_any_notation_and_in_part_and_never_by_typo() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let customer = tenant.organization("Initech").await;
    let one = json!({"name": "PC-0041", "hostname": "pc-0041.initech.example", "serial": "640-HP-72",
        "hardware_uuid": "4C4C4544-0034-3010-8048-B6C04F503732", "macs": ["00:1b:21:3c:9d:f8"],
        "networks": [{"name": "eth0", "mac": "00:1b:21:3c:9d:f8", "addresses": ["10.0.0.7", "2001:db8::7"]}]});
    let two = json!({"name": "PC-0042", "hostname": "pc-0042.initech.example", "serial": "640-HP-73",
        "macs": ["00:1b:21:3c:9d:f9"], "networks": [{"name": "eth0", "addresses": ["10.0.1.8"]}]});
    insert_device(&app, &tenant, &customer, one).await;
    insert_device(&app, &tenant, &customer, two).await;
    let client = &tenant.client;
    for q in [
        "PC-0041",
        "pc-0041.init",
        "640hp72",
        "640-HP-72",
        "serial:640-hp-72",
        "00:1b:21:3c:9d:f8",
        "00-1B-21-3C-9D-F8",
        "001b.213c.9df8",
        "001b213c9df8",
        "9d:f8",
        "mac:9df8",
        "10.0.0.7",
        "10.0.0.",
        "ip:10.0.0.7",
        "ip:10.0.0.0/24",
        "2001:db8::7",
        "4C4C4544-0034-3010-8048-B6C04F503732",
        "44454c4c-3400-1030-8048-b6c04f503732",
    ] {
        assert_eq!(titles(client, q).await, ["PC-0041"], "{q}");
    }
    for q in ["PC-00", "640-HP-7", "mac:001b213c", "ip:10.0.0.0/8", "serial:640"] {
        let found: BTreeSet<_> = titles(client, q).await.into_iter().collect();
        assert_eq!(found, BTreeSet::from(["PC-0041".to_owned(), "PC-0042".to_owned()]), "{q}");
    }
    for q in ["PC-0043", "640hp74", "10.0.0.70", "ip:10.0.0.70", "ip:10.2.0.0/16", "9d:f7", "00:1b:22"] {
        assert!(titles(client, q).await.is_empty(), "{q}");
    }
    let entry = search(client, "640hp72").await.expect(200).body["data"][0].clone();
    assert_eq!((&entry["score"], &entry["organization"]["name"]), (&json!(1.0), &json!("Initech")));
    assert_eq!(entry["matches"], json!([{"field": "serial", "kind": "identifier", "snippet": "640hp72"}]));
}

#[tokio::test]
async fn accents_do_not_matter_and_typos_are_forgiven() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    for name in ["Zoë Müller", "Milton Waddams", "Bartholomew Kowalczyk", "Jane Pump"] {
        tenant.client.post(CONTACTS, json!({"name": name})).await.expect(201);
    }
    let client = &tenant.client;
    for (q, name) in [
        ("zoe muller", "Zoë Müller"),
        ("ZOË", "Zoë Müller"),
        ("mueller", "Zoë Müller"),
        ("mulller", "Zoë Müller"),
        ("wadams", "Milton Waddams"),
        ("milton waddasm", "Milton Waddams"),
        ("bartolomew", "Bartholomew Kowalczyk"),
        ("bartolomev", "Bartholomew Kowalczyk"),
        ("kovalczik", "Bartholomew Kowalczyk"),
        ("bump", ""),
        ("vadans", ""),
    ] {
        let wanted: Vec<&str> = Some(name).filter(|name| !name.is_empty()).into_iter().collect();
        assert_eq!(titles(client, q).await, wanted, "{q}");
    }
    let entry = search(client, "wadams").await.expect(200).body["data"][0].clone();
    assert_eq!((&entry["matches"][0]["kind"], &entry["score"]), (&json!("typo"), &json!(0.4)));
    let strict = client.get("/api/search?q=wadams&fuzzy=off").await.expect(200);
    assert_eq!(strict.body["data"], json!([]));
}

#[tokio::test]
async fn the_best_match_comes_first() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let customer = tenant.organization("Apollo").await;
    ticket(&tenant, json!({"subject": "Cannot reach the file server", "description": "Apollo is down"})).await;
    ticket(&tenant, json!({"subject": "Apollonia has a question"})).await;
    ticket(&tenant, json!({"subject": "Apollo has a new office"})).await;
    let device = json!({"name": "srv-1", "serial": "APOLLO1"});
    insert_device(&app, &tenant, &customer, device).await;
    let tickets = ["Apollo has a new office", "Apollonia has a question", "Cannot reach the file server"];
    assert_eq!(titles(&tenant.client, "apollo").await, [&["Apollo"], &tickets[..], &["srv-1"]].concat());
    assert_eq!(titles(&tenant.client, "apollo1").await, ["srv-1"]);
}

#[tokio::test]
async fn pages_follow_each_other_and_facets_count_all_of_them() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    for number in 1..=5 {
        ticket(&tenant, json!({"subject": format!("Cable {number}"), "tags": ["cabling"]})).await;
    }
    tenant.client.post(CONTACTS, json!({"name": "Mr Cable"})).await.expect(201);
    for filter in ["q=cable", "q=tag:cabling", "type=ticket&q=cable"] {
        let (mut seen, mut target) = (vec![], format!("/api/search?{filter}&limit=2"));
        loop {
            let page = tenant.client.get(&target).await.expect(200).body;
            let counts: Vec<_> =
                page["facets"]["type"].as_array().unwrap().iter().map(|f| f["count"].clone()).collect();
            assert_eq!(counts, if filter == "q=cable" { vec![json!(1), json!(5)] } else { vec![json!(5)] });
            seen.extend(page["data"].as_array().unwrap().iter().map(|entry| entry["id"].as_str().unwrap().to_owned()));
            let Some(cursor) = page["next_cursor"].as_str() else { break };
            target = format!("/api/search?{filter}&limit=2&cursor={cursor}");
        }
        assert_eq!(seen.len(), if filter == "q=cable" { 6 } else { 5 }, "{filter}");
        assert_eq!(seen.iter().collect::<BTreeSet<_>>().len(), seen.len(), "{filter}");
    }
    let first = tenant.client.get("/api/search?q=cable&limit=2").await.expect(200);
    let cursor = first.body["next_cursor"].as_str().unwrap();
    let another = tenant.client.get(&format!("/api/search?q=wire&limit=2&cursor={cursor}")).await;
    assert_eq!(another.problem(), "400 cursor_mismatch");
}

/// Entries of the index without objects, many at once. `title` is an expression over `number`.
async fn many_entries(app: &TestApp, tenant: &TestTenant, kind: &str, title: &str, count: i32) {
    let write = format!(
        "select app.write_search_entry(row(
            $1::uuid, '{kind}', gen_random_uuid(), '00000000-0000-0000-0000-000000000000'::uuid, null::uuid, {title},
            null::text, '{{}}'::text[], '{{}}'::text[], '{{\"description\": \"The cable is loose.\"}}'::jsonb,
            null::tsvector, now(), now()
        )::search_entries, true)
        from generate_series(1, $2::integer) as number"
    );
    app.database.root().await.query(&write, &[&tenant.id.0, &count]).await.unwrap();
}

#[tokio::test]
async fn several_hundred_titles_do_not_hide_other_texts() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    many_entries(&app, &tenant, "ticket", "case when number > 300 then 'Power' else 'Cable' end", 302).await;
    let found = search(&tenant.client, "cable").await.expect(200).body;
    assert_eq!(found["facets"]["type"], json!([{"value": "ticket", "count": 302, "truncated": false}]));
    assert_eq!(found["truncated"], json!(false));
    many_entries(&app, &tenant, "ticket", "'Cable'", 250).await;
    let found = search(&tenant.client, "cable").await.expect(200).body;
    assert_eq!((&found["truncated"], &found["facets"]["type"][0]["truncated"]), (&json!(true), &json!(true)));
}

#[tokio::test]
async fn of_very_many_the_equal_title_and_the_newest_are_returned() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    // One in every second hour of two months; the oldest has the shortest title.
    let write = "select app.write_search_entry(row(
            $1::uuid, 'ticket', (lpad(to_hex(1760000000000 + number::bigint * 7200000), 12, '0') || '70008000000000000000')::uuid,
            '00000000-0000-0000-0000-000000000000'::uuid, null::uuid,
            case when number = 1 then 'Cable' else 'Cable ' || number end, null::text, '{}'::text[], '{}'::text[],
            '{}'::jsonb, null::tsvector, now(), now()
        )::search_entries, true)
        from generate_series(1, 720) as number";
    app.database.root().await.query(write, &[&tenant.id.0]).await.unwrap();
    let found = search(&tenant.client, "cable").await.expect(200).body;
    let titles: Vec<_> = found["data"].as_array().unwrap().iter().map(|entry| entry["title"].clone()).collect();
    assert_eq!(titles[..4], ["Cable", "Cable 720", "Cable 719", "Cable 718"]);
    assert_eq!(found["truncated"], json!(true));
}

#[tokio::test]
async fn words_that_a_caller_cannot_see_correct_no_typo() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (own, other) = (tenant.organization("Own").await, tenant.organization("Other").await);
    ticket(&tenant, json!({"subject": "globexcorqz", "organization_id": own})).await;
    ticket(&tenant, json!({"subject": "globexcorp", "organization_id": other})).await;
    assert_eq!(titles(&tenant.client, "globexcorpx").await, ["globexcorp"]);
    let client = tenant.key_of(json!({"name": "one", "scopes": ["*"], "organization_ids": [own]})).await;
    assert_eq!(titles(&client, "globexcorpx").await, ["globexcorqz"]);
}

#[tokio::test]
async fn a_restricted_key_names_its_customer_among_many_with_the_same_name() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    many_entries(&app, &tenant, "organization", "'Initech'", 600).await;
    let own = tenant.organization("Initech").await;
    ticket(&tenant, json!({"subject": "Printer on fire", "organization_id": own})).await;
    let client = tenant.key_of(json!({"name": "one", "scopes": ["*"], "organization_ids": [own]})).await;
    assert_eq!(titles(&client, "org:initech printer").await, ["Printer on fire"]);
    let listed = client.get(&format!("{TICKETS}?q=org:initech%20printer")).await.expect(200);
    assert_eq!(listed.body["data"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn what_the_grammar_does_not_have_is_refused_with_what_it_has() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let refused = search(&tenant.client, "statsu:open").await;
    assert_eq!(refused.problem(), "400 invalid_parameter");
    let error = &refused.body["errors"][0];
    assert_eq!((&error["parameter"], &error["did_you_mean"]), (&json!("q"), &json!("status")));
    assert!(error["detail"].as_str().unwrap().contains("serial:"), "{error}");
    for q in ["status:opne", "type:printer", "created:soon", "ip:x", "assignee:me", "-seen:2026-01-01"] {
        assert_eq!(search(&tenant.client, q).await.problem(), "400 invalid_parameter", "{q}");
    }
    for q in ["", "-", "\"", "'", "\\", "((", "& | !", "a:*", ":", "--", "\"\"", "''''", "\u{301}", "%_", "<script>"] {
        let answer = search(&tenant.client, q).await;
        assert!(answer.status == 200 || answer.status == 400, "{q}: {:#}", answer.body);
    }
}

#[tokio::test]
async fn types_that_the_scopes_do_not_open_are_not_searched() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    tenant.organization("Initech").await;
    ticket(&tenant, json!({"subject": "Initech calls"})).await;
    let client = tenant.key_with(&["search:read", "tickets:read"]).await;
    let found = search(&client, "initech").await.expect(200);
    assert_eq!(found.body["hidden_types"], json!(["organization", "device", "contact", "user", "workflow"]));
    let entries = found.body["data"].as_array().unwrap();
    assert_eq!(entries.iter().map(|entry| &entry["type"]).collect::<Vec<_>>(), ["ticket"]);
    assert_eq!(entries[0]["organization"]["name"], Value::Null);
    assert_eq!(search(&client, "type:organization initech").await.expect(200).body["data"], json!([]));
    assert_eq!(search(&client, "org:initech").await.problem(), "400 invalid_parameter");
    assert_eq!(tenant.key_with(&["tickets:read"]).await.get("/api/search").await.problem(), "403 insufficient_scope");
    let all = search(&tenant.client, "initech").await.expect(200);
    assert_eq!((&all.body["hidden_types"], all.body["data"].as_array().unwrap().len()), (&json!([]), 2));
}

#[tokio::test]
async fn filters_combine() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let me = tenant.sign_in("owner").await;
    let (one, two) = (tenant.organization("One").await, tenant.organization("Two").await);
    let new = |subject: &str, organization: &str, priority: &str| {
        json!({"subject": subject, "organization_id": organization, "priority": priority, "tags": ["Net"],
            "assignee_id": me.user.to_string()})
    };
    ticket(&tenant, new("Router down", &one, "p1")).await;
    ticket(&tenant, new("Router slow", &two, "p3")).await;
    ticket(&tenant, json!({"subject": "Switch down", "organization_id": two})).await;
    for (q, wanted) in [
        ("router priority:p1", vec!["Router down"]),
        ("down -router", vec!["Switch down"]),
        ("router -priority:p1,p2", vec!["Router slow"]),
        ("tag:net org:two", vec!["Router slow"]),
        ("type:ticket org:Two", vec!["Switch down", "Router slow"]),
        ("assignee:none", vec!["Switch down"]),
        ("assignee:me down", vec!["Router down"]),
        ("status:unresolved slow", vec!["Router slow"]),
        ("status:resolved,closed", vec![]),
        ("down created:>2020-01-01 updated:>=2020-01-01 org:one", vec!["Router down"]),
        ("down created:<2020-01-01", vec![]),
        ("type:ticket seen:>2020-01-01", vec![]),
    ] {
        assert_eq!(titles(&me.client, q).await, wanted, "{q}");
    }
    let of_two = tenant.client.get(&format!("/api/search?q=down&organization_id={two}")).await.expect(200);
    assert_eq!(of_two.body["data"][0]["title"], "Switch down");
    assert_eq!(of_two.body["data"].as_array().unwrap().len(), 1);
}
