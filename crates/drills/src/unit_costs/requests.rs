//! Units that a server does at once: reads, writes and searches.

use super::meter::{Cost, Memory, Meter};
use crate::{
    Size,
    memory::anonymous,
    search_data::{Catalogue, Ticket},
};
use anyhow::{Context, ensure};
use futures::{StreamExt, TryStreamExt, stream};
use reqwest::Method;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const ORGANIZATIONS: &str = "/api/rmm/organizations";
const TICKETS: &str = "/api/psa/tickets";

/// Concurrent requests when memory is measured, and the number of all requests.
const AT_ONCE: usize = 32;
const BURST: usize = 4 * AT_ONCE;

/// Writes of a ticket: it is created, changed twice, commented on four times, and resolved.
const WRITES: usize = 8;

/// A few more than a page.
const CUSTOMERS: usize = 60;

/// A client that does not check responses, because its time is part of the elapsed time.
pub struct Caller {
    http: reqwest::Client,
    base: String,
    key: String,
}

impl Caller {
    pub fn new(base: &str, key: &str) -> anyhow::Result<Caller> {
        let http = reqwest::Client::builder().no_proxy().build()?;
        Ok(Caller { http, base: base.to_owned(), key: key.to_owned() })
    }

    /// Returns the time until the whole response arrived, and its body.
    pub async fn send(
        &self,
        method: &Method,
        target: &str,
        body: Option<&Value>,
        expected: u16,
    ) -> anyhow::Result<(Duration, Value)> {
        let mut request = self.http.request(method.clone(), format!("{}{target}", self.base)).bearer_auth(&self.key);
        if let Some(body) = body {
            request = request.json(body);
        }
        if *method == Method::POST {
            request = request.header("idempotency-key", format!("{:032x}", rand::random::<u128>()));
        }
        let started = Instant::now();
        let response = request.send().await?;
        let status = response.status();
        let bytes = response.bytes().await?;
        let took = started.elapsed();
        ensure!(status == expected, "{method} {target}: {status} {}", String::from_utf8_lossy(&bytes));
        Ok((took, serde_json::from_slice(&bytes)?))
    }

    pub async fn get(&self, target: &str) -> anyhow::Result<Duration> {
        Ok(self.send(&Method::GET, target, None, 200).await?.0)
    }
}

/// A tenant with customers, the tickets that it will have, and a client.
pub struct Desk {
    caller: Caller,
    organization: String,
    catalogue: Catalogue,
    memory: Memory,
}

impl Desk {
    pub async fn open(meter: &Meter<'_>, tickets: usize) -> anyhow::Result<Desk> {
        let admin = meter.system.scene.stage.tenant("unit-requests").await?;
        let caller = Caller::new(&meter.system.scene.server.base, &admin.key)?;
        let mut organization = None;
        for number in 0..CUSTOMERS {
            let new = json!({"name": format!("Customer {number}"), "notes": "Calls on Mondays.", "tags": ["gold"]});
            organization = Some(caller.send(&Method::POST, ORGANIZATIONS, Some(&new), 201).await?.1);
        }
        let organization = organization.as_ref().and_then(|one| one["id"].as_str()).context("an id")?.to_owned();
        let memory = Memory::of(meter.system.scene.server.pid(), anonymous)?;
        // A quarter of the entries are tickets.
        Ok(Desk { caller, organization, catalogue: Catalogue::new(4 * tickets), memory })
    }

    /// Reads of one row and of 50 rows.
    pub async fn reads(&self, meter: &Meter<'_>) -> anyhow::Result<[Cost; 2]> {
        let one = format!("{ORGANIZATIONS}?id={}", self.organization);
        Ok([self.gets(meter, &[one]).await?, self.gets(meter, &[ORGANIZATIONS.to_owned()]).await?])
    }

