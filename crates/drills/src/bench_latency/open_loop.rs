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

/// As many as wrk has in the other benchmarks.
const CONNECTIONS: usize = 32;

/// The threads are started within this time, before the first request is due.
const LEAD: Duration = Duration::from_millis(20);

/// The bytes of a request by its number.
pub type Requests = dyn Fn(usize) -> Vec<u8> + Send + Sync;

pub enum Pace {
    /// When each is due after the start.
    Scheduled(Vec<Duration>),
    /// Each as soon as the connection is free, for so long.
    Fastest(Duration),
}

impl Pace {
    /// With the random gaps of independent clients, as pgbench has them with `--rate`.
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
pub struct Answers {
    pub times: Vec<Duration>,
    pub failed: Vec<String>,
}

impl Answers {
    pub fn extend(&mut self, other: Answers) {
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

/// Sends them, and waits for all responses.
pub fn send(address: SocketAddr, pace: &Pace, requests: &Requests) -> anyhow::Result<Answers> {
    let connections = (0..CONNECTIONS).map(|_| Connection::open(address)).collect::<anyhow::Result<Vec<_>>>()?;
    let load = &Load { pace, requests, started: Instant::now() + LEAD, next: AtomicUsize::new(0) };
    thread::scope(|scope| {
        let spawn = |connection| scope.spawn(move || load.send_on(connection));
        let threads: Vec<_> = connections.into_iter().map(spawn).collect();
        let mut answers = Answers::default();
        for thread in threads {
            answers.extend(thread.join().ok().context("a thread panicked")?);
        }
        Ok(answers)
    })
}

impl Load<'_> {
    /// Until nothing is left, or the connection is of no use any more.
    fn send_on(&self, mut connection: Connection) -> Answers {
        let (mut answers, mut buffer) = (Answers::default(), vec![]);
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(due) = self.pace.due(number, self.started.elapsed()) else { return answers };
            let due = self.started + due;
            let request = (self.requests)(number);
            thread::sleep(due.saturating_duration_since(Instant::now()));
            if let Err(error) = connection.exchange(&request, &mut buffer) {
                answers.failed.push(format!("request {number}: {error:#}"));
                return answers;
            }
            answers.times.push(due.elapsed());
        }
    }
}
