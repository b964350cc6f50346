//! A server, or a worker, in its own process, as in production. It is killed by its pid when it is dropped.

use crate::{Client, Database, Moto, master_key_file};
use anyhow::{Context, ensure};
use std::{
    fs::File,
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};

/// The role of a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    Serve,
    /// Delivers webhooks and, with `--temporal-url`, executes workflows.
    Work,
    /// Receives the inventories of agents.
    Ingest,
}

impl Role {
    fn name(self) -> &'static str {
        match self {
            Role::Serve => "serve",
            Role::Work => "work",
            Role::Ingest => "ingest",
        }
    }

    fn listen_flag(self) -> &'static str {
        match self {
            Role::Serve | Role::Work => "--listen",
            Role::Ingest => "--ingest-listen",
        }
    }

    fn ops_flag(self) -> &'static str {
        match self {
            Role::Serve => "--ops-listen",
            Role::Work => "--work-ops-listen",
            Role::Ingest => "--ingest-ops-listen",
        }
    }
}

/// The endpoint of AWS, unless a test sets another. Requests to this port are refused at once.
pub(crate) const NO_AWS: &str = "http://127.0.0.1:9";

/// The addresses of a process. A restarted process has the same addresses as before.
#[derive(Debug, Clone)]
pub struct Place {
    pub listen: String,
    pub ops: String,
}

impl Place {
    /// Chooses free ports of a loopback address. Outgoing connections start only at 127.0.0.1, so with another address none
    /// can use the port while a process is restarted.
    pub fn at(address: &str) -> anyhow::Result<Place> {
        let (listen, ops) = (TcpListener::bind((address, 0))?, TcpListener::bind((address, 0))?);
        Ok(Place { listen: listen.local_addr()?.to_string(), ops: ops.local_addr()?.to_string() })
    }
}

pub struct ServerProcess {
    child: Child,
    /// The base URL. A worker does not listen there.
    pub base: String,
    pub ops: String,
    pub log: PathBuf,
}

impl ServerProcess {
    /// Starts the binary beside this one and waits until it is ready.
    pub async fn start(database: &Database, more: &[&str]) -> anyhow::Result<ServerProcess> {
        ServerProcess::start_as(Role::Serve, database, more).await
    }

    /// Starts a worker in the same way.
    pub async fn start_worker(database: &Database, more: &[&str]) -> anyhow::Result<ServerProcess> {
        ServerProcess::start_as(Role::Work, database, more).await
    }

    /// Starts a listener for agents in the same way. Agents report to `base`.
    pub async fn start_listener(database: &Database, more: &[&str]) -> anyhow::Result<ServerProcess> {
        ServerProcess::start_as(Role::Ingest, database, more).await
    }

    async fn start_as(role: Role, database: &Database, more: &[&str]) -> anyhow::Result<ServerProcess> {
        let place = Place::at("127.0.0.1")?;
        ServerProcess::start_in(&place, role, &binary()?, database, more).await
    }

    /// Starts this program, such as that of another version, in a given place.
    pub async fn start_in(
        place: &Place,
        role: Role,
        program: &Path,
        database: &Database,
        more: &[&str],
    ) -> anyhow::Result<ServerProcess> {
        let urls = (database.url("app"), database.url("app_system"));
        let server = ServerProcess::spawn(place, role, program, (&urls.0, &urls.1), more)?;
        server.ready().await?;
        Ok(server)
    }

    /// Starts a server with other connections to the database, such as a slow one.
    pub async fn start_on(app_url: &str, system_url: &str, more: &[&str]) -> anyhow::Result<ServerProcess> {
        ServerProcess::start_with(Role::Serve, app_url, system_url, more).await
    }

    /// Starts a worker with other connections to the database, such as those to several hosts.
    pub async fn start_worker_on(app_url: &str, system_url: &str, more: &[&str]) -> anyhow::Result<ServerProcess> {
        ServerProcess::start_with(Role::Work, app_url, system_url, more).await
    }

