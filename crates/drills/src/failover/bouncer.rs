//! A PgBouncer in transaction mode with few connections to PostgreSQL.

use super::patroni::free_ports;
use anyhow::{Context, ensure};
use std::{
    fs::{self, File},
    path::PathBuf,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};
use testkit::Database;
use tokio::{net::TcpStream, time::sleep};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/pgbouncer");

/// Connections to PostgreSQL, of each role.
pub const POOL: usize = 4;

pub const ROLES: [&str; 2] = ["app", "app_system"];

const START: Duration = Duration::from_secs(30);

/// Killed when dropped.
pub struct Bouncer {
    child: Child,
    directory: PathBuf,
    port: u16,
    database: String,
}

impl Bouncer {
    pub async fn start(database: &Database) -> anyhow::Result<Bouncer> {
        let directory = std::env::temp_dir().join(format!("tenant-control-{:016x}", rand::random::<u64>()));
        fs::create_dir_all(&directory)?;
        let port = free_ports(1)?[0];
        let users = directory.join("users");
        fs::write(&users, ROLES.map(|role| format!("\"{role}\" \"\"\n")).concat())?;
        let config = format!(
            "[databases]\n\
             {name} = host=127.0.0.1 port={postgres}\n\
             [pgbouncer]\n\
             listen_addr = 127.0.0.1\n\
             listen_port = {port}\n\
             unix_socket_dir =\n\
             auth_type = trust\n\
             auth_file = {users}\n\
             pool_mode = transaction\n\
             default_pool_size = {POOL}\n\
             max_prepared_statements = 500\n\
             max_client_conn = 300\n",
            name = database.name,
            postgres = database.port,
            users = users.display()
        );
        fs::write(directory.join("pgbouncer.ini"), config)?;
        let child = Command::new(SCRIPT)
            .arg("run")
            .arg(directory.join("pgbouncer.ini"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(File::create(directory.join("log"))?)
            .spawn()
            .context("scripts/pgbouncer")?;
        let bouncer = Bouncer { child, directory, port, database: database.name.clone() };
        let started = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).await.is_err() {
            ensure!(started.elapsed() < START, "PgBouncer: {}", fs::read_to_string(bouncer.directory.join("log"))?);
            sleep(Duration::from_millis(50)).await;
        }
        Ok(bouncer)
    }

    pub fn url(&self, role: &str) -> String {
        format!("postgres://{role}@127.0.0.1:{}/{}", self.port, self.database)
    }
}

impl Drop for Bouncer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.directory);
    }
}
