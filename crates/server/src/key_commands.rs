//! `tenant-control keys …` on the command line.

use anyhow::Context;
use clap::{Args, Subcommand};
use jiff::{SignedDuration, Timestamp};
use kernel::{
    clock::Clock,
    settings::{Database, Keys},
};
use std::{path::PathBuf, process::ExitCode};
use tenant_control::{
    families,
    operate::{
        keys::{self, Rotation, Vault},
        tenants,
    },
};

#[derive(Subcommand)]
pub enum Command {
    /// Create a file with a new master key, readable only by its owner. Keep a copy separate from the database.
    NewFile {
        path: PathBuf,
        /// Succeed without a change if the file exists.
        #[arg(long)]
        if_missing: bool,
    },
    /// Add a new master key to a file. It wraps data keys from now on; run `rewrap` next.
    Add { path: PathBuf },
    /// List master keys, one per line: id, whether it is current, data keys in use, retired data keys.
    List(Sealed),
    /// Rewrap every data key with the current master key. The command can be interrupted and repeated.
    Rewrap(Sealed),
    /// Remove all master keys except the first from the file, if no data key is wrapped by them.
    Prune(Sealed),
    /// Create a new data key for every tenant and re-encrypt its secrets. The command can be interrupted and repeated.
    Rotate {
        #[command(flatten)]
        what: What,
        #[command(flatten)]
        sealed: Sealed,
    },
}

#[derive(Args)]
pub struct Sealed {
    #[command(flatten)]
    database: Database,
    #[command(flatten)]
    keys: Keys,
}

#[derive(Args)]
pub struct What {
    /// Rotate only the tenant with this domain.
    #[arg(long)]
    domain: Option<String>,
    /// Rotate only keys created before this time; now by default. Use it to resume an interrupted rotation.
    #[arg(long)]
    before: Option<Timestamp>,
    /// Seconds to wait for active requests that use an old key.
    #[arg(long, default_value_t = 30)]
    grace_seconds: u32,
}

pub async fn run(command: Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::NewFile { path, if_missing: true } if path.exists() => eprintln!("{} exists", path.display()),
        Command::NewFile { path, .. } => eprintln!("created {}: {}", path.display(), keys::new_file(&path)?),
        Command::Add { path } => eprintln!("{}: new data keys are wrapped by {}", path.display(), keys::add(&path)?),
        Command::List(sealed) => list(&sealed.vault()?).await?,
        Command::Rewrap(sealed) => {
            let done = keys::rewrap(&sealed.vault()?).await?;
            eprintln!("{} data keys rewrapped, {} failed", done.keys, done.failed);
            return Ok(code(done.failed));
        }
        Command::Prune(sealed) => {
            let path = sealed.keys.master_key_file.clone().context("TC_MASTER_KEY_FILE is not set")?;
            let removed = keys::prune(&sealed.vault()?, &path).await?;
            eprintln!("{removed} master keys removed from {}", path.display());
        }
        Command::Rotate { what, sealed } => return rotate(&sealed.vault()?, what).await,
    }
    Ok(ExitCode::SUCCESS)
}

impl Sealed {
    fn vault(&self) -> anyhow::Result<Vault> {
        Vault::new(&self.database, &self.keys)
    }
}

async fn list(vault: &Vault) -> anyhow::Result<()> {
    let (present, rows) = keys::list(vault).await?;
    if rows.iter().all(|row| row.wrapped_by != present) {
        println!("{present}\twraps\t0\t0");
    }
    for row in rows {
        let wraps = if row.wrapped_by == present { "wraps" } else { "unwraps" };
        println!("{}\t{wraps}\t{}\t{}", row.wrapped_by, row.in_use, row.retired);
    }
    Ok(())
}

async fn rotate(vault: &Vault, what: What) -> anyhow::Result<ExitCode> {
    let tenant = match what.domain {
        Some(domain) => Some(tenants::by_domain(&vault.db, &domain).await?),
        None => None,
    };
    let before = what.before.unwrap_or_else(|| Clock::System.now());
    eprintln!("replacing data keys created before {before}; after an interruption, resume with --before {before}");
    let grace = SignedDuration::from_secs(what.grace_seconds.into());
    let done =
        keys::rotate(vault, &Rotation { before, tenant, grace, columns: &families::all().sealed_columns() }).await?;
    let keys::Rotated { keys, values, deleted, failed } = done;
    eprintln!("{keys} data keys replaced, {values} values re-encrypted, {deleted} old keys deleted, {failed} failed");
    Ok(code(failed))
}

fn code(failed: usize) -> ExitCode {
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
