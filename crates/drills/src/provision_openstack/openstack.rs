//! The real OpenStack of `scripts/openstack`, and a proxy in front of Nova's API that loses responses.

use anyhow::{Context, ensure};
use axum::{
    Router,
    body::Bytes,
    extract::State,
    http::{HeaderMap, Method, StatusCode, Uri},
    response::{IntoResponse, Response},
};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, VecDeque},
    path::PathBuf,
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex, OnceLock, PoisonError},
    time::{Duration, Instant},
};
use testkit::Loss;
use tokio::time::sleep;

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/openstack");

/// Longer than the timeout of any client.
const LATE: Duration = Duration::from_secs(30);

/// The flavor of all machines.
pub const FLAVOR: &str = "m1.drill";

pub struct RealOpenstack {
    dir: PathBuf,
    env: BTreeMap<String, String>,
    http: reqwest::Client,
    api: Child,
    front: Arc<Front>,
    port: u16,
    pub killed: usize,
}

#[derive(Default)]
struct Front {
    /// The URL of Nova's API, once it is known.
    nova: OnceLock<String>,
    http: reqwest::Client,
    /// The losses of the next creations.
    losses: Mutex<VecDeque<Option<Loss>>>,
    /// The number of creations, and of those whose response was lost.
    seen: Mutex<(usize, usize)>,
}

