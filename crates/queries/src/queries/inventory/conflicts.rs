// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct RemoveIdentifiersParams<
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = T1>,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
> {
    pub kinds: T2,
    pub values: T4,
    pub device_id: uuid::Uuid,
}
#[derive(Debug)]
pub struct AddIdentifiersParams<
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = T1>,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
> {
    pub device_id: uuid::Uuid,
    pub organization_id: uuid::Uuid,
    pub kinds: T2,
    pub values: T4,
}
#[derive(Debug)]
pub struct DevicesWithIdentifiersParams<
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = T1>,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
> {
    pub kinds: T2,
    pub values: T4,
}
#[derive(Debug)]
pub struct SetConflictsParams<T1: crate::ArraySql<Item = uuid::Uuid>> {
    pub conflict: bool,
    pub now: jiff::Timestamp,
    pub ids: T1,
}
#[derive(Debug, Clone, PartialEq)]
pub struct IdentifiersOfDevice {
    pub kind: String,
    pub value: String,
}
pub struct IdentifiersOfDeviceBorrowed<'a> {
    pub kind: &'a str,
    pub value: &'a str,
}
impl<'a> From<IdentifiersOfDeviceBorrowed<'a>> for IdentifiersOfDevice {
    fn from(IdentifiersOfDeviceBorrowed { kind, value }: IdentifiersOfDeviceBorrowed<'a>) -> Self {
        Self { kind: kind.into(), value: value.into() }
    }
}
#[derive(Debug, Clone, PartialEq, Copy)]
pub struct JudgeConflicts {
    pub id: uuid::Uuid,
    pub flagged: bool,
    pub conflicting: bool,
}
#[derive(Debug, Clone, PartialEq, Copy)]
pub struct OrganizationsOfDevices {
    pub id: uuid::Uuid,
    pub organization_id: uuid::Uuid,
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct IdentifiersOfDeviceQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<IdentifiersOfDeviceBorrowed, tokio_postgres::Error>,
    mapper: fn(IdentifiersOfDeviceBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> IdentifiersOfDeviceQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(IdentifiersOfDeviceBorrowed) -> R) -> IdentifiersOfDeviceQuery<'c, 'a, 's, C, R, N> {
        IdentifiersOfDeviceQuery {
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
pub struct JudgeConflictsQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<JudgeConflicts, tokio_postgres::Error>,
    mapper: fn(JudgeConflicts) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> JudgeConflictsQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(JudgeConflicts) -> R) -> JudgeConflictsQuery<'c, 'a, 's, C, R, N> {
        JudgeConflictsQuery {
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
pub struct OrganizationsOfDevicesQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<OrganizationsOfDevices, tokio_postgres::Error>,
    mapper: fn(OrganizationsOfDevices) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> OrganizationsOfDevicesQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(OrganizationsOfDevices) -> R) -> OrganizationsOfDevicesQuery<'c, 'a, 's, C, R, N> {
        OrganizationsOfDevicesQuery {
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
pub struct IdentifiersOfDeviceStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn identifiers_of_device() -> IdentifiersOfDeviceStmt {
    IdentifiersOfDeviceStmt(
        "select kind, value from device_identifiers where device_id = $1 order by kind, value",
        None,
    )
}
impl IdentifiersOfDeviceStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        device_id: &'a uuid::Uuid,
    ) -> IdentifiersOfDeviceQuery<'c, 'a, 's, C, IdentifiersOfDevice, 1> {
        IdentifiersOfDeviceQuery {
            client,
            params: [device_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<IdentifiersOfDeviceBorrowed, tokio_postgres::Error> {
                Ok(IdentifiersOfDeviceBorrowed { kind: row.try_get(0)?, value: row.try_get(1)? })
            },
            mapper: |it| IdentifiersOfDevice::from(it),
        }
    }
}
pub struct LockIdentifiersStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_identifiers() -> LockIdentifiersStmt {
    LockIdentifiersStmt(
        "select count(pg_advisory_xact_lock(key)) as locked from ( select distinct hashtextextended(app.tenant()::text || value, 15) as key from unnest($1::text[]) as value order by key ) as keys",
        None,
    )
}
impl LockIdentifiersStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>(
        &'s self,
        client: &'c C,
        values: &'a T2,
    ) -> I64Query<'c, 'a, 's, C, i64, 1> {
        I64Query {
            client,
            params: [values],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct RemoveIdentifiersStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn remove_identifiers() -> RemoveIdentifiersStmt {
    RemoveIdentifiersStmt(
        "with kept as ( select kind, value from unnest($1::text[], $2::text[]) as kept (kind, value) ) delete from device_identifiers where device_id = $3 and (kind, value) not in (select kind, value from kept) returning device_id",
        None,
    )
}
impl RemoveIdentifiersStmt {
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
    >(
        &'s self,
        client: &'c C,
        kinds: &'a T2,
        values: &'a T4,
        device_id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        UuidUuidQuery {
            client,
            params: [kinds, values, device_id],
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
    T2: crate::ArraySql<Item = T1>,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        RemoveIdentifiersParams<T1, T2, T3, T4>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3>,
        C,
    > for RemoveIdentifiersStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a RemoveIdentifiersParams<T1, T2, T3, T4>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        self.bind(client, &params.kinds, &params.values, &params.device_id)
    }
}
pub struct AddIdentifiersStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn add_identifiers() -> AddIdentifiersStmt {
    AddIdentifiersStmt(
        "insert into device_identifiers (device_id, organization_id, kind, value) select $1, $2, added.kind, added.value from unnest($3::text[], $4::text[]) as added (kind, value) on conflict (tenant_id, device_id, kind, value) do nothing returning device_id",
        None,
    )
}
impl AddIdentifiersStmt {
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
    >(
        &'s self,
        client: &'c C,
        device_id: &'a uuid::Uuid,
        organization_id: &'a uuid::Uuid,
        kinds: &'a T2,
        values: &'a T4,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 4> {
        UuidUuidQuery {
            client,
            params: [device_id, organization_id, kinds, values],
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
    T2: crate::ArraySql<Item = T1>,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        AddIdentifiersParams<T1, T2, T3, T4>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 4>,
        C,
    > for AddIdentifiersStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a AddIdentifiersParams<T1, T2, T3, T4>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 4> {
        self.bind(client, &params.device_id, &params.organization_id, &params.kinds, &params.values)
    }
}
pub struct DevicesWithIdentifiersStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn devices_with_identifiers() -> DevicesWithIdentifiersStmt {
    DevicesWithIdentifiersStmt(
        "select device_id from ( select distinct shared.device_id from unnest($1::text[], $2::text[]) as own (kind, value) cross join lateral ( select device_identifiers.device_id from device_identifiers where device_identifiers.kind = own.kind and device_identifiers.value = own.value order by device_identifiers.device_id desc limit 1000 ) as shared ) as found order by device_id desc",
        None,
    )
}
impl DevicesWithIdentifiersStmt {
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
    >(
        &'s self,
        client: &'c C,
        kinds: &'a T2,
        values: &'a T4,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        UuidUuidQuery {
            client,
            params: [kinds, values],
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
    T2: crate::ArraySql<Item = T1>,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        DevicesWithIdentifiersParams<T1, T2, T3, T4>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2>,
        C,
    > for DevicesWithIdentifiersStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a DevicesWithIdentifiersParams<T1, T2, T3, T4>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        self.bind(client, &params.kinds, &params.values)
    }
}
pub struct JudgeConflictsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn judge_conflicts() -> JudgeConflictsStmt {
    JudgeConflictsStmt(
        "select devices.id, devices.identity_conflict as flagged, devices.agent_id is not null and devices.retired_at is null and devices.stale_since is null and exists ( select from device_identifiers as own join device_identifiers as other on other.tenant_id = own.tenant_id and other.kind = own.kind and other.value = own.value and other.device_id <> own.device_id join devices as partner on partner.tenant_id = other.tenant_id and partner.id = other.device_id where own.tenant_id = devices.tenant_id and own.device_id = devices.id and own.kind in ('hardware_uuid', 'serial', 'agent') and partner.agent_id is not null and partner.retired_at is null and partner.stale_since is null ) as conflicting from devices where devices.id = any ($1) order by devices.id",
        None,
    )
}
impl JudgeConflictsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>(
        &'s self,
        client: &'c C,
        ids: &'a T1,
    ) -> JudgeConflictsQuery<'c, 'a, 's, C, JudgeConflicts, 1> {
        JudgeConflictsQuery {
            client,
            params: [ids],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<JudgeConflicts, tokio_postgres::Error> {
                Ok(JudgeConflicts { id: row.try_get(0)?, flagged: row.try_get(1)?, conflicting: row.try_get(2)? })
            },
            mapper: |it| JudgeConflicts::from(it),
        }
    }
}
pub struct SetConflictsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn set_conflicts() -> SetConflictsStmt {
    SetConflictsStmt(
        "update devices set identity_conflict = $1, updated_at = $2, version = version + 1 where id = any ($3) returning id",
        None,
    )
}
impl SetConflictsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>(
        &'s self,
        client: &'c C,
        conflict: &'a bool,
        now: &'a jiff::Timestamp,
        ids: &'a T1,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        UuidUuidQuery {
            client,
            params: [conflict, now, ids],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>
    crate::client::async_::Params<'c, 'a, 's, SetConflictsParams<T1>, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3>, C>
    for SetConflictsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a SetConflictsParams<T1>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        self.bind(client, &params.conflict, &params.now, &params.ids)
    }
}
pub struct OrganizationsOfDevicesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn organizations_of_devices() -> OrganizationsOfDevicesStmt {
    OrganizationsOfDevicesStmt("select id, organization_id from devices where id = any ($1)", None)
}
impl OrganizationsOfDevicesStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>(
        &'s self,
        client: &'c C,
        ids: &'a T1,
    ) -> OrganizationsOfDevicesQuery<'c, 'a, 's, C, OrganizationsOfDevices, 1> {
        OrganizationsOfDevicesQuery {
            client,
            params: [ids],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<OrganizationsOfDevices, tokio_postgres::Error> {
                Ok(OrganizationsOfDevices { id: row.try_get(0)?, organization_id: row.try_get(1)? })
            },
            mapper: |it| OrganizationsOfDevices::from(it),
        }
    }
}
