//! Connections and their distribution: a tenant has its share of the pool, and a request without a free connection
//! waits only behind requests of its own tenant.
//!
//! Short reads share connections: their statements are pipelined. PostgreSQL needs less CPU for a read if few of its processes
//! alternate, because their caches remain in the processor's.

use super::error::Error;
use crate::{
    shares::{Exceeded, Fair, Place, Share, fair::Taker},
    supervisor::progress::{self, InStatement},
};
use deadpool_postgres::Object;
use held::Held;
use std::{
    cell::Cell,
    future::Future,
    num::NonZero,
    ops::Deref,
    pin::Pin,
    sync::{
        Arc, Mutex, PoisonError, Weak,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    task,
    thread::available_parallelism,
    time::{Duration, Instant},
};
use tokio::{runtime::Handle, time::timeout};

/// How long a request waits for a free connection before it is refused.
const WAIT: Duration = Duration::from_secs(5);

/// The maximum number of short reads on a shared connection, so the last one waits for three others.
const PIPELINED: usize = 4;

/// If no read has ended on a shared connection for this time, no further ones are sent on it. A short read takes much less.
const STALLED: Duration = Duration::from_millis(20);

/// The figures of a pool, for the operator.
#[derive(Debug, Clone, Copy)]
pub struct PoolFigures {
    /// The most connections that it may have.
    pub size: usize,
    /// Connections that are open.
    pub open: usize,
    /// Requests and tasks that use one. Short reads share connections.
    pub in_use: usize,
    /// Requests and tasks that wait for a connection.
    pub waiting: usize,
}

pub struct Pool {
    pool: deadpool_postgres::Pool,
    places: Arc<Fair>,
    shared: SharedConnections,
}

impl Pool {
    /// `share` is the maximum number of connections of one tenant.
    pub fn new(pool: deadpool_postgres::Pool, share: usize) -> Pool {
        let size = pool.status().max_size;
        Pool { pool, places: Fair::new(size, share), shared: SharedConnections::new(size) }
    }

    /// A connection that nobody else uses.
    pub async fn get(&self, taker: Taker) -> Result<Connection, Error> {
        let place = self.place(taker).await?;
        Ok(Connection::new(Arc::new(PooledClient::new(self.pool.get().await?)), place))
    }

    /// A connection for short reads, which others may use at the same time.
    pub async fn get_shared(&self, taker: Taker) -> Result<Connection, Error> {
        let place = self.place(taker).await?;
        let client = match self.shared.least_used() {
            Some(client) => client,
            None => self.shared.add(self.pool.get().await?),
        };
        Ok(Connection::new(client, place))
    }

    /// There is a connection for each place, so the pool has one when a place is taken. Refused while the task holds a
    /// connection: two requests that wait for each other's connections would deadlock.
    async fn place(&self, taker: Taker) -> Result<Place, Error> {
        held::refuse("a connection is taken");
        progress::report();
        let place = match self.places.try_take(taker) {
            Some(place) => place,
            None => timeout(WAIT, self.places.take(taker)).await.map_err(|_| self.none_free(taker))?,
        };
        progress::report();
        Ok(place)
    }

    fn none_free(&self, taker: Taker) -> Error {
        if self.places.is_used_up(taker) {
            return Error::share(Exceeded { share: Share::Connections, most: self.places.share() });
        }
        Error::busy()
    }

    pub fn taken(&self, taker: Taker) -> usize {
        self.places.taken(taker)
    }

    pub fn figures(&self) -> PoolFigures {
        let (status, (in_use, waiting)) = (self.pool.status(), self.places.load());
        PoolFigures { size: status.max_size, open: status.size, in_use, waiting }
    }

    /// The number of connections, and how many of them are free.
    pub fn status(&self) -> (usize, usize) {
        let status = self.pool.status();
        (status.size, status.available)
    }
}

/// The connections that short reads use at the moment. Each goes back to the pool when its last user has finished.
struct SharedConnections {
    /// While fewer are in use, a read gets a connection of its own.
    enough: usize,
    open: Mutex<Vec<Weak<PooledClient>>>,
}

impl SharedConnections {
    /// One for each core of this machine is enough: a server needs more CPU for a short read than PostgreSQL does.
    fn new(pool_size: usize) -> SharedConnections {
        let cores = available_parallelism().map_or(1, NonZero::get);
        SharedConnections { enough: cores.min(pool_size / PIPELINED).max(1), open: Mutex::default() }
    }

    /// The connection with the fewest users; `None` if another one should be used. One that is stalled or closed is left to its
    /// users.
    fn least_used(&self) -> Option<Arc<PooledClient>> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.retain(|client| client.upgrade().is_some_and(|client| client.is_usable()));
        if open.len() < self.enough {
            return None;
        }
        let least = open.iter().min_by_key(|client| client.strong_count())?;
        least.upgrade().filter(|client| Arc::strong_count(client) <= PIPELINED)
    }

    fn add(&self, client: Object) -> Arc<PooledClient> {
        let client = Arc::new(PooledClient::new(client));
        self.open.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::downgrade(&client));
        client
    }
}

