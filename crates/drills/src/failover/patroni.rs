//! A PostgreSQL that fails over: two nodes, each with a Patroni, and an etcd that knows which of them is the primary.
//! Replication is synchronous, so the replica has every commit that was acknowledged.

use anyhow::{Context, ensure};
use reqwest::Client;
use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};
use tokio::time::sleep;

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/patroni");
const FREE_PORT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/free-port");

const NODES: usize = 2;

/// How long the cluster may take to start, to elect a primary and to replicate again.
const TIMEOUT: Duration = Duration::from_secs(120);

/// The primary is replaced if it does not renew its lock for `ttl` seconds. Newer versions of Patroni require at least 20.
const TIMES: &str = "ttl: 10\n    loop_wait: 1\n    retry_timeout: 3";

/// All of its processes are ended when it is dropped.
pub struct Patroni {
    directory: PathBuf,
    etcd: Child,
    nodes: Vec<Node>,
    http: Client,
}

struct Node {
    directory: PathBuf,
    port: u16,
    /// The port of Patroni's REST API, which reports the role of the node.
    rest: u16,
    patroni: Option<Child>,
}

impl Patroni {
    /// Returns when the second node replicates the first.
    pub async fn start() -> anyhow::Result<Patroni> {
        let directory = std::env::temp_dir().join(format!("tenant-control-{:016x}", rand::random::<u64>()));
        fs::create_dir_all(&directory)?;
        let ports = free_ports(2 + 2 * NODES)?;
        let programs = output(Command::new(SCRIPT).arg("postgres"))?;
        let etcd = etcd(&directory, ports[0], ports[1])?;
        let http = Client::builder().no_proxy().timeout(Duration::from_secs(5)).build()?;
        let mut patroni = Patroni { directory, etcd, nodes: vec![], http };
        for (number, pair) in ports[2..].chunks_exact(2).enumerate() {
            let directory = patroni.directory.join(format!("node{number}"));
            let mut node = Node { directory, port: pair[0], rest: pair[1], patroni: None };
            node.create(&format!("node{number}"), ports[0], &programs)?;
            node.start()?;
            patroni.nodes.push(node);
        }
        patroni.replicated().await?;
        Ok(patroni)
    }

    /// The URL of all nodes. The client that connects finds out which of them is the primary.
    pub fn url(&self, role: &str, database: &str) -> String {
        let hosts: Vec<_> = self.nodes.iter().map(|node| format!("127.0.0.1:{}", node.port)).collect();
        format!("postgres://{role}@{}/{database}", hosts.join(","))
    }

    pub fn port(&self, node: usize) -> u16 {
        self.nodes[node].port
    }

    /// The node that is the primary now, or as soon as there is one.
    pub async fn primary(&self) -> anyhow::Result<usize> {
        self.until("primary").await
    }

    /// Waits until there is a primary with a synchronous replica.
    pub async fn replicated(&self) -> anyhow::Result<()> {
        self.primary().await?;
        self.until("synchronous").await?;
        Ok(())
    }

    /// Waits until Patroni reports a node with this role. Returns the node.
    async fn until(&self, role: &str) -> anyhow::Result<usize> {
        let started = Instant::now();
        loop {
            for (number, node) in self.nodes.iter().enumerate() {
                let response = self.http.get(format!("http://127.0.0.1:{}/{role}", node.rest)).send().await;
                if node.patroni.is_some() && response.is_ok_and(|response| response.status().is_success()) {
                    return Ok(number);
                }
            }
            ensure!(started.elapsed() < TIMEOUT, "no node is {role}:\n{}", self.logs());
            sleep(Duration::from_millis(100)).await;
        }
    }

    /// Kills Patroni and PostgreSQL, as if the machine were lost.
    pub fn kill(&mut self, node: usize) -> anyhow::Result<()> {
        self.nodes[node].kill()
    }

    /// Starts Patroni on a lost node again, which makes it a replica of the new primary.
    pub fn revive(&mut self, node: usize) -> anyhow::Result<()> {
        self.nodes[node].start()
    }

    /// The end of each log.
    fn logs(&self) -> String {
        let files = self.nodes.iter().map(|node| node.directory.join("log")).chain([self.directory.join("etcd.log")]);
        let ends = files.map(|file| {
            let text = fs::read_to_string(&file).unwrap_or_default();
            let lines: Vec<_> = text.lines().collect();
            format!("{}:\n{}\n", file.display(), lines[lines.len().saturating_sub(15)..].join("\n"))
        });
        ends.collect()
    }
}

impl Drop for Patroni {
    fn drop(&mut self) {
        self.nodes.iter_mut().for_each(Node::end);
        end(&mut self.etcd);
        let _ = fs::remove_dir_all(&self.directory);
    }
}

impl Node {
    /// Creates the directory and the configuration.
    fn create(&self, name: &str, etcd: u16, programs: &str) -> anyhow::Result<()> {
        fs::create_dir_all(&self.directory)?;
        fs::write(self.directory.join("patroni.yml"), self.config(name, etcd, programs))?;
        output(Command::new(SCRIPT).arg("own").arg(&self.directory))?;
        Ok(())
    }

