//! Notes on steps without an effect, which the engine sends with the next effect.

use crate::data::{fault_to_row, storable};
use api::workflow_runs::StepStatus;
use engine::RunRef;
use flow::{Kind, Record, Status};
use kernel::{app::App, db::Tx, http::Problem};
use queries::{
    client::Params,
    queries::workflows::work::effects::{NoteStepsParams, close_places, note_steps, run_goes_on},
};
use serde_json::Value;

pub async fn write(app: &App, tx: &Tx, run: RunRef, notes: &[Record]) -> Result<(), Problem> {
    if notes.is_empty() {
        return Ok(());
    }
    // The last of several notes on a step counts.
    let mut last = std::collections::BTreeMap::new();
    for note in notes {
        last.insert(note.step.path.as_str(), note);
    }
    let notes: Vec<&Record> = last.into_values().collect();
    let now = app.clock.now();
    let output = |note: &&Record| {
        let mut output = note.output.clone()?;
        storable(&mut output);
        Some(output)
    };
    let noted = NoteStepsParams {
        now,
        paths: notes.iter().map(|note| note.step.path.as_str()).collect::<Vec<_>>(),
        names: notes.iter().map(|note| note.step.name.as_str()).collect::<Vec<_>>(),
        kinds: notes.iter().map(|note| kind(note.step.kind)).collect::<Vec<_>>(),
        statuses: notes.iter().map(|note| status(note.status).name()).collect::<Vec<_>>(),
        outputs: notes.iter().map(output).collect::<Vec<Option<Value>>>(),
        errors: notes.iter().map(|note| note.error.as_ref().map(fault_to_row)).collect::<Vec<_>>(),
        run_id: run.run,
    };
    note_steps().params(tx, &noted).all().await?;
    let waited = notes.iter().filter(|note| matches!(note.step.kind, Kind::Approval | Kind::Listen | Kind::Wait));
    let overtaken: Vec<&str> = waited.map(|note| note.step.path.as_str()).collect();
    if !overtaken.is_empty() {
        close_places().bind(tx, &run.run, &overtaken, &now).all().await?;
        run_goes_on().bind(tx, &now, &run.run).opt().await?;
    }
    Ok(())
}

pub fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Do => "do",
        Kind::Set => "set",
        Kind::Call => "call",
        Kind::Approval => "approval",
        Kind::Switch => "switch",
        Kind::For => "for",
        Kind::Fork => "fork",
        Kind::Try => "try",
        Kind::Wait => "wait",
        Kind::Listen => "listen",
        Kind::Emit => "emit",
        Kind::Raise => "raise",
    }
}

fn status(status: Status) -> StepStatus {
    match status {
        Status::Running => StepStatus::Running,
        Status::Succeeded => StepStatus::Succeeded,
        Status::Failed => StepStatus::Failed,
        Status::Skipped => StepStatus::Skipped,
        Status::Canceled => StepStatus::Canceled,
    }
}
