//! An attacker who reaches Temporal, but has no keys, completes steps in place of the worker.

use crate::common::{Working, World, definition, engine_on, eventually, failed, outcome, succeeded};
use engine::RunRef;
use flow::Fault;
use serde_json::json;
use std::sync::Arc;
use temporalio_client::{Client, ClientOptions, Connection, ConnectionOptions, grpc::WorkflowService};
use temporalio_common::protos::temporal::api::{
    common::v1::{Payload, Payloads, WorkflowExecution},
    history::v1::history_event::Attributes,
    workflowservice::v1::{
        DescribeWorkflowExecutionRequest, GetWorkflowExecutionHistoryRequest, RespondActivityTaskCompletedByIdRequest,
    },
};
use tonic::IntoRequest;

const NAMESPACE: &str = "tenant-control";

struct Intruder(Client);

impl Intruder {
    async fn at(url: &str) -> Intruder {
        let connection =
            Connection::connect(ConnectionOptions::new(url.parse::<url::Url>().unwrap()).build()).await.unwrap();
        Intruder(Client::new(connection, ClientOptions::new(NAMESPACE).build()).unwrap())
    }

    /// The last result of an effect of a run, as Temporal has it.
    async fn steal(&self, run: RunRef) -> Payload {
        let namespace = NAMESPACE.to_owned();
        let execution = Some(execution(run));
        let asked = GetWorkflowExecutionHistoryRequest { namespace, execution, ..Default::default() };
        let history = self.0.clone().get_workflow_execution_history(asked.into_request()).await.unwrap().into_inner();
        let answers = history.history.unwrap().events.into_iter().filter_map(|event| match event.attributes? {
            Attributes::ActivityTaskCompletedEventAttributes(completed) => completed.result?.payloads.pop(),
            _ => None,
        });
        // The very last is the result of `finish`.
        let answers: Vec<_> = answers.collect();
        answers[answers.len() - 2].clone()
    }

    async fn answer(&self, run: RunRef, payload: Payload) {
        let namespace = NAMESPACE.to_owned();
        let execution = Some(execution(run));
        let describe = DescribeWorkflowExecutionRequest { namespace, execution };
        let described = self.0.clone().describe_workflow_execution(describe.into_request()).await.unwrap().into_inner();
        let respond = RespondActivityTaskCompletedByIdRequest {
            namespace: NAMESPACE.to_owned(),
            workflow_id: workflow_id(run),
            activity_id: described.pending_activities[0].activity_id.clone(),
            result: Some(Payloads { payloads: vec![payload] }),
            ..Default::default()
        };
        self.0.clone().respond_activity_task_completed_by_id(respond.into_request()).await.unwrap();
    }
}

fn workflow_id(run: RunRef) -> String {
    api::ids::RunId(run.run).to_string()
}

fn execution(run: RunRef) -> WorkflowExecution {
    WorkflowExecution { workflow_id: workflow_id(run), run_id: String::new() }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_that_is_not_ours_or_not_to_this_step_is_not_believed() {
    let url = testtemporal::shared_url();
    let (engine, world) = (engine_on(&url, &format!("test_{}", uuid::Uuid::new_v4())), Arc::new(World::default()));
    let _working = Working::on(&engine, &world);
    let intruder = Intruder::at(&url).await;
    let go = |pause: u32| definition(json!([{"go": {"call": "slow", "with": {"milliseconds": pause}}}]));

    let other = world.run(go(1), json!({}));
    engine.start(other).await.unwrap();
    succeeded(outcome(&world, other).await);
    let stolen = intruder.steal(other).await;

    let tenant = other.tenant;
    let runs = [(); 2].map(|()| RunRef { tenant, ..world.run(go(600_000), json!({})) });
    let about = json!({"run": runs[0].run, "effect": "call", "path": "do/0/go"});
    let plain = Payload {
        metadata: [("encoding", "json/plain".to_owned()), ("tenant", tenant.to_string())]
            .map(|(name, value)| (name.to_owned(), value.into_bytes()))
            .into(),
        data: json!([about, {"Ok": {"forged": true}}]).to_string().into_bytes(),
        ..Payload::default()
    };
    for (run, forged) in runs.into_iter().zip([plain, stolen]) {
        engine.start(run).await.unwrap();
        eventually("it calls", || world.functions(run) == ["slow"]).await;
        intruder.answer(run, forged).await;
        assert_eq!(failed(outcome(&world, run).await).r#type, Fault::RUNTIME);
    }
}
