//! `tenant-control sso …`: the tenant of a domain, if the operator knows it without a DNS record.

use crate::operate::{
    Refused,
    audit::{Entry, OperatorChange},
    tenants,
};
use anyhow::{Context, anyhow, bail, ensure};
use api::{SsoProviderId, TenantId};
use auth::sso::domain::normalise;
use kernel::{
    clock::Clock,
    db::{Db, OnConstraint, Reason},
    directory::{release_sso_domains, reserve_sso_domains},
};
use queries::queries::operate::sso::{Claim, approve_claim, list_claims};
use serde_json::json;

pub async fn list(db: &Db) -> anyhow::Result<Vec<Claim>> {
    let system = db.system(Reason::Operator).await?;
    Ok(list_claims().bind(&*system).all().await?)
}

/// The tenant's users sign in with this domain, as if its DNS had proven the ownership.
pub async fn approve(db: &Db, clock: Clock, tenant: &str, domain: &str) -> anyhow::Result<()> {
    let domain = normalise(domain).with_context(|| format!("{domain:?} is not a domain name"))?;
    let owner = tenants::by_domain(db, tenant).await?;
    let free = reserve_sso_domains(db, owner, std::slice::from_ref(&domain)).await?;
    ensure!(free, "a tenant of another cell has already proven this domain");
    let change = OperatorChange::begin(db, clock).await?;
    let approved = approve_claim().bind(&*change, &clock.now(), &tenant, &domain.as_str()).opt().await;
    let taken = || Refused(anyhow!("another tenant has already proven this domain"));
    let approved = approved.on_constraint(&[("sso_domains_belong_to_one", taken)]).map_err(|Refused(why)| why)?;
    let Some(provider) = approved else {
        drop(change);
        release_sso_domains(db, owner, std::slice::from_ref(&domain)).await;
        bail!("no identity provider of tenant {tenant} has the domain {domain}");
    };
    let entry = Entry {
        tenant: TenantId(provider.tenant_id),
        kind: "sso_provider",
        id: SsoProviderId(provider.id).to_string(),
        before: None,
        after: Some(json!({"domain": domain, "proven_by": provider.proven_by})),
    };
    change.finish("operator.sso.approve", &[entry]).await?;
    Ok(())
}
