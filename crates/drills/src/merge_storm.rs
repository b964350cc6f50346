//! Several clients merge tickets, undo merges, comment, log time and link, at the same time and on the same tickets, while a
//! server is killed. Afterwards every comment and every time entry exists once, on the ticket that the merges lead to; the
//! counts and totals of all tickets are those of their rows; neither merges nor links form a cycle.

mod clients;
mod rows;

use crate::{Outcome, Size, stage::Stage};
use clients::{Clients, Made};
use rows::Rows;
use serde_json::json;
use std::{
    sync::{Arc, PoisonError, RwLock},
    time::{Duration, Instant},
};
use testkit::ServerProcess;
use tokio::time::sleep;

const SETTINGS: &[&str] = &["--log", "warn"];

/// One in this number of tickets belongs to no customer.
const WITHOUT_CUSTOMER: usize = 10;

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let (tickets, requests) = size.pick((200, 1_000), (24, 100));
    let seed: u64 = rand::random();
    eprintln!("merge-storm: seed {seed}");
    let stage = Stage::set("").await?;
    let mut servers = vec![
        ServerProcess::start(&stage.database, SETTINGS).await?,
        ServerProcess::start(&stage.database, SETTINGS).await?,
    ];
    let admin = stage.tenant("merge-storm").await?;
    let (worker, _) = stage.person(admin.tenant, "technician").await;
    let ids = create_tickets(&servers[1], &admin.key, tickets).await;
    let bases = Arc::new(RwLock::new(servers.iter().map(|server| server.base.clone()).collect::<Vec<_>>()));
    let clients = Clients::new(bases.clone(), admin.key.clone(), worker.to_string(), ids, seed)?;

    let started = Instant::now();
    let killed = async {
        while clients.answered() < requests / 2 && !clients.has_stopped() {
            sleep(Duration::from_millis(5)).await;
        }
        drop(servers.remove(0)); // by SIGKILL
        let server = ServerProcess::start(&stage.database, SETTINGS).await?;
        bases.write().unwrap_or_else(PoisonError::into_inner)[0] = server.base.clone();
        servers.insert(0, server);
        anyhow::Ok(())
    };
    let (made, killed) = futures::join!(clients.send(requests), killed);
    let made = made?;
    killed?;
    let took = started.elapsed();

    let rows = Rows::read(&stage.database.root().await).await?;
    let mut outcome = Outcome::default();
    report(&made, took, &mut outcome);
    outcome.figure(format!("{} links, {} tickets merged, seed {seed}", rows.links(), rows.merged()));
    rows.check(&made, &mut outcome);
    Ok(outcome)
}

async fn create_tickets(server: &ServerProcess, key: &str, count: usize) -> Vec<String> {
    let client = server.client(key);
    let customer = client.post("/api/rmm/organizations", json!({"name": "Customer"})).await.expect(201).id();
    let mut ids = vec![];
    for number in 0..count {
        let new = json!({"subject": format!("Ticket {number}"), "organization_id": customer});
        let id = client.post("/api/psa/tickets", new).await.expect(201).id();
        if number % WITHOUT_CUSTOMER == 0 {
            let target = format!("/api/psa/tickets?id={id}");
            client.send(reqwest::Method::PATCH, &target, Some(json!({"organization_id": null}))).await.expect(200);
        }
        ids.push(id);
    }
    ids
}

fn report(made: &Made, took: Duration, outcome: &mut Outcome) {
    outcome.figure(format!(
        "{} merges, {} undone, {} comments, {} time entries, {} refused, {} retries, in {:.1} s",
        made.merges,
        made.undone,
        made.comments.len(),
        made.entries.len(),
        made.refused,
        made.retries,
        took.as_secs_f64()
    ));
    made.unexpected.iter().take(10).for_each(|line| eprintln!("merge-storm: {line}"));
    outcome.promise(
        made.unexpected.is_empty(),
        format!("every response is a success or an expected refusal ({} are not)", made.unexpected.len()),
    );
    let some = made.merges > 0 && made.undone > 0 && !made.comments.is_empty() && !made.entries.is_empty();
    outcome.promise(some && made.links > 0, "some requests of each kind succeed");
}
