//! Turns events into deliveries and sends them. One task reads and writes (the ledger), one sends (the dispatcher), one
//! renews the worker's lease on its tenants (ownership). They exchange messages.

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

use crate::{app::App, db::Heard, serve::Stop};
use api::TenantId;
use dispatch::Dispatcher;
use futures::future::BoxFuture;
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

/// Works until `stop` resolves; what is under way may finish.
pub fn run(app: App, stop: Stop) -> BoxFuture<'static, ()> {
    Box::pin(run_until(app, stop))
}

async fn run_until(app: App, stop: Stop) {
    let worker = app.clock.id();
    let fence = Arc::new(Fence::default());
    let (to_ledger, notes) = unbounded_channel();
    let (to_dispatcher, told) = unbounded_channel();
    let schedule = RetrySchedule::new(app.settings.webhook_haste);
    let dispatcher =
        Dispatcher::new(app.clone(), schedule, fence.clone(), to_ledger.clone(), to_dispatcher.downgrade());
    let reader = Reader::new(app.clone(), to_ledger.downgrade(), to_dispatcher.clone());
    let ledger = Ledger::new(app.clone(), worker, to_dispatcher, reader);
    let ownership = tokio::spawn(ownership::keep(app.clone(), worker, fence, to_ledger.clone()));
    let listening = tokio::spawn(listen(app.clone(), to_ledger.clone()));
    let polling = tokio::spawn(poll(to_ledger.clone()));
    let recovering = tokio::spawn(recovery::carry_out(app.clone()));
    let dispatcher = tokio::spawn(dispatcher.run(told));
    let mut ledger = tokio::spawn(ledger.run(notes));
    tracing::info!(%worker, "working");

    stop.await;
    [ownership, listening, polling, recovering].iter().for_each(tokio::task::JoinHandle::abort);
    let _ = to_ledger.send(LedgerMessage::Stop);
    if timeout(app.settings.shutdown_grace, &mut ledger).await.is_err() {
        tracing::warn!("active deliveries interrupted; they will be sent again");
        ledger.abort();
    }
    dispatcher.abort();
    if let Err(error) = ownership::sign_off(&app, worker).await {
        tracing::warn!(error = format!("{:#}", error.into_cause()), "failed to release the worker's tenants");
    }
    tracing::info!(%worker, "worked");
}

async fn poll(ledger: UnboundedSender<LedgerMessage>) {
    loop {
        sleep(POLL_INTERVAL).await;
        let _ = ledger.send(LedgerMessage::Poll);
    }
}

/// Receives what the servers announce of new events. Nothing depends on it: the logs are polled anyway.
async fn listen(app: App, ledger: UnboundedSender<LedgerMessage>) {
    loop {
        let _ = app
            .db
            .listen(crate::announcements::CHANNEL, |heard| {
                let message = match heard {
                    Heard::Listening => LedgerMessage::Poll,
                    Heard::Announcement(text) => LedgerMessage::Woken(
                        text.split(',').filter_map(|id| Uuid::try_parse(id).ok()).map(TenantId).collect(),
                    ),
                };
                let _ = ledger.send(message);
            })
            .await;
        sleep(POLL_INTERVAL).await;
    }
}

/// Whether the worker may send: as long as it has renewed its lease lately.
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
