//! Master keys in a file that only its owner may read, one a line: an id and 32 random bytes in base64. The first wraps;
//! the others still unwrap what they wrapped, until everything is wrapped again and they are removed.
//!
//! An id is the beginning of the key's SHA-256, so that a damaged line is noticed before it wraps anything.

use crate::{Error, Owner, Secret, Wrapped, aead::Key};
use base64::{Engine, prelude::BASE64_STANDARD};
use ring::digest::{SHA256, digest};
use secrecy::zeroize::Zeroizing;
use std::{
    fmt,
    fs::{self, File, OpenOptions, Permissions},
    io::{Read, Write},
    os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt},
    path::Path,
};

const KIND: &str = "file:";
const VERSION: u8 = 1;

const HEAD: &str = "\
# Master keys of Tenant Control: the first wraps, the others unwrap what they wrapped.
# Without them no secret in the database can be opened again. Back them up apart from the database.
";

#[derive(Clone)]
pub struct KeyFile {
    /// Never empty.
    keys: Vec<MasterKey>,
}

#[derive(Clone)]
struct MasterKey {
    id: String,
    key: Key,
}

impl KeyFile {
    pub fn read(path: &Path) -> Result<KeyFile, Error> {
        let wrong = |what: &str| Error::KeyFile(format!("{}: {what}", path.display()));
        let mut file = File::open(path).map_err(|error| wrong(&error.to_string()))?;
        let metadata = file.metadata().map_err(|error| wrong(&error.to_string()))?;
        let process = fs::metadata("/proc/self").ok().map(|process| process.uid());
        if !is_private(metadata.mode(), metadata.uid(), process) {
            return Err(wrong(&format!("others may read it (mode {:03o}): chmod 600", metadata.mode() & 0o777)));
        }
        let mut text = Zeroizing::new(String::new());
        file.read_to_string(&mut text).map_err(|error| wrong(&error.to_string()))?;
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        let keys: Vec<_> = lines.map(MasterKey::parse).collect::<Result<_, _>>().map_err(wrong)?;
        if keys.is_empty() {
            return Err(wrong("no key is in it"));
        }
        Ok(KeyFile { keys })
    }

    /// Creates a file with one new key; an existing file is not changed.
    pub fn create(path: &Path) -> Result<KeyFile, Error> {
        let file = KeyFile { keys: vec![MasterKey::random()?] };
        let written = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path);
        let written = written.and_then(|mut to| file.write(&mut to));
        written.map_err(|error| Error::KeyFile(format!("{}: {error}", path.display())))?;
        Ok(file)
    }

    /// Puts a new key before the others, in a new file that replaces the old one.
    pub fn add(path: &Path) -> Result<KeyFile, Error> {
        let mut file = KeyFile::read(path)?;
        file.keys.insert(0, MasterKey::random()?);
        file.replace(path)
    }

    /// Removes all keys except the one that wraps.
    pub fn drop_others(path: &Path) -> Result<KeyFile, Error> {
        let mut file = KeyFile::read(path)?;
        file.keys.truncate(1);
        file.replace(path)
    }

    fn replace(self, path: &Path) -> Result<KeyFile, Error> {
        let wrong = |error: std::io::Error| Error::KeyFile(format!("{}: {error}", path.display()));
        let mut beside = path.as_os_str().to_owned();
        beside.push(".new");
        let mut options = OpenOptions::new();
        let mut to = options.write(true).create(true).truncate(true).mode(0o600).open(&beside).map_err(wrong)?;
        // A leftover file keeps its old mode.
        to.set_permissions(Permissions::from_mode(0o600)).map_err(wrong)?;
        self.write(&mut to).and_then(|()| fs::rename(&beside, path)).map_err(wrong)?;
        Ok(self)
    }

    fn write(&self, to: &mut File) -> std::io::Result<()> {
        to.write_all(HEAD.as_bytes())?;
        for MasterKey { id, key } in &self.keys {
            let key = Zeroizing::new(BASE64_STANDARD.encode(key.bytes()));
            to.write_all(Zeroizing::new(format!("{id} {}\n", key.as_str())).as_bytes())?;
        }
        to.sync_all()
    }

    /// Ids of the keys, the one that wraps first.
    pub fn ids(&self) -> impl Iterator<Item = String> {
        self.keys.iter().map(|key| format!("{KIND}{}", key.id))
    }

    /// The id of the key that wraps.
    pub fn id(&self) -> String {
        format!("{KIND}{}", self.keys[0].id)
    }

    /// True if a key of a key file wrapped it.
    pub fn is_kind(by: &str) -> bool {
        by.starts_with(KIND)
    }

    pub fn wrap(&self, owner: Owner, data_key: &[u8]) -> Result<Wrapped, Error> {
        let mut bytes = vec![VERSION];
        self.keys[0].key.encrypt(&associated(owner), data_key, &mut bytes)?;
        Ok(Wrapped { bytes, by: self.id() })
    }

    pub fn unwrap(&self, owner: Owner, wrapped: &Wrapped) -> Result<Secret, Error> {
        let known = self.keys.iter().find(|key| wrapped.by.strip_prefix(KIND) == Some(key.id.as_str()));
        let known = known.ok_or_else(|| Error::UnknownMasterKey(wrapped.by.clone()))?;
        match wrapped.bytes.split_first() {
            Some((&VERSION, encrypted)) => known.key.decrypt(&associated(owner), encrypted),
            _ => Err(Error::Malformed("a data key that is wrapped in a way that is not known")),
        }
    }
}

impl fmt::Debug for KeyFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.ids()).finish()
    }
}

impl MasterKey {
    fn random() -> Result<MasterKey, Error> {
        let key = Key::random()?;
        Ok(MasterKey { id: fingerprint(&key), key })
    }

