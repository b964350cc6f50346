//! Lists of time entries, by their start, latest first; all of them as CSV or NDJSON.

use super::{FAR, person, to_wire, with_overlaps};
use api::{
    ProblemCode, Scope, UserId,
    time_entries::{TimeEntry, TimeEntryFormat, TimeEntryOrPage, TimeEntryQuery},
};
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use kernel::{
    app::App,
    http::{
        Caller, Credential, Found, Paging, PagingParams, Problem, Query,
        export::{self, Cell, Format, export},
    },
};
use queries::{
    client::Params,
    queries::psa::time_entries::{
        LatestTimeEntriesOfOrganizationsParams, LatestTimeEntriesParams, TimeEntryRow, get_time_entry,
        latest_time_entries, latest_time_entries_of_organizations,
    },
};
use uuid::Uuid;

/// List time entries, or read one
///
/// Returns the entry with this `id`, or all entries that the caller can read, latest start first. All filters can be
/// combined.
#[utoipa::path(get, path = "/api/psa/time-entries", operation_id = "psa.time_entries.list", tag = "Time",
    params(TimeEntryQuery, PagingParams),
    extensions(("x-problems" = json!([ProblemCode::UnsupportedCombination]))),
    security(("api_key" = [Scope::TicketsRead])), responses((status = 200, content(
        (TimeEntryOrPage = "application/json"), (String = "text/csv"), (String = "application/x-ndjson")))))]
pub async fn read(
    app: App,
    caller: Caller,
    credential: Option<Credential>,
    Query(query): Query<TimeEntryQuery>,
    paging: Paging,
) -> Result<Response, Problem> {
    if let Some(id) = query.id {
        let db = app.db.tenant(&caller).await?;
        let get = get_time_entry().prepare(&db).await?;
        let row = async { Ok(get.bind(&db, &id.0).opt().await?) };
        let entry = with_overlaps(&db, id, row).await?.ok_or_else(Problem::not_found)?;
        return Ok(Found::One(entry).into_response());
    }
    let format = match query.format {
        Some(TimeEntryFormat::Csv) => Some(Format::Csv),
        Some(TimeEntryFormat::Ndjson) => Some(Format::Ndjson),
        Some(TimeEntryFormat::Json) | None => None,
    };
    let list = TimeEntryList::new(query, &caller)?;
    if let Some(format) = format {
        if paging.is_asked_for() {
            return Err(Problem::unsupported_combination(
                "csv and ndjson return all results and accept neither limit nor cursor.",
            ));
        }
        return export(app, caller, credential, list, format);
    }
    let rows = list.rows(&app, &caller, paging.after()?, paging.rows()).await?;
    Ok(paging.page(rows, place, to_wire).into_response())
}

/// The position of an entry in the list.
fn place(row: &TimeEntryRow) -> (Timestamp, Uuid) {
    (row.started_at, row.id)
}

struct TimeEntryList {
    query: TimeEntryQuery,
    user: Option<Uuid>,
    /// The requested customer, or those that the caller is restricted to.
    organizations: Option<Vec<Uuid>>,
}

impl TimeEntryList {
    fn new(query: TimeEntryQuery, caller: &Caller) -> Result<TimeEntryList, Problem> {
        let own: Option<Vec<Uuid>> = caller.organizations().map(|ids| ids.iter().map(|id| id.0).collect());
        let organizations = match query.organization_id {
            // Other organizations are not queried: a scan of rows that the policy hides would be very long.
            Some(id) => {
                Some(vec![id.0].into_iter().filter(|id| own.as_ref().is_none_or(|own| own.contains(id))).collect())
            }
            None => own,
        };
        let user = query.user_id.as_deref().map(|who| user(who, caller)).transpose()?;
        Ok(TimeEntryList { query, user: user.map(|id| id.0), organizations })
    }

