//! Deletes a machine. A deletion can be repeated without harm, so it is sent until the provider says that the machine is
//! gone.

use super::turn::{Ending, Turn, bounded, refused};
use api::{
    EventKind, ProblemCode,
    cloud_vms::{CloudVm, CloudVmStatus},
};
use cloud_boundary::{Access, ActionError, Cloud, Failure, Machine, MachineState, VM_LABEL};
use kernel::http::Problem;
use std::convert::identity;

/// The step that is counted.
const SEND: &str = "send";

/// The provider has accepted the deletion.
const ACCEPTED: i64 = 1;

pub async fn delete(mut turn: Turn<'_>) -> Result<(), Problem> {
    let status = turn.vm.status;
    if turn.task.is_canceled && turn.task.count(SEND) == 0 {
        return turn.end(Ending::canceled(status), None).await;
    }
    let Some((kind, access)) = turn.provider.take() else { return turn.wait(20, || too_long(status)).await };
    let clouds = turn.clouds.clone();
    let cloud = clouds.kind(kind)?;
    let machine = match bounded(look_up(cloud, &access, &turn.vm), identity).await {
        Ok(Some(machine)) if machine.state != MachineState::Deleted => machine,
        Ok(_) => return turn.end(deleted(), None).await,
        Err(_) => return turn.wait(20, || too_long(status)).await,
    };
    if turn.task.reached == ACCEPTED {
        return turn.wait(70, || too_long(status)).await;
    }
    turn.task.begin(SEND);
    if !turn.advance(40).await? {
        return Ok(());
    }
    let deletion = cloud.delete(&access, &turn.vm.region, &machine.provider_ref);
    match bounded(deletion, ActionError::Unknown).await {
        Ok(()) => turn.task.reached = ACCEPTED,
        Err(ActionError::NotNow(_) | ActionError::Unknown(_)) => {}
        Err(ActionError::Refused(failure)) => return turn.end(Ending::failed(status, refused(failure)), None).await,
        Err(ActionError::NoMachine(_)) => return turn.end(deleted(), None).await,
    }
    turn.wait(60, || too_long(status)).await
}

/// The machine by its id or, if that is not known, by its label. `None` if the provider has none.
async fn look_up(cloud: &dyn Cloud, access: &Access, vm: &CloudVm) -> Result<Option<Machine>, Failure> {
    if let Some(provider_ref) = &vm.provider_ref {
        return cloud.machine(access, &vm.region, provider_ref).await;
    }
    let found = cloud.labelled(access, &vm.region, (VM_LABEL, &vm.id.to_string())).await?;
    Ok(found.into_iter().find(|machine| crate::vms::record_of(machine) == Some(vm.id)))
}

fn deleted() -> Ending {
    Ending { event: Some(EventKind::CloudVmDeleted), ..Ending::succeeded(CloudVmStatus::Deleted) }
}

fn too_long(status: CloudVmStatus) -> Ending {
    let detail = "The provider did not report the machine as deleted within several minutes. Delete it again.";
    Ending::failed(status, Problem::new(ProblemCode::VmNotReady, detail))
}
