//! Two tenants with two customers each have the same objects. Every caller finds only their own in every form of search:
//! nothing of other customers is in the results or in the counts of facets. The time of a search for a misspelt word does
//! not disclose whether others have the right one.

mod corrections;
mod timing;

use crate::{Outcome, Size, stage::Stage};
use anyhow::bail;
use serde_json::{Value, json};
use testkit::{Client, ServerProcess};
use timing::Callers;

/// A word for each customer, which every text of that customer contains.
const MARKS: [&str; 4] = ["markeramber", "markerbirch", "markercedar", "markerdogwood"];

/// Every form of the grammar. Each matches objects of every customer.
const FORMS: [&str; 21] = [
    "",
    "printer",
    "prin",
    "%22on%20fire%22",
    "fire%20-stapler",
    "toner",
    "waddams",
    "wadams",
    "milton@initech.example",
    "123456",
    "PC-0041",
    "640hp72",
    "9d:f8",
    "serial:640",
    "mac:9df8",
    "tag:vip",
    "status:unresolved",
    "priority:p2",
    "type:device",
    "created:%3E2020-01-01",
    "org:initech",
];

/// A caller, and the marks that it may see.
struct Caller {
    client: Client,
    own: Vec<&'static str>,
}

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let copies = size.pick(50, 5);
    let stage = Stage::set("-c fsync=off").await?;
    let server = ServerProcess::start(&stage.database, &["--log", "warn"]).await?;
    let mut callers = vec![];
    for (label, marks) in [("first", &MARKS[..2]), ("second", &MARKS[2..])] {
        let admin = server.client(&stage.tenant(label).await?.key);
        for mark in marks {
            let key = create_customer(&admin, mark, copies).await;
            callers.push(Caller { client: server.client(&key), own: vec![*mark] });
        }
        callers.push(Caller { client: admin, own: marks.to_vec() });
    }
    let mut outcome = Outcome::default();
    let (mut searches, mut leaks, mut incomplete, mut miscounted) = (0, 0, 0, 0);
    for form in FORMS {
        let mut counts = vec![];
        for caller in &callers {
            let answer = caller.client.get(&format!("/api/search?limit=200&q={form}")).await.expect(200).body;
            let text = answer.to_string();
            searches += 1;
            leaks += MARKS.iter().filter(|mark| !caller.own.contains(mark) && text.contains(**mark)).count();
            incomplete += usize::from(!caller.own.iter().all(|mark| text.contains(mark)));
            counts.push((caller.own.len() as i64, counted(&answer)));
        }
        // All customers have the same objects, so a tenant has twice as many as a customer.
        let (_, one) = counts[0];
        miscounted += counts.iter().filter(|(customers, count)| *count != one * customers).count();
    }
    leaks += count_leaks(&callers).await;
    outcome.figure(format!("{searches} searches of {} forms by {} callers", FORMS.len(), callers.len()));
    outcome.figure(format!("{leaks} leaks, {miscounted} wrong counts"));
    outcome.promise(leaks == 0, "no caller finds objects of others");
    outcome.promise(incomplete == 0, "every caller finds their own objects in every form");
    outcome.promise(miscounted == 0, "facets count what the caller may see");
    let [restricted, _, admin, _, _, foreign] = callers.as_slice() else { bail!("{} callers", callers.len()) };
    let callers = Callers { admin: &admin.client, restricted: &restricted.client, foreign_admin: &foreign.client };
    corrections::compare(callers.restricted, callers.admin, &mut outcome).await;
    timing::compare(size, &server, &callers, &mut outcome).await?;
    Ok(outcome)
}

/// Creates a customer with its objects. Returns a key that is restricted to it.
async fn create_customer(admin: &Client, mark: &str, copies: usize) -> String {
    let post = async |path: &str, new: Value| admin.post(path, new).await.expect(201);
    let customer =
        post("/api/rmm/organizations", json!({"name": format!("Initech {mark}"), "tags": ["vip"]})).await.id();
    for copy in 0..copies {
        let ticket = json!({"subject": format!("Printer on fire {mark}"), "organization_id": customer, "tags": ["vip"],
            "priority": "p2"});
        let ticket = post("/api/psa/tickets", ticket).await.id();
        let comment = json!({"body": format!("The toner is empty, {mark}.")});
        post(&format!("/api/psa/tickets/comments?ticket_id={ticket}"), comment).await;
        let email = if copy == 0 { "milton@initech.example".to_owned() } else { format!("m{copy}@initech.example") };
        let contact = json!({"name": format!("Milton Waddams {mark}"), "organization_id": customer, "emails": [email],
            "phones": ["+49 30 123456"]});
        post("/api/psa/contacts", contact).await;
        let device = json!({"name": format!("PC-0041 {mark}"), "organization_id": customer, "type": "laptop",
            "identifiers": {"serial": "640-HP-72", "mac": ["00:1b:21:3c:9d:f8"]}});
        post("/api/rmm/devices", device).await;
    }
    let key = json!({"name": mark, "scopes": ["*"], "organization_ids": [customer]});
    post("/api/admin/api-keys", key).await.body["key"].as_str().unwrap_or_default().to_owned()
}

fn counted(answer: &Value) -> i64 {
    let facets = answer["facets"]["type"].as_array().into_iter().flatten();
    facets.filter_map(|facet| facet["count"].as_i64()).sum()
}

/// Searches for the marks of others, also misspelt. Returns the number of searches that find something.
async fn count_leaks(callers: &[Caller]) -> usize {
    let mut leaks = 0;
    for caller in callers {
        for mark in MARKS.iter().filter(|mark| !caller.own.contains(mark)) {
            let misspelt = mark.replacen("marker", "marekr", 1);
            for q in [(*mark).to_owned(), misspelt, format!("org:{mark}"), format!("printer%20{mark}")] {
                let answer = caller.client.get(&format!("/api/search?q={q}")).await.expect(200).body;
                leaks += usize::from(counted(&answer) > 0 || answer["data"] != json!([]));
            }
        }
    }
    leaks
}
