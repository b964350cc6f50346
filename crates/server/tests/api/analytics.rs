//! `/api/analytics`: figures that equal the lists, groups, calendars, comparisons, tables and charts.

use base64::{Engine, engine::general_purpose::STANDARD};
use jiff::{Timestamp, ToSpan, tz::TimeZone};
use serde_json::{Value, json};
use sketch::Sketch;
use testkit::{Answer, Client, Database, TestApp, TestTenant};

const ANALYTICS: &str = "/api/analytics/tenant";
const PLATFORM: &str = "/api/analytics/platform";
const TICKETS: &str = "/api/psa/tickets";

async fn figures(client: &Client, query: &str) -> Value {
    client.get(&format!("{ANALYTICS}?{query}")).await.expect(200).body
}

fn total<'a>(figures: &'a Value, metric: &str) -> &'a Value {
    &figures["totals"][metric]["value"]
}

fn values(series: &Value) -> Vec<Option<f64>> {
    series["points"].as_array().unwrap().iter().map(|point| point["value"].as_f64()).collect()
}

async fn ticket(tenant: &TestTenant, organization: &str, priority: &str) {
    let new = json!({"subject": "Printer on fire", "organization_id": organization, "priority": priority});
    tenant.client.post(TICKETS, new).await.expect(201);
}

/// Counts in quarter hours of the past, as the tables that are counted would have left them.
async fn counted(app: &TestApp, tenant: &TestTenant, measure: &str, at: &str, seconds: &[f64]) {
    let at: Timestamp = at.parse().unwrap();
    let dimensions = vec!["p1".to_owned(), "incident".to_owned(), "api".to_owned()];
    let count = i64::try_from(seconds.len()).unwrap().max(1);
    let sql = "insert into metric_changes (tenant_id, measure, at, dimensions, count, seconds) values ($1, $2, $3, $4, $5, $6)";
    let root = app.database.root().await;
    root.execute(sql, &[&tenant.id.0, &measure, &at, &dimensions, &count, &seconds]).await.unwrap();
}

#[tokio::test]
async fn the_catalogue_says_what_can_be_asked_for() {
    let app = TestApp::start().await;
    let catalogue = app.tenant().await.client.get("/api/analytics/metrics").await.expect(200).body;
    let metrics = catalogue["data"].as_array().unwrap();
    let metric = |name: &str| metrics.iter().find(|metric| metric["name"] == name).unwrap_or_else(|| panic!("{name}"));
    let created = metric("tickets.created");
    assert_eq!(created["dimensions"], json!(["organization_id", "priority", "type", "source"]));
    assert_eq!((&created["unit"], &created["by_organization"]), (&json!("count"), &json!(true)));
    let available = |name: &str| (metric(name)["tenant"].clone(), metric(name)["platform"].clone());
    assert_eq!(available("api.requests"), (json!(true), json!(true)));
    assert_eq!(available("tickets.backlog"), (json!(true), json!(false)));
    assert_eq!(available("tenants.active"), (json!(false), json!(true)));
    for metric in metrics {
        // Every dimension of a metric is a filter, and every metric can be read.
        assert!(metric["description"].as_str().is_some_and(|about| about.len() > 10), "{metric}");
    }
}

#[tokio::test]
async fn created_tickets_are_as_many_as_the_list_has() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (mine, other) = (tenant.organization("Initech").await, tenant.organization("Globex").await);
    for (organization, priority) in [(&mine, "p1"), (&mine, "p2"), (&other, "p1"), (&other, "p3"), (&mine, "p1")] {
        ticket(&tenant, organization, priority).await;
    }
    for filter in ["".to_owned(), "priority=p1,p3".to_owned(), format!("organization_id={mine}&priority=p1")] {
        let found = figures(&tenant.client, &format!("metrics=tickets.created&{filter}")).await;
        let listed = tenant.client.get(&format!("{TICKETS}?{filter}")).await.expect(200).body;
        let listed = listed["data"].as_array().unwrap().len();
        assert_eq!(total(&found, "tickets.created"), &json!(listed), "{filter}");
        let points = values(&found["series"][0]);
        assert_eq!((points.len(), points.last().copied().flatten()), (30, Some(listed as f64)), "{filter}");
    }
    let overview = figures(&tenant.client, "").await;
    assert!(overview["totals"].as_object().unwrap().len() > 5);
    assert_eq!((total(&overview, "tickets.created"), total(&overview, "tickets.backlog")), (&json!(5), &json!(5)));
}

