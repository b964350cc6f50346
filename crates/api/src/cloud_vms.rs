//! `/api/cloud/vms`: the machines of all cloud providers, as they were last read, and those that are made.

use crate::{
    CloudProviderId, CloudVmId, DeviceId, EventKind, Lifecycle, OperationId, OrganizationId, Resource,
    cloud_catalogue::CloudPrice, cloud_verification::CloudFindingCode, words::words,
};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use utoipa::{IntoParams, ToSchema};

/// A machine at a cloud provider.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct CloudVm {
    pub id: CloudVmId,
    pub provider_id: CloudProviderId,
    pub organization_id: Option<OrganizationId>,
    /// Device that is the same machine: the only one of the organization whose `cloud_instance_id` is the `provider_ref`,
    /// or whose agent reports it as the hardware UUID.
    pub device_id: Option<DeviceId>,
    #[schema(examples("web-01"))]
    pub name: Option<String>,
    /// Region of the machine.
    #[schema(examples("eu-central-1"))]
    pub region: String,
    pub size: CloudVmSize,
    /// Id of the image at the provider.
    #[schema(examples("ami-0abcdef1234567890"))]
    pub image: Option<String>,
    pub network: CloudVmNetwork,
    pub status: CloudVmStatus,
    /// All addresses.
    #[schema(examples(json!(["10.0.0.12", "203.0.113.7"])))]
    pub ips: Vec<String>,
    /// Labels (tags) at the provider.
    #[schema(examples(json!({"env": "production"})))]
    pub labels: BTreeMap<String, String>,
    /// `true` if this service created the machine.
    pub managed: bool,
    /// Id of the machine at the provider; `null` until it is known.
    #[schema(examples("i-0abcdef1234567890"))]
    pub provider_ref: Option<String>,
    /// Operation that is in progress for the machine.
    pub operation_id: Option<OperationId>,
    /// List price at the time of the request; `null` if it was unknown, and for machines that this service did not
    /// create.
    pub price: Option<CloudPrice>,
    /// Differences between the machine and the request that created it; `null` for machines that this service did not
    /// create.
    pub drift: Option<CloudVmDrift>,
    /// Time at which the machine was launched, as reported by the provider.
    pub launched_at: Option<Timestamp>,
    /// Last time at which the provider listed or described the machine; `null` before the first.
    pub last_synced_at: Option<Timestamp>,
    /// Time at which the machine was requested or first seen.
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// Version number, incremented on every change; also sent as the `ETag`.
    #[schema(examples(1))]
    pub version: i32,
}

/// Size of a machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CloudVmSize {
    #[schema(examples("t3.micro"))]
    pub name: String,
    /// Number of virtual processors.
    #[schema(examples(2))]
    pub vcpus: Option<i32>,
    /// Size of the memory, in bytes.
    #[schema(examples(1073741824))]
    pub memory_bytes: Option<i64>,
}

/// Network of a machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CloudVmNetwork {
    /// Subnet of the network interface.
    #[schema(examples("subnet-0abcdef1234567890"))]
    pub subnet: Option<String>,
    /// Security groups of the network interface.
    #[schema(examples(json!(["sg-0abcdef1234567890"])))]
    pub security_groups: Vec<String>,
    /// Public address; `null` if there is none.
    #[schema(examples("203.0.113.7"))]
    pub public_ip: Option<String>,
}

/// Differences between a machine and the request that created it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CloudVmDrift {
    pub state: CloudDriftState,
    /// Properties that differ from the request.
    #[schema(max_items = 60)]
    pub differences: Vec<CloudVmDifference>,
}

/// A property of a machine that differs from its request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CloudVmDifference {
    /// Field of the machine.
    #[schema(examples("size"))]
    pub field: String,
    /// Value in the request.
    #[schema(examples("t3.micro"))]
    pub wanted: Value,
    /// Value at the provider.
    #[schema(examples("t3.large"))]
    pub found: Value,
}

words! {
    /// Difference between a machine and its request.
    CloudDriftState {
        /// The machine is as it was requested.
        InSync = "in_sync",
        /// It was changed at the provider.
        Drifted = "drifted",
        /// It no longer exists at the provider, although it was not deleted through this service.
        Missing = "missing",
        /// It has not been read yet.
        Unknown = "unknown",
    }

    /// Power state to bring a machine to.
    CloudVmPower {
        Running = "running",
        Stopped = "stopped",
        /// It is restarted; it must be running.
        Restarted = "restarted",
    }

    /// Permissions for a deletion.
    CloudVmDeletion {
        /// The machine and its disks are destroyed at the provider.
        Destroy = "destroy",
    }

    /// Status of a machine.
    CloudVmStatus {
        /// It is not known yet whether the provider has created the machine.
        Requested = "requested",
        Provisioning = "provisioning",
        Running = "running",
        Stopping = "stopping",
        Stopped = "stopped",
        Failed = "failed",
        /// Two complete listings of its region did not contain it.
        Missing = "missing",
        Deleted = "deleted",
        Unknown = "unknown",
        /// It could not be determined whether the machine was created. Check the provider's console. If the machine
        /// appears later, the status is corrected automatically.
        NeedsAttention = "needs_attention",
    }

    /// State of the listed machines of a region.
    RegionSyncStatus {
        /// The last listing was complete.
        Fresh = "fresh",
        /// The provider could not be reached or throttled.
        Stale = "stale",
        /// The credentials may not list the machines of the region.
        Denied = "denied",
        Failed = "failed",
    }

    CloudVmFormat { Json = "json", Csv = "csv", Ndjson = "ndjson" }
}

