//! Envelope encryption. A tenant's [`DataKey`] seals values, each for the one [`Location`] where it is stored; a master key
//! wraps data keys, each for its tenant. Master keys are in a [`KeyFile`], or in a key service outside of this crate.

mod aead;
mod data_key;
mod error;
mod key_file;

pub use data_key::{DataKey, Location, key_of};
pub use error::Error;
pub use key_file::KeyFile;

/// Never printed, and overwritten when it is dropped.
pub type Secret = secrecy::SecretSlice<u8>;

/// A data key as it is stored, and the id of the master key that wrapped it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wrapped {
    pub bytes: Vec<u8>,
    /// Such as `file:0123456789abcdef`.
    pub by: String,
}

/// The tenant for which a data key is wrapped: it cannot be unwrapped for another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Owner {
    pub tenant: uuid::Uuid,
    pub data_key: uuid::Uuid,
}
