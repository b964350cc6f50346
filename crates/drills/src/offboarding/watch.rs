//! The effects on other users meanwhile: refused requests, missing deliveries and missing runs of workflows.

use super::{
    Nodes, Outcome,
    people::{Company, Departure, Person, Probe},
};
use crate::{sink::Arrival, stage::Stage};
use api::WorkflowId;
use jiff::Timestamp;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::time::sleep;
use uuid::Uuid;

const USE_EVERY: Duration = Duration::from_millis(250);

/// The ids of the received events, by the path of the endpoint.
pub type Arrivals = Arc<Mutex<BTreeMap<String, BTreeSet<String>>>>;

pub fn note(arrivals: &Arrivals, arrival: &Arrival<'_>) {
    let mut arrivals = arrivals.lock().expect("the lock is not poisoned");
    arrivals.entry(arrival.path.to_owned()).or_default().insert(arrival.id.to_owned());
}

/// Uses everything that must keep working, until the end: all of the user who stays, and the transferred key. Returns
/// the number of refusals.
pub async fn keep_using(nodes: &Nodes, person: &Person, over: &Mutex<bool>) -> anyhow::Result<usize> {
    let tokens: &[&str] = match person.departure {
        Departure::Stays => &[&person.session, &person.key],
        Departure::Transferred => &[&person.key],
        Departure::Disabled | Departure::Demoted => return Ok(0),
    };
    let mut refused = 0;
    while !*over.lock().expect("the lock is not poisoned") {
        for (token, node) in tokens.iter().flat_map(|token| [(token, 0), (token, 1)]) {
            let (status, body) = Probe::Write.send(nodes, node, token).await?;
            if status != 201 {
                eprintln!("  {:?} refused: {status} {body}", person.departure);
                refused += 1;
            }
        }
        sleep(USE_EVERY).await;
    }
    Ok(refused)
}

/// Deliveries and starts of workflows, of users who left and of others.
#[derive(Default)]
pub struct Deliveries {
    /// How long after a user left the last event happened that was still sent to their endpoint or started their workflow.
    late: Vec<Duration>,
    expected: usize,
    missing: usize,
    last_missing: String,
}

impl Deliveries {
    pub fn report(&self, outcome: &mut Outcome, promise: Duration) {
        let max = self.late.iter().max().copied().unwrap_or_default();
        outcome.figure(format!(
            "endpoints and workflows of {} who left: last event delivered {max:.1?} later",
            self.late.len() / 2
        ));
        outcome.promise(
            !self.late.is_empty() && max < promise,
            format!("nothing is delivered {promise:?} after a user left"),
        );
        outcome.figure(format!("{} of {} other deliveries and starts missing", self.missing, self.expected));
        let is_complete = self.missing == 0 && self.expected > 0;
        outcome.promise(
            is_complete,
            format!("deliveries of other users and of transferred resources have no gap ({})", self.last_missing),
        );
    }

    /// `delivered` are the events that one of the person's resources received.
    fn compare(&mut self, person: &Person, events: &[Event], delivered: &BTreeSet<Uuid>) {
        let left = *person.left_at.lock().expect("the lock is not poisoned");
        let ends = |event: &&Event| match person.departure {
            Departure::Disabled => true,
            // A technician still receives events of customers.
            Departure::Demoted => event.kind == "api_key.updated",
            Departure::Stays | Departure::Transferred => false,
        };
        if let Some(left) = left.filter(|_| events.iter().any(|event| ends(&event))) {
            let after = events.iter().filter(ends).filter(|event| delivered.contains(&event.id) && event.at > left);
            let last = after.map(|event| event.at.duration_since(left)).max().unwrap_or_default();
            self.late.push(Duration::try_from(last).unwrap_or_default());
        }
        let continues = |event: &&Event| !ends(event);
        for event in events.iter().filter(continues) {
            self.expected += 1;
            if !delivered.contains(&event.id) {
                self.missing += 1;
                self.last_missing = format!("{:?} {} {}", person.departure, person.path, event.kind);
            }
        }
    }
}

struct Event {
    id: Uuid,
    at: Timestamp,
    kind: String,
}

/// Waits for the expected deliveries, for ten seconds at most.
pub async fn compare(
    stage: &Stage,
    companies: &[Company],
    written: &[usize],
    arrivals: &Arrivals,
) -> anyhow::Result<Deliveries> {
    let mut deliveries = Deliveries::default();
    for _ in 0..20 {
        deliveries = compare_now(stage, companies, written, arrivals).await?;
        if deliveries.missing == 0 {
            break;
        }
        sleep(Duration::from_millis(500)).await;
    }
    Ok(deliveries)
}

async fn compare_now(
    stage: &Stage,
    companies: &[Company],
    written: &[usize],
    arrivals: &Arrivals,
) -> anyhow::Result<Deliveries> {
    let root = stage.database.root().await;
    let mut deliveries = Deliveries::default();
    for (company, written) in companies.iter().zip(written) {
        let sql = "select id, (extract(epoch from at) * 1000)::bigint, type from events
            where tenant_id = (select id from tenants where domain = $1)
                and (type = 'organization.updated' or (type = 'api_key.updated' and data -> 'object' ->> 'name' like 'Renamed %'))
            order by position";
        let rows = root.query(sql, &[&format!("leaving-{}.example", company.number)]).await?;
        let events = rows
            .iter()
            .map(|row| Ok(Event { id: row.get(0), at: Timestamp::from_millisecond(row.get(1))?, kind: row.get(2) }));
        let events: Vec<Event> = events.collect::<anyhow::Result<_>>()?;
        anyhow::ensure!(events.len() == 2 * written, "{} events for {written} writes", events.len());
        for person in &company.people {
            let arrived =
                arrivals.lock().expect("the lock is not poisoned").get(&person.path).cloned().unwrap_or_default();
            let arrived = arrived.iter().filter_map(|id| id.parse::<api::EventId>().ok()).map(|id| id.0).collect();
            deliveries.compare(person, &events, &arrived);
            let workflow: WorkflowId = person.workflow.parse().map_err(|why: &str| anyhow::anyhow!(why))?;
            let runs = "select event_id from workflow_runs where workflow_id = $1 and event_id is not null";
            let started = root.query(runs, &[&workflow.0]).await?.iter().map(|row| row.get(0)).collect();
            deliveries.compare(person, &events, &started);
        }
    }
    Ok(deliveries)
}
