//! Brings a machine to labels, by one call in each turn. Such calls can be repeated without harm, so they are sent until the
//! provider shows the labels.

use super::turn::{Ending, Turn, bounded, refused};
use crate::work::sync::vm_status;
use api::{ProblemCode, cloud_vms::CloudVmStatus};
use cloud_boundary::{ActionError, LabelChange, MachineState};
use kernel::http::Problem;
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, convert::identity};

/// The step that is counted.
const SEND: &str = "send";

/// The labels that a machine is to have, and those that it is not to have any more. Other labels stay.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Relabelling {
    pub labels: BTreeMap<String, String>,
    pub removed: Vec<String>,
}

pub async fn relabel(mut turn: Turn<'_>) -> Result<(), Problem> {
    let status = turn.vm.status;
    let Ok(wanted) = serde_json::from_value::<Relabelling>(turn.task.input.clone()) else {
        let unreadable = std::io::Error::other("the request of an operation on a machine is unreadable");
        return turn.end(Ending::failed(status, Problem::internal(unreadable)), None).await;
    };
    if turn.task.is_canceled && turn.task.count(SEND) == 0 {
        return turn.end(Ending::canceled(status), None).await;
    }
    let Some((kind, access)) = turn.provider.take() else { return turn.wait(20, || too_long(status)).await };
    let (clouds, region) = (turn.clouds.clone(), turn.vm.region.clone());
    let provider_ref = turn.vm.provider_ref.clone().unwrap_or_default();
    let cloud = clouds.kind(kind)?;
    let machine = match bounded(cloud.machine(&access, &region, &provider_ref), identity).await {
        Ok(Some(machine)) if machine.state != MachineState::Deleted => machine,
        Ok(_) => return turn.end(gone(), None).await,
        Err(_) => return turn.wait(20, || too_long(status)).await,
    };
    let Some(change) = next(&machine.labels, &wanted) else {
        let done = Ending { labels: Some(wanted.labels), ..Ending::succeeded(vm_status(machine.state)) };
        return turn.end(done, Some(&machine)).await;
    };
    turn.task.begin(SEND);
    if !turn.advance(40).await? {
        return Ok(());
    }
    match bounded(cloud.label(&access, &region, &provider_ref, &change), ActionError::Unknown).await {
        Ok(()) | Err(ActionError::NotNow(_) | ActionError::Unknown(_)) => turn.wait(60, || too_long(status)).await,
        Err(ActionError::Refused(failure)) => turn.end(Ending::failed(status, refused(failure)), None).await,
        Err(ActionError::NoMachine(_)) => turn.end(gone(), None).await,
    }
}

/// The next call, or `None` if the machine has the labels.
fn next(found: &BTreeMap<String, String>, wanted: &Relabelling) -> Option<LabelChange> {
    let differs = |(name, value): &(&String, &String)| found.get(*name) != Some(*value);
    let set: BTreeMap<_, _> =
        wanted.labels.iter().filter(differs).map(|(name, value)| (name.clone(), value.clone())).collect();
    let remove: Vec<_> = wanted.removed.iter().filter(|name| found.contains_key(*name)).cloned().collect();
    match (set.is_empty(), remove.is_empty()) {
        (false, _) => Some(LabelChange::Set(set)),
        (true, false) => Some(LabelChange::Remove(remove)),
        (true, true) => None,
    }
}

fn gone() -> Ending {
    let problem = Problem::new(ProblemCode::VmRefused, "The provider does not have the machine any more.");
    Ending::failed(CloudVmStatus::Missing, problem)
}

fn too_long(status: CloudVmStatus) -> Ending {
    let detail = "The provider did not show the labels within several minutes. Send them again.";
    Ending::failed(status, Problem::new(ProblemCode::VmNotReady, detail))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
        pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn labels_are_set_then_removed_and_those_of_others_stay() {
        let wanted = Relabelling { labels: labels(&[("env", "test"), ("a", "1")]), removed: vec!["old".to_owned()] };
        let found = labels(&[("env", "live"), ("a", "1"), ("old", ""), ("of-others", "x")]);
        assert_eq!(next(&found, &wanted), Some(LabelChange::Set(labels(&[("env", "test")]))));
        let found = labels(&[("env", "test"), ("a", "1"), ("old", ""), ("of-others", "x")]);
        assert_eq!(next(&found, &wanted), Some(LabelChange::Remove(vec!["old".to_owned()])));
        assert_eq!(next(&labels(&[("env", "test"), ("a", "1"), ("of-others", "x")]), &wanted), None);
    }
}
