//! Who somebody is by a key or a session, and what they may do: made in one place from what was looked up.

use super::{
    rights::{OwnerRow, Rights},
    secrets::Secrets,
};
use crate::{
    db::Identity,
    limits::{Account, Limits, Payer, Policy},
};
use api::{Actor, ActorKind, ApiKeyId, Cidr, Grant, OrganizationId, Owner, ScopeSet, SessionId, TenantId, UserId};
use jiff::Timestamp;
use queries::queries::credentials::credentials::{Credential, SessionCredential};
use std::{sync::OnceLock, time::Duration};
use uuid::Uuid;

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
    /// Whom the key belongs to; of a session its user.
    pub(super) owner: Owner,
    /// The owner is disabled or deleted, and gives no rights.
    pub(super) owner_disabled: bool,
    /// What its owner has at the moment, of what it has itself.
    pub grants: Vec<Grant>,
    pub scopes: ScopeSet,
    pub allowed_cidrs: Option<Vec<Cidr>>,
    pub expires_at: Timestamp,
    pub(super) plan: Plan,
    pub(super) accounts: OnceLock<[Account; 2]>,
    pub(super) identity: Identity,
    pub(super) revoked: bool,
    /// A session that was not used for too long; it stays so.
    pub(super) idle: bool,
    pub(super) secrets: Secrets,
}

/// How many requests the key may make, and all keys of its tenant together.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    pub key: Policy,
    pub tenant: Policy,
}

impl Plan {
    /// As a row has it: quotas and their windows in seconds.
    pub fn stored((key, key_window): (i32, i32), (tenant, tenant_window): (i32, i32)) -> Plan {
        Plan { key: policy(key, key_window), tenant: policy(tenant, tenant_window) }
    }
}

impl Holder {
    /// In whose name a run of a workflow acts: nobody has presented anything.
    pub fn author((kind, id): (&str, Uuid)) -> Holder {
        match kind {
            "user" => {
                let (session, last_used_at) = (SessionId(Uuid::nil()), Timestamp::UNIX_EPOCH);
                Holder::User { id: UserId(id), session, last_used_at }
            }
            _ => Holder::Key(ApiKeyId(id)),
        }
    }
}

impl Principal {
    /// With these rights; `None` where the owner is disabled. Nothing is said of a secret.
    pub(super) fn new(holder: Holder, owner: Owner, tenant: TenantId, rights: Option<Rights>, plan: Plan) -> Principal {
        let owner_disabled = rights.is_none();
        let Rights { grants, organizations } =
            rights.unwrap_or(Rights { grants: vec![], organizations: Some(vec![]) });
        Principal {
            holder,
            owner,
            owner_disabled,
            scopes: grants.iter().flat_map(|grant| grant.scopes()).collect(),
            grants,
            allowed_cidrs: None,
            expires_at: Timestamp::MAX,
            plan,
            accounts: OnceLock::new(),
            identity: Identity::new(tenant, organizations),
            revoked: false,
            idle: false,
            secrets: Secrets::default(),
        }
    }

    pub fn owner(&self) -> Owner {
        self.owner
    }

    /// What it may do at the moment, and where.
    pub fn rights(&self) -> Rights {
        Rights { grants: self.grants.clone(), organizations: self.organizations().map(<[_]>::to_vec) }
    }

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

pub(super) fn of_key(row: Credential) -> Principal {
    let key = (row.key_quota, row.key_window_seconds);
    let plan = Plan::stored(key, (row.tenant_quota, row.tenant_window_seconds));
    let own = Rights::stored(&row.scopes, row.organization_ids);
    let present = OwnerRow {
        role: row.owner_role,
        scopes: row.owner_scopes,
        organization_ids: row.owner_organization_ids,
        active: row.owner_active,
    };
    let rights = present.rights().map(|rights| own.within(&rights));
    let (holder, owner) = (Holder::Key(ApiKeyId(row.id)), Owner::stored(&row.owner_kind, row.owner_id));
    Principal {
        // A network that cannot be read allows nobody.
        allowed_cidrs: row.allowed_cidrs.map(|nets| nets.iter().filter_map(|net| net.parse().ok()).collect()),
        expires_at: row.expires_at,
        revoked: row.revoked_at.is_some(),
        secrets: Secrets::of_key(row.secret_hashes, row.secret_ends, row.has_ended_secrets),
        ..Principal::new(holder, owner, TenantId(row.tenant_id), rights, plan)
    }
}

pub(super) fn of_session(row: SessionCredential, idle_since: Timestamp) -> Principal {
    let key = (row.key_quota, row.key_window_seconds);
    let plan = Plan::stored(key, (row.tenant_quota, row.tenant_window_seconds));
    let user = UserId(row.user_id);
    let holder = Holder::User { id: user, session: SessionId(row.id), last_used_at: row.last_used_at };
    let rights = (row.status == "active").then(|| Rights::of_role(&row.role));
    Principal {
        expires_at: row.expires_at,
        revoked: row.revoked_at.is_some(),
        idle: row.last_used_at <= idle_since,
        secrets: Secrets::only(row.secret_hash),
        ..Principal::new(holder, Owner::User(user), TenantId(row.tenant_id), rights, plan)
    }
}

/// The database keeps plans within what a policy can be; what is not allows least.
fn policy(quota: i32, window_seconds: i32) -> Policy {
    Policy::new(quota, window_seconds).unwrap_or(Policy { quota: 1, window: Duration::from_secs(1) })
}
