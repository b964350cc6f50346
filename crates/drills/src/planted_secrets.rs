//! Keys and sessions are created and presented in every way, accepted and refused; then everything that the server
//! stores is searched for them: all tables, its whole log at its most verbose level, its metrics. The only permitted
//! find is a secret's SHA-256, once, in its column. The audit log, which records every change, cannot be altered.

mod audit_log;
mod clouds;
mod seals;
pub mod search;

use crate::{Outcome, Size, stage::Stage};
use anyhow::{Context, ensure};
use api::{Resource, TenantId, UserId, api_keys::ApiKey, organizations::Organization, session::Environment};
use clouds::Hosts;
use kernel::{
    clock::Clock,
    credentials::KeyText,
    family::fixture::{Fixture, Made},
};
use search::{Place, Search, Secret};
use serde_json::{Value, json};
use std::fs;
use tenant_control::families;
use testkit::{Answer, Client, Members, ServerProcess, session};

const KEYS: &str = ApiKey::PATH;

/// The body that a command-line client exchanges for a session.
const EXCHANGE: &str = r#"{"code": "planted", "code_verifier": "$secret"}"#;

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let rounds = size.pick(10, 2);
    every_secret_is_planted()?;
    let stage = Stage::set("-c fsync=off").await?;
    let hosts = Hosts::write()?;
    let clouds = hosts.settings();
    let more = ["--log", "trace", "--log-format", "json", "--last-use-seconds", "0.2"];
    let more = [&more[..], &clouds.each_ref().map(String::as_str)].concat();
    let server = ServerProcess::start(&stage.database, &more).await?;
    let tenant = stage.tenant("planted-secrets").await?;
    let mut planted = Planted { admin: server.client(&tenant.key), secrets: vec![], wrong: vec![] };
    planted.keep(&tenant.key, true)?;
    for round in 0..rounds {
        planted.plant(&stage, tenant.tenant, round).await?;
        planted.make(round).await?;
        planted.present(&stage, round).await?;
        planted.fail(&stage, round).await?;
    }
    tokio::time::sleep(std::time::Duration::from_millis(500)).await; // last uses are written

    let mut outcome = Outcome::default();
    let search = Search::new(&stage, &planted.secrets).await?;
    let log = fs::read_to_string(&server.log)?;
    let metrics = reqwest::Client::builder().no_proxy().build()?;
    let metrics = metrics.get(format!("{}/metrics", server.ops)).send().await?.text().await?;
    let mut finds = search.tables(&stage).await?;
    finds.text(&search, Place::Log, &log);
    finds.text(&search, Place::Metrics, &metrics);

    let stored = planted.secrets.iter().filter(|secret| secret.stored).count();
    outcome.figure(format!("{} secrets planted, {stored} of them stored", planted.secrets.len()));
    outcome.figure(format!("{} rows of {} tables", finds.rows, finds.tables));
    outcome.figure(format!("{} KB of log and {} of metrics searched", log.len() / 1024, metrics.len() / 1024));
    outcome.figure(format!("{} finds, {} hashes in their columns", finds.wrong.len(), finds.hashes));
    finds.wrong.iter().take(20).for_each(|find| eprintln!("planted-secrets: {find}"));
    outcome.promise(finds.wrong.is_empty(), "no secret is found anywhere");
    outcome.promise(finds.hashes == stored, "each stored key and session is found by its hash, once");
    planted.wrong.iter().take(20).for_each(|wrong| eprintln!("planted-secrets: {wrong}"));
    outcome.promise(planted.wrong.is_empty(), "a secret is returned when it is created and never again");
    // Otherwise the search of the log would prove nothing.
    let is_verbose =
        log.contains("\"level\":\"DEBUG\"") && log.contains("key_revoked") && log.contains("\"request failed\"");
    outcome.promise(is_verbose, "the log contains requests, refusals and failures");
    audit_log::cannot_be_altered(&stage, &mut outcome).await?;
    Ok(outcome)
}

/// Fails if a write-only field of the document is not planted by a fixture, a cloud provider or a sign-in.
fn every_secret_is_planted() -> anyhow::Result<()> {
    let schemas = families::document().value["components"]["schemas"].as_object().into_iter().flatten();
    let fields = schemas.filter_map(|(_, schema)| schema["properties"].as_object()).flatten();
    for (field, _) in fields.filter(|(_, schema)| schema["writeOnly"] == true) {
        let has = |body: &str| body.contains(&format!("\"{field}\": \"$secret\""));
        let plants = |fixture: &Fixture| match fixture.made {
            Made::Request { body, .. } => has(body),
            Made::Statement(_) => false,
        };
        let is_planted = families::fixtures().any(plants) || clouds::PROVIDERS.into_iter().any(has) || has(EXCHANGE);
        ensure!(is_planted, "{field} is secret, but is not planted");
    }
    Ok(())
}

