//! Requests are counted by key, operation and kind of status, once, whatever fails meanwhile.

use api::{ApiKeyId, SessionId, TenantId, UserId};
use jiff::{SignedDuration, Timestamp};
use kernel::{
    app::App,
    clock::{Clock, Offset},
    credentials::Holder,
    usage::{Answered, complete_through},
};
use serde_json::json;
use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::SeqCst},
    },
    time::Duration,
};
use tenant_control::{
    families,
    operate::plans::{self, Plan},
};
use testkit::{Database, TestApp};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};
use uuid::Uuid;

const ORGANIZATIONS: &str = "/api/rmm/organizations";
const LIST: &str = "rmm.organizations.list";
const CREATE: &str = "rmm.organizations.create";

/// A server that flushes only when the test says so.
async fn quiet_app() -> TestApp {
    TestApp::start_with_moved_clock().await.0
}

async fn flush(app: &App) {
    app.usage.flush(&app.db, app.clock).await.unwrap();
}

/// A database of its own, where no other process counts requests.
async fn own_database() -> Database {
    let name = format!("usage_{:016x}", rand::random::<u64>());
    Database::create(Database::shared().await.port, &name).await.unwrap()
}

fn process(database: &Database, clock: Clock) -> App {
    App::with_clock(database.settings(), families::all(), clock).unwrap()
}

/// A key's request that was answered by some process.
fn answered(tenant: TenantId) -> Answered {
    let holder = Holder::Key(ApiKeyId(Uuid::from_u128(7)));
    Answered { tenant, holder, operation: LIST, status: 200, took: Duration::from_millis(3) }
}

/// The stored counts of a tenant by measure, key and operation, folded or not.
async fn stored(database: &Database, tenant: TenantId) -> BTreeMap<(String, String, String), i64> {
    let query = "select measure, dimensions[1], dimensions[2], sum(count)::bigint
        from (
            select measure, dimensions, count from metric_changes where tenant_id = $1
            union all
            select measure, dimensions, count from metric_shares where tenant_id = $1
        ) as counts
        where measure like 'api.%'
        group by 1, 2, 3";
    let rows = database.root().await.query(query, &[&tenant.0]).await.unwrap();
    rows.iter().map(|row| ((row.get(0), row.get(1), row.get(2)), row.get(3))).collect()
}

async fn requests(database: &Database, tenant: TenantId) -> i64 {
    let all = stored(database, tenant).await;
    all.iter().filter(|((measure, ..), _)| measure == "api.requests").map(|(_, count)| count).sum()
}

async fn people(database: &Database, tenant: TenantId) -> Vec<UserId> {
    let query = "select distinct user_id from user_activity where tenant_id = $1 order by user_id";
    let rows = database.root().await.query(query, &[&tenant.0]).await.unwrap();
    rows.iter().map(|row| UserId(row.get(0))).collect()
}

fn id_of(key: &str) -> String {
    key.parse::<ApiKeyId>().unwrap().0.to_string()
}

#[tokio::test]
async fn requests_are_counted_by_key_operation_and_kind_of_status() {
    let app = quiet_app().await;
    let tenant = app.tenant().await;
    let new = json!({"name": "reader", "scopes": ["organizations:read"]});
    let other = tenant.client.post("/api/admin/api-keys", new).await.expect(201);
    let (first, second) = (id_of(&tenant.key_id), id_of(&other.id()));
    let reader = tenant.client.with_key(other.body["key"].as_str().unwrap());
    for _ in 0..3 {
        tenant.client.get(ORGANIZATIONS).await.expect(200);
    }
    tenant.client.post(ORGANIZATIONS, json!({"name": "Initech"})).await.expect(201);
    tenant.client.post(ORGANIZATIONS, json!({"name": ""})).await.expect(422);
    reader.get(ORGANIZATIONS).await.expect(200);
    reader.get(&format!("{ORGANIZATIONS}?id=org_01h455vb4pex5vsknk084sn02q")).await.expect(404);
    reader.post(ORGANIZATIONS, json!({"name": "Initrode"})).await.expect(403);
    flush(&app.app).await;

    let line = |measure: &str, key: &str, operation: &str, count: i64| {
        ((measure.to_owned(), key.to_owned(), operation.to_owned()), count)
    };
    let expected = BTreeMap::from([
        line("api.requests", &first, LIST, 3),
        line("api.requests", &first, CREATE, 2),
        line("api.requests", &first, "admin.api_keys.create", 1),
        line("api.requests", &second, LIST, 2),
        line("api.requests", &second, CREATE, 1),
        line("api.errors", &first, CREATE, 1),
        line("api.errors", &second, LIST, 1),
        line("api.errors", &second, CREATE, 1),
    ]);
    assert_eq!(stored(&app.database, tenant.id).await, expected);
    assert!(people(&app.database, tenant.id).await.is_empty());

    let query = "select count, sketch, at from metric_changes where tenant_id = $1 and measure = 'api.requests'";
    for row in app.database.root().await.query(query, &[&tenant.id.0]).await.unwrap() {
        let latency = sketch::Sketch::decode(row.get(1)).unwrap();
        assert_eq!(latency.count(), row.get::<_, i64>(0), "every request has a duration");
        assert!((0.0..60.0).contains(&latency.quantile(0.99).unwrap()));
        assert_eq!(row.get::<_, Timestamp>(2).as_second() % 900, 0);
    }
    flush(&app.app).await;
    assert_eq!(stored(&app.database, tenant.id).await, expected, "counts are stored once");
}