    fn parse(line: &str) -> Result<MasterKey, &'static str> {
        let (id, text) = line.split_once(' ').ok_or("a line is not an id and a key")?;
        let bytes = Zeroizing::new(BASE64_STANDARD.decode(text.trim()).map_err(|_| "a key is not base64")?);
        let key = Key::from_bytes(&bytes).ok_or("a key does not have 32 bytes")?;
        if fingerprint(&key) != id {
            return Err("a key is not the one that its id names: it was changed");
        }
        Ok(MasterKey { id: id.to_owned(), key })
    }
}

fn fingerprint(key: &Key) -> String {
    digest(&SHA256, key.bytes()).as_ref()[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Whether only the user of this process can read a file. A process of another user can read a file of root
/// through its group only: this is how Kubernetes mounts secrets.
fn is_private(mode: u32, owner: u32, process: Option<u32>) -> bool {
    let mounted = owner == 0 && process.is_some_and(|user| user != 0);
    mode & if mounted { 0o037 } else { 0o077 } == 0
}

fn associated(owner: Owner) -> Vec<u8> {
    format!("{}|data_keys|wrapped|{}", owner.tenant, owner.data_key).into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use secrecy::ExposeSecret;
    use std::path::PathBuf;
    use tempfile::TempDir;
    use uuid::Uuid;

    const OWNER: Owner = Owner { tenant: Uuid::from_u128(1), data_key: Uuid::from_u128(2) };
    const DATA_KEY: [u8; 32] = [7; 32];

    fn folder() -> (TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("keys");
        (folder, path)
    }

    #[test]
    fn a_new_file_is_its_owners_alone_and_is_never_overwritten() {
        let (_folder, path) = folder();
        let made = KeyFile::create(&path).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().mode() & 0o777, 0o600);
        assert_eq!(KeyFile::read(&path).unwrap().id(), made.id());
        assert!(KeyFile::create(&path).is_err());
    }

    #[test]
    fn a_file_that_others_may_read_is_refused() {
        let (_folder, path) = folder();
        KeyFile::create(&path).unwrap();
        for mode in [0o640, 0o604, 0o660, 0o644, 0o610] {
            fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
            let error = KeyFile::read(&path).unwrap_err().to_string();
            assert!(error.contains("chmod 600"), "{mode:o}: {error}");
        }
        fs::set_permissions(&path, Permissions::from_mode(0o400)).unwrap();
        KeyFile::read(&path).unwrap();
    }

    #[test]
    fn a_file_of_root_may_be_readable_for_the_group_of_another_user() {
        for mode in [0o440, 0o400, 0o640] {
            assert!(is_private(mode, 0, Some(65532)), "{mode:o}");
        }
        for mode in [0o460, 0o444, 0o450] {
            assert!(!is_private(mode, 0, Some(65532)), "{mode:o}");
        }
        for (owner, process) in [(0, Some(0)), (65532, Some(65532)), (1000, Some(65532)), (1000, Some(0)), (0, None)] {
            assert!(!is_private(0o440, owner, process), "{owner} {process:?}");
        }
    }

    #[test]
    fn a_data_key_unwraps_for_its_owner_alone() {
        let (_folder, path) = folder();
        let file = KeyFile::create(&path).unwrap();
        let wrapped = file.wrap(OWNER, &DATA_KEY).unwrap();
        assert_eq!(file.unwrap(OWNER, &wrapped).unwrap().expose_secret(), DATA_KEY);
        for other in [Owner { tenant: Uuid::nil(), ..OWNER }, Owner { data_key: Uuid::nil(), ..OWNER }] {
            assert!(matches!(file.unwrap(other, &wrapped), Err(Error::DoesNotOpen)));
        }
        for at in 0..wrapped.bytes.len() {
            let mut changed = wrapped.clone();
            changed.bytes[at] ^= 1;
            assert!(file.unwrap(OWNER, &changed).is_err(), "byte {at}");
            changed.bytes.truncate(at);
            assert!(file.unwrap(OWNER, &changed).is_err(), "{at} bytes");
        }
    }

    #[test]
    fn a_new_key_wraps_and_the_one_before_still_unwraps_until_it_is_dropped() {
        let (_folder, path) = folder();
        let old = KeyFile::create(&path).unwrap().wrap(OWNER, &DATA_KEY).unwrap();
        let both = KeyFile::add(&path).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().mode() & 0o777, 0o600);
        let new = both.wrap(OWNER, &DATA_KEY).unwrap();
        assert_ne!(old.by, new.by);
        assert_eq!(KeyFile::read(&path).unwrap().unwrap(OWNER, &old).unwrap().expose_secret(), DATA_KEY);

        let one = KeyFile::drop_others(&path).unwrap();
        assert!(matches!(one.unwrap(OWNER, &old), Err(Error::UnknownMasterKey(id)) if id == old.by));
        assert_eq!(one.unwrap(OWNER, &new).unwrap().expose_secret(), DATA_KEY);
    }

    #[test]
    fn a_damaged_file_is_refused() {
        let (_folder, path) = folder();
        let file = KeyFile::create(&path).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        let (id, other) = (&file.keys[0].id, KeyFile { keys: vec![MasterKey::random().unwrap()] });
        for damaged in ["", "# nothing", "id", "id key", &text.replace(id.as_str(), &other.keys[0].id)] {
            fs::write(&path, damaged).unwrap();
            assert!(KeyFile::read(&path).is_err(), "{damaged:?}");
        }
        assert!(KeyFile::read(&path.join("nowhere")).is_err());
    }

    #[test]
    fn debug_shows_no_key() {
        let file = KeyFile { keys: vec![MasterKey::random().unwrap()] };
        assert_eq!(format!("{file:?}"), format!("[{:?}]", file.id()));
    }
}
