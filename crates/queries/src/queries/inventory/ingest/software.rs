// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct AddTitlesParams<
    T1: crate::ArraySql<Item = i64>,
    T2: crate::StringSql,
    T3: crate::ArraySql<Item = T2>,
    T4: crate::StringSql,
    T5: crate::ArraySql<Item = T4>,
    T6: crate::StringSql,
    T7: crate::ArraySql<Item = T6>,
> {
    pub now: jiff::Timestamp,
    pub ids: T1,
    pub names: T3,
    pub publishers: T5,
    pub versions: T7,
}
#[derive(Debug)]
pub struct AddDeviceSoftwareParams<T1: crate::ArraySql<Item = i64>> {
    pub device_id: uuid::Uuid,
    pub organization_id: uuid::Uuid,
    pub ids: T1,
}
#[derive(Debug)]
pub struct RemoveDeviceSoftwareParams<T1: crate::ArraySql<Item = i64>> {
    pub device_id: uuid::Uuid,
    pub ids: T1,
}
#[derive(Debug, Clone, PartialEq)]
pub struct SoftwareTitle {
    pub id: i64,
    pub name: String,
    pub publisher: String,
    pub version: String,
}
pub struct SoftwareTitleBorrowed<'a> {
    pub id: i64,
    pub name: &'a str,
    pub publisher: &'a str,
    pub version: &'a str,
}
impl<'a> From<SoftwareTitleBorrowed<'a>> for SoftwareTitle {
    fn from(SoftwareTitleBorrowed { id, name, publisher, version }: SoftwareTitleBorrowed<'a>) -> Self {
        Self { id, name: name.into(), publisher: publisher.into(), version: version.into() }
    }
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
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
pub struct SoftwareTitleQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<SoftwareTitleBorrowed, tokio_postgres::Error>,
    mapper: fn(SoftwareTitleBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> SoftwareTitleQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(SoftwareTitleBorrowed) -> R) -> SoftwareTitleQuery<'c, 'a, 's, C, R, N> {
        SoftwareTitleQuery {
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
pub struct SoftwareOfDeviceStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn software_of_device() -> SoftwareOfDeviceStmt {
    SoftwareOfDeviceStmt("select software_id from device_software where device_id = $1", None)
}
impl SoftwareOfDeviceStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        device_id: &'a uuid::Uuid,
    ) -> I64Query<'c, 'a, 's, C, i64, 1> {
        I64Query {
            client,
            params: [device_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct SoftwareTitlesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn software_titles() -> SoftwareTitlesStmt {
    SoftwareTitlesStmt("select id, name, publisher, version from software where id = any ($1)", None)
}
impl SoftwareTitlesStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = i64>>(
        &'s self,
        client: &'c C,
        ids: &'a T1,
    ) -> SoftwareTitleQuery<'c, 'a, 's, C, SoftwareTitle, 1> {
        SoftwareTitleQuery {
            client,
            params: [ids],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<SoftwareTitleBorrowed, tokio_postgres::Error> {
                Ok(SoftwareTitleBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    publisher: row.try_get(2)?,
                    version: row.try_get(3)?,
                })
            },
            mapper: |it| SoftwareTitle::from(it),
        }
    }
}
pub struct AddTitlesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn add_titles() -> AddTitlesStmt {
    AddTitlesStmt(
        "with added as ( insert into software (id, name, publisher, version, created_at) select new.id, new.name, new.publisher, new.version, $1 from unnest($2::bigint[], $3::text[], $4::text[], $5::text[]) as new (id, name, publisher, version) order by new.id on conflict (tenant_id, id) do nothing returning id ) select count(*) as added from added",
        None,
    )
}
impl AddTitlesStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<
        'c,
        'a,
        's,
        C: GenericClient,
        T1: crate::ArraySql<Item = i64>,
        T2: crate::StringSql,
        T3: crate::ArraySql<Item = T2>,
        T4: crate::StringSql,
        T5: crate::ArraySql<Item = T4>,
        T6: crate::StringSql,
        T7: crate::ArraySql<Item = T6>,
    >(
        &'s self,
        client: &'c C,
        now: &'a jiff::Timestamp,
        ids: &'a T1,
        names: &'a T3,
        publishers: &'a T5,
        versions: &'a T7,
    ) -> I64Query<'c, 'a, 's, C, i64, 5> {
        I64Query {
            client,
            params: [now, ids, names, publishers, versions],
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
    T1: crate::ArraySql<Item = i64>,
    T2: crate::StringSql,
    T3: crate::ArraySql<Item = T2>,
    T4: crate::StringSql,
    T5: crate::ArraySql<Item = T4>,
    T6: crate::StringSql,
    T7: crate::ArraySql<Item = T6>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        AddTitlesParams<T1, T2, T3, T4, T5, T6, T7>,
        I64Query<'c, 'a, 's, C, i64, 5>,
        C,
    > for AddTitlesStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a AddTitlesParams<T1, T2, T3, T4, T5, T6, T7>,
    ) -> I64Query<'c, 'a, 's, C, i64, 5> {
        self.bind(client, &params.now, &params.ids, &params.names, &params.publishers, &params.versions)
    }
}
pub struct AddDeviceSoftwareStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn add_device_software() -> AddDeviceSoftwareStmt {
    AddDeviceSoftwareStmt(
        "with added as ( insert into device_software (device_id, organization_id, software_id) select $1, $2, new.id from unnest($3::bigint[]) as new (id) on conflict (tenant_id, device_id, software_id) do nothing returning software_id ) select count(*) as added from added",
        None,
    )
}
impl AddDeviceSoftwareStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = i64>>(
        &'s self,
        client: &'c C,
        device_id: &'a uuid::Uuid,
        organization_id: &'a uuid::Uuid,
        ids: &'a T1,
    ) -> I64Query<'c, 'a, 's, C, i64, 3> {
        I64Query {
            client,
            params: [device_id, organization_id, ids],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = i64>>
    crate::client::async_::Params<'c, 'a, 's, AddDeviceSoftwareParams<T1>, I64Query<'c, 'a, 's, C, i64, 3>, C>
    for AddDeviceSoftwareStmt
{
    fn params(&'s self, client: &'c C, params: &'a AddDeviceSoftwareParams<T1>) -> I64Query<'c, 'a, 's, C, i64, 3> {
        self.bind(client, &params.device_id, &params.organization_id, &params.ids)
    }
}
pub struct RemoveDeviceSoftwareStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn remove_device_software() -> RemoveDeviceSoftwareStmt {
    RemoveDeviceSoftwareStmt(
        "with removed as ( delete from device_software where device_id = $1 and software_id = any ($2) returning software_id ) select count(*) as removed from removed",
        None,
    )
}
impl RemoveDeviceSoftwareStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = i64>>(
        &'s self,
        client: &'c C,
        device_id: &'a uuid::Uuid,
        ids: &'a T1,
    ) -> I64Query<'c, 'a, 's, C, i64, 2> {
        I64Query {
            client,
            params: [device_id, ids],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = i64>>
    crate::client::async_::Params<'c, 'a, 's, RemoveDeviceSoftwareParams<T1>, I64Query<'c, 'a, 's, C, i64, 2>, C>
    for RemoveDeviceSoftwareStmt
{
    fn params(&'s self, client: &'c C, params: &'a RemoveDeviceSoftwareParams<T1>) -> I64Query<'c, 'a, 's, C, i64, 2> {
        self.bind(client, &params.device_id, &params.ids)
    }
}
