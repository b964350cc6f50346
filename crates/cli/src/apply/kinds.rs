//! The kinds of resources that files can describe: where the API has them, by which field they are found again, and which of
//! their fields it never returns.

/// Parameters of a list.
pub type Filters = &'static [(&'static str, &'static str)];

const NO_FILTERS: Filters = &[];

/// A kind of resource. Its `spec` is the body of the API's own requests.
#[derive(Debug)]
pub struct Kind {
    pub name: &'static str,
    pub path: &'static str,
    /// Filters of the list, which leave out those that no longer count.
    pub list: Filters,
    pub identity: Identity,
    pub update: Verb,
    /// The list leaves these fields out: they are read from the resource itself.
    pub unlisted: &'static [&'static str],
    /// Fields that only creation accepts.
    pub create_only: &'static [&'static str],
    /// Fields that only an update accepts: they follow the creation.
    pub update_only: &'static [&'static str],
    pub write_only: &'static [WriteOnly],
    /// Field in which a creation returns a secret, once.
    pub issues: Option<&'static str>,
    /// Fields in which absence differs from `null`, `false` and an empty list.
    pub exact: &'static [&'static str],
    /// Fields whose lists have no order.
    pub unordered: &'static [&'static str],
}

/// The method that updates a resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verb {
    Put,
    Patch,
}

/// How the name of a document finds its resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Identity {
    /// The field `name`. Where the API allows several with one name, two of them are an error.
    Name,
    /// The field `name`, within `organization_id`.
    NameInOrganization,
    /// The field `name`, and the update creates as well, with the name as a parameter.
    NameParameter,
    /// The name is that of an organization, whose contract it is; a `starts_at` in the file distinguishes several.
    ContractOfOrganization,
    /// There is one for the tenant, and its name is `tenant`.
    Tenant,
    /// `tenant`, `organization/NAME` or `device/ID`.
    Scope,
}

/// A field that the API accepts and does not return.
#[derive(Debug)]
pub struct WriteOnly {
    pub field: &'static str,
    /// The API requires the field again when one of these changes.
    pub again_with: &'static [&'static str],
    /// The API returns the names of its members without their values.
    pub names_are_returned: bool,
    /// Members that are no secrets: files may contain them as text.
    pub plain: &'static [&'static str],
}

const DEFAULT: Kind = Kind {
    name: "",
    path: "",
    list: &[],
    identity: Identity::Name,
    update: Verb::Put,
    unlisted: &[],
    create_only: &[],
    update_only: &[],
    write_only: &[],
    issues: None,
    exact: &[],
    unordered: &[],
};

