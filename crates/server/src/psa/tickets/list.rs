//! Lists of tickets: the permitted combinations of filters, and the one index that finds the rows.
//!
//! Combinations without an index are refused instead of being slow: the cost of a list depends on its page, not on the
//! number of tickets.

use super::{lifecycle::UNRESOLVED, to_wire};
use crate::psa::levels::{KnownLevels, Levels};
use api::{
    ProblemCode, Scope, UserId,
    tickets::{StatusFilter, TicketFormat, TicketOrPage, TicketPriority, TicketQuery, TicketSort, TicketStatus},
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
use queries::queries::psa::tickets::{self as sql, TicketRow};
use uuid::Uuid;

/// List tickets, or read one
///
/// Returns the ticket with this `id` or `number`, or all tickets that the caller can read. `status`, `priority`,
/// `organization_id`, `created_after` and `created_before` can be combined with each other and with one of `type`,
/// `source`, `assignee_id`, `requester_id`, `tag`, `device_id`, `external_system` and `dedup_key`. `updated_after`, `updated_before`
/// and sorting by `updated_at` can be combined with `organization_id`. `q` cannot be combined with other filters.
#[utoipa::path(get, path = "/api/psa/tickets", operation_id = "psa.tickets.list", tag = "Tickets",
    params(TicketQuery, PagingParams),
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
    let db = app.db.tenant(&caller).await?;
    if query.id.is_some() || query.number.is_some() {
        let row = match (query.id, query.number) {
            (Some(id), _) => sql::get_ticket().bind(&db, &id.0).opt().await?,
            (None, number) => sql::get_ticket_by_number().bind(&db, &number.unwrap_or_default()).opt().await?,
        };
        let row = row.ok_or_else(Problem::not_found)?;
        let levels = Levels::from(&app.state.get::<KnownLevels>().get(&db, caller.tenant(), row.sla_version).await?);
        return Ok(Found::One(to_wire(row, now, &levels)).into_response());
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
        drop(db);
        return export(app, caller, credential, list, format);
    }
    let by_change = list.is_by_change();
    let after = match by_change {
        true => paging.after::<(Timestamp, Uuid)>()?,
        false => paging.after::<Uuid>()?.map(|id| (Timestamp::UNIX_EPOCH, id)),
    };
    let rows = list.rows(&db, after, paging.rows()).await?;
    let levels =
        app.state.get::<KnownLevels>().of(&db, caller.tenant(), rows.iter().map(|row| row.sla_version)).await?;
    let to_wire = |row| to_wire(row, now, &levels);
    let page = match by_change {
        true => paging.page(rows, |row| (row.updated_at, row.id), to_wire),
        false => paging.page(rows, |row| row.id, to_wire),
    };
    Ok(page.into_response())
}

/// The rows of one of two statements, the one with the list's order. Both have the same parameters.
macro_rules! rows {
    ($ascending:expr, $ascending_order:ident | $descending_order:ident($($parameter:expr),+ $(,)?)) => {
        match $ascending {
            true => sql::$ascending_order().bind($($parameter),+).all().await,
            false => sql::$descending_order().bind($($parameter),+).all().await,
        }
    };
}
/// A list that one index supports.
pub struct TicketList {
    filter: Filter,
    /// The requested customer, or those that the caller is restricted to.
    organizations: Option<Vec<Uuid>>,
    ascending: bool,
    /// The period of creation or, in a list by change, of the last change; both ends are included.
    first: Timestamp,
    last: Timestamp,
}

enum Filter {
    None,
    Status { statuses: Vec<&'static str>, priorities: Vec<&'static str>, label: Option<String> },
    Change,
    Words(String),
    ExternalRef { system: String, id: String },
}

