//! The workflows of an owner, or of the keys that created them: disabled together, or transferred.

use super::definitions;
use api::{Affected, Effect, WorkflowId, workflows::Workflow};
use jiff::Timestamp;
use kernel::{
    family::{Owned, Transfer},
    http::{Change, Entry, Problem},
    owners::Whose,
};
use queries::{
    client::Params,
    queries::workflows::owned::{
        DisableWorkflowParams, GiveWorkflowParams, disable_workflow, give_workflow, workflows_whose,
    },
};

pub const WORKFLOWS: Owned = Owned {
    listed: |impact| &mut impact.workflows,
    stop: |change, whose, now| Box::pin(disable(change, whose, now)),
    hand_over: |change, transfer| Box::pin(hand_over(change, transfer)),
};

/// They do not start until somebody enables them.
async fn disable(change: &mut Change, whose: &Whose, now: Timestamp) -> Result<Vec<Affected>, Problem> {
    let (reason, mut disabled) = (whose.reason(), vec![]);
    for old in of(change, whose).await?.into_iter().filter(|workflow| workflow.enabled) {
        let stored = DisableWorkflowParams { reason, now, id: old.id.0 };
        disable_workflow().params(&**change, &stored).one().await?;
        let new = Workflow {
            enabled: false,
            status_reason: Some(reason.to_owned()),
            updated_at: now,
            version: old.version + 1,
            ..old.clone()
        };
        change.record(Entry::changed(&old, &new))?;
        disabled.push(Affected { id: old.id.to_string(), name: old.name, effect: Effect::Disabled });
    }
    Ok(disabled)
}

async fn hand_over(change: &mut Change, Transfer { from, to, now }: Transfer) -> Result<Vec<Affected>, Problem> {
    let mut given = vec![];
    for old in of(change, &Whose::Owner(from)).await? {
        let stored = GiveWorkflowParams { owner_kind: to.kind(), owner_id: to.uuid(), now, id: old.id.0 };
        give_workflow().params(&**change, &stored).one().await?;
        let new = Workflow { owner: to, updated_at: now, version: old.version + 1, ..old.clone() };
        change.record(Entry::changed(&old, &new))?;
        given.push(Affected { id: old.id.to_string(), name: old.name, effect: Effect::Transferred });
    }
    Ok(given)
}

async fn of(change: &Change, whose: &Whose) -> Result<Vec<Workflow>, Problem> {
    let (owner_kind, owner_id, keys) = whose.params();
    let mut found = vec![];
    for id in workflows_whose().bind(&**change, &owner_kind, &owner_id, &keys).all().await? {
        found.push(definitions::get(&**change, WorkflowId(id), None).await?);
    }
    Ok(found)
}
