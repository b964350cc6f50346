//! One reading statement of a tenant, in one round trip.

use super::{identity::Identity, pool::Connection, scoped::Scope};
use futures::{FutureExt, poll};
use queries::client::GenericClient;
use std::{future::Future, pin::pin, task::Poll};
use tokio_postgres::{
    Error, Row, RowStream, Statement, ToStatement,
    types::{BorrowToSql, ToSql},
};

/// Read only: PostgreSQL refuses a write, also by a function (25006).
pub struct Tenant {
    client: Connection,
    identity: Identity,
    mode: Mode,
}

/// How a statement gets its tenant.
enum Mode {
    /// It contains the settings.
    Scoped(Scope),
    /// A transaction with the settings is around it: BEGIN has further settings, which the planner needs.
    Transaction(String),
}

impl Tenant {
    pub(super) fn new(client: Connection, identity: Identity) -> Tenant {
        let mode = Mode::Scoped(Scope::new(&identity));
        Tenant { client, identity, mode }
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
        let begin = match self.mode {
            Mode::Scoped(_) => self.identity.begin("BEGIN READ ONLY"),
            Mode::Transaction(begin) => begin,
        };
        Tenant { mode: Mode::Transaction(format!("{begin}; {settings}")), ..self }
    }

    /// Sends BEGIN, the statement and COMMIT at once, and waits for the statement only. If BEGIN fails, row security refuses the
    /// statement, and COMMIT has nothing to store. Only prepared statements are allowed: COMMIT would overtake one that is passed
    /// as text.
    async fn between<T>(&self, begin: &str, statement: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
        let _ = self.client.batch_execute(begin).now_or_never();
        let mut statement = pin!(statement);
        let first = poll!(statement.as_mut());
        let _ = self.client.batch_execute("COMMIT").now_or_never();
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
        match &self.mode {
            Mode::Scoped(scope) => self.client.prepare_cached(&scope.text(query)).await,
            Mode::Transaction(_) => self.client.prepare_cached(query).await,
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
        match &self.mode {
            Mode::Scoped(scope) => self.client.query(statement, &scope.with(params)).await,
            Mode::Transaction(begin) => self.between(begin, self.client.query(statement, params)).await,
        }
    }

    async fn query_one<T>(&self, statement: &T, params: &[&(dyn ToSql + Sync)]) -> Result<Row, Error>
    where
        T: ?Sized + ToStatement + Sync + Send,
    {
        match &self.mode {
            Mode::Scoped(scope) => self.client.query_one(statement, &scope.with(params)).await,
            Mode::Transaction(begin) => self.between(begin, self.client.query_one(statement, params)).await,
        }
    }

    async fn query_opt<T>(&self, statement: &T, params: &[&(dyn ToSql + Sync)]) -> Result<Option<Row>, Error>
    where
        T: ?Sized + ToStatement + Sync + Send,
    {
        match &self.mode {
            Mode::Scoped(scope) => self.client.query_opt(statement, &scope.with(params)).await,
            Mode::Transaction(begin) => self.between(begin, self.client.query_opt(statement, params)).await,
        }
    }

    async fn query_raw<T, I>(&self, statement: &T, params: I) -> Result<RowStream, Error>
    where
        T: ?Sized + ToStatement + Sync + Send,
        I: IntoIterator + Sync + Send,
        I::IntoIter: ExactSizeIterator,
        I::Item: BorrowToSql,
    {
        match &self.mode {
            Mode::Scoped(scope) => self.client.query_raw(statement, scope.with_all(params)).await,
            Mode::Transaction(begin) => self.between(begin, self.client.query_raw(statement, params)).await,
        }
    }
}
