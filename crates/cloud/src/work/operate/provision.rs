//! Makes a machine, exactly once.
//!
//! Every turn searches for a machine with the label of the operation before anything else. A creation is stored as sent
//! before it is sent; until its outcome is known, it counts as one that may have succeeded, and is repeated only after
//! the provider had time to list the machine, with the same token. What stays unknown becomes `needs_attention`.

use super::turn::{Ending, Turn, bounded, not_verified, refused};
use crate::{USER_DATA, providers, vms::Intent};
use api::{ProblemCode, cloud_providers::CloudProviderStatus, cloud_vms::CloudVmStatus};
use cloud_boundary::{CreateError, Machine, MachineState, OPERATION_LABEL, Order};
use jiff::{SignedDuration, Timestamp};
use kernel::{db::Identity, http::Problem};
use queries::queries::cloud::vms::ordered;
use secrecy::{ExposeSecret, SecretString};
use std::convert::identity;

/// The steps that are counted.
const LOOK_UP: &str = "look_up";
const CREATE: &str = "create";
/// A creation that has ended at the provider without a result.
const CREATE_FAILED: &str = "create_failed";

/// How often a creation is sent at most.
const MOST_CREATIONS: i64 = 8;

pub async fn provision(turn: Turn<'_>) -> Result<(), Problem> {
    match turn.vm.provider_ref {
        Some(_) => until_running(turn).await,
        None => find_or_create(turn).await,
    }
}

async fn find_or_create(mut turn: Turn<'_>) -> Result<(), Problem> {
    if turn.task.is_canceled && turn.task.count(CREATE) == 0 {
        return turn.end(Ending::canceled(CloudVmStatus::Deleted), None).await;
    }
    let Some((kind, access)) = turn.provider.take() else {
        return match open_since(&turn) {
            Some(_) => turn.wait(20, unknown).await,
            // It is verified again soon.
            None if may_be_verified(&turn).await? => turn.wait(20, || failed(not_verified())).await,
            None => turn.end(failed(not_verified()), None).await,
        };
    };
    let clouds = turn.clouds.clone();
    let cloud = clouds.kind(kind)?;
    let Some(intent) = intent_of(&turn) else { return unreadable(turn).await };
    turn.task.begin(LOOK_UP);
    if !turn.advance(10).await? {
        return Ok(());
    }
    let token = turn.task.id.to_string();
    let listed = bounded(cloud.labelled(&access, &intent.region, (OPERATION_LABEL, &token)), identity).await;
    match listed.map(|found| own(found, &token)) {
        Ok(Found::One(machine)) if machine.state == MachineState::Unfinished => {
            return complete(turn, cloud, &access, &machine).await;
        }
        Ok(Found::One(machine)) => return found(turn, &machine).await,
        Ok(Found::Several) => {
            let detail = "The provider has several machines with the label of this operation.";
            return turn.end(Ending::needs_attention(detail), None).await;
        }
        Ok(Found::None) => {}
        Err(failure) => {
            let is_open = open_since(&turn).is_some();
            return turn.wait(20, || if is_open { unknown() } else { failed(refused(failure)) }).await;
        }
    }
    let seen = Seen {
        sent: turn.task.count(CREATE),
        open_since: open_since(&turn),
        now: turn.app.clock.now(),
        window: SignedDuration::from_secs(turn.app.settings.cloud.cloud_consistency_seconds.into()),
        is_canceled: turn.task.is_canceled,
        may_be_under_way: !cloud.recognizes_tokens() && turn.task.count(CREATE) > turn.task.count(CREATE_FAILED),
    };
    match next(&seen) {
        Next::LookAgain => turn.wait(30, unknown).await,
        Next::Cancel => turn.end(Ending::canceled(CloudVmStatus::Deleted), None).await,
        Next::GiveUp => {
            let detail = "The provider did not accept the request, although it was repeated for several minutes.";
            turn.end(failed(Problem::new(ProblemCode::ProviderUnavailable, detail)), None).await
        }
        Next::NeedsAttention => turn.end(unknown(), None).await,
        Next::Create => {
            let user_data = user_data(&turn).await?;
            let order = intent.order(turn.task.id, &turn.vm, user_data);
            create(turn, cloud, &access, &order).await
        }
    }
}

/// True if the provider was only not reached, or its new credentials are not verified yet.
async fn may_be_verified(turn: &Turn<'_>) -> Result<bool, Problem> {
    let status = providers::status_of(turn.app, turn.task.tenant, turn.vm.provider_id.0).await?;
    Ok(matches!(status, Some(CloudProviderStatus::Pending | CloudProviderStatus::Unreachable)))
}

