//! `tenant-control analytics …`: compares the figures of tenants with their tables, and corrects them.

use crate::operate::{
    audit::{Entry, OperatorChange},
    tenants,
};
use anyhow::ensure;
use api::TenantId;
use kernel::{
    clock::Clock,
    db::{Db, Error},
    family::Families,
    figures::{self, Difference, Metric},
};
use serde_json::json;
use std::{collections::BTreeSet, time::Duration};

/// How often a tenant is tried: figures that are folded meanwhile make a repair fail.
const TRIES: usize = 5;
const PAUSE: Duration = Duration::from_secs(1);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    Check,
    Repair,
}

/// The figures of a tenant beside its tables.
#[derive(Debug)]
pub struct Rebuilt {
    pub domain: String,
    /// Figures by the tables: by measure, quarter hour, organization and dimensions.
    pub rows: usize,
    pub differences: Vec<Difference>,
    /// The number of figures that were corrected.
    pub repaired: usize,
}

/// All tenants, or the one with this domain or id. Figures of requests are not rebuilt: no table has the requests.
pub async fn rebuild(
    db: &Db,
    clock: Clock,
    families: &Families,
    tenant: Option<&str>,
    mode: Mode,
) -> anyhow::Result<Vec<Rebuilt>> {
    let measures = measures(families);
    let is_meant = |domain: &str, id: TenantId| tenant.is_none_or(|own| own == domain || own == id.to_string());
    let mut all = vec![];
    for tenant in tenants::list(db).await?.into_iter().filter(|row| is_meant(&row.domain, TenantId(row.id))) {
        let mut tries = 1;
        let rebuilt = loop {
            match rebuild_tenant(db, clock, (TenantId(tenant.id), &tenant.domain), &measures, mode).await {
                Err(error) if error.is_passing() && tries < TRIES => tries += 1,
                rebuilt => break rebuilt?,
            }
            tokio::time::sleep(PAUSE).await;
        };
        all.push(rebuilt);
    }
    ensure!(!all.is_empty() || tenant.is_none(), "there is no tenant with this domain or id");
    Ok(all)
}

async fn rebuild_tenant(
    db: &Db,
    clock: Clock,
    (tenant, domain): (TenantId, &str),
    measures: &[&'static str],
    mode: Mode,
) -> Result<Rebuilt, Error> {
    let change = OperatorChange::begin_snapshot(db, clock).await?;
    if mode == Mode::Repair {
        figures::lock(&change).await?;
    }
    let comparison = figures::compare(&change, tenant, measures, clock.now()).await?;
    let (rows, differences) = (comparison.rows(), comparison.differences.clone());
    let mut rebuilt = Rebuilt { domain: domain.to_owned(), rows, differences, repaired: 0 };
    if mode == Mode::Repair && !rebuilt.differences.is_empty() {
        figures::repair(&change, comparison).await?;
        rebuilt.repaired = rebuilt.differences.len();
        let entry = Entry {
            tenant,
            kind: "tenant",
            id: tenant.to_string(),
            before: None,
            after: Some(json!({"figures": "rebuilt", "repaired": rebuilt.repaired})),
        };
        change.finish("operator.analytics.rebuild", &[entry]).await?;
    }
    Ok(rebuilt)
}

/// The measures of all families.
fn measures(families: &Families) -> Vec<&'static str> {
    let measures: BTreeSet<_> = families.iter().flat_map(|family| family.metrics).flat_map(Metric::measures).collect();
    measures.into_iter().collect()
}
