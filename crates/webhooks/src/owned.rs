//! The webhook endpoints of an owner, or of the keys that created them: paused together, or transferred.

use super::endpoints;
use api::{
    Affected, Effect, WebhookEndpointId,
    webhooks::{WebhookEndpoint, WebhookStatus},
};
use jiff::Timestamp;
use kernel::{
    credentials::rights::{OwnerRow, Rights},
    family::{Owned, Transfer},
    http::{Change, Entry, Problem},
    owners::Whose,
};
use queries::{
    client::{GenericClient, Params},
    queries::webhooks::{
        endpoints::look_again,
        owned::{GiveEndpointParams, endpoints_whose, give_endpoint, rights_of_endpoint},
    },
};

pub const ENDPOINTS: Owned = Owned {
    listed: |impact| &mut impact.webhook_endpoints,
    stop: |change, whose, now| Box::pin(pause(change, whose, now)),
    hand_over: |change, transfer| Box::pin(hand_over(change, transfer)),
};

/// Pauses active endpoints until somebody resumes them.
async fn pause(change: &mut Change, whose: &Whose, now: Timestamp) -> Result<Vec<Affected>, Problem> {
    let mut paused = vec![];
    for old in of(change, whose, now).await? {
        if matches!(old.status, WebhookStatus::Active | WebhookStatus::Failing) {
            let new = endpoints::set_status(change, old.id, WebhookStatus::Paused, Some(whose.reason()), now).await?;
            change.record(Entry::changed(&old, &new))?;
            paused.push(Affected { id: old.id.to_string(), name: old.name, effect: Effect::Paused });
        }
    }
    Ok(paused)
}

async fn hand_over(change: &mut Change, Transfer { from, to, now }: Transfer) -> Result<Vec<Affected>, Problem> {
    let mut given = vec![];
    for old in of(change, &Whose::Owner(from), now).await? {
        let stored = GiveEndpointParams { owner_kind: to.kind(), owner_id: to.uuid(), now, id: old.id.0 };
        give_endpoint().params(&**change, &stored).one().await?;
        let new = WebhookEndpoint { owner: to, updated_at: now, version: old.version + 1, ..old.clone() };
        change.record(Entry::changed(&old, &new))?;
        given.push(Affected { id: old.id.to_string(), name: old.name, effect: Effect::Transferred });
    }
    look_again().bind(&**change).opt().await?;
    Ok(given)
}

/// The rights of an endpoint: the current rights of its owner, within its ceiling. `None` if its owner is disabled.
pub async fn rights<C: GenericClient>(db: &C, id: WebhookEndpointId) -> Result<Option<Rights>, tokio_postgres::Error> {
    let Some(row) = rights_of_endpoint().bind(db, &id.0).opt().await? else { return Ok(None) };
    let ceiling = Rights::stored(&row.granted_scopes, row.granted_organization_ids);
    let owner =
        OwnerRow { role: row.role, scopes: row.scopes, organization_ids: row.organization_ids, active: row.active };
    Ok(owner.rights().map(|rights| rights.within(&ceiling)))
}

async fn of(change: &Change, whose: &Whose, now: Timestamp) -> Result<Vec<WebhookEndpoint>, Problem> {
    let (owner_kind, owner_id, keys) = whose.params();
    let mut found = vec![];
    for id in endpoints_whose().bind(&**change, &owner_kind, &owner_id, &keys).all().await? {
        found.extend(endpoints::find(&**change, WebhookEndpointId(id), now).await?);
    }
    Ok(found)
}
