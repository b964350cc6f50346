//! Comments with passwords that nothing else contains.

use crate::{erase::person::mark, workflows::definition, workshop::Customer};
use anyhow::{Context, ensure};
use reqwest::Method;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use testkit::Client;
use tokio::time::sleep;

pub const TICKETS: &str = "/api/psa/tickets";
pub const COMMENTS: &str = "/api/psa/tickets/comments";

/// The comments of a ticket.
pub struct Planted {
    comments: Vec<String>,
    /// The passwords in the comments, in lower case.
    pub passwords: Vec<String>,
    /// A password that was only sent with a dry run.
    pub dry: String,
    /// True if only the passwords are redacted, and not the whole texts.
    is_partial: bool,
}

impl Planted {
    /// Creates two comments: one with an idempotency key, which is edited and, on every other ticket, split off; and one by
    /// a change of the ticket.
    pub async fn plant(client: &Client, number: usize) -> anyhow::Result<Planted> {
        let (first, second, third, dry) = (mark(), mark(), mark(), mark());
        let once = |key: &str| client.with_header("idempotency-key", &format!("{key}-{number}"));
        let requester = json!({"name": format!("Person {number}"), "email": format!("p{number}@customer.example")});
        let ticket = json!({"subject": format!("Ticket {number}"), "requester": requester});
        let ticket = client.post(TICKETS, ticket).await.expect(201).body;
        let (id, author) = (text(&ticket["id"])?, text(&ticket["requester"]["id"])?);
        let comments = format!("{COMMENTS}?ticket_id={id}");
        let new = json!({"body": format!("The password is {first} today."), "author": {"id": author}});
        let one = once("comment").post(&comments, new).await.expect(201).id();
        client.post(&format!("{comments}&dry_run=true"), json!({"body": dry})).await.expect(201);
        let edit = json!({"body": format!("The password is {second} now.")});
        once("edit").send(Method::PATCH, &format!("{COMMENTS}?id={one}"), Some(edit)).await.expect(200);
        if number.is_multiple_of(2) {
            let split = json!({"subject": format!("Split {number}")});
            once("split").post(&format!("{COMMENTS}/split?id={one}"), split).await.expect(201);
        }
        let change = json!({"comment": {"body": format!("Use {third}, please."), "visibility": "internal"}});
        once("ticket").send(Method::PATCH, &format!("{TICKETS}?id={id}"), Some(change)).await.expect(200);
        let list = client.get(&comments).await.expect(200).body;
        let other = text(&list["data"][0]["id"])?;
        client.get(&format!("/api/search?q={second}")).await.expect(200);
        client.get(&format!("/api/psa/contacts/export?id={author}")).await.expect(200);
        client.get(&format!("{TICKETS}/history?ticket_id={id}")).await.expect(200);
        let passwords = vec![first, second, third];
        Ok(Planted { comments: vec![one, other], passwords, dry, is_partial: number % 4 >= 2 })
    }

    /// Redacts the comments, and returns the operations.
    pub async fn redact(&self, client: &Client) -> anyhow::Result<Vec<String>> {
        let mut operations = vec![];
        for comment in &self.comments {
            let target = format!("{COMMENTS}?id={comment}");
            let body = text(&client.get(&target).await.expect(200).body["body"])?;
            let texts: Vec<_> = self.passwords.iter().filter(|password| body.contains(password.as_str())).collect();
            let wanted = if self.is_partial { json!({"text": texts}) } else { json!({}) };
            let redacted = client.post(&format!("{COMMENTS}/redact?id={comment}"), wanted).await.expect(202).body;
            let left = text(&redacted["body"])?;
            ensure!(left.contains("[redacted]"), "a redacted comment has the text {left:?}");
            operations.push(text(&redacted["operation_id"])?);
        }
        Ok(operations)
    }
}

/// A comment whose password is also in another ticket and in a comment there.
pub async fn elsewhere(client: &Client) -> anyhow::Result<Planted> {
    let password = mark();
    let ticket = client.post(TICKETS, json!({"subject": "Redacted"})).await.expect(201).id();
    let comment = json!({"body": format!("The password is {password}.")});
    let one = client.post(&format!("{COMMENTS}?ticket_id={ticket}"), comment.clone()).await.expect(201).id();
    let other = json!({"subject": format!("Is it {password}?")});
    let other = client.post(TICKETS, other).await.expect(201).id();
    client.post(&format!("{COMMENTS}?ticket_id={other}"), comment).await.expect(201);
    Ok(Planted { comments: vec![one], passwords: vec![password], dry: String::new(), is_partial: false })
}

/// Creates workflows that quote comments: one is started by each comment, one waits for a comment. Returns the waiting run.
pub async fn listen(customer: &Customer) -> anyhow::Result<String> {
    let mut quotes = definition(&json!([
        {"quote": {"set": {"quoted": "${ \"They wrote: \" + .data.comment.body }"}, "export": {"as": "{quoted: .quoted}"}}},
        {"say": {"call": "notify", "with": {"message": "${ .quoted }", "data": {"text": "${ $context.quoted }"}}}},
        {"read": {"call": "ticket.comments", "with": {"ticket_id": "${ $workflow.input.data.object.id }"}}},
    ]));
    quotes["schedule"] = json!({"on": {"one": {"with": {"type": "ticket.commented"}}}});
    customer.write("Quote", &quotes.to_string()).await.expect(201);
    let waits =
        definition(&json!([{"hear": {"listen": {"to": {"one": {"with": {"type": "ticket.commented"}}}}}}])).to_string();
    let waits = customer.write("Hear", &waits).await.expect(201).id();
    let run = customer.start(&waits, &json!({})).await;
    let until = Instant::now() + Duration::from_secs(60);
    while customer.run(&run, 0).await["status"] != "waiting" {
        ensure!(Instant::now() < until, "the run does not wait for the event");
        sleep(Duration::from_millis(100)).await;
    }
    Ok(run)
}

fn text(value: &Value) -> anyhow::Result<String> {
    value.as_str().map(str::to_owned).with_context(|| format!("not a text: {value}"))
}
