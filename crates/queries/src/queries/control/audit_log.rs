// This file was generated with `cornucopia`. Do not modify.

#[derive(Clone, Copy, Debug)]
pub struct ListAuditLogParams {
    pub before: uuid::Uuid,
    pub limit: i64,
}
#[derive(Debug)]
pub struct FindInAuditLogParams<
    T1: crate::StringSql,
    T2: crate::StringSql,
    T3: crate::StringSql,
    T4: crate::StringSql,
    T5: crate::StringSql,
> {
    pub before: uuid::Uuid,
    pub actor_kind: Option<T1>,
    pub actor_id: Option<uuid::Uuid>,
    pub operation: Option<T2>,
    pub resource_type: Option<T3>,
    pub resource_id: Option<T4>,
    pub request_id: Option<T5>,
    pub since: Option<jiff::Timestamp>,
    pub until: Option<jiff::Timestamp>,
    pub limit: i64,
}
#[derive(Debug, Clone, PartialEq)]
pub struct AuditEntry {
    pub id: uuid::Uuid,
    pub at: jiff::Timestamp,
    pub actor_kind: String,
    pub actor_id: Option<uuid::Uuid>,
    pub actor_detail: Option<String>,
    pub ip: String,
    pub request_id: String,
    pub operation: String,
    pub resource_type: String,
    pub resource_id: String,
    pub before: Option<serde_json::Value>,
    pub after: Option<serde_json::Value>,
}
pub struct AuditEntryBorrowed<'a> {
    pub id: uuid::Uuid,
    pub at: jiff::Timestamp,
    pub actor_kind: &'a str,
    pub actor_id: Option<uuid::Uuid>,
    pub actor_detail: Option<&'a str>,
    pub ip: &'a str,
    pub request_id: &'a str,
    pub operation: &'a str,
    pub resource_type: &'a str,
    pub resource_id: &'a str,
    pub before: Option<postgres_types::Json<&'a serde_json::value::RawValue>>,
    pub after: Option<postgres_types::Json<&'a serde_json::value::RawValue>>,
}
impl<'a> From<AuditEntryBorrowed<'a>> for AuditEntry {
    fn from(
        AuditEntryBorrowed {
            id,
            at,
            actor_kind,
            actor_id,
            actor_detail,
            ip,
            request_id,
            operation,
            resource_type,
            resource_id,
            before,
            after,
        }: AuditEntryBorrowed<'a>,
    ) -> Self {
        Self {
            id,
            at,
            actor_kind: actor_kind.into(),
            actor_id,
            actor_detail: actor_detail.map(|v| v.into()),
            ip: ip.into(),
            request_id: request_id.into(),
            operation: operation.into(),
            resource_type: resource_type.into(),
            resource_id: resource_id.into(),
            before: before.map(|v| serde_json::from_str(v.0.get()).unwrap()),
            after: after.map(|v| serde_json::from_str(v.0.get()).unwrap()),
        }
    }
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct AuditEntryQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<AuditEntryBorrowed, tokio_postgres::Error>,
    mapper: fn(AuditEntryBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> AuditEntryQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(AuditEntryBorrowed) -> R) -> AuditEntryQuery<'c, 'a, 's, C, R, N> {
        AuditEntryQuery {
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
pub struct ListAuditLogStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn list_audit_log() -> ListAuditLogStmt {
    ListAuditLogStmt(
        "select id, at, actor_kind, actor_id, actor_detail, ip, request_id, operation, resource_type, resource_id, before, after from audit_log where id < $1 order by id desc limit $2",
        None,
    )
}
impl ListAuditLogStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        before: &'a uuid::Uuid,
        limit: &'a i64,
    ) -> AuditEntryQuery<'c, 'a, 's, C, AuditEntry, 2> {
        AuditEntryQuery {
            client,
            params: [before, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<AuditEntryBorrowed, tokio_postgres::Error> {
                Ok(AuditEntryBorrowed {
                    id: row.try_get(0)?,
                    at: row.try_get(1)?,
                    actor_kind: row.try_get(2)?,
                    actor_id: row.try_get(3)?,
                    actor_detail: row.try_get(4)?,
                    ip: row.try_get(5)?,
                    request_id: row.try_get(6)?,
                    operation: row.try_get(7)?,
                    resource_type: row.try_get(8)?,
                    resource_id: row.try_get(9)?,
                    before: row.try_get(10)?,
                    after: row.try_get(11)?,
                })
            },
            mapper: |it| AuditEntry::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, ListAuditLogParams, AuditEntryQuery<'c, 'a, 's, C, AuditEntry, 2>, C>
    for ListAuditLogStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ListAuditLogParams,
    ) -> AuditEntryQuery<'c, 'a, 's, C, AuditEntry, 2> {
        self.bind(client, &params.before, &params.limit)
    }
}
pub struct FindInAuditLogStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn find_in_audit_log() -> FindInAuditLogStmt {
    FindInAuditLogStmt(
        "select id, at, actor_kind, actor_id, actor_detail, ip, request_id, operation, resource_type, resource_id, before, after from audit_log where id < $1 and ($2::text is null or actor_kind = $2) and ($3::uuid is null or actor_id = $3) and ($4::text is null or operation = $4) and ($5::text is null or resource_type = $5) and ($6::text is null or resource_id = $6) and ($7::text is null or request_id = $7) and ($8::timestamptz is null or at >= $8) and ($9::timestamptz is null or at < $9) order by id desc limit $10",
        None,
    )
}
impl FindInAuditLogStmt {
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
    >(
        &'s self,
        client: &'c C,
        before: &'a uuid::Uuid,
        actor_kind: &'a Option<T1>,
        actor_id: &'a Option<uuid::Uuid>,
        operation: &'a Option<T2>,
        resource_type: &'a Option<T3>,
        resource_id: &'a Option<T4>,
        request_id: &'a Option<T5>,
        since: &'a Option<jiff::Timestamp>,
        until: &'a Option<jiff::Timestamp>,
        limit: &'a i64,
    ) -> AuditEntryQuery<'c, 'a, 's, C, AuditEntry, 10> {
        AuditEntryQuery {
            client,
            params: [
                before,
                actor_kind,
                actor_id,
                operation,
                resource_type,
                resource_id,
                request_id,
                since,
                until,
                limit,
            ],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<AuditEntryBorrowed, tokio_postgres::Error> {
                Ok(AuditEntryBorrowed {
                    id: row.try_get(0)?,
                    at: row.try_get(1)?,
                    actor_kind: row.try_get(2)?,
                    actor_id: row.try_get(3)?,
                    actor_detail: row.try_get(4)?,
                    ip: row.try_get(5)?,
                    request_id: row.try_get(6)?,
                    operation: row.try_get(7)?,
                    resource_type: row.try_get(8)?,
                    resource_id: row.try_get(9)?,
                    before: row.try_get(10)?,
                    after: row.try_get(11)?,
                })
            },
            mapper: |it| AuditEntry::from(it),
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
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        FindInAuditLogParams<T1, T2, T3, T4, T5>,
        AuditEntryQuery<'c, 'a, 's, C, AuditEntry, 10>,
        C,
    > for FindInAuditLogStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a FindInAuditLogParams<T1, T2, T3, T4, T5>,
    ) -> AuditEntryQuery<'c, 'a, 's, C, AuditEntry, 10> {
        self.bind(
            client,
            &params.before,
            &params.actor_kind,
            &params.actor_id,
            &params.operation,
            &params.resource_type,
            &params.resource_id,
            &params.request_id,
            &params.since,
            &params.until,
            &params.limit,
        )
    }
}
pub struct GetAuditEntryStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn get_audit_entry() -> GetAuditEntryStmt {
    GetAuditEntryStmt(
        "select id, at, actor_kind, actor_id, actor_detail, ip, request_id, operation, resource_type, resource_id, before, after from audit_log where id = $1",
        None,
    )
}
impl GetAuditEntryStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> AuditEntryQuery<'c, 'a, 's, C, AuditEntry, 1> {
        AuditEntryQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<AuditEntryBorrowed, tokio_postgres::Error> {
                Ok(AuditEntryBorrowed {
                    id: row.try_get(0)?,
                    at: row.try_get(1)?,
                    actor_kind: row.try_get(2)?,
                    actor_id: row.try_get(3)?,
                    actor_detail: row.try_get(4)?,
                    ip: row.try_get(5)?,
                    request_id: row.try_get(6)?,
                    operation: row.try_get(7)?,
                    resource_type: row.try_get(8)?,
                    resource_id: row.try_get(9)?,
                    before: row.try_get(10)?,
                    after: row.try_get(11)?,
                })
            },
            mapper: |it| AuditEntry::from(it),
        }
    }
}
