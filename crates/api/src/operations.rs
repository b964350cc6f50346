//! `/api/operations`: work that takes longer than a request.

use crate::{BriefProblem, OneOrPage, OperationId, Resource, words::words};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Something that goes on after its request was answered.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Operation {
    pub id: OperationId,
    #[schema(examples("webhooks.recover"))]
    pub kind: String,
    pub status: OperationStatus,
    /// How much of it is done, in percent.
    #[schema(minimum = 0, maximum = 100, examples(100))]
    pub progress: i32,
    /// What it consists of, as far as it has come.
    pub steps: Vec<OperationStep>,
    pub resource: OperationResource,
    /// Why it failed.
    pub error: Option<BriefProblem>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    pub finished_at: Option<Timestamp>,
    /// Rises with every change; also the `ETag`.
    #[schema(examples(1))]
    pub version: i32,
}

pub type OperationOrPage = OneOrPage<Operation>;

words! {
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

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct OperationStep {
    #[schema(examples("deliveries"))]
    pub name: String,
    /// How many were done.
    #[schema(examples(1200))]
    pub count: i64,
}

/// What it is about.
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
    /// Only this operation, as a bare object.
    #[param(nullable = false)]
    pub id: Option<OperationId>,
    #[param(nullable = false, inline)]
    pub status: Option<OperationStatus>,
    /// With `id`: for how many seconds to wait for its end.
    #[param(nullable = false, minimum = 0, maximum = 60)]
    pub wait: Option<u64>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct OperationTarget {
    /// Which operation.
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
