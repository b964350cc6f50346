//! Starts, stops or restarts a machine. A restart is sent once: two would be one too many.

use super::turn::{Ending, Turn, bounded, refused};
use api::{
    ProblemCode,
    cloud_vms::{CloudVmPower, CloudVmStatus},
};
use cloud_boundary::{ActionError, Machine, MachineState};
use kernel::http::Problem;
use serde::Deserialize;
use std::convert::identity;

/// The step that is counted.
const SEND: &str = "send";

/// What has become of the call, as the operation's row has it.
const NOT_SENT: i64 = 0;
const OPEN: i64 = -1;
const ACCEPTED: i64 = 1;

#[derive(Deserialize)]
struct Input {
    power: CloudVmPower,
}

pub async fn power(mut turn: Turn<'_>) -> Result<(), Problem> {
    let status = turn.vm.status;
    let Ok(Input { power }) = serde_json::from_value(turn.task.input.clone()) else {
        let unreadable = std::io::Error::other("the request of an operation on a machine is unreadable");
        return turn.end(Ending::failed(status, Problem::internal(unreadable)), None).await;
    };
    if turn.task.is_canceled && turn.task.reached == NOT_SENT {
        return turn.end(Ending::canceled(status), None).await;
    }
    let Some((kind, access)) = turn.provider.take() else { return turn.wait(20, || too_long(status)).await };
    let (clouds, region) = (turn.clouds.clone(), turn.vm.region.clone());
    let provider_ref = turn.vm.provider_ref.clone().unwrap_or_default();
    let cloud = clouds.kind(kind)?;
    match bounded(cloud.machine(&access, &region, &provider_ref), identity).await {
        Ok(Some(machine)) if is_done(&machine, power, turn.task.reached) => {
            let status = crate::work::sync::vm_status(machine.state);
            return turn.end(Ending::succeeded(status), Some(&machine)).await;
        }
        Ok(Some(machine)) if machine.state != MachineState::Deleted => {}
        Ok(_) => return turn.end(gone(), None).await,
        Err(_) => return turn.wait(20, || too_long(status)).await,
    }
    match (turn.task.reached, power) {
        (ACCEPTED, _) => return turn.wait(70, || too_long(status)).await,
        (OPEN, CloudVmPower::Restarted) => return turn.end(unknown(status), None).await,
        _ => {}
    }
    turn.task.begin(SEND);
    turn.task.reached = OPEN;
    if !turn.advance(40).await? {
        return Ok(());
    }
    match bounded(cloud.power(&access, &region, &provider_ref, power), ActionError::Unknown).await {
        Ok(()) => turn.task.reached = ACCEPTED,
        Err(ActionError::NotNow(_)) => turn.task.reached = NOT_SENT,
        Err(ActionError::Unknown(_)) => {}
        Err(ActionError::Refused(failure)) => return turn.end(Ending::failed(status, refused(failure)), None).await,
        Err(ActionError::NoMachine(_)) => return turn.end(gone(), None).await,
    }
    turn.wait(60, || too_long(status)).await
}

/// A machine that is already as wanted needs no call, unless it is to be restarted.
fn is_done(machine: &Machine, power: CloudVmPower, reached: i64) -> bool {
    match power {
        CloudVmPower::Running => machine.state == MachineState::Running,
        CloudVmPower::Stopped => matches!(machine.state, MachineState::Stopped | MachineState::Unfinished),
        CloudVmPower::Restarted => machine.state == MachineState::Running && reached == ACCEPTED,
    }
}

fn gone() -> Ending {
    let problem = Problem::new(ProblemCode::VmRefused, "The provider does not have the machine any more.");
    Ending::failed(CloudVmStatus::Missing, problem)
}

fn unknown(status: CloudVmStatus) -> Ending {
    let detail = "It is not known whether the provider has restarted the machine. The request was not repeated.";
    Ending::failed(status, Problem::new(ProblemCode::VmOutcomeUnknown, detail))
}

fn too_long(status: CloudVmStatus) -> Ending {
    let detail = "The machine did not reach the requested power state within several minutes. See its status.";
    Ending::failed(status, Problem::new(ProblemCode::VmNotReady, detail))
}