    /// Searches for words of the subjects of tickets.
    pub async fn searches(&self, meter: &Meter<'_>) -> anyhow::Result<Cost> {
        let subjects = self.catalogue.tickets.iter().take(100).flat_map(|ticket| ticket.subject.split(' '));
        let words = subjects.filter(|word| word.len() > 3 && word.bytes().all(|byte| byte.is_ascii_alphabetic()));
        let targets: Vec<String> = words.map(|word| format!("/api/search?q={word}")).collect();
        ensure!(!targets.is_empty(), "there are no words");
        self.gets(meter, &targets).await
    }

    async fn gets(&self, meter: &Meter<'_>, targets: &[String]) -> anyhow::Result<Cost> {
        let count = meter.size.pick(2_000, 200);
        let some = async |count: usize| {
            let mut times = vec![];
            for target in targets.iter().cycle().take(count) {
                times.push(self.caller.get(target).await?);
            }
            anyhow::Ok(times)
        };
        some(count / 10).await?;
        let cost = meter.measure(count, some(count)).await?;
        let burst = async {
            let requests = stream::iter(0..BURST).map(|number| self.caller.get(&targets[number % targets.len()]));
            requests.buffer_unordered(AT_ONCE).try_collect::<Vec<_>>().await
        };
        Ok(cost.with_memory(self.memory.growth(AT_ONCE, burst).await?.0))
    }

    /// A new ticket, and the mean of the writes of a ticket from its creation to its resolution.
    pub async fn writes(&self, meter: &Meter<'_>) -> anyhow::Result<[Cost; 2]> {
        let (warm_up, rest) = self.catalogue.tickets.split_at(self.catalogue.tickets.len() / 12 + 1);
        self.handle(warm_up).await?;
        let (new, handled) = rest.split_at(rest.len() / 3);
        let created = meter
            .measure_stored(new.len(), async {
                let mut times = vec![];
                for ticket in new {
                    times.push(self.create(ticket).await?.0);
                }
                anyhow::Ok(times)
            })
            .await?;
        let mixed = meter.measure_stored(WRITES * handled.len(), self.handle(handled)).await?;
        let burst = async {
            let requests = stream::iter(new.iter().cycle().take(BURST)).map(|ticket| self.create(ticket));
            requests.buffer_unordered(AT_ONCE).try_collect::<Vec<_>>().await
        };
        let (memory, _) = self.memory.growth(AT_ONCE, burst).await?;
        Ok([created, mixed.with_memory(memory)])
    }

    async fn create(&self, ticket: &Ticket) -> anyhow::Result<(Duration, Value)> {
        let new = json!({"subject": ticket.subject, "description": ticket.description, "priority": "p3",
            "organization_id": self.organization});
        self.caller.send(&Method::POST, TICKETS, Some(&new), 201).await
    }

    async fn handle(&self, tickets: &[Ticket]) -> anyhow::Result<Vec<Duration>> {
        let mut times = vec![];
        for ticket in tickets {
            let (took, made) = self.create(ticket).await?;
            times.push(took);
            let id = made["id"].as_str().context("an id")?;
            let (change, comment) = (format!("{TICKETS}?id={id}"), format!("{TICKETS}/comments?ticket_id={id}"));
            let internal = json!({"body": ticket.description, "visibility": "internal"});
            let public = json!({"body": ticket.description, "visibility": "public"});
            let resolved = json!({"status": "resolved", "resolution": {"code": "fixed", "notes": ticket.subject}});
            let writes: [(Method, &String, &Value, u16); WRITES - 1] = [
                (Method::PATCH, &change, &json!({"status": "open", "priority": "p2"}), 200),
                (Method::POST, &comment, &internal, 201),
                (Method::POST, &comment, &public, 201),
                (Method::PATCH, &change, &json!({"tags": ["printer", "branch"]}), 200),
                (Method::POST, &comment, &internal, 201),
                (Method::POST, &comment, &public, 201),
                (Method::PATCH, &change, &resolved, 200),
            ];
            for (method, target, body, expected) in writes {
                times.push(self.caller.send(&method, target, Some(body), expected).await?.0);
            }
        }
        Ok(times)
    }
}

/// The number of tickets of a desk, including those of the warm-up.
pub fn tickets(size: Size) -> usize {
    size.pick(1_200, 60)
}
