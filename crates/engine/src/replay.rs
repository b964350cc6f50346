//! Replays old histories with new code: checks whether active runs would survive a release.

use crate::{
    Engine, QUEUE,
    codec::{Keys, converter},
    dispatcher::Dispatch,
    interpreter::Interpret,
};
use std::sync::Arc;
use temporalio_client::{UntypedWorkflow, WorkflowFetchHistoryOptions, WorkflowHistory};
use temporalio_sdk::workflow_replayer::{WorkflowReplayer, WorkflowReplayerOptions};

impl Engine {
    /// The history of a workflow, by its id in Temporal, as JSON; payloads stay encrypted.
    pub async fn history(&self, workflow_id: &str) -> anyhow::Result<Vec<u8>> {
        let handle = self.client().await?.get_workflow_handle::<UntypedWorkflow>(workflow_id);
        Ok(handle.fetch_history(WorkflowFetchHistoryOptions::default()).to_json().await?)
    }
}

/// Replays a history with the present code, without a server. An error names the point where they differ.
pub async fn replay(history: &[u8], keys: Arc<dyn Keys>) -> anyhow::Result<()> {
    let options = WorkflowReplayerOptions::new()
        .task_queue(QUEUE)
        .data_converter(converter(keys))
        .register_workflow::<Interpret>()?
        .register_workflow::<Dispatch>()?
        .build();
    WorkflowReplayer::new(options)?.replay_workflow(WorkflowHistory::from_json(history)?).await?;
    Ok(())
}
