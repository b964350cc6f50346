//! Tenants, their users with all that they own, and the ways in which users leave.

use super::{LEAVING, Nodes, Outcome, STAYING, export::Export, until_changed};
use crate::stage::Stage;
use anyhow::{Context, ensure};
use futures::future::{join_all, try_join_all};
use jiff::Timestamp;
use kernel::{clock::Clock, db::Db};
use reqwest::Method;
use serde_json::{Value, json};
use std::{
    sync::Mutex,
    time::{Duration, Instant},
};
use tenant_control::operate::sso;
use testkit::SignInProvider;
use tokio::time::sleep;

const TICK: Duration = Duration::from_millis(400);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Departure {
    Stays,
    Disabled,
    /// Disabled, and their resources are transferred to a service account.
    Transferred,
    /// An admin who becomes a technician by the groups of the next sign-in: may neither read API keys nor write customers.
    Demoted,
}

pub struct Company {
    pub number: usize,
    pub admin: String,
    successor: String,
    organization: String,
    /// The API key that is renamed repeatedly.
    renamed: String,
    pub people: Vec<Person>,
}

pub struct Person {
    pub departure: Departure,
    pub company: usize,
    email: String,
    pub user: String,
    pub session: String,
    pub key: String,
    pub endpoint: String,
    pub workflow: String,
    /// The path of their endpoint's URL.
    pub path: String,
    pub export: Option<Export>,
    /// When they left, by the same clock as the times of events.
    pub left_at: Mutex<Option<Timestamp>>,
}

/// The result for one person who left: how long each credential still worked.
pub struct Left {
    pub delays: Vec<Duration>,
}

#[derive(Clone, Copy)]
pub enum Probe {
    /// Reads the own session, which every credential may.
    Session,
    /// Needs `organizations:write`; nothing is stored.
    Write,
}

impl Probe {
    pub async fn send(self, nodes: &Nodes, node: usize, token: &str) -> anyhow::Result<(u16, String)> {
        let base = &nodes.servers[node].base;
        let request = match self {
            Probe::Session => nodes.http.get(format!("{base}/api/auth/session")),
            Probe::Write => nodes
                .http
                .post(format!("{base}/api/rmm/organizations?dry_run=true"))
                .json(&json!({"name": "Never stored"})),
        };
        let answer = request.bearer_auth(token).send().await?;
        Ok((answer.status().as_u16(), answer.text().await?))
    }
}

async fn call(nodes: &Nodes, method: Method, target: &str, token: &str, body: Value) -> anyhow::Result<Value> {
    let url = format!("{}{target}", nodes.servers[0].base);
    let mut request = nodes.http.request(method.clone(), url).bearer_auth(token);
    if method != Method::GET {
        request = request.json(&body);
    }
    let answer = request.send().await?;
    let (status, text) = (answer.status(), answer.text().await?);
    ensure!(status.is_success(), "{target}: {status} {text}");
    Ok(serde_json::from_str(&text).unwrap_or_default())
}

fn text(value: &Value) -> anyhow::Result<String> {
    Ok(value.as_str().with_context(|| format!("{value} is not a text"))?.to_owned())
}

impl Company {
    pub async fn create(stage: &Stage, nodes: &Nodes, number: usize, tickets: i64) -> anyhow::Result<Company> {
        let label = format!("leaving-{number}");
        let created = stage.tenant(&label).await?;
        let admin = created.key;
        let post = async |target: &str, body: Value| call(nodes, Method::POST, target, &admin, body).await;
        let domain = format!("people-{number}.example");
        let provider = json!({"name": "Login", "issuer": nodes.provider.issuer, "client_id": SignInProvider::CLIENT_ID,
            "client_secret": SignInProvider::CLIENT_SECRET, "domains": [domain], "default_role": "viewer",
            "group_roles": {"admins": "admin", "people": "technician"}});
        post("/api/admin/sso", provider).await?;
        let db = Db::new(&stage.database.settings().database)?;
        // Several companies are created concurrently in one task.
        held::apart(sso::approve(&db, Clock::System, &format!("{label}.example"), &domain)).await?;
        let successor = post("/api/admin/service-accounts", json!({"name": "Heir", "scopes": ["*"]})).await?;
        let organization = post("/api/rmm/organizations", json!({"name": "Initech"})).await?;
        let renamed = post("/api/admin/api-keys", json!({"name": "Renamed", "scopes": ["audit:read"]})).await?;
        let ticket = json!({"subject": "One of many", "description": "x".repeat(2000)});
        post("/api/psa/tickets", ticket).await?;
        seed_tickets(stage, created.tenant.0, tickets).await?;
        let company = Company {
            number,
            successor: text(&successor["id"])?,
            organization: text(&organization["id"])?,
            renamed: text(&renamed["id"])?,
            people: vec![],
            admin,
        };
        let person = |place| company.add_person(nodes, place, &domain);
        let people = try_join_all((0..LEAVING + STAYING).map(person)).await?;
        Ok(Company { people, ..company })
    }

