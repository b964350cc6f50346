//! `/api/psa/time-entries/billing-runs`: locks the time entries of a period and adds them up.
//!
//! A run has a name. It happens once: a request with the same name returns the totals of that run and locks nothing.

use api::{
    Actor, BillingRunId, OrganizationId, ProblemCode, Scope,
    problem::FaultCode,
    time_entries::{BillingRun, BillingTotal, NewBillingRun},
};
use jiff::Timestamp;
use kernel::{
    app::App,
    db::OnConstraint,
    http::{Answer, Change, Entry, Json, Problem, Write, WrittenTogether},
};
use queries::{
    client::Params,
    queries::psa::billing_runs::{
        BeginBillingRunParams, BillTimeEntriesParams, BillingRunRow, begin_billing_run, bill_time_entries,
        end_billing_run, get_billing_run,
    },
};
use std::collections::BTreeMap;
use utoipa_axum::{router::OpenApiRouter, routes};
use uuid::Uuid;

/// Entries that one statement locks.
const BATCH: i64 = 5_000;

const EARLIEST: Timestamp = Timestamp::UNIX_EPOCH;
const LATEST: Timestamp = Timestamp::constant(253_402_207_200, 0);

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(create))
}

/// Lock time entries for an invoice
///
/// Locks all entries that have ended, started before `until` and are not locked yet, and returns their totals by
/// organization and rate class. A request with the name of an earlier run returns the totals of that run and locks nothing.
/// A dry run returns the totals of what would be locked. Callers that are restricted to organizations must name one of them.
#[utoipa::path(post, path = "/api/psa/time-entries/billing-runs", operation_id = "psa.time_entries.bill", tag = "Time",
    extensions(("x-problems" = json!([ProblemCode::NameTaken]))),
    security(("api_key" = [Scope::TicketsWrite])), responses((status = 200, body = BillingRun)))]
async fn create(app: App, write: Write, Json(new): Json<NewBillingRun>) -> Result<WrittenTogether, Problem> {
    let mut change = write.begin().await?;
    let (created_by_kind, created_by_id) = change.actor();
    let (now, until) = (app.clock.now(), new.until.clamp(EARLIEST, LATEST));
    let params = BeginBillingRunParams {
        id: app.clock.id(),
        name: new.name.as_str(),
        organization_id: new.organization_id.map(|id| id.0),
        until,
        created_by_kind,
        created_by_id,
        now,
    };
    let begun = begin_billing_run()
        .params(&*change, &params)
        .opt()
        .await
        .on_constraint(&[("billing_runs_organization_exists", || {
            Problem::fault("/organization_id", FaultCode::NotFound, "there is no such organization")
        })])?;
    let body = match begun {
        Some(id) => {
            let totals = lock_entries(&change, &new.name, new.organization_id, until, now).await?;
            let totals = serde_json::to_value(totals).map_err(Problem::internal)?;
            let run = to_wire(end_billing_run().bind(&*change, &totals, &id).one().await?)?;
            change.record(Entry::created(&run))?
        }
        None => {
            let row = get_billing_run().bind(&*change, &new.name).opt().await?.ok_or_else(name_taken)?;
            change.record(Entry::used(&to_wire(row)?))?
        }
    };
    change.answered(Answer::ok(&body)?).await
}

/// Locks the entries, some at a time, and adds them up.
async fn lock_entries(
    change: &Change,
    name: &str,
    organization: Option<OrganizationId>,
    until: Timestamp,
    now: Timestamp,
) -> Result<Vec<BillingTotal>, Problem> {
    let mut totals: BTreeMap<(Option<Uuid>, String), BillingTotal> = BTreeMap::new();
    let organization_id = organization.map(|id| id.0);
    let params = BillTimeEntriesParams { until, organization_id, limit: BATCH, name, now };
    loop {
        let batch = bill_time_entries().params(&**change, &params).all().await?;
        if batch.is_empty() {
            return Ok(totals.into_values().collect());
        }
        for row in batch {
            let total = totals.entry((row.organization_id, row.rate_class.clone())).or_insert_with(|| BillingTotal {
                organization_id: row.organization_id.map(OrganizationId),
                rate_class: row.rate_class,
                entries: 0,
                billable_seconds: 0,
                seconds: 0,
            });
            total.entries += row.entries;
            total.billable_seconds += row.billable_seconds;
            total.seconds += row.seconds;
        }
    }
}

/// The caller cannot see the run of another organization that has the name.
fn name_taken() -> Problem {
    Problem::new(ProblemCode::NameTaken, "Another billing run already has this name.")
}

fn to_wire(row: BillingRunRow) -> Result<BillingRun, Problem> {
    Ok(BillingRun {
        id: BillingRunId(row.id),
        name: row.name,
        until: row.until,
        organization_id: row.organization_id.map(OrganizationId),
        totals: serde_json::from_value(row.totals).map_err(Problem::internal)?,
        created_by: Actor::stored(&row.created_by_kind, row.created_by_id),
        created_at: row.created_at,
    })
}
