//! Load over a fixed number of connections, each with a thread of its own. With a schedule, the requests are sent at their
//! times whatever the responses do, and the time of each counts from the moment at which it was due: a request that has to
//! wait for a connection is counted with this wait. (A timer of the runtime would be late by up to a millisecond.)

use crate::wire::Connection;
use anyhow::Context;
use std::{
    net::SocketAddr,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::{Duration, Instant},
};

/// The same number as that of wrk in the other benchmarks.
const CONNECTIONS: usize = 32;

/// The threads are started within this time, before the first request is due.
const LEAD: Duration = Duration::from_millis(20);

/// The bytes of a request by its number.
pub type Requests = dyn Fn(usize) -> Vec<u8> + Send + Sync;

pub enum Pace {
    /// The time after the start at which each request is due.
    Scheduled(Vec<Duration>),
    /// Each request is sent as soon as its connection is free, for this duration.
    Fastest(Duration),
}

impl Pace {
    /// A schedule with the random gaps of independent clients, as pgbench has with `--rate`.
    pub fn at_rate(per_second: f64, turn: Duration) -> Pace {
        let mut due = vec![];
        let mut at = 0.0;
        loop {
            at -= (1.0 - rand::random::<f64>()).ln() / per_second;
            if at >= turn.as_secs_f64() {
                return Pace::Scheduled(due);
            }
            due.push(Duration::from_secs_f64(at));
        }
    }

    fn due(&self, number: usize, elapsed: Duration) -> Option<Duration> {
        match self {
            Pace::Scheduled(due) => due.get(number).copied(),
            Pace::Fastest(turn) => (elapsed < *turn).then_some(elapsed),
        }
    }
}

#[derive(Default)]
pub struct Responses {
    pub times: Vec<Duration>,
    pub failed: Vec<String>,
}

impl Responses {
    pub fn extend(&mut self, other: Responses) {
        self.times.extend(other.times);
        self.failed.extend(other.failed);
    }
}

struct Load<'a> {
    pace: &'a Pace,
    requests: &'a Requests,
    started: Instant,
    next: AtomicUsize,
}

/// Sends the requests, and waits for all responses.
pub fn send(address: SocketAddr, pace: &Pace, requests: &Requests) -> anyhow::Result<Responses> {
    let connections = (0..CONNECTIONS).map(|_| Connection::open(address)).collect::<anyhow::Result<Vec<_>>>()?;
    let load = &Load { pace, requests, started: Instant::now() + LEAD, next: AtomicUsize::new(0) };
    thread::scope(|scope| {
        let spawn = |connection| scope.spawn(move || load.send_on(connection));
        let threads: Vec<_> = connections.into_iter().map(spawn).collect();
        let mut responses = Responses::default();
        for thread in threads {
            responses.extend(thread.join().ok().context("a thread panicked")?);
        }
        Ok(responses)
    })
}

impl Load<'_> {
    /// Sends requests until none is left or the connection fails.
    fn send_on(&self, mut connection: Connection) -> Responses {
        let (mut responses, mut buffer) = (Responses::default(), vec![]);
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(due) = self.pace.due(number, self.started.elapsed()) else { return responses };
            let due = self.started + due;
            let request = (self.requests)(number);
            thread::sleep(due.saturating_duration_since(Instant::now()));
            if let Err(error) = connection.exchange(&request, &mut buffer) {
                responses.failed.push(format!("request {number}: {error:#}"));
                return responses;
            }
            responses.times.push(due.elapsed());
        }
    }
}
