//! A separate Redis, which can be stopped and restarted.

use anyhow::{Context, ensure};
use std::{
    path::{Path, PathBuf},
    process::Command,
};

/// The server is stopped when this is dropped.
pub struct Redis {
    directory: PathBuf,
    port: u16,
}

impl Redis {
    pub fn start() -> anyhow::Result<Redis> {
        let directory = std::env::temp_dir().join(format!("tenant-control-{:016x}", rand::random::<u64>()));
        let port = start(&directory, None)?;
        Ok(Redis { directory, port })
    }

    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    /// Simulates a crash: the server ends at once, and its data is lost.
    pub fn kill(&self) -> anyhow::Result<()> {
        self.signal("-KILL")?;
        Ok(std::fs::remove_file(self.directory.join("pid"))?)
    }

    /// Suspends the server: it keeps its connections, but does not respond.
    pub fn suspend(&self) -> anyhow::Result<()> {
        self.signal("-STOP")
    }

    pub fn resume(&self) -> anyhow::Result<()> {
        self.signal("-CONT")
    }

    fn signal(&self, signal: &str) -> anyhow::Result<()> {
        let pid = std::fs::read_to_string(self.directory.join("pid"))?;
        ensure!(Command::new("kill").args([signal, pid.trim()]).status()?.success(), "Redis is not running");
        Ok(())
    }

    /// Restarts the server on the same port.
    pub fn revive(&self) -> anyhow::Result<()> {
        start(&self.directory, Some(self.port)).map(drop)
    }
}

impl Drop for Redis {
    fn drop(&mut self) {
        let _ = script("stop", &self.directory).status();
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}

/// The Redis that all tests of a run share.
#[expect(clippy::disallowed_methods, reason = "nextest's setup script passes settings through the environment")]
pub fn shared_url() -> String {
    let port = std::env::var("TC_TEST_REDIS_PORT");
    let port = port.expect("TC_TEST_REDIS_PORT: run tests with `just test`, whose setup starts Redis");
    format!("redis://127.0.0.1:{port}")
}

fn start(directory: &Path, port: Option<u16>) -> anyhow::Result<u16> {
    let started = script("start", directory).args(port.map(|port| port.to_string())).output()?;
    ensure!(started.status.success(), "{}", String::from_utf8_lossy(&started.stderr));
    String::from_utf8(started.stdout)?.trim().parse().context("scripts/redis prints a port")
}

fn script(verb: &str, directory: &Path) -> Command {
    let mut command = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/redis"));
    command.arg(verb).arg(directory);
    command
}
