//! `tenant-control keys …`: the keys that tenants' secrets are sealed with.

use anyhow::Context;
use seal::KeyFile;
use std::path::{Path, PathBuf};

/// Where a laptop keeps its master key, unless told otherwise.
const LAPTOP: &str = "var/master-keys";

/// Makes a file with one master key and says which.
pub fn new_file(path: &Path) -> anyhow::Result<String> {
    Ok(KeyFile::create(path)?.id())
}

/// For `tenant-control dev`: the file that is named or the usual one, made when it is not there.
pub fn laptop_file(named: Option<PathBuf>) -> anyhow::Result<PathBuf> {
    let path = named.unwrap_or_else(|| LAPTOP.into());
    if !path.exists() {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        }
        eprintln!("made {}: {}", path.display(), new_file(&path)?);
    }
    Ok(path)
}
