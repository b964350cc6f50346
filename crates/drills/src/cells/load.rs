//! Mixed requests of many tenants through the router: reads, lists and writes by keys in both headers and by sessions, and
//! responses of identity providers.

use super::cell::Cell;
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

/// A request without an answer within this time has failed.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Requests at the same time.
const LANES: usize = 8;

const CUSTOMERS: usize = 2;
const ORGANIZATIONS: &str = "/api/rmm/organizations";

pub struct Tenant {
    pub id: Uuid,
    pub cell: usize,
    pub organizations: Vec<String>,
    key: String,
    session: String,
    /// The names of all of its rows begin with it.
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
        let mut tenant = Tenant { id, cell: number, organizations: vec![], key: created.key, session, label };
        let http = client()?;
        for customer in 0..CUSTOMERS {
            let new = json!({"name": format!("{}customer {customer}", tenant.label)});
            let request = http.post(format!("{}{ORGANIZATIONS}", cell.url())).bearer_auth(&tenant.key);
            let answer: Value = request.json(&new).send().await?.error_for_status()?.json().await?;
            tenant.organizations.push(answer["id"].as_str().context("a new object has an id")?.to_owned());
        }
        Ok(tenant)
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

/// What happens meanwhile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    Ordinary,
    /// The router is restarted: a request whose connection was cut is repeated, a write with its idempotency key.
    Restart,
    /// This cell is killed: its tenants may be refused with 502, 503 or 504.
    Without(usize),
}

#[derive(Debug, Default)]
pub struct Tally {
    pub sent: usize,
    pub right: usize,
    /// Right after a 421.
    pub redirected: usize,
    pub repeated: usize,
    /// Refused because the cell is away.
    pub away: usize,
    pub foreign: usize,
    pub wrong: Vec<String>,
    /// The tenant of each acknowledged write.
    pub written: Vec<usize>,
}

pub struct Load {
    http: Client,
    router: String,
    pub tenants: Vec<Tenant>,
    cells: Vec<&'static str>,
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
}

impl Kind {
    /// Of ten requests.
    fn of(number: usize) -> Kind {
        match number % 10 {
            0 | 5 => Kind::Write,
            1 | 6 => Kind::List,
            2 => Kind::ReadByApiKeyHeader,
            3 | 8 => Kind::ReadBySession,
            4 => Kind::SignInState,
            _ => Kind::Read,
        }
    }

    fn status(self) -> StatusCode {
        match self {
            Kind::Write => StatusCode::CREATED,
            // The right cell knows that nobody has begun this sign-in.
            Kind::SignInState => StatusCode::BAD_REQUEST,
            _ => StatusCode::OK,
        }
    }
}

impl Load {
    pub fn new(router: &str, tenants: Vec<Tenant>, cells: Vec<&'static str>) -> anyhow::Result<Arc<Load>> {
        Ok(Arc::new(Load { http: client()?, router: router.to_owned(), tenants, cells, tally: Mutex::default() }))
    }

    /// Sends the requests with these numbers, and returns their results.
    pub async fn send(self: Arc<Self>, numbers: Range<usize>, phase: Phase) -> Tally {
        stream::iter(numbers).for_each_concurrent(LANES, |number| self.one(number, phase)).await;
        std::mem::take(&mut *self.lock())
    }

    async fn one(&self, number: usize, phase: Phase) {
        self.lock().sent += 1;
        // All requests of a round have another kind.
        let (place, kind) = (number % self.tenants.len(), Kind::of(number / self.tenants.len() + number));
        let tenant = &self.tenants[place];
        let outcome = self.answer(number, kind, tenant, phase).await;
        let mut tally = self.lock();
        match outcome {
            Ok(Some(body)) => {
                tally.right += 1;
                tally.foreign += foreign(kind, tenant, &body);
                if kind == Kind::Write {
                    tally.written.push(place);
                }
            }
            Ok(None) => tally.away += 1,
            Err(error) => tally.wrong.push(format!("{phase:?}, request {number}, {kind:?}: {error:#}")),
        }
    }

    /// The body of the right answer; `None` if the cell is away.
    async fn answer(&self, number: usize, kind: Kind, tenant: &Tenant, phase: Phase) -> anyhow::Result<Option<Value>> {
        let (mut base, mut followed, started) = (self.router.clone(), false, Instant::now());
        loop {
            let (status, body) = match self.request(&base, number, kind, tenant).send().await {
                Ok(answer) => (answer.status(), answer.bytes().await),
                Err(error) => (StatusCode::BAD_GATEWAY, Err(error)),
            };
            let body = match body {
                Ok(body) => body,
                Err(_) if phase == Phase::Restart && started.elapsed() < TIMEOUT => {
                    self.lock().repeated += 1;
                    sleep(Duration::from_millis(50)).await;
                    continue;
                }
                // It was led to a cell that is away.
                Err(_) if followed && phase == Phase::Without(tenant.cell) => return Ok(None),
                Err(error) => return Err(error.into()),
            };
            if matches!(status.as_u16(), 502..=504) && phase == Phase::Without(tenant.cell) {
                return Ok(None);
            }
            let value: Value = serde_json::from_slice(&body).unwrap_or_default();
            if status == StatusCode::MISDIRECTED_REQUEST {
                ensure!(!followed, "a second 421: {value}");
                ensure!(value["cell"] == self.cells[tenant.cell], "the wrong cell is named: {value}");
                value["url"].as_str().context("a 421 has a URL")?.clone_into(&mut base);
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
            Kind::SignInState => {
                self.http.get(format!("{base}/api/auth/sso/callback?code=none&state={}none", tenant.routing()))
            }
        }
    }

    /// How long a read takes.
    pub async fn read(&self, base: &str, tenant: &Tenant) -> anyhow::Result<Duration> {
        let begun = Instant::now();
        let answer = self.request(base, 0, Kind::Read, tenant).send().await?;
        let status = answer.status();
        answer.bytes().await?;
        ensure!(status == StatusCode::OK, "{status}");
        Ok(begun.elapsed())
    }

    fn lock(&self) -> MutexGuard<'_, Tally> {
        self.tally.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How many objects of an answer belong to somebody else.
fn foreign(kind: Kind, tenant: &Tenant, body: &Value) -> usize {
    match kind {
        Kind::SignInState => 0,
        Kind::List => body["data"].as_array().map_or(1, |rows| rows.iter().filter(|row| !tenant.is_own(row)).count()),
        _ => usize::from(!tenant.is_own(body)),
    }
}
