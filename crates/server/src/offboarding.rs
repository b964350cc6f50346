//! What becomes of the things of an owner who goes, and of the things that a leaked key has made: they are handed over, or
//! stopped. One place for all families, in the transaction of the change.

use crate::{
    app::App,
    control::api_keys,
    http::{Caller, Change, Problem},
    owners::{self, At, KEY_REVOKED, OWNER_DISABLED, Whose},
    webhooks, workflows,
};
use api::{ApiKeyId, Impact, Owner, problem::FaultCode};

/// An owner is changed: its things go to the heir, where one is named, or stop with it. What is touched is answered.
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
        None if stops => stop(app, change, owner).await.map(Some),
        None => Ok(None),
    }
}

/// The owner has no rights any more. Its keys are refused, whatever their rows say.
async fn stop(app: &App, change: &mut Change, owner: Owner) -> Result<Impact, Problem> {
    let (whose, now) = (Whose::Owner(owner), app.clock.now());
    Ok(Impact {
        sessions: 0,
        api_keys: api_keys::owned::refused(change, owner, now).await?,
        webhook_endpoints: webhooks::owned::pause(change, &whose, OWNER_DISABLED, now).await?,
        workflows: workflows::owned::disable(change, &whose, OWNER_DISABLED, now).await?,
    })
}

/// Everything of `from` belongs to `to` from now on, and goes on.
async fn hand_over(app: &App, change: &mut Change, from: Owner, to: Owner) -> Result<Impact, Problem> {
    let now = app.clock.now();
    Ok(Impact {
        sessions: 0,
        api_keys: api_keys::owned::hand_over(change, from, to, now).await?,
        webhook_endpoints: webhooks::owned::hand_over(change, from, to, now).await?,
        workflows: workflows::owned::hand_over(change, from, to, now).await?,
    })
}

/// A key has leaked, which is revoked by itself: so are the keys that it made, and what any of them made is stopped.
pub async fn stop_made_by(app: &App, change: &mut Change, key: ApiKeyId) -> Result<Impact, Problem> {
    let now = app.clock.now();
    let (revoked, mut keys) = api_keys::owned::revoke_made_by(change, key, now).await?;
    keys.push(key.0);
    let whose = Whose::MadeBy(keys);
    Ok(Impact {
        sessions: 0,
        api_keys: revoked,
        webhook_endpoints: webhooks::owned::pause(change, &whose, KEY_REVOKED, now).await?,
        workflows: workflows::owned::disable(change, &whose, KEY_REVOKED, now).await?,
    })
}
