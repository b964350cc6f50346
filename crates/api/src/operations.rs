//! `/api/operations`: long-running operations.

use crate::{BriefProblem, OneOrPage, OperationId, Resource, words::words};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// An operation that continues after its request has returned.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Operation {
    pub id: OperationId,
    /// Type of the operation.
    #[schema(examples("webhooks.recover"))]
    pub kind: String,
    pub status: OperationStatus,
    /// Progress in percent.
    #[schema(minimum = 0, maximum = 100, examples(100))]
    pub progress: i32,
    /// Steps of the operation that have started so far.
    pub steps: Vec<OperationStep>,
    pub resource: OperationResource,
    /// Reason why the test failed; `null` if it passed.
    pub error: Option<BriefProblem>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    pub finished_at: Option<Timestamp>,
    /// Version number, incremented on every change; also sent as the `ETag`.
    #[schema(examples(1))]
    pub version: i32,
}

pub type OperationOrPage = OneOrPage<Operation>;

words! {
    /// Status of a long-running operation.
    OperationStatus {
        Pending = "pending",
        Running = "running",
        Succeeded = "succeeded",
        Failed = "failed",
        Canceled = "canceled",
    }
}

impl OperationStatus {
    pub fn is_over(self) -> bool {
        !matches!(self, OperationStatus::Pending | OperationStatus::Running)
    }
}

/// A step of an operation, with the number of objects that it has processed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct OperationStep {
    #[schema(examples("deliveries"))]
    pub name: String,
    /// Number of processed items.
    #[schema(examples(1200))]
    pub count: i64,
}

/// The object that an operation works on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct OperationResource {
    #[serde(rename = "type")]
    #[schema(examples("webhook_endpoint"))]
    pub kind: String,
    #[schema(examples("whk_01h455vb4pex5vsknk084sn02q"))]
    pub id: String,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct OperationQuery {
    /// Returns only the operation with this id, as a single object.
    #[param(nullable = false)]
    pub id: Option<OperationId>,
    /// Filters by status; separate several statuses with commas, or repeat the parameter.
    #[param(nullable = false, explode = false, inline)]
    pub status: Option<Vec<OperationStatus>>,
    /// Maximum number of seconds to wait for the end of the operation; requires `id`.
    #[param(nullable = false, minimum = 0, maximum = 60)]
    pub wait: Option<u64>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct OperationTarget {
    /// Id of the operation.
    pub id: OperationId,
}

impl Resource for Operation {
    const TYPE: &'static str = "operation";
    const PATH: &'static str = "/api/operations";

    fn id(&self) -> String {
        self.id.to_string()
    }

    fn version(&self) -> i32 {
        self.version
    }
}
