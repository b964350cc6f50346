//! `tenant-control plan …`: the rate limits of the tenants of this installation.

use crate::operate::{
    Refused,
    audit::{Entry, OperatorChange},
};
use anyhow::{Context, anyhow};
use api::TenantId;
use kernel::{
    clock::Clock,
    db::{Db, OnConstraint, Reason},
    limits::Policy,
};
use queries::{
    client::Params,
    queries::operate::plans::{PlanRow, SetPlanParams, list_plans, lock_plan, put_on_plan, set_plan, tenants_on_plan},
};
use serde_json::{Value, json};

/// A plan: the limits for each key of a tenant, and for all of them together.
pub struct Plan {
    pub name: String,
    pub key: Policy,
    pub tenant: Policy,
}

/// Creates a plan, or changes it for all its tenants within half a minute.
pub async fn set(db: &Db, clock: Clock, plan: Plan) -> anyhow::Result<()> {
    let change = OperatorChange::begin(db, clock).await?;
    let former = lock_plan().bind(&*change, &plan.name.as_str()).opt().await?.map(|row| limits(&row));
    let (key, tenant) = (plan.key, plan.tenant);
    let params = SetPlanParams {
        name: plan.name.as_str(),
        key_quota: key.quota.try_into()?,
        key_window_seconds: key.window_seconds().try_into()?,
        tenant_quota: tenant.quota.try_into()?,
        tenant_window_seconds: tenant.window_seconds().try_into()?,
    };
    let name = || Refused(anyhow!("the name of a plan has 1 to 63 characters of a-z, 0-9, _ and -"));
    let set = set_plan().params(&*change, &params).one().await;
    set.on_constraint(&[("plans_name_is_plain", name)]).map_err(|Refused(why)| why)?;
    let now = lock_plan().bind(&*change, &plan.name.as_str()).one().await.map(|row| limits(&row))?;
    let tenants = tenants_on_plan().bind(&*change, &plan.name.as_str()).all().await?;
    let entry = |tenant| Entry {
        tenant: TenantId(tenant),
        kind: "plan",
        id: plan.name.clone(),
        before: former.clone(),
        after: Some(now.clone()),
    };
    let entries: Vec<_> = tenants.into_iter().map(entry).collect();
    change.finish("operator.plan.set", &entries).await?;
    Ok(())
}

pub async fn list(db: &Db) -> anyhow::Result<Vec<PlanRow>> {
    let system = db.system(Reason::Operator).await?;
    Ok(list_plans().bind(&*system).all().await?)
}

/// Assigns a plan to a tenant.
pub async fn put(db: &Db, clock: Clock, domain: &str, plan: &str) -> anyhow::Result<()> {
    let change = OperatorChange::begin(db, clock).await?;
    let unknown = || Refused(anyhow!("unknown plan: `tenant-control plan list` lists all plans"));
    let put = put_on_plan().bind(&*change, &plan, &domain).opt().await;
    let put = put.on_constraint(&[("tenants_plan_exists", unknown)]).map_err(|Refused(why)| why)?;
    let put = put.with_context(|| format!("no tenant has the domain {domain}"))?;
    let entry = Entry {
        tenant: TenantId(put.id),
        kind: "tenant",
        id: TenantId(put.id).to_string(),
        before: Some(json!({"plan": put.former_plan})),
        after: Some(json!({"plan": plan})),
    };
    change.finish("operator.plan.put", &[entry]).await?;
    Ok(())
}

/// A plan's limits, as `plan list` shows them.
fn limits(plan: &PlanRow) -> Value {
    json!({
        "key": format!("{}/{}", plan.key_quota, plan.key_window_seconds),
        "tenant": format!("{}/{}", plan.tenant_quota, plan.tenant_window_seconds),
    })
}
