//! The time of a schedule has come: its workflow is started, once.

use super::halt::Halt;
use crate::start::{Start, Trigger, check_start, start_run};
use api::{TenantId, WorkflowId};
use engine::Tick;
use kernel::{app::App, db::Identity, http::Change};
use queries::queries::workflows::start::workflow_due;
use serde_json::json;

pub async fn tick(app: &App, tick: Tick) -> Result<(), Halt> {
    let tenant = TenantId(tick.tenant);
    let identity = Identity::new(tenant, None);
    // It was disabled or archived, or has another schedule by now.
    let Some(workflow) = workflow_due().bind(&app.db.tenant(&identity).await?, &tick.workflow).opt().await? else {
        tracing::debug!(workflow = %WorkflowId(tick.workflow), "schedule of a removed workflow fired");
        return Ok(());
    };
    let input = json!({"scheduled_at": tick.at});
    let (concurrency, fault) = check_start(app, tenant, &workflow, &input).await?;
    let mut change = Change::by_system(app, tenant, "workflows.schedule").await?;
    let start = Start {
        workflow: &workflow,
        trigger: Trigger::Schedule(tick.at),
        input,
        concurrency,
        by: None,
        starters: vec![],
        depth: 0,
        fault,
        trace: None,
    };
    start_run(app, &mut change, start).await?;
    change.done().await?;
    Ok(())
}
