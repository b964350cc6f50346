//! Several statements of a tenant, all of them or none.

use super::{error::Error, pool::Connection};
use futures::{
    FutureExt,
    future::{MaybeDone, maybe_done},
};
use queries::client::GenericClient;
use std::{
    future::{Future, poll_fn},
    pin::Pin,
    task::Poll,
};
use tokio_postgres::{
    Row, RowStream, Statement, ToStatement,
    types::{BorrowToSql, ToSql},
};

/// Nothing is stored unless `commit` succeeds. Independent statements are sent together with `futures::join!`.
pub struct Tx {
    client: Connection,
    done: bool,
}

impl Tx {
    /// BEGIN is sent, not awaited: the first statement follows in the same round trip. If BEGIN fails, row security
    /// refuses the following statements.
    pub(super) fn begin(client: Connection, begin: &str) -> Tx {
        let _ = client.batch_execute(begin).now_or_never();
        Tx { client, done: false }
    }

    /// Sent, not awaited: later statements are queued behind it on the same connection.
    pub fn savepoint(&self) {
        let _ = self.client.batch_execute("SAVEPOINT here").now_or_never();
    }

    pub fn release(&self) {
        let _ = self.client.batch_execute("RELEASE SAVEPOINT here").now_or_never();
    }

    pub fn roll_back(&self) {
        let _ = self.client.batch_execute("ROLLBACK TO SAVEPOINT here; RELEASE SAVEPOINT here").now_or_never();
    }

    /// The last statements and COMMIT in one round trip. They must already be prepared: COMMIT would overtake a
    /// statement that is still being prepared. If one of them fails, nothing is stored.
    ///
    /// A bare COMMIT of a failed transaction rolls back and reports success; the empty SELECT before it fails (25P02).
    pub async fn commit_with<P: From<Error>>(mut self, last: impl AsyncFnOnce(&Tx) -> Result<(), P>) -> Result<(), P> {
        let (last, committed) = futures::join!(last(&self), self.client.batch_execute("SELECT; COMMIT"));
        self.done = committed.is_ok();
        last?; // its error first: it is the cause of the other
        committed.map_err(|error| P::from(error.into()))
    }
}

/// Sends the statements of any number of futures at once, in their order: all of them are polled before the first response is
/// awaited. `join_all` does not promise this for more than 30, and COMMIT would overtake the others.
pub async fn send_all<F: Future>(futures: impl IntoIterator<Item = F>) -> Vec<F::Output> {
    let mut all: Vec<Pin<Box<MaybeDone<F>>>> = futures.into_iter().map(|future| Box::pin(maybe_done(future))).collect();
    poll_fn(|context| {
        let pending = all.iter_mut().map(|future| future.as_mut().poll(context)).filter(Poll::is_pending).count();
        if pending == 0 { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
    all.iter_mut().filter_map(|future| future.as_mut().take_output()).collect()
}

impl Drop for Tx {
    fn drop(&mut self) {
        if !self.done {
            let _ = self.client.batch_execute("ROLLBACK").now_or_never(); // sent before the pool lends it again
        }
    }
}

impl GenericClient for Tx {
    fn stmt_cache() -> bool {
        true
    }

    async fn prepare(&self, query: &str) -> Result<Statement, tokio_postgres::Error> {
        self.client.prepare_cached(query).await
    }

    async fn execute<T>(&self, statement: &T, params: &[&(dyn ToSql + Sync)]) -> Result<u64, tokio_postgres::Error>
    where
        T: ?Sized + ToStatement + Sync + Send,
    {
        self.client.execute(statement, params).await
    }

    async fn query<T>(&self, statement: &T, params: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>, tokio_postgres::Error>
    where
        T: ?Sized + ToStatement + Sync + Send,
    {
        self.client.query(statement, params).await
    }

    async fn query_one<T>(&self, statement: &T, params: &[&(dyn ToSql + Sync)]) -> Result<Row, tokio_postgres::Error>
    where
        T: ?Sized + ToStatement + Sync + Send,
    {
        self.client.query_one(statement, params).await
    }

    async fn query_opt<T>(
        &self,
        statement: &T,
        params: &[&(dyn ToSql + Sync)],
    ) -> Result<Option<Row>, tokio_postgres::Error>
    where
        T: ?Sized + ToStatement + Sync + Send,
    {
        self.client.query_opt(statement, params).await
    }

    async fn query_raw<T, I>(&self, statement: &T, params: I) -> Result<RowStream, tokio_postgres::Error>
    where
        T: ?Sized + ToStatement + Sync + Send,
        I: IntoIterator + Sync + Send,
        I::IntoIter: ExactSizeIterator,
        I::Item: BorrowToSql,
    {
        self.client.query_raw(statement, params).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{cell::Cell, task::Context};

    #[test]
    fn many_futures_are_all_polled_before_the_first_wait() {
        let polled = Cell::new(0);
        // Each future wakes its task while it is polled, as a response that has already arrived does.
        let futures = (0..100).map(|number| {
            let (polled, mut is_first) = (&polled, true);
            poll_fn(move |context: &mut Context<'_>| {
                if !is_first {
                    return Poll::Ready(number);
                }
                is_first = false;
                polled.set(polled.get() + 1);
                context.waker().wake_by_ref();
                Poll::Pending
            })
        });
        let mut all = Box::pin(send_all(futures));
        assert!((&mut all).now_or_never().is_none());
        assert_eq!(polled.get(), 100);
        assert_eq!(all.now_or_never(), Some((0..100).collect()));
    }
}
