//! `/api/psa/workflows/runs`: runs of workflows with their steps and approvals.

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
    /// Status of a run.
    RunStatus {
        /// The run has not started yet.
        Queued = "queued",
        Running = "running",
        /// The run waits for a time or an event.
        Waiting = "waiting",
        /// The run waits for an approval.
        WaitingApproval = "waiting_approval",
        Succeeded = "succeeded",
        Failed = "failed",
        Canceled = "canceled",
        /// The run exceeded the timeout of its definition.
        TimedOut = "timed_out",
        /// The run did not start because another run with the same concurrency key was active.
        Skipped = "skipped",
    }

    /// Status of a step.
    StepStatus {
        Running = "running",
        Waiting = "waiting",
        Succeeded = "succeeded",
        Failed = "failed",
        Skipped = "skipped",
        Canceled = "canceled",
    }

    /// Type of an action on a run.
    RunActionKind {
        /// Approves a pending approval.
        Approve = "approve",
        Reject = "reject",
        /// Restarts a failed run at the step that failed.
        Retry = "retry",
        /// Ends a wait immediately.
        Resume = "resume",
    }

    /// Effect of a step that a dry run plans.
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

/// The last run of a workflow.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LastRun {
    pub id: RunId,
    pub status: RunStatus,
    pub created_at: Timestamp,
    pub finished_at: Option<Timestamp>,
}

/// An execution of a workflow.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Run {
    pub id: RunId,
    pub workflow_id: WorkflowId,
    /// Name of the workflow.
    #[schema(examples("Greet new tickets"))]
    pub workflow_name: String,
    /// Version of the definition that the run executes.
    #[schema(minimum = 1, examples(1))]
    pub workflow_version: i32,
    pub status: RunStatus,
    pub trigger: RunTrigger,
    /// Actor that started the run; `null` if an event or a schedule started it. Nobody who is responsible for the start
    /// can approve the run.
    pub started_by: Option<Actor>,
    /// Number of runs that led to this run through the events that they caused. Runs with a depth of more than 5 are
    /// refused.
    #[schema(minimum = 0, examples(0))]
    pub depth: i32,
    /// Number of the attempt, incremented by a retry.
    #[schema(minimum = 1, examples(1))]
    pub attempt: i32,
    /// Key of the runs that are limited together; `null` if there is none.
    #[schema(examples("srv-01"))]
    pub concurrency_key: Option<String>,
    /// Organizations that the run can access; `null` for all.
    pub organization_ids: Option<Vec<OrganizationId>>,
    /// Input of the run; `null` in lists and events.
    pub input: Value,
    /// Result of the run; `null` in lists and events.
    pub output: Value,
    pub error: Option<WorkflowError>,
    /// Planned steps. Returned only with `dry_run=true`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub plan: Option<Vec<PlannedStep>>,
    /// Steps of the run; `null` in lists and events.
    pub steps: Option<Vec<RunStep>>,
    /// Approvals of the run; `null` in lists and events.
    pub approvals: Option<Vec<Approval>>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    pub started_at: Option<Timestamp>,
    pub finished_at: Option<Timestamp>,
    /// Version number, incremented on every change; also sent as the `ETag`.
    #[schema(examples(1))]
    pub version: i32,
}

pub type RunOrPage = OneOrPage<Run>;

/// Cause of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RunTrigger {
    #[serde(rename = "type")]
    pub kind: TriggerType,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub event_id: Option<EventId>,
    /// Time for which the run was scheduled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub scheduled_at: Option<Timestamp>,
}

/// Error of a run or a step, in the format of the Serverless Workflow DSL.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct WorkflowError {
    /// Type of the error, by which `catch` selects errors.
    #[serde(rename = "type")]
    #[schema(examples("approval_rejected"))]
    pub kind: String,
    /// HTTP status that corresponds to the error.
    #[schema(examples(403))]
    pub status: i32,
    #[schema(examples("The approval was rejected"))]
    pub title: String,
    #[schema(examples("The approval expired without any approvals."))]
    pub detail: Option<String>,
    /// Path of the step that failed.
    #[schema(examples("do/2/ask"))]
    pub instance: Option<String>,
}

/// A step that a run executed.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct RunStep {
    /// Path of the step in the definition, including its iteration; unique within the run.
    #[schema(examples("do/0/open"))]
    pub path: String,
    #[schema(examples("open"))]
    pub name: String,
    /// Name of the function, or type of the task.
    #[schema(examples("ticket.create"))]
    pub task: String,
    pub status: StepStatus,
    /// Number of attempts.
    #[schema(minimum = 1, examples(1))]
    pub attempts: i32,
    pub started_at: Timestamp,
    pub finished_at: Option<Timestamp>,
    /// Input of the step.
    pub input: Value,
    /// Output of the step.
    pub output: Value,
    pub error: Option<WorkflowError>,
}

/// A step that a run would execute.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PlannedStep {
    /// Path of the step in the definition.
    #[schema(examples("do/0/open"))]
    pub path: String,
    #[schema(examples("open"))]
    pub name: String,
    /// Function that would be called.
    #[schema(examples("ticket.create"))]
    pub function: String,
    pub effect: PlannedEffect,
    /// Target of the call.
    #[schema(examples("POST /api/psa/tickets"))]
    pub target: Option<String>,
    /// Arguments of the call.
    #[schema(value_type = Object)]
    pub arguments: Value,
    /// Result of the call's dry run, or for a read the data that was read.
    pub result: Value,
}

/// The workflow to run and its input.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"workflow": "Greet", "input": {}}))]
pub struct NewRun {
    /// Id or name of the workflow.
    #[schema(min_length = 1, max_length = 100)]
    pub workflow: String,
    /// Input, which must match the input schema of the definition.
    #[serde(default)]
    #[schema(value_type = Object)]
    pub input: Map<String, Value>,
    /// Concurrency key that replaces the one in the definition.
    #[schema(min_length = 1, max_length = 200)]
    pub concurrency_key: Option<String>,
}

/// Action on a run.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"action": "retry"}))]
pub struct RunAction {
    pub action: RunActionKind,
    /// Id of the approval. Required if several approvals are pending.
    pub approval_id: Option<ApprovalId>,
    /// Path of the wait to end. Required if the run has several waits.
    #[schema(min_length = 1, max_length = 2000)]
    pub path: Option<String>,
    /// Comment on a decision.
    #[schema(min_length = 1, max_length = 2000)]
    pub comment: Option<String>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RunQuery {
    /// Returns only the run with this id, as a single object with its steps.
    #[param(nullable = false)]
    pub id: Option<RunId>,
    /// Maximum number of seconds to wait for the end of the run; requires `id`.
    #[param(nullable = false, minimum = 0, maximum = 60)]
    pub wait: Option<u64>,
    /// Filters by workflow.
    #[param(nullable = false)]
    pub workflow_id: Option<WorkflowId>,
    /// Filters by status; separate several statuses with commas, or repeat the parameter.
    #[param(nullable = false, explode = false, inline)]
    pub status: Option<Vec<RunStatus>>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RunTarget {
    /// Id of the run.
    pub id: RunId,
}

impl Run {
    /// Returns the run as it appears in events: without the fields that are large or confidential.
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
