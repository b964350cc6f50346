// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct CreateDataKeyParams<T1: crate::BytesSql, T2: crate::StringSql> {
    pub tenant_id: uuid::Uuid,
    pub id: uuid::Uuid,
    pub wrapped: T1,
    pub wrapped_by: T2,
    pub now: jiff::Timestamp,
}
#[derive(Debug)]
pub struct DataKeysByIdParams<T1: crate::ArraySql<Item = uuid::Uuid>, T2: crate::ArraySql<Item = uuid::Uuid>> {
    pub tenant_ids: T1,
    pub ids: T2,
}
#[derive(Debug, Clone, PartialEq)]
pub struct WrappedKey {
    pub tenant_id: uuid::Uuid,
    pub id: uuid::Uuid,
    pub wrapped: Vec<u8>,
    pub wrapped_by: String,
}
pub struct WrappedKeyBorrowed<'a> {
    pub tenant_id: uuid::Uuid,
    pub id: uuid::Uuid,
    pub wrapped: &'a [u8],
    pub wrapped_by: &'a str,
}
impl<'a> From<WrappedKeyBorrowed<'a>> for WrappedKey {
    fn from(WrappedKeyBorrowed { tenant_id, id, wrapped, wrapped_by }: WrappedKeyBorrowed<'a>) -> Self {
        Self { tenant_id, id, wrapped: wrapped.into(), wrapped_by: wrapped_by.into() }
    }
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct WrappedKeyQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<WrappedKeyBorrowed, tokio_postgres::Error>,
    mapper: fn(WrappedKeyBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> WrappedKeyQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(WrappedKeyBorrowed) -> R) -> WrappedKeyQuery<'c, 'a, 's, C, R, N> {
        WrappedKeyQuery {
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
pub struct DataKeyInUseStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn data_key_in_use() -> DataKeyInUseStmt {
    DataKeyInUseStmt(
        "select tenant_id, id, wrapped, wrapped_by from data_keys where tenant_id = $1 and retired_at is null",
        None,
    )
}
impl DataKeyInUseStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        tenant_id: &'a uuid::Uuid,
    ) -> WrappedKeyQuery<'c, 'a, 's, C, WrappedKey, 1> {
        WrappedKeyQuery {
            client,
            params: [tenant_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<WrappedKeyBorrowed, tokio_postgres::Error> {
                Ok(WrappedKeyBorrowed {
                    tenant_id: row.try_get(0)?,
                    id: row.try_get(1)?,
                    wrapped: row.try_get(2)?,
                    wrapped_by: row.try_get(3)?,
                })
            },
            mapper: |it| WrappedKey::from(it),
        }
    }
}
pub struct CreateDataKeyStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn create_data_key() -> CreateDataKeyStmt {
    CreateDataKeyStmt(
        "insert into data_keys (tenant_id, id, wrapped, wrapped_by, created_at) values ($1, $2, $3, $4, $5) on conflict (tenant_id) where retired_at is null do nothing returning id",
        None,
    )
}
impl CreateDataKeyStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::BytesSql, T2: crate::StringSql>(
        &'s self,
        client: &'c C,
        tenant_id: &'a uuid::Uuid,
        id: &'a uuid::Uuid,
        wrapped: &'a T1,
        wrapped_by: &'a T2,
        now: &'a jiff::Timestamp,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 5> {
        UuidUuidQuery {
            client,
            params: [tenant_id, id, wrapped, wrapped_by, now],
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
        CreateDataKeyParams<T1, T2>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 5>,
        C,
    > for CreateDataKeyStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a CreateDataKeyParams<T1, T2>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 5> {
        self.bind(client, &params.tenant_id, &params.id, &params.wrapped, &params.wrapped_by, &params.now)
    }
}
pub struct DataKeysOfTenantStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn data_keys_of_tenant() -> DataKeysOfTenantStmt {
    DataKeysOfTenantStmt(
        "select tenant_id, id, wrapped, wrapped_by from data_keys where tenant_id = $1 order by retired_at desc nulls first",
        None,
    )
}
impl DataKeysOfTenantStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        tenant_id: &'a uuid::Uuid,
    ) -> WrappedKeyQuery<'c, 'a, 's, C, WrappedKey, 1> {
        WrappedKeyQuery {
            client,
            params: [tenant_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<WrappedKeyBorrowed, tokio_postgres::Error> {
                Ok(WrappedKeyBorrowed {
                    tenant_id: row.try_get(0)?,
                    id: row.try_get(1)?,
                    wrapped: row.try_get(2)?,
                    wrapped_by: row.try_get(3)?,
                })
            },
            mapper: |it| WrappedKey::from(it),
        }
    }
}
pub struct DataKeysByIdStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn data_keys_by_id() -> DataKeysByIdStmt {
    DataKeysByIdStmt(
        "select data_keys.tenant_id, data_keys.id, data_keys.wrapped, data_keys.wrapped_by from unnest($1::uuid[], $2::uuid[]) as wanted (tenant_id, id) join data_keys on data_keys.tenant_id = wanted.tenant_id and data_keys.id = wanted.id",
        None,
    )
}
impl DataKeysByIdStmt {
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
        tenant_ids: &'a T1,
        ids: &'a T2,
    ) -> WrappedKeyQuery<'c, 'a, 's, C, WrappedKey, 2> {
        WrappedKeyQuery {
            client,
            params: [tenant_ids, ids],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<WrappedKeyBorrowed, tokio_postgres::Error> {
                Ok(WrappedKeyBorrowed {
                    tenant_id: row.try_get(0)?,
                    id: row.try_get(1)?,
                    wrapped: row.try_get(2)?,
                    wrapped_by: row.try_get(3)?,
                })
            },
            mapper: |it| WrappedKey::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>, T2: crate::ArraySql<Item = uuid::Uuid>>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        DataKeysByIdParams<T1, T2>,
        WrappedKeyQuery<'c, 'a, 's, C, WrappedKey, 2>,
        C,
    > for DataKeysByIdStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a DataKeysByIdParams<T1, T2>,
    ) -> WrappedKeyQuery<'c, 'a, 's, C, WrappedKey, 2> {
        self.bind(client, &params.tenant_ids, &params.ids)
    }
}
