// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct ListUsersParams<T1: crate::StringSql> {
    pub before: uuid::Uuid,
    pub role: Option<T1>,
    pub limit: i64,
}
#[derive(Debug, Clone, PartialEq)]
pub struct UserRow {
    pub id: uuid::Uuid,
    pub email: String,
    pub name: Option<String>,
    pub role: String,
    pub created_at: jiff::Timestamp,
    pub last_sign_in_at: Option<jiff::Timestamp>,
    pub version: i32,
}
pub struct UserRowBorrowed<'a> {
    pub id: uuid::Uuid,
    pub email: &'a str,
    pub name: Option<&'a str>,
    pub role: &'a str,
    pub created_at: jiff::Timestamp,
    pub last_sign_in_at: Option<jiff::Timestamp>,
    pub version: i32,
}
impl<'a> From<UserRowBorrowed<'a>> for UserRow {
    fn from(
        UserRowBorrowed { id, email, name, role, created_at, last_sign_in_at, version }: UserRowBorrowed<'a>,
    ) -> Self {
        Self {
            id,
            email: email.into(),
            name: name.map(|v| v.into()),
            role: role.into(),
            created_at,
            last_sign_in_at,
            version,
        }
    }
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct UserRowQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<UserRowBorrowed, tokio_postgres::Error>,
    mapper: fn(UserRowBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> UserRowQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(UserRowBorrowed) -> R) -> UserRowQuery<'c, 'a, 's, C, R, N> {
        UserRowQuery {
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
pub struct ListUsersStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn list_users() -> ListUsersStmt {
    ListUsersStmt(
        "select id, email, name, role, created_at, last_sign_in_at, version from users where id < $1 and ($2::text is null or role = $2) order by id desc limit $3",
        None,
    )
}
impl ListUsersStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        before: &'a uuid::Uuid,
        role: &'a Option<T1>,
        limit: &'a i64,
    ) -> UserRowQuery<'c, 'a, 's, C, UserRow, 3> {
        UserRowQuery {
            client,
            params: [before, role, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<UserRowBorrowed, tokio_postgres::Error> {
                Ok(UserRowBorrowed {
                    id: row.try_get(0)?,
                    email: row.try_get(1)?,
                    name: row.try_get(2)?,
                    role: row.try_get(3)?,
                    created_at: row.try_get(4)?,
                    last_sign_in_at: row.try_get(5)?,
                    version: row.try_get(6)?,
                })
            },
            mapper: |it| UserRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, ListUsersParams<T1>, UserRowQuery<'c, 'a, 's, C, UserRow, 3>, C>
    for ListUsersStmt
{
    fn params(&'s self, client: &'c C, params: &'a ListUsersParams<T1>) -> UserRowQuery<'c, 'a, 's, C, UserRow, 3> {
        self.bind(client, &params.before, &params.role, &params.limit)
    }
}
pub struct GetUserStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn get_user() -> GetUserStmt {
    GetUserStmt("select id, email, name, role, created_at, last_sign_in_at, version from users where id = $1", None)
}
impl GetUserStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> UserRowQuery<'c, 'a, 's, C, UserRow, 1> {
        UserRowQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<UserRowBorrowed, tokio_postgres::Error> {
                Ok(UserRowBorrowed {
                    id: row.try_get(0)?,
                    email: row.try_get(1)?,
                    name: row.try_get(2)?,
                    role: row.try_get(3)?,
                    created_at: row.try_get(4)?,
                    last_sign_in_at: row.try_get(5)?,
                    version: row.try_get(6)?,
                })
            },
            mapper: |it| UserRow::from(it),
        }
    }
}
