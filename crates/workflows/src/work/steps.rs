//! The row of a step: its state, and the result that ends it.

use super::halt::over;
use crate::data::{fault_of_row, fault_to_row};
use api::workflow_runs::StepStatus;
use engine::RunRef;
use flow::Fault;
use kernel::{app::App, db::Tx};
use queries::{
    client::Params,
    queries::workflows::work::effects::{BegunStep, EndStepParams, end_step},
};
use serde_json::Value;

#[derive(Debug, PartialEq)]
pub enum StepState {
    Running,
    /// `resumed` is true if a user ended the wait.
    Waiting {
        resumed: bool,
    },
    Succeeded(Value),
    Failed(Fault),
    /// It was canceled or skipped.
    Over,
}

impl From<BegunStep> for StepState {
    fn from(row: BegunStep) -> StepState {
        match StepStatus::named(&row.status) {
            Some(StepStatus::Running) => StepState::Running,
            Some(StepStatus::Waiting) => StepState::Waiting { resumed: row.resumed },
            Some(StepStatus::Succeeded) => StepState::Succeeded(row.output.unwrap_or_default()),
            Some(StepStatus::Failed) => StepState::Failed(fault_of_row(row.error).unwrap_or_else(over)),
            Some(StepStatus::Skipped | StepStatus::Canceled) | None => StepState::Over,
        }
    }
}

/// The result of a step, or of one attempt at it.
#[derive(Debug, Clone, Copy)]
pub enum StepResult<'a> {
    Succeeded(&'a Value),
    Failed(&'a Fault),
    /// It failed and is retried.
    Retried(&'a Fault),
}

impl<'a> StepResult<'a> {
    pub fn of(result: &'a Result<Value, Fault>) -> StepResult<'a> {
        result.as_ref().map_or_else(StepResult::Failed, StepResult::Succeeded)
    }

    fn status(self) -> StepStatus {
        match self {
            StepResult::Succeeded(_) => StepStatus::Succeeded,
            StepResult::Failed(_) => StepStatus::Failed,
            StepResult::Retried(_) => StepStatus::Running,
        }
    }
}

/// Stores the result. Returns true if there was a step that could end.
pub async fn store_result(
    app: &App,
    tx: &Tx,
    run: RunRef,
    path: &str,
    result: StepResult<'_>,
) -> Result<bool, tokio_postgres::Error> {
    let (output, error) = match result {
        StepResult::Succeeded(output) => (Some(output), None),
        StepResult::Failed(fault) | StepResult::Retried(fault) => (None, Some(fault_to_row(fault))),
    };
    let status = result.status();
    let ended_at = (status != StepStatus::Running).then(|| app.clock.now());
    let ended = EndStepParams { status: status.name(), output, error, ended_at, run_id: run.run, path };
    Ok(end_step().params(tx, &ended).opt().await?.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn state(status: &str, resumed: bool) -> StepState {
        let (output, error) = (Some(json!(1)), Some(json!("not a fault")));
        BegunStep { status: status.to_owned(), output, error, resumed, until: None, begun: None }.into()
    }

    #[test]
    fn the_state_of_a_step_follows_from_its_row() {
        assert_eq!(state("running", false), StepState::Running);
        assert_eq!(state("waiting", true), StepState::Waiting { resumed: true });
        assert_eq!(state("succeeded", false), StepState::Succeeded(json!(1)));
        assert_eq!(
            state("failed", false),
            StepState::Failed(over()),
            "a fault that cannot be read is one all the same"
        );
        assert_eq!(state("canceled", false), StepState::Over);
        assert_eq!(state("of a later version", false), StepState::Over);
    }
}
