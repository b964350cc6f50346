//! AES-256-GCM with random nonces: `nonce ‖ ciphertext ‖ tag`. One key must not encrypt more than 2³² times, which no
//! tenant's secrets come near.

use crate::{Error, Secret};
use ring::{
    aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey},
    rand::{SecureRandom, SystemRandom},
};
use secrecy::{
    ExposeSecret,
    zeroize::{Zeroize, Zeroizing},
};

pub const KEY: usize = 32;
pub const NONCE: usize = NONCE_LEN;
pub const TAG: usize = 16;

/// A key, kept as bytes that are overwritten when it is dropped.
#[derive(Clone)]
pub struct Key(Secret);

impl Key {
    pub fn random() -> Result<Key, Error> {
        let mut bytes = Zeroizing::new([0; KEY]);
        fill(bytes.as_mut())?;
        Ok(Key(bytes.to_vec().into()))
    }

    /// `None` unless the length is that of a key.
    pub fn from_bytes(bytes: &[u8]) -> Option<Key> {
        (bytes.len() == KEY).then(|| Key(bytes.to_vec().into()))
    }

    pub fn bytes(&self) -> &[u8] {
        self.0.expose_secret()
    }

    fn cipher(&self) -> Result<LessSafeKey, Error> {
        let key = UnboundKey::new(&AES_256_GCM, self.bytes());
        key.map(LessSafeKey::new).map_err(|_| Error::Malformed("a key of another length"))
    }

    /// Appends `nonce ‖ ciphertext ‖ tag` to `onto`.
    pub fn encrypt(&self, aad: &[u8], plaintext: &[u8], onto: &mut Vec<u8>) -> Result<(), Error> {
        let mut nonce = [0; NONCE];
        fill(&mut nonce)?;
        onto.reserve_exact(NONCE + plaintext.len() + TAG);
        onto.extend(nonce);
        let from = onto.len();
        onto.extend(plaintext);
        let nonce = Nonce::assume_unique_for_key(nonce);
        let tag = self.cipher()?.seal_in_place_separate_tag(nonce, Aad::from(aad), &mut onto[from..]);
        let Ok(tag) = tag else {
            onto.zeroize();
            return Err(Error::Malformed("too long to be sealed"));
        };
        onto.extend(tag.as_ref());
        Ok(())
    }

    pub fn decrypt(&self, aad: &[u8], encrypted: &[u8]) -> Result<Secret, Error> {
        let (nonce, rest) = encrypted.split_at_checked(NONCE).ok_or(Error::Malformed("cut off"))?;
        if rest.len() < TAG {
            return Err(Error::Malformed("cut off"));
        }
        let nonce = Nonce::try_assume_unique_for_key(nonce).map_err(|_| Error::Malformed("cut off"))?;
        let mut work = Zeroizing::new(rest.to_vec());
        let opened = self.cipher()?.open_in_place(nonce, Aad::from(aad), &mut work);
        opened.map(|plaintext| plaintext.to_vec().into()).map_err(|_| Error::DoesNotOpen)
    }
}

fn fill(bytes: &mut [u8]) -> Result<(), Error> {
    SystemRandom::new().fill(bytes).map_err(|_| Error::NoRandomness)
}
