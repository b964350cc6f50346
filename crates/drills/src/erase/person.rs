//! A person with a name and addresses that nothing else contains.

use anyhow::Context;
use reqwest::Method;
use serde_json::json;
use testkit::Client;

const CONTACTS: &str = "/api/psa/contacts";
const TICKETS: &str = "/api/psa/tickets";

pub struct Person {
    pub id: String,
    pub name: String,
    email: String,
    /// The texts that must not be found after the erasure, in lower case.
    pub texts: Vec<String>,
}

impl Person {
    /// A contact with a former name, a merged duplicate, tickets, comments, and requests that can be retried.
    pub async fn plant(client: &Client, customer: &str, number: usize, tickets: usize) -> anyhow::Result<Person> {
        let mark = mark();
        let (name, former) = (format!("Zoë Planted{mark}"), format!("Zoë Born{mark}"));
        let (email, second) = (format!("zoe.{mark}@planted.example"), format!("born.{mark}@planted.example"));
        let (phone, title) = (format!("+49 30 {mark} 7"), format!("Title{mark}"));
        let new = json!({"name": former, "organization_id": customer, "emails": [second], "phones": [phone],
            "title": title, "custom_fields": {"desk": format!("Desk{mark}")},
            "external_ref": {"system": "import", "id": format!("ref{mark}")}});
        let once = |key: &str| client.with_header("idempotency-key", &format!("{key}-{number}"));
        let id = once("contact").post(CONTACTS, new).await.expect(201).id();
        client.put(&format!("{CONTACTS}?id={id}"), json!({"name": name, "emails": [email, second]})).await.expect(200);

        for n in 0..tickets {
            let requester = if n % 2 == 0 { json!({"id": id}) } else { json!({"name": name, "email": email}) };
            let ticket = json!({"subject": format!("Ticket {n} of {name}"), "organization_id": customer,
                "description": format!("{} can be reached at {phone}.", email.to_uppercase()), "requester": requester,
                "custom_fields": {"reply_to": email}});
            let ticket = once(&format!("ticket{n}")).post(TICKETS, ticket).await.expect(201).id();
            let comments = format!("{TICKETS}/comments?ticket_id={ticket}");
            let theirs = json!({"body": format!("Yours, {name}"), "author": {"id": id}});
            client.post(&comments, theirs).await.expect(201);
            client.post(&comments, json!({"body": format!("Dear {former}, dear {name}")})).await.expect(201);
            let change = match n % 3 {
                0 => json!({"requester": {"name": "Somebody else"}}),
                1 => json!({"status": "resolved", "resolution": {"code": "fixed", "notes": format!("Told {name}")}}),
                _ => json!({"subject": format!("Changed for {name}")}),
            };
            client.send(Method::PATCH, &format!("{TICKETS}?id={ticket}"), Some(change)).await.expect(200);
        }

        let duplicate = json!({"subject": "By a duplicate", "organization_id": customer,
            "requester": {"name": format!("Duplicate{mark}"), "email": format!("dup.{mark}@planted.example")}});
        let duplicate = client.post(TICKETS, duplicate).await.expect(201).body;
        let duplicate = duplicate["requester"]["id"].as_str().context("a requester is a contact")?;
        client.put(&format!("{CONTACTS}?id={id}"), json!({"merge_from": duplicate})).await.expect(200);
        // Every planted text contains the mark.
        Ok(Person { id, name, email, texts: vec![mark] })
    }

    /// Names the person in places that the erasure does not search: see the table of decision 33.
    pub async fn plant_elsewhere(&self, client: &Client, customer: &str) {
        let Person { id, name, email, .. } = self;
        let about = json!({"subject": format!("Where is {name}?"), "description": format!("Ask {email}."),
            "organization_id": customer, "requester": {"name": "Somebody else"}});
        let about = client.post(TICKETS, about).await.expect(201).id();
        let comment = json!({"body": format!("{name} has left.")});
        client.post(&format!("{TICKETS}/comments?ticket_id={about}"), comment).await.expect(201);
        let own = json!({"subject": "Labels", "organization_id": customer, "requester": {"id": id},
            "tags": [email.replace(['@', '.'], "-")], "dedup_key": email,
            "external_ref": {"system": "mail", "id": email}});
        client.post(TICKETS, own).await.expect(201);
        let other = json!({"name": format!("Office of {name}"), "contact": {"name": name, "email": email}});
        client.post("/api/rmm/organizations", other).await.expect(201);
    }
}

/// A random word with letters that no UUID has, and without digits: the search does not index words with digits.
pub fn mark() -> String {
    let letters = format!("{:08x}", rand::random::<u32>());
    let letter = |digit: char| digit.to_digit(10).and_then(|digit| char::from_digit(digit + 16, 36)).unwrap_or(digit);
    format!("zq{}", letters.chars().map(letter).collect::<String>())
}
