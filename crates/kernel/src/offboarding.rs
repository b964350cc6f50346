//! Stops or transfers the resources of an owner who leaves, and those that a leaked key has created, in the transaction
//! of the change. Each family does it for its own resources.

use crate::{
    app::App,
    family::Transfer,
    http::{Caller, Change, Problem},
    owners::{self, At, Whose},
};
use api::{Impact, Owner, problem::FaultCode};

/// Transfers the owner's resources to the heir, if one is named, or stops them with the owner. Returns the changed
/// ones.
pub async fn leave(
    app: &App,
    change: &mut Change,
    caller: &Caller,
    owner: Owner,
    heir: Option<(Owner, At)>,
    stops: bool,
) -> Result<Option<Impact>, Problem> {
    match heir {
        Some((heir, at)) if heir == owner => Err(at.invalid(FaultCode::Invalid, "must be another owner")),
        Some((heir, at)) => {
            owners::check(change, caller, heir, at).await?;
            hand_over(app, change, owner, heir).await.map(Some)
        }
        None if stops => {
            let mut impact = Impact::default();
            stop(app, change, &Whose::Owner(owner), &mut impact).await?;
            Ok(Some(impact))
        }
        None => Ok(None),
    }
}

/// These resources stay stopped until somebody starts them again.
pub async fn stop(app: &App, change: &mut Change, whose: &Whose, impact: &mut Impact) -> Result<(), Problem> {
    let now = app.clock.now();
    for owned in app.families.iter().flat_map(|family| family.owned) {
        (owned.listed)(impact).extend((owned.stop)(change, whose, now).await?);
    }
    Ok(())
}

/// Everything of `from` belongs to `to` from now on, and keeps working.
async fn hand_over(app: &App, change: &mut Change, from: Owner, to: Owner) -> Result<Impact, Problem> {
    let (transfer, mut impact) = (Transfer { from, to, now: app.clock.now() }, Impact::default());
    for owned in app.families.iter().flat_map(|family| family.owned) {
        (owned.listed)(&mut impact).extend((owned.hand_over)(change, transfer).await?);
    }
    Ok(impact)
}
