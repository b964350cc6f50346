//! The lives of tickets: each is created and changed at random, by the service and in the model.

use super::{
    model::{Clock, Which},
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
const OVER: [&str; 3] = ["resolved", "closed", "canceled"];

/// Requests at the same time.
const SIDE_BY_SIDE: usize = 8;

/// The share of the tickets that are changed in a step.
const CHANGED: f64 = 0.02;

pub struct Lives {
    wanted: usize,
    tickets: Vec<Life>,
    changes: usize,
}

#[derive(Clone)]
struct Life {
    id: String,
    customer: usize,
    kind: usize,
    priority: usize,
    status: String,
    scheduled_at: Option<Timestamp>,
    clocks: [Clock; 2],
    /// The clocks that were breached before they were stopped, which is reported.
    reported: [bool; 2],
    /// When the terms were applied last.
    judged_at: Timestamp,
}

pub struct Compared {
    pub clocks: usize,
    pub breached: usize,
    pub events: usize,
    pub changes: usize,
    pub wrong: Vec<String>,
}

impl Lives {
    pub fn new(wanted: usize) -> Lives {
        Lives { wanted, tickets: vec![], changes: 0 }
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
            Life::new(world, &answer.body)
        });
        let created: Vec<Life> = created.buffer_unordered(SIDE_BY_SIDE).try_collect().await?;
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
        let changed: Vec<_> = changed.buffer_unordered(SIDE_BY_SIDE).try_collect().await?;
        for (index, change, answer) in changed {
            self.tickets[index].follow(world, &answer, !change["comment"].is_null())?;
        }
        Ok(())
    }

    /// The scheduled tickets that the service has opened.
    pub async fn wake(&mut self, client: &Client, world: &World, now: Timestamp) -> anyhow::Result<()> {
        for life in &mut self.tickets {
            if life.status == "scheduled" && life.scheduled_at.is_some_and(|at| at <= now) {
                let answer = client.get(&format!("{TICKETS}?id={}", life.id)).await.expect(200).body;
                ensure!(answer["status"] == "open", "{} is not open at {now}: {}", life.id, answer["scheduled_at"]);
                life.follow(world, &answer, false)?;
            }
        }
        Ok(())
    }

    /// `now` is the time of the service.
    pub async fn compare(
        mut self,
        client: &Client,
        world: &World,
        now: impl Fn() -> Timestamp,
    ) -> anyhow::Result<Compared> {
        let events = breaches(client).await?;
        let mut compared =
            Compared { clocks: 0, breached: 0, events: events.len(), changes: self.changes, wrong: vec![] };
        for life in &mut self.tickets {
            let ticket = client.get(&format!("{TICKETS}?id={}", life.id)).await.expect(200).body;
            // A resolved ticket is still measured by the terms of its resolution.
            if !OVER.contains(&life.status.as_str()) {
                life.count(world, now());
            }
            compared.add(life, world, &ticket, &events);
        }
        Ok(compared)
    }
}

impl Compared {
    fn add(&mut self, life: &Life, world: &World, ticket: &Value, events: &BTreeMap<(String, String), usize>) {
        let terms = world.terms(life.customer, life.kind, life.priority, life.judged_at);
        let policy = ticket["sla"]["policy_id"].as_str().unwrap_or_default();
        if policy != world.policy_at(life.customer, life.judged_at) {
            self.wrong.push(format!("{}: policy {policy}", life.id));
        }
        for (clock, name) in life.clocks.iter().zip(["first_response", "resolution"]) {
            let shown = &ticket["sla"][name];
            let expected = clock.shown(&terms);
            let time = |field: &str| shown[field].as_str().and_then(|text| text.parse::<Timestamp>().ok());
            let is = shown["state"].as_str().map(|state| (state.to_owned(), time("due_at")));
            let told = events.get(&(life.id.clone(), name.to_owned())).copied().unwrap_or(0);
            self.clocks += usize::from(expected.is_some());
            self.breached += usize::from(expected.is_some_and(|(state, _)| state == "breached"));
            if is != expected.map(|(state, due)| (state.to_owned(), due)) {
                self.wrong.push(format!("{} {name}: {shown} instead of {expected:?}, {clock:?}", life.id));
            } else if life.reported[usize::from(name == "resolution")] && told == 0 {
                self.wrong.push(format!("{} {name}: its breach was not reported", life.id));
            }
        }
    }
}

impl Life {
    fn new(world: &World, ticket: &Value) -> anyhow::Result<Life> {
        let at = time(&ticket["created_at"])?;
        let mut life = Life {
            id: ticket["id"].as_str().context("an id")?.to_owned(),
            customer: 0,
            kind: 0,
            priority: 0,
            status: String::new(),
            scheduled_at: None,
            clocks: [Clock::new(Which::Response, at), Clock::new(Which::Resolution, at)],
            reported: [false; 2],
            judged_at: at,
        };
        life.take(world, ticket)?;
        life.apply_status(false);
        Ok(life)
    }

    fn take(&mut self, world: &World, ticket: &Value) -> anyhow::Result<()> {
        let position = |words: &[&str], value: &Value| words.iter().position(|word| value == word).context("a word");
        self.customer = world.organizations.iter().position(|id| ticket["organization_id"] == **id).context("one")?;
        self.kind = position(&TYPES, &ticket["type"])?;
        self.priority = position(&PRIORITIES, &ticket["priority"])?;
        self.status = ticket["status"].as_str().context("a status")?.to_owned();
        self.scheduled_at = ticket["scheduled_at"].as_str().map(str::parse).transpose()?;
        Ok(())
    }

    /// Counts until an instant, by the terms that applied in the meantime.
    pub fn count(&mut self, world: &World, until: Timestamp) {
        let mut instants = world.boundaries(self.customer, self.judged_at, until);
        instants.push(until);
        for at in instants {
            let old = world.terms(self.customer, self.kind, self.priority, self.judged_at);
            let new = world.terms(self.customer, self.kind, self.priority, at);
            for clock in &mut self.clocks {
                clock.count(at, &old);
                clock.judge(&new);
            }
            self.judged_at = at;
        }
        self.note_breaches();
    }

    fn note_breaches(&mut self) {
        for (clock, reported) in self.clocks.iter().zip(&mut self.reported) {
            if clock.breached_at.is_none() {
                *reported = false;
            } else if !clock.stopped {
                *reported = true;
            }
        }
    }

    /// The change of a ticket as the service has made it.
    fn follow(&mut self, world: &World, ticket: &Value, answered: bool) -> anyhow::Result<()> {
        let now = time(&ticket["updated_at"])?;
        self.count(world, now);
        self.take(world, ticket)?;
        let terms = world.terms(self.customer, self.kind, self.priority, now);
        self.clocks.iter_mut().for_each(|clock| clock.judge(&terms));
        self.note_breaches();
        self.apply_status(answered);
        Ok(())
    }

    fn apply_status(&mut self, answered: bool) {
        let [response, resolution] = &mut self.clocks;
        let (runs, ends) = match self.status.as_str() {
            "new" | "open" | "pending_vendor" => (true, false),
            "pending_customer" | "scheduled" => (false, false),
            _ => (false, true),
        };
        response.stopped |= answered || self.status == "resolved" || self.status == "closed";
        response.running = runs && !response.stopped;
        (resolution.stopped, resolution.running) = (ends, runs);
    }

    /// A change that is allowed at present; none for a ticket that is over.
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

/// How often the breach of each target of a ticket was reported.
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
