// This file was generated with `cornucopia`. Do not modify.

#[derive(Clone, Copy, Debug)]
pub struct CreateSlaContractParams {
    pub id: uuid::Uuid,
    pub organization_id: uuid::Uuid,
    pub policy_id: uuid::Uuid,
    pub starts_at: jiff::Timestamp,
    pub ends_at: Option<jiff::Timestamp>,
    pub now: jiff::Timestamp,
}
#[derive(Clone, Copy, Debug)]
pub struct ListSlaContractsParams {
    pub before: uuid::Uuid,
    pub organization_id: Option<uuid::Uuid>,
    pub policy_id: Option<uuid::Uuid>,
    pub limit: i64,
}
#[derive(Clone, Copy, Debug)]
pub struct OverlappingSlaContractParams {
    pub organization_id: uuid::Uuid,
    pub id: uuid::Uuid,
    pub starts_at: jiff::Timestamp,
    pub ends_at: Option<jiff::Timestamp>,
}
#[derive(Clone, Copy, Debug)]
pub struct UpdateSlaContractParams {
    pub policy_id: uuid::Uuid,
    pub starts_at: jiff::Timestamp,
    pub ends_at: Option<jiff::Timestamp>,
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Clone, Copy, Debug)]
pub struct DeleteSlaContractParams {
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Debug, Clone, PartialEq, Copy)]
pub struct SlaContractRow {
    pub id: uuid::Uuid,
    pub organization_id: uuid::Uuid,
    pub policy_id: uuid::Uuid,
    pub starts_at: jiff::Timestamp,
    pub ends_at: Option<jiff::Timestamp>,
    pub created_at: jiff::Timestamp,
    pub updated_at: jiff::Timestamp,
    pub version: i32,
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct SlaContractRowQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<SlaContractRow, tokio_postgres::Error>,
    mapper: fn(SlaContractRow) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> SlaContractRowQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(SlaContractRow) -> R) -> SlaContractRowQuery<'c, 'a, 's, C, R, N> {
        SlaContractRowQuery {
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
pub struct CreateSlaContractStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn create_sla_contract() -> CreateSlaContractStmt {
    CreateSlaContractStmt(
        "insert into sla_contracts (id, organization_id, policy_id, starts_at, ends_at, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $6) returning id, organization_id, policy_id, starts_at, ends_at, created_at, updated_at, version",
        None,
    )
}
impl CreateSlaContractStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
        organization_id: &'a uuid::Uuid,
        policy_id: &'a uuid::Uuid,
        starts_at: &'a jiff::Timestamp,
        ends_at: &'a Option<jiff::Timestamp>,
        now: &'a jiff::Timestamp,
    ) -> SlaContractRowQuery<'c, 'a, 's, C, SlaContractRow, 6> {
        SlaContractRowQuery {
            client,
            params: [id, organization_id, policy_id, starts_at, ends_at, now],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<SlaContractRow, tokio_postgres::Error> {
                Ok(SlaContractRow {
                    id: row.try_get(0)?,
                    organization_id: row.try_get(1)?,
                    policy_id: row.try_get(2)?,
                    starts_at: row.try_get(3)?,
                    ends_at: row.try_get(4)?,
                    created_at: row.try_get(5)?,
                    updated_at: row.try_get(6)?,
                    version: row.try_get(7)?,
                })
            },
            mapper: |it| SlaContractRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        CreateSlaContractParams,
        SlaContractRowQuery<'c, 'a, 's, C, SlaContractRow, 6>,
        C,
    > for CreateSlaContractStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a CreateSlaContractParams,
    ) -> SlaContractRowQuery<'c, 'a, 's, C, SlaContractRow, 6> {
        self.bind(
            client,
            &params.id,
            &params.organization_id,
            &params.policy_id,
            &params.starts_at,
            &params.ends_at,
            &params.now,
        )
    }
}
pub struct GetSlaContractStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn get_sla_contract() -> GetSlaContractStmt {
    GetSlaContractStmt(
        "select id, organization_id, policy_id, starts_at, ends_at, created_at, updated_at, version from sla_contracts where id = $1 and deleted_at is null",
        None,
    )
}
impl GetSlaContractStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> SlaContractRowQuery<'c, 'a, 's, C, SlaContractRow, 1> {
        SlaContractRowQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<SlaContractRow, tokio_postgres::Error> {
                Ok(SlaContractRow {
                    id: row.try_get(0)?,
                    organization_id: row.try_get(1)?,
                    policy_id: row.try_get(2)?,
                    starts_at: row.try_get(3)?,
                    ends_at: row.try_get(4)?,
                    created_at: row.try_get(5)?,
                    updated_at: row.try_get(6)?,
                    version: row.try_get(7)?,
                })
            },
            mapper: |it| SlaContractRow::from(it),
        }
    }
}
pub struct ListSlaContractsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn list_sla_contracts() -> ListSlaContractsStmt {
    ListSlaContractsStmt(
        "select id, organization_id, policy_id, starts_at, ends_at, created_at, updated_at, version from sla_contracts where id < $1 and deleted_at is null and ($2::uuid is null or organization_id = $2) and ($3::uuid is null or policy_id = $3) order by id desc limit $4",
        None,
    )
}
impl ListSlaContractsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        before: &'a uuid::Uuid,
        organization_id: &'a Option<uuid::Uuid>,
        policy_id: &'a Option<uuid::Uuid>,
        limit: &'a i64,
    ) -> SlaContractRowQuery<'c, 'a, 's, C, SlaContractRow, 4> {
        SlaContractRowQuery {
            client,
            params: [before, organization_id, policy_id, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<SlaContractRow, tokio_postgres::Error> {
                Ok(SlaContractRow {
                    id: row.try_get(0)?,
                    organization_id: row.try_get(1)?,
                    policy_id: row.try_get(2)?,
                    starts_at: row.try_get(3)?,
                    ends_at: row.try_get(4)?,
                    created_at: row.try_get(5)?,
                    updated_at: row.try_get(6)?,
                    version: row.try_get(7)?,
                })
            },
            mapper: |it| SlaContractRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        ListSlaContractsParams,
        SlaContractRowQuery<'c, 'a, 's, C, SlaContractRow, 4>,
        C,
    > for ListSlaContractsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ListSlaContractsParams,
    ) -> SlaContractRowQuery<'c, 'a, 's, C, SlaContractRow, 4> {
        self.bind(client, &params.before, &params.organization_id, &params.policy_id, &params.limit)
    }
}
pub struct OverlappingSlaContractStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn overlapping_sla_contract() -> OverlappingSlaContractStmt {
    OverlappingSlaContractStmt(
        "select id from sla_contracts where organization_id = $1 and id <> $2 and deleted_at is null and tstzrange(starts_at, ends_at) && tstzrange($3, $4) order by starts_at limit 1",
        None,
    )
}
impl OverlappingSlaContractStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        organization_id: &'a uuid::Uuid,
        id: &'a uuid::Uuid,
        starts_at: &'a jiff::Timestamp,
        ends_at: &'a Option<jiff::Timestamp>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 4> {
        UuidUuidQuery {
            client,
            params: [organization_id, id, starts_at, ends_at],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        OverlappingSlaContractParams,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 4>,
        C,
    > for OverlappingSlaContractStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a OverlappingSlaContractParams,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 4> {
        self.bind(client, &params.organization_id, &params.id, &params.starts_at, &params.ends_at)
    }
}
pub struct UpdateSlaContractStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn update_sla_contract() -> UpdateSlaContractStmt {
    UpdateSlaContractStmt(
        "update sla_contracts set policy_id = $1, starts_at = $2, ends_at = $3, updated_at = $4, version = version + 1 where id = $5 returning id, organization_id, policy_id, starts_at, ends_at, created_at, updated_at, version",
        None,
    )
}
impl UpdateSlaContractStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        policy_id: &'a uuid::Uuid,
        starts_at: &'a jiff::Timestamp,
        ends_at: &'a Option<jiff::Timestamp>,
        now: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
    ) -> SlaContractRowQuery<'c, 'a, 's, C, SlaContractRow, 5> {
        SlaContractRowQuery {
            client,
            params: [policy_id, starts_at, ends_at, now, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<SlaContractRow, tokio_postgres::Error> {
                Ok(SlaContractRow {
                    id: row.try_get(0)?,
                    organization_id: row.try_get(1)?,
                    policy_id: row.try_get(2)?,
                    starts_at: row.try_get(3)?,
                    ends_at: row.try_get(4)?,
                    created_at: row.try_get(5)?,
                    updated_at: row.try_get(6)?,
                    version: row.try_get(7)?,
                })
            },
            mapper: |it| SlaContractRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        UpdateSlaContractParams,
        SlaContractRowQuery<'c, 'a, 's, C, SlaContractRow, 5>,
        C,
    > for UpdateSlaContractStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a UpdateSlaContractParams,
    ) -> SlaContractRowQuery<'c, 'a, 's, C, SlaContractRow, 5> {
        self.bind(client, &params.policy_id, &params.starts_at, &params.ends_at, &params.now, &params.id)
    }
}
pub struct DeleteSlaContractStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn delete_sla_contract() -> DeleteSlaContractStmt {
    DeleteSlaContractStmt(
        "update sla_contracts set deleted_at = $1, updated_at = $1, version = version + 1 where id = $2 returning id",
        None,
    )
}
impl DeleteSlaContractStmt {
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
    crate::client::async_::Params<'c, 'a, 's, DeleteSlaContractParams, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2>, C>
    for DeleteSlaContractStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a DeleteSlaContractParams,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        self.bind(client, &params.now, &params.id)
    }
}
