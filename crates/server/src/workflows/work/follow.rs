//! Goes through the tenants' logs for what starts workflows and for what runs listen to. How far it has come is advanced in
//! the transaction that starts them, so that each event does it once; several workers take turns by the row's lock.

use super::waits::patterns;
use crate::{
    app::App,
    db::{Identity, Reason},
    event_filter::Filter,
    http::{Change, Problem},
    workflows::{
        check,
        runs::{DEEPEST, nudge},
        start::{Start, Trigger, Turn, place},
    },
};
use api::events::{Event, Subject};
use api::webhooks::EventPattern as Kinds;
use api::{Actor, ActorKind, EventId, OrganizationId, RunId, TenantId};
use flow::{EventPattern, Fault};
use queries::queries::workflows::{
    start::{Startable, person_behind},
    work::follow::{
        Listener, Logged, Parent, Waiting, advance_follower, events_after, hear, listeners, lock_follower,
        parent_of_event, position_of_follower, tenants_behind, workflows_by_event,
    },
};
use serde_json::Value;
use uuid::Uuid;

/// How many events of a tenant are looked at before another has its turn.
const EVENTS: i64 = 100;

/// Looks through what is new in all tenants. Whether there is more.
pub async fn follow(app: &App) -> Result<bool, Problem> {
    let system = app.db.system(Reason::Workflows).await?;
    let behind = tenants_behind().bind(&*system).all().await?;
    drop(system);
    let mut more = false;
    for tenant in behind.into_iter().map(TenantId) {
        match follow_tenant(app, tenant).await {
            Ok(left) => more |= left,
            // Nobody waits for a neighbour's log.
            Err(problem) => {
                let error = problem.cause().map(|cause| tracing::field::display(format!("{cause:#}")));
                tracing::warn!(%tenant, error, "events were not looked at for workflows");
            }
        }
    }
    Ok(more)
}

/// What an event leads to.
struct Found {
    event: Event,
    value: Value,
    starts: Vec<(Startable, Option<Turn>, Option<Fault>)>,
    heard: Vec<(Uuid, String, i32)>,
}

async fn follow_tenant(app: &App, tenant: TenantId) -> Result<bool, Problem> {
    let identity = Identity::new(tenant, None);
    let db = app.db.tenant(&identity).await?;
    let Some(position) = position_of_follower().bind(&db).opt().await? else { return Ok(false) };
    let logged = events_after().bind(&db, &position, &EVENTS).all().await?;
    let Some(reached) = logged.last().map(|event| event.position) else { return Ok(false) };
    let more = logged.len() as i64 == EVENTS;
    let waiting = workflows_by_event().bind(&db).all().await?;
    let listening = listeners().bind(&db).all().await?;
    drop(db);
    let interests: Vec<Interest> = waiting.into_iter().filter_map(Interest::of).collect();
    let ears: Vec<Ear> = listening.into_iter().filter_map(Ear::of).collect();
    let mut found = vec![];
    for row in logged {
        found.extend(look(app, tenant, row, &interests, &ears).await);
    }

    let mut change = Change::by_system(app, tenant, "workflows.trigger").await?;
    if lock_follower().bind(&*change, &position).opt().await?.is_none() {
        return Ok(false);
    }
    for one in found {
        act(app, &mut change, one).await?;
    }
    advance_follower().bind(&*change, &reached).one().await?;
    change.done().await?;
    Ok(more)
}

/// Expressions are evaluated here, before anything is locked.
async fn look(app: &App, tenant: TenantId, row: Logged, interests: &[Interest], ears: &[Ear]) -> Option<Found> {
    let position = row.position;
    let event = event(row)?;
    let value = serde_json::to_value(&event).unwrap_or_default();
    let mut starts = vec![];
    for interest in interests.iter().filter(|interest| interest.covers(&event, &value)) {
        let (turn, fault) = match check::stored(&interest.workflow.definition) {
            Ok(definition) => {
                let unfit = definition.check_input(&value).into_iter().next().map(|invalid| {
                    let detail = format!("{} {}", invalid.pointer, invalid.message);
                    Fault::new(Fault::VALIDATION, 422, "The event does not fit the input").detail(detail)
                });
                match Turn::of(app, tenant, &definition, &value, None).await {
                    Ok(turn) => (turn, unfit),
                    Err(fault) => (None, Some(fault)),
                }
            }
            Err(_) => (None, Some(Fault::new(Fault::RUNTIME, 500, "The definition cannot be read"))),
        };
        starts.push((interest.workflow.clone(), turn, fault));
    }
    let heard = ears.iter().filter(|ear| position > ear.since && ear.covers(&event, &value));
    let heard: Vec<_> = heard.map(|ear| (ear.run, ear.path.clone(), ear.attempt)).collect();
    (!starts.is_empty() || !heard.is_empty()).then_some(Found { event, value, starts, heard })
}