/// With `id`, a single machine; without it, a page of machines.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum CloudVmOrFleet {
    Fleet(CloudFleet),
    One(Box<CloudVm>),
}

/// A page of machines.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct CloudFleet {
    pub data: Vec<CloudVm>,
    pub has_more: bool,
    /// Send it as `cursor` with the same filters to get the next page; `null` on the last page.
    pub next_cursor: Option<String>,
    /// Counts over all matching machines; absent if they were not requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub summary: Option<CloudFleetSummary>,
    /// Regions whose machines may be out of date, at most 200. They are shown as they were last read.
    #[schema(max_items = 200)]
    pub outdated_regions: Vec<CloudRegionSync>,
}

/// Numbers of machines.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CloudFleetSummary {
    #[schema(minimum = 0, examples(120))]
    pub total: i64,
    /// Numbers by status.
    #[schema(examples(json!({"running": 112, "stopped": 8})))]
    pub by_status: BTreeMap<String, i64>,
    /// Machines that this service created.
    #[schema(minimum = 0, examples(100))]
    pub managed: i64,
    /// Number of machines that this service did not create.
    #[schema(minimum = 0, examples(20))]
    pub unmanaged: i64,
    /// Machines that `drift=true` lists.
    #[schema(minimum = 0, examples(2))]
    pub drifted: i64,
}

/// State of the machines of a region.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CloudRegionSync {
    pub provider_id: CloudProviderId,
    #[schema(examples("eu-central-1"))]
    pub name: String,
    pub status: RegionSyncStatus,
    /// Time of the last listing that was complete.
    pub last_complete_at: Option<Timestamp>,
    /// Number of machines that the last complete listing contained.
    #[schema(minimum = 0, examples(12))]
    pub vm_count: i32,
    pub code: Option<CloudFindingCode>,
    #[schema(examples("AWS throttles the calls of this account."))]
    pub detail: Option<String>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CloudVmQuery {
    /// Returns only the machine with this id, as a single object.
    #[param(nullable = false)]
    pub id: Option<CloudVmId>,
    /// Filters by provider.
    #[param(nullable = false)]
    pub provider_id: Option<CloudProviderId>,
    /// Filters by organization.
    #[param(nullable = false)]
    pub organization_id: Option<OrganizationId>,
    /// Filters by region.
    #[param(example = "eu-central-1", nullable = false, min_length = 1, max_length = 40)]
    pub region: Option<String>,
    /// Filters by status; separate several statuses with commas, or repeat the parameter.
    #[param(nullable = false, explode = false, inline)]
    pub status: Option<Vec<CloudVmStatus>>,
    /// Filters by a label, as `key=value`.
    #[param(example = "env=prod", nullable = false, min_length = 2, max_length = 600, pattern = "^[^=]+=.*$")]
    pub label: Option<String>,
    /// Filters for machines that this service created, or did not create.
    #[param(nullable = false)]
    pub managed: Option<bool>,
    /// Filters for machines that differ from the request that created them, or do not.
    #[param(nullable = false)]
    pub drift: Option<bool>,
    /// Filters for the machine that is this device.
    #[param(nullable = false)]
    pub device_id: Option<DeviceId>,
    /// Filters for machines that have all of these words, regardless of case, in their name, ids, size, addresses or labels
    /// (as `key=value`).
    #[param(example = "printer", nullable = false, min_length = 1, max_length = 500, pattern = r"\S")]
    pub q: Option<String>,
    /// `true` counts all machines that match. By default, only the first page has the counts.
    #[param(nullable = false)]
    pub summary: Option<bool>,
    /// Format of the response. `csv` and `ndjson` stream all matching machines without pagination.
    #[param(nullable = false, inline)]
    pub format: Option<CloudVmFormat>,
}

impl Resource for CloudVm {
    const TYPE: &'static str = "cloud_vm";
    const PATH: &'static str = "/api/cloud/vms";
    const EVENTS: Lifecycle = Lifecycle {
        created: Some(EventKind::CloudVmCreated),
        updated: Some(EventKind::CloudVmUpdated),
        deleted: Some(EventKind::CloudVmDeleted),
    };

    fn id(&self) -> String {
        self.id.to_string()
    }

    fn version(&self) -> i32 {
        self.version
    }

    fn organization(&self) -> Option<OrganizationId> {
        self.organization_id
    }
}