    async fn start_with(role: Role, app_url: &str, system_url: &str, more: &[&str]) -> anyhow::Result<ServerProcess> {
        let place = Place::at("127.0.0.1")?;
        let server = ServerProcess::spawn(&place, role, &binary()?, (app_url, system_url), more)?;
        server.ready().await?;
        Ok(server)
    }

    /// `urls` are those of the roles `app` and `app_system`.
    fn spawn(
        place: &Place,
        role: Role,
        program: &Path,
        urls: (&str, &str),
        more: &[&str],
    ) -> anyhow::Result<ServerProcess> {
        let Place { listen, ops } = place;
        let log = std::env::temp_dir().join(format!("tenant-control-{:016x}.log", rand::random::<u64>()));
        let child = Command::new(program)
            .args([role.name(), "--database-url", urls.0, "--system-database-url", urls.1])
            .args([role.listen_flag(), listen, role.ops_flag(), ops, "--base-url", &format!("http://{listen}")])
            .args(more)
            .env_clear()
            // All requests come from one address here. A drill of the address limit sets a flag.
            .env("TC_ADDRESS_LIMIT", "6000000/60")
            .env("TC_MASTER_KEY_FILE", master_key_file())
            .envs(Moto::CREDENTIALS)
            // Receivers are on loopback, and no other nameserver is used.
            .env("TC_OUTBOUND_ALLOW_NETWORK", "127.0.0.0/8")
            .env("TC_OUTBOUND_ALLOW_HTTP", "true")
            .env("TC_OUTBOUND_NAMESERVER", "127.0.0.1:9")
            .env("TC_CLOUD_AWS_ENDPOINT", NO_AWS)
            .env("TC_ATTACHMENTS_URL", attachments_url())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(File::create(&log)?)
            .spawn()?;
        Ok(ServerProcess { child, base: format!("http://{listen}"), ops: format!("http://{ops}"), log })
    }

    async fn ready(&self) -> anyhow::Result<()> {
        let client = reqwest::Client::builder().no_proxy().build()?;
        for _ in 0..600 {
            let response = client.get(format!("{}/readyz", self.ops)).send().await;
            if response.is_ok_and(|response| response.status().is_success()) {
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        anyhow::bail!("the server is not ready after 30 s:\n{}", std::fs::read_to_string(&self.log)?)
    }

    pub fn client(&self, key: &str) -> Client {
        Client::new(&self.base, Some(key))
    }

    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Stops the process with SIGTERM, as an operator does. Active work may finish.
    pub async fn stop(self) -> anyhow::Result<()> {
        self.terminate()?;
        self.ended().await
    }

    /// Sends SIGTERM, and does not wait.
    pub fn terminate(&self) -> anyhow::Result<()> {
        ensure!(Command::new("kill").arg(self.pid().to_string()).status()?.success(), "no process to stop");
        Ok(())
    }

    /// Waits until the process has ended, with success.
    pub async fn ended(mut self) -> anyhow::Result<()> {
        for _ in 0..600 {
            if let Some(status) = self.child.try_wait()? {
                ensure!(status.success(), "the process ended with {status}");
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        anyhow::bail!("the process has not stopped after 30 s:\n{}", std::fs::read_to_string(&self.log)?)
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_file(&self.log);
    }
}

pub fn binary() -> anyhow::Result<PathBuf> {
    let here = std::env::current_exe()?;
    let beside = here.ancestors().map(|up: &Path| up.join("tenant-control")).find(|path| path.is_file());
    let binary = beside.context("no tenant-control beside this binary: build the workspace first")?;
    ensure!(binary.is_absolute(), "{}", binary.display());
    Ok(binary)
}

/// The storage of files, unless a test sets another. Remaining files are removed by servers of later tests.
pub(crate) fn attachments_url() -> String {
    format!("file://{}", std::env::temp_dir().join("tenant-control-attachments").display())
}

pub fn free_address() -> anyhow::Result<String> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.to_string())
}
