//! Who presents a key: its text is checked against PostgreSQL through a short memory that every change of a key
//! empties on every node. A revoked key is refused everywhere within a second.

mod key;
mod memory;
mod uses;

pub use key::{KeyText, Presented, routing};

use crate::{
    clock::Clock,
    db::{Db, Error, Heard, Identity, Reason},
    limits::{Account, Limits, Payer, Policy},
};
use api::{ApiKeyId, Cidr, Grant, OrganizationId, ScopeSet, TenantId};
use jiff::{SignedDuration, Timestamp, civil::Date, tz::TimeZone};
use memory::{Filling, Memory};
use queries::queries::credentials::credentials::{Credential, credential_by_prefix, forget_scope_uses};
use std::{
    net::IpAddr,
    sync::{Arc, OnceLock},
    time::Duration,
};
use subtle::ConstantTimeEq;
use uses::Uses;

/// How long a node that cannot hear announcements waits before it tries again.
const RETRY: Duration = Duration::from_millis(200);

/// The first day that a report of scopes shows.
pub fn report_start(now: Timestamp) -> Date {
    (now - SignedDuration::from_hours(24 * 90)).to_zoned(TimeZone::UTC).date()
}

/// A tenant's key, as it was when it was looked up.
#[derive(Debug)]
pub struct Principal {
    pub key: ApiKeyId,
    pub grants: Vec<Grant>,
    pub scopes: ScopeSet,
    pub allowed_cidrs: Option<Vec<Cidr>>,
    pub expires_at: Timestamp,
    plan: Plan,
    accounts: OnceLock<[Account; 2]>,
    identity: Identity,
    revoked: bool,
    secret_hash: Vec<u8>,
    /// The secret before the last rotation, and until when it works.
    previous: Option<(Vec<u8>, Timestamp)>,
}

/// How many requests the key may make, and all keys of its tenant together.
#[derive(Debug, Clone, Copy)]
struct Plan {
    key: Policy,
    tenant: Policy,
}

impl Principal {
    pub fn tenant(&self) -> TenantId {
        self.identity.tenant()
    }

    pub fn organizations(&self) -> Option<&[OrganizationId]> {
        self.identity.organizations()
    }

    /// What pays for the key's requests.
    pub fn accounts(&self, limits: &Limits) -> &[Account] {
        self.accounts.get_or_init(|| {
            let (key, tenant) = (Payer::Key(self.key.0), Payer::Tenant(self.tenant().0));
            [limits.account(key, self.plan.key), limits.account(tenant, self.plan.tenant)]
        })
    }

    pub fn identity(&self) -> &Identity {
        &self.identity
    }
}

/// Why a credential is not taken.
#[derive(Debug)]
pub enum Refusal {
    Unknown,
    Expired,
    Revoked,
    Rotated,
    Address,
    /// Too many guesses came from there.
    TooMany,
    /// It could not be checked.
    Unchecked(Error),
}

pub struct Credentials {
    db: Db,
    clock: Clock,
    memory: Memory,
    uses: Uses,
}

impl Credentials {
    pub fn new(db: Db, clock: Clock) -> Credentials {
        Credentials { db, clock, memory: Memory::new(), uses: Uses::default() }
    }

    /// `guessed_enough` tells whether PostgreSQL is not to be asked about a key from there that nobody knows here.
    pub async fn check(
        &self,
        text: &str,
        from: IpAddr,
        guessed_enough: impl FnOnce() -> bool,
    ) -> Result<Arc<Principal>, Refusal> {
        let presented = Presented::parse(text).ok_or(Refusal::Unknown)?;
        let principal = match self.memory.recall(presented.prefix) {
            Ok(known) => known,
            Err(_) if guessed_enough() => return Err(Refusal::TooMany),
            Err(filling) => {
                self.find(&presented, filling).await.map_err(Refusal::Unchecked)?.ok_or(Refusal::Unknown)?
            }
        };
        // The secret first: whoever does not hold it learns nothing about the key.
        let (hash, now) = (presented.secret_hash(), self.clock.now());
        let is = |known: &[u8]| bool::from(known.ct_eq(&hash));
        let grace = match &principal.previous {
            _ if is(&principal.secret_hash) => None,
            Some((previous, until)) if is(previous) => Some(*until),
            _ => return Err(Refusal::Unknown),
        };
        if principal.revoked {
            return Err(Refusal::Revoked);
        }
        if principal.expires_at <= now {
            return Err(Refusal::Expired);
        }
        if grace.is_some_and(|until| until <= now) {
            return Err(Refusal::Rotated);
        }
        match &principal.allowed_cidrs {
            Some(allowed) if !allowed.iter().any(|net| net.contains(from)) => Err(Refusal::Address),
            _ => Ok(principal),
        }
    }

