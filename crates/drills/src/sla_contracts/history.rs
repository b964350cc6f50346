//! The histories of tickets: each is created and changed at random, in the service and in the model.

use super::{
    model::{Clock, Target},
    world::{PRIORITIES, TYPES, World},
};
use anyhow::{Context, ensure};
use futures::{StreamExt, TryStreamExt, stream};
use jiff::{SignedDuration, Timestamp};
use rand::{Rng, rngs::StdRng, seq::IteratorRandom};
use reqwest::Method;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use testkit::Client;

const TICKETS: &str = "/api/psa/tickets";

/// The statuses in which no time is counted any more.
const FINISHED: [&str; 3] = ["resolved", "closed", "canceled"];

/// The number of concurrent requests.
const CONCURRENT: usize = 8;

/// The share of the tickets that are changed in a step.
const CHANGED: f64 = 0.02;

pub struct Histories {
    wanted: usize,
    tickets: Vec<History>,
    changes: usize,
}

#[derive(Clone)]
struct History {
    id: String,
    customer: usize,
    kind: usize,
    priority: usize,
    status: String,
    scheduled_at: Option<Timestamp>,
    clocks: [Clock; 2],
    /// For each clock, true if it was breached before it was stopped: such a breach is reported.
    reported: [bool; 2],
    /// The time at which the terms were last applied.
    applied_at: Timestamp,
}

pub struct Compared {
    pub clocks: usize,
    pub breached: usize,
    pub events: usize,
    pub changes: usize,
    pub wrong: Vec<String>,
}

impl Histories {
    pub fn new(wanted: usize) -> Histories {
        Histories { wanted, tickets: vec![], changes: 0 }
    }

    /// Creates some tickets and changes some others. All are created in the first half of the time.
    pub async fn step(
        &mut self,
        client: &Client,
        world: &World,
        rng: &mut StdRng,
        (number, steps): (usize, usize),
        now: Timestamp,
    ) -> anyhow::Result<()> {
        let goal = (self.wanted * (number + 1) * 2 / steps).min(self.wanted);
        let missing = goal.saturating_sub(self.tickets.len());
        let new: Vec<Value> = (0..missing).map(|_| new_ticket(rng, world)).collect();
        let created = stream::iter(new).map(|new| async move {
            let answer = client.post(TICKETS, new.clone()).await.expect(201);
            History::new(world, &answer.body)
        });
        let created: Vec<History> = created.buffer_unordered(CONCURRENT).try_collect().await?;
        self.tickets.extend(created);
        let count = (self.tickets.len() as f64 * CHANGED).ceil() as usize;
        let mut wanted: Vec<(usize, Value)> = vec![];
        for index in (0..self.tickets.len()).choose_multiple(rng, count) {
            wanted.extend(self.tickets[index].change(rng, world, now).map(|change| (index, change)));
        }
        self.changes += wanted.len();
        let changed = stream::iter(wanted).map(|(index, change)| {
            let id = self.tickets[index].id.clone();
            async move {
                let answer = client.send(Method::PATCH, &format!("{TICKETS}?id={id}"), Some(change.clone())).await;
                ensure!(answer.status == 200, "{change}: {} {}", answer.status, answer.body);
                Ok((index, change, answer.body))
            }
        });
        let changed: Vec<_> = changed.buffer_unordered(CONCURRENT).try_collect().await?;
        for (index, change, answer) in changed {
            self.tickets[index].apply(world, &answer, !change["comment"].is_null())?;
        }
        Ok(())
    }

    /// Applies the opening of scheduled tickets by the service to the model.
    pub async fn wake(&mut self, client: &Client, world: &World, now: Timestamp) -> anyhow::Result<()> {
        for history in &mut self.tickets {
            if history.status == "scheduled" && history.scheduled_at.is_some_and(|at| at <= now) {
                let answer = client.get(&format!("{TICKETS}?id={}", history.id)).await.expect(200).body;
                ensure!(answer["status"] == "open", "{} is not open at {now}: {}", history.id, answer["scheduled_at"]);
                history.apply(world, &answer, false)?;
            }
        }
        Ok(())
    }

