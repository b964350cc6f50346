// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct ListSessionsParams<T1: crate::StringSql, T2: crate::ArraySql<Item = T1>> {
    pub before: uuid::Uuid,
    pub only: Option<uuid::Uuid>,
    pub user_id: Option<uuid::Uuid>,
    pub statuses: Option<T2>,
    pub now: jiff::Timestamp,
    pub idle_since: jiff::Timestamp,
    pub limit: i64,
}
#[derive(Clone, Copy, Debug)]
pub struct GetSessionParams {
    pub id: uuid::Uuid,
    pub only: Option<uuid::Uuid>,
}
#[derive(Clone, Copy, Debug)]
pub struct SessionsToEndParams {
    pub user_id: uuid::Uuid,
    pub now: jiff::Timestamp,
}
#[derive(Clone, Copy, Debug)]
pub struct RevokeSessionParams {
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Debug, Clone, PartialEq)]
pub struct SessionRow {
    pub id: uuid::Uuid,
    pub user_id: uuid::Uuid,
    pub email: String,
    pub name: Option<String>,
    pub role: String,
    pub ip: String,
    pub user_agent: Option<String>,
    pub created_at: jiff::Timestamp,
    pub last_used_at: jiff::Timestamp,
    pub expires_at: jiff::Timestamp,
    pub revoked_at: Option<jiff::Timestamp>,
    pub version: i32,
}
pub struct SessionRowBorrowed<'a> {
    pub id: uuid::Uuid,
    pub user_id: uuid::Uuid,
    pub email: &'a str,
    pub name: Option<&'a str>,
    pub role: &'a str,
    pub ip: &'a str,
    pub user_agent: Option<&'a str>,
    pub created_at: jiff::Timestamp,
    pub last_used_at: jiff::Timestamp,
    pub expires_at: jiff::Timestamp,
    pub revoked_at: Option<jiff::Timestamp>,
    pub version: i32,
}
impl<'a> From<SessionRowBorrowed<'a>> for SessionRow {
    fn from(
        SessionRowBorrowed {
            id,
            user_id,
            email,
            name,
            role,
            ip,
            user_agent,
            created_at,
            last_used_at,
            expires_at,
            revoked_at,
            version,
        }: SessionRowBorrowed<'a>,
    ) -> Self {
        Self {
            id,
            user_id,
            email: email.into(),
            name: name.map(|v| v.into()),
            role: role.into(),
            ip: ip.into(),
            user_agent: user_agent.map(|v| v.into()),
            created_at,
            last_used_at,
            expires_at,
            revoked_at,
            version,
        }
    }
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct SessionRowQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<SessionRowBorrowed, tokio_postgres::Error>,
    mapper: fn(SessionRowBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> SessionRowQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(SessionRowBorrowed) -> R) -> SessionRowQuery<'c, 'a, 's, C, R, N> {
        SessionRowQuery {
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
pub struct ListSessionsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn list_sessions() -> ListSessionsStmt {
    ListSessionsStmt(
        "select id, user_id, email, name, role, ip, user_agent, created_at, last_used_at, expires_at, revoked_at, version from user_sessions where id < $1 and ($2::uuid is null or user_id = $2) and ($3::uuid is null or user_id = $3) and ( $4::text[] is null or case when revoked_at is not null then 'revoked' when expires_at <= $5::timestamptz or last_used_at <= $6::timestamptz then 'expired' else 'active' end = any ($4) ) order by id desc limit $7",
        None,
    )
}
impl ListSessionsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>(
        &'s self,
        client: &'c C,
        before: &'a uuid::Uuid,
        only: &'a Option<uuid::Uuid>,
        user_id: &'a Option<uuid::Uuid>,
        statuses: &'a Option<T2>,
        now: &'a jiff::Timestamp,
        idle_since: &'a jiff::Timestamp,
        limit: &'a i64,
    ) -> SessionRowQuery<'c, 'a, 's, C, SessionRow, 7> {
        SessionRowQuery {
            client,
            params: [before, only, user_id, statuses, now, idle_since, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<SessionRowBorrowed, tokio_postgres::Error> {
                Ok(SessionRowBorrowed {
                    id: row.try_get(0)?,
                    user_id: row.try_get(1)?,
                    email: row.try_get(2)?,
                    name: row.try_get(3)?,
                    role: row.try_get(4)?,
                    ip: row.try_get(5)?,
                    user_agent: row.try_get(6)?,
                    created_at: row.try_get(7)?,
                    last_used_at: row.try_get(8)?,
                    expires_at: row.try_get(9)?,
                    revoked_at: row.try_get(10)?,
                    version: row.try_get(11)?,
                })
            },
            mapper: |it| SessionRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        ListSessionsParams<T1, T2>,
        SessionRowQuery<'c, 'a, 's, C, SessionRow, 7>,
        C,
    > for ListSessionsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ListSessionsParams<T1, T2>,
    ) -> SessionRowQuery<'c, 'a, 's, C, SessionRow, 7> {
        self.bind(
            client,
            &params.before,
            &params.only,
            &params.user_id,
            &params.statuses,
            &params.now,
            &params.idle_since,
            &params.limit,
        )
    }
}
pub struct GetSessionStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn get_session() -> GetSessionStmt {
    GetSessionStmt(
        "select id, user_id, email, name, role, ip, user_agent, created_at, last_used_at, expires_at, revoked_at, version from user_sessions where id = $1 and ($2::uuid is null or user_id = $2)",
        None,
    )
}
impl GetSessionStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
        only: &'a Option<uuid::Uuid>,
    ) -> SessionRowQuery<'c, 'a, 's, C, SessionRow, 2> {
        SessionRowQuery {
            client,
            params: [id, only],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<SessionRowBorrowed, tokio_postgres::Error> {
                Ok(SessionRowBorrowed {
                    id: row.try_get(0)?,
                    user_id: row.try_get(1)?,
                    email: row.try_get(2)?,
                    name: row.try_get(3)?,
                    role: row.try_get(4)?,
                    ip: row.try_get(5)?,
                    user_agent: row.try_get(6)?,
                    created_at: row.try_get(7)?,
                    last_used_at: row.try_get(8)?,
                    expires_at: row.try_get(9)?,
                    revoked_at: row.try_get(10)?,
                    version: row.try_get(11)?,
                })
            },
            mapper: |it| SessionRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, GetSessionParams, SessionRowQuery<'c, 'a, 's, C, SessionRow, 2>, C>
    for GetSessionStmt
{
    fn params(&'s self, client: &'c C, params: &'a GetSessionParams) -> SessionRowQuery<'c, 'a, 's, C, SessionRow, 2> {
        self.bind(client, &params.id, &params.only)
    }
}
pub struct SessionsToEndStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn sessions_to_end() -> SessionsToEndStmt {
    SessionsToEndStmt(
        "select id, user_id, email, name, role, ip, user_agent, created_at, last_used_at, expires_at, revoked_at, version from user_sessions where user_id = $1 and revoked_at is null and expires_at > $2 order by id",
        None,
    )
}
impl SessionsToEndStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        user_id: &'a uuid::Uuid,
        now: &'a jiff::Timestamp,
    ) -> SessionRowQuery<'c, 'a, 's, C, SessionRow, 2> {
        SessionRowQuery {
            client,
            params: [user_id, now],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<SessionRowBorrowed, tokio_postgres::Error> {
                Ok(SessionRowBorrowed {
                    id: row.try_get(0)?,
                    user_id: row.try_get(1)?,
                    email: row.try_get(2)?,
                    name: row.try_get(3)?,
                    role: row.try_get(4)?,
                    ip: row.try_get(5)?,
                    user_agent: row.try_get(6)?,
                    created_at: row.try_get(7)?,
                    last_used_at: row.try_get(8)?,
                    expires_at: row.try_get(9)?,
                    revoked_at: row.try_get(10)?,
                    version: row.try_get(11)?,
                })
            },
            mapper: |it| SessionRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, SessionsToEndParams, SessionRowQuery<'c, 'a, 's, C, SessionRow, 2>, C>
    for SessionsToEndStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a SessionsToEndParams,
    ) -> SessionRowQuery<'c, 'a, 's, C, SessionRow, 2> {
        self.bind(client, &params.user_id, &params.now)
    }
}
pub struct LockSessionStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_session() -> LockSessionStmt {
    LockSessionStmt("select id from sessions where id = $1 for update", None)
}
impl LockSessionStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 1> {
        UuidUuidQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct RevokeSessionStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn revoke_session() -> RevokeSessionStmt {
    RevokeSessionStmt(
        "update sessions set revoked_at = $1, version = version + 1 where id = $2 and revoked_at is null returning version",
        None,
    )
}
impl RevokeSessionStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        now: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
    ) -> I32Query<'c, 'a, 's, C, i32, 2> {
        I32Query {
            client,
            params: [now, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, RevokeSessionParams, I32Query<'c, 'a, 's, C, i32, 2>, C>
    for RevokeSessionStmt
{
    fn params(&'s self, client: &'c C, params: &'a RevokeSessionParams) -> I32Query<'c, 'a, 's, C, i32, 2> {
        self.bind(client, &params.now, &params.id)
    }
}
