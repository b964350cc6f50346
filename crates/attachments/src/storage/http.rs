//! The HTTP client for S3. It follows no redirects and uses no proxies: requests with the operator's credentials go to the
//! configured endpoint and nowhere else.

use http_body_util::BodyExt;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector as Tcp},
    rt::{TokioExecutor, TokioTimer},
};
use object_store::{
    ClientOptions,
    client::{
        HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpRequestBody, HttpResponse,
        HttpResponseBody, HttpService,
    },
};
use rustls::{ClientConfig, RootCertStore, crypto::ring};
use std::{io, sync::Arc, time::Duration};
use tokio::time::timeout;

const CONNECT: Duration = Duration::from_secs(5);
const IDLE: Duration = Duration::from_secs(60);

/// From the first byte of a request, such as a part of 5 MiB, to the first byte of the response.
const CALL: Duration = Duration::from_secs(60);

/// True if requests may be sent without TLS.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scheme {
    Https,
    HttpAllowed,
}

#[derive(Debug)]
pub struct Connector(pub Scheme);

#[derive(Debug)]
struct Service(Client<HttpsConnector<Tcp>, HttpRequestBody>);

impl HttpConnector for Connector {
    fn connect(&self, _: &ClientOptions) -> object_store::Result<HttpClient> {
        let mut tcp = Tcp::new();
        tcp.enforce_http(false);
        tcp.set_connect_timeout(Some(CONNECT));
        tcp.set_nodelay(true);
        let builder = HttpsConnectorBuilder::new().with_tls_config(trust()?);
        let builder = match self.0 {
            Scheme::Https => builder.https_only(),
            Scheme::HttpAllowed => builder.https_or_http(),
        };
        let https = builder.enable_http1().wrap_connector(tcp);
        let client =
            Client::builder(TokioExecutor::new()).pool_timer(TokioTimer::new()).pool_idle_timeout(IDLE).build(https);
        Ok(HttpClient::new(Service(client)))
    }
}

/// TLS with the authorities of the system.
fn trust() -> object_store::Result<ClientConfig> {
    let failed = |source| object_store::Error::Generic { store: "S3", source };
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()));
    let config = config.with_safe_default_protocol_versions().map_err(|error| failed(Box::new(error)))?;
    Ok(config.with_root_certificates(roots).with_no_client_auth())
}

#[async_trait::async_trait]
impl HttpService for Service {
    async fn call(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        let response = match timeout(CALL, self.0.request(request)).await {
            Ok(Ok(response)) => response,
            Ok(Err(error)) => {
                let kind = if error.is_connect() { HttpErrorKind::Connect } else { HttpErrorKind::Request };
                return Err(HttpError::new(kind, error));
            }
            Err(_) => return Err(HttpError::new(HttpErrorKind::Timeout, io::Error::from(io::ErrorKind::TimedOut))),
        };
        let interrupted = |error| HttpError::new(HttpErrorKind::Interrupted, error);
        Ok(response.map(|body| HttpResponseBody::new(body.map_err(interrupted))))
    }
}
