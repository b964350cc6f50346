//! The backlog of the workers.

use crate::Engine;
use futures::future::BoxFuture;
use std::time::Duration;
use temporalio_client::grpc::WorkflowService;
use temporalio_common::protos::temporal::api::{
    enums::v1::TaskQueueType,
    taskqueue::v1::{TaskQueue, TaskQueueStats},
    workflowservice::v1::DescribeTaskQueueRequest,
};
use tonic::IntoRequest;

/// The backlog of workflow and activity tasks together.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Lag {
    pub tasks: u64,
    pub oldest: Duration,
}

impl Engine {
    pub fn lag(&self) -> BoxFuture<'_, anyhow::Result<Lag>> {
        Box::pin(async move {
            let mut lag = Lag::default();
            for kind in [TaskQueueType::Workflow, TaskQueueType::Activity] {
                let stats = self.stats(kind).await?;
                lag.tasks += u64::try_from(stats.approximate_backlog_count).unwrap_or_default();
                let age = stats.approximate_backlog_age.and_then(|age| age.try_into().ok());
                lag.oldest = lag.oldest.max(age.unwrap_or_default());
            }
            Ok(lag)
        })
    }

    async fn stats(&self, kind: TaskQueueType) -> anyhow::Result<TaskQueueStats> {
        let mut client = self.client().await?.clone();
        let describe = DescribeTaskQueueRequest {
            namespace: self.namespace().to_owned(),
            task_queue: Some(TaskQueue { name: self.queue().to_owned(), ..TaskQueue::default() }),
            task_queue_type: kind.into(),
            report_stats: true,
            ..DescribeTaskQueueRequest::default()
        };
        let described = WorkflowService::describe_task_queue(&mut client, describe.into_request()).await?;
        Ok(described.into_inner().stats.unwrap_or_default())
    }
}
