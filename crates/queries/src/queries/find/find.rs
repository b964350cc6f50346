// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct FoundIdsParams<T1: crate::StringSql, T2: crate::JsonSql> {
    pub kind: T1,
    pub asked: T2,
    pub most: Option<i64>,
}
#[derive(Debug)]
pub struct FoundAmongParams<T1: crate::StringSql, T2: crate::JsonSql, T3: crate::ArraySql<Item = uuid::Uuid>> {
    pub kind: T1,
    pub asked: T2,
    pub ids: T3,
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct OptionVecuuidUuidQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<Option<crate::ArrayIterator<'_, uuid::Uuid>>, tokio_postgres::Error>,
    mapper: fn(Option<crate::ArrayIterator<'_, uuid::Uuid>>) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> OptionVecuuidUuidQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(
        self,
        mapper: fn(Option<crate::ArrayIterator<'_, uuid::Uuid>>) -> R,
    ) -> OptionVecuuidUuidQuery<'c, 'a, 's, C, R, N> {
        OptionVecuuidUuidQuery {
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
pub struct VecuuidUuidQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<crate::ArrayIterator<'_, uuid::Uuid>, tokio_postgres::Error>,
    mapper: fn(crate::ArrayIterator<'_, uuid::Uuid>) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> VecuuidUuidQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(
        self,
        mapper: fn(crate::ArrayIterator<'_, uuid::Uuid>) -> R,
    ) -> VecuuidUuidQuery<'c, 'a, 's, C, R, N> {
        VecuuidUuidQuery {
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
pub struct FoundIdsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn found_ids() -> FoundIdsStmt {
    FoundIdsStmt("select app.search_ids($1, $2, $3) as ids", None)
}
impl FoundIdsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::JsonSql>(
        &'s self,
        client: &'c C,
        kind: &'a T1,
        asked: &'a T2,
        most: &'a Option<i64>,
    ) -> OptionVecuuidUuidQuery<'c, 'a, 's, C, Option<Vec<uuid::Uuid>>, 3> {
        OptionVecuuidUuidQuery {
            client,
            params: [kind, asked, most],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it.map(|v| v.map(|v| v).collect()),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::JsonSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        FoundIdsParams<T1, T2>,
        OptionVecuuidUuidQuery<'c, 'a, 's, C, Option<Vec<uuid::Uuid>>, 3>,
        C,
    > for FoundIdsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a FoundIdsParams<T1, T2>,
    ) -> OptionVecuuidUuidQuery<'c, 'a, 's, C, Option<Vec<uuid::Uuid>>, 3> {
        self.bind(client, &params.kind, &params.asked, &params.most)
    }
}
pub struct FoundAmongStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn found_among() -> FoundAmongStmt {
    FoundAmongStmt("select app.search_among($1, $2, $3) as ids", None)
}
impl FoundAmongStmt {
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
        T3: crate::ArraySql<Item = uuid::Uuid>,
    >(
        &'s self,
        client: &'c C,
        kind: &'a T1,
        asked: &'a T2,
        ids: &'a T3,
    ) -> VecuuidUuidQuery<'c, 'a, 's, C, Vec<uuid::Uuid>, 3> {
        VecuuidUuidQuery {
            client,
            params: [kind, asked, ids],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it.map(|v| v).collect(),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::JsonSql, T3: crate::ArraySql<Item = uuid::Uuid>>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        FoundAmongParams<T1, T2, T3>,
        VecuuidUuidQuery<'c, 'a, 's, C, Vec<uuid::Uuid>, 3>,
        C,
    > for FoundAmongStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a FoundAmongParams<T1, T2, T3>,
    ) -> VecuuidUuidQuery<'c, 'a, 's, C, Vec<uuid::Uuid>, 3> {
        self.bind(client, &params.kind, &params.asked, &params.ids)
    }
}
