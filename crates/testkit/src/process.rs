//! A server in a process of its own, as it runs in production. Stopped by its own pid when dropped.

use crate::{Client, Database, master_key_file};
use anyhow::{Context, ensure};
use std::{
    fs::File,
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};

pub struct ServerProcess {
    child: Child,
    pub base: String,
    pub ops: String,
    pub log: PathBuf,
}

impl ServerProcess {
    /// Starts the binary beside this one and waits until it is ready.
    pub async fn start(database: &Database, more: &[&str]) -> anyhow::Result<ServerProcess> {
        ServerProcess::start_on(&database.url("app"), &database.url("app_system"), more).await
    }

    /// With other ways to the database, such as a slow one.
    pub async fn start_on(app_url: &str, system_url: &str, more: &[&str]) -> anyhow::Result<ServerProcess> {
        let (listen, ops) = (free_address()?, free_address()?);
        let log = std::env::temp_dir().join(format!("tenant-control-{:016x}.log", rand::random::<u64>()));
        let child = Command::new(binary()?)
            .args(["serve", "--database-url", app_url, "--system-database-url", system_url])
            .args(["--listen", &listen, "--ops-listen", &ops, "--base-url", &format!("http://{listen}")])
            .args(more)
            .env_clear()
            // All come from one address here; a drill about that says so by a flag.
            .env("TC_ADDRESS_LIMIT", "6000000/60")
            .env("TC_MASTER_KEY_FILE", master_key_file())
            // Receivers are on loopback, and nobody else's nameserver is asked.
            .env("TC_OUTBOUND_ALLOW_NETWORK", "127.0.0.0/8")
            .env("TC_OUTBOUND_ALLOW_HTTP", "true")
            .env("TC_OUTBOUND_NAMESERVER", "127.0.0.1:9")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(File::create(&log)?)
            .spawn()?;
        let server = ServerProcess { child, base: format!("http://{listen}"), ops: format!("http://{ops}"), log };
        server.ready().await?;
        Ok(server)
    }

    async fn ready(&self) -> anyhow::Result<()> {
        let client = reqwest::Client::builder().no_proxy().build()?;
        for _ in 0..200 {
            let answer = client.get(format!("{}/readyz", self.ops)).send().await;
            if answer.is_ok_and(|answer| answer.status().is_success()) {
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        anyhow::bail!("the server is not ready after 10 s:\n{}", std::fs::read_to_string(&self.log)?)
    }

    pub fn client(&self, key: &str) -> Client {
        Client::new(&self.base, Some(key))
    }

    pub fn pid(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_file(&self.log);
    }
}

fn binary() -> anyhow::Result<PathBuf> {
    let here = std::env::current_exe()?;
    let beside = here.ancestors().map(|up: &Path| up.join("tenant-control")).find(|path| path.is_file());
    let binary = beside.context("no tenant-control beside this binary: build the workspace first")?;
    ensure!(binary.is_absolute(), "{}", binary.display());
    Ok(binary)
}

fn free_address() -> anyhow::Result<String> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.to_string())
}
