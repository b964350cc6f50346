//! Secrets of tenants are stored sealed: by a data key of the tenant's own, each value for one row of one column. Data
//! keys are stored wrapped by a master key that is not in the database; those in use are cached in memory for a while.
//!
//! `app.sealing.seal(tenant, column, row, secret)` and `app.sealing.open(…)`; a worker opens many at once with `open_all`.
//! Each may call a key service, so none is called while a transaction is open: code that seals or opens in one gets the
//! tenant's keys before it, with `keys`.

mod between;
mod columns;
mod error;
mod keys;
mod master;

pub use between::Rewrapping;
pub use columns::Column;
pub use error::Error;
pub use keys::TenantKeys;
pub use seal::{DataKey, Owner, Secret, Wrapped};

use crate::{
    clock::Clock,
    db::{Db, Reason},
    settings::Keys,
};
use anyhow::{Context, anyhow};
use api::TenantId;
use futures::{StreamExt, stream};
use master::Master;
use moka::sync::Cache;
use queries::queries::sealing::sealing::{WrappedKey, create_data_key, data_key_in_use, data_keys_by_id};
use seal::Location;
use secrecy::ExposeSecret;
use std::{
    collections::{HashMap, hash_map::Entry},
    time::Duration,
};
use uuid::Uuid;

/// How many data keys are cached unwrapped, and for how long: after this, a removed master key is noticed.
const KEYS: u64 = 20_000;
const AGE: Duration = Duration::from_secs(300);

/// The number of concurrent requests to a key service.
const AT_ONCE: usize = 16;

/// For `held`: the master key may be in a key service, which is slow.
const ASKS: &str = "the keys of secrets are asked for";

/// A sealed value and where it is stored.
#[derive(Debug, Clone, Copy)]
pub struct Sealed<'a> {
    pub tenant: TenantId,
    pub column: Column,
    pub row: Uuid,
    pub bytes: &'a [u8],
}

impl Sealed<'_> {
    fn location(&self) -> Location<'static> {
        location(self.tenant, self.column, self.row)
    }

    fn what(&self) -> String {
        let Sealed { tenant, column, row, .. } = self;
        format!("{}.{} of {row} of {tenant} was not opened", column.table, column.column)
    }
}

/// A tenant and one of its data keys.
type KeyName = (Uuid, Uuid);

pub struct Sealing {
    db: Db,
    clock: Clock,
    master: Master,
    /// A data key never changes, so a cached one is always valid.
    unwrapped: Cache<KeyName, DataKey>,
}

impl Sealing {
    pub fn new(settings: &Keys, db: Db, clock: Clock) -> anyhow::Result<Sealing> {
        let unwrapped = Cache::builder().max_capacity(KEYS).time_to_live(AGE).build();
        Ok(Sealing { db, clock, master: Master::new(settings)?, unwrapped })
    }

    /// The sealed value for this column of this row. It cannot be decrypted for any other.
    pub async fn seal(&self, tenant: TenantId, column: Column, row: Uuid, plaintext: &[u8]) -> Result<Vec<u8>, Error> {
        let key = self.key_in_use(tenant).await?;
        key.seal(&location(tenant, column, row), plaintext).map_err(Error::broken)
    }

    pub async fn open(&self, tenant: TenantId, column: Column, row: Uuid, sealed: &[u8]) -> Result<Secret, Error> {
        let opened = self.open_all(&[Sealed { tenant, column, row, bytes: sealed }]).await;
        opened.into_iter().next().unwrap_or_else(|| Err(Error::broken(anyhow!("nothing was opened"))))
    }

