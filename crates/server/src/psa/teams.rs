//! `/api/psa/teams`: groups of users that tickets are assigned to.
//!
//! The row of a deleted team stays, because tickets that were resolved still refer to it.

use api::{
    Fault, ProblemCode, Scope, UserId,
    ids::TeamId,
    problem::FaultCode,
    teams::{NewTeam, NewTeamMember, Team, TeamAssignment, TeamChange, TeamMember, TeamOrPage, TeamQuery, TeamTarget},
};
use kernel::{
    app::App,
    db::OnConstraint,
    http::{
        Caller, Change, Changed, Created, Deleted, Entry, Found, IfMatch, Json, Paging, PagingParams, Problem, Query,
        Write,
    },
};
use queries::{
    client::{GenericClient, Params},
    queries::psa::teams::{
        CreateTeamParams, TeamRow, UpdateTeamParams, create_team, delete_team, get_team, has_unresolved_tickets,
        known_users, list_teams, lock_team, team_named, update_team,
    },
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::HashSet;
use utoipa_axum::{router::OpenApiRouter, routes};
use uuid::Uuid;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(create, read, update, delete))
}

/// Create a team
///
/// With the assignment `least_loaded`, a ticket that gets the team is assigned to the active member with the fewest
/// unresolved tickets who has all skills that the ticket requires. Callers that are restricted to organizations can neither
/// create nor see teams.
#[utoipa::path(post, path = "/api/psa/teams", operation_id = "psa.teams.create", tag = "Teams",
    extensions(("x-problems" = json!([ProblemCode::NameTaken]))),
    security(("api_key" = [Scope::TicketsWrite])), responses((status = 201, body = Team)))]
async fn create(app: App, write: Write, Json(new): Json<NewTeam>) -> Result<Created<Team>, Problem> {
    let change = write.begin().await?;
    let members = checked(&change, new.members).await?;
    let params = CreateTeamParams {
        id: app.clock.id(),
        name: new.name,
        description: new.description,
        assignment: new.assignment.unwrap_or(TeamAssignment::Manual).name(),
        now: app.clock.now(),
        members: stored(&members)?,
    };
    let row = unique(create_team().params(&*change, &params).one().await, &params.name)?;
    change.created(to_wire(row)?).await
}

/// List teams, or read one
///
/// Returns the team with this `id`, or all teams, newest first.
#[utoipa::path(get, path = "/api/psa/teams", operation_id = "psa.teams.list", tag = "Teams",
    params(TeamQuery, PagingParams),
    security(("api_key" = [Scope::TicketsRead])), responses((status = 200, body = TeamOrPage)))]
async fn read(
    app: App,
    caller: Caller,
    Query(query): Query<TeamQuery>,
    paging: Paging,
) -> Result<Found<Team>, Problem> {
    let db = app.db.tenant(&caller).await?;
    if let Some(id) = query.id {
        return Ok(Found::One(one(&db, id).await?));
    }
    let rows = list_teams().bind(&db, &paging.before()?, &paging.rows()).all().await?;
    let keyed = rows.into_iter().map(|row| Ok((row.id, to_wire(row)?))).collect::<Result<Vec<_>, Problem>>()?;
    Ok(Found::Page(paging.page(keyed, |(id, _)| *id, |(_, team)| team)))
}

/// Change a team
///
/// Fields that are absent are not changed; `null` clears a field. `members` is replaced as a whole. Tickets that the team has
/// already keep their assignees.
#[utoipa::path(put, path = "/api/psa/teams", operation_id = "psa.teams.update", tag = "Teams",
    params(TeamTarget),
    extensions(("x-problems" = json!([ProblemCode::NameTaken]))),
    security(("api_key" = [Scope::TicketsWrite])), responses((status = 200, body = Team)))]
async fn update(
    app: App,
    write: Write,
    Query(target): Query<TeamTarget>,
    if_match: IfMatch,
    Json(wanted): Json<TeamChange>,
) -> Result<Changed<Team>, Problem> {
    let change = write.begin().await?;
    let old = lock(&change, target.id).await?;
    if_match.check(&old)?;
    let current = old.clone();
    let members = match wanted.members {
        Some(members) => checked(&change, members).await?,
        None => current.members,
    };
    let params = UpdateTeamParams {
        name: wanted.name.unwrap_or(current.name),
        description: wanted.description.unwrap_or(current.description),
        assignment: wanted.assignment.unwrap_or(current.assignment).name(),
        now: app.clock.now(),
        id: target.id.0,
        members: stored(&members)?,
    };
    let row = unique(update_team().params(&*change, &params).one().await, &params.name)?;
    change.changed(&old, to_wire(row)?).await
}

/// Delete a team
///
/// The request is refused with 409 `team_in_use` while an unresolved ticket has the team. Resolved tickets keep its id.
#[utoipa::path(delete, path = "/api/psa/teams", operation_id = "psa.teams.delete", tag = "Teams",
    params(TeamTarget),
    extensions(("x-problems" = json!([ProblemCode::TeamInUse]))),
    security(("api_key" = [Scope::TicketsWrite])), responses((status = 204)))]
