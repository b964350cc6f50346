//! Requests to the server of a repository, through the guarded client.

use crate::meter::Meter;
use backup_check::{Failure, FailureKind, Network};
use bytes::Bytes;
use outbound::{Client, Guard, HeaderMap, Method, Options, Outgoing, StatusCode};
use rustls::pki_types::{CertificateDer, pem::PemObject};
use std::{sync::Arc, thread, time::Duration};
use tokio::runtime::{Builder, Runtime};
use url::Url;

/// For everything of one request, at the size of a part of a pack.
const TIMEOUT: Duration = Duration::from_secs(60);

/// The pauses before a request is repeated.
const PAUSES: [Duration; 2] = [Duration::from_millis(500), Duration::from_secs(3)];

pub struct Http {
    client: Client,
    runtime: Runtime,
    meter: Arc<Meter>,
}

/// A request without its credentials, which are added again for each attempt.
#[derive(Debug, Clone)]
pub struct Request {
    pub method: Method,
    pub url: Url,
    pub headers: HeaderMap,
    pub body: Bytes,
    /// The largest body that is accepted.
    pub keep: usize,
}

#[derive(Debug)]
pub struct Response {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl Request {
    pub fn new(method: Method, url: Url, keep: usize) -> Request {
        Request { method, url, headers: HeaderMap::new(), body: Bytes::new(), keep }
    }
}

impl Http {
    pub fn new(network: &Network, meter: Arc<Meter>) -> Result<Http, Failure> {
        let broken = || Failure::new(FailureKind::Unavailable, "The check could not be started.");
        let roots: Vec<CertificateDer<'static>> = match &network.ca_file {
            None => vec![],
            Some(file) => {
                let found = CertificateDer::pem_file_iter(file).map_err(|_| broken())?;
                found.collect::<Result<_, _>>().map_err(|_| broken())?
            }
        };
        let guard = Guard {
            allowed: network.allowed.clone(),
            refused: network.refused.clone(),
            allow_http: network.allow_http,
        };
        let options = Options { guard, nameservers: network.nameservers.clone(), roots, ..Options::default() };
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().map_err(|_| broken())?;
        let client = {
            let _entered = runtime.enter();
            Client::new(options).map_err(|_| broken())?
        };
        Ok(Http { client, runtime, meter })
    }

    /// Sends a request and repeats it if the server could not be reached or was overloaded. Every request here can be
    /// repeated. `sign` adds the credentials.
    pub fn send(&self, request: &Request, sign: impl Fn(&mut Request)) -> Result<Response, Failure> {
        let mut pauses = PAUSES.iter();
        loop {
            self.meter.call()?;
            let mut signed = request.clone();
            sign(&mut signed);
            let outcome = self.attempt(signed);
            let is_worth_repeating = match &outcome {
                Ok(response) => response.status.is_server_error() || response.status == StatusCode::TOO_MANY_REQUESTS,
                Err(failure) => failure.kind == FailureKind::Unreachable,
            };
            match pauses.next() {
                Some(pause) if is_worth_repeating => thread::sleep(*pause),
                _ => return outcome.and_then(available),
            }
        }
    }

    fn attempt(&self, request: Request) -> Result<Response, Failure> {
        let Request { method, url, headers, body, keep } = request;
        let outgoing = Outgoing { method, url: &url, headers, body, timeout: TIMEOUT, keep };
        let incoming = self.runtime.handle().block_on(self.client.send(outgoing)).map_err(|failed| {
            let kind = if failed.why.is_refusal() { FailureKind::Refused } else { FailureKind::Unreachable };
            Failure::new(kind, format!("The request to the repository failed: {failed}."))
        })?;
        self.meter.received(incoming.body.len());
        // The message of an error may be longer than the part of a file that was requested. Its status says enough.
        if incoming.body_truncated && incoming.status.is_success() {
            let detail = format!("The server sent more than {keep} bytes.");
            return Err(Failure::new(FailureKind::TooLarge, detail));
        }
        Ok(Response { status: incoming.status, headers: incoming.headers, body: incoming.body })
    }
}

fn available(response: Response) -> Result<Response, Failure> {
    match response.status.is_server_error() || response.status == StatusCode::TOO_MANY_REQUESTS {
        true => {
            let detail = format!("The server returned the status {}.", response.status.as_u16());
            Err(Failure::new(FailureKind::Unreachable, detail))
        }
        false => Ok(response),
    }
}

/// The failure that a response without the expected status means.
pub fn unexpected(response: &Response) -> Failure {
    let status = response.status.as_u16();
    match response.status {
        StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => {
            Failure::new(FailureKind::AccessDenied, format!("The server refuses the credentials (status {status})."))
        }
        StatusCode::NOT_FOUND => Failure::new(FailureKind::NotFound, "There is no repository at this address."),
        _ => Failure::new(FailureKind::Unreachable, format!("The server returned the status {status}.")),
    }
}
