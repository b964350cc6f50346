//! Turns events into deliveries and delivers them. One task reads and writes (the ledger), one decides what is sent when
//! (the dispatcher), one keeps the worker's tenants (ownership); they tell each other what they know.

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
mod turns;
mod writing;

use crate::{app::App, db::Heard, serve::Stop};
use api::TenantId;
use dispatch::Dispatcher;
use futures::future::BoxFuture;
use ledger::{Ledger, Note};
use ownership::TRUSTED;
use reading::Reader;
use schedule::Pace;
use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::{
    sync::mpsc::{UnboundedSender, unbounded_channel},
    time::{Instant, sleep, timeout},
};
use uuid::Uuid;

/// How often logs are looked at of which nobody told.
const LOOK: Duration = Duration::from_secs(1);

/// Works until `stop` resolves; what is under way may finish.
pub fn run(app: App, stop: Stop) -> BoxFuture<'static, ()> {
    Box::pin(run_until(app, stop))
}

async fn run_until(app: App, stop: Stop) {
    let worker = app.clock.id();
    let fence = Arc::new(Fence::default());
    let (to_ledger, notes) = unbounded_channel();
    let (to_dispatcher, told) = unbounded_channel();
    let pace = Pace::new(app.settings.webhook_haste);
    let dispatcher = Dispatcher::new(app.clone(), pace, fence.clone(), to_ledger.clone(), to_dispatcher.downgrade());
    let reader = Reader::new(app.clone(), to_ledger.downgrade(), to_dispatcher.clone());
    let ledger = Ledger::new(app.clone(), worker, to_dispatcher, reader);
    let ownership = tokio::spawn(ownership::keep(app.clone(), worker, fence, to_ledger.clone()));
    let hearing = tokio::spawn(hear(app.clone(), to_ledger.clone()));
    let looking = tokio::spawn(look(to_ledger.clone()));
    let recovering = tokio::spawn(recovery::carry_out(app.clone()));
    let dispatcher = tokio::spawn(dispatcher.run(told));
    let mut ledger = tokio::spawn(ledger.run(notes));
    tracing::info!(%worker, "working");

    stop.await;
    [ownership, hearing, looking, recovering].iter().for_each(tokio::task::JoinHandle::abort);
    let _ = to_ledger.send(Note::Stop);
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

async fn look(ledger: UnboundedSender<Note>) {
    loop {
        sleep(LOOK).await;
        let _ = ledger.send(Note::Look);
    }
}

/// What the servers tell of new events. Nothing depends on it: the logs are looked at anyway.
async fn hear(app: App, ledger: UnboundedSender<Note>) {
    loop {
        let _ = app
            .db
            .listen(crate::announcements::CHANNEL, |heard| {
                let note = match heard {
                    Heard::Listening => Note::Look,
                    Heard::Announcement(text) => {
                        Note::Woken(text.split(',').filter_map(|id| Uuid::try_parse(id).ok()).map(TenantId).collect())
                    }
                };
                let _ = ledger.send(note);
            })
            .await;
        sleep(LOOK).await;
    }
}

/// Whether the worker may send: as long as it has shown lately that it lives.
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
