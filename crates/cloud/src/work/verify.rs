//! Verifies every provider once a day, and one without a judgement after an hour. A worker takes due providers by setting
//! their next time, so that any number of workers can do it.

use crate::{
    clouds::Clouds,
    providers::{
        verify::{Checked, event_of, store, verify_stored},
        wire::to_wire,
    },
};
use api::{ProblemCode, TenantId, cloud_providers::CloudProvider};
use futures::{StreamExt, stream};
use jiff::SignedDuration;
use kernel::{
    app::App,
    background::Results,
    db::{Identity, Reason},
    http::{Change, Entry, Problem},
    supervisor::progress,
};
use queries::{
    client::Params,
    queries::cloud::{
        providers::{ConfirmVerificationParams, confirm_verification, get_provider, lock_provider},
        work::verify::{TakeDueProvidersParams, take_due_providers},
    },
};
use uuid::Uuid;

/// How many providers are taken at a time, and how many of them are verified at once.
const TAKEN: i64 = 50;
const AT_ONCE: usize = 5;

/// A provider whose worker ended meanwhile is taken again after this time.
const AGAIN: SignedDuration = SignedDuration::from_hours(1);

/// Verifies providers until no more is due.
pub async fn verify_due(app: &App) -> Result<(), Problem> {
    loop {
        let due = {
            let now = app.clock.now();
            let system = app.db.system(Reason::CloudProviders).await?;
            let wanted = TakeDueProvidersParams { later: now + AGAIN, now, limit: TAKEN };
            take_due_providers().params(&*system, &wanted).all().await?
        };
        if due.is_empty() {
            return Ok(());
        }
        let verified = due.into_iter().map(|row| held::apart(verify_one(app, TenantId(row.tenant_id), row.id)));
        let verified = stream::iter(verified.collect::<Vec<_>>()).buffer_unordered(AT_ONCE).collect::<Vec<_>>();
        let mut results = Results::default();
        // Each verification has a time limit of its own.
        progress::waiting(verified).await.into_iter().for_each(|result| results.add(result.map(|()| 1)));
        results.done()?;
    }
}

async fn verify_one(app: &App, tenant: TenantId, id: Uuid) -> Result<(), Problem> {
    let found = get_provider().bind(&app.db.tenant(&Identity::new(tenant, None)).await?, &id).opt().await?;
    let Some(provider) = found.map(|row| to_wire(&Clouds::of(app), row)) else { return Ok(()) };
    let checked = match verify_stored(app, tenant, &provider).await {
        // It was changed between two statements, which has made it due again.
        Err(problem) if problem.code() == ProblemCode::VersionMismatch => return Ok(()),
        checked => checked?,
    };
    let change = Change::by_system(app, tenant, "cloud.verify").await?;
    let locked = lock_provider().bind(&*change, &id).opt().await?.map(|row| to_wire(&Clouds::of(app), row));
    // It may have been changed or deleted meanwhile: then this report is about something else.
    let Some(current) = locked.filter(|current| current.version == provider.version) else { return Ok(()) };
    record(app, change, &current, &checked).await
}

/// A report that says the same as before is not a change of the provider.
async fn record(app: &App, mut change: Change, current: &CloudProvider, checked: &Checked) -> Result<(), Problem> {
    let same = checked.status(Some(current.status)) == current.status;
    if same && checked.confirms(current.verification.as_ref()) {
        let now = app.clock.now();
        let confirmed = ConfirmVerificationParams {
            verification: checked.stored(),
            verify_at: checked.next(now),
            id: current.id.0,
        };
        confirm_verification().params(&*change, &confirmed).one().await?;
        return change.done().await;
    }
    let new = store(app, &change, current, checked).await?;
    change.record(Entry::changed(current, &new).with_event(event_of(current.status, new.status)))?;
    change.done().await
}
