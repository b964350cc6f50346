//! Reads the log for an endpoint that missed events, and adds the matching ones to its queue.

use super::logged::{Logged, delivery_id};
use crate::{endpoints, interest::Interest, owned};
use api::{
    ProblemCode, TenantId, WebhookEndpointId,
    operations::OperationStep,
    webhook_deliveries::Recovered,
    webhooks::{WebhookEndpoint, WebhookOrdering},
};
use jiff::Timestamp;
use kernel::{
    app::App,
    db::{Error, Identity, Reason},
    http::Problem,
    operations::Task,
    supervisor::Stop,
};
use queries::{
    client::Params,
    queries::webhooks::work::{
        ledger::{ReleaseLinesParams, release_lines},
        recovery::{
            AddMissedParams, DeliveriesToRecoverParams, EventsToRecoverParams, PositionsToRecoverParams,
            SendSomeAgainParams, add_missed, deliveries_to_recover, events_to_recover, look_again_at,
            positions_to_recover, send_some_again,
        },
    },
};
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};
use uuid::Uuid;

pub const KIND: &str = "webhooks.recover";

/// The step that counts the deliveries.
pub const STEP: &str = "deliveries";

/// The size of a batch.
const EVENTS: i64 = 500;

/// How often a worker polls for recoveries.
const LOOK: Duration = Duration::from_millis(500);

/// After this time it is another tenant's turn.
const TURN: Duration = Duration::from_secs(2);

/// The pause after a batch, as a multiple of the time that the batch took, and the longest pause: a recovery writes a
/// lot, and the database has other tenants to serve.
const PAUSE: u32 = 3;
const LONGEST_PAUSE: Duration = Duration::from_millis(500);

/// The events that a dry run examines at most: it is a request that somebody waits for.
const MOST_COUNTED: i64 = 20_000;

/// The input in the operation's row.
#[derive(Clone, Serialize, Deserialize)]
pub struct Input {
    pub since: Timestamp,
    pub until: Timestamp,
    pub only: Recovered,
}

/// Polls for recoveries and executes them, until it is stopped.
pub async fn carry_out(app: App, stop: Stop) {
    // A turn takes seconds: it is finished and its lease released, so that another worker can continue at once.
    while !stop.is_cancelled() {
        match next(&app).await {
            Ok(true) => continue,
            Ok(false) => {}
            Err(error) => {
                tracing::warn!(error = format!("{:#}", error.into_cause()), "webhook recovery delayed");
            }
        }
        tokio::select! {
            () = stop.cancelled() => {}
            () = tokio::time::sleep(LOOK) => {}
        }
    }
}

async fn next(app: &App) -> Result<bool, Error> {
    let Some(mut task) = Task::take(app, KIND).await? else { return Ok(false) };
    let Some(recovering) = Recovering::find(app, &task).await? else {
        let gone = Problem::new(ProblemCode::NotFound, "The endpoint was deleted.");
        task.end(app, Some(&gone)).await?;
        return Ok(true);
    };
    let until = Instant::now() + TURN;
    loop {
        let started = Instant::now();
        let found = recovering.batch(app, &mut task).await?;
        if task.advance(app, recovering.progress(task.reached)).await?.is_err() {
            return Ok(true); // cancelled
        }
        if found < EVENTS {
            task.end(app, None).await?;
            return Ok(true);
        }
        if Instant::now() > until {
            task.release(app).await?;
            return Ok(true);
        }
        tokio::time::sleep((started.elapsed() * PAUSE).min(LONGEST_PAUSE)).await;
    }
}

/// The number of deliveries that a recovery would send, of the examined part of its period in percent. No other connection
/// may be held.
pub async fn count(
    app: &App,
    tenant: TenantId,
    endpoint: WebhookEndpointId,
    input: Input,
) -> Result<(i64, i32), Error> {
    let Some(recovering) = Recovering::of(app, tenant, endpoint, input).await? else { return Ok((0, 100)) };
    let (mut reached, mut examined, mut count) = (0, 0, 0);
    loop {
        let (found, events) = recovering.events(app, tenant.0, &mut reached).await?;
        count += recovering.number_to_send(app, tenant.0, &events).await?;
        examined += found;
        match found < EVENTS {
            true => return Ok((count, 100)),
            false if examined >= MOST_COUNTED => return Ok((count, recovering.progress(reached).min(99))),
            false => {}
        }
    }
}

struct Recovering {
    endpoint: WebhookEndpoint,
    interest: Interest,
    input: Input,
    first: i64,
    last: i64,
}

impl Recovering {
    async fn find(app: &App, task: &Task) -> Result<Option<Recovering>, Error> {
        let (Ok(id), Ok(input)) =
            (task.resource.parse::<WebhookEndpointId>(), serde_json::from_value::<Input>(task.input.clone()))
        else {
            return Ok(None);
        };
        Recovering::of(app, task.tenant, id, input).await
    }

