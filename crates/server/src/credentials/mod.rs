//! Who presents a key or a session: its text is checked against PostgreSQL through a short memory that every change
//! empties on every node. What was revoked is refused everywhere within a second.

mod key;
mod memory;
mod secrets;
mod uses;

pub use key::{KeyText, Presented, new_secret, routing};

use crate::{
    clock::Clock,
    db::{Db, Error, Heard, Identity, Reason},
    limits::{Account, Limits, Payer, Policy},
};
use api::{Actor, ActorKind, ApiKeyId, Cidr, Grant, OrganizationId, Role, ScopeSet, SessionId, TenantId, UserId};
use jiff::{SignedDuration, Timestamp, civil::Date, tz::TimeZone};
use memory::{Filling, Memory};
use queries::queries::credentials::credentials::{
    Credential, RoleOfUser, SessionCredential, credential_by_id, credential_by_prefix, end_of_secret,
    forget_scope_uses, forget_sessions, role_of_user, session_by_prefix, touch_session,
};
use secrets::{Secrets, Standing};
use std::{
    net::IpAddr,
    sync::{Arc, OnceLock},
    time::Duration,
};
use uses::Uses;
use uuid::Uuid;

/// How long a node that cannot hear announcements waits before it tries again.
const RETRY: Duration = Duration::from_millis(200);

/// How long a session that has ended is kept for those who look.
const ENDED: SignedDuration = SignedDuration::from_hours(24 * 30);

/// How precisely the last use of a session is known. While it is in use it is looked up more often than that.
const TOUCHED: SignedDuration = SignedDuration::from_secs(60);

/// The first day that a report of scopes shows.
pub fn report_start(now: Timestamp) -> Date {
    (now - SignedDuration::from_hours(24 * 90)).to_zoned(TimeZone::UTC).date()
}

/// Who holds the credential.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holder {
    Key(ApiKeyId),
    User { id: UserId, session: SessionId, last_used_at: Timestamp },
}

/// A tenant's key, or a session of one of its users, as it was when it was looked up.
#[derive(Debug)]
pub struct Principal {
    pub holder: Holder,
    pub grants: Vec<Grant>,
    pub scopes: ScopeSet,
    pub allowed_cidrs: Option<Vec<Cidr>>,
    pub expires_at: Timestamp,
    plan: Plan,
    accounts: OnceLock<[Account; 2]>,
    identity: Identity,
    revoked: bool,
    /// A session that was not used for too long; it stays so.
    idle: bool,
    secrets: Secrets,
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

    /// What pays for its requests.
    pub fn accounts(&self, limits: &Limits) -> &[Account] {
        self.accounts.get_or_init(|| {
            let own = match self.holder {
                Holder::Key(key) => Payer::Key(key.0),
                Holder::User { id, .. } => Payer::User(id.0),
            };
            let tenant = Payer::Tenant(self.tenant().0);
            [limits.account(own, self.plan.key), limits.account(tenant, self.plan.tenant)]
        })
    }

    /// Who acts, as a row has it.
    pub fn actor(&self) -> (&'static str, Uuid) {
        match self.holder {
            Holder::Key(id) => ("api_key", id.0),
            Holder::User { id, .. } => ("user", id.0),
        }
    }

    /// Who acts, as customers read it.
    pub fn wire_actor(&self) -> Actor {
        match self.holder {
            Holder::Key(id) => Actor { kind: ActorKind::ApiKey, id: Some(id.to_string()) },
            Holder::User { id, .. } => Actor { kind: ActorKind::User, id: Some(id.to_string()) },
        }
    }

    pub fn user(&self) -> Option<UserId> {
        match self.holder {
            Holder::Key(_) => None,
            Holder::User { id, .. } => Some(id),
        }
    }

    pub fn session(&self) -> Option<SessionId> {
        match self.holder {
            Holder::Key(_) => None,
            Holder::User { session, .. } => Some(session),
        }
    }

    /// Until when it may give away what it has. A user outlives their session.
    pub fn gives_until(&self) -> Timestamp {
        match self.holder {
            Holder::Key(_) => self.expires_at,
            Holder::User { .. } => Timestamp::MAX,
        }
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
    session_idle: SignedDuration,
    memory: Memory,
    uses: Uses,
}

impl Credentials {
    pub fn new(db: Db, clock: Clock, session_idle: SignedDuration) -> Credentials {
        Credentials { db, clock, session_idle, memory: Memory::new(), uses: Uses::default() }
    }