impl RealOpenstack {
    /// Takes three minutes, and several more the first time, when OpenStack is installed.
    pub async fn start() -> anyhow::Result<RealOpenstack> {
        let dir = std::env::temp_dir().join(format!("tenant-control-openstack-{:08x}", rand::random::<u32>()));
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
        let port = listener.local_addr()?.port();
        let http = reqwest::Client::builder().no_proxy().build()?;
        let front = Arc::new(Front { http: http.clone(), ..Front::default() });
        let router = Router::new().fallback(pass).with_state(front.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        std::fs::create_dir_all(&dir)?;
        let started =
            tokio::process::Command::new(SCRIPT).arg("start").arg(&dir).arg(port.to_string()).status().await?;
        ensure!(started.success(), "OpenStack does not start: see {}.log", dir.display());
        let env = std::fs::read_to_string(dir.join("env"))?;
        let env: BTreeMap<String, String> =
            env.lines().filter_map(|line| line.split_once('=')).map(|(k, v)| (k.to_owned(), v.to_owned())).collect();
        let nova = format!("http://127.0.0.1:{}", env.get("NOVA_API").context("the port of Nova is missing")?);
        front.nova.set(nova).ok().context("the port of Nova is known already")?;
        let api = spawn_api(&dir)?;
        let mut openstack = RealOpenstack { dir, env, http, api, front, port, killed: 0 };
        openstack.until_ready().await?;
        openstack.flavor().await?;
        Ok(openstack)
    }

    pub fn value(&self, name: &str) -> &str {
        self.env.get(name).map_or("", String::as_str)
    }

    pub fn keystone(&self) -> String {
        format!("http://127.0.0.1:{}", self.value("KEYSTONE"))
    }

    /// The endpoints that the operator allows, separated by commas.
    pub fn endpoints(&self) -> String {
        let ports = ["KEYSTONE", "GLANCE", "NEUTRON"].map(|name| self.value(name).to_owned());
        let all = ports.into_iter().chain([self.port.to_string()]).map(|port| format!("http://127.0.0.1:{port}"));
        all.collect::<Vec<_>>().join(",")
    }

    pub fn lose(&self, losses: impl IntoIterator<Item = Option<Loss>>) {
        self.front.losses.lock().unwrap_or_else(PoisonError::into_inner).extend(losses);
    }

    /// The number of creations, and of those whose response was lost.
    pub fn creations(&self) -> (usize, usize) {
        *self.front.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Kills Nova's API with SIGKILL, and starts it again.
    pub async fn kill_api(&mut self) -> anyhow::Result<()> {
        self.api.kill()?;
        self.api.wait()?;
        self.killed += 1;
        self.api = spawn_api(&self.dir)?;
        self.until_ready().await
    }

    async fn until_ready(&mut self) -> anyhow::Result<()> {
        let (started, url) = (Instant::now(), format!("{}/v2.1/", self.nova()));
        while self.http.get(&url).send().await.is_err() {
            ensure!(
                started.elapsed() < Duration::from_secs(90),
                "Nova's API does not start: {:?}",
                self.api.try_wait()
            );
            sleep(Duration::from_millis(200)).await;
        }
        Ok(())
    }

    fn nova(&self) -> &str {
        self.front.nova.get().map_or("", String::as_str)
    }

    async fn flavor(&self) -> anyhow::Result<()> {
        let flavor = json!({"flavor": {"name": FLAVOR, "vcpus": 1, "ram": 64, "disk": 1}});
        let token = self.token("admin", "admin").await?;
        let sent = self.http.post(format!("{}/v2.1/flavors", self.nova())).header("x-auth-token", token).json(&flavor);
        sent.send().await?.error_for_status()?;
        Ok(())
    }

    /// A token of a user in a project.
    async fn token(&self, user: &str, project: &str) -> anyhow::Result<String> {
        let domain = json!({"name": "Default"});
        let user = json!({"name": user, "domain": domain, "password": self.value("ADMIN")});
        let body = json!({"auth": {"identity": {"methods": ["password"], "password": {"user": user}},
            "scope": {"project": {"name": project, "domain": domain}}}});
        let answer = self.http.post(format!("{}/v3/auth/tokens", self.keystone())).json(&body).send().await?;
        let token = answer.error_for_status()?.headers().get("x-subject-token").cloned().context("no token")?;
        Ok(token.to_str()?.to_owned())
    }

    /// The id and the secret of a new application credential of a user.
    pub async fn application_credential(&self, user: &str) -> anyhow::Result<(String, String)> {
        let token = self.token(user, "customer").await?;
        let id = self.value(&user.to_uppercase());
        let url = format!("{}/v3/users/{id}/application_credentials", self.keystone());
        let body = json!({"application_credential": {"name": "tenant-control"}});
        let answer = self.http.post(url).header("x-auth-token", token).json(&body).send().await?;
        let made: Value = answer.error_for_status()?.json().await?;
        let part = |name: &str| made["application_credential"][name].as_str().unwrap_or_default().to_owned();
        Ok((part("id"), part("secret")))
    }

    /// The statuses of the servers with each tag, by the tag, directly from Nova.
    pub async fn tagged(&self, prefix: &str) -> anyhow::Result<BTreeMap<String, Vec<String>>> {
        let token = self.token("member", "customer").await?;
        let request = self.http.get(format!("{}/v2.1/servers/detail?limit=1000", self.nova()));
        let request = request.header("x-auth-token", token).header("openstack-api-version", "compute 2.69");
        let listed: Value = request.send().await?.error_for_status()?.json().await?;
        ensure!(listed.get("servers_links").is_none(), "Nova has more servers than a page");
        let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for server in listed["servers"].as_array().context("no servers")? {
            let tags = server["tags"].as_array().into_iter().flatten().filter_map(Value::as_str);
            for tag in tags.filter_map(|tag| tag.strip_prefix(prefix)) {
                found.entry(tag.to_owned()).or_default().push(server["status"].as_str().unwrap_or_default().to_owned());
            }
        }
        Ok(found)
    }
}

impl Drop for RealOpenstack {
    fn drop(&mut self) {
        let _ = self.api.kill();
        let _ = self.api.wait();
        let _ = Command::new(SCRIPT).arg("stop").arg(&self.dir).status();
        let _ = std::fs::remove_dir_all(&self.dir);
        let _ = std::fs::remove_file(self.dir.with_extension("log"));
    }
}

/// The script is replaced by Nova's API (`exec`), so that the pid of the child is the pid of the API.
fn spawn_api(dir: &std::path::Path) -> anyhow::Result<Child> {
    let log = std::fs::OpenOptions::new().create(true).append(true).open(dir.join("log/nova-api.log"))?;
    let (out, nothing) = (log.try_clone()?, Stdio::null());
    Ok(Command::new(SCRIPT).arg("api").arg(dir).stdin(nothing).stdout(out).stderr(log).spawn()?)
}

async fn pass(
    State(front): State<Arc<Front>>,
    method: Method,
    uri: Uri,
    mut headers: HeaderMap,
    body: Bytes,
) -> Response {
    let is_creation = method == Method::POST && uri.path().ends_with("/servers");
    let loss = if is_creation { front.loss() } else { None };
    let unavailable = || (StatusCode::SERVICE_UNAVAILABLE, "no server is available").into_response();
    let Some(nova) = front.nova.get() else { return unavailable() };
    if loss == Some(Loss::NotPassed) {
        return unavailable();
    }
    headers.remove("host");
    headers.remove("connection");
    let passed = front.http.request(method, format!("{nova}{uri}")).headers(headers).body(body).send().await;
    let Ok(passed) = passed else { return unavailable() };
    let (status, mut headers) = (passed.status(), passed.headers().clone());
    for name in ["connection", "content-length", "transfer-encoding"] {
        headers.remove(name);
    }
    let Ok(text) = passed.bytes().await else { return unavailable() };
    match loss {
        Some(Loss::Unavailable) => unavailable(),
        Some(Loss::Late) => {
            sleep(LATE).await;
            (status, headers, text).into_response()
        }
        Some(Loss::Twice) => (status, headers, [&text[..], &text[..]].concat()).into_response(),
        Some(Loss::Cut) => (status, headers, text.slice(..text.len() / 2)).into_response(),
        _ => (status, headers, text).into_response(),
    }
}

impl Front {
    fn loss(&self) -> Option<Loss> {
        let loss = self.losses.lock().unwrap_or_else(PoisonError::into_inner).pop_front().flatten();
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        *seen = (seen.0 + 1, seen.1 + usize::from(loss.is_some()));
        loss
    }
}