    async fn find(&self, presented: &Presented<'_>, filling: Filling) -> Result<Option<Arc<Principal>>, Error> {
        let system = self.db.system_for_key(presented.routing(), Reason::CredentialLookup).await?;
        let row = credential_by_prefix().bind(&*system, &presented.prefix).opt().await?;
        let found = row.map(|row| Arc::new(principal(row)));
        if let Some(principal) = &found {
            self.memory.learn(filling, presented.prefix, principal);
        }
        Ok(found)
    }

    /// Remembers a use of these scopes, to be written within the minute.
    pub fn used(&self, principal: &Principal, from: IpAddr, route: &Arc<str>, scopes: ScopeSet) {
        self.uses.add(principal, self.clock.now(), from, route, scopes);
    }

    /// Forgets keys as they change. Without an ear for announcements it remembers nothing at all.
    pub async fn keep_current(&self) {
        loop {
            let ended = self.db.listen("api_keys", |heard| match heard {
                Heard::Listening => self.memory.resume(),
                Heard::Announcement(prefix) => self.memory.forget(prefix),
            });
            let ended = ended.await;
            self.memory.suspend();
            let error = ended.err().map(tracing::field::display);
            tracing::warn!(error, "no longer hears of revoked keys: asks PostgreSQL for every request meanwhile");
            tokio::time::sleep(RETRY).await;
        }
    }

    /// Whether changes of keys are being heard.
    pub fn is_current(&self) -> bool {
        self.memory.is_on()
    }

    pub async fn write_uses(&self) -> Result<(), Error> {
        self.uses.write(&self.db, self.clock.now()).await
    }

    /// Removes counts of scopes that no report shows any more.
    pub async fn forget_old_uses(&self) -> Result<(), Error> {
        let system = self.db.system(Reason::Retention).await?;
        forget_scope_uses().bind(&*system, &report_start(self.clock.now())).all().await?;
        Ok(())
    }
}

fn principal(row: Credential) -> Principal {
    // A grant that this version does not know gives nothing.
    let grants: Vec<Grant> = row.scopes.iter().filter_map(|text| text.parse().ok()).collect();
    let organizations = row.organization_ids.map(|ids| ids.into_iter().map(OrganizationId).collect());
    Principal {
        key: ApiKeyId(row.id),
        scopes: grants.iter().flat_map(|grant| grant.scopes()).collect(),
        grants,
        // A network that cannot be read allows nobody.
        allowed_cidrs: row.allowed_cidrs.map(|nets| nets.iter().filter_map(|net| net.parse().ok()).collect()),
        expires_at: row.expires_at,
        accounts: OnceLock::new(),
        plan: Plan {
            key: policy(row.key_quota, row.key_window_seconds),
            tenant: policy(row.tenant_quota, row.tenant_window_seconds),
        },
        identity: Identity::new(TenantId(row.tenant_id), organizations),
        revoked: row.revoked_at.is_some(),
        secret_hash: row.secret_hash,
        previous: row.previous_secret_hash.zip(row.grace_until),
    }
}

/// The database keeps plans within what a policy can be; what is not allows least.
fn policy(quota: i32, window_seconds: i32) -> Policy {
    Policy::new(quota, window_seconds).unwrap_or(Policy { quota: 1, window: Duration::from_secs(1) })
}