async fn act(app: &App, change: &mut Change, found: Found) -> Result<(), Problem> {
    let Found { event, value, starts, heard } = found;
    for (run, path, attempt) in heard {
        if hear().bind(&**change, &value, &run, &path, &attempt).opt().await?.is_some() {
            nudge(change, RunId(run), &path, app.clock.now()).await?;
        }
    }
    if starts.is_empty() {
        return Ok(());
    }
    // The run that did it, or that it tells of.
    let parent = event.request_id.parse::<RunId>().or_else(|_| event.subject.id.parse());
    let parent = match parent {
        Ok(run) => parent_of_event().bind(&**change, &run.0).opt().await?,
        Err(_) => None,
    };
    let depth = parent.as_ref().map_or(0, |parent| parent.depth + 1);
    for (workflow, turn, fault) in starts {
        let by = starter(&event.actor);
        let mut starters = parent.as_ref().map(|Parent { starter_ids, .. }| starter_ids.clone()).unwrap_or_default();
        if by.is_none() && starters.is_empty() {
            // Nobody did it: whoever wrote the workflow has started it.
            let author = (Some(workflow.author_kind.as_str()), workflow.author_id);
            starters.push(person_behind().bind(&**change, &author.0, &author.1).one().await?);
        }
        let start = Start {
            workflow: &workflow,
            trigger: Trigger::Event(event.id),
            input: value.clone(),
            turn,
            by,
            starters,
            depth,
            fault: if depth > DEEPEST { Some(loop_detected()) } else { fault },
        };
        place(app, change, start).await?;
    }
    Ok(())
}

fn loop_detected() -> Fault {
    let detail = format!("Runs that start each other by their events are refused after {DEEPEST}.");
    Fault::new("loop_detected", 409, "The workflow starts itself again and again").detail(detail)
}

/// Who is behind the event, as a row has it.
fn starter(actor: &Actor) -> Option<(&'static str, Uuid)> {
    let id = actor.id.as_deref()?;
    match actor.kind {
        ActorKind::ApiKey => Some(("api_key", id.parse::<api::ApiKeyId>().ok()?.0)),
        ActorKind::User => Some(("user", id.parse::<api::UserId>().ok()?.0)),
        ActorKind::Operator | ActorKind::System => None,
    }
}

/// Kinds of events, what must hold of them, and whose they may be.
struct Pattern {
    any: Vec<(Vec<Kinds>, Filter)>,
    organizations: Option<Vec<OrganizationId>>,
}

impl Pattern {
    fn of(all: Vec<(EventPattern, Filter)>, organizations: Option<Vec<Uuid>>) -> Pattern {
        let any =
            all.into_iter().map(|(pattern, filter)| (pattern.types.into_iter().map(Kinds::stored).collect(), filter));
        let organizations = organizations.map(|ids| ids.into_iter().map(OrganizationId).collect());
        Pattern { any: any.collect(), organizations }
    }

    fn covers(&self, event: &Event, value: &Value) -> bool {
        let organization = match &self.organizations {
            None => true,
            Some(some) => event.organization_id.is_some_and(|id| some.contains(&id)),
        };
        let fits = |(kinds, filter): &(Vec<Kinds>, Filter)| {
            kinds.iter().any(|kind| kind.matches(event.kind)) && filter.matches(value)
        };
        organization && self.any.iter().any(fits)
    }
}

/// A workflow that waits for events.
struct Interest {
    workflow: Startable,
    pattern: Pattern,
}

impl Interest {
    /// One whose patterns cannot be read starts nothing.
    fn of(row: Waiting) -> Option<Interest> {
        let all = patterns(&row.event_patterns.unwrap_or_default()).ok()?;
        let pattern = Pattern::of(all, row.organization_ids.clone());
        let workflow = Startable {
            id: row.id,
            name: row.name,
            enabled: row.enabled,
            organization_ids: row.organization_ids,
            latest_version: row.latest_version,
            definition: row.definition,
            author_kind: row.author_kind,
            author_id: row.author_id,
        };
        Some(Interest { workflow, pattern })
    }

    fn covers(&self, event: &Event, value: &Value) -> bool {
        self.pattern.covers(event, value)
    }
}

/// A run that listens.
struct Ear {
    run: Uuid,
    path: String,
    attempt: i32,
    since: i64,
    pattern: Pattern,
}

impl Ear {
    fn of(row: Listener) -> Option<Ear> {
        let pattern = Pattern::of(patterns(&row.patterns).ok()?, row.organization_ids);
        Some(Ear { run: row.run_id, path: row.path, attempt: row.attempt, since: row.since_position, pattern })
    }

    fn covers(&self, event: &Event, value: &Value) -> bool {
        self.pattern.covers(event, value)
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

    #[test]
    fn a_pattern_asks_for_a_kind_a_filter_and_a_customer() {
        let event = crate::http::examples::example(api::EventKind::TicketCreated).unwrap();
        let value = json!(event);
        let customer = Uuid::from_u128(7);
        let covers = |patterns: Value, organizations: Option<Vec<Uuid>>| {
            Pattern::of(super::patterns(&patterns).unwrap(), organizations).covers(&event, &value)
        };
        assert!(covers(json!([{"types": ["ticket.created"]}]), None));
        assert!(covers(json!([{"types": ["api_key.*"]}, {"types": ["ticket.*"]}]), None));
        assert!(!covers(json!([{"types": ["ticket.updated"]}]), None));
        assert!(!covers(json!([{"types": ["ticket.*"], "filter": {"data.object.priority": ["none"]}}]), None));
        assert!(!covers(json!([{"types": ["ticket.*"]}]), Some(vec![customer])));
    }
}
