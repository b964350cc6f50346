//! Changes a machine: its organization at once, its power state and its labels by a worker.

use super::{Intent, create::foreign_organization, lock, to_wire, wrong_labels};
use crate::{
    clouds::Clouds,
    providers::wire,
    work::operate::{LABELS, POWER, Relabelling},
};
use api::{
    CloudVmId, OrganizationId, ProblemCode, Resource, Scope,
    cloud_vm_requests::{CloudVmChange, CloudVmTarget},
    cloud_vms::{CloudVm, CloudVmPower, CloudVmStatus},
    operations::Operation,
    problem::FaultCode,
};
use kernel::{
    app::App,
    db::OnConstraint,
    http::{Answer, Caller, Change, Entry, IfMatch, Json, Problem, Query, Write, WrittenTogether},
    operations::{self, Cancellation},
    shares::Share,
};
use queries::queries::cloud::{
    providers::get_provider,
    vms::{begin_vm_operation, move_vm, ordered},
};
use serde_json::{Value, json};
use std::{collections::BTreeMap, slice::from_ref};

/// Change a machine
///
/// `power` starts, stops or restarts a managed machine, `labels` changes its labels: the response is 202 with its
/// `operation_id`, and `Location` is the operation. A machine has one operation at a time. Without `power` and `labels`,
/// the response is 200.
#[utoipa::path(put, path = "/api/cloud/vms", operation_id = "cloud.vms.update", tag = "Cloud",
    params(CloudVmTarget),
    extensions(("x-problems" = json!([ProblemCode::VmBusy, ProblemCode::VmNotManaged, ProblemCode::VmNotReady]))),
    security(("api_key" = [Scope::CloudVmsProvision])),
    responses((status = 200, body = CloudVm), (status = 202, body = CloudVm)))]
pub async fn update(
    app: App,
    caller: Caller,
    write: Write,
    Query(target): Query<CloudVmTarget>,
    if_match: IfMatch,
    Json(wanted): Json<CloudVmChange>,
) -> Result<WrittenTogether, Problem> {
    app.shares.check(Share::MachineOperations, caller.tenant())?;
    let mut change = write.begin().await?;
    let old = lock(&change, target.id).await?;
    if_match.check(&old)?;
    let moved = match wanted.organization_id {
        Some(organization) => move_to(&app, &change, &old, organization).await?,
        None => old.clone(),
    };
    let (kind, input) = match (wanted.power, wanted.labels) {
        (None, None) => return Ok(change.changed(&old, moved).await?.into()),
        (Some(power), None) => {
            check_power(&moved, power)?;
            (POWER, json!({"power": power}))
        }
        (None, Some(labels)) => (LABELS, relabelling(&app, &change, &moved, labels).await?),
        (Some(_), Some(_)) => {
            return Err(Problem::fault("/labels", FaultCode::Invalid, "cannot be changed together with power"));
        }
    };
    let operation = begin(&app, &change, kind, &moved, input).await?;
    let new = begin_vm_operation().bind(&*change, &operation.id.0, &app.clock.now(), &target.id.0).one().await?;
    let new = to_wire(new);
    change.record(Entry::changed(&old, &new))?;
    change.answered(Answer::accepted_with(&new, &operation)?).await
}

/// Begins an operation on a machine that has none.
pub async fn begin(
    app: &App,
    change: &Change,
    kind: &'static str,
    vm: &CloudVm,
    input: Value,
) -> Result<Operation, Problem> {
    let operation = operations::New {
        kind,
        scope: Scope::CloudVmsRead,
        organizations: vm.organization_id.as_ref().map(from_ref),
        resource: (CloudVm::TYPE, vm.id.to_string()),
        input,
        cancellation: Cancellation::Settled,
    };
    operation.begin(app, change, Share::MachineOperations).await
}

async fn move_to(
    app: &App,
    change: &Change,
    vm: &CloudVm,
    organization: Option<OrganizationId>,
) -> Result<CloudVm, Problem> {
    let provider = get_provider().bind(&**change, &vm.provider_id.0).opt().await?.ok_or_else(Problem::not_found)?;
    let wanted = organization.map(|id| id.0);
    if provider.organization_id.is_some() && provider.organization_id != wanted {
        return Err(foreign_organization());
    }
    let CloudVmId(id) = vm.id;
    let row = move_vm().bind(&**change, &wanted, &app.clock.now(), &id).one().await;
    let row = row.on_constraint(&[("cloud_vms_organization_exists", || {
        Problem::fault("/organization_id", FaultCode::NotFound, "there is no such organization")
    })])?;
    Ok(to_wire(row))
}

/// Refuses a machine that this service has not made, or that is busy.
pub fn check_free(vm: &CloudVm) -> Result<(), Problem> {
    if !vm.managed {
        let detail = "This service did not create the machine, so it does not change it.";
        return Err(Problem::conflict(ProblemCode::VmNotManaged, detail, vm));
    }
    if vm.operation_id.is_some() {
        let detail = "Another operation on the machine is in progress. See operation_id.";
        return Err(Problem::conflict(ProblemCode::VmBusy, detail, vm));
    }
    Ok(())
}

fn check_power(vm: &CloudVm, power: CloudVmPower) -> Result<(), Problem> {
    check_there(vm)?;
    if power != CloudVmPower::Restarted || vm.status == CloudVmStatus::Running {
        return Ok(());
    }
    Err(Problem::conflict(ProblemCode::VmNotReady, "The machine must be running to be restarted. See its status.", vm))
}

/// Refuses a machine that is not free or does not exist at the provider.
fn check_there(vm: &CloudVm) -> Result<(), Problem> {
    use CloudVmStatus::{Provisioning, Running, Stopped, Stopping, Unknown};
    check_free(vm)?;
    if matches!(vm.status, Provisioning | Running | Stopping | Stopped | Unknown) && vm.provider_ref.is_some() {
        return Ok(());
    }
    Err(Problem::conflict(ProblemCode::VmNotReady, "The machine must exist at the provider. See its status.", vm))
}

/// The input of an operation that brings a machine to these labels. Those that it no longer wants are removed.
async fn relabelling(
    app: &App,
    change: &Change,
    vm: &CloudVm,
    labels: BTreeMap<String, String>,
) -> Result<Value, Problem> {
    let faults = wrong_labels(&labels);
    if !faults.is_empty() {
        return Err(Problem::invalid(faults));
    }
    check_there(vm)?;
    // A key that is restricted to the machine's organization may not see the provider; then the operation fails.
    if let Some(provider) = get_provider().bind(&**change, &vm.provider_id.0).opt().await? {
        let clouds = Clouds::of(app);
        if !clouds.kind(wire::to_wire(&clouds, provider).kind)?.changes_labels() {
            return Err(Problem::fault("/labels", FaultCode::Invalid, "cannot be changed at this kind of cloud"));
        }
    }
    let CloudVmId(id) = vm.id;
    let wanted = ordered().bind(&**change, &id).opt().await?.ok_or_else(Problem::not_found)?.wanted;
    let before = serde_json::from_value::<Intent>(wanted).map_err(Problem::internal)?.labels;
    let removed = before.into_keys().filter(|name| !labels.contains_key(name)).collect();
    Ok(json!(Relabelling { labels, removed }))
}
