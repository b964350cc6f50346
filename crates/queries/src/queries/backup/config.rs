// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct SetConfigParams<T1: crate::StringSql, T2: crate::JsonSql> {
    pub scope_id: uuid::Uuid,
    pub scope: T1,
    pub organization_id: Option<uuid::Uuid>,
    pub device_id: Option<uuid::Uuid>,
    pub config: Option<T2>,
    pub version: i32,
    pub now: jiff::Timestamp,
}
#[derive(Debug)]
pub struct AddConfigVersionParams<
    T1: crate::StringSql,
    T2: crate::JsonSql,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
    T5: crate::StringSql,
> {
    pub scope_id: uuid::Uuid,
    pub version: i32,
    pub scope: T1,
    pub organization_id: Option<uuid::Uuid>,
    pub config: Option<T2>,
    pub allowed: T4,
    pub actor_kind: T5,
    pub actor_id: Option<uuid::Uuid>,
    pub now: jiff::Timestamp,
}
#[derive(Clone, Copy, Debug)]
pub struct ConfigHistoryParams {
    pub scope_id: uuid::Uuid,
    pub before: i32,
    pub limit: i64,
}
#[derive(Debug)]
pub struct KnownRepositoriesParams<T1: crate::ArraySql<Item = uuid::Uuid>> {
    pub ids: T1,
    pub organization_id: Option<uuid::Uuid>,
}
#[derive(Clone, Copy, Debug)]
pub struct CountDevicesInScopeParams {
    pub organization_id: Option<uuid::Uuid>,
    pub device_id: Option<uuid::Uuid>,
}
#[derive(Debug, Clone, PartialEq)]
pub struct Level {
    pub scope_id: uuid::Uuid,
    pub config: Option<serde_json::Value>,
    pub version: i32,
    pub updated_at: jiff::Timestamp,
}
pub struct LevelBorrowed<'a> {
    pub scope_id: uuid::Uuid,
    pub config: Option<postgres_types::Json<&'a serde_json::value::RawValue>>,
    pub version: i32,
    pub updated_at: jiff::Timestamp,
}
impl<'a> From<LevelBorrowed<'a>> for Level {
    fn from(LevelBorrowed { scope_id, config, version, updated_at }: LevelBorrowed<'a>) -> Self {
        Self { scope_id, config: config.map(|v| serde_json::from_str(v.0.get()).unwrap()), version, updated_at }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct ConfigVersion {
    pub version: i32,
    pub config: Option<serde_json::Value>,
    pub allowed: Vec<String>,
    pub actor_kind: String,
    pub actor_id: Option<uuid::Uuid>,
    pub at: jiff::Timestamp,
}
pub struct ConfigVersionBorrowed<'a> {
    pub version: i32,
    pub config: Option<postgres_types::Json<&'a serde_json::value::RawValue>>,
    pub allowed: crate::ArrayIterator<'a, &'a str>,
    pub actor_kind: &'a str,
    pub actor_id: Option<uuid::Uuid>,
    pub at: jiff::Timestamp,
}
impl<'a> From<ConfigVersionBorrowed<'a>> for ConfigVersion {
    fn from(
        ConfigVersionBorrowed { version, config, allowed, actor_kind, actor_id, at }: ConfigVersionBorrowed<'a>,
    ) -> Self {
        Self {
            version,
            config: config.map(|v| serde_json::from_str(v.0.get()).unwrap()),
            allowed: allowed.map(|v| v.into()).collect(),
            actor_kind: actor_kind.into(),
            actor_id,
            at,
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
pub struct LevelQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<LevelBorrowed, tokio_postgres::Error>,
    mapper: fn(LevelBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> LevelQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(LevelBorrowed) -> R) -> LevelQuery<'c, 'a, 's, C, R, N> {
        LevelQuery {
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
pub struct ConfigVersionQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<ConfigVersionBorrowed, tokio_postgres::Error>,
    mapper: fn(ConfigVersionBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> ConfigVersionQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(ConfigVersionBorrowed) -> R) -> ConfigVersionQuery<'c, 'a, 's, C, R, N> {
        ConfigVersionQuery {
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
pub struct I64Query<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<i64, tokio_postgres::Error>,
    mapper: fn(i64) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> I64Query<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(i64) -> R) -> I64Query<'c, 'a, 's, C, R, N> {
        I64Query {
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
pub struct OrganizationOfDeviceStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn organization_of_device() -> OrganizationOfDeviceStmt {
    OrganizationOfDeviceStmt("select organization_id from devices where id = $1", None)
}
impl OrganizationOfDeviceStmt {
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
pub struct OrganizationExistsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn organization_exists() -> OrganizationExistsStmt {
    OrganizationExistsStmt("select id from organizations where id = $1", None)
}
impl OrganizationExistsStmt {
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
pub struct ConfigLevelsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn config_levels() -> ConfigLevelsStmt {
    ConfigLevelsStmt(
        "select scope_id, config, version, updated_at from backup_configs where scope_id = any ($1::uuid[])",
        None,
    )
}
impl ConfigLevelsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>(
        &'s self,
        client: &'c C,
        scope_ids: &'a T1,
    ) -> LevelQuery<'c, 'a, 's, C, Level, 1> {
        LevelQuery {
            client,
            params: [scope_ids],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<LevelBorrowed, tokio_postgres::Error> {
                Ok(LevelBorrowed {
                    scope_id: row.try_get(0)?,
                    config: row.try_get(1)?,
                    version: row.try_get(2)?,
                    updated_at: row.try_get(3)?,
                })
            },
            mapper: |it| Level::from(it),
        }
    }
}
pub struct LockConfigsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_configs() -> LockConfigsStmt {
    LockConfigsStmt("select true as locked from pg_advisory_xact_lock(hashtextextended(app.tenant()::text, 18))", None)
}
impl LockConfigsStmt {
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
pub struct SetConfigStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn set_config() -> SetConfigStmt {
    SetConfigStmt(
        "insert into backup_configs (scope_id, scope, organization_id, device_id, config, version, updated_at) values ($1, $2, $3, $4, $5, $6, $7) on conflict (tenant_id, scope_id) do update set config = excluded.config, version = excluded.version, updated_at = excluded.updated_at returning version",
        None,
    )
}
impl SetConfigStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::JsonSql>(
        &'s self,
        client: &'c C,
        scope_id: &'a uuid::Uuid,
        scope: &'a T1,
        organization_id: &'a Option<uuid::Uuid>,
        device_id: &'a Option<uuid::Uuid>,
        config: &'a Option<T2>,
        version: &'a i32,
        now: &'a jiff::Timestamp,
    ) -> I32Query<'c, 'a, 's, C, i32, 7> {
        I32Query {
            client,
            params: [scope_id, scope, organization_id, device_id, config, version, now],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::JsonSql>
    crate::client::async_::Params<'c, 'a, 's, SetConfigParams<T1, T2>, I32Query<'c, 'a, 's, C, i32, 7>, C>
    for SetConfigStmt
{
    fn params(&'s self, client: &'c C, params: &'a SetConfigParams<T1, T2>) -> I32Query<'c, 'a, 's, C, i32, 7> {
        self.bind(
            client,
            &params.scope_id,
            &params.scope,
            &params.organization_id,
            &params.device_id,
            &params.config,
            &params.version,
            &params.now,
        )
    }
}
pub struct AddConfigVersionStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn add_config_version() -> AddConfigVersionStmt {
    AddConfigVersionStmt(
        "insert into backup_config_history ( scope_id, version, scope, organization_id, config, allowed, actor_kind, actor_id, at ) values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning version",
        None,
    )
}
impl AddConfigVersionStmt {
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
        T3: crate::StringSql,
        T4: crate::ArraySql<Item = T3>,
        T5: crate::StringSql,
    >(
        &'s self,
        client: &'c C,
        scope_id: &'a uuid::Uuid,
        version: &'a i32,
        scope: &'a T1,
        organization_id: &'a Option<uuid::Uuid>,
        config: &'a Option<T2>,
        allowed: &'a T4,
        actor_kind: &'a T5,
        actor_id: &'a Option<uuid::Uuid>,
        now: &'a jiff::Timestamp,
    ) -> I32Query<'c, 'a, 's, C, i32, 9> {
        I32Query {
            client,
            params: [scope_id, version, scope, organization_id, config, allowed, actor_kind, actor_id, now],
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
    T2: crate::JsonSql,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
    T5: crate::StringSql,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        AddConfigVersionParams<T1, T2, T3, T4, T5>,
        I32Query<'c, 'a, 's, C, i32, 9>,
        C,
    > for AddConfigVersionStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a AddConfigVersionParams<T1, T2, T3, T4, T5>,
    ) -> I32Query<'c, 'a, 's, C, i32, 9> {
        self.bind(
            client,
            &params.scope_id,
            &params.version,
            &params.scope,
            &params.organization_id,
            &params.config,
            &params.allowed,
            &params.actor_kind,
            &params.actor_id,
            &params.now,
        )
    }
}
pub struct ConfigHistoryStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn config_history() -> ConfigHistoryStmt {
    ConfigHistoryStmt(
        "select version, config, allowed, actor_kind, actor_id, at from backup_config_history where scope_id = $1 and version < $2 order by version desc limit $3",
        None,
    )
}
impl ConfigHistoryStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        scope_id: &'a uuid::Uuid,
        before: &'a i32,
        limit: &'a i64,
    ) -> ConfigVersionQuery<'c, 'a, 's, C, ConfigVersion, 3> {
        ConfigVersionQuery {
            client,
            params: [scope_id, before, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ConfigVersionBorrowed, tokio_postgres::Error> {
                Ok(ConfigVersionBorrowed {
                    version: row.try_get(0)?,
                    config: row.try_get(1)?,
                    allowed: row.try_get(2)?,
                    actor_kind: row.try_get(3)?,
                    actor_id: row.try_get(4)?,
                    at: row.try_get(5)?,
                })
            },
            mapper: |it| ConfigVersion::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        ConfigHistoryParams,
        ConfigVersionQuery<'c, 'a, 's, C, ConfigVersion, 3>,
        C,
    > for ConfigHistoryStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ConfigHistoryParams,
    ) -> ConfigVersionQuery<'c, 'a, 's, C, ConfigVersion, 3> {
        self.bind(client, &params.scope_id, &params.before, &params.limit)
    }
}
pub struct KnownRepositoriesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn known_repositories() -> KnownRepositoriesStmt {
    KnownRepositoriesStmt(
        "select id from backup_repositories where id = any ($1::uuid[]) and (organization_id is null or organization_id = $2)",
        None,
    )
}
impl KnownRepositoriesStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>(
        &'s self,
        client: &'c C,
        ids: &'a T1,
        organization_id: &'a Option<uuid::Uuid>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        UuidUuidQuery {
            client,
            params: [ids, organization_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        KnownRepositoriesParams<T1>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2>,
        C,
    > for KnownRepositoriesStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a KnownRepositoriesParams<T1>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        self.bind(client, &params.ids, &params.organization_id)
    }
}
pub struct CountDevicesInScopeStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn count_devices_in_scope() -> CountDevicesInScopeStmt {
    CountDevicesInScopeStmt(
        "select count(*) as devices from devices where retired_at is null and ($1::uuid is null or organization_id = $1) and ($2::uuid is null or id = $2)",
        None,
    )
}
impl CountDevicesInScopeStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        organization_id: &'a Option<uuid::Uuid>,
        device_id: &'a Option<uuid::Uuid>,
    ) -> I64Query<'c, 'a, 's, C, i64, 2> {
        I64Query {
            client,
            params: [organization_id, device_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, CountDevicesInScopeParams, I64Query<'c, 'a, 's, C, i64, 2>, C>
    for CountDevicesInScopeStmt
{
    fn params(&'s self, client: &'c C, params: &'a CountDevicesInScopeParams) -> I64Query<'c, 'a, 's, C, i64, 2> {
        self.bind(client, &params.organization_id, &params.device_id)
    }
}
