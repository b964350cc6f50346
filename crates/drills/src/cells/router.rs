//! HAProxy with the configuration of `deploy/router`, and the command that feeds its maps.

use super::cell::Cell;
use anyhow::{Context, ensure};
use std::{
    collections::BTreeMap,
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

/// The configuration that operators start from.
const CONFIGURATION: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy/router/haproxy.cfg"));

/// The backends follow this line.
const BACKENDS: &str = "# A server that is about to stop";

const TIMEOUT: Duration = Duration::from_secs(30);

/// Killed when dropped.
pub struct Router {
    child: Option<Child>,
    pub directory: PathBuf,
    pub base: String,
    /// The address for agents.
    pub agents: String,
}

impl Router {
    pub async fn start(cells: &[Cell]) -> anyhow::Result<Router> {
        let directory = std::env::temp_dir().join(format!("tenant-control-{:016x}", rand::random::<u64>()));
        fs::create_dir_all(&directory)?;
        // Two addresses: for the API and for agents.
        let place = Place::at("127.0.0.23")?;
        fs::write(directory.join("haproxy.cfg"), configuration(&directory, &place, cells)?)?;
        let (base, agents) = (format!("http://{}", place.listen), format!("http://{}", place.ops));
        let mut router = Router { child: None, directory, base, agents };
        router.write(&BTreeMap::new())?;
        fs::write(router.directory.join("domains.map"), "")?;
        router.start_again().await?;
        Ok(router)
    }

    pub async fn start_again(&mut self) -> anyhow::Result<()> {
        let installed = Path::new("/usr/sbin/haproxy");
        let program = if installed.is_file() { installed } else { Path::new("haproxy") };
        let log = File::create(self.directory.join("log"))?;
        let mut command = Command::new(program);
        command.arg("-db").arg("-f").arg(self.directory.join("haproxy.cfg"));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        self.child = Some(command.spawn().context("HAProxy is not installed: scripts/install")?);
        self.until_up().await
    }

    /// Waits until the router sees that every cell is up.
    pub async fn until_up(&self) -> anyhow::Result<()> {
        let started = Instant::now();
        while !self.run("show stat").await.is_ok_and(|table| is_up(&table)) {
            let log = fs::read_to_string(self.directory.join("log")).unwrap_or_default();
            ensure!(started.elapsed() < TIMEOUT, "HAProxy does not start, or sees no server:\n{log}");
            sleep(Duration::from_millis(50)).await;
        }
        Ok(())
    }

    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    pub fn pid(&self) -> u32 {
        self.child.as_ref().map_or(0, Child::id)
    }

    pub fn socket(&self) -> PathBuf {
        self.directory.join("admin")
    }

    fn tenants(&self) -> PathBuf {
        self.directory.join("tenants.map")
    }

    /// Writes the map file for the next start.
    pub fn write(&self, map: &BTreeMap<String, String>) -> anyhow::Result<()> {
        let text: String = map.iter().map(|(key, cell)| format!("{key} {cell}\n")).collect();
        Ok(fs::write(self.tenants(), text)?)
    }

    /// Changes the map that is in use.
    pub async fn set(&self, map: &BTreeMap<String, String>) -> anyhow::Result<()> {
        for (key, cell) in map {
            let printed = self.run(&format!("set map {} {key} {cell}", self.tenants().display())).await?;
            ensure!(printed.trim().is_empty(), "{printed}");
        }
        Ok(())
    }

    pub async fn map(&self) -> anyhow::Result<BTreeMap<String, String>> {
        let shown = self.run(&format!("show map {}", self.tenants().display())).await?;
        let entries = shown.lines().filter_map(|line| {
            let mut words = line.split_whitespace().skip(1);
            Some((words.next()?.to_owned(), words.next()?.to_owned()))
        });
        Ok(entries.collect())
    }

    async fn run(&self, command: &str) -> anyhow::Result<String> {
        let mut socket = UnixStream::connect(self.socket()).await?;
        socket.write_all(format!("{command}\n").as_bytes()).await?;
        let mut output = String::new();
        socket.read_to_string(&mut output).await?;
        Ok(output)
    }
}

impl Drop for Router {
    fn drop(&mut self) {
        self.kill();
        let _ = fs::remove_dir_all(&self.directory);
    }
}

/// True if every backend has a server that is up. The first line of the table has the names of the columns.
fn is_up(table: &str) -> bool {
    let rows = table.lines().filter(|line| line.contains(",BACKEND,"));
    let up: Vec<bool> = rows.map(|line| line.split(',').any(|cell| cell == "UP")).collect();
    !up.is_empty() && up.iter().all(|up| *up)
}

/// The configuration of operators. Only addresses, paths and servers are replaced.
fn configuration(directory: &Path, place: &Place, cells: &[Cell]) -> anyhow::Result<String> {
    let (head, _) = CONFIGURATION.split_once(BACKENDS).context("the configuration has backends")?;
    let path = directory.display().to_string();
    let mut text = String::new();
    for line in head.lines() {
        let line = match line.trim_start() {
            bind if bind.starts_with("bind :443 ") => format!("    bind {}", place.listen),
            bind if bind.starts_with("bind :8443 ") => format!("    bind {}", place.ops),
            socket if socket.starts_with("stats socket ") => format!("    stats socket {path}/admin level admin"),
            // The usual limit of descriptors of a user is sufficient for this.
            most if most.starts_with("maxconn ") => "    maxconn 400".to_owned(),
            _ => line.replace("/etc/haproxy/maps", &path),
        };
        text += &format!("{line}\n");
    }
    for cell in cells {
        let check = "    balance leastconn\n    option httpchk GET /routable\n    http-check expect status 200\n    default-server inter 250ms fall 2 rise 2";
        let agents = (format!("agents_{}", cell.name), std::slice::from_ref(&cell.agents));
        for (name, places) in [(cell.name.to_owned(), cell.places.as_slice()), agents] {
            text += &format!("backend {name}\n{check}\n");
            for (number, Place { listen, ops }) in places.iter().enumerate() {
                let (_, port) = ops.rsplit_once(':').context("an address has a port")?;
                text += &format!("    server {number} {listen} check port {port}\n");
            }
        }
    }
    Ok(text)
}

/// `tenant-control directory route`, which reads the directory of one cell. Killed when dropped.
pub struct Feeder(Child);

impl Feeder {
    pub fn start(cell: &Cell, router: &Router) -> anyhow::Result<Feeder> {
        let (socket, maps) = (router.socket().display().to_string(), router.directory.display().to_string());
        let mut command = cell.command(&["directory", "route", "--socket", &socket, "--map-dir", &maps])?;
        let log = File::create(router.directory.join("feeder-log"))?;
        Ok(Feeder(command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log).spawn()?))
    }
}

impl Drop for Feeder {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_with_a_cell_that_is_down_is_not_up() {
        let table = |other: &str| format!("# pxname,svname,status\neu1,BACKEND,UP\neu2,BACKEND,{other}\n");
        assert!(is_up(&table("UP")));
        assert!(!is_up(&table("DOWN")));
        assert!(!is_up(""));
    }
}
