//! Data keys of a tenant that moves to a cell with another master key.

use super::{Error, Owner, Wrapped, master::Master};
use crate::settings::Keys;
use secrecy::ExposeSecret;

/// Two master keys: one that has wrapped data keys, and one that wraps them again.
pub struct Rewrapping {
    from: Master,
    to: Master,
}

impl Rewrapping {
    pub fn new(from: &Keys, to: &Keys) -> anyhow::Result<Rewrapping> {
        Ok(Rewrapping { from: Master::new(from)?, to: Master::new(to)? })
    }

    /// The same data key, wrapped by the other master key.
    pub async fn rewrap(&self, owner: Owner, wrapped: &Wrapped) -> Result<Wrapped, Error> {
        held::refuse(super::ASKS);
        let bytes = self.from.unwrap(owner, wrapped).await?;
        self.to.wrap(owner, bytes.expose_secret()).await
    }
}
