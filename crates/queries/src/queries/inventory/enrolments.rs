// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct CreateEnrolmentParams<
    T1: crate::StringSql,
    T2: crate::StringSql,
    T3: crate::StringSql,
    T4: crate::BytesSql,
    T5: crate::StringSql,
> {
    pub id: uuid::Uuid,
    pub organization_id: uuid::Uuid,
    pub name: T1,
    pub token_prefix: T2,
    pub token_last4: T3,
    pub token_hash: T4,
    pub max_devices: i32,
    pub expires_at: Option<jiff::Timestamp>,
    pub created_by_kind: T5,
    pub created_by_id: Option<uuid::Uuid>,
    pub now: jiff::Timestamp,
    pub quota: i64,
}
#[derive(Clone, Copy, Debug)]
pub struct ListEnrolmentsParams {
    pub before: uuid::Uuid,
    pub organization_id: Option<uuid::Uuid>,
    pub limit: i64,
}
#[derive(Clone, Copy, Debug)]
pub struct RevokeEnrolmentParams {
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Debug, Clone, PartialEq)]
pub struct LockEnrolmentQuota {
    pub routing: String,
    pub locked: String,
}
pub struct LockEnrolmentQuotaBorrowed<'a> {
    pub routing: &'a str,
    pub locked: &'a str,
}
impl<'a> From<LockEnrolmentQuotaBorrowed<'a>> for LockEnrolmentQuota {
    fn from(LockEnrolmentQuotaBorrowed { routing, locked }: LockEnrolmentQuotaBorrowed<'a>) -> Self {
        Self { routing: routing.into(), locked: locked.into() }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct Enrolment {
    pub id: uuid::Uuid,
    pub organization_id: uuid::Uuid,
    pub name: String,
    pub token_prefix: String,
    pub token_last4: String,
    pub max_devices: i32,
    pub devices: i32,
    pub expires_at: Option<jiff::Timestamp>,
    pub revoked_at: Option<jiff::Timestamp>,
    pub created_by_kind: String,
    pub created_by_id: Option<uuid::Uuid>,
    pub created_at: jiff::Timestamp,
    pub updated_at: jiff::Timestamp,
    pub version: i32,
}
pub struct EnrolmentBorrowed<'a> {
    pub id: uuid::Uuid,
    pub organization_id: uuid::Uuid,
    pub name: &'a str,
    pub token_prefix: &'a str,
    pub token_last4: &'a str,
    pub max_devices: i32,
    pub devices: i32,
    pub expires_at: Option<jiff::Timestamp>,
    pub revoked_at: Option<jiff::Timestamp>,
    pub created_by_kind: &'a str,
    pub created_by_id: Option<uuid::Uuid>,
    pub created_at: jiff::Timestamp,
    pub updated_at: jiff::Timestamp,
    pub version: i32,
}
impl<'a> From<EnrolmentBorrowed<'a>> for Enrolment {
    fn from(
        EnrolmentBorrowed {
            id,
            organization_id,
            name,
            token_prefix,
            token_last4,
            max_devices,
            devices,
            expires_at,
            revoked_at,
            created_by_kind,
            created_by_id,
            created_at,
            updated_at,
            version,
        }: EnrolmentBorrowed<'a>,
    ) -> Self {
        Self {
            id,
            organization_id,
            name: name.into(),
            token_prefix: token_prefix.into(),
            token_last4: token_last4.into(),
            max_devices,
            devices,
            expires_at,
            revoked_at,
            created_by_kind: created_by_kind.into(),
            created_by_id,
            created_at,
            updated_at,
            version,
        }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct PresentedEnrolment {
    pub tenant_id: uuid::Uuid,
    pub id: uuid::Uuid,
    pub organization_id: uuid::Uuid,
    pub token_hash: Vec<u8>,
    pub expires_at: Option<jiff::Timestamp>,
    pub revoked_at: Option<jiff::Timestamp>,
}
pub struct PresentedEnrolmentBorrowed<'a> {
    pub tenant_id: uuid::Uuid,
    pub id: uuid::Uuid,
    pub organization_id: uuid::Uuid,
    pub token_hash: &'a [u8],
    pub expires_at: Option<jiff::Timestamp>,
    pub revoked_at: Option<jiff::Timestamp>,
}
impl<'a> From<PresentedEnrolmentBorrowed<'a>> for PresentedEnrolment {
    fn from(
        PresentedEnrolmentBorrowed {
            tenant_id,
            id,
            organization_id,
            token_hash,
            expires_at,
            revoked_at,
        }: PresentedEnrolmentBorrowed<'a>,
    ) -> Self {
        Self { tenant_id, id, organization_id, token_hash: token_hash.into(), expires_at, revoked_at }
    }
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct LockEnrolmentQuotaQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<LockEnrolmentQuotaBorrowed, tokio_postgres::Error>,
    mapper: fn(LockEnrolmentQuotaBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> LockEnrolmentQuotaQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(LockEnrolmentQuotaBorrowed) -> R) -> LockEnrolmentQuotaQuery<'c, 'a, 's, C, R, N> {
        LockEnrolmentQuotaQuery {
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
pub struct EnrolmentQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<EnrolmentBorrowed, tokio_postgres::Error>,
    mapper: fn(EnrolmentBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> EnrolmentQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(EnrolmentBorrowed) -> R) -> EnrolmentQuery<'c, 'a, 's, C, R, N> {
        EnrolmentQuery {
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
pub struct PresentedEnrolmentQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<PresentedEnrolmentBorrowed, tokio_postgres::Error>,
    mapper: fn(PresentedEnrolmentBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> PresentedEnrolmentQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(PresentedEnrolmentBorrowed) -> R) -> PresentedEnrolmentQuery<'c, 'a, 's, C, R, N> {
        PresentedEnrolmentQuery {
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
pub struct I32Query<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<i32, tokio_postgres::Error>,
    mapper: fn(i32) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> I32Query<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(i32) -> R) -> I32Query<'c, 'a, 's, C, R, N> {
        I32Query {
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
pub struct LockEnrolmentQuotaStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_enrolment_quota() -> LockEnrolmentQuotaStmt {
    LockEnrolmentQuotaStmt(
        "select routing, pg_advisory_xact_lock(hashtextextended('enrolments' || id::text, 0))::text as locked from tenants",
        None,
    )
}
impl LockEnrolmentQuotaStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
    ) -> LockEnrolmentQuotaQuery<'c, 'a, 's, C, LockEnrolmentQuota, 0> {
        LockEnrolmentQuotaQuery {
            client,
            params: [],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<LockEnrolmentQuotaBorrowed, tokio_postgres::Error> {
                Ok(LockEnrolmentQuotaBorrowed { routing: row.try_get(0)?, locked: row.try_get(1)? })
            },
            mapper: |it| LockEnrolmentQuota::from(it),
        }
    }
}
pub struct CreateEnrolmentStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn create_enrolment() -> CreateEnrolmentStmt {
    CreateEnrolmentStmt(
        "insert into enrolments ( id, organization_id, name, token_prefix, token_last4, token_hash, max_devices, expires_at, created_by_kind, created_by_id, created_at, updated_at ) select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11 where app.live_enrolments() < $12 returning id, organization_id, name, token_prefix, token_last4, max_devices, devices, expires_at, revoked_at, created_by_kind, created_by_id, created_at, updated_at, version",
        None,
    )
}
impl CreateEnrolmentStmt {
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
        T3: crate::StringSql,
        T4: crate::BytesSql,
        T5: crate::StringSql,
    >(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
        organization_id: &'a uuid::Uuid,
        name: &'a T1,
        token_prefix: &'a T2,
        token_last4: &'a T3,
        token_hash: &'a T4,
        max_devices: &'a i32,
        expires_at: &'a Option<jiff::Timestamp>,
        created_by_kind: &'a T5,
        created_by_id: &'a Option<uuid::Uuid>,
        now: &'a jiff::Timestamp,
        quota: &'a i64,
    ) -> EnrolmentQuery<'c, 'a, 's, C, Enrolment, 12> {
        EnrolmentQuery {
            client,
            params: [
                id,
                organization_id,
                name,
                token_prefix,
                token_last4,
                token_hash,
                max_devices,
                expires_at,
                created_by_kind,
                created_by_id,
                now,
                quota,
            ],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<EnrolmentBorrowed, tokio_postgres::Error> {
                Ok(EnrolmentBorrowed {
                    id: row.try_get(0)?,
                    organization_id: row.try_get(1)?,
                    name: row.try_get(2)?,
                    token_prefix: row.try_get(3)?,
                    token_last4: row.try_get(4)?,
                    max_devices: row.try_get(5)?,
                    devices: row.try_get(6)?,
                    expires_at: row.try_get(7)?,
                    revoked_at: row.try_get(8)?,
                    created_by_kind: row.try_get(9)?,
                    created_by_id: row.try_get(10)?,
                    created_at: row.try_get(11)?,
                    updated_at: row.try_get(12)?,
                    version: row.try_get(13)?,
                })
            },
            mapper: |it| Enrolment::from(it),
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
    T3: crate::StringSql,
    T4: crate::BytesSql,
    T5: crate::StringSql,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        CreateEnrolmentParams<T1, T2, T3, T4, T5>,
        EnrolmentQuery<'c, 'a, 's, C, Enrolment, 12>,
        C,
    > for CreateEnrolmentStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a CreateEnrolmentParams<T1, T2, T3, T4, T5>,
    ) -> EnrolmentQuery<'c, 'a, 's, C, Enrolment, 12> {
        self.bind(
            client,
            &params.id,
            &params.organization_id,
            &params.name,
            &params.token_prefix,
            &params.token_last4,
            &params.token_hash,
            &params.max_devices,
            &params.expires_at,
            &params.created_by_kind,
            &params.created_by_id,
            &params.now,
            &params.quota,
        )
    }
}
pub struct ListEnrolmentsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn list_enrolments() -> ListEnrolmentsStmt {
    ListEnrolmentsStmt(
        "select id, organization_id, name, token_prefix, token_last4, max_devices, devices, expires_at, revoked_at, created_by_kind, created_by_id, created_at, updated_at, version from enrolments where id < $1 and ($2::uuid is null or organization_id = $2) order by id desc limit $3",
        None,
    )
}
impl ListEnrolmentsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        before: &'a uuid::Uuid,
        organization_id: &'a Option<uuid::Uuid>,
        limit: &'a i64,
    ) -> EnrolmentQuery<'c, 'a, 's, C, Enrolment, 3> {
        EnrolmentQuery {
            client,
            params: [before, organization_id, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<EnrolmentBorrowed, tokio_postgres::Error> {
                Ok(EnrolmentBorrowed {
                    id: row.try_get(0)?,
                    organization_id: row.try_get(1)?,
                    name: row.try_get(2)?,
                    token_prefix: row.try_get(3)?,
                    token_last4: row.try_get(4)?,
                    max_devices: row.try_get(5)?,
                    devices: row.try_get(6)?,
                    expires_at: row.try_get(7)?,
                    revoked_at: row.try_get(8)?,
                    created_by_kind: row.try_get(9)?,
                    created_by_id: row.try_get(10)?,
                    created_at: row.try_get(11)?,
                    updated_at: row.try_get(12)?,
                    version: row.try_get(13)?,
                })
            },
            mapper: |it| Enrolment::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, ListEnrolmentsParams, EnrolmentQuery<'c, 'a, 's, C, Enrolment, 3>, C>
    for ListEnrolmentsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ListEnrolmentsParams,
    ) -> EnrolmentQuery<'c, 'a, 's, C, Enrolment, 3> {
        self.bind(client, &params.before, &params.organization_id, &params.limit)
    }
}
pub struct GetEnrolmentStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn get_enrolment() -> GetEnrolmentStmt {
    GetEnrolmentStmt(
        "select id, organization_id, name, token_prefix, token_last4, max_devices, devices, expires_at, revoked_at, created_by_kind, created_by_id, created_at, updated_at, version from enrolments where id = $1",
        None,
    )
}
impl GetEnrolmentStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> EnrolmentQuery<'c, 'a, 's, C, Enrolment, 1> {
        EnrolmentQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<EnrolmentBorrowed, tokio_postgres::Error> {
                Ok(EnrolmentBorrowed {
                    id: row.try_get(0)?,
                    organization_id: row.try_get(1)?,
                    name: row.try_get(2)?,
                    token_prefix: row.try_get(3)?,
                    token_last4: row.try_get(4)?,
                    max_devices: row.try_get(5)?,
                    devices: row.try_get(6)?,
                    expires_at: row.try_get(7)?,
                    revoked_at: row.try_get(8)?,
                    created_by_kind: row.try_get(9)?,
                    created_by_id: row.try_get(10)?,
                    created_at: row.try_get(11)?,
                    updated_at: row.try_get(12)?,
                    version: row.try_get(13)?,
                })
            },
            mapper: |it| Enrolment::from(it),
        }
    }
}
pub struct LockEnrolmentStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_enrolment() -> LockEnrolmentStmt {
    LockEnrolmentStmt(
        "select id, organization_id, name, token_prefix, token_last4, max_devices, devices, expires_at, revoked_at, created_by_kind, created_by_id, created_at, updated_at, version from enrolments where id = $1 for update",
        None,
    )
}
impl LockEnrolmentStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> EnrolmentQuery<'c, 'a, 's, C, Enrolment, 1> {
        EnrolmentQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<EnrolmentBorrowed, tokio_postgres::Error> {
                Ok(EnrolmentBorrowed {
                    id: row.try_get(0)?,
                    organization_id: row.try_get(1)?,
                    name: row.try_get(2)?,
                    token_prefix: row.try_get(3)?,
                    token_last4: row.try_get(4)?,
                    max_devices: row.try_get(5)?,
                    devices: row.try_get(6)?,
                    expires_at: row.try_get(7)?,
                    revoked_at: row.try_get(8)?,
                    created_by_kind: row.try_get(9)?,
                    created_by_id: row.try_get(10)?,
                    created_at: row.try_get(11)?,
                    updated_at: row.try_get(12)?,
                    version: row.try_get(13)?,
                })
            },
            mapper: |it| Enrolment::from(it),
        }
    }
}
pub struct RevokeEnrolmentStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn revoke_enrolment() -> RevokeEnrolmentStmt {
    RevokeEnrolmentStmt(
        "update enrolments set revoked_at = $1, updated_at = $1, version = version + 1 where id = $2 returning id, organization_id, name, token_prefix, token_last4, max_devices, devices, expires_at, revoked_at, created_by_kind, created_by_id, created_at, updated_at, version",
        None,
    )
}
impl RevokeEnrolmentStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        now: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
    ) -> EnrolmentQuery<'c, 'a, 's, C, Enrolment, 2> {
        EnrolmentQuery {
            client,
            params: [now, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<EnrolmentBorrowed, tokio_postgres::Error> {
                Ok(EnrolmentBorrowed {
                    id: row.try_get(0)?,
                    organization_id: row.try_get(1)?,
                    name: row.try_get(2)?,
                    token_prefix: row.try_get(3)?,
                    token_last4: row.try_get(4)?,
                    max_devices: row.try_get(5)?,
                    devices: row.try_get(6)?,
                    expires_at: row.try_get(7)?,
                    revoked_at: row.try_get(8)?,
                    created_by_kind: row.try_get(9)?,
                    created_by_id: row.try_get(10)?,
                    created_at: row.try_get(11)?,
                    updated_at: row.try_get(12)?,
                    version: row.try_get(13)?,
                })
            },
            mapper: |it| Enrolment::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, RevokeEnrolmentParams, EnrolmentQuery<'c, 'a, 's, C, Enrolment, 2>, C>
    for RevokeEnrolmentStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a RevokeEnrolmentParams,
    ) -> EnrolmentQuery<'c, 'a, 's, C, Enrolment, 2> {
        self.bind(client, &params.now, &params.id)
    }
}
pub struct EnrolmentByPrefixStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn enrolment_by_prefix() -> EnrolmentByPrefixStmt {
    EnrolmentByPrefixStmt(
        "select tenant_id, id, organization_id, token_hash, expires_at, revoked_at from enrolments where token_prefix = $1 and not exists (select from served_elsewhere where served_elsewhere.tenant_id = enrolments.tenant_id)",
        None,
    )
}
impl EnrolmentByPrefixStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        token_prefix: &'a T1,
    ) -> PresentedEnrolmentQuery<'c, 'a, 's, C, PresentedEnrolment, 1> {
        PresentedEnrolmentQuery {
            client,
            params: [token_prefix],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<PresentedEnrolmentBorrowed, tokio_postgres::Error> {
                Ok(PresentedEnrolmentBorrowed {
                    tenant_id: row.try_get(0)?,
                    id: row.try_get(1)?,
                    organization_id: row.try_get(2)?,
                    token_hash: row.try_get(3)?,
                    expires_at: row.try_get(4)?,
                    revoked_at: row.try_get(5)?,
                })
            },
            mapper: |it| PresentedEnrolment::from(it),
        }
    }
}
pub struct CountDiscoveredDeviceStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn count_discovered_device() -> CountDiscoveredDeviceStmt {
    CountDiscoveredDeviceStmt(
        "update enrolments set devices = devices + 1 where id = $1 and revoked_at is null and devices < max_devices returning devices",
        None,
    )
}
impl CountDiscoveredDeviceStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> I32Query<'c, 'a, 's, C, i32, 1> {
        I32Query {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