/// The creation of a machine was interrupted: the same order completes it. What became of the earlier one is known, so it
/// is not open any more.
async fn complete(
    mut turn: Turn<'_>,
    cloud: &dyn cloud_boundary::Cloud,
    access: &cloud_boundary::Access,
    machine: &Machine,
) -> Result<(), Problem> {
    if turn.task.is_canceled {
        return turn.end(Ending::succeeded(CloudVmStatus::Stopped), Some(machine)).await;
    }
    if turn.task.count(CREATE) >= MOST_CREATIONS {
        return turn.end(not_running(CloudVmStatus::Stopped), Some(machine)).await;
    }
    let Some(intent) = intent_of(&turn) else { return unreadable(turn).await };
    let user_data = user_data(&turn).await?;
    let order = intent.order(turn.task.id, &turn.vm, user_data);
    turn.task.reached = 0;
    create(turn, cloud, access, &order).await
}

/// Sends the creation once, after it was stored that it is sent.
async fn create(
    mut turn: Turn<'_>,
    cloud: &dyn cloud_boundary::Cloud,
    access: &cloud_boundary::Access,
    order: &Order,
) -> Result<(), Problem> {
    let before = turn.task.reached;
    turn.task.begin(CREATE);
    turn.task.reached = turn.app.clock.now().as_second();
    if !turn.advance(30).await? {
        return Ok(());
    }
    if turn.task.is_canceled {
        // Requested a moment ago: nothing was sent by this turn.
        return not_sent(turn, before).await;
    }
    match bounded(cloud.create(access, order), CreateError::Unknown).await {
        Ok(machine) => found(turn, &machine).await,
        Err(CreateError::Unknown(failure)) => {
            tracing::info!(operation = %turn.task.id, %failure, "outcome of a machine creation unknown; searching for the machine");
            turn.wait(30, unknown).await
        }
        Err(CreateError::Ended(failure)) => {
            tracing::info!(operation = %turn.task.id, %failure, "machine creation failed; searching for the machine");
            turn.task.begin(CREATE_FAILED);
            turn.wait(30, unknown).await
        }
        Err(CreateError::NotNow(_)) => not_sent(turn, before).await,
        // An earlier creation may have succeeded although this one was refused.
        Err(CreateError::Refused(failure)) if before == 0 => turn.end(failed(refused(failure)), None).await,
        Err(CreateError::Refused(_)) => turn.end(unknown(), None).await,
        Err(CreateError::Gone(_)) => turn.end(gone(), None).await,
        Err(CreateError::TokenReused(_)) => {
            let detail = "The provider knows the token of this operation from another request.";
            turn.end(Ending::needs_attention(detail), None).await
        }
    }
}

/// Takes back that a creation was sent.
async fn not_sent(mut turn: Turn<'_>, before: i64) -> Result<(), Problem> {
    turn.task.reached = before;
    turn.task.begin(CREATE_FAILED);
    let is_open = before != 0;
    let busy =
        || Problem::new(ProblemCode::ProviderUnavailable, "The provider accepted no request for several minutes.");
    turn.wait(20, || if is_open { unknown() } else { failed(busy()) }).await
}

/// The machine is there: stores its id, and goes on in the next turn.
async fn found(mut turn: Turn<'_>, machine: &Machine) -> Result<(), Problem> {
    match machine.state {
        MachineState::Deleted => turn.end(gone(), Some(machine)).await,
        MachineState::Running => turn.end(Ending::succeeded(CloudVmStatus::Running), Some(machine)).await,
        _ => {
            turn.learn(machine).await?;
            let status = turn.vm.status;
            turn.wait(60, || not_running(status)).await
        }
    }
}

async fn until_running(mut turn: Turn<'_>) -> Result<(), Problem> {
    let status = turn.vm.status;
    let Some((kind, access)) = turn.provider.take() else { return turn.wait(60, || not_running(status)).await };
    let clouds = turn.clouds.clone();
    let cloud = clouds.kind(kind)?;
    let provider_ref = turn.vm.provider_ref.clone().unwrap_or_default();
    let described = bounded(cloud.machine(&access, &turn.vm.region, &provider_ref), identity).await;
    match described {
        Ok(Some(machine)) => match machine.state {
            // The reading of machines has found it first.
            MachineState::Unfinished => complete(turn, cloud, &access, &machine).await,
            MachineState::Running => turn.end(Ending::succeeded(CloudVmStatus::Running), Some(&machine)).await,
            // It was stopped before it was seen running.
            MachineState::Stopped => turn.end(Ending::succeeded(CloudVmStatus::Stopped), Some(&machine)).await,
            MachineState::Deleted => turn.end(gone(), Some(&machine)).await,
            _ => turn.wait(80, || not_running(status)).await,
        },
        Ok(None) | Err(_) => turn.wait(60, || not_running(status)).await,
    }
}

/// The request, as it was fixed.
fn intent_of(turn: &Turn<'_>) -> Option<Intent> {
    serde_json::from_value(turn.task.input.clone()).ok()
}

async fn unreadable(turn: Turn<'_>) -> Result<(), Problem> {
    let cause = std::io::Error::other("the request of an operation on a machine is unreadable");
    turn.end(failed(Problem::internal(cause)), None).await
}

