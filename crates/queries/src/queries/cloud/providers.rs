// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct CreateProviderParams<
    T1: crate::StringSql,
    T2: crate::StringSql,
    T3: crate::JsonSql,
    T4: crate::StringSql,
    T5: crate::BytesSql,
    T6: crate::StringSql,
    T7: crate::StringSql,
    T8: crate::StringSql,
    T9: crate::StringSql,
    T10: crate::JsonSql,
    T11: crate::JsonSql,
    T12: crate::StringSql,
> {
    pub id: uuid::Uuid,
    pub name: T1,
    pub kind: T2,
    pub organization_id: Option<uuid::Uuid>,
    pub config: T3,
    pub auth_method: T4,
    pub credentials_sealed: Option<T5>,
    pub credentials_fingerprint: Option<T6>,
    pub credentials_hint: Option<T7>,
    pub credentials_set_at: Option<jiff::Timestamp>,
    pub external_id: Option<T8>,
    pub status: T9,
    pub verification: Option<T10>,
    pub verify_at: jiff::Timestamp,
    pub guard: T11,
    pub created_by_kind: T12,
    pub created_by_id: Option<uuid::Uuid>,
    pub now: jiff::Timestamp,
    pub quota: i64,
}
#[derive(Debug)]
pub struct ListProvidersParams<T1: crate::StringSql, T2: crate::StringSql, T3: crate::ArraySql<Item = T2>> {
    pub before: uuid::Uuid,
    pub kind: Option<T1>,
    pub statuses: Option<T3>,
    pub organization_id: Option<uuid::Uuid>,
    pub limit: i64,
}
#[derive(Debug)]
pub struct UpdateProviderParams<
    T1: crate::StringSql,
    T2: crate::JsonSql,
    T3: crate::BytesSql,
    T4: crate::StringSql,
    T5: crate::StringSql,
    T6: crate::StringSql,
    T7: crate::JsonSql,
    T8: crate::JsonSql,
> {
    pub name: T1,
    pub organization_id: Option<uuid::Uuid>,
    pub config: T2,
    pub credentials_sealed: Option<T3>,
    pub credentials_fingerprint: Option<T4>,
    pub credentials_hint: Option<T5>,
    pub credentials_set_at: Option<jiff::Timestamp>,
    pub status: T6,
    pub verification: Option<T7>,
    pub verify_at: Option<jiff::Timestamp>,
    pub guard: T8,
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Debug)]
pub struct SetVerificationParams<T1: crate::StringSql, T2: crate::JsonSql> {
    pub status: T1,
    pub verification: T2,
    pub verify_at: jiff::Timestamp,
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Debug)]
pub struct ConfirmVerificationParams<T1: crate::JsonSql> {
    pub verification: T1,
    pub verify_at: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Clone, Copy, Debug)]