impl TicketList {
    pub fn new(query: TicketQuery, caller: &Caller) -> Result<TicketList, Problem> {
        let (sort, label) = (query.sort.unwrap_or(TicketSort::NewestFirst), label(&query, caller)?);
        let by_status = query.status.is_some() || query.priority.is_some();
        let created = query.created_after.is_some() || query.created_before.is_some();
        let changed = query.updated_after.is_some()
            || query.updated_before.is_some()
            || matches!(sort, TicketSort::LastChangedFirst | TicketSort::FirstChangedFirst);
        let with_others = by_status || created || changed || label.is_some() || query.organization_id.is_some();
        let with_others = with_others || query.sort.is_some();
        if query.q.is_some() && (with_others || query.external_id.is_some()) {
            return Err(Problem::unsupported_combination("q cannot be combined with other filters."));
        }
        if query.external_id.is_some() && (with_others || query.external_system.is_none()) {
            return Err(Problem::unsupported_combination(
                "external_id requires external_system and cannot be combined with other filters.",
            ));
        }
        if changed && (by_status || created || label.is_some()) {
            let detail =
                "updated_after, updated_before and sorting by updated_at can be combined only with organization_id.";
            return Err(Problem::unsupported_combination(detail));
        }
        let own: Option<Vec<Uuid>> = caller.organizations().map(|ids| ids.iter().map(|id| id.0).collect());
        let organizations = match query.organization_id {
            // Other organizations are not queried: a scan of rows that the policy hides would be very long.
            Some(id) => {
                Some(vec![id.0].into_iter().filter(|id| own.as_ref().is_none_or(|own| own.contains(id))).collect())
            }
            None => own,
        };
        let filter = match (query.q, query.external_id.zip(query.external_system)) {
            (Some(words), _) => Filter::Words(words),
            (None, Some((id, system))) => Filter::ExternalRef { system, id },
            _ if changed => Filter::Change,
            _ if by_status || label.is_some() => Filter::Status {
                statuses: statuses(query.status),
                priorities: priorities(query.priority.as_deref()),
                label,
            },
            _ => Filter::None,
        };
        let (after, before) = if changed {
            (query.updated_after, query.updated_before)
        } else {
            (query.created_after, query.created_before)
        };
        let ascending = matches!(sort, TicketSort::OldestFirst | TicketSort::FirstChangedFirst);
        let (first, last) = (after.unwrap_or(Timestamp::UNIX_EPOCH), before.unwrap_or(FAR));
        Ok(TicketList { filter, organizations, ascending, first, last })
    }

    pub fn is_by_change(&self) -> bool {
        matches!(self.filter, Filter::Change)
    }

    /// The rows after this one, in the list's order.
    pub async fn rows(
        &self,
        db: &Tenant,
        after: Option<(Timestamp, Uuid)>,
        limit: i64,
    ) -> Result<Vec<TicketRow>, Problem> {
        let up = self.ascending;
        let (after_at, after) = after.unwrap_or(match up {
            true => (Timestamp::UNIX_EPOCH, Uuid::nil()),
            false => (FAR, Uuid::max()),
        });
        let (first, last) = (earliest(self.first), latest(self.last));
        let (first_at, last_at) = (self.first, self.last);
        let rows = match (&self.filter, &self.organizations) {
            (Filter::Words(words), _) => sql::tickets_by_words().bind(db, &words.as_str(), &after, &limit).all().await,
            (Filter::ExternalRef { system, id }, _) => {
                sql::ticket_by_external_ref().bind(db, system, id, &after).all().await
            }
            (Filter::None, None) => rows!(up, oldest_tickets | newest_tickets(db, &after, &first, &last, &limit)),
            (Filter::None, Some(of)) => rows!(
                up,
                oldest_tickets_of_organizations
                    | newest_tickets_of_organizations(db, of, &after, &first, &last, &limit)
            ),
            (Filter::Change, None) => rows!(
                up,
                first_changed_tickets | last_changed_tickets(db, &after_at, &after, &first_at, &last_at, &limit)
            ),
            (Filter::Change, Some(of)) => rows!(
                up,
                first_changed_tickets_of_organizations
                    | last_changed_tickets_of_organizations(db, of, &after_at, &after, &first_at, &last_at, &limit)
            ),
            (Filter::Status { statuses: s, priorities: p, label: None }, None) => {
                rows!(up, oldest_tickets_by_status | newest_tickets_by_status(db, s, p, &after, &first, &last, &limit))
            }
            (Filter::Status { statuses: s, priorities: p, label: None }, Some(of)) => rows!(
                up,
                oldest_tickets_by_status_of_organizations
                    | newest_tickets_by_status_of_organizations(db, s, p, of, &after, &first, &last, &limit)
            ),
            (Filter::Status { statuses: s, priorities: p, label: Some(label) }, None) => rows!(
                up,
                oldest_labelled_tickets_by_status
                    | newest_labelled_tickets_by_status(db, s, p, label, &after, &first, &last, &limit)
            ),
            (Filter::Status { statuses: s, priorities: p, label: Some(label) }, Some(of)) => rows!(
                up,
                oldest_labelled_tickets_by_status_of_organizations
                    | newest_labelled_tickets_by_status_of_organizations(
                        db, s, p, of, label, &after, &first, &last, &limit
                    )
            ),
        };
        Ok(rows?)
    }
}

