//! `tenant-control search …`.

use clap::Subcommand;
use kernel::{clock::Clock, db::Db, settings::Database};
use std::process::ExitCode;
use tenant_control::{families, operate::search};

#[derive(Subcommand)]
pub enum Command {
    /// Compare the search index with the tables, one line per tenant: domain, rows, wrong entries, surplus entries.
    Check {
        /// Domain of the tenant; all tenants by default.
        #[arg(long)]
        tenant: Option<String>,
        #[command(flatten)]
        database: Database,
    },
    /// Rebuild the search index of a tenant. The servers do it in the background; searches return fewer results until it is
    /// complete.
    Rebuild {
        /// Domain of the tenant; all tenants by default.
        #[arg(long)]
        tenant: Option<String>,
        #[command(flatten)]
        database: Database,
    },
}

pub async fn run(command: Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::Check { tenant, database } => {
            let compared = search::check(&Db::new(&database)?, families::all(), tenant.as_deref()).await?;
            for tenant in &compared {
                println!("{}\t{}\t{}\t{}", tenant.domain, tenant.checked, tenant.wrong, tenant.surplus);
            }
            let is_right = compared.iter().all(|tenant| tenant.wrong == 0 && tenant.surplus == 0);
            Ok(if is_right { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        }
        Command::Rebuild { tenant, database } => {
            let db = Db::new(&database)?;
            let tenants = search::rebuild(&db, Clock::System, families::all(), tenant.as_deref()).await?;
            println!("the index of {tenants} tenants is being rebuilt");
            Ok(ExitCode::SUCCESS)
        }
    }
}
