//! The cost of idle connections: the server's memory with ten thousand clients that keep their connections after a
//! request, and the time of a request beside them. The buffers of the kernel are not counted. The server keeps an idle
//! connection for longer than load balancers do: the short form waits for a part of that time only.

use crate::{Outcome, Size, bench::Times, memory, stage::Stage, wire, wire::Connection};
use anyhow::{Context, ensure};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use serde_json::json;
use std::{
    fs,
    net::SocketAddr,
    thread,
    time::{Duration, Instant},
};
use testkit::ServerProcess;

const PATH: &str = "/api/rmm/organizations";

/// Connections that are opened at the same time, fewer than the listener's queue holds.
const AT_ONCE: usize = 32;

/// Descriptors of each process beside the connections.
const DESCRIPTORS: u64 = 1_000;

/// The bound for each connection. Ten thousand fit into the gigabyte that the chart gives to a server, beside requests.
const CONNECTION_BYTES: u64 = 64 * 1024;

/// The time for which common load balancers keep an idle connection to a server. If the server closed it earlier, they
/// would send requests into connections that are being closed.
const LOAD_BALANCERS_KEEP: Duration = Duration::from_secs(60);

/// The time within which the server must notice that clients have closed.
const CLOSED: Duration = Duration::from_secs(15);

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let (count, requests) = size.pick((10_000, 1_000), (500, 100));
    let idle = size.pick(LOAD_BALANCERS_KEEP, Duration::from_secs(12));
    permit_descriptors(count as u64 + DESCRIPTORS)?;
    let stage = Stage::set("-c fsync=off").await?;
    let server = ServerProcess::start(&stage.database, &["--log", "warn"]).await?;
    let key = stage.tenant("connections").await?.key;
    let organization = server.client(&key).post(PATH, json!({"name": "One row"})).await.expect(201).id();
    let clients = Clients {
        address: wire::address(&server.base)?,
        request: wire::get(&format!("{PATH}?id={organization}"), &key),
        server: server.pid(),
    };
    let measured = tokio::task::spawn_blocking(move || clients.measure(count, requests, idle)).await??;
    let mut outcome = Outcome::default();
    measured.report(count, size, &mut outcome);
    Ok(outcome)
}

/// Raises the limit of descriptors of this process and of the server, which inherits it.
fn permit_descriptors(count: u64) -> anyhow::Result<()> {
    let limit = getrlimit(Resource::Nofile);
    if limit.current.is_none_or(|current| current >= count) {
        return Ok(());
    }
    let enough = limit.maximum.is_none_or(|maximum| maximum >= count);
    ensure!(enough, "{count} open files are needed, and the hard limit is {:?}", limit.maximum);
    setrlimit(Resource::Nofile, Rlimit { current: Some(count), maximum: limit.maximum })
        .context("the limit of open files")
}

struct Clients {
    address: SocketAddr,
    request: Vec<u8>,
    server: u32,
}

struct Measured {
    /// Bytes of the server before, with all connections, and when they are closed.
    before: u64,
    open: u64,
    after: u64,
    opening: Duration,
    /// Connections that the server had not closed after the time that they were idle.
    still_open: usize,
    /// The time of a request on another connection, without the many and beside them.
    alone: Times,
    beside: Times,
    /// True if the server has closed its end of all connections.
    is_closed: bool,
}

impl Clients {
    fn measure(&self, count: usize, requests: usize, idle: Duration) -> anyhow::Result<Measured> {
        // Pools, caches and threads exist before anything is measured.
        drop(self.open(10 * AT_ONCE)?);
        let alone = self.times(requests)?;
        thread::sleep(Duration::from_secs(1));
        let (before, descriptors) = (memory::resident(self.server)?, self.descriptors()?);

        let started = Instant::now();
        let connections = self.open(count)?;
        let opening = started.elapsed();
        let open = memory::resident(self.server)?;
        let beside = self.times(requests)?;
        thread::sleep((opening + idle).saturating_sub(started.elapsed()));
        let still_open = connections.iter().filter(|connection| connection.is_open()).count();

        drop(connections);
        let started = Instant::now();
        while self.descriptors()? > descriptors + AT_ONCE && started.elapsed() < CLOSED {
            thread::sleep(Duration::from_millis(50));
        }
        let is_closed = self.descriptors()? <= descriptors + AT_ONCE;
        // The allocator returns memory a while after it was freed.
        thread::sleep(Duration::from_secs(2));
        let after = memory::resident(self.server)?;
        Ok(Measured { before, open, after, opening, still_open, alone, beside, is_closed })
    }

    /// Connections that have each made one request.
    fn open(&self, count: usize) -> anyhow::Result<Vec<Connection>> {
        let open = |count: usize| {
            let mut buffer = vec![];
            let open = |_| {
                let mut connection = Connection::open(self.address)?;
                connection.exchange(&self.request, &mut buffer)?;
                Ok(connection)
            };
            (0..count).map(open).collect::<anyhow::Result<Vec<_>>>()
        };
        thread::scope(|scope| {
            let shares = (0..AT_ONCE).map(|n| count / AT_ONCE + usize::from(n < count % AT_ONCE));
            let threads: Vec<_> = shares.map(|share| scope.spawn(move || open(share))).collect();
            let mut connections = vec![];
            for thread in threads {
                connections.extend(thread.join().ok().context("a thread panicked")??);
            }
            Ok(connections)
        })
    }

    /// The times of this many requests, one after the other on one connection.
    fn times(&self, requests: usize) -> anyhow::Result<Times> {
        let (mut connection, mut buffer) = (Connection::open(self.address)?, vec![]);
        let time = |_| {
            let started = Instant::now();
            connection.exchange(&self.request, &mut buffer)?;
            Ok(started.elapsed())
        };
        Ok(Times::of((0..requests).map(time).collect::<anyhow::Result<Vec<_>>>()?))
    }

    fn descriptors(&self) -> anyhow::Result<usize> {
        Ok(fs::read_dir(format!("/proc/{}/fd", self.server))?.count())
    }
}

impl Measured {
    fn report(&self, count: usize, size: Size, outcome: &mut Outcome) {
        let each = self.open.saturating_sub(self.before) / count as u64;
        let megabytes = |bytes: u64| bytes as f64 / 1e6;
        outcome.figure(format!(
            "{:.1} kB for each idle connection: {:.0} MB before, {:.0} MB with {count}, {:.0} MB when they are closed",
            each as f64 / 1e3,
            megabytes(self.before),
            megabytes(self.open),
            megabytes(self.after)
        ));
        outcome.figure(format!("a request alone {}, beside them {}", self.alone, self.beside));
        outcome.figure(format!("opened with a request each in {:.1} s", self.opening.as_secs_f64()));
        outcome
            .promise(self.still_open == count, format!("all {count} connections are open ({} are)", self.still_open));
        outcome.promise(self.is_closed, format!("the server closes its end within {} s", CLOSED.as_secs()));
        // With few connections, most of the growth is memory that the allocator reserves.
        let wide = 4 * CONNECTION_BYTES;
        outcome.promise(each <= wide, format!("at most {} KiB for each idle connection", wide / 1024));
        let bound = format!("at most {} KiB for each idle connection", CONNECTION_BYTES / 1024);
        outcome.promise_in_full(size, each <= CONNECTION_BYTES, bound);
        let usual = self.beside.p50 <= 2 * self.alone.p50 + Duration::from_millis(1);
        outcome.promise_in_full(size, usual, "a request beside them takes at most twice as long and a millisecond");
    }
}
