//! Passwords are planted in comments, in every way that copies a comment: webhooks whose receivers repeat them, retries,
//! edits, tickets that were split off, workflows that quote them. The comments are redacted, and a dump of the database is
//! searched. No password may be found, except one that was also written elsewhere: it may remain in the places that
//! decision 48 lists, and nowhere else.

mod planted;

use crate::{
    Outcome, Size,
    erase::{
        dump::{Dump, allowed_places},
        ended,
        person::mark,
    },
    workshop::{Customer, Workshop},
};
use anyhow::ensure;
use axum::{body::Body, http::StatusCode, response::Response};
use planted::{COMMENTS, Planted, TICKETS};
use serde_json::json;
use std::time::{Duration, Instant};
use testkit::{Client, Received, Receiver};
use tokio::time::sleep;

const DECISION: &str = include_str!("../../../docs/decisions/0048-correcting-comments.md");

/// The heading of the table of places where redacted text may remain.
const HEADING: &str = "## Where the text may remain";

/// Columns that must have a password before the redaction. Otherwise an empty search would prove nothing.
const PLANTED: [&str; 14] = [
    "audit_log.after",
    "events.data",
    "idempotency_keys.body",
    "search_entries.terms",
    "search_entries.texts",
    "search_vocabulary.word",
    "ticket_comments.body",
    "tickets.description",
    "webhook_attempts.response_body",
    "workflow_listeners.heard",
    "workflow_runs.input",
    "workflow_runs.output",
    "workflow_steps.input",
    "workflow_steps.output",
];

const TIMEOUT: Duration = Duration::from_secs(120);

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let tickets = size.pick(40, 4);
    let allowed = allowed_places(DECISION, HEADING)?;
    let shop = Workshop::open("-c fsync=off", &["--log", "warn"]).await?;
    let worker = shop.worker().await?;
    let customer = shop.customer("redaction").await?;
    let client = &customer.client;
    // Before endpoints and workflows exist, so that its rows do not change.
    let bystander = comment_of_bystander(client).await;
    let (echo, gone) = (Receiver::start().await, Receiver::start().await);
    echo.answer(|received| repeated(received, StatusCode::OK));
    gone.answer(|received| repeated(received, StatusCode::GONE));
    for (name, receiver) in [("echo", &echo), ("gone", &gone)] {
        let hook = json!({"name": name, "url": receiver.url, "events": ["ticket.commented", "ticket.comment.*"]});
        client.post("/api/admin/webhooks", hook).await.expect(201);
    }
    let listening = planted::listen(&customer).await?;
    let mut all = vec![];
    for number in 0..tickets {
        all.push(Planted::plant(client, number).await?);
    }
    settle(&shop, &echo, &customer, &listening).await?;
    let passwords: Vec<String> = all.iter().flat_map(|planted| planted.passwords.clone()).collect();
    let elsewhere = planted::elsewhere(client).await?;
    settle(&shop, &echo, &customer, &listening).await?;
    let before = Dump::of(&shop.stage).await?;
    let places = before.places(&passwords);
    let missing: Vec<_> = PLANTED.iter().filter(|place| !places.contains(**place)).collect();
    ensure!(missing.is_empty(), "no password is found in {missing:?}, only in {places:?}");
    let dry: Vec<String> = all.iter().map(|planted| planted.dry.clone()).collect();
    let of_bystander = before.lines(std::slice::from_ref(&bystander));

    let started = Instant::now();
    for planted in all.iter().chain([&elsewhere]) {
        for operation in planted.redact(client).await? {
            ended(client, &operation).await?;
        }
    }
    let took = started.elapsed();
    let after = Dump::of(&shop.stage).await?;
    worker.stop().await?;

    let mut outcome = Outcome::default();
    outcome.figure(format!("{} comments redacted in {took:.1?}", tickets * 2));
    outcome.figure(format!("{} KB of dump, {} columns searched", after.kilobytes, after.columns));
    let found = after.places(&passwords);
    outcome.figure(format!("{} of {} places still have a password", found.len(), places.len()));
    outcome.promise(found.is_empty(), format!("redacted passwords are found nowhere, but in {found:?}"));
    let left = after.places(&elsewhere.passwords);
    let wrong: Vec<_> = left.iter().filter(|place| !allowed.contains(*place)).collect();
    outcome.figure(format!("{} of {} allowed places keep text written elsewhere", left.len(), allowed.len()));
    outcome.promise(wrong.is_empty(), format!("text remains only where the table allows it, but also in {wrong:?}"));
    outcome.promise(left.contains("tickets.subject"), "the search finds the password that remains");
    outcome.promise(before.places(&dry).is_empty(), "a dry run stores no password");
    let kept = after.lines(std::slice::from_ref(&bystander)) == of_bystander;
    outcome.promise(kept, "no other comment loses anything");
    let delivered = echo.received().iter().any(|received| has(received, &passwords));
    outcome.promise(delivered, "deliveries before the redaction have the text, as documented");
    Ok(outcome)
}

/// A password in a comment that is not redacted.
async fn comment_of_bystander(client: &Client) -> String {
    let password = mark();
    let ticket = client.post(TICKETS, json!({"subject": "Bystander"})).await.expect(201).id();
    let comment = json!({"body": format!("The password is {password}.")});
    client.post(&format!("{COMMENTS}?ticket_id={ticket}"), comment).await.expect(201);
    password
}

/// A receiver that returns the text of the comment.
fn repeated(received: &Received, status: StatusCode) -> Response {
    let text = received.event()["data"]["comment"]["body"].as_str().unwrap_or_default().to_owned();
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    response
}

fn has(received: &Received, passwords: &[String]) -> bool {
    let body = String::from_utf8_lossy(&received.body);
    passwords.iter().any(|password| body.contains(password.as_str()))
}

/// Waits until all events are delivered and all runs have ended.
async fn settle(shop: &Workshop, echo: &Receiver, customer: &Customer, listening: &str) -> anyhow::Result<()> {
    const OPEN: &str = "select
        (select count(*) from events where type = 'ticket.commented')
            - (select count(*) from workflow_runs where trigger_type = 'event' and ended_at is not null),
        (select count(*) from webhook_attempts where status = 200)";
    let (root, until) = (shop.stage.database.root().await, Instant::now() + TIMEOUT);
    loop {
        let row = root.query_one(OPEN, &[]).await?;
        // The bystander's comment was written before the workflow.
        let (open, stored): (i64, i64) = (row.get(0), row.get(1));
        if open <= 1
            && usize::try_from(stored)? >= echo.count()
            && customer.run(listening, 0).await["status"] == "succeeded"
        {
            return Ok(());
        }
        ensure!(Instant::now() < until, "{open} events are not processed");
        sleep(Duration::from_millis(200)).await;
    }
}