async fn delete(
    app: App,
    write: Write,
    Query(target): Query<TeamTarget>,
    if_match: IfMatch,
) -> Result<Deleted, Problem> {
    let change = write.begin().await?;
    let old = lock(&change, target.id).await?;
    if_match.check(&old)?;
    let label = format!("team:{}", target.id.0);
    if has_unresolved_tickets().bind(&*change, &label).one().await? {
        let detail = "An unresolved ticket has this team. Give the ticket to another team first.";
        return Err(Problem::new(ProblemCode::TeamInUse, detail));
    }
    delete_team().bind(&*change, &app.clock.now(), &target.id.0).one().await?;
    change.deleted(Entry::deleted(&old)).await
}

/// The team, while nobody else changes it or gives it a ticket.
async fn lock(change: &Change, id: TeamId) -> Result<Team, Problem> {
    lock_team().bind(&**change, &id.0).opt().await?.ok_or_else(Problem::not_found)?;
    one(&**change, id).await
}

async fn one<C: GenericClient>(db: &C, id: TeamId) -> Result<Team, Problem> {
    to_wire(get_team().bind(db, &id.0).opt().await?.ok_or_else(Problem::not_found)?)
}

/// The members of a request: each user exists and is named once.
async fn checked(change: &Change, given: Vec<NewTeamMember>) -> Result<Vec<TeamMember>, Problem> {
    let ids: Vec<Uuid> = given.iter().map(|member| member.user_id.0).collect();
    let known = if ids.is_empty() { vec![] } else { known_users().bind(&**change, &ids).all().await? };
    let faults = faults(&ids, &known);
    if !faults.is_empty() {
        return Err(Problem::invalid(faults));
    }
    let member = |member: NewTeamMember| TeamMember {
        user_id: member.user_id,
        skills: distinct(member.skills.into_iter().map(|tag| tag.0)),
    };
    Ok(given.into_iter().map(member).collect())
}

fn faults(ids: &[Uuid], known: &[Uuid]) -> Vec<Fault> {
    let mut seen = HashSet::new();
    let mut faults = vec![];
    for (place, id) in ids.iter().enumerate() {
        let is_first = seen.insert(*id);
        let (code, detail) = match known.contains(id) {
            false => (FaultCode::NotFound, "there is no such user"),
            true if !is_first => (FaultCode::Invalid, "the user is listed twice"),
            true => continue,
        };
        faults.push(Fault::at(format!("/members/{place}/user_id"), code, detail));
    }
    faults
}

/// Each skill once.
fn distinct(all: impl Iterator<Item = String>) -> Vec<String> {
    let mut kept: Vec<String> = vec![];
    for skill in all {
        if !kept.contains(&skill) {
            kept.push(skill);
        }
    }
    kept
}

/// A member as the statements read and return it.
#[derive(Serialize, Deserialize)]
struct StoredMember {
    user_id: Uuid,
    skills: Vec<String>,
}

fn stored(members: &[TeamMember]) -> Result<Value, Problem> {
    let member = |member: &TeamMember| StoredMember { user_id: member.user_id.0, skills: member.skills.clone() };
    serde_json::to_value(members.iter().map(member).collect::<Vec<_>>()).map_err(Problem::internal)
}

fn unique<T>(row: Result<T, tokio_postgres::Error>, name: &str) -> Result<T, Problem> {
    let row: Result<T, Problem> = row.on_constraint(&[("teams_name_is_unique", || {
        Problem::new(ProblemCode::NameTaken, "Another team already has this name.")
    })]);
    row.map_err(|problem| {
        let name = name.to_owned();
        problem.looking_up::<Team, _, _>(ProblemCode::NameTaken, move |db| async move {
            team_named().bind(&db, &name).opt().await.map(|id| id.map(TeamId))
        })
    })
}

fn to_wire(row: TeamRow) -> Result<Team, Problem> {
    let members: Vec<StoredMember> = serde_json::from_value(row.members).map_err(Problem::internal)?;
    let member = |member: StoredMember| TeamMember { user_id: UserId(member.user_id), skills: member.skills };
    Ok(Team {
        id: TeamId(row.id),
        name: row.name,
        description: row.description,
        members: members.into_iter().map(member).collect(),
        assignment: TeamAssignment::named(&row.assignment).unwrap_or(TeamAssignment::Manual),
        created_at: row.created_at,
        updated_at: row.updated_at,
        version: row.version,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_member_that_is_unknown_or_named_twice_is_reported() {
        let ids = [1, 2, 1, 3].map(Uuid::from_u128);
        let faults = faults(&ids, &ids[..2]);
        let pointers: Vec<_> = faults.into_iter().filter_map(|fault| fault.pointer).collect();
        assert_eq!(pointers, ["/members/2/user_id", "/members/3/user_id"]);
    }
}
