// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct AdoptTicketsParams<T1: crate::StringSql, T2: crate::ArraySql<Item = T1>> {
    pub contact_id: uuid::Uuid,
    pub organization_id: Option<uuid::Uuid>,
    pub addresses: T2,
}
#[derive(Debug)]
pub struct CountTicketsParams<
    T1: crate::ArraySql<Item = uuid::Uuid>,
    T2: crate::StringSql,
    T3: crate::ArraySql<Item = T2>,
    T4: crate::ArraySql<Item = uuid::Uuid>,
> {
    pub contact_ids: T1,
    pub addresses: T3,
    pub organization_ids: Option<T4>,
}
#[derive(Debug)]
pub struct TicketsAfterParams<
    T1: crate::ArraySql<Item = uuid::Uuid>,
    T2: crate::StringSql,
    T3: crate::ArraySql<Item = T2>,
    T4: crate::ArraySql<Item = uuid::Uuid>,
> {
    pub contact_ids: T1,
    pub addresses: T3,
    pub last: i64,
    pub organization_ids: Option<T4>,
    pub limit: i64,
}
#[derive(Debug)]
pub struct LockTicketTextsParams<T1: crate::ArraySql<Item = uuid::Uuid>> {
    pub id: uuid::Uuid,
    pub organization_ids: Option<T1>,
}
#[derive(Debug)]
pub struct RewriteTicketParams<
    T1: crate::StringSql,
    T2: crate::StringSql,
    T3: crate::StringSql,
    T4: crate::StringSql,
    T5: crate::StringSql,
    T6: crate::JsonSql,
> {
    pub subject: T1,
    pub description: Option<T2>,
    pub resolution_notes: Option<T3>,
    pub requester_name: Option<T4>,
    pub requester_email: Option<T5>,
    pub custom_fields: T6,
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Clone, Copy, Debug)]
pub struct CommentsAfterParams {
    pub ticket_id: uuid::Uuid,
    pub last: uuid::Uuid,
    pub limit: i64,
}
#[derive(Debug)]
pub struct RewriteCommentsParams<
    T1: crate::ArraySql<Item = uuid::Uuid>,
    T2: crate::StringSql,
    T3: crate::ArraySql<Item = T2>,
    T4: crate::StringSql,
    T5: crate::ArraySql<Item = T4>,
> {
    pub tenant: uuid::Uuid,
    pub operation: uuid::Uuid,
    pub ids: T1,
    pub old_bodies: T3,
    pub bodies: T5,
}
#[derive(Clone, Copy, Debug)]
pub struct NotesAfterParams {
    pub ticket_id: uuid::Uuid,
    pub last: uuid::Uuid,
    pub limit: i64,
}
#[derive(Debug)]
pub struct RewriteNoteParams<T1: crate::StringSql, T2: crate::StringSql> {
    pub note: T1,
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
    pub old_note: T2,
}
#[derive(Clone, Copy, Debug)]
pub struct MergesAfterParams {
    pub ticket_id: uuid::Uuid,
    pub last: uuid::Uuid,
    pub limit: i64,
}
#[derive(Debug)]
pub struct RewriteMergeParams<T1: crate::StringSql, T2: crate::StringSql> {
    pub note: T1,
    pub id: uuid::Uuid,
    pub old_note: T2,
}
#[derive(Clone, Copy, Debug)]
pub struct TasksAfterParams {
    pub ticket_id: uuid::Uuid,
    pub last: uuid::Uuid,
    pub limit: i64,
}
#[derive(Debug)]
pub struct RewriteTaskParams<T1: crate::StringSql, T2: crate::StringSql> {
    pub title: T1,
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
    pub old_title: T2,
}
#[derive(Debug)]
pub struct DeleteAttachmentsOfPersonParams<T1: crate::ArraySql<Item = uuid::Uuid>> {
    pub now: jiff::Timestamp,
    pub ticket_id: uuid::Uuid,
    pub contact_ids: T1,
}
#[derive(Clone, Copy, Debug)]
pub struct AttachmentsAfterParams {
    pub ticket_id: uuid::Uuid,
    pub last: uuid::Uuid,
    pub limit: i64,
}
#[derive(Debug)]
pub struct RenameAttachmentsParams<
    T1: crate::ArraySql<Item = uuid::Uuid>,
    T2: crate::StringSql,
    T3: crate::ArraySql<Item = T2>,
    T4: crate::StringSql,
    T5: crate::ArraySql<Item = T4>,
