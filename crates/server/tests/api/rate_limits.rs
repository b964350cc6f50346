//! Rate limits, and the headers about them.

use api::session::Environment;
use kernel::clock::Clock;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tenant_control::operate::{
    plans::{self, Plan},
    tenants::{self, NewTenant},
};
use testkit::{Answer, Client, Database, Redis, TestApp, redis};

const PATH: &str = "/api/rate-limits/";

/// A server with these settings, and a tenant on a plan of its own.
async fn limited(settings: &[&str], key: &str, tenant: &str) -> (TestApp, Client) {
    let database = Database::shared().await;
    let settings = database.settings_with(settings);
    let app = TestApp::start_with(database, settings).await;
    let (client, _) = tenant_on_plan(&app, key, tenant).await;
    (app, client)
}

async fn tenant_on_plan(app: &TestApp, key: &str, tenant: &str) -> (Client, String) {
    let name = format!("t{:016x}", rand::random::<u64>());
    let domain = format!("{name}.example");
    let new =
        NewTenant { name: name.clone(), domain: domain.clone(), environment: Environment::Production, platform: false };
    let created = tenants::create(&app.app.db, Clock::System, new).await.unwrap();
    let plan = Plan { name: name.clone(), key: key.parse().unwrap(), tenant: tenant.parse().unwrap() };
    plans::set(&app.app.db, Clock::System, plan).await.unwrap();
    plans::put(&app.app.db, Clock::System, &domain, &name).await.unwrap();
    (app.client().with_key(&created.key), domain)
}

