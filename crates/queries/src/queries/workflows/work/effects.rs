// This file was generated with `cornucopia`. Do not modify.

#[derive(Clone, Copy, Debug)]
pub struct BeginRunParams {
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Debug)]
pub struct DoneStepsParams<T1: crate::StringSql> {
    pub run_id: uuid::Uuid,
    pub after: T1,
    pub limit: i64,
}
#[derive(Debug)]
pub struct BeginStepParams<
    T1: crate::StringSql,
    T2: crate::StringSql,
    T3: crate::StringSql,
    T4: crate::StringSql,
    T5: crate::StringSql,
    T6: crate::JsonSql,
> {
    pub path: T1,
    pub name: T2,
    pub kind: T3,
    pub task: T4,
    pub status: T5,
    pub input: Option<T6>,
    pub until: Option<jiff::Timestamp>,
    pub now: jiff::Timestamp,
    pub run_id: uuid::Uuid,
}
#[derive(Debug)]
pub struct EndStepParams<T1: crate::StringSql, T2: crate::JsonSql, T3: crate::JsonSql, T4: crate::StringSql> {
    pub status: T1,
    pub output: Option<T2>,
    pub error: Option<T3>,
    pub ended_at: Option<jiff::Timestamp>,
    pub run_id: uuid::Uuid,
    pub path: T4,
}
#[derive(Debug)]
pub struct RememberRequestParams<T1: crate::JsonSql, T2: crate::StringSql> {
    pub begun: T1,
    pub run_id: uuid::Uuid,
    pub path: T2,
}
#[derive(Debug)]
pub struct StepOfRunParams<T1: crate::StringSql> {
    pub run_id: uuid::Uuid,
    pub path: T1,
}
#[derive(Debug)]
pub struct NoteStepsParams<
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = T1>,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
    T5: crate::StringSql,
    T6: crate::ArraySql<Item = T5>,
    T7: crate::StringSql,
    T8: crate::ArraySql<Item = T7>,
    T9: crate::JsonSql,
    T10: crate::ArraySql<Item = Option<T9>>,
    T11: crate::JsonSql,
    T12: crate::ArraySql<Item = Option<T11>>,
> {
    pub now: jiff::Timestamp,
    pub paths: T2,
    pub names: T4,
    pub kinds: T6,
    pub statuses: T8,
    pub outputs: T10,
    pub errors: T12,
    pub run_id: uuid::Uuid,
}
#[derive(Debug)]
pub struct ClosePlacesParams<T1: crate::StringSql, T2: crate::ArraySql<Item = T1>> {
    pub run_id: uuid::Uuid,
    pub paths: T2,
    pub now: jiff::Timestamp,
}
#[derive(Debug)]
pub struct RunWaitsParams<T1: crate::StringSql> {
    pub status: T1,
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Clone, Copy, Debug)]
pub struct RunGoesOnParams {
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Debug)]
pub struct IsAskedParams<T1: crate::StringSql> {
    pub run_id: uuid::Uuid,
    pub path: T1,
}
#[derive(Debug)]
pub struct AskApprovalParams<
    T1: crate::StringSql,
    T2: crate::StringSql,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = uuid::Uuid>,
    T5: crate::ArraySql<Item = uuid::Uuid>,
    T6: crate::StringSql,
    T7: crate::JsonSql,
