//! The effects on others meanwhile: deliveries to endpoints and runs of workflows.

use super::{
    Nodes, Outcome,
    people::{Company, Fate, Person, Probe},
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

const STEADY: Duration = Duration::from_millis(250);

/// By the path: the ids of the events that came.
pub type Arrivals = Arc<Mutex<BTreeMap<String, BTreeSet<String>>>>;

pub fn note(arrivals: &Arrivals, arrival: &Arrival<'_>) {
    let mut arrivals = arrivals.lock().expect("nobody panics with it");
    arrivals.entry(arrival.path.to_owned()).or_default().insert(arrival.id.to_owned());
}

/// Uses everything that must keep working, until the end: all of the user who stays, and the transferred key. Returns
/// the number of refusals.
pub async fn keep_using(nodes: &Nodes, person: &Person, over: &Mutex<bool>) -> anyhow::Result<usize> {
    let tokens: &[&str] = match person.fate {
        Fate::Stays => &[&person.session, &person.key],
        Fate::HandsOver => &[&person.key],
        Fate::Disabled | Fate::Demoted => return Ok(0),
    };
    let mut refused = 0;
    while !*over.lock().expect("nobody panics with it") {
        for (token, node) in tokens.iter().flat_map(|token| [(token, 0), (token, 1)]) {
            let (status, body) = Probe::Write.send(nodes, node, token).await?;
            if status != 201 {
                eprintln!("  {:?} refused: {status} {body}", person.fate);
                refused += 1;
            }
        }
        sleep(STEADY).await;
    }
    Ok(refused)
}

/// The deliveries for those who left, and for the others.
#[derive(Default)]
pub struct Told {
    /// How long after somebody left the last event happened that was still sent to their endpoint or started their workflow.
    late: Vec<Duration>,
    expected: usize,
    missing: usize,
    last_missing: String,
}

impl Told {
    pub fn report(&self, outcome: &mut Outcome, promise: Duration) {
        let max = self.late.iter().max().copied().unwrap_or_default();
        outcome.figure(format!(
            "endpoints and workflows of {} who left: told of nothing that happened {max:.1?} later",
            self.late.len() / 2
        ));
        outcome.promise(
            !self.late.is_empty() && max < promise,
            format!("nothing is told {promise:?} after somebody left"),
        );
        outcome.figure(format!("{} of {} other deliveries and starts missing", self.missing, self.expected));
        let whole = self.missing == 0 && self.expected > 0;
        outcome.promise(
            whole,
            format!("what is another's or was handed over goes on without a gap ({})", self.last_missing),
        );
    }

    /// `told` are the events that one of the person's things was told of.
    fn compare(&mut self, person: &Person, events: &[Happened], told: &BTreeSet<Uuid>) {
        let left = *person.left_at.lock().expect("nobody panics with it");
        let ends = |event: &&Happened| match person.fate {
            Fate::Disabled => true,
            // Of customers a technician may still hear.
            Fate::Demoted => event.kind == "api_key.updated",
            Fate::Stays | Fate::HandsOver => false,
        };
        if let Some(left) = left.filter(|_| events.iter().any(|event| ends(&event))) {
            let after = events.iter().filter(ends).filter(|event| told.contains(&event.id) && event.at > left);
            let last = after.map(|event| event.at.duration_since(left)).max().unwrap_or_default();
            self.late.push(Duration::try_from(last).unwrap_or_default());
        }
        let goes_on = |event: &&Happened| !ends(event);
        for event in events.iter().filter(goes_on) {
            self.expected += 1;
            if !told.contains(&event.id) {
                self.missing += 1;
                self.last_missing = format!("{:?} {} {}", person.fate, person.path, event.kind);
            }
        }
    }
}

struct Happened {
    id: Uuid,
    at: Timestamp,
    kind: String,
}

/// Waits until everything has arrived that is to arrive, for some seconds at most.
pub async fn compare(
    stage: &Stage,
    companies: &[Company],
    written: &[usize],
    arrivals: &Arrivals,
) -> anyhow::Result<Told> {
    let mut told = Told::default();
    for _ in 0..20 {
        told = compare_now(stage, companies, written, arrivals).await?;
        if told.missing == 0 {
            break;
        }
        sleep(Duration::from_millis(500)).await;
    }
    Ok(told)
}

async fn compare_now(
    stage: &Stage,
    companies: &[Company],
    written: &[usize],
    arrivals: &Arrivals,
) -> anyhow::Result<Told> {
    let root = stage.database.root().await;
    let mut told = Told::default();
    for (company, written) in companies.iter().zip(written) {
        let sql = "select id, (extract(epoch from at) * 1000)::bigint, type from events
            where tenant_id = (select id from tenants where domain = $1)
                and (type = 'organization.updated' or (type = 'api_key.updated' and data -> 'object' ->> 'name' like 'Renamed %'))
            order by position";
        let rows = root.query(sql, &[&format!("leaving-{}.example", company.number)]).await?;
        let events = rows
            .iter()
            .map(|row| Ok(Happened { id: row.get(0), at: Timestamp::from_millisecond(row.get(1))?, kind: row.get(2) }));
        let events: Vec<Happened> = events.collect::<anyhow::Result<_>>()?;
        anyhow::ensure!(events.len() == 2 * written, "{} events for {written} writes", events.len());
        for person in &company.people {
            let arrived =
                arrivals.lock().expect("nobody panics with it").get(&person.path).cloned().unwrap_or_default();
            let arrived = arrived.iter().filter_map(|id| id.parse::<api::EventId>().ok()).map(|id| id.0).collect();
            told.compare(person, &events, &arrived);
            let workflow: WorkflowId = person.workflow.parse().map_err(|why: &str| anyhow::anyhow!(why))?;
            let runs = "select event_id from workflow_runs where workflow_id = $1 and event_id is not null";
            let started = root.query(runs, &[&workflow.0]).await?.iter().map(|row| row.get(0)).collect();
            told.compare(person, &events, &started);
        }
    }
    Ok(told)
}
