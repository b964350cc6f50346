//! A schedule's time has come: the workflow is started for it, once.

use super::halt::Halt;
use crate::{
    app::App,
    db::Identity,
    http::Change,
    workflows::{
        check,
        start::{Start, Trigger, Turn, place},
    },
};
use api::{TenantId, WorkflowId};
use engine::Tick;
use flow::Fault;
use queries::queries::workflows::{
    start::{Startable, person_behind},
    work::effects::{Timed, workflow_due},
};
use serde_json::json;

pub async fn tick(app: &App, tick: Tick) -> Result<(), Halt> {
    let tenant = TenantId(tick.tenant);
    let identity = Identity::new(tenant, None);
    // It was disabled or archived, or has another schedule by now.
    let Some(row) = workflow_due().bind(&app.db.tenant(&identity).await?, &tick.workflow).opt().await? else {
        tracing::debug!(workflow = %WorkflowId(tick.workflow), "a time came for what has none any more");
        return Ok(());
    };
    let workflow = startable(row);
    let (definition, input) = (check::stored(&workflow.definition)?, json!({"scheduled_for": tick.at}));
    let invalid = definition.check_input(&input).into_iter().next();
    let unfit = invalid.map(|invalid| {
        let detail = format!("{} {}", invalid.pointer, invalid.message);
        Fault::new(Fault::VALIDATION, 422, "The input does not fit").detail(detail)
    });
    let (turn, fault) = match Turn::of(app, tenant, &definition, &input, None).await {
        Ok(turn) => (turn, unfit),
        Err(fault) => (None, Some(fault)),
    };
    let mut change = Change::by_system(app, tenant, "workflows.schedule").await?;
    let author =
        person_behind().bind(&*change, &Some(workflow.author_kind.as_str()), &workflow.author_id).one().await?;
    let start = Start {
        workflow: &workflow,
        trigger: Trigger::Schedule(tick.at),
        input,
        turn,
        by: None,
        // Whoever wrote it has started it.
        starters: vec![author],
        depth: 0,
        fault,
    };
    place(app, &mut change, start).await?;
    change.done().await?;
    Ok(())
}

fn startable(row: Timed) -> Startable {
    Startable {
        id: row.id,
        name: row.name,
        enabled: row.enabled,
        organization_ids: row.organization_ids,
        latest_version: row.latest_version,
        definition: row.definition,
        author_kind: row.author_kind,
        author_id: row.author_id,
    }
}
