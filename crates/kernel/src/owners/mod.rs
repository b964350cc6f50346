//! The owners of keys, webhook endpoints and workflows: a user or a service account. No caller can give them to an
//! owner with more rights than the caller's own.

use crate::{
    credentials::rights::{OwnerRow, Rights},
    db::Tx,
    http::{Caller, Problem},
};
use api::{Fault, OrganizationId, Owner, ProblemCode, problem::FaultCode};
use queries::queries::owners::owners::owner_by_id;
use uuid::Uuid;

/// The `status_reason` of an object that was stopped together with its owner or its key.
pub const OWNER_DISABLED: &str = "owner_disabled";
pub const KEY_REVOKED: &str = "key_revoked";

/// The place of an owner in a request.
#[derive(Debug, Clone, Copy)]
pub enum At {
    /// A pointer into the body.
    Body(&'static str),
    Parameter(&'static str),
}

impl At {
    fn fault(self, code: FaultCode, detail: &str) -> Fault {
        match self {
            At::Body(pointer) => Fault::at(pointer, code, detail),
            At::Parameter(name) => Fault::of(name, code, detail),
        }
    }

    pub fn invalid(self, code: FaultCode, detail: &str) -> Problem {
        let faults = vec![self.fault(code, detail)];
        match self {
            At::Body(_) => Problem::invalid(faults),
            At::Parameter(_) => Problem::parameters(
                ProblemCode::InvalidParameter,
                "A parameter contains an invalid owner. See errors.",
                faults,
            ),
        }
    }
}

/// The objects that a change concerns.
#[derive(Debug, Clone)]
pub enum Whose {
    /// The objects of this owner.
    Owner(Owner),
    /// The objects that these keys created.
    MadeBy(Vec<Uuid>),
}

impl Whose {
    /// The `status_reason` of the stopped objects.
    pub fn reason(&self) -> &'static str {
        match self {
            Whose::Owner(_) => OWNER_DISABLED,
            Whose::MadeBy(_) => KEY_REVOKED,
        }
    }

    /// As parameters of statements: the owner's kind and id, and the keys.
    pub fn params(&self) -> (&'static str, Uuid, &[Uuid]) {
        match self {
            Whose::Owner(owner) => (owner.kind(), owner.uuid(), &[]),
            Whose::MadeBy(keys) => ("", Uuid::nil(), keys),
        }
    }
}

/// The owner of an object that the caller creates: the named one, or the caller's own. The latter may have more rights
/// than the caller's key: the object still has no more rights than the key.
pub async fn of_new(tx: &Tx, caller: &Caller, wanted: Option<Owner>) -> Result<Owner, Problem> {
    match wanted.filter(|owner| *owner != caller.owner()) {
        None => Ok(caller.owner()),
        Some(owner) => check(tx, caller, owner, At::Body("/owner")).await.map(|()| owner),
    }
}

/// Checks that the caller may give something to this owner: it exists, is active and has no more rights than the caller.
pub async fn check(tx: &Tx, caller: &Caller, owner: Owner, at: At) -> Result<(), Problem> {
    let row = owner_by_id().bind(tx, &owner.kind(), &owner.uuid()).opt().await?;
    let row = row.ok_or_else(|| at.invalid(FaultCode::NotFound, "the owner does not exist"))?;
    let row =
        OwnerRow { role: row.role, scopes: row.scopes, organization_ids: row.organization_ids, active: row.active };
    let Some(rights) = row.rights() else {
        return Err(at.invalid(FaultCode::Invalid, "is disabled"));
    };
    refuse_more(caller, &rights, at, "the owner's rights exceed the caller's")
}

/// No caller gives, takes or changes more rights than their own.
pub fn refuse_more(caller: &Caller, rights: &Rights, at: At, detail: &str) -> Result<(), Problem> {
    if caller.rights().cover(rights) {
        return Ok(());
    }
    Err(Problem::escalation(rights.grants.clone(), &caller.grants, vec![at.fault(FaultCode::Exceeds, detail)]))
}

/// Refuses `organization_ids` of which one is not known.
pub fn refuse_unknown(wanted: &[OrganizationId], known: &[Uuid]) -> Result<(), Problem> {
    match wanted.iter().position(|id| !known.contains(&id.0)) {
        None => Ok(()),
        Some(index) => {
            let pointer = format!("/organization_ids/{index}");
            Err(Problem::fault(&pointer, FaultCode::NotFound, "there is no such organization"))
        }
    }
}
