//! Encryption of a file in pieces of 64 KiB, so that files of any size need little memory: AES-256-GCM in the STREAM
//! construction, with a random key for each file.
//!
//! ```text
//! piece     ciphertext of up to 64 KiB, followed by a tag of 16 bytes
//! nonce     7 bytes 0, 4 bytes number of the piece, 1 byte that is 1 for the last piece
//! ```
//!
//! The nonce contains the number and the end, and the associated data the id of the attachment: pieces that are reordered,
//! left out, cut off, or moved from another file do not open. All pieces but the last are full, and a file has at least
//! one.

use kernel::sealing::Secret;
use ring::{
    aead::{AES_256_GCM, Aad, LessSafeKey, Nonce, UnboundKey},
    rand::{SecureRandom, SystemRandom},
};
use secrecy::{ExposeSecret, zeroize::Zeroizing};
use uuid::Uuid;

/// Bytes of a piece before and after encryption.
pub const PIECE: usize = 64 * 1024;
pub const SEALED_PIECE: usize = PIECE + TAG;

const TAG: usize = 16;
const KEY: usize = 32;
const VERSION: u8 = 1;

/// A new key for one file.
pub fn random_key() -> anyhow::Result<Secret> {
    let mut bytes = Zeroizing::new([0; KEY]);
    SystemRandom::new().fill(bytes.as_mut()).map_err(|_| anyhow::anyhow!("the system provides no random bytes"))?;
    Ok(bytes.to_vec().into())
}

/// The size of the object of a file.
pub fn sealed_size(size: u64) -> u64 {
    size + pieces(size) * TAG as u64
}

fn pieces(size: u64) -> u64 {
    size.div_ceil(PIECE as u64).max(1)
}

struct Cipher {
    key: LessSafeKey,
    associated: [u8; 17],
    next: u32,
}

impl Cipher {
    fn new(key: &Secret, id: Uuid) -> anyhow::Result<Cipher> {
        let key = UnboundKey::new(&AES_256_GCM, key.expose_secret());
        let key = key.map_err(|_| anyhow::anyhow!("the key of an attachment has the wrong length"))?;
        let mut associated = [VERSION; 17];
        associated[1..].copy_from_slice(id.as_bytes());
        Ok(Cipher { key: LessSafeKey::new(key), associated, next: 0 })
    }

    /// A nonce for each piece: the number is never used twice.
    fn nonce(&mut self, is_last: bool) -> anyhow::Result<Nonce> {
        let mut nonce = [0; 12];
        nonce[7..11].copy_from_slice(&self.next.to_be_bytes());
        nonce[11] = u8::from(is_last);
        self.next = self.next.checked_add(1).ok_or_else(|| anyhow::anyhow!("too many pieces"))?;
        Ok(Nonce::assume_unique_for_key(nonce))
    }
}

/// Encrypts a file.
pub struct Sealer {
    cipher: Cipher,
    /// At most a piece, which may be the last one.
    waiting: Zeroizing<Vec<u8>>,
}

impl Sealer {
    pub fn new(key: &Secret, id: Uuid) -> anyhow::Result<Sealer> {
        Ok(Sealer { cipher: Cipher::new(key, id)?, waiting: Zeroizing::new(Vec::with_capacity(PIECE)) })
    }

    /// Appends the pieces that are complete to `onto`.
    pub fn add(&mut self, mut bytes: &[u8], onto: &mut Vec<u8>) -> anyhow::Result<()> {
        while !bytes.is_empty() {
            if self.waiting.len() == PIECE {
                self.seal(false, onto)?;
            }
            let (now, later) = bytes.split_at(bytes.len().min(PIECE - self.waiting.len()));
            self.waiting.extend_from_slice(now);
            bytes = later;
        }
        Ok(())
    }

    /// Appends the last piece.
    pub fn end(mut self, onto: &mut Vec<u8>) -> anyhow::Result<()> {
        self.seal(true, onto)
    }

    fn seal(&mut self, is_last: bool, onto: &mut Vec<u8>) -> anyhow::Result<()> {
        let nonce = self.cipher.nonce(is_last)?;
        let sealed =
            self.cipher.key.seal_in_place_separate_tag(nonce, Aad::from(self.cipher.associated), &mut self.waiting);
        let tag = sealed.map_err(|_| anyhow::anyhow!("a piece was not encrypted"))?;
        onto.extend_from_slice(&self.waiting);
        onto.extend_from_slice(tag.as_ref());
        self.waiting.clear();
        Ok(())
    }
}

