// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct RenewReportedEvidenceParams<T1: crate::StringSql, T2: crate::StringSql> {
    pub device_id: uuid::Uuid,
    pub organization_id: uuid::Uuid,
    pub product: T1,
    pub kind: T2,
    pub now: jiff::Timestamp,
}
#[derive(Debug)]
pub struct RemoveUnfoundedEvidenceParams<T1: crate::StringSql, T2: crate::StringSql> {
    pub device_id: uuid::Uuid,
    pub product: T1,
    pub kind: T2,
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
pub struct RenewReportedEvidenceStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn renew_reported_evidence() -> RenewReportedEvidenceStmt {
    RenewReportedEvidenceStmt(
        "with last as ( select result, started_at from backup_jobs where device_id = $1 and organization_id = $2 and product = $3 and type = $4 and result <> 'running' order by started_at desc limit 1 ), success as ( select started_at, ended_at from backup_jobs where device_id = $1 and organization_id = $2 and product = $3 and type = $4 and result in ('succeeded', 'warning') order by started_at desc limit 1 ) insert into backup_evidence ( device_id, origin, type, organization_id, evidence, last_success_at, last_attempt_at, last_result, seconds, updated_at ) select $1, $3, $4, $2, 'reported', success.started_at, last.started_at, last.result, extract(epoch from success.ended_at - success.started_at)::integer, $5::timestamptz from last left join success on true where exists (select from devices where devices.id = $1 and devices.organization_id = $2) on conflict (tenant_id, device_id, origin, type) do update set organization_id = excluded.organization_id, last_success_at = excluded.last_success_at, last_attempt_at = excluded.last_attempt_at, last_result = excluded.last_result, seconds = excluded.seconds, updated_at = excluded.updated_at returning device_id",
        None,
    )
}
impl RenewReportedEvidenceStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>(
        &'s self,
        client: &'c C,
        device_id: &'a uuid::Uuid,
        organization_id: &'a uuid::Uuid,
        product: &'a T1,
        kind: &'a T2,
        now: &'a jiff::Timestamp,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 5> {
        UuidUuidQuery {
            client,
            params: [device_id, organization_id, product, kind, now],
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
        RenewReportedEvidenceParams<T1, T2>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 5>,
        C,
    > for RenewReportedEvidenceStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a RenewReportedEvidenceParams<T1, T2>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 5> {
        self.bind(client, &params.device_id, &params.organization_id, &params.product, &params.kind, &params.now)
    }
}
pub struct RemoveUnfoundedEvidenceStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn remove_unfounded_evidence() -> RemoveUnfoundedEvidenceStmt {
    RemoveUnfoundedEvidenceStmt(
        "delete from backup_evidence where device_id = $1 and origin = $2 and type = $3 and evidence = 'reported' and not exists ( select from backup_jobs where backup_jobs.device_id = backup_evidence.device_id and backup_jobs.organization_id = backup_evidence.organization_id and backup_jobs.product = backup_evidence.origin and backup_jobs.type = backup_evidence.type and backup_jobs.result <> 'running' ) returning device_id",
        None,
    )
}
impl RemoveUnfoundedEvidenceStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>(
        &'s self,
        client: &'c C,
        device_id: &'a uuid::Uuid,
        product: &'a T1,
        kind: &'a T2,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        UuidUuidQuery {
            client,
            params: [device_id, product, kind],
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
        RemoveUnfoundedEvidenceParams<T1, T2>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3>,
        C,
    > for RemoveUnfoundedEvidenceStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a RemoveUnfoundedEvidenceParams<T1, T2>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        self.bind(client, &params.device_id, &params.product, &params.kind)
    }
}