    /// A user signs in and creates a key, an endpoint and a workflow. An export runs with the key.
    async fn add_person(&self, nodes: &Nodes, place: usize, domain: &str) -> anyhow::Result<Person> {
        let departure = match place {
            place if place >= LEAVING => Departure::Stays,
            place => [Departure::Disabled, Departure::Transferred, Departure::Demoted][place % 3],
        };
        let email = format!("p{place}@{domain}");
        let signed_in = nodes.provider.sign_in(&nodes.servers[0].base, &email, &["admins"]).await?;
        let session = signed_in.map_err(anyhow::Error::msg)?;
        let post = async |target: &str, body: Value| call(nodes, Method::POST, target, &session, body).await;
        let key = post("/api/admin/api-keys", json!({"name": email, "scopes": ["*"]})).await?;
        let path = format!("/{}/{place}", self.number);
        let events = ["organization.updated", "api_key.updated"];
        let endpoint = json!({"name": email, "url": format!("{}{path}", nodes.sink), "events": events});
        let endpoint = post("/api/admin/webhooks", endpoint).await?;
        let one = |kind: &str| json!({"with": {"type": kind}});
        let definition = json!({
            "document": {"dsl": "1.0.0", "namespace": "acme", "name": "leaving", "version": "1.0.0"},
            "schedule": {"on": {"any": [one(events[0]), one(events[1])]}},
            "do": [{"tell": {"call": "notify", "with": {"message": "it happened"}}}],
        });
        let workflow = post("/api/psa/workflows", json!({"name": email, "definition": definition})).await?;
        let key = text(&key["key"])?;
        // A technician may still read tickets.
        let export = match departure {
            Departure::Demoted => None,
            _ => Some(Export::begin(&nodes.servers[place % 2], &key).await?),
        };
        let user = call(nodes, Method::GET, "/api/auth/session", &session, json!({})).await?;
        Ok(Person {
            departure,
            company: self.number,
            email,
            user: text(&user["user"]["id"])?,
            session,
            key,
            endpoint: text(&endpoint["id"])?,
            workflow: text(&workflow["id"])?,
            path,
            export,
            left_at: Mutex::default(),
        })
    }

    /// Causes two events per tick. Returns the number of ticks.
    pub async fn keep_writing(&self, nodes: &Nodes, over: &Mutex<bool>) -> anyhow::Result<usize> {
        let mut written = 0;
        while !*over.lock().expect("the lock is not poisoned") {
            written += 1;
            let organization = format!("/api/rmm/organizations?id={}", self.organization);
            call(nodes, Method::PUT, &organization, &self.admin, json!({"notes": format!("{written}")})).await?;
            let key = format!("/api/admin/api-keys?id={}", self.renamed);
            call(nodes, Method::PUT, &key, &self.admin, json!({"name": format!("Renamed {written}")})).await?;
            sleep(TICK).await;
        }
        Ok(written)
    }
}

/// Inserts copies of the tenant's only ticket.
async fn seed_tickets(stage: &Stage, tenant: uuid::Uuid, count: i64) -> anyhow::Result<()> {
    let root = stage.database.root().await;
    // Rows that the triggers create are not exported.
    root.batch_execute("set session_replication_role = replica").await?;
    let sql = "insert into tickets
        select copy.*
        from tickets as ticket, generate_series(1, $2::bigint) as n,
            jsonb_populate_record(ticket, jsonb_build_object('number', ticket.number + n, 'id',
                (left(ticket.id::text, 24) || lpad(to_hex(n), 12, '0'))::uuid)) as copy
        where ticket.tenant_id = $1";
    let made = root.execute(sql, &[&tenant, &count]).await?;
    ensure!(made as i64 == count, "{made} of {count} tickets");
    Ok(())
}