    /// `guessed_enough` tells whether PostgreSQL is not to be asked about a text from there that nobody knows here.
    pub async fn check(
        &self,
        text: &str,
        from: IpAddr,
        guessed_enough: impl Fn() -> bool,
    ) -> Result<Arc<Principal>, Refusal> {
        let presented = Presented::parse(text).ok_or(Refusal::Unknown)?;
        let (hash, now) = (presented.secret_hash(), self.clock.now());
        // What is remembered may lack a secret that was issued a moment ago, so only PostgreSQL says that there is none.
        let recalled = self.memory.recall(presented.prefix);
        let (principal, looked_up) = match recalled {
            Ok(known) if known.secrets.standing(&hash, now) != Standing::Unknown => (known, false),
            _ if guessed_enough() => return Err(Refusal::TooMany),
            recalled => {
                let filling = recalled.err().unwrap_or_else(|| self.memory.filling());
                let found = self.find(&presented, filling).await.map_err(Refusal::Unchecked)?;
                (found.ok_or(Refusal::Unknown)?, true)
            }
        };
        // The secret first: whoever does not hold it learns nothing about the key.
        let standing = match principal.secrets.standing(&hash, now) {
            Standing::Unknown => self.standing_of_ended(&principal, &hash).await.map_err(Refusal::Unchecked)?,
            known => known,
        };
        if standing == Standing::Unknown {
            return Err(Refusal::Unknown);
        }
        if principal.revoked {
            return Err(Refusal::Revoked);
        }
        if principal.expires_at <= now || principal.idle {
            return Err(Refusal::Expired);
        }
        if standing == Standing::Ended {
            return Err(Refusal::Rotated);
        }
        match &principal.allowed_cidrs {
            Some(allowed) if !allowed.iter().any(|net| net.contains(from)) => return Err(Refusal::Address),
            _ => {}
        }
        if looked_up {
            self.touch(&principal, now).await.map_err(Refusal::Unchecked)?;
        }
        Ok(principal)
    }

    /// Whether a secret that is not among those that work was the key's before a rotation.
    async fn standing_of_ended(&self, principal: &Principal, hash: &[u8]) -> Result<Standing, Error> {
        let Holder::Key(key) = principal.holder else { return Ok(Standing::Unknown) };
        if !principal.secrets.has_ended() {
            return Ok(Standing::Unknown);
        }
        let system = self.db.system(Reason::CredentialLookup).await?;
        let ended = end_of_secret().bind(&*system, &principal.tenant().0, &key.0, &hash).opt().await?;
        Ok(if ended.is_some() { Standing::Ended } else { Standing::Unknown })
    }

    /// Notes that a session is in use, once a minute at most.
    async fn touch(&self, principal: &Principal, now: Timestamp) -> Result<(), Error> {
        let Holder::User { session, last_used_at, .. } = principal.holder else { return Ok(()) };
        if now - TOUCHED < last_used_at {
            return Ok(());
        }
        let system = self.db.system(Reason::LastUses).await?;
        touch_session().bind(&*system, &now, &principal.tenant().0, &session.0).opt().await?;
        Ok(())
    }

    async fn find(&self, presented: &Presented<'_>, filling: Filling) -> Result<Option<Arc<Principal>>, Error> {
        let system = self.db.system_for_key(presented.routing(), Reason::CredentialLookup).await?;
        let found = if presented.is_session() {
            let row = session_by_prefix().bind(&*system, &presented.prefix).opt().await?;
            row.map(|row| of_session(row, self.clock.now() - self.session_idle))
        } else {
            credential_by_prefix().bind(&*system, &self.clock.now(), &presented.prefix).opt().await?.map(of_key)
        };
        let found = found.map(Arc::new);
        if let Some(principal) = &found {
            self.memory.learn(filling, presented.prefix, principal);
        }
        Ok(found)
    }

