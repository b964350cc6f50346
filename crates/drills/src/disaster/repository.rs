//! Backups of a drill's PostgreSQL by pgBackRest, in a directory of their own, with the commands of docs/operations.md.

use crate::stage::Stage;
use anyhow::{Context, ensure};
use std::{
    fs,
    os::unix::fs::{MetadataExt, chown},
    path::{Path, PathBuf},
    process::Stdio,
    time::Duration,
};
use tokio::{process::Command, time::sleep};

/// The settings that PostgreSQL must be started with.
pub const OPTIONS: &str = "-c fsync=on -c synchronous_commit=on -c shared_buffers=256MB -c archive_mode=on";

/// Removed when dropped.
pub struct Repository {
    pub directory: PathBuf,
    data: PathBuf,
    /// PostgreSQL runs as the user postgres, this process as root.
    for_postgres: bool,
}

impl Repository {
    /// An empty repository, to which PostgreSQL archives from now on.
    pub async fn create(stage: &Stage) -> anyhow::Result<Repository> {
        let directory = std::env::temp_dir().join(format!("tenant-control-{:016x}", rand::random::<u64>()));
        let data = stage.postgres.directory().join("data");
        let owner = fs::metadata(&data)?;
        fs::create_dir(&directory)?;
        let for_postgres = fs::metadata(&directory)?.uid() != owner.uid();
        let repository = Repository { directory, data, for_postgres };
        fs::write(repository.config(), repository.settings(stage.postgres.port))?;
        for name in ["repository", "spool", "lock"] {
            fs::create_dir(repository.directory.join(name))?;
        }
        for name in ["", "repository", "spool", "lock", "pgbackrest.conf"] {
            chown(repository.directory.join(name), Some(owner.uid()), Some(owner.gid()))?;
        }
        repository.run(&["stanza-create"]).await?;
        let push = format!("pgbackrest --config={} --stanza=main archive-push \"%p\"", repository.config().display());
        archive_by(stage, &push).await?;
        repository.archive_all().await?;
        Ok(repository)
    }

    fn config(&self) -> PathBuf {
        self.directory.join("pgbackrest.conf")
    }

    fn settings(&self, port: u16) -> String {
        let (directory, data) = (self.directory.display(), self.data.display());
        format!(
            "[global]\n\
             repo1-path={directory}/repository\n\
             repo1-retention-full=2\n\
             spool-path={directory}/spool\n\
             lock-path={directory}/lock\n\
             log-level-file=off\n\
             log-level-console=warn\n\
             process-max=2\n\
             compress-type=zst\n\
             start-fast=y\n\
             [main]\n\
             pg1-path={data}\n\
             pg1-port={port}\n\
             pg1-user=postgres\n"
        )
    }

    pub async fn back_up(&self) -> anyhow::Result<()> {
        self.run(&["backup", "--type=full"]).await
    }

    /// Archives everything that was written until now, and waits for it.
    pub async fn archive_all(&self) -> anyhow::Result<()> {
        self.run(&["check"]).await
    }

    /// Kills PostgreSQL and deletes its files.
    pub async fn destroy_cluster(&self, stage: &Stage) -> anyhow::Result<()> {
        stage.postgres.kill()?;
        for _ in 0..50 {
            // Its last processes may still write.
            if fs::remove_dir_all(&self.data).is_ok() {
                break;
            }
            sleep(Duration::from_millis(100)).await;
        }
        ensure!(!self.data.exists(), "the files of PostgreSQL were not removed");
        Ok(())
    }

    /// Copies the files back. PostgreSQL then reads the archive up to this time when it is started, and is writable.
    pub async fn restore(&self, time: &str) -> anyhow::Result<()> {
        let target = format!("--target={time}");
        self.run(&["restore", "--type=time", &target, "--target-action=promote"]).await
    }

    /// The bytes of backups and of the archive.
    pub fn bytes(&self) -> anyhow::Result<u64> {
        bytes_below(&self.directory.join("repository"))
    }

    async fn run(&self, arguments: &[&str]) -> anyhow::Result<()> {
        let mut command = if self.for_postgres {
            let mut command = Command::new("runuser");
            command.args(["-u", "postgres", "--", "pgbackrest"]);
            command
        } else {
            Command::new("pgbackrest")
        };
        command.arg(format!("--config={}", self.config().display())).arg("--stanza=main").args(arguments);
        // The drill's PostgreSQL has no socket in the file system.
        command.env("PGHOST", "127.0.0.1").current_dir(&self.directory).stdin(Stdio::null()).kill_on_drop(true);
        let output = command.output().await.context("pgbackrest cannot be started: scripts/install installs it")?;
        let (printed, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        ensure!(output.status.success(), "pgbackrest {}: {printed}{errors}", arguments.join(" "));
        Ok(())
    }
}

impl Drop for Repository {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.directory);
    }
}

/// Sets the command that archives a segment.
pub async fn archive_by(stage: &Stage, command: &str) -> anyhow::Result<()> {
    let root = stage.database.root().await;
    root.batch_execute(&format!("alter system set archive_command = '{command}'")).await?;
    root.batch_execute("select pg_reload_conf()").await?;
    Ok(())
}

fn bytes_below(folder: &Path) -> anyhow::Result<u64> {
    let mut bytes = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        // `latest` is a link to a folder.
        let kind = entry.file_type()?;
        if kind.is_dir() {
            bytes += bytes_below(&entry.path())?;
        } else if kind.is_file() {
            bytes += entry.metadata()?.len();
        }
    }
    Ok(bytes)
}
