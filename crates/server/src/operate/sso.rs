//! `tenant-control sso …`: which tenant a domain belongs to, where the operator knows it without a DNS record.

use crate::{
    auth::sso::domain::normalise,
    clock::Clock,
    db::{Db, OnConstraint, Reason},
    operate::Refused,
};
use anyhow::{Context, anyhow};
use queries::queries::operate::sso::{Claim, approve_claim, list_claims};

pub async fn list(db: &Db) -> anyhow::Result<Vec<Claim>> {
    let system = db.system(Reason::Operator).await?;
    Ok(list_claims().bind(&*system).all().await?)
}

/// The tenant's people sign in by this domain, as if its DNS had shown that it is the tenant's.
pub async fn approve(db: &Db, clock: Clock, tenant: &str, domain: &str) -> anyhow::Result<()> {
    let domain = normalise(domain).with_context(|| format!("{domain:?} is not a domain name"))?;
    let system = db.system(Reason::Operator).await?;
    let approved = approve_claim().bind(&*system, &clock.now(), &tenant, &domain.as_str()).opt().await;
    let taken = || Refused(anyhow!("another tenant has proven this domain"));
    let approved = approved.on_constraint(&[("sso_domains_belong_to_one", taken)]).map_err(|Refused(why)| why)?;
    approved.with_context(|| format!("no identity provider of the tenant {tenant} names the domain {domain}"))?;
    Ok(())
}