> {
    pub ids: T1,
    pub old_names: T3,
    pub names: T5,
}
#[derive(Debug)]
pub struct WatchersToEraseParams<
    T1: crate::ArraySql<Item = uuid::Uuid>,
    T2: crate::StringSql,
    T3: crate::ArraySql<Item = T2>,
> {
    pub ticket_id: uuid::Uuid,
    pub contact_ids: T1,
    pub addresses: T3,
}
#[derive(Debug, Clone, PartialEq, Copy)]
pub struct CountTickets {
    pub tickets: i64,
    pub changeable: i64,
}
#[derive(Debug, Clone, PartialEq, Copy)]
pub struct TicketsAfter {
    pub id: uuid::Uuid,
    pub number: i64,
}
#[derive(Debug, Clone, PartialEq)]
pub struct TicketTexts {
    pub subject: String,
    pub description: Option<String>,
    pub resolution_notes: Option<String>,
    pub requester_name: Option<String>,
    pub requester_email: Option<String>,
    pub custom_fields: serde_json::Value,
}
pub struct TicketTextsBorrowed<'a> {
    pub subject: &'a str,
    pub description: Option<&'a str>,
    pub resolution_notes: Option<&'a str>,
    pub requester_name: Option<&'a str>,
    pub requester_email: Option<&'a str>,
    pub custom_fields: postgres_types::Json<&'a serde_json::value::RawValue>,
}
impl<'a> From<TicketTextsBorrowed<'a>> for TicketTexts {
    fn from(
        TicketTextsBorrowed {
            subject,
            description,
            resolution_notes,
            requester_name,
            requester_email,
            custom_fields,
        }: TicketTextsBorrowed<'a>,
    ) -> Self {
        Self {
            subject: subject.into(),
            description: description.map(|v| v.into()),
            resolution_notes: resolution_notes.map(|v| v.into()),
            requester_name: requester_name.map(|v| v.into()),
            requester_email: requester_email.map(|v| v.into()),
            custom_fields: serde_json::from_str(custom_fields.0.get()).unwrap(),
        }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct CommentsAfter {
    pub id: uuid::Uuid,
    pub body: String,
}
pub struct CommentsAfterBorrowed<'a> {
    pub id: uuid::Uuid,
    pub body: &'a str,
}
impl<'a> From<CommentsAfterBorrowed<'a>> for CommentsAfter {
    fn from(CommentsAfterBorrowed { id, body }: CommentsAfterBorrowed<'a>) -> Self {
        Self { id, body: body.into() }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct NotesAfter {
    pub id: uuid::Uuid,
    pub note: Option<String>,
}
pub struct NotesAfterBorrowed<'a> {
    pub id: uuid::Uuid,
    pub note: Option<&'a str>,
}
impl<'a> From<NotesAfterBorrowed<'a>> for NotesAfter {
    fn from(NotesAfterBorrowed { id, note }: NotesAfterBorrowed<'a>) -> Self {
        Self { id, note: note.map(|v| v.into()) }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct MergesAfter {
    pub id: uuid::Uuid,
    pub note: Option<String>,
}
pub struct MergesAfterBorrowed<'a> {
    pub id: uuid::Uuid,
    pub note: Option<&'a str>,
}
impl<'a> From<MergesAfterBorrowed<'a>> for MergesAfter {
    fn from(MergesAfterBorrowed { id, note }: MergesAfterBorrowed<'a>) -> Self {
        Self { id, note: note.map(|v| v.into()) }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct TasksAfter {
    pub id: uuid::Uuid,
    pub title: Option<String>,
}
pub struct TasksAfterBorrowed<'a> {
    pub id: uuid::Uuid,
    pub title: Option<&'a str>,
}
impl<'a> From<TasksAfterBorrowed<'a>> for TasksAfter {
    fn from(TasksAfterBorrowed { id, title }: TasksAfterBorrowed<'a>) -> Self {
        Self { id, title: title.map(|v| v.into()) }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct AttachmentsAfter {
    pub id: uuid::Uuid,
    pub name: String,
}
pub struct AttachmentsAfterBorrowed<'a> {
    pub id: uuid::Uuid,
    pub name: &'a str,
}
impl<'a> From<AttachmentsAfterBorrowed<'a>> for AttachmentsAfter {
    fn from(AttachmentsAfterBorrowed { id, name }: AttachmentsAfterBorrowed<'a>) -> Self {
        Self { id, name: name.into() }
    }
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
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
pub struct CountTicketsQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<CountTickets, tokio_postgres::Error>,
    mapper: fn(CountTickets) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> CountTicketsQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(CountTickets) -> R) -> CountTicketsQuery<'c, 'a, 's, C, R, N> {
        CountTicketsQuery {
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
pub struct TicketsAfterQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<TicketsAfter, tokio_postgres::Error>,
    mapper: fn(TicketsAfter) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> TicketsAfterQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(TicketsAfter) -> R) -> TicketsAfterQuery<'c, 'a, 's, C, R, N> {
        TicketsAfterQuery {
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
pub struct TicketTextsQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<TicketTextsBorrowed, tokio_postgres::Error>,
    mapper: fn(TicketTextsBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> TicketTextsQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(TicketTextsBorrowed) -> R) -> TicketTextsQuery<'c, 'a, 's, C, R, N> {
        TicketTextsQuery {
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
pub struct CommentsAfterQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<CommentsAfterBorrowed, tokio_postgres::Error>,
    mapper: fn(CommentsAfterBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> CommentsAfterQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(CommentsAfterBorrowed) -> R) -> CommentsAfterQuery<'c, 'a, 's, C, R, N> {
        CommentsAfterQuery {
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
pub struct Optioni64Query<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<Option<i64>, tokio_postgres::Error>,
    mapper: fn(Option<i64>) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> Optioni64Query<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(Option<i64>) -> R) -> Optioni64Query<'c, 'a, 's, C, R, N> {
        Optioni64Query {
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
pub struct NotesAfterQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<NotesAfterBorrowed, tokio_postgres::Error>,
    mapper: fn(NotesAfterBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> NotesAfterQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(NotesAfterBorrowed) -> R) -> NotesAfterQuery<'c, 'a, 's, C, R, N> {
        NotesAfterQuery {
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
pub struct MergesAfterQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<MergesAfterBorrowed, tokio_postgres::Error>,
    mapper: fn(MergesAfterBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> MergesAfterQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(MergesAfterBorrowed) -> R) -> MergesAfterQuery<'c, 'a, 's, C, R, N> {
        MergesAfterQuery {
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
pub struct TasksAfterQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<TasksAfterBorrowed, tokio_postgres::Error>,
    mapper: fn(TasksAfterBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> TasksAfterQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(TasksAfterBorrowed) -> R) -> TasksAfterQuery<'c, 'a, 's, C, R, N> {
        TasksAfterQuery {
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
pub struct AttachmentsAfterQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<AttachmentsAfterBorrowed, tokio_postgres::Error>,
    mapper: fn(AttachmentsAfterBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> AttachmentsAfterQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(AttachmentsAfterBorrowed) -> R) -> AttachmentsAfterQuery<'c, 'a, 's, C, R, N> {
        AttachmentsAfterQuery {
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
pub struct MergedIdsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn merged_ids() -> MergedIdsStmt {
    MergedIdsStmt("select merged_ids from contacts where id = $1", None)
}
impl MergedIdsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        contact_id: &'a uuid::Uuid,
    ) -> VecuuidUuidQuery<'c, 'a, 's, C, Vec<uuid::Uuid>, 1> {
        VecuuidUuidQuery {
            client,
            params: [contact_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it.map(|v| v).collect(),
        }
    }
}
pub struct AdoptTicketsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn adopt_tickets() -> AdoptTicketsStmt {
    AdoptTicketsStmt(
        "with adopted as ( insert into ticket_requesters (contact_id, ticket_id) select $1, tickets.id from tickets where tickets.requester_id is null and tickets.organization_id is not distinct from $2::uuid and lower(tickets.requester_email) = any ($3) on conflict (tenant_id, contact_id, ticket_id) do nothing returning ticket_id ) select count(*) as tickets from adopted",
        None,
    )
}
impl AdoptTicketsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>(
        &'s self,
        client: &'c C,
        contact_id: &'a uuid::Uuid,
        organization_id: &'a Option<uuid::Uuid>,
        addresses: &'a T2,
    ) -> I64Query<'c, 'a, 's, C, i64, 3> {
        I64Query {
            client,
            params: [contact_id, organization_id, addresses],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>
    crate::client::async_::Params<'c, 'a, 's, AdoptTicketsParams<T1, T2>, I64Query<'c, 'a, 's, C, i64, 3>, C>
    for AdoptTicketsStmt
{
    fn params(&'s self, client: &'c C, params: &'a AdoptTicketsParams<T1, T2>) -> I64Query<'c, 'a, 's, C, i64, 3> {
        self.bind(client, &params.contact_id, &params.organization_id, &params.addresses)
    }
}
pub struct CountTicketsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn count_tickets() -> CountTicketsStmt {
    CountTicketsStmt(
        "with theirs as ( select ticket_id from ticket_requesters where contact_id = any ($1) union select ticket_id from ticket_comments where author_contact_id = any ($1) union select ticket_id from ticket_watchers where contact_id = any ($1) union select ticket_id from ticket_watchers where address = any ($2::text[]) ) select count(*) as tickets, count(*) filter ( where $3::uuid[] is null or tickets.organization_id = any ($3) ) as changeable from theirs join tickets on tickets.id = theirs.ticket_id",
        None,
    )
}
impl CountTicketsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<
        'c,
        'a,
        's,
        C: GenericClient,
        T1: crate::ArraySql<Item = uuid::Uuid>,
        T2: crate::StringSql,
        T3: crate::ArraySql<Item = T2>,
        T4: crate::ArraySql<Item = uuid::Uuid>,
    >(
        &'s self,
        client: &'c C,
        contact_ids: &'a T1,
        addresses: &'a T3,
        organization_ids: &'a Option<T4>,
    ) -> CountTicketsQuery<'c, 'a, 's, C, CountTickets, 3> {
        CountTicketsQuery {
            client,
            params: [contact_ids, addresses, organization_ids],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<CountTickets, tokio_postgres::Error> {
                Ok(CountTickets { tickets: row.try_get(0)?, changeable: row.try_get(1)? })
            },
            mapper: |it| CountTickets::from(it),
        }
    }
}
impl<
    'c,
    'a,
    's,
    C: GenericClient,
    T1: crate::ArraySql<Item = uuid::Uuid>,
    T2: crate::StringSql,
    T3: crate::ArraySql<Item = T2>,
    T4: crate::ArraySql<Item = uuid::Uuid>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        CountTicketsParams<T1, T2, T3, T4>,
        CountTicketsQuery<'c, 'a, 's, C, CountTickets, 3>,
        C,
    > for CountTicketsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a CountTicketsParams<T1, T2, T3, T4>,
    ) -> CountTicketsQuery<'c, 'a, 's, C, CountTickets, 3> {
        self.bind(client, &params.contact_ids, &params.addresses, &params.organization_ids)
    }
}
pub struct TicketsAfterStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn tickets_after() -> TicketsAfterStmt {
    TicketsAfterStmt(
        "with theirs as materialized ( select ticket_id from ticket_requesters where contact_id = any ($1) union select ticket_id from ticket_comments where author_contact_id = any ($1) union select ticket_id from ticket_watchers where contact_id = any ($1) union select ticket_id from ticket_watchers where address = any ($2::text[]) ) select tickets.id, tickets.number from theirs join tickets on tickets.id = theirs.ticket_id where tickets.number > $3 and ($4::uuid[] is null or tickets.organization_id = any ($4)) order by tickets.number limit $5",
        None,
    )
}
impl TicketsAfterStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<
        'c,
        'a,
        's,
        C: GenericClient,
        T1: crate::ArraySql<Item = uuid::Uuid>,
        T2: crate::StringSql,
        T3: crate::ArraySql<Item = T2>,
        T4: crate::ArraySql<Item = uuid::Uuid>,
    >(
        &'s self,
        client: &'c C,
        contact_ids: &'a T1,
        addresses: &'a T3,
        last: &'a i64,
        organization_ids: &'a Option<T4>,
        limit: &'a i64,
    ) -> TicketsAfterQuery<'c, 'a, 's, C, TicketsAfter, 5> {
        TicketsAfterQuery {
            client,
            params: [contact_ids, addresses, last, organization_ids, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TicketsAfter, tokio_postgres::Error> {
                Ok(TicketsAfter { id: row.try_get(0)?, number: row.try_get(1)? })
            },
            mapper: |it| TicketsAfter::from(it),
        }
    }
}
impl<
    'c,
    'a,
    's,
    C: GenericClient,
    T1: crate::ArraySql<Item = uuid::Uuid>,
    T2: crate::StringSql,
    T3: crate::ArraySql<Item = T2>,
    T4: crate::ArraySql<Item = uuid::Uuid>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        TicketsAfterParams<T1, T2, T3, T4>,
        TicketsAfterQuery<'c, 'a, 's, C, TicketsAfter, 5>,
        C,
    > for TicketsAfterStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a TicketsAfterParams<T1, T2, T3, T4>,
    ) -> TicketsAfterQuery<'c, 'a, 's, C, TicketsAfter, 5> {
        self.bind(client, &params.contact_ids, &params.addresses, &params.last, &params.organization_ids, &params.limit)
    }
}
pub struct LockTicketTextsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_ticket_texts() -> LockTicketTextsStmt {
    LockTicketTextsStmt(
        "select subject, description, resolution_notes, requester_name, requester_email, custom_fields from tickets where id = $1 and ($2::uuid[] is null or organization_id = any ($2)) for update",
        None,
    )
}
impl LockTicketTextsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
        organization_ids: &'a Option<T1>,
    ) -> TicketTextsQuery<'c, 'a, 's, C, TicketTexts, 2> {
        TicketTextsQuery {
            client,
            params: [id, organization_ids],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TicketTextsBorrowed, tokio_postgres::Error> {
                Ok(TicketTextsBorrowed {
                    subject: row.try_get(0)?,
                    description: row.try_get(1)?,
                    resolution_notes: row.try_get(2)?,
                    requester_name: row.try_get(3)?,
                    requester_email: row.try_get(4)?,
                    custom_fields: row.try_get(5)?,
                })
            },
            mapper: |it| TicketTexts::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        LockTicketTextsParams<T1>,
        TicketTextsQuery<'c, 'a, 's, C, TicketTexts, 2>,
        C,
    > for LockTicketTextsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a LockTicketTextsParams<T1>,
    ) -> TicketTextsQuery<'c, 'a, 's, C, TicketTexts, 2> {
        self.bind(client, &params.id, &params.organization_ids)
    }
}
pub struct RewriteTicketStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn rewrite_ticket() -> RewriteTicketStmt {
    RewriteTicketStmt(
        "update tickets set subject = $1, description = $2, resolution_notes = $3, requester_name = $4, requester_email = $5, custom_fields = $6, updated_at = $7, version = version + 1 where id = $8 returning id",
        None,
    )
}
impl RewriteTicketStmt {
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
        subject: &'a T1,
        description: &'a Option<T2>,
        resolution_notes: &'a Option<T3>,
        requester_name: &'a Option<T4>,
        requester_email: &'a Option<T5>,
        custom_fields: &'a T6,
        now: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 8> {
        UuidUuidQuery {
            client,
            params: [subject, description, resolution_notes, requester_name, requester_email, custom_fields, now, id],
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
    T4: crate::StringSql,
    T5: crate::StringSql,
    T6: crate::JsonSql,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        RewriteTicketParams<T1, T2, T3, T4, T5, T6>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 8>,
        C,
    > for RewriteTicketStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a RewriteTicketParams<T1, T2, T3, T4, T5, T6>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 8> {
        self.bind(
            client,
            &params.subject,
            &params.description,
            &params.resolution_notes,
            &params.requester_name,
            &params.requester_email,
            &params.custom_fields,
            &params.now,
            &params.id,
        )
    }
}
pub struct CommentsAfterStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn comments_after() -> CommentsAfterStmt {
    CommentsAfterStmt(
        "select id, body from ticket_comments where ticket_id = $1 and id > $2 order by id limit $3",
        None,
    )
}
impl CommentsAfterStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        ticket_id: &'a uuid::Uuid,
        last: &'a uuid::Uuid,
        limit: &'a i64,
    ) -> CommentsAfterQuery<'c, 'a, 's, C, CommentsAfter, 3> {
        CommentsAfterQuery {
            client,
            params: [ticket_id, last, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<CommentsAfterBorrowed, tokio_postgres::Error> {
                Ok(CommentsAfterBorrowed { id: row.try_get(0)?, body: row.try_get(1)? })
            },
            mapper: |it| CommentsAfter::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        CommentsAfterParams,
        CommentsAfterQuery<'c, 'a, 's, C, CommentsAfter, 3>,
        C,
    > for CommentsAfterStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a CommentsAfterParams,
    ) -> CommentsAfterQuery<'c, 'a, 's, C, CommentsAfter, 3> {
        self.bind(client, &params.ticket_id, &params.last, &params.limit)
    }
}
pub struct RewriteCommentsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn rewrite_comments() -> RewriteCommentsStmt {
    RewriteCommentsStmt("select app.rewrite_comments($1, $2, $3::uuid[], $4::text[], $5::text[]) as rewritten", None)
}
impl RewriteCommentsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<
        'c,
        'a,
        's,
        C: GenericClient,
        T1: crate::ArraySql<Item = uuid::Uuid>,
        T2: crate::StringSql,
        T3: crate::ArraySql<Item = T2>,
        T4: crate::StringSql,
        T5: crate::ArraySql<Item = T4>,
    >(
        &'s self,
        client: &'c C,
        tenant: &'a uuid::Uuid,
        operation: &'a uuid::Uuid,
        ids: &'a T1,
        old_bodies: &'a T3,
        bodies: &'a T5,
    ) -> Optioni64Query<'c, 'a, 's, C, Option<i64>, 5> {
        Optioni64Query {
            client,
            params: [tenant, operation, ids, old_bodies, bodies],
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
    T1: crate::ArraySql<Item = uuid::Uuid>,
    T2: crate::StringSql,
    T3: crate::ArraySql<Item = T2>,
    T4: crate::StringSql,
    T5: crate::ArraySql<Item = T4>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        RewriteCommentsParams<T1, T2, T3, T4, T5>,
        Optioni64Query<'c, 'a, 's, C, Option<i64>, 5>,
        C,
    > for RewriteCommentsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a RewriteCommentsParams<T1, T2, T3, T4, T5>,
    ) -> Optioni64Query<'c, 'a, 's, C, Option<i64>, 5> {
        self.bind(client, &params.tenant, &params.operation, &params.ids, &params.old_bodies, &params.bodies)
    }
}
pub struct NotesAfterStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn notes_after() -> NotesAfterStmt {
    NotesAfterStmt(
        "select entries.id, entries.note from ( select id, note from time_entries where ticket_id = $1 and id > $2 union all select id, null from time_entry_tombstones where ticket_id = $1 and id > $2 ) as entries order by entries.id limit $3",
        None,
    )
}
impl NotesAfterStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        ticket_id: &'a uuid::Uuid,
        last: &'a uuid::Uuid,
        limit: &'a i64,
    ) -> NotesAfterQuery<'c, 'a, 's, C, NotesAfter, 3> {
        NotesAfterQuery {
            client,
            params: [ticket_id, last, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<NotesAfterBorrowed, tokio_postgres::Error> {
                Ok(NotesAfterBorrowed { id: row.try_get(0)?, note: row.try_get(1)? })
            },
            mapper: |it| NotesAfter::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, NotesAfterParams, NotesAfterQuery<'c, 'a, 's, C, NotesAfter, 3>, C>
    for NotesAfterStmt
{
    fn params(&'s self, client: &'c C, params: &'a NotesAfterParams) -> NotesAfterQuery<'c, 'a, 's, C, NotesAfter, 3> {
        self.bind(client, &params.ticket_id, &params.last, &params.limit)
    }
}
pub struct RewriteNoteStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn rewrite_note() -> RewriteNoteStmt {
    RewriteNoteStmt(
        "update time_entries set note = $1, updated_at = $2, version = version + 1 where id = $3 and note = $4 returning id",
        None,
    )
}
impl RewriteNoteStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>(
        &'s self,
        client: &'c C,
        note: &'a T1,
        now: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
        old_note: &'a T2,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 4> {
        UuidUuidQuery {
            client,
            params: [note, now, id, old_note],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, RewriteNoteParams<T1, T2>, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 4>, C>
    for RewriteNoteStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a RewriteNoteParams<T1, T2>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 4> {
        self.bind(client, &params.note, &params.now, &params.id, &params.old_note)
    }
}
pub struct MergesAfterStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn merges_after() -> MergesAfterStmt {
    MergesAfterStmt(
        "select id, note from ticket_merges where (source_id = $1 or target_id = $1) and id > $2 order by id limit $3",
        None,
    )
}
impl MergesAfterStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        ticket_id: &'a uuid::Uuid,
        last: &'a uuid::Uuid,
        limit: &'a i64,
    ) -> MergesAfterQuery<'c, 'a, 's, C, MergesAfter, 3> {
        MergesAfterQuery {
            client,
            params: [ticket_id, last, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<MergesAfterBorrowed, tokio_postgres::Error> {
                Ok(MergesAfterBorrowed { id: row.try_get(0)?, note: row.try_get(1)? })
            },
            mapper: |it| MergesAfter::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, MergesAfterParams, MergesAfterQuery<'c, 'a, 's, C, MergesAfter, 3>, C>
    for MergesAfterStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a MergesAfterParams,
    ) -> MergesAfterQuery<'c, 'a, 's, C, MergesAfter, 3> {
        self.bind(client, &params.ticket_id, &params.last, &params.limit)
    }
}
pub struct RewriteMergeStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn rewrite_merge() -> RewriteMergeStmt {
    RewriteMergeStmt("update ticket_merges set note = $1 where id = $2 and note = $3 returning id", None)
}
impl RewriteMergeStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>(
        &'s self,
        client: &'c C,
        note: &'a T1,
        id: &'a uuid::Uuid,
        old_note: &'a T2,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        UuidUuidQuery {
            client,
            params: [note, id, old_note],
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
        RewriteMergeParams<T1, T2>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3>,
        C,
    > for RewriteMergeStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a RewriteMergeParams<T1, T2>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        self.bind(client, &params.note, &params.id, &params.old_note)
    }
}
pub struct TasksAfterStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn tasks_after() -> TasksAfterStmt {
    TasksAfterStmt(
        "select tasks.id, tasks.title from ( select id, title from ticket_tasks where ticket_id = $1 and id > $2 union all select id, null from ticket_task_tombstones where ticket_id = $1 and id > $2 ) as tasks order by tasks.id limit $3",
        None,
    )
}
impl TasksAfterStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        ticket_id: &'a uuid::Uuid,
        last: &'a uuid::Uuid,
        limit: &'a i64,
    ) -> TasksAfterQuery<'c, 'a, 's, C, TasksAfter, 3> {
        TasksAfterQuery {
            client,
            params: [ticket_id, last, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TasksAfterBorrowed, tokio_postgres::Error> {
                Ok(TasksAfterBorrowed { id: row.try_get(0)?, title: row.try_get(1)? })
            },
            mapper: |it| TasksAfter::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, TasksAfterParams, TasksAfterQuery<'c, 'a, 's, C, TasksAfter, 3>, C>
    for TasksAfterStmt
{
    fn params(&'s self, client: &'c C, params: &'a TasksAfterParams) -> TasksAfterQuery<'c, 'a, 's, C, TasksAfter, 3> {
        self.bind(client, &params.ticket_id, &params.last, &params.limit)
    }
}
pub struct RewriteTaskStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn rewrite_task() -> RewriteTaskStmt {
    RewriteTaskStmt(
        "update ticket_tasks set title = $1, updated_at = $2, version = version + 1 where id = $3 and title = $4 returning id",
        None,
    )
}
impl RewriteTaskStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>(
        &'s self,
        client: &'c C,
        title: &'a T1,
        now: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
        old_title: &'a T2,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 4> {
        UuidUuidQuery {
            client,
            params: [title, now, id, old_title],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, RewriteTaskParams<T1, T2>, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 4>, C>
    for RewriteTaskStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a RewriteTaskParams<T1, T2>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 4> {
        self.bind(client, &params.title, &params.now, &params.id, &params.old_title)
    }
}
pub struct DeleteAttachmentsOfPersonStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn delete_attachments_of_person() -> DeleteAttachmentsOfPersonStmt {
    DeleteAttachmentsOfPersonStmt(
        "update attachments set state = 'deleted', data_key_sealed = null, collect_at = $1, scan_at = null, version = version + 1 where ticket_id = $2 and state = 'stored' and ( comment_id in ( select ticket_comments.id from ticket_comments where ticket_comments.ticket_id = attachments.ticket_id and ticket_comments.author_contact_id = any ($3) ) or ( comment_id is null and exists ( select from tickets where tickets.id = attachments.ticket_id and tickets.requester_id = any ($3) ) ) ) returning id",
        None,
    )
}
impl DeleteAttachmentsOfPersonStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>(
        &'s self,
        client: &'c C,
        now: &'a jiff::Timestamp,
        ticket_id: &'a uuid::Uuid,
        contact_ids: &'a T1,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        UuidUuidQuery {
            client,
            params: [now, ticket_id, contact_ids],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        DeleteAttachmentsOfPersonParams<T1>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3>,
        C,
    > for DeleteAttachmentsOfPersonStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a DeleteAttachmentsOfPersonParams<T1>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        self.bind(client, &params.now, &params.ticket_id, &params.contact_ids)
    }
}
pub struct AttachmentsAfterStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn attachments_after() -> AttachmentsAfterStmt {
    AttachmentsAfterStmt("select id, name from attachments where ticket_id = $1 and id > $2 order by id limit $3", None)
}
impl AttachmentsAfterStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        ticket_id: &'a uuid::Uuid,
        last: &'a uuid::Uuid,
        limit: &'a i64,
    ) -> AttachmentsAfterQuery<'c, 'a, 's, C, AttachmentsAfter, 3> {
        AttachmentsAfterQuery {
            client,
            params: [ticket_id, last, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<AttachmentsAfterBorrowed, tokio_postgres::Error> {
                Ok(AttachmentsAfterBorrowed { id: row.try_get(0)?, name: row.try_get(1)? })
            },
            mapper: |it| AttachmentsAfter::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        AttachmentsAfterParams,
        AttachmentsAfterQuery<'c, 'a, 's, C, AttachmentsAfter, 3>,
        C,
    > for AttachmentsAfterStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a AttachmentsAfterParams,
    ) -> AttachmentsAfterQuery<'c, 'a, 's, C, AttachmentsAfter, 3> {
        self.bind(client, &params.ticket_id, &params.last, &params.limit)
    }
}
pub struct RenameAttachmentsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn rename_attachments() -> RenameAttachmentsStmt {
    RenameAttachmentsStmt(
        "update attachments set name = given.name, version = version + 1 from unnest($1::uuid[], $2::text[], $3::text[]) as given (id, old_name, name) where attachments.id = given.id and attachments.name = given.old_name returning attachments.id",
        None,
    )
}
impl RenameAttachmentsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<
        'c,
        'a,
        's,
        C: GenericClient,
        T1: crate::ArraySql<Item = uuid::Uuid>,
        T2: crate::StringSql,
        T3: crate::ArraySql<Item = T2>,
        T4: crate::StringSql,
        T5: crate::ArraySql<Item = T4>,
    >(
        &'s self,
        client: &'c C,
        ids: &'a T1,
        old_names: &'a T3,
        names: &'a T5,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        UuidUuidQuery {
            client,
            params: [ids, old_names, names],
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
    T1: crate::ArraySql<Item = uuid::Uuid>,
    T2: crate::StringSql,
    T3: crate::ArraySql<Item = T2>,
    T4: crate::StringSql,
    T5: crate::ArraySql<Item = T4>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        RenameAttachmentsParams<T1, T2, T3, T4, T5>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3>,
        C,
    > for RenameAttachmentsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a RenameAttachmentsParams<T1, T2, T3, T4, T5>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        self.bind(client, &params.ids, &params.old_names, &params.names)
    }
}
pub struct WatchersToEraseStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn watchers_to_erase() -> WatchersToEraseStmt {
    WatchersToEraseStmt(
        "select id from ticket_watchers where ticket_id = $1 and (contact_id = any ($2) or address = any ($3::text[]))",
        None,
    )
}
impl WatchersToEraseStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<
        'c,
        'a,
        's,
        C: GenericClient,
        T1: crate::ArraySql<Item = uuid::Uuid>,
        T2: crate::StringSql,
        T3: crate::ArraySql<Item = T2>,
    >(
        &'s self,
        client: &'c C,
        ticket_id: &'a uuid::Uuid,
        contact_ids: &'a T1,
        addresses: &'a T3,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        UuidUuidQuery {
            client,
            params: [ticket_id, contact_ids, addresses],
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
    T1: crate::ArraySql<Item = uuid::Uuid>,
    T2: crate::StringSql,
    T3: crate::ArraySql<Item = T2>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        WatchersToEraseParams<T1, T2, T3>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3>,
        C,
    > for WatchersToEraseStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a WatchersToEraseParams<T1, T2, T3>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        self.bind(client, &params.ticket_id, &params.contact_ids, &params.addresses)
    }
}
pub struct EraseWatchersStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn erase_watchers() -> EraseWatchersStmt {
    EraseWatchersStmt("delete from ticket_watchers where id = any ($1) returning id", None)
}
impl EraseWatchersStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>(
        &'s self,
        client: &'c C,
        ids: &'a T1,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 1> {
        UuidUuidQuery {
            client,
            params: [ids],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
