//! The results of a misspelt word, for a caller who is restricted to a customer, before and after a hidden customer gets a
//! word that is more similar to it.

use crate::Outcome;
use serde_json::json;
use testkit::Client;

const ORGANIZATIONS: &str = "/api/rmm/organizations";
const TICKETS: &str = "/api/psa/tickets";

/// Two typos away from the caller's own word, and one from the hidden customer's.
const TYPED: &str = "globexcorpx";
const OWN: &str = "globexcorqz";
const HIDDEN: &str = "globexcorp";

/// A search uses the most similar words that the caller can see: a word of a hidden customer must not replace them.
pub async fn compare(restricted: &Client, admin: &Client, outcome: &mut Outcome) {
    let own = restricted.get(ORGANIZATIONS).await.expect(200).body["data"][0]["id"].clone();
    restricted.post(TICKETS, json!({"subject": OWN, "organization_id": own})).await.expect(201);
    let before = found(restricted).await;
    let hidden = admin.post(ORGANIZATIONS, json!({"name": "Hidden"})).await.expect(201).id();
    admin.post(TICKETS, json!({"subject": HIDDEN, "organization_id": hidden})).await.expect(201);
    let after = found(restricted).await;
    outcome
        .figure(format!("a misspelt word finds {before}, and {after} when a hidden customer has a more similar one"));
    outcome.promise(before == 1, "a misspelt word is corrected");
    outcome.promise(after == before, "words of hidden customers do not change what a misspelt word finds");
}

async fn found(client: &Client) -> usize {
    let answer = client.get(&format!("/api/search?q={TYPED}")).await.expect(200);
    answer.body["data"].as_array().map_or(0, Vec::len)
}
