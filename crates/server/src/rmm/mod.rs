//! The managed customers: organizations.

mod fixtures;
pub mod organizations;

use kernel::family::{Arguments, Family, Function};

pub const FAMILY: Family = Family {
    tags: &[("Organizations", "The tenant's customers.")],
    functions: &[
        Function { name: "organization.get", operation: "rmm.organizations.list", arguments: Arguments::One },
        Function { name: "organization.list", operation: "rmm.organizations.list", arguments: Arguments::Many },
    ],
    fixtures: fixtures::FIXTURES,
    ..Family::new("rmm", organizations::routes)
};
