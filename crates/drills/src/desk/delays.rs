//! Round trips to PostgreSQL: with a delay put between server and PostgreSQL, a call takes one delay for each of them.

use crate::{Outcome, Size, slow_proxy, stage::Stage};
use reqwest::Method;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use testkit::{Client, ServerProcess};

/// The delay is long compared with the work of the server, which is measured with it.
const DELAY: Duration = Duration::from_millis(50);

/// A read is one statement, which sets its tenant by itself.
const READ: f64 = 1.5;

/// A list of tickets is two statements at most.
const QUEUE: f64 = 2.5;

/// A write reads and locks in one round trip, which BEGIN travels with. The changed rows, its records and COMMIT are the other.
const WRITE: f64 = 2.5;

/// A macro needs two round trips as well. The work on ten tickets takes a part of a third delay.
const MACRO: f64 = 3.0;

/// The most calls of a kind. More than the least are made only while none of them was fast enough.
const MOST: usize = 15;

pub async fn measure(stage: &Stage, size: Size, outcome: &mut Outcome) -> anyhow::Result<()> {
    let slow = slow_proxy::start(stage.postgres.port, DELAY).await?;
    let url = format!("postgres://app@127.0.0.1:{slow}/{}", stage.database.name);
    // One connection, so that its statements are prepared after the first request.
    let more = ["--database-connections", "1"];
    let server = ServerProcess::start_on(&url, &stage.database.url("app_system"), &more).await?;
    let tenant = stage.tenant("delays").await?;
    let (user, _) = stage.person(tenant.tenant, "technician").await;
    let calls = Calls::prepare(server.client(&tenant.key), user.to_string()).await;
    let least = size.pick(MOST, 5);

    for (what, bound) in [
        ("task list", READ),
        ("task add", WRITE),
        ("task done", WRITE),
        ("macro list", READ),
        ("queue", QUEUE),
        ("view counts", QUEUE),
        ("ticket change", WRITE),
        ("comment", WRITE),
        ("timer start and stop", 2.0 * WRITE),
        ("macro apply to 10", MACRO),
    ] {
        let delays = calls.fastest(what, least, bound).await;
        outcome.figure(format!("{what} {delays:.1} round trips"));
        outcome.promise(delays < bound, format!("{what} in less than {bound} round trips ({delays:.1})"));
    }
    server.stop().await
}

struct Calls {
    client: Client,
    user: String,
    tickets: Vec<String>,
    task: String,
    saved: String,
}

impl Calls {
    async fn prepare(client: Client, user: String) -> Calls {
        let mut tickets = vec![];
        for n in 0..10 {
            let new = json!({"subject": format!("Ticket {n}")});
            tickets.push(client.post("/api/psa/tickets", new).await.expect(201).id());
        }
        let target = format!("/api/psa/tickets/tasks?ticket_id={}", tickets[0]);
        let task = client.post(&target, json!({"title": "A task"})).await.expect(201).id();
        let saved = json!({"name": "Urgent", "change": {"priority": "p1"},
            "comment": {"body": "About {{ticket.number}}", "visibility": "internal"}});
        let saved = client.post("/api/psa/macros", saved).await.expect(201).id();
        let view = json!({"name": "Unresolved", "filter": {"status": ["unresolved"]}});
        client.post("/api/psa/views", view).await.expect(201);
        Calls { client, user, tickets, task, saved }
    }

    /// The time of the fastest of several calls, in delays: slower calls have also waited for the processor.
    async fn fastest(&self, what: &str, least: usize, bound: f64) -> f64 {
        for n in 0..3 {
            self.call(what, n).await; // prepares the statements
        }
        let mut fastest = f64::INFINITY;
        for n in 0..MOST {
            if n >= least && fastest < bound {
                break;
            }
            let started = Instant::now();
            self.call(what, n).await;
            fastest = fastest.min(started.elapsed().as_secs_f64() / DELAY.as_secs_f64());
        }
        fastest
    }

    async fn call(&self, what: &str, number: usize) {
        let (client, ticket) = (&self.client, &self.tickets[0]);
        let tasks = format!("/api/psa/tickets/tasks?ticket_id={ticket}");
        match what {
            "task list" => drop(client.get(&tasks).await.expect(200)),
            "task add" => drop(client.post(&tasks, json!({"title": "Another"})).await.expect(201)),
            "task done" => {
                let target = format!("/api/psa/tickets/tasks?id={}", self.task);
                self.patch(&target, json!({"done": number.is_multiple_of(2)})).await;
            }
            "macro list" => drop(client.get("/api/psa/macros").await.expect(200)),
            "queue" => drop(client.get("/api/psa/tickets?status=unresolved&limit=50").await.expect(200)),
            "view counts" => drop(client.get("/api/psa/views/counts").await.expect(200)),
            "ticket change" => {
                let change = json!({"custom_fields": {"counter": number}});
                self.patch(&format!("/api/psa/tickets?id={ticket}"), change).await;
            }
            "comment" => {
                let target = format!("/api/psa/tickets/comments?ticket_id={ticket}");
                client.post(&target, json!({"body": "We have looked at it."})).await.expect(201);
            }
            "timer start and stop" => {
                let new = json!({"ticket_id": ticket, "user_id": self.user});
                let timer = client.post("/api/psa/time-entries", new).await.expect(201).id();
                let target = format!("/api/psa/time-entries?id={timer}");
                client.put(&target, json!({"running": false})).await.expect(200);
            }
            _ => {
                let application = json!({"macro_id": self.saved, "ticket_ids": self.tickets});
                client.post("/api/psa/macros/apply", application).await.expect(200);
            }
        }
    }

    async fn patch(&self, target: &str, change: Value) {
        self.client.send(Method::PATCH, target, Some(change)).await.expect(200);
    }
}