    /// Opens values of any tenants, each separately: one statement reads all data keys that are not cached, and none
    /// runs if all are.
    pub async fn open_all(&self, all: &[Sealed<'_>]) -> Vec<Result<Secret, Error>> {
        held::refuse(ASKS);
        let keys = self.keys_of(all).await;
        all.iter()
            .map(|sealed| {
                let id = seal::key_of(sealed.bytes).map_err(Error::broken)?;
                match keys.get(&(sealed.tenant.0, id)) {
                    Some(Ok(key)) => key.open(&sealed.location(), sealed.bytes).map_err(Error::broken),
                    Some(Err(error)) => Err(error.again()),
                    None => Err(Error::broken(anyhow!("its data key {id} is not there"))),
                }
                .map_err(|error| error.context(sealed.what()))
            })
            .collect()
    }

    /// The data keys that these values name, as far as they exist.
    async fn keys_of(&self, all: &[Sealed<'_>]) -> HashMap<KeyName, Result<DataKey, Error>> {
        let names = all.iter().filter_map(|sealed| Some((sealed.tenant.0, seal::key_of(sealed.bytes).ok()?)));
        let mut keys: HashMap<KeyName, Result<DataKey, Error>> = HashMap::new();
        let mut missing = vec![];
        for name in names {
            match self.unwrapped.get(&name) {
                Some(key) => drop(keys.insert(name, Ok(key))),
                None => missing.push(name),
            }
        }
        missing.sort_unstable();
        missing.dedup();
        if missing.is_empty() {
            return keys;
        }
        match self.read(&missing).await {
            Ok(rows) => {
                let unwrapped = rows.into_iter().map(async |row| ((row.tenant_id, row.id), self.unwrap(row).await));
                let unwrapped = stream::iter(unwrapped).buffer_unordered(AT_ONCE);
                keys.extend(unwrapped.collect::<Vec<_>>().await);
            }
            Err(error) => keys.extend(missing.into_iter().map(|name| (name, Err(error.again())))),
        }
        keys
    }

    async fn read(&self, names: &[KeyName]) -> Result<Vec<WrappedKey>, Error> {
        let (tenants, ids): (Vec<_>, Vec<_>) = names.iter().copied().unzip();
        let system = self.db.system(Reason::Sealing).await?;
        Ok(data_keys_by_id().bind(&*system, &tenants, &ids).all().await?)
    }

    /// Read every time, so that a retired key seals nothing any more. The first use creates it.
    pub async fn key_in_use(&self, tenant: TenantId) -> Result<DataKey, Error> {
        held::refuse(ASKS);
        // No connection is held while the master key is used.
        if let Some(row) = self.find_in_use(tenant).await? {
            return self.unwrap(row).await;
        }
        let (key, wrapped) = self.new_key(tenant).await?;
        self.store(tenant, &key, &wrapped).await?;
        // Ours, or that of another process that was faster.
        let row = self.find_in_use(tenant).await?;
        self.unwrap(row.context("a data key that was just made is not there").map_err(Error::broken)?).await
    }

    async fn find_in_use(&self, tenant: TenantId) -> Result<Option<WrappedKey>, Error> {
        let system = self.db.system_of(tenant, Reason::Sealing).await?;
        Ok(data_key_in_use().bind(&*system, &tenant.0).opt().await?)
    }

    async fn store(&self, tenant: TenantId, key: &DataKey, wrapped: &Wrapped) -> Result<(), Error> {
        let system = self.db.system_of(tenant, Reason::Sealing).await?;
        let (id, now) = (key.id(), self.clock.now());
        create_data_key().bind(&*system, &tenant.0, &id, &wrapped.bytes, &wrapped.by, &now).opt().await?;
        Ok(())
    }

    /// A data key that is not stored yet.
    pub async fn new_key(&self, tenant: TenantId) -> Result<(DataKey, Wrapped), Error> {
        held::refuse(ASKS);
        let key = DataKey::random(self.clock.id()).map_err(Error::broken)?;
        let owner = Owner { tenant: tenant.0, data_key: key.id() };
        let wrapped = self.master.wrap(owner, key.bytes()).await?;
        Ok((key, wrapped))
    }

    /// The same values for the same places, sealed by the present keys.
    pub async fn reseal(&self, all: &[Sealed<'_>]) -> Vec<Result<Vec<u8>, Error>> {
        let mut in_use = HashMap::new();
        for sealed in all {
            if let Entry::Vacant(unknown) = in_use.entry(sealed.tenant) {
                unknown.insert(self.key_in_use(sealed.tenant).await);
            }
        }
        let opened = self.open_all(all).await;
        let resealed = all.iter().zip(opened).map(|(sealed, opened)| {
            let key = in_use[&sealed.tenant].as_ref().map_err(Error::again)?;
            key.seal(&sealed.location(), opened?.expose_secret()).map_err(Error::broken)
        });
        resealed.collect()
    }

    /// The name of the current master key, as it is stored with data keys.
    pub async fn present_master(&self) -> Result<String, Error> {
        held::refuse(ASKS);
        self.master.present().await
    }

    /// Checks that the master key that wrapped it is available.
    pub async fn unwraps(&self, owner: Owner, wrapped: &Wrapped) -> Result<(), Error> {
        held::refuse(ASKS);
        self.master.unwrap(owner, wrapped).await.map(drop)
    }

    /// The same data key, wrapped by the present master key.
    pub async fn rewrap(&self, owner: Owner, wrapped: &Wrapped) -> Result<Wrapped, Error> {
        held::refuse(ASKS);
        let bytes = self.master.unwrap(owner, wrapped).await?;
        self.master.wrap(owner, bytes.expose_secret()).await
    }

    async fn unwrap(&self, row: WrappedKey) -> Result<DataKey, Error> {
        let name = (row.tenant_id, row.id);
        if let Some(known) = self.unwrapped.get(&name) {
            return Ok(known);
        }
        let owner = Owner { tenant: row.tenant_id, data_key: row.id };
        let bytes = self.master.unwrap(owner, &Wrapped { bytes: row.wrapped, by: row.wrapped_by }).await?;
        let key = DataKey::from_bytes(row.id, bytes.expose_secret()).map_err(Error::broken)?;
        self.unwrapped.insert(name, key.clone());
        Ok(key)
    }
}

impl Column {
    /// The location of a value in this column and row.
    pub fn location(self, tenant: TenantId, row: Uuid) -> Location<'static> {
        location(tenant, self, row)
    }
}

fn location(tenant: TenantId, column: Column, row: Uuid) -> Location<'static> {
    let Column { table, column, .. } = column.sealed_for();
    Location { tenant: tenant.0, table, column, row }
}