> {
    pub id: uuid::Uuid,
    pub path: T1,
    pub summary: T2,
    pub approver_scope: Option<T3>,
    pub approver_ids: Option<T4>,
    pub approver_key_ids: Option<T5>,
    pub min_approvals: i32,
    pub on_timeout: T6,
    pub expires_at: jiff::Timestamp,
    pub plan: Option<T7>,
    pub plan_complete: bool,
    pub now: jiff::Timestamp,
    pub run_id: uuid::Uuid,
}
#[derive(Debug)]
pub struct AskedApprovalParams<T1: crate::StringSql> {
    pub run_id: uuid::Uuid,
    pub path: T1,
}
#[derive(Debug)]
pub struct ListenParams<T1: crate::StringSql, T2: crate::JsonSql> {
    pub path: T1,
    pub patterns: T2,
    pub run_id: uuid::Uuid,
}
#[derive(Debug)]
pub struct HeardByParams<T1: crate::StringSql> {
    pub run_id: uuid::Uuid,
    pub path: T1,
}
#[derive(Debug, Clone, PartialEq)]
pub struct Beginning {
    pub status: String,
    pub attempt: i32,
    pub begun_at: Option<jiff::Timestamp>,
    pub organization_ids: Option<Vec<uuid::Uuid>>,
    pub definition: serde_json::Value,
    pub author_kind: String,
    pub author_id: Option<uuid::Uuid>,
    pub resumes: bool,
}
pub struct BeginningBorrowed<'a> {
    pub status: &'a str,
    pub attempt: i32,
    pub begun_at: Option<jiff::Timestamp>,
    pub organization_ids: Option<crate::ArrayIterator<'a, uuid::Uuid>>,
    pub definition: postgres_types::Json<&'a serde_json::value::RawValue>,
    pub author_kind: &'a str,
    pub author_id: Option<uuid::Uuid>,
    pub resumes: bool,
}
impl<'a> From<BeginningBorrowed<'a>> for Beginning {
    fn from(
        BeginningBorrowed {
            status,
            attempt,
            begun_at,
            organization_ids,
            definition,
            author_kind,
            author_id,
            resumes,
        }: BeginningBorrowed<'a>,
    ) -> Self {
        Self {
            status: status.into(),
            attempt,
            begun_at,
            organization_ids: organization_ids.map(|v| v.map(|v| v).collect()),
            definition: serde_json::from_str(definition.0.get()).unwrap(),
            author_kind: author_kind.into(),
            author_id,
            resumes,
        }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct DoneStep {
    pub path: String,
    pub kind: String,
    pub status: String,
    pub output: Option<serde_json::Value>,
    pub error: Option<serde_json::Value>,
}
pub struct DoneStepBorrowed<'a> {
    pub path: &'a str,
    pub kind: &'a str,
    pub status: &'a str,
    pub output: Option<postgres_types::Json<&'a serde_json::value::RawValue>>,
    pub error: Option<postgres_types::Json<&'a serde_json::value::RawValue>>,
}
impl<'a> From<DoneStepBorrowed<'a>> for DoneStep {
    fn from(DoneStepBorrowed { path, kind, status, output, error }: DoneStepBorrowed<'a>) -> Self {
        Self {
            path: path.into(),
            kind: kind.into(),
            status: status.into(),
            output: output.map(|v| serde_json::from_str(v.0.get()).unwrap()),
            error: error.map(|v| serde_json::from_str(v.0.get()).unwrap()),
        }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct Author {
    pub attempt: i32,
    pub begun_at: Option<jiff::Timestamp>,
    pub organization_ids: Option<Vec<uuid::Uuid>>,
    pub author_kind: String,
    pub author_id: Option<uuid::Uuid>,
    pub granted_scopes: Vec<String>,
    pub granted_organization_ids: Option<Vec<uuid::Uuid>>,
    pub owner_kind: String,
    pub owner_id: uuid::Uuid,
    pub trace: Option<Vec<u8>>,
}
pub struct AuthorBorrowed<'a> {
    pub attempt: i32,
    pub begun_at: Option<jiff::Timestamp>,
    pub organization_ids: Option<crate::ArrayIterator<'a, uuid::Uuid>>,
    pub author_kind: &'a str,
    pub author_id: Option<uuid::Uuid>,
    pub granted_scopes: crate::ArrayIterator<'a, &'a str>,
    pub granted_organization_ids: Option<crate::ArrayIterator<'a, uuid::Uuid>>,
    pub owner_kind: &'a str,
    pub owner_id: uuid::Uuid,
    pub trace: Option<&'a [u8]>,
}
impl<'a> From<AuthorBorrowed<'a>> for Author {
    fn from(
        AuthorBorrowed {
            attempt,
            begun_at,
            organization_ids,
            author_kind,
            author_id,
            granted_scopes,
            granted_organization_ids,
            owner_kind,
            owner_id,
            trace,
        }: AuthorBorrowed<'a>,
    ) -> Self {
        Self {
            attempt,
            begun_at,
            organization_ids: organization_ids.map(|v| v.map(|v| v).collect()),
            author_kind: author_kind.into(),
            author_id,
            granted_scopes: granted_scopes.map(|v| v.into()).collect(),
            granted_organization_ids: granted_organization_ids.map(|v| v.map(|v| v).collect()),
            owner_kind: owner_kind.into(),
            owner_id,
            trace: trace.map(|v| v.into()),
        }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct BegunStep {
    pub status: String,
    pub output: Option<serde_json::Value>,
    pub error: Option<serde_json::Value>,
    pub resumed: bool,
    pub until: Option<jiff::Timestamp>,
    pub begun: Option<serde_json::Value>,
}
pub struct BegunStepBorrowed<'a> {
    pub status: &'a str,
    pub output: Option<postgres_types::Json<&'a serde_json::value::RawValue>>,
    pub error: Option<postgres_types::Json<&'a serde_json::value::RawValue>>,
    pub resumed: bool,
    pub until: Option<jiff::Timestamp>,
    pub begun: Option<postgres_types::Json<&'a serde_json::value::RawValue>>,
}
impl<'a> From<BegunStepBorrowed<'a>> for BegunStep {
    fn from(BegunStepBorrowed { status, output, error, resumed, until, begun }: BegunStepBorrowed<'a>) -> Self {
        Self {
            status: status.into(),
            output: output.map(|v| serde_json::from_str(v.0.get()).unwrap()),
            error: error.map(|v| serde_json::from_str(v.0.get()).unwrap()),
            resumed,
            until,
            begun: begun.map(|v| serde_json::from_str(v.0.get()).unwrap()),
        }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct AskedApproval {
    pub id: uuid::Uuid,
    pub expires_at: jiff::Timestamp,
    pub status: String,
}
pub struct AskedApprovalBorrowed<'a> {
    pub id: uuid::Uuid,
    pub expires_at: jiff::Timestamp,
    pub status: &'a str,
}
impl<'a> From<AskedApprovalBorrowed<'a>> for AskedApproval {
    fn from(AskedApprovalBorrowed { id, expires_at, status }: AskedApprovalBorrowed<'a>) -> Self {
        Self { id, expires_at, status: status.into() }
    }
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
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
pub struct BeginningQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<BeginningBorrowed, tokio_postgres::Error>,
    mapper: fn(BeginningBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> BeginningQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(BeginningBorrowed) -> R) -> BeginningQuery<'c, 'a, 's, C, R, N> {
        BeginningQuery {
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
pub struct DoneStepQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<DoneStepBorrowed, tokio_postgres::Error>,
    mapper: fn(DoneStepBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> DoneStepQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(DoneStepBorrowed) -> R) -> DoneStepQuery<'c, 'a, 's, C, R, N> {
        DoneStepQuery {
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
pub struct AuthorQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<AuthorBorrowed, tokio_postgres::Error>,
    mapper: fn(AuthorBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> AuthorQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(AuthorBorrowed) -> R) -> AuthorQuery<'c, 'a, 's, C, R, N> {
        AuthorQuery {
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
pub struct BegunStepQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<BegunStepBorrowed, tokio_postgres::Error>,
    mapper: fn(BegunStepBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> BegunStepQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(BegunStepBorrowed) -> R) -> BegunStepQuery<'c, 'a, 's, C, R, N> {
        BegunStepQuery {
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
pub struct AskedApprovalQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<AskedApprovalBorrowed, tokio_postgres::Error>,
    mapper: fn(AskedApprovalBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> AskedApprovalQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(AskedApprovalBorrowed) -> R) -> AskedApprovalQuery<'c, 'a, 's, C, R, N> {
        AskedApprovalQuery {
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
pub struct SerdejsonValueQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor:
        fn(&tokio_postgres::Row) -> Result<postgres_types::Json<&serde_json::value::RawValue>, tokio_postgres::Error>,
    mapper: fn(postgres_types::Json<&serde_json::value::RawValue>) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> SerdejsonValueQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(
        self,
        mapper: fn(postgres_types::Json<&serde_json::value::RawValue>) -> R,
    ) -> SerdejsonValueQuery<'c, 'a, 's, C, R, N> {
        SerdejsonValueQuery {
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
pub struct BeginRunStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn begin_run() -> BeginRunStmt {
    BeginRunStmt(
        "update workflow_runs set status = 'running', begun = attempt, begun_at = $1, started_at = coalesce(started_at, $1), updated_at = $1, version = version + 1 where id = $2 and status = 'queued' returning id",
        None,
    )
}
impl BeginRunStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        now: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        UuidUuidQuery {
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
    crate::client::async_::Params<'c, 'a, 's, BeginRunParams, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2>, C>
    for BeginRunStmt
{
    fn params(&'s self, client: &'c C, params: &'a BeginRunParams) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        self.bind(client, &params.now, &params.id)
    }
}
pub struct BeginningOfRunStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn beginning_of_run() -> BeginningOfRunStmt {
    BeginningOfRunStmt(
        "select run.status, run.attempt, run.begun_at, run.organization_ids, version.definition, version.author_kind, version.author_id, exists ( select from workflow_steps as step where step.tenant_id = run.tenant_id and step.run_id = run.id ) as resumes from workflow_runs as run join workflow_versions as version on version.tenant_id = run.tenant_id and version.workflow_id = run.workflow_id and version.number = run.workflow_version where run.id = $1",
        None,
    )
}
impl BeginningOfRunStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> BeginningQuery<'c, 'a, 's, C, Beginning, 1> {
        BeginningQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<BeginningBorrowed, tokio_postgres::Error> {
                Ok(BeginningBorrowed {
                    status: row.try_get(0)?,
                    attempt: row.try_get(1)?,
                    begun_at: row.try_get(2)?,
                    organization_ids: row.try_get(3)?,
                    definition: row.try_get(4)?,
                    author_kind: row.try_get(5)?,
                    author_id: row.try_get(6)?,
                    resumes: row.try_get(7)?,
                })
            },
            mapper: |it| Beginning::from(it),
        }
    }
}
pub struct DoneStepsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn done_steps() -> DoneStepsStmt {
    DoneStepsStmt(
        "select path, kind, status, output, error from workflow_steps where run_id = $1 and path > $2 and ( (status in ('succeeded', 'failed') and kind in ('call', 'approval', 'wait', 'listen', 'emit')) or (status = 'failed' and error ->> 'type' = 'timeout' and error ->> 'instance' = path) or (status in ('running', 'succeeded', 'failed') and kind = 'fork' and output is not null) ) order by path limit $3",
        None,
    )
}
impl DoneStepsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        run_id: &'a uuid::Uuid,
        after: &'a T1,
        limit: &'a i64,
    ) -> DoneStepQuery<'c, 'a, 's, C, DoneStep, 3> {
        DoneStepQuery {
            client,
            params: [run_id, after, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<DoneStepBorrowed, tokio_postgres::Error> {
                Ok(DoneStepBorrowed {
                    path: row.try_get(0)?,
                    kind: row.try_get(1)?,
                    status: row.try_get(2)?,
                    output: row.try_get(3)?,
                    error: row.try_get(4)?,
                })
            },
            mapper: |it| DoneStep::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, DoneStepsParams<T1>, DoneStepQuery<'c, 'a, 's, C, DoneStep, 3>, C>
    for DoneStepsStmt
{
    fn params(&'s self, client: &'c C, params: &'a DoneStepsParams<T1>) -> DoneStepQuery<'c, 'a, 's, C, DoneStep, 3> {
        self.bind(client, &params.run_id, &params.after, &params.limit)
    }
}
pub struct AuthorOfRunStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn author_of_run() -> AuthorOfRunStmt {
    AuthorOfRunStmt(
        "select run.attempt, run.begun_at, run.organization_ids, version.author_kind, version.author_id, version.granted_scopes, version.granted_organization_ids, workflow.owner_kind, workflow.owner_id, run.trace from workflow_runs as run join workflows as workflow on workflow.tenant_id = run.tenant_id and workflow.id = run.workflow_id join workflow_versions as version on version.tenant_id = run.tenant_id and version.workflow_id = run.workflow_id and version.number = run.workflow_version where run.id = $1",
        None,
    )
}
impl AuthorOfRunStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> AuthorQuery<'c, 'a, 's, C, Author, 1> {
        AuthorQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<AuthorBorrowed, tokio_postgres::Error> {
                Ok(AuthorBorrowed {
                    attempt: row.try_get(0)?,
                    begun_at: row.try_get(1)?,
                    organization_ids: row.try_get(2)?,
                    author_kind: row.try_get(3)?,
                    author_id: row.try_get(4)?,
                    granted_scopes: row.try_get(5)?,
                    granted_organization_ids: row.try_get(6)?,
                    owner_kind: row.try_get(7)?,
                    owner_id: row.try_get(8)?,
                    trace: row.try_get(9)?,
                })
            },
            mapper: |it| Author::from(it),
        }
    }
}
pub struct BeginStepStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn begin_step() -> BeginStepStmt {
    BeginStepStmt(
        "insert into workflow_steps (run_id, path, name, kind, task, status, input, until, started_at) select id, $1, $2, $3, $4, $5, $6, $7, $8 from workflow_runs where id = $9 and status in ('queued', 'running', 'waiting', 'waiting_approval') on conflict (tenant_id, run_id, path) do update set status = case when workflow_steps.status in ('succeeded', 'failed', 'waiting') then workflow_steps.status else excluded.status end, attempts = case when workflow_steps.status in ('succeeded', 'failed', 'waiting') then workflow_steps.attempts else workflow_steps.attempts + 1 end, until = case when workflow_steps.status = 'waiting' then workflow_steps.until else excluded.until end, input = excluded.input, resumed = workflow_steps.resumed and workflow_steps.status = 'waiting' returning status, output, error, resumed, until, begun",
        None,
    )
}
impl BeginStepStmt {
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
        T6: crate::JsonSql,
    >(
        &'s self,
        client: &'c C,
        path: &'a T1,
        name: &'a T2,
        kind: &'a T3,
        task: &'a T4,
        status: &'a T5,
        input: &'a Option<T6>,
        until: &'a Option<jiff::Timestamp>,
        now: &'a jiff::Timestamp,
        run_id: &'a uuid::Uuid,
    ) -> BegunStepQuery<'c, 'a, 's, C, BegunStep, 9> {
        BegunStepQuery {
            client,
            params: [path, name, kind, task, status, input, until, now, run_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<BegunStepBorrowed, tokio_postgres::Error> {
                Ok(BegunStepBorrowed {
                    status: row.try_get(0)?,
                    output: row.try_get(1)?,
                    error: row.try_get(2)?,
                    resumed: row.try_get(3)?,
                    until: row.try_get(4)?,
                    begun: row.try_get(5)?,
                })
            },
            mapper: |it| BegunStep::from(it),
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
    T6: crate::JsonSql,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        BeginStepParams<T1, T2, T3, T4, T5, T6>,
        BegunStepQuery<'c, 'a, 's, C, BegunStep, 9>,
        C,
    > for BeginStepStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a BeginStepParams<T1, T2, T3, T4, T5, T6>,
    ) -> BegunStepQuery<'c, 'a, 's, C, BegunStep, 9> {
        self.bind(
            client,
            &params.path,
            &params.name,
            &params.kind,
            &params.task,
            &params.status,
            &params.input,
            &params.until,
            &params.now,
            &params.run_id,
        )
    }
}
pub struct EndStepStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn end_step() -> EndStepStmt {
    EndStepStmt(
        "update workflow_steps set status = $1, output = $2, error = $3, ended_at = $4 where run_id = $5 and path = $6 and status in ('running', 'waiting') returning path",
        None,
    )
}
impl EndStepStmt {
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
        T3: crate::JsonSql,
        T4: crate::StringSql,
    >(
        &'s self,
        client: &'c C,
        status: &'a T1,
        output: &'a Option<T2>,
        error: &'a Option<T3>,
        ended_at: &'a Option<jiff::Timestamp>,
        run_id: &'a uuid::Uuid,
        path: &'a T4,
    ) -> StringQuery<'c, 'a, 's, C, String, 6> {
        StringQuery {
            client,
            params: [status, output, error, ended_at, run_id, path],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it.into(),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::JsonSql, T3: crate::JsonSql, T4: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, EndStepParams<T1, T2, T3, T4>, StringQuery<'c, 'a, 's, C, String, 6>, C>
    for EndStepStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a EndStepParams<T1, T2, T3, T4>,
    ) -> StringQuery<'c, 'a, 's, C, String, 6> {
        self.bind(client, &params.status, &params.output, &params.error, &params.ended_at, &params.run_id, &params.path)
    }
}
pub struct RememberRequestStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn remember_request() -> RememberRequestStmt {
    RememberRequestStmt("update workflow_steps set begun = $1 where run_id = $2 and path = $3 returning path", None)
}
impl RememberRequestStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::JsonSql, T2: crate::StringSql>(
        &'s self,
        client: &'c C,
        begun: &'a T1,
        run_id: &'a uuid::Uuid,
        path: &'a T2,
    ) -> StringQuery<'c, 'a, 's, C, String, 3> {
        StringQuery {
            client,
            params: [begun, run_id, path],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it.into(),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::JsonSql, T2: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, RememberRequestParams<T1, T2>, StringQuery<'c, 'a, 's, C, String, 3>, C>
    for RememberRequestStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a RememberRequestParams<T1, T2>,
    ) -> StringQuery<'c, 'a, 's, C, String, 3> {
        self.bind(client, &params.begun, &params.run_id, &params.path)
    }
}
pub struct StepOfRunStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn step_of_run() -> StepOfRunStmt {
    StepOfRunStmt(
        "select status, output, error, resumed, until, begun from workflow_steps where run_id = $1 and path = $2",
        None,
    )
}
impl StepOfRunStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        run_id: &'a uuid::Uuid,
        path: &'a T1,
    ) -> BegunStepQuery<'c, 'a, 's, C, BegunStep, 2> {
        BegunStepQuery {
            client,
            params: [run_id, path],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<BegunStepBorrowed, tokio_postgres::Error> {
                Ok(BegunStepBorrowed {
                    status: row.try_get(0)?,
                    output: row.try_get(1)?,
                    error: row.try_get(2)?,
                    resumed: row.try_get(3)?,
                    until: row.try_get(4)?,
                    begun: row.try_get(5)?,
                })
            },
            mapper: |it| BegunStep::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, StepOfRunParams<T1>, BegunStepQuery<'c, 'a, 's, C, BegunStep, 2>, C>
    for StepOfRunStmt
{
    fn params(&'s self, client: &'c C, params: &'a StepOfRunParams<T1>) -> BegunStepQuery<'c, 'a, 's, C, BegunStep, 2> {
        self.bind(client, &params.run_id, &params.path)
    }
}
pub struct NoteStepsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn note_steps() -> NoteStepsStmt {
    NoteStepsStmt(
        "insert into workflow_steps (run_id, path, name, kind, task, status, output, error, started_at, ended_at) select run.id, note.path, note.name, note.kind, note.kind, note.status, note.output, note.error, $1, case when note.status = 'running' then null else $1::timestamptz end from workflow_runs as run cross join unnest( $2::text[], $3::text[], $4::text[], $5::text[], $6::jsonb[], $7::jsonb[] ) as note (path, name, kind, status, output, error) where run.id = $8 order by note.path on conflict (tenant_id, run_id, path) do update set status = excluded.status, output = coalesce(excluded.output, workflow_steps.output), error = excluded.error, ended_at = excluded.ended_at where workflow_steps.status not in ('succeeded', 'failed') or workflow_steps.kind not in ('call', 'approval', 'wait', 'listen', 'emit') or excluded.status = 'canceled' or (excluded.error ->> 'type' = 'timeout' and excluded.error ->> 'instance' = excluded.path) returning path",
        None,
    )
}
impl NoteStepsStmt {
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
        T2: crate::ArraySql<Item = T1>,
        T3: crate::StringSql,
        T4: crate::ArraySql<Item = T3>,
        T5: crate::StringSql,
        T6: crate::ArraySql<Item = T5>,
        T7: crate::StringSql,
        T8: crate::ArraySql<Item = T7>,
        T9: crate::JsonSql,
        T10: crate::ArraySql<Item = Option<T9>>,
        T11: crate::JsonSql,
        T12: crate::ArraySql<Item = Option<T11>>,
    >(
        &'s self,
        client: &'c C,
        now: &'a jiff::Timestamp,
        paths: &'a T2,
        names: &'a T4,
        kinds: &'a T6,
        statuses: &'a T8,
        outputs: &'a T10,
        errors: &'a T12,
        run_id: &'a uuid::Uuid,
    ) -> StringQuery<'c, 'a, 's, C, String, 8> {
        StringQuery {
            client,
            params: [now, paths, names, kinds, statuses, outputs, errors, run_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it.into(),
        }
    }
}
impl<
    'c,
    'a,
    's,
    C: GenericClient,
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = T1>,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
    T5: crate::StringSql,
    T6: crate::ArraySql<Item = T5>,
    T7: crate::StringSql,
    T8: crate::ArraySql<Item = T7>,
    T9: crate::JsonSql,
    T10: crate::ArraySql<Item = Option<T9>>,
    T11: crate::JsonSql,
    T12: crate::ArraySql<Item = Option<T11>>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        NoteStepsParams<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12>,
        StringQuery<'c, 'a, 's, C, String, 8>,
        C,
    > for NoteStepsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a NoteStepsParams<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12>,
    ) -> StringQuery<'c, 'a, 's, C, String, 8> {
        self.bind(
            client,
            &params.now,
            &params.paths,
            &params.names,
            &params.kinds,
            &params.statuses,
            &params.outputs,
            &params.errors,
            &params.run_id,
        )
    }
}
pub struct ClosePlacesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn close_places() -> ClosePlacesStmt {
    ClosePlacesStmt(
        "with listeners as ( delete from workflow_listeners where run_id = $1 and path = any ($2) and heard is null ) update workflow_approvals set status = 'canceled', decided_at = $3, outcome = 'The run went on without it.' where run_id = $1 and path = any ($2) and status = 'pending' returning id",
        None,
    )
}
impl ClosePlacesStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>(
        &'s self,
        client: &'c C,
        run_id: &'a uuid::Uuid,
        paths: &'a T2,
        now: &'a jiff::Timestamp,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        UuidUuidQuery {
            client,
            params: [run_id, paths, now],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>
    crate::client::async_::Params<'c, 'a, 's, ClosePlacesParams<T1, T2>, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3>, C>
    for ClosePlacesStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ClosePlacesParams<T1, T2>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        self.bind(client, &params.run_id, &params.paths, &params.now)
    }
}
pub struct RunWaitsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn run_waits() -> RunWaitsStmt {
    RunWaitsStmt(
        "update workflow_runs set status = $1, updated_at = $2, version = version + 1 where id = $3 and (status = 'running' or (status = 'waiting' and $1::text = 'waiting_approval')) returning id",
        None,
    )
}
impl RunWaitsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        status: &'a T1,
        now: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        UuidUuidQuery {
            client,
            params: [status, now, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, RunWaitsParams<T1>, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3>, C>
    for RunWaitsStmt
{
    fn params(&'s self, client: &'c C, params: &'a RunWaitsParams<T1>) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        self.bind(client, &params.status, &params.now, &params.id)
    }
}
pub struct RunGoesOnStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn run_goes_on() -> RunGoesOnStmt {
    RunGoesOnStmt(
        "update workflow_runs as run set status = case when exists ( select from workflow_approvals as approval where approval.tenant_id = run.tenant_id and approval.run_id = run.id and approval.status = 'pending' ) then 'waiting_approval' when exists ( select from workflow_steps as step where step.tenant_id = run.tenant_id and step.run_id = run.id and step.status = 'waiting' ) then 'waiting' else 'running' end, updated_at = $1, version = version + 1 where run.id = $2 and run.status in ('waiting', 'waiting_approval') returning run.id",
        None,
    )
}
impl RunGoesOnStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        now: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        UuidUuidQuery {
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
    crate::client::async_::Params<'c, 'a, 's, RunGoesOnParams, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2>, C>
    for RunGoesOnStmt
{
    fn params(&'s self, client: &'c C, params: &'a RunGoesOnParams) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        self.bind(client, &params.now, &params.id)
    }
}
pub struct IsAskedStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn is_asked() -> IsAskedStmt {
    IsAskedStmt(
        "select true as asked from workflow_approvals as approval join workflow_runs as run on run.tenant_id = approval.tenant_id and run.id = approval.run_id where approval.run_id = $1 and approval.path = $2 and approval.attempt = run.attempt",
        None,
    )
}
impl IsAskedStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        run_id: &'a uuid::Uuid,
        path: &'a T1,
    ) -> BoolQuery<'c, 'a, 's, C, bool, 2> {
        BoolQuery {
            client,
            params: [run_id, path],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, IsAskedParams<T1>, BoolQuery<'c, 'a, 's, C, bool, 2>, C> for IsAskedStmt
{
    fn params(&'s self, client: &'c C, params: &'a IsAskedParams<T1>) -> BoolQuery<'c, 'a, 's, C, bool, 2> {
        self.bind(client, &params.run_id, &params.path)
    }
}
pub struct AskApprovalStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn ask_approval() -> AskApprovalStmt {
    AskApprovalStmt(
        "insert into workflow_approvals ( id, run_id, path, attempt, summary, approver_scope, approver_ids, approver_key_ids, min_approvals, on_timeout, expires_at, plan, plan_complete, created_at ) select $1, run.id, $2, run.attempt, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12 from workflow_runs as run where run.id = $13 on conflict (tenant_id, run_id, path, attempt) do nothing returning id",
        None,
    )
}
impl AskApprovalStmt {
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
        T5: crate::ArraySql<Item = uuid::Uuid>,
        T6: crate::StringSql,
        T7: crate::JsonSql,
    >(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
        path: &'a T1,
        summary: &'a T2,
        approver_scope: &'a Option<T3>,
        approver_ids: &'a Option<T4>,
        approver_key_ids: &'a Option<T5>,
        min_approvals: &'a i32,
        on_timeout: &'a T6,
        expires_at: &'a jiff::Timestamp,
        plan: &'a Option<T7>,
        plan_complete: &'a bool,
        now: &'a jiff::Timestamp,
        run_id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 13> {
        UuidUuidQuery {
            client,
            params: [
                id,
                path,
                summary,
                approver_scope,
                approver_ids,
                approver_key_ids,
                min_approvals,
                on_timeout,
                expires_at,
                plan,
                plan_complete,
                now,
                run_id,
            ],
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
    T2: crate::StringSql,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = uuid::Uuid>,
    T5: crate::ArraySql<Item = uuid::Uuid>,
    T6: crate::StringSql,
    T7: crate::JsonSql,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        AskApprovalParams<T1, T2, T3, T4, T5, T6, T7>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 13>,
        C,
    > for AskApprovalStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a AskApprovalParams<T1, T2, T3, T4, T5, T6, T7>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 13> {
        self.bind(
            client,
            &params.id,
            &params.path,
            &params.summary,
            &params.approver_scope,
            &params.approver_ids,
            &params.approver_key_ids,
            &params.min_approvals,
            &params.on_timeout,
            &params.expires_at,
            &params.plan,
            &params.plan_complete,
            &params.now,
            &params.run_id,
        )
    }
}
pub struct AskedApprovalStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn asked_approval() -> AskedApprovalStmt {
    AskedApprovalStmt(
        "select approval.id, approval.expires_at, approval.status from workflow_approvals as approval join workflow_runs as run on run.tenant_id = approval.tenant_id and run.id = approval.run_id where approval.run_id = $1 and approval.path = $2 and approval.attempt = run.attempt for update of approval",
        None,
    )
}
impl AskedApprovalStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        run_id: &'a uuid::Uuid,
        path: &'a T1,
    ) -> AskedApprovalQuery<'c, 'a, 's, C, AskedApproval, 2> {
        AskedApprovalQuery {
            client,
            params: [run_id, path],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<AskedApprovalBorrowed, tokio_postgres::Error> {
                Ok(AskedApprovalBorrowed { id: row.try_get(0)?, expires_at: row.try_get(1)?, status: row.try_get(2)? })
            },
            mapper: |it| AskedApproval::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        AskedApprovalParams<T1>,
        AskedApprovalQuery<'c, 'a, 's, C, AskedApproval, 2>,
        C,
    > for AskedApprovalStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a AskedApprovalParams<T1>,
    ) -> AskedApprovalQuery<'c, 'a, 's, C, AskedApproval, 2> {
        self.bind(client, &params.run_id, &params.path)
    }
}
pub struct ListenStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn listen() -> ListenStmt {
    ListenStmt(
        "insert into workflow_listeners (run_id, path, attempt, patterns, since_position) select run.id, $1, run.attempt, $2, event_logs.last_position from workflow_runs as run join event_logs on event_logs.tenant_id = run.tenant_id where run.id = $3 for no key update of event_logs on conflict (tenant_id, run_id, path, attempt) do nothing returning path",
        None,
    )
}
impl ListenStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::JsonSql>(
        &'s self,
        client: &'c C,
        path: &'a T1,
        patterns: &'a T2,
        run_id: &'a uuid::Uuid,
    ) -> StringQuery<'c, 'a, 's, C, String, 3> {
        StringQuery {
            client,
            params: [path, patterns, run_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it.into(),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::JsonSql>
    crate::client::async_::Params<'c, 'a, 's, ListenParams<T1, T2>, StringQuery<'c, 'a, 's, C, String, 3>, C>
    for ListenStmt
{
    fn params(&'s self, client: &'c C, params: &'a ListenParams<T1, T2>) -> StringQuery<'c, 'a, 's, C, String, 3> {
        self.bind(client, &params.path, &params.patterns, &params.run_id)
    }
}
pub struct HeardByStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn heard_by() -> HeardByStmt {
    HeardByStmt(
        "select listener.heard from workflow_listeners as listener join workflow_runs as run on run.tenant_id = listener.tenant_id and run.id = listener.run_id where listener.run_id = $1 and listener.path = $2 and listener.attempt = run.attempt and listener.heard is not null",
        None,
    )
}
impl HeardByStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        run_id: &'a uuid::Uuid,
        path: &'a T1,
    ) -> SerdejsonValueQuery<'c, 'a, 's, C, serde_json::Value, 2> {
        SerdejsonValueQuery {
            client,
            params: [run_id, path],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| serde_json::from_str(it.0.get()).unwrap(),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        HeardByParams<T1>,
        SerdejsonValueQuery<'c, 'a, 's, C, serde_json::Value, 2>,
        C,
    > for HeardByStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a HeardByParams<T1>,
    ) -> SerdejsonValueQuery<'c, 'a, 's, C, serde_json::Value, 2> {
        self.bind(client, &params.run_id, &params.path)
    }
}
