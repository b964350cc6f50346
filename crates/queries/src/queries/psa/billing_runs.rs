// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct BeginBillingRunParams<T1: crate::StringSql, T2: crate::StringSql> {
    pub id: uuid::Uuid,
    pub name: T1,
    pub organization_id: Option<uuid::Uuid>,
    pub until: jiff::Timestamp,
    pub created_by_kind: T2,
    pub created_by_id: Option<uuid::Uuid>,
    pub now: jiff::Timestamp,
}
#[derive(Debug)]
pub struct BillTimeEntriesParams<T1: crate::StringSql> {
    pub until: jiff::Timestamp,
    pub organization_id: Option<uuid::Uuid>,
    pub limit: i64,
    pub name: T1,
    pub now: jiff::Timestamp,
}
#[derive(Debug)]
pub struct EndBillingRunParams<T1: crate::JsonSql> {
    pub totals: T1,
    pub id: uuid::Uuid,
}
#[derive(Debug, Clone, PartialEq)]
pub struct BillingRunRow {
    pub id: uuid::Uuid,
    pub name: String,
    pub organization_id: Option<uuid::Uuid>,
    pub until: jiff::Timestamp,
    pub totals: serde_json::Value,
    pub created_by_kind: String,
    pub created_by_id: Option<uuid::Uuid>,
    pub created_at: jiff::Timestamp,
}
pub struct BillingRunRowBorrowed<'a> {
    pub id: uuid::Uuid,
    pub name: &'a str,
    pub organization_id: Option<uuid::Uuid>,
    pub until: jiff::Timestamp,
    pub totals: postgres_types::Json<&'a serde_json::value::RawValue>,
    pub created_by_kind: &'a str,
    pub created_by_id: Option<uuid::Uuid>,
    pub created_at: jiff::Timestamp,
}
impl<'a> From<BillingRunRowBorrowed<'a>> for BillingRunRow {
    fn from(
        BillingRunRowBorrowed {
            id,
            name,
            organization_id,
            until,
            totals,
            created_by_kind,
            created_by_id,
            created_at,
        }: BillingRunRowBorrowed<'a>,
    ) -> Self {
        Self {
            id,
            name: name.into(),
            organization_id,
            until,
            totals: serde_json::from_str(totals.0.get()).unwrap(),
            created_by_kind: created_by_kind.into(),
            created_by_id,
            created_at,
        }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct BillTimeEntries {
    pub organization_id: Option<uuid::Uuid>,
    pub rate_class: String,
    pub entries: i64,
    pub billable_seconds: i64,
    pub seconds: i64,
}
pub struct BillTimeEntriesBorrowed<'a> {
    pub organization_id: Option<uuid::Uuid>,
    pub rate_class: &'a str,
    pub entries: i64,
    pub billable_seconds: i64,
    pub seconds: i64,
}
impl<'a> From<BillTimeEntriesBorrowed<'a>> for BillTimeEntries {
    fn from(
        BillTimeEntriesBorrowed {
            organization_id,
            rate_class,
            entries,
            billable_seconds,
            seconds,
        }: BillTimeEntriesBorrowed<'a>,
    ) -> Self {
        Self { organization_id, rate_class: rate_class.into(), entries, billable_seconds, seconds }
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
pub struct BillingRunRowQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<BillingRunRowBorrowed, tokio_postgres::Error>,
    mapper: fn(BillingRunRowBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> BillingRunRowQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(BillingRunRowBorrowed) -> R) -> BillingRunRowQuery<'c, 'a, 's, C, R, N> {
        BillingRunRowQuery {
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
pub struct BillTimeEntriesQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<BillTimeEntriesBorrowed, tokio_postgres::Error>,
    mapper: fn(BillTimeEntriesBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> BillTimeEntriesQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(BillTimeEntriesBorrowed) -> R) -> BillTimeEntriesQuery<'c, 'a, 's, C, R, N> {
        BillTimeEntriesQuery {
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
pub struct BeginBillingRunStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn begin_billing_run() -> BeginBillingRunStmt {
    BeginBillingRunStmt(
        "insert into billing_runs ( id, name, organization_id, until, totals, created_by_kind, created_by_id, created_at ) values ($1, $2, $3, $4, '[]', $5, $6, $7) on conflict (tenant_id, name) do nothing returning id",
        None,
    )
}
impl BeginBillingRunStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
        name: &'a T1,
        organization_id: &'a Option<uuid::Uuid>,
        until: &'a jiff::Timestamp,
        created_by_kind: &'a T2,
        created_by_id: &'a Option<uuid::Uuid>,
        now: &'a jiff::Timestamp,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 7> {
        UuidUuidQuery {
            client,
            params: [id, name, organization_id, until, created_by_kind, created_by_id, now],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        BeginBillingRunParams<T1, T2>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 7>,
        C,
    > for BeginBillingRunStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a BeginBillingRunParams<T1, T2>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 7> {
        self.bind(
            client,
            &params.id,
            &params.name,
            &params.organization_id,
            &params.until,
            &params.created_by_kind,
            &params.created_by_id,
            &params.now,
        )
    }
}
pub struct GetBillingRunStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn get_billing_run() -> GetBillingRunStmt {
    GetBillingRunStmt(
        "select id, name, organization_id, until, totals, created_by_kind, created_by_id, created_at from billing_runs where name = $1",
        None,
    )
}
impl GetBillingRunStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        name: &'a T1,
    ) -> BillingRunRowQuery<'c, 'a, 's, C, BillingRunRow, 1> {
        BillingRunRowQuery {
            client,
            params: [name],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<BillingRunRowBorrowed, tokio_postgres::Error> {
                Ok(BillingRunRowBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    organization_id: row.try_get(2)?,
                    until: row.try_get(3)?,
                    totals: row.try_get(4)?,
                    created_by_kind: row.try_get(5)?,
                    created_by_id: row.try_get(6)?,
                    created_at: row.try_get(7)?,
                })
            },
            mapper: |it| BillingRunRow::from(it),
        }
    }
}
pub struct BillTimeEntriesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn bill_time_entries() -> BillTimeEntriesStmt {
    BillTimeEntriesStmt(
        "with due as ( select id from time_entries where billing_run is null and ended_at is not null and started_at < $1 and ($2::uuid is null or organization_id = $2) order by id limit $3 for update ), billed as ( update time_entries set billing_run = $4, updated_at = $5, version = version + 1 from due where time_entries.id = due.id returning time_entries.organization_id, time_entries.rate_class, time_entries.billable, time_entries.duration_seconds ) select organization_id, rate_class, count(*) as entries, coalesce(sum(duration_seconds) filter (where billable), 0)::bigint as billable_seconds, coalesce(sum(duration_seconds), 0)::bigint as seconds from billed group by organization_id, rate_class",
        None,
    )
}
impl BillTimeEntriesStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        until: &'a jiff::Timestamp,
        organization_id: &'a Option<uuid::Uuid>,
        limit: &'a i64,
        name: &'a T1,
        now: &'a jiff::Timestamp,
    ) -> BillTimeEntriesQuery<'c, 'a, 's, C, BillTimeEntries, 5> {
        BillTimeEntriesQuery {
            client,
            params: [until, organization_id, limit, name, now],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<BillTimeEntriesBorrowed, tokio_postgres::Error> {
                Ok(BillTimeEntriesBorrowed {
                    organization_id: row.try_get(0)?,
                    rate_class: row.try_get(1)?,
                    entries: row.try_get(2)?,
                    billable_seconds: row.try_get(3)?,
                    seconds: row.try_get(4)?,
                })
            },
            mapper: |it| BillTimeEntries::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        BillTimeEntriesParams<T1>,
        BillTimeEntriesQuery<'c, 'a, 's, C, BillTimeEntries, 5>,
        C,
    > for BillTimeEntriesStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a BillTimeEntriesParams<T1>,
    ) -> BillTimeEntriesQuery<'c, 'a, 's, C, BillTimeEntries, 5> {
        self.bind(client, &params.until, &params.organization_id, &params.limit, &params.name, &params.now)
    }
}
pub struct EndBillingRunStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn end_billing_run() -> EndBillingRunStmt {
    EndBillingRunStmt(
        "update billing_runs set totals = $1 where id = $2 returning id, name, organization_id, until, totals, created_by_kind, created_by_id, created_at",
        None,
    )
}
impl EndBillingRunStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::JsonSql>(
        &'s self,
        client: &'c C,
        totals: &'a T1,
        id: &'a uuid::Uuid,
    ) -> BillingRunRowQuery<'c, 'a, 's, C, BillingRunRow, 2> {
        BillingRunRowQuery {
            client,
            params: [totals, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<BillingRunRowBorrowed, tokio_postgres::Error> {
                Ok(BillingRunRowBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    organization_id: row.try_get(2)?,
                    until: row.try_get(3)?,
                    totals: row.try_get(4)?,
                    created_by_kind: row.try_get(5)?,
                    created_by_id: row.try_get(6)?,
                    created_at: row.try_get(7)?,
                })
            },
            mapper: |it| BillingRunRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::JsonSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        EndBillingRunParams<T1>,
        BillingRunRowQuery<'c, 'a, 's, C, BillingRunRow, 2>,
        C,
    > for EndBillingRunStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a EndBillingRunParams<T1>,
    ) -> BillingRunRowQuery<'c, 'a, 's, C, BillingRunRow, 2> {
        self.bind(client, &params.totals, &params.id)
    }
}
