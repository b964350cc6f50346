//! Whether the server obeys fairness keys. It has no word for that, and ignores them in silence when it does not. So we
//! try: on a queue of our own, many tasks of one key wait before one of another, and we see when that one comes.

use crate::Engine;
use temporalio_client::{
    Client, Priority, UntypedWorkflow, WorkflowStartOptions, WorkflowTerminateOptions, grpc::WorkflowService,
};
use temporalio_common::{
    data_converters::RawValue,
    protos::temporal::api::{taskqueue::v1::TaskQueue, workflowservice::v1::PollWorkflowTaskQueueRequest},
};
use tonic::IntoRequest;
use uuid::Uuid;

/// How many tasks wait before the one. A queue has several parts, and each is fair by itself, so the one need not come
/// first: it must not come last.
const CROWD: usize = 32;

impl Engine {
    pub(crate) async fn is_fair(&self) -> anyhow::Result<bool> {
        let client = self.client().await?;
        let queue = format!("doctor_{}", Uuid::new_v4());
        let ids: Vec<String> = (0..=CROWD).map(|place| format!("{queue}_{place}")).collect();
        let place = place_of_last(client, &queue, &ids).await;
        for id in &ids {
            let handle = client.get_workflow_handle::<UntypedWorkflow>(id.clone());
            let _ = handle.terminate(WorkflowTerminateOptions::default()).await;
        }
        Ok(place? <= CROWD / 2)
    }
}

/// Starts them in order, the last with another key, and takes tasks until it is among them. Nothing is ever done: the
/// workflow's type exists nowhere.
async fn place_of_last(client: &Client, queue: &str, ids: &[String]) -> anyhow::Result<usize> {
    let (last, crowd) = ids.split_last().expect("there is one after the crowd");
    for (id, key) in crowd.iter().map(|id| (id, "crowd")).chain([(last, "one")]) {
        let options =
            WorkflowStartOptions::new(queue, id).priority(Priority::builder().fairness_key(key).build()).build();
        client.start_workflow(UntypedWorkflow::new("none"), RawValue::empty(), options).await?;
    }
    for place in 0..ids.len() {
        let poll = PollWorkflowTaskQueueRequest {
            namespace: client.options().namespace.clone(),
            task_queue: Some(TaskQueue { name: queue.to_owned(), ..TaskQueue::default() }),
            identity: "doctor".to_owned(),
            ..PollWorkflowTaskQueueRequest::default()
        };
        let task = WorkflowService::poll_workflow_task_queue(&mut client.clone(), poll.into_request()).await?;
        if task.into_inner().workflow_execution.is_some_and(|execution| execution.workflow_id == *last) {
            return Ok(place);
        }
    }
    Ok(ids.len())
}
