//! The operator's commands before and after a restore.

use anyhow::{Context, ensure};
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    process::{Output, Stdio},
};
use testkit::{Database, binary, master_key_file};
use tokio::process::Command;

pub struct Operator {
    database: Database,
    /// The storage of attachments.
    files: PathBuf,
}

/// The result of `doctor --verify`.
pub struct Verified {
    /// The number of rows by table.
    pub rows: BTreeMap<String, i64>,
    /// The number of sealed values that were opened, and of data keys that were unwrapped.
    pub opened: i64,
    /// Lines of the report that are not ok, and an exit code other than 0.
    pub wrong: Vec<String>,
}

impl Operator {
    /// `directory` is the drill's own.
    pub fn new(database: &Database, directory: &Path) -> anyhow::Result<Operator> {
        let files = directory.join("files");
        std::fs::create_dir(&files)?;
        Ok(Operator { database: database.clone(), files })
    }

    /// `temporal` is the URL of Temporal, if it is checked as well.
    pub async fn verify(&self, temporal: Option<&str>) -> anyhow::Result<Verified> {
        let mut arguments = vec!["doctor", "--verify", "--listen", "127.0.0.1:0", "--ops-listen", "127.0.0.1:0"];
        arguments.extend(temporal.into_iter().flat_map(|url| ["--temporal-url", url]));
        let output = self.run(&arguments).await?;
        let (printed, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        let mut verified = Verified { rows: BTreeMap::new(), opened: 0, wrong: vec![] };
        for line in printed.lines() {
            if let Some((what, checked)) = line.strip_prefix("ok    ").and_then(counted) {
                if let Some(table) = what.strip_prefix("rows of ") {
                    verified.rows.insert(table.to_owned(), checked);
                } else if what.ends_with(" opened") || what.ends_with(" unwrapped") {
                    verified.opened += checked;
                }
            } else if line.starts_with("WRONG") {
                verified.wrong.push(line.to_owned());
            }
        }
        if !output.status.success() {
            verified.wrong.push(format!("{}: {errors}", output.status));
        }
        ensure!(!verified.rows.is_empty(), "doctor --verify counts no rows: {printed}{errors}");
        Ok(verified)
    }

    /// `workflow restart`: the number of restarted runs.
    pub async fn restart_runs(&self) -> anyhow::Result<i64> {
        let output = self.run(&["workflow", "restart"]).await?;
        let (printed, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        ensure!(output.status.success(), "workflow restart: {printed}{errors}");
        printed
            .split(' ')
            .next()
            .unwrap_or_default()
            .parse()
            .with_context(|| format!("workflow restart prints {printed}"))
    }

    async fn run(&self, arguments: &[&str]) -> anyhow::Result<Output> {
        let mut command = Command::new(binary()?);
        command.args(arguments).env_clear().stdin(Stdio::null()).kill_on_drop(true);
        command.env("TC_DATABASE_URL", self.database.url("app"));
        command.env("TC_SYSTEM_DATABASE_URL", self.database.url("app_system"));
        command.env("TC_MASTER_KEY_FILE", master_key_file());
        command.env("TC_ATTACHMENTS_URL", format!("file://{}", self.files.display()));
        Ok(command.output().await?)
    }
}

/// A line of the table: a description, the number of checked items, and the number of faults.
fn counted(line: &str) -> Option<(&str, i64)> {
    let (rest, faults) = line.trim_end().rsplit_once(' ')?;
    let (what, checked) = rest.trim_end().rsplit_once(' ')?;
    faults.parse::<i64>().ok()?;
    Some((what.trim_end(), checked.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_the_table_has_two_numbers() {
        assert_eq!(counted("rows of tickets             1200         0"), Some(("rows of tickets", 1200)));
        assert_eq!(counted("Schema: up to date"), None);
        assert_eq!(counted("Clocks agree: 0 ms apart"), None);
    }
}