/// Decrypts a file of a known size.
pub struct Opener {
    cipher: Cipher,
    size: u64,
}

impl Opener {
    pub fn new(key: &Secret, id: Uuid, size: u64) -> anyhow::Result<Opener> {
        Ok(Opener { cipher: Cipher::new(key, id)?, size })
    }

    /// The encrypted size of the next piece; `None` after the last one.
    pub fn next_size(&self) -> Option<usize> {
        let (next, all) = (u64::from(self.cipher.next), pieces(self.size));
        match (next + 1).cmp(&all) {
            std::cmp::Ordering::Less => Some(SEALED_PIECE),
            std::cmp::Ordering::Equal => usize::try_from(self.size - next * PIECE as u64).ok().map(|size| size + TAG),
            std::cmp::Ordering::Greater => None,
        }
    }

    /// Decrypts the next piece in place, and returns its size.
    pub fn open(&mut self, piece: &mut [u8]) -> anyhow::Result<usize> {
        let is_last = u64::from(self.cipher.next) + 1 == pieces(self.size);
        let nonce = self.cipher.nonce(is_last)?;
        let opened = self.cipher.key.open_in_place(nonce, Aad::from(self.cipher.associated), piece);
        let opened = opened.map_err(|_| anyhow::anyhow!("a piece cannot be decrypted: the object was changed"))?;
        Ok(opened.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: Uuid = Uuid::from_u128(7);

    fn sealed(key: &Secret, plaintext: &[u8]) -> Vec<u8> {
        let (mut sealer, mut object) = (Sealer::new(key, ID).unwrap(), vec![]);
        plaintext.chunks(10_007).for_each(|some| sealer.add(some, &mut object).unwrap());
        sealer.end(&mut object).unwrap();
        object
    }

    fn opened(key: &Secret, id: Uuid, size: usize, mut object: Vec<u8>) -> anyhow::Result<Vec<u8>> {
        let (mut opener, mut plaintext) = (Opener::new(key, id, size as u64)?, vec![]);
        while let Some(next) = opener.next_size() {
            anyhow::ensure!(object.len() >= next, "cut off");
            let rest = object.split_off(next);
            let size = opener.open(&mut object)?;
            plaintext.extend_from_slice(&object[..size]);
            object = rest;
        }
        anyhow::ensure!(object.is_empty(), "prolonged");
        Ok(plaintext)
    }

    #[test]
    fn a_file_of_any_size_opens_and_has_the_expected_size() {
        let key = random_key().unwrap();
        for size in [0, 1, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE, 3 * PIECE + 17] {
            let plaintext: Vec<u8> = (0..size).map(|at| (at % 251) as u8).collect();
            let object = sealed(&key, &plaintext);
            assert_eq!(object.len() as u64, sealed_size(size as u64), "{size}");
            assert_eq!(opened(&key, ID, size, object).unwrap(), plaintext, "{size}");
        }
    }

    #[test]
    fn what_was_changed_cut_off_reordered_or_moved_does_not_open() {
        let (key, size) = (random_key().unwrap(), 2 * PIECE + 100);
        let object = sealed(&key, &vec![7; size]);
        for at in [0, PIECE, SEALED_PIECE, object.len() - 1] {
            let mut changed = object.clone();
            changed[at] ^= 1;
            assert!(opened(&key, ID, size, changed).is_err(), "byte {at}");
        }
        let mut reordered = object.clone();
        reordered[..2 * SEALED_PIECE].rotate_left(SEALED_PIECE);
        assert!(opened(&key, ID, size, reordered).is_err());
        // The row could be changed too, so that the sizes fit.
        let cut = object[..2 * SEALED_PIECE].to_vec();
        assert!(opened(&key, ID, 2 * PIECE, cut).is_err(), "the last piece says that it is the last");
        assert!(opened(&key, ID, size, [&object[..], &[0]].concat()).is_err());
        assert!(opened(&key, Uuid::from_u128(8), size, object.clone()).is_err());
        assert!(opened(&random_key().unwrap(), ID, size, object).is_err());
    }
}
