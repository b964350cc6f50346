//! `/api/psa/workflows/approvals`: what people are asked to decide before a run goes on, and what they decided.

use crate::{
    Actor, ApiKeyId, ApprovalId, Grant, Lifecycle, OneOrPage, OrganizationId, Resource, RunId, UserId,
    words::words,
    workflow_runs::{PlannedStep, Run},
};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

words! {
    ApprovalStatus {
        Pending = "pending",
        Approved = "approved",
        Rejected = "rejected",
        /// Too few people decided in time: the run goes on as `on_timeout` says.
        TimedOut = "timed_out",
        /// The run ended before the approval was decided.
        Canceled = "canceled",
    }

    /// What happens when an approval expires.
    OnTimeout { Reject = "reject", Continue = "continue" }

    DecisionKind { Approve = "approve", Reject = "reject" }

    /// Why the caller cannot decide an approval.
    CannotDecide {
        /// It is decided, or its run has ended.
        NotPending = "not_pending",
        Expired = "expired",
        /// The caller lacks `workflows:approve`, or the scope that the approval asks for.
        ScopeMissing = "scope_missing",
        /// A key decides only where the approval names it: sign in instead.
        SessionRequired = "session_required",
        /// The approval names other users and keys.
        NotNamed = "not_named",
        /// The caller, or somebody behind its key, has a hand in the run: they started, retried or resumed it, or wrote what runs.
        BehindTheRun = "behind_the_run",
        /// The caller, or somebody behind its key, has decided already.
        DecidedAlready = "decided_already",
    }
}

/// What people are asked to decide before a run goes on.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Approval {
    pub id: ApprovalId,
    /// The step that waits for it.
    #[schema(examples("do/2/ask"))]
    pub path: String,
    #[schema(examples("Reboot srv-01?"))]
    pub summary: String,
    /// The page on which people decide.
    #[schema(examples("https://api.example.com/approvals/?id=apr_01h455vb4pex5vsknk084sn02q"))]
    pub url: String,
    pub approvers: Approvers,
    /// How many people must approve. One rejection ends it.
    #[schema(minimum = 1, examples(1))]
    pub min_approvals: i32,
    /// How many approvals count so far.
    #[schema(minimum = 0, examples(0))]
    pub approvals_given: i32,
    pub status: ApprovalStatus,
    /// How it ended, in words; `null` while it is pending.
    #[schema(examples("1 of 2 approvals were given before the approval expired."))]
    pub outcome: Option<String>,
    pub on_timeout: OnTimeout,
    pub expires_at: Timestamp,
    pub decisions: Vec<Decision>,
    pub created_at: Timestamp,
    pub decided_at: Option<Timestamp>,
}

/// Who may decide, if they have `workflows:approve`. Without `users` and `keys` every person may, signed in; with either only
/// those that are named. `scope` is one that they need as well. Nobody behind the start of the run may.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Approvers {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub scope: Option<Grant>,
    /// These people, signed in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, min_items = 1, max_items = 50)]
    pub users: Option<Vec<UserId>>,
    /// These keys. Everyone who made or rotated a key, or owns it, stands behind its decision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, min_items = 1, max_items = 50)]
    pub keys: Option<Vec<ApiKeyId>>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Decision {
    pub by: Actor,
    pub decision: DecisionKind,
    pub comment: Option<String>,
    pub at: Timestamp,
}

/// An approval with its run, and whether the caller can decide it.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct ListedApproval {
    #[serde(flatten)]
    pub approval: Approval,
    /// The run that waits, with its workflow; without its steps.
    pub run: Run,
    /// Who started the run; `null` where an event of the service or the time did.
    pub asked_by: Option<Actor>,
    /// What the run does next if it is approved, as it was planned when people were asked. `null` where there is no plan.
    pub plan: Option<Vec<PlannedStep>>,
    /// Whether the plan reaches the end of the run. It does not where it is long, or depends on what only the run can tell.
    pub plan_complete: bool,
    pub can_decide: bool,
    /// `null` if the caller can decide.
    pub cannot_decide: Option<CannotDecide>,
    /// Rises with every decision; also the `ETag`.
    #[schema(examples(1))]
    pub version: i32,
}

pub type ListedApprovalOrPage = OneOrPage<ListedApproval>;

#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ApprovalQuery {
    /// Only this approval, as a bare object.
    #[param(nullable = false)]
    pub id: Option<ApprovalId>,
    #[param(nullable = false, inline)]
    pub status: Option<ApprovalStatus>,
    /// Approvals of this run.
    #[param(nullable = false)]
    pub run_id: Option<RunId>,
    /// With `true`: those that the caller can decide now.
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
