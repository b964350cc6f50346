//! The identity of a statement: the settings that row-level security reads. They are sent together with the statement.

use api::{OrganizationId, TenantId};
use std::fmt::Write;
use uuid::Uuid;

#[derive(Debug, Clone)]
pub struct Identity {
    tenant: TenantId,
    organizations: Option<Vec<OrganizationId>>,
}

impl Identity {
    /// `organizations` restricts it to some of the tenant's customers.
    pub fn new(tenant: TenantId, organizations: Option<Vec<OrganizationId>>) -> Identity {
        Identity { tenant, organizations }
    }

    pub fn tenant(&self) -> TenantId {
        self.tenant
    }

    pub fn organizations(&self) -> Option<&[OrganizationId]> {
        self.organizations.as_deref()
    }

    /// The same as values of PostgreSQL.
    pub(super) fn organization_ids(&self) -> Option<Vec<Uuid>> {
        self.organizations.as_ref().map(|ids| ids.iter().map(|id| id.0).collect())
    }

    /// `begin` and the settings. Only UUIDs are written into the text, never a caller's string.
    pub(super) fn begin(&self, begin: &str) -> String {
        let mut text = format!("{begin}; SET LOCAL app.tenant_id='{}'", self.tenant.0);
        if let Some(organizations) = &self.organizations {
            let ids: Vec<_> = organizations.iter().map(|id| id.0.to_string()).collect();
            let _ = write!(text, "; SET LOCAL app.organization_ids='{{{}}}'", ids.join(","));
        }
        text
    }
}

impl AsRef<Identity> for Identity {
    fn as_ref(&self) -> &Identity {
        self
    }
}
