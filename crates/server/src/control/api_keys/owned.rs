//! The keys of an owner, and the keys that a key has created.

use super::{lock, to_wire};
use api::{Affected, ApiKeyId, Effect, Owner, api_keys::ApiKey};
use jiff::Timestamp;
use kernel::{
    family::{Owned, Transfer},
    http::{Change, Entry, Problem},
    owners::Whose,
};
use queries::{
    client::Params,
    queries::control::api_keys::{GiveApiKeyParams, give_api_key, keys_made_by, keys_of_owner, revoke_api_key},
};
use uuid::Uuid;

pub const KEYS: Owned = Owned {
    listed: |impact| &mut impact.api_keys,
    stop: |change, whose, now| {
        Box::pin(async move {
            match whose {
                Whose::Owner(owner) => refused(change, *owner, now).await,
                // Keys that a leaked key has created are revoked before anything else is stopped.
                Whose::MadeBy(_) => Ok(vec![]),
            }
        })
    },
    hand_over: |change, transfer| Box::pin(hand_over(change, transfer)),
};

/// The keys that are refused while their owner is disabled. Nothing is stored: they work again when the owner is
/// enabled.
async fn refused(change: &Change, owner: Owner, now: Timestamp) -> Result<Vec<Affected>, Problem> {
    let keys = keys_of_owner().bind(&**change, &owner.kind(), &owner.uuid(), &now).all().await?;
    Ok(keys.into_iter().map(|row| affected(to_wire(row, now), Effect::Refused)).collect())
}

async fn hand_over(change: &mut Change, Transfer { from, to, now }: Transfer) -> Result<Vec<Affected>, Problem> {
    let mut given = vec![];
    for row in keys_of_owner().bind(&**change, &from.kind(), &from.uuid(), &now).all().await? {
        let old = to_wire(row, now);
        let stored = GiveApiKeyParams { owner_kind: to.kind(), owner_id: to.uuid(), now, id: old.id.0 };
        let new = to_wire(give_api_key().params(&**change, &stored).one().await?, now);
        change.record(Entry::changed(&old, &new))?;
        given.push(affected(new, Effect::Transferred));
    }
    Ok(given)
}

/// Revokes the keys that a key created, directly or indirectly. Returns the revoked keys, and the ids of all of them.
pub async fn revoke_made_by(
    change: &mut Change,
    key: ApiKeyId,
    now: Timestamp,
) -> Result<(Vec<Affected>, Vec<Uuid>), Problem> {
    let made = keys_made_by().bind(&**change, &key.0).all().await?;
    let mut revoked = vec![];
    for id in &made {
        let old = to_wire(lock(change, ApiKeyId(*id)).await?, now);
        if old.revoked_at.is_none() && old.expires_at > now {
            let new = to_wire(revoke_api_key().bind(&**change, &now, id).one().await?, now);
            change.record(Entry::retired(&old, &new))?;
            revoked.push(affected(new, Effect::Revoked));
        }
    }
    Ok((revoked, made))
}

fn affected(key: ApiKey, effect: Effect) -> Affected {
    Affected { id: key.id.to_string(), name: key.name, effect }
}