    /// Compares the tickets with the model. `now` is the time of the service.
    pub async fn compare(
        mut self,
        client: &Client,
        world: &World,
        now: impl Fn() -> Timestamp,
    ) -> anyhow::Result<Compared> {
        let events = breaches(client).await?;
        let mut compared =
            Compared { clocks: 0, breached: 0, events: events.len(), changes: self.changes, wrong: vec![] };
        for history in &mut self.tickets {
            let ticket = client.get(&format!("{TICKETS}?id={}", history.id)).await.expect(200).body;
            // A resolved ticket is still measured by the terms of its resolution.
            if !FINISHED.contains(&history.status.as_str()) {
                history.count(world, now());
            }
            compared.add(history, world, &ticket, &events);
        }
        Ok(compared)
    }
}

impl Compared {
    fn add(&mut self, history: &History, world: &World, ticket: &Value, events: &BTreeMap<(String, String), usize>) {
        let terms = world.terms(history.customer, history.kind, history.priority, history.applied_at);
        let policy = ticket["sla"]["policy_id"].as_str().unwrap_or_default();
        if policy != world.policy_at(history.customer, history.applied_at) {
            self.wrong.push(format!("{}: policy {policy}", history.id));
        }
        for (clock, name) in history.clocks.iter().zip(["first_response", "resolution"]) {
            let shown = &ticket["sla"][name];
            let expected = clock.shown(&terms);
            let time = |field: &str| shown[field].as_str().and_then(|text| text.parse::<Timestamp>().ok());
            let actual = shown["state"].as_str().map(|state| (state.to_owned(), time("due_at")));
            let reports = events.get(&(history.id.clone(), name.to_owned())).copied().unwrap_or(0);
            self.clocks += usize::from(expected.is_some());
            self.breached += usize::from(expected.is_some_and(|(state, _)| state == "breached"));
            if actual != expected.map(|(state, due)| (state.to_owned(), due)) {
                self.wrong.push(format!("{} {name}: {shown} instead of {expected:?}, {clock:?}", history.id));
            } else if history.reported[usize::from(name == "resolution")] && reports == 0 {
                self.wrong.push(format!("{} {name}: its breach was not reported", history.id));
            }
        }
    }
}

impl History {
    fn new(world: &World, ticket: &Value) -> anyhow::Result<History> {
        let at = time(&ticket["created_at"])?;
        let mut history = History {
            id: ticket["id"].as_str().context("the ticket has no id")?.to_owned(),
            customer: 0,
            kind: 0,
            priority: 0,
            status: String::new(),
            scheduled_at: None,
            clocks: [Clock::new(Target::Response, at), Clock::new(Target::Resolution, at)],
            reported: [false; 2],
            applied_at: at,
        };
        history.set_fields(world, ticket)?;
        history.apply_status(false);
        Ok(history)
    }

    fn set_fields(&mut self, world: &World, ticket: &Value) -> anyhow::Result<()> {
        let position =
            |words: &[&str], value: &Value| words.iter().position(|word| value == word).context("unknown value");
        self.customer = world
            .organizations
            .iter()
            .position(|id| ticket["organization_id"] == **id)
            .context("unknown organization")?;
        self.kind = position(&TYPES, &ticket["type"])?;
        self.priority = position(&PRIORITIES, &ticket["priority"])?;
        self.status = ticket["status"].as_str().context("the ticket has no status")?.to_owned();
        self.scheduled_at = ticket["scheduled_at"].as_str().map(str::parse).transpose()?;
        Ok(())
    }

    /// Counts until an instant, by the terms that applied in the meantime.
    pub fn count(&mut self, world: &World, until: Timestamp) {
        let mut instants = world.boundaries(self.customer, self.applied_at, until);
        instants.push(until);
        for at in instants {
            let old = world.terms(self.customer, self.kind, self.priority, self.applied_at);
            let new = world.terms(self.customer, self.kind, self.priority, at);
            for clock in &mut self.clocks {
                clock.count(at, &old);
                clock.apply(&new);
            }
            self.applied_at = at;
        }
        self.update_reported();
    }

    fn update_reported(&mut self) {
        for (clock, reported) in self.clocks.iter().zip(&mut self.reported) {
            if clock.breached_at.is_none() {
                *reported = false;
            } else if !clock.stopped {
                *reported = true;
            }
        }
    }

