// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct TakeFanOutsParams<T1: crate::ArraySql<Item = uuid::Uuid>, T2: crate::ArraySql<Item = uuid::Uuid>> {
    pub worker: uuid::Uuid,
    pub tenants: T1,
    pub living: T2,
}
#[derive(Debug)]
pub struct LeaveFanOutsParams<T1: crate::ArraySql<Item = uuid::Uuid>> {
    pub tenants: T1,
    pub worker: uuid::Uuid,
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct UuidUuidQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<uuid::Uuid, tokio_postgres::Error>,
    mapper: fn(uuid::Uuid) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> UuidUuidQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(uuid::Uuid) -> R) -> UuidUuidQuery<'c, 'a, 's, C, R, N> {
        UuidUuidQuery {
            client: self.client,
            params: self.params,
            query: self.query,
            cached: self.cached,
            extractor: self.extractor,
            mapper,
        }
    }
    pub async fn one(self) -> Result<T, tokio_postgres::Error> {
        let row = crate::client::async_::one(self.client, self.query, &self.params, self.cached).await?;
        Ok((self.mapper)((self.extractor)(&row)?))
    }
    pub async fn all(self) -> Result<Vec<T>, tokio_postgres::Error> {
        self.iter().await?.try_collect().await
    }
    pub async fn opt(self) -> Result<Option<T>, tokio_postgres::Error> {
        let opt_row = crate::client::async_::opt(self.client, self.query, &self.params, self.cached).await?;
        Ok(opt_row
            .map(|row| {
                let extracted = (self.extractor)(&row)?;
                Ok((self.mapper)(extracted))
            })
            .transpose()?)
    }
    pub async fn iter(
        self,
    ) -> Result<impl futures::Stream<Item = Result<T, tokio_postgres::Error>> + 'c, tokio_postgres::Error> {
        let stream =
            crate::client::async_::raw(self.client, self.query, crate::slice_iter(&self.params), self.cached).await?;
        let mapped = stream
            .map(move |res| {
                res.and_then(|row| {
                    let extracted = (self.extractor)(&row)?;
                    Ok((self.mapper)(extracted))
                })
            })
            .into_stream();
        Ok(mapped)
    }
}
pub struct NoteWorkerStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn note_worker() -> NoteWorkerStmt {
    NoteWorkerStmt(
        "insert into workers (id, started_at, seen_at) values ($1, now(), now()) on conflict (id) do update set seen_at = now() returning id",
        None,
    )
}
impl NoteWorkerStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        worker: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 1> {
        UuidUuidQuery {
            client,
            params: [worker],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct LivingWorkersStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn living_workers() -> LivingWorkersStmt {
    LivingWorkersStmt("select id from workers where seen_at > now() - make_interval(secs => $1)", None)
}
impl LivingWorkersStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        lease_seconds: &'a f64,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 1> {
        UuidUuidQuery {
            client,
            params: [lease_seconds],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct ForgetDeadWorkersStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn forget_dead_workers() -> ForgetDeadWorkersStmt {
    ForgetDeadWorkersStmt("delete from workers where seen_at < now() - interval '1 hour' returning id", None)
}
impl ForgetDeadWorkersStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(&'s self, client: &'c C) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 0> {
        UuidUuidQuery {
            client,
            params: [],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct ForgetWorkerStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn forget_worker() -> ForgetWorkerStmt {
    ForgetWorkerStmt("delete from workers where id = $1 returning id", None)
}
impl ForgetWorkerStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        worker: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 1> {
        UuidUuidQuery {
            client,
            params: [worker],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct FanOutsOfWorkerStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn fan_outs_of_worker() -> FanOutsOfWorkerStmt {
    FanOutsOfWorkerStmt("select tenant_id from webhook_fan_outs where worker_id = $1", None)
}
impl FanOutsOfWorkerStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        worker: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 1> {
        UuidUuidQuery {
            client,
            params: [worker],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct FanOutsOfNobodyStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn fan_outs_of_nobody() -> FanOutsOfNobodyStmt {
    FanOutsOfNobodyStmt(
        "select tenant_id from webhook_fan_outs where (worker_id is null or worker_id <> all ($1)) and not exists ( select from tenant_moves as move where move.tenant_id = webhook_fan_outs.tenant_id and move.yields and (move.fenced_until = 'infinity' or app.is_being_moved(move.tenant_id)) )",
        None,
    )
}
impl FanOutsOfNobodyStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>(
        &'s self,
        client: &'c C,
        living: &'a T1,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 1> {
        UuidUuidQuery {
            client,
            params: [living],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct YieldingTenantsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn yielding_tenants() -> YieldingTenantsStmt {
    YieldingTenantsStmt(
        "select tenant_id from tenant_moves where yields and (fenced_until = 'infinity' or app.is_being_moved(tenant_id))",
        None,
    )
}
impl YieldingTenantsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(&'s self, client: &'c C) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 0> {
        UuidUuidQuery {
            client,
            params: [],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct TakeFanOutsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn take_fan_outs() -> TakeFanOutsStmt {
    TakeFanOutsStmt(
        "update webhook_fan_outs set worker_id = $1 where tenant_id = any ($2) and (worker_id is null or worker_id <> all ($3)) returning tenant_id",
        None,
    )
}
impl TakeFanOutsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<
        'c,
        'a,
        's,
        C: GenericClient,
        T1: crate::ArraySql<Item = uuid::Uuid>,
        T2: crate::ArraySql<Item = uuid::Uuid>,
    >(
        &'s self,
        client: &'c C,
        worker: &'a uuid::Uuid,
        tenants: &'a T1,
        living: &'a T2,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        UuidUuidQuery {
            client,
            params: [worker, tenants, living],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>, T2: crate::ArraySql<Item = uuid::Uuid>>
    crate::client::async_::Params<'c, 'a, 's, TakeFanOutsParams<T1, T2>, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3>, C>
    for TakeFanOutsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a TakeFanOutsParams<T1, T2>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        self.bind(client, &params.worker, &params.tenants, &params.living)
    }
}
pub struct LeaveFanOutsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn leave_fan_outs() -> LeaveFanOutsStmt {
    LeaveFanOutsStmt(
        "update webhook_fan_outs set worker_id = null where tenant_id = any ($1) and worker_id = $2 returning tenant_id",
        None,
    )
}
impl LeaveFanOutsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>(
        &'s self,
        client: &'c C,
        tenants: &'a T1,
        worker: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        UuidUuidQuery {
            client,
            params: [tenants, worker],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>
    crate::client::async_::Params<'c, 'a, 's, LeaveFanOutsParams<T1>, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2>, C>
    for LeaveFanOutsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a LeaveFanOutsParams<T1>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        self.bind(client, &params.tenants, &params.worker)
    }
}
