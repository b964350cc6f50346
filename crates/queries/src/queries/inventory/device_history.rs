// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct AddDeviceHistoryParams<T1: crate::StringSql, T2: crate::StringSql, T3: crate::JsonSql> {
    pub device_id: uuid::Uuid,
    pub id: uuid::Uuid,
    pub organization_id: uuid::Uuid,
    pub now: jiff::Timestamp,
    pub actor_kind: T1,
    pub actor_id: Option<uuid::Uuid>,
    pub kind: T2,
    pub changes: T3,
    pub omitted: i32,
}
#[derive(Clone, Copy, Debug)]
pub struct DeviceHistoryParams {
    pub device_id: uuid::Uuid,
    pub before: uuid::Uuid,
    pub limit: i64,
}
#[derive(Debug, Clone, PartialEq)]
pub struct DeviceHistoryRow {
    pub id: uuid::Uuid,
    pub at: jiff::Timestamp,
    pub actor_kind: String,
    pub actor_id: Option<uuid::Uuid>,
    pub kind: String,
    pub changes: serde_json::Value,
    pub omitted: i32,
}
pub struct DeviceHistoryRowBorrowed<'a> {
    pub id: uuid::Uuid,
    pub at: jiff::Timestamp,
    pub actor_kind: &'a str,
    pub actor_id: Option<uuid::Uuid>,
    pub kind: &'a str,
    pub changes: postgres_types::Json<&'a serde_json::value::RawValue>,
    pub omitted: i32,
}
impl<'a> From<DeviceHistoryRowBorrowed<'a>> for DeviceHistoryRow {
    fn from(
        DeviceHistoryRowBorrowed { id, at, actor_kind, actor_id, kind, changes, omitted }: DeviceHistoryRowBorrowed<'a>,
    ) -> Self {
        Self {
            id,
            at,
            actor_kind: actor_kind.into(),
            actor_id,
            kind: kind.into(),
            changes: serde_json::from_str(changes.0.get()).unwrap(),
            omitted,
        }
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
pub struct DeviceHistoryRowQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<DeviceHistoryRowBorrowed, tokio_postgres::Error>,
    mapper: fn(DeviceHistoryRowBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> DeviceHistoryRowQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(DeviceHistoryRowBorrowed) -> R) -> DeviceHistoryRowQuery<'c, 'a, 's, C, R, N> {
        DeviceHistoryRowQuery {
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
pub struct AddDeviceHistoryStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn add_device_history() -> AddDeviceHistoryStmt {
    AddDeviceHistoryStmt(
        "insert into device_history (device_id, id, organization_id, at, actor_kind, actor_id, kind, changes, omitted) values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id",
        None,
    )
}
impl AddDeviceHistoryStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql, T3: crate::JsonSql>(
        &'s self,
        client: &'c C,
        device_id: &'a uuid::Uuid,
        id: &'a uuid::Uuid,
        organization_id: &'a uuid::Uuid,
        now: &'a jiff::Timestamp,
        actor_kind: &'a T1,
        actor_id: &'a Option<uuid::Uuid>,
        kind: &'a T2,
        changes: &'a T3,
        omitted: &'a i32,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 9> {
        UuidUuidQuery {
            client,
            params: [device_id, id, organization_id, now, actor_kind, actor_id, kind, changes, omitted],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql, T3: crate::JsonSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        AddDeviceHistoryParams<T1, T2, T3>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 9>,
        C,
    > for AddDeviceHistoryStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a AddDeviceHistoryParams<T1, T2, T3>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 9> {
        self.bind(
            client,
            &params.device_id,
            &params.id,
            &params.organization_id,
            &params.now,
            &params.actor_kind,
            &params.actor_id,
            &params.kind,
            &params.changes,
            &params.omitted,
        )
    }
}
pub struct DeviceHistoryStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn device_history() -> DeviceHistoryStmt {
    DeviceHistoryStmt(
        "select id, at, actor_kind, actor_id, kind, changes, omitted from device_history where device_id = $1 and id < $2 order by id desc limit $3",
        None,
    )
}
impl DeviceHistoryStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        device_id: &'a uuid::Uuid,
        before: &'a uuid::Uuid,
        limit: &'a i64,
    ) -> DeviceHistoryRowQuery<'c, 'a, 's, C, DeviceHistoryRow, 3> {
        DeviceHistoryRowQuery {
            client,
            params: [device_id, before, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<DeviceHistoryRowBorrowed, tokio_postgres::Error> {
                Ok(DeviceHistoryRowBorrowed {
                    id: row.try_get(0)?,
                    at: row.try_get(1)?,
                    actor_kind: row.try_get(2)?,
                    actor_id: row.try_get(3)?,
                    kind: row.try_get(4)?,
                    changes: row.try_get(5)?,
                    omitted: row.try_get(6)?,
                })
            },
            mapper: |it| DeviceHistoryRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        DeviceHistoryParams,
        DeviceHistoryRowQuery<'c, 'a, 's, C, DeviceHistoryRow, 3>,
        C,
    > for DeviceHistoryStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a DeviceHistoryParams,
    ) -> DeviceHistoryRowQuery<'c, 'a, 's, C, DeviceHistoryRow, 3> {
        self.bind(client, &params.device_id, &params.before, &params.limit)
    }
}
pub struct ForgetDeviceHistoryStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn forget_device_history() -> ForgetDeviceHistoryStmt {
    ForgetDeviceHistoryStmt(
        "delete from device_history where (tenant_id, device_id, id) in ( select tenant_id, device_id, id from device_history where at < $1 limit 5000 ) returning id",
        None,
    )
}
impl ForgetDeviceHistoryStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        before: &'a jiff::Timestamp,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 1> {
        UuidUuidQuery {
            client,
            params: [before],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
