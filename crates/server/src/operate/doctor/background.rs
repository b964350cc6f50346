//! The health of the background tasks of all running processes, from their last reports.

use anyhow::{Context, ensure};
use kernel::supervisor::report::ProcessReport;
use tokio_postgres::Client;

pub async fn tasks(client: &Client) -> anyhow::Result<String> {
    let rows = client
        .query(
            "select id, process, host, extract(epoch from now() - seen_at)::double precision, tasks
             from background_processes order by process, id",
            &[],
        )
        .await
        .context("the table of processes cannot be read")?;
    let mut all = vec![];
    for row in rows {
        let tasks = serde_json::from_value(row.get(4)).context("a process reports what this version does not know")?;
        all.push(ProcessReport {
            id: row.get(0),
            process: row.get(1),
            host: row.get(2),
            silent_seconds: row.get(3),
            tasks,
        });
    }
    let (silent, heard): (Vec<_>, Vec<_>) = all.into_iter().partition(ProcessReport::is_silent);
    let heard: Vec<_> = heard.into_iter().map(ProcessReport::judged).collect();
    let troubles: Vec<String> = heard.iter().flat_map(ProcessReport::troubles).collect();
    ensure!(troubles.is_empty(), "{}", troubles.join("; "));
    let tasks = heard.iter().map(|process| process.tasks.len()).sum::<usize>();
    let gone = if silent.is_empty() { String::new() } else { format!("; {} no longer report", silent.len()) };
    Ok(format!("{tasks} run in {} processes{gone}", heard.len()))
}
