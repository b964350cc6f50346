// This file was generated with `cornucopia`. Do not modify.

#[derive(Clone, Copy, Debug)]
pub struct LockDueDeviceParams {
    pub id: uuid::Uuid,
    pub now: jiff::Timestamp,
}
#[derive(Clone, Copy, Debug)]
pub struct CheckLaterParams {
    pub stale_check_at: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Clone, Copy, Debug)]
pub struct SetStaleParams {
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Debug, Clone, PartialEq, Copy)]
pub struct DueDevice {
    pub tenant_id: uuid::Uuid,
    pub id: uuid::Uuid,
    pub last_seen_at: Option<jiff::Timestamp>,
}
#[derive(Debug, Clone, PartialEq, Copy)]
pub struct LockDueDevice {
    pub id: uuid::Uuid,
    pub last_seen_at: Option<jiff::Timestamp>,
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct DueDeviceQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<DueDevice, tokio_postgres::Error>,
    mapper: fn(DueDevice) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> DueDeviceQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(DueDevice) -> R) -> DueDeviceQuery<'c, 'a, 's, C, R, N> {
        DueDeviceQuery {
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
pub struct LockDueDeviceQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<LockDueDevice, tokio_postgres::Error>,
    mapper: fn(LockDueDevice) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> LockDueDeviceQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(LockDueDevice) -> R) -> LockDueDeviceQuery<'c, 'a, 's, C, R, N> {
        LockDueDeviceQuery {
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
pub struct DevicesToCheckStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn devices_to_check() -> DevicesToCheckStmt {
    DevicesToCheckStmt(
        "select devices.tenant_id, devices.id, device_presence.last_seen_at from devices join device_presence on device_presence.tenant_id = devices.tenant_id and device_presence.device_id = devices.id where devices.stale_check_at <= $1 order by devices.stale_check_at limit 500",
        None,
    )
}
impl DevicesToCheckStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        now: &'a jiff::Timestamp,
    ) -> DueDeviceQuery<'c, 'a, 's, C, DueDevice, 1> {
        DueDeviceQuery {
            client,
            params: [now],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<DueDevice, tokio_postgres::Error> {
                Ok(DueDevice { tenant_id: row.try_get(0)?, id: row.try_get(1)?, last_seen_at: row.try_get(2)? })
            },
            mapper: |it| DueDevice::from(it),
        }
    }
}
pub struct LockDueDeviceStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_due_device() -> LockDueDeviceStmt {
    LockDueDeviceStmt(
        "select devices.id, device_presence.last_seen_at from devices join device_presence on device_presence.tenant_id = devices.tenant_id and device_presence.device_id = devices.id where devices.id = $1 and devices.stale_check_at <= $2 for update of devices",
        None,
    )
}
impl LockDueDeviceStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
        now: &'a jiff::Timestamp,
    ) -> LockDueDeviceQuery<'c, 'a, 's, C, LockDueDevice, 2> {
        LockDueDeviceQuery {
            client,
            params: [id, now],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<LockDueDevice, tokio_postgres::Error> {
                Ok(LockDueDevice { id: row.try_get(0)?, last_seen_at: row.try_get(1)? })
            },
            mapper: |it| LockDueDevice::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        LockDueDeviceParams,
        LockDueDeviceQuery<'c, 'a, 's, C, LockDueDevice, 2>,
        C,
    > for LockDueDeviceStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a LockDueDeviceParams,
    ) -> LockDueDeviceQuery<'c, 'a, 's, C, LockDueDevice, 2> {
        self.bind(client, &params.id, &params.now)
    }
}
pub struct CheckLaterStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn check_later() -> CheckLaterStmt {
    CheckLaterStmt("update devices set stale_check_at = $1 where id = $2 returning id", None)
}
impl CheckLaterStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        stale_check_at: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        UuidUuidQuery {
            client,
            params: [stale_check_at, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, CheckLaterParams, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2>, C>
    for CheckLaterStmt
{
    fn params(&'s self, client: &'c C, params: &'a CheckLaterParams) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        self.bind(client, &params.stale_check_at, &params.id)
    }
}
pub struct SetStaleStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn set_stale() -> SetStaleStmt {
    SetStaleStmt(
        "update devices set stale_since = $1, stale_check_at = null, updated_at = $1, version = version + 1 where id = $2 returning id",
        None,
    )
}
impl SetStaleStmt {
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
    crate::client::async_::Params<'c, 'a, 's, SetStaleParams, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2>, C>
    for SetStaleStmt
{
    fn params(&'s self, client: &'c C, params: &'a SetStaleParams) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        self.bind(client, &params.now, &params.id)
    }
}
