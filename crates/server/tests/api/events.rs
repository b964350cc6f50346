use jiff::SignedDuration;
use kernel::{clock::Clock, http::schema::Schema};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tenant_control::{control::api_keys::notice_expiring, events::keep_days, families};
use testkit::{Client, Database, EventStream, Postgres, Sent, TestApp, TestTenant};
use tokio::time::{sleep, timeout};

const EVENTS: &str = "/api/events";
const KEYS: &str = "/api/admin/api-keys";
const ORGANIZATIONS: &str = "/api/rmm/organizations";

async fn data(client: &Client, query: &str) -> Vec<Value> {
    let list = client.get(&format!("{EVENTS}?{query}")).await.expect(200);
    list.body["data"].as_array().unwrap().clone()
}

/// All of the tenant's events, oldest first.
async fn all(tenant: &TestTenant) -> Vec<Value> {
    data(&tenant.client, "sort=timestamp&limit=200").await
}

fn column<'a>(events: &'a [Value], name: &str) -> Vec<&'a str> {
    events.iter().map(|event| event.pointer(name).and_then(Value::as_str).unwrap_or_default()).collect()
}

/// The next event, which must come soon.
async fn next(stream: &mut EventStream) -> Sent {
    let sent = timeout(Duration::from_secs(5), stream.next()).await.expect("an event within 5 s");
    sent.unwrap().expect("the stream goes on")
}

/// No further event, but a clean end.
async fn end(stream: &mut EventStream) {
    let end = timeout(Duration::from_secs(5), stream.next()).await.expect("an end within 5 s");
    assert_eq!(end.unwrap(), None);
}

#[tokio::test]
async fn every_change_is_in_the_log_with_its_number_and_what_was_before() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let organization = tenant.organization("Initech").await;
    let target = format!("{ORGANIZATIONS}?id={organization}");
    let request = tenant.client.with_header("x-request-id", "renamed");
    request.put(&target, json!({"name": "Initrode", "tags": ["gold"]})).await.expect(200);
    tenant.client.delete(&target).await.expect(204);
    let created = tenant.client.post(KEYS, json!({"name": "k", "scopes": ["search:read"]})).await.expect(201);
    let key = format!("{KEYS}?id={}", created.id());
    tenant.client.put(&key, json!({"name": "l"})).await.expect(200);
    tenant.client.put(&key, json!({"rotate": {"grace_seconds": 60}})).await.expect(200);
    for _ in 0..2 {
        tenant.client.delete(&key).await.expect(204);
    }

    let events = all(&tenant).await;
    let told: Vec<_> = events.iter().map(|e| (e["type"].as_str().unwrap(), e["sequence"].as_i64().unwrap())).collect();
    let expected = [
        ("organization.created", 1),
        ("organization.updated", 2),
        ("organization.deleted", 3),
        ("api_key.created", 1),
        ("api_key.updated", 2),
        ("api_key.rotated", 3),
        ("api_key.revoked", 4),
    ];
    assert_eq!(told, expected, "revoking again is nothing that happened");
    assert!(events.iter().all(|event| event["actor"] == json!({"type": "api_key", "id": tenant.key_id})));
    assert!(events[..3].iter().all(|event| event["organization_id"] == json!(organization)));
    assert_eq!(events[0]["subject"], json!({"type": "organization", "id": organization}));

    let renamed = &events[1];
    assert_eq!(renamed["request_id"], "renamed");
    assert_eq!(renamed["data"]["object"]["name"], "Initrode");
    assert_eq!(renamed["data"]["previous"], json!({"name": "Initech", "tags": []}));
    assert!(events[0]["data"].get("previous").is_none(), "there was nothing before");
    let revoked = &events[6]["data"];
    assert_eq!(revoked["object"]["status"], "revoked");
    assert!(revoked["object"]["revoked_at"].is_string());
    assert_eq!(revoked["previous"], json!({"status": "rotating", "revoked_at": null}));
    assert!(events.iter().all(|event| event["data"]["object"]["key"].is_null()), "the log holds no secret");
}

