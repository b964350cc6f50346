//! A minimal Temporal workflow, for comparison: activities that do nothing, one after the other, without interpreter,
//! codec or tables. The difference to our runs is our overhead.

use crate::{Capacity, Settings};
use anyhow::Context;
use futures::future::BoxFuture;
use std::{pin::pin, time::Duration};
use temporalio_client::{
    Client, ClientOptions, Connection, ConnectionOptions, WorkflowGetResultOptions, WorkflowStartOptions,
};
use temporalio_macros::{activities, workflow, workflow_methods};
use temporalio_sdk::{
    ActivityOptions, Runtime, Worker, WorkerOptions, WorkflowContext, WorkflowResult,
    activities::{ActivityContext, ActivityError},
    runtime::worker_tuner::{FixedSizeSlotSupplier, TunerHolder},
};
use tokio::{runtime::Handle, sync::oneshot};

const QUEUE: &str = "bare";

#[derive(Clone)]
pub struct Bare {
    client: Client,
}

impl Bare {
    pub fn connect(settings: &Settings) -> BoxFuture<'_, anyhow::Result<Bare>> {
        Box::pin(async move {
            let connection = Connection::connect(ConnectionOptions::new(settings.url.clone()).build()).await?;
            Ok(Bare { client: Client::new(connection, ClientOptions::new(settings.namespace.clone()).build())? })
        })
    }

    /// One run with this many activities, from its start to its end.
    pub fn run<'a>(&'a self, id: &'a str, activities: u32) -> BoxFuture<'a, anyhow::Result<()>> {
        Box::pin(async move {
            let options = WorkflowStartOptions::new(QUEUE, id).build();
            let handle = self.client.start_workflow(Plain::run, activities, options).await?;
            handle.get_result(WorkflowGetResultOptions::default()).await.context("a bare run")
        })
    }

    /// A worker for them, until `stop`.
    pub fn work(&self, capacity: Capacity, stop: BoxFuture<'static, ()>) -> BoxFuture<'static, anyhow::Result<()>> {
        let client = self.client.clone();
        Box::pin(async move {
            let (over, ended) = oneshot::channel();
            let runtime = Handle::current();
            std::thread::spawn(move || over.send(runtime.block_on(serve(client, capacity, stop))));
            ended.await?
        })
    }
}

async fn serve(client: Client, capacity: Capacity, stop: BoxFuture<'static, ()>) -> anyhow::Result<()> {
    let options = WorkerOptions::new(QUEUE)
        .tuner(
            TunerHolder::builder()
                .workflow_task_slot_supplier(FixedSizeSlotSupplier::new(capacity.decisions))
                .activity_task_slot_supplier(FixedSizeSlotSupplier::new(capacity.effects))
                .local_activity_task_slot_supplier(FixedSizeSlotSupplier::new(1))
                .nexus_task_slot_supplier(FixedSizeSlotSupplier::new(1))
                .build(),
        )
        .max_cached_workflows(capacity.runs)
        .register_workflow::<Plain>()?
        .register_activities(Nothing)
        .build();
    let mut worker = Worker::new(&Runtime::from_current_tokio(Default::default())?, client, options)?;
    let shut_down = worker.shutdown_handle();
    let run = async move { Ok(worker.run().await?) };
    match futures::future::select(pin!(run), stop).await {
        futures::future::Either::Left((ended, _)) => ended,
        futures::future::Either::Right(((), run)) => {
            shut_down();
            run.await
        }
    }
}

#[workflow]
#[derive(Default)]
struct Plain;

#[workflow_methods]
impl Plain {
    #[run(name = "bare")]
    async fn run(context: &mut WorkflowContext<Self>, activities: u32) -> WorkflowResult<()> {
        for number in 0..activities {
            let options = ActivityOptions::start_to_close_timeout(Duration::from_secs(20));
            context.execute_activity(Nothing::nothing, number, options).await?;
        }
        Ok(())
    }
}

struct Nothing;

#[activities]
impl Nothing {
    #[activity(name = "nothing")]
    async fn nothing(_: ActivityContext, number: u32) -> Result<u32, ActivityError> {
        Ok(number)
    }
}
