//! A cell: a PostgreSQL, some servers and a listener for agents, and the operator's commands for it.

use crate::{bench, stage::Stage};
use anyhow::{Context, ensure};
use std::process::Stdio;
use testkit::{Database, Place, Role, ServerProcess, binary, master_key_file};
use tokio::process::Command;

const POSTGRES: &str = "-c wal_level=logical -c max_wal_senders=10 -c max_replication_slots=10";

pub struct Cell {
    pub name: &'static str,
    pub stage: Stage,
    pub places: Vec<Place>,
    /// The addresses of the listener for agents.
    pub agents: Place,
    servers: Vec<ServerProcess>,
    url: String,
    /// The URL of the directory's home, if it is another cell.
    home: Option<String>,
}

impl Cell {
    /// The servers listen on one loopback address, also after a restart.
    pub async fn start(
        name: &'static str,
        address: &str,
        servers: usize,
        home: Option<&Database>,
    ) -> anyhow::Result<Cell> {
        let stage = Stage::set(POSTGRES).await?;
        let places = (0..servers).map(|_| Place::at(address)).collect::<anyhow::Result<Vec<_>>>()?;
        let url = format!("http://{}", places.first().context("a cell has a server")?.listen);
        let home = home.map(|home| home.url("app_system"));
        let agents = Place::at(address)?;
        let mut cell = Cell { name, stage, places, agents, servers: vec![], url, home };
        cell.start_servers().await?;
        Ok(cell)
    }

    pub fn url(&self) -> &str {
        &self.url
    }

    async fn start_servers(&mut self) -> anyhow::Result<()> {
        let more = self.settings();
        let more: Vec<&str> = more.iter().map(String::as_str).collect();
        let servers = self.places.iter().map(|place| (place, Role::Serve));
        for (place, role) in servers.chain([(&self.agents, Role::Ingest)]) {
            let server = ServerProcess::start_in(place, role, &binary()?, &self.stage.database, &more).await?;
            self.servers.push(server);
        }
        Ok(())
    }

    /// The settings of a cell that is one of several.
    pub fn settings(&self) -> Vec<String> {
        self.home.iter().flat_map(|home| ["--directory-url".to_owned(), home.clone()]).collect()
    }

    /// The connection string with which another PostgreSQL connects to this one.
    pub fn connection_string(&self) -> String {
        let Database { port, name } = &self.stage.database;
        format!("host=127.0.0.1 port={port} user=postgres dbname={name}")
    }

    /// Kills everything, as the loss of its machines does.
    pub fn kill(&mut self) -> anyhow::Result<()> {
        self.servers.clear();
        self.stage.postgres.kill()
    }

    pub async fn revive(&mut self) -> anyhow::Result<()> {
        self.stage.postgres.start_again().await?;
        self.start_servers().await
    }

    pub fn cpu_seconds(&self) -> anyhow::Result<f64> {
        self.servers.iter().map(|server| bench::cpu_seconds(server.pid())).sum()
    }

    /// A command of the operator.
    pub async fn operate(&self, arguments: &[&str]) -> anyhow::Result<String> {
        let (succeeded, printed) = self.try_operate(arguments).await?;
        ensure!(succeeded, "{} failed: {printed}", arguments.join(" "));
        Ok(printed)
    }

    /// Returns true if the command succeeded, and its output.
    pub async fn try_operate(&self, arguments: &[&str]) -> anyhow::Result<(bool, String)> {
        let mut command = Command::from(self.command(arguments)?);
        let output = command.stdin(Stdio::null()).output().await.context("running a command")?;
        let printed = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
        Ok((output.status.success(), printed.concat()))
    }

    /// A superuser may create subscriptions.
    pub fn command(&self, arguments: &[&str]) -> anyhow::Result<std::process::Command> {
        let database = &self.stage.database;
        let mut command = std::process::Command::new(binary()?);
        command
            .args(arguments)
            .env_clear()
            .env("TC_DATABASE_URL", database.url("app"))
            .env("TC_SYSTEM_DATABASE_URL", database.url("app_system"))
            .env("TC_MIGRATION_DATABASE_URL", database.url("postgres"))
            .env("TC_MASTER_KEY_FILE", master_key_file());
        if let Some(home) = &self.home {
            command.env("TC_DIRECTORY_URL", home);
        }
        Ok(command)
    }
}
