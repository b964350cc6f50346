//! `/api/psa/workflows/approvals`: approvals that runs wait for, and the decisions on them.

use crate::{
    Actor, ApiKeyId, ApprovalId, Grant, Lifecycle, OneOrPage, OrganizationId, Resource, RunId, UserId,
    words::words,
    workflow_runs::{PlannedStep, Run},
};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

words! {
    /// Status of an approval.
    ApprovalStatus {
        Pending = "pending",
        Approved = "approved",
        Rejected = "rejected",
        /// Not enough people decided before the approval expired; the run continues as `on_timeout` specifies.
        TimedOut = "timed_out",
        /// The run ended before the approval was decided.
        Canceled = "canceled",
    }

    /// Action that is taken when an approval expires.
    OnTimeout { Reject = "reject", Continue = "continue" }

    /// Outcome of a decision.
    DecisionKind { Approve = "approve", Reject = "reject" }

    /// Reason why the caller cannot decide an approval.
    CannotDecide {
        /// The approval is already decided, or its run has ended.
        NotPending = "not_pending",
        Expired = "expired",
        /// The caller lacks `workflows:approve`, or the scope that the approval requires.
        ScopeMissing = "scope_missing",
        /// An API key can decide only if the approval lists it; sign in instead.
        SessionRequired = "session_required",
        /// The approval lists other users and keys.
        NotNamed = "not_named",
        /// The caller, or a person responsible for its key, started, retried or resumed the run, or wrote its workflow.
        BehindTheRun = "behind_the_run",
        /// The caller, or a person responsible for its key, has already decided.
        DecidedAlready = "decided_already",
    }
}

/// A decision that a run waits for.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Approval {
    pub id: ApprovalId,
    /// Path of the step that waits for the approval.
    #[schema(examples("do/2/ask"))]
    pub path: String,
    /// Question to decide.
    #[schema(examples("Reboot srv-01?"))]
    pub summary: String,
    /// URL of the page on which people decide.
    #[schema(examples("https://api.example.com/approvals/?id=apr_01h455vb4pex5vsknk084sn02q"))]
    pub url: String,
    pub approvers: Approvers,
    /// Number of approvals that are required. A single rejection rejects the approval.
    #[schema(minimum = 1, examples(1))]
    pub min_approvals: i32,
    /// Number of approvals so far.
    #[schema(minimum = 0, examples(0))]
    pub approvals_given: i32,
    pub status: ApprovalStatus,
    /// Description of the outcome; `null` while the approval is pending.
    #[schema(examples("1 of 2 approvals were given before the approval expired."))]
    pub outcome: Option<String>,
    pub on_timeout: OnTimeout,
    pub expires_at: Timestamp,
    /// Decisions so far.
    pub decisions: Vec<Decision>,
    pub created_at: Timestamp,
    /// Time of the decision; `null` until then.
    pub decided_at: Option<Timestamp>,
}

/// Users and keys that may decide. All of them need `workflows:approve`, and `scope` as well if it is given. Without
/// `users` and `keys`, every signed-in user may decide; otherwise only those that are listed. Nobody who is responsible
/// for the start of the run may decide.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Approvers {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub scope: Option<Grant>,
    /// Users who may decide, signed in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, min_items = 1, max_items = 50)]
    pub users: Option<Vec<UserId>>,
    /// Keys that may decide. The creator and the owner of a key, and everyone who rotated it, are responsible for its
    /// decision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, min_items = 1, max_items = 50)]
    pub keys: Option<Vec<ApiKeyId>>,
}

/// A decision about an approval.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Decision {
    pub decided_by: Actor,
    pub decision: DecisionKind,
    /// Comment of the decision.
    #[schema(examples("The maintenance window is open."))]
    pub comment: Option<String>,
    pub decided_at: Timestamp,
}

/// An approval with its run and the caller's right to decide it.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct ListedApproval {
    #[serde(flatten)]
    pub approval: Approval,
    /// The run that waits for the approval, with its workflow and without its steps.
    pub run: Run,
    /// Actor that started the run; `null` if an event of the service or a schedule started it.
    pub requested_by: Option<Actor>,
    /// Steps that the run executes next if it is approved, as planned when the approval was requested. `null` if there
    /// is no plan.
    pub plan: Option<Vec<PlannedStep>>,
    /// `true` if the plan covers the run to its end. It does not if the plan is long or depends on results that only
    /// the run produces.
    pub plan_complete: bool,
    /// `true` if the caller can decide the approval.
    pub can_decide: bool,
    /// Reason why the caller cannot decide; `null` if the caller can.
    pub cannot_decide: Option<CannotDecide>,
    /// Version number, incremented on every decision; also sent as the `ETag`.
    #[schema(examples(1))]
    pub version: i32,
}

pub type ListedApprovalOrPage = OneOrPage<ListedApproval>;

#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ApprovalQuery {
    /// Returns only the approval with this id, as a single object.
    #[param(nullable = false)]
    pub id: Option<ApprovalId>,
    /// Filters by status; separate several statuses with commas, or repeat the parameter.
    #[param(nullable = false, explode = false, inline)]
    pub status: Option<Vec<ApprovalStatus>>,
    /// Filters by run.
    #[param(nullable = false)]
    pub run_id: Option<RunId>,
    /// `true` returns only approvals that the caller can decide now.
    #[param(nullable = false)]
    pub mine: Option<bool>,
}

impl Resource for ListedApproval {
    const TYPE: &'static str = "workflow_approval";
    const PATH: &'static str = "/api/psa/workflows/approvals";
    const EVENTS: Lifecycle = Lifecycle { created: None, updated: None, deleted: None };

    fn id(&self) -> String {
        self.approval.id.to_string()
    }

    fn version(&self) -> i32 {
        self.version
    }

    fn organization(&self) -> Option<OrganizationId> {
        self.run.organization()
    }
}
