//! The object that settings belong to, and the objects above it.

use api::{
    DeviceId, OrganizationId, TenantId,
    backup_config::{BackupConfigTarget, BackupLevel, BackupScope, BackupScopeKind},
};
use kernel::http::Problem;
use queries::{
    client::GenericClient,
    queries::backup::config::{organization_exists, organization_of_device},
};
use uuid::Uuid;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConfigScope {
    tenant: TenantId,
    below: Below,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Below {
    Nothing,
    Organization(OrganizationId),
    Device(DeviceId, OrganizationId),
}

impl ConfigScope {
    /// The scope that a request names, if the caller can see it. A device must belong to the organization, if both are
    /// named.
    pub async fn of<C: GenericClient>(
        db: &C,
        tenant: TenantId,
        target: &BackupConfigTarget,
    ) -> Result<ConfigScope, Problem> {
        let below = match (target.organization_id, target.device_id) {
            (None, None) => Below::Nothing,
            (Some(organization), None) => {
                organization_exists().bind(db, &organization.0).opt().await?.ok_or_else(Problem::not_found)?;
                Below::Organization(organization)
            }
            (named, Some(device)) => {
                let found = organization_of_device().bind(db, &device.0).opt().await?;
                let organization = OrganizationId(found.ok_or_else(Problem::not_found)?);
                if named.is_some_and(|named| named != organization) {
                    return Err(Problem::not_found());
                }
                Below::Device(device, organization)
            }
        };
        Ok(ConfigScope { tenant, below })
    }

    pub fn id(&self) -> Uuid {
        match self.below {
            Below::Nothing => self.tenant.0,
            Below::Organization(id) => id.0,
            Below::Device(id, _) => id.0,
        }
    }

    pub fn wire_id(&self) -> String {
        match self.below {
            Below::Nothing => self.tenant.to_string(),
            Below::Organization(id) => id.to_string(),
            Below::Device(id, _) => id.to_string(),
        }
    }

    /// The ids of all scopes whose documents apply, its own included.
    pub fn lineage(&self) -> Vec<Uuid> {
        let mut ids = vec![self.tenant.0];
        ids.extend(self.organization());
        ids.extend(self.device());
        ids
    }

    pub fn organization(&self) -> Option<Uuid> {
        match self.below {
            Below::Nothing => None,
            Below::Organization(id) | Below::Device(_, id) => Some(id.0),
        }
    }

    pub fn device(&self) -> Option<Uuid> {
        match self.below {
            Below::Device(id, _) => Some(id.0),
            _ => None,
        }
    }

    pub fn kind(&self) -> BackupScopeKind {
        match self.below {
            Below::Nothing => BackupScopeKind::Tenant,
            Below::Organization(_) => BackupScopeKind::Organization,
            Below::Device(..) => BackupScopeKind::Device,
        }
    }

    pub fn level(&self) -> BackupLevel {
        self.level_of(self.id())
    }

    /// The level of one of the ids of its lineage.
    pub fn level_of(&self, id: Uuid) -> BackupLevel {
        match id {
            id if Some(id) == self.device() => BackupLevel::Device,
            id if Some(id) == self.organization() => BackupLevel::Organization,
            _ => BackupLevel::Tenant,
        }
    }

    pub fn to_wire(self) -> BackupScope {
        BackupScope {
            kind: self.kind(),
            organization_id: self.organization().map(OrganizationId),
            device_id: self.device().map(DeviceId),
        }
    }
}