#[tokio::test]
async fn what_changes_nothing_leaves_no_event() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    tenant.organization("taken").await;
    let target = format!("{ORGANIZATIONS}?id={}", tenant.organization("kept").await);
    let before = all(&tenant).await;
    tenant.client.post(&format!("{ORGANIZATIONS}?dry_run=true"), json!({"name": "planned"})).await.expect(201);
    tenant.client.delete(&format!("{target}&dry_run=true")).await.expect(204);
    tenant.client.post(ORGANIZATIONS, json!({"name": "taken"})).await.expect(409);
    tenant.client.put(&target, json!({"name": "taken"})).await.expect(409);
    tenant.client.with_header("if-match", "\"v9\"").put(&target, json!({"notes": "x"})).await.expect(412);
    assert_eq!(all(&tenant).await, before);
    tenant.organization("made").await;
    let position = "select last_position from event_logs where tenant_id = $1";
    let position: i64 = app.database.root().await.query_one(position, &[&tenant.id.0]).await.unwrap().get(0);
    assert_eq!(position, 3, "a number that is not used is given to the next");
}

#[tokio::test]
async fn the_log_is_read_in_both_directions_page_by_page() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    for n in 0..7 {
        tenant.organization(&format!("organization {n}")).await;
    }
    let forward: Vec<_> = (0..7).map(|n| format!("organization {n}")).collect();
    let backward: Vec<_> = forward.iter().rev().cloned().collect();
    for (sort, expected) in [("", backward.clone()), ("&sort=-timestamp", backward), ("&sort=timestamp", forward)] {
        let (mut seen, mut target) = (vec![], format!("{EVENTS}?limit=3{sort}"));
        loop {
            let page = tenant.client.get(&target).await.expect(200);
            let events = page.body["data"].as_array().unwrap();
            seen.extend(column(events, "/data/object/name").into_iter().map(str::to_owned));
            match page.header("link").strip_prefix('<').and_then(|link| link.strip_suffix(">; rel=\"next\"")) {
                Some(next) => target = next.to_owned(),
                None => break,
            }
        }
        assert_eq!(seen, expected, "{sort}");
    }
}

#[tokio::test]
async fn events_are_found_by_type_subject_time_and_id() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (a, b) = (tenant.organization("a").await, tenant.organization("b").await);
    tenant.client.put(&format!("{ORGANIZATIONS}?id={a}"), json!({"name": "c"})).await.expect(200);
    let key = tenant.client.post(KEYS, json!({"name": "k", "scopes": ["search:read"]})).await.expect(201).id();
    let events = all(&tenant).await;
    let third = events[2]["timestamp"].as_str().unwrap();
    for (query, expected) in [
        ("type=organization.updated".to_owned(), vec![2]),
        ("type=organization.updated,api_key.created".to_owned(), vec![2, 3]),
        (format!("subject_id={a}"), vec![0, 2]),
        (format!("subject_id={b}&type=organization.created"), vec![1]),
        (format!("subject_id={key}"), vec![3]),
        (format!("since={third}"), vec![2, 3]),
        (format!("until={third}"), vec![0, 1]),
    ] {
        let found = data(&tenant.client, &format!("sort=timestamp&{query}")).await;
        let expected: Vec<_> = expected.into_iter().map(|n: usize| events[n].clone()).collect();
        assert_eq!(found, expected, "{query}");
    }
    let id = events[1]["id"].as_str().unwrap();
    assert_eq!(tenant.client.get(&format!("{EVENTS}?id={id}")).await.expect(200).body, events[1]);
    assert_eq!(app.tenant().await.client.get(&format!("{EVENTS}?id={id}")).await.problem(), "404 not_found");
    assert_eq!(
        tenant.client.get(&format!("{EVENTS}?type=organization.eaten")).await.problem(),
        "400 invalid_parameter"
    );
}

#[tokio::test]
async fn a_restricted_key_reads_of_its_organizations_only() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (mine, other) = (tenant.organization("mine").await, tenant.organization("other").await);
    let new =
        json!({"name": "restricted", "scopes": ["events:read", "organizations:read"], "organization_ids": [mine]});
    let restricted = tenant.key_of(new).await;
    let rename = async |id: &str, name: &str| {
        tenant.client.put(&format!("{ORGANIZATIONS}?id={id}"), json!({"name": name})).await.expect(200);
    };
    let hidden = data(&tenant.client, &format!("subject_id={other}")).await;
    let hidden = hidden[0]["id"].as_str().unwrap();
    assert_eq!(column(&data(&restricted, "").await, "/subject/id"), [mine.as_str()]);
    assert_eq!(restricted.get(&format!("{EVENTS}?id={hidden}")).await.problem(), "404 not_found");

    let mut stream = restricted.stream(EVENTS).await;
    rename(&other, "not for you").await;
    rename(&mine, "for you").await;
    assert_eq!(next(&mut stream).await.data["data"]["object"]["name"], "for you");
    let resume = restricted.with_header("accept", "text/event-stream").with_header("last-event-id", hidden);
    assert_eq!(resume.get(EVENTS).await.problem(), "410 event_gone");
}

