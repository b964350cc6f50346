// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct SetPlanParams<T1: crate::StringSql> {
    pub name: T1,
    pub key_quota: i32,
    pub key_window_seconds: i32,
    pub tenant_quota: i32,
    pub tenant_window_seconds: i32,
}
#[derive(Debug)]
pub struct PutOnPlanParams<T1: crate::StringSql, T2: crate::StringSql> {
    pub plan: T1,
    pub domain: T2,
}
#[derive(Debug, Clone, PartialEq)]
pub struct PlanRow {
    pub name: String,
    pub key_quota: i32,
    pub key_window_seconds: i32,
    pub tenant_quota: i32,
    pub tenant_window_seconds: i32,
    pub tenants: i64,
}
pub struct PlanRowBorrowed<'a> {
    pub name: &'a str,
    pub key_quota: i32,
    pub key_window_seconds: i32,
    pub tenant_quota: i32,
    pub tenant_window_seconds: i32,
    pub tenants: i64,
}
impl<'a> From<PlanRowBorrowed<'a>> for PlanRow {
    fn from(
        PlanRowBorrowed {
            name,
            key_quota,
            key_window_seconds,
            tenant_quota,
            tenant_window_seconds,
            tenants,
        }: PlanRowBorrowed<'a>,
    ) -> Self {
        Self { name: name.into(), key_quota, key_window_seconds, tenant_quota, tenant_window_seconds, tenants }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct PutOnPlan {
    pub id: uuid::Uuid,
    pub former_plan: String,
}
pub struct PutOnPlanBorrowed<'a> {
    pub id: uuid::Uuid,
    pub former_plan: &'a str,
}
impl<'a> From<PutOnPlanBorrowed<'a>> for PutOnPlan {
    fn from(PutOnPlanBorrowed { id, former_plan }: PutOnPlanBorrowed<'a>) -> Self {
        Self { id, former_plan: former_plan.into() }
    }
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct PlanRowQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<PlanRowBorrowed, tokio_postgres::Error>,
    mapper: fn(PlanRowBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> PlanRowQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(PlanRowBorrowed) -> R) -> PlanRowQuery<'c, 'a, 's, C, R, N> {
        PlanRowQuery {
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
pub struct StringQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<&str, tokio_postgres::Error>,
    mapper: fn(&str) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> StringQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(&str) -> R) -> StringQuery<'c, 'a, 's, C, R, N> {
        StringQuery {
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
pub struct PutOnPlanQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<PutOnPlanBorrowed, tokio_postgres::Error>,
    mapper: fn(PutOnPlanBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> PutOnPlanQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(PutOnPlanBorrowed) -> R) -> PutOnPlanQuery<'c, 'a, 's, C, R, N> {
        PutOnPlanQuery {
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
pub struct LockPlanStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_plan() -> LockPlanStmt {
    LockPlanStmt(
        "select name, key_quota, key_window_seconds, tenant_quota, tenant_window_seconds, (select count(*) from tenants where tenants.plan = plans.name) as tenants from plans where name = $1 for update",
        None,
    )
}
impl LockPlanStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        name: &'a T1,
    ) -> PlanRowQuery<'c, 'a, 's, C, PlanRow, 1> {
        PlanRowQuery {
            client,
            params: [name],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<PlanRowBorrowed, tokio_postgres::Error> {
                Ok(PlanRowBorrowed {
                    name: row.try_get(0)?,
                    key_quota: row.try_get(1)?,
                    key_window_seconds: row.try_get(2)?,
                    tenant_quota: row.try_get(3)?,
                    tenant_window_seconds: row.try_get(4)?,
                    tenants: row.try_get(5)?,
                })
            },
            mapper: |it| PlanRow::from(it),
        }
    }
}
pub struct TenantsOnPlanStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn tenants_on_plan() -> TenantsOnPlanStmt {
    TenantsOnPlanStmt("select id from tenants where plan = $1 order by id", None)
}
impl TenantsOnPlanStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        plan: &'a T1,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 1> {
        UuidUuidQuery {
            client,
            params: [plan],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct SetPlanStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn set_plan() -> SetPlanStmt {
    SetPlanStmt(
        "insert into plans (name, key_quota, key_window_seconds, tenant_quota, tenant_window_seconds) values ($1, $2, $3, $4, $5) on conflict (name) do update set key_quota = excluded.key_quota, key_window_seconds = excluded.key_window_seconds, tenant_quota = excluded.tenant_quota, tenant_window_seconds = excluded.tenant_window_seconds returning name",
        None,
    )
}
impl SetPlanStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        name: &'a T1,
        key_quota: &'a i32,
        key_window_seconds: &'a i32,
        tenant_quota: &'a i32,
        tenant_window_seconds: &'a i32,
    ) -> StringQuery<'c, 'a, 's, C, String, 5> {
        StringQuery {
            client,
            params: [name, key_quota, key_window_seconds, tenant_quota, tenant_window_seconds],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it.into(),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, SetPlanParams<T1>, StringQuery<'c, 'a, 's, C, String, 5>, C>
    for SetPlanStmt
{
    fn params(&'s self, client: &'c C, params: &'a SetPlanParams<T1>) -> StringQuery<'c, 'a, 's, C, String, 5> {
        self.bind(
            client,
            &params.name,
            &params.key_quota,
            &params.key_window_seconds,
            &params.tenant_quota,
            &params.tenant_window_seconds,
        )
    }
}
pub struct ListPlansStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn list_plans() -> ListPlansStmt {
    ListPlansStmt(
        "select name, key_quota, key_window_seconds, tenant_quota, tenant_window_seconds, (select count(*) from tenants where tenants.plan = plans.name) as tenants from plans order by name",
        None,
    )
}
impl ListPlansStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(&'s self, client: &'c C) -> PlanRowQuery<'c, 'a, 's, C, PlanRow, 0> {
        PlanRowQuery {
            client,
            params: [],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<PlanRowBorrowed, tokio_postgres::Error> {
                Ok(PlanRowBorrowed {
                    name: row.try_get(0)?,
                    key_quota: row.try_get(1)?,
                    key_window_seconds: row.try_get(2)?,
                    tenant_quota: row.try_get(3)?,
                    tenant_window_seconds: row.try_get(4)?,
                    tenants: row.try_get(5)?,
                })
            },
            mapper: |it| PlanRow::from(it),
        }
    }
}
pub struct PutOnPlanStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn put_on_plan() -> PutOnPlanStmt {
    PutOnPlanStmt(
        "update tenants set plan = $1 from tenants as former where tenants.domain = $2 and former.id = tenants.id returning tenants.id, former.plan as former_plan",
        None,
    )
}
impl PutOnPlanStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>(
        &'s self,
        client: &'c C,
        plan: &'a T1,
        domain: &'a T2,
    ) -> PutOnPlanQuery<'c, 'a, 's, C, PutOnPlan, 2> {
        PutOnPlanQuery {
            client,
            params: [plan, domain],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<PutOnPlanBorrowed, tokio_postgres::Error> {
                Ok(PutOnPlanBorrowed { id: row.try_get(0)?, former_plan: row.try_get(1)? })
            },
            mapper: |it| PutOnPlan::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, PutOnPlanParams<T1, T2>, PutOnPlanQuery<'c, 'a, 's, C, PutOnPlan, 2>, C>
    for PutOnPlanStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a PutOnPlanParams<T1, T2>,
    ) -> PutOnPlanQuery<'c, 'a, 's, C, PutOnPlan, 2> {
        self.bind(client, &params.plan, &params.domain)
    }
}
