//! `tenant-control analytics …`.

use api::OrganizationId;
use clap::Subcommand;
use kernel::{clock::Clock, db::Db, settings::Database};
use std::process::ExitCode;
use tenant_control::{
    families,
    operate::analytics::{self, Mode, Rebuilt},
};

/// Differences that are shown.
const SHOWN: usize = 10;

#[derive(Subcommand)]
pub enum Command {
    /// Compute figures from the tables again and correct those that differ, one line per tenant: domain, rows, differences, repaired.
    Rebuild {
        /// Domain or id of the tenant; all tenants by default.
        #[arg(long)]
        tenant: Option<String>,
        /// Only compare; the exit code is 1 if figures differ.
        #[arg(long)]
        check: bool,
        #[command(flatten)]
        database: Database,
    },
}

pub async fn run(command: Command) -> anyhow::Result<ExitCode> {
    let Command::Rebuild { tenant, check, database } = command;
    let mode = if check { Mode::Check } else { Mode::Repair };
    let db = Db::new(&database)?;
    let rebuilt = analytics::rebuild(&db, Clock::System, families::all(), tenant.as_deref(), mode).await?;
    for Rebuilt { domain, rows, differences, repaired } in &rebuilt {
        println!("{domain}\t{rows}\t{}\t{repaired}", differences.len());
    }
    show_differences(&rebuilt);
    let is_right = rebuilt.iter().all(|tenant| tenant.differences.len() == tenant.repaired);
    Ok(if is_right { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn show_differences(rebuilt: &[Rebuilt]) {
    let all =
        rebuilt.iter().flat_map(|tenant| tenant.differences.iter().map(|difference| (&tenant.domain, difference)));
    for (number, (domain, difference)) in all.take(SHOWN).enumerate() {
        if number == 0 {
            eprintln!("tenant\tmeasure\tquarter hour\torganization\tdimensions\tkept\tby the tables");
        }
        let organization = difference.organization.as_ref().map_or_else(|| "-".to_owned(), OrganizationId::to_string);
        let dimensions = difference.dimensions.as_deref().unwrap_or("total");
        let (measure, at) = (&difference.measure, difference.at);
        let (kept, expected) = (difference.kept, difference.expected);
        eprintln!("{domain}\t{measure}\t{at}\t{organization}\t{dimensions}\t{kept}\t{expected}");
    }
}
