//! Ctrl-C and SIGTERM, for commands that end in order: a listener between two events, so that its position is exact.

use std::io;
use tokio::{
    signal::unix::{SignalKind, signal},
    sync::watch,
};

/// Each part that has to stop has a clone.
#[derive(Clone)]
pub struct Stop(watch::Receiver<bool>);

impl Stop {
    pub fn on_signals() -> io::Result<Stop> {
        let (sender, receiver) = watch::channel(false);
        let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
        tokio::spawn(async move {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
            let _ = sender.send(true);
            // The sender lives until the process ends: a closed channel would look like a signal.
            std::future::pending::<()>().await;
        });
        Ok(Stop(receiver))
    }

    /// Returns when the process should stop.
    pub async fn requested(&mut self) {
        let _ = self.0.wait_for(|stopped| *stopped).await;
    }
}
