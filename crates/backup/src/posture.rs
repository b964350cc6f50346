//! `/api/backup/customer-aggregate`: how well the devices of each customer can be restored, from the evidence that there
//! is. It is computed for the page that is read, because ages grow without any change.

mod customer;
mod device;
mod score;
#[cfg(test)]
mod tests;

use crate::config::{levels::Levels, settings};
use api::{
    OrganizationId, Scope,
    backup_posture::{BackupAggregate, BackupAggregateInclude, BackupAggregateQuery, CustomerBackup},
};
use axum::response::Response;
use customer::Customer;
use jiff::Timestamp;
use kernel::{
    app::App,
    db::Tenant,
    http::{Caller, Paging, PagingParams, Problem, Query},
};
use queries::queries::backup::{
    config::config_levels,
    posture::{posture_customer, posture_customers, posture_devices},
};
use std::collections::HashMap;
use utoipa_axum::{router::OpenApiRouter, routes};
use uuid::Uuid;

/// Devices that are read at a time, of all customers of the page.
const DEVICES_AT_A_TIME: i64 = 4000;

/// Devices that are read at a time of one customer, at least.
const LEAST_OF_A_CUSTOMER: i64 = 20;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(read))
}

/// Read the backup posture of customers
///
/// Returns for each customer a score with the points of every part, and counts of devices by the state of their backups.
/// `evidence` says where the figures come from: a repository that was measured, or what another product reported. A device
/// without evidence counts as unprotected.
#[utoipa::path(get, path = "/api/backup/customer-aggregate", operation_id = "backup.customer_aggregate", tag = "Backup",
    params(BackupAggregateQuery, PagingParams),
    security(("api_key" = [Scope::BackupRead])), responses((status = 200, body = BackupAggregate)))]
async fn read(
    app: App,
    caller: Caller,
    Query(query): Query<BackupAggregateQuery>,
    paging: Paging,
) -> Result<Response, Problem> {
    let now = app.clock.now();
    let lists_devices = query.include.unwrap_or_default().contains(&BackupAggregateInclude::AtRisk);
    let db = app.db.tenant(&caller).await?;
    let rows = customers(&db, query.organization_id, &paging).await?;
    let ids: Vec<Uuid> = rows.iter().map(|row| row.0).collect();
    let levels = levels(&db, caller.tenant().0, &ids).await?;
    let mut states = states(&db, &levels, now).await?;
    drop(db);
    let to_wire = |(id, name): (Uuid, String)| -> Option<CustomerBackup> {
        Some(states.remove(&id)?.to_wire(OrganizationId(id), name, lists_devices))
    };
    let page = paging.page(rows, |row| row.0, to_wire).shown();
    Ok(page.within(|page| BackupAggregate {
        as_of: now,
        data: page.data,
        has_more: page.has_more,
        next_cursor: page.next_cursor,
    }))
}

/// The customers of the page: id and name.
async fn customers(db: &Tenant, only: Option<OrganizationId>, paging: &Paging) -> Result<Vec<(Uuid, String)>, Problem> {
    let before = paging.before()?;
    if let Some(only) = only.filter(|only| only.0 < before) {
        let found = posture_customer().bind(db, &only.0).opt().await?;
        return Ok(found.into_iter().map(|row| (row.id, row.name)).collect());
    }
    if only.is_some() {
        return Ok(vec![]);
    }
    let found = posture_customers().bind(db, &before, &paging.rows()).all().await?;
    Ok(found.into_iter().map(|row| (row.id, row.name)).collect())
}

/// The settings that apply to each customer as a whole.
async fn levels(db: &Tenant, tenant: Uuid, customers: &[Uuid]) -> Result<HashMap<Uuid, Levels>, Problem> {
    let scopes: Vec<Uuid> = customers.iter().copied().chain([tenant]).collect();
    let mut stored = HashMap::new();
    for row in config_levels().bind(db, &scopes).all().await? {
        stored.insert(row.scope_id, settings(row.config)?);
    }
    let of_tenant = stored.remove(&tenant).flatten();
    let levels = |id: &Uuid| {
        let organization = stored.get(id).cloned().flatten();
        (*id, Levels { tenant: of_tenant.clone(), organization, device: None })
    };
    Ok(customers.iter().map(levels).collect())
}

/// Reads the devices of all customers, a limited number at a time: a customer may have very many.
async fn states(
    db: &Tenant,
    levels: &HashMap<Uuid, Levels>,
    now: Timestamp,
) -> Result<HashMap<Uuid, Customer>, Problem> {
    let mut left: Vec<(Uuid, Uuid)> = levels.keys().map(|id| (*id, Uuid::nil())).collect();
    let mut states: HashMap<Uuid, Customer> =
        levels.iter().map(|(id, levels)| (*id, Customer::new(levels, now))).collect();
    while !left.is_empty() {
        let limit = (DEVICES_AT_A_TIME / left.len() as i64).max(LEAST_OF_A_CUSTOMER);
        let (ids, after): (Vec<Uuid>, Vec<Uuid>) = left.iter().copied().unzip();
        let rows = posture_devices().bind(db, &ids, &after, &limit).all().await?;
        let mut last: HashMap<Uuid, (i64, Uuid)> = HashMap::new();
        for row in rows {
            let (count, last) = last.entry(row.organization_id).or_insert((0, row.id));
            (*count, *last) = (*count + 1, row.id);
            if let Some(customer) = states.get_mut(&row.organization_id) {
                customer.add(row)?;
            }
        }
        // A customer with fewer devices than the limit has no more.
        left = last.into_iter().filter(|(_, (count, _))| *count == limit).map(|(id, (_, last))| (id, last)).collect();
    }
    Ok(states)
}