/// In the order in which they are applied: a kind refers to earlier ones, unless its documents say otherwise.
pub static KINDS: &[Kind] = &[
    Kind {
        name: "ServiceAccount",
        path: "/api/admin/service-accounts",
        update_only: &["status", "transfer_to"],
        unordered: &["scopes", "organization_ids"],
        ..DEFAULT
    },
    Kind {
        name: "ApiKey",
        path: "/api/admin/api-keys",
        list: &[("status", "active,rotating")],
        issues: Some("key"),
        unordered: &["scopes", "organization_ids", "allowed_cidrs"],
        ..DEFAULT
    },
    Kind {
        name: "SlaSettings",
        path: "/api/psa/sla",
        identity: Identity::Tenant,
        unordered: &["calendar", "type_targets", "reopen_on_contact_comment"],
        ..DEFAULT
    },
    Kind { name: "SlaPolicy", path: "/api/psa/sla/policies", unordered: &["calendar", "type_targets"], ..DEFAULT },
    Kind {
        name: "SlaContract",
        path: "/api/psa/sla/contracts",
        identity: Identity::ContractOfOrganization,
        create_only: &["organization_id"],
        ..DEFAULT
    },
    Kind { name: "Team", path: "/api/psa/teams", unordered: &["members"], ..DEFAULT },
    Kind { name: "Macro", path: "/api/psa/macros", exact: &["change"], ..DEFAULT },
    Kind { name: "View", path: "/api/psa/views", exact: &["filter"], ..DEFAULT },
    Kind {
        name: "WorkflowSecret",
        path: "/api/psa/workflows/secrets",
        identity: Identity::NameParameter,
        write_only: &[WriteOnly {
            field: "value",
            again_with: &["allowed_hosts"],
            names_are_returned: false,
            plain: &[],
        }],
        unordered: &["allowed_hosts", "organization_ids"],
        ..DEFAULT
    },
    Kind {
        name: "Workflow",
        path: "/api/psa/workflows",
        update: Verb::Patch,
        unlisted: &["definition"],
        create_only: &["organization_ids"],
        exact: &["definition"],
        unordered: &["organization_ids"],
        ..DEFAULT
    },
    Kind {
        name: "Webhook",
        path: "/api/admin/webhooks",
        update_only: &["status"],
        write_only: &[WriteOnly { field: "headers", again_with: &["url"], names_are_returned: true, plain: &[] }],
        issues: Some("secret"),
        exact: &["filter"],
        unordered: &["events", "organization_ids"],
        ..DEFAULT
    },
    Kind {
        name: "BackupRepository",
        path: "/api/backup/repositories",
        identity: Identity::NameInOrganization,
        create_only: &["kind", "organization_id"],
        write_only: &[
            WriteOnly { field: "password", again_with: &["url"], names_are_returned: false, plain: &[] },
            WriteOnly {
                field: "credentials",
                again_with: &["url"],
                names_are_returned: false,
                plain: &["id", "region"],
            },
        ],
        ..DEFAULT
    },
    Kind { name: "BackupConfig", path: "/api/backup/config", identity: Identity::Scope, exact: &["config"], ..DEFAULT },
    Kind {
        name: "CloudProvider",
        path: "/api/cloud/providers",
        create_only: &["kind", "auth_method"],
        write_only: &[WriteOnly {
            field: "credentials",
            again_with: &["config"],
            names_are_returned: false,
            plain: &["access_key_id", "application_credential_id", "role_arn", "user_domain", "username"],
        }],
        ..DEFAULT
    },
];

/// A kind that files refer to and do not describe.
#[derive(Debug)]
pub struct Lookup {
    pub name: &'static str,
    pub path: &'static str,
    pub field: &'static str,
}

pub static LOOKUPS: &[Lookup] = &[
    Lookup { name: "Organization", path: "/api/rmm/organizations", field: "name" },
    Lookup { name: "User", path: "/api/admin/users", field: "email" },
];

impl Kind {
    pub fn named(name: &str) -> Option<&'static Kind> {
        KINDS.iter().find(|kind| kind.name == name)
    }

    /// Place in the order of application.
    pub fn rank(&self) -> usize {
        KINDS.iter().position(|kind| kind.name == self.name).unwrap_or(KINDS.len())
    }

    pub fn write_only(&self, field: &str) -> Option<&'static WriteOnly> {
        self.write_only.iter().find(|known| known.field == field)
    }

    /// There is always one, so that it is never created.
    pub fn always_exists(&self) -> bool {
        matches!(self.identity, Identity::Tenant | Identity::Scope)
    }
}

/// The names of all kinds.
pub fn names() -> Vec<&'static str> {
    KINDS.iter().map(|kind| kind.name).collect()
}

/// The path of the list of a kind that can be referred to, and the field that has the name.
pub fn referable(name: &str) -> Option<(&'static str, &'static str, Filters)> {
    let lookup = LOOKUPS.iter().find(|lookup| lookup.name == name).map(|found| (found.path, found.field, NO_FILTERS));
    let has_name =
        |kind: &&Kind| !kind.always_exists() && kind.identity != Identity::ContractOfOrganization && kind.name == name;
    lookup.or_else(|| KINDS.iter().find(has_name).map(|kind| (kind.path, "name", kind.list)))
}

/// The known name that is nearest to an unknown one.
pub fn nearest<'a>(unknown: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let distance = |name: &&str| strsim::damerau_levenshtein(&unknown.to_lowercase(), &name.to_lowercase());
    known.min_by_key(distance).filter(|name| distance(name) <= 3)
}
