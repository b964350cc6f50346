//! Deletes a machine at its provider, if the caller allows its destruction.

use super::{
    change::{begin, check_free},
    lock, to_wire,
};
use crate::work::operate::DELETE;
use api::{
    EventKind, ProblemCode, Scope,
    cloud_vm_requests::CloudVmDeletionTarget,
    cloud_vms::{CloudVm, CloudVmStatus},
};
use kernel::{
    app::App,
    http::{Answer, Caller, Entry, IfMatch, Problem, Query, Write, WrittenTogether},
    operations,
    shares::Share,
};
use queries::queries::cloud::vms::begin_vm_operation;
use serde_json::json;

/// Delete a machine
///
/// Destroys a managed machine with its disks at the provider, which requires `allow=destroy`. The response contains its
/// `operation_id`; `Location` is the operation. A repeated request returns the same operation, or 200 with the machine
/// if it is already deleted. Machines that this service did not create are never deleted.
#[utoipa::path(delete, path = "/api/cloud/vms", operation_id = "cloud.vms.delete", tag = "Cloud",
    params(CloudVmDeletionTarget),
    extensions(("x-problems" = json!([
        ProblemCode::VmBusy, ProblemCode::VmNotManaged, ProblemCode::DestroyNotAllowed
    ]))),
    security(("api_key" = [Scope::CloudVmsProvision])),
    responses((status = 200, body = CloudVm), (status = 202, body = CloudVm)))]
pub async fn delete(
    app: App,
    caller: Caller,
    write: Write,
    Query(target): Query<CloudVmDeletionTarget>,
    if_match: IfMatch,
) -> Result<WrittenTogether, Problem> {
    app.shares.check(Share::MachineOperations, caller.tenant())?;
    let mut change = write.begin().await?;
    let old = lock(&change, target.id).await?;
    if_match.check(&old)?;
    if old.managed && old.status == CloudVmStatus::Deleted {
        return change.answered(Answer::ok(&old)?.with_version_of(&old)).await;
    }
    if let Some(id) = old.operation_id
        && let Some(deletion) = operations::active(&change, id, (DELETE, Scope::CloudVmsRead)).await?
    {
        return change.answered(Answer::accepted_with(&old, &deletion)?).await;
    }
    check_free(&old)?;
    // A machine that could not be made is not there.
    let is_nowhere = old.status == CloudVmStatus::Failed && old.provider_ref.is_none();
    if target.allow.is_none() && !is_nowhere {
        let detail = "The machine and its disks would be destroyed at the provider. Send allow=destroy to do that.";
        return Err(Problem::conflict(ProblemCode::DestroyNotAllowed, detail, &old));
    }
    let operation = begin(&app, &change, DELETE, &old, json!({})).await?;
    let new = begin_vm_operation().bind(&*change, &operation.id.0, &app.clock.now(), &target.id.0).one().await?;
    let new = to_wire(new);
    change.record(Entry::retired(&old, &new).with_event(Some(EventKind::CloudVmUpdated)))?;
    change.answered(Answer::accepted_with(&new, &operation)?).await
}
