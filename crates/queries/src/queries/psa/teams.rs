// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct CreateTeamParams<T1: crate::StringSql, T2: crate::StringSql, T3: crate::StringSql, T4: crate::JsonSql> {
    pub id: uuid::Uuid,
    pub name: T1,
    pub description: Option<T2>,
    pub assignment: T3,
    pub now: jiff::Timestamp,
    pub members: T4,
}
#[derive(Clone, Copy, Debug)]
pub struct ListTeamsParams {
    pub before: uuid::Uuid,
    pub limit: i64,
}
#[derive(Debug)]
pub struct UpdateTeamParams<T1: crate::StringSql, T2: crate::StringSql, T3: crate::StringSql, T4: crate::JsonSql> {
    pub name: T1,
    pub description: Option<T2>,
    pub assignment: T3,
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
    pub members: T4,
}
#[derive(Clone, Copy, Debug)]
pub struct DeleteTeamParams {
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Debug)]
pub struct AssignByTeamParams<T1: crate::StringSql, T2: crate::ArraySql<Item = T1>> {
    pub team_id: uuid::Uuid,
    pub chooses: bool,
    pub tags: T2,
    pub ticket_id: uuid::Uuid,
}
#[derive(Debug, Clone, PartialEq)]
pub struct TeamRow {
    pub id: uuid::Uuid,
    pub name: String,
    pub description: Option<String>,
    pub assignment: String,
    pub members: serde_json::Value,
    pub created_at: jiff::Timestamp,
    pub updated_at: jiff::Timestamp,
    pub version: i32,
}
pub struct TeamRowBorrowed<'a> {
    pub id: uuid::Uuid,
    pub name: &'a str,
    pub description: Option<&'a str>,
    pub assignment: &'a str,
    pub members: postgres_types::Json<&'a serde_json::value::RawValue>,
    pub created_at: jiff::Timestamp,
    pub updated_at: jiff::Timestamp,
    pub version: i32,
}
impl<'a> From<TeamRowBorrowed<'a>> for TeamRow {
    fn from(
        TeamRowBorrowed {
            id,
            name,
            description,
            assignment,
            members,
            created_at,
            updated_at,
            version,
        }: TeamRowBorrowed<'a>,
    ) -> Self {
        Self {
            id,
            name: name.into(),
            description: description.map(|v| v.into()),
            assignment: assignment.into(),
            members: serde_json::from_str(members.0.get()).unwrap(),
            created_at,
            updated_at,
            version,
        }
    }
}
#[derive(Debug, Clone, PartialEq, Copy)]
pub struct AssignByTeam {
    pub has_chosen: bool,
    pub user_id: Option<uuid::Uuid>,
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct TeamRowQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<TeamRowBorrowed, tokio_postgres::Error>,
    mapper: fn(TeamRowBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> TeamRowQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(TeamRowBorrowed) -> R) -> TeamRowQuery<'c, 'a, 's, C, R, N> {
        TeamRowQuery {
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
pub struct BoolQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<bool, tokio_postgres::Error>,
    mapper: fn(bool) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> BoolQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(bool) -> R) -> BoolQuery<'c, 'a, 's, C, R, N> {
        BoolQuery {
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
pub struct AssignByTeamQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<AssignByTeam, tokio_postgres::Error>,
    mapper: fn(AssignByTeam) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> AssignByTeamQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(AssignByTeam) -> R) -> AssignByTeamQuery<'c, 'a, 's, C, R, N> {
        AssignByTeamQuery {
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
pub struct CreateTeamStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn create_team() -> CreateTeamStmt {
    CreateTeamStmt(
        "with team as ( insert into teams (id, name, description, assignment, created_at, updated_at) values ($1, $2, $3, $4, $5, $5) returning id, name, description, assignment, created_at, updated_at, version ), listed as ( insert into team_members (team_id, user_id, place, skills) select team.id, (given.member ->> 'user_id')::uuid, given.place, array(select jsonb_array_elements_text(given.member -> 'skills')) from team cross join jsonb_array_elements($6::jsonb) with ordinality as given (member, place) ) select team.id, team.name, team.description, team.assignment, $6::jsonb as members, team.created_at, team.updated_at, team.version from team",
        None,
    )
}
impl CreateTeamStmt {
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
        T4: crate::JsonSql,
    >(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
        name: &'a T1,
        description: &'a Option<T2>,
        assignment: &'a T3,
        now: &'a jiff::Timestamp,
        members: &'a T4,
    ) -> TeamRowQuery<'c, 'a, 's, C, TeamRow, 6> {
        TeamRowQuery {
            client,
            params: [id, name, description, assignment, now, members],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TeamRowBorrowed, tokio_postgres::Error> {
                Ok(TeamRowBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    description: row.try_get(2)?,
                    assignment: row.try_get(3)?,
                    members: row.try_get(4)?,
                    created_at: row.try_get(5)?,
                    updated_at: row.try_get(6)?,
                    version: row.try_get(7)?,
                })
            },
            mapper: |it| TeamRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql, T3: crate::StringSql, T4: crate::JsonSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        CreateTeamParams<T1, T2, T3, T4>,
        TeamRowQuery<'c, 'a, 's, C, TeamRow, 6>,
        C,
    > for CreateTeamStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a CreateTeamParams<T1, T2, T3, T4>,
    ) -> TeamRowQuery<'c, 'a, 's, C, TeamRow, 6> {
        self.bind(
            client,
            &params.id,
            &params.name,
            &params.description,
            &params.assignment,
            &params.now,
            &params.members,
        )
    }
}
pub struct ListTeamsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn list_teams() -> ListTeamsStmt {
    ListTeamsStmt(
        "select id, name, description, assignment, ( select coalesce( jsonb_agg(jsonb_build_object('user_id', user_id, 'skills', skills) order by place), '[]'::jsonb ) from team_members where team_id = teams.id ) as members, created_at, updated_at, version from teams where id < $1 and deleted_at is null order by id desc limit $2",
        None,
    )
}
impl ListTeamsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        before: &'a uuid::Uuid,
        limit: &'a i64,
    ) -> TeamRowQuery<'c, 'a, 's, C, TeamRow, 2> {
        TeamRowQuery {
            client,
            params: [before, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TeamRowBorrowed, tokio_postgres::Error> {
                Ok(TeamRowBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    description: row.try_get(2)?,
                    assignment: row.try_get(3)?,
                    members: row.try_get(4)?,
                    created_at: row.try_get(5)?,
                    updated_at: row.try_get(6)?,
                    version: row.try_get(7)?,
                })
            },
            mapper: |it| TeamRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, ListTeamsParams, TeamRowQuery<'c, 'a, 's, C, TeamRow, 2>, C>
    for ListTeamsStmt
{
    fn params(&'s self, client: &'c C, params: &'a ListTeamsParams) -> TeamRowQuery<'c, 'a, 's, C, TeamRow, 2> {
        self.bind(client, &params.before, &params.limit)
    }
}
pub struct GetTeamStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn get_team() -> GetTeamStmt {
    GetTeamStmt(
        "select id, name, description, assignment, ( select coalesce( jsonb_agg(jsonb_build_object('user_id', user_id, 'skills', skills) order by place), '[]'::jsonb ) from team_members where team_id = teams.id ) as members, created_at, updated_at, version from teams where id = $1 and deleted_at is null",
        None,
    )
}
impl GetTeamStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> TeamRowQuery<'c, 'a, 's, C, TeamRow, 1> {
        TeamRowQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TeamRowBorrowed, tokio_postgres::Error> {
                Ok(TeamRowBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    description: row.try_get(2)?,
                    assignment: row.try_get(3)?,
                    members: row.try_get(4)?,
                    created_at: row.try_get(5)?,
                    updated_at: row.try_get(6)?,
                    version: row.try_get(7)?,
                })
            },
            mapper: |it| TeamRow::from(it),
        }
    }
}
pub struct TeamNamedStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn team_named() -> TeamNamedStmt {
    TeamNamedStmt("select id from teams where name = $1 and deleted_at is null", None)
}
impl TeamNamedStmt {
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
pub struct LockTeamStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_team() -> LockTeamStmt {
    LockTeamStmt("select id from teams where id = $1 and deleted_at is null for update", None)
}
impl LockTeamStmt {
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
pub struct UpdateTeamStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn update_team() -> UpdateTeamStmt {
    UpdateTeamStmt(
        "with team as ( update teams set name = $1, description = $2, assignment = $3, updated_at = $4, version = version + 1 where id = $5 returning id, name, description, assignment, created_at, updated_at, version ), given as ( select (member ->> 'user_id')::uuid as user_id, place, array(select jsonb_array_elements_text(member -> 'skills')) as skills from jsonb_array_elements($6::jsonb) with ordinality as members (member, place) ), left_team as ( delete from team_members where team_id = $5 and user_id not in (select given.user_id from given) ), listed as ( insert into team_members (team_id, user_id, place, skills) select team.id, given.user_id, given.place, given.skills from team cross join given on conflict (tenant_id, team_id, user_id) do update set place = excluded.place, skills = excluded.skills ) select team.id, team.name, team.description, team.assignment, $6::jsonb as members, team.created_at, team.updated_at, team.version from team",
        None,
    )
}
impl UpdateTeamStmt {
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
        T4: crate::JsonSql,
    >(
        &'s self,
        client: &'c C,
        name: &'a T1,
        description: &'a Option<T2>,
        assignment: &'a T3,
        now: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
        members: &'a T4,
    ) -> TeamRowQuery<'c, 'a, 's, C, TeamRow, 6> {
        TeamRowQuery {
            client,
            params: [name, description, assignment, now, id, members],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TeamRowBorrowed, tokio_postgres::Error> {
                Ok(TeamRowBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    description: row.try_get(2)?,
                    assignment: row.try_get(3)?,
                    members: row.try_get(4)?,
                    created_at: row.try_get(5)?,
                    updated_at: row.try_get(6)?,
                    version: row.try_get(7)?,
                })
            },
            mapper: |it| TeamRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql, T3: crate::StringSql, T4: crate::JsonSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        UpdateTeamParams<T1, T2, T3, T4>,
        TeamRowQuery<'c, 'a, 's, C, TeamRow, 6>,
        C,
    > for UpdateTeamStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a UpdateTeamParams<T1, T2, T3, T4>,
    ) -> TeamRowQuery<'c, 'a, 's, C, TeamRow, 6> {
        self.bind(
            client,
            &params.name,
            &params.description,
            &params.assignment,
            &params.now,
            &params.id,
            &params.members,
        )
    }
}
pub struct DeleteTeamStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn delete_team() -> DeleteTeamStmt {
    DeleteTeamStmt(
        "update teams set deleted_at = $1, updated_at = $1, version = version + 1 where id = $2 returning id",
        None,
    )
}
impl DeleteTeamStmt {
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
    crate::client::async_::Params<'c, 'a, 's, DeleteTeamParams, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2>, C>
    for DeleteTeamStmt
{
    fn params(&'s self, client: &'c C, params: &'a DeleteTeamParams) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        self.bind(client, &params.now, &params.id)
    }
}
pub struct HasUnresolvedTicketsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn has_unresolved_tickets() -> HasUnresolvedTicketsStmt {
    HasUnresolvedTicketsStmt(
        "select exists ( select from ticket_labels where label = $1 and status in ('new', 'open', 'pending_customer', 'pending_vendor', 'scheduled') ) as found",
        None,
    )
}
impl HasUnresolvedTicketsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        label: &'a T1,
    ) -> BoolQuery<'c, 'a, 's, C, bool, 1> {
        BoolQuery {
            client,
            params: [label],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct KnownUsersStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn known_users() -> KnownUsersStmt {
    KnownUsersStmt("select id from users where id = any ($1) and deleted_at is null", None)
}
impl KnownUsersStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>(
        &'s self,
        client: &'c C,
        ids: &'a T1,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 1> {
        UuidUuidQuery {
            client,
            params: [ids],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct LockTeamsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_teams() -> LockTeamsStmt {
    LockTeamsStmt("select id from teams where id = any ($1::uuid[]) order by id for no key update", None)
}
impl LockTeamsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>(
        &'s self,
        client: &'c C,
        ids: &'a T1,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 1> {
        UuidUuidQuery {
            client,
            params: [ids],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct AssignByTeamStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn assign_by_team() -> AssignByTeamStmt {
    AssignByTeamStmt(
        "with team as ( select id, assignment from teams where id = $1 and deleted_at is null ), members as materialized ( select team_members.user_id, team_members.place, team_members.skills, team_members.last_turn, 'assignee:' || team_members.user_id::text as label from team join team_members on team_members.team_id = team.id join users on users.id = team_members.user_id where team.assignment = 'least_loaded' and $2::boolean and users.status = 'active' ), required as ( select coalesce(array_agg(distinct skill), '{}') as skills from team_members cross join unnest(team_members.skills) as skill where team_members.team_id = $1 and skill = any ($3::text[]) ), chosen as materialized ( select members.user_id from members cross join lateral ( select count(*) as tickets from ( select from ticket_labels where label = members.label and status in ('new', 'open', 'pending_customer', 'pending_vendor', 'scheduled') and ticket_id <> $4 limit 1000 ) as unresolved ) as load where members.skills @> (select required.skills from required) order by load.tickets, members.last_turn, members.place limit 1 ), turn as ( update team_members set last_turn = 1 + (select max(others.last_turn) from team_members as others where others.team_id = $1) from chosen where team_members.team_id = $1 and team_members.user_id = chosen.user_id returning team_members.user_id ) select team.assignment = 'least_loaded' and $2::boolean as has_chosen, (select turn.user_id from turn) as user_id from team",
        None,
    )
}
impl AssignByTeamStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>(
        &'s self,
        client: &'c C,
        team_id: &'a uuid::Uuid,
        chooses: &'a bool,
        tags: &'a T2,
        ticket_id: &'a uuid::Uuid,
    ) -> AssignByTeamQuery<'c, 'a, 's, C, AssignByTeam, 4> {
        AssignByTeamQuery {
            client,
            params: [team_id, chooses, tags, ticket_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<AssignByTeam, tokio_postgres::Error> {
                Ok(AssignByTeam { has_chosen: row.try_get(0)?, user_id: row.try_get(1)? })
            },
            mapper: |it| AssignByTeam::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        AssignByTeamParams<T1, T2>,
        AssignByTeamQuery<'c, 'a, 's, C, AssignByTeam, 4>,
        C,
    > for AssignByTeamStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a AssignByTeamParams<T1, T2>,
    ) -> AssignByTeamQuery<'c, 'a, 's, C, AssignByTeam, 4> {
        self.bind(client, &params.team_id, &params.chooses, &params.tags, &params.ticket_id)
    }
}
