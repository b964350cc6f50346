//! Lists of tickets. Every filter can be combined with every other and with every order.
//!
//! A list whose filters and order one index has together is a walk along it (`walk`). The others (`any`) collect few candidates,
//! or check row by row.

mod any;
pub mod count;
mod place;
mod walk;
mod wanted;

pub use place::Place;

use super::to_wire;
use crate::psa::levels::{KnownLevels, Levels};
use any::Candidates;
use api::{
    Scope,
    tickets::{Ticket, TicketFormat, TicketOrPage, TicketQuery},
};
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use kernel::{
    app::App,
    db::Tenant,
    http::{
        Caller, Credential, Found, Paging, PagingParams, Problem, Query,
        export::{Format, export},
    },
};
use queries::queries::psa::tickets::{TicketRow, get_ticket, get_ticket_by_number};
use walk::Walk;
use wanted::{Order, Wanted};

/// List tickets, or read one
///
/// Returns the ticket with this `id` or `number`, or all tickets that the caller can read. All filters can be combined with
/// each other and with every sort order; a ticket is returned if it matches all of them.
#[utoipa::path(get, path = "/api/psa/tickets", operation_id = "psa.tickets.list", tag = "Tickets",
    params(TicketQuery, PagingParams),
    extensions(("x-problems" = json!([api::ProblemCode::UnsupportedCombination]))),
    security(("api_key" = [Scope::TicketsRead])), responses((status = 200, content(
        (TicketOrPage = "application/json"), (String = "text/csv"), (String = "application/x-ndjson")))))]
pub async fn read(
    app: App,
    caller: Caller,
    credential: Option<Credential>,
    Query(query): Query<TicketQuery>,
    paging: Paging,
) -> Result<Response, Problem> {
    let now = app.clock.now();
    if query.id.is_some() || query.number.is_some() {
        return Ok(Found::One(one(&app, &caller, &query, now).await?).into_response());
    }
    let format = match query.format {
        Some(TicketFormat::Csv) => Some(Format::Csv),
        Some(TicketFormat::Ndjson) => Some(Format::Ndjson),
        Some(TicketFormat::Json) | None => None,
    };
    let list = TicketList::new(query, &caller)?;
    if let Some(format) = format {
        if paging.is_asked_for() {
            return Err(Problem::unsupported_combination(
                "csv and ndjson return all results and accept neither limit nor cursor.",
            ));
        }
        return export(app, caller, credential, list, format);
    }
    let after: Option<Place> = paging.after()?;
    let db = list.connect(&app, &caller).await?;
    let rows = list.rows(&db, after, now, paging.rows()).await?;
    let versions = rows.iter().map(|(_, row)| row.sla_version);
    let levels = app.state.get::<KnownLevels>().of(&db, caller.tenant(), versions).await?;
    drop(db);
    let page = paging.page(rows, |(place, _)| *place, |(_, row)| to_wire(row, now, &levels));
    Ok(page.into_response())
}

async fn one(app: &App, caller: &Caller, query: &TicketQuery, now: Timestamp) -> Result<Ticket, Problem> {
    let db = app.db.short_read(caller).await?;
    let row = match (query.id, query.number) {
        (Some(id), _) => get_ticket().bind(&db, &id.0).opt().await?,
        (None, number) => get_ticket_by_number().bind(&db, &number.unwrap_or_default()).opt().await?,
    };
    let row = row.ok_or_else(Problem::not_found)?;
    let levels = Levels::from(&app.state.get::<KnownLevels>().get(&db, caller.tenant(), row.sla_version).await?);
    Ok(to_wire(row, now, &levels))
}

pub struct TicketList {
    wanted: Wanted,
    /// `None` if no index has the filters and the order together.
    walk: Option<Walk>,
}

/// How the rows of a list are found.
enum Source<'a> {
    Walk(&'a Walk),
    Any(Candidates<'a>),
}

impl TicketList {
    pub fn new(query: TicketQuery, caller: &Caller) -> Result<TicketList, Problem> {
        let wanted = Wanted::new(query, caller)?;
        let walk = Walk::of(&wanted);
        Ok(TicketList { wanted, walk })
    }

    /// A walk always has the same plan; the plan of other lists depends on their filters.
    pub async fn connect(&self, app: &App, caller: &Caller) -> Result<Tenant, Problem> {
        let db = app.db.tenant(caller).await?;
        Ok(if self.walk.is_some() { db } else { db.planned_anew() })
    }

    /// The rows after this place, in the list's order, each with its own place.
    pub async fn rows(
        &self,
        db: &Tenant,
        after: Option<Place>,
        now: Timestamp,
        limit: i64,
    ) -> Result<Vec<(Place, TicketRow)>, Problem> {
        let mut listed = vec![];
        if self.wanted.matches_nothing {
            return Ok(listed);
        }
        let source = match &self.walk {
            Some(walk) => Source::Walk(walk),
            None => Source::Any(self.wanted.candidates(db).await?),
        };
        for part in self.wanted.parts(after) {
            let missing = limit - listed.len() as i64;
            let beyond = after.filter(|place| place.part == part.number);
            match &source {
                Source::Walk(walk) => {
                    let rows = walk.rows(db, part, beyond.map(|place| (place.at, place.id)), missing).await?;
                    listed.extend(rows.into_iter().map(|row| (self.place_of(part.number, &row), row)));
                }
                Source::Any(candidates) => {
                    listed.extend(self.wanted.rows(db, candidates, part, beyond, now, missing).await?);
                }
            }
            if listed.len() as i64 >= limit {
                break;
            }
        }
        Ok(listed)
    }

    fn place_of(&self, part: u8, row: &TicketRow) -> Place {
        let at = if self.wanted.order == Order::Changed { row.updated_at } else { Timestamp::UNIX_EPOCH };
        Place { part, at, id: row.id }
    }
}
