// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct CreateContactParams<
    T1: crate::StringSql,
    T2: crate::StringSql,
    T3: crate::ArraySql<Item = T2>,
    T4: crate::StringSql,
    T5: crate::ArraySql<Item = T4>,
    T6: crate::StringSql,
    T7: crate::StringSql,
    T8: crate::StringSql,
    T9: crate::JsonSql,
    T10: crate::StringSql,
> {
    pub id: uuid::Uuid,
    pub organization_id: Option<uuid::Uuid>,
    pub name: T1,
    pub emails: T3,
    pub phones: T5,
    pub title: Option<T6>,
    pub external_system: Option<T7>,
    pub external_id: Option<T8>,
    pub custom_fields: T9,
    pub vip: bool,
    pub status: T10,
    pub now: jiff::Timestamp,
}
#[derive(Clone, Copy, Debug)]
pub struct NewestContactsParams {
    pub before: uuid::Uuid,
    pub limit: i64,
}
#[derive(Debug)]
pub struct NewestContactsOfOrganizationsParams<T1: crate::ArraySql<Item = uuid::Uuid>> {
    pub organization_ids: T1,
    pub before: uuid::Uuid,
    pub limit: i64,
}
#[derive(Debug)]
pub struct ContactsByEmailParams<T1: crate::StringSql> {
    pub email: T1,
    pub before: uuid::Uuid,
    pub organization_id: Option<uuid::Uuid>,
    pub limit: i64,
}
#[derive(Debug)]
pub struct ContactsByExternalRefParams<T1: crate::StringSql, T2: crate::StringSql> {
    pub external_system: T1,
    pub external_id: T2,
    pub before: uuid::Uuid,
    pub organization_id: Option<uuid::Uuid>,
    pub limit: i64,
}
#[derive(Debug)]
pub struct ContactWithExternalRefParams<T1: crate::StringSql, T2: crate::StringSql> {
    pub external_system: T1,
    pub external_id: T2,
    pub organization_id: Option<uuid::Uuid>,
}
#[derive(Debug)]
pub struct OtherContactWithEmailParams<T1: crate::StringSql, T2: crate::ArraySql<Item = T1>> {
    pub emails: T2,
    pub organization_id: Option<uuid::Uuid>,
    pub id: uuid::Uuid,
}
#[derive(Debug)]
pub struct UpdateContactParams<
    T1: crate::StringSql,
    T2: crate::StringSql,
    T3: crate::ArraySql<Item = T2>,
    T4: crate::StringSql,
    T5: crate::ArraySql<Item = T4>,
    T6: crate::StringSql,
    T7: crate::StringSql,
    T8: crate::StringSql,
    T9: crate::JsonSql,
    T10: crate::StringSql,