pub struct MoveVmsParams {
    pub organization_id: Option<uuid::Uuid>,
    pub now: jiff::Timestamp,
    pub provider_id: uuid::Uuid,
}
#[derive(Clone, Copy, Debug)]
pub struct MoveRegionsParams {
    pub organization_id: Option<uuid::Uuid>,
    pub provider_id: uuid::Uuid,
}
#[derive(Debug, Clone, PartialEq)]
pub struct CloudProvider {
    pub id: uuid::Uuid,
    pub name: String,
    pub kind: String,
    pub organization_id: Option<uuid::Uuid>,
    pub config: serde_json::Value,
    pub auth_method: String,
    pub credentials_fingerprint: Option<String>,
    pub credentials_hint: Option<String>,
    pub credentials_set_at: Option<jiff::Timestamp>,
    pub external_id: Option<String>,
    pub status: String,
    pub verification: Option<serde_json::Value>,
    pub guard: serde_json::Value,
    pub created_by_kind: String,
    pub created_by_id: Option<uuid::Uuid>,
    pub created_at: jiff::Timestamp,
    pub updated_at: jiff::Timestamp,
    pub version: i32,
}
pub struct CloudProviderBorrowed<'a> {
    pub id: uuid::Uuid,
    pub name: &'a str,
    pub kind: &'a str,
    pub organization_id: Option<uuid::Uuid>,
    pub config: postgres_types::Json<&'a serde_json::value::RawValue>,
    pub auth_method: &'a str,
    pub credentials_fingerprint: Option<&'a str>,
    pub credentials_hint: Option<&'a str>,
    pub credentials_set_at: Option<jiff::Timestamp>,
    pub external_id: Option<&'a str>,
    pub status: &'a str,
    pub verification: Option<postgres_types::Json<&'a serde_json::value::RawValue>>,
    pub guard: postgres_types::Json<&'a serde_json::value::RawValue>,
    pub created_by_kind: &'a str,
    pub created_by_id: Option<uuid::Uuid>,
    pub created_at: jiff::Timestamp,
    pub updated_at: jiff::Timestamp,
    pub version: i32,
}
impl<'a> From<CloudProviderBorrowed<'a>> for CloudProvider {
    fn from(
        CloudProviderBorrowed {
            id,
            name,
            kind,
            organization_id,
            config,
            auth_method,
            credentials_fingerprint,
            credentials_hint,
            credentials_set_at,
            external_id,
            status,
            verification,
            guard,
            created_by_kind,
            created_by_id,
            created_at,
            updated_at,
            version,
        }: CloudProviderBorrowed<'a>,
    ) -> Self {
        Self {
            id,
            name: name.into(),
            kind: kind.into(),
            organization_id,
            config: serde_json::from_str(config.0.get()).unwrap(),
            auth_method: auth_method.into(),
            credentials_fingerprint: credentials_fingerprint.map(|v| v.into()),
            credentials_hint: credentials_hint.map(|v| v.into()),
            credentials_set_at,
            external_id: external_id.map(|v| v.into()),
            status: status.into(),
            verification: verification.map(|v| serde_json::from_str(v.0.get()).unwrap()),
            guard: serde_json::from_str(guard.0.get()).unwrap(),
            created_by_kind: created_by_kind.into(),
            created_by_id,
            created_at,
            updated_at,
            version,
        }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct SealedCredentials {
    pub version: i32,
    pub credentials_sealed: Option<Vec<u8>>,
}
pub struct SealedCredentialsBorrowed<'a> {
    pub version: i32,
    pub credentials_sealed: Option<&'a [u8]>,
}
impl<'a> From<SealedCredentialsBorrowed<'a>> for SealedCredentials {
    fn from(SealedCredentialsBorrowed { version, credentials_sealed }: SealedCredentialsBorrowed<'a>) -> Self {
        Self { version, credentials_sealed: credentials_sealed.map(|v| v.into()) }
    }
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct BoolQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<bool, tokio_postgres::Error>,
    mapper: fn(bool) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> BoolQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(bool) -> R) -> BoolQuery<'c, 'a, 's, C, R, N> {
        BoolQuery {
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
pub struct CloudProviderQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<CloudProviderBorrowed, tokio_postgres::Error>,
    mapper: fn(CloudProviderBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> CloudProviderQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(CloudProviderBorrowed) -> R) -> CloudProviderQuery<'c, 'a, 's, C, R, N> {
        CloudProviderQuery {
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
pub struct SealedCredentialsQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<SealedCredentialsBorrowed, tokio_postgres::Error>,
    mapper: fn(SealedCredentialsBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> SealedCredentialsQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(SealedCredentialsBorrowed) -> R) -> SealedCredentialsQuery<'c, 'a, 's, C, R, N> {
        SealedCredentialsQuery {
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
pub struct LockProviderQuotaStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_provider_quota() -> LockProviderQuotaStmt {
    LockProviderQuotaStmt(
        "select true as locked from pg_advisory_xact_lock(hashtextextended('cloud_providers' || app.tenant()::text, 0))",
        None,
    )
}
impl LockProviderQuotaStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(&'s self, client: &'c C) -> BoolQuery<'c, 'a, 's, C, bool, 0> {
        BoolQuery {
            client,
            params: [],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct CreateProviderStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn create_provider() -> CreateProviderStmt {
    CreateProviderStmt(
        "insert into cloud_providers ( id, name, kind, organization_id, config, auth_method, credentials_sealed, credentials_fingerprint, credentials_hint, credentials_set_at, external_id, status, verification, verify_at, guard, created_by_kind, created_by_id, created_at, updated_at ) select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $18 where app.count_cloud_providers() < $19 returning id, name, kind, organization_id, config, auth_method, credentials_fingerprint, credentials_hint, credentials_set_at, external_id, status, verification, guard, created_by_kind, created_by_id, created_at, updated_at, version",
        None,
    )
}
impl CreateProviderStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<
        'c,
        'a,
        's,
        C: GenericClient,
        T1: crate::StringSql,
        T2: crate::StringSql,
        T3: crate::JsonSql,
        T4: crate::StringSql,
        T5: crate::BytesSql,
        T6: crate::StringSql,
        T7: crate::StringSql,
        T8: crate::StringSql,
        T9: crate::StringSql,
        T10: crate::JsonSql,
        T11: crate::JsonSql,
        T12: crate::StringSql,
    >(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
        name: &'a T1,
        kind: &'a T2,
        organization_id: &'a Option<uuid::Uuid>,
        config: &'a T3,
        auth_method: &'a T4,
        credentials_sealed: &'a Option<T5>,
        credentials_fingerprint: &'a Option<T6>,
        credentials_hint: &'a Option<T7>,
        credentials_set_at: &'a Option<jiff::Timestamp>,
        external_id: &'a Option<T8>,
        status: &'a T9,
        verification: &'a Option<T10>,
        verify_at: &'a jiff::Timestamp,
        guard: &'a T11,
        created_by_kind: &'a T12,
        created_by_id: &'a Option<uuid::Uuid>,
        now: &'a jiff::Timestamp,
        quota: &'a i64,
    ) -> CloudProviderQuery<'c, 'a, 's, C, CloudProvider, 19> {
        CloudProviderQuery {
            client,
            params: [
                id,
                name,
                kind,
                organization_id,
                config,
                auth_method,
                credentials_sealed,
                credentials_fingerprint,
                credentials_hint,
                credentials_set_at,
                external_id,
                status,
                verification,
                verify_at,
                guard,
                created_by_kind,
                created_by_id,
                now,
                quota,
            ],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<CloudProviderBorrowed, tokio_postgres::Error> {
                Ok(CloudProviderBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    kind: row.try_get(2)?,
                    organization_id: row.try_get(3)?,
                    config: row.try_get(4)?,
                    auth_method: row.try_get(5)?,
                    credentials_fingerprint: row.try_get(6)?,
                    credentials_hint: row.try_get(7)?,
                    credentials_set_at: row.try_get(8)?,
                    external_id: row.try_get(9)?,
                    status: row.try_get(10)?,
                    verification: row.try_get(11)?,
                    guard: row.try_get(12)?,
                    created_by_kind: row.try_get(13)?,
                    created_by_id: row.try_get(14)?,
                    created_at: row.try_get(15)?,
                    updated_at: row.try_get(16)?,
                    version: row.try_get(17)?,
                })
            },
            mapper: |it| CloudProvider::from(it),
        }
    }
}
impl<
    'c,
    'a,
    's,
    C: GenericClient,
    T1: crate::StringSql,
    T2: crate::StringSql,
    T3: crate::JsonSql,
    T4: crate::StringSql,
    T5: crate::BytesSql,
    T6: crate::StringSql,
    T7: crate::StringSql,
    T8: crate::StringSql,
    T9: crate::StringSql,
    T10: crate::JsonSql,
    T11: crate::JsonSql,
    T12: crate::StringSql,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        CreateProviderParams<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12>,
        CloudProviderQuery<'c, 'a, 's, C, CloudProvider, 19>,
        C,
    > for CreateProviderStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a CreateProviderParams<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12>,
    ) -> CloudProviderQuery<'c, 'a, 's, C, CloudProvider, 19> {
        self.bind(
            client,
            &params.id,
            &params.name,
            &params.kind,
            &params.organization_id,
            &params.config,
            &params.auth_method,
            &params.credentials_sealed,
            &params.credentials_fingerprint,
            &params.credentials_hint,
            &params.credentials_set_at,
            &params.external_id,
            &params.status,
            &params.verification,
            &params.verify_at,
            &params.guard,
            &params.created_by_kind,
            &params.created_by_id,
            &params.now,
            &params.quota,
        )
    }
}
pub struct ListProvidersStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn list_providers() -> ListProvidersStmt {
    ListProvidersStmt(
        "select id, name, kind, organization_id, config, auth_method, credentials_fingerprint, credentials_hint, credentials_set_at, external_id, status, verification, guard, created_by_kind, created_by_id, created_at, updated_at, version from cloud_providers where id < $1 and (kind = $2 or $2::text is null) and (status = any ($3) or $3::text[] is null) and (organization_id = $4 or $4::uuid is null) order by id desc limit $5",
        None,
    )
}
impl ListProvidersStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<
        'c,
        'a,
        's,
        C: GenericClient,
        T1: crate::StringSql,
        T2: crate::StringSql,
        T3: crate::ArraySql<Item = T2>,
    >(
        &'s self,
        client: &'c C,
        before: &'a uuid::Uuid,
        kind: &'a Option<T1>,
        statuses: &'a Option<T3>,
        organization_id: &'a Option<uuid::Uuid>,
        limit: &'a i64,
    ) -> CloudProviderQuery<'c, 'a, 's, C, CloudProvider, 5> {
        CloudProviderQuery {
            client,
            params: [before, kind, statuses, organization_id, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<CloudProviderBorrowed, tokio_postgres::Error> {
                Ok(CloudProviderBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    kind: row.try_get(2)?,
                    organization_id: row.try_get(3)?,
                    config: row.try_get(4)?,
                    auth_method: row.try_get(5)?,
                    credentials_fingerprint: row.try_get(6)?,
                    credentials_hint: row.try_get(7)?,
                    credentials_set_at: row.try_get(8)?,
                    external_id: row.try_get(9)?,
                    status: row.try_get(10)?,
                    verification: row.try_get(11)?,
                    guard: row.try_get(12)?,
                    created_by_kind: row.try_get(13)?,
                    created_by_id: row.try_get(14)?,
                    created_at: row.try_get(15)?,
                    updated_at: row.try_get(16)?,
                    version: row.try_get(17)?,
                })
            },
            mapper: |it| CloudProvider::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql, T3: crate::ArraySql<Item = T2>>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        ListProvidersParams<T1, T2, T3>,
        CloudProviderQuery<'c, 'a, 's, C, CloudProvider, 5>,
        C,
    > for ListProvidersStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ListProvidersParams<T1, T2, T3>,
    ) -> CloudProviderQuery<'c, 'a, 's, C, CloudProvider, 5> {
        self.bind(client, &params.before, &params.kind, &params.statuses, &params.organization_id, &params.limit)
    }
}
pub struct GetProviderStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn get_provider() -> GetProviderStmt {
    GetProviderStmt(
        "select id, name, kind, organization_id, config, auth_method, credentials_fingerprint, credentials_hint, credentials_set_at, external_id, status, verification, guard, created_by_kind, created_by_id, created_at, updated_at, version from cloud_providers where id = $1",
        None,
    )
}
impl GetProviderStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> CloudProviderQuery<'c, 'a, 's, C, CloudProvider, 1> {
        CloudProviderQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<CloudProviderBorrowed, tokio_postgres::Error> {
                Ok(CloudProviderBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    kind: row.try_get(2)?,
                    organization_id: row.try_get(3)?,
                    config: row.try_get(4)?,
                    auth_method: row.try_get(5)?,
                    credentials_fingerprint: row.try_get(6)?,
                    credentials_hint: row.try_get(7)?,
                    credentials_set_at: row.try_get(8)?,
                    external_id: row.try_get(9)?,
                    status: row.try_get(10)?,
                    verification: row.try_get(11)?,
                    guard: row.try_get(12)?,
                    created_by_kind: row.try_get(13)?,
                    created_by_id: row.try_get(14)?,
                    created_at: row.try_get(15)?,
                    updated_at: row.try_get(16)?,
                    version: row.try_get(17)?,
                })
            },
            mapper: |it| CloudProvider::from(it),
        }
    }
}
pub struct ProviderNamedStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn provider_named() -> ProviderNamedStmt {
    ProviderNamedStmt("select id from cloud_providers where name = $1", None)
}
impl ProviderNamedStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        name: &'a T1,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 1> {
        UuidUuidQuery {
            client,
            params: [name],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct LockProviderStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_provider() -> LockProviderStmt {
    LockProviderStmt(
        "select id, name, kind, organization_id, config, auth_method, credentials_fingerprint, credentials_hint, credentials_set_at, external_id, status, verification, guard, created_by_kind, created_by_id, created_at, updated_at, version from cloud_providers where id = $1 for update",
        None,
    )
}
impl LockProviderStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> CloudProviderQuery<'c, 'a, 's, C, CloudProvider, 1> {
        CloudProviderQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<CloudProviderBorrowed, tokio_postgres::Error> {
                Ok(CloudProviderBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    kind: row.try_get(2)?,
                    organization_id: row.try_get(3)?,
                    config: row.try_get(4)?,
                    auth_method: row.try_get(5)?,
                    credentials_fingerprint: row.try_get(6)?,
                    credentials_hint: row.try_get(7)?,
                    credentials_set_at: row.try_get(8)?,
                    external_id: row.try_get(9)?,
                    status: row.try_get(10)?,
                    verification: row.try_get(11)?,
                    guard: row.try_get(12)?,
                    created_by_kind: row.try_get(13)?,
                    created_by_id: row.try_get(14)?,
                    created_at: row.try_get(15)?,
                    updated_at: row.try_get(16)?,
                    version: row.try_get(17)?,
                })
            },
            mapper: |it| CloudProvider::from(it),
        }
    }
}
pub struct SealedCredentialsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn sealed_credentials() -> SealedCredentialsStmt {
    SealedCredentialsStmt("select version, credentials_sealed from cloud_providers where id = $1", None)
}
impl SealedCredentialsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> SealedCredentialsQuery<'c, 'a, 's, C, SealedCredentials, 1> {
        SealedCredentialsQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<SealedCredentialsBorrowed, tokio_postgres::Error> {
                Ok(SealedCredentialsBorrowed { version: row.try_get(0)?, credentials_sealed: row.try_get(1)? })
            },
            mapper: |it| SealedCredentials::from(it),
        }
    }
}
pub struct UpdateProviderStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn update_provider() -> UpdateProviderStmt {
    UpdateProviderStmt(
        "update cloud_providers set name = $1, organization_id = $2, config = $3, credentials_sealed = coalesce($4, credentials_sealed), credentials_fingerprint = $5, credentials_hint = $6, credentials_set_at = $7, status = $8, verification = $9, verify_at = coalesce($10, verify_at), guard = $11, updated_at = $12, version = version + 1 where id = $13 returning id, name, kind, organization_id, config, auth_method, credentials_fingerprint, credentials_hint, credentials_set_at, external_id, status, verification, guard, created_by_kind, created_by_id, created_at, updated_at, version",
        None,
    )
}
impl UpdateProviderStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<
        'c,
        'a,
        's,
        C: GenericClient,
        T1: crate::StringSql,
        T2: crate::JsonSql,
        T3: crate::BytesSql,
        T4: crate::StringSql,
        T5: crate::StringSql,
        T6: crate::StringSql,
        T7: crate::JsonSql,
        T8: crate::JsonSql,
    >(
        &'s self,
        client: &'c C,
        name: &'a T1,
        organization_id: &'a Option<uuid::Uuid>,
        config: &'a T2,
        credentials_sealed: &'a Option<T3>,
        credentials_fingerprint: &'a Option<T4>,
        credentials_hint: &'a Option<T5>,
        credentials_set_at: &'a Option<jiff::Timestamp>,
        status: &'a T6,
        verification: &'a Option<T7>,
        verify_at: &'a Option<jiff::Timestamp>,
        guard: &'a T8,
        now: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
    ) -> CloudProviderQuery<'c, 'a, 's, C, CloudProvider, 13> {
        CloudProviderQuery {
            client,
            params: [
                name,
                organization_id,
                config,
                credentials_sealed,
                credentials_fingerprint,
                credentials_hint,
                credentials_set_at,
                status,
                verification,
                verify_at,
                guard,
                now,
                id,
            ],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<CloudProviderBorrowed, tokio_postgres::Error> {
                Ok(CloudProviderBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    kind: row.try_get(2)?,
                    organization_id: row.try_get(3)?,
                    config: row.try_get(4)?,
                    auth_method: row.try_get(5)?,
                    credentials_fingerprint: row.try_get(6)?,
                    credentials_hint: row.try_get(7)?,
                    credentials_set_at: row.try_get(8)?,
                    external_id: row.try_get(9)?,
                    status: row.try_get(10)?,
                    verification: row.try_get(11)?,
                    guard: row.try_get(12)?,
                    created_by_kind: row.try_get(13)?,
                    created_by_id: row.try_get(14)?,
                    created_at: row.try_get(15)?,
                    updated_at: row.try_get(16)?,
                    version: row.try_get(17)?,
                })
            },
            mapper: |it| CloudProvider::from(it),
        }
    }
}
impl<
    'c,
    'a,
    's,
    C: GenericClient,
    T1: crate::StringSql,
    T2: crate::JsonSql,
    T3: crate::BytesSql,
    T4: crate::StringSql,
    T5: crate::StringSql,
    T6: crate::StringSql,
    T7: crate::JsonSql,
    T8: crate::JsonSql,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        UpdateProviderParams<T1, T2, T3, T4, T5, T6, T7, T8>,
        CloudProviderQuery<'c, 'a, 's, C, CloudProvider, 13>,
        C,
    > for UpdateProviderStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a UpdateProviderParams<T1, T2, T3, T4, T5, T6, T7, T8>,
    ) -> CloudProviderQuery<'c, 'a, 's, C, CloudProvider, 13> {
        self.bind(
            client,
            &params.name,
            &params.organization_id,
            &params.config,
            &params.credentials_sealed,
            &params.credentials_fingerprint,
            &params.credentials_hint,
            &params.credentials_set_at,
            &params.status,
            &params.verification,
            &params.verify_at,
            &params.guard,
            &params.now,
            &params.id,
        )
    }
}
pub struct SetVerificationStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn set_verification() -> SetVerificationStmt {
    SetVerificationStmt(
        "update cloud_providers set status = $1, verification = $2, verify_at = $3, updated_at = $4, version = version + 1 where id = $5 returning id, name, kind, organization_id, config, auth_method, credentials_fingerprint, credentials_hint, credentials_set_at, external_id, status, verification, guard, created_by_kind, created_by_id, created_at, updated_at, version",
        None,
    )
}
impl SetVerificationStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::JsonSql>(
        &'s self,
        client: &'c C,
        status: &'a T1,
        verification: &'a T2,
        verify_at: &'a jiff::Timestamp,
        now: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
    ) -> CloudProviderQuery<'c, 'a, 's, C, CloudProvider, 5> {
        CloudProviderQuery {
            client,
            params: [status, verification, verify_at, now, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<CloudProviderBorrowed, tokio_postgres::Error> {
                Ok(CloudProviderBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    kind: row.try_get(2)?,
                    organization_id: row.try_get(3)?,
                    config: row.try_get(4)?,
                    auth_method: row.try_get(5)?,
                    credentials_fingerprint: row.try_get(6)?,
                    credentials_hint: row.try_get(7)?,
                    credentials_set_at: row.try_get(8)?,
                    external_id: row.try_get(9)?,
                    status: row.try_get(10)?,
                    verification: row.try_get(11)?,
                    guard: row.try_get(12)?,
                    created_by_kind: row.try_get(13)?,
                    created_by_id: row.try_get(14)?,
                    created_at: row.try_get(15)?,
                    updated_at: row.try_get(16)?,
                    version: row.try_get(17)?,
                })
            },
            mapper: |it| CloudProvider::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::JsonSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        SetVerificationParams<T1, T2>,
        CloudProviderQuery<'c, 'a, 's, C, CloudProvider, 5>,
        C,
    > for SetVerificationStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a SetVerificationParams<T1, T2>,
    ) -> CloudProviderQuery<'c, 'a, 's, C, CloudProvider, 5> {
        self.bind(client, &params.status, &params.verification, &params.verify_at, &params.now, &params.id)
    }
}
pub struct ConfirmVerificationStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn confirm_verification() -> ConfirmVerificationStmt {
    ConfirmVerificationStmt(
        "update cloud_providers set verification = $1, verify_at = $2 where id = $3 returning id",
        None,
    )
}
impl ConfirmVerificationStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::JsonSql>(
        &'s self,
        client: &'c C,
        verification: &'a T1,
        verify_at: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        UuidUuidQuery {
            client,
            params: [verification, verify_at, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::JsonSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        ConfirmVerificationParams<T1>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3>,
        C,
    > for ConfirmVerificationStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ConfirmVerificationParams<T1>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        self.bind(client, &params.verification, &params.verify_at, &params.id)
    }
}
pub struct DeleteProviderStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn delete_provider() -> DeleteProviderStmt {
    DeleteProviderStmt("delete from cloud_providers where id = $1 returning id", None)
}
impl DeleteProviderStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 1> {
        UuidUuidQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct MoveVmsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn move_vms() -> MoveVmsStmt {
    MoveVmsStmt(
        "update cloud_vms set organization_id = $1, updated_at = $2, version = version + 1 where provider_id = $3 returning id",
        None,
    )
}
impl MoveVmsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        organization_id: &'a Option<uuid::Uuid>,
        now: &'a jiff::Timestamp,
        provider_id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        UuidUuidQuery {
            client,
            params: [organization_id, now, provider_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, MoveVmsParams, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3>, C>
    for MoveVmsStmt
{
    fn params(&'s self, client: &'c C, params: &'a MoveVmsParams) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        self.bind(client, &params.organization_id, &params.now, &params.provider_id)
    }
}
pub struct MoveRegionsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn move_regions() -> MoveRegionsStmt {
    MoveRegionsStmt("update cloud_regions set organization_id = $1 where provider_id = $2 returning name", None)
}
impl MoveRegionsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        organization_id: &'a Option<uuid::Uuid>,
        provider_id: &'a uuid::Uuid,
    ) -> StringQuery<'c, 'a, 's, C, String, 2> {
        StringQuery {
            client,
            params: [organization_id, provider_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it.into(),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, MoveRegionsParams, StringQuery<'c, 'a, 's, C, String, 2>, C>
    for MoveRegionsStmt
{
    fn params(&'s self, client: &'c C, params: &'a MoveRegionsParams) -> StringQuery<'c, 'a, 's, C, String, 2> {
        self.bind(client, &params.organization_id, &params.provider_id)
    }
}