struct Planted {
    admin: Client,
    secrets: Vec<Secret>,
    /// Responses that show a secret where they should not.
    wrong: Vec<String>,
}

impl Planted {
    fn keep(&mut self, key: &str, stored: bool) -> anyhow::Result<()> {
        self.secrets.push(Secret::of_key(key, stored).context("a key has the form of a key")?);
        Ok(())
    }

    /// The new key, which only this response shows.
    fn made(&mut self, what: &str, answer: &Answer) -> anyhow::Result<String> {
        let key = answer.body["key"].as_str().with_context(|| format!("{what}: {:#}", answer.body))?.to_owned();
        self.keep(&key, true)?;
        Ok(key)
    }

    fn shows_none(&mut self, what: &str, answer: &Answer) {
        let text = answer.body.to_string();
        if self.secrets.iter().any(|secret| text.contains(&secret.text)) || !answer.body["key"].is_null() {
            self.wrong.push(format!("{what} shows a key: {text}"));
        }
    }

    /// Creates an object of every resource that has a secret, and reads all that could show the secret afterwards.
    async fn plant(&mut self, stage: &Stage, tenant: TenantId, round: usize) -> anyhow::Result<()> {
        let mut members = Members::new(&stage.database, tenant, &self.admin, &format!("planted{round}"));
        for fixture in families::fixtures() {
            let member = members.make(fixture.kind).await;
            self.secrets.push(Secret::plain(&member.secret));
            for field in fixture.shown_once {
                let shown =
                    member.body[field].as_str().with_context(|| format!("{} shows no {field}", fixture.kind))?;
                self.secrets.push(Secret::of_key(shown, true).unwrap_or_else(|| Secret::plain(shown)));
            }
            let read = self.admin.get(&format!("{}?id={}", fixture.path, member.id)).await.expect(200);
            self.shows_none(fixture.path, &read);
            let listed = self.admin.get(fixture.path).await; // refused, where a list needs a filter
            self.shows_none(fixture.path, &listed);
        }
        for target in ["/api/admin/audit-log?limit=200", "/api/events?limit=200"] {
            let read = self.admin.get(target).await.expect(200);
            self.shows_none(target, &read);
        }
        Ok(())
    }

    /// Creates keys in every way, and reads all that could show them afterwards.
    async fn make(&mut self, round: usize) -> anyhow::Result<()> {
        let new = json!({"name": format!("Planted {round}"), "scopes": ["organizations:read"]});
        let admin = self.admin.clone();
        let plain = admin.post(KEYS, new.clone()).await.expect(201);
        self.made("created", &plain)?;
        let once = admin.with_header("idempotency-key", &format!("planted-{round}"));
        let first = once.post(KEYS, new.clone()).await.expect(201);
        self.made("created once", &first)?;
        let again = once.post(KEYS, new.clone()).await.expect(201);
        ensure!(
            again.header("idempotency-replayed") == "true" && again.id() == first.id(),
            "a response is not replayed"
        );
        self.shows_none("a replayed response", &again);
        let reused = once.post(KEYS, json!({"name": "Other", "scopes": ["*"]})).await.expect(422);
        self.shows_none("a refused request", &reused);
        for dry in [&admin, &admin.with_header("idempotency-key", &format!("dry-{round}"))] {
            let planned = dry.post(&format!("{KEYS}?dry_run=true"), new.clone()).await.expect(201);
            self.shows_none("a dry run", &planned);
        }
        let id = first.id();
        for (what, target) in
            [("a change", format!("{KEYS}?id={id}")), ("a change's dry run", format!("{KEYS}?id={id}&dry_run=true"))]
        {
            let changed = admin.put(&target, json!({"name": format!("Changed {round}")})).await.expect(200);
            self.shows_none(what, &changed);
        }
        let rotate = json!({"rotate": {"grace_seconds": 3600}});
        let planned = admin.put(&format!("{KEYS}?id={id}&dry_run=true"), rotate.clone()).await.expect(200);
        self.shows_none("a rotation's dry run", &planned);
        let again = admin.with_header("idempotency-key", &format!("rotated-{round}"));
        let rotated = again.put(&format!("{KEYS}?id={id}"), rotate.clone()).await.expect(200);
        self.made("rotated", &rotated)?;
        let repeated = again.put(&format!("{KEYS}?id={id}"), rotate.clone()).await.expect(200);
        ensure!(repeated.header("idempotency-replayed") == "true", "a rotation is not replayed");
        self.shows_none("a replayed rotation", &repeated);
        let once_more = admin.put(&format!("{KEYS}?id={id}"), rotate).await.expect(200);
        self.made("rotated once more", &once_more)?;
        for key in [&first, &rotated, &once_more] {
            let key = key.body["key"].as_str().unwrap_or_default();
            admin.with_key(key).get(Organization::PATH).await.expect(200);
        }
        for target in [
            format!("{KEYS}?id={id}"),
            format!("{KEYS}?include=scope_report"),
            KEYS.to_owned(),
            "/api/admin/audit-log".to_owned(),
            "/api/events".to_owned(),
            format!("/api/events?type=api_key.created,api_key.rotated&subject_id={id}"),
        ] {
            let read = admin.get(&target).await.expect(200);
            self.shows_none(&target, &read);
        }
        Ok(())
    }

