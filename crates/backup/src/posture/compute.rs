//! Reads customers with their settings, devices and evidence, and judges them.

use super::customer::Customer;
use crate::config::{levels::Levels, settings};
use api::OrganizationId;
use jiff::Timestamp;
use kernel::{
    app::App,
    db::{Identity, Tenant},
    http::Problem,
};
use queries::queries::backup::{
    config::config_levels,
    posture::{posture_customer, posture_customers, posture_devices, posture_repositories},
};
use std::collections::HashMap;
use uuid::Uuid;

/// Devices that are read at a time, of all customers together.
const DEVICES_AT_A_TIME: i64 = 4000;

/// Devices that are read at a time of one customer, at least.
const LEAST_OF_A_CUSTOMER: i64 = 20;

/// The customers that are requested.
#[derive(Debug, Clone, Copy)]
pub struct Selection {
    pub only: Option<OrganizationId>,
    /// The last id of the page before.
    pub before: Uuid,
    pub limit: i64,
}

/// A customer with id, name and posture.
pub type Judged = (Uuid, String, Customer);

pub async fn compute(
    app: &App,
    who: &impl AsRef<Identity>,
    selection: Selection,
    now: Timestamp,
) -> Result<Vec<Judged>, Problem> {
    let db = app.db.tenant(who).await?;
    let customers = customers(&db, selection).await?;
    let ids: Vec<Uuid> = customers.iter().map(|customer| customer.0).collect();
    let levels = levels(&db, who.as_ref().tenant().0, &ids).await?;
    let mut states = states(&db, &levels, now).await?;
    for row in posture_repositories().bind(&db, &ids).all().await? {
        if let Some(customer) = states.get_mut(&row.organization_id) {
            customer.add_repositories(&row);
        }
    }
    Ok(customers.into_iter().filter_map(|(id, name)| Some((id, name, states.remove(&id)?))).collect())
}

/// Id and name of each customer.
async fn customers(db: &Tenant, selection: Selection) -> Result<Vec<(Uuid, String)>, Problem> {
    let Selection { only, before, limit } = selection;
    let Some(only) = only else {
        let found = posture_customers().bind(db, &before, &limit).all().await?;
        return Ok(found.into_iter().map(|row| (row.id, row.name)).collect());
    };
    let found = posture_customer().bind(db, &only.0).opt().await?;
    Ok(found.into_iter().filter(|row| row.id < before).map(|row| (row.id, row.name)).collect())
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
