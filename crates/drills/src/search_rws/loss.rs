//! The loss of a right: a caller finds a ticket on one server, the other server removes the right, and the caller's next
//! request to the first one finds nothing. That server has just accepted the credential and keeps it in its cache.

use super::{Pair, TICKETS, Tally, count, entries, search};
use crate::{Outcome, stage::Stage};
use api::TenantId;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use testkit::Client;
use tokio::time::sleep;

const KEYS: &str = "/api/admin/api-keys";
const USERS: &str = "/api/admin/users";
const ACCOUNTS: &str = "/api/admin/service-accounts";

/// The limit within which a loss takes effect on every server.
const EFFECTIVE: Duration = Duration::from_secs(1);

/// The longest time for which a credential that is still accepted is tried.
const RETRY_TIMEOUT: Duration = Duration::from_secs(5);

#[derive(Debug, Clone, Copy)]
pub enum Loss {
    /// A key is restricted to another customer.
    Restricted,
    /// A key loses the scope of tickets.
    Unscoped,
    Revoked,
    /// The owner of a key loses the scope of tickets.
    OwnerUnscoped,
    /// A user is disabled, who has a session and owns a key.
    Offboarded,
}

impl Loss {
    pub const ALL: [Loss; 5] = [Loss::Restricted, Loss::Unscoped, Loss::Revoked, Loss::OwnerUnscoped, Loss::Offboarded];
}

/// The customers of a tenant. Tickets belong to the first one.
pub struct Scene<'a> {
    pub stage: &'a Stage,
    pub tenant: TenantId,
    pub customers: &'a [String],
}

/// Searches after a loss.
#[derive(Debug, Default)]
pub struct Losses {
    searches: usize,
    /// Searches that still returned the ticket.
    found: usize,
    /// The longest time that a ticket was still returned after the loss.
    longest: Duration,
}

impl Losses {
    /// Servers cache credentials. The response to a change is sent when all of them have acknowledged it.
    pub fn report(&self, least: usize, outcome: &mut Outcome) {
        let Losses { searches, found, longest } = self;
        outcome.figure(format!("{found} of {searches} found after the loss of a right, for {longest:.1?} at most"));
        outcome.promise(*searches >= least, "rights are lost");
        outcome.promise(*longest < EFFECTIVE, format!("the loss of a right takes effect within {EFFECTIVE:?}"));
        outcome.promise(*found == 0, "after the loss of a right, the next request finds nothing");
    }

    async fn search(&mut self, reader: &Client, word: &str) {
        self.searches += 1;
        let lost = Instant::now();
        if !finds(reader, word).await {
            return;
        }
        self.found += 1;
        while lost.elapsed() < RETRY_TIMEOUT && finds(reader, word).await {
            sleep(Duration::from_millis(1)).await;
        }
        self.longest = self.longest.max(lost.elapsed());
    }
}

/// A caller with the right to a ticket, and the request that removes the right.
struct Holder {
    /// A key, and the session of its owner if that is a user.
    tokens: Vec<String>,
    key_id: String,
    target: String,
    /// The body of a PUT; without it, the request is a DELETE.
    change: Option<Value>,
}

impl Pair {
    pub(super) async fn lose(&self, scene: &Scene<'_>, loss: Loss, number: usize, tally: &mut Tally) {
        let word = format!("lost{number:06}");
        let new = json!({"subject": word, "organization_id": scene.customers[0]});
        self.writer.post(TICKETS, new).await.expect(201);
        let holder = self.holder(scene, loss, number).await;
        let readers: Vec<Client> = holder.tokens.iter().map(|token| self.readers[0].with_key(token)).collect();
        for reader in &readers {
            tally.expect_found(entries(reader, &word).await);
        }
        match holder.change {
            Some(change) => self.writer.put(&holder.target, change).await.expect(200),
            None => self.writer.delete(&holder.target).await.expect(204),
        };
        for reader in &readers {
            tally.losses.search(reader, &word).await;
        }
        // A tenant may have a hundred valid keys.
        self.writer.delete(&format!("{KEYS}?id={}", holder.key_id)).await.expect(204);
    }

    async fn holder(&self, scene: &Scene<'_>, loss: Loss, number: usize) -> Holder {
        let (all, others) = (json!(["search:read", "tickets:read"]), json!(["search:read"]));
        let name = format!("Holder {number}");
        match loss {
            Loss::Restricted => {
                let new = json!({"name": name, "scopes": all, "organization_ids": scene.customers});
                let (token, key_id) = self.key(new).await;
                let change = json!({"organization_ids": [scene.customers[1]]});
                Holder { tokens: vec![token], target: target(KEYS, &key_id), key_id, change: Some(change) }
            }
            Loss::Unscoped => {
                let (token, key_id) = self.key(json!({"name": name, "scopes": all})).await;
                let change = json!({"scopes": others});
                Holder { tokens: vec![token], target: target(KEYS, &key_id), key_id, change: Some(change) }
            }
            Loss::Revoked => {
                let (token, key_id) = self.key(json!({"name": name, "scopes": all})).await;
                Holder { tokens: vec![token], target: target(KEYS, &key_id), key_id, change: None }
            }
            Loss::OwnerUnscoped => {
                let account = json!({"name": name, "scopes": all});
                let owner = self.writer.post(ACCOUNTS, account).await.expect(201).id();
                let (token, key_id) = self.key(json!({"name": name, "scopes": all, "owner": owner})).await;
                let change = json!({"scopes": others});
                Holder { tokens: vec![token], target: target(ACCOUNTS, &owner), key_id, change: Some(change) }
            }
            Loss::Offboarded => {
                let (user, session) = scene.stage.person(scene.tenant, "technician").await;
                let owner = user.to_string();
                let (token, key_id) = self.key(json!({"name": name, "scopes": all, "owner": owner})).await;
                let change = json!({"status": "disabled"});
                Holder { tokens: vec![session, token], target: target(USERS, &owner), key_id, change: Some(change) }
            }
        }
    }

    /// Creates a key. Returns its text and its id.
    async fn key(&self, new: Value) -> (String, String) {
        let created = self.writer.post(KEYS, new).await.expect(201);
        (created.body["key"].as_str().unwrap_or_default().to_owned(), created.id())
    }
}

fn target(path: &str, id: &str) -> String {
    format!("{path}?id={id}")
}

/// True if the word is found. A caller without any rights is refused, and finds nothing.
async fn finds(reader: &Client, word: &str) -> bool {
    let answer = search(reader, word).await;
    match answer.status.as_u16() {
        401 | 403 => false,
        _ => count(&answer.expect(200).body) > 0,
    }
}
