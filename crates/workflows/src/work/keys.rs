//! Payloads in the engine are encrypted with the data key of their tenant. A key that has sealed something there is
//! kept until the runs of its time have ended, even if it was rotated.

use anyhow::Context;
use api::TenantId;
use futures::future::BoxFuture;
use kernel::{
    app::App,
    db::Reason,
    sealing::{Column, DataKey},
};
use moka::sync::Cache;
use queries::queries::workflows::work::relay::{first_tenant, remember_key};
use secrecy::ExposeSecret;
use std::time::Duration;
use tokio::sync::OnceCell;
use uuid::Uuid;

/// Not one of our tables: the engine's.
const PAYLOAD: Column = Column::new("engine", "payload");

/// How long a key is used before the present key is read again.
const AGE: Duration = Duration::from_secs(60);

pub struct TransitKeys {
    app: App,
    in_use: Cache<Uuid, DataKey>,
    /// The tenant whose key seals the platform's payloads: the operator's tenant, or the oldest.
    platform: OnceCell<Uuid>,
}

impl TransitKeys {
    pub fn new(app: App) -> TransitKeys {
        let in_use = Cache::builder().max_capacity(20_000).time_to_live(AGE).build();
        TransitKeys { app, in_use, platform: OnceCell::new() }
    }

    async fn key(&self, tenant: Uuid) -> anyhow::Result<DataKey> {
        if let Some(key) = self.in_use.get(&tenant) {
            return Ok(key);
        }
        let key = self.app.sealing.key_in_use(TenantId(tenant)).await.map_err(kernel::sealing::Error::into_cause)?;
        let system = self.app.db.system(Reason::Sealing).await?;
        remember_key().bind(&*system, &tenant, &key.id()).opt().await?;
        self.in_use.insert(tenant, key.clone());
        Ok(key)
    }

    async fn owner(&self, tenant: Option<Uuid>) -> anyhow::Result<Uuid> {
        if let Some(tenant) = tenant {
            return Ok(tenant);
        }
        let first = async {
            let system = self.app.db.system(Reason::Sealing).await?;
            first_tenant().bind(&*system).opt().await?.context("there is no tenant yet")
        };
        self.platform.get_or_try_init(|| first).await.copied()
    }
}

impl engine::Keys for TransitKeys {
    fn seal(&self, tenant: Option<Uuid>, bytes: Vec<u8>) -> BoxFuture<'_, anyhow::Result<Vec<u8>>> {
        // The engine seals several payloads concurrently in one task.
        Box::pin(held::apart(async move {
            let owner = self.owner(tenant).await?;
            Ok(self.key(owner).await?.seal(&PAYLOAD.location(TenantId(owner), Uuid::nil()), &bytes)?)
        }))
    }

    fn open(&self, tenant: Option<Uuid>, bytes: Vec<u8>) -> BoxFuture<'_, anyhow::Result<Vec<u8>>> {
        Box::pin(held::apart(async move {
            let owner = TenantId(self.owner(tenant).await?);
            let opened = self.app.sealing.open(owner, PAYLOAD, Uuid::nil(), &bytes).await;
            Ok(opened.map_err(kernel::sealing::Error::into_cause)?.expose_secret().to_vec())
        }))
    }
}
