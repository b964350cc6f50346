//! The master key, which wraps the data keys: from a file, or of AWS KMS. Keys that one has wrapped still open when the
//! other wraps from now on, as long as both are configured.

use super::Error;
use crate::settings::{Keys, MasterKey};
use anyhow::{Context, anyhow, ensure};
use seal::{KeyFile, Owner, Secret, Wrapped};
use seal_kms::Kms;
use std::{
    path::PathBuf,
    sync::{PoisonError, RwLock},
};
use tokio::sync::OnceCell;
use uuid::Uuid;

pub struct Master {
    file: Option<File>,
    kms: Option<Service>,
    wraps: MasterKey,
}

struct File {
    path: PathBuf,
    keys: RwLock<KeyFile>,
}

struct Service {
    key: String,
    endpoint: Option<String>,
    /// Determined at the first use.
    kms: OnceCell<Kms>,
}

impl Master {
    pub fn new(settings: &Keys) -> anyhow::Result<Master> {
        let file = settings.master_key_file.clone().map(File::new).transpose()?;
        let (key, endpoint) = (settings.kms_key_id.clone(), settings.kms_endpoint.clone());
        let kms = key.map(|key| Service { key, endpoint, kms: OnceCell::new() });
        ensure!(
            file.is_some() || kms.is_some(),
            "no master key is configured: create a file with `tenant-control keys new-file PATH`, keep a copy of it \
            separate from the database, and set TC_MASTER_KEY_FILE to it; or set TC_KMS_KEY_ID to a key of AWS KMS"
        );
        let usual = if kms.is_some() { MasterKey::Kms } else { MasterKey::File };
        Ok(Master { file, kms, wraps: settings.wrap_with.unwrap_or(usual) })
    }

    pub async fn wrap(&self, owner: Owner, data_key: &[u8]) -> Result<Wrapped, Error> {
        match self.wraps {
            MasterKey::File => {
                let keys = self.file.as_ref().ok_or_else(no_file)?.read_again();
                keys.and_then(|keys| keys.wrap(owner, data_key)).map_err(Error::broken)
            }
            MasterKey::Kms => Ok(self.kms().await?.wrap(owner, data_key).await?),
        }
    }

    pub async fn unwrap(&self, owner: Owner, wrapped: &Wrapped) -> Result<Secret, Error> {
        if Kms::is_kind(&wrapped.by) {
            return Ok(self.kms().await?.unwrap(owner, wrapped).await?);
        }
        let file = self.file.as_ref().ok_or_else(no_file)?;
        match file.keys().unwrap(owner, wrapped) {
            Err(seal::Error::UnknownMasterKey(_)) => file.read_again().and_then(|keys| keys.unwrap(owner, wrapped)),
            unwrapped => unwrapped,
        }
        .map_err(Error::broken)
    }

    /// The name of the current master key. The key service is called, because an alias may have changed.
    pub async fn present(&self) -> Result<String, Error> {
        let probe = Owner { tenant: Uuid::nil(), data_key: Uuid::nil() };
        Ok(self.wrap(probe, &[0; 32]).await?.by)
    }

    async fn kms(&self) -> Result<&Kms, Error> {
        let missing = || Error::broken(anyhow!("it is wrapped by AWS KMS: set TC_KMS_KEY_ID"));
        let service = self.kms.as_ref().ok_or_else(missing)?;
        Ok(service.kms.get_or_init(|| Kms::new(service.key.clone(), service.endpoint.as_deref())).await)
    }
}

fn no_file() -> Error {
    Error::broken(anyhow!("it is wrapped by a key of a file: set TC_MASTER_KEY_FILE"))
}

impl File {
    fn new(path: PathBuf) -> anyhow::Result<File> {
        let keys = KeyFile::read(&path).context("TC_MASTER_KEY_FILE")?;
        Ok(File { path, keys: RwLock::new(keys) })
    }

    fn keys(&self) -> KeyFile {
        self.keys.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Reloaded before anything is wrapped, so that an added key wraps from then on and a removed one does not; and if
    /// a key is missing that wrapped something.
    fn read_again(&self) -> Result<KeyFile, seal::Error> {
        let read = KeyFile::read(&self.path)?;
        *self.keys.write().unwrap_or_else(PoisonError::into_inner) = read.clone();
        Ok(read)
    }
}