    /// What a key or a user may do at the moment, for what the service does on their behalf: within these organizations,
    /// where there are some. No credential was presented, so nothing is said of networks.
    pub async fn rights_of(
        &self,
        tenant: TenantId,
        actor: (&str, Uuid),
        within: Option<&[OrganizationId]>,
    ) -> Result<Principal, Refusal> {
        let system = self.db.system(Reason::CredentialLookup).await.map_err(Refusal::Unchecked)?;
        let found = match actor {
            ("user", id) => role_of_user()
                .bind(&*system, &tenant.0, &id)
                .opt()
                .await
                .map(|row| row.map(|row| of_user(tenant, id, &row))),
            (_, id) => credential_by_id().bind(&*system, &tenant.0, &id).opt().await.map(|row| row.map(of_key)),
        };
        let mut principal = found.map_err(|error| Refusal::Unchecked(error.into()))?.ok_or(Refusal::Unknown)?;
        if principal.revoked {
            return Err(Refusal::Revoked);
        }
        if principal.expires_at <= self.clock.now() {
            return Err(Refusal::Expired);
        }
        if let Some(within) = within {
            let own = principal.organizations();
            let both = within.iter().copied().filter(|id| own.is_none_or(|own| own.contains(id))).collect();
            principal.identity = Identity::new(tenant, Some(both));
        }
        Ok(principal)
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
            tracing::warn!(
                error,
                "no longer hears of revoked keys and sessions: asks PostgreSQL for every request meanwhile"
            );
            tokio::time::sleep(RETRY).await;
        }
    }

    /// Something has changed about the key or session with this prefix.
    pub fn forget(&self, prefix: &str) {
        self.memory.forget(prefix);
    }

    /// Whether changes of keys are being heard.
    pub fn is_current(&self) -> bool {
        self.memory.is_on()
    }

    pub async fn write_uses(&self) -> Result<(), Error> {
        self.uses.write(&self.db, self.clock.now()).await
    }

    /// Removes sessions that ended long ago, until none is left.
    pub async fn forget_old_sessions(&self) -> Result<(), Error> {
        loop {
            let system = self.db.system(Reason::Retention).await?;
            if forget_sessions().bind(&*system, &(self.clock.now() - ENDED)).all().await?.is_empty() {
                return Ok(());
            }
        }
    }

    /// Removes counts of scopes that no report shows any more.
    pub async fn forget_old_uses(&self) -> Result<(), Error> {
        let system = self.db.system(Reason::Retention).await?;
        forget_scope_uses().bind(&*system, &report_start(self.clock.now())).all().await?;
        Ok(())
    }
}

fn of_key(row: Credential) -> Principal {
    // A grant that this version does not know gives nothing.
    let grants: Vec<Grant> = row.scopes.iter().filter_map(|text| text.parse().ok()).collect();
    let organizations = row.organization_ids.map(|ids| ids.into_iter().map(OrganizationId).collect());
    Principal {
        holder: Holder::Key(ApiKeyId(row.id)),
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
        idle: false,
        secrets: Secrets::of_key(row.secret_hashes, row.secret_ends, row.has_ended_secrets),
    }
}

fn of_session(row: SessionCredential, idle_since: Timestamp) -> Principal {
    // A role that this version does not know gives nothing.
    let grants = row.role.parse().map_or(&[][..], Role::grants);
    Principal {
        holder: Holder::User { id: UserId(row.user_id), session: SessionId(row.id), last_used_at: row.last_used_at },
        scopes: grants.iter().flat_map(|grant| grant.scopes()).collect(),
        grants: grants.to_vec(),
        allowed_cidrs: None,
        expires_at: row.expires_at,
        accounts: OnceLock::new(),
        plan: Plan {
            key: policy(row.key_quota, row.key_window_seconds),
            tenant: policy(row.tenant_quota, row.tenant_window_seconds),
        },
        identity: Identity::new(TenantId(row.tenant_id), None),
        revoked: row.revoked_at.is_some(),
        idle: row.last_used_at <= idle_since,
        secrets: Secrets::only(row.secret_hash),
    }
}

/// A user who is not here: what their role gives them, in no session.
fn of_user(tenant: TenantId, id: Uuid, row: &RoleOfUser) -> Principal {
    let grants = row.role.parse().map_or(&[][..], Role::grants);
    Principal {
        holder: Holder::User { id: UserId(id), session: SessionId(Uuid::nil()), last_used_at: Timestamp::UNIX_EPOCH },
        scopes: grants.iter().flat_map(|grant| grant.scopes()).collect(),
        grants: grants.to_vec(),
        allowed_cidrs: None,
        expires_at: Timestamp::MAX,
        accounts: OnceLock::new(),
        plan: Plan {
            key: policy(row.key_quota, row.key_window_seconds),
            tenant: policy(row.tenant_quota, row.tenant_window_seconds),
        },
        identity: Identity::new(tenant, None),
        revoked: false,
        idle: false,
        secrets: Secrets::default(),
    }
}

/// The database keeps plans within what a policy can be; what is not allows least.
fn policy(quota: i32, window_seconds: i32) -> Policy {
    Policy::new(quota, window_seconds).unwrap_or(Policy { quota: 1, window: Duration::from_secs(1) })
}
