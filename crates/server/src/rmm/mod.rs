//! The managed customers: organizations.

mod fixtures;
pub mod organizations;

use api::{OrganizationId, Scope, search::SearchType};
use kernel::family::{Arguments, Family, Function, Searchable};

pub const FAMILY: Family = Family {
    tags: &[("Organizations", "The tenant's customers.")],
    functions: &[
        Function { name: "organization.get", operation: "rmm.organizations.list", arguments: Arguments::One },
        Function { name: "organization.list", operation: "rmm.organizations.list", arguments: Arguments::Many },
    ],
    searchable: &[Searchable {
        kind: SearchType::Organization,
        scope: Scope::OrganizationsRead,
        id: |id| OrganizationId(id).to_string(),
        tables: &["organizations"],
    }],
    fixtures: fixtures::FIXTURES,
    ..Family::new("rmm", organizations::routes)
};
