//! The guarded HTTP client: for every request to a URL that a customer names (webhooks, workflows' calls, issuers).
//!
//! It guarantees that no internal address is reached unless the operator allows it: the name is resolved when the
//! request is sent, every address is checked, and the connection is made to a checked address, never to the name again.
//! Redirects are not followed, proxies of the environment not used, cookies not kept, compressed responses not
//! requested. Time, headers and body of a response are bounded. No part of a request or a response is logged.

mod connect;
mod failure;
mod guard;
mod pool;
mod progress;
mod resolve;

pub use bytes::Bytes;
pub use failure::{Failed, Phase, Why};
pub use guard::{Class, Guard, UrlFault};
pub use hyper::{HeaderMap, Method, StatusCode, header};
pub use ipnet::IpNet;
pub use progress::Timings;
pub use resolve::{NameFault, Resolver};
pub use url::Url;

use bytes::BytesMut;
use connect::Connector;
use http_body_util::{BodyExt, Full};
use hyper::{
    Request, Response, Uri,
    body::{Body, Incoming as Answer},
    header::{HeaderName, HeaderValue},
};
use pool::{Connection, Key, Pool, Sender};
use progress::Progress;
use rustls::{ClientConfig, RootCertStore, pki_types::CertificateDer};
use std::{error::Error, fmt, net::SocketAddr, sync::Arc, time::Duration};
use url::Position;

/// How many bytes of a response's body are kept for customers to read.
pub const KEPT_BODY: usize = 4096;

/// The configuration of a client.
#[derive(Debug, Clone, Default)]
pub struct Options {
    pub guard: Guard,
    /// The nameservers; if empty, those of the system.
    pub nameservers: Vec<SocketAddr>,
    /// Certificates to trust in addition to the system's.
    pub roots: Vec<CertificateDer<'static>>,
    pub limits: Limits,
}

/// The limits of a response. It also has at most 100 headers.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    pub header_bytes: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { header_bytes: 16 * 1024 }
    }
}

#[derive(Clone)]
pub struct Client(Arc<Inner>);

struct Inner {
    connector: Connector,
    pool: Pool,
}

/// A request. The client sets `Host`, `Content-Length` and the headers of the connection: those in `headers` are
/// ignored.
pub struct Outgoing<'a> {
    pub method: Method,
    pub url: &'a Url,
    pub headers: HeaderMap,
    pub body: Bytes,
    /// The time for everything, from the lookup of the name to the last byte of the body.
    pub timeout: Duration,
    /// How many bytes of the response's body to keep; the rest is not read.
    pub keep: usize,
}

/// A response of any status.
pub struct Incoming {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Bytes,
    pub body_truncated: bool,
    pub remote: SocketAddr,
    pub timings: Timings,
}

impl Client {
    pub fn new(options: Options) -> Result<Client, Box<dyn Error + Send + Sync>> {
        let resolver = Resolver::new(&options.nameservers)?;
        let tls = Arc::new(trust(&options.roots)?);
        let connector = Connector { guard: options.guard, resolver, tls, limits: options.limits };
        Ok(Client(Arc::new(Inner { connector, pool: Pool::default() })))
    }

    /// Checks the form of a URL before it is stored; see [`Guard::check_url`].
    pub fn check_url(&self, url: &Url) -> Result<(), UrlFault> {
        self.0.connector.guard.check_url(url)
    }

    pub fn resolver(&self) -> &Resolver {
        &self.0.connector.resolver
    }

    /// Refused while the task holds a database connection: a slow server would keep it from others.
    pub async fn send(&self, outgoing: Outgoing<'_>) -> Result<Incoming, Failed> {
        held::refuse("a customer's server is called");
        let progress = Progress::new();
        let patience = outgoing.timeout;
        let ended = tokio::time::timeout(patience, self.exchange(outgoing, &progress)).await;
        let (phase, remote, timings) = progress.end();
        match ended {
            Ok(Ok(incoming)) => Ok(Incoming { timings, ..incoming }),
            Ok(Err(why)) => Err(Failed { why, remote, timings }),
            Err(_) => Err(Failed { why: Why::Timeout(phase), remote, timings }),
        }
    }

