//! The rights of a key: no caller gives more than they have.

use api::{
    Cidr, Fault, Grant, OrganizationId,
    api_keys::{ApiKey, ApiKeyChange, NewApiKey},
    problem::FaultCode,
};
use jiff::Timestamp;
use kernel::http::{Caller, Problem};
use uuid::Uuid;

/// The rights of a key.
#[derive(Debug, Clone, PartialEq)]
pub struct Rights {
    pub scopes: Vec<Grant>,
    pub organization_ids: Option<Vec<OrganizationId>>,
    pub allowed_cidrs: Option<Vec<Cidr>>,
}

impl Rights {
    /// A restriction that is absent is the creator's own; `null` is no restriction.
    pub fn of_new(new: &NewApiKey, caller: &Caller) -> Rights {
        Rights {
            scopes: new.scopes.clone(),
            organization_ids: new.organization_ids.clone().unwrap_or_else(|| caller.organizations().map(<[_]>::to_vec)),
            allowed_cidrs: new.allowed_cidrs.clone().unwrap_or_else(|| caller.allowed_cidrs().map(<[_]>::to_vec)),
        }
    }

    pub fn of(key: &ApiKey) -> Rights {
        Rights {
            scopes: key.scopes.clone(),
            organization_ids: key.organization_ids.clone(),
            allowed_cidrs: key.allowed_cidrs.clone(),
        }
    }

    fn of_caller(caller: &Caller) -> Rights {
        Rights {
            scopes: caller.grants.clone(),
            organization_ids: caller.organizations().map(<[_]>::to_vec),
            allowed_cidrs: caller.allowed_cidrs().map(<[_]>::to_vec),
        }
    }

    pub fn changed(self, change: &ApiKeyChange) -> Rights {
        Rights {
            scopes: change.scopes.clone().unwrap_or(self.scopes),
            organization_ids: change.organization_ids.clone().unwrap_or(self.organization_ids),
            allowed_cidrs: change.allowed_cidrs.clone().unwrap_or(self.allowed_cidrs),
        }
    }

    /// The parts of these rights that exceed `own`.
    fn excess_over(&self, own: &Rights) -> Vec<Fault> {
        let scopes =
            self.scopes.iter().enumerate().filter(|(_, wanted)| !own.scopes.iter().any(|g| g.covers(**wanted)));
        let scopes =
            scopes.map(|(i, wanted)| excess(format!("/scopes/{i}"), format!("the caller does not have {wanted}")));
        let organizations = beyond(&self.organization_ids, &own.organization_ids, |own, wanted| own == wanted);
        let organizations = organizations.map(|at| {
            excess(format!("/organization_ids{at}"), "the caller is restricted to other organizations".into())
        });
        let networks = beyond(&self.allowed_cidrs, &own.allowed_cidrs, Cidr::encloses);
        let networks = networks
            .map(|at| excess(format!("/allowed_cidrs{at}"), "the caller is restricted to other networks".into()));
        scopes.chain(organizations).chain(networks).collect()
    }

    pub fn scope_names(&self) -> Vec<String> {
        self.scopes.iter().map(ToString::to_string).collect()
    }

    pub fn organization_uuids(&self) -> Option<Vec<Uuid>> {
        Some(self.organization_ids.as_ref()?.iter().map(|id| id.0).collect())
    }

    pub fn cidr_names(&self) -> Option<Vec<String>> {
        Some(self.allowed_cidrs.as_ref()?.iter().map(ToString::to_string).collect())
    }
}

/// The pointers at which a restriction is wider than the caller's own: the whole if there is none.
fn beyond<T>(wanted: &Option<Vec<T>>, own: &Option<Vec<T>>, holds: impl Fn(&T, &T) -> bool) -> Option<String> {
    match (wanted, own) {
        (_, None) => None,
        (None, Some(_)) => Some(String::new()),
        (Some(wanted), Some(own)) => {
            wanted.iter().position(|one| !own.iter().any(|mine| holds(mine, one))).map(|index| format!("/{index}"))
        }
    }
}

fn excess(pointer: String, detail: String) -> Fault {
    Fault::at(pointer, FaultCode::Exceeds, detail)
}

pub fn refuse_escalation(caller: &Caller, rights: &Rights, expires_at: Option<Timestamp>) -> Result<(), Problem> {
    let mut faults = rights.excess_over(&Rights::of_caller(caller));
    if expires_at.is_some_and(|at| at > caller.gives_until()) {
        faults.push(excess(
            "/expires_days".into(),
            format!("the caller's credential expires at {}", caller.expires_at()),
        ));
    }
    if faults.is_empty() {
        return Ok(());
    }
    Err(Problem::escalation(rights.scopes.clone(), &caller.grants, faults))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rights(scopes: &[&str], organizations: Option<&[u128]>, networks: Option<&[&str]>) -> Rights {
        Rights {
            scopes: scopes.iter().map(|scope| scope.parse().unwrap()).collect(),
            organization_ids: organizations
                .map(|ids| ids.iter().map(|n| OrganizationId(Uuid::from_u128(*n))).collect()),
            allowed_cidrs: networks.map(|nets| nets.iter().map(|net| net.parse().unwrap()).collect()),
        }
    }

    fn excess(wanted: &Rights, own: &Rights) -> Vec<String> {
        wanted.excess_over(own).into_iter().filter_map(|fault| fault.pointer).collect()
    }

    #[test]
    fn less_than_ones_own_is_no_escalation() {
        let own = rights(&["tickets:*", "*:read"], Some(&[1, 2]), Some(&["10.0.0.0/8"]));
        let wanted = rights(&["tickets:write", "audit:read"], Some(&[2]), Some(&["10.4.0.0/16"]));
        assert!(excess(&wanted, &own).is_empty());
        assert!(excess(&own, &rights(&["*"], None, None)).is_empty());
    }

    #[test]
    fn more_than_ones_own_is_told_at_its_pointer() {
        let own = rights(&["tickets:*"], Some(&[1]), Some(&["10.0.0.0/8"]));
        let wider = rights(&["tickets:read", "*"], Some(&[1, 3]), Some(&["10.1.0.0/16", "0.0.0.0/0"]));
        assert_eq!(excess(&wider, &own), ["/scopes/1", "/organization_ids/1", "/allowed_cidrs/1"]);
        let unrestricted = rights(&["tickets:read"], None, None);
        assert_eq!(excess(&unrestricted, &own), ["/organization_ids", "/allowed_cidrs"]);
    }
}
