//! `tenant-control cell analytics`.

use api::analytics::{AnalyticsInterval, PlatformAnalytics, PlatformAnalyticsQuery};
use clap::Args;
use jiff::Timestamp;
use kernel::{
    clock::Clock,
    db::Db,
    settings::{CellKeys, Database},
};
use serde::Serialize;
use std::process::ExitCode;
use tenant_control::{
    families,
    operate::cells::analytics::{self, CellReport, Report},
};

#[derive(Args)]
pub struct Analytics {
    /// Start of the range (inclusive), at a full quarter of an hour, such as 2026-11-01T00:00:00Z. By default, the start of
    /// the day 29 days ago.
    #[arg(long)]
    since: Option<Timestamp>,
    /// End of the range (exclusive), at a full quarter of an hour. By default, the end of the current day.
    #[arg(long)]
    until: Option<Timestamp>,
    /// Length of the buckets: hour, day, week or month; day by default.
    #[arg(long, value_parser = interval)]
    interval: Option<AnalyticsInterval>,
    /// Time zone of the buckets, a name of the IANA database; UTC by default.
    #[arg(long)]
    time_zone: Option<String>,
    /// Names of metrics, separated by commas. By default, an overview.
    #[arg(long, value_delimiter = ',')]
    metrics: Option<Vec<String>>,
    /// Print the figures of all cells together as JSON, with all buckets.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    keys: CellKeys,
    #[command(flatten)]
    database: Database,
}

fn interval(text: &str) -> Result<AnalyticsInterval, String> {
    AnalyticsInterval::named(text).ok_or_else(|| "expected hour, day, week or month".to_owned())
}

/// The exit code is 1 if the figures of a cell are missing.
pub async fn run(command: Analytics) -> anyhow::Result<ExitCode> {
    let Analytics { since, until, interval, time_zone, metrics, json, keys, database } = command;
    let query =
        PlatformAnalyticsQuery { since, until, interval, time_zone, metrics, ..PlatformAnalyticsQuery::default() };
    let (db, keys) = (Db::new(&database)?, keys.by_cell()?);
    let report = analytics::analytics(&db, Clock::System, families::all(), &keys, &query).await?;
    if json {
        println!("{}", serde_json::to_string_pretty(&Document::of(&report))?);
    } else {
        print!("{}", table(&report));
    }
    for CellReport { name, figures } in &report.cells {
        if let Err(error) = figures {
            eprintln!("error: {name}: {error:#}");
        }
    }
    Ok(if report.is_complete() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The figures of all cells, and which of them responded.
#[derive(Serialize)]
struct Document<'a> {
    #[serde(flatten)]
    figures: Option<&'a PlatformAnalytics>,
    cells: Vec<CellDocument<'a>>,
}

#[derive(Serialize)]
struct CellDocument<'a> {
    name: &'a str,
    responded: bool,
    reason: Option<String>,
}

impl Document<'_> {
    fn of(report: &Report) -> Document<'_> {
        let cells = report.cells.iter().map(|CellReport { name, figures }| CellDocument {
            name,
            responded: figures.is_ok(),
            reason: figures.as_ref().err().map(|error| format!("{error:#}")),
        });
        Document { figures: report.all.as_ref(), cells: cells.collect() }
    }
}

/// A line for each metric, and after an empty line one for each of the busiest tenants.
fn table(report: &Report) -> String {
    let cells: Vec<_> = report.cells.iter().map(|cell| cell.name.as_str()).collect();
    let mut text =
        format!("metric\t{}\tall ({} of {} cells)\n", cells.join("\t"), report.responded(), report.cells.len());
    for metric in &report.metrics {
        let cells = report.cells.iter().map(|cell| cell.figures.as_ref().ok().map(|figures| &figures.shown));
        let shown: Vec<_> = cells.chain([report.all.as_ref()]).map(|figures| value(figures, metric)).collect();
        text += &format!("{metric}\t{}\n", shown.join("\t"));
    }
    for (number, tenant) in report.all.iter().flat_map(|all| &all.top_tenants).enumerate() {
        if number == 0 {
            text += "\ntenant\trequests\terrors\tname\n";
        }
        text += &format!("{}\t{}\t{}\t{}\n", tenant.id, tenant.requests, tenant.errors, tenant.name);
    }
    text
}

/// Empty for a cell that did not respond, and `-` for a figure that is unknown, such as a quantile of nothing.
fn value(figures: Option<&PlatformAnalytics>, metric: &str) -> String {
    let Some(figures) = figures else { return String::new() };
    let value = figures.totals.get(metric).and_then(|total| total.value);
    value.map_or_else(|| "-".to_owned(), |value| value.to_string())
}