    async fn exchange(&self, outgoing: Outgoing<'_>, progress: &Progress) -> Result<Incoming, Why> {
        let Inner { connector, pool } = &*self.0;
        let Outgoing { url, keep, .. } = outgoing;
        self.check_url(url).map_err(Why::Url)?;
        let key = key(url)?;
        let mut request = request(outgoing)?;

        if let Some(mut connection) = pool.take(&key) {
            progress.reached(connection.remote);
            address(&mut request, url, &connection)?;
            match connection.send(request).await {
                Ok(response) => return self.receive(response, connection, key, keep, progress).await,
                // The connection was closed in the meantime, and no part of the request was sent.
                Err(mut error) => match error.take_message() {
                    Some(unsent) => request = unsent,
                    None => return Err(Why::http(error.error())),
                },
            }
        }
        let mut connection = connector.connect(url, &key, progress).await?;
        pool.share(&key, &connection);
        address(&mut request, url, &connection)?;
        let response = connection.send(request).await.map_err(|error| Why::http(error.error()))?;
        self.receive(response, connection, key, keep, progress).await
    }

    async fn receive(
        &self,
        response: Response<Answer>,
        connection: Connection,
        key: Key,
        keep: usize,
        progress: &Progress,
    ) -> Result<Incoming, Why> {
        progress.enter(Phase::Body);
        let (head, body) = response.into_parts();
        let remote = connection.remote;
        let (body, body_truncated) = read(body, keep).await?;
        if !body_truncated {
            self.0.pool.give_back(key, connection, &head.headers);
        }
        let (status, headers, timings) = (head.status, head.headers, Timings::default());
        Ok(Incoming { status, headers, body, body_truncated, remote, timings })
    }
}

/// True if a customer may set this header: not the headers of the destination, the framing, or the connection.
pub fn may_set(name: &HeaderName) -> bool {
    !OURS.contains(name) && !name.as_str().starts_with("proxy-")
}

const OURS: [HeaderName; 10] = [
    header::HOST,
    header::CONTENT_LENGTH,
    header::TRANSFER_ENCODING,
    header::CONNECTION,
    header::UPGRADE,
    header::TE,
    header::TRAILER,
    header::EXPECT,
    header::ACCEPT_ENCODING,
    HeaderName::from_static("keep-alive"),
];

fn trust(roots: &[CertificateDer<'static>]) -> Result<ClientConfig, rustls::Error> {
    let mut store = RootCertStore::empty();
    store.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    for root in roots {
        store.add(root.clone())?;
    }
    let provider = rustls::crypto::ring::default_provider().into();
    let builder = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
    let mut config = builder.with_root_certificates(store).with_no_client_auth();
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(config)
}

fn key(url: &Url) -> Result<Key, Why> {
    let host = url.host_str().ok_or(Why::Url(UrlFault::NoHost))?.to_owned();
    let port = url.port_or_known_default().ok_or(Why::Url(UrlFault::Scheme))?;
    Ok(Key { secure: url.scheme() == "https", host, port })
}

fn request(outgoing: Outgoing<'_>) -> Result<Request<Full<Bytes>>, Why> {
    let mut request = Request::new(Full::new(outgoing.body));
    *request.method_mut() = outgoing.method;
    *request.headers_mut() = outgoing.headers;
    for name in OURS {
        request.headers_mut().remove(name);
    }
    Ok(request)
}

/// Writes the target in the form that the connection's protocol requires.
fn address(request: &mut Request<Full<Bytes>>, url: &Url, connection: &Connection) -> Result<(), Why> {
    let unfit = |_| Why::Url(UrlFault::NoHost);
    match connection.sender {
        Sender::Http1(_) => {
            *request.uri_mut() = Uri::try_from(&url[Position::BeforePath..Position::AfterQuery]).map_err(unfit)?;
            let host = HeaderValue::from_str(&url[Position::BeforeHost..Position::AfterPort])
                .map_err(|_| Why::Url(UrlFault::NoHost))?;
            request.headers_mut().insert(header::HOST, host);
        }
        Sender::Http2(_) => {
            *request.uri_mut() = Uri::try_from(&url[..Position::AfterQuery]).map_err(unfit)?;
            request.headers_mut().remove(header::HOST);
        }
    }
    Ok(())
}

/// The beginning of a body; the flag is true if there was more.
async fn read(mut body: Answer, keep: usize) -> Result<(Bytes, bool), Why> {
    let mut kept = BytesMut::new();
    while let Some(frame) = body.frame().await {
        let Ok(data) = frame.map_err(|error| Why::http(&error))?.into_data() else { continue };
        if kept.is_empty() && data.len() <= keep && body.is_end_stream() {
            return Ok((data, false));
        }
        let room = keep - kept.len();
        kept.extend_from_slice(&data[..data.len().min(room)]);
        if data.len() > room {
            return Ok((kept.freeze(), true));
        }
    }
    Ok((kept.freeze(), false))
}

impl fmt::Debug for Incoming {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Incoming").field("status", &self.status).field("remote", &self.remote).finish_non_exhaustive()
    }
}
