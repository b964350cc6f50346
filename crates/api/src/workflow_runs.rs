//! `/api/psa/workflows/runs`: what became of a workflow that was started: its steps, and what people decided.

use crate::{
    Actor, ApprovalId, EventId, EventKind, Lifecycle, OneOrPage, OrganizationId, Resource, RunId, WorkflowId,
    approvals::Approval,
    words::words,
    workflows::{TriggerType, only},
};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::{IntoParams, ToSchema};

words! {
    RunStatus {
        /// It waits for its turn.
        Queued = "queued",
        Running = "running",
        /// For a time or an event.
        Waiting = "waiting",
        /// For people to decide.
        WaitingApproval = "waiting_approval",
        Succeeded = "succeeded",
        Failed = "failed",
        Canceled = "canceled",
        /// It took longer than its definition allows.
        TimedOut = "timed_out",
        /// Another run of the same concurrency key was under way.
        Skipped = "skipped",
    }

    StepStatus {
        Running = "running",
        Waiting = "waiting",
        Succeeded = "succeeded",
        Failed = "failed",
        Skipped = "skipped",
        Canceled = "canceled",
    }

    RunActionKind {
        /// Say yes to an approval that waits.
        Approve = "approve",
        Reject = "reject",
        /// Begin a failed run again, from the step that failed.
        Retry = "retry",
        /// End a wait now.
        Resume = "resume",
    }

    PlannedEffect {
        Read = "read",
        Write = "write",
        Wait = "wait",
        Approval = "approval",
        Listen = "listen",
    }
}

impl RunStatus {
    pub fn is_over(self) -> bool {
        !matches!(self, RunStatus::Queued | RunStatus::Running | RunStatus::Waiting | RunStatus::WaitingApproval)
    }
}

/// The last time that it was started.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LastRun {
    pub id: RunId,
    pub status: RunStatus,
    pub created_at: Timestamp,
    pub ended_at: Option<Timestamp>,
}

/// One execution of a workflow.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Run {
    pub id: RunId,
    pub workflow_id: WorkflowId,
    #[schema(examples("Greet new tickets"))]
    pub workflow_name: String,
    /// The version of the definition that it follows to its end.
    #[schema(minimum = 1, examples(1))]
    pub workflow_version: i32,
    pub status: RunStatus,
    pub trigger: RunTrigger,
    /// Who started it; `null` where nobody did. Nobody behind the start can approve the run.
    pub started_by: Option<Actor>,
    /// How many runs led to this one by the events that they caused; more than 5 are refused.
    #[schema(minimum = 0, examples(0))]
    pub depth: i32,
    /// Rises when it is retried.
    #[schema(minimum = 1, examples(1))]
    pub attempt: i32,
    #[schema(examples("srv-01"))]
    pub concurrency_key: Option<String>,
    pub organization_ids: Option<Vec<OrganizationId>>,
    /// `null` in lists and events.
    pub input: Value,
    /// What it came to. `null` in lists and events.
    pub output: Value,
    pub error: Option<WorkflowError>,
    /// What it would do; with `dry_run=true`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub plan: Option<Vec<PlannedStep>>,
    /// `null` in lists and events.
    pub steps: Option<Vec<RunStep>>,
    /// `null` in lists and events.
    pub approvals: Option<Vec<Approval>>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    pub started_at: Option<Timestamp>,
    pub ended_at: Option<Timestamp>,
    /// Rises with every change; also the `ETag`.
    #[schema(examples(1))]
    pub version: i32,
}

pub type RunOrPage = OneOrPage<Run>;

/// What started it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RunTrigger {
    #[serde(rename = "type")]
    pub kind: TriggerType,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub event_id: Option<EventId>,
    /// For when it was planned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub scheduled_for: Option<Timestamp>,
}

/// Why a run or a step failed, as the DSL has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct WorkflowError {
    #[serde(rename = "type")]
    #[schema(examples("approval_rejected"))]
    pub kind: String,
    #[schema(examples(403))]
    pub status: i32,
    #[schema(examples("The approval was rejected"))]
    pub title: String,
    pub detail: Option<String>,
    /// The step that failed.
    #[schema(examples("do/2/ask"))]
    pub instance: Option<String>,
}

/// Something that a run does.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct RunStep {
    /// Where in the definition, and the how manieth time; unique in its run.
    #[schema(examples("do/0/open"))]
    pub path: String,
    #[schema(examples("open"))]
    pub name: String,
    /// The function, or the kind of task.
    #[schema(examples("ticket.create"))]
    pub task: String,
    pub status: StepStatus,
    #[schema(minimum = 1, examples(1))]
    pub attempts: i32,
    pub started_at: Timestamp,
    pub ended_at: Option<Timestamp>,
    pub input: Value,
    pub output: Value,
    pub error: Option<WorkflowError>,
}

/// Something that a run would do.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PlannedStep {
    #[schema(examples("do/0/open"))]
    pub path: String,
    #[schema(examples("open"))]
    pub name: String,
    #[schema(examples("ticket.create"))]
    pub function: String,
    pub effect: PlannedEffect,
    /// What would be called.
    #[schema(examples("POST /api/psa/tickets"))]
    pub target: Option<String>,
    #[schema(value_type = Object)]
    pub arguments: Value,
    /// What would be stored, as a dry run of the call answers it; of a read, what was read.
    pub result: Value,
}

/// Which workflow to run, and with what.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"workflow": "Greet", "input": {}}))]
pub struct NewRun {
    /// The workflow's id or name.
    #[schema(min_length = 1, max_length = 100)]
    pub workflow: String,
    /// As the definition's input schema has it.
    #[serde(default)]
    #[schema(value_type = Object)]
    pub input: Map<String, Value>,
    /// Instead of the one that the definition says.
    #[schema(min_length = 1, max_length = 200)]
    pub concurrency_key: Option<String>,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"action": "retry"}))]
pub struct RunAction {
    pub action: RunActionKind,
    /// Which approval, where several wait.
    pub approval_id: Option<ApprovalId>,
    /// Which wait to end, where there are several.
    #[schema(min_length = 1, max_length = 2000)]
    pub path: Option<String>,
    /// Said with a decision.
    #[schema(min_length = 1, max_length = 2000)]
    pub comment: Option<String>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RunQuery {
    /// Only this run, as a bare object, with its steps.
    #[param(nullable = false)]
    pub id: Option<RunId>,
    /// With `id`: for how many seconds to wait for its end.
    #[param(nullable = false, minimum = 0, maximum = 60)]
    pub wait: Option<u64>,
    /// Runs of this workflow.
    #[param(nullable = false)]
    pub workflow_id: Option<WorkflowId>,
    #[param(nullable = false, inline)]
    pub status: Option<RunStatus>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RunTarget {
    /// Which run.
    pub id: RunId,
}

impl Run {
    /// As events have it: small, and nothing that a receiver need not see.
    pub fn brief(&self) -> Run {
        Run { input: Value::Null, output: Value::Null, steps: None, approvals: None, plan: None, ..self.clone() }
    }
}

impl Resource for Run {
    const TYPE: &'static str = "workflow_run";
    const PATH: &'static str = "/api/psa/workflows/runs";
    const EVENTS: Lifecycle = Lifecycle { created: None, updated: None, deleted: Some(EventKind::WorkflowRunCanceled) };

    fn id(&self) -> String {
        self.id.to_string()
    }

    fn version(&self) -> i32 {
        self.version
    }

    fn organization(&self) -> Option<OrganizationId> {
        only(self.organization_ids.as_deref())
    }
}
