//! Repositories for tests, made by the real restic: in a directory, on a REST server (rclone), in a bucket (moto). A crate
//! of its own, because the tests of `backup-restic` need it, and testkit depends on the server, which depends on that.

mod servers;

pub use servers::{ACCESS_KEY_ID, REGION, RestServer, S3Server, SECRET_ACCESS_KEY};

use anyhow::{Context, ensure};
use serde_json::Value;
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    process::Command,
};
use tempfile::TempDir;

pub const PASSWORD: &str = "correct horse battery staple";

/// A repository.
pub struct Restic {
    /// In the notation of restic.
    pub location: String,
}

impl Restic {
    /// A new repository at this address.
    pub fn init(location: impl Into<String>) -> anyhow::Result<Restic> {
        let restic = Restic { location: location.into() };
        restic.run(&["init"])?;
        Ok(restic)
    }

    /// Runs restic and returns what it prints.
    pub fn run(&self, arguments: &[&str]) -> anyhow::Result<String> {
        let output = Command::new("restic")
            .args(["--no-cache", "-r", &self.location])
            .args(arguments)
            .env("RESTIC_PASSWORD", PASSWORD)
            .env("AWS_ACCESS_KEY_ID", ACCESS_KEY_ID)
            .env("AWS_SECRET_ACCESS_KEY", SECRET_ACCESS_KEY)
            .env("AWS_DEFAULT_REGION", REGION)
            .output()
            .context("restic is not installed: scripts/install")?;
        let errors = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "restic {arguments:?}: {errors}");
        Ok(String::from_utf8(output.stdout)?)
    }

    /// Makes a snapshot of a folder, and returns its id.
    pub fn backup(&self, host: &str, folder: &Path) -> anyhow::Result<String> {
        self.backup_with(host, folder, &[])
    }

    pub fn backup_with(&self, host: &str, folder: &Path, more: &[&str]) -> anyhow::Result<String> {
        let folder = folder.to_str().context("a path of letters")?;
        let lines = self.run(&[&["backup", "--json", "--host", host, folder], more].concat())?;
        let last = lines.lines().rev().find(|line| line.contains("snapshot_id")).context("a backup has a summary")?;
        let last: Value = serde_json::from_str(last)?;
        let short = last["snapshot_id"].as_str().context("a snapshot has an id")?.to_owned();
        Ok(self.list("snapshots")?.into_iter().find(|id| id.starts_with(&short)).unwrap_or(short))
    }

    /// The names of all files of a kind, such as `packs`.
    pub fn list(&self, kind: &str) -> anyhow::Result<Vec<String>> {
        Ok(self.run(&["list", kind, "--no-lock"])?.lines().map(str::to_owned).collect())
    }
}

/// True if backups contain a summary with times and volumes: from version 0.17 on.
pub fn writes_summaries() -> anyhow::Result<bool> {
    let version = Command::new("restic").arg("version").output().context("restic is not installed: scripts/install")?;
    let version = String::from_utf8(version.stdout)?;
    let numbers: Vec<u32> = version.split([' ', '.']).filter_map(|part| part.parse().ok()).take(2).collect();
    Ok(numbers.as_slice() >= [0, 17].as_slice())
}

/// A folder for repositories and for what is backed up.
pub struct Workplace(TempDir);

impl Workplace {
    pub fn new() -> anyhow::Result<Workplace> {
        Ok(Workplace(tempfile::Builder::new().prefix("tenant-control-restic-").tempdir()?))
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// A new repository in a folder.
    pub fn repository(&self, name: &str) -> anyhow::Result<Restic> {
        let folder = self.path().join(name);
        Restic::init(folder.to_str().context("a path of letters")?)
    }

    /// A folder with files of so many bytes. The same `seed` has the same content.
    pub fn files(&self, name: &str, sizes: &[usize], seed: u64) -> anyhow::Result<PathBuf> {
        let folder = self.path().join("files").join(name);
        for (number, size) in sizes.iter().enumerate() {
            let below = folder.join(format!("folder-{}", number % 3));
            std::fs::create_dir_all(&below)?;
            let content = noise(*size, seed.wrapping_mul(1_000).wrapping_add(number as u64));
            std::fs::write(below.join(format!("file-{number}")), content)?;
        }
        Ok(folder)
    }
}

/// Bytes that cannot be compressed.
pub fn noise(size: usize, seed: u64) -> Vec<u8> {
    let mut state = seed.wrapping_mul(2).wrapping_add(1);
    let step = |_| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    };
    (0..size).map(step).collect()
}

/// The file of a pack in a repository in a folder.
pub fn pack_file(repository: &Path, pack: &str) -> PathBuf {
    repository.join("data").join(&pack[..2]).join(pack)
}

/// Changes one byte of a file.
pub fn flip(file: &Path, at: usize) -> anyhow::Result<()> {
    let mut content = std::fs::read(file)?;
    let at = at % content.len();
    content[at] ^= 1;
    // restic writes its files without the right to change them.
    let mut permissions = std::fs::metadata(file)?.permissions();
    std::os::unix::fs::PermissionsExt::set_mode(&mut permissions, 0o600);
    std::fs::set_permissions(file, permissions)?;
    Ok(std::fs::write(file, content)?)
}

/// All files below a folder with their content, to compare them later.
pub fn content(folder: &Path) -> anyhow::Result<BTreeMap<PathBuf, Vec<u8>>> {
    let mut all = BTreeMap::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        match path.is_dir() {
            true => all.extend(content(&path)?),
            false => drop(all.insert(path.clone(), std::fs::read(&path)?)),
        }
    }
    Ok(all)
}