/// Later than any ticket: the last instant that an id can contain is far beyond it.
const FAR: Timestamp = Timestamp::constant(253_402_207_200, 0);

/// An id begins with the millisecond of its creation, so a time of creation is a range of ids.
fn earliest(time: Timestamp) -> Uuid {
    Uuid::from_u128((time.as_millisecond().max(0) as u128) << 80)
}

fn latest(time: Timestamp) -> Uuid {
    Uuid::from_u128(earliest(time).as_u128() | ((1 << 80) - 1))
}

fn statuses(wanted: Option<Vec<StatusFilter>>) -> Vec<&'static str> {
    let Some(wanted) = wanted else { return TicketStatus::ALL.iter().map(|status| status.name()).collect() };
    let mut names: Vec<_> = wanted
        .into_iter()
        .flat_map(|filter| match filter {
            StatusFilter::Unresolved => UNRESOLVED.map(TicketStatus::name).to_vec(),
            one => vec![one.name()],
        })
        .collect();
    names.sort_unstable();
    names.dedup();
    names
}

fn priorities(wanted: Option<&[TicketPriority]>) -> Vec<&'static str> {
    let mut names: Vec<_> = wanted.unwrap_or(TicketPriority::ALL).iter().map(|priority| priority.name()).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// The label for one of the filters; two of them cannot be combined.
fn label(query: &TicketQuery, caller: &Caller) -> Result<Option<String>, Problem> {
    let assignee = query.assignee_id.as_deref().map(|who| assignee(who, caller)).transpose()?;
    let external = query.external_system.as_ref().filter(|_| query.external_id.is_none());
    let labels = [
        query.kind.map(|kind| format!("type:{}", kind.name())),
        query.source.map(|source| format!("source:{}", source.name())),
        assignee.map(|who| format!("assignee:{who}")),
        query.requester_id.map(|id| format!("requester:{}", id.0)),
        query.tag.as_ref().map(|tag| format!("tag:{tag}")),
        query.device_id.map(|id| format!("device:{}", id.0)),
        external.map(|system| format!("external:{system}")),
        query.dedup_key.as_ref().map(|key| format!("dedup:{key}")),
    ];
    let mut labels = labels.into_iter().flatten();
    let first = labels.next();
    match labels.next() {
        None => Ok(first),
        Some(_) => Err(Problem::unsupported_combination(
            "Only one of type, source, assignee_id, requester_id, tag, device_id, external_system and dedup_key can be \
            used at a time.",
        )),
    }
}

fn assignee(who: &str, caller: &Caller) -> Result<String, Problem> {
    let no_user = || {
        Problem::new(
            ProblemCode::InvalidParameter,
            "assignee_id=me requires a session: an API key has no assigned tickets.",
        )
    };
    match who {
        "none" => Ok("none".to_owned()),
        "me" => caller.user().map(|id| id.0.to_string()).ok_or_else(no_user),
        id => id.parse::<UserId>().map(|id| id.0.to_string()).map_err(|_| Problem::not_found()),
    }
}
