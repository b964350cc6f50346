//! The identity and rights behind a key, a session or an owned object, built in one place from the rows.

use super::{
    Refusal,
    rights::{Ceiling, OwnerRow, Rights},
    secrets::{Secrets, Standing},
};
use crate::{
    db::Identity,
    limits::{Account, Limits, Payer, Policy},
};
use api::{Actor, ActorKind, ApiKeyId, Cidr, Grant, OrganizationId, Owner, ScopeSet, SessionId, TenantId, UserId};
use jiff::Timestamp;
use queries::queries::credentials::credentials::{Credential, PresentOwner, SessionCredential};
use std::{net::IpAddr, sync::OnceLock, time::Duration};
use uuid::Uuid;

/// The holder of the credential.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holder {
    Key(ApiKeyId),
    User { id: UserId, session: SessionId, last_used_at: Timestamp },
}

/// A tenant's key, or a session of one of its users, as it was when it was looked up.
#[derive(Debug)]
pub struct Principal {
    pub holder: Holder,
    /// The owner of the key; for a session, its user.
    owner: Owner,
    /// The owner is disabled or deleted, and gives no rights.
    owner_disabled: bool,
    /// Its own rights, limited by the current rights of its owner.
    pub grants: Vec<Grant>,
    pub scopes: ScopeSet,
    plan: Plan,
    accounts: OnceLock<[Account; 2]>,
    identity: Identity,
    validity: Validity,
}

/// The secrets of the credential, its expiry, and the networks that may use it.
#[derive(Debug)]
pub struct Validity {
    secrets: Secrets,
    allowed_cidrs: Option<Vec<Cidr>>,
    expires_at: Timestamp,
    revoked: bool,
    /// The session was idle for too long. It cannot become valid again.
    idle: bool,
}

impl Validity {
    /// For a principal without a credential, which ends with its owner.
    pub const UNPRESENTED: Validity = Validity {
        secrets: Secrets::NONE,
        allowed_cidrs: None,
        expires_at: Timestamp::MAX,
        revoked: false,
        idle: false,
    };
}

/// The rate limits of the key, and of all keys of its tenant together.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    pub key: Policy,
    pub tenant: Policy,
}

/// The plan in the columns of a row: several statements read the same columns.
macro_rules! plan {
    ($row:ident) => {
        Plan {
            key: policy($row.key_quota, $row.key_window_seconds),
            tenant: policy($row.tenant_quota, $row.tenant_window_seconds),
        }
    };
}

impl Holder {
    /// The principal of a workflow's run: no credential is presented.
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
    /// With these rights; `None` if the owner is disabled.
    pub(super) fn new(
        (holder, owner): (Holder, Owner),
        tenant: TenantId,
        rights: Option<Rights>,
        plan: Plan,
        validity: Validity,
    ) -> Principal {
        let owner_disabled = rights.is_none();
        let Rights { grants, organizations } = rights.unwrap_or(Rights { grants: vec![], organizations: Some(vec![]) });
        Principal {
            holder,
            owner,
            owner_disabled,
            scopes: grants.iter().flat_map(|grant| grant.scopes()).collect(),
            grants,
            plan,
            accounts: OnceLock::new(),
            identity: Identity::new(tenant, organizations),
            validity,
        }
    }

    pub(super) fn of_key(row: Credential) -> Principal {
        let plan = plan!(row);
        let own = Rights::stored(&row.scopes, row.organization_ids);
        let present = OwnerRow {
            role: row.owner_role,
            scopes: row.owner_scopes,
            organization_ids: row.owner_organization_ids,
            active: row.owner_active,
        };
        let rights = present.rights().map(|rights| own.within(&rights));
        let validity = Validity {
            secrets: Secrets::of_key(row.secret_hashes, row.secret_ends, row.has_ended_secrets),
            // A network that cannot be parsed allows no address.
            allowed_cidrs: row.allowed_cidrs.map(|nets| nets.iter().filter_map(|net| net.parse().ok()).collect()),
            expires_at: row.expires_at,
            revoked: row.revoked_at.is_some(),
            idle: false,
        };
        let who = (Holder::Key(ApiKeyId(row.id)), Owner::stored(&row.owner_kind, row.owner_id));
        Principal::new(who, TenantId(row.tenant_id), rights, plan, validity)
    }

    pub(super) fn of_session(row: SessionCredential, idle_since: Timestamp) -> Principal {
        let plan = plan!(row);
        let user = UserId(row.user_id);
        let holder = Holder::User { id: user, session: SessionId(row.id), last_used_at: row.last_used_at };
        let rights = (row.status == "active").then(|| Rights::of_role(&row.role));
        let validity = Validity {
            secrets: Secrets::only(row.secret_hash),
            allowed_cidrs: None,
            expires_at: row.expires_at,
            revoked: row.revoked_at.is_some(),
            idle: row.last_used_at <= idle_since,
        };
        Principal::new((holder, Owner::User(user)), TenantId(row.tenant_id), rights, plan, validity)
    }

