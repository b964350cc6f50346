//! Sends deliveries when they are due. The [`Scheduler`] decides which; this module executes its effects. Everything is
//! in memory: the ledger stores the durable state.

mod permits;
mod scheduler;

use super::{
    Fence,
    endpoint::Endpoint,
    lane::{AttemptKind, Health, Job, Outcome, StatusChange},
    ledger::LedgerMessage,
    schedule::RetrySchedule,
    send::{Attempt, attempt},
    status_changes,
};
use api::{EventId, TenantId, WebhookEndpointId};
use jiff::{SignedDuration, Timestamp};
use kernel::{
    app::App,
    supervisor::{Subtasks, progress},
    telemetry::TraceContext,
};
use permits::Permit;
use scheduler::{Effect, Scheduler, Start};
use std::{sync::Arc, time::Duration};
use tokio::{
    sync::mpsc::{UnboundedReceiver, UnboundedSender, WeakUnboundedSender},
    time::timeout,
};
use tracing::{Span, field::Empty};
use uuid::Uuid;

/// How often a worker without a valid lease checks whether it may send again.
const FENCE_INTERVAL: SignedDuration = SignedDuration::from_millis(200);

/// How long the dispatcher sleeps when nothing is due.
const IDLE_INTERVAL: SignedDuration = SignedDuration::from_secs(60);

pub enum DispatchMessage {
    /// All present endpoints of a tenant.
    Endpoints(TenantId, Vec<(Arc<Endpoint>, Health)>),
    /// New deliveries, each with its endpoint.
    Jobs(Vec<(Uuid, Job)>),
    /// Deliveries from the table for an endpoint, and when it has more.
    Loaded {
        endpoint: Uuid,
        lane: u64,
        jobs: Vec<Job>,
        more_at: Option<Timestamp>,
    },
    /// The table has due deliveries for these endpoints.
    MoreInTable(Vec<Uuid>),
    Finished(Box<Finished>),
    /// Stops sending for the tenant; [`LedgerMessage::Drained`] follows when its last attempt has ended.
    Drain(TenantId),
}

/// A completed attempt. Its permit is returned when the scheduler has processed the result.
pub struct Finished {
    endpoint: Arc<Endpoint>,
    job: Job,
    kind: AttemptKind,
    attempt: Attempt,
    outcome: Outcome,
    permit: Permit,
}

pub struct Dispatcher {
    app: App,
    fence: Arc<Fence>,
    ledger: UnboundedSender<LedgerMessage>,
    /// The dispatcher's own channel, through which attempts report their results.
    inbox: WeakUnboundedSender<DispatchMessage>,
    scheduler: Scheduler,
    /// Active attempts. They end with the dispatcher, so that no other worker sends at the same time.
    attempts: Subtasks,
}

impl Dispatcher {
    pub fn new(
        app: App,
        schedule: RetrySchedule,
        fence: Arc<Fence>,
        ledger: UnboundedSender<LedgerMessage>,
        inbox: WeakUnboundedSender<DispatchMessage>,
    ) -> Dispatcher {
        Dispatcher { app, fence, ledger, inbox, scheduler: Scheduler::new(schedule), attempts: Subtasks::default() }
    }

    /// Runs until all senders of messages are gone.
    pub async fn run(mut self, mut messages: UnboundedReceiver<DispatchMessage>) {
        loop {
            let message = match timeout(self.time_to_next(), progress::waiting(messages.recv())).await {
                Ok(Some(message)) => Some(message),
                Ok(None) => return,
                Err(_) => None,
            };
            let now = self.app.clock.now();
            let mut message = message.or_else(|| messages.try_recv().ok());
            while let Some(received) = message {
                let effects = self.scheduler.receive(received, now);
                self.perform(effects);
                message = messages.try_recv().ok();
            }
            self.scheduler.wake_due(now);
            if self.fence.holds() {
                let effects = self.scheduler.start_due(now);
                self.perform(effects);
            }
        }
    }

    fn time_to_next(&self) -> Duration {
        let timer = self.scheduler.next_timer().map(|at| at.duration_since(self.app.clock.now()));
        // A delivery that is ready and not started waits for the fence.
        let fenced = self.scheduler.can_start().then_some(FENCE_INTERVAL);
        let wait = [timer, fenced].into_iter().flatten().min().unwrap_or(IDLE_INTERVAL);
        Duration::try_from(wait).unwrap_or_default()
    }

    fn perform(&self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Start(start) => self.send(*start),
                Effect::Load(load) => self.report(LedgerMessage::Load(load)),
                Effect::Store(result) => self.report(LedgerMessage::Finished(result)),
                Effect::ChangeStatus(endpoint, change) => self.change_status(endpoint, change),
                Effect::Drained(tenant) => self.report(LedgerMessage::Drained(tenant)),
            }
        }
    }

    fn report(&self, message: LedgerMessage) {
        let _ = self.ledger.send(message);
    }

    fn send(&self, start: Start) {
        let (app, inbox) = (self.app.clone(), self.inbox.clone());
        self.attempts.spawn(async move {
            let Start { endpoint, job, kind, permit } = start;
            let Some(address) = endpoint.address() else { return };
            let attempt = attempt(&app, address, endpoint.timeout, EventId(job.event_id), &job.body);
            let (attempt, outcome) = TraceContext::continued(job.trace, || span(&endpoint, &job), attempt).await;
            if let Some(inbox) = inbox.upgrade() {
                let finished = Finished { endpoint, job, kind, attempt, outcome, permit };
                let _ = inbox.send(DispatchMessage::Finished(Box::new(finished)));
            }
        });
    }

    fn change_status(&self, endpoint: Arc<Endpoint>, change: StatusChange) {
        let app = self.app.clone();
        self.attempts.spawn(async move { status_changes::store(&app, &endpoint, change).await });
    }
}

/// The span of an attempt. The URL of the endpoint may contain a secret.
fn span(endpoint: &Endpoint, job: &Job) -> Span {
    let (tenant, endpoint) = (endpoint.tenant, WebhookEndpointId(endpoint.id));
    tracing::info_span!("delivery", otel.name = "webhook delivery", otel.kind = "client", %tenant, %endpoint,
        event = %EventId(job.event_id), event_type = job.kind.name(), attempt = job.attempts + 1,
        http.response.status_code = Empty, otel.status_code = Empty)
}
