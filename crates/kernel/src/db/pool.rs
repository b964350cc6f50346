//! Connections and their distribution: a tenant has its share of the pool, and a request without a free connection
//! waits only behind requests of its own tenant.

use super::error::Error;
use crate::{
    shares::{Exceeded, Fair, Place, Share, fair::Taker},
    supervisor::progress::{self, InStatement},
};
use deadpool_postgres::Object;
use held::Held;
use std::{cell::Cell, future::Future, ops::Deref, pin::Pin, sync::Arc, task, time::Duration};
use tokio::{runtime::Handle, time::timeout};

/// How long a request waits for a free connection before it is refused.
const WAIT: Duration = Duration::from_secs(5);

/// The figures of a pool, for the operator.
#[derive(Debug, Clone, Copy)]
pub struct PoolFigures {
    /// The most connections that it may have.
    pub size: usize,
    /// Connections that are open.
    pub open: usize,
    pub in_use: usize,
    /// Requests and tasks that wait for a connection.
    pub waiting: usize,
}

pub struct Pool {
    pool: deadpool_postgres::Pool,
    places: Arc<Fair>,
}

impl Pool {
    /// `share` is the maximum number of connections of one tenant.
    pub fn new(pool: deadpool_postgres::Pool, share: usize) -> Pool {
        let places = Fair::new(pool.status().max_size, share);
        Pool { pool, places }
    }

    /// Refused while the task holds another one: two requests that wait for each other's connections would deadlock.
    pub async fn get(&self, taker: Taker) -> Result<Connection, Error> {
        held::refuse("a connection is taken");
        progress::report();
        let place = match self.places.try_take(taker) {
            Some(place) => place,
            None => timeout(WAIT, self.places.take(taker)).await.map_err(|_| self.none_free(taker))?,
        };
        // There is one for each place, so this does not wait.
        progress::report();
        let client = self.pool.get().await?;
        Ok(Connection {
            lent: Some((client, place)),
            held: Some(held::hold()),
            in_statement: Some(progress::in_statement()),
        })
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

/// A connection and its place in the tenant's share.
pub struct Connection {
    lent: Option<(Object, Place)>,
    held: Option<Held>,
    in_statement: Option<InStatement>,
}

impl Deref for Connection {
    type Target = deadpool_postgres::Client;

    fn deref(&self) -> &deadpool_postgres::Client {
        &self.lent.as_ref().expect("it is lent until it is dropped").0
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.held.take();
        self.in_statement.take();
        if !ABANDONED.get() {
            return;
        }
        // PostgreSQL may still execute a statement of a client that disconnected: the connection stays in that tenant's
        // share until it is finished.
        if let (Some((client, place)), Ok(runtime)) = (self.lent.take(), Handle::try_current()) {
            runtime.spawn(async move {
                let _ = client.batch_execute("").await;
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
