//! `tenant-control tenant …`: the tenants of this installation.

use crate::operate::{
    Refused,
    audit::{Entry, OperatorChange},
    cells::{Reserved, reserve},
};
use anyhow::{Context, anyhow, ensure};
use api::{ApiKeyId, Grant, TenantId, session::Environment};
use jiff::{SignedDuration, Timestamp};
use kernel::{
    clock::Clock,
    credentials::{KeyText, routing},
    db::{Db, OnConstraint, Reason},
};
use queries::{
    client::Params,
    queries::operate::tenants::{
        CreateAdminKeyParams, CreateTenantParams, TenantRow, create_admin_key, create_tenant, list_tenants,
        tenant_by_domain,
    },
};
use serde_json::json;
use uuid::Uuid;

/// An admin key has the maximum lifetime of a key: keys that it creates cannot outlive it.
const ADMIN_KEY_DAYS: i32 = 365;

const ADMIN_KEY_LIFE: SignedDuration = SignedDuration::from_hours(24 * ADMIN_KEY_DAYS as i64);

const FIRST_KEY: &str = "First admin key";
const ANOTHER_KEY: &str = "Admin key by the operator";

pub struct NewTenant {
    pub name: String,
    pub domain: String,
    pub environment: Environment,
    pub platform: bool,
}

/// A tenant and its admin key, which is shown once.
pub struct AdminKey {
    pub tenant: TenantId,
    pub id: ApiKeyId,
    pub key: String,
}

pub async fn create(db: &Db, clock: Clock, new: NewTenant) -> anyhow::Result<AdminKey> {
    let domain = new.domain.trim().to_ascii_lowercase();
    ensure!(is_domain(&domain), "{:?} is not a domain name, such as acme.example", new.domain);
    ensure!((1..=200).contains(&new.name.trim().chars().count()), "a name has 1 to 200 characters");
    let new_place = Reserved { routing: routing(), tenant: clock.id() };
    let Reserved { routing, tenant: id } = reserve(db, clock, new_place, &domain).await?;
    let (key_id, now) = (clock.id(), clock.now());
    let key = KeyText::new(new.environment, &routing);
    let change = OperatorChange::begin(db, clock).await?;
    create_tenant()
        .params(
            &*change,
            &CreateTenantParams {
                tenant_id: id,
                name: new.name.trim(),
                domain: domain.as_str(),
                environment: new.environment.name(),
                platform: new.platform,
                routing: routing.as_str(),
                administrator_id: clock.id(),
                now,
                key_id,
                key_name: FIRST_KEY,
                scopes: [Grant::Everything.to_string()].as_slice(),
                key_prefix: key.prefix.as_str(),
                key_last4: key.last4.as_str(),
                secret_id: clock.id(),
                secret_hash: key.secret_hash.as_slice(),
                expires_days: ADMIN_KEY_DAYS,
                expires_at: now + ADMIN_KEY_LIFE,
            },
        )
        .one()
        .await
        .on_constraint(&[
            // With the place of the tenant in the directory, if it is in this cell.
            ("tenants_pkey", || Refused(anyhow!("another tenant has this domain"))),
            ("tenants_domain_is_unique", || Refused(anyhow!("another tenant has this domain"))),
            ("tenants_platform_is_one", || Refused(anyhow!("a platform tenant already exists"))),
        ])
        .map_err(|Refused(why)| why)?;
    let tenant = json!({
        "name": new.name.trim(), "domain": domain, "environment": new.environment.name(), "platform": new.platform,
    });
    let created =
        Entry { tenant: TenantId(id), kind: "tenant", id: TenantId(id).to_string(), before: None, after: Some(tenant) };
    let entries = [created, key_entry(TenantId(id), key_id, FIRST_KEY, &key, now)];
    change.finish("operator.tenant.create", &entries).await?;
    Ok(AdminKey { tenant: TenantId(id), id: ApiKeyId(key_id), key: key.reveal() })
}

/// Another admin key, for a tenant whose keys are lost or expired. It does not count towards a quota.
pub async fn create_key(db: &Db, clock: Clock, domain: &str) -> anyhow::Result<AdminKey> {
    let system = db.system(Reason::Operator).await?;
    let tenant = tenant_by_domain().bind(&*system, &domain).opt().await?;
    let tenant = tenant.with_context(|| format!("no tenant has the domain {domain}"))?;
    drop(system);
    let change = OperatorChange::begin(db, clock).await?;
    let (id, now) = (clock.id(), clock.now());
    let key = KeyText::new(Environment::named(&tenant.environment), &tenant.routing);
    create_admin_key()
        .params(
            &*change,
            &CreateAdminKeyParams {
                tenant_id: tenant.id,
                id,
                name: ANOTHER_KEY,
                scopes: [Grant::Everything.to_string()].as_slice(),
                key_prefix: key.prefix.as_str(),
                key_last4: key.last4.as_str(),
                secret_id: clock.id(),
                secret_hash: key.secret_hash.as_slice(),
                expires_days: ADMIN_KEY_DAYS,
                expires_at: now + ADMIN_KEY_LIFE,
                now,
            },
        )
        .one()
        .await?;
    let entry = key_entry(TenantId(tenant.id), id, ANOTHER_KEY, &key, now);
    change.finish("operator.tenant.key", &[entry]).await?;
    Ok(AdminKey { tenant: TenantId(tenant.id), id: ApiKeyId(id), key: key.reveal() })
}

/// The audit entry of an admin key, without the secret.
fn key_entry(tenant: TenantId, id: Uuid, name: &str, key: &KeyText, now: Timestamp) -> Entry {
    let after = json!({
        "name": name,
        "key_prefix": key.prefix,
        "scopes": [Grant::Everything.to_string()],
        "expires_at": now + ADMIN_KEY_LIFE,
    });
    Entry { tenant, kind: "api_key", id: ApiKeyId(id).to_string(), before: None, after: Some(after) }
}

pub async fn by_domain(db: &Db, domain: &str) -> anyhow::Result<TenantId> {
    let system = db.system(Reason::Operator).await?;
    let tenant = tenant_by_domain().bind(&*system, &domain).opt().await?;
    Ok(TenantId(tenant.with_context(|| format!("no tenant has the domain {domain}"))?.id))
}

pub async fn list(db: &Db) -> anyhow::Result<Vec<TenantRow>> {
    let system = db.system(Reason::Operator).await?;
    Ok(list_tenants().bind(&*system).all().await?)
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
