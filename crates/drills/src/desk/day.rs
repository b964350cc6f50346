//! The rounds of the technicians, their responses, and the comparison of the tickets with these responses.

use super::{
    scene::Scene,
    technician::{Reply, Sent, Technician},
};
use anyhow::Context;
use futures::future::try_join_all;
use rand::{Rng, RngCore, SeedableRng, rngs::StdRng};
use reqwest::Method;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Tickets that a macro is applied to at once.
const APPLIED: usize = 20;

/// Failures that are shown.
const SHOWN: usize = 5;

const FILE_BYTES: usize = 20_000;

/// The numbers of results.
#[derive(Default)]
pub struct Tally {
    pub comments: i64,
    pub tasks: i64,
    pub done: i64,
    pub timers: i64,
    pub files: i64,
    /// Tickets that macros have changed.
    pub applied: i64,
    /// Changes of each contested ticket that succeeded.
    pub wins: BTreeMap<String, i64>,
    /// Changes of contested tickets that were refused, because another technician was faster.
    pub conflicts: i64,
    /// Unexpected responses.
    pub failures: Vec<String>,
}

impl Tally {
    pub fn add(&mut self, other: Tally) {
        self.comments += other.comments;
        self.tasks += other.tasks;
        self.done += other.done;
        self.timers += other.timers;
        self.files += other.files;
        self.applied += other.applied;
        self.conflicts += other.conflicts;
        for (ticket, wins) in other.wins {
            *self.wins.entry(ticket).or_default() += wins;
        }
        self.failures.extend(other.failures);
        self.failures.truncate(SHOWN);
    }

    /// True if the response has this status.
    fn expect(&mut self, status: u16, what: &str, reply: &Reply) -> bool {
        if reply.status != status && self.failures.len() < SHOWN {
            self.failures.push(format!("{what}: {} {}", reply.status, reply.body));
        }
        reply.status == status
    }
}

/// All technicians work at the same time.
pub async fn work(scene: &Scene, rounds: usize) -> anyhow::Result<Tally> {
    let days = scene.technicians.iter().enumerate().map(|(n, technician)| async move {
        let mut day = Day { scene, technician, rng: StdRng::seed_from_u64(n as u64), tally: Tally::default() };
        for round in 0..rounds {
            day.round(n + round).await?;
        }
        anyhow::Ok(day.tally)
    });
    let mut all = Tally::default();
    try_join_all(days).await?.into_iter().for_each(|tally| all.add(tally));
    Ok(all)
}

struct Day<'a> {
    scene: &'a Scene,
    technician: &'a Technician,
    rng: StdRng,
    tally: Tally,
}