    fn config(&self, name: &str, etcd: u16, programs: &str) -> String {
        let Node { directory, port, rest, .. } = self;
        let directory = directory.display();
        format!(
            r#"scope: failover
name: {name}
restapi: {{listen: "127.0.0.1:{rest}", connect_address: "127.0.0.1:{rest}"}}
etcd3: {{hosts: ["127.0.0.1:{etcd}"]}}
bootstrap:
  dcs:
    {TIMES}
    synchronous_mode: true
    postgresql:
      use_pg_rewind: true
      remove_data_directory_on_rewind_failure: true
      remove_data_directory_on_diverged_timelines: true
      parameters: {{max_connections: 300, wal_keep_size: 256MB, shared_buffers: 128MB, unix_socket_directories: ""}}
  initdb: [{{encoding: UTF8}}, {{locale: C.UTF-8}}, data-checksums]
postgresql:
  listen: 127.0.0.1:{port}
  connect_address: 127.0.0.1:{port}
  data_dir: {directory}/data
  bin_dir: {programs}
  pgpass: {directory}/pgpass
  authentication:
    superuser: {{username: postgres}}
    replication: {{username: postgres}}
    rewind: {{username: postgres}}
  pg_hba: ["host all all 127.0.0.1/32 trust", "host replication all 127.0.0.1/32 trust"]
"#
        )
    }

    fn start(&mut self) -> anyhow::Result<()> {
        let log = File::options().create(true).append(true).open(self.directory.join("log"))?;
        let patroni = Command::new(SCRIPT)
            .args(["node", "patroni.yml"])
            // The user that runs PostgreSQL may have no access to the current directory.
            .current_dir(&self.directory)
            .stdin(Stdio::null())
            .stdout(log.try_clone()?)
            .stderr(log)
            .spawn()
            .context("scripts/patroni")?;
        self.patroni = Some(patroni);
        Ok(())
    }

    fn kill(&mut self) -> anyhow::Result<()> {
        let postmaster = self.postmaster()?;
        if let Some(mut patroni) = self.patroni.take() {
            end(&mut patroni);
        }
        signal("-KILL", &postmaster)?;
        // If the killed process is not reaped, its pid would count as alive.
        fs::remove_file(self.pid_file())?;
        Ok(())
    }

    fn postmaster(&self) -> anyhow::Result<String> {
        let file = fs::read_to_string(self.pid_file())?;
        Ok(file.lines().next().context("postmaster.pid begins with a pid")?.trim().to_owned())
    }

    fn pid_file(&self) -> PathBuf {
        self.directory.join("data/postmaster.pid")
    }

    /// Stops Patroni, and PostgreSQL, which is not a child of the drill and outlives its Patroni.
    fn end(&mut self) {
        if let Some(mut patroni) = self.patroni.take() {
            end(&mut patroni);
        }
        let Ok(postmaster) = self.postmaster() else { return };
        let _ = signal("-QUIT", &postmaster);
        for _ in 0..50 {
            if !self.pid_file().exists() {
                return;
            }
            thread::sleep(Duration::from_millis(100));
        }
        let _ = signal("-KILL", &postmaster);
    }
}

fn etcd(directory: &Path, port: u16, peer: u16) -> anyhow::Result<Child> {
    let (client, peer) = (format!("http://127.0.0.1:{port}"), format!("http://127.0.0.1:{peer}"));
    let log = File::create(directory.join("etcd.log"))?;
    Command::new(SCRIPT)
        .args(["etcd", "--name", "one", "--log-level", "warn", "--initial-cluster", &format!("one={peer}")])
        .args(["--listen-client-urls", &client, "--advertise-client-urls", &client])
        .args(["--listen-peer-urls", &peer, "--initial-advertise-peer-urls", &peer])
        .arg("--data-dir")
        .arg(directory.join("etcd"))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(log)
        .spawn()
        .context("scripts/patroni")
}

fn end(child: &mut Child) {
    let _ = child.kill();
    let _ = child.wait();
}

fn signal(signal: &str, pid: &str) -> anyhow::Result<()> {
    ensure!(Command::new("kill").args([signal, pid]).status()?.success(), "no process {pid}");
    Ok(())
}

/// Distinct ports that the kernel gives to no client, because a node must get the same port again.
pub fn free_ports(count: usize) -> anyhow::Result<Vec<u16>> {
    let mut ports: Vec<u16> = vec![];
    while ports.len() < count {
        let port = output(&mut Command::new(FREE_PORT))?.parse::<u16>()?;
        if !ports.contains(&port) {
            ports.push(port);
        }
    }
    Ok(ports)
}

/// The standard output of a script.
fn output(command: &mut Command) -> anyhow::Result<String> {
    let output = command.stdin(Stdio::null()).output()?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}
