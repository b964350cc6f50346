//! Code that the drills of workflows share: definitions, and the results of runs.

use crate::stage::Stage;
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};
use testkit::{Client, Database};
use tokio::time::{sleep, timeout};

pub const WORKFLOWS: &str = "/api/psa/workflows";
pub const TRIGGER: &str = "/api/psa/workflows/trigger";
pub const RUNS: &str = "/api/psa/workflows/runs";

/// After this time without a completed step, something is stuck. Another worker continues the steps of a killed one
/// within twenty seconds, and failed attempts are retried within a minute.
const STUCK: Duration = Duration::from_secs(180);

pub fn definition(tasks: &Value) -> Value {
    json!({
        "document": {"dsl": "1.0.0", "namespace": "drills", "name": "drill", "version": "1.0.0"},
        "do": tasks,
    })
}

pub async fn create(client: &Client, name: &str, definition: &Value) {
    client.post(WORKFLOWS, json!({"name": name, "definition": definition})).await.expect(201);
}

/// The numbers of runs and steps of all tenants.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Tally {
    pub runs: i64,
    pub over: i64,
    pub succeeded: i64,
    /// Steps that have ended.
    steps: i64,
}

/// The progress of all runs. PostgreSQL may be unavailable at times.
pub struct Progress {
    database: Database,
    seen: Mutex<(Tally, Instant)>,
}

impl Progress {
    pub fn of(stage: &Stage) -> Arc<Progress> {
        let seen = Mutex::new((Tally::default(), Instant::now()));
        Arc::new(Progress { database: stage.database.clone(), seen })
    }

    /// Polls until this many runs have ended, or none makes progress.
    pub async fn watch(&self, runs: usize) -> Tally {
        *self.seen() = (Tally::default(), Instant::now());
        loop {
            if let Ok(Ok(tally)) = timeout(Duration::from_secs(10), self.poll()).await {
                let mut seen = self.seen();
                if seen.0 != tally {
                    *seen = (tally, Instant::now());
                }
            }
            if self.over() >= runs || self.is_stuck() {
                return self.seen().0;
            }
            sleep(Duration::from_millis(250)).await;
        }
    }

    pub fn over(&self) -> usize {
        usize::try_from(self.seen().0.over).unwrap_or(0)
    }

    pub fn is_stuck(&self) -> bool {
        self.seen().1.elapsed() > STUCK
    }

    async fn poll(&self) -> anyhow::Result<Tally> {
        let query = "select count(*), count(ended_at), count(*) filter (where status = 'succeeded'),
            (select count(*) from workflow_steps where ended_at is not null)
            from workflow_runs";
        let row = self.database.connect("postgres").await?.query_one(query, &[]).await?;
        Ok(Tally { runs: row.get(0), over: row.get(1), succeeded: row.get(2), steps: row.get(3) })
    }

    fn seen(&self) -> MutexGuard<'_, (Tally, Instant)> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The number of tickets with each subject.
pub async fn tickets(stage: &Stage) -> anyhow::Result<BTreeMap<String, i64>> {
    let query = "select subject, count(*) from tickets group by subject";
    let rows = stage.database.root().await.query(query, &[]).await?;
    Ok(rows.into_iter().map(|row| (row.get(0), row.get(1))).collect())
}

/// The numbers of events in the log for started and for succeeded runs.
pub async fn told(stage: &Stage) -> anyhow::Result<(i64, i64)> {
    let query = "select
            count(*) filter (where type = 'workflow.run.started'), count(*) filter (where type = 'workflow.run.succeeded')
        from events";
    let row = stage.database.root().await.query_one(query, &[]).await?;
    Ok((row.get(0), row.get(1)))
}

/// Prints the runs that did not succeed, with their errors and steps.
pub async fn complain(stage: &Stage, drill: &str) -> anyhow::Result<()> {
    let query = "select run.id::text, run.status, coalesce(run.error::text, ''), coalesce(
            (select string_agg(path || ' ' || step.status, ', ' order by path) from workflow_steps as step
                where step.tenant_id = run.tenant_id and step.run_id = run.id and step.status <> 'succeeded'), '')
        from workflow_runs as run where run.status <> 'succeeded' order by run.id limit 20";
    for row in stage.database.root().await.query(query, &[]).await? {
        let [id, status, error, steps] = [0, 1, 2, 3].map(|column| row.get::<_, String>(column));
        eprintln!("{drill}: {id} is {status} {error} ({steps})");
    }
    Ok(())
}

/// The number of messages in the outbox that are not sent to the engine. Waits for a while until there are none.
pub async fn untold(stage: &Stage) -> anyhow::Result<i64> {
    let root = stage.database.root().await;
    let mut waiting = 0;
    for _ in 0..1200 {
        waiting = root.query_one("select count(*) from engine_outbox", &[]).await?.get(0);
        if waiting == 0 {
            break;
        }
        sleep(Duration::from_millis(100)).await;
    }
    Ok(waiting)
}