#[tokio::test]
async fn a_key_that_expires_soon_is_told_of_once_for_each_expiry() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let new = |name: &str, days| json!({"name": name, "scopes": ["search:read"], "expires_days": days});
    let soon = tenant.client.post(KEYS, new("soon", 6)).await.expect(201).id();
    let revoked = tenant.client.post(KEYS, new("revoked", 6)).await.expect(201).id();
    tenant.client.delete(&format!("{KEYS}?id={revoked}")).await.expect(204);
    tenant.client.post(KEYS, new("later", 8)).await.expect(201);
    let audited = tenant.client.get("/api/admin/audit-log").await.expect(200).body;
    for _ in 0..2 {
        assert!(notice_expiring(&app.app).await.is_ok());
    }
    let told = data(&tenant.client, "type=api_key.expiring").await;
    assert_eq!(told.len(), 1, "{told:#?}");
    assert_eq!((&told[0]["subject"]["id"], &told[0]["sequence"]), (&json!(soon), &json!(2)));
    assert_eq!(told[0]["actor"], json!({"type": "system", "id": null}));
    assert_eq!((&told[0]["data"]["object"]["name"], &told[0]["data"]["object"]["key"]), (&json!("soon"), &Value::Null));
    assert_eq!(tenant.client.get("/api/admin/audit-log").await.body, audited, "nobody changed anything");

    tenant.client.put(&format!("{KEYS}?id={soon}"), json!({"expires_days": 5})).await.expect(200);
    let both = async { futures::join!(held::apart(notice_expiring(&app.app)), held::apart(notice_expiring(&app.app))) };
    assert!(matches!(both.await, (Ok(()), Ok(()))));
    assert_eq!(data(&tenant.client, "type=api_key.expiring").await.len(), 2, "another expiry, another notice");
}

#[tokio::test]
async fn the_catalogue_names_every_kind_with_an_example_that_fits_its_schema() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let catalogue = tenant.client.get("/api/admin/webhooks/event-types").await.expect(200);
    let kinds = catalogue.body["data"].as_array().unwrap();
    let names = column(kinds, "/type");
    assert_eq!(names, api::EventKind::ALL.iter().map(|kind| kind.name()).collect::<Vec<_>>());
    let document = &families::document().value;
    for kind in kinds {
        let schema = Schema::new(kind["schema"].clone(), &Value::Null).unwrap();
        assert_eq!(schema.faults(&kind["example"]), [], "{}", kind["type"]);
        let mut wrong = kind["example"].clone();
        wrong["data"]["object"] = json!({});
        assert_ne!(schema.faults(&wrong), [], "{} takes anything", kind["type"]);
        let webhook = &document["webhooks"][kind["type"].as_str().unwrap()]["post"];
        let body = &webhook["requestBody"]["content"]["application/json"]["schema"];
        let published = Schema::new(body.clone(), &document["components"]).unwrap();
        assert_eq!(published.faults(&kind["example"]), [], "{}", kind["type"]);
    }
    assert_eq!(document["webhooks"].as_object().unwrap().len(), kinds.len());

    tenant.organization("real").await;
    tenant.client.post(KEYS, json!({"name": "k", "scopes": ["search:read"]})).await.expect(201);
    for event in all(&tenant).await {
        let kind = kinds.iter().find(|kind| kind["type"] == event["type"]).unwrap();
        assert_eq!(Schema::new(kind["schema"].clone(), &Value::Null).unwrap().faults(&event), [], "{event:#}");
    }
}

