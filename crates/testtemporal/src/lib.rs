//! A separate Temporal, which can be stopped and restarted. A crate of its own, because the engine's tests need it, and
//! testkit depends on the server, which depends on the engine.

use anyhow::{Context, ensure};
use std::{
    path::{Path, PathBuf},
    process::Command,
};

/// Stopped when dropped.
pub struct Temporal {
    directory: PathBuf,
    port: u16,
    options: &'static str,
}

impl Temporal {
    pub fn start() -> anyhow::Result<Temporal> {
        Temporal::start_with("")
    }

    /// With further options of the development server.
    pub fn start_with(options: &'static str) -> anyhow::Result<Temporal> {
        let directory = std::env::temp_dir().join(format!("tenant-control-{:016x}", rand::random::<u64>()));
        let port = start(&directory, None, options)?;
        Ok(Temporal { directory, port, options })
    }

    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// The URL of its HTTP API.
    pub fn http_url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port + 1)
    }

    /// The URL of its own metrics, for Prometheus.
    pub fn metrics_url(&self) -> String {
        format!("http://127.0.0.1:{}/metrics", self.port + 2)
    }

    pub fn pid(&self) -> anyhow::Result<u32> {
        Ok(std::fs::read_to_string(self.directory.join("pid"))?.trim().parse()?)
    }

    /// Its database file; others have the same name with `-wal` or `-shm` appended.
    pub fn database_file(&self) -> PathBuf {
        self.directory.join("temporal.db")
    }

    /// All of its files: its database, the write-ahead log, and its log.
    pub fn stored(&self) -> anyhow::Result<Vec<u8>> {
        let mut stored = Vec::new();
        for file in std::fs::read_dir(&self.directory)? {
            stored.extend(std::fs::read(file?.path())?);
        }
        Ok(stored)
    }

    /// Simulates a crash: at once.
    pub fn kill(&self) -> anyhow::Result<()> {
        self.signal("-KILL")?;
        Ok(std::fs::remove_file(self.directory.join("pid"))?)
    }

    /// It keeps its connections, but does not respond.
    pub fn suspend(&self) -> anyhow::Result<()> {
        self.signal("-STOP")
    }

    pub fn resume(&self) -> anyhow::Result<()> {
        self.signal("-CONT")
    }

    /// Restarts it on the same port, with its data.
    pub fn start_again(&self) -> anyhow::Result<()> {
        start(&self.directory, Some(self.port), self.options).map(drop)
    }

    fn signal(&self, signal: &str) -> anyhow::Result<()> {
        let pid = self.pid()?.to_string();
        ensure!(Command::new("kill").args([signal, &pid]).status()?.success(), "Temporal does not run");
        Ok(())
    }
}

impl Drop for Temporal {
    fn drop(&mut self) {
        let _ = script("stop", &self.directory).status();
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}

/// The Temporal that all tests of a run share.
#[expect(clippy::disallowed_methods, reason = "nextest's setup script speaks through the environment")]
pub fn shared_url() -> String {
    let port = std::env::var("TC_TEST_TEMPORAL_PORT");
    let port = port.expect("TC_TEST_TEMPORAL_PORT: run tests with `just test`, whose setup starts Temporal");
    format!("http://127.0.0.1:{port}")
}

fn start(directory: &Path, port: Option<u16>, options: &str) -> anyhow::Result<u16> {
    let mut script = script("start", directory);
    let started = script.args(port.map(|port| port.to_string())).env("TEMPORAL_OPTIONS", options).output()?;
    ensure!(started.status.success(), "{}", String::from_utf8_lossy(&started.stderr));
    String::from_utf8(started.stdout)?.trim().parse().context("scripts/temporal prints a port")
}

fn script(verb: &str, directory: &Path) -> Command {
    let mut command = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/temporal"));
    command.arg(verb).arg(directory);
    command
}
