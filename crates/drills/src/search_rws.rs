//! Read-your-writes: an object that one server has stored is found by the next request to another server. An object that was
//! renamed, deleted, erased or moved away is not found any more, nor one that the caller has lost the right to.

mod loss;

use crate::{Outcome, Size, stage::Stage};
use loss::{Loss, Losses, Scene};
use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Answer, Client, ServerProcess};

const CONTACTS: &str = "/api/psa/contacts";
const ORGANIZATIONS: &str = "/api/rmm/organizations";
const TICKETS: &str = "/api/psa/tickets";

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let times = size.pick(1000, 100);
    let stage = Stage::set("-c fsync=off").await?;
    let servers = [
        ServerProcess::start(&stage.database, &["--log", "warn"]).await?,
        ServerProcess::start(&stage.database, &["--log", "warn"]).await?,
    ];
    // Completes erasures: a tenant may have ten of them at a time.
    let _worker = ServerProcess::start_worker(&stage.database, &["--log", "warn"]).await?;
    let tenant = stage.tenant("search-rws").await?;
    let admin = servers[0].client(&tenant.key);
    let customers = [customer(&admin, "One").await, customer(&admin, "Two").await];
    let mut keys = vec![tenant.key];
    for customer in &customers {
        let new = json!({"name": "restricted", "scopes": ["*"], "organization_ids": [customer]});
        let created = admin.post("/api/admin/api-keys", new).await.expect(201);
        keys.push(created.body["key"].as_str().unwrap_or_default().to_owned());
    }
    let scene = Scene { stage: &stage, tenant: tenant.tenant, customers: &customers };
    let mut tally = Tally::default();
    for number in 0..times {
        // Each kind of round runs on both servers.
        let writing = number / 4 % 2;
        let pair = Pair {
            writer: servers[writing].client(&keys[0]),
            readers: keys.iter().map(|key| servers[1 - writing].client(key)).collect(),
        };
        match number % 4 {
            0 => pair.rename(&customers, number, &mut tally).await,
            1 if number % 28 == 1 => pair.erase(&customers, number, &mut tally).await,
            1 => pair.delete(&customers, number, &mut tally).await,
            2 => pair.relocate(&customers, number, &mut tally).await,
            _ => {
                let loss = Loss::ALL[number / 4 % Loss::ALL.len()];
                pair.lose(&scene, loss, number, &mut tally).await;
            }
        }
    }
    let mut outcome = Outcome::default();
    let Tally { written, found, hidden, still_found, losses } = tally;
    outcome.figure(format!("{found} of {written} found by the next request on another server"));
    outcome.figure(format!("{still_found} of {hidden} found after a change that hides them"));
    outcome.promise(written >= times && found == written, "every written object is found");
    outcome.promise(hidden >= times && still_found == 0, "no hidden object is found");
    losses.report(times / 4, &mut outcome);
    Ok(outcome)
}

#[derive(Default)]
struct Tally {
    written: usize,
    found: usize,
    hidden: usize,
    still_found: usize,
    losses: Losses,
}

impl Tally {
    fn expect_found(&mut self, entries: usize) {
        self.written += 1;
        self.found += usize::from(entries == 1);
    }

    fn expect_hidden(&mut self, entries: usize) {
        self.hidden += 1;
        self.still_found += usize::from(entries > 0);
    }
}

/// A client that writes on one server, and clients that read on the other: for the tenant, and for each customer.
struct Pair {
    writer: Client,
    readers: Vec<Client>,
}

impl Pair {
    async fn rename(&self, customers: &[String], number: usize, tally: &mut Tally) {
        let (before, after) = (format!("before{number:06}"), format!("after{number:06}"));
        let new = json!({"subject": format!("Ticket {before}"), "organization_id": customers[0]});
        let id = self.writer.post(TICKETS, new).await.expect(201).id();
        tally.expect_found(entries(&self.readers[0], &before).await);
        let change = json!({"subject": format!("Ticket {after}"), "comment": {"body": format!("said{number:06}")}});
        self.patch(&id, change).await;
        tally.expect_found(entries(&self.readers[0], &after).await);
        tally.expect_found(entries(&self.readers[0], &format!("said{number:06}")).await);
        tally.expect_hidden(entries(&self.readers[0], &before).await);
    }

    async fn delete(&self, customers: &[String], number: usize, tally: &mut Tally) {
        let (id, word) = self.contact(customers, number, tally).await;
        self.writer.delete(&format!("{CONTACTS}?id={id}")).await.expect(204);
        self.expect_contact_hidden(&word, tally).await;
    }

    /// Erases a contact. It must not be found any more, even before the operation has ended.
    async fn erase(&self, customers: &[String], number: usize, tally: &mut Tally) {
        let (id, word) = self.contact(customers, number, tally).await;
        self.writer.post(&format!("{CONTACTS}/erase?id={id}"), json!({})).await.expect(202);
        self.expect_contact_hidden(&word, tally).await;
    }

    /// Creates a contact. Returns its id, and the word that finds it.
    async fn contact(&self, customers: &[String], number: usize, tally: &mut Tally) -> (String, String) {
        let word = format!("person{number:06}");
        let new = json!({"name": word, "emails": [format!("{word}@x.example")], "organization_id": customers[1]});
        let id = self.writer.post(CONTACTS, new).await.expect(201).id();
        tally.expect_found(entries(&self.readers[2], &word).await);
        (id, word)
    }

    async fn expect_contact_hidden(&self, word: &str, tally: &mut Tally) {
        tally.expect_hidden(entries(&self.readers[0], word).await);
        tally.expect_hidden(entries(&self.readers[0], &format!("{word}@x.example")).await);
    }

    /// Moves a ticket to another customer.
    async fn relocate(&self, customers: &[String], number: usize, tally: &mut Tally) {
        let word = format!("moving{number:06}");
        let new = json!({"subject": word, "organization_id": customers[0]});
        let id = self.writer.post(TICKETS, new).await.expect(201).id();
        tally.expect_found(entries(&self.readers[1], &word).await);
        tally.expect_hidden(entries(&self.readers[2], &word).await);
        self.patch(&id, json!({"organization_id": customers[1]})).await;
        tally.expect_found(entries(&self.readers[2], &word).await);
        tally.expect_hidden(entries(&self.readers[1], &word).await);
    }

    async fn patch(&self, id: &str, change: Value) {
        self.writer.send(Method::PATCH, &format!("{TICKETS}?id={id}"), Some(change)).await.expect(200);
    }
}

async fn customer(admin: &Client, name: &str) -> String {
    admin.post(ORGANIZATIONS, json!({"name": name})).await.expect(201).id()
}

/// The number of entries that are found.
async fn entries(client: &Client, q: &str) -> usize {
    count(&search(client, q).await.expect(200).body)
}

async fn search(client: &Client, q: &str) -> Answer {
    client.get(&format!("/api/search?fuzzy=off&q={q}")).await
}

fn count(body: &Value) -> usize {
    body["data"].as_array().map_or(0, Vec::len)
}
