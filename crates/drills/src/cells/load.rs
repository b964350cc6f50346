//! Mixed requests of many tenants through the router: reads, lists and writes by keys in both headers and by sessions, responses
//! of identity providers, and messages of agents.

use super::{cell::Cell, router::Router};
use anyhow::{Context, ensure};
use api::session::Environment;
use futures::{StreamExt, stream};
use kernel::{clock::Clock, db::Db};
use reqwest::{Client, RequestBuilder, StatusCode, redirect};
use serde_json::{Value, json};
use std::{
    ops::Range,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};
use tenant_control::operate::tenants::{self, NewTenant};
use testkit::{session, user};
use tokio::time::sleep;
use uuid::Uuid;

/// A request without a response within this time has failed.
const TIMEOUT: Duration = Duration::from_secs(20);

/// The number of concurrent requests.
const CONCURRENCY: usize = 8;

const CUSTOMERS: usize = 2;
const ORGANIZATIONS: &str = "/api/rmm/organizations";

/// The id of an agent.
const AGENT: &str = "01234567-89ab-cdef-0123-456789abcdef";

pub struct Tenant {
    pub id: Uuid,
    pub cell: usize,
    pub organizations: Vec<String>,
    key: String,
    session: String,
    enrolment: String,
    /// The prefix of the names of all of its rows.
    label: String,
}

impl Tenant {
    pub async fn create(cell: &Cell, number: usize, serial: usize) -> anyhow::Result<Tenant> {
        let (database, settings) = (&cell.stage.database, cell.settings());
        let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
        let db = Db::new(&database.settings_with(&settings).database)?;
        let (name, domain) = (format!("Tenant {serial}"), format!("t{serial}.example"));
        let new = NewTenant { name, domain, environment: Environment::NonProduction, platform: false };
        let created = tenants::create(&db, Clock::System, new).await?;
        let (person, _) = user(database, created.tenant.0, "admin").await;
        let (_, session) = session(database, created.tenant.0, person).await;
        let (id, label) = (created.tenant.0, format!("t{serial} "));
        let (key, enrolment, organizations) = (created.key, String::new(), vec![]);
        let mut tenant = Tenant { id, cell: number, organizations, key, session, enrolment, label };
        let http = client()?;
        for customer in 0..CUSTOMERS {
            let new = json!({"name": format!("{}customer {customer}", tenant.label)});
            let created = tenant.store(&http, cell, ORGANIZATIONS, &new).await?;
            tenant.organizations.push(created["id"].as_str().context("a new object has an id")?.to_owned());
        }
        let new = json!({"name": "Agents", "organization_id": tenant.organizations[0]});
        let created = tenant.store(&http, cell, "/api/rmm/enrolments", &new).await?;
        created["token"].as_str().context("a new enrolment has a token")?.clone_into(&mut tenant.enrolment);
        Ok(tenant)
    }

    async fn store(&self, http: &Client, cell: &Cell, path: &str, new: &Value) -> anyhow::Result<Value> {
        let request = http.post(format!("{}{path}", cell.url())).bearer_auth(&self.key).json(new);
        Ok(request.send().await?.error_for_status()?.json().await?)
    }

    /// `tck_test_<routing><label>_<secret>`.
    pub fn routing(&self) -> &str {
        self.key.get(9..17).unwrap_or_default()
    }

    fn is_own(&self, object: &Value) -> bool {
        object["name"].as_str().is_some_and(|name| name.starts_with(&self.label))
    }
}

fn client() -> anyhow::Result<Client> {
    let builder = Client::builder().no_proxy().retry(reqwest::retry::never()).redirect(redirect::Policy::none());
    Ok(builder.timeout(TIMEOUT).pool_idle_timeout(Duration::from_secs(5)).build()?)
}

/// The fault during the requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    Ordinary,
    /// The router is restarted: a request whose connection was cut is repeated, a write with its idempotency key.
    Restart,
    /// This cell is killed: its tenants may be refused with 502, 503 or 504, or get no response.
    Without(usize),
}

#[derive(Debug, Default)]
pub struct Tally {
    pub sent: usize,
    pub right: usize,
    /// Right responses after a 421.
    pub redirected: usize,
    pub repeated: usize,
    /// Refused because the cell is down.
    pub unavailable: usize,
    pub foreign: usize,
    pub wrong: Vec<String>,
    /// The tenant of each acknowledged write.
    pub written: Vec<usize>,
}

pub struct Load {
    http: Client,
    /// The addresses of the router, for requests and for agents.
    router: [String; 2],
    pub tenants: Vec<Tenant>,
    cells: Vec<&'static str>,
    /// The address of each cell for agents.
    agents: Vec<String>,
    tally: Mutex<Tally>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Read,
    ReadByApiKeyHeader,
    ReadBySession,
    List,
    Write,
    SignInState,
    Agent,
}

impl Kind {
    /// The kinds of each ten requests.
    fn of(number: usize) -> Kind {
        match number % 10 {
            0 | 5 => Kind::Write,
            1 | 6 => Kind::List,
            2 => Kind::ReadByApiKeyHeader,
            3 | 8 => Kind::ReadBySession,
            4 => Kind::SignInState,
            9 => Kind::Agent,
            _ => Kind::Read,
        }
    }

    fn status(self) -> StatusCode {
        match self {
            Kind::Write => StatusCode::CREATED,
            // The right cell has no sign-in with this state.
            Kind::SignInState => StatusCode::BAD_REQUEST,
            _ => StatusCode::OK,
        }
    }
}