/// A connection that is taken from the pool by one user or, for short reads, by several.
struct PooledClient {
    client: Object,
    taken_at: Instant,
    /// When the last user finished, in microseconds since it was taken.
    progressed: AtomicU64,
}

impl PooledClient {
    fn new(client: Object) -> PooledClient {
        PooledClient { client, taken_at: Instant::now(), progressed: AtomicU64::new(0) }
    }

    fn progress(&self) {
        self.progressed.store(self.taken_at.elapsed().as_micros() as u64, Relaxed);
    }

    /// False if it is closed, or a statement on it waits for a lock or the disk: further reads would wait for it, too.
    fn is_usable(&self) -> bool {
        let progressed = Duration::from_micros(self.progressed.load(Relaxed));
        self.taken_at.elapsed().saturating_sub(progressed) < STALLED && !self.client.is_closed()
    }
}

/// A connection and its place in the tenant's share.
pub struct Connection {
    lent: Option<(Arc<PooledClient>, Place)>,
    held: Option<Held>,
    in_statement: Option<InStatement>,
}

impl Connection {
    fn new(client: Arc<PooledClient>, place: Place) -> Connection {
        Connection {
            lent: Some((client, place)),
            held: Some(held::hold()),
            in_statement: Some(progress::in_statement()),
        }
    }
}

impl Deref for Connection {
    type Target = deadpool_postgres::Client;

    fn deref(&self) -> &deadpool_postgres::Client {
        &self.lent.as_ref().expect("it is lent until it is dropped").0.client
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.held.take();
        self.in_statement.take();
        if !ABANDONED.get() {
            self.lent.iter().for_each(|(client, _)| client.progress());
            return;
        }
        // PostgreSQL may still execute a statement of a client that disconnected: the place stays in that tenant's share
        // until it is finished.
        if let (Some((client, place)), Ok(runtime)) = (self.lent.take(), Handle::try_current()) {
            runtime.spawn(async move {
                let _ = client.client.batch_execute("").await;
                client.progress();
                drop((client, place));
            });
        }
    }
}

thread_local! {
    /// True while something is dropped before it was finished.
    static ABANDONED: Cell<bool> = const { Cell::new(false) };
}

/// A future that may be dropped before its end, because its client disconnects.
pub struct Abandonable<F>(Option<Pin<Box<F>>>);

impl<F: Future> Abandonable<F> {
    pub fn new(future: F) -> Abandonable<F> {
        Abandonable(Some(Box::pin(future)))
    }
}

impl<F: Future> Future for Abandonable<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut task::Context<'_>) -> task::Poll<F::Output> {
        let Some(future) = &mut self.0 else { return task::Poll::Pending };
        let polled = future.as_mut().poll(context);
        if polled.is_ready() {
            self.0 = None;
        }
        polled
    }
}

impl<F> Drop for Abandonable<F> {
    fn drop(&mut self) {
        if let Some(future) = self.0.take() {
            let before = ABANDONED.replace(true);
            drop(future);
            ABANDONED.set(before);
        }
    }
}
