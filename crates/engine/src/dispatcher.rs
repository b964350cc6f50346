//! The workflow that a schedule starts: one step, which notifies the server. The run itself is created in our tables,
//! like any other, so it has the same limits and is fair to other tenants.

use crate::{
    activities::Activities,
    asked::About,
    codec::{Ids, Private},
    effects::Tick,
    host::{Detached, options},
};
use std::time::SystemTime;
use temporalio_common::search_attributes::{SearchAttributeKey, Timestamp};
use temporalio_macros::{workflow, workflow_methods};
use temporalio_sdk::{WorkflowContext, WorkflowResult};

/// Set by Temporal: the scheduled time.
const MEANT: SearchAttributeKey<Timestamp> = SearchAttributeKey::datetime("TemporalScheduledStartTime");

#[workflow]
#[derive(Default)]
pub(crate) struct Dispatch;

#[workflow_methods]
impl Dispatch {
    #[run(name = "dispatch")]
    pub(crate) async fn run(context: &mut WorkflowContext<Self>, due: Ids) -> WorkflowResult<()> {
        let Some(at) = meant(context) else { return Ok(()) };
        let Ids { tenant, workflow } = due;
        let about = About { run: workflow, effect: Activities::tick.name().to_owned(), path: String::new() };
        let asked = Private::new(tenant, &(about, Tick { tenant, workflow, at }));
        let ticked = context.execute_activity(Activities::tick, asked, options(false, Detached::No)).await;
        if let Err(error) = ticked {
            tracing::error!(error = error.to_string(), "failed to process a scheduled time");
        }
        Ok(())
    }
}

fn meant(context: &WorkflowContext<Dispatch>) -> Option<jiff::Timestamp> {
    let meant = context.search_attributes().get(&MEANT);
    let meant = meant.and_then(|meant| jiff::Timestamp::new(meant.seconds(), meant.nanos()).ok());
    meant.or_else(|| context.workflow_time().and_then(|now: SystemTime| now.try_into().ok()))
}
