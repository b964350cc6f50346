// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct CreateViewParams<
    T1: crate::StringSql,
    T2: crate::JsonSql,
    T3: crate::StringSql,
    T4: crate::StringSql,
    T5: crate::ArraySql<Item = T4>,
    T6: crate::StringSql,
> {
    pub id: uuid::Uuid,
    pub name: T1,
    pub filter: T2,
    pub sort: Option<T3>,
    pub columns: T5,
    pub created_by_kind: T6,
    pub created_by_id: Option<uuid::Uuid>,
    pub now: jiff::Timestamp,
}
#[derive(Clone, Copy, Debug)]
pub struct ListViewsParams {
    pub before: uuid::Uuid,
    pub limit: i64,
}
#[derive(Debug)]
pub struct UpdateViewParams<
    T1: crate::StringSql,
    T2: crate::JsonSql,
    T3: crate::StringSql,
    T4: crate::StringSql,
    T5: crate::ArraySql<Item = T4>,
> {
    pub name: T1,
    pub filter: T2,
    pub sort: Option<T3>,
    pub columns: T5,
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Debug, Clone, PartialEq)]
pub struct ViewRow {
    pub id: uuid::Uuid,
    pub name: String,
    pub filter: serde_json::Value,
    pub sort: Option<String>,
    pub columns: Vec<String>,
    pub created_by_kind: String,
    pub created_by_id: Option<uuid::Uuid>,
    pub created_at: jiff::Timestamp,
    pub updated_at: jiff::Timestamp,
    pub version: i32,
}
pub struct ViewRowBorrowed<'a> {
    pub id: uuid::Uuid,
    pub name: &'a str,
    pub filter: postgres_types::Json<&'a serde_json::value::RawValue>,
    pub sort: Option<&'a str>,
    pub columns: crate::ArrayIterator<'a, &'a str>,
    pub created_by_kind: &'a str,
    pub created_by_id: Option<uuid::Uuid>,
    pub created_at: jiff::Timestamp,
    pub updated_at: jiff::Timestamp,
    pub version: i32,
}
impl<'a> From<ViewRowBorrowed<'a>> for ViewRow {
    fn from(
        ViewRowBorrowed {
            id,
            name,
            filter,
            sort,
            columns,
            created_by_kind,
            created_by_id,
            created_at,
            updated_at,
            version,
        }: ViewRowBorrowed<'a>,
    ) -> Self {
        Self {
            id,
            name: name.into(),
            filter: serde_json::from_str(filter.0.get()).unwrap(),
            sort: sort.map(|v| v.into()),
            columns: columns.map(|v| v.into()).collect(),
            created_by_kind: created_by_kind.into(),
            created_by_id,
            created_at,
            updated_at,
            version,
        }
    }
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct ViewRowQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<ViewRowBorrowed, tokio_postgres::Error>,
    mapper: fn(ViewRowBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> ViewRowQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(ViewRowBorrowed) -> R) -> ViewRowQuery<'c, 'a, 's, C, R, N> {
        ViewRowQuery {
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
pub struct CreateViewStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn create_view() -> CreateViewStmt {
    CreateViewStmt(
        "insert into saved_views (id, name, filter, sort, columns, created_by_kind, created_by_id, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $8) returning id, name, filter, sort, columns, created_by_kind, created_by_id, created_at, updated_at, version",
        None,
    )
}
impl CreateViewStmt {
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
        T2: crate::JsonSql,
        T3: crate::StringSql,
        T4: crate::StringSql,
        T5: crate::ArraySql<Item = T4>,
        T6: crate::StringSql,
    >(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
        name: &'a T1,
        filter: &'a T2,
        sort: &'a Option<T3>,
        columns: &'a T5,
        created_by_kind: &'a T6,
        created_by_id: &'a Option<uuid::Uuid>,
        now: &'a jiff::Timestamp,
    ) -> ViewRowQuery<'c, 'a, 's, C, ViewRow, 8> {
        ViewRowQuery {
            client,
            params: [id, name, filter, sort, columns, created_by_kind, created_by_id, now],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ViewRowBorrowed, tokio_postgres::Error> {
                Ok(ViewRowBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    filter: row.try_get(2)?,
                    sort: row.try_get(3)?,
                    columns: row.try_get(4)?,
                    created_by_kind: row.try_get(5)?,
                    created_by_id: row.try_get(6)?,
                    created_at: row.try_get(7)?,
                    updated_at: row.try_get(8)?,
                    version: row.try_get(9)?,
                })
            },
            mapper: |it| ViewRow::from(it),
        }
    }
}
impl<
    'c,
    'a,
    's,
    C: GenericClient,
    T1: crate::StringSql,
    T2: crate::JsonSql,
    T3: crate::StringSql,
    T4: crate::StringSql,
    T5: crate::ArraySql<Item = T4>,
    T6: crate::StringSql,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        CreateViewParams<T1, T2, T3, T4, T5, T6>,
        ViewRowQuery<'c, 'a, 's, C, ViewRow, 8>,
        C,
    > for CreateViewStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a CreateViewParams<T1, T2, T3, T4, T5, T6>,
    ) -> ViewRowQuery<'c, 'a, 's, C, ViewRow, 8> {
        self.bind(
            client,
            &params.id,
            &params.name,
            &params.filter,
            &params.sort,
            &params.columns,
            &params.created_by_kind,
            &params.created_by_id,
            &params.now,
        )
    }
}
pub struct ListViewsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn list_views() -> ListViewsStmt {
    ListViewsStmt(
        "select id, name, filter, sort, columns, created_by_kind, created_by_id, created_at, updated_at, version from saved_views where id < $1 order by id desc limit $2",
        None,
    )
}
impl ListViewsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        before: &'a uuid::Uuid,
        limit: &'a i64,
    ) -> ViewRowQuery<'c, 'a, 's, C, ViewRow, 2> {
        ViewRowQuery {
            client,
            params: [before, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ViewRowBorrowed, tokio_postgres::Error> {
                Ok(ViewRowBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    filter: row.try_get(2)?,
                    sort: row.try_get(3)?,
                    columns: row.try_get(4)?,
                    created_by_kind: row.try_get(5)?,
                    created_by_id: row.try_get(6)?,
                    created_at: row.try_get(7)?,
                    updated_at: row.try_get(8)?,
                    version: row.try_get(9)?,
                })
            },
            mapper: |it| ViewRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, ListViewsParams, ViewRowQuery<'c, 'a, 's, C, ViewRow, 2>, C>
    for ListViewsStmt
{
    fn params(&'s self, client: &'c C, params: &'a ListViewsParams) -> ViewRowQuery<'c, 'a, 's, C, ViewRow, 2> {
        self.bind(client, &params.before, &params.limit)
    }
}
pub struct GetViewStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn get_view() -> GetViewStmt {
    GetViewStmt(
        "select id, name, filter, sort, columns, created_by_kind, created_by_id, created_at, updated_at, version from saved_views where id = $1",
        None,
    )
}
impl GetViewStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> ViewRowQuery<'c, 'a, 's, C, ViewRow, 1> {
        ViewRowQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ViewRowBorrowed, tokio_postgres::Error> {
                Ok(ViewRowBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    filter: row.try_get(2)?,
                    sort: row.try_get(3)?,
                    columns: row.try_get(4)?,
                    created_by_kind: row.try_get(5)?,
                    created_by_id: row.try_get(6)?,
                    created_at: row.try_get(7)?,
                    updated_at: row.try_get(8)?,
                    version: row.try_get(9)?,
                })
            },
            mapper: |it| ViewRow::from(it),
        }
    }
}
pub struct ViewsByIdsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn views_by_ids() -> ViewsByIdsStmt {
    ViewsByIdsStmt(
        "select id, name, filter, sort, columns, created_by_kind, created_by_id, created_at, updated_at, version from saved_views where id = any ($1) order by id desc",
        None,
    )
}
impl ViewsByIdsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>(
        &'s self,
        client: &'c C,
        ids: &'a T1,
    ) -> ViewRowQuery<'c, 'a, 's, C, ViewRow, 1> {
        ViewRowQuery {
            client,
            params: [ids],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ViewRowBorrowed, tokio_postgres::Error> {
                Ok(ViewRowBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    filter: row.try_get(2)?,
                    sort: row.try_get(3)?,
                    columns: row.try_get(4)?,
                    created_by_kind: row.try_get(5)?,
                    created_by_id: row.try_get(6)?,
                    created_at: row.try_get(7)?,
                    updated_at: row.try_get(8)?,
                    version: row.try_get(9)?,
                })
            },
            mapper: |it| ViewRow::from(it),
        }
    }
}
pub struct ViewNamedStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn view_named() -> ViewNamedStmt {
    ViewNamedStmt("select id from saved_views where name = $1", None)
}
impl ViewNamedStmt {
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
pub struct LockViewStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_view() -> LockViewStmt {
    LockViewStmt(
        "select id, name, filter, sort, columns, created_by_kind, created_by_id, created_at, updated_at, version from saved_views where id = $1 for update",
        None,
    )
}
impl LockViewStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> ViewRowQuery<'c, 'a, 's, C, ViewRow, 1> {
        ViewRowQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ViewRowBorrowed, tokio_postgres::Error> {
                Ok(ViewRowBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    filter: row.try_get(2)?,
                    sort: row.try_get(3)?,
                    columns: row.try_get(4)?,
                    created_by_kind: row.try_get(5)?,
                    created_by_id: row.try_get(6)?,
                    created_at: row.try_get(7)?,
                    updated_at: row.try_get(8)?,
                    version: row.try_get(9)?,
                })
            },
            mapper: |it| ViewRow::from(it),
        }
    }
}
pub struct UpdateViewStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn update_view() -> UpdateViewStmt {
    UpdateViewStmt(
        "update saved_views set name = $1, filter = $2, sort = $3, columns = $4, updated_at = $5, version = version + 1 where id = $6 returning id, name, filter, sort, columns, created_by_kind, created_by_id, created_at, updated_at, version",
        None,
    )
}
impl UpdateViewStmt {
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
        T2: crate::JsonSql,
        T3: crate::StringSql,
        T4: crate::StringSql,
        T5: crate::ArraySql<Item = T4>,
    >(
        &'s self,
        client: &'c C,
        name: &'a T1,
        filter: &'a T2,
        sort: &'a Option<T3>,
        columns: &'a T5,
        now: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
    ) -> ViewRowQuery<'c, 'a, 's, C, ViewRow, 6> {
        ViewRowQuery {
            client,
            params: [name, filter, sort, columns, now, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ViewRowBorrowed, tokio_postgres::Error> {
                Ok(ViewRowBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    filter: row.try_get(2)?,
                    sort: row.try_get(3)?,
                    columns: row.try_get(4)?,
                    created_by_kind: row.try_get(5)?,
                    created_by_id: row.try_get(6)?,
                    created_at: row.try_get(7)?,
                    updated_at: row.try_get(8)?,
                    version: row.try_get(9)?,
                })
            },
            mapper: |it| ViewRow::from(it),
        }
    }
}
impl<
    'c,
    'a,
    's,
    C: GenericClient,
    T1: crate::StringSql,
    T2: crate::JsonSql,
    T3: crate::StringSql,
    T4: crate::StringSql,
    T5: crate::ArraySql<Item = T4>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        UpdateViewParams<T1, T2, T3, T4, T5>,
        ViewRowQuery<'c, 'a, 's, C, ViewRow, 6>,
        C,
    > for UpdateViewStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a UpdateViewParams<T1, T2, T3, T4, T5>,
    ) -> ViewRowQuery<'c, 'a, 's, C, ViewRow, 6> {
        self.bind(client, &params.name, &params.filter, &params.sort, &params.columns, &params.now, &params.id)
    }
}
pub struct DeleteViewStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn delete_view() -> DeleteViewStmt {
    DeleteViewStmt("delete from saved_views where id = $1 returning id", None)
}
impl DeleteViewStmt {
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