    /// Applies a change of the service to the model.
    fn apply(&mut self, world: &World, ticket: &Value, is_answered: bool) -> anyhow::Result<()> {
        let now = time(&ticket["updated_at"])?;
        self.count(world, now);
        self.set_fields(world, ticket)?;
        let terms = world.terms(self.customer, self.kind, self.priority, now);
        self.clocks.iter_mut().for_each(|clock| clock.apply(&terms));
        self.update_reported();
        self.apply_status(is_answered);
        Ok(())
    }

    fn apply_status(&mut self, is_answered: bool) {
        let [response, resolution] = &mut self.clocks;
        let (runs, ends) = match self.status.as_str() {
            "new" | "open" | "pending_vendor" => (true, false),
            "pending_customer" | "scheduled" => (false, false),
            _ => (false, true),
        };
        response.stopped |= is_answered || self.status == "resolved" || self.status == "closed";
        response.running = runs && !response.stopped;
        (resolution.stopped, resolution.running) = (ends, runs);
    }

    /// A random change that is allowed now, if there is one.
    fn change(&self, rng: &mut StdRng, world: &World, now: Timestamp) -> Option<Value> {
        if matches!(self.status.as_str(), "closed" | "canceled") {
            return None;
        }
        if self.status == "resolved" {
            return rng.random_bool(0.4).then(|| json!({"status": "open"}));
        }
        let mut change = Map::new();
        if rng.random_bool(0.3) {
            change.insert("priority".into(), json!(PRIORITIES[rng.random_range(0..4)]));
        }
        if rng.random_bool(0.15) {
            change.insert("type".into(), json!(TYPES[rng.random_range(0..TYPES.len())]));
        }
        if rng.random_bool(0.15) {
            change.insert("organization_id".into(), json!(world.organizations.iter().choose(rng)));
        }
        if rng.random_bool(0.3) {
            change.insert("comment".into(), json!({"body": "On my way."}));
        }
        if rng.random_bool(0.6) {
            self.change_status(rng, now, &mut change);
        }
        (!change.is_empty()).then_some(Value::Object(change))
    }

    fn change_status(&self, rng: &mut StdRng, now: Timestamp, change: &mut Map<String, Value>) {
        let next = ["open", "pending_customer", "pending_vendor", "scheduled", "resolved", "canceled"];
        let weights = [3, 3, 2, 2, 3, 1];
        let mut pick = rng.random_range(0..weights.iter().sum::<usize>());
        let mut chosen = next[0];
        for (status, weight) in next.into_iter().zip(weights) {
            if pick < weight {
                chosen = status;
                break;
            }
            pick -= weight;
        }
        if chosen == self.status {
            return;
        }
        change.insert("status".into(), json!(chosen));
        if chosen == "resolved" {
            change.insert("resolution".into(), json!({"code": "fixed"}));
        }
        if chosen == "scheduled" {
            let in_some_days = SignedDuration::from_secs(rng.random_range(86_400..5 * 86_400));
            change.insert("scheduled_at".into(), json!(now + in_some_days));
        }
    }
}

fn new_ticket(rng: &mut StdRng, world: &World) -> Value {
    json!({
        "subject": "Printer on fire",
        "organization_id": world.organizations.iter().choose(rng),
        "priority": PRIORITIES[rng.random_range(0..4)],
        "type": TYPES[rng.random_range(0..TYPES.len())],
    })
}

fn time(value: &Value) -> anyhow::Result<Timestamp> {
    value.as_str().unwrap_or_default().parse().with_context(|| format!("not a time: {value}"))
}

/// The number of reports of the breach of each target of a ticket.
async fn breaches(client: &Client) -> anyhow::Result<BTreeMap<(String, String), usize>> {
    let (mut found, mut cursor) = (BTreeMap::new(), None::<String>);
    loop {
        let more = cursor.map(|cursor| format!("&cursor={cursor}")).unwrap_or_default();
        let page = client.get(&format!("/api/events?type=ticket.sla.breached&limit=200{more}")).await.expect(200).body;
        for event in page["data"].as_array().context("a page of events")? {
            let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
            *found.entry((text(&event["data"]["object"]["id"]), text(&event["data"]["target"]))).or_default() += 1;
        }
        match page["next_cursor"].as_str() {
            Some(next) => cursor = Some(next.to_owned()),
            None => return Ok(found),
        }
    }
}
