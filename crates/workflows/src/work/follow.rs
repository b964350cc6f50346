//! Reads the tenants' logs for events that start workflows and that runs listen to. The position is advanced in the
//! transaction that starts the runs, so that each event does it once: of several workers that read the same events, the
//! first one acts. Expressions are evaluated before, while no connection is held.

use super::waits::patterns;
use crate::{
    runs::{DEEPEST, nudge},
    start::{Concurrency, Start, Trigger, check_start, start_run},
};
use api::events::{Event, Subject};
use api::webhooks::EventPattern as Kinds;
use api::{Actor, ActorKind, EventId, OrganizationId, RunId, TenantId};
use flow::{EventPattern, Fault};
use futures::{StreamExt, stream};
use kernel::{
    app::App,
    credentials::rights::{OwnerRow, Rights},
    db::{Identity, Reason, Tenant},
    event_filter::Filter,
    http::{Change, Problem},
    telemetry::TraceContext,
};
use queries::queries::workflows::{
    start::{Startable, workflows_by_event},
    work::follow::{
        Listener as ListenerRow, Logged, Parent, advance_follower, events_after, hear, listeners, lock_follower,
        parent_of_event, position_of_follower, tenants_behind,
    },
};
use serde_json::Value;
use std::time::{Duration, Instant};
use uuid::Uuid;

/// How many tenants are followed at once, and how many events of one are read before it is another tenant's turn.
const AT_ONCE: usize = 4;
const EVENTS: i64 = 100;

/// A tenant whose events start this many runs, or whose expressions take this long, continues in its next turn.
const STARTS: usize = 50;
const TURN_TIMEOUT: Duration = Duration::from_secs(2);

/// How many listeners are read at once.
const LISTENERS: i64 = 1000;

/// Matches the new events of all tenants. Returns whether there are more.
pub async fn follow(app: &App) -> Result<bool, Problem> {
    let system = app.db.system(Reason::Workflows).await?;
    let behind = tenants_behind().bind(&*system).all().await?;
    drop(system);
    let followed = stream::iter(behind.into_iter().map(TenantId)).map(async |tenant| {
        // A tenant does not wait for another tenant's log.
        held::apart(follow_tenant(app, tenant)).await.unwrap_or_else(|problem| {
            let error = problem.cause().map(|cause| tracing::field::display(format!("{cause:#}")));
            tracing::warn!(%tenant, error, "failed to match events with workflows");
            false
        })
    });
    // All of them, even if one has more: active work of others would be lost.
    Ok(followed.buffer_unordered(AT_ONCE).fold(false, async |any, more| any || more).await)
}

/// The consequences of an event.
struct Found {
    event: Event,
    value: Value,
    trace: Option<TraceContext>,
    starts: Vec<(Startable, Option<Concurrency>, Option<Fault>)>,
    heard: Vec<(Uuid, String, i32)>,
}

/// New events of a tenant's log, and the workflows and runs that may match them.
struct News {
    position: i64,
    logged: Vec<Logged>,
    interests: Vec<Interest>,
    listeners: Vec<Listener>,
}

impl News {
    /// The events first: a listener of one of them existed before it happened.
    async fn read(app: &App, tenant: TenantId) -> Result<Option<News>, Problem> {
        let db = app.db.tenant(&Identity::new(tenant, None)).await?;
        let Some(position) = position_of_follower().bind(&db).opt().await? else { return Ok(None) };
        let logged = events_after().bind(&db, &position, &EVENTS).all().await?;
        if logged.is_empty() {
            return Ok(None);
        }
        let workflows = workflows_by_event().bind(&db).all().await?;
        let interests = workflows.into_iter().filter_map(Interest::of).collect();
        Ok(Some(News { position, logged, interests, listeners: all_listeners(&db).await? }))
    }
}

/// The consequences of the events, and the position up to which they were matched.
struct Matched {
    found: Vec<Found>,
    reached: i64,
    /// True if some were left for the next turn.
    left: bool,
}

/// True if there is more.
async fn follow_tenant(app: &App, tenant: TenantId) -> Result<bool, Problem> {
    let Some(news) = News::read(app, tenant).await? else { return Ok(false) };
    let (position, full) = (news.position, news.logged.len() as i64 == EVENTS);
    let Matched { found, reached, left } = match_events(app, news).await?;
    let mut change = Change::by_system(app, tenant, "workflows.trigger").await?;
    // Another worker was faster, or is processing it.
    if lock_follower().bind(&*change).opt().await? != Some(position) {
        return Ok(false);
    }
    for one in found {
        act(app, &mut change, one).await?;
    }
    advance_follower().bind(&*change, &reached).one().await?;
    change.done().await?;
    Ok(full || left)
}

