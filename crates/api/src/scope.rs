//! Scopes, which operations require, and grants, which keys hold: scopes, or patterns over them.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::{borrow::Cow, fmt, str::FromStr};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, schema::Type},
};

macro_rules! scopes {
    ($($name:ident = $text:literal),* $(,)?) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Scope { $($name),* }

        impl Scope {
            pub const ALL: &[Scope] = &[$(Scope::$name),*];

            pub fn name(self) -> &'static str {
                match self { $(Scope::$name => $text),* }
            }
        }
    };
}

scopes! {
    ApiKeysRead = "api_keys:read",
    ApiKeysWrite = "api_keys:write",
    WebhooksRead = "webhooks:read",
    WebhooksWrite = "webhooks:write",
    EventsRead = "events:read",
    TicketsRead = "tickets:read",
    TicketsWrite = "tickets:write",
    ContactsRead = "contacts:read",
    ContactsWrite = "contacts:write",
    WorkflowsRead = "workflows:read",
    WorkflowsWrite = "workflows:write",
    WorkflowsRun = "workflows:run",
    WorkflowsApprove = "workflows:approve",
    SearchRead = "search:read",
    AssetsRead = "assets:read",
    DevicesRead = "devices:read",
    DevicesWrite = "devices:write",
    EnrolmentsRead = "enrolments:read",
    EnrolmentsWrite = "enrolments:write",
    OrganizationsRead = "organizations:read",
    OrganizationsWrite = "organizations:write",
    CloudProvidersRead = "cloud_providers:read",
    CloudProvidersWrite = "cloud_providers:write",
    CloudVmsRead = "cloud_vms:read",
    CloudVmsProvision = "cloud_vms:provision",
    BackupRead = "backup:read",
    BackupWrite = "backup:write",
    AnalyticsRead = "analytics:read",
    PlatformAnalyticsRead = "platform_analytics:read",
    AuditRead = "audit:read",
    SsoRead = "sso:read",
    SsoWrite = "sso:write",
    UsersRead = "users:read",
    UsersWrite = "users:write",
    SecretsWrite = "secrets:write",
}

impl Scope {
    pub fn resource(self) -> &'static str {
        self.name().split_once(':').map_or("", |(resource, _)| resource)
    }

    fn reads(self) -> bool {
        self.name().ends_with(":read")
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl From<Scope> for String {
    fn from(scope: Scope) -> String {
        scope.name().to_owned()
    }
}

impl FromStr for Scope {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let found = Scope::ALL.iter().find(|scope| scope.name() == text);
        found.copied().ok_or_else(|| format!("unknown scope {text}"))
    }
}

/// A set of scopes as a bit mask.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ScopeSet(u64);

impl ScopeSet {
    pub fn contains(self, other: ScopeSet) -> bool {
        other.0 & !self.0 == 0
    }

    pub fn iter(self) -> impl Iterator<Item = Scope> {
        Scope::ALL.iter().copied().filter(move |scope| self.0 >> (*scope as u64) & 1 == 1)
    }
}

impl From<Scope> for ScopeSet {
    fn from(scope: Scope) -> ScopeSet {
        [scope].into_iter().collect()
    }
}

impl FromIterator<Scope> for ScopeSet {
    fn from_iter<I: IntoIterator<Item = Scope>>(scopes: I) -> Self {
        ScopeSet(scopes.into_iter().fold(0, |set, scope| set | 1 << scope as u64))
    }
}

/// An entry of a key's `scopes`: a scope, all scopes of a resource (`tickets:*`), all read scopes (`*:read`) or all
/// scopes (`*`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grant {
    Everything,
    Reads,
    Resource(&'static str),
    Only(Scope),
}

impl Grant {
    pub fn all() -> impl Iterator<Item = Grant> {
        let mut resources: Vec<_> = Scope::ALL.iter().map(|scope| scope.resource()).collect();
        resources.dedup();
        [Grant::Everything, Grant::Reads]
            .into_iter()
            .chain(resources.into_iter().map(Grant::Resource))
            .chain(Scope::ALL.iter().copied().map(Grant::Only))
    }

    pub fn scopes(self) -> impl Iterator<Item = Scope> {
        Scope::ALL.iter().copied().filter(move |scope| self.covers(Grant::Only(*scope)))
    }

    /// Returns whether this grant includes `other`, now and after scopes are added: holding every scope that exists
    /// today is not the same as holding `*`.
    pub fn covers(self, other: Grant) -> bool {
        match (self, other) {
            (Grant::Everything, _) => true,
            (Grant::Reads, Grant::Only(scope)) => scope.reads(),
            (Grant::Resource(resource), Grant::Only(scope)) => scope.resource() == resource,
            _ => self == other,
        }
    }

    pub fn name(self) -> Cow<'static, str> {
        match self {
            Grant::Everything => "*".into(),
            Grant::Reads => "*:read".into(),
            Grant::Resource(resource) => format!("{resource}:*").into(),
            Grant::Only(scope) => scope.name().into(),
        }
    }
}

impl fmt::Display for Grant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

impl FromStr for Grant {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Grant::all().find(|grant| grant.name() == text).ok_or_else(|| format!("unknown scope {text}"))
    }
}

impl Serialize for Grant {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(&self.name())
    }
}

impl<'de> Deserialize<'de> for Grant {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        <Cow<'de, str>>::deserialize(d)?.parse().map_err(serde::de::Error::custom)
    }
}

impl PartialSchema for Grant {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some(
                "A scope, all scopes of a resource (`tickets:*`), all read scopes (`*:read`) or all scopes (`*`).",
            ))
            .enum_values(Some(Grant::all().map(|grant| grant.name().into_owned())))
            .examples([serde_json::json!("organizations:read")])
            .into()
    }
}

impl ToSchema for Grant {
    fn name() -> Cow<'static, str> {
        "Scope".into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grant(text: &str) -> Grant {
        text.parse().unwrap()
    }

    #[test]
    fn wildcards_cover_what_they_say_and_no_more() {
        assert!(grant("*").covers(grant("tickets:*")));
        assert!(grant("*:read").covers(grant("audit:read")));
        assert!(!grant("*:read").covers(grant("tickets:write")));
        assert!(grant("tickets:*").covers(grant("tickets:write")));
        assert!(!grant("tickets:*").covers(grant("*")));
        assert!(!grant("cloud_vms:*").covers(grant("cloud_providers:read")));
    }

    #[test]
    fn every_scope_of_today_is_less_than_everything() {
        assert!(!Scope::ALL.iter().any(|scope| Grant::Only(*scope).covers(Grant::Everything)));
    }

    #[test]
    fn a_set_knows_its_scopes() {
        let set: ScopeSet = grant("tickets:*").scopes().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [Scope::TicketsRead, Scope::TicketsWrite]);
        assert!(set.contains([Scope::TicketsRead].into_iter().collect()));
        assert!(!set.contains([Scope::TicketsRead, Scope::AuditRead].into_iter().collect()));
    }
}
