//! The identity of a statement: the settings that row-level security reads, set in the round trip of the statement.

use api::{OrganizationId, TenantId};
use std::fmt::Write;

#[derive(Debug, Clone)]
pub struct Identity {
    tenant: TenantId,
    organizations: Option<Vec<OrganizationId>>,
    begin_read: String,
}

const BEGIN_READ: &str = "BEGIN READ ONLY;";
const BEGIN_WRITE: &str = "BEGIN READ WRITE;";

impl Identity {
    /// `organizations` restricts it to some of the tenant's customers.
    pub fn new(tenant: TenantId, organizations: Option<Vec<OrganizationId>>) -> Identity {
        // Only UUIDs are written into the text, never a caller's string.
        let mut begin_read = format!("{BEGIN_READ} SET LOCAL app.tenant_id='{}'", tenant.0);
        if let Some(organizations) = &organizations {
            let ids: Vec<_> = organizations.iter().map(|id| id.0.to_string()).collect();
            let _ = write!(begin_read, "; SET LOCAL app.organization_ids='{{{}}}'", ids.join(","));
        }
        Identity { tenant, organizations, begin_read }
    }

    pub fn tenant(&self) -> TenantId {
        self.tenant
    }

    pub fn organizations(&self) -> Option<&[OrganizationId]> {
        self.organizations.as_deref()
    }

    pub(super) fn begin_read(&self) -> String {
        self.begin_read.clone()
    }

    pub(super) fn begin_write(&self) -> String {
        self.begin_read.replacen(BEGIN_READ, BEGIN_WRITE, 1)
    }
}

impl AsRef<Identity> for Identity {
    fn as_ref(&self) -> &Identity {
        self
    }
}