#[tokio::test]
async fn a_restricted_key_gets_the_share_of_its_customers_and_nothing_else() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (mine, other) = (tenant.organization("Initech").await, tenant.organization("Globex").await);
    for organization in [&mine, &other, &other] {
        ticket(&tenant, organization, "p1").await;
    }
    let key = json!({"name": "customer", "scopes": ["analytics:read"], "organization_ids": [mine]});
    let key = tenant.key_of(key).await;
    let overview = figures(&key, "").await;
    assert_eq!((total(&overview, "tickets.created"), total(&overview, "tickets.backlog")), (&json!(1), &json!(1)));
    assert!(overview["totals"].get("api.requests").is_none(), "requests belong to no customer");
    let theirs = figures(&key, &format!("metrics=tickets.created&organization_id={other}")).await;
    assert_eq!(total(&theirs, "tickets.created"), &json!(0));
    let groups = figures(&key, "metrics=tickets.created&group_by=organization_id").await;
    let series = groups["series"].as_array().unwrap();
    assert_eq!((series.len(), &series[0]["dimensions"]), (1, &json!({"organization_id": mine})));
    assert_eq!(series[0]["label"], Value::Null, "the key may not read organizations");

    let refused = key.get(&format!("{ANALYTICS}?metrics=tickets.created,api.requests,users.active")).await;
    assert_eq!(refused.problem(), "403 organization_restricted");
    let detail = refused.body["detail"].as_str().unwrap();
    assert!(detail.contains("api.requests, users.active") && !detail.contains("tickets.created"), "{detail}");
}

#[tokio::test]
async fn the_largest_groups_have_a_series_and_the_others_are_added_up() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let mut organizations = vec![];
    for (name, tickets) in [("Initech", 3), ("Globex", 2), ("Hooli", 1), ("Umbrella", 1)] {
        let organization = tenant.organization(name).await;
        for _ in 0..tickets {
            ticket(&tenant, &organization, "p2").await;
        }
        organizations.push(organization);
    }
    let found = figures(&tenant.client, "metrics=tickets.created,tickets.backlog&group_by=organization_id&top=2").await;
    let of = |metric: &str| {
        let series = found["series"].as_array().unwrap().iter().filter(move |series| series["metric"] == metric);
        series.map(|one| (one["label"].clone(), one["other"].clone(), one["total"].clone())).collect::<Vec<_>>()
    };
    let wanted = [(json!("Initech"), false, 3), (json!("Globex"), false, 2), (Value::Null, true, 2)];
    let wanted = wanted.map(|(label, other, total)| (label, json!(other), json!(total)));
    assert_eq!((of("tickets.created"), of("tickets.backlog")), (wanted.to_vec(), wanted.to_vec()));
    assert_eq!(found["series"][0]["dimensions"], json!({"organization_id": organizations[0]}));
    assert_eq!((&found["limits"]["groups"], &found["limits"]["top"]), (&json!(4), &json!(2)));
    assert_eq!(total(&found, "tickets.created"), &json!(7));
    let all = figures(&tenant.client, "metrics=tickets.created&group_by=organization_id").await;
    let series = all["series"].as_array().unwrap();
    assert!(series.len() == 4 && series.iter().all(|one| one["other"] == false), "{series:#?}");
    // Requests by key, after the counts of this server were stored.
    let by_key = format!("{ANALYTICS}?metrics=api.requests,api.latency_p95&group_by=api_key_id");
    let seen = |answer: &Answer| answer.body["series"][0]["dimensions"]["api_key_id"] == tenant.key_id.as_str();
    let mut found = tenant.client.get(&by_key).await;
    for _ in 0..100 {
        if seen(&found) {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
        found = tenant.client.get(&by_key).await;
    }
    assert!(seen(&found), "{:#}", found.body);
}