impl Day<'_> {
    async fn round(&mut self, number: usize) -> anyhow::Result<()> {
        let counts = self.technician.get("view counts", "/api/psa/views/counts").await?;
        self.tally.expect(200, "view counts", &counts);
        let queue = "/api/psa/tickets?status=unresolved&sort=due_at&limit=50";
        let queue = self.technician.get("queue", queue).await?;
        self.tally.expect(200, "queue", &queue);

        let ticket = self.any_ticket();
        let timer = json!({"ticket_id": ticket});
        let timer = self.technician.post("timer start", "/api/psa/time-entries", timer).await?;
        self.comment(&ticket).await?;
        self.task(&ticket).await?;
        if number.is_multiple_of(3) {
            self.attach(&ticket).await?;
        }
        self.contest().await?;
        if number.is_multiple_of(5) {
            self.apply(number).await?;
        }
        if self.tally.expect(201, "timer start", &timer) {
            let target = format!("/api/psa/time-entries?id={}", id(&timer.body)?);
            let sent = Sent::Json(json!({"running": false}));
            let stopped = self.technician.send("timer stop", Method::PUT, &target, &sent).await?;
            self.tally.timers += i64::from(self.tally.expect(200, "timer stop", &stopped));
        }
        Ok(())
    }

    fn any_ticket(&mut self) -> String {
        let tickets = &self.scene.tickets;
        tickets[self.rng.random_range(0..tickets.len())].clone()
    }

    async fn comment(&mut self, ticket: &str) -> anyhow::Result<()> {
        let target = format!("/api/psa/tickets/comments?ticket_id={ticket}");
        let comment = json!({"body": "We have looked at it.", "visibility": "internal"});
        let reply = self.technician.post("comment", &target, comment).await?;
        self.tally.comments += i64::from(self.tally.expect(201, "comment", &reply));
        Ok(())
    }

    /// Reads the list, adds a task and completes it.
    async fn task(&mut self, ticket: &str) -> anyhow::Result<()> {
        let target = format!("/api/psa/tickets/tasks?ticket_id={ticket}");
        let listed = self.technician.get("task list", &target).await?;
        self.tally.expect(200, "task list", &listed);
        let added = self.technician.post("task add", &target, json!({"title": "Look at it again"})).await?;
        if !self.tally.expect(201, "task add", &added) {
            return Ok(());
        }
        self.tally.tasks += 1;
        let target = format!("/api/psa/tickets/tasks?id={}", id(&added.body)?);
        let sent = Sent::IfMatch(1, json!({"done": true}));
        let done = self.technician.send("task done", Method::PATCH, &target, &sent).await?;
        self.tally.done += i64::from(self.tally.expect(200, "task done", &done));
        Ok(())
    }

    async fn attach(&mut self, ticket: &str) -> anyhow::Result<()> {
        let mut bytes = vec![0; FILE_BYTES];
        self.rng.fill_bytes(&mut bytes);
        let target = format!("/api/psa/attachments?ticket_id={ticket}&name=screen.bin");
        let reply = self.technician.send("attachment", Method::POST, &target, &Sent::File(bytes)).await?;
        self.tally.files += i64::from(self.tally.expect(201, "attachment", &reply));
        Ok(())
    }

    /// Reads a contested ticket, and increments its counter unless another technician was faster.
    async fn contest(&mut self) -> anyhow::Result<()> {
        let contested = self.scene.contested();
        let ticket = contested[self.rng.random_range(0..contested.len())].clone();
        let target = format!("/api/psa/tickets?id={ticket}");
        let read = self.technician.get("ticket", &target).await?;
        if !self.tally.expect(200, "ticket", &read) {
            return Ok(());
        }
        let counter = read.body["custom_fields"]["counter"].as_i64().unwrap_or_default();
        let version = read.body["version"].as_i64().context("a version")?;
        let sent = Sent::IfMatch(version, json!({"custom_fields": {"counter": counter + 1}}));
        let reply = self.technician.send("ticket change", Method::PATCH, &target, &sent).await?;
        if reply.status == 412 {
            self.tally.conflicts += 1;
        } else if self.tally.expect(200, "ticket change", &reply) {
            *self.tally.wins.entry(ticket).or_default() += 1;
        }
        Ok(())
    }

    async fn apply(&mut self, number: usize) -> anyhow::Result<()> {
        let tickets = &self.scene.tickets;
        let (start, count) = (self.rng.random_range(0..tickets.len()), APPLIED.min(tickets.len()));
        let some: Vec<&String> = tickets.iter().cycle().skip(start).take(count).collect();
        let asks = number.is_multiple_of(2);
        let id = if asks { &self.scene.asking_macro } else { &self.scene.reopening_macro };
        let application = json!({"macro_id": id, "ticket_ids": some});
        let reply = self.technician.post("macro apply", "/api/psa/macros/apply", application).await?;
        if !self.tally.expect(200, "macro apply", &reply) {
            return Ok(());
        }
        let applied = reply.body["succeeded"].as_i64().unwrap_or_default();
        self.tally.applied += applied;
        if asks {
            self.tally.comments += applied;
            self.tally.tasks += applied;
        }
        if let Some(failed) =
            reply.body["results"].as_array().into_iter().flatten().find(|result| result["status"] != 200)
        {
            self.tally.failures.push(format!("macro apply: {failed}"));
        }
        Ok(())
    }
}

/// The number of changes that succeeded and are not stored.
pub async fn lost_updates(scene: &Scene, tally: &Tally) -> anyhow::Result<i64> {
    let mut lost = 0;
    for (ticket, wins) in &tally.wins {
        let counter = scene.ticket(ticket).await["custom_fields"]["counter"].as_i64().unwrap_or_default();
        lost += (wins - counter).abs();
    }
    Ok(lost)
}

/// All technicians change the same version of a ticket at once. Returns the races that did not end with one winner.
pub async fn races(scene: &Scene, races: usize) -> anyhow::Result<Vec<String>> {
    let mut wrong = vec![];
    for race in 0..races {
        let ticket = scene.tickets.last().context("a ticket")?;
        let target = format!("/api/psa/tickets?id={ticket}");
        let version = scene.ticket(ticket).await["version"].as_i64().context("a version")?;
        let target = &target;
        let changes = scene.technicians.iter().enumerate().map(|(n, technician)| async move {
            let sent = Sent::IfMatch(version, json!({"custom_fields": {"winner": format!("{race}/{n}")}}));
            technician.send("race", Method::PATCH, target, &sent).await
        });
        let replies = try_join_all(changes).await?;
        let winners: Vec<usize> = (0..replies.len()).filter(|n| replies[*n].status == 200).collect();
        let conflicts = replies.iter().filter(|reply| reply.status == 412).count();
        let winner = scene.ticket(ticket).await["custom_fields"]["winner"].clone();
        let is_right = match winners[..] {
            [only] => conflicts + 1 == replies.len() && winner == format!("{race}/{only}"),
            _ => false,
        };
        if !is_right && wrong.len() < SHOWN {
            wrong.push(format!("race {race}: {winners:?} won, {conflicts} got a conflict, {winner} is stored"));
        }
    }
    Ok(wrong)
}

fn id(body: &Value) -> anyhow::Result<&str> {
    body["id"].as_str().context("an id")
}
