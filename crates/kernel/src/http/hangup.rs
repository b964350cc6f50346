//! Detects whether the client of a write has disconnected. A write is finished in any case; a wait need not be.

use axum::{extract::FromRequestParts, http::request::Parts};
use std::convert::Infallible;
use tokio::sync::watch;

/// The gate's end: dropped with the request.
pub struct Line {
    _sender: watch::Sender<()>,
}

/// The handler's end.
#[derive(Clone)]
pub struct Hangup(Option<watch::Receiver<()>>);

impl Hangup {
    pub(super) fn line() -> (Line, Hangup) {
        let (sender, receiver) = watch::channel(());
        (Line { _sender: sender }, Hangup(Some(receiver)))
    }

    /// Returns when the client has disconnected.
    pub async fn happened(self) {
        match self.0 {
            Some(mut line) => while line.changed().await.is_ok() {},
            None => std::future::pending().await,
        }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Hangup {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Hangup, Infallible> {
        Ok(parts.extensions.get().cloned().unwrap_or(Hangup(None)))
    }
}
