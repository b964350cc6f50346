//! The team of a ticket, which exists and may choose the assignee.
//!
//! A request locks its teams before everything else, in the order of their ids, and until it commits. Whoever waits for a
//! team then sees the tickets that were assigned before, so that concurrent requests spread over the members, and none of
//! them waits for another that waits for it.

use api::{
    UserId,
    ids::TeamId,
    problem::FaultCode,
    tickets::{NewTicket, Ticket, TicketChange, TicketStatus},
};
use kernel::http::{Change, Problem};
use queries::{
    client::Params,
    queries::psa::teams::{AssignByTeamParams, assign_by_team, lock_teams},
};
use uuid::Uuid;

/// Locks the teams that a request gives tickets to.
pub async fn lock(change: &Change, teams: impl IntoIterator<Item = TeamId>) -> Result<(), Problem> {
    let ids: Vec<Uuid> = teams.into_iter().map(|id| id.0).collect();
    if !ids.is_empty() {
        lock_teams().bind(&**change, &ids).all().await?;
    }
    Ok(())
}

/// The assignee of a new ticket.
pub async fn of_new(change: &Change, id: Uuid, new: &NewTicket) -> Result<Option<UserId>, Problem> {
    let Some(team) = new.team_id else { return Ok(new.assignee_id) };
    let tags = new.tags.iter().map(|tag| tag.0.as_str()).collect();
    let chosen = choose(change, team, id, tags, new.assignee_id.is_none()).await?;
    Ok(chosen.unwrap_or(new.assignee_id))
}

/// Sets the assignee of a ticket that gets another team. A resolved ticket keeps the one that it has.
pub async fn changed(
    change: &Change,
    before: &Ticket,
    status: TicketStatus,
    wanted: &mut TicketChange,
) -> Result<(), Problem> {
    let Some(team) = wanted.team_id.flatten().filter(|team| Some(*team) != before.team_id) else { return Ok(()) };
    let tags = match &wanted.tags {
        Some(tags) => tags.iter().map(|tag| tag.0.as_str()).collect(),
        None => before.tags.iter().map(String::as_str).collect(),
    };
    let chooses = wanted.assignee_id.is_none() && TicketStatus::UNRESOLVED.contains(&status);
    let chosen = choose(change, team, before.id.0, tags, chooses).await?;
    if chosen.is_some() {
        wanted.assignee_id = chosen;
    }
    Ok(())
}

/// The assignee, or nobody, if the team chooses; `None` if it does not.
async fn choose(
    change: &Change,
    team: TeamId,
    ticket: Uuid,
    tags: Vec<&str>,
    chooses: bool,
) -> Result<Option<Option<UserId>>, Problem> {
    let params = AssignByTeamParams { team_id: team.0, ticket_id: ticket, tags, chooses };
    let no_team = || Problem::fault("/team_id", FaultCode::NotFound, "there is no such team");
    let chosen = assign_by_team().params(&**change, &params).opt().await?.ok_or_else(no_team)?;
    Ok(chosen.has_chosen.then(|| chosen.user_id.map(UserId)))
}
