//! A separate PostgreSQL: one for all tests of a run, started by nextest's setup script, or one for a drill.

use crate::{
    binary, master_key_file,
    process::{NO_AWS, attachments_url},
};
use anyhow::{Context, ensure};
use clap::Parser;
use kernel::settings::{Migration, Serve};
use std::{
    fs::Permissions,
    os::unix::fs::{MetadataExt, PermissionsExt, chown},
    path::{Path, PathBuf},
    process::{Command, Output},
    time::Duration,
};
use tenant_control::operate::migrate::{self, Step};
use tokio_postgres::{Client, NoTls};

/// The server is stopped when this is dropped.
pub struct Postgres {
    directory: PathBuf,
    options: String,
    pub port: u16,
}

impl Postgres {
    /// The environment variable with the directory of a stopped cluster. New clusters are copies of it.
    pub const TEMPLATE: &'static str = "TC_POSTGRES_TEMPLATE";

    /// `options` are server settings such as `-c fsync=off`.
    #[expect(
        clippy::disallowed_methods,
        reason = "`drill all` passes settings through the environment to the drills that it starts"
    )]
    pub fn start(options: &str) -> anyhow::Result<Postgres> {
        let directory = std::env::temp_dir().join(format!("tenant-control-{:016x}", rand::random::<u64>()));
        let mut command = script("start", &directory);
        command.env("POSTGRES_OPTIONS", options);
        if let Some(template) = std::env::var_os(Postgres::TEMPLATE) {
            command.env("POSTGRES_TEMPLATE", template);
        }
        Ok(Postgres { port: port(command.output()?)?, directory, options: options.to_owned() })
    }

    /// The process id of the postmaster.
    pub fn pid(&self) -> anyhow::Result<u32> {
        let file = std::fs::read_to_string(self.directory.join("data/postmaster.pid"))?;
        file.lines().next().unwrap_or_default().trim().parse().context("postmaster.pid begins with a pid")
    }

    /// Simulates a crash: `kill -9`. Committed data is on disk.
    pub fn kill(&self) -> anyhow::Result<()> {
        let killed = Command::new("kill").args(["-9", &self.pid()?.to_string()]).status()?;
        ensure!(killed.success(), "the postmaster could not be killed");
        // If the killed process is not reaped, its pid would count as alive.
        std::fs::remove_file(self.directory.join("data/postmaster.pid"))?;
        Ok(())
    }

    /// Restarts the server after it was killed or stopped, on the same port, with its data. Retries until the last processes
    /// have ended.
    pub async fn start_again(&self) -> anyhow::Result<()> {
        let mut tries = 0;
        loop {
            let mut command = script("start", &self.directory);
            command.arg(self.port.to_string()).env("POSTGRES_OPTIONS", &self.options);
            match port(tokio::process::Command::from(command).output().await?) {
                Ok(_) => return Ok(()),
                Err(error) if tries == 100 => return Err(error),
                Err(_) => tries += 1,
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// Offers encryption with this certificate from now on.
    pub async fn encrypt(&self, certificate: &str, key: &str) -> anyhow::Result<()> {
        let data = self.directory.join("data");
        let owner = std::fs::metadata(&data)?;
        for (name, text) in [("server.crt", certificate), ("server.key", key)] {
            let file = data.join(name);
            std::fs::write(&file, text)?;
            std::fs::set_permissions(&file, Permissions::from_mode(0o600))?;
            chown(&file, Some(owner.uid()), Some(owner.gid()))?;
        }
        let root = connect(self.port, "postgres", "postgres").await?;
        root.batch_execute("alter system set ssl = on").await?;
        root.batch_execute("select pg_reload_conf()").await?;
        Ok(())
    }

    /// From now on, these roles must connect with a certificate of this authority that names them; others connect
    /// unencrypted, as before.
    pub async fn demand_certificates(&self, authority: &str, roles: &str) -> anyhow::Result<()> {
        let data = self.directory.join("data");
        let owner = std::fs::metadata(&data)?;
        let rules = format!(
            "hostssl all {roles} 127.0.0.1/32 trust clientcert=verify-full\n\
             hostnossl all {roles} 127.0.0.1/32 reject\n\
             host all all 127.0.0.1/32 trust\n"
        );
        for (name, text) in [("root.crt", authority), ("pg_hba.conf", &rules)] {
            std::fs::write(data.join(name), text)?;
            chown(data.join(name), Some(owner.uid()), Some(owner.gid()))?;
        }
        let root = connect(self.port, "postgres", "postgres").await?;
        root.batch_execute("alter system set ssl_ca_file = 'root.crt'").await?;
        root.batch_execute("select pg_reload_conf()").await?;
        Ok(())
    }

    /// Stops the server, which closes every connection.
    pub fn stop(&self) -> anyhow::Result<()> {
        ensure!(script("stop", &self.directory).status()?.success(), "PostgreSQL does not stop");
        Ok(())
    }

    pub fn directory(&self) -> &Path {
        &self.directory
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let _ = script("stop", &self.directory).status();
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}

/// The port that the script printed.
fn port(started: Output) -> anyhow::Result<u16> {
    ensure!(started.status.success(), "{}", String::from_utf8_lossy(&started.stderr));
    String::from_utf8(started.stdout)?.trim().parse().context("scripts/postgres prints a port")
}

fn script(verb: &str, directory: &Path) -> Command {
    let mut command = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/postgres"));
    command.arg(verb).arg(directory);
    command
}

/// The template of all databases of a cluster.
const MIGRATED: &str = "migrated";

/// A migrated database.
#[derive(Debug, Clone)]
pub struct Database {
    pub port: u16,
    pub name: String,
}

impl Database {
    /// The database that all tests of a run share.
    #[expect(clippy::disallowed_methods, reason = "nextest's setup script passes settings through the environment")]
    pub async fn shared() -> Database {
        let port = std::env::var("TC_TEST_POSTGRES_PORT").ok().and_then(|port| port.parse().ok());
        let port = port.expect("TC_TEST_POSTGRES_PORT: run tests with `just test`, whose setup starts PostgreSQL");
        let database = Database { port, name: "tenant_control".to_owned() };
        database.migrate().await.expect("the migrations apply");
        database
    }

    /// A new database, with the roles that an operator would create.
    pub async fn create(port: u16, name: &str) -> anyhow::Result<Database> {
        let root = Database::prepare(port).await?;
        root.batch_execute(&format!("create database {name} owner migrator template {MIGRATED}")).await?;
        let database = Database { port, name: name.to_owned() };
        // All migrations are applied, unless the process that created the template was killed.
        database.migrate().await?;
        Ok(database)
    }

    /// Creates the roles, and the template of all databases: the migrations are applied once in a cluster. No other process
    /// creates a database there while the returned connection is open.
    pub async fn prepare(port: u16) -> anyhow::Result<Client> {
        let root = connect(port, "postgres", "postgres").await?;
        // Roles belong to the cluster: two concurrent migrations would conflict.
        root.batch_execute("select pg_advisory_lock(hashtext('a database is created'))").await?;
        if root.query_opt("select from pg_roles where rolname = 'migrator'", &[]).await?.is_none() {
            root.batch_execute("create role migrator login createrole").await?;
        }
        if root.query_opt("select from pg_database where datname = $1", &[&MIGRATED]).await?.is_none() {
            root.batch_execute(&format!("create database {MIGRATED} owner migrator")).await?;
            Database { port, name: MIGRATED.to_owned() }.migrate().await?;
        }
        Ok(root)
    }

    async fn migrate(&self) -> anyhow::Result<()> {
        self.migrate_to(migrate::steps()).await
    }

    /// Applies the missing ones of these migrations, which may be those of a later version.
    pub async fn migrate_to(&self, steps: Vec<Step>) -> anyhow::Result<()> {
        let migration = Migration {
            migration_database_url: Some(self.url("migrator").into()),
            migration_database_url_file: None,
            migration_database_cert_file: None,
            migration_database_key_file: None,
        };
        migrate::run_steps(&migration, &self.settings().database.tls, steps).await?;
        Ok(())
    }

    pub fn url(&self, role: &str) -> String {
        format!("postgres://{role}@127.0.0.1:{}/{}", self.port, self.name)
    }

    /// A connection of the superuser, to check data without the API.
    pub async fn root(&self) -> Client {
        connect(self.port, "postgres", &self.name).await.expect("the superuser can connect")
    }

    pub async fn connect(&self, role: &str) -> anyhow::Result<Client> {
        connect(self.port, role, &self.name).await
    }

    /// Settings for a server on this database, on ports that the system chooses.
    pub fn settings(&self) -> Serve {
        self.settings_with(&[])
    }

    pub fn settings_with(&self, more: &[&str]) -> Serve {
        let (app, system) = (self.url("app"), self.url("app_system"));
        let keys = master_key_file().to_string_lossy().into_owned();
        let fixed = ["test", "--database-url", &app, "--system-database-url", &system, "--master-key-file", &keys];
        let ports = ["--listen", "127.0.0.1:0", "--ops-listen", "127.0.0.1:0", "--last-use-seconds", "0.2"];
        // Expressions are evaluated by the binary, not by the process of the test.
        let sandbox = binary().map(|path| path.to_string_lossy().into_owned()).unwrap_or_default();
        let sandbox = ["--sandbox-program", &sandbox];
        let own = more.iter().any(|argument| argument.starts_with("--outbound"));
        let outbound: &[&str] = if own { &[] } else { &OUTBOUND };
        let cloud = ["--cloud-aws-endpoint", NO_AWS];
        let files = attachments_url();
        let files = ["--attachments-url", &files];
        Arguments::try_parse_from([&fixed[..], &ports, &sandbox, &cloud, &files, outbound, more].concat())
            .expect("valid settings")
            .serve
    }
}

/// Receivers are on loopback, and no test uses another nameserver.
const OUTBOUND: [&str; 5] =
    ["--outbound-allow-network", "127.0.0.0/8", "--outbound-allow-http", "--outbound-nameserver", "127.0.0.1:9"];

#[derive(Parser)]
#[command(args_override_self = true)]
struct Arguments {
    #[command(flatten)]
    serve: Serve,
}

#[expect(clippy::disallowed_methods, reason = "tests check the database directly")]
async fn connect(port: u16, role: &str, name: &str) -> anyhow::Result<Client> {
    let url = format!("postgres://{role}@127.0.0.1:{port}/{name}");
    let (client, connection) = tokio_postgres::connect(&url, NoTls).await?;
    tokio::spawn(connection);
    Ok(client)
}
