//! What a contact has to do with tickets, newest first.

use super::{comments, to_wire};
use crate::psa::levels::KnownLevels;
use api::{ContactId, ticket_comments::Comment, tickets::Ticket};
use kernel::{
    app::App,
    http::{Caller, Problem},
};
use queries::queries::psa::{ticket_comments::comments_of_author, tickets::tickets_of_requester};
use uuid::Uuid;

/// Tickets that the contact requested.
pub async fn requested(
    app: &App,
    caller: &Caller,
    contact: ContactId,
    before: Uuid,
    limit: i64,
) -> Result<Vec<Ticket>, Problem> {
    let db = app.db.tenant(caller).await?;
    let rows = tickets_of_requester().bind(&db, &contact.0, &before, &limit).all().await?;
    let versions = rows.iter().map(|row| row.sla_version);
    let levels = app.state.get::<KnownLevels>().of(&db, caller.tenant(), versions).await?;
    let now = app.clock.now();
    Ok(rows.into_iter().map(|row| to_wire(row, now, &levels)).collect())
}

/// Comments that the contact wrote.
pub async fn written(
    app: &App,
    caller: &Caller,
    contact: ContactId,
    before: Uuid,
    limit: i64,
) -> Result<Vec<Comment>, Problem> {
    let db = app.db.tenant(caller).await?;
    let rows = comments_of_author().bind(&db, &contact.0, &before, &limit).all().await?;
    Ok(rows.into_iter().map(comments::to_wire).collect())
}
