// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct CreateMacroParams<
    T1: crate::StringSql,
    T2: crate::StringSql,
    T3: crate::JsonSql,
    T4: crate::StringSql,
    T5: crate::StringSql,
    T6: crate::StringSql,
    T7: crate::ArraySql<Item = T6>,
    T8: crate::StringSql,
> {
    pub id: uuid::Uuid,
    pub name: T1,
    pub description: Option<T2>,
    pub change: T3,
    pub comment_body: Option<T4>,
    pub comment_visibility: Option<T5>,
    pub tasks: T7,
    pub created_by_kind: T8,
    pub created_by_id: Option<uuid::Uuid>,
    pub now: jiff::Timestamp,
}
#[derive(Clone, Copy, Debug)]
pub struct ListMacrosParams {
    pub before: uuid::Uuid,
    pub limit: i64,
}
#[derive(Debug)]
pub struct UpdateMacroParams<
    T1: crate::StringSql,
    T2: crate::StringSql,
    T3: crate::JsonSql,
    T4: crate::StringSql,
    T5: crate::StringSql,
    T6: crate::StringSql,
    T7: crate::ArraySql<Item = T6>,
> {
    pub name: T1,
    pub description: Option<T2>,
    pub change: T3,
    pub comment_body: Option<T4>,
    pub comment_visibility: Option<T5>,
    pub tasks: T7,
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Debug, Clone, PartialEq)]
pub struct MacroRow {
    pub id: uuid::Uuid,
    pub name: String,
    pub description: Option<String>,
    pub change: serde_json::Value,
    pub comment_body: Option<String>,
    pub comment_visibility: Option<String>,
    pub tasks: Vec<String>,
    pub created_by_kind: String,
    pub created_by_id: Option<uuid::Uuid>,
    pub created_at: jiff::Timestamp,
    pub updated_at: jiff::Timestamp,
    pub version: i32,
}
pub struct MacroRowBorrowed<'a> {
    pub id: uuid::Uuid,
    pub name: &'a str,
    pub description: Option<&'a str>,
    pub change: postgres_types::Json<&'a serde_json::value::RawValue>,
    pub comment_body: Option<&'a str>,
    pub comment_visibility: Option<&'a str>,
    pub tasks: crate::ArrayIterator<'a, &'a str>,
    pub created_by_kind: &'a str,
    pub created_by_id: Option<uuid::Uuid>,
    pub created_at: jiff::Timestamp,
    pub updated_at: jiff::Timestamp,
    pub version: i32,
}
impl<'a> From<MacroRowBorrowed<'a>> for MacroRow {
    fn from(
        MacroRowBorrowed {
            id,
            name,
            description,
            change,
            comment_body,
            comment_visibility,
            tasks,
            created_by_kind,
            created_by_id,
            created_at,
            updated_at,
            version,
        }: MacroRowBorrowed<'a>,
    ) -> Self {
        Self {
            id,
            name: name.into(),
            description: description.map(|v| v.into()),
            change: serde_json::from_str(change.0.get()).unwrap(),
            comment_body: comment_body.map(|v| v.into()),
            comment_visibility: comment_visibility.map(|v| v.into()),
            tasks: tasks.map(|v| v.into()).collect(),
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
pub struct MacroRowQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<MacroRowBorrowed, tokio_postgres::Error>,
    mapper: fn(MacroRowBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> MacroRowQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(MacroRowBorrowed) -> R) -> MacroRowQuery<'c, 'a, 's, C, R, N> {
        MacroRowQuery {
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
pub struct CreateMacroStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn create_macro() -> CreateMacroStmt {
    CreateMacroStmt(
        "insert into macros ( id, name, description, change, comment_body, comment_visibility, tasks, created_by_kind, created_by_id, created_at, updated_at ) values ( $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10 ) returning id, name, description, change, comment_body, comment_visibility, tasks, created_by_kind, created_by_id, created_at, updated_at, version",
        None,
    )
}
impl CreateMacroStmt {
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
        T3: crate::JsonSql,
        T4: crate::StringSql,
        T5: crate::StringSql,
        T6: crate::StringSql,
        T7: crate::ArraySql<Item = T6>,
        T8: crate::StringSql,
    >(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
        name: &'a T1,
        description: &'a Option<T2>,
        change: &'a T3,
        comment_body: &'a Option<T4>,
        comment_visibility: &'a Option<T5>,
        tasks: &'a T7,
        created_by_kind: &'a T8,
        created_by_id: &'a Option<uuid::Uuid>,
        now: &'a jiff::Timestamp,
    ) -> MacroRowQuery<'c, 'a, 's, C, MacroRow, 10> {
        MacroRowQuery {
            client,
            params: [
                id,
                name,
                description,
                change,
                comment_body,
                comment_visibility,
                tasks,
                created_by_kind,
                created_by_id,
                now,
            ],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<MacroRowBorrowed, tokio_postgres::Error> {
                Ok(MacroRowBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    description: row.try_get(2)?,
                    change: row.try_get(3)?,
                    comment_body: row.try_get(4)?,
                    comment_visibility: row.try_get(5)?,
                    tasks: row.try_get(6)?,
                    created_by_kind: row.try_get(7)?,
                    created_by_id: row.try_get(8)?,
                    created_at: row.try_get(9)?,
                    updated_at: row.try_get(10)?,
                    version: row.try_get(11)?,
                })
            },
            mapper: |it| MacroRow::from(it),
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
    T3: crate::JsonSql,
    T4: crate::StringSql,
    T5: crate::StringSql,
    T6: crate::StringSql,
    T7: crate::ArraySql<Item = T6>,
    T8: crate::StringSql,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        CreateMacroParams<T1, T2, T3, T4, T5, T6, T7, T8>,
        MacroRowQuery<'c, 'a, 's, C, MacroRow, 10>,
        C,
    > for CreateMacroStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a CreateMacroParams<T1, T2, T3, T4, T5, T6, T7, T8>,
    ) -> MacroRowQuery<'c, 'a, 's, C, MacroRow, 10> {
        self.bind(
            client,
            &params.id,
            &params.name,
            &params.description,
            &params.change,
            &params.comment_body,
            &params.comment_visibility,
            &params.tasks,
            &params.created_by_kind,
            &params.created_by_id,
            &params.now,
        )
    }
}
pub struct ListMacrosStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn list_macros() -> ListMacrosStmt {
    ListMacrosStmt(
        "select id, name, description, change, comment_body, comment_visibility, tasks, created_by_kind, created_by_id, created_at, updated_at, version from macros where id < $1 order by id desc limit $2",
        None,
    )
}
impl ListMacrosStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        before: &'a uuid::Uuid,
        limit: &'a i64,
    ) -> MacroRowQuery<'c, 'a, 's, C, MacroRow, 2> {
        MacroRowQuery {
            client,
            params: [before, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<MacroRowBorrowed, tokio_postgres::Error> {
                Ok(MacroRowBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    description: row.try_get(2)?,
                    change: row.try_get(3)?,
                    comment_body: row.try_get(4)?,
                    comment_visibility: row.try_get(5)?,
                    tasks: row.try_get(6)?,
                    created_by_kind: row.try_get(7)?,
                    created_by_id: row.try_get(8)?,
                    created_at: row.try_get(9)?,
                    updated_at: row.try_get(10)?,
                    version: row.try_get(11)?,
                })
            },
            mapper: |it| MacroRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, ListMacrosParams, MacroRowQuery<'c, 'a, 's, C, MacroRow, 2>, C>
    for ListMacrosStmt
{
    fn params(&'s self, client: &'c C, params: &'a ListMacrosParams) -> MacroRowQuery<'c, 'a, 's, C, MacroRow, 2> {
        self.bind(client, &params.before, &params.limit)
    }
}
pub struct GetMacroStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn get_macro() -> GetMacroStmt {
    GetMacroStmt(
        "select id, name, description, change, comment_body, comment_visibility, tasks, created_by_kind, created_by_id, created_at, updated_at, version from macros where id = $1",
        None,
    )
}
impl GetMacroStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> MacroRowQuery<'c, 'a, 's, C, MacroRow, 1> {
        MacroRowQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<MacroRowBorrowed, tokio_postgres::Error> {
                Ok(MacroRowBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    description: row.try_get(2)?,
                    change: row.try_get(3)?,
                    comment_body: row.try_get(4)?,
                    comment_visibility: row.try_get(5)?,
                    tasks: row.try_get(6)?,
                    created_by_kind: row.try_get(7)?,
                    created_by_id: row.try_get(8)?,
                    created_at: row.try_get(9)?,
                    updated_at: row.try_get(10)?,
                    version: row.try_get(11)?,
                })
            },
            mapper: |it| MacroRow::from(it),
        }
    }
}
pub struct MacroNamedStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn macro_named() -> MacroNamedStmt {
    MacroNamedStmt("select id from macros where name = $1", None)
}
impl MacroNamedStmt {
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
pub struct LockMacroStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_macro() -> LockMacroStmt {
    LockMacroStmt(
        "select id, name, description, change, comment_body, comment_visibility, tasks, created_by_kind, created_by_id, created_at, updated_at, version from macros where id = $1 for update",
        None,
    )
}
impl LockMacroStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> MacroRowQuery<'c, 'a, 's, C, MacroRow, 1> {
        MacroRowQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<MacroRowBorrowed, tokio_postgres::Error> {
                Ok(MacroRowBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    description: row.try_get(2)?,
                    change: row.try_get(3)?,
                    comment_body: row.try_get(4)?,
                    comment_visibility: row.try_get(5)?,
                    tasks: row.try_get(6)?,
                    created_by_kind: row.try_get(7)?,
                    created_by_id: row.try_get(8)?,
                    created_at: row.try_get(9)?,
                    updated_at: row.try_get(10)?,
                    version: row.try_get(11)?,
                })
            },
            mapper: |it| MacroRow::from(it),
        }
    }
}
pub struct UpdateMacroStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn update_macro() -> UpdateMacroStmt {
    UpdateMacroStmt(
        "update macros set name = $1, description = $2, change = $3, comment_body = $4, comment_visibility = $5, tasks = $6, updated_at = $7, version = version + 1 where id = $8 returning id, name, description, change, comment_body, comment_visibility, tasks, created_by_kind, created_by_id, created_at, updated_at, version",
        None,
    )
}
impl UpdateMacroStmt {
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
        T3: crate::JsonSql,
        T4: crate::StringSql,
        T5: crate::StringSql,
        T6: crate::StringSql,
        T7: crate::ArraySql<Item = T6>,
    >(
        &'s self,
        client: &'c C,
        name: &'a T1,
        description: &'a Option<T2>,
        change: &'a T3,
        comment_body: &'a Option<T4>,
        comment_visibility: &'a Option<T5>,
        tasks: &'a T7,
        now: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
    ) -> MacroRowQuery<'c, 'a, 's, C, MacroRow, 8> {
        MacroRowQuery {
            client,
            params: [name, description, change, comment_body, comment_visibility, tasks, now, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<MacroRowBorrowed, tokio_postgres::Error> {
                Ok(MacroRowBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    description: row.try_get(2)?,
                    change: row.try_get(3)?,
                    comment_body: row.try_get(4)?,
                    comment_visibility: row.try_get(5)?,
                    tasks: row.try_get(6)?,
                    created_by_kind: row.try_get(7)?,
                    created_by_id: row.try_get(8)?,
                    created_at: row.try_get(9)?,
                    updated_at: row.try_get(10)?,
                    version: row.try_get(11)?,
                })
            },
            mapper: |it| MacroRow::from(it),
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
    T3: crate::JsonSql,
    T4: crate::StringSql,
    T5: crate::StringSql,
    T6: crate::StringSql,
    T7: crate::ArraySql<Item = T6>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        UpdateMacroParams<T1, T2, T3, T4, T5, T6, T7>,
        MacroRowQuery<'c, 'a, 's, C, MacroRow, 8>,
        C,
    > for UpdateMacroStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a UpdateMacroParams<T1, T2, T3, T4, T5, T6, T7>,
    ) -> MacroRowQuery<'c, 'a, 's, C, MacroRow, 8> {
        self.bind(
            client,
            &params.name,
            &params.description,
            &params.change,
            &params.comment_body,
            &params.comment_visibility,
            &params.tasks,
            &params.now,
            &params.id,
        )
    }
}
pub struct DeleteMacroStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn delete_macro() -> DeleteMacroStmt {
    DeleteMacroStmt("delete from macros where id = $1 returning id", None)
}
impl DeleteMacroStmt {
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
pub struct AssignableUserStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn assignable_user() -> AssignableUserStmt {
    AssignableUserStmt("select id from users where id = $1", None)
}
impl AssignableUserStmt {
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
