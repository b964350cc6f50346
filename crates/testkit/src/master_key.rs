//! The master key of all tests and drills on this machine. They share databases, so they share the key too.

use seal::KeyFile;
use std::{os::unix::fs::MetadataExt, path::PathBuf};

/// Returns the file of the key, which the first process creates.
pub fn master_key_file() -> PathBuf {
    let temporary = std::env::temp_dir();
    let user = std::fs::metadata("/proc/self").map_or(0, |process| process.uid());
    let path = temporary.join(format!("tenant-control-test-{user}.keys"));
    if !path.exists() {
        let created = temporary.join(format!("tenant-control-{:016x}.keys", rand::random::<u64>()));
        KeyFile::create(&created).expect("a new file");
        // Unlike a rename, a link does not replace a file that another process has created meanwhile.
        let _ = std::fs::hard_link(&created, &path);
        std::fs::remove_file(&created).expect("the file was just created");
    }
    path
}