    /// The principal of an owned object, such as a workflow: it acts in the name of its author, and has the rights of
    /// its owner, within the ceiling and these organizations, if there are any. `None` if the owner is disabled.
    pub(super) fn of_owner(
        row: PresentOwner,
        tenant: TenantId,
        (author, owner): (Holder, Owner),
        ceiling: &Ceiling,
        within: Option<&[OrganizationId]>,
    ) -> Option<Principal> {
        let plan = plan!(row);
        let present =
            OwnerRow { role: row.role, scopes: row.scopes, organization_ids: row.organization_ids, active: row.active };
        let rights = present.rights()?.within(ceiling).restricted(within);
        Some(Principal::new((author, owner), tenant, Some(rights), plan, Validity::UNPRESENTED))
    }

    /// The reason why the credential is refused, given the state of the presented secret. The secret is checked first:
    /// a caller without it learns nothing about the key.
    pub(super) fn refusal(&self, secret: Standing, now: Timestamp, from: IpAddr) -> Option<Refusal> {
        let Validity { allowed_cidrs, expires_at, revoked, idle, .. } = &self.validity;
        let is_allowed = allowed_cidrs.as_ref().is_none_or(|nets| nets.iter().any(|net| net.contains(from)));
        match secret {
            Standing::Unknown => Some(Refusal::Unknown),
            _ if *revoked => Some(Refusal::Revoked),
            _ if *expires_at <= now || *idle => Some(Refusal::Expired),
            Standing::Ended => Some(Refusal::Rotated),
            Standing::Works if !is_allowed => Some(Refusal::Address),
            Standing::Works if self.owner_disabled => Some(Refusal::OwnerDisabled),
            Standing::Works => None,
        }
    }

    pub(super) fn secrets(&self) -> &Secrets {
        &self.validity.secrets
    }

    pub fn allowed_cidrs(&self) -> Option<&[Cidr]> {
        self.validity.allowed_cidrs.as_deref()
    }

    pub fn expires_at(&self) -> Timestamp {
        self.validity.expires_at
    }

    pub fn owner(&self) -> Owner {
        self.owner
    }

    /// Its current rights.
    pub fn rights(&self) -> Rights {
        Rights { grants: self.grants.clone(), organizations: self.organizations().map(<[_]>::to_vec) }
    }

    pub fn tenant(&self) -> TenantId {
        self.identity.tenant()
    }

    pub fn organizations(&self) -> Option<&[OrganizationId]> {
        self.identity.organizations()
    }

    /// The buckets that its requests count against.
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

    /// The actor, as stored in a row.
    pub fn actor(&self) -> (&'static str, Uuid) {
        match self.holder {
            Holder::Key(id) => ("api_key", id.0),
            Holder::User { id, .. } => ("user", id.0),
        }
    }

    /// The actor, as customers see it.
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

    /// The latest expiry that it may give to others. A user outlives their session.
    pub fn gives_until(&self) -> Timestamp {
        match self.holder {
            Holder::Key(_) => self.expires_at(),
            Holder::User { .. } => Timestamp::MAX,
        }
    }

    pub fn identity(&self) -> &Identity {
        &self.identity
    }
}

/// The database keeps plans within the limits of a policy; any other value gets the smallest policy.
fn policy(quota: i32, window_seconds: i32) -> Policy {
    Policy::new(quota, window_seconds).unwrap_or(Policy { quota: 1, window: Duration::from_secs(1) })
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    const POLICY: Policy = Policy { quota: 1, window: Duration::from_secs(1) };
    const NOW: Timestamp = Timestamp::UNIX_EPOCH;

    pub fn principal(rights: Option<Rights>, validity: Validity) -> Principal {
        let who = (Holder::Key(ApiKeyId(Uuid::nil())), Owner::User(UserId(Uuid::nil())));
        Principal::new(who, TenantId(Uuid::nil()), rights, Plan { key: POLICY, tenant: POLICY }, validity)
    }

    #[test]
    fn refusals_come_in_an_order_that_tells_strangers_nothing() {
        let home: IpAddr = [192, 0, 2, 1].into();
        let validity = || Validity {
            allowed_cidrs: Some(vec!["192.0.2.0/24".parse().unwrap()]),
            expires_at: NOW + jiff::SignedDuration::from_secs(1),
            ..Validity::UNPRESENTED
        };
        let refusal = |rights: Option<Rights>, validity, secret, from| {
            principal(rights, validity).refusal(secret, NOW, from).map(|refusal| format!("{refusal:?}"))
        };
        let owner = || Some(Rights::of_role("owner"));
        let works = |validity| refusal(owner(), validity, Standing::Works, home);
        assert_eq!(works(validity()), None);
        assert_eq!(works(Validity { revoked: true, expires_at: NOW, ..validity() }).as_deref(), Some("Revoked"));
        assert_eq!(works(Validity { expires_at: NOW, ..validity() }).as_deref(), Some("Expired"));
        assert_eq!(works(Validity { idle: true, ..validity() }).as_deref(), Some("Expired"));
        let revoked = Validity { revoked: true, ..validity() };
        assert_eq!(refusal(owner(), revoked, Standing::Unknown, home).as_deref(), Some("Unknown"));
        assert_eq!(refusal(None, validity(), Standing::Ended, home).as_deref(), Some("Rotated"));
        let elsewhere: IpAddr = [198, 51, 100, 1].into();
        assert_eq!(refusal(None, validity(), Standing::Works, elsewhere).as_deref(), Some("Address"));
        assert_eq!(refusal(None, validity(), Standing::Works, home).as_deref(), Some("OwnerDisabled"));
    }
}
