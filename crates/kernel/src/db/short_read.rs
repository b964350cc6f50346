//! A reading statement that sets its tenant by itself ([`Scope`]), as its own transaction. It has no BEGIN, so other requests
//! can use the connection at the same time: between a BEGIN and its COMMIT, their statements would be part of the transaction.

use super::{identity::Identity, pool::Connection, scoped::Scope};
use queries::client::GenericClient;
use tokio_postgres::{
    Error, Row, RowStream, Statement, ToStatement,
    types::{BorrowToSql, ToSql},
};

/// Read only: PostgreSQL refuses a write, also by a function (25006).
pub struct ShortRead {
    pub(super) client: Connection,
    scope: Scope,
}

impl ShortRead {
    pub(super) fn new(client: Connection, identity: &Identity) -> ShortRead {
        ShortRead { client, scope: Scope::new(identity) }
    }
}

impl GenericClient for ShortRead {
    fn stmt_cache() -> bool {
        true
    }

    async fn prepare(&self, query: &str) -> Result<Statement, Error> {
        self.client.prepare_cached(&self.scope.text(query)).await
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
        self.client.query(statement, &self.scope.with(params)).await
    }

    async fn query_one<T>(&self, statement: &T, params: &[&(dyn ToSql + Sync)]) -> Result<Row, Error>
    where
        T: ?Sized + ToStatement + Sync + Send,
    {
        self.client.query_one(statement, &self.scope.with(params)).await
    }

    async fn query_opt<T>(&self, statement: &T, params: &[&(dyn ToSql + Sync)]) -> Result<Option<Row>, Error>
    where
        T: ?Sized + ToStatement + Sync + Send,
    {
        self.client.query_opt(statement, &self.scope.with(params)).await
    }

    async fn query_raw<T, I>(&self, statement: &T, params: I) -> Result<RowStream, Error>
    where
        T: ?Sized + ToStatement + Sync + Send,
        I: IntoIterator + Sync + Send,
        I::IntoIter: ExactSizeIterator,
        I::Item: BorrowToSql,
    {
        self.client.query_raw(statement, self.scope.with_all(params)).await
    }
}
