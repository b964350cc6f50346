//! The initial state of the desk: customers with tickets, saved views, macros, and technicians who have signed in.

use super::{
    TECHNICIANS,
    technician::{CallDurations, Technician},
};
use crate::stage::Stage;
use serde_json::{Value, json};
use std::{sync::Arc, time::Duration};
use testkit::{Client, ServerProcess};
use uuid::Uuid;

const CUSTOMERS: usize = 5;

/// Tickets that all technicians want to change.
const CONTESTED: usize = 5;

pub struct Scene {
    pub tenant: Uuid,
    pub admin: Client,
    pub technicians: Vec<Technician>,
    pub tickets: Vec<String>,
    /// A macro that comments and adds a task.
    pub asking_macro: String,
    /// A macro that only changes fields.
    pub reopening_macro: String,
    pub durations: Arc<CallDurations>,
}

impl Scene {
    pub async fn set(stage: &Stage, server: &ServerProcess, tickets: usize) -> anyhow::Result<Scene> {
        let tenant = stage.tenant("desk").await?;
        let admin = server.client(&tenant.key);
        let mut customers = vec![];
        for n in 0..CUSTOMERS {
            let new = json!({"name": format!("Customer {n}")});
            customers.push(admin.post("/api/rmm/organizations", new).await.expect(201).id());
        }
        let (asking_macro, reopening_macro) = save(&admin).await;
        let mut created = vec![];
        for n in 0..tickets {
            created.push(admin.post("/api/psa/tickets", ticket(n, &customers)).await.expect(201).id());
        }
        let durations = Arc::new(CallDurations::default());
        let http = reqwest::Client::builder().no_proxy().timeout(Duration::from_secs(60)).build()?;
        let mut technicians = vec![];
        for _ in 0..TECHNICIANS {
            let (_, token) = stage.person(tenant.tenant, "technician").await;
            let (http, base, durations) = (http.clone(), server.base.clone(), durations.clone());
            technicians.push(Technician { http, base, token, durations });
        }
        Ok(Scene {
            tenant: tenant.tenant.0,
            admin,
            technicians,
            tickets: created,
            asking_macro,
            reopening_macro,
            durations,
        })
    }

    pub fn contested(&self) -> &[String] {
        &self.tickets[..CONTESTED.min(self.tickets.len())]
    }

    pub async fn ticket(&self, id: &str) -> Value {
        self.admin.get(&format!("/api/psa/tickets?id={id}")).await.expect(200).body
    }
}

fn ticket(n: usize, customers: &[String]) -> Value {
    json!({
        "subject": format!("{} {n} of the third floor", ["Printer", "Screen", "Phone"][n % 3]),
        "organization_id": customers[n % customers.len()],
        "priority": (["p1", "p2", "p3", "p4"][n % 4]),
        "requester": {"name": format!("Person {n}"), "email": format!("person{n}@customer.example")},
    })
}

/// Saves views and the two macros, and returns the ids of the macros.
async fn save(admin: &Client) -> (String, String) {
    for (name, filter) in [
        ("Unresolved", json!({"status": ["unresolved"]})),
        ("Urgent", json!({"status": ["unresolved"], "priority": ["p1", "p2"]})),
        ("Nobody's", json!({"status": ["unresolved"], "assignee_id": "none"})),
        ("Mine", json!({"status": ["unresolved"], "assignee_id": "me"})),
        ("Waiting", json!({"status": ["pending_customer"], "tag": "waiting"})),
    ] {
        admin.post("/api/psa/views", json!({"name": name, "filter": filter})).await.expect(201);
    }
    let asking_macro = json!({
        "name": "Ask the customer",
        "change": {"status": "pending_customer", "add_tags": ["waiting"]},
        "comment": {"body": "Hello {{requester.name}}, about {{ticket.subject}}: please call us.", "visibility": "public"},
        "tasks": ["Check the reply"],
    });
    let reopening_macro = json!({
        "name": "Go on",
        "change": {"status": "open", "priority": "p2", "remove_tags": ["waiting"]},
    });
    let asking_macro = admin.post("/api/psa/macros", asking_macro).await.expect(201).id();
    (asking_macro, admin.post("/api/psa/macros", reopening_macro).await.expect(201).id())
}
