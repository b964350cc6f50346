//! The command `doctor`.

use clap::Args;
use kernel::settings::Serve;
use std::process::ExitCode;
use tenant_control::{
    families,
    operate::{
        doctor::{self, verify::Verified},
        keys::Vault,
    },
};

#[derive(Args)]
pub struct Doctor {
    /// Verify the stored data as well, for example after a restore: rows, event logs, keys and sealed values.
    #[arg(long)]
    verify: bool,
    /// Open at most this many values of each sealed column instead of all.
    #[arg(long, value_name = "VALUES", requires = "verify", value_parser = clap::value_parser!(i64).range(1..))]
    sample: Option<i64>,
    #[command(flatten)]
    settings: Serve,
}

/// The exit code is 1 if something is wrong.
pub async fn run(command: &Doctor) -> anyhow::Result<ExitCode> {
    let Doctor { verify, sample, settings } = command;
    let findings = doctor::examine(settings, families::all()).await;
    for finding in &findings {
        match &finding.found {
            Ok(found) => println!("ok    {}: {found}", finding.part),
            Err(wrong) => println!("WRONG {}: {wrong:#}\n      fix: {}", finding.part, finding.fix),
        }
    }
    let mut is_well = findings.iter().all(|finding| finding.found.is_ok());
    if *verify {
        let vault = Vault::new(&settings.database, &settings.keys)?;
        let verified = doctor::verify::verify(&vault, &families::all().sealed_columns(), *sample).await?;
        print(&verified);
        is_well &= verified.iter().all(|verified| verified.faults == 0);
    }
    Ok(if is_well { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// A table on standard output; the first faults of each line on standard error.
fn print(all: &[Verified]) {
    let width = all.iter().map(|verified| verified.what.len()).max().unwrap_or_default();
    println!("\n      {:width$}  {:>12}  {:>8}", "verified", "checked", "faults");
    for Verified { what, checked, faults, described } in all {
        let verdict = if *faults == 0 { "ok   " } else { "WRONG" };
        println!("{verdict} {what:width$}  {checked:>12}  {faults:>8}");
        described.iter().for_each(|fault| eprintln!("{what}: {fault}"));
    }
}
