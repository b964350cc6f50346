//! Internal access for the service's own parts: a request within the process, with the rights of the person it acts
//! for.
//!
//! It passes the gate like every request, including scopes, validation, audit and events; only the caller is not read
//! from a credential. No external request can do that: [`Inside`] is an extension of the request, which no sent data
//! can set, its fields are private to this file, and only [`call`] creates one.

use super::{Api, BODY_BYTES, Caller, Origin, RequestId, origin::REQUEST_ID};
use crate::{app::App, telemetry::TraceContext};
use axum::{
    Router,
    body::{Body, to_bytes},
    extract::Request,
    http::{HeaderValue, Method, StatusCode, header},
};
use serde_json::Value;
use std::net::{IpAddr, Ipv4Addr};
use tower::ServiceExt;

/// The caller, and the id of the request in records.
#[derive(Clone)]
pub(super) struct Inside {
    caller: Caller,
    request_id: RequestId,
}

impl Inside {
    pub fn take(request: &mut Request) -> Option<Inside> {
        request.extensions_mut().remove()
    }

    pub fn caller(&self) -> Caller {
        self.caller.clone()
    }

    pub fn origin(&self) -> Origin {
        Origin { request_id: self.request_id.clone(), ip: IpAddr::from(Ipv4Addr::UNSPECIFIED) }
    }
}

/// A request to the service's own API.
pub struct Call {
    pub method: Method,
    /// Including its query.
    pub target: String,
    pub body: Option<Value>,
    pub idempotency_key: Option<String>,
}

/// The response.
pub struct Answered {
    pub status: StatusCode,
    pub body: Value,
}

/// The API, for requests that are routed within the process.
pub(super) fn router(app: &App) -> Router {
    app.inside.get_or_init(|| Api::router(app.clone())).clone()
}

/// Calls an operation with the rights of the caller. `request_id` is the id in events and the audit log.
pub async fn call(app: &App, caller: Caller, request_id: &str, call: Call) -> anyhow::Result<Answered> {
    held::refuse("our own API is called");
    let Call { method, target, body, idempotency_key } = call;
    let mut request = Request::builder().method(method).uri(target);
    if body.is_some() {
        request = request.header(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    }
    if let Some(key) = idempotency_key {
        request = request.header("idempotency-key", key);
    }
    let body = body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
    let mut request = request.body(body)?;
    let request_id = RequestId::given(HeaderValue::from_str(request_id)?);
    request.headers_mut().insert(REQUEST_ID, request_id.header());
    TraceContext::send_with(request.headers_mut());
    request.extensions_mut().insert(Inside { caller, request_id });

    let response = router(app).oneshot(request).await?;
    let status = response.status();
    let body = to_bytes(response.into_body(), BODY_BYTES).await?;
    let body = if body.is_empty() { Value::Null } else { serde_json::from_slice(&body)? };
    Ok(Answered { status, body })
}
