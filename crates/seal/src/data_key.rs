//! A tenant's data key, and the format of sealed values.
//!
//! ```text
//! 1 byte    version, 1
//! 16 bytes  the data key's id
//! 12 bytes  nonce
//! …         ciphertext
//! 16 bytes  tag
//! ```
//!
//! The associated data are the first 17 bytes and `tenant|table|column|row`: a value that was moved to another tenant,
//! column or row does not open.

use crate::{
    Error, Secret,
    aead::{Key, NONCE, TAG},
};
use std::fmt;
use uuid::Uuid;

const VERSION: u8 = 1;
const HEAD: usize = 1 + 16;

/// The place where a value is stored. It opens only there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Location<'a> {
    pub tenant: Uuid,
    pub table: &'a str,
    pub column: &'a str,
    pub row: Uuid,
}

#[derive(Clone)]
pub struct DataKey {
    id: Uuid,
    key: Key,
}

impl DataKey {
    pub fn random(id: Uuid) -> Result<DataKey, Error> {
        Ok(DataKey { id, key: Key::random()? })
    }

    pub fn from_bytes(id: Uuid, bytes: &[u8]) -> Result<DataKey, Error> {
        let key = Key::from_bytes(bytes).ok_or(Error::Malformed("a data key of another length"))?;
        Ok(DataKey { id, key })
    }

    pub fn id(&self) -> Uuid {
        self.id
    }

    /// The key's bytes, only for wrapping.
    pub fn bytes(&self) -> &[u8] {
        self.key.bytes()
    }

    pub fn seal(&self, location: &Location<'_>, plaintext: &[u8]) -> Result<Vec<u8>, Error> {
        let mut sealed = Vec::with_capacity(HEAD + NONCE + plaintext.len() + TAG);
        sealed.push(VERSION);
        sealed.extend(self.id.as_bytes());
        let aad = associated(&sealed, location);
        self.key.encrypt(&aad, plaintext, &mut sealed)?;
        Ok(sealed)
    }

    pub fn open(&self, location: &Location<'_>, sealed: &[u8]) -> Result<Secret, Error> {
        if key_of(sealed)? != self.id {
            return Err(Error::DoesNotOpen);
        }
        let (head, encrypted) = sealed.split_at(HEAD);
        self.key.decrypt(&associated(head, location), encrypted)
    }
}

impl fmt::Debug for DataKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DataKey").field("id", &self.id).finish_non_exhaustive()
    }
}

/// The id of the data key that sealed it.
pub fn key_of(sealed: &[u8]) -> Result<Uuid, Error> {
    let Some((head, _)) = sealed.split_at_checked(HEAD) else { return Err(Error::Malformed("cut off")) };
    if head[0] != VERSION {
        return Err(Error::Malformed("of a version that is not known"));
    }
    Uuid::from_slice(&head[1..]).map_err(|_| Error::Malformed("cut off"))
}

fn associated(head: &[u8], location: &Location<'_>) -> Vec<u8> {
    let Location { tenant, table, column, row } = location;
    [head, format!("{tenant}|{table}|{column}|{row}").as_bytes()].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use secrecy::ExposeSecret;

    const LOCATION: Location<'_> = Location {
        tenant: Uuid::from_u128(1),
        table: "webhook_endpoints",
        column: "secret_sealed",
        row: Uuid::from_u128(2),
    };

    fn key() -> DataKey {
        DataKey::random(Uuid::from_u128(9)).unwrap()
    }

    #[test]
    fn what_was_sealed_opens_where_it_was_sealed_for() {
        let key = key();
        for plaintext in [&b""[..], b"whsec_hunter2", &[0xff; 100_000]] {
            let sealed = key.seal(&LOCATION, plaintext).unwrap();
            assert_eq!(sealed.len(), plaintext.len() + 45);
            assert_eq!(key_of(&sealed).unwrap(), key.id());
            assert_eq!(key.open(&LOCATION, &sealed).unwrap().expose_secret(), plaintext);
        }
        assert_ne!(key.seal(&LOCATION, b"same").unwrap(), key.seal(&LOCATION, b"same").unwrap(), "a nonce for each");
    }

    #[test]
    fn it_opens_for_no_other_tenant_table_column_or_row() {
        let key = key();
        let sealed = key.seal(&LOCATION, b"whsec_hunter2").unwrap();
        for location in [
            Location { tenant: Uuid::from_u128(3), ..LOCATION },
            Location { table: "sso_providers", ..LOCATION },
            Location { column: "previous_secret_sealed", ..LOCATION },
            Location { row: Uuid::from_u128(3), ..LOCATION },
            Location { tenant: LOCATION.row, row: LOCATION.tenant, ..LOCATION },
        ] {
            assert!(matches!(key.open(&location, &sealed), Err(Error::DoesNotOpen)), "{location:?}");
        }
    }

    #[test]
    fn it_opens_with_no_other_key_also_not_one_of_the_same_id() {
        let sealed = key().seal(&LOCATION, b"whsec_hunter2").unwrap();
        assert!(matches!(key().open(&LOCATION, &sealed), Err(Error::DoesNotOpen)));
        let other = DataKey::random(Uuid::from_u128(8)).unwrap();
        assert!(matches!(other.open(&LOCATION, &sealed), Err(Error::DoesNotOpen)));
    }

    #[test]
    fn with_any_bit_changed_it_does_not_open() {
        let key = key();
        let sealed = key.seal(&LOCATION, b"whsec_hunter2").unwrap();
        for bit in 0..sealed.len() * 8 {
            let mut changed = sealed.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            assert!(key.open(&LOCATION, &changed).is_err(), "bit {bit}");
        }
    }

    #[test]
    fn cut_off_anywhere_or_prolonged_it_does_not_open() {
        let key = key();
        let sealed = key.seal(&LOCATION, b"whsec_hunter2").unwrap();
        for length in 0..sealed.len() {
            assert!(key.open(&LOCATION, &sealed[..length]).is_err(), "{length} bytes");
        }
        assert!(key.open(&LOCATION, &[&sealed[..], b"\0"].concat()).is_err());
    }

    #[test]
    fn debug_shows_neither_key_nor_secret() {
        let key = DataKey::from_bytes(Uuid::nil(), &[0x77; 32]).unwrap();
        let secret = key.open(&LOCATION, &key.seal(&LOCATION, b"hunter2").unwrap()).unwrap();
        let shown = format!("{key:?} {secret:?}");
        assert!(!shown.contains("119") && !shown.contains("hunter2") && !shown.contains("104, 117"), "{shown}");
    }
}
