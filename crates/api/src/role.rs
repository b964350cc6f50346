//! Roles of users: named sets of scopes. Operations always require scopes, never roles.

use crate::{Grant, Scope};
use serde::{Deserialize, Serialize};
use std::str::FromStr;
use utoipa::ToSchema;

/// Role of a user. `owner` and `admin` have all scopes; `technician` works on tickets, contacts and devices, runs
/// workflows, searches, and reads assets, customers, colleagues, cloud and backup; `viewer` reads everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    Viewer,
    Technician,
    Admin,
    Owner,
}

impl Role {
    pub const ALL: &[Role] = &[Role::Viewer, Role::Technician, Role::Admin, Role::Owner];

    pub fn name(self) -> &'static str {
        match self {
            Role::Viewer => "viewer",
            Role::Technician => "technician",
            Role::Admin => "admin",
            Role::Owner => "owner",
        }
    }

    pub fn grants(self) -> &'static [Grant] {
        match self {
            Role::Owner | Role::Admin => &[Grant::Everything],
            Role::Technician => &[
                Grant::Resource("tickets"),
                Grant::Resource("contacts"),
                Grant::Only(Scope::WorkflowsRead),
                Grant::Only(Scope::WorkflowsRun),
                Grant::Only(Scope::SearchRead),
                Grant::Only(Scope::AssetsRead),
                Grant::Resource("devices"),
                Grant::Only(Scope::OrganizationsRead),
                Grant::Only(Scope::CloudProvidersRead),
                Grant::Only(Scope::CloudVmsRead),
                Grant::Only(Scope::BackupRead),
                Grant::Only(Scope::UsersRead),
            ],
            Role::Viewer => &[Grant::Reads],
        }
    }
}

impl FromStr for Role {
    type Err = String;

    fn from_str(text: &str) -> Result<Role, String> {
        let found = Role::ALL.iter().find(|role| role.name() == text);
        found.copied().ok_or_else(|| format!("there is no role {text}: owner, admin, technician or viewer"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_role_is_what_the_wire_says() {
        for role in Role::ALL {
            assert_eq!(serde_json::to_value(role).unwrap(), role.name());
            assert_eq!(role.name().parse(), Ok(*role));
        }
    }

    #[test]
    fn a_technician_reads_but_does_not_administer() {
        let may = |scope| Role::Technician.grants().iter().any(|grant| grant.covers(Grant::Only(scope)));
        assert!(may(Scope::TicketsWrite) && may(Scope::BackupRead) && may(Scope::WorkflowsRun));
        assert!(may(Scope::UsersRead), "tickets are assigned to people");
        assert!(!may(Scope::UsersWrite));
        assert!(!may(Scope::BackupWrite) && !may(Scope::ApiKeysRead) && !may(Scope::SsoRead));
    }
}