async fn match_events(app: &App, news: News) -> Result<Matched, Problem> {
    let until = Instant::now() + TURN_TIMEOUT;
    let mut matched = Matched { found: vec![], reached: news.position, left: false };
    let mut starts = 0;
    for row in news.logged {
        if starts >= STARTS || Instant::now() > until {
            matched.left = true;
            break;
        }
        matched.reached = row.position;
        if let Some(one) = match_event(app, row, &news.interests, &news.listeners, until).await? {
            starts += one.starts.len();
            matched.found.push(one);
        }
    }
    Ok(matched)
}

async fn all_listeners(db: &Tenant) -> Result<Vec<Listener>, Problem> {
    let (mut all, mut after) = (vec![], (Uuid::nil(), String::new()));
    loop {
        let page = listeners().bind(db, &after.0, &after.1, &LISTENERS).all().await?;
        let Some(last) = page.last() else { return Ok(all) };
        after = (last.run_id, last.path.clone());
        all.extend(page.into_iter().filter_map(Listener::of));
    }
}

/// Expressions are evaluated here. If they take too long, the remaining runs of the event fail: a log that is blocked
/// forever would be worse.
async fn match_event(
    app: &App,
    row: Logged,
    interests: &[Interest],
    listeners: &[Listener],
    until: Instant,
) -> Result<Option<Found>, Problem> {
    let (position, trace) = (row.position, TraceContext::stored(row.trace.as_deref()));
    let Some(event) = event(row) else { return Ok(None) };
    let value = serde_json::to_value(&event).unwrap_or_default();
    let mut starts = vec![];
    for interest in interests.iter().filter(|interest| interest.pattern.covers(&event, &value)) {
        let (concurrency, fault) = match Instant::now() > until {
            true => (None, Some(too_slow())),
            false => check_start(app, event.tenant_id, &interest.workflow, &value).await?,
        };
        starts.push((interest.workflow.clone(), concurrency, fault));
    }
    let heard = listeners.iter().filter(|one| position > one.since && one.pattern.covers(&event, &value));
    let heard: Vec<_> = heard.map(|one| (one.run, one.path.clone(), one.attempt)).collect();
    Ok((!starts.is_empty() || !heard.is_empty()).then_some(Found { event, value, trace, starts, heard }))
}

async fn act(app: &App, change: &mut Change, found: Found) -> Result<(), Problem> {
    let Found { event, value, trace, starts, heard } = found;
    for (run, path, attempt) in heard {
        if hear().bind(&**change, &value, &run, &path, &attempt).opt().await?.is_some() {
            nudge(change, RunId(run), &path, app.clock.now()).await?;
        }
    }
    if starts.is_empty() {
        return Ok(());
    }
    // The run that caused the event, or that it is about.
    let parent = event.request_id.parse::<RunId>().or_else(|_| event.subject.id.parse());
    let parent = match parent {
        Ok(run) => parent_of_event().bind(&**change, &run.0).opt().await?,
        Err(_) => None,
    };
    let depth = parent.as_ref().map_or(0, |parent| parent.depth + 1);
    for (workflow, concurrency, fault) in starts {
        let by = starter(&event.actor);
        let starters = parent.as_ref().map(|Parent { starter_ids, .. }| starter_ids.clone()).unwrap_or_default();
        let start = Start {
            workflow: &workflow,
            trigger: Trigger::Event(event.id),
            input: value.clone(),
            concurrency,
            by,
            starters,
            depth,
            fault: if depth > DEEPEST { Some(loop_detected()) } else { fault },
            trace,
        };
        start_run(app, change, start).await?;
    }
    Ok(())
}

fn too_slow() -> Fault {
    let detail = format!(
        "Evaluating the concurrency keys of all workflows for this event took more than {} s.",
        TURN_TIMEOUT.as_secs()
    );
    Fault::new(Fault::EXPRESSION_LIMIT, 400, "Expressions took too long").detail(detail)
}

fn loop_detected() -> Fault {
    let detail = format!("A chain of more than {DEEPEST} runs that start each other through events is refused.");
    Fault::new("loop_detected", 409, "The workflow starts itself in a loop").detail(detail)
}

/// The actor of the event, as stored in a row.
fn starter(actor: &Actor) -> Option<(&'static str, Uuid)> {
    let id = actor.id.as_deref()?;
    match actor.kind {
        ActorKind::ApiKey => Some(("api_key", id.parse::<api::ApiKeyId>().ok()?.0)),
        ActorKind::User => Some(("user", id.parse::<api::UserId>().ok()?.0)),
        ActorKind::Operator | ActorKind::System => None,
    }
}

/// Kinds of events, their filters, their organizations, and the rights of the workflow's owner.
struct Pattern {
    any: Vec<(Vec<Kinds>, Filter)>,
    organizations: Option<Vec<OrganizationId>>,
    rights: Option<Rights>,
}

impl Pattern {
    fn of(all: Vec<(EventPattern, Filter)>, organizations: Option<Vec<Uuid>>, rights: Option<Rights>) -> Pattern {
        let any =
            all.into_iter().map(|(pattern, filter)| (pattern.types.into_iter().map(Kinds::stored).collect(), filter));
        let organizations = organizations.map(|ids| ids.into_iter().map(OrganizationId).collect());
        Pattern { any: any.collect(), organizations, rights }
    }

