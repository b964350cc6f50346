//! The directory of cells: in which cell each tenant is, by the routing part of its keys, and which tenant an SSO domain belongs to.
//!
//! Every cell has a copy. One cell is the home, to which all changes are written; the others receive them by replication. An
//! installation whose cell has no name has only this cell, and all functions here find nothing and do nothing.

use crate::db::{Db, Error, Reason, System};
use api::TenantId;
use queries::queries::directory::directory::{
    claim_sso_domains, elsewhere, elsewhere_by_domain, given_up, remove_sso_domains, tenant_here,
};

/// The cell that serves a tenant instead of this one, and its public URL, which is empty if it is unknown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Elsewhere {
    pub cell: String,
    pub url: String,
}

impl Elsewhere {
    /// From two columns of a row, which are null if the tenant is served here.
    pub fn of(cell: Option<String>, url: Option<String>) -> Option<Elsewhere> {
        Some(Elsewhere { cell: cell?, url: url.unwrap_or_default() })
    }

    pub async fn by_routing(system: &System, routing: &str) -> Result<Option<Elsewhere>, Error> {
        let found = elsewhere().bind(&**system, &routing).opt().await?;
        Ok(found.map(|found| Elsewhere { cell: found.cell, url: found.url }))
    }

    pub async fn by_sso_domain(system: &System, domain: &str) -> Result<Option<Elsewhere>, Error> {
        let found = elsewhere_by_domain().bind(&**system, &domain).opt().await?;
        Ok(found.map(|found| Elsewhere { cell: found.cell, url: found.url }))
    }
}

/// Reserves domains for a tenant in all cells. Returns false if one of them belongs to a tenant of another cell. It is called
/// before the domains are proven here; a reservation that is not used after all blocks only other tenants, and is repeatable.
pub async fn reserve_sso_domains(db: &Db, tenant: TenantId, domains: &[String]) -> Result<bool, Error> {
    if domains.is_empty() {
        return Ok(true);
    }
    let system = db.system(Reason::Directory).await?;
    let Some(here) = tenant_here().bind(&*system, &tenant.0).opt().await? else { return Ok(true) };
    drop(system);
    db.check_home(here.is_home)?;
    let home = db.home(Reason::Directory).await?;
    let reserved = claim_sso_domains().bind(&*home, &here.routing.as_str(), &domains).all().await?;
    Ok(reserved.len() == domains.len())
}

/// Releases the domains that a tenant has given up, if it has. If that fails, no other tenant can use them until
/// `tenant-control cell sync`.
pub async fn release_sso_domains(db: &Db, tenant: TenantId, domains: &[String]) {
    if domains.is_empty() {
        return;
    }
    let released = async {
        let system = db.system(Reason::Directory).await?;
        let given_up = given_up().bind(&*system, &domains, &tenant.0).opt().await?;
        drop(system);
        let Some(given_up) = given_up.filter(|given_up| !given_up.domains.is_empty()) else { return Ok(()) };
        db.check_home(given_up.is_home)?;
        let home = db.home(Reason::Directory).await?;
        remove_sso_domains().bind(&*home, &given_up.routing.as_str(), &given_up.domains).all().await?;
        Ok::<(), Error>(())
    };
    if let Err(error) = released.await {
        let error = format!("{:#}", error.into_cause());
        tracing::warn!(error, ?domains, "failed to release domains in the directory: run `tenant-control cell sync`");
    }
}
