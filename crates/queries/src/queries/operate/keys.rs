// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct WrappedOtherwiseParams<T1: crate::StringSql> {
    pub present: T1,
    pub after_tenant: uuid::Uuid,
    pub after_id: uuid::Uuid,
    pub limit: i64,
}
#[derive(Debug)]
pub struct RewrapDataKeyParams<T1: crate::BytesSql, T2: crate::StringSql, T3: crate::BytesSql> {
    pub wrapped: T1,
    pub wrapped_by: T2,
    pub tenant_id: uuid::Uuid,
    pub id: uuid::Uuid,
    pub before: T3,
}
#[derive(Clone, Copy, Debug)]
pub struct InUseSinceBeforeParams {
    pub before: jiff::Timestamp,
    pub tenant_id: Option<uuid::Uuid>,
    pub after_tenant: uuid::Uuid,
    pub limit: i64,
}
#[derive(Debug)]
pub struct ReplaceDataKeyParams<T1: crate::BytesSql, T2: crate::StringSql> {
    pub now: jiff::Timestamp,
    pub tenant_id: uuid::Uuid,
    pub old_id: uuid::Uuid,
    pub id: uuid::Uuid,
    pub wrapped: T1,
    pub wrapped_by: T2,
}
#[derive(Debug, Clone, PartialEq)]
pub struct WrappingRow {
    pub wrapped_by: String,
    pub in_use: i64,
    pub retired: i64,
    pub oldest: Option<jiff::Timestamp>,
}
pub struct WrappingRowBorrowed<'a> {
    pub wrapped_by: &'a str,
    pub in_use: i64,
    pub retired: i64,
    pub oldest: Option<jiff::Timestamp>,
}
impl<'a> From<WrappingRowBorrowed<'a>> for WrappingRow {
    fn from(WrappingRowBorrowed { wrapped_by, in_use, retired, oldest }: WrappingRowBorrowed<'a>) -> Self {
        Self { wrapped_by: wrapped_by.into(), in_use, retired, oldest }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct StoredKey {
    pub tenant_id: uuid::Uuid,
    pub id: uuid::Uuid,
    pub wrapped: Vec<u8>,
    pub wrapped_by: String,
}
pub struct StoredKeyBorrowed<'a> {
    pub tenant_id: uuid::Uuid,
    pub id: uuid::Uuid,
    pub wrapped: &'a [u8],
    pub wrapped_by: &'a str,
}
impl<'a> From<StoredKeyBorrowed<'a>> for StoredKey {
    fn from(StoredKeyBorrowed { tenant_id, id, wrapped, wrapped_by }: StoredKeyBorrowed<'a>) -> Self {
        Self { tenant_id, id, wrapped: wrapped.into(), wrapped_by: wrapped_by.into() }
    }
}
#[derive(Debug, Clone, PartialEq, Copy)]
pub struct InUseSinceBefore {
    pub tenant_id: uuid::Uuid,
    pub id: uuid::Uuid,
}
#[derive(Debug, Clone, PartialEq, Copy)]
pub struct RetiredKeys {
    pub keys: i64,
    pub last: Option<jiff::Timestamp>,
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct WrappingRowQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<WrappingRowBorrowed, tokio_postgres::Error>,
    mapper: fn(WrappingRowBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> WrappingRowQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(WrappingRowBorrowed) -> R) -> WrappingRowQuery<'c, 'a, 's, C, R, N> {
        WrappingRowQuery {
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
pub struct StoredKeyQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<StoredKeyBorrowed, tokio_postgres::Error>,
    mapper: fn(StoredKeyBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> StoredKeyQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(StoredKeyBorrowed) -> R) -> StoredKeyQuery<'c, 'a, 's, C, R, N> {
        StoredKeyQuery {
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
pub struct InUseSinceBeforeQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<InUseSinceBefore, tokio_postgres::Error>,
    mapper: fn(InUseSinceBefore) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> InUseSinceBeforeQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(InUseSinceBefore) -> R) -> InUseSinceBeforeQuery<'c, 'a, 's, C, R, N> {
        InUseSinceBeforeQuery {
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
pub struct RetiredKeysQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<RetiredKeys, tokio_postgres::Error>,
    mapper: fn(RetiredKeys) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> RetiredKeysQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(RetiredKeys) -> R) -> RetiredKeysQuery<'c, 'a, 's, C, R, N> {
        RetiredKeysQuery {
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
pub struct WrappingStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn wrapping() -> WrappingStmt {
    WrappingStmt(
        "select wrapped_by, count(*) filter (where retired_at is null) as in_use, count(*) filter (where retired_at is not null) as retired, min(created_at) filter (where retired_at is null) as oldest from data_keys group by wrapped_by order by wrapped_by",
        None,
    )
}
impl WrappingStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
    ) -> WrappingRowQuery<'c, 'a, 's, C, WrappingRow, 0> {
        WrappingRowQuery {
            client,
            params: [],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<WrappingRowBorrowed, tokio_postgres::Error> {
                Ok(WrappingRowBorrowed {
                    wrapped_by: row.try_get(0)?,
                    in_use: row.try_get(1)?,
                    retired: row.try_get(2)?,
                    oldest: row.try_get(3)?,
                })
            },
            mapper: |it| WrappingRow::from(it),
        }
    }
}
pub struct OneWrappedByStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn one_wrapped_by() -> OneWrappedByStmt {
    OneWrappedByStmt("select tenant_id, id, wrapped, wrapped_by from data_keys where wrapped_by = $1 limit 1", None)
}
impl OneWrappedByStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        wrapped_by: &'a T1,
    ) -> StoredKeyQuery<'c, 'a, 's, C, StoredKey, 1> {
        StoredKeyQuery {
            client,
            params: [wrapped_by],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<StoredKeyBorrowed, tokio_postgres::Error> {
                Ok(StoredKeyBorrowed {
                    tenant_id: row.try_get(0)?,
                    id: row.try_get(1)?,
                    wrapped: row.try_get(2)?,
                    wrapped_by: row.try_get(3)?,
                })
            },
            mapper: |it| StoredKey::from(it),
        }
    }
}
pub struct WrappedOtherwiseStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn wrapped_otherwise() -> WrappedOtherwiseStmt {
    WrappedOtherwiseStmt(
        "select tenant_id, id, wrapped, wrapped_by from data_keys where wrapped_by <> $1 and (tenant_id, id) > ($2, $3) order by tenant_id, id limit $4",
        None,
    )
}
impl WrappedOtherwiseStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        present: &'a T1,
        after_tenant: &'a uuid::Uuid,
        after_id: &'a uuid::Uuid,
        limit: &'a i64,
    ) -> StoredKeyQuery<'c, 'a, 's, C, StoredKey, 4> {
        StoredKeyQuery {
            client,
            params: [present, after_tenant, after_id, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<StoredKeyBorrowed, tokio_postgres::Error> {
                Ok(StoredKeyBorrowed {
                    tenant_id: row.try_get(0)?,
                    id: row.try_get(1)?,
                    wrapped: row.try_get(2)?,
                    wrapped_by: row.try_get(3)?,
                })
            },
            mapper: |it| StoredKey::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        WrappedOtherwiseParams<T1>,
        StoredKeyQuery<'c, 'a, 's, C, StoredKey, 4>,
        C,
    > for WrappedOtherwiseStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a WrappedOtherwiseParams<T1>,
    ) -> StoredKeyQuery<'c, 'a, 's, C, StoredKey, 4> {
        self.bind(client, &params.present, &params.after_tenant, &params.after_id, &params.limit)
    }
}
pub struct RewrapDataKeyStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn rewrap_data_key() -> RewrapDataKeyStmt {
    RewrapDataKeyStmt(
        "update data_keys set wrapped = $1, wrapped_by = $2 where tenant_id = $3 and id = $4 and wrapped = $5 returning id",
        None,
    )
}
impl RewrapDataKeyStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::BytesSql, T2: crate::StringSql, T3: crate::BytesSql>(
        &'s self,
        client: &'c C,
        wrapped: &'a T1,
        wrapped_by: &'a T2,
        tenant_id: &'a uuid::Uuid,
        id: &'a uuid::Uuid,
        before: &'a T3,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 5> {
        UuidUuidQuery {
            client,
            params: [wrapped, wrapped_by, tenant_id, id, before],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::BytesSql, T2: crate::StringSql, T3: crate::BytesSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        RewrapDataKeyParams<T1, T2, T3>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 5>,
        C,
    > for RewrapDataKeyStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a RewrapDataKeyParams<T1, T2, T3>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 5> {
        self.bind(client, &params.wrapped, &params.wrapped_by, &params.tenant_id, &params.id, &params.before)
    }
}
pub struct InUseSinceBeforeStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn in_use_since_before() -> InUseSinceBeforeStmt {
    InUseSinceBeforeStmt(
        "select tenant_id, id from data_keys where retired_at is null and created_at < $1 and data_keys.tenant_id = coalesce($2, data_keys.tenant_id) and data_keys.tenant_id > $3 order by tenant_id limit $4",
        None,
    )
}
impl InUseSinceBeforeStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        before: &'a jiff::Timestamp,
        tenant_id: &'a Option<uuid::Uuid>,
        after_tenant: &'a uuid::Uuid,
        limit: &'a i64,
    ) -> InUseSinceBeforeQuery<'c, 'a, 's, C, InUseSinceBefore, 4> {
        InUseSinceBeforeQuery {
            client,
            params: [before, tenant_id, after_tenant, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<InUseSinceBefore, tokio_postgres::Error> {
                Ok(InUseSinceBefore { tenant_id: row.try_get(0)?, id: row.try_get(1)? })
            },
            mapper: |it| InUseSinceBefore::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        InUseSinceBeforeParams,
        InUseSinceBeforeQuery<'c, 'a, 's, C, InUseSinceBefore, 4>,
        C,
    > for InUseSinceBeforeStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a InUseSinceBeforeParams,
    ) -> InUseSinceBeforeQuery<'c, 'a, 's, C, InUseSinceBefore, 4> {
        self.bind(client, &params.before, &params.tenant_id, &params.after_tenant, &params.limit)
    }
}
pub struct ReplaceDataKeyStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn replace_data_key() -> ReplaceDataKeyStmt {
    ReplaceDataKeyStmt(
        "with old as ( update data_keys set retired_at = $1 where tenant_id = $2 and id = $3 and retired_at is null returning tenant_id ) insert into data_keys (tenant_id, id, wrapped, wrapped_by, created_at) select tenant_id, $4, $5, $6, $1 from old returning id",
        None,
    )
}
impl ReplaceDataKeyStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::BytesSql, T2: crate::StringSql>(
        &'s self,
        client: &'c C,
        now: &'a jiff::Timestamp,
        tenant_id: &'a uuid::Uuid,
        old_id: &'a uuid::Uuid,
        id: &'a uuid::Uuid,
        wrapped: &'a T1,
        wrapped_by: &'a T2,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 6> {
        UuidUuidQuery {
            client,
            params: [now, tenant_id, old_id, id, wrapped, wrapped_by],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::BytesSql, T2: crate::StringSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        ReplaceDataKeyParams<T1, T2>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 6>,
        C,
    > for ReplaceDataKeyStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ReplaceDataKeyParams<T1, T2>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 6> {
        self.bind(
            client,
            &params.now,
            &params.tenant_id,
            &params.old_id,
            &params.id,
            &params.wrapped,
            &params.wrapped_by,
        )
    }
}
pub struct RetiredKeysStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn retired_keys() -> RetiredKeysStmt {
    RetiredKeysStmt(
        "select count(*) as keys, max(retired_at) as last from data_keys where retired_at is not null and tenant_id = coalesce($1, tenant_id)",
        None,
    )
}
impl RetiredKeysStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        tenant_id: &'a Option<uuid::Uuid>,
    ) -> RetiredKeysQuery<'c, 'a, 's, C, RetiredKeys, 1> {
        RetiredKeysQuery {
            client,
            params: [tenant_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<RetiredKeys, tokio_postgres::Error> {
                Ok(RetiredKeys { keys: row.try_get(0)?, last: row.try_get(1)? })
            },
            mapper: |it| RetiredKeys::from(it),
        }
    }
}
