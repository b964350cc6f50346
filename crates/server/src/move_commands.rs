//! `tenant-control tenant move` and `tenant purge-moved` on the command line.

use clap::Args;
use kernel::{
    clock::Clock,
    settings::{Keys, MasterKey, Tls},
};
use secrecy::SecretString;
use std::path::PathBuf;
use tenant_control::operate::moves::{self, Ends, Options};

#[derive(Args)]
pub struct Move {
    /// Domain of the tenant.
    #[arg(long)]
    domain: String,
    /// URL of the PostgreSQL that has the tenant now, for a superuser.
    #[arg(long, env = "TC_MOVE_SOURCE_URL", hide_env_values = true)]
    source_url: SecretString,
    /// URL of the PostgreSQL that the tenant moves to, for a superuser.
    #[arg(long, env = "TC_MOVE_TARGET_URL", hide_env_values = true, required_unless_present = "target_is_lost")]
    target_url: Option<SecretString>,
    /// URL of the PostgreSQL that is the directory's home, if it is not the source.
    #[arg(long, env = "TC_DIRECTORY_URL", hide_env_values = true)]
    directory_url: Option<SecretString>,
    /// URL by which the target's PostgreSQL reaches the source, if it is another.
    #[arg(long, env = "TC_MOVE_REPLICATION_URL", hide_env_values = true)]
    replication_url: Option<SecretString>,
    /// Confirm that both cells use the same object store for attachments.
    #[arg(long)]
    attachments_are_shared: bool,
    /// Master key file of the target, if it has another than the source. The tenant's data keys are wrapped again.
    #[arg(long)]
    target_master_key_file: Option<PathBuf>,
    /// Key of AWS KMS of the target, if it has another than the source.
    #[arg(long)]
    target_kms_key_id: Option<String>,
    /// Go back: the tenant stays in the source, and its rows in the target are deleted.
    #[arg(long)]
    abort: bool,
    /// With --abort: the target does not exist any more. Only the source is cleaned up.
    #[arg(long, requires = "abort")]
    target_is_lost: bool,
    #[command(flatten)]
    keys: Keys,
    #[command(flatten)]
    tls: Tls,
}

#[derive(Args)]
pub struct PurgeMoved {
    /// Domain of the tenant.
    #[arg(long)]
    domain: String,
    /// URL of the PostgreSQL that has the old copy, for a superuser.
    #[arg(long, env = "TC_MOVE_SOURCE_URL", hide_env_values = true)]
    source_url: SecretString,
    #[command(flatten)]
    tls: Tls,
}

pub async fn run(command: Move) -> anyhow::Result<()> {
    let keys = command.target_keys().map(|target| (command.keys.clone(), target));
    let Move { source_url, target_url, directory_url, replication_url, tls, .. } = command;
    let Some(target) = target_url.filter(|_| !command.target_is_lost) else {
        let slots = moves::abandon(&command.domain, &source_url, directory_url.as_ref(), &tls).await?;
        if !slots.is_empty() {
            eprintln!("replication slots without a receiver, which keep WAL: {}", slots.join(", "));
            eprintln!("if no other move is copying, drop them by `select pg_drop_replication_slot('…')`");
        }
        return Ok(());
    };
    let ends = Ends { source: source_url, target, directory: directory_url, replication: replication_url, tls };
    let options = Options { attachments_are_shared: command.attachments_are_shared, keys };
    let this = moves::Move::of(&command.domain, ends, options).await?;
    if command.abort { this.abort().await } else { this.run(Clock::System).await }
}

pub async fn purge(command: &PurgeMoved) -> anyhow::Result<()> {
    let rows = moves::purge_moved(&command.domain, &command.source_url, &command.tls).await?;
    eprintln!("{rows} rows deleted");
    Ok(())
}

impl Move {
    fn target_keys(&self) -> Option<Keys> {
        let (file, kms) = (self.target_master_key_file.clone(), self.target_kms_key_id.clone());
        if file.is_none() && kms.is_none() {
            return None;
        }
        let wrap_with = Some(if kms.is_some() { MasterKey::Kms } else { MasterKey::File });
        let kms_endpoint = self.keys.kms_endpoint.clone();
        Some(Keys { master_key_file: file, kms_key_id: kms, kms_endpoint, wrap_with })
    }
}