#[tokio::test]
async fn refusals_by_a_rate_limit_are_counted_and_are_no_errors() {
    let app = quiet_app().await;
    let tenant = app.tenant().await;
    let (name, root) = (format!("p{:016x}", rand::random::<u64>()), app.database.root().await);
    let plan = Plan { name: name.clone(), key: "3/3600".parse().unwrap(), tenant: "3/3600".parse().unwrap() };
    plans::set(&app.app.db, Clock::System, plan).await.unwrap();
    root.execute("update tenants set plan = $1 where id = $2", &[&name, &tenant.id.0]).await.unwrap();
    let mut statuses = vec![];
    for _ in 0..5 {
        statuses.push(tenant.client.get(ORGANIZATIONS).await.status.as_u16());
    }
    assert_eq!(statuses, [200, 200, 200, 429, 429]);
    flush(&app.app).await;
    let all = stored(&app.database, tenant.id).await;
    let counts: Vec<_> = all.iter().map(|((measure, ..), count)| (measure.as_str(), *count)).collect();
    assert_eq!(counts, [("api.rate_limited", 2), ("api.requests", 5)]);
}

#[tokio::test]
async fn people_who_made_a_request_are_active_and_counted_without_a_key() {
    let app = quiet_app().await;
    let tenant = app.tenant().await;
    let (one, two) = (tenant.sign_in("admin").await, tenant.sign_in("technician").await);
    tenant.sign_in("viewer").await;
    for _ in 0..2 {
        one.client.get(ORGANIZATIONS).await.expect(200);
    }
    two.client.get(ORGANIZATIONS).await.expect(200);
    flush(&app.app).await;
    two.client.get(ORGANIZATIONS).await.expect(200);
    flush(&app.app).await;
    let mut active = [one.user, two.user];
    active.sort_by_key(|user| user.0);
    assert_eq!(people(&app.database, tenant.id).await, active);
    let line = ("api.requests".to_owned(), String::new(), LIST.to_owned());
    assert_eq!(stored(&app.database, tenant.id).await, BTreeMap::from([(line, 4)]));
}

#[tokio::test]
async fn requests_without_a_valid_credential_count_for_nobody() {
    let database = own_database().await;
    let settings = database.settings_with(&["--usage-flush-seconds", "0.1"]);
    let app = TestApp::start_with(database, settings).await;
    app.client().get(ORGANIZATIONS).await.expect(401);
    app.client().get("/api/openapi.json").await.expect(200);
    app.client().with_key("tck_live_guess").get(ORGANIZATIONS).await.expect(401);
    app.client().get("/api/nowhere").await.expect(404);
    let root = app.database.root().await;
    app.stop().await;
    let counted = "select count(*) from metric_changes where measure like 'api.%'";
    assert_eq!(root.query_one(counted, &[]).await.unwrap().get::<_, i64>(0), 0);
    let processes = root.query("select id from usage_processes", &[]).await.unwrap();
    assert!(processes.is_empty(), "a process that stops signs off");
}

#[tokio::test]
async fn a_server_that_stops_stores_its_counts() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    for _ in 0..4 {
        tenant.client.get(ORGANIZATIONS).await.expect(200);
    }
    let (database, id) = (app.database.clone(), tenant.id);
    app.stop().await;
    assert_eq!(requests(&database, id).await, 4);
}

#[tokio::test]
async fn a_flush_whose_answer_is_lost_is_repeated_and_counts_once() {
    let app = quiet_app().await;
    let tenant = app.tenant().await;
    let proxy = Proxy::start(app.database.port).await;
    let url = app.database.url("app_system").replace(&app.database.port.to_string(), &proxy.port.to_string());
    let settings = app.database.settings_with(&["--system-database-url", &url]);
    let other = App::new(settings, families::all()).unwrap();
    other.usage.count(other.clock, &answered(tenant.id));
    flush(&other).await;
    assert_eq!(requests(&app.database, tenant.id).await, 1);

    other.usage.count(other.clock, &answered(tenant.id));
    other.usage.count(other.clock, &answered(tenant.id));
    proxy.lose_next_answer();
    assert!(other.usage.flush(&other.db, other.clock).await.is_err(), "the answer is lost");
    assert_eq!(requests(&app.database, tenant.id).await, 3, "but the counts are stored");
    other.usage.count(other.clock, &answered(tenant.id));
    flush(&other).await;
    assert_eq!(requests(&app.database, tenant.id).await, 4, "each request once");
    flush(&other).await;
    assert_eq!(requests(&app.database, tenant.id).await, 4);
}