#[tokio::test]
async fn a_day_of_25_hours_is_one_day_and_months_are_compared_with_months() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let midnight: Timestamp = "2026-10-24T22:00:00Z".parse().unwrap();
    for quarter in 0..100 {
        counted(&app, &tenant, "tickets.created", &(midnight + (quarter * 15).minutes()).to_string(), &[]).await;
    }
    for (at, seconds) in [("2026-10-02T10:00:00Z", vec![1.0; 90]), ("2026-10-20T10:00:00Z", vec![500.0; 10])] {
        counted(&app, &tenant, "tickets.resolution", at, &seconds).await;
    }
    counted(&app, &tenant, "tickets.created", "2026-09-30T21:45:00Z", &[1.0; 40]).await;
    let october = "since=2026-09-30T22:00:00Z&until=2026-10-31T23:00:00Z&time_zone=europe/vienna";
    let metrics = "metrics=tickets.created,tickets.resolution_p50,tickets.resolution_p90";
    let found = figures(&tenant.client, &format!("{october}&{metrics}&compare=previous_period")).await;
    let days = values(&found["series"][0]);
    assert_eq!((days.len(), days[23], days[24], days[25]), (31, Some(0.0), Some(100.0), Some(0.0)));
    assert_eq!(found["series"][0]["points"][24]["starts_at"], "2026-10-24T22:00:00Z");
    assert_eq!((&found["time_zone"], &found["interval"]), (&json!("Europe/Vienna"), &json!("day")));
    let created = &found["totals"]["tickets.created"];
    assert_eq!(*created, json!({"value": 100, "previous": 40, "change_ratio": 1.5, "unit": "count"}));
    // Of all hundred values together: the 90th is fast, whatever the days were like.
    let p90 = total(&found, "tickets.resolution_p90").as_f64().unwrap();
    assert!((0.98..=1.02).contains(&p90), "{p90}");
    let slow = values(&found["series"][2])[19].unwrap();
    assert!((495.0..=505.0).contains(&slow), "{slow}");

    let day = "since=2026-10-24T22:00:00Z&until=2026-10-25T23:00:00Z&time_zone=Europe/Vienna&interval=hour";
    let hours = figures(&tenant.client, &format!("{day}&metrics=tickets.created")).await;
    assert_eq!(values(&hours["series"][0]), vec![Some(4.0); 25]);
    let cut = "since=2026-10-24T22:15:00Z&until=2026-10-25T23:00:00Z&time_zone=Europe/Vienna";
    let cut = figures(&tenant.client, &format!("{cut}&metrics=tickets.created")).await;
    let point = json!([{"starts_at": "2026-10-24T22:15:00Z", "value": 99, "partial": true}]);
    assert_eq!(cut["series"][0]["points"], point);
}

#[tokio::test]
async fn the_unknown_is_null_and_not_zero() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let today = app.app.clock.now().to_zoned(TimeZone::UTC).date();
    let midnight = |days: i64| {
        let day = today.saturating_add(days.days()).to_zoned(TimeZone::UTC).unwrap();
        day.timestamp().to_string()
    };
    let metrics = "metrics=tickets.created,tickets.backlog,tickets.resolution_p90,tickets.sla_attainment";
    let found = figures(&tenant.client, &format!("since={}&until={}&{metrics}", midnight(-2), midnight(2))).await;
    let shown = |number: usize| values(&found["series"][number]);
    assert_eq!(shown(0), [Some(0.0), Some(0.0), Some(0.0), None], "counts");
    assert_eq!(shown(1), [None, None, Some(0.0), None], "a level before its first sample");
    assert_eq!((shown(2), shown(3)), (vec![None; 4], vec![None; 4]), "quantiles and ratios of nothing");
    let partial: Vec<_> = (0..4).map(|day| found["series"][0]["points"][day]["partial"] == true).collect();
    assert_eq!(partial, [false, false, true, false]);
    let future = figures(&tenant.client, &format!("since={}&until={}&{metrics}", midnight(2), midnight(3))).await;
    assert_eq!(total(&future, "tickets.created"), &Value::Null);
}

#[tokio::test]
async fn a_table_has_a_row_for_each_point_and_no_formula() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let organization = tenant.organization("=1+1").await;
    ticket(&tenant, &organization, "p1").await;
    let query = format!("{ANALYTICS}?metrics=tickets.created&group_by=organization_id&format=csv");
    let (kind, table) = tenant.client.download(&query).await;
    let table = String::from_utf8(table).unwrap();
    let lines: Vec<_> = table.lines().collect();
    assert!(kind.starts_with("text/csv"), "{kind}");
    assert_eq!((lines.len(), lines[0]), (31, "starts_at,metric,unit,dimension,label,value,partial"));
    let last: Vec<_> = lines[30].split(',').collect();
    assert_eq!(last[1..], ["tickets.created", "count", organization.as_str(), "'=1+1", "1", "true"]);
    let hours = "since=2026-10-01T00:00:00Z&until=2026-11-01T00:00:00Z&interval=hour&format=csv";
    let (_, table) = tenant.client.download(&format!("{ANALYTICS}?metrics=tickets.created&{hours}")).await;
    assert_eq!(String::from_utf8(table).unwrap().lines().count(), 1 + 744, "more than a page");
}

/// The text of an element.
fn element<'a>(svg: &'a str, name: &str) -> &'a str {
    let (_, rest) = svg.split_once(&format!("<{name} ")).unwrap();
    rest.split_once('>').unwrap().1.split_once(&format!("</{name}>")).unwrap().0
}

