//! A Temporal of our own, which can be lost and found again. A crate by itself, as the engine's tests need it and testkit
//! stands on the server, which stands on the engine.

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

    /// With more options of the development server's.
    pub fn start_with(options: &'static str) -> anyhow::Result<Temporal> {
        let directory = std::env::temp_dir().join(format!("tenant-control-{:016x}", rand::random::<u64>()));
        let port = start(&directory, None, options)?;
        Ok(Temporal { directory, port, options })
    }

    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Where its own figures are, for Prometheus.
    pub fn metrics_url(&self) -> String {
        format!("http://127.0.0.1:{}/metrics", self.port + 2)
    }

    pub fn pid(&self) -> anyhow::Result<u32> {
        Ok(std::fs::read_to_string(self.directory.join("pid"))?.trim().parse()?)
    }

    /// What it keeps is in this file, and in those with the same name and `-wal` or `-shm` behind it.
    pub fn database_file(&self) -> PathBuf {
        self.directory.join("temporal.db")
    }

    /// Everything that it has on disk: its database, what is not yet merged into it, and its log.
    pub fn stored(&self) -> anyhow::Result<Vec<u8>> {
        let mut stored = Vec::new();
        for file in std::fs::read_dir(&self.directory)? {
            stored.extend(std::fs::read(file?.path())?);
        }
        Ok(stored)
    }

    /// As a crash does: at once.
    pub fn kill(&self) -> anyhow::Result<()> {
        self.signal("-KILL")?;
        Ok(std::fs::remove_file(self.directory.join("pid"))?)
    }

    /// It keeps its connections, but answers nothing.
    pub fn suspend(&self) -> anyhow::Result<()> {
        self.signal("-STOP")
    }

    pub fn resume(&self) -> anyhow::Result<()> {
        self.signal("-CONT")
    }

    /// Starts it again where it was, with what it had kept.
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

/// The one that all tests of a run share.
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