    /// Presents keys in both headers: valid ones, refused ones and other text.
    async fn present(&mut self, stage: &Stage, round: usize) -> anyhow::Result<()> {
        let root = stage.database.root().await;
        let admin = self.admin.clone();
        let mut keys = vec![];
        for (what, more, expected) in [
            ("valid", json!({}), "200"),
            ("revoked", json!({}), "401 key_revoked"),
            ("expired", json!({}), "401 key_expired"),
            ("elsewhere", json!({"allowed_cidrs": ["192.0.2.0/24"]}), "403 address_not_allowed"),
            ("narrow", json!({"scopes": ["audit:read"]}), "403 insufficient_scope"),
        ] {
            let mut new = json!({"name": format!("{what} {round}"), "scopes": ["organizations:read"]});
            merge(&mut new, more);
            let made = admin.post(KEYS, new).await.expect(201);
            let key = self.made(what, &made)?;
            match what {
                "revoked" => drop(admin.delete(&format!("{KEYS}?id={}", made.id())).await.expect(204)),
                "expired" => {
                    let (prefix, _) = key.rsplit_once('_').context("a key has a prefix")?;
                    let expire =
                        "update api_keys set expires_at = created_at, version = version + 1 where key_prefix = $1";
                    root.execute(expire, &[&prefix]).await?;
                }
                _ => {}
            }
            keys.push((what, key, expected));
        }
        let unknown = KeyText::new(Environment::Production, "nobody00").reveal();
        self.keep(&unknown, false)?;
        keys.push(("unknown", unknown, "401 key_unknown"));
        for (what, key, expected) in &keys {
            let ways = [
                admin.with_key(key),
                admin.anonymous().with_header("x-api-key", key),
                admin.anonymous().with_header("authorization", &format!("bearer  {key}")),
            ];
            for way in ways {
                let answer = way.get(Organization::PATH).await;
                let got = if answer.status == 200 { "200".to_owned() } else { answer.problem() };
                ensure!(got == *expected, "a key that is {what} gets {got}");
                self.shows_none(what, &answer);
            }
        }
        self.present_sessions(stage, round).await?;
        self.present_verifiers().await?;
        self.seal(round).await?;
        self.seal_webhooks(round).await?;
        self.seal_for_workflows(round).await?;
        self.seal_for_clouds(round).await?;
        self.present_garbage(&keys[0].1).await
    }

