//! Rights: scopes and organizations; and the rights of an object that belongs to an owner.
//!
//! A key, a webhook endpoint or a workflow has the current rights of its owner, within its own limit: the scopes of the
//! key, or the ceiling, which is the rights of its creator.

use api::{EventKind, Grant, OrganizationId, Role, ScopeSet};
use uuid::Uuid;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rights {
    pub grants: Vec<Grant>,
    /// The customers that the rights are restricted to.
    pub organizations: Option<Vec<OrganizationId>>,
}

/// The rights of the creator of an object at its creation.
pub type Ceiling = Rights;

/// An owner as the view `owner_rights` returns it. All fields are empty if the owner does not exist.
#[derive(Debug, Clone, Default)]
pub struct OwnerRow {
    pub role: Option<String>,
    pub scopes: Option<Vec<String>>,
    pub organization_ids: Option<Vec<Uuid>>,
    pub active: Option<bool>,
}

impl OwnerRow {
    /// `None`: the owner is disabled, deleted or unknown.
    pub fn rights(self) -> Option<Rights> {
        self.active.filter(|active| *active)?;
        Some(match (self.role, self.scopes) {
            (Some(role), _) => Rights::of_role(&role),
            (None, scopes) => Rights::stored(&scopes.unwrap_or_default(), self.organization_ids),
        })
    }
}

impl Rights {
    /// As stored in a row. A scope that this version does not know grants nothing.
    pub fn stored(scopes: &[String], organizations: Option<Vec<Uuid>>) -> Rights {
        Rights {
            grants: scopes.iter().filter_map(|text| text.parse().ok()).collect(),
            organizations: organizations.map(|ids| ids.into_iter().map(OrganizationId).collect()),
        }
    }

    /// A role that this version does not know grants nothing.
    pub fn of_role(role: &str) -> Rights {
        Rights { grants: role.parse().map_or(&[][..], Role::grants).to_vec(), organizations: None }
    }

    pub fn scopes(&self) -> ScopeSet {
        self.grants.iter().flat_map(|grant| grant.scopes()).collect()
    }

    /// The intersection of both.
    pub fn within(&self, other: &Rights) -> Rights {
        let pairs = self.grants.iter().flat_map(|own| other.grants.iter().map(move |theirs| (*own, *theirs)));
        let mut grants: Vec<Grant> = vec![];
        // In their original order.
        for grant in pairs.flat_map(|(own, theirs)| common(own, theirs)) {
            if !grants.contains(&grant) {
                grants.push(grant);
            }
        }
        let both = Rights { grants, organizations: self.organizations.clone() };
        both.restricted(other.organizations.as_deref())
    }

    /// The same rights, at most for these customers.
    pub fn restricted(mut self, organizations: Option<&[OrganizationId]>) -> Rights {
        if let Some(some) = organizations {
            let own = self.organizations.take();
            let both = some.iter().copied().filter(|id| own.as_ref().is_none_or(|own| own.contains(id)));
            self.organizations = Some(both.collect());
        }
        self
    }

    /// True if these rights allow everything that `other` allows, now and when scopes are added.
    pub fn cover(&self, other: &Rights) -> bool {
        let scopes = other.grants.iter().all(|theirs| self.grants.iter().any(|own| own.covers(*theirs)));
        let organizations = match (&self.organizations, &other.organizations) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(own), Some(theirs)) => theirs.iter().all(|id| own.contains(id)),
        };
        scopes && organizations
    }

    /// True if the holder of these rights may receive an event of this kind about this customer.
    pub fn may_hear(&self, kind: EventKind, organization: Option<OrganizationId>) -> bool {
        let about = match &self.organizations {
            None => true,
            Some(own) => organization.is_some_and(|id| own.contains(&id)),
        };
        about && self.grants.iter().any(|grant| grant.covers(Grant::Only(kind.read_scope())))
    }

    pub fn scope_names(&self) -> Vec<String> {
        self.grants.iter().map(ToString::to_string).collect()
    }

    pub fn organization_uuids(&self) -> Option<Vec<Uuid>> {
        Some(self.organizations.as_ref()?.iter().map(|id| id.0).collect())
    }
}

fn common(own: Grant, theirs: Grant) -> Vec<Grant> {
    if own.covers(theirs) {
        vec![theirs]
    } else if theirs.covers(own) {
        vec![own]
    } else {
        own.scopes().map(Grant::Only).filter(|scope| theirs.covers(*scope)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rights(scopes: &[&str], organizations: Option<&[u128]>) -> Rights {
        let scopes: Vec<String> = scopes.iter().map(ToString::to_string).collect();
        Rights::stored(&scopes, organizations.map(|ids| ids.iter().map(|id| Uuid::from_u128(*id)).collect()))
    }

    #[test]
    fn a_thing_has_what_both_its_owner_and_its_ceiling_have() {
        let names =
            |own: &[&str], ceiling: &[&str]| rights(own, None).within(&rights(ceiling, None)).scope_names().join(" ");
        assert_eq!(names(&["*"], &["tickets:read"]), "tickets:read");
        assert_eq!(names(&["*:read"], &["tickets:*", "audit:read"]), "tickets:read audit:read");
        assert_eq!(names(&["tickets:*"], &["*"]), "tickets:*");
        assert_eq!(names(&["tickets:write"], &["*:read"]), "");
        assert_eq!(names(&["*", "tickets:read"], &["*"]), "* tickets:read");
    }

    #[test]
    fn a_restriction_of_either_holds() {
        let of = |own: Option<&[u128]>, ceiling: Option<&[u128]>| {
            rights(&["*"], own).within(&rights(&["*"], ceiling)).organization_uuids().map(|ids| ids.len())
        };
        assert_eq!(of(None, None), None);
        assert_eq!(of(Some(&[1, 2]), None), Some(2));
        assert_eq!(of(None, Some(&[1])), Some(1));
        assert_eq!(of(Some(&[1, 2]), Some(&[2, 3])), Some(1));
        assert_eq!(of(Some(&[1]), Some(&[2])), Some(0), "none in common is not all");
    }

    #[test]
    fn an_owner_who_is_disabled_has_no_rights() {
        let row = |active| OwnerRow { role: Some("admin".to_owned()), active, ..OwnerRow::default() };
        assert!(row(Some(true)).rights().is_some());
        assert!(row(Some(false)).rights().is_none());
        assert!(row(None).rights().is_none());
    }

    #[test]
    fn more_rights_are_not_covered() {
        assert!(rights(&["*"], None).cover(&rights(&["tickets:*"], Some(&[1]))));
        assert!(!rights(&["tickets:*"], None).cover(&rights(&["*"], None)));
        assert!(!rights(&["*"], Some(&[1])).cover(&rights(&["tickets:read"], None)));
        assert!(!rights(&["*"], Some(&[1])).cover(&rights(&["tickets:read"], Some(&[2]))));
    }

    #[test]
    fn an_event_is_heard_by_who_may_read_it() {
        let organization = Some(OrganizationId(Uuid::from_u128(1)));
        assert!(rights(&["*:read"], None).may_hear(EventKind::TicketCreated, None));
        assert!(!rights(&["events:read"], None).may_hear(EventKind::TicketCreated, None));
        assert!(rights(&["tickets:read"], Some(&[1])).may_hear(EventKind::TicketCreated, organization));
        assert!(!rights(&["tickets:read"], Some(&[2])).may_hear(EventKind::TicketCreated, organization));
        assert!(!rights(&["tickets:read"], Some(&[1])).may_hear(EventKind::TicketCreated, None));
    }
}
