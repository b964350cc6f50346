// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug, Clone, PartialEq)]
pub struct CurrentTenant {
    pub id: uuid::Uuid,
    pub name: String,
    pub domain: String,
    pub environment: String,
    pub platform: bool,
    pub created_at: jiff::Timestamp,
}
pub struct CurrentTenantBorrowed<'a> {
    pub id: uuid::Uuid,
    pub name: &'a str,
    pub domain: &'a str,
    pub environment: &'a str,
    pub platform: bool,
    pub created_at: jiff::Timestamp,
}
impl<'a> From<CurrentTenantBorrowed<'a>> for CurrentTenant {
    fn from(
        CurrentTenantBorrowed { id, name, domain, environment, platform, created_at }: CurrentTenantBorrowed<'a>,
    ) -> Self {
        Self { id, name: name.into(), domain: domain.into(), environment: environment.into(), platform, created_at }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct CurrentUserOfTenant {
    pub id: uuid::Uuid,
    pub email: String,
    pub name: Option<String>,
    pub role: String,
}
pub struct CurrentUserOfTenantBorrowed<'a> {
    pub id: uuid::Uuid,
    pub email: &'a str,
    pub name: Option<&'a str>,
    pub role: &'a str,
}
impl<'a> From<CurrentUserOfTenantBorrowed<'a>> for CurrentUserOfTenant {
    fn from(CurrentUserOfTenantBorrowed { id, email, name, role }: CurrentUserOfTenantBorrowed<'a>) -> Self {
        Self { id, email: email.into(), name: name.map(|v| v.into()), role: role.into() }
    }
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct CurrentTenantQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<CurrentTenantBorrowed, tokio_postgres::Error>,
    mapper: fn(CurrentTenantBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> CurrentTenantQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(CurrentTenantBorrowed) -> R) -> CurrentTenantQuery<'c, 'a, 's, C, R, N> {
        CurrentTenantQuery {
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
pub struct CurrentUserOfTenantQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<CurrentUserOfTenantBorrowed, tokio_postgres::Error>,
    mapper: fn(CurrentUserOfTenantBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> CurrentUserOfTenantQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(CurrentUserOfTenantBorrowed) -> R) -> CurrentUserOfTenantQuery<'c, 'a, 's, C, R, N> {
        CurrentUserOfTenantQuery {
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
pub struct CurrentTenantStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn current_tenant() -> CurrentTenantStmt {
    CurrentTenantStmt("select id, name, domain, environment, platform, created_at from tenants", None)
}
impl CurrentTenantStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
    ) -> CurrentTenantQuery<'c, 'a, 's, C, CurrentTenant, 0> {
        CurrentTenantQuery {
            client,
            params: [],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<CurrentTenantBorrowed, tokio_postgres::Error> {
                Ok(CurrentTenantBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    domain: row.try_get(2)?,
                    environment: row.try_get(3)?,
                    platform: row.try_get(4)?,
                    created_at: row.try_get(5)?,
                })
            },
            mapper: |it| CurrentTenant::from(it),
        }
    }
}
pub struct CurrentUserOfTenantStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn current_user_of_tenant() -> CurrentUserOfTenantStmt {
    CurrentUserOfTenantStmt("select id, email, name, role from users where id = $1", None)
}
impl CurrentUserOfTenantStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> CurrentUserOfTenantQuery<'c, 'a, 's, C, CurrentUserOfTenant, 1> {
        CurrentUserOfTenantQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<CurrentUserOfTenantBorrowed, tokio_postgres::Error> {
                Ok(CurrentUserOfTenantBorrowed {
                    id: row.try_get(0)?,
                    email: row.try_get(1)?,
                    name: row.try_get(2)?,
                    role: row.try_get(3)?,
                })
            },
            mapper: |it| CurrentUserOfTenant::from(it),
        }
    }
}
