//! `cell analytics`: the figures of all cells, also while one of them is down.

use super::cell::Cell;
use crate::Outcome;
use anyhow::{Context, ensure};
use api::session::Environment;
use kernel::{clock::Clock, db::Db};
use std::{
    process::Stdio,
    time::{Duration, Instant},
};
use tenant_control::operate::tenants::{self, NewTenant};
use tokio::{process::Command, time::sleep};

const METRIC: &str = "api.requests";

/// After this time, counts of requests are stored.
const STORED: Duration = Duration::from_secs(60);

/// The keys of the cells' platform tenants, as `TC_CELL_KEYS` has them.
pub struct Keys(String);

/// The columns of the metric, and the errors of the command.
struct Report {
    succeeded: bool,
    /// The name of each column and its text.
    columns: Vec<(String, String)>,
    errors: String,
}

impl Report {
    /// The sum of the columns of the cells, without the last one.
    fn sum(&self) -> anyhow::Result<i64> {
        let (_, cells) = self.columns.split_last().context("the table has columns")?;
        let values = cells.iter().map(|(_, value)| value.parse::<i64>()).collect::<Result<Vec<_>, _>>();
        Ok(values.with_context(|| format!("{:?} {}", self.columns, self.errors))?.iter().sum())
    }
}

impl Keys {
    pub async fn create(cells: &[Cell]) -> anyhow::Result<Keys> {
        let mut keys = vec![];
        for cell in cells {
            let settings = cell.settings();
            let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
            let db = Db::new(&cell.stage.database.settings_with(&settings).database)?;
            let (name, domain) = (format!("Operator of {}", cell.name), format!("{}.operator.example", cell.name));
            let new = NewTenant { name, domain, environment: Environment::NonProduction, platform: true };
            keys.push(format!("{}={}", cell.name, tenants::create(&db, Clock::System, new).await?.key));
        }
        Ok(Keys(keys.join(",")))
    }

    /// Checks that all cells respond, and that the last column is the sum of the others.
    pub async fn check_sum(&self, from: &Cell, outcome: &mut Outcome) -> anyhow::Result<()> {
        let started = Instant::now();
        let (Report { succeeded, columns, errors }, sum) = loop {
            let shown = self.run(from).await?;
            let sum = shown.sum()?;
            // Requests are counted in the servers and stored some seconds later.
            if sum > 0 || started.elapsed() > STORED {
                break (shown, sum);
            }
            sleep(Duration::from_secs(1)).await;
        };
        let all = columns.last().context("the table has columns")?;
        let is_sum = succeeded && sum > 0 && all.1 == sum.to_string() && all.0.contains("2 of 2 cells");
        outcome.promise(is_sum, format!("`cell analytics` adds up the figures of both cells: {columns:?} {errors}"));
        Ok(())
    }

    /// Checks that the cell that is down is named, and that the figures are those of the other.
    pub async fn check_without(&self, unavailable: &Cell, other: &Cell, outcome: &mut Outcome) -> anyhow::Result<()> {
        let Report { succeeded, columns, errors } = self.run(other).await?;
        let of = |name: &str| columns.iter().find(|(column, _)| column == name).map(|(_, value)| value.as_str());
        let figure = of(other.name).filter(|figure| figure.parse::<i64>().is_ok());
        let is_right = figure.is_some() && figure == of("all (1 of 2 cells)") && of(unavailable.name) == Some("");
        let is_named = !succeeded && errors.contains(&format!("{}: no response", unavailable.name));
        let shown = format!("{columns:?} {errors}");
        outcome.promise(is_right && is_named, format!("`cell analytics` shows the cell that is not down: {shown}"));
        Ok(())
    }

    async fn run(&self, cell: &Cell) -> anyhow::Result<Report> {
        let mut command = Command::from(cell.command(&["cell", "analytics", "--metrics", METRIC])?);
        let output = command.env("TC_CELL_KEYS", &self.0).stdin(Stdio::null()).output().await?;
        let [table, errors] = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
        let mut lines = table.lines().map(|line| line.split('\t').map(str::to_owned));
        let (head, row) = (lines.next(), lines.next());
        let (mut head, mut row) = head.zip(row).with_context(|| format!("there is no table: {errors}"))?;
        head.next();
        ensure!(row.next().is_some_and(|metric| metric == METRIC), "the table has another metric: {table}");
        let columns = head.zip(row).collect();
        Ok(Report { succeeded: output.status.success(), columns, errors })
    }
}