async fn shared(app: &TestApp, wanted: bool) {
    for _ in 0..200 {
        if app.app.limits.are_shared() == wanted {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("limits are never shared = {wanted}");
}

async fn admitted(client: &Client, requests: usize) -> usize {
    let mut admitted = 0;
    for _ in 0..requests {
        let answer = client.get(PATH).await;
        admitted += usize::from(answer.status.is_success());
    }
    admitted
}

fn remaining(answer: &Answer) -> Vec<&Value> {
    answer.body["limits"].as_array().unwrap().iter().map(|limit| &limit["remaining"]).collect()
}

#[tokio::test]
async fn every_answer_says_what_is_left_and_a_refusal_when_to_come_back() {
    let (_app, client) = limited(&[], "3/3600", "5/7200").await;
    let first = client.get(PATH).await.expect(200);
    assert_eq!(first.header("ratelimit-policy"), r#""default";q=3;w=3600, "tenant";q=5;w=7200"#);
    assert_eq!(first.header("ratelimit"), r#""default";r=2;t=1200, "tenant";r=4;t=1440"#);
    assert_eq!(first.body["limits"][0]["applies_to"], "api_key");
    assert_eq!(first.body["limits"][0]["full_in_seconds"], 1200);
    assert_eq!(remaining(&first), [2, 4]);
    let session = client.get("/api/auth/session").await.expect(200);
    assert_eq!(session.body["limits"]["requests"][0]["remaining"], 1);
    let unknown = client.get("/api/rmm/organizations?id=org_01h455vb4pex5vsknk084sn02q").await.expect(404);
    assert!(unknown.header("ratelimit").starts_with(r#""default";r=0"#), "a problem is an answer too");

    let refused = client.get(PATH).await;
    assert_eq!(refused.problem(), "429 rate_limited");
    assert_eq!(refused.body["detail"], r#"The limit "default" of 3 requests per 3600 seconds is exhausted."#);
    let wait: u64 = refused.header("retry-after").parse().unwrap();
    assert!((1195..=1200).contains(&wait), "{wait}");
    assert_eq!(refused.header("ratelimit-policy"), r#""default";q=3;w=3600"#, "the one that refuses");
}

#[tokio::test]
async fn what_comes_back_can_be_used_again() {
    let (_app, client) = limited(&[], "5/1", "100/1").await;
    let started = Instant::now();
    let admitted = admitted(&client, 5).await;
    assert_eq!(admitted, 5);
    while client.get(PATH).await.status != 200 {
        assert!(started.elapsed() < Duration::from_secs(5));
    }
    assert!(started.elapsed() > Duration::from_millis(190), "a fifth of a second for one of five a second");
}

#[tokio::test]
async fn the_keys_of_a_tenant_pay_together_and_a_refusal_costs_nothing() {
    let (_app, client) = limited(&[], "10/3600", "4/3600").await;
    let new = json!({"name": "another", "scopes": ["tickets:read"]});
    let other = client.post("/api/admin/api-keys", new).await.expect(201);
    let other = client.with_key(other.body["key"].as_str().unwrap());
    assert_eq!(remaining(&other.get(PATH).await.expect(200)), [9, 2]);
    assert_eq!(remaining(&client.get(PATH).await.expect(200)), [8, 1]);
    assert_eq!(remaining(&other.get(PATH).await.expect(200)), [8, 0]);
    let refused = other.get(PATH).await;
    assert_eq!(refused.body["detail"], r#"The limit "tenant" of 4 requests per 3600 seconds is exhausted."#);
}

#[tokio::test]
async fn a_neighbour_is_not_limited() {
    let (app, client) = limited(&[], "2/3600", "2/3600").await;
    assert_eq!(admitted(&client, 5).await, 2);
    let (neighbour, _) = tenant_on_plan(&app, "2/3600", "2/3600").await;
    assert_eq!(admitted(&neighbour, 1).await, 1);
}

#[tokio::test]
async fn who_shows_no_valid_key_pays_with_an_address() {
    let (app, _) = limited(&["--address-limit", "4/3600"], "100/60", "100/60").await;
    let anonymous = app.client();
    assert_eq!(anonymous.get(PATH).await.expect(200).body["limits"][0]["applies_to"], "address");
    anonymous.get("/api/openapi.json").await.expect(200);
    anonymous.get("/api/nowhere").await.expect(404);
    anonymous.get("/api/rmm/organizations").await.expect(401);
    assert_eq!(anonymous.get("/api/openapi.json").await.problem(), "429 rate_limited");
    assert_eq!(anonymous.get("/api/nowhere").await.problem(), "429 rate_limited");
    let guess = "tck_test_0000000000000000_00000000000000000000000000000000000000000000000000";
    assert_eq!(anonymous.with_key(guess).get("/api/auth/session").await.problem(), "429 rate_limited");
}

#[tokio::test]
async fn an_address_that_guesses_keys_does_not_reach_the_database_any_more_but_known_keys_work() {
    let (app, client) = limited(&["--address-limit", "2/3600"], "100/60", "100/60").await;
    client.get("/api/auth/session").await.expect(200);
    let guess = client.get("/api/auth/session").await.expect(200);
    assert!(guess.header("ratelimit").contains("default"), "a key pays for itself");
    for expected in ["401 key_unknown", "401 key_unknown", "429 rate_limited"] {
        assert_eq!(app.client().with_key("tck_live_guess").get("/api/auth/session").await.problem(), expected);
    }
    client.get("/api/auth/session").await.expect(200);
    let (stranger, _) = tenant_on_plan(&app, "100/60", "100/60").await;
    assert_eq!(stranger.get("/api/auth/session").await.problem(), "429 rate_limited", "not looked up");
}

#[tokio::test]
async fn nodes_count_together_through_redis() {
    let url = redis::shared_url();
    let (app, client) = limited(&["--redis-url", &url], "20/3600", "1000/60").await;
    let settings = app.database.settings_with(&["--redis-url", &url]);
    let other = TestApp::start_with(app.database.clone(), settings).await;
    shared(&app, true).await;
    shared(&other, true).await;
    let key = client.key().unwrap();
    let (mut here, mut there) = (0, 0);
    for _ in 0..20 {
        here += admitted(&client, 1).await;
        there += admitted(&other.client().with_key(key), 1).await;
    }
    assert_eq!(here + there, 20, "{here} here, {there} there");
    assert!(here >= 9 && there >= 9, "{here} here, {there} there");
    assert_eq!(client.get(PATH).await.problem(), "429 rate_limited");
}

#[tokio::test]
async fn without_redis_a_node_keeps_its_own_bound_and_redis_is_told_afterwards() {
    let redis = Redis::start().unwrap();
    let (app, client) = limited(&["--redis-url", &redis.url()], "30/3600", "1000/60").await;
    shared(&app, true).await;
    assert_eq!(admitted(&client, 10).await, 10);
    redis.kill().unwrap();
    assert_eq!(admitted(&client, 10).await, 10, "no error, and nothing forgotten");
    shared(&app, false).await;
    redis.revive().unwrap();
    shared(&app, true).await;
    assert_eq!(admitted(&client, 40).await, 10, "thirty in all, though Redis had forgotten");
}

#[tokio::test]
async fn a_redis_that_hangs_delays_nobody_for_long() {
    let redis = Redis::start().unwrap();
    let (app, client) = limited(&["--redis-url", &redis.url()], "1000/60", "1000/60").await;
    shared(&app, true).await;
    client.get(PATH).await.expect(200);
    redis.suspend().unwrap();
    let started = Instant::now();
    assert_eq!(admitted(&client, 50).await, 50);
    assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());
    redis.resume().unwrap();
    shared(&app, true).await;
}

#[tokio::test]
async fn a_plan_that_makes_no_sense_is_refused() {
    let app = TestApp::start().await;
    let plan = |name: &str| Plan { name: name.to_owned(), key: "1/1".parse().unwrap(), tenant: "1/1".parse().unwrap() };
    let refused = plans::set(&app.app.db, Clock::System, plan("No Such Name")).await.unwrap_err();
    assert!(refused.to_string().contains("the name of a plan"), "{refused}");
    assert!(plans::put(&app.app.db, Clock::System, "nobody.example", "standard").await.is_err());
    let (_, domain) = tenant_on_plan(&app, "1/1", "1/1").await;
    let refused = plans::put(&app.app.db, Clock::System, &domain, "nonsense").await.unwrap_err();
    assert!(refused.to_string().contains("unknown plan"), "{refused}");
    for wrong in ["", "600", "0/60", "600/0", "600/100000", "-1/60", "9999999/1"] {
        assert!(wrong.parse::<kernel::limits::Policy>().is_err(), "{wrong}");
    }
    assert!(plans::list(&app.app.db).await.unwrap().iter().any(|plan| plan.name == "standard"));
}