    async fn of(app: &App, tenant: TenantId, id: WebhookEndpointId, input: Input) -> Result<Option<Recovering>, Error> {
        let db = app.db.tenant(&Identity::new(tenant, None)).await?;
        let Some(endpoint) = endpoints::find(&db, id, app.clock.now()).await? else { return Ok(None) };
        let rights = owned::rights(&db, id).await?;
        drop(db);
        let (events, organizations) = (endpoint.events.clone(), endpoint.organization_ids.clone());
        let interest = Interest::new(id, events, endpoint.filter.as_ref(), organizations, rights);
        let system = app.db.system(Reason::WebhookDelivery).await?;
        let range = PositionsToRecoverParams { tenant: tenant.0, since: input.since, until: input.until };
        let positions = positions_to_recover().params(&*system, &range).one().await?;
        let (first, last) = (positions.first.unwrap_or_default(), positions.last.unwrap_or_default());
        Ok(Some(Recovering { endpoint, interest, input, first, last }))
    }

    fn progress(&self, reached: i64) -> i32 {
        let (done, all) = (reached - self.first + 1, self.last - self.first + 1);
        i32::try_from(done.clamp(0, all) * 100 / all.max(1)).unwrap_or(100)
    }

    /// Adds the deliveries of the next events; returns the number of these events.
    async fn batch(&self, app: &App, task: &mut Task) -> Result<i64, Error> {
        let tenant = task.tenant.0;
        let (found, events) = self.events(app, tenant, &mut task.reached).await?;
        let events: Vec<&Logged> = events.iter().collect();
        let put = if events.is_empty() { 0 } else { self.put_in(app, tenant, &events).await? };
        match task.steps.first_mut() {
            Some(step) => step.count += put,
            None => task.steps.push(OperationStep { name: STEP.to_owned(), count: put }),
        }
        Ok(found)
    }

    /// The number of the next events after the position that was reached, and those of them that the endpoint receives.
    async fn events(&self, app: &App, tenant: Uuid, reached: &mut i64) -> Result<(i64, Vec<Logged>), Error> {
        let tx = app.db.batch(Reason::WebhookDelivery).await?;
        let wanted = EventsToRecoverParams {
            tenant,
            since: self.input.since,
            until: self.input.until,
            after: *reached,
            limit: EVENTS,
        };
        let events = events_to_recover().params(&tx, &wanted).all().await?;
        drop(tx);
        let found = events.len() as i64;
        *reached = events.last().map_or(*reached, |event| event.position);
        let events = events.into_iter().filter_map(Logged::recovered);
        Ok((found, events.filter(|event| self.interest.covers(event)).collect()))
    }

    /// The statuses of deliveries that are sent again.
    fn again(&self) -> &'static [&'static str] {
        match self.input.only {
            Recovered::Failed => &["failed"],
            Recovered::Missed => &[],
            Recovered::All => &["failed", "delivered", "canceled"],
        }
    }

    async fn number_to_send(&self, app: &App, tenant: Uuid, events: &[Logged]) -> Result<i64, Error> {
        let endpoint = self.endpoint.id.0;
        let wanted = DeliveriesToRecoverParams {
            ids: events.iter().map(|one| delivery_id(one.event.id.0, endpoint)).collect::<Vec<_>>(),
            event_ats: events.iter().map(|one| one.event.timestamp).collect::<Vec<_>>(),
            tenant,
            missed: self.input.only != Recovered::Failed,
            statuses: self.again(),
        };
        let system = app.db.system(Reason::WebhookDelivery).await?;
        Ok(deliveries_to_recover().params(&*system, &wanted).one().await?)
    }

    /// Adds them to the endpoint's queue; returns how many were new.
    async fn put_in(&self, app: &App, tenant: Uuid, events: &[&Logged]) -> Result<i64, Error> {
        let (endpoint, now) = (self.endpoint.id.0, app.clock.now());
        let ordered = self.endpoint.ordering == WebhookOrdering::PerSubject;
        let ids: Vec<Uuid> = events.iter().map(|one| delivery_id(one.event.id.0, endpoint)).collect();
        let event_ats: Vec<Timestamp> = events.iter().map(|one| one.event.timestamp).collect();
        let again = self.again();
        let system = app.db.system(Reason::WebhookDelivery).await?;
        let mut put = 0;
        if !again.is_empty() {
            let rows = SendSomeAgainParams { now, ids: &ids, event_ats: &event_ats, tenant, statuses: again };
            put += send_some_again().params(&*system, &rows).all().await?.len();
        }
        if self.input.only != Recovered::Failed {
            let rows = AddMissedParams {
                tenant,
                endpoint,
                ordered,
                now,
                ids: &ids,
                event_ats: &event_ats,
                events: events.iter().map(|one| one.event.id.0).collect::<Vec<_>>(),
                types: events.iter().map(|one| one.event.kind.name()).collect::<Vec<_>>(),
                subjects: events.iter().map(|one| one.event.subject.id.as_str()).collect::<Vec<_>>(),
                positions: events.iter().map(|one| one.position).collect::<Vec<_>>(),
            };
            put += add_missed().params(&*system, &rows).all().await?.len();
        }
        if ordered {
            release_lines().params(&*system, &ReleaseLinesParams { now, tenant, endpoint }).all().await?;
        }
        look_again_at().bind(&*system, &tenant).opt().await?;
        app.announcements.happened(TenantId(tenant));
        Ok(put as i64)
    }
}
