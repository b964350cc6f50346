//! The SDK's connector over the guarded client: a name is resolved and its addresses are checked for every connection, so
//! that no endpoint leads inside.

use aws_smithy_runtime_api::{
    client::{
        http::{HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector},
        orchestrator::{HttpRequest, HttpResponse},
        result::ConnectorError,
        runtime_components::RuntimeComponents,
    },
    http::StatusCode,
};
use aws_smithy_types::body::SdkBody;
use outbound::{
    Bytes, Client, HeaderMap, Incoming, Method, Outgoing, Url, Why,
    header::{HeaderName, HeaderValue},
};
use std::{error::Error, fmt, time::Duration};

/// The time for one request of a client that sets none.
const REQUEST: Duration = Duration::from_secs(8);

/// The largest response that is read. A page of instances has 1,000 entries of a few kilobytes.
const BODY: usize = 16 * 1024 * 1024;

#[derive(Clone)]
pub(crate) struct Guarded(pub Client);

impl fmt::Debug for Guarded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Guarded")
    }
}

impl HttpClient for Guarded {
    fn http_connector(&self, settings: &HttpConnectorSettings, _: &RuntimeComponents) -> SharedHttpConnector {
        let timeout = settings.read_timeout().unwrap_or(REQUEST);
        SharedHttpConnector::new(Connector { client: self.0.clone(), timeout })
    }
}

struct Connector {
    client: Client,
    timeout: Duration,
}

impl fmt::Debug for Connector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Connector")
    }
}

impl HttpConnector for Connector {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let (client, timeout) = (self.client.clone(), self.timeout);
        HttpConnectorFuture::new(async move { exchange(&client, timeout, &request).await })
    }
}

async fn exchange(client: &Client, timeout: Duration, request: &HttpRequest) -> Result<HttpResponse, ConnectorError> {
    let url: Url = request.uri().parse().map_err(wrong)?;
    let method = Method::from_bytes(request.method().as_bytes()).map_err(wrong)?;
    let mut headers = HeaderMap::new();
    for (name, value) in request.headers() {
        let name = HeaderName::from_bytes(name.as_bytes()).map_err(wrong)?;
        headers.append(name, HeaderValue::from_str(value).map_err(wrong)?);
    }
    // The requests of STS and EC2 are forms, never streams.
    let body = Bytes::copy_from_slice(request.body().bytes().unwrap_or_default());
    let outgoing = Outgoing { method, url: &url, headers, body, timeout, keep: BODY };
    let incoming = client.send(outgoing).await.map_err(|failed| match failed.why {
        Why::Timeout(_) => ConnectorError::timeout(Box::new(failed)),
        // Refused by the guard: a retry would be refused as well.
        Why::Url(_) | Why::Address { .. } => ConnectorError::user(Box::new(failed)),
        _ => ConnectorError::io(Box::new(failed)),
    })?;
    if incoming.body_truncated {
        return Err(ConnectorError::user("the response is too large".into()));
    }
    response(incoming).map_err(wrong)
}

fn response(incoming: Incoming) -> Result<HttpResponse, aws_smithy_runtime_api::http::HttpError> {
    let status = StatusCode::try_from(incoming.status.as_u16())?;
    let mut response = HttpResponse::new(status, SdkBody::from(incoming.body));
    for (name, value) in &incoming.headers {
        if let Ok(value) = value.to_str() {
            response.headers_mut().try_append(name.as_str().to_owned(), value.to_owned())?;
        }
    }
    Ok(response)
}

fn wrong(error: impl Error + Send + Sync + 'static) -> ConnectorError {
    ConnectorError::user(Box::new(error))
}
