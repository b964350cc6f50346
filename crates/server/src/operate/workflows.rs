//! `tenant-control workflow …`: the operator's commands for runs of all tenants.

use crate::operate::audit::{Entry, OperatorChange};
use api::TenantId;
use kernel::{clock::Clock, db::Db};
use queries::queries::operate::workflows::restart_runs;
use serde_json::json;
use std::collections::BTreeMap;

/// Restarts every active run from our tables, for an engine that has lost some. A run that the engine still has
/// continues. Returns their number.
pub async fn restart(db: &Db, clock: Clock) -> anyhow::Result<usize> {
    let change = OperatorChange::begin(db, clock).await?;
    let tenants = restart_runs().bind(&*change, &clock.now()).all().await?;
    let mut runs = BTreeMap::new();
    for tenant in &tenants {
        *runs.entry(*tenant).or_insert(0) += 1;
    }
    let entry = |(tenant, runs): (_, i32)| Entry {
        tenant: TenantId(tenant),
        kind: "tenant",
        id: TenantId(tenant).to_string(),
        before: None,
        after: Some(json!({"restarted_runs": runs})),
    };
    let entries: Vec<_> = runs.into_iter().map(entry).collect();
    change.finish("operator.workflow.restart", &entries).await?;
    Ok(tenants.len())
}
