// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct OwnerByIdParams<T1: crate::StringSql> {
    pub kind: T1,
    pub id: uuid::Uuid,
}
#[derive(Debug, Clone, PartialEq)]
pub struct Owner {
    pub role: Option<String>,
    pub scopes: Option<Vec<String>>,
    pub organization_ids: Option<Vec<uuid::Uuid>>,
    pub active: Option<bool>,
}
pub struct OwnerBorrowed<'a> {
    pub role: Option<&'a str>,
    pub scopes: Option<crate::ArrayIterator<'a, &'a str>>,
    pub organization_ids: Option<crate::ArrayIterator<'a, uuid::Uuid>>,
    pub active: Option<bool>,
}
impl<'a> From<OwnerBorrowed<'a>> for Owner {
    fn from(OwnerBorrowed { role, scopes, organization_ids, active }: OwnerBorrowed<'a>) -> Self {
        Self {
            role: role.map(|v| v.into()),
            scopes: scopes.map(|v| v.map(|v| v.into()).collect()),
            organization_ids: organization_ids.map(|v| v.map(|v| v).collect()),
            active,
        }
    }
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct OwnerQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<OwnerBorrowed, tokio_postgres::Error>,
    mapper: fn(OwnerBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> OwnerQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(OwnerBorrowed) -> R) -> OwnerQuery<'c, 'a, 's, C, R, N> {
        OwnerQuery {
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
pub struct OwnerByIdStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn owner_by_id() -> OwnerByIdStmt {
    OwnerByIdStmt("select role, scopes, organization_ids, active from owner_rights where kind = $1 and id = $2", None)
}
impl OwnerByIdStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        kind: &'a T1,
        id: &'a uuid::Uuid,
    ) -> OwnerQuery<'c, 'a, 's, C, Owner, 2> {
        OwnerQuery {
            client,
            params: [kind, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<OwnerBorrowed, tokio_postgres::Error> {
                Ok(OwnerBorrowed {
                    role: row.try_get(0)?,
                    scopes: row.try_get(1)?,
                    organization_ids: row.try_get(2)?,
                    active: row.try_get(3)?,
                })
            },
            mapper: |it| Owner::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, OwnerByIdParams<T1>, OwnerQuery<'c, 'a, 's, C, Owner, 2>, C>
    for OwnerByIdStmt
{
    fn params(&'s self, client: &'c C, params: &'a OwnerByIdParams<T1>) -> OwnerQuery<'c, 'a, 's, C, Owner, 2> {
        self.bind(client, &params.kind, &params.id)
    }
}
