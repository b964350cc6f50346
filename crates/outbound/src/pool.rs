//! Connections that are kept for the next request to the same authority.
//!
//! Each was checked when it was opened, and is used for a minute at most, so that a changed name or setting takes
//! effect. An HTTP/1.1 connection serves one request at a time; an HTTP/2 connection is shared, up to a limit, so that
//! the hanging requests of one customer do not delay another's to the same host.

use bytes::Bytes;
use http_body_util::Full;
use hyper::{
    HeaderMap, Request, Response,
    body::Incoming,
    client::conn::{TrySendError, http1, http2},
};
use std::{
    collections::HashMap,
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
    time::{Duration, Instant},
};

const MAX_AGE: Duration = Duration::from_secs(60);
const MAX_IDLE: Duration = Duration::from_secs(15);
const IDLE_PER_HOST: usize = 64;
const IDLE_TOTAL: usize = 2048;
const SHARED_BY: usize = 64;
const SWEEP_EVERY: Duration = Duration::from_secs(5);

#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    pub secure: bool,
    pub host: String,
    pub port: u16,
}

pub(crate) struct Connection {
    pub sender: Sender,
    pub remote: SocketAddr,
    made: Instant,
    /// The number of holders of this connection: the pool, and each active request.
    holders: Arc<()>,
}

pub(crate) enum Sender {
    Http1(http1::SendRequest<Full<Bytes>>),
    Http2(http2::SendRequest<Full<Bytes>>),
}

#[derive(Clone, Default)]
pub(crate) struct Pool(Arc<Mutex<Idle>>);

#[derive(Default)]
struct Idle {
    /// Each with the time until which it may be used.
    hosts: HashMap<Key, Vec<(Connection, Instant)>>,
    count: usize,
    swept: bool,
}

impl Connection {
    pub fn new(sender: Sender, remote: SocketAddr) -> Connection {
        Connection { sender, remote, made: Instant::now(), holders: Arc::default() }
    }

    pub async fn send(
        &mut self,
        request: Request<Full<Bytes>>,
    ) -> Result<Response<Incoming>, TrySendError<Request<Full<Bytes>>>> {
        match &mut self.sender {
            Sender::Http1(sender) => sender.try_send_request(request).await,
            Sender::Http2(sender) => sender.try_send_request(request).await,
        }
    }

    /// The same connection for another request, if the protocol allows it.
    fn share(&self) -> Option<Connection> {
        let Sender::Http2(sender) = &self.sender else { return None };
        let sender = Sender::Http2(sender.clone());
        Some(Connection { sender, remote: self.remote, made: self.made, holders: self.holders.clone() })
    }

    fn is_ready(&self) -> bool {
        match &self.sender {
            Sender::Http1(sender) => sender.is_ready(),
            Sender::Http2(sender) => sender.is_ready() && Arc::strong_count(&self.holders) <= SHARED_BY,
        }
    }

    fn is_closed(&self) -> bool {
        match &self.sender {
            Sender::Http1(sender) => sender.is_closed(),
            Sender::Http2(sender) => sender.is_closed(),
        }
    }

    fn usable_until(&self, now: Instant, idle: Duration) -> Instant {
        (self.made + MAX_AGE).min(now + idle)
    }
}

impl Pool {
    pub fn take(&self, key: &Key) -> Option<Connection> {
        let mut idle = self.lock();
        let idle = &mut *idle;
        let now = Instant::now();
        let kept = idle.hosts.get_mut(key)?;
        let before = kept.len();
        kept.retain(|(connection, until)| now < *until && !connection.is_closed());
        idle.count -= before - kept.len();

        let place = kept.iter().rposition(|(connection, _)| connection.is_ready())?;
        if let Some(shared) = kept[place].0.share() {
            kept[place].1 = shared.usable_until(now, MAX_IDLE);
            return Some(shared);
        }
        idle.count -= 1;
        Some(kept.swap_remove(place).0)
    }

    /// Keeps a connection whose response was read to its end, for as long as the server announced. HTTP/1.1 may need a
    /// moment until it accepts the next request.
    pub fn give_back(&self, key: Key, mut connection: Connection, headers: &HeaderMap) {
        let idle = promised_idle(headers).map_or(MAX_IDLE, |idle| idle.min(MAX_IDLE));
        let Sender::Http1(sender) = &mut connection.sender else { return };
        if sender.is_ready() {
            return self.keep(key, connection, idle);
        }
        if sender.is_closed() {
            return;
        }
        let pool = self.clone();
        tokio::spawn(async move {
            let Sender::Http1(sender) = &mut connection.sender else { return };
            if matches!(tokio::time::timeout(MAX_IDLE, sender.ready()).await, Ok(Ok(()))) {
                pool.keep(key, connection, idle);
            }
        });
    }

    /// Lets later requests share a connection that was just opened, if the protocol allows it.
    pub fn share(&self, key: &Key, connection: &Connection) {
        if let Some(shared) = connection.share() {
            self.keep(key.clone(), shared, MAX_IDLE);
        }
    }

    fn keep(&self, key: Key, connection: Connection, idle: Duration) {
        let now = Instant::now();
        let until = connection.usable_until(now, idle);
        let mut idle = self.lock();
        if idle.count >= IDLE_TOTAL || until <= now {
            return;
        }
        let kept = idle.hosts.entry(key).or_default();
        if kept.len() >= IDLE_PER_HOST {
            return;
        }
        kept.push((connection, until));
        idle.count += 1;
        if !std::mem::replace(&mut idle.swept, true) {
            tokio::spawn(sweep(Arc::downgrade(&self.0)));
        }
    }

    fn lock(&self) -> MutexGuard<'_, Idle> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// `Keep-Alive: timeout=5`, less a second: a request that is sent while the server closes would be lost.
fn promised_idle(headers: &HeaderMap) -> Option<Duration> {
    let text = headers.get("keep-alive")?.to_str().ok()?;
    let seconds = text.split(',').find_map(|part| part.trim().strip_prefix("timeout="))?;
    Some(Duration::from_secs(seconds.parse::<u64>().ok()?.saturating_sub(1)))
}

/// Closes expired connections; ends when none is left.
async fn sweep(pool: Weak<Mutex<Idle>>) {
    loop {
        tokio::time::sleep(SWEEP_EVERY).await;
        let Some(idle) = pool.upgrade() else { return };
        let mut idle = idle.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        idle.hosts.retain(|_, kept| {
            kept.retain(|(connection, until)| now < *until && !connection.is_closed());
            !kept.is_empty()
        });
        idle.count = idle.hosts.values().map(Vec::len).sum();
        idle.swept = idle.count > 0;
        if !idle.swept {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_says_for_how_long_it_keeps_a_connection() {
        let said = |text: &'static str| {
            promised_idle(&HeaderMap::from_iter([(
                hyper::header::HeaderName::from_static("keep-alive"),
                hyper::header::HeaderValue::from_static(text),
            )]))
        };
        assert_eq!(said("timeout=5, max=100"), Some(Duration::from_secs(4)));
        assert_eq!(said("max=100, timeout=1"), Some(Duration::ZERO));
        assert_eq!(said("timeout=soon"), None);
        assert_eq!(promised_idle(&HeaderMap::new()), None);
    }
}