#[tokio::test]
async fn a_flush_that_fails_keeps_its_counts() {
    let database = own_database().await;
    let app = TestApp::start_with(database.clone(), database.settings()).await;
    let tenant = app.tenant().await;
    let other = process(&database, Clock::System);
    other.usage.count(other.clock, &answered(tenant.id));
    let (root, name) = (database.root().await, &database.name);
    // Nobody but a superuser can connect: PostgreSQL is unavailable to the process.
    root.batch_execute(&format!("alter database {name} connection limit 0")).await.unwrap();
    for _ in 0..2 {
        assert!(other.usage.flush(&other.db, other.clock).await.is_err());
        other.usage.count(other.clock, &answered(tenant.id));
    }
    root.batch_execute(&format!("alter database {name} connection limit -1")).await.unwrap();
    assert_eq!(requests(&database, tenant.id).await, 0);
    flush(&other).await;
    assert_eq!(requests(&database, tenant.id).await, 3);
}

#[tokio::test]
async fn counts_of_a_deleted_tenant_do_not_keep_those_of_others_from_being_stored() {
    let app = quiet_app().await;
    let tenant = app.tenant().await;
    let gone = TenantId(app.app.clock.id());
    let person = Holder::User {
        id: UserId(app.app.clock.id()),
        session: SessionId(app.app.clock.id()),
        last_used_at: app.app.clock.now(),
    };
    app.app.usage.count(app.app.clock, &answered(gone));
    app.app.usage.count(app.app.clock, &Answered { holder: person, ..answered(gone) });
    app.app.usage.count(app.app.clock, &answered(tenant.id));
    flush(&app.app).await;
    assert_eq!(requests(&app.database, tenant.id).await, 1);
    assert_eq!(requests(&app.database, gone).await, 0);
    assert!(people(&app.database, gone).await.is_empty());
}

#[tokio::test]
async fn counts_are_complete_through_the_flush_of_the_slowest_process_that_lives() {
    let database = own_database().await;
    let (slow, fast) = (Offset::none(), Offset::none());
    let (first, second) = (process(&database, slow.clock()), process(&database, fast.clock()));
    let second_ago = |now: Timestamp, seconds: i64| now - SignedDuration::from_secs(seconds);
    let complete = async || {
        let now = fast.clock().now();
        let through = complete_through(&second.db, now).await.ok().unwrap();
        assert!(through <= now);
        (now, through)
    };
    let (now, through) = complete().await;
    assert_eq!(through, now, "no process counts anything");

    flush(&first).await;
    fast.advance(SignedDuration::from_secs(30));
    flush(&second).await;
    let (now, through) = complete().await;
    assert!(through < second_ago(now, 29), "the first process has not flushed for 30 s");
    slow.advance(SignedDuration::from_secs(30));
    flush(&first).await;
    let (now, through) = complete().await;
    assert!(through > second_ago(now, 20), "{through} of {now}");

    // The first process is killed.
    fast.advance(SignedDuration::from_secs(45));
    flush(&second).await;
    let (now, through) = complete().await;
    assert!(through < second_ago(now, 44), "it may still flush");
    fast.advance(SignedDuration::from_secs(30));
    flush(&second).await;
    let (now, through) = complete().await;
    assert!(through > second_ago(now, 20), "nobody waits for it any more: {through} of {now}");
}

#[tokio::test]
async fn a_server_that_does_not_count_stores_nothing() {
    let database = Database::shared().await;
    let settings = database.settings_with(&["--usage", "off"]);
    let app = TestApp::start_with(database, settings).await;
    let tenant = app.tenant().await;
    tenant.client.get(ORGANIZATIONS).await.expect(200);
    let (database, id) = (app.database.clone(), tenant.id);
    app.stop().await;
    assert!(stored(&database, id).await.is_empty());
}

/// Passes everything between a process and PostgreSQL, except an answer that a test wants to be lost.
struct Proxy {
    port: u16,
    losing: Arc<AtomicBool>,
}

impl Proxy {
    async fn start(postgres: u16) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (port, losing) = (listener.local_addr().unwrap().port(), Arc::new(AtomicBool::new(false)));
        let armed = losing.clone();
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(pass(client, postgres, armed.clone()));
            }
        });
        Proxy { port, losing }
    }

    /// The next statement that is executed reaches PostgreSQL, but its answer does not come back.
    fn lose_next_answer(&self) {
        self.losing.store(true, SeqCst);
    }
}

async fn pass(mut client: TcpStream, postgres: u16, armed: Arc<AtomicBool>) -> std::io::Result<()> {
    let mut server = TcpStream::connect(("127.0.0.1", postgres)).await?;
    let (mut asked, mut told) = (vec![0; 64 * 1024], vec![0; 64 * 1024]);
    let mut loses = false;
    loop {
        tokio::select! {
            read = client.read(&mut asked) => match read? {
                0 => return Ok(()),
                read => {
                    // `Bind` begins the execution of a prepared statement.
                    loses |= asked[0] == b'B' && armed.swap(false, SeqCst);
                    server.write_all(&asked[..read]).await?;
                }
            },
            read = server.read(&mut told) => match read? {
                0 => return Ok(()),
                _ if loses => return Ok(()),
                read => client.write_all(&told[..read]).await?,
            },
        }
    }
}
