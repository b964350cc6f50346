//! One turn of an operation: its row, its machine and the access to the provider; and the ways in which a turn ends.

use crate::{
    clouds::Clouds,
    providers,
    vms::to_wire,
    work::sync::{described, vm_status},
};
use api::{
    CloudVmId, EventKind, ProblemCode,
    cloud_providers::CloudKind,
    cloud_verification::CloudFindingCode,
    cloud_vms::{CloudVm, CloudVmStatus},
    operations::OperationStatus,
};
use cloud_boundary::{Access, Failure, Machine};
use jiff::SignedDuration;
use kernel::{
    app::App,
    db::Identity,
    http::{Change, Entry, Problem},
    operations::Task,
};
use queries::{
    client::Params,
    queries::cloud::vms::{
        ChangeVmParams, ForgetDuplicateParams, change_vm, forget_duplicate, get_vm, lock_vm, relabel_vm,
    },
};
use serde_json::json;
use std::{collections::BTreeMap, sync::Arc, time::Duration};
use tokio::time::timeout;

/// The step that is counted while an operation waits for the provider.
pub const WAIT: &str = "wait";

/// The time for a call: less than the lease, so that no other worker takes over while it is under way.
const CALL: Duration = Duration::from_secs(15);

/// The pause before the next turn grows with the number of waits, up to this.
const LONGEST_PAUSE: i64 = 15;

/// How often an operation waits at most, which takes about 14 minutes.
const MOST_WAITS: i64 = 60;

pub struct Turn<'a> {
    pub app: &'a App,
    pub task: Task,
    pub vm: CloudVm,
    pub clouds: Arc<Clouds>,
    /// `None` while the provider's credentials are not accepted.
    pub provider: Option<(CloudKind, Access)>,
}

/// How an operation ends, and what its machine becomes.
pub struct Ending {
    pub status: OperationStatus,
    pub error: Option<Problem>,
    pub vm: CloudVmStatus,
    pub event: Option<EventKind>,
    /// The labels that the machine is wanted to have from now on.
    pub labels: Option<BTreeMap<String, String>>,
}

impl Ending {
    pub fn succeeded(vm: CloudVmStatus) -> Ending {
        Ending { status: OperationStatus::Succeeded, error: None, vm, event: None, labels: None }
    }

    pub fn failed(vm: CloudVmStatus, error: Problem) -> Ending {
        Ending { status: OperationStatus::Failed, error: Some(error), vm, event: None, labels: None }
    }

    pub fn canceled(vm: CloudVmStatus) -> Ending {
        Ending { status: OperationStatus::Canceled, error: None, vm, event: None, labels: None }
    }

    /// A person has to look at the provider.
    pub fn needs_attention(detail: impl Into<String>) -> Ending {
        let error = Problem::new(ProblemCode::VmOutcomeUnknown, detail.into());
        let event = Some(EventKind::CloudVmNeedsAttention);
        Ending { event, ..Ending::failed(CloudVmStatus::NeedsAttention, error) }
    }
}

