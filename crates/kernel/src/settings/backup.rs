//! Backup repositories.

use api::TenantId;
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Clone, Args)]
pub struct Backup {
    /// Folders below which backup repositories may be local paths, such as /srv/backups/{tenant}; `{tenant}` stands for
    /// the id of the tenant. A folder without it is shared by all tenants. No local path is allowed by default.
    #[arg(long, env = "TC_BACKUP_ROOTS", value_delimiter = ',', value_name = "PATH")]
    pub backup_roots: Vec<String>,

    /// Checks of backup repositories that a worker executes at the same time.
    #[arg(long, env = "TC_BACKUP_CHECKS", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=8))]
    pub backup_checks: u8,
}

impl Backup {
    /// The folders of a tenant.
    pub fn roots(&self, tenant: TenantId) -> Vec<PathBuf> {
        self.backup_roots.iter().map(|root| root.replace("{tenant}", &tenant.to_string()).into()).collect()
    }
}
