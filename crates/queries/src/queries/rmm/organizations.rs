// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct CreateOrganizationParams<
    T1: crate::StringSql,
    T2: crate::StringSql,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
    T5: crate::StringSql,
    T6: crate::ArraySql<Item = T5>,
    T7: crate::StringSql,
    T8: crate::StringSql,
    T9: crate::StringSql,
    T10: crate::StringSql,
    T11: crate::StringSql,
    T12: crate::JsonSql,
> {
    pub id: uuid::Uuid,
    pub name: T1,
    pub notes: Option<T2>,
    pub domains: T4,
    pub tags: T6,
    pub contact_name: Option<T7>,
    pub contact_email: Option<T8>,
    pub contact_phone: Option<T9>,
    pub external_system: Option<T10>,
    pub external_id: Option<T11>,
    pub custom_fields: T12,
    pub now: jiff::Timestamp,
}
#[derive(Clone, Copy, Debug)]
pub struct ListOrganizationsParams {
    pub before: uuid::Uuid,
    pub limit: i64,
}
#[derive(Debug)]
pub struct FindOrganizationsParams<
    T1: crate::StringSql,
    T2: crate::StringSql,
    T3: crate::StringSql,
    T4: crate::StringSql,
> {
    pub before: uuid::Uuid,
    pub name_prefix: Option<T1>,
    pub tag: Option<T2>,
    pub external_system: Option<T3>,
    pub external_id: Option<T4>,
    pub limit: i64,
}
#[derive(Debug)]
pub struct OrganizationWithExternalRefParams<T1: crate::StringSql, T2: crate::StringSql> {
    pub external_system: T1,
    pub external_id: T2,
}
#[derive(Debug)]
pub struct UpdateOrganizationParams<
    T1: crate::StringSql,
    T2: crate::StringSql,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
    T5: crate::StringSql,
    T6: crate::ArraySql<Item = T5>,
    T7: crate::StringSql,
    T8: crate::StringSql,
    T9: crate::StringSql,
    T10: crate::StringSql,
    T11: crate::StringSql,
    T12: crate::JsonSql,