    /// Presents sessions in the cookie and in the header: valid, revoked, expired and unknown ones.
    async fn present_sessions(&mut self, stage: &Stage, round: usize) -> anyhow::Result<()> {
        let root = stage.database.root().await;
        let tenant = root.query_one("select id from tenants", &[]).await?.get(0);
        let user = UserId(Clock::System.id());
        let sql = "insert into users (tenant_id, id, email, role, created_at, updated_at)
            values ($1, $2, $3, 'owner', now(), now())";
        root.execute(sql, &[&tenant, &user.0, &format!("planted-{round}@people.example")]).await?;
        for (what, expected) in
            [("valid", "200"), ("revoked", "401 session_revoked"), ("expired", "401 session_expired")]
        {
            let (id, token) = session(&stage.database, tenant, user).await;
            self.keep(&token, true)?;
            match what {
                "revoked" => drop(self.admin.with_cookie(&token).delete("/api/auth/session").await.expect(204)),
                "expired" => {
                    let expire = "update sessions set expires_at = created_at, version = version + 1 where id = $1";
                    root.execute(expire, &[&id.0]).await?;
                }
                _ => {}
            }
            for way in [self.admin.with_cookie(&token), self.admin.with_key(&token)] {
                let answer = way.get(Organization::PATH).await;
                let got = if answer.status == 200 { "200".to_owned() } else { answer.problem() };
                ensure!(got == expected, "a session that is {what} gets {got}");
                self.shows_none(what, &answer);
            }
        }
        let unknown = KeyText::session("nobody00").reveal();
        self.keep(&unknown, false)?;
        let answer = self.admin.with_cookie(&unknown).get(Organization::PATH).await;
        ensure!(answer.problem() == "401 session_unknown", "an unknown session gets {}", answer.problem());
        let listed = self.admin.get("/api/auth/sessions").await.expect(200);
        self.shows_none("the list of sessions", &listed);
        Ok(())
    }

    /// Presents verifiers of a command-line sign-in that was never started: unknown, too short and with a wrong character.
    async fn present_verifiers(&mut self) -> anyhow::Result<()> {
        for (words, end, expected) in [(2, "", 400), (1, "", 422), (2, "!", 422)] {
            let verifier = format!("{:032x}", rand::random::<u128>()).repeat(words) + end;
            self.secrets.push(Secret::plain(&verifier));
            let body = serde_json::from_str(&EXCHANGE.replace("$secret", &verifier))?;
            let answer = self.admin.anonymous().post("/api/auth/sso/token", body).await;
            ensure!(answer.status == expected, "a verifier gets {}", answer.problem());
            self.shows_none("a verifier", &answer);
        }
        Ok(())
    }

    /// Presents texts that are almost keys: they are refused without a look-up, but may contain a secret.
    async fn present_garbage(&mut self, valid: &str) -> anyhow::Result<()> {
        let admin = self.admin.anonymous();
        let mut garbage = vec![];
        for _ in 0..4 {
            let key = KeyText::new(Environment::NonProduction, "nobody00").reveal();
            self.keep(&key, false)?;
            garbage.push(key);
        }
        let (prefix, _) = valid.rsplit_once('_').context("a key has a prefix")?;
        let (_, secret) = garbage[0].rsplit_once('_').context("a key has a secret")?;
        let sent = [
            ("authorization", format!("Bearer {prefix}_{secret}")), // the checksum of another key
            ("x-api-key", format!("{}x", garbage[1])),
            ("authorization", garbage[2].clone()),
            ("authorization", format!("Basic {}", garbage[3])),
            ("x-api-key", format!("Bearer {valid}")),
        ];
        for (header, value) in sent {
            for target in [Organization::PATH, "/api/nowhere"] {
                let answer = admin.with_header(header, &value).get(target).await;
                ensure!(answer.status.is_client_error(), "garbage gets {}", answer.status);
                self.shows_none("garbage", &answer);
            }
        }
        // A key in the wrong place: in the URL.
        let answer = self.admin.get(&format!("{}?api_key={valid}", Organization::PATH)).await;
        ensure!(answer.status == 400, "a key in the URL gets {}", answer.status);
        Ok(())
    }

    /// Creates keys whose last statement fails: the failure is logged.
    async fn fail(&mut self, stage: &Stage, round: usize) -> anyhow::Result<()> {
        let root = stage.database.root().await;
        let new = json!({"name": format!("Failed {round}"), "scopes": ["organizations:read"]});
        for (table, once) in [("audit_log", false), ("idempotency_keys", true)] {
            root.batch_execute(&format!("revoke insert on {table} from app")).await?;
            let once = once.then(|| self.admin.with_header("idempotency-key", &format!("failed-{round}")));
            let answer = once.as_ref().unwrap_or(&self.admin).post(KEYS, new.clone()).await;
            root.batch_execute(&format!("grant insert on {table} to app")).await?;
            ensure!(answer.status == 500, "without {table} a new key gets {}", answer.status);
            self.shows_none("a failure", &answer);
        }
        Ok(())
    }
}

fn merge(into: &mut Value, more: Value) {
    if let (Some(into), Value::Object(more)) = (into.as_object_mut(), more) {
        into.extend(more);
    }
}
