//! The commands that list something: one object per line, fields separated by tabs.

use kernel::{db::Db, settings::Database};
use tenant_control::operate;

pub async fn tenants(database: &Database) -> anyhow::Result<()> {
    for tenant in operate::tenants::list(&Db::new(database)?).await? {
        let platform = if tenant.platform { " (platform)" } else { "" };
        let id = api::TenantId(tenant.id);
        println!("{id}\t{}\t{}\t{}{platform}", tenant.domain, tenant.environment, tenant.name);
    }
    Ok(())
}

pub async fn users(database: &Database, tenant: &str) -> anyhow::Result<()> {
    for user in operate::users::list(&Db::new(database)?, tenant).await? {
        let id = api::UserId(user.id);
        println!("{id}\t{}\t{}\t{}", user.email, user.role, user.name.unwrap_or_default());
    }
    Ok(())
}

pub async fn claims(database: &Database) -> anyhow::Result<()> {
    for claim in operate::sso::list(&Db::new(database)?).await? {
        let enabled = if claim.enabled { "enabled" } else { "disabled" };
        let proof = claim.proven_by.as_deref().unwrap_or("none");
        println!("{}\t{}\t{}\t{enabled}\t{proof}", claim.domain, claim.tenant, claim.name);
    }
    Ok(())
}

pub async fn plans(database: &Database) -> anyhow::Result<()> {
    for plan in operate::plans::list(&Db::new(database)?).await? {
        let key = format!("{}/{}", plan.key_quota, plan.key_window_seconds);
        println!("{}\t{key}\t{}/{}\t{}", plan.name, plan.tenant_quota, plan.tenant_window_seconds, plan.tenants);
    }
    Ok(())
}