> {
    pub name: T1,
    pub notes: Option<T2>,
    pub domains: T4,
    pub tags: T6,
    pub contact_name: Option<T7>,
    pub contact_email: Option<T8>,
    pub contact_phone: Option<T9>,
    pub external_system: Option<T10>,
    pub external_id: Option<T11>,
    pub custom_fields: T12,
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Clone, Copy, Debug)]
pub struct DeleteOrganizationParams {
    pub id: uuid::Uuid,
    pub now: jiff::Timestamp,
}
#[derive(Debug, Clone, PartialEq)]
pub struct Organization {
    pub id: uuid::Uuid,
    pub name: String,
    pub notes: Option<String>,
    pub domains: Vec<String>,
    pub tags: Vec<String>,
    pub contact_name: Option<String>,
    pub contact_email: Option<String>,
    pub contact_phone: Option<String>,
    pub external_system: Option<String>,
    pub external_id: Option<String>,
    pub custom_fields: serde_json::Value,
    pub created_at: jiff::Timestamp,
    pub updated_at: jiff::Timestamp,
    pub version: i32,
}
pub struct OrganizationBorrowed<'a> {
    pub id: uuid::Uuid,
    pub name: &'a str,
    pub notes: Option<&'a str>,
    pub domains: crate::ArrayIterator<'a, &'a str>,
    pub tags: crate::ArrayIterator<'a, &'a str>,
    pub contact_name: Option<&'a str>,
    pub contact_email: Option<&'a str>,
    pub contact_phone: Option<&'a str>,
    pub external_system: Option<&'a str>,
    pub external_id: Option<&'a str>,
    pub custom_fields: postgres_types::Json<&'a serde_json::value::RawValue>,
    pub created_at: jiff::Timestamp,
    pub updated_at: jiff::Timestamp,
    pub version: i32,
}
impl<'a> From<OrganizationBorrowed<'a>> for Organization {
    fn from(
        OrganizationBorrowed {
            id,
            name,
            notes,
            domains,
            tags,
            contact_name,
            contact_email,
            contact_phone,
            external_system,
            external_id,
            custom_fields,
            created_at,
            updated_at,
            version,
        }: OrganizationBorrowed<'a>,
    ) -> Self {
        Self {
            id,
            name: name.into(),
            notes: notes.map(|v| v.into()),
            domains: domains.map(|v| v.into()).collect(),
            tags: tags.map(|v| v.into()).collect(),
            contact_name: contact_name.map(|v| v.into()),
            contact_email: contact_email.map(|v| v.into()),
            contact_phone: contact_phone.map(|v| v.into()),
            external_system: external_system.map(|v| v.into()),
            external_id: external_id.map(|v| v.into()),
            custom_fields: serde_json::from_str(custom_fields.0.get()).unwrap(),
            created_at,
            updated_at,
            version,
        }
    }
}
#[derive(Debug, Clone, PartialEq, Copy)]
pub struct CountDevices {
    pub organization_id: uuid::Uuid,
    pub devices: i64,
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
pub struct OrganizationQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<OrganizationBorrowed, tokio_postgres::Error>,
    mapper: fn(OrganizationBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> OrganizationQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(OrganizationBorrowed) -> R) -> OrganizationQuery<'c, 'a, 's, C, R, N> {
        OrganizationQuery {
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
pub struct CountDevicesQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<CountDevices, tokio_postgres::Error>,
    mapper: fn(CountDevices) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> CountDevicesQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(CountDevices) -> R) -> CountDevicesQuery<'c, 'a, 's, C, R, N> {
        CountDevicesQuery {
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
pub struct CreateOrganizationStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn create_organization() -> CreateOrganizationStmt {
    CreateOrganizationStmt(
        "insert into organizations ( id, name, notes, domains, tags, contact_name, contact_email, contact_phone, external_system, external_id, custom_fields, created_at, updated_at ) values ( $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12 ) returning id",
        None,
    )
}
impl CreateOrganizationStmt {
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
        T4: crate::ArraySql<Item = T3>,
        T5: crate::StringSql,
        T6: crate::ArraySql<Item = T5>,
        T7: crate::StringSql,
        T8: crate::StringSql,
        T9: crate::StringSql,
        T10: crate::StringSql,
        T11: crate::StringSql,
        T12: crate::JsonSql,
    >(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
        name: &'a T1,
        notes: &'a Option<T2>,
        domains: &'a T4,
        tags: &'a T6,
        contact_name: &'a Option<T7>,
        contact_email: &'a Option<T8>,
        contact_phone: &'a Option<T9>,
        external_system: &'a Option<T10>,
        external_id: &'a Option<T11>,
        custom_fields: &'a T12,
        now: &'a jiff::Timestamp,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 12> {
        UuidUuidQuery {
            client,
            params: [
                id,
                name,
                notes,
                domains,
                tags,
                contact_name,
                contact_email,
                contact_phone,
                external_system,
                external_id,
                custom_fields,
                now,
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
    T4: crate::ArraySql<Item = T3>,
    T5: crate::StringSql,
    T6: crate::ArraySql<Item = T5>,
    T7: crate::StringSql,
    T8: crate::StringSql,
    T9: crate::StringSql,
    T10: crate::StringSql,
    T11: crate::StringSql,
    T12: crate::JsonSql,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        CreateOrganizationParams<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 12>,
        C,
    > for CreateOrganizationStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a CreateOrganizationParams<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 12> {
        self.bind(
            client,
            &params.id,
            &params.name,
            &params.notes,
            &params.domains,
            &params.tags,
            &params.contact_name,
            &params.contact_email,
            &params.contact_phone,
            &params.external_system,
            &params.external_id,
            &params.custom_fields,
            &params.now,
        )
    }
}
pub struct ListOrganizationsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn list_organizations() -> ListOrganizationsStmt {
    ListOrganizationsStmt(
        "select id, name, notes, domains, tags, contact_name, contact_email, contact_phone, external_system, external_id, custom_fields, created_at, updated_at, version from organizations where id < $1 order by id desc limit $2",
        None,
    )
}
impl ListOrganizationsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        before: &'a uuid::Uuid,
        limit: &'a i64,
    ) -> OrganizationQuery<'c, 'a, 's, C, Organization, 2> {
        OrganizationQuery {
            client,
            params: [before, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<OrganizationBorrowed, tokio_postgres::Error> {
                Ok(OrganizationBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    notes: row.try_get(2)?,
                    domains: row.try_get(3)?,
                    tags: row.try_get(4)?,
                    contact_name: row.try_get(5)?,
                    contact_email: row.try_get(6)?,
                    contact_phone: row.try_get(7)?,
                    external_system: row.try_get(8)?,
                    external_id: row.try_get(9)?,
                    custom_fields: row.try_get(10)?,
                    created_at: row.try_get(11)?,
                    updated_at: row.try_get(12)?,
                    version: row.try_get(13)?,
                })
            },
            mapper: |it| Organization::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        ListOrganizationsParams,
        OrganizationQuery<'c, 'a, 's, C, Organization, 2>,
        C,
    > for ListOrganizationsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ListOrganizationsParams,
    ) -> OrganizationQuery<'c, 'a, 's, C, Organization, 2> {
        self.bind(client, &params.before, &params.limit)
    }
}
pub struct FindOrganizationsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn find_organizations() -> FindOrganizationsStmt {
    FindOrganizationsStmt(
        "select id, name, notes, domains, tags, contact_name, contact_email, contact_phone, external_system, external_id, custom_fields, created_at, updated_at, version from organizations where id < $1 and ($2::text is null or name ^@ $2) and ($3::text is null or $3 = any (tags)) and ($4::text is null or external_system = $4) and ($5::text is null or external_id = $5) order by id desc limit $6",
        None,
    )
}
impl FindOrganizationsStmt {
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
    >(
        &'s self,
        client: &'c C,
        before: &'a uuid::Uuid,
        name_prefix: &'a Option<T1>,
        tag: &'a Option<T2>,
        external_system: &'a Option<T3>,
        external_id: &'a Option<T4>,
        limit: &'a i64,
    ) -> OrganizationQuery<'c, 'a, 's, C, Organization, 6> {
        OrganizationQuery {
            client,
            params: [before, name_prefix, tag, external_system, external_id, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<OrganizationBorrowed, tokio_postgres::Error> {
                Ok(OrganizationBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    notes: row.try_get(2)?,
                    domains: row.try_get(3)?,
                    tags: row.try_get(4)?,
                    contact_name: row.try_get(5)?,
                    contact_email: row.try_get(6)?,
                    contact_phone: row.try_get(7)?,
                    external_system: row.try_get(8)?,
                    external_id: row.try_get(9)?,
                    custom_fields: row.try_get(10)?,
                    created_at: row.try_get(11)?,
                    updated_at: row.try_get(12)?,
                    version: row.try_get(13)?,
                })
            },
            mapper: |it| Organization::from(it),
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
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        FindOrganizationsParams<T1, T2, T3, T4>,
        OrganizationQuery<'c, 'a, 's, C, Organization, 6>,
        C,
    > for FindOrganizationsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a FindOrganizationsParams<T1, T2, T3, T4>,
    ) -> OrganizationQuery<'c, 'a, 's, C, Organization, 6> {
        self.bind(
            client,
            &params.before,
            &params.name_prefix,
            &params.tag,
            &params.external_system,
            &params.external_id,
            &params.limit,
        )
    }
}
pub struct GetOrganizationStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn get_organization() -> GetOrganizationStmt {
    GetOrganizationStmt(
        "select id, name, notes, domains, tags, contact_name, contact_email, contact_phone, external_system, external_id, custom_fields, created_at, updated_at, version from organizations where id = $1",
        None,
    )
}
impl GetOrganizationStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> OrganizationQuery<'c, 'a, 's, C, Organization, 1> {
        OrganizationQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<OrganizationBorrowed, tokio_postgres::Error> {
                Ok(OrganizationBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    notes: row.try_get(2)?,
                    domains: row.try_get(3)?,
                    tags: row.try_get(4)?,
                    contact_name: row.try_get(5)?,
                    contact_email: row.try_get(6)?,
                    contact_phone: row.try_get(7)?,
                    external_system: row.try_get(8)?,
                    external_id: row.try_get(9)?,
                    custom_fields: row.try_get(10)?,
                    created_at: row.try_get(11)?,
                    updated_at: row.try_get(12)?,
                    version: row.try_get(13)?,
                })
            },
            mapper: |it| Organization::from(it),
        }
    }
}
pub struct OrganizationNamedStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn organization_named() -> OrganizationNamedStmt {
    OrganizationNamedStmt("select id from organizations where name = $1", None)
}
impl OrganizationNamedStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        name: &'a T1,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 1> {
        UuidUuidQuery {
            client,
            params: [name],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct OrganizationWithExternalRefStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn organization_with_external_ref() -> OrganizationWithExternalRefStmt {
    OrganizationWithExternalRefStmt(
        "select id from organizations where external_system = $1 and external_id = $2",
        None,
    )
}
impl OrganizationWithExternalRefStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>(
        &'s self,
        client: &'c C,
        external_system: &'a T1,
        external_id: &'a T2,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        UuidUuidQuery {
            client,
            params: [external_system, external_id],
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
        OrganizationWithExternalRefParams<T1, T2>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2>,
        C,
    > for OrganizationWithExternalRefStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a OrganizationWithExternalRefParams<T1, T2>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        self.bind(client, &params.external_system, &params.external_id)
    }
}
pub struct LockOrganizationStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_organization() -> LockOrganizationStmt {
    LockOrganizationStmt(
        "select id, name, notes, domains, tags, contact_name, contact_email, contact_phone, external_system, external_id, custom_fields, created_at, updated_at, version from organizations where id = $1 for update",
        None,
    )
}
impl LockOrganizationStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> OrganizationQuery<'c, 'a, 's, C, Organization, 1> {
        OrganizationQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<OrganizationBorrowed, tokio_postgres::Error> {
                Ok(OrganizationBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    notes: row.try_get(2)?,
                    domains: row.try_get(3)?,
                    tags: row.try_get(4)?,
                    contact_name: row.try_get(5)?,
                    contact_email: row.try_get(6)?,
                    contact_phone: row.try_get(7)?,
                    external_system: row.try_get(8)?,
                    external_id: row.try_get(9)?,
                    custom_fields: row.try_get(10)?,
                    created_at: row.try_get(11)?,
                    updated_at: row.try_get(12)?,
                    version: row.try_get(13)?,
                })
            },
            mapper: |it| Organization::from(it),
        }
    }
}
pub struct UpdateOrganizationStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn update_organization() -> UpdateOrganizationStmt {
    UpdateOrganizationStmt(
        "update organizations set name = $1, notes = $2, domains = $3, tags = $4, contact_name = $5, contact_email = $6, contact_phone = $7, external_system = $8, external_id = $9, custom_fields = $10, updated_at = $11, version = version + 1 where id = $12 returning id, name, notes, domains, tags, contact_name, contact_email, contact_phone, external_system, external_id, custom_fields, created_at, updated_at, version",
        None,
    )
}
impl UpdateOrganizationStmt {
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
        T4: crate::ArraySql<Item = T3>,
        T5: crate::StringSql,
        T6: crate::ArraySql<Item = T5>,
        T7: crate::StringSql,
        T8: crate::StringSql,
        T9: crate::StringSql,
        T10: crate::StringSql,
        T11: crate::StringSql,
        T12: crate::JsonSql,
    >(
        &'s self,
        client: &'c C,
        name: &'a T1,
        notes: &'a Option<T2>,
        domains: &'a T4,
        tags: &'a T6,
        contact_name: &'a Option<T7>,
        contact_email: &'a Option<T8>,
        contact_phone: &'a Option<T9>,
        external_system: &'a Option<T10>,
        external_id: &'a Option<T11>,
        custom_fields: &'a T12,
        now: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
    ) -> OrganizationQuery<'c, 'a, 's, C, Organization, 12> {
        OrganizationQuery {
            client,
            params: [
                name,
                notes,
                domains,
                tags,
                contact_name,
                contact_email,
                contact_phone,
                external_system,
                external_id,
                custom_fields,
                now,
                id,
            ],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<OrganizationBorrowed, tokio_postgres::Error> {
                Ok(OrganizationBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    notes: row.try_get(2)?,
                    domains: row.try_get(3)?,
                    tags: row.try_get(4)?,
                    contact_name: row.try_get(5)?,
                    contact_email: row.try_get(6)?,
                    contact_phone: row.try_get(7)?,
                    external_system: row.try_get(8)?,
                    external_id: row.try_get(9)?,
                    custom_fields: row.try_get(10)?,
                    created_at: row.try_get(11)?,
                    updated_at: row.try_get(12)?,
                    version: row.try_get(13)?,
                })
            },
            mapper: |it| Organization::from(it),
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
    T4: crate::ArraySql<Item = T3>,
    T5: crate::StringSql,
    T6: crate::ArraySql<Item = T5>,
    T7: crate::StringSql,
    T8: crate::StringSql,
    T9: crate::StringSql,
    T10: crate::StringSql,
    T11: crate::StringSql,
    T12: crate::JsonSql,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        UpdateOrganizationParams<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12>,
        OrganizationQuery<'c, 'a, 's, C, Organization, 12>,
        C,
    > for UpdateOrganizationStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a UpdateOrganizationParams<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12>,
    ) -> OrganizationQuery<'c, 'a, 's, C, Organization, 12> {
        self.bind(
            client,
            &params.name,
            &params.notes,
            &params.domains,
            &params.tags,
            &params.contact_name,
            &params.contact_email,
            &params.contact_phone,
            &params.external_system,
            &params.external_id,
            &params.custom_fields,
            &params.now,
            &params.id,
        )
    }
}
pub struct DeleteOrganizationStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn delete_organization() -> DeleteOrganizationStmt {
    DeleteOrganizationStmt(
        "delete from organizations where id = $1 and not exists ( select from api_keys where organization_ids @> array[organizations.id] and revoked_at is null and expires_at > $2 ) returning id",
        None,
    )
}
impl DeleteOrganizationStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
        now: &'a jiff::Timestamp,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        UuidUuidQuery {
            client,
            params: [id, now],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, DeleteOrganizationParams, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2>, C>
    for DeleteOrganizationStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a DeleteOrganizationParams,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        self.bind(client, &params.id, &params.now)
    }
}
pub struct CountDevicesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn count_devices() -> CountDevicesStmt {
    CountDevicesStmt(
        "select organization_id, count(*) as devices from devices where organization_id = any ($1) group by organization_id",
        None,
    )
}
impl CountDevicesStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>(
        &'s self,
        client: &'c C,
        organization_ids: &'a T1,
    ) -> CountDevicesQuery<'c, 'a, 's, C, CountDevices, 1> {
        CountDevicesQuery {
            client,
            params: [organization_ids],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<CountDevices, tokio_postgres::Error> {
                Ok(CountDevices { organization_id: row.try_get(0)?, devices: row.try_get(1)? })
            },
            mapper: |it| CountDevices::from(it),
        }
    }
}
