//! `tenant-control plan …`: how many requests the tenants of this installation may make.

use crate::{
    db::{Db, OnConstraint, Reason},
    limits::Policy,
    operate::Refused,
};
use anyhow::{Context, anyhow};
use queries::{
    client::Params,
    queries::operate::plans::{PlanRow, SetPlanParams, list_plans, put_on_plan, set_plan},
};

/// A plan that holds for each key of a tenant, and for all of them together.
pub struct Plan {
    pub name: String,
    pub key: Policy,
    pub tenant: Policy,
}

/// Creates a plan, or changes it for all its tenants within half a minute.
pub async fn set(db: &Db, plan: Plan) -> anyhow::Result<()> {
    let system = db.system(Reason::Operator).await?;
    let (key, tenant) = (plan.key, plan.tenant);
    let params = SetPlanParams {
        name: plan.name.as_str(),
        key_quota: key.quota.try_into()?,
        key_window_seconds: key.window_seconds().try_into()?,
        tenant_quota: tenant.quota.try_into()?,
        tenant_window_seconds: tenant.window_seconds().try_into()?,
    };
    let name = || Refused(anyhow!("a plan's name has 1 to 63 of a-z, 0-9, _ and -"));
    let set = set_plan().params(&*system, &params).one().await;
    set.on_constraint(&[("plans_name_is_plain", name)]).map_err(|Refused(why)| why)?;
    Ok(())
}

pub async fn list(db: &Db) -> anyhow::Result<Vec<PlanRow>> {
    let system = db.system(Reason::Operator).await?;
    Ok(list_plans().bind(&*system).all().await?)
}

/// Puts a tenant on a plan.
pub async fn put(db: &Db, domain: &str, plan: &str) -> anyhow::Result<()> {
    let system = db.system(Reason::Operator).await?;
    let unknown = || Refused(anyhow!("there is no such plan: `tenant-control plan list` names them"));
    let put = put_on_plan().bind(&*system, &plan, &domain).opt().await;
    let put = put.on_constraint(&[("tenants_plan_exists", unknown)]).map_err(|Refused(why)| why)?;
    put.with_context(|| format!("no tenant has the domain {domain}"))?;
    Ok(())
}
