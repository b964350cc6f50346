//! One reading statement of a tenant, in one round trip.

use super::{identity::Identity, pool::Connection, short_read::ShortRead};
use futures::{FutureExt, poll};
use queries::client::GenericClient;
use std::{future::Future, pin::pin, task::Poll};
use tokio_postgres::{
    Error, Row, RowStream, Statement, ToStatement,
    types::{BorrowToSql, ToSql},
};

/// Read only: PostgreSQL refuses a write, also by a function (25006).
pub struct Tenant {
    /// Nobody else uses its connection.
    read: ShortRead,
    identity: Identity,
    /// BEGIN with settings that the planner needs: the statement is in a transaction, instead of setting its tenant by itself.
    begin: Option<String>,
}

impl Tenant {
    pub(super) fn new(client: Connection, identity: Identity) -> Tenant {
        Tenant { read: ShortRead::new(client, &identity), identity, begin: None }
    }

    /// Plans statements for their parameters every time, instead of reusing a generic plan: conditions on absent
    /// parameters disappear from the plan. For statements with many optional filters, which take longer than their
    /// planning.
    #[must_use]
    pub fn planned_anew(self) -> Tenant {
        self.with_settings("SET LOCAL plan_cache_mode = force_custom_plan; SET LOCAL jit = off")
    }

    /// The same for a statement that sums up many rows in few groups: without sorting, and with more memory.
    #[must_use]
    pub fn summing_up(self) -> Tenant {
        self.planned_anew().with_settings("SET LOCAL enable_sort = off; SET LOCAL work_mem = '32MB'")
    }

    fn with_settings(self, settings: &str) -> Tenant {
        let begin = self.begin.unwrap_or_else(|| self.identity.begin("BEGIN READ ONLY"));
        Tenant { begin: Some(format!("{begin}; {settings}")), ..self }
    }

    /// Sends BEGIN, the statement and COMMIT at once, and waits for the statement only. If BEGIN fails, row security refuses the
    /// statement, and COMMIT has nothing to store. Only prepared statements are allowed: COMMIT would overtake one that is passed
    /// as text.
    async fn between<T>(&self, begin: &str, statement: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
        let _ = self.read.client.batch_execute(begin).now_or_never();
        let mut statement = pin!(statement);
        let first = poll!(statement.as_mut());
        let _ = self.read.client.batch_execute("COMMIT").now_or_never();
        match first {
            Poll::Ready(done) => done,
            Poll::Pending => statement.await,
        }
    }
}

impl GenericClient for Tenant {
    fn stmt_cache() -> bool {
        true
    }

    async fn prepare(&self, query: &str) -> Result<Statement, Error> {
        match &self.begin {
            None => self.read.prepare(query).await,
            Some(_) => self.read.client.prepare_cached(query).await,
        }
    }

    /// Generated code calls this with row-less statements only, which are writes.
    async fn execute<T>(&self, _: &T, _: &[&(dyn ToSql + Sync)]) -> Result<u64, Error>
    where
        T: ?Sized + ToStatement + Sync + Send,
    {
        panic!("a statement without `returning`; tests/architecture.rs refuses these")
    }

    async fn query<T>(&self, statement: &T, params: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>, Error>
    where
        T: ?Sized + ToStatement + Sync + Send,
    {
        match &self.begin {
            None => self.read.query(statement, params).await,
            Some(begin) => self.between(begin, self.read.client.query(statement, params)).await,
        }
    }

    async fn query_one<T>(&self, statement: &T, params: &[&(dyn ToSql + Sync)]) -> Result<Row, Error>
    where
        T: ?Sized + ToStatement + Sync + Send,
    {
        match &self.begin {
            None => self.read.query_one(statement, params).await,
            Some(begin) => self.between(begin, self.read.client.query_one(statement, params)).await,
        }
    }

    async fn query_opt<T>(&self, statement: &T, params: &[&(dyn ToSql + Sync)]) -> Result<Option<Row>, Error>
    where
        T: ?Sized + ToStatement + Sync + Send,
    {
        match &self.begin {
            None => self.read.query_opt(statement, params).await,
            Some(begin) => self.between(begin, self.read.client.query_opt(statement, params)).await,
        }
    }

    async fn query_raw<T, I>(&self, statement: &T, params: I) -> Result<RowStream, Error>
    where
        T: ?Sized + ToStatement + Sync + Send,
        I: IntoIterator + Sync + Send,
        I::IntoIter: ExactSizeIterator,
        I::Item: BorrowToSql,
    {
        match &self.begin {
            None => self.read.query_raw(statement, params).await,
            Some(begin) => self.between(begin, self.read.client.query_raw(statement, params)).await,
        }
    }
}