> {
    pub name: T1,
    pub emails: T3,
    pub phones: T5,
    pub title: Option<T6>,
    pub external_system: Option<T7>,
    pub external_id: Option<T8>,
    pub custom_fields: T9,
    pub vip: bool,
    pub status: T10,
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Debug)]
pub struct ContactWithEmailParams<T1: crate::StringSql> {
    pub email: T1,
    pub organization_id: Option<uuid::Uuid>,
}
#[derive(Debug)]
pub struct ContactWithNameParams<T1: crate::StringSql> {
    pub name: T1,
    pub organization_id: Option<uuid::Uuid>,
}
#[derive(Clone, Copy, Debug)]
pub struct MoveRequestedTicketsParams {
    pub kept: uuid::Uuid,
    pub duplicate: uuid::Uuid,
}
#[derive(Clone, Copy, Debug)]
pub struct MoveWrittenCommentsParams {
    pub kept: uuid::Uuid,
    pub duplicate: uuid::Uuid,
}
#[derive(Clone, Copy, Debug)]
pub struct RememberMergedParams {
    pub kept: uuid::Uuid,
    pub duplicate: uuid::Uuid,
}
#[derive(Debug)]
pub struct EraseContactParams<T1: crate::StringSql> {
    pub name: T1,
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Debug, Clone, PartialEq)]
pub struct ContactRow {
    pub id: uuid::Uuid,
    pub organization_id: Option<uuid::Uuid>,
    pub name: String,
    pub emails: Vec<String>,
    pub phones: Vec<String>,
    pub title: Option<String>,
    pub external_system: Option<String>,
    pub external_id: Option<String>,
    pub custom_fields: serde_json::Value,
    pub vip: bool,
    pub status: String,
    pub created_at: jiff::Timestamp,
    pub updated_at: jiff::Timestamp,
    pub erased_at: Option<jiff::Timestamp>,
    pub version: i32,
}
pub struct ContactRowBorrowed<'a> {
    pub id: uuid::Uuid,
    pub organization_id: Option<uuid::Uuid>,
    pub name: &'a str,
    pub emails: crate::ArrayIterator<'a, &'a str>,
    pub phones: crate::ArrayIterator<'a, &'a str>,
    pub title: Option<&'a str>,
    pub external_system: Option<&'a str>,
    pub external_id: Option<&'a str>,
    pub custom_fields: postgres_types::Json<&'a serde_json::value::RawValue>,
    pub vip: bool,
    pub status: &'a str,
    pub created_at: jiff::Timestamp,
    pub updated_at: jiff::Timestamp,
    pub erased_at: Option<jiff::Timestamp>,
    pub version: i32,
}
impl<'a> From<ContactRowBorrowed<'a>> for ContactRow {
    fn from(
        ContactRowBorrowed {
            id,
            organization_id,
            name,
            emails,
            phones,
            title,
            external_system,
            external_id,
            custom_fields,
            vip,
            status,
            created_at,
            updated_at,
            erased_at,
            version,
        }: ContactRowBorrowed<'a>,
    ) -> Self {
        Self {
            id,
            organization_id,
            name: name.into(),
            emails: emails.map(|v| v.into()).collect(),
            phones: phones.map(|v| v.into()).collect(),
            title: title.map(|v| v.into()),
            external_system: external_system.map(|v| v.into()),
            external_id: external_id.map(|v| v.into()),
            custom_fields: serde_json::from_str(custom_fields.0.get()).unwrap(),
            vip,
            status: status.into(),
            created_at,
            updated_at,
            erased_at,
            version,
        }
    }
}
#[derive(Debug, Clone, PartialEq, Copy)]
pub struct NamedContact {
    pub id: uuid::Uuid,
    pub organization_id: Option<uuid::Uuid>,
    pub is_erased: bool,
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct ContactRowQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<ContactRowBorrowed, tokio_postgres::Error>,
    mapper: fn(ContactRowBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> ContactRowQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(ContactRowBorrowed) -> R) -> ContactRowQuery<'c, 'a, 's, C, R, N> {
        ContactRowQuery {
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
pub struct NamedContactQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<NamedContact, tokio_postgres::Error>,
    mapper: fn(NamedContact) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> NamedContactQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(NamedContact) -> R) -> NamedContactQuery<'c, 'a, 's, C, R, N> {
        NamedContactQuery {
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
pub struct CreateContactStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn create_contact() -> CreateContactStmt {
    CreateContactStmt(
        "insert into contacts ( id, organization_id, name, emails, phones, title, external_system, external_id, custom_fields, vip, status, created_at, updated_at ) values ( $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12 ) returning id, organization_id, name, emails, phones, title, external_system, external_id, custom_fields, vip, status, created_at, updated_at, erased_at, version",
        None,
    )
}
impl CreateContactStmt {
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
        T4: crate::StringSql,
        T5: crate::ArraySql<Item = T4>,
        T6: crate::StringSql,
        T7: crate::StringSql,
        T8: crate::StringSql,
        T9: crate::JsonSql,
        T10: crate::StringSql,
    >(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
        organization_id: &'a Option<uuid::Uuid>,
        name: &'a T1,
        emails: &'a T3,
        phones: &'a T5,
        title: &'a Option<T6>,
        external_system: &'a Option<T7>,
        external_id: &'a Option<T8>,
        custom_fields: &'a T9,
        vip: &'a bool,
        status: &'a T10,
        now: &'a jiff::Timestamp,
    ) -> ContactRowQuery<'c, 'a, 's, C, ContactRow, 12> {
        ContactRowQuery {
            client,
            params: [
                id,
                organization_id,
                name,
                emails,
                phones,
                title,
                external_system,
                external_id,
                custom_fields,
                vip,
                status,
                now,
            ],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ContactRowBorrowed, tokio_postgres::Error> {
                Ok(ContactRowBorrowed {
                    id: row.try_get(0)?,
                    organization_id: row.try_get(1)?,
                    name: row.try_get(2)?,
                    emails: row.try_get(3)?,
                    phones: row.try_get(4)?,
                    title: row.try_get(5)?,
                    external_system: row.try_get(6)?,
                    external_id: row.try_get(7)?,
                    custom_fields: row.try_get(8)?,
                    vip: row.try_get(9)?,
                    status: row.try_get(10)?,
                    created_at: row.try_get(11)?,
                    updated_at: row.try_get(12)?,
                    erased_at: row.try_get(13)?,
                    version: row.try_get(14)?,
                })
            },
            mapper: |it| ContactRow::from(it),
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
    T3: crate::ArraySql<Item = T2>,
    T4: crate::StringSql,
    T5: crate::ArraySql<Item = T4>,
    T6: crate::StringSql,
    T7: crate::StringSql,
    T8: crate::StringSql,
    T9: crate::JsonSql,
    T10: crate::StringSql,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        CreateContactParams<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10>,
        ContactRowQuery<'c, 'a, 's, C, ContactRow, 12>,
        C,
    > for CreateContactStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a CreateContactParams<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10>,
    ) -> ContactRowQuery<'c, 'a, 's, C, ContactRow, 12> {
        self.bind(
            client,
            &params.id,
            &params.organization_id,
            &params.name,
            &params.emails,
            &params.phones,
            &params.title,
            &params.external_system,
            &params.external_id,
            &params.custom_fields,
            &params.vip,
            &params.status,
            &params.now,
        )
    }
}
pub struct GetContactStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn get_contact() -> GetContactStmt {
    GetContactStmt(
        "select id, organization_id, name, emails, phones, title, external_system, external_id, custom_fields, vip, status, created_at, updated_at, erased_at, version from contacts where id = $1",
        None,
    )
}
impl GetContactStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> ContactRowQuery<'c, 'a, 's, C, ContactRow, 1> {
        ContactRowQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ContactRowBorrowed, tokio_postgres::Error> {
                Ok(ContactRowBorrowed {
                    id: row.try_get(0)?,
                    organization_id: row.try_get(1)?,
                    name: row.try_get(2)?,
                    emails: row.try_get(3)?,
                    phones: row.try_get(4)?,
                    title: row.try_get(5)?,
                    external_system: row.try_get(6)?,
                    external_id: row.try_get(7)?,
                    custom_fields: row.try_get(8)?,
                    vip: row.try_get(9)?,
                    status: row.try_get(10)?,
                    created_at: row.try_get(11)?,
                    updated_at: row.try_get(12)?,
                    erased_at: row.try_get(13)?,
                    version: row.try_get(14)?,
                })
            },
            mapper: |it| ContactRow::from(it),
        }
    }
}
pub struct NewestContactsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn newest_contacts() -> NewestContactsStmt {
    NewestContactsStmt(
        "select id, organization_id, name, emails, phones, title, external_system, external_id, custom_fields, vip, status, created_at, updated_at, erased_at, version from contacts where id < $1 order by id desc limit $2",
        None,
    )
}
impl NewestContactsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        before: &'a uuid::Uuid,
        limit: &'a i64,
    ) -> ContactRowQuery<'c, 'a, 's, C, ContactRow, 2> {
        ContactRowQuery {
            client,
            params: [before, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ContactRowBorrowed, tokio_postgres::Error> {
                Ok(ContactRowBorrowed {
                    id: row.try_get(0)?,
                    organization_id: row.try_get(1)?,
                    name: row.try_get(2)?,
                    emails: row.try_get(3)?,
                    phones: row.try_get(4)?,
                    title: row.try_get(5)?,
                    external_system: row.try_get(6)?,
                    external_id: row.try_get(7)?,
                    custom_fields: row.try_get(8)?,
                    vip: row.try_get(9)?,
                    status: row.try_get(10)?,
                    created_at: row.try_get(11)?,
                    updated_at: row.try_get(12)?,
                    erased_at: row.try_get(13)?,
                    version: row.try_get(14)?,
                })
            },
            mapper: |it| ContactRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, NewestContactsParams, ContactRowQuery<'c, 'a, 's, C, ContactRow, 2>, C>
    for NewestContactsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a NewestContactsParams,
    ) -> ContactRowQuery<'c, 'a, 's, C, ContactRow, 2> {
        self.bind(client, &params.before, &params.limit)
    }
}
pub struct NewestContactsOfOrganizationsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn newest_contacts_of_organizations() -> NewestContactsOfOrganizationsStmt {
    NewestContactsOfOrganizationsStmt(
        "select found.id, found.organization_id, found.name, found.emails, found.phones, found.title, found.external_system, found.external_id, found.custom_fields, found.vip, found.status, found.created_at, found.updated_at, found.erased_at, found.version from unnest($1::uuid[]) as organization (id) cross join lateral ( select contacts.id, contacts.organization_id, contacts.name, contacts.emails, contacts.phones, contacts.title, contacts.external_system, contacts.external_id, contacts.custom_fields, contacts.vip, contacts.status, contacts.created_at, contacts.updated_at, contacts.erased_at, contacts.version from contacts where contacts.organization_id = organization.id and contacts.id < $2 order by contacts.id desc limit $3 ) as found order by found.id desc limit $3",
        None,
    )
}
impl NewestContactsOfOrganizationsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>(
        &'s self,
        client: &'c C,
        organization_ids: &'a T1,
        before: &'a uuid::Uuid,
        limit: &'a i64,
    ) -> ContactRowQuery<'c, 'a, 's, C, ContactRow, 3> {
        ContactRowQuery {
            client,
            params: [organization_ids, before, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ContactRowBorrowed, tokio_postgres::Error> {
                Ok(ContactRowBorrowed {
                    id: row.try_get(0)?,
                    organization_id: row.try_get(1)?,
                    name: row.try_get(2)?,
                    emails: row.try_get(3)?,
                    phones: row.try_get(4)?,
                    title: row.try_get(5)?,
                    external_system: row.try_get(6)?,
                    external_id: row.try_get(7)?,
                    custom_fields: row.try_get(8)?,
                    vip: row.try_get(9)?,
                    status: row.try_get(10)?,
                    created_at: row.try_get(11)?,
                    updated_at: row.try_get(12)?,
                    erased_at: row.try_get(13)?,
                    version: row.try_get(14)?,
                })
            },
            mapper: |it| ContactRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        NewestContactsOfOrganizationsParams<T1>,
        ContactRowQuery<'c, 'a, 's, C, ContactRow, 3>,
        C,
    > for NewestContactsOfOrganizationsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a NewestContactsOfOrganizationsParams<T1>,
    ) -> ContactRowQuery<'c, 'a, 's, C, ContactRow, 3> {
        self.bind(client, &params.organization_ids, &params.before, &params.limit)
    }
}
pub struct ContactsByEmailStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn contacts_by_email() -> ContactsByEmailStmt {
    ContactsByEmailStmt(
        "select id, organization_id, name, emails, phones, title, external_system, external_id, custom_fields, vip, status, created_at, updated_at, erased_at, version from contacts where id in (select contact_id from contact_emails where address = lower($1)) and id < $2 and ($3::uuid is null or organization_id = $3) order by id desc limit $4",
        None,
    )
}
impl ContactsByEmailStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        email: &'a T1,
        before: &'a uuid::Uuid,
        organization_id: &'a Option<uuid::Uuid>,
        limit: &'a i64,
    ) -> ContactRowQuery<'c, 'a, 's, C, ContactRow, 4> {
        ContactRowQuery {
            client,
            params: [email, before, organization_id, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ContactRowBorrowed, tokio_postgres::Error> {
                Ok(ContactRowBorrowed {
                    id: row.try_get(0)?,
                    organization_id: row.try_get(1)?,
                    name: row.try_get(2)?,
                    emails: row.try_get(3)?,
                    phones: row.try_get(4)?,
                    title: row.try_get(5)?,
                    external_system: row.try_get(6)?,
                    external_id: row.try_get(7)?,
                    custom_fields: row.try_get(8)?,
                    vip: row.try_get(9)?,
                    status: row.try_get(10)?,
                    created_at: row.try_get(11)?,
                    updated_at: row.try_get(12)?,
                    erased_at: row.try_get(13)?,
                    version: row.try_get(14)?,
                })
            },
            mapper: |it| ContactRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        ContactsByEmailParams<T1>,
        ContactRowQuery<'c, 'a, 's, C, ContactRow, 4>,
        C,
    > for ContactsByEmailStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ContactsByEmailParams<T1>,
    ) -> ContactRowQuery<'c, 'a, 's, C, ContactRow, 4> {
        self.bind(client, &params.email, &params.before, &params.organization_id, &params.limit)
    }
}
pub struct ContactsByExternalRefStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn contacts_by_external_ref() -> ContactsByExternalRefStmt {
    ContactsByExternalRefStmt(
        "select id, organization_id, name, emails, phones, title, external_system, external_id, custom_fields, vip, status, created_at, updated_at, erased_at, version from contacts where external_system = $1 and external_id = $2 and id < $3 and ($4::uuid is null or organization_id = $4) order by id desc limit $5",
        None,
    )
}
impl ContactsByExternalRefStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>(
        &'s self,
        client: &'c C,
        external_system: &'a T1,
        external_id: &'a T2,
        before: &'a uuid::Uuid,
        organization_id: &'a Option<uuid::Uuid>,
        limit: &'a i64,
    ) -> ContactRowQuery<'c, 'a, 's, C, ContactRow, 5> {
        ContactRowQuery {
            client,
            params: [external_system, external_id, before, organization_id, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ContactRowBorrowed, tokio_postgres::Error> {
                Ok(ContactRowBorrowed {
                    id: row.try_get(0)?,
                    organization_id: row.try_get(1)?,
                    name: row.try_get(2)?,
                    emails: row.try_get(3)?,
                    phones: row.try_get(4)?,
                    title: row.try_get(5)?,
                    external_system: row.try_get(6)?,
                    external_id: row.try_get(7)?,
                    custom_fields: row.try_get(8)?,
                    vip: row.try_get(9)?,
                    status: row.try_get(10)?,
                    created_at: row.try_get(11)?,
                    updated_at: row.try_get(12)?,
                    erased_at: row.try_get(13)?,
                    version: row.try_get(14)?,
                })
            },
            mapper: |it| ContactRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        ContactsByExternalRefParams<T1, T2>,
        ContactRowQuery<'c, 'a, 's, C, ContactRow, 5>,
        C,
    > for ContactsByExternalRefStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ContactsByExternalRefParams<T1, T2>,
    ) -> ContactRowQuery<'c, 'a, 's, C, ContactRow, 5> {
        self.bind(
            client,
            &params.external_system,
            &params.external_id,
            &params.before,
            &params.organization_id,
            &params.limit,
        )
    }
}
pub struct ContactWithExternalRefStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn contact_with_external_ref() -> ContactWithExternalRefStmt {
    ContactWithExternalRefStmt(
        "select id from contacts where external_system = $1 and external_id = $2 and organization_id is not distinct from $3::uuid",
        None,
    )
}
impl ContactWithExternalRefStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>(
        &'s self,
        client: &'c C,
        external_system: &'a T1,
        external_id: &'a T2,
        organization_id: &'a Option<uuid::Uuid>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        UuidUuidQuery {
            client,
            params: [external_system, external_id, organization_id],
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
        ContactWithExternalRefParams<T1, T2>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3>,
        C,
    > for ContactWithExternalRefStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ContactWithExternalRefParams<T1, T2>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        self.bind(client, &params.external_system, &params.external_id, &params.organization_id)
    }
}
pub struct OtherContactWithEmailStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn other_contact_with_email() -> OtherContactWithEmailStmt {
    OtherContactWithEmailStmt(
        "select contact_id from contact_emails where address in (select lower(email) from unnest($1::text[]) as sent (email)) and organization_id is not distinct from $2::uuid and contact_id <> $3 limit 1",
        None,
    )
}
impl OtherContactWithEmailStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>(
        &'s self,
        client: &'c C,
        emails: &'a T2,
        organization_id: &'a Option<uuid::Uuid>,
        id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        UuidUuidQuery {
            client,
            params: [emails, organization_id, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        OtherContactWithEmailParams<T1, T2>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3>,
        C,
    > for OtherContactWithEmailStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a OtherContactWithEmailParams<T1, T2>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        self.bind(client, &params.emails, &params.organization_id, &params.id)
    }
}
pub struct LockContactsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_contacts() -> LockContactsStmt {
    LockContactsStmt(
        "select id, organization_id, name, emails, phones, title, external_system, external_id, custom_fields, vip, status, created_at, updated_at, erased_at, version from contacts where id = any ($1) order by id for update",
        None,
    )
}
impl LockContactsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>(
        &'s self,
        client: &'c C,
        ids: &'a T1,
    ) -> ContactRowQuery<'c, 'a, 's, C, ContactRow, 1> {
        ContactRowQuery {
            client,
            params: [ids],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ContactRowBorrowed, tokio_postgres::Error> {
                Ok(ContactRowBorrowed {
                    id: row.try_get(0)?,
                    organization_id: row.try_get(1)?,
                    name: row.try_get(2)?,
                    emails: row.try_get(3)?,
                    phones: row.try_get(4)?,
                    title: row.try_get(5)?,
                    external_system: row.try_get(6)?,
                    external_id: row.try_get(7)?,
                    custom_fields: row.try_get(8)?,
                    vip: row.try_get(9)?,
                    status: row.try_get(10)?,
                    created_at: row.try_get(11)?,
                    updated_at: row.try_get(12)?,
                    erased_at: row.try_get(13)?,
                    version: row.try_get(14)?,
                })
            },
            mapper: |it| ContactRow::from(it),
        }
    }
}
pub struct UpdateContactStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn update_contact() -> UpdateContactStmt {
    UpdateContactStmt(
        "update contacts set name = $1, emails = $2, phones = $3, title = $4, external_system = $5, external_id = $6, custom_fields = $7, vip = $8, status = $9, updated_at = $10, version = version + 1 where id = $11 returning id, organization_id, name, emails, phones, title, external_system, external_id, custom_fields, vip, status, created_at, updated_at, erased_at, version",
        None,
    )
}
impl UpdateContactStmt {
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
        T4: crate::StringSql,
        T5: crate::ArraySql<Item = T4>,
        T6: crate::StringSql,
        T7: crate::StringSql,
        T8: crate::StringSql,
        T9: crate::JsonSql,
        T10: crate::StringSql,
    >(
        &'s self,
        client: &'c C,
        name: &'a T1,
        emails: &'a T3,
        phones: &'a T5,
        title: &'a Option<T6>,
        external_system: &'a Option<T7>,
        external_id: &'a Option<T8>,
        custom_fields: &'a T9,
        vip: &'a bool,
        status: &'a T10,
        now: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
    ) -> ContactRowQuery<'c, 'a, 's, C, ContactRow, 11> {
        ContactRowQuery {
            client,
            params: [name, emails, phones, title, external_system, external_id, custom_fields, vip, status, now, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ContactRowBorrowed, tokio_postgres::Error> {
                Ok(ContactRowBorrowed {
                    id: row.try_get(0)?,
                    organization_id: row.try_get(1)?,
                    name: row.try_get(2)?,
                    emails: row.try_get(3)?,
                    phones: row.try_get(4)?,
                    title: row.try_get(5)?,
                    external_system: row.try_get(6)?,
                    external_id: row.try_get(7)?,
                    custom_fields: row.try_get(8)?,
                    vip: row.try_get(9)?,
                    status: row.try_get(10)?,
                    created_at: row.try_get(11)?,
                    updated_at: row.try_get(12)?,
                    erased_at: row.try_get(13)?,
                    version: row.try_get(14)?,
                })
            },
            mapper: |it| ContactRow::from(it),
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
    T3: crate::ArraySql<Item = T2>,
    T4: crate::StringSql,
    T5: crate::ArraySql<Item = T4>,
    T6: crate::StringSql,
    T7: crate::StringSql,
    T8: crate::StringSql,
    T9: crate::JsonSql,
    T10: crate::StringSql,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        UpdateContactParams<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10>,
        ContactRowQuery<'c, 'a, 's, C, ContactRow, 11>,
        C,
    > for UpdateContactStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a UpdateContactParams<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10>,
    ) -> ContactRowQuery<'c, 'a, 's, C, ContactRow, 11> {
        self.bind(
            client,
            &params.name,
            &params.emails,
            &params.phones,
            &params.title,
            &params.external_system,
            &params.external_id,
            &params.custom_fields,
            &params.vip,
            &params.status,
            &params.now,
            &params.id,
        )
    }
}
pub struct DeleteContactStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn delete_contact() -> DeleteContactStmt {
    DeleteContactStmt("delete from contacts where id = $1 returning id", None)
}
impl DeleteContactStmt {
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
pub struct ContactWithEmailStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn contact_with_email() -> ContactWithEmailStmt {
    ContactWithEmailStmt(
        "select contacts.id from contact_emails join contacts on contacts.id = contact_emails.contact_id where contact_emails.address = lower($1) and contact_emails.organization_id is not distinct from $2::uuid and contacts.erased_at is null for key share of contacts",
        None,
    )
}
impl ContactWithEmailStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        email: &'a T1,
        organization_id: &'a Option<uuid::Uuid>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        UuidUuidQuery {
            client,
            params: [email, organization_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        ContactWithEmailParams<T1>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2>,
        C,
    > for ContactWithEmailStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ContactWithEmailParams<T1>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        self.bind(client, &params.email, &params.organization_id)
    }
}
pub struct ContactWithNameStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn contact_with_name() -> ContactWithNameStmt {
    ContactWithNameStmt(
        "select id from contacts where name_key = lower($1) and organization_id is not distinct from $2::uuid and erased_at is null order by id limit 1 for key share",
        None,
    )
}
impl ContactWithNameStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        name: &'a T1,
        organization_id: &'a Option<uuid::Uuid>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        UuidUuidQuery {
            client,
            params: [name, organization_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, ContactWithNameParams<T1>, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2>, C>
    for ContactWithNameStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ContactWithNameParams<T1>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        self.bind(client, &params.name, &params.organization_id)
    }
}
pub struct NamedContactStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn named_contact() -> NamedContactStmt {
    NamedContactStmt(
        "select id, organization_id, erased_at is not null as is_erased from contacts where id = $1 for key share",
        None,
    )
}
impl NamedContactStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> NamedContactQuery<'c, 'a, 's, C, NamedContact, 1> {
        NamedContactQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<NamedContact, tokio_postgres::Error> {
                Ok(NamedContact { id: row.try_get(0)?, organization_id: row.try_get(1)?, is_erased: row.try_get(2)? })
            },
            mapper: |it| NamedContact::from(it),
        }
    }
}
pub struct LockNewContactStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_new_contact() -> LockNewContactStmt {
    LockNewContactStmt(
        "select true as locked from pg_advisory_xact_lock(hashtextextended(app.tenant()::text || lower($1::text), 3))",
        None,
    )
}
impl LockNewContactStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        key: &'a T1,
    ) -> BoolQuery<'c, 'a, 's, C, bool, 1> {
        BoolQuery {
            client,
            params: [key],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct MoveRequestedTicketsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn move_requested_tickets() -> MoveRequestedTicketsStmt {
    MoveRequestedTicketsStmt(
        "with moved as ( update tickets set requester_id = $1 where requester_id = $2 returning id ) select count(*) as tickets from moved",
        None,
    )
}
impl MoveRequestedTicketsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        kept: &'a uuid::Uuid,
        duplicate: &'a uuid::Uuid,
    ) -> I64Query<'c, 'a, 's, C, i64, 2> {
        I64Query {
            client,
            params: [kept, duplicate],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, MoveRequestedTicketsParams, I64Query<'c, 'a, 's, C, i64, 2>, C>
    for MoveRequestedTicketsStmt
{
    fn params(&'s self, client: &'c C, params: &'a MoveRequestedTicketsParams) -> I64Query<'c, 'a, 's, C, i64, 2> {
        self.bind(client, &params.kept, &params.duplicate)
    }
}
pub struct MoveWrittenCommentsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn move_written_comments() -> MoveWrittenCommentsStmt {
    MoveWrittenCommentsStmt(
        "with moved as ( update ticket_comments set author_contact_id = $1 where author_contact_id = $2 returning id ) select count(*) as comments from moved",
        None,
    )
}
impl MoveWrittenCommentsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        kept: &'a uuid::Uuid,
        duplicate: &'a uuid::Uuid,
    ) -> I64Query<'c, 'a, 's, C, i64, 2> {
        I64Query {
            client,
            params: [kept, duplicate],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, MoveWrittenCommentsParams, I64Query<'c, 'a, 's, C, i64, 2>, C>
    for MoveWrittenCommentsStmt
{
    fn params(&'s self, client: &'c C, params: &'a MoveWrittenCommentsParams) -> I64Query<'c, 'a, 's, C, i64, 2> {
        self.bind(client, &params.kept, &params.duplicate)
    }
}
pub struct RememberMergedStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn remember_merged() -> RememberMergedStmt {
    RememberMergedStmt(
        "update contacts set merged_ids = contacts.merged_ids || duplicate.id || duplicate.merged_ids from contacts as duplicate where contacts.id = $1 and duplicate.id = $2 returning contacts.id",
        None,
    )
}
impl RememberMergedStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        kept: &'a uuid::Uuid,
        duplicate: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        UuidUuidQuery {
            client,
            params: [kept, duplicate],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, RememberMergedParams, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2>, C>
    for RememberMergedStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a RememberMergedParams,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        self.bind(client, &params.kept, &params.duplicate)
    }
}
pub struct EraseContactStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn erase_contact() -> EraseContactStmt {
    EraseContactStmt(
        "update contacts set name = $1, emails = '{}', phones = '{}', title = null, external_system = null, external_id = null, custom_fields = '{}', vip = false, status = 'inactive', erased_at = coalesce(erased_at, $2), updated_at = $2, version = version + 1 where id = $3 returning id, organization_id, name, emails, phones, title, external_system, external_id, custom_fields, vip, status, created_at, updated_at, erased_at, version",
        None,
    )
}
impl EraseContactStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        name: &'a T1,
        now: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
    ) -> ContactRowQuery<'c, 'a, 's, C, ContactRow, 3> {
        ContactRowQuery {
            client,
            params: [name, now, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ContactRowBorrowed, tokio_postgres::Error> {
                Ok(ContactRowBorrowed {
                    id: row.try_get(0)?,
                    organization_id: row.try_get(1)?,
                    name: row.try_get(2)?,
                    emails: row.try_get(3)?,
                    phones: row.try_get(4)?,
                    title: row.try_get(5)?,
                    external_system: row.try_get(6)?,
                    external_id: row.try_get(7)?,
                    custom_fields: row.try_get(8)?,
                    vip: row.try_get(9)?,
                    status: row.try_get(10)?,
                    created_at: row.try_get(11)?,
                    updated_at: row.try_get(12)?,
                    erased_at: row.try_get(13)?,
                    version: row.try_get(14)?,
                })
            },
            mapper: |it| ContactRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, EraseContactParams<T1>, ContactRowQuery<'c, 'a, 's, C, ContactRow, 3>, C>
    for EraseContactStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a EraseContactParams<T1>,
    ) -> ContactRowQuery<'c, 'a, 's, C, ContactRow, 3> {
        self.bind(client, &params.name, &params.now, &params.id)
    }
}
pub struct ContactIsRecordedStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn contact_is_recorded() -> ContactIsRecordedStmt {
    ContactIsRecordedStmt(
        "select exists ( select from audit_log where resource_type = 'contact' and resource_id = $1 ) as recorded",
        None,
    )
}
impl ContactIsRecordedStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        id: &'a T1,
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
