//! A customer's receiver of webhooks. Some first attempts fail, and it is down from time to time.

use crate::{
    sink::{Arrival, Reply},
    stage::Stage,
};
use api::EventId;
use rand::Rng;
use std::{
    collections::HashMap,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed},
    },
};
use uuid::Uuid;

/// The events that every endpoint subscribes to.
pub const SUBSCRIBED: [&str; 3] = ["ticket.created", "ticket.updated", "ticket.commented"];

/// The path that workflows call. Its requests always succeed.
pub const CALLS: &str = "/calls";

/// The share of first attempts that fail.
const FAILING: f64 = 0.1;

#[derive(Default)]
pub struct Receiver {
    /// The number of accepted deliveries, by the ids of the tenant and the event. The first attempt adds the entry.
    events: Mutex<HashMap<(Uuid, String), usize>>,
    refused: AtomicUsize,
    down: AtomicBool,
}

/// Counts of events and deliveries.
pub struct Arrived {
    pub events: usize,
    pub lost: Vec<String>,
    pub duplicates: usize,
    pub refused: usize,
}

impl Receiver {
    pub fn set_down(&self, down: bool) {
        self.down.store(down, Relaxed);
    }

    /// Handles a request. The path of an endpoint is the id of its tenant.
    pub fn receive(&self, arrival: &Arrival<'_>) -> Reply {
        if arrival.path == CALLS {
            return Reply::Status(200);
        }
        let Ok(tenant) = arrival.path.trim_start_matches('/').parse::<Uuid>() else { return Reply::Status(404) };
        if self.down.load(Relaxed) {
            self.refused.fetch_add(1, Relaxed);
            return Reply::Status(503);
        }
        let mut events = self.events();
        let key = (tenant, arrival.id.to_owned());
        let is_first = !events.contains_key(&key);
        let accepted = events.entry(key).or_default();
        if is_first && rand::rng().random_bool(FAILING) {
            self.refused.fetch_add(1, Relaxed);
            return Reply::Status(500);
        }
        *accepted += 1;
        Reply::Status(200)
    }

    /// Compares the deliveries with the event log.
    pub async fn compare(&self, stage: &Stage) -> anyhow::Result<Arrived> {
        let query = "select tenant_id, id from events where type = any ($1)";
        let wanted: Vec<&str> = SUBSCRIBED.to_vec();
        let rows = stage.database.root().await.query(query, &[&wanted]).await?;
        let events = self.events();
        let logged = rows.iter().map(|row| (row.get::<_, Uuid>(0), EventId(row.get(1)).to_string()));
        let missing = logged.filter(|key| events.get(key).is_none_or(|accepted| *accepted == 0));
        Ok(Arrived {
            events: rows.len(),
            lost: missing.map(|(tenant, id)| format!("{id} of tenant {tenant} was not delivered")).collect(),
            duplicates: events.values().map(|accepted| accepted.saturating_sub(1)).sum(),
            refused: self.refused.load(Relaxed),
        })
    }

    fn events(&self) -> MutexGuard<'_, HashMap<(Uuid, String), usize>> {
        self.events.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
