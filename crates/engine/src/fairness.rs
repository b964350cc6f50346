//! Checks whether the server obeys fairness keys. It does not report that, and silently ignores them if it does not. So
//! the check uses a queue of its own: many tasks of one key wait before some of other keys, and it counts which come
//! first.

use crate::{Engine, codec::no_payload};
use futures::future::{join_all, try_join_all};
use std::time::Duration;
use temporalio_client::{
    Client, Priority, UntypedWorkflow, WorkflowStartOptions, WorkflowTerminateOptions, grpc::WorkflowService,
};
use temporalio_common::protos::temporal::api::{
    taskqueue::v1::TaskQueue, workflowservice::v1::PollWorkflowTaskQueueRequest,
};
use tonic::IntoRequest;
use uuid::Uuid;

/// How many tasks of one key wait before the others. A queue has several partitions, each fair by itself, and one
/// partition may be polled much later than the rest. So a single other task would prove nothing.
const CROWD: usize = 75;
const OTHERS: usize = 25;

/// How many tasks are taken, and how many of the others would be among them by chance. Measured: 16 to 21 if it is
/// fair, and 0 to 3 if not.
const TAKEN: usize = 40;
const CHANCE: usize = TAKEN * OTHERS / (CROWD + OTHERS);

/// Workflows that the doctor had no time to end time out.
const LIFE: Duration = Duration::from_secs(60);

impl Engine {
    pub(crate) async fn is_fair(&self) -> anyhow::Result<bool> {
        let client = self.client().await?;
        let queue = format!("doctor_{}", Uuid::new_v4());
        let ids: Vec<String> = (0..CROWD + OTHERS).map(|number| format!("{queue}_{number}")).collect();
        let (crowd, others) = ids.split_at(CROWD);
        let early = early_ones(client, &queue, crowd, others).await;
        join_all(ids.iter().map(async |id| {
            let handle = client.get_workflow_handle::<UntypedWorkflow>(id.clone());
            handle.terminate(WorkflowTerminateOptions::default()).await
        }))
        .await;
        Ok(early? > CHANCE)
    }
}

/// How many of the others, which are started after the crowd, come soon. No task is completed: the workflow's type does
/// not exist.
async fn early_ones(client: &Client, queue: &str, crowd: &[String], others: &[String]) -> anyhow::Result<usize> {
    try_join_all(crowd.iter().map(|id| start(client, queue, id, "crowd"))).await?;
    try_join_all(others.iter().map(|id| start(client, queue, id, id))).await?;
    let mut early = 0;
    for _ in 0..TAKEN {
        let poll = PollWorkflowTaskQueueRequest {
            namespace: client.options().namespace.clone(),
            task_queue: Some(TaskQueue { name: queue.to_owned(), ..TaskQueue::default() }),
            identity: "doctor".to_owned(),
            ..PollWorkflowTaskQueueRequest::default()
        };
        let task = WorkflowService::poll_workflow_task_queue(&mut client.clone(), poll.into_request()).await?;
        let id = task.into_inner().workflow_execution.map(|execution| execution.workflow_id);
        early += usize::from(id.is_some_and(|id| others.contains(&id)));
    }
    Ok(early)
}

async fn start(client: &Client, queue: &str, id: &str, key: &str) -> anyhow::Result<()> {
    let options = WorkflowStartOptions::new(queue, id)
        .priority(Priority::builder().fairness_key(key).build())
        .execution_timeout(LIFE)
        .build();
    // `doctor` stores nothing.
    client.start_workflow(UntypedWorkflow::new("none"), no_payload(), options).await?;
    Ok(())
}
