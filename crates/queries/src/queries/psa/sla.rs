// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct AddSlaVersionParams<T1: crate::JsonSql> {
    pub policy_id: Option<uuid::Uuid>,
    pub settings: T1,
    pub now: jiff::Timestamp,
}
#[derive(Clone, Copy, Debug)]
pub struct SlaVersionAtParams {
    pub organization_id: Option<uuid::Uuid>,
    pub at: jiff::Timestamp,
}
#[derive(Clone, Copy, Debug)]
pub struct SlaTermsParams {
    pub organization_id: Option<uuid::Uuid>,
    pub since: jiff::Timestamp,
    pub now: jiff::Timestamp,
}
#[derive(Clone, Copy, Debug)]
pub struct TicketsToCheckParams {
    pub now: jiff::Timestamp,
    pub limit: i64,
}
#[derive(Clone, Copy, Debug)]
pub struct TicketsCountedByOldSettingsParams {
    pub now: jiff::Timestamp,
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
#[derive(Debug, Clone, PartialEq, Copy)]
pub struct SlaTerms {
    pub at: jiff::Timestamp,
    pub version: i32,
}
#[derive(Debug, Clone, PartialEq, Copy)]
pub struct SlaTermsOfTickets {
    pub ticket_id: uuid::Uuid,
    pub at: jiff::Timestamp,
    pub version: i32,
}
#[derive(Debug, Clone, PartialEq)]
pub struct SomeSlaVersions {
    pub version: i32,
    pub policy_id: Option<uuid::Uuid>,
    pub settings: serde_json::Value,
}
pub struct SomeSlaVersionsBorrowed<'a> {
    pub version: i32,
    pub policy_id: Option<uuid::Uuid>,
    pub settings: postgres_types::Json<&'a serde_json::value::RawValue>,
}
impl<'a> From<SomeSlaVersionsBorrowed<'a>> for SomeSlaVersions {
    fn from(SomeSlaVersionsBorrowed { version, policy_id, settings }: SomeSlaVersionsBorrowed<'a>) -> Self {
        Self { version, policy_id, settings: serde_json::from_str(settings.0.get()).unwrap() }
    }
}
#[derive(Debug, Clone, PartialEq, Copy)]
pub struct TicketsToCheck {
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
pub struct SlaTermsQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<SlaTerms, tokio_postgres::Error>,
    mapper: fn(SlaTerms) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> SlaTermsQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(SlaTerms) -> R) -> SlaTermsQuery<'c, 'a, 's, C, R, N> {
        SlaTermsQuery {
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
pub struct SlaTermsOfTicketsQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<SlaTermsOfTickets, tokio_postgres::Error>,
    mapper: fn(SlaTermsOfTickets) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> SlaTermsOfTicketsQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(SlaTermsOfTickets) -> R) -> SlaTermsOfTicketsQuery<'c, 'a, 's, C, R, N> {
        SlaTermsOfTicketsQuery {
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
pub struct TicketsToCheckQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<TicketsToCheck, tokio_postgres::Error>,
    mapper: fn(TicketsToCheck) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> TicketsToCheckQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(TicketsToCheck) -> R) -> TicketsToCheckQuery<'c, 'a, 's, C, R, N> {
        TicketsToCheckQuery {
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
    CurrentSlaStmt(
        "select version, settings, created_at from sla_versions where policy_id is null order by version desc limit 1",
        None,
    )
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
        "insert into sla_versions (version, policy_id, settings, created_at) select coalesce(max(version), 0) + 1, $1, $2, $3 from sla_versions returning version",
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
        policy_id: &'a Option<uuid::Uuid>,
        settings: &'a T1,
        now: &'a jiff::Timestamp,
    ) -> I32Query<'c, 'a, 's, C, i32, 3> {
        I32Query {
            client,
            params: [policy_id, settings, now],
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
        self.bind(client, &params.policy_id, &params.settings, &params.now)
    }
}
pub struct SlaVersionAtStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn sla_version_at() -> SlaVersionAtStmt {
    SlaVersionAtStmt("select app.sla_version_at(app.tenant(), $1, $2) as version", None)
}
impl SlaVersionAtStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        organization_id: &'a Option<uuid::Uuid>,
        at: &'a jiff::Timestamp,
    ) -> I32Query<'c, 'a, 's, C, i32, 2> {
        I32Query {
            client,
            params: [organization_id, at],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, SlaVersionAtParams, I32Query<'c, 'a, 's, C, i32, 2>, C>
    for SlaVersionAtStmt
{
    fn params(&'s self, client: &'c C, params: &'a SlaVersionAtParams) -> I32Query<'c, 'a, 's, C, i32, 2> {
        self.bind(client, &params.organization_id, &params.at)
    }
}
pub struct SlaTermsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn sla_terms() -> SlaTermsStmt {
    SlaTermsStmt(
        "select boundary.at, app.sla_version_at(app.tenant(), $1, boundary.at) as version from ( select created_at as at from sla_versions where created_at > $2 and created_at <= $3 union select contract_at from sla_contracts cross join lateral unnest( array[greatest(starts_at, created_at), greatest(ends_at, updated_at), deleted_at] ) as contract_at where organization_id = $1 and contract_at > $2 and contract_at <= $3 union select $3 ) as boundary order by boundary.at",
        None,
    )
}
impl SlaTermsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        organization_id: &'a Option<uuid::Uuid>,
        since: &'a jiff::Timestamp,
        now: &'a jiff::Timestamp,
    ) -> SlaTermsQuery<'c, 'a, 's, C, SlaTerms, 3> {
        SlaTermsQuery {
            client,
            params: [organization_id, since, now],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<SlaTerms, tokio_postgres::Error> {
                Ok(SlaTerms { at: row.try_get(0)?, version: row.try_get(1)? })
            },
            mapper: |it| SlaTerms::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, SlaTermsParams, SlaTermsQuery<'c, 'a, 's, C, SlaTerms, 3>, C>
    for SlaTermsStmt
{
    fn params(&'s self, client: &'c C, params: &'a SlaTermsParams) -> SlaTermsQuery<'c, 'a, 's, C, SlaTerms, 3> {
        self.bind(client, &params.organization_id, &params.since, &params.now)
    }
}
pub struct SlaTermsOfTicketsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn sla_terms_of_tickets() -> SlaTermsOfTicketsStmt {
    SlaTermsOfTicketsStmt(
        "select ticket.id as ticket_id, boundary.at, app.sla_version_at(app.tenant(), ticket.organization_id, boundary.at) as version from ( select id, organization_id, least(response_counted_until, resolution_counted_until) as counted_until from tickets where id = any ($1::uuid[]) ) as ticket cross join lateral ( select ticket.counted_until as at union select created_at from sla_versions where created_at > ticket.counted_until union select contract_at from sla_contracts cross join lateral unnest( array[greatest(starts_at, created_at), greatest(ends_at, updated_at), deleted_at] ) as contract_at where organization_id = ticket.organization_id and contract_at > ticket.counted_until ) as boundary order by ticket.id, boundary.at",
        None,
    )
}
impl SlaTermsOfTicketsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>(
        &'s self,
        client: &'c C,
        ids: &'a T1,
    ) -> SlaTermsOfTicketsQuery<'c, 'a, 's, C, SlaTermsOfTickets, 1> {
        SlaTermsOfTicketsQuery {
            client,
            params: [ids],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<SlaTermsOfTickets, tokio_postgres::Error> {
                Ok(SlaTermsOfTickets { ticket_id: row.try_get(0)?, at: row.try_get(1)?, version: row.try_get(2)? })
            },
            mapper: |it| SlaTermsOfTickets::from(it),
        }
    }
}
pub struct SomeSlaVersionsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn some_sla_versions() -> SomeSlaVersionsStmt {
    SomeSlaVersionsStmt(
        "select version, policy_id, settings from sla_versions where version = any ($1::integer[])",
        None,
    )
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
                Ok(SomeSlaVersionsBorrowed {
                    version: row.try_get(0)?,
                    policy_id: row.try_get(1)?,
                    settings: row.try_get(2)?,
                })
            },
            mapper: |it| SomeSlaVersions::from(it),
        }
    }
}
pub struct TicketsToCheckStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn tickets_to_check() -> TicketsToCheckStmt {
    TicketsToCheckStmt(
        "select tenant_id, id from tickets where sla_check_at <= $1 order by sla_check_at limit $2",
        None,
    )
}
impl TicketsToCheckStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        now: &'a jiff::Timestamp,
        limit: &'a i64,
    ) -> TicketsToCheckQuery<'c, 'a, 's, C, TicketsToCheck, 2> {
        TicketsToCheckQuery {
            client,
            params: [now, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TicketsToCheck, tokio_postgres::Error> {
                Ok(TicketsToCheck { tenant_id: row.try_get(0)?, id: row.try_get(1)? })
            },
            mapper: |it| TicketsToCheck::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        TicketsToCheckParams,
        TicketsToCheckQuery<'c, 'a, 's, C, TicketsToCheck, 2>,
        C,
    > for TicketsToCheckStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a TicketsToCheckParams,
    ) -> TicketsToCheckQuery<'c, 'a, 's, C, TicketsToCheck, 2> {
        self.bind(client, &params.now, &params.limit)
    }
}
pub struct TicketsCountedByOldSettingsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn tickets_counted_by_old_settings() -> TicketsCountedByOldSettingsStmt {
    TicketsCountedByOldSettingsStmt(
        "with changed as materialized ( select tenant_id, app.sla_version_at(tenant_id, null, $1) as version from ( select tenant_id from sla_versions where created_at >= $2 union select tenant_id from sla_contracts where updated_at >= $2 union select tenant_id from sla_contracts where starts_at between $2 and $1 union select tenant_id from sla_contracts where ends_at between $2 and $1 ) as tenant ), customers as materialized ( select contract.tenant_id, contract.organization_id, app.sla_version_at(contract.tenant_id, contract.organization_id, $1) as version from ( select distinct sla_contracts.tenant_id, sla_contracts.organization_id from changed join sla_contracts on sla_contracts.tenant_id = changed.tenant_id ) as contract ) select tickets.tenant_id, tickets.id from changed join tickets on tickets.tenant_id = changed.tenant_id left join customers on customers.tenant_id = tickets.tenant_id and customers.organization_id = tickets.organization_id where tickets.status not in ('resolved', 'closed', 'canceled', 'merged') and tickets.sla_version <> coalesce(customers.version, changed.version) limit $3",
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
        now: &'a jiff::Timestamp,
        changed_since: &'a jiff::Timestamp,
        limit: &'a i64,
    ) -> TicketsCountedByOldSettingsQuery<'c, 'a, 's, C, TicketsCountedByOldSettings, 3> {
        TicketsCountedByOldSettingsQuery {
            client,
            params: [now, changed_since, limit],
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
        TicketsCountedByOldSettingsQuery<'c, 'a, 's, C, TicketsCountedByOldSettings, 3>,
        C,
    > for TicketsCountedByOldSettingsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a TicketsCountedByOldSettingsParams,
    ) -> TicketsCountedByOldSettingsQuery<'c, 'a, 's, C, TicketsCountedByOldSettings, 3> {
        self.bind(client, &params.now, &params.changed_since, &params.limit)
    }
}