    fn covers(&self, event: &Event, value: &Value) -> bool {
        let organization = match &self.organizations {
            None => true,
            Some(some) => event.organization_id.is_some_and(|id| some.contains(&id)),
        };
        let fits = |(kinds, filter): &(Vec<Kinds>, Filter)| {
            kinds.iter().any(|kind| kind.matches(event.kind)) && filter.matches(value)
        };
        let readable = self.rights.as_ref().is_some_and(|rights| rights.may_hear(event.kind, event.organization_id));
        organization && readable && self.any.iter().any(fits)
    }
}

/// A workflow that waits for events.
struct Interest {
    workflow: Startable,
    pattern: Pattern,
}

impl Interest {
    /// A workflow whose patterns cannot be parsed starts nothing.
    fn of(workflow: Startable) -> Option<Interest> {
        let all = patterns(workflow.event_patterns.as_ref()?).ok()?;
        let owner = OwnerRow {
            role: workflow.owner_role.clone(),
            scopes: workflow.owner_scopes.clone(),
            organization_ids: workflow.owner_organization_ids.clone(),
            active: workflow.owner_active,
        };
        let ceiling = Rights::stored(&workflow.granted_scopes, workflow.granted_organization_ids.clone());
        let rights = owner.rights().map(|rights| rights.within(&ceiling));
        let pattern = Pattern::of(all, workflow.organization_ids.clone(), rights);
        Some(Interest { workflow, pattern })
    }
}

/// A run that listens.
struct Listener {
    run: Uuid,
    path: String,
    attempt: i32,
    since: i64,
    pattern: Pattern,
}

impl Listener {
    fn of(row: ListenerRow) -> Option<Listener> {
        let owner = OwnerRow {
            role: row.owner_role,
            scopes: row.owner_scopes,
            organization_ids: row.owner_organization_ids,
            active: row.owner_active,
        };
        let ceiling = Rights::stored(&row.granted_scopes, row.granted_organization_ids);
        let rights = owner.rights().map(|rights| rights.within(&ceiling));
        let pattern = Pattern::of(patterns(&row.patterns).ok()?, row.organization_ids, rights);
        Some(Listener { run: row.run_id, path: row.path, attempt: row.attempt, since: row.since_position, pattern })
    }
}

/// `None` for a kind that this version does not know.
fn event(row: Logged) -> Option<Event> {
    Some(Event {
        id: EventId(row.id),
        kind: row.r#type.parse().ok()?,
        timestamp: row.at,
        tenant_id: TenantId(row.tenant_id),
        organization_id: row.organization_id.map(OrganizationId),
        subject: Subject { kind: row.subject_type, id: row.subject_id },
        sequence: row.sequence,
        actor: Actor::stored(&row.actor_kind, row.actor_id),
        request_id: row.request_id,
        data: row.data,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn created() -> Event {
        Event {
            id: EventId(Uuid::from_u128(1)),
            kind: api::EventKind::TicketCreated,
            timestamp: jiff::Timestamp::UNIX_EPOCH,
            tenant_id: TenantId(Uuid::from_u128(2)),
            organization_id: Some(OrganizationId(Uuid::from_u128(3))),
            subject: Subject { kind: "ticket".to_owned(), id: "tkt_1".to_owned() },
            sequence: 1,
            actor: Actor::stored("system", None),
            request_id: "req_1".to_owned(),
            data: json!({"object": {"priority": "high"}}),
        }
    }

    #[test]
    fn a_pattern_asks_for_a_kind_a_filter_and_a_customer() {
        let event = created();
        let value = json!(event);
        let customer = Uuid::from_u128(7);
        let may_read = |scope: &str| Some(Rights::stored(&[scope.to_owned()], None));
        let covers = |patterns: Value, organizations: Option<Vec<Uuid>>| {
            Pattern::of(super::patterns(&patterns).unwrap(), organizations, may_read("*")).covers(&event, &value)
        };
        assert!(covers(json!([{"types": ["ticket.created"]}]), None));
        assert!(covers(json!([{"types": ["api_key.*"]}, {"types": ["ticket.*"]}]), None));
        assert!(!covers(json!([{"types": ["ticket.updated"]}]), None));
        assert!(!covers(json!([{"types": ["ticket.*"], "filter": {"data.object.priority": ["none"]}}]), None));
        assert!(!covers(json!([{"types": ["ticket.*"]}]), Some(vec![customer])));
        let heard = |rights: Option<Rights>| {
            Pattern::of(patterns(&json!([{"types": ["*"]}])).unwrap(), None, rights).covers(&event, &value)
        };
        assert!(heard(may_read("tickets:read")));
        assert!(!heard(may_read("workflows:*")), "the owner may not read tickets");
        assert!(!heard(None), "the owner is disabled");
    }
}
