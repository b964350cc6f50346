//! The client: sends requests, and sends them again when their responses are lost.

use crate::{
    Body, Builder, Error, Problem, Request, Response, Streaming,
    error::Source,
    retries::{add_idempotency_key, delay_after},
};
use bytes::Bytes;
use http::{
    HeaderMap, HeaderValue, Uri,
    header::{CONTENT_LENGTH, CONTENT_TYPE},
};
use http_body_util::{BodyExt, Empty, Full, StreamBody, combinators::BoxBody};
use hyper::body::Frame;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::{
    client::legacy::{self, connect::HttpConnector},
    rt::{TokioExecutor, TokioTimer},
};
use rustls::{ClientConfig, RootCertStore, crypto::ring};
use std::{io, sync::Arc, time::Duration};
use tokio::{
    fs::File,
    time::{sleep, timeout},
};
use tokio_util::io::ReaderStream;
use url::Url;

const CONNECT: Duration = Duration::from_secs(10);
const IDLE: Duration = Duration::from_secs(60);

/// The slowest upload of a file that is not a timeout, in bytes for each second.
const SLOWEST_UPLOAD: u64 = 64 * 1024;

type Content = BoxBody<Bytes, io::Error>;

/// The API, with one method for each operation. It is cheap to clone, and clones share their connections.
#[derive(Clone, Debug)]
pub struct Client {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    http: legacy::Client<HttpsConnector<HttpConnector>, Content>,
    url: Url,
    /// Headers of every request. The key is marked as sensitive, so it is not in debug output.
    headers: HeaderMap,
    timeout: Duration,
    retries: u32,
}

impl Client {
    /// A client of the service at a URL such as `https://api.example.com`.
    pub fn builder(url: &str) -> Builder {
        Builder::new(url)
    }

    pub(crate) fn new(url: Url, headers: HeaderMap, timeout: Duration, retries: u32) -> Result<Client, Error> {
        let mut tcp = HttpConnector::new();
        tcp.enforce_http(false);
        tcp.set_connect_timeout(Some(CONNECT));
        tcp.set_nodelay(true);
        let tls = trust(url.scheme() == "https").map_err(|error| Error::Request(format!("TLS: {error}")))?;
        let https =
            HttpsConnectorBuilder::new().with_tls_config(tls).https_or_http().enable_http1().wrap_connector(tcp);
        let http = legacy::Client::builder(TokioExecutor::new())
            .pool_timer(TokioTimer::new())
            .pool_idle_timeout(IDLE)
            .build(https);
        Ok(Client { shared: Arc::new(Shared { http, url, headers, timeout, retries }) })
    }

    /// The URL of the service.
    pub fn url(&self) -> &Url {
        &self.shared.url
    }

    /// Sends a request, and reads the whole response. A status of 400 or more is [`Error::Problem`].
    pub async fn send(&self, request: Request) -> Result<Response, Error> {
        let prepared = self.prepare(request)?;
        self.retry(|| self.whole(&prepared)).await
    }

    /// Sends a request, and leaves the body of a successful response to be read by the caller.
    pub async fn stream(&self, request: Request) -> Result<Streaming, Error> {
        let prepared = self.prepare(request)?;
        self.retry(|| self.begin(&prepared)).await
    }

    /// Repeats an attempt until it succeeds, fails for good, or was repeated often enough.
    async fn retry<T, F: Future<Output = Result<T, Error>>>(&self, attempt: impl Fn() -> F) -> Result<T, Error> {
        let mut retries = 0;
        loop {
            let error = match attempt().await {
                Ok(result) => return Ok(result),
                Err(error) => error,
            };
            let delay = delay_after(&error, retries).filter(|_| retries < self.shared.retries);
            let Some(delay) = delay else { return Err(error) };
            sleep(delay).await;
            retries += 1;
        }
    }

    /// One attempt, with the body of the response.
    async fn whole(&self, prepared: &Prepared) -> Result<Response, Error> {
        let exchange = async { self.exchange(prepared).await?.whole().await };
        success(timeout(prepared.limit, exchange).await.map_err(|_| prepared.timeout())??)
    }

