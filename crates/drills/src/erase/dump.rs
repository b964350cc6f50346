//! A dump of the database, column by column.

use crate::{bench::postgres_program, stage::Stage};
use anyhow::{Context, ensure};
use std::{
    collections::{BTreeMap, BTreeSet},
    process::Command,
};

pub struct Dump {
    pub kilobytes: usize,
    pub columns: usize,
    /// The values of each column, in lower case. Partitions count as their tables.
    values: BTreeMap<String, Vec<String>>,
}

impl Dump {
    pub async fn of(stage: &Stage) -> anyhow::Result<Dump> {
        let port = stage.database.port.to_string();
        let mut command = Command::new(postgres_program("pg_dump"));
        command.args(["--data-only", "-h", "127.0.0.1", "-p", &port, "-U", "postgres", &stage.database.name]);
        let output = tokio::task::spawn_blocking(move || command.output()).await??;
        ensure!(output.status.success(), "pg_dump: {}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8(output.stdout)?;
        let values = values_of(&text)?;
        Ok(Dump { kilobytes: text.len() / 1024, columns: values.len(), values })
    }

    /// The columns that contain one of the texts, as they are or in hex.
    pub fn places(&self, texts: &[String]) -> BTreeSet<String> {
        let forms: Vec<String> = texts.iter().flat_map(|text| [text.clone(), hex(text)]).collect();
        let names = |value: &String| forms.iter().any(|form| value.contains(form.as_str()));
        self.values.iter().filter(|(_, values)| values.iter().any(names)).map(|(place, _)| place.clone()).collect()
    }

    /// The number of values that contain one of the texts, of each column. Unused words are removed
    /// from the search vocabulary at any time, so that table is not counted.
    pub fn lines(&self, texts: &[String]) -> BTreeMap<&str, usize> {
        let count =
            |values: &[String]| values.iter().filter(|value| texts.iter().any(|text| value.contains(text))).count();
        let counted = self.values.iter().filter(|(place, _)| !place.starts_with("search_vocabulary."));
        counted.map(|(place, values)| (place.as_str(), count(values))).filter(|(_, n)| *n > 0).collect()
    }
}

/// `COPY public.tickets (tenant_id, id) FROM stdin;`, then a line for each row, its values separated by tabs, and `\.`.
fn values_of(dump: &str) -> anyhow::Result<BTreeMap<String, Vec<String>>> {
    let mut values: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut lines = dump.lines();
    while let Some(line) = lines.next() {
        let Some(copy) = line.strip_prefix("COPY ").and_then(|line| line.strip_suffix(") FROM stdin;")) else {
            continue;
        };
        let (table, columns) = copy.split_once(" (").context("a table has columns")?;
        let table = table_of(table);
        let places: Vec<String> =
            columns.split(", ").map(|column| format!("{table}.{}", column.trim_matches('"'))).collect();
        for row in lines.by_ref().take_while(|row| *row != "\\.") {
            for (place, value) in places.iter().zip(row.split('\t')) {
                values.entry(place.clone()).or_default().push(value.to_lowercase());
            }
        }
    }
    ensure!(values.contains_key("contacts.name"), "the dump has no contacts");
    Ok(values)
}

/// The table without its schema, and the table of a partition, such as `events` for `event_days.d20261116`.
fn table_of(table: &str) -> &str {
    match table.split_once('.') {
        Some(("event_days", _)) => "events",
        Some(("webhook_days", day)) => day.trim_end_matches(|c: char| c.is_ascii_digit() || c == '_'),
        Some((_, name)) => name,
        None => table,
    }
}

/// The columns in the first cells of the table that a decision has under this heading.
pub fn allowed_places(decision: &str, heading: &str) -> anyhow::Result<BTreeSet<String>> {
    let section = decision.split(heading).nth(1).context("the decision has the table")?;
    let section = section.split("\n## ").next().unwrap_or_default();
    let cells = section.lines().filter_map(|line| line.strip_prefix("| ")?.split(" | ").next());
    let places: BTreeSet<String> = cells
        .flat_map(|cell| cell.split('`').skip(1).step_by(2))
        .filter(|place| place.contains('.'))
        .map(str::to_owned)
        .collect();
    ensure!(!places.is_empty(), "the decision allows no place");
    Ok(places)
}

fn hex(text: &str) -> String {
    text.bytes().map(|byte| format!("{byte:02x}")).collect()
}