#[tokio::test]
async fn a_chart_says_what_the_json_says() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    for (day, count) in [(5, 3), (6, 7), (7, 2)] {
        counted(&app, &tenant, "tickets.created", &format!("2026-10-{day:02}T10:15:00Z"), &vec![1.0; count]).await;
    }
    let query = "metrics=tickets.created&since=2026-10-05T00:00:00Z&until=2026-10-12T00:00:00Z";
    let json = figures(&tenant.client, query).await;
    let points = values(&json["series"][0]);
    let highest = points.iter().flatten().fold(0.0, |most: f64, value| most.max(*value));
    for chart in ["line", "bar", "stacked"] {
        let answer = tenant.client.get(&format!("{ANALYTICS}?{query}&format=svg&chart={chart}")).await.expect(200);
        assert_eq!(answer.header("content-type"), "image/svg+xml");
        let policy = answer.header("content-security-policy");
        assert!(policy.starts_with("default-src 'none'; style-src 'sha256-"), "{policy}");
        let svg = answer.body.as_str().unwrap();
        assert_eq!(element(svg, "title"), "tickets.created, 2026-10-05 to 2026-10-11", "{chart}");
        let description = element(svg, "desc");
        assert!(description.contains(&format!("highest {highest} (2026-10-06)")), "{chart}: {description}");
        let sum = format!("total {}", total(&json, "tickets.created"));
        assert_eq!(description.contains(&sum), chart != "line", "{chart}: {description}");
    }
    let map = format!("{ANALYTICS}?{query}&format=svg&chart=heatmap&interval=hour");
    let map = tenant.client.get(&map).await.expect(200).body;
    let description = element(map.as_str().unwrap(), "desc");
    let hours = values(&figures(&tenant.client, &format!("{query}&interval=hour")).await["series"][0]);
    for (day, name) in ["Monday", "Tuesday", "Wednesday"].iter().enumerate() {
        let sum: f64 = hours[day * 24..(day + 1) * 24].iter().flatten().sum();
        assert!(description.contains(&format!("{name}: total {sum}, ")), "{name} {sum}: {description}");
    }
    assert!(description.contains("Thursday: total 0, always 0."), "{description}");
}

/// Two tenants alone in a database, which has one platform tenant at most.
async fn two_tenants() -> (TestApp, TestTenant, TestTenant) {
    let port = Database::shared().await.port;
    let database = Database::create(port, &format!("platform_{:016x}", rand::random::<u64>())).await.unwrap();
    let settings = database.settings();
    let app = TestApp::start_with(database, settings).await;
    let (first, second) = (app.tenant().await, app.tenant().await);
    (app, first, second)
}

async fn make_operator(app: &TestApp, tenant: &TestTenant) {
    let sql = "update tenants set platform = true where id = $1";
    app.database.root().await.execute(sql, &[&tenant.id.0]).await.unwrap();
}

#[tokio::test]
async fn figures_of_all_tenants_are_for_the_operator_alone() {
    let (app, operator, customer) = two_tenants().await;
    for client in [&operator.client, &customer.client] {
        assert_eq!(client.get(PLATFORM).await.problem(), "403 operator_only");
    }
    make_operator(&app, &operator).await;
    let root = app.database.root().await;
    for tenant in [&operator, &customer] {
        let organization = tenant.organization("Initech").await;
        ticket(tenant, &organization, "p1").await;
    }
    let yesterday = app.app.clock.now().to_zoned(TimeZone::UTC).date().yesterday().unwrap();
    let sql = "insert into tenant_days (tenant_id, day, requests, errors) values ($1, $2, 90, 4)";
    root.execute(sql, &[&customer.id.0, &yesterday]).await.unwrap();

    let found = operator.client.get(PLATFORM).await.expect(200).body;
    assert_eq!(total(&found, "tickets.created"), &json!(2));
    assert!(total(&found, "tenants.active").as_f64().is_some_and(|active| active >= 1.0), "{found:#}");
    let top = found["top_tenants"].as_array().unwrap().iter();
    let top = top.filter(|tenant| tenant["id"] == customer.id.to_string()).collect::<Vec<_>>();
    // The refusals above may have been counted, too.
    assert!(top.len() == 1 && top[0]["errors"].as_i64().is_some_and(|errors| errors >= 4), "{top:#?}");
    assert!(found["series"].as_array().unwrap().iter().any(|series| series["metric"] == "queue.lag_seconds"));
    for (query, parameter) in [
        ("metrics=tenants.active&interval=hour", "metrics"),
        ("metrics=tenants.active&time_zone=Europe/Vienna", "metrics"),
        ("metrics=tickets.backlog", "metrics"),
    ] {
        let refused = operator.client.get(&format!("{PLATFORM}?{query}")).await;
        assert_eq!(refused.problem(), "400 invalid_parameter", "{query}");
        assert_eq!(refused.body["errors"][0]["parameter"], parameter, "{query}");
    }
    assert_eq!(customer.client.get(PLATFORM).await.problem(), "403 operator_only");
    let organization = operator.organization("Globex").await;
    let key =
        json!({"name": "one customer", "scopes": ["platform_analytics:read"], "organization_ids": [organization]});
    assert_eq!(operator.key_of(key).await.get(PLATFORM).await.problem(), "403 organization_restricted");
}

