//! The runtime API of HAProxy, as far as maps need it: a command on a line, and the response until the connection ends.

use super::Routes;
use anyhow::{Context, bail, ensure};
use std::{
    collections::BTreeMap,
    convert::Infallible,
    path::{Path, PathBuf},
    str::FromStr,
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    net::{TcpStream, UnixStream},
    time::timeout,
};

/// How long a command may take.
const TIMEOUT: Duration = Duration::from_secs(10);

/// A command with its lines must fit into one buffer of HAProxy, which has 16 KiB.
const COMMAND_BYTES: usize = 8 * 1024;

/// More changes than these are prepared aside and then made at once.
const MOST_SINGLE: usize = 64;

/// A path of a socket, or a host and a port.
#[derive(Debug, Clone)]
pub enum Address {
    Socket(PathBuf),
    Tcp(String),
}

impl FromStr for Address {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Address, Infallible> {
        Ok(if text.contains('/') { Address::Socket(text.into()) } else { Address::Tcp(text.to_owned()) })
    }
}

/// A change of one key of a map. `None` removes it.
type Difference = BTreeMap<String, Option<String>>;

/// The changes that make a map equal to the routes.
fn difference(shown: &Routes, routes: &Routes) -> Difference {
    let gone = shown.keys().filter(|key| !routes.contains_key(*key)).map(|key| (key.clone(), None));
    let new = routes.iter().filter(|(key, cell)| shown.get(*key) != Some(cell));
    gone.chain(new.map(|(key, cell)| (key.clone(), Some(cell.clone())))).collect()
}

pub struct Runtime {
    address: Address,
}

impl Runtime {
    pub fn new(address: Address) -> Runtime {
        Runtime { address }
    }

    /// The id of the process that serves. Another one has read the files of the maps.
    pub async fn process(&self) -> anyhow::Result<String> {
        let info = self.run("show info").await?;
        let id = info.lines().find_map(|line| line.strip_prefix("Pid: "));
        Ok(id.context("HAProxy does not return its process id")?.to_owned())
    }

    /// The entries of a map: its lines are an address in memory, the key and the value.
    async fn read(&self, map: &Path) -> anyhow::Result<Routes> {
        let shown = self.run(&format!("show map {}", map.display())).await?;
        let entries = shown.lines().filter(|line| !line.trim().is_empty()).map(|line| {
            let mut words = line.split_whitespace();
            match (words.next(), words.next(), words.next()) {
                (Some(at), Some(key), Some(cell)) if at.starts_with("0x") => Ok((key.to_owned(), cell.to_owned())),
                _ => bail!("HAProxy does not show the map {}: {line}", map.display()),
            }
        });
        entries.collect()
    }

    /// Makes a map equal to the routes. Returns the number of changes.
    pub async fn make_equal(&self, map: &Path, routes: &Routes) -> anyhow::Result<usize> {
        let shown = self.read(map).await?;
        let different = difference(&shown, routes);
        if different.len() > MOST_SINGLE {
            self.replace(map, routes).await?;
            return Ok(different.len());
        }
        for (key, cell) in &different {
            let map = map.display();
            let command = match cell {
                Some(cell) if shown.contains_key(key) => format!("set map {map} {key} {cell}"),
                Some(cell) => format!("add map {map} {key} {cell}"),
                None => format!("del map {map} {key}"),
            };
            self.expect_nothing(&command).await?;
        }
        Ok(different.len())
    }

    /// Prepares a new version of the map, and switches to it at once.
    async fn replace(&self, map: &Path, routes: &Routes) -> anyhow::Result<()> {
        let map = map.display();
        let prepared = self.run(&format!("prepare map {map}")).await?;
        let version = prepared.trim().rsplit_once(' ').map(|(_, version)| version);
        let version = version.filter(|version| version.bytes().all(|digit| digit.is_ascii_digit()));
        let version =
            version.with_context(|| format!("HAProxy does not prepare the map {map}: {}", prepared.trim()))?;
        let add = format!("add map @{version} {map} <<\n");
        let mut command = add.clone();
        for (key, cell) in routes {
            if command.len() + key.len() + cell.len() + 3 > COMMAND_BYTES {
                self.expect_nothing(&command).await?;
                command.clone_from(&add);
            }
            command += &format!("{key} {cell}\n");
        }
        if command.len() > add.len() {
            self.expect_nothing(&command).await?;
        }
        self.expect_nothing(&format!("commit map @{version} {map}")).await
    }

    async fn expect_nothing(&self, command: &str) -> anyhow::Result<()> {
        let said = self.run(command).await?;
        let first = command.lines().next().unwrap_or_default();
        ensure!(said.trim().is_empty(), "HAProxy refuses `{first}`: {}", said.trim());
        Ok(())
    }

    async fn run(&self, command: &str) -> anyhow::Result<String> {
        let answered = timeout(TIMEOUT, async {
            match &self.address {
                Address::Socket(path) => exchange(UnixStream::connect(path).await?, command).await,
                Address::Tcp(address) => exchange(TcpStream::connect(address).await?, command).await,
            }
        });
        answered.await.context("HAProxy does not respond in time")?.context("HAProxy's runtime API cannot be reached")
    }
}

/// An empty line ends a command that has further lines.
async fn exchange(mut stream: impl AsyncRead + AsyncWrite + Unpin, command: &str) -> anyhow::Result<String> {
    stream.write_all(format!("{command}\n").as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    Ok(answer)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn routes(text: &str) -> Routes {
        text.split(' ').filter_map(|pair| pair.split_once('=')).map(|(key, cell)| (key.into(), cell.into())).collect()
    }

    #[test]
    fn a_difference_adds_changes_and_removes() {
        let different = difference(&routes("a=1 b=1 c=1"), &routes("a=1 b=2 d=1"));
        let expected = [("b", Some("2")), ("c", None), ("d", Some("1"))];
        let expected = expected.map(|(key, cell): (&str, Option<&str>)| (key.to_owned(), cell.map(str::to_owned)));
        assert_eq!(different, Difference::from(expected));
        assert!(difference(&routes("a=1"), &routes("a=1")).is_empty());
    }

    #[test]
    fn an_address_with_a_slash_is_a_socket() {
        assert!(matches!("/run/haproxy.sock".parse(), Ok(Address::Socket(_))));
        assert!(matches!("127.0.0.1:9999".parse(), Ok(Address::Tcp(_))));
    }
}
