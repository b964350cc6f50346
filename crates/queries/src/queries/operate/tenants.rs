// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct CreateTenantParams<
    T1: crate::StringSql,
    T2: crate::StringSql,
    T3: crate::StringSql,
    T4: crate::StringSql,
    T5: crate::StringSql,
    T6: crate::ArraySql<Item = T5>,
    T7: crate::StringSql,
    T8: crate::StringSql,
    T9: crate::StringSql,
    T10: crate::BytesSql,
> {
    pub tenant_id: uuid::Uuid,
    pub name: T1,
    pub domain: T2,
    pub environment: T3,
    pub platform: bool,
    pub routing: T4,
    pub now: jiff::Timestamp,
    pub administrator_id: uuid::Uuid,
    pub scopes: T6,
    pub key_id: uuid::Uuid,
    pub key_name: T7,
    pub key_prefix: T8,
    pub key_last4: T9,
    pub expires_days: i32,
    pub expires_at: jiff::Timestamp,
    pub secret_id: uuid::Uuid,
    pub secret_hash: T10,
}
#[derive(Debug)]
pub struct CreateAdminKeyParams<
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = T1>,
    T3: crate::StringSql,
    T4: crate::StringSql,
    T5: crate::StringSql,
    T6: crate::BytesSql,
> {
    pub scopes: T2,
    pub now: jiff::Timestamp,
    pub tenant_id: uuid::Uuid,
    pub id: uuid::Uuid,
    pub name: T3,
    pub key_prefix: T4,
    pub key_last4: T5,
    pub expires_days: i32,
    pub expires_at: jiff::Timestamp,
    pub secret_id: uuid::Uuid,
    pub secret_hash: T6,
}
#[derive(Debug, Clone, PartialEq)]
pub struct TenantRow {
    pub id: uuid::Uuid,
    pub name: String,
    pub domain: String,
    pub environment: String,
    pub platform: bool,
    pub routing: String,
    pub created_at: jiff::Timestamp,
}
pub struct TenantRowBorrowed<'a> {
    pub id: uuid::Uuid,
    pub name: &'a str,
    pub domain: &'a str,
    pub environment: &'a str,
    pub platform: bool,
    pub routing: &'a str,
    pub created_at: jiff::Timestamp,
}
impl<'a> From<TenantRowBorrowed<'a>> for TenantRow {
    fn from(
        TenantRowBorrowed { id, name, domain, environment, platform, routing, created_at }: TenantRowBorrowed<'a>,
    ) -> Self {
        Self {
            id,
            name: name.into(),
            domain: domain.into(),
            environment: environment.into(),
            platform,
            routing: routing.into(),
            created_at,
        }
    }
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
pub struct TenantRowQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<TenantRowBorrowed, tokio_postgres::Error>,
    mapper: fn(TenantRowBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> TenantRowQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(TenantRowBorrowed) -> R) -> TenantRowQuery<'c, 'a, 's, C, R, N> {
        TenantRowQuery {
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
pub struct CreateTenantStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn create_tenant() -> CreateTenantStmt {
    CreateTenantStmt(
        "with tenant as ( insert into tenants (id, name, domain, environment, platform, routing, created_at) values ($1, $2, $3, $4, $5, $6, $7) returning id ), administrator as ( insert into service_accounts ( tenant_id, id, name, description, scopes, administrator, created_by_kind, created_at, updated_at ) select id, $8, 'Administrator', 'Owns the keys that the operator of the service has made for this tenant.', $9, true, 'operator', $7, $7 from tenant ), log as ( insert into event_logs (tenant_id) select id from tenant ), key as ( insert into api_keys ( tenant_id, id, name, scopes, key_prefix, key_last4, expires_days, expires_at, owner_kind, owner_id, created_by_kind, created_at, updated_at ) select tenant.id, $10, $11, $9, $12, $13, $14, $15, 'service_account', $8, 'operator', $7, $7 from tenant returning tenant_id, id ) insert into api_key_secrets (tenant_id, key_id, id, secret_hash, issued_by_kind, issued_at) select key.tenant_id, key.id, $16, $17, 'operator', $7 from key returning id",
        None,
    )
}
impl CreateTenantStmt {
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
        T4: crate::StringSql,
        T5: crate::StringSql,
        T6: crate::ArraySql<Item = T5>,
        T7: crate::StringSql,
        T8: crate::StringSql,
        T9: crate::StringSql,
        T10: crate::BytesSql,
    >(
        &'s self,
        client: &'c C,
        tenant_id: &'a uuid::Uuid,
        name: &'a T1,
        domain: &'a T2,
        environment: &'a T3,
        platform: &'a bool,
        routing: &'a T4,
        now: &'a jiff::Timestamp,
        administrator_id: &'a uuid::Uuid,
        scopes: &'a T6,
        key_id: &'a uuid::Uuid,
        key_name: &'a T7,
        key_prefix: &'a T8,
        key_last4: &'a T9,
        expires_days: &'a i32,
        expires_at: &'a jiff::Timestamp,
        secret_id: &'a uuid::Uuid,
        secret_hash: &'a T10,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 17> {
        UuidUuidQuery {
            client,
            params: [
                tenant_id,
                name,
                domain,
                environment,
                platform,
                routing,
                now,
                administrator_id,
                scopes,
                key_id,
                key_name,
                key_prefix,
                key_last4,
                expires_days,
                expires_at,
                secret_id,
                secret_hash,
            ],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
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
    T4: crate::StringSql,
    T5: crate::StringSql,
    T6: crate::ArraySql<Item = T5>,
    T7: crate::StringSql,
    T8: crate::StringSql,
    T9: crate::StringSql,
    T10: crate::BytesSql,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        CreateTenantParams<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 17>,
        C,
    > for CreateTenantStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a CreateTenantParams<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 17> {
        self.bind(
            client,
            &params.tenant_id,
            &params.name,
            &params.domain,
            &params.environment,
            &params.platform,
            &params.routing,
            &params.now,
            &params.administrator_id,
            &params.scopes,
            &params.key_id,
            &params.key_name,
            &params.key_prefix,
            &params.key_last4,
            &params.expires_days,
            &params.expires_at,
            &params.secret_id,
            &params.secret_hash,
        )
    }
}
pub struct CreateAdminKeyStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn create_admin_key() -> CreateAdminKeyStmt {
    CreateAdminKeyStmt(
        "with administrator as ( update service_accounts set status = 'active', scopes = $1, organization_ids = null, deleted_at = null, updated_at = $2, version = version + 1 where tenant_id = $3 and administrator returning id ), key as ( insert into api_keys ( tenant_id, id, name, scopes, key_prefix, key_last4, expires_days, expires_at, owner_kind, owner_id, created_by_kind, created_at, updated_at ) select $3, $4, $5, $1, $6, $7, $8, $9, 'service_account', administrator.id, 'operator', $2, $2 from administrator returning tenant_id, id ) insert into api_key_secrets (tenant_id, key_id, id, secret_hash, issued_by_kind, issued_at) select key.tenant_id, key.id, $10, $11, 'operator', $2 from key returning id",
        None,
    )
}
impl CreateAdminKeyStmt {
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
        T2: crate::ArraySql<Item = T1>,
        T3: crate::StringSql,
        T4: crate::StringSql,
        T5: crate::StringSql,
        T6: crate::BytesSql,
    >(
        &'s self,
        client: &'c C,
        scopes: &'a T2,
        now: &'a jiff::Timestamp,
        tenant_id: &'a uuid::Uuid,
        id: &'a uuid::Uuid,
        name: &'a T3,
        key_prefix: &'a T4,
        key_last4: &'a T5,
        expires_days: &'a i32,
        expires_at: &'a jiff::Timestamp,
        secret_id: &'a uuid::Uuid,
        secret_hash: &'a T6,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 11> {
        UuidUuidQuery {
            client,
            params: [
                scopes,
                now,
                tenant_id,
                id,
                name,
                key_prefix,
                key_last4,
                expires_days,
                expires_at,
                secret_id,
                secret_hash,
            ],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<
    'c,
    'a,
    's,
    C: GenericClient,
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = T1>,
    T3: crate::StringSql,
    T4: crate::StringSql,
    T5: crate::StringSql,
    T6: crate::BytesSql,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        CreateAdminKeyParams<T1, T2, T3, T4, T5, T6>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 11>,
        C,
    > for CreateAdminKeyStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a CreateAdminKeyParams<T1, T2, T3, T4, T5, T6>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 11> {
        self.bind(
            client,
            &params.scopes,
            &params.now,
            &params.tenant_id,
            &params.id,
            &params.name,
            &params.key_prefix,
            &params.key_last4,
            &params.expires_days,
            &params.expires_at,
            &params.secret_id,
            &params.secret_hash,
        )
    }
}
pub struct TenantByDomainStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn tenant_by_domain() -> TenantByDomainStmt {
    TenantByDomainStmt(
        "select id, name, domain, environment, platform, routing, created_at from tenants where domain = $1",
        None,
    )
}
impl TenantByDomainStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        domain: &'a T1,
    ) -> TenantRowQuery<'c, 'a, 's, C, TenantRow, 1> {
        TenantRowQuery {
            client,
            params: [domain],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TenantRowBorrowed, tokio_postgres::Error> {
                Ok(TenantRowBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    domain: row.try_get(2)?,
                    environment: row.try_get(3)?,
                    platform: row.try_get(4)?,
                    routing: row.try_get(5)?,
                    created_at: row.try_get(6)?,
                })
            },
            mapper: |it| TenantRow::from(it),
        }
    }
}
pub struct ListTenantsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn list_tenants() -> ListTenantsStmt {
    ListTenantsStmt(
        "select id, name, domain, environment, platform, routing, created_at from tenants order by id",
        None,
    )
}
impl ListTenantsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(&'s self, client: &'c C) -> TenantRowQuery<'c, 'a, 's, C, TenantRow, 0> {
        TenantRowQuery {
            client,
            params: [],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TenantRowBorrowed, tokio_postgres::Error> {
                Ok(TenantRowBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    domain: row.try_get(2)?,
                    environment: row.try_get(3)?,
                    platform: row.try_get(4)?,
                    routing: row.try_get(5)?,
                    created_at: row.try_get(6)?,
                })
            },
            mapper: |it| TenantRow::from(it),
        }
    }
}
