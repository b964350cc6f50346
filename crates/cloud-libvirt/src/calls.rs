//! Calls of libvirt. Its library blocks, and a host that hangs keeps it for minutes, so each call has a thread of its own:
//! not one of the runtime's, because a process that ends waits for those. The number of threads of a host is bounded; a
//! thread whose caller has given up keeps its place until the host lets it go, and does nothing more.

use crate::{failure::failure, hosts::Host};
use api::cloud_verification::CloudFindingCode;
use cloud_boundary::Failure;
use std::{sync::Arc, thread, time::Duration};
use tokio::{
    sync::oneshot,
    time::{Instant, timeout_at},
};
use virt::{connect::Connect, error::clear_error_callback};

/// Why a call has no result.
pub(crate) enum NoResult {
    /// Nothing was done.
    NotBegun(Failure),
    /// The host did not respond in time, so that something may have been done.
    Lost(Failure),
}

impl NoResult {
    pub fn into_failure(self) -> Failure {
        match self {
            NoResult::NotBegun(failure) | NoResult::Lost(failure) => failure,
        }
    }
}

/// An open connection, and whether somebody still waits for the result.
pub(crate) struct Call<'a> {
    pub conn: &'a Connect,
    is_awaited: &'a dyn Fn() -> bool,
}

impl Call<'_> {
    /// False if the caller has given up. What it does then must not be disturbed by this call.
    pub fn is_awaited(&self) -> bool {
        (self.is_awaited)()
    }
}

/// Closes the connection, which the library's type does not.
struct Open(Connect);

impl Open {
    fn new(uri: &str) -> Result<Open, virt::error::Error> {
        // By default, the library prints errors.
        clear_error_callback();
        Connect::open(Some(uri)).map(Open)
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        if let Err(error) = self.0.close() {
            tracing::debug!(%error, "failed to close a connection to a libvirt host");
        }
    }
}

/// Calls a host, within this time.
pub(crate) async fn call<T: Send + 'static>(
    host: &Arc<Host>,
    time: Duration,
    work: impl FnOnce(&Call<'_>) -> T + Send + 'static,
) -> Result<T, NoResult> {
    held::refuse("a libvirt host is called");
    let until = Instant::now() + time;
    let Ok(Ok(place)) = timeout_at(until, host.threads.clone().acquire_owned()).await else {
        let detail = "The host is still executing earlier calls.";
        return Err(NoResult::NotBegun(Failure::new(CloudFindingCode::Unreachable, detail)));
    };
    let (sender, receiver) = oneshot::channel();
    let uri = host.connect.clone();
    let begun = thread::Builder::new().name("libvirt".to_owned()).spawn(move || {
        let _place = place;
        let result = Open::new(&uri).map_err(|error| failure(&error)).map(|open| {
            let is_awaited = || !sender.is_closed();
            let call = Call { conn: &open.0, is_awaited: &is_awaited };
            call.is_awaited().then(|| work(&call))
        });
        // An error says that the caller has given up.
        let _ = sender.send(result);
    });
    if let Err(error) = begun {
        tracing::error!(%error, "failed to start a thread for a libvirt host");
        return Err(NoResult::NotBegun(Failure::new(CloudFindingCode::Unclear, "The call could not be made.")));
    }
    match timeout_at(until, receiver).await {
        Ok(Ok(Ok(Some(result)))) => Ok(result),
        Ok(Ok(Err(failure))) => Err(NoResult::NotBegun(failure)),
        Ok(Ok(Ok(None)) | Err(_)) => {
            Err(NoResult::Lost(Failure::new(CloudFindingCode::Unclear, "The call ended without a result.")))
        }
        Err(_) => Err(NoResult::Lost(Failure::new(CloudFindingCode::Unreachable, "The host did not respond in time."))),
    }
}
