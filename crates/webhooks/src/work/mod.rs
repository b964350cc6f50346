//! Turns events into deliveries and sends them. One task reads and writes (the ledger), one decides what is sent when
//! (the dispatcher), one renews the worker's lease on its tenants (ownership), one listens for new events. They
//! exchange messages. A worker must not keep its tenants without any one of them, so they are one job: if one fails,
//! all are stopped, the worker signs off, and a new one is started.

mod dispatch;
pub mod endpoint;
mod fan_out;
mod lane;
mod ledger;
pub mod logged;
mod ownership;
mod reading;
pub mod recovery;
mod schedule;
pub mod send;
mod status_changes;
mod writing;

use api::TenantId;
use dispatch::Dispatcher;
use futures::future::BoxFuture;
use kernel::{
    app::App,
    db::ListenEvent,
    supervisor::{Subtasks, TaskGroup, progress},
};
use ledger::{Ledger, LedgerMessage};
use ownership::TRUSTED;
use reading::Reader;
use schedule::RetrySchedule;
use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::{
    sync::mpsc::{UnboundedSender, unbounded_channel},
    time::{Instant, sleep, timeout},
};
use uuid::Uuid;

/// How often logs are polled for events that were not announced.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// The names of the tasks. They share state in memory, so they are restarted together.
pub const OWNERSHIP: &str = "webhooks.ownership";
pub const LISTEN: &str = "webhooks.listen";
pub const LEDGER: &str = "webhooks.ledger";
pub const DISPATCH: &str = "webhooks.dispatch";

/// Works until the group is stopped; active deliveries may finish.
pub fn run(app: App, group: TaskGroup) -> BoxFuture<'static, ()> {
    Box::pin(work(app, group))
}

/// Each start is a new worker, with its own tenants: an aborted one may still have had attempts in flight.
async fn work(app: App, group: TaskGroup) {
    let worker = app.clock.id();
    // Others take its tenants at once, however it ended.
    group.finally(ownership::sign_off(app.clone(), worker));
    let fence = Arc::new(Fence::default());
    let (to_ledger, notes) = unbounded_channel();
    let (to_dispatcher, told) = unbounded_channel();
    let schedule = RetrySchedule::new(app.settings.webhook_haste);
    let dispatcher =
        Dispatcher::new(app.clone(), schedule, fence.clone(), to_ledger.clone(), to_dispatcher.downgrade());
    let reads = Arc::new(Subtasks::default());
    let reader = Reader::new(app.clone(), to_ledger.downgrade(), to_dispatcher.clone(), Arc::downgrade(&reads));
    let ledger = Ledger::new(app.clone(), worker, to_dispatcher, reader);
    let listen = group.spawn(LISTEN, listen(app.clone(), to_ledger.clone()));
    let _dispatcher = group.spawn(DISPATCH, dispatcher.run(told));
    let ledger = group.spawn(LEDGER, ledger.run(notes));
    tracing::info!(%worker, "webhook worker started");

    tokio::select! {
        () = group.stop().cancelled() => {}
        () = ownership::keep(&app, worker, &fence, &to_ledger) => {}
    }
    listen.abort();
    let _ = to_ledger.send(LedgerMessage::Stop);
    if timeout(app.settings.shutdown_grace, progress::waiting(ledger.ended())).await.is_err() {
        tracing::warn!("active deliveries interrupted; they will be sent again");
    }
    tracing::info!(%worker, "webhook worker stopped");
}

/// Wakes the ledger when events happen.
async fn listen(app: App, ledger: UnboundedSender<LedgerMessage>) {
    futures::join!(poll(&ledger), receive(&app, &ledger));
}

async fn poll(ledger: &UnboundedSender<LedgerMessage>) {
    loop {
        sleep(POLL_INTERVAL).await;
        let _ = ledger.send(LedgerMessage::Poll);
    }
}

/// Receives the servers' notifications of new events. Nothing depends on it: the logs are polled anyway.
async fn receive(app: &App, ledger: &UnboundedSender<LedgerMessage>) {
    loop {
        let _ = app
            .db
            .listen(kernel::announcements::CHANNEL, |heard| {
                let message = match heard {
                    ListenEvent::StillListening => return,
                    ListenEvent::Listening => LedgerMessage::Poll,
                    ListenEvent::Notification(text) => LedgerMessage::Woken(
                        text.split(',').filter_map(|id| Uuid::try_parse(id).ok()).map(TenantId).collect(),
                    ),
                };
                let _ = ledger.send(message);
            })
            .await;
        sleep(POLL_INTERVAL).await;
    }
}

/// Lets the worker send as long as it has recently renewed its lease.
#[derive(Default)]
pub struct Fence(Mutex<Option<Instant>>);

impl Fence {
    fn raise(&self, shown: Instant) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(shown);
    }

    fn holds(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_some_and(|shown| shown.elapsed() < TRUSTED)
    }
}