#[tokio::test]
async fn a_stream_tells_what_happens_from_now_on() {
    let app = TestApp::start().await;
    let (tenant, other) = (app.tenant().await, app.tenant().await);
    tenant.organization("before").await;
    let mut stream = tenant.client.stream(EVENTS).await;
    other.organization("another tenant's").await;
    for name in ["a", "b", "line\nbreak"] {
        tenant.organization(name).await;
    }
    let events = all(&tenant).await;
    for event in &events[1..] {
        let sent = next(&mut stream).await;
        assert_eq!((sent.id.as_str(), sent.event.as_str()), (event["id"].as_str().unwrap(), "organization.created"));
        assert_eq!(sent.data, *event);
    }
    let started = Instant::now();
    tenant.organization("soon").await;
    assert_eq!(next(&mut stream).await.data["data"]["object"]["name"], "soon");
    assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());
}

#[tokio::test]
async fn a_stream_goes_on_where_it_was_cut_off() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    tenant.organization("before").await;
    let mut stream = tenant.client.stream(EVENTS).await;
    assert!(timeout(Duration::from_millis(300), stream.next()).await.is_err(), "nothing happened yet");
    let opened = stream.last_id.take().expect("an id to come back by before the first event");
    drop(stream);
    // Some pages are full by number, some by size.
    for n in 0..250 {
        let notes = "x".repeat(if n < 120 { 0 } else { 10_000 });
        let new = json!({"name": format!("organization {n}"), "notes": notes});
        tenant.client.post(ORGANIZATIONS, new).await.expect(201);
    }
    let mut seen = vec![];
    let mut last = opened;
    // Two disconnections, in the middle of a page.
    for until in [30, 170, 250] {
        let mut stream = tenant.client.with_header("last-event-id", &last).stream(EVENTS).await;
        while seen.len() < until {
            let sent = next(&mut stream).await;
            seen.push(sent.data["data"]["object"]["name"].as_str().unwrap().to_owned());
            last = sent.id;
        }
    }
    assert_eq!(seen, (0..250).map(|n| format!("organization {n}")).collect::<Vec<_>>());
}

#[tokio::test]
async fn a_stream_takes_the_filters_of_the_list() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (a, b) = (tenant.organization("a").await, tenant.organization("b").await);
    let first = all(&tenant).await[0]["timestamp"].as_str().unwrap().to_owned();
    let mut updates = tenant.client.stream(&format!("{EVENTS}?type=organization.updated")).await;
    let mut of_b = tenant.client.stream(&format!("{EVENTS}?subject_id={b}")).await;
    let mut since = tenant.client.stream(&format!("{EVENTS}?since={first}&type=organization.created")).await;
    for id in [&a, &b] {
        tenant.client.put(&format!("{ORGANIZATIONS}?id={id}"), json!({"notes": "changed"})).await.expect(200);
    }
    for id in [&a, &b] {
        assert_eq!(next(&mut updates).await.data["subject"]["id"], json!(id));
        assert_eq!(next(&mut since).await.data["subject"]["id"], json!(id));
    }
    assert_eq!(next(&mut of_b).await.event, "organization.updated");
    tenant.client.delete(&format!("{ORGANIZATIONS}?id={b}")).await.expect(204);
    assert_eq!(next(&mut of_b).await.event, "organization.deleted");
}

#[tokio::test]
async fn what_a_stream_cannot_begin_with_is_refused() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    tenant.organization("a").await;
    let client = tenant.client.with_header("accept", "text/event-stream");
    let after = |id: &str| client.with_header("last-event-id", id);
    assert_eq!(after("7").get(EVENTS).await.problem(), "400 invalid_header");
    assert_eq!(after("evt_01h455vb4pex5vsknk084sn02q").get(EVENTS).await.problem(), "410 event_gone");
    for query in ["id=evt_01h455vb4pex5vsknk084sn02q", "limit=5", "sort=timestamp", "until=2030-01-01T00:00:00Z"] {
        let answer = client.get(&format!("{EVENTS}?{query}")).await;
        assert_eq!(answer.problem(), "400 unsupported_combination", "{query}");
    }
    let mut open = vec![];
    for _ in 0..50 {
        open.push(tenant.client.stream(EVENTS).await);
    }
    let refused = client.get(EVENTS).await;
    assert_eq!(refused.problem(), "429 rate_limited");
    assert_eq!(refused.header("ratelimit-policy"), r#""concurrent-streams";q=50;qu="concurrent-requests""#);
    app.tenant().await.client.stream(EVENTS).await;
    open.clear();
    sleep(Duration::from_millis(500)).await;
    tenant.client.stream(EVENTS).await;
}

