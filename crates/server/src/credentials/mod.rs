//! Who presents a key: its text is checked against PostgreSQL through a short memory that every change of a key
//! empties on every node. A revoked key is refused everywhere within a second.

mod key;
mod memory;
mod uses;

pub use key::{KeyText, Presented, routing};

use crate::{
    clock::Clock,
    db::{Db, Error, Heard, Identity, Reason},
};
use api::{ApiKeyId, Cidr, Grant, OrganizationId, ScopeSet, TenantId};
use jiff::Timestamp;
use memory::Memory;
use queries::queries::credentials::credentials::{Credential, credential_by_prefix};
use std::{net::IpAddr, sync::Arc, time::Duration};
use subtle::ConstantTimeEq;
use uses::Uses;

/// How long a node that cannot hear announcements waits before it tries again.
const RETRY: Duration = Duration::from_millis(200);

/// A tenant's key, as it was when it was looked up.
#[derive(Debug)]
pub struct Principal {
    pub key: ApiKeyId,
    pub grants: Vec<Grant>,
    pub scopes: ScopeSet,
    pub allowed_cidrs: Option<Vec<Cidr>>,
    pub expires_at: Timestamp,
    identity: Identity,
    revoked: bool,
    secret_hash: Vec<u8>,
}

impl Principal {
    pub fn tenant(&self) -> TenantId {
        self.identity.tenant()
    }

    pub fn organizations(&self) -> Option<&[OrganizationId]> {
        self.identity.organizations()
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
    Address,
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

    pub async fn check(&self, text: &str, from: IpAddr) -> Result<Arc<Principal>, Refusal> {
        let presented = Presented::parse(text).ok_or(Refusal::Unknown)?;
        let principal = self.find(&presented).await.map_err(Refusal::Unchecked)?.ok_or(Refusal::Unknown)?;
        // The secret first: whoever does not hold it learns nothing about the key.
        if !bool::from(principal.secret_hash.ct_eq(&presented.secret_hash())) {
            return Err(Refusal::Unknown);
        }
        if principal.revoked {
            return Err(Refusal::Revoked);
        }
        if principal.expires_at <= self.clock.now() {
            return Err(Refusal::Expired);
        }
        match &principal.allowed_cidrs {
            Some(allowed) if !allowed.iter().any(|net| net.contains(from)) => Err(Refusal::Address),
            _ => Ok(principal),
        }
    }

    async fn find(&self, presented: &Presented<'_>) -> Result<Option<Arc<Principal>>, Error> {
        let filling = match self.memory.recall(presented.prefix) {
            Ok(known) => return Ok(Some(known)),
            Err(filling) => filling,
        };
        let system = self.db.system_for_key(presented.routing(), Reason::CredentialLookup).await?;
        let row = credential_by_prefix().bind(&*system, &presented.prefix).opt().await?;
        let found = row.map(|row| Arc::new(principal(row)));
        if let Some(principal) = &found {
            self.memory.learn(filling, presented.prefix, principal);
        }
        Ok(found)
    }

    /// Remembers a use, to be written within the minute.
    pub fn used(&self, principal: &Principal, from: IpAddr, route: &Arc<str>) {
        self.uses.add(principal, self.clock.now(), from, route);
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

    pub async fn write_last_uses(&self) -> Result<(), Error> {
        self.uses.write(&self.db).await
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
        identity: Identity::new(TenantId(row.tenant_id), organizations),
        revoked: row.revoked_at.is_some(),
        secret_hash: row.secret_hash,
    }
}
