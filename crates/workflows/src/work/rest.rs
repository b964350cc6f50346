//! The next steps of a run if it is approved. They are planned once, with the request for approval, so that people see
//! what they decide.

use super::{
    effects::{author, done, identity},
    halt::Halt,
};
use crate::{check, plan, runs};
use api::{RunId, workflow_runs::PlannedStep};
use engine::RunRef;
use flow::Done;
use kernel::app::App;
use queries::queries::workflows::work::effects::{author_of_run, beginning_of_run, is_asked};
use serde_json::{Value, json};

/// A longer plan is truncated, and marked so.
const STEPS: usize = 100;
const BYTES: usize = 64 * 1024;
/// Longer arguments of one step are left out.
const ARGUMENTS_BYTES: usize = 4 * 1024;

#[derive(Default)]
pub struct Rest {
    pub plan: Option<Value>,
    pub complete: bool,
}

/// The steps after the one with the approval. No database connection is held while they are planned. A plan that cannot
/// be made does not prevent the decision.
pub async fn plan(app: &App, run: RunRef, asking: &str) -> Result<Rest, Halt> {
    let db = app.db.tenant(&identity(run)).await?;
    if is_asked().bind(&db, &run.run, &asking).opt().await?.is_some() {
        return Ok(Rest::default());
    }
    let Some(row) = beginning_of_run().bind(&db, &run.run).opt().await? else { return Ok(Rest::default()) };
    let wire = runs::to_wire(runs::row(&db, RunId(run.run)).await?);
    let author = author(run, author_of_run().bind(&db, &run.run).one().await?);
    drop(db);
    let known = all_done(app, run).await?;
    match plan::rest(app, author, &wire, check::stored(&row.definition)?, known).await {
        Ok((steps, complete)) => Ok(cut(steps, complete, asking)),
        Err(problem) => {
            let error = problem.cause().map(|cause| tracing::field::display(format!("{cause:#}")));
            tracing::warn!(run = %wire.id, error, "approval requested without a plan");
            Ok(Rest::default())
        }
    }
}

async fn all_done(app: &App, run: RunRef) -> Result<Done, Halt> {
    let (mut all, mut after) = (Done::new(), String::new());
    loop {
        let page = done(app, run, after.clone()).await?;
        let last = page.done.keys().next_back().cloned();
        all.extend(page.done);
        match last {
            Some(last) if page.more => after = last,
            _ => return Ok(all),
        }
    }
}

/// The part that is stored: the calls and their arguments, without their results.
fn cut(steps: Vec<PlannedStep>, complete: bool, asking: &str) -> Rest {
    let (mut kept, mut bytes, mut whole) = (vec![], 0, complete);
    for mut step in steps.into_iter().filter(|step| step.path != asking) {
        let length = step.arguments.to_string().len();
        if length > ARGUMENTS_BYTES {
            step.arguments = json!({"truncated": true, "bytes": length});
        }
        step.result = Value::Null;
        bytes += step.path.len() + step.arguments.to_string().len();
        if kept.len() == STEPS || bytes > BYTES {
            whole = false;
            break;
        }
        kept.push(step);
    }
    Rest { plan: serde_json::to_value(kept).ok(), complete: whole }
}

#[cfg(test)]
mod tests {
    use super::*;
    use api::workflow_runs::PlannedEffect;

    fn step(path: &str, arguments: Value) -> PlannedStep {
        PlannedStep {
            path: path.to_owned(),
            name: "n".to_owned(),
            function: "ticket.create".to_owned(),
            effect: PlannedEffect::Write,
            target: None,
            arguments,
            result: json!({"id": 1}),
        }
    }

    #[test]
    fn a_long_plan_is_cut_and_says_so() {
        let rest = cut(vec![step("do/0/ask", json!({})), step("do/1/go", json!({"a": 1}))], true, "do/0/ask");
        let plan = rest.plan.unwrap();
        assert_eq!((plan.as_array().unwrap().len(), &plan[0]["path"], rest.complete), (1, &json!("do/1/go"), true));
        assert_eq!(plan[0]["result"], Value::Null);
        let many = (0..STEPS + 1).map(|n| step(&format!("do/{n}/go"), json!({}))).collect();
        let rest = cut(many, true, "");
        assert_eq!((rest.plan.unwrap().as_array().unwrap().len(), rest.complete), (STEPS, false));
        let rest = cut(vec![step("do/0/go", json!({"a": "x".repeat(ARGUMENTS_BYTES)}))], true, "");
        assert_eq!(rest.plan.unwrap()[0]["arguments"]["truncated"], true);
    }
}
