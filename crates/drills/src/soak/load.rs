//! The load: each activity is repeated at its own steady rate, whatever fails meanwhile.

mod access;
mod work;

use super::{
    caller::{Body, Caller, Response},
    cluster::LISTENER,
    ledger::Ledger,
    tenants::Tenant,
};
use crate::machines::Reporter;
use anyhow::Context;
use reqwest::Method;
use serde_json::Value;
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};
use testkit::SignInProvider;
use tokio::{
    task::JoinSet,
    time::{MissedTickBehavior, interval},
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Activity {
    Create,
    Change,
    Comment,
    List,
    Search,
    Inventory,
    Run,
    Export,
    Key,
    SignIn,
    Analytics,
    Attachment,
}

/// An activity, its name, and its rate per second.
const ACTIVITIES: [(Activity, &str, f64); 12] = [
    (Activity::Create, "tickets", 2.0),
    (Activity::Change, "changes", 2.0),
    (Activity::Comment, "comments", 2.0),
    (Activity::List, "lists", 2.0),
    (Activity::Search, "searches", 2.0),
    (Activity::Inventory, "inventories", 1.0),
    (Activity::Run, "runs", 0.5),
    (Activity::Export, "exports", 0.2),
    (Activity::Key, "keys", 0.5),
    (Activity::SignIn, "sign-ins", 0.25),
    (Activity::Analytics, "analytics", 0.5),
    (Activity::Attachment, "attachments", 0.5),
];

pub struct Load {
    pub caller: Caller,
    pub tenants: Vec<Tenant>,
    pub ledger: Ledger,
    pub provider: SignInProvider,
    pub reporter: Reporter,
    over: AtomicBool,
}

impl Load {
    pub fn new(caller: Caller, tenants: Vec<Tenant>, provider: SignInProvider) -> anyhow::Result<Load> {
        let (ledger, reporter, over) = (Ledger::default(), Reporter::new()?, AtomicBool::new(false));
        Ok(Load { caller, tenants, ledger, provider, reporter, over })
    }

    pub fn start(self: &Arc<Self>) -> JoinSet<anyhow::Result<()>> {
        let mut tasks = JoinSet::new();
        for (activity, name, per_second) in ACTIVITIES {
            let load = self.clone();
            tasks.spawn(async move {
                let ended = load.repeat(activity, name, per_second).await;
                // An activity that fails ends the drill early.
                load.stop();
                ended.with_context(|| format!("{name} failed"))
            });
        }
        tasks
    }

    pub fn stop(&self) {
        self.over.store(true, Relaxed);
    }

    pub fn is_running(&self) -> bool {
        !self.over.load(Relaxed)
    }

    async fn repeat(&self, activity: Activity, name: &'static str, per_second: f64) -> anyhow::Result<()> {
        let mut ticks = interval(Duration::from_secs_f64(1.0 / per_second));
        ticks.set_missed_tick_behavior(MissedTickBehavior::Skip);
        for number in 0.. {
            ticks.tick().await;
            if !self.is_running() {
                break;
            }
            let tenant = &self.tenants[number % self.tenants.len()];
            self.perform(activity, tenant, number / self.tenants.len()).await?;
            *self.ledger.entries().done.entry(name).or_default() += 1;
        }
        Ok(())
    }

    /// `number` is the number of earlier activities of this kind for this tenant.
    async fn perform(&self, activity: Activity, tenant: &Tenant, number: usize) -> anyhow::Result<()> {
        match activity {
            Activity::Create => self.create(tenant, number).await,
            Activity::Change => self.change(tenant, number).await,
            Activity::Comment => self.comment(tenant, number).await,
            Activity::List => self.read(tenant, "/api/psa/tickets?limit=50").await,
            Activity::Search => self.search(tenant, number).await,
            Activity::Inventory => self.inventory(tenant, number).await,
            Activity::Run => self.run(tenant, number).await,
            // One ticket in twenty is exported: the newest and the oldest.
            Activity::Export => self.read(tenant, "/api/psa/tickets?format=ndjson&priority=p1").await,
            Activity::Key => self.key(tenant).await,
            Activity::SignIn => self.sign_in(tenant, number).await,
            Activity::Analytics => self.read(tenant, "/api/analytics/tenant?metrics=tickets.created").await,
            Activity::Attachment => self.attachment(tenant, number).await,
        }
    }

    async fn read(&self, tenant: &Tenant, target: &str) -> anyhow::Result<()> {
        self.get(target, &tenant.key).await?.expect(200).map(drop)
    }

    async fn get(&self, target: &str, key: &str) -> anyhow::Result<Response> {
        self.caller.send(&Method::GET, target, key, Body::None).await
    }

    async fn post(&self, target: &str, key: &str, body: &Value) -> anyhow::Result<Response> {
        self.caller.send(&Method::POST, target, key, Body::Json(body)).await
    }

    async fn delete(&self, target: &str, key: &str) -> anyhow::Result<Response> {
        self.caller.send(&Method::DELETE, target, key, Body::None).await
    }

    /// Counts an error of a request to the listener for agents.
    fn listener_failed(&self, sent: Instant, kind: &'static str) {
        self.caller.failed(LISTENER, sent, kind, "an inventory");
    }
}