/// One user leaves. Returns how soon both servers refuse or reduce the access.
pub async fn leave(nodes: &Nodes, companies: &[Company], person: &Person) -> anyhow::Result<Left> {
    let company = &companies[person.company];
    let target = format!("/api/admin/users?id={}", person.user);
    let change = match person.departure {
        Departure::Transferred => json!({"status": "disabled", "transfer_to": company.successor}),
        _ => json!({"status": "disabled"}),
    };
    let demoted = person.departure == Departure::Demoted;
    if demoted {
        let again = nodes.provider.sign_in(&nodes.servers[1].base, &person.email, &["people"]).await?;
        again.map_err(anyhow::Error::msg)?;
    } else {
        call(nodes, Method::PUT, &target, &company.admin, change).await?;
    }
    let since = Instant::now();
    *person.left_at.lock().expect("the lock is not poisoned") = Some(Clock::System.now());
    if let Some(export) = person.export.as_ref().filter(|_| person.departure == Departure::Disabled) {
        export.read_fast();
    }
    let probe = if demoted { Probe::Write } else { Probe::Session };
    let is_changed = move |status: u16, body: &str| match demoted {
        true => status == 403 && body.contains("insufficient_scope"),
        false => status == 401 && (body.contains("owner_disabled") || body.contains("session_revoked")),
    };
    let mut tokens = vec![person.session.as_str()];
    if person.departure != Departure::Transferred {
        tokens.push(&person.key);
    }
    let probes = tokens.iter().flat_map(|token| [(*token, 0), (*token, 1)]);
    let probes = probes.map(|(token, node)| until_changed(nodes, node, since, token, is_changed, probe));
    let delays = join_all(probes).await.into_iter().collect::<anyhow::Result<Vec<_>>>()?;
    if person.departure == Departure::Disabled {
        let again = nodes.provider.sign_in(&nodes.servers[0].base, &person.email, &["admins"]).await?;
        ensure!(again.is_err_and(|refusal| refusal.contains("sso_refused")), "{} can sign in again", person.email);
    }
    check_resources(nodes, company, person).await?;
    Ok(Left { delays })
}

/// The state of the objects of one person who left, by the API.
async fn check_resources(nodes: &Nodes, company: &Company, person: &Person) -> anyhow::Result<()> {
    let get = async |target: String| call(nodes, Method::GET, &target, &company.admin, json!({})).await;
    let endpoint = get(format!("/api/admin/webhooks?id={}", person.endpoint)).await?;
    let workflow = get(format!("/api/psa/workflows/trigger?id={}", person.workflow)).await?;
    let owner = match person.departure {
        Departure::Transferred => &company.successor,
        _ => &person.user,
    };
    ensure!(endpoint["owner"] == owner.as_str() && workflow["owner"] == owner.as_str(), "{endpoint} {workflow}");
    let stopped = endpoint["status"] == "paused"
        && endpoint["status_reason"] == "owner_disabled"
        && workflow["enabled"] == false
        && workflow["status_reason"] == "owner_disabled";
    let is_active = endpoint["status"] == "active" && workflow["enabled"] == true;
    ensure!(if person.departure == Departure::Disabled { stopped } else { is_active }, "{endpoint} {workflow}");
    Ok(())
}

/// The results of the exports.
pub struct Exports {
    cut: Vec<Duration>,
    /// Exports of disabled users that were complete, although they should be cut.
    uncut: usize,
    /// Exports of other users that were not complete.
    broken: usize,
    /// Exports of other users that were complete.
    complete: usize,
}

impl Exports {
    pub fn report(&self, outcome: &mut Outcome, promise: Duration) {
        let max = self.cut.iter().max().copied().unwrap_or_default();
        outcome.figure(format!("{} exports cut, after {max:.1?} at most; {} complete", self.cut.len(), self.complete));
        let cut = !self.cut.is_empty() && self.uncut == 0 && max < promise;
        outcome.promise(cut, format!("a running export ends within {promise:?}"));
        outcome.promise(
            self.broken == 0 && self.complete > 0,
            "the exports of other users and with transferred keys are complete",
        );
    }
}

pub async fn exports(companies: &[Company]) -> anyhow::Result<Exports> {
    let mut exports = Exports { cut: vec![], uncut: 0, broken: 0, complete: 0 };
    for person in companies.iter().flat_map(|company| &company.people) {
        let Some(export) = &person.export else { continue };
        let (is_complete, took) = export.end().await?;
        match (person.departure, is_complete) {
            (Departure::Disabled, true) => exports.uncut += 1,
            (Departure::Disabled, false) => exports.cut.push(took),
            (_, true) => exports.complete += 1,
            (_, false) => exports.broken += 1,
        }
    }
    Ok(exports)
}
