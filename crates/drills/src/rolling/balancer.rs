//! HAProxy in front of the servers, configured as `docs/operations.md` describes it, but without retries, even of
//! refused connections: the client sees every failure of a server.

use anyhow::{Context, ensure};
use std::{
    fmt,
    fs::{self, File},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};
use testkit::Place;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::UnixStream,
    time::sleep,
};

/// How long HAProxy may take to start, or to see that a server is back.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Killed when dropped.
pub struct Balancer {
    child: Child,
    directory: PathBuf,
    pub base: String,
}

impl Balancer {
    /// The names of its servers are their numbers.
    pub async fn start(servers: &[Place]) -> anyhow::Result<Balancer> {
        let directory = std::env::temp_dir().join(format!("tenant-control-{:016x}", rand::random::<u64>()));
        fs::create_dir_all(&directory)?;
        let address = Place::at("127.0.0.1")?.listen;
        let file = directory.join("haproxy.cfg");
        fs::write(&file, configuration(&directory, &address, servers)?)?;
        let child = Command::new(program())
            .arg("-db")
            .arg("-f")
            .arg(&file)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(File::create(directory.join("log"))?)
            .spawn()
            .context("HAProxy is not installed: scripts/install")?;
        let balancer = Balancer { child, directory, base: format!("http://{address}") };
        let started = Instant::now();
        while balancer.servers().await.is_err() {
            let log = fs::read_to_string(balancer.directory.join("log")).unwrap_or_default();
            ensure!(started.elapsed() < TIMEOUT, "HAProxy does not start:\n{log}");
            sleep(Duration::from_millis(50)).await;
        }
        Ok(balancer)
    }

    /// Waits until requests are sent to this server again.
    pub async fn until_up(&self, number: usize) -> anyhow::Result<()> {
        let (name, started) = (number.to_string(), Instant::now());
        while !self.servers().await?.iter().any(|server| server.name == name && server.is_up) {
            ensure!(started.elapsed() < TIMEOUT, "HAProxy does not see that server {number} is back");
            sleep(Duration::from_millis(50)).await;
        }
        Ok(())
    }

    /// The errors of all servers since the start.
    pub async fn errors(&self) -> anyhow::Result<Errors> {
        let servers = self.servers().await?;
        let sum = |of: fn(&Server) -> u64| servers.iter().map(of).sum::<u64>();
        Ok(Errors { connections: sum(|server| server.connections), responses: sum(|server| server.responses) })
    }

    async fn servers(&self) -> anyhow::Result<Vec<Server>> {
        let mut socket = UnixStream::connect(self.directory.join("admin")).await?;
        socket.write_all(b"show stat\n").await?;
        let mut table = String::new();
        socket.read_to_string(&mut table).await?;
        let servers = servers(&table)?;
        ensure!(!servers.is_empty(), "HAProxy shows no servers");
        Ok(servers)
    }
}

impl Drop for Balancer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.directory);
    }
}

#[derive(Debug, Clone, Copy)]
pub struct Errors {
    connections: u64,
    responses: u64,
}

impl Errors {
    pub fn none(self) -> bool {
        self.connections + self.responses == 0
    }
}

impl fmt::Display for Errors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} connections and {} responses failed", self.connections, self.responses)
    }
}

/// The path of HAProxy, because daemons are often not in the PATH of a user.
fn program() -> &'static str {
    let installed = "/usr/sbin/haproxy";
    if Path::new(installed).is_file() { installed } else { "haproxy" }
}

fn configuration(directory: &Path, address: &str, servers: &[Place]) -> anyhow::Result<String> {
    let mut text = format!(
        "global
    maxconn 1000
    stats socket {}/admin level operator

defaults
    mode http
    retries 0
    timeout connect 5s
    timeout client 30s
    timeout server 30s
    timeout check 2s

frontend api
    bind {address}
    default_backend servers

backend servers
    balance roundrobin
    option httpchk GET /routable
    http-check expect status 200
    default-server inter 250ms fall 2 rise 2
",
        directory.display()
    );
    for (number, Place { listen, ops }) in servers.iter().enumerate() {
        let (_, port) = ops.rsplit_once(':').context("an address has a port")?;
        text += &format!("    server {number} {listen} check port {port}\n");
    }
    Ok(text)
}

/// A row of HAProxy's table.
#[derive(Debug, PartialEq)]
struct Server {
    name: String,
    is_up: bool,
    /// Connections that could not be established.
    connections: u64,
    /// Responses that did not arrive completely.
    responses: u64,
}

/// The rows of servers in HAProxy's CSV, whose first line has the names of the columns.
fn servers(table: &str) -> anyhow::Result<Vec<Server>> {
    let mut lines = table.lines();
    let names: Vec<&str> = lines.next().unwrap_or_default().trim_start_matches("# ").split(',').collect();
    let column = |name: &str| names.iter().position(|one| *one == name).with_context(|| format!("no column {name}"));
    let (backend, name, status) = (column("pxname")?, column("svname")?, column("status")?);
    let (connections, responses) = (column("econ")?, column("eresp")?);
    let mut found = vec![];
    for line in lines {
        let cells: Vec<&str> = line.split(',').collect();
        let cell = |at: usize| cells.get(at).copied().unwrap_or_default();
        if cell(backend) == "servers" && cell(name) != "BACKEND" {
            found.push(Server {
                name: cell(name).to_owned(),
                is_up: cell(status).starts_with("UP"),
                connections: cell(connections).parse().unwrap_or(0),
                responses: cell(responses).parse().unwrap_or(0),
            });
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rows_of_servers_are_read() {
        let table = "# pxname,svname,econ,eresp,status,\napi,FRONTEND,,,OPEN,\nservers,0,1,2,UP 1/2,\nservers,1,0,0,DOWN,\n\
                     servers,BACKEND,1,2,UP,\n\n";
        let expected = [
            Server { name: "0".to_owned(), is_up: true, connections: 1, responses: 2 },
            Server { name: "1".to_owned(), is_up: false, connections: 0, responses: 0 },
        ];
        assert_eq!(servers(table).unwrap(), expected);
    }
}
