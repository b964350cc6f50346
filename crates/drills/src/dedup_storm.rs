//! Concurrent reports of the same problem create one ticket that counts the reports, with a comment for each of the
//! others and its events in one sequence; after it is resolved, the next report creates another ticket.

use crate::{Outcome, Size, stage::Stage};
use anyhow::ensure;
use api::{Resource, tickets::Ticket};
use futures::future::join_all;
use reqwest::{Client, StatusCode};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};
use testkit::ServerProcess;

const KEY: &str = "disk-full:srv-01";

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let reports = size.pick(500, 100);
    let stage = Stage::set("").await?;
    let servers = [
        ServerProcess::start(&stage.database, &["--log", "warn"]).await?,
        ServerProcess::start(&stage.database, &["--log", "warn"]).await?,
    ];
    let tenant = stage.tenant("dedup-storm").await?;
    let mut outcome = Outcome::default();
    storm(&servers, &tenant.key, reports, &mut outcome).await?;

    let client = servers[0].client(&tenant.key);
    let tickets = client.get(&format!("{}?dedup_key={KEY}", Ticket::PATH)).await.expect(200).body;
    let found = tickets["data"].as_array().map_or(0, Vec::len);
    let ticket = &tickets["data"][0];
    outcome.figure(format!("{found} ticket with a count of {}", ticket["dedup"]["count"]));
    outcome.promise(found == 1 && ticket["dedup"]["count"] == reports, "one ticket counts all reports");
    stored(&stage, reports, &mut outcome).await?;
    resolve(&client, ticket, &mut outcome).await;
    in_sequence(&stage, &mut outcome).await?;
    Ok(outcome)
}

/// Sends all reports at once, to the servers in turn.
async fn storm(servers: &[ServerProcess], key: &str, reports: usize, outcome: &mut Outcome) -> anyhow::Result<()> {
    let http = Client::builder().no_proxy().timeout(Duration::from_secs(60)).build()?;
    let started = Instant::now();
    let sent = (0..reports).map(|n| report(&http, &servers[n % servers.len()].base, key, n));
    let responses: Vec<_> = join_all(sent).await.into_iter().collect::<anyhow::Result<_>>()?;
    let took = started.elapsed();
    outcome.figure(format!("{reports} reports on {} servers in {:.1} s", servers.len(), took.as_secs_f64()));
    counted(&responses, outcome);
    Ok(())
}

struct Response {
    status: StatusCode,
    body: Value,
    /// The number of refusals before this response.
    refused: u32,
}

async fn report(http: &Client, base: &str, key: &str, n: usize) -> anyhow::Result<Response> {
    let body = json!({"subject": format!("Disk full, report {n}"), "dedup_key": KEY, "source": "alert"});
    let mut refused = 0;
    loop {
        let response = http.post(format!("{base}{}", Ticket::PATH)).bearer_auth(key).json(&body).send().await?;
        // Requests that exceed the tenant's share of connections are refused with 503 or 429, and are retried.
        let busy = [StatusCode::SERVICE_UNAVAILABLE, StatusCode::TOO_MANY_REQUESTS];
        if busy.contains(&response.status()) && refused < 5 {
            refused += 1;
            continue;
        }
        return Ok(Response { status: response.status(), body: response.json().await?, refused });
    }
}

/// Checks that one report creates the ticket, and that each returns another count.
fn counted(responses: &[Response], outcome: &mut Outcome) {
    let count = |status: StatusCode, repeated: bool| {
        let fits = |body: &Value| (body["deduplicated"] == true) == repeated;
        responses.iter().filter(|response| response.status == status && fits(&response.body)).count()
    };
    let (created, repeated) = (count(StatusCode::CREATED, false), count(StatusCode::OK, true));
    outcome.figure(format!("{created} with status 201, {repeated} with status 200"));
    outcome.figure(format!("{} refused at first", responses.iter().map(|response| response.refused).sum::<u32>()));
    if let Some(failed) = responses.iter().find(|response| !response.status.is_success()) {
        eprintln!("dedup-storm: {} {}", failed.status, failed.body);
    }
    let one = created == 1 && repeated == responses.len() - 1;
    outcome.promise(one, "one report creates the ticket, the others return it");
    let mut counts: Vec<_> = responses.iter().map(|response| response.body["dedup"]["count"].as_u64()).collect();
    counts.sort_unstable();
    let expected: Vec<_> = (1..=responses.len() as u64).map(Some).collect();
    outcome.promise(counts == expected, "every report returns another count");
}

/// Checks that the recovery resolves the ticket once, and that the next report creates another one.
async fn resolve(client: &testkit::Client, ticket: &Value, outcome: &mut Outcome) {
    let recovery = json!({"subject": "Disk recovered", "dedup_key": KEY, "dedup_action": "resolve"});
    let resolved = client.post(Ticket::PATH, recovery.clone()).await.expect(200).body;
    let is_same = resolved["id"] == ticket["id"] && resolved["status"] == "resolved";
    outcome.promise(is_same, "the recovery resolves the ticket");
    let again = client.post(Ticket::PATH, recovery).await.problem();
    outcome.promise(again == "409 nothing_to_resolve", "a resolved ticket is not resolved again");
    let next = json!({"subject": "Disk full again", "dedup_key": KEY});
    let next = client.post(Ticket::PATH, next).await.expect(201).body;
    let is_new = next["id"] != ticket["id"] && next["number"] == 2 && next["dedup"]["count"] == 1;
    outcome.promise(is_new, "the next report creates another ticket");
}

/// Checks that there is a comment for every repetition.
async fn stored(stage: &Stage, reports: usize, outcome: &mut Outcome) -> anyhow::Result<()> {
    let query = "select
        (select count(*) from tickets), (select sum(comments) from tickets),
        (select count(distinct body) from ticket_comments)";
    let row = stage.database.root().await.query_one(query, &[]).await?;
    let (tickets, counted, comments): (i64, i64, i64) = (row.get(0), row.get(1), row.get(2));
    outcome.figure(format!("{comments} comments"));
    let others = reports as i64 - 1;
    outcome.promise(tickets == 1 && comments == others && counted == others, "a comment for each of the other reports");
    Ok(())
}

/// The events of each ticket are numbered from 1 without gaps, as are all of the tenant's.
async fn in_sequence(stage: &Stage, outcome: &mut Outcome) -> anyhow::Result<()> {
    let query = "select subject_id, sequence, position from events where subject_type = 'ticket' order by position";
    let mut sequences: BTreeMap<String, Vec<i64>> = BTreeMap::new();
    let mut positions: Vec<i64> = vec![];
    for row in stage.database.root().await.query(query, &[]).await? {
        sequences.entry(row.get(0)).or_default().push(row.get(1));
        positions.push(row.get(2));
    }
    ensure!(!positions.is_empty(), "there are no events");
    let rises_by_one = |numbers: &[i64]| numbers.windows(2).all(|pair| pair[1] == pair[0] + 1);
    let whole = sequences.values().all(|numbers| numbers[0] == 1 && rises_by_one(numbers));
    outcome.figure(format!("{} events of {} tickets", positions.len(), sequences.len()));
    outcome.promise(whole && rises_by_one(&positions), "events are numbered without gaps, in the order of commits");
    Ok(())
}
