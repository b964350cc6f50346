//! `just drill <name>`: checks that take longer than a test. A drill starts the servers that it needs, prints its figures on
//! its last line, and fails if a promise does not hold.

mod agent;
mod aggregate_scale;
mod alerts;
mod alike;
mod all;
mod analytics_speed;
mod attachments;
mod backup_faults;
mod backup_scene;
mod bare_tantivy;
mod bench;
mod bench_latency;
mod bench_provision;
mod bench_read;
mod bench_webhooks;
mod bench_workflows;
mod bench_write;
mod breaking_change;
mod cancellation;
mod cells;
mod chaos;
mod chart;
mod check_cost;
mod cli;
mod cli_apply;
mod cli_listen;
mod cli_secrets;
mod cloud;
mod cloud_secrets;
mod command_line;
mod connections;
mod contract;
mod dedup_storm;
mod desk;
mod disaster;
mod dry_run_plan;
mod engine_outage;
mod engine_secrecy;
mod erase;
mod event_sequence;
mod event_stream;
mod export;
mod failover;
mod fleet;
mod four_eyes;
mod guides;
mod hostile_input;
mod hostile_workflows;
mod idempotency;
mod identity;
mod image;
mod ingest_hostile;
mod ingest_load;
mod inventory_export;
mod isolation;
mod key_rotation;
mod latency;
mod limits;
mod list;
mod machines;
mod many_tickets;
mod memory;
mod merge_storm;
mod million_tickets;
mod new_family;
mod noisy_tenant;
mod offboarding;
mod pages;
mod planted_secrets;
mod posture_truth;
mod provision_libvirt;
mod provision_once;
mod provision_openstack;
mod reconcile;
mod redaction;
mod restore_proof;
mod revocation;
mod rolling;
mod round_trip;
mod sdk;
mod search_data;
mod search_isolation;
mod search_quality;
mod search_rws;
mod search_speed;
mod search_write_cost;
mod seed;
mod sink;
mod sla_contracts;
mod slow_proxy;
mod soak;
mod sso_browser;
mod sso_enumeration;
mod ssrf;
mod stage;
mod status;
mod supervision;
mod tenant_move;
mod ticket_numbers;
mod unit_costs;
mod usage_cost;
mod verify;
mod webhook_backlog;
mod webhook_batch;
mod webhook_breaker;
mod webhook_fairness;
mod webhook_faults;
mod wire;
mod workflow_fairness;
mod workflow_faults;
mod workflow_secrets;
mod workflows;
mod workshop;

use clap::Parser;
use list::DRILLS;
use std::{path::PathBuf, process::ExitCode};

#[derive(Parser)]
#[command(about = "Runs a drill, or `all` of them.")]
struct Cli {
    /// The name of the drill. Without it, the drills are listed.
    name: Option<String>,
    /// The short form that CI runs: the same promises at a smaller size.
    #[arg(long)]
    short: bool,
    /// The archive of the GLPI Agent, or the folder of its source, for the drill `agent`. Without it, that agent is skipped.
    #[arg(long, env = "TC_GLPI_AGENT")]
    glpi_agent: Option<PathBuf>,
    /// Minutes of load of the drill `soak`, instead of an hour, or of less than a minute in the short form.
    #[arg(long)]
    minutes: Option<f64>,
    /// The folder to which the drill `soak` writes its plots as charts (SVG).
    #[arg(long)]
    charts: Option<PathBuf>,
    /// The program of the previous release, for the drill `rolling`. Without it, that drill uses this version twice.
    #[arg(long, env = "TC_PREVIOUS_BINARY")]
    previous_binary: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Size {
    Short,
    Full,
}

impl Size {
    /// Returns the size that is promised, or the smaller one for CI.
    fn pick<T>(self, full: T, short: T) -> T {
        match self {
            Size::Full => full,
            Size::Short => short,
        }
    }
}

/// The figures of a drill, and the promises that do not hold.
#[derive(Default)]
struct Outcome {
    figures: Vec<String>,
    short_of: Vec<String>,
    not_asked: Vec<String>,
}

impl Outcome {
    fn figure(&mut self, figure: impl Into<String>) {
        self.figures.push(figure.into());
    }

    /// A promise. If it does not hold, the drill fails and prints it.
    fn promise(&mut self, holds: bool, promise: impl Into<String>) {
        if !holds {
            self.short_of.push(promise.into());
        }
    }

    /// A bound that only the full form can check. The short form prints that it was not asked, and has a wider promise
    /// beside it.
    fn promise_in_full(&mut self, size: Size, holds: bool, bound: impl Into<String>) {
        match size {
            Size::Full => self.promise(holds, bound),
            Size::Short => self.not_asked(bound),
        }
    }

    /// The last line prints this bound as not asked.
    fn not_asked(&mut self, bound: impl Into<String>) {
        self.not_asked.push(bound.into());
    }

    /// The last line, and whether every promise holds.
    fn report(self) -> (String, bool) {
        let not_asked = self.not_asked.iter().map(|bound| format!("; not asked: {bound}")).collect::<String>();
        let (figures, met) = (self.figures.join(", "), self.short_of.is_empty());
        let verdict = if met { "met".to_owned() } else { format!("FELL SHORT: {}", self.short_of.join("; ")) };
        (format!("{figures}{not_asked}; {verdict}"), met)
    }
}

#[tokio::main]
async fn main() -> ExitCode {
    let cli = Cli::parse();
    if let Some(path) = cli.glpi_agent.clone() {
        let _ = agent::GLPI_AGENT.set(path);
    }
    let _ = soak::OPTIONS.set(soak::Options { minutes: cli.minutes, charts: cli.charts });
    if let Some(path) = cli.previous_binary {
        let _ = rolling::PREVIOUS_BINARY.set(path);
    }
    let size = if cli.short { Size::Short } else { Size::Full };
    if cli.name.as_deref() == Some("all") {
        let met = all::run(size, cli.glpi_agent.as_deref()).await;
        return if met { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    let Some(drill) = DRILLS.iter().find(|drill| Some(drill.name) == cli.name.as_deref()) else {
        DRILLS.iter().for_each(|drill| println!("{:16} {}", drill.name, drill.about));
        return if cli.name.is_some() { ExitCode::FAILURE } else { ExitCode::SUCCESS };
    };
    eprintln!("{}: {}", drill.name, drill.about);
    let (line, met) = report((drill.run)(size).await);
    println!("{}: {line}", drill.name);
    if met { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn report(outcome: anyhow::Result<Outcome>) -> (String, bool) {
    match outcome {
        Ok(outcome) => outcome.report(),
        Err(error) => (format!("FAILED: {error:#}"), false),
    }
}
