// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct SoftwareTitlesParams<
    T1: crate::StringSql,
    T2: crate::StringSql,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = uuid::Uuid>,
> {
    pub name_prefix: Option<T1>,
    pub after_name: Option<T2>,
    pub after_publisher: Option<T3>,
    pub organization_ids: T4,
    pub limit: i64,
}
#[derive(Debug, Clone, PartialEq)]
pub struct Title {
    pub name_key: String,
    pub publisher: String,
    pub name: String,
    pub version_count: i64,
    pub device_count: i64,
    pub versions: Vec<String>,
    pub device_counts: Vec<i64>,
}
pub struct TitleBorrowed<'a> {
    pub name_key: &'a str,
    pub publisher: &'a str,
    pub name: &'a str,
    pub version_count: i64,
    pub device_count: i64,
    pub versions: crate::ArrayIterator<'a, &'a str>,
    pub device_counts: crate::ArrayIterator<'a, i64>,
}
impl<'a> From<TitleBorrowed<'a>> for Title {
    fn from(
        TitleBorrowed {
            name_key,
            publisher,
            name,
            version_count,
            device_count,
            versions,
            device_counts,
        }: TitleBorrowed<'a>,
    ) -> Self {
        Self {
            name_key: name_key.into(),
            publisher: publisher.into(),
            name: name.into(),
            version_count,
            device_count,
            versions: versions.map(|v| v.into()).collect(),
            device_counts: device_counts.map(|v| v).collect(),
        }
    }
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct TitleQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<TitleBorrowed, tokio_postgres::Error>,
    mapper: fn(TitleBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> TitleQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(TitleBorrowed) -> R) -> TitleQuery<'c, 'a, 's, C, R, N> {
        TitleQuery {
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
pub struct SoftwareTitlesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn software_titles() -> SoftwareTitlesStmt {
    SoftwareTitlesStmt(
        "select page.name_key, page.publisher, counted.name, counted.version_count, counted.device_count, counted.versions, counted.device_counts from ( select software.name_key, software.publisher from software where ($1::text is null or software.name_key ^@ $1) and ( $2::text is null or (software.name_key, software.publisher) > ($2, $3::text) ) and exists ( select from device_software where device_software.software_id = software.id and ( cardinality($4::uuid[]) = 0 or device_software.organization_id = any ($4) ) ) group by software.name_key, software.publisher order by software.name_key, software.publisher limit $5 ) as page cross join lateral ( select min(version.name) as name, count(*) as version_count, case when count(*) = 1 then max(version.device_count) else ( select count(distinct device_software.device_id) from device_software where device_software.software_id = any (array_agg(version.id)) and ( cardinality($4) = 0 or device_software.organization_id = any ($4) ) ) end as device_count, array_agg(version.version order by version.device_count desc, version.version) as versions, array_agg(version.device_count order by version.device_count desc, version.version) as device_counts from ( select software.id, software.name, software.version, counted.device_count from software cross join lateral ( select count(*) as device_count from device_software where device_software.software_id = software.id and ( cardinality($4) = 0 or device_software.organization_id = any ($4) ) ) as counted where software.name_key = page.name_key and software.publisher = page.publisher and counted.device_count > 0 ) as version ) as counted order by page.name_key, page.publisher",
        None,
    )
}
impl SoftwareTitlesStmt {
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
        T4: crate::ArraySql<Item = uuid::Uuid>,
    >(
        &'s self,
        client: &'c C,
        name_prefix: &'a Option<T1>,
        after_name: &'a Option<T2>,
        after_publisher: &'a Option<T3>,
        organization_ids: &'a T4,
        limit: &'a i64,
    ) -> TitleQuery<'c, 'a, 's, C, Title, 5> {
        TitleQuery {
            client,
            params: [name_prefix, after_name, after_publisher, organization_ids, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TitleBorrowed, tokio_postgres::Error> {
                Ok(TitleBorrowed {
                    name_key: row.try_get(0)?,
                    publisher: row.try_get(1)?,
                    name: row.try_get(2)?,
                    version_count: row.try_get(3)?,
                    device_count: row.try_get(4)?,
                    versions: row.try_get(5)?,
                    device_counts: row.try_get(6)?,
                })
            },
            mapper: |it| Title::from(it),
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
    T4: crate::ArraySql<Item = uuid::Uuid>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        SoftwareTitlesParams<T1, T2, T3, T4>,
        TitleQuery<'c, 'a, 's, C, Title, 5>,
        C,
    > for SoftwareTitlesStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a SoftwareTitlesParams<T1, T2, T3, T4>,
    ) -> TitleQuery<'c, 'a, 's, C, Title, 5> {
        self.bind(
            client,
            &params.name_prefix,
            &params.after_name,
            &params.after_publisher,
            &params.organization_ids,
            &params.limit,
        )
    }
}
