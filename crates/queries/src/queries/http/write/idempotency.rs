// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct ClaimParams<T1: crate::StringSql, T2: crate::StringSql> {
    pub principal_id: uuid::Uuid,
    pub route: T1,
    pub key: T2,
    pub kept_since: jiff::Timestamp,
}
#[derive(Debug)]
pub struct AnswerOfParams<T1: crate::StringSql, T2: crate::StringSql> {
    pub principal_id: uuid::Uuid,
    pub route: T1,
    pub key: T2,
    pub kept_since: jiff::Timestamp,
}
#[derive(Debug)]
pub struct ReserveParams<T1: crate::StringSql, T2: crate::StringSql> {
    pub principal_id: uuid::Uuid,
    pub route: T1,
    pub key: T2,
    pub id: uuid::Uuid,
    pub expires_at: jiff::Timestamp,
    pub now: jiff::Timestamp,
}
#[derive(Debug)]
pub struct EndReservationParams<T1: crate::StringSql, T2: crate::StringSql> {
    pub principal_id: uuid::Uuid,
    pub route: T1,
    pub key: T2,
    pub id: uuid::Uuid,
}
#[derive(Debug, Clone, PartialEq)]
pub struct AnswerOf {
    pub fingerprint: Vec<u8>,
    pub status: i32,
    pub etag: Option<String>,
    pub location: Option<String>,
    pub body: String,
}
pub struct AnswerOfBorrowed<'a> {
    pub fingerprint: &'a [u8],
    pub status: i32,
    pub etag: Option<&'a str>,
    pub location: Option<&'a str>,
    pub body: &'a str,
}
impl<'a> From<AnswerOfBorrowed<'a>> for AnswerOf {
    fn from(AnswerOfBorrowed { fingerprint, status, etag, location, body }: AnswerOfBorrowed<'a>) -> Self {
        Self {
            fingerprint: fingerprint.into(),
            status,
            etag: etag.map(|v| v.into()),
            location: location.map(|v| v.into()),
            body: body.into(),
        }
    }
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
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
pub struct AnswerOfQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<AnswerOfBorrowed, tokio_postgres::Error>,
    mapper: fn(AnswerOfBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> AnswerOfQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(AnswerOfBorrowed) -> R) -> AnswerOfQuery<'c, 'a, 's, C, R, N> {
        AnswerOfQuery {
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
pub struct ClaimStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn claim() -> ClaimStmt {
    ClaimStmt("select app.claim($1, $2, $3, $4) as claimed", None)
}
impl ClaimStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>(
        &'s self,
        client: &'c C,
        principal_id: &'a uuid::Uuid,
        route: &'a T1,
        key: &'a T2,
        kept_since: &'a jiff::Timestamp,
    ) -> BoolQuery<'c, 'a, 's, C, bool, 4> {
        BoolQuery {
            client,
            params: [principal_id, route, key, kept_since],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, ClaimParams<T1, T2>, BoolQuery<'c, 'a, 's, C, bool, 4>, C> for ClaimStmt
{
    fn params(&'s self, client: &'c C, params: &'a ClaimParams<T1, T2>) -> BoolQuery<'c, 'a, 's, C, bool, 4> {
        self.bind(client, &params.principal_id, &params.route, &params.key, &params.kept_since)
    }
}
pub struct AnswerOfStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn answer_of() -> AnswerOfStmt {
    AnswerOfStmt(
        "select fingerprint, status, etag, location, body from idempotency_keys where principal_id = $1 and route = $2 and key = $3 and created_at > $4",
        None,
    )
}
impl AnswerOfStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>(
        &'s self,
        client: &'c C,
        principal_id: &'a uuid::Uuid,
        route: &'a T1,
        key: &'a T2,
        kept_since: &'a jiff::Timestamp,
    ) -> AnswerOfQuery<'c, 'a, 's, C, AnswerOf, 4> {
        AnswerOfQuery {
            client,
            params: [principal_id, route, key, kept_since],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<AnswerOfBorrowed, tokio_postgres::Error> {
                Ok(AnswerOfBorrowed {
                    fingerprint: row.try_get(0)?,
                    status: row.try_get(1)?,
                    etag: row.try_get(2)?,
                    location: row.try_get(3)?,
                    body: row.try_get(4)?,
                })
            },
            mapper: |it| AnswerOf::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, AnswerOfParams<T1, T2>, AnswerOfQuery<'c, 'a, 's, C, AnswerOf, 4>, C>
    for AnswerOfStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a AnswerOfParams<T1, T2>,
    ) -> AnswerOfQuery<'c, 'a, 's, C, AnswerOf, 4> {
        self.bind(client, &params.principal_id, &params.route, &params.key, &params.kept_since)
    }
}
pub struct ForgetAnswersStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn forget_answers() -> ForgetAnswersStmt {
    ForgetAnswersStmt(
        "delete from idempotency_keys where (tenant_id, principal_id, route, key) in ( select tenant_id, principal_id, route, key from idempotency_keys where created_at <= $1 order by created_at limit 1000 ) returning key",
        None,
    )
}
impl ForgetAnswersStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        kept_since: &'a jiff::Timestamp,
    ) -> StringQuery<'c, 'a, 's, C, String, 1> {
        StringQuery {
            client,
            params: [kept_since],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it.into(),
        }
    }
}
pub struct ReserveStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn reserve() -> ReserveStmt {
    ReserveStmt(
        "insert into idempotency_reservations (principal_id, route, key, id, expires_at) values ($1, $2, $3, $4, $5) on conflict (tenant_id, principal_id, route, key) do update set id = excluded.id, expires_at = excluded.expires_at where idempotency_reservations.expires_at <= $6 returning id",
        None,
    )
}
impl ReserveStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>(
        &'s self,
        client: &'c C,
        principal_id: &'a uuid::Uuid,
        route: &'a T1,
        key: &'a T2,
        id: &'a uuid::Uuid,
        expires_at: &'a jiff::Timestamp,
        now: &'a jiff::Timestamp,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 6> {
        UuidUuidQuery {
            client,
            params: [principal_id, route, key, id, expires_at, now],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, ReserveParams<T1, T2>, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 6>, C>
    for ReserveStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ReserveParams<T1, T2>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 6> {
        self.bind(client, &params.principal_id, &params.route, &params.key, &params.id, &params.expires_at, &params.now)
    }
}
pub struct EndReservationStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn end_reservation() -> EndReservationStmt {
    EndReservationStmt(
        "delete from idempotency_reservations where principal_id = $1 and route = $2 and key = $3 and id = $4 returning id",
        None,
    )
}
impl EndReservationStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>(
        &'s self,
        client: &'c C,
        principal_id: &'a uuid::Uuid,
        route: &'a T1,
        key: &'a T2,
        id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 4> {
        UuidUuidQuery {
            client,
            params: [principal_id, route, key, id],
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
        EndReservationParams<T1, T2>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 4>,
        C,
    > for EndReservationStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a EndReservationParams<T1, T2>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 4> {
        self.bind(client, &params.principal_id, &params.route, &params.key, &params.id)
    }
}
pub struct ForgetReservationsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn forget_reservations() -> ForgetReservationsStmt {
    ForgetReservationsStmt(
        "delete from idempotency_reservations where (tenant_id, principal_id, route, key) in ( select tenant_id, principal_id, route, key from idempotency_reservations where expires_at <= $1 order by expires_at limit 1000 ) returning key",
        None,
    )
}
impl ForgetReservationsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        now: &'a jiff::Timestamp,
    ) -> StringQuery<'c, 'a, 's, C, String, 1> {
        StringQuery {
            client,
            params: [now],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it.into(),
        }
    }
}
