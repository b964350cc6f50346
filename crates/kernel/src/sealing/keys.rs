//! The data keys of one tenant, cached: with them, secrets are sealed and opened in a transaction, where no key service
//! may be called.

use super::{Column, DataKey, Error, Sealing, Secret, location};
use crate::db::Reason;
use api::TenantId;
use queries::queries::sealing::sealing::{WrappedKey, data_keys_of_tenant};
use uuid::Uuid;

pub struct TenantKeys {
    tenant: TenantId,
    /// The one in use first.
    keys: Vec<DataKey>,
}

impl Sealing {
    /// The tenant's keys; the first use creates one.
    pub async fn keys(&self, tenant: TenantId) -> Result<TenantKeys, Error> {
        self.key_in_use(tenant).await?;
        self.present_keys(tenant).await
    }

    /// The present keys of the tenant, to open sealed values.
    pub async fn present_keys(&self, tenant: TenantId) -> Result<TenantKeys, Error> {
        held::refuse(super::ASKS);
        let mut keys = vec![];
        for row in self.all_of(tenant).await? {
            keys.push(self.unwrap(row).await?);
        }
        Ok(TenantKeys { tenant, keys })
    }

    async fn all_of(&self, tenant: TenantId) -> Result<Vec<WrappedKey>, Error> {
        let system = self.db.system_of(tenant, Reason::Sealing).await?;
        Ok(data_keys_of_tenant().bind(&*system, &tenant.0).all().await?)
    }
}

impl TenantKeys {
    /// The value to store in this column of this row.
    pub fn seal(&self, column: Column, row: Uuid, plaintext: &[u8]) -> Result<Vec<u8>, Error> {
        let key = self.keys.first().ok_or_else(Error::rotated)?;
        key.seal(&location(self.tenant, column, row), plaintext).map_err(Error::broken)
    }

    pub fn open(&self, column: Column, row: Uuid, sealed: &[u8]) -> Result<Secret, Error> {
        let id = seal::key_of(sealed).map_err(Error::broken)?;
        let key = self.keys.iter().find(|key| key.id() == id).ok_or_else(Error::rotated)?;
        key.open(&location(self.tenant, column, row), sealed).map_err(Error::broken)
    }
}