impl Turn<'_> {
    /// Reads what a turn needs; the task is returned if its machine is gone. No connection is held afterwards.
    pub async fn begin(app: &App, task: Task, id: CloudVmId) -> Result<Result<Turn<'_>, Task>, Problem> {
        let row = get_vm().bind(&app.db.tenant(&Identity::new(task.tenant, None)).await?, &id.0).opt().await?;
        let Some(vm) = row.map(to_wire) else { return Ok(Err(task)) };
        let opened = providers::opened(app, task.tenant, vm.provider_id.0).await?;
        let provider = opened.map(|(provider, access)| (provider.kind, access));
        Ok(Ok(Turn { app, task, vm, clouds: Clouds::of(app), provider }))
    }

    /// Stores the steps and renews the lease; false if another worker has taken over, which ends the turn.
    pub async fn advance(&mut self, progress: i32) -> Result<bool, Problem> {
        Ok(self.task.advance(self.app, progress).await?.is_ok())
    }

    /// Waits for the provider, or ends the operation if it has waited for too long.
    pub async fn wait(mut self, progress: i32, too_long: impl FnOnce() -> Ending) -> Result<(), Problem> {
        let waits = self.task.count(WAIT);
        if waits >= MOST_WAITS {
            return self.end(too_long(), None).await;
        }
        self.task.begin(WAIT);
        if !self.advance(progress).await? {
            return Ok(());
        }
        let until = self.app.clock.now() + SignedDuration::from_secs((waits + 1).min(LONGEST_PAUSE));
        Ok(self.task.pause(self.app, until).await?)
    }

    /// Stores what the provider says about the machine, while the operation continues.
    pub async fn learn(&mut self, machine: &Machine) -> Result<(), Problem> {
        let mut change = Change::by_system(self.app, self.task.tenant, "cloud.vms.operate").await?;
        let Some(old) = lock_vm().bind(&*change, &self.vm.id.0).opt().await?.map(to_wire) else { return Ok(()) };
        if old.operation_id != Some(self.task.id) {
            // Another worker has ended the operation meanwhile.
            return Ok(());
        }
        let status = vm_status(machine.state);
        let new = self.store(&change, status, Some(machine), Some(self.task.id.0)).await?;
        change.record(Entry::changed(&old, &new))?;
        change.done().await?;
        self.vm = new;
        Ok(())
    }

    /// Ends the operation together with the change of its machine. If another worker has taken over, neither is stored.
    pub async fn end(self, ending: Ending, machine: Option<&Machine>) -> Result<(), Problem> {
        let Ending { status, error, vm, event, labels } = ending;
        let mut change = Change::by_system(self.app, self.task.tenant, "cloud.vms.operate").await?;
        let Some(old) = lock_vm().bind(&*change, &self.vm.id.0).opt().await?.map(to_wire) else {
            drop(change);
            return Ok(self.task.end(self.app, error.as_ref()).await?);
        };
        if let Some(labels) = labels {
            relabel_vm().bind(&*change, &json!(labels), &self.vm.id.0).opt().await?;
        }
        let new = self.store(&change, vm, machine, None).await?;
        if self.task.end_within(self.app, &change, status, error.as_ref()).await?.is_err() {
            return Ok(());
        }
        change.record(Entry::changed(&old, &new).with_event(event))?;
        change.done().await?;
        self.app.shares.freed(self.task.tenant);
        Ok(())
    }

    async fn store(
        &self,
        change: &Change,
        status: CloudVmStatus,
        machine: Option<&Machine>,
        operation_id: Option<uuid::Uuid>,
    ) -> Result<CloudVm, Problem> {
        if let Some(machine) = machine {
            // The reading of machines may have found it first.
            let duplicate = ForgetDuplicateParams {
                provider_id: self.vm.provider_id.0,
                region: self.vm.region.as_str(),
                provider_ref: machine.provider_ref.as_str(),
                id: self.vm.id.0,
            };
            forget_duplicate().params(&**change, &duplicate).all().await?;
        }
        let changed = ChangeVmParams {
            status: status.name(),
            operation_id,
            machine: machine.map(described),
            now: self.app.clock.now(),
            id: self.vm.id.0,
        };
        Ok(to_wire(change_vm().params(&**change, &changed).one().await?))
    }
}

/// A call to the provider. One that takes too long has an unknown outcome.
pub async fn bounded<T, E>(
    call: impl Future<Output = Result<T, E>>,
    unknown: impl FnOnce(Failure) -> E,
) -> Result<T, E> {
    let late = || Failure::new(CloudFindingCode::Unreachable, "The provider was too slow.");
    timeout(CALL, call).await.unwrap_or_else(|_| Err(unknown(late())))
}

/// The provider has refused a call for good.
pub fn refused(failure: Failure) -> Problem {
    Problem::new(ProblemCode::VmRefused, failure.detail)
}

pub fn not_verified() -> Problem {
    let detail = "The credentials of the provider are no longer accepted. Verify the provider and see its report.";
    Problem::new(ProblemCode::ProviderNotVerified, detail)
}