    /// The rows after this place, in the order of the list.
    async fn rows(
        &self,
        app: &App,
        caller: &Caller,
        after: Option<(Timestamp, Uuid)>,
        limit: i64,
    ) -> Result<Vec<TimeEntryRow>, Problem> {
        let TimeEntryList { query, user, organizations } = self;
        let (beyond_at, beyond) = after.unwrap_or((FAR, Uuid::max()));
        let params = LatestTimeEntriesParams {
            beyond_at,
            beyond,
            since: query.since.unwrap_or(Timestamp::UNIX_EPOCH).clamp(Timestamp::UNIX_EPOCH, FAR),
            until: query.until.unwrap_or(FAR).clamp(Timestamp::UNIX_EPOCH, FAR),
            ticket_id: query.ticket_id.map(|id| id.0),
            user_id: *user,
            billable: query.billable,
            rate_class: query.rate_class.as_deref(),
            locked: query.locked,
            running: query.running,
            billing_run: query.billing_run.as_deref(),
            limit,
        };
        let db = app.db.tenant(caller).await?.planned_anew();
        let rows = match organizations {
            None => latest_time_entries().params(&db, &params).all().await?,
            Some(organizations) => {
                let params = of_organizations(organizations, &params);
                latest_time_entries_of_organizations().params(&db, &params).all().await?
            }
        };
        Ok(rows)
    }
}

fn of_organizations<'a>(
    organization_ids: &'a [Uuid],
    of_all: &LatestTimeEntriesParams<&'a str, &'a str>,
) -> LatestTimeEntriesOfOrganizationsParams<&'a [Uuid], &'a str, &'a str> {
    let LatestTimeEntriesParams {
        beyond_at,
        beyond,
        since,
        until,
        ticket_id,
        user_id,
        billable,
        rate_class,
        locked,
        running,
        billing_run,
        limit,
    } = *of_all;
    LatestTimeEntriesOfOrganizationsParams {
        organization_ids,
        beyond_at,
        beyond,
        since,
        until,
        ticket_id,
        user_id,
        billable,
        rate_class,
        locked,
        running,
        billing_run,
        limit,
    }
}

fn user(who: &str, caller: &Caller) -> Result<UserId, Problem> {
    let nobody =
        || Problem::new(ProblemCode::InvalidParameter, "user_id=me requires a session, or an API key of a user.");
    match who {
        "me" => person(caller).ok_or_else(nobody),
        id => id.parse().map_err(|_| Problem::not_found()),
    }
}

impl export::Export for TimeEntryList {
    type Object = TimeEntry;
    type Cursor = (Timestamp, Uuid);

    const FILE: &'static str = "time-entries";
    const SCOPE: Scope = Scope::TicketsRead;

    fn columns(&self) -> Vec<&'static str> {
        vec![
            "id",
            "ticket_id",
            "organization_id",
            "user_id",
            "started_at",
            "finished_at",
            "duration_seconds",
            "billable",
            "rate_class",
            "note",
            "billing_run",
            "created_at",
            "updated_at",
        ]
    }

    async fn page(
        &self,
        app: &App,
        caller: &Caller,
        after: Option<(Timestamp, Uuid)>,
    ) -> Result<(Vec<TimeEntry>, Option<(Timestamp, Uuid)>), Problem> {
        let rows = self.rows(app, caller, after, export::PAGE).await?;
        let last = rows.last().map(place);
        Ok((rows.into_iter().map(to_wire).collect(), last))
    }

    fn cells(&self, entry: TimeEntry) -> Vec<Cell> {
        vec![
            entry.id.to_string().into(),
            entry.ticket_id.to_string().into(),
            entry.organization_id.map(|id| id.to_string()).into(),
            entry.user_id.to_string().into(),
            entry.started_at.into(),
            entry.finished_at.into(),
            entry.duration_seconds.into(),
            if entry.billable { "true" } else { "false" }.into(),
            entry.rate_class.into(),
            entry.note.into(),
            entry.billing_run.into(),
            entry.created_at.into(),
            entry.updated_at.into(),
        ]
    }
}
