// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct AddSlaVersionParams<T1: crate::JsonSql> {
    pub version: i32,
    pub settings: T1,
    pub now: jiff::Timestamp,
}
#[derive(Clone, Copy, Debug)]
pub struct OverdueTicketsParams {
    pub now: jiff::Timestamp,
    pub limit: i64,
}
#[derive(Clone, Copy, Debug)]
pub struct TicketsCountedByOldSettingsParams {
    pub changed_since: jiff::Timestamp,
    pub limit: i64,
}
#[derive(Debug, Clone, PartialEq)]
pub struct CurrentSla {
    pub version: i32,
    pub settings: serde_json::Value,
    pub created_at: jiff::Timestamp,
}
pub struct CurrentSlaBorrowed<'a> {
    pub version: i32,
    pub settings: postgres_types::Json<&'a serde_json::value::RawValue>,
    pub created_at: jiff::Timestamp,
}
impl<'a> From<CurrentSlaBorrowed<'a>> for CurrentSla {
    fn from(CurrentSlaBorrowed { version, settings, created_at }: CurrentSlaBorrowed<'a>) -> Self {
        Self { version, settings: serde_json::from_str(settings.0.get()).unwrap(), created_at }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct SomeSlaVersions {
    pub version: i32,
    pub settings: serde_json::Value,
}
pub struct SomeSlaVersionsBorrowed<'a> {
    pub version: i32,
    pub settings: postgres_types::Json<&'a serde_json::value::RawValue>,
}
impl<'a> From<SomeSlaVersionsBorrowed<'a>> for SomeSlaVersions {
    fn from(SomeSlaVersionsBorrowed { version, settings }: SomeSlaVersionsBorrowed<'a>) -> Self {
        Self { version, settings: serde_json::from_str(settings.0.get()).unwrap() }
    }
}
#[derive(Debug, Clone, PartialEq, Copy)]
pub struct OverdueTickets {
    pub tenant_id: uuid::Uuid,
    pub id: uuid::Uuid,
}
#[derive(Debug, Clone, PartialEq, Copy)]
pub struct TicketsCountedByOldSettings {
    pub tenant_id: uuid::Uuid,
    pub id: uuid::Uuid,
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct CurrentSlaQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<CurrentSlaBorrowed, tokio_postgres::Error>,
    mapper: fn(CurrentSlaBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> CurrentSlaQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(CurrentSlaBorrowed) -> R) -> CurrentSlaQuery<'c, 'a, 's, C, R, N> {
        CurrentSlaQuery {
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
pub struct SomeSlaVersionsQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<SomeSlaVersionsBorrowed, tokio_postgres::Error>,
    mapper: fn(SomeSlaVersionsBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> SomeSlaVersionsQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(SomeSlaVersionsBorrowed) -> R) -> SomeSlaVersionsQuery<'c, 'a, 's, C, R, N> {
        SomeSlaVersionsQuery {
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
pub struct OverdueTicketsQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<OverdueTickets, tokio_postgres::Error>,
    mapper: fn(OverdueTickets) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> OverdueTicketsQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(OverdueTickets) -> R) -> OverdueTicketsQuery<'c, 'a, 's, C, R, N> {
        OverdueTicketsQuery {
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
pub struct TicketsCountedByOldSettingsQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<TicketsCountedByOldSettings, tokio_postgres::Error>,
    mapper: fn(TicketsCountedByOldSettings) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> TicketsCountedByOldSettingsQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(
        self,
        mapper: fn(TicketsCountedByOldSettings) -> R,
    ) -> TicketsCountedByOldSettingsQuery<'c, 'a, 's, C, R, N> {
        TicketsCountedByOldSettingsQuery {
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
pub struct CurrentSlaStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn current_sla() -> CurrentSlaStmt {
    CurrentSlaStmt("select version, settings, created_at from sla_versions order by version desc limit 1", None)
}
impl CurrentSlaStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
    ) -> CurrentSlaQuery<'c, 'a, 's, C, CurrentSla, 0> {
        CurrentSlaQuery {
            client,
            params: [],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<CurrentSlaBorrowed, tokio_postgres::Error> {
                Ok(CurrentSlaBorrowed {
                    version: row.try_get(0)?,
                    settings: row.try_get(1)?,
                    created_at: row.try_get(2)?,
                })
            },
            mapper: |it| CurrentSla::from(it),
        }
    }
}
pub struct LockSlaStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_sla() -> LockSlaStmt {
    LockSlaStmt("select true as locked from pg_advisory_xact_lock(hashtextextended(app.tenant()::text, 2))", None)
}
impl LockSlaStmt {
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
pub struct AddSlaVersionStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn add_sla_version() -> AddSlaVersionStmt {
    AddSlaVersionStmt(
        "insert into sla_versions (version, settings, created_at) values ($1, $2, $3) returning version",
        None,
    )
}
impl AddSlaVersionStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::JsonSql>(
        &'s self,
        client: &'c C,
        version: &'a i32,
        settings: &'a T1,
        now: &'a jiff::Timestamp,
    ) -> I32Query<'c, 'a, 's, C, i32, 3> {
        I32Query {
            client,
            params: [version, settings, now],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::JsonSql>
    crate::client::async_::Params<'c, 'a, 's, AddSlaVersionParams<T1>, I32Query<'c, 'a, 's, C, i32, 3>, C>
    for AddSlaVersionStmt
{
    fn params(&'s self, client: &'c C, params: &'a AddSlaVersionParams<T1>) -> I32Query<'c, 'a, 's, C, i32, 3> {
        self.bind(client, &params.version, &params.settings, &params.now)
    }
}
pub struct CurrentSlaVersionStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn current_sla_version() -> CurrentSlaVersionStmt {
    CurrentSlaVersionStmt("select coalesce(max(version), 0) as version from sla_versions", None)
}
impl CurrentSlaVersionStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(&'s self, client: &'c C) -> I32Query<'c, 'a, 's, C, i32, 0> {
        I32Query {
            client,
            params: [],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct SomeSlaVersionsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn some_sla_versions() -> SomeSlaVersionsStmt {
    SomeSlaVersionsStmt("select version, settings from sla_versions where version = any ($1::integer[])", None)
}
impl SomeSlaVersionsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = i32>>(
        &'s self,
        client: &'c C,
        versions: &'a T1,
    ) -> SomeSlaVersionsQuery<'c, 'a, 's, C, SomeSlaVersions, 1> {
        SomeSlaVersionsQuery {
            client,
            params: [versions],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<SomeSlaVersionsBorrowed, tokio_postgres::Error> {
                Ok(SomeSlaVersionsBorrowed { version: row.try_get(0)?, settings: row.try_get(1)? })
            },
            mapper: |it| SomeSlaVersions::from(it),
        }
    }
}
pub struct OverdueTicketsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn overdue_tickets() -> OverdueTicketsStmt {
    OverdueTicketsStmt(
        "( select tenant_id, id from tickets where response_due_at <= $1 order by response_due_at limit $2 ) union ( select tenant_id, id from tickets where resolution_due_at <= $1 order by resolution_due_at limit $2 )",
        None,
    )
}
impl OverdueTicketsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        now: &'a jiff::Timestamp,
        limit: &'a i64,
    ) -> OverdueTicketsQuery<'c, 'a, 's, C, OverdueTickets, 2> {
        OverdueTicketsQuery {
            client,
            params: [now, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<OverdueTickets, tokio_postgres::Error> {
                Ok(OverdueTickets { tenant_id: row.try_get(0)?, id: row.try_get(1)? })
            },
            mapper: |it| OverdueTickets::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        OverdueTicketsParams,
        OverdueTicketsQuery<'c, 'a, 's, C, OverdueTickets, 2>,
        C,
    > for OverdueTicketsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a OverdueTicketsParams,
    ) -> OverdueTicketsQuery<'c, 'a, 's, C, OverdueTickets, 2> {
        self.bind(client, &params.now, &params.limit)
    }
}
pub struct TicketsCountedByOldSettingsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn tickets_counted_by_old_settings() -> TicketsCountedByOldSettingsStmt {
    TicketsCountedByOldSettingsStmt(
        "select changed.tenant_id, outdated.id from ( select tenant_id, max(version) as version from sla_versions where created_at >= $1 group by tenant_id ) as changed cross join lateral ( select id from tickets where tickets.tenant_id = changed.tenant_id and tickets.sla_version < changed.version and tickets.status not in ('resolved', 'closed', 'canceled', 'merged') limit $2 ) as outdated limit $2",
        None,
    )
}
impl TicketsCountedByOldSettingsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        changed_since: &'a jiff::Timestamp,
        limit: &'a i64,
    ) -> TicketsCountedByOldSettingsQuery<'c, 'a, 's, C, TicketsCountedByOldSettings, 2> {
        TicketsCountedByOldSettingsQuery {
            client,
            params: [changed_since, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TicketsCountedByOldSettings, tokio_postgres::Error> {
                Ok(TicketsCountedByOldSettings { tenant_id: row.try_get(0)?, id: row.try_get(1)? })
            },
            mapper: |it| TicketsCountedByOldSettings::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        TicketsCountedByOldSettingsParams,
        TicketsCountedByOldSettingsQuery<'c, 'a, 's, C, TicketsCountedByOldSettings, 2>,
        C,
    > for TicketsCountedByOldSettingsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a TicketsCountedByOldSettingsParams,
    ) -> TicketsCountedByOldSettingsQuery<'c, 'a, 's, C, TicketsCountedByOldSettings, 2> {
        self.bind(client, &params.changed_since, &params.limit)
    }
}