#[tokio::test]
async fn the_figures_of_all_tenants_come_with_what_they_are_computed_from() {
    let (app, operator, customer) = two_tenants().await;
    make_operator(&app, &operator).await;
    for (tenant, at, seconds) in [
        (&operator, "2026-10-02T10:00:00Z", vec![1.0; 9]),
        (&customer, "2026-10-02T11:00:00Z", vec![500.0]),
        (&customer, "2026-10-04T10:00:00Z", vec![20.0, 30.0]),
    ] {
        counted(&app, tenant, "tickets.resolution", at, &seconds).await;
        counted(&app, tenant, "tickets.created", at, &[]).await;
    }
    let range = "since=2026-10-01T00:00:00Z&until=2026-10-06T00:00:00Z";
    let query = format!("{PLATFORM}?{range}&metrics=tickets.created,tickets.resolution_p90,tenants.active");
    let found = operator.client.get(&query).await.expect(200).body;
    assert!(found.get("measures").is_none(), "{found:#}");
    let included = operator.client.get(&format!("{query}&include=measures")).await.expect(200).body;
    assert_eq!(found["totals"], included["totals"]);
    let sketch = |values: &[f64]| json!(STANDARD.encode(Sketch::of(values).encode()));
    let first = [vec![1.0; 9], vec![500.0]].concat();
    let wanted = json!([
        {"measure": "tickets.created", "bucket": 1, "count": 2, "sketch": null},
        {"measure": "tickets.created", "bucket": 3, "count": 1, "sketch": null},
        {"measure": "tickets.resolution", "bucket": 1, "count": 10, "sketch": sketch(&first)},
        {"measure": "tickets.resolution", "bucket": 3, "count": 2, "sketch": sketch(&[20.0, 30.0])},
    ]);
    assert_eq!(included["measures"], wanted);
    for format in ["csv", "svg&metrics=tickets.created"] {
        let refused = operator.client.get(&format!("{PLATFORM}?{range}&include=measures&format={format}")).await;
        assert_eq!(refused.problem(), "400 unsupported_combination", "{format}");
    }
}

#[tokio::test]
async fn what_cannot_be_computed_is_refused_with_its_reason() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    for (query, parameter) in [
        ("since=2026-11-01T00:01:00Z", "since"),
        ("since=2026-11-02T00:00:00Z&until=2026-11-01T00:00:00Z", "until"),
        ("since=2026-01-01T00:00:00Z&until=2026-11-01T00:00:00Z&interval=hour", "interval"),
        ("time_zone=Europe/Viena", "time_zone"),
        ("metrics=tickets.create", "metrics"),
        ("metrics=tenants.active", "metrics"),
        ("metrics=tickets.backlog&group_by=priority", "group_by"),
        ("metrics=tickets.created,api.requests&operation=psa.tickets.list", "operation"),
        ("metrics=api.requests&organization_id=org_01h455vb4pex5vsknk084sn02q", "organization_id"),
        ("group_by=color", "group_by"),
        ("group_by=priority&top=51", "top"),
        ("format=svg", "metrics"),
    ] {
        let refused = tenant.client.get(&format!("{ANALYTICS}?{query}")).await;
        assert_eq!(refused.problem(), "400 invalid_parameter", "{query}");
        assert_eq!(refused.body["errors"][0]["parameter"], parameter, "{query}: {:#}", refused.body);
    }
    let refused = tenant.client.get(&format!("{ANALYTICS}?metrics=tickets.create")).await;
    assert_eq!(refused.body["errors"][0]["did_you_mean"], "tickets.created");
    for query in [
        "top=5",
        "chart=bar",
        "format=svg&metrics=tickets.created,tickets.sla_attainment",
        "format=svg&metrics=tickets.created&chart=heatmap",
        "format=svg&metrics=tickets.backlog&chart=heatmap&interval=hour",
    ] {
        let refused = tenant.client.get(&format!("{ANALYTICS}?{query}")).await;
        assert_eq!(refused.problem(), "400 unsupported_combination", "{query}");
    }
}
