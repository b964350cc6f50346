//! Removes the text of a comment from workflow runs that have ended. A run that goes on must find its data unchanged; it is
//! counted instead, so that the redaction can be requested again.

use super::Removal;
use crate::psa::{
    rewrite::{Logs, Rewrite, count},
    tickets::comments::copies::Copies,
};
use api::{RunId, operations::OperationStep};
use kernel::{
    app::App,
    http::{Change, Problem},
};
use queries::{
    client::Params,
    queries::psa::work::redaction::{
        RewriteRunParams, RewriteStepParams, StepsOfRun, heard_by_run, lock_ended_run, rewrite_heard, rewrite_run,
        rewrite_step, rewrite_summary, runs_after, steps_of_run, summaries_of_run,
    },
};
use serde_json::Value;
use std::collections::BTreeSet;
use uuid::Uuid;

/// Number of runs that are read at a time.
const RUNS: i64 = 500;

/// The name of the changes in the audit log, which they add nothing to.
const OPERATION: &str = "psa.tickets.comments.redact";

/// The steps with the numbers of runs.
const ENDED: &str = "workflow_runs";
const ACTIVE: &str = "active_runs";

impl Removal {
    /// Rewrites the runs of a page, and returns the last of them; `None` if it was the last page.
    pub(super) async fn runs(
        &self,
        app: &App,
        steps: &mut Vec<OperationStep>,
        last: Uuid,
        texts: &BTreeSet<String>,
    ) -> Result<Option<Uuid>, Problem> {
        let page = {
            let db = self.db(app).await?;
            runs_after().bind(&db, &last, &self.since, &RUNS, &self.copies.names()).all().await?
        };
        for run in page.iter().filter(|run| run.has_copy) {
            let rewritten = run.is_over && self.run(app, run.id, texts.clone()).await?;
            count(steps, if rewritten { ENDED } else { ACTIVE }, 1);
        }
        Ok(page.last().filter(|_| page.len() as i64 == RUNS).map(|run| run.id))
    }

    /// False if somebody has restarted the run.
    async fn run(&self, app: &App, id: Uuid, mut texts: BTreeSet<String>) -> Result<bool, Problem> {
        let change = Change::by_system(app, self.tenant, OPERATION).await?;
        let Some(mut run) = lock_ended_run().bind(&*change, &id).opt().await? else { return Ok(false) };
        let mut steps = steps_of_run().bind(&*change, &id).all().await?;
        let parts = steps.iter().flat_map(|step| [&step.input, &step.output]).flatten();
        for part in parts.chain([&run.input]).chain(&run.output) {
            self.copies.learn(part, &mut texts);
        }
        let copies = self.copies.with_texts(&texts);
        let changed = [copies.value(&mut run.input), all(&copies, [&mut run.output, &mut run.error])];
        if changed.contains(&true) {
            let (input, output, error) = (&run.input, run.output.as_ref(), run.error.as_ref());
            rewrite_run().params(&*change, &RewriteRunParams { input, output, error, id }).one().await?;
        }
        for step in &mut steps {
            let StepsOfRun { path, input, output, error } = step;
            if all(&copies, [&mut *input, &mut *output, &mut *error]) {
                let (input, output, error, path) = (input.as_ref(), output.as_ref(), error.as_ref(), path.as_str());
                let step = RewriteStepParams { input, output, error, run_id: id, path };
                rewrite_step().params(&*change, &step).one().await?;
            }
        }
        for mut event in heard_by_run().bind(&*change, &id).all().await? {
            if copies.value(&mut event.heard) {
                rewrite_heard().bind(&*change, &event.heard, &id, &event.path, &event.attempt).one().await?;
            }
        }
        for approval in summaries_of_run().bind(&*change, &id).all().await? {
            if let Some(summary) = copies.text(&approval.summary) {
                rewrite_summary().bind(&*change, &summary, &approval.id).one().await?;
            }
        }
        change.done().await?;
        let logs = Logs { app, tenant: self.tenant, operation: self.operation, rewrite: &copies };
        logs.events(&[RunId(id).to_string()]).await?;
        Ok(true)
    }
}

/// Rewrites each of the values. Returns true if one of them has changed.
fn all<const N: usize>(copies: &Copies, values: [&mut Option<Value>; N]) -> bool {
    let mut has_changed = false;
    for value in values.into_iter().flatten() {
        has_changed |= copies.value(value);
    }
    has_changed
}