    /// One attempt, without the body of a successful response.
    async fn begin(&self, prepared: &Prepared) -> Result<Streaming, Error> {
        let exchange = timeout(prepared.limit, self.exchange(prepared)).await;
        let streaming = exchange.map_err(|_| prepared.timeout())??;
        if streaming.status.as_u16() < 400 {
            return Ok(streaming);
        }
        let whole = timeout(prepared.limit, streaming.whole()).await;
        let response = whole.map_err(|_| prepared.timeout())??;
        Err(Error::Problem(Box::new(Problem::of(&response))))
    }

    /// Everything of a request that is the same in each attempt.
    fn prepare(&self, request: Request) -> Result<Prepared, Error> {
        let url = request.url(&self.shared.url)?;
        let uri = Uri::try_from(url.as_str()).map_err(|error| Error::Request(format!("{url}: {error}")))?;
        let limit = self.shared.timeout.saturating_add(Duration::from_secs(request.wait()));
        let mut headers = self.shared.headers.clone();
        headers.extend(request.headers.clone());
        add_idempotency_key(&request.method, &mut headers);
        if let Body::Bytes { content_type, .. } | Body::File { content_type, .. } = &request.body {
            let value = HeaderValue::from_str(content_type);
            let value = value.map_err(|_| Error::Request(format!("content type {content_type:?} is invalid")))?;
            headers.insert(CONTENT_TYPE, value);
        }
        Ok(Prepared { limit: limit.saturating_add(upload_time(&request.body)), url, uri, headers, request })
    }

    /// Sends a request once.
    async fn exchange(&self, prepared: &Prepared) -> Result<Streaming, Error> {
        let (content, length) = content(&prepared.request.body).await?;
        let mut sent = http::Request::new(content);
        *sent.method_mut() = prepared.request.method.clone();
        *sent.uri_mut() = prepared.uri.clone();
        *sent.headers_mut() = prepared.headers.clone();
        if let Some(length) = length {
            sent.headers_mut().insert(CONTENT_LENGTH, length.into());
        }
        match self.shared.http.request(sent).await {
            Ok(response) => Ok(Streaming::new(response, prepared.place(), self.shared.timeout)),
            Err(error) if error.is_connect() => {
                Err(Error::Connect { url: self.shared.url.to_string(), source: error.into() })
            }
            Err(error) => Err(lost(error)),
        }
    }
}

struct Prepared {
    request: Request,
    url: Url,
    uri: Uri,
    headers: HeaderMap,
    /// How long an attempt may take.
    limit: Duration,
}

impl Prepared {
    fn timeout(&self) -> Error {
        Error::Timeout { url: self.place(), after: self.limit }
    }

    /// The URL without its query, for messages.
    fn place(&self) -> String {
        self.url[..url::Position::AfterPath].to_owned()
    }
}

fn success(response: Response) -> Result<Response, Error> {
    if response.status.as_u16() < 400 { Ok(response) } else { Err(Error::Problem(Box::new(Problem::of(&response)))) }
}

/// The body for one attempt, and its length if it is not known otherwise.
async fn content(body: &Body) -> Result<(Content, Option<u64>), Error> {
    match body {
        Body::Empty => Ok((Empty::new().map_err(|never| match never {}).boxed(), None)),
        Body::Bytes { bytes, .. } => Ok((Full::new(bytes.clone()).map_err(|never| match never {}).boxed(), None)),
        Body::File { path, .. } => {
            let unreadable = |error: io::Error| Error::Request(format!("{}: {error}", path.display()));
            let file = File::open(path).await.map_err(unreadable)?;
            let length = file.metadata().await.map_err(unreadable)?.len();
            let frames = futures::TryStreamExt::map_ok(ReaderStream::with_capacity(file, 64 * 1024), Frame::data);
            Ok((StreamBody::new(frames).boxed(), Some(length)))
        }
    }
}

/// The additional time for a body that is a file.
fn upload_time(body: &Body) -> Duration {
    let Body::File { path, .. } = body else { return Duration::ZERO };
    let length = std::fs::metadata(path).map_or(0, |metadata| metadata.len());
    Duration::from_secs(length / SLOWEST_UPLOAD)
}

pub(crate) fn lost(error: impl Into<Source>) -> Error {
    Error::Lost { source: error.into() }
}

/// TLS with the authorities of the system. They are read only if they are needed, which takes some milliseconds.
fn trust(is_needed: bool) -> Result<ClientConfig, rustls::Error> {
    let mut roots = RootCertStore::empty();
    if is_needed {
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    }
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()));
    Ok(config.with_safe_default_protocol_versions()?.with_root_certificates(roots).with_no_client_auth())
}
