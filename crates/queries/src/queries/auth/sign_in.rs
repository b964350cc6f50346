// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct UserToSignInParams<T1: crate::StringSql, T2: crate::StringSql, T3: crate::StringSql> {
    pub issuer: T1,
    pub subject: T2,
    pub email: T3,
}
#[derive(Debug)]
pub struct CreateUserParams<
    T1: crate::StringSql,
    T2: crate::StringSql,
    T3: crate::StringSql,
    T4: crate::StringSql,
    T5: crate::StringSql,
> {
    pub id: uuid::Uuid,
    pub email: T1,
    pub name: Option<T2>,
    pub role: T3,
    pub issuer: T4,
    pub subject: T5,
    pub now: jiff::Timestamp,
}
#[derive(Debug)]
pub struct UpdateUserParams<
    T1: crate::StringSql,
    T2: crate::StringSql,
    T3: crate::StringSql,
    T4: crate::StringSql,
    T5: crate::StringSql,
> {
    pub email: T1,
    pub name: Option<T2>,
    pub role: T3,
    pub issuer: T4,
    pub subject: T5,
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Debug)]
pub struct CreateSessionParams<T1: crate::StringSql, T2: crate::BytesSql, T3: crate::StringSql, T4: crate::StringSql> {
    pub id: uuid::Uuid,
    pub user_id: uuid::Uuid,
    pub token_prefix: T1,
    pub secret_hash: T2,
    pub ip: T3,
    pub user_agent: Option<T4>,
    pub now: jiff::Timestamp,
    pub expires_at: jiff::Timestamp,
}
#[derive(Debug, Clone, PartialEq)]
pub struct UserRow {
    pub id: uuid::Uuid,
    pub email: String,
    pub name: Option<String>,
    pub role: String,
    pub status: String,
    pub issuer: Option<String>,
    pub subject: Option<String>,
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
    pub issuer: Option<&'a str>,
    pub subject: Option<&'a str>,
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
            issuer,
            subject,
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
            issuer: issuer.map(|v| v.into()),
            subject: subject.map(|v| v.into()),
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
pub struct StringQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<&str, tokio_postgres::Error>,
    mapper: fn(&str) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> StringQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(&str) -> R) -> StringQuery<'c, 'a, 's, C, R, N> {
        StringQuery {
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
pub struct UserToSignInStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn user_to_sign_in() -> UserToSignInStmt {
    UserToSignInStmt(
        "select id, email, name, role, status, issuer, subject, created_at, last_sign_in_at, deleted_at, version from users where (issuer = $1 and subject = $2) or email = $3 order by (issuer = $1 and subject = $2) desc nulls last limit 1 for update",
        None,
    )
}
impl UserToSignInStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql, T3: crate::StringSql>(
        &'s self,
        client: &'c C,
        issuer: &'a T1,
        subject: &'a T2,
        email: &'a T3,
    ) -> UserRowQuery<'c, 'a, 's, C, UserRow, 3> {
        UserRowQuery {
            client,
            params: [issuer, subject, email],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<UserRowBorrowed, tokio_postgres::Error> {
                Ok(UserRowBorrowed {
                    id: row.try_get(0)?,
                    email: row.try_get(1)?,
                    name: row.try_get(2)?,
                    role: row.try_get(3)?,
                    status: row.try_get(4)?,
                    issuer: row.try_get(5)?,
                    subject: row.try_get(6)?,
                    created_at: row.try_get(7)?,
                    last_sign_in_at: row.try_get(8)?,
                    deleted_at: row.try_get(9)?,
                    version: row.try_get(10)?,
                })
            },
            mapper: |it| UserRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql, T3: crate::StringSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        UserToSignInParams<T1, T2, T3>,
        UserRowQuery<'c, 'a, 's, C, UserRow, 3>,
        C,
    > for UserToSignInStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a UserToSignInParams<T1, T2, T3>,
    ) -> UserRowQuery<'c, 'a, 's, C, UserRow, 3> {
        self.bind(client, &params.issuer, &params.subject, &params.email)
    }
}
pub struct UserByIdStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn user_by_id() -> UserByIdStmt {
    UserByIdStmt(
        "select id, email, name, role, status, issuer, subject, created_at, last_sign_in_at, deleted_at, version from users where id = $1 for share",
        None,
    )
}
impl UserByIdStmt {
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
                    issuer: row.try_get(5)?,
                    subject: row.try_get(6)?,
                    created_at: row.try_get(7)?,
                    last_sign_in_at: row.try_get(8)?,
                    deleted_at: row.try_get(9)?,
                    version: row.try_get(10)?,
                })
            },
            mapper: |it| UserRow::from(it),
        }
    }
}
pub struct CreateUserStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn create_user() -> CreateUserStmt {
    CreateUserStmt(
        "insert into users (id, email, name, role, issuer, subject, created_at, updated_at, last_sign_in_at) values ($1, $2, $3, $4, $5, $6, $7, $7, $7) returning id, email, name, role, status, issuer, subject, created_at, last_sign_in_at, deleted_at, version",
        None,
    )
}
impl CreateUserStmt {
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
        T4: crate::StringSql,
        T5: crate::StringSql,
    >(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
        email: &'a T1,
        name: &'a Option<T2>,
        role: &'a T3,
        issuer: &'a T4,
        subject: &'a T5,
        now: &'a jiff::Timestamp,
    ) -> UserRowQuery<'c, 'a, 's, C, UserRow, 7> {
        UserRowQuery {
            client,
            params: [id, email, name, role, issuer, subject, now],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<UserRowBorrowed, tokio_postgres::Error> {
                Ok(UserRowBorrowed {
                    id: row.try_get(0)?,
                    email: row.try_get(1)?,
                    name: row.try_get(2)?,
                    role: row.try_get(3)?,
                    status: row.try_get(4)?,
                    issuer: row.try_get(5)?,
                    subject: row.try_get(6)?,
                    created_at: row.try_get(7)?,
                    last_sign_in_at: row.try_get(8)?,
                    deleted_at: row.try_get(9)?,
                    version: row.try_get(10)?,
                })
            },
            mapper: |it| UserRow::from(it),
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
    T4: crate::StringSql,
    T5: crate::StringSql,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        CreateUserParams<T1, T2, T3, T4, T5>,
        UserRowQuery<'c, 'a, 's, C, UserRow, 7>,
        C,
    > for CreateUserStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a CreateUserParams<T1, T2, T3, T4, T5>,
    ) -> UserRowQuery<'c, 'a, 's, C, UserRow, 7> {
        self.bind(
            client,
            &params.id,
            &params.email,
            &params.name,
            &params.role,
            &params.issuer,
            &params.subject,
            &params.now,
        )
    }
}
pub struct UpdateUserStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn update_user() -> UpdateUserStmt {
    UpdateUserStmt(
        "update users set email = $1, name = $2, role = $3, issuer = $4, subject = $5, updated_at = $6, last_sign_in_at = $6, version = version + 1 where id = $7 returning id, email, name, role, status, issuer, subject, created_at, last_sign_in_at, deleted_at, version",
        None,
    )
}
impl UpdateUserStmt {
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
        T4: crate::StringSql,
        T5: crate::StringSql,
    >(
        &'s self,
        client: &'c C,
        email: &'a T1,
        name: &'a Option<T2>,
        role: &'a T3,
        issuer: &'a T4,
        subject: &'a T5,
        now: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
    ) -> UserRowQuery<'c, 'a, 's, C, UserRow, 7> {
        UserRowQuery {
            client,
            params: [email, name, role, issuer, subject, now, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<UserRowBorrowed, tokio_postgres::Error> {
                Ok(UserRowBorrowed {
                    id: row.try_get(0)?,
                    email: row.try_get(1)?,
                    name: row.try_get(2)?,
                    role: row.try_get(3)?,
                    status: row.try_get(4)?,
                    issuer: row.try_get(5)?,
                    subject: row.try_get(6)?,
                    created_at: row.try_get(7)?,
                    last_sign_in_at: row.try_get(8)?,
                    deleted_at: row.try_get(9)?,
                    version: row.try_get(10)?,
                })
            },
            mapper: |it| UserRow::from(it),
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
    T4: crate::StringSql,
    T5: crate::StringSql,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        UpdateUserParams<T1, T2, T3, T4, T5>,
        UserRowQuery<'c, 'a, 's, C, UserRow, 7>,
        C,
    > for UpdateUserStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a UpdateUserParams<T1, T2, T3, T4, T5>,
    ) -> UserRowQuery<'c, 'a, 's, C, UserRow, 7> {
        self.bind(
            client,
            &params.email,
            &params.name,
            &params.role,
            &params.issuer,
            &params.subject,
            &params.now,
            &params.id,
        )
    }
}
pub struct CreateSessionStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn create_session() -> CreateSessionStmt {
    CreateSessionStmt(
        "insert into sessions ( id, user_id, token_prefix, secret_hash, ip, user_agent, created_at, last_used_at, expires_at ) values ($1, $2, $3, $4, $5, $6, $7, $7, $8) returning id",
        None,
    )
}
impl CreateSessionStmt {
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
        T2: crate::BytesSql,
        T3: crate::StringSql,
        T4: crate::StringSql,
    >(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
        user_id: &'a uuid::Uuid,
        token_prefix: &'a T1,
        secret_hash: &'a T2,
        ip: &'a T3,
        user_agent: &'a Option<T4>,
        now: &'a jiff::Timestamp,
        expires_at: &'a jiff::Timestamp,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 8> {
        UuidUuidQuery {
            client,
            params: [id, user_id, token_prefix, secret_hash, ip, user_agent, now, expires_at],
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
    T1: crate::StringSql,
    T2: crate::BytesSql,
    T3: crate::StringSql,
    T4: crate::StringSql,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        CreateSessionParams<T1, T2, T3, T4>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 8>,
        C,
    > for CreateSessionStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a CreateSessionParams<T1, T2, T3, T4>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 8> {
        self.bind(
            client,
            &params.id,
            &params.user_id,
            &params.token_prefix,
            &params.secret_hash,
            &params.ip,
            &params.user_agent,
            &params.now,
            &params.expires_at,
        )
    }
}
pub struct RoutingOfTenantStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn routing_of_tenant() -> RoutingOfTenantStmt {
    RoutingOfTenantStmt("select routing from tenants", None)
}
impl RoutingOfTenantStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(&'s self, client: &'c C) -> StringQuery<'c, 'a, 's, C, String, 0> {
        StringQuery {
            client,
            params: [],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it.into(),
        }
    }
}
