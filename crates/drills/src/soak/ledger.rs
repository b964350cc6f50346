//! The writes that servers have acknowledged, to be compared with the database at the end.

use super::tenants::Tenant;
use crate::stage::Stage;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Mutex, MutexGuard, PoisonError},
};
use testkit::uuid_of;
use uuid::Uuid;

/// Only this many of the newest tickets are changed and commented on, so that the load does not grow.
const RECENT: usize = 50;

#[derive(Debug, Clone)]
pub struct Ticket {
    pub id: String,
    /// A word of its subject that no other ticket has.
    pub word: String,
    /// The description that was acknowledged last.
    pub description: String,
}

#[derive(Default)]
pub struct Ledger(Mutex<Entries>);

#[derive(Default)]
pub struct Entries {
    /// By the number of the tenant.
    tickets: BTreeMap<usize, Vec<Ticket>>,
    pub comments: Vec<String>,
    /// Attachments that were not deleted.
    pub attachments: Vec<String>,
    pub revoked_keys: Vec<String>,
    pub runs: Vec<String>,
    /// The agents of each tenant that have reported.
    pub agents: BTreeMap<usize, BTreeSet<String>>,
    /// Attachments that were read, and had other contents.
    pub damaged: usize,
    /// Tickets that a search for their own word did not find.
    pub not_found: usize,
    /// Keys and sessions that were accepted long after they were revoked.
    pub accepted_late: usize,
    /// The number of activities, by their names.
    pub done: BTreeMap<&'static str, usize>,
}

impl Entries {
    pub fn created(&mut self, tenant: usize, ticket: Ticket) {
        self.tickets.entry(tenant).or_default().push(ticket);
    }

    /// One of the newest tickets of a tenant, if it has any.
    pub fn ticket(&self, tenant: usize, number: usize) -> Option<Ticket> {
        let tickets = self.tickets.get(&tenant)?;
        let recent = &tickets[tickets.len().saturating_sub(RECENT)..];
        recent.get(number % recent.len().max(1)).cloned()
    }

    pub fn changed(&mut self, tenant: usize, id: &str, description: &str) {
        let mut tickets = self.tickets.entry(tenant).or_default().iter_mut().rev();
        if let Some(ticket) = tickets.find(|ticket| ticket.id == id) {
            description.clone_into(&mut ticket.description);
        }
    }

    pub fn created_by(&self, tenant: usize) -> usize {
        self.tickets.get(&tenant).map_or(0, Vec::len)
    }

    /// Acknowledged writes of all kinds. A ticket and its changes count once.
    pub fn writes(&self) -> usize {
        let tickets: usize = self.tickets.values().map(Vec::len).sum();
        let devices: usize = self.agents.values().map(BTreeSet::len).sum();
        let others = [&self.comments, &self.attachments, &self.revoked_keys, &self.runs].map(Vec::len);
        tickets + devices + others.iter().sum::<usize>()
    }
}

impl Ledger {
    pub fn entries(&self) -> MutexGuard<'_, Entries> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes that were acknowledged and are not in the database.
    pub async fn lost(&self, stage: &Stage, tenants: &[Tenant]) -> anyhow::Result<Vec<String>> {
        let mut lost = self.lost_tickets(stage).await?;
        let checks = {
            let entries = self.entries();
            [
                ("comment", "select id from ticket_comments where id = any ($1)", ids(&entries.comments)),
                (
                    "attachment",
                    "select id from attachments where id = any ($1) and state = 'stored'",
                    ids(&entries.attachments),
                ),
                (
                    "revocation of key",
                    "select id from api_keys where id = any ($1) and revoked_at is not null",
                    ids(&entries.revoked_keys),
                ),
                ("run", "select id from workflow_runs where id = any ($1)", ids(&entries.runs)),
            ]
        };
        let root = stage.database.root().await;
        for (what, query, expected) in checks {
            let rows = root.query(query, &[&expected]).await?;
            let found: BTreeSet<Uuid> = rows.iter().map(|row| row.get(0)).collect();
            let missing = expected.iter().filter(|id| !found.contains(*id));
            lost.extend(missing.map(|id| format!("{what} {id} is lost")));
        }
        let reported: Vec<usize> = {
            let entries = self.entries();
            let agents = |tenant: &Tenant| entries.agents.get(&tenant.number).map_or(0, BTreeSet::len);
            tenants.iter().map(agents).collect()
        };
        for (tenant, agents) in tenants.iter().zip(reported) {
            let query = "select count(*) from devices where tenant_id = $1";
            let devices: i64 = root.query_one(query, &[&tenant.id]).await?.get(0);
            if usize::try_from(devices)? != agents {
                lost.push(format!("tenant {} has {devices} devices of {agents} agents", tenant.number));
            }
        }
        Ok(lost)
    }

    async fn lost_tickets(&self, stage: &Stage) -> anyhow::Result<Vec<String>> {
        let expected: Vec<Ticket> = self.entries().tickets.values().flatten().cloned().collect();
        let wanted: Vec<Uuid> = expected.iter().map(|ticket| uuid_of(&ticket.id)).collect();
        let query = "select id, coalesce(description, '') from tickets where id = any ($1)";
        let rows = stage.database.root().await.query(query, &[&wanted]).await?;
        let found: BTreeMap<Uuid, String> = rows.iter().map(|row| (row.get(0), row.get(1))).collect();
        let mut lost = vec![];
        for ticket in &expected {
            match found.get(&uuid_of(&ticket.id)) {
                None => lost.push(format!("ticket {} is lost", ticket.id)),
                Some(description) if *description != ticket.description => {
                    lost.push(format!("{} has {description:?}, not {:?}", ticket.id, ticket.description));
                }
                Some(_) => {}
            }
        }
        Ok(lost)
    }

    /// Tickets that were stored more often than they were acknowledged: a repeated request was executed twice.
    pub async fn written_twice(&self, stage: &Stage) -> anyhow::Result<i64> {
        let acknowledged: usize = self.entries().tickets.values().map(Vec::len).sum();
        let row = stage.database.root().await.query_one("select count(*) from tickets", &[]).await?;
        Ok(row.get::<_, i64>(0) - i64::try_from(acknowledged)?)
    }
}

fn ids(texts: &[String]) -> Vec<Uuid> {
    texts.iter().map(|text| uuid_of(text)).collect()
}
