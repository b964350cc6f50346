// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct ListUsersParams<T1: crate::StringSql, T2: crate::StringSql, T3: crate::ArraySql<Item = T2>> {
    pub before: uuid::Uuid,
    pub role: Option<T1>,
    pub statuses: Option<T3>,
    pub limit: i64,
}
#[derive(Debug)]
pub struct ChangeUserParams<T1: crate::StringSql, T2: crate::StringSql> {
    pub role: T1,
    pub status: T2,
    pub deleted_at: Option<jiff::Timestamp>,
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Debug, Clone, PartialEq)]
pub struct UserRow {
    pub id: uuid::Uuid,
    pub email: String,
    pub name: Option<String>,
    pub role: String,
    pub status: String,
    pub created_at: jiff::Timestamp,
    pub last_sign_in_at: Option<jiff::Timestamp>,
    pub deleted_at: Option<jiff::Timestamp>,
    pub version: i32,
}
pub struct UserRowBorrowed<'a> {
    pub id: uuid::Uuid,
    pub email: &'a str,
    pub name: Option<&'a str>,
    pub role: &'a str,
    pub status: &'a str,
    pub created_at: jiff::Timestamp,
    pub last_sign_in_at: Option<jiff::Timestamp>,
    pub deleted_at: Option<jiff::Timestamp>,
    pub version: i32,
}
impl<'a> From<UserRowBorrowed<'a>> for UserRow {
    fn from(
        UserRowBorrowed {
            id,
            email,
            name,
            role,
            status,
            created_at,
            last_sign_in_at,
            deleted_at,
            version,
        }: UserRowBorrowed<'a>,
    ) -> Self {
        Self {
            id,
            email: email.into(),
            name: name.map(|v| v.into()),
            role: role.into(),
            status: status.into(),
            created_at,
            last_sign_in_at,
            deleted_at,
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
pub struct ListUsersStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn list_users() -> ListUsersStmt {
    ListUsersStmt(
        "select id, email, name, role, status, created_at, last_sign_in_at, deleted_at, version from users where id < $1 and deleted_at is null and ($2::text is null or role = $2) and ($3::text[] is null or status = any ($3)) order by id desc limit $4",
        None,
    )
}
impl ListUsersStmt {
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
        T3: crate::ArraySql<Item = T2>,
    >(
        &'s self,
        client: &'c C,
        before: &'a uuid::Uuid,
        role: &'a Option<T1>,
        statuses: &'a Option<T3>,
        limit: &'a i64,
    ) -> UserRowQuery<'c, 'a, 's, C, UserRow, 4> {
        UserRowQuery {
            client,
            params: [before, role, statuses, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<UserRowBorrowed, tokio_postgres::Error> {
                Ok(UserRowBorrowed {
                    id: row.try_get(0)?,
                    email: row.try_get(1)?,
                    name: row.try_get(2)?,
                    role: row.try_get(3)?,
                    status: row.try_get(4)?,
                    created_at: row.try_get(5)?,
                    last_sign_in_at: row.try_get(6)?,
                    deleted_at: row.try_get(7)?,
                    version: row.try_get(8)?,
                })
            },
            mapper: |it| UserRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql, T3: crate::ArraySql<Item = T2>>
    crate::client::async_::Params<'c, 'a, 's, ListUsersParams<T1, T2, T3>, UserRowQuery<'c, 'a, 's, C, UserRow, 4>, C>
    for ListUsersStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ListUsersParams<T1, T2, T3>,
    ) -> UserRowQuery<'c, 'a, 's, C, UserRow, 4> {
        self.bind(client, &params.before, &params.role, &params.statuses, &params.limit)
    }
}
pub struct GetUserStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn get_user() -> GetUserStmt {
    GetUserStmt(
        "select id, email, name, role, status, created_at, last_sign_in_at, deleted_at, version from users where id = $1",
        None,
    )
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
                    status: row.try_get(4)?,
                    created_at: row.try_get(5)?,
                    last_sign_in_at: row.try_get(6)?,
                    deleted_at: row.try_get(7)?,
                    version: row.try_get(8)?,
                })
            },
            mapper: |it| UserRow::from(it),
        }
    }
}
pub struct LockUserStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_user() -> LockUserStmt {
    LockUserStmt(
        "select id, email, name, role, status, created_at, last_sign_in_at, deleted_at, version from users where id = $1 for no key update",
        None,
    )
}
impl LockUserStmt {
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
                    status: row.try_get(4)?,
                    created_at: row.try_get(5)?,
                    last_sign_in_at: row.try_get(6)?,
                    deleted_at: row.try_get(7)?,
                    version: row.try_get(8)?,
                })
            },
            mapper: |it| UserRow::from(it),
        }
    }
}
pub struct LockAdministratorsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_administrators() -> LockAdministratorsStmt {
    LockAdministratorsStmt(
        "select true as locked from pg_advisory_xact_lock(hashtextextended('administrators' || app.tenant()::text, 0))",
        None,
    )
}
impl LockAdministratorsStmt {
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
pub struct AnotherAdministratorStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn another_administrator() -> AnotherAdministratorStmt {
    AnotherAdministratorStmt(
        "select exists ( select from users where id <> $1 and status = 'active' and role in ('owner', 'admin') ) as found",
        None,
    )
}
impl AnotherAdministratorStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> BoolQuery<'c, 'a, 's, C, bool, 1> {
        BoolQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct ChangeUserStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn change_user() -> ChangeUserStmt {
    ChangeUserStmt(
        "update users set role = $1, status = $2, deleted_at = $3, updated_at = $4, version = version + 1 where id = $5 returning id, email, name, role, status, created_at, last_sign_in_at, deleted_at, version",
        None,
    )
}
impl ChangeUserStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>(
        &'s self,
        client: &'c C,
        role: &'a T1,
        status: &'a T2,
        deleted_at: &'a Option<jiff::Timestamp>,
        now: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
    ) -> UserRowQuery<'c, 'a, 's, C, UserRow, 5> {
        UserRowQuery {
            client,
            params: [role, status, deleted_at, now, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<UserRowBorrowed, tokio_postgres::Error> {
                Ok(UserRowBorrowed {
                    id: row.try_get(0)?,
                    email: row.try_get(1)?,
                    name: row.try_get(2)?,
                    role: row.try_get(3)?,
                    status: row.try_get(4)?,
                    created_at: row.try_get(5)?,
                    last_sign_in_at: row.try_get(6)?,
                    deleted_at: row.try_get(7)?,
                    version: row.try_get(8)?,
                })
            },
            mapper: |it| UserRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, ChangeUserParams<T1, T2>, UserRowQuery<'c, 'a, 's, C, UserRow, 5>, C>
    for ChangeUserStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ChangeUserParams<T1, T2>,
    ) -> UserRowQuery<'c, 'a, 's, C, UserRow, 5> {
        self.bind(client, &params.role, &params.status, &params.deleted_at, &params.now, &params.id)
    }
}
