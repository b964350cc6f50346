//! `tenant-control tenant …`: the tenants of this installation.

use crate::{
    clock::Clock,
    credentials::{KeyText, routing},
    db::{Db, OnConstraint, Reason},
};
use anyhow::{anyhow, ensure};
use api::{ApiKeyId, Grant, TenantId, session::Environment};
use jiff::SignedDuration;
use queries::{
    client::Params,
    queries::operate::tenants::{CreateTenantParams, TenantRow, create_tenant, list_tenants},
};

/// The first key lasts as long as a key can: what it creates cannot outlive it.
const FIRST_KEY_DAYS: i32 = 365;

pub struct NewTenant {
    pub name: String,
    pub domain: String,
    pub environment: Environment,
    pub platform: bool,
}

/// A tenant's first key, shown once.
pub struct CreatedTenant {
    pub id: TenantId,
    pub key_id: ApiKeyId,
    pub key: String,
}

pub async fn create(db: &Db, clock: Clock, new: NewTenant) -> anyhow::Result<CreatedTenant> {
    let domain = new.domain.trim().to_ascii_lowercase();
    ensure!(is_domain(&domain), "{:?} is not a domain name, such as acme.example", new.domain);
    ensure!((1..=200).contains(&new.name.trim().chars().count()), "a name has 1 to 200 characters");
    let (id, key_id, now, routing) = (clock.id(), clock.id(), clock.now(), routing());
    let key = KeyText::new(new.environment, &routing);
    let system = db.system(Reason::Operator).await?;
    create_tenant()
        .params(
            &*system,
            &CreateTenantParams {
                tenant_id: id,
                name: new.name.trim(),
                domain: domain.as_str(),
                environment: new.environment.name(),
                platform: new.platform,
                routing: routing.as_str(),
                now,
                key_id,
                key_name: "First admin key",
                scopes: [Grant::Everything.to_string()].as_slice(),
                key_prefix: key.prefix.as_str(),
                key_last4: key.last4.as_str(),
                secret_hash: key.secret_hash.as_slice(),
                expires_days: FIRST_KEY_DAYS,
                expires_at: now + SignedDuration::from_hours(24 * i64::from(FIRST_KEY_DAYS)),
            },
        )
        .one()
        .await
        .on_constraint(&[
            ("tenants_domain_is_unique", || Refused(anyhow!("another tenant has this domain"))),
            ("tenants_platform_is_one", || Refused(anyhow!("there is a platform tenant already"))),
        ])
        .map_err(|Refused(why)| why)?;
    Ok(CreatedTenant { id: TenantId(id), key_id: ApiKeyId(key_id), key: key.reveal() })
}

pub async fn list(db: &Db) -> anyhow::Result<Vec<TenantRow>> {
    let system = db.system(Reason::Operator).await?;
    Ok(list_tenants().bind(&*system).all().await?)
}

struct Refused(anyhow::Error);

impl From<crate::db::Error> for Refused {
    fn from(error: crate::db::Error) -> Refused {
        Refused(error.into())
    }
}

fn is_domain(text: &str) -> bool {
    let label = |label: &str| {
        (1..=63).contains(&label.len())
            && label.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    text.len() <= 253 && text.contains('.') && text.split('.').all(label)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_domain_is_told_from_what_is_none() {
        assert!(is_domain("acme.example") && is_domain("xn--bcher-kva.example"));
        for wrong in ["acme", "acme..example", "-acme.example", "acme.example/x", "a b.example", ""] {
            assert!(!is_domain(wrong), "{wrong}");
        }
    }
}
