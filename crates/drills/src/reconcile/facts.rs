//! The entries of the lists, with their times and dimensions.

use super::all_pages;
use crate::workflows::RUNS;
use anyhow::Context;
use api::DeliveryId;
use jiff::Timestamp;
use serde_json::Value;
use testkit::Client;

/// The statuses of tickets that are finished.
const FINISHED: [&str; 4] = ["resolved", "closed", "canceled", "merged"];

/// An entry that a metric counts once.
#[derive(Debug, Clone)]
pub struct Fact {
    pub at: Timestamp,
    /// Names and values as in the filters, the organization among them.
    pub dimensions: Vec<(&'static str, String)>,
    /// The duration, for entries that have one.
    pub seconds: f64,
}

impl Fact {
    pub fn of_ticket(ticket: &Value, at: &Value) -> anyhow::Result<Fact> {
        let mut dimensions = vec![];
        for name in ["organization_id", "priority", "type", "source"] {
            dimensions.push((name, text(&ticket[name])?));
        }
        let (at, created_at) = (time(at)?, time(&ticket["created_at"])?);
        Ok(Fact { at, dimensions, seconds: at.duration_since(created_at).as_secs_f64() })
    }

    /// The same ticket, if it has an SLA policy.
    fn with_policy(&self, policy: &Value) -> Option<Fact> {
        let mut fact = self.clone();
        fact.dimensions.push(("sla_policy_id", policy.as_str()?.to_owned()));
        Some(fact)
    }

    fn of_run(run: &Value) -> anyhow::Result<Fact> {
        let dimensions = vec![("workflow_id", text(&run["workflow_id"])?), ("trigger", text(&run["trigger"]["type"])?)];
        Ok(Fact { at: time(&run["created_at"])?, dimensions, seconds: 0.0 })
    }

    /// The time is that of the event, which the id contains: `since` and `until` of the list compare it.
    fn of_delivery(delivery: &Value) -> anyhow::Result<Fact> {
        let id: DeliveryId = text(&delivery["id"])?.parse().map_err(anyhow::Error::msg)?;
        let at = Timestamp::from_millisecond(i64::try_from(id.0.as_u128() >> 80)?)?;
        let kind = text(&delivery["event_type"])?;
        let dimensions = vec![("endpoint_id", text(&delivery["endpoint_id"])?), ("event_type", kind)];
        Ok(Fact { at, dimensions, seconds: 0.0 })
    }

    pub fn value(&self, dimension: &str) -> Option<&str> {
        self.dimensions.iter().find(|(name, _)| *name == dimension).map(|(_, value)| value.as_str())
    }
}

#[derive(Default)]
pub struct Facts {
    pub created: Vec<Fact>,
    pub resolved: Vec<Fact>,
    /// The resolved tickets with an SLA policy.
    pub resolved_by_policy: Vec<Fact>,
    pub reopened: Vec<Fact>,
    pub unfinished: Vec<Fact>,
    pub runs: Vec<Fact>,
    pub failed_runs: Vec<Fact>,
    pub deliveries: Vec<Fact>,
    pub failed_deliveries: Vec<Fact>,
}

impl Facts {
    /// No list shows how often a ticket was reopened, so `reopened` are the acknowledged changes.
    pub async fn read(client: &Client, reopened: &[Fact]) -> anyhow::Result<Facts> {
        let mut facts = Facts { reopened: reopened.to_vec(), ..Facts::default() };
        for ticket in all_pages(client, "/api/psa/tickets").await? {
            let created = Fact::of_ticket(&ticket, &ticket["created_at"])?;
            if !FINISHED.iter().any(|status| ticket["status"] == *status) {
                facts.unfinished.push(created.clone());
            }
            facts.created.push(created);
            if !ticket["resolved_at"].is_null() {
                let resolved = Fact::of_ticket(&ticket, &ticket["resolved_at"])?;
                facts.resolved_by_policy.extend(resolved.with_policy(&ticket["sla"]["policy_id"]));
                facts.resolved.push(resolved);
            }
        }
        for run in all_pages(client, RUNS).await? {
            let fact = Fact::of_run(&run)?;
            if run["status"] == "failed" || run["status"] == "timed_out" {
                facts.failed_runs.push(fact.clone());
            }
            facts.runs.push(fact);
        }
        for delivery in all_pages(client, "/api/admin/webhooks/deliveries").await? {
            let fact = Fact::of_delivery(&delivery)?;
            if delivery["status"] == "failed" {
                facts.failed_deliveries.push(fact.clone());
            }
            facts.deliveries.push(fact);
        }
        Ok(facts)
    }

    pub fn summary(&self) -> String {
        format!(
            "{} tickets ({} resolved, {} of them with an SLA policy, {} reopenings), {} runs ({} failed) and {} deliveries ({} failed)",
            self.created.len(),
            self.resolved.len(),
            self.resolved_by_policy.len(),
            self.reopened.len(),
            self.runs.len(),
            self.failed_runs.len(),
            self.deliveries.len(),
            self.failed_deliveries.len()
        )
    }
}

fn text(value: &Value) -> anyhow::Result<String> {
    value.as_str().map(str::to_owned).with_context(|| format!("not a text: {value}"))
}

fn time(value: &Value) -> anyhow::Result<Timestamp> {
    text(value)?.parse().with_context(|| format!("not a time: {value}"))
}
