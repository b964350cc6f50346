// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct EndpointsWhoseParams<T1: crate::StringSql, T2: crate::ArraySql<Item = uuid::Uuid>> {
    pub owner_kind: T1,
    pub owner_id: uuid::Uuid,
    pub key_ids: T2,
}
#[derive(Debug)]
pub struct GiveEndpointParams<T1: crate::StringSql> {
    pub owner_kind: T1,
    pub owner_id: uuid::Uuid,
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Debug, Clone, PartialEq)]
pub struct EndpointRights {
    pub granted_scopes: Vec<String>,
    pub granted_organization_ids: Option<Vec<uuid::Uuid>>,
    pub role: Option<String>,
    pub scopes: Option<Vec<String>>,
    pub organization_ids: Option<Vec<uuid::Uuid>>,
    pub active: Option<bool>,
}
pub struct EndpointRightsBorrowed<'a> {
    pub granted_scopes: crate::ArrayIterator<'a, &'a str>,
    pub granted_organization_ids: Option<crate::ArrayIterator<'a, uuid::Uuid>>,
    pub role: Option<&'a str>,
    pub scopes: Option<crate::ArrayIterator<'a, &'a str>>,
    pub organization_ids: Option<crate::ArrayIterator<'a, uuid::Uuid>>,
    pub active: Option<bool>,
}
impl<'a> From<EndpointRightsBorrowed<'a>> for EndpointRights {
    fn from(
        EndpointRightsBorrowed {
            granted_scopes,
            granted_organization_ids,
            role,
            scopes,
            organization_ids,
            active,
        }: EndpointRightsBorrowed<'a>,
    ) -> Self {
        Self {
            granted_scopes: granted_scopes.map(|v| v.into()).collect(),
            granted_organization_ids: granted_organization_ids.map(|v| v.map(|v| v).collect()),
            role: role.map(|v| v.into()),
            scopes: scopes.map(|v| v.map(|v| v.into()).collect()),
            organization_ids: organization_ids.map(|v| v.map(|v| v).collect()),
            active,
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
pub struct EndpointRightsQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<EndpointRightsBorrowed, tokio_postgres::Error>,
    mapper: fn(EndpointRightsBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> EndpointRightsQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(EndpointRightsBorrowed) -> R) -> EndpointRightsQuery<'c, 'a, 's, C, R, N> {
        EndpointRightsQuery {
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
pub struct EndpointsWhoseStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn endpoints_whose() -> EndpointsWhoseStmt {
    EndpointsWhoseStmt(
        "select id from webhook_endpoints where deleted_at is null and ( (owner_kind = $1 and owner_id = $2) or (created_by_kind = 'api_key' and created_by_id = any ($3)) ) order by id for no key update",
        None,
    )
}
impl EndpointsWhoseStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = uuid::Uuid>>(
        &'s self,
        client: &'c C,
        owner_kind: &'a T1,
        owner_id: &'a uuid::Uuid,
        key_ids: &'a T2,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        UuidUuidQuery {
            client,
            params: [owner_kind, owner_id, key_ids],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = uuid::Uuid>>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        EndpointsWhoseParams<T1, T2>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3>,
        C,
    > for EndpointsWhoseStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a EndpointsWhoseParams<T1, T2>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        self.bind(client, &params.owner_kind, &params.owner_id, &params.key_ids)
    }
}
pub struct GiveEndpointStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn give_endpoint() -> GiveEndpointStmt {
    GiveEndpointStmt(
        "update webhook_endpoints set owner_kind = $1, owner_id = $2, updated_at = $3, version = version + 1 where id = $4 returning id",
        None,
    )
}
impl GiveEndpointStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        owner_kind: &'a T1,
        owner_id: &'a uuid::Uuid,
        now: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 4> {
        UuidUuidQuery {
            client,
            params: [owner_kind, owner_id, now, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, GiveEndpointParams<T1>, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 4>, C>
    for GiveEndpointStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a GiveEndpointParams<T1>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 4> {
        self.bind(client, &params.owner_kind, &params.owner_id, &params.now, &params.id)
    }
}
pub struct RightsOfEndpointStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn rights_of_endpoint() -> RightsOfEndpointStmt {
    RightsOfEndpointStmt(
        "select endpoint.granted_scopes, endpoint.granted_organization_ids, owner.role, owner.scopes, owner.organization_ids, owner.active from webhook_endpoints as endpoint left join owner_rights as owner on owner.tenant_id = endpoint.tenant_id and owner.kind = endpoint.owner_kind and owner.id = endpoint.owner_id where endpoint.id = $1",
        None,
    )
}
impl RightsOfEndpointStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> EndpointRightsQuery<'c, 'a, 's, C, EndpointRights, 1> {
        EndpointRightsQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<EndpointRightsBorrowed, tokio_postgres::Error> {
                Ok(EndpointRightsBorrowed {
                    granted_scopes: row.try_get(0)?,
                    granted_organization_ids: row.try_get(1)?,
                    role: row.try_get(2)?,
                    scopes: row.try_get(3)?,
                    organization_ids: row.try_get(4)?,
                    active: row.try_get(5)?,
                })
            },
            mapper: |it| EndpointRights::from(it),
        }
    }
}
