//! `tenantctl` in a home folder of its own, with an environment that contains nothing else.

pub mod commands;

use anyhow::{Context, ensure};
use std::{
    ffi::OsStr,
    fs,
    os::unix::fs::{DirBuilderExt, PermissionsExt},
    path::{Path, PathBuf},
    process::Stdio,
};
use testkit::binary;
use tokio::process::Command;

/// A home folder. Deleted when dropped.
pub struct Home(PathBuf);

impl Home {
    pub fn make() -> anyhow::Result<Home> {
        let folder = std::env::temp_dir().join(format!("tenant-control-home-{:016x}", rand::random::<u64>()));
        fs::DirBuilder::new().mode(0o700).create(&folder)?;
        Ok(Home(folder))
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// A program with `tenantctl` in its path, without settings of the user who runs the drill and without a keyring.
    pub fn program(&self, program: impl AsRef<OsStr>) -> anyhow::Result<Command> {
        let tenantctl = tenantctl()?;
        let beside = tenantctl.parent().context("the binary has no folder")?;
        let mut command = Command::new(program);
        command
            .env_clear()
            .env("PATH", format!("{}:/usr/local/bin:/usr/bin:/bin", beside.display()))
            .env("HOME", &self.0)
            .env("NO_PROXY", "127.0.0.1")
            .current_dir(&self.0)
            .stdin(Stdio::null())
            .kill_on_drop(true);
        Ok(command)
    }

    pub fn tenantctl(&self) -> anyhow::Result<Command> {
        self.program(tenantctl()?)
    }

    /// All files and folders below the home folder, with their modes.
    pub fn files(&self) -> anyhow::Result<Vec<(PathBuf, u32)>> {
        let (mut found, mut folders) = (vec![], vec![self.0.clone()]);
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder)? {
                let entry = entry?;
                // A file that is replaced at this moment.
                let Ok(metadata) = entry.metadata() else { continue };
                found.push((entry.path(), metadata.permissions().mode() & 0o777));
                if metadata.is_dir() {
                    folders.push(entry.path());
                }
            }
        }
        Ok(found)
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The binary beside this one.
fn tenantctl() -> anyhow::Result<PathBuf> {
    let path = binary()?.with_file_name("tenantctl");
    ensure!(path.is_file(), "no tenantctl beside this binary: build the workspace first");
    Ok(path)
}