#[tokio::test]
async fn a_silent_stream_says_that_it_is_there() {
    let database = Database::shared().await;
    let settings = database.settings_with(&["--event-heartbeat-seconds", "0.1"]);
    let app = TestApp::start_with(database, settings).await;
    let tenant = app.tenant().await;
    let mut stream = tenant.client.stream(EVENTS).await;
    assert!(timeout(Duration::from_secs(1), stream.next()).await.is_err(), "nothing happens");
    assert!((5..=10).contains(&stream.comments), "{} comments in a second", stream.comments);
}

#[tokio::test]
async fn a_stream_ends_when_its_key_is_revoked_or_loses_the_scope() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    for change in ["revoke", "scope", "rotate"] {
        let created = tenant
            .client
            .post(KEYS, json!({"name": "k", "scopes": ["events:read", "organizations:read"]}))
            .await
            .expect(201);
        let mut stream = tenant.client.with_key(created.body["key"].as_str().unwrap()).stream(EVENTS).await;
        tenant.organization(change).await;
        assert_eq!(next(&mut stream).await.data["data"]["object"]["name"], change);
        let target = format!("{KEYS}?id={}", created.id());
        let changed = Instant::now();
        match change {
            "revoke" => tenant.client.delete(&target).await.expect(204),
            "scope" => tenant.client.put(&target, json!({"scopes": ["search:read"]})).await.expect(200),
            _ => tenant.client.put(&target, json!({"rotate": {"grace_seconds": 0}})).await.expect(200),
        };
        while timeout(Duration::from_secs(5), stream.next()).await.expect("an end").unwrap().is_some() {}
        assert!(changed.elapsed() < Duration::from_millis(1500), "{change}: {:?}", changed.elapsed());
    }
}

#[tokio::test]
async fn a_stream_ends_at_shutdown() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let mut stream = tenant.client.stream(EVENTS).await;
    tenant.organization("last").await;
    next(&mut stream).await;
    let (stopped, stop) = (Instant::now(), tokio::spawn(app.stop()));
    end(&mut stream).await;
    stop.await.unwrap();
    assert!(stopped.elapsed() < Duration::from_secs(3), "{:?}", stopped.elapsed());
}

#[tokio::test]
async fn days_are_made_ahead_and_dropped_when_they_were_kept_long_enough() {
    let postgres = Postgres::start("-c fsync=off").unwrap();
    let database = Database::create(postgres.port, "tenant_control").await.unwrap();
    let settings = database.settings();
    let app = TestApp::start_with(database, settings).await;
    let tenant = app.tenant().await;
    tenant.organization("old").await;
    let (root, now) = (app.database.root().await, Clock::System.now());
    let days = "select count(*) from pg_class where relnamespace = 'event_days'::regnamespace and relkind = 'r'";
    let days = async || root.query_one(days, &[]).await.unwrap().get::<_, i64>(0);
    assert_eq!(days().await, 9, "yesterday, today, and a week ahead");
    let later = |days: i64| now + SignedDuration::from_hours(24 * days);
    let keep = async |days| keep_days(&app.app.db, later(days)).await.map_err(kernel::db::Error::into_cause);
    // Moves the event to a partition that was created this many days ago.
    let age = async |days: i32| {
        let make = "select app.keep_event_days((now() at time zone 'utc')::date - $1::integer, 1000)";
        root.execute(make, &[&days]).await.unwrap();
        root.execute("update events set at = now() - make_interval(days => $1)", &[&days]).await.unwrap();
    };
    age(30).await;
    for _ in 0..2 {
        keep(0).await.unwrap();
    }
    assert_eq!(all(&tenant).await.len(), 1, "what is thirty days old is kept");
    age(31).await;
    keep(0).await.unwrap();
    assert_eq!(all(&tenant).await.len(), 0);
    let gone = "select count(*) from event_subjects";
    assert_eq!(root.query_one(gone, &[]).await.unwrap().get::<_, i64>(0), 1, "numbers go on");

    // Partitions of later days exist already, those of the days between do not.
    keep(31).await.unwrap();
    keep(0).await.unwrap();
    tenant.organization("new").await;
    assert_eq!(column(&all(&tenant).await, "/data/object/name"), ["new"]);
}