impl Load {
    pub fn new(router: &Router, tenants: Vec<Tenant>, cells: &[Cell]) -> anyhow::Result<Arc<Load>> {
        let agents = cells.iter().map(|cell| format!("http://{}", cell.agents.listen)).collect();
        let (router, cells) =
            ([router.base.clone(), router.agents.clone()], cells.iter().map(|cell| cell.name).collect());
        Ok(Arc::new(Load { http: client()?, router, tenants, cells, agents, tally: Mutex::default() }))
    }

    /// Sends the requests with these numbers, and returns their results.
    pub async fn send(self: Arc<Self>, numbers: Range<usize>, phase: Phase) -> Tally {
        stream::iter(numbers).for_each_concurrent(CONCURRENCY, |number| self.one(number, phase)).await;
        std::mem::take(&mut *self.lock())
    }

    async fn one(&self, number: usize, phase: Phase) {
        self.lock().sent += 1;
        // Each round sends another kind of request for each tenant.
        let (place, kind) = (number % self.tenants.len(), Kind::of(number / self.tenants.len() + number));
        let tenant = &self.tenants[place];
        let outcome = self.response(number, kind, tenant, phase).await;
        let mut tally = self.lock();
        match outcome {
            Ok(Some(body)) => {
                tally.right += 1;
                tally.foreign += foreign(kind, tenant, &body);
                if kind == Kind::Write {
                    tally.written.push(place);
                }
            }
            Ok(None) => tally.unavailable += 1,
            Err(error) => tally.wrong.push(format!("{phase:?}, request {number}, {kind:?}: {error:#}")),
        }
    }

    /// The body of the right response; `None` if the cell is down.
    async fn response(
        &self,
        number: usize,
        kind: Kind,
        tenant: &Tenant,
        phase: Phase,
    ) -> anyhow::Result<Option<Value>> {
        let is_agent = kind == Kind::Agent;
        let (mut base, mut followed, started) = (self.router[usize::from(is_agent)].clone(), false, Instant::now());
        loop {
            let (status, body) = match self.request(&base, number, kind, tenant).send().await {
                Ok(response) => (response.status(), response.bytes().await),
                Err(error) => (StatusCode::BAD_GATEWAY, Err(error)),
            };
            let body = match body {
                Ok(body) => body,
                Err(_) if phase == Phase::Restart && started.elapsed() < TIMEOUT => {
                    self.lock().repeated += 1;
                    sleep(Duration::from_millis(50)).await;
                    continue;
                }
                // The router closes a connection whose request was sent to a killed server.
                Err(_) if phase == Phase::Without(tenant.cell) => return Ok(None),
                Err(error) => return Err(error.into()),
            };
            if matches!(status.as_u16(), 502..=504) && phase == Phase::Without(tenant.cell) {
                return Ok(None);
            }
            let value: Value = serde_json::from_slice(&body).unwrap_or_default();
            if status == StatusCode::MISDIRECTED_REQUEST {
                ensure!(!followed, "a second 421: {value}");
                // An agent reports again later, when the router leads it to the right cell.
                if is_agent {
                    base.clone_from(&self.agents[tenant.cell]);
                } else {
                    ensure!(value["cell"] == self.cells[tenant.cell], "the wrong cell is named: {value}");
                    value["url"].as_str().context("a 421 has a URL")?.clone_into(&mut base);
                }
                followed = true;
                self.lock().redirected += 1;
                continue;
            }
            ensure!(status == kind.status(), "{status} {}", String::from_utf8_lossy(&body));
            ensure!(kind != Kind::SignInState || value["code"] == "sso_state_invalid", "another problem: {value}");
            return Ok(Some(value));
        }
    }

    fn request(&self, base: &str, number: usize, kind: Kind, tenant: &Tenant) -> RequestBuilder {
        let organization = &tenant.organizations[number % tenant.organizations.len()];
        let (list, read) = (format!("{base}{ORGANIZATIONS}"), format!("{base}{ORGANIZATIONS}?id={organization}"));
        match kind {
            Kind::Read => self.http.get(read).bearer_auth(&tenant.key),
            Kind::ReadByApiKeyHeader => self.http.get(read).header("x-api-key", &tenant.key),
            Kind::ReadBySession => self.http.get(read).header("cookie", format!("tc_session={}", tenant.session)),
            Kind::List => self.http.get(format!("{list}?limit=100")).bearer_auth(&tenant.key),
            Kind::Write => {
                let new = json!({"name": format!("{}write {number}", tenant.label)});
                let key = format!("cells-{number}");
                self.http.post(list).bearer_auth(&tenant.key).header("idempotency-key", key).json(&new)
            }
            Kind::Agent => {
                let contact = json!({"action": "contact", "deviceid": "agent"});
                self.http.post(format!("{base}/{}", tenant.enrolment)).header("glpi-agent-id", AGENT).json(&contact)
            }
            Kind::SignInState => {
                self.http.get(format!("{base}/api/auth/sso/callback?code=none&state={}none", tenant.routing()))
            }
        }
    }

    /// The time of a read.
    pub async fn read(&self, base: &str, tenant: &Tenant) -> anyhow::Result<Duration> {
        let begun = Instant::now();
        let response = self.request(base, 0, Kind::Read, tenant).send().await?;
        let status = response.status();
        response.bytes().await?;
        ensure!(status == StatusCode::OK, "{status}");
        Ok(begun.elapsed())
    }

    fn lock(&self) -> MutexGuard<'_, Tally> {
        self.tally.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The number of objects in a response that belong to another tenant.
fn foreign(kind: Kind, tenant: &Tenant, body: &Value) -> usize {
    match kind {
        Kind::SignInState | Kind::Agent => 0,
        Kind::List => body["data"].as_array().map_or(1, |rows| rows.iter().filter(|row| !tenant.is_own(row)).count()),
        _ => usize::from(!tenant.is_own(body)),
    }
}
