//! `/api/backup/customer-aggregate`: how well the devices of each customer can be restored, from the evidence that there
//! is. It is computed for the page that is read, because ages grow without any change.

mod compute;
mod customer;
mod device;
pub mod evaluate;
mod export;
mod score;
#[cfg(test)]
mod tests;
mod trend;

use api::{
    OrganizationId, Scope,
    backup_posture::{
        BackupAggregate, BackupAggregateFormat, BackupAggregateInclude, BackupAggregateQuery, CustomerBackup,
    },
};
use axum::response::Response;
use compute::{Judged, Selection, compute};
use export::Customers;
use kernel::{
    app::App,
    http::{
        Caller, Credential, Paging, PagingParams, Problem, Query,
        export::{Format, export},
    },
};
use std::collections::HashMap;
use utoipa_axum::{router::OpenApiRouter, routes};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(read))
}

/// Read the backup posture of customers
///
/// Returns for each customer a score with the points of every part, and counts of devices by the state of their backups.
/// `evidence` says where the figures come from: a repository that was measured, or what another product reported. A device
/// without evidence counts as unprotected. `format=csv` returns all customers.
#[utoipa::path(get, path = "/api/backup/customer-aggregate", operation_id = "backup.customer_aggregate", tag = "Backup",
    params(BackupAggregateQuery, PagingParams),
    extensions(("x-problems" = json!([api::ProblemCode::UnsupportedCombination]))),
    security(("api_key" = [Scope::BackupRead])), responses((status = 200, content(
        (BackupAggregate = "application/json"), (String = "text/csv")))))]
async fn read(
    app: App,
    caller: Caller,
    credential: Option<Credential>,
    Query(query): Query<BackupAggregateQuery>,
    paging: Paging,
) -> Result<Response, Problem> {
    let now = app.clock.now();
    let include = query.include.unwrap_or_default();
    let lists_devices = include.contains(&BackupAggregateInclude::AtRisk);
    if query.format == Some(BackupAggregateFormat::Csv) {
        if paging.is_asked_for() || !include.is_empty() {
            let detail = "csv returns all customers and accepts neither limit, cursor nor include.";
            return Err(Problem::unsupported_combination(detail));
        }
        return export(app, caller, credential, Customers { only: query.organization_id, now }, Format::Csv);
    }
    let selection = Selection { only: query.organization_id, before: paging.before()?, limit: paging.rows() };
    let customers = compute(&app, &caller, selection, now).await?;
    let mut trends = match include.contains(&BackupAggregateInclude::Trend) {
        true => {
            trend::trends(&app, &caller, &customers.iter().map(|customer| customer.0).collect::<Vec<_>>(), now).await?
        }
        false => HashMap::new(),
    };
    let summary = trend::summary(&app, &caller, query.organization_id).await?;
    let to_wire = |(id, name, customer): Judged| CustomerBackup {
        trend: trends.remove(&id),
        ..customer.into_wire(OrganizationId(id), name, lists_devices)
    };
    let page = paging.page(customers, |customer| customer.0, to_wire);
    Ok(page.within(|page| BackupAggregate {
        as_of: now,
        summary,
        data: page.data,
        has_more: page.has_more,
        next_cursor: page.next_cursor,
    }))
}