/// The user data of the request, decrypted. No connection is held afterwards.
async fn user_data(turn: &Turn<'_>) -> Result<Option<SecretString>, Problem> {
    let (app, tenant, id) = (turn.app, turn.task.tenant, turn.vm.id.0);
    let row = ordered().bind(&app.db.tenant(&Identity::new(tenant, None)).await?, &id).opt().await?;
    let Some(sealed) = row.and_then(|row| row.user_data_sealed) else { return Ok(None) };
    let opened = app.sealing.open(tenant, USER_DATA, id, &sealed).await?;
    // The cause would quote the text.
    let unreadable = |_| Problem::internal(std::io::Error::other("the sealed user data of a machine is unreadable"));
    let text = std::str::from_utf8(opened.expose_secret()).map_err(unreadable)?;
    Ok(Some(SecretString::from(text)))
}

/// When the last creation was sent whose outcome is not known.
fn open_since(turn: &Turn<'_>) -> Option<Timestamp> {
    Some(turn.task.reached).filter(|sent| *sent != 0).and_then(|sent| Timestamp::from_second(sent).ok())
}

/// What is known when the provider lists no machine with the label.
struct Seen {
    sent: i64,
    open_since: Option<Timestamp>,
    now: Timestamp,
    /// How long a machine may be missing from lists.
    window: SignedDuration,
    is_canceled: bool,
    /// True if a creation that was sent may still make a machine, and another one would make a second machine.
    may_be_under_way: bool,
}

#[derive(Debug, PartialEq, Eq)]
enum Next {
    Create,
    LookAgain,
    Cancel,
    GiveUp,
    NeedsAttention,
}

fn next(seen: &Seen) -> Next {
    match seen.open_since {
        Some(sent_at) if seen.now < sent_at + seen.window => Next::LookAgain,
        Some(_) if seen.is_canceled || seen.may_be_under_way || seen.sent >= MOST_CREATIONS => Next::NeedsAttention,
        None if seen.is_canceled => Next::Cancel,
        None if seen.sent >= MOST_CREATIONS => Next::GiveUp,
        _ => Next::Create,
    }
}

enum Found {
    None,
    One(Box<Machine>),
    Several,
}

/// The machine of this operation among those with its label. A copy of it has its labels, but not its token.
fn own(found: Vec<Machine>, token: &str) -> Found {
    let is_own = |machine: &Machine| machine.token.as_deref().is_none_or(|made_by| made_by == token);
    let mut own = found.into_iter().filter(is_own);
    match (own.next(), own.next()) {
        (None, _) => Found::None,
        (Some(machine), None) => Found::One(Box::new(machine)),
        (Some(_), Some(_)) => Found::Several,
    }
}

fn failed(problem: Problem) -> Ending {
    Ending::failed(CloudVmStatus::Failed, problem)
}

fn unknown() -> Ending {
    let detail = "It could not be determined whether the provider has created the machine. No second one was created. Check \
        the provider's console; if the machine appears, it is recognized by its label.";
    Ending::needs_attention(detail)
}

fn gone() -> Ending {
    let problem =
        Problem::new(ProblemCode::VmRefused, "The machine was created, but has since been deleted at the provider.");
    Ending::failed(CloudVmStatus::Deleted, problem)
}

/// The machine keeps the status that was read last.
fn not_running(status: CloudVmStatus) -> Ending {
    let detail = "The machine was created, but was not running after several minutes. See its status.";
    Ending::failed(status, Problem::new(ProblemCode::VmNotReady, detail))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(sent: i64, open_for: Option<i64>, is_canceled: bool) -> Seen {
        let now = Timestamp::from_second(1_000_000).unwrap();
        let open_since = open_for.map(|seconds| now - SignedDuration::from_secs(seconds));
        Seen { sent, open_since, now, window: SignedDuration::from_secs(60), is_canceled, may_be_under_way: false }
    }

    #[test]
    fn a_creation_that_may_still_be_carried_out_is_not_repeated() {
        let under_way = |open_for| Seen { may_be_under_way: true, ..seen(1, open_for, false) };
        assert_eq!(next(&under_way(Some(59))), Next::LookAgain);
        assert_eq!(next(&under_way(Some(60))), Next::NeedsAttention);
        assert_eq!(next(&under_way(None)), Next::Create, "none was sent");
    }

    #[test]
    fn a_creation_whose_outcome_is_open_is_not_repeated_within_the_window() {
        assert_eq!(next(&seen(0, None, false)), Next::Create);
        assert_eq!(next(&seen(1, Some(59), false)), Next::LookAgain);
        assert_eq!(next(&seen(1, Some(60), false)), Next::Create);
        assert_eq!(next(&seen(MOST_CREATIONS, Some(60), false)), Next::NeedsAttention);
        assert_eq!(next(&seen(MOST_CREATIONS, None, false)), Next::GiveUp);
    }

    #[test]
    fn a_cancellation_waits_for_an_open_outcome_and_sends_nothing() {
        assert_eq!(next(&seen(0, None, true)), Next::Cancel);
        assert_eq!(next(&seen(1, Some(10), true)), Next::LookAgain);
        assert_eq!(next(&seen(1, Some(60), true)), Next::NeedsAttention);
        assert_eq!(next(&seen(3, None, true)), Next::Cancel);
    }
}
