//! The progress of a request, kept outside of it so that it is known when time runs out.

use crate::failure::Phase;
use std::{
    net::SocketAddr,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

/// The duration of each phase. A phase that a kept connection did not need is `None`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Timings {
    pub dns: Option<Duration>,
    pub connect: Option<Duration>,
    pub tls: Option<Duration>,
    /// From the connection to the first byte of the response.
    pub first_byte: Option<Duration>,
    pub total: Duration,
}

pub(crate) struct Progress(Mutex<Reached>);

struct Reached {
    begun: Instant,
    phase: Phase,
    since: Instant,
    remote: Option<SocketAddr>,
    timings: Timings,
}

impl Progress {
    pub fn new() -> Progress {
        let now = Instant::now();
        let timings = Timings::default();
        Progress(Mutex::new(Reached { begun: now, phase: Phase::Answer, since: now, remote: None, timings }))
    }

    /// Ends the previous phase, and begins this one.
    pub fn enter(&self, phase: Phase) {
        let mut reached = self.lock();
        let took = Some(reached.since.elapsed());
        match reached.phase {
            Phase::Name => reached.timings.dns = took,
            Phase::Connect => reached.timings.connect = took,
            Phase::Tls => reached.timings.tls = took,
            Phase::Answer if phase == Phase::Body => reached.timings.first_byte = took,
            Phase::Answer | Phase::Body => {}
        }
        reached.phase = phase;
        reached.since = Instant::now();
    }

    pub fn reached(&self, remote: SocketAddr) {
        self.lock().remote = Some(remote);
    }

    pub fn end(&self) -> (Phase, Option<SocketAddr>, Timings) {
        let reached = self.lock();
        (reached.phase, reached.remote, Timings { total: reached.begun.elapsed(), ..reached.timings })
    }

    fn lock(&self) -> MutexGuard<'_, Reached> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
