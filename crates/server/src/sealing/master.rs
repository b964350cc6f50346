//! The master key, which wraps the data keys: of a file.

use super::Error;
use crate::settings::Keys;
use anyhow::Context;
use seal::{KeyFile, Owner, Secret, Wrapped};
use std::{
    path::PathBuf,
    sync::{PoisonError, RwLock},
};

pub struct Master {
    path: PathBuf,
    file: RwLock<KeyFile>,
}

impl Master {
    pub fn new(settings: &Keys) -> anyhow::Result<Master> {
        let path = settings.master_key_file.clone().context(
            "TC_MASTER_KEY_FILE is not set: make a file of master keys with `tenant-control keys new-file PATH`, keep a \
             copy apart from the database, and name it there",
        )?;
        let file = KeyFile::read(&path).context("TC_MASTER_KEY_FILE")?;
        Ok(Master { path, file: RwLock::new(file) })
    }

    fn file(&self) -> KeyFile {
        self.file.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// A key that was added to the file is known from the first time that something wrapped by it is met.
    fn read_again(&self) -> Result<KeyFile, seal::Error> {
        let read = KeyFile::read(&self.path)?;
        *self.file.write().unwrap_or_else(PoisonError::into_inner) = read.clone();
        Ok(read)
    }

    #[expect(clippy::unused_async, reason = "a key service is asked over the network")]
    pub async fn wrap(&self, owner: Owner, data_key: &[u8]) -> Result<Wrapped, Error> {
        self.file().wrap(owner, data_key).map_err(Error::broken)
    }

    #[expect(clippy::unused_async, reason = "a key service is asked over the network")]
    pub async fn unwrap(&self, owner: Owner, wrapped: &Wrapped) -> Result<Secret, Error> {
        match self.file().unwrap(owner, wrapped) {
            Err(seal::Error::UnknownMasterKey(_)) => {
                let again = self.read_again().and_then(|file| file.unwrap(owner, wrapped));
                again.map_err(Error::broken)
            }
            unwrapped => unwrapped.map_err(Error::broken),
        }
    }
}
