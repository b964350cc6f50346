//! `call: http`: a request to a customer's URL, by the guarded client. Every attempt has the same idempotency key.
//! Secrets become part of the request only here, and are masked in the response.

use super::{HTTP, operation::key};
use crate::{
    data::{bounded, storable},
    secrets::Secrets,
};
use api::{RunId, workflows::WorkflowFunction};
use base64::{Engine as _, prelude::BASE64_STANDARD};
use flow::{Fault, SecretTexts, bounds::DATA_BYTES};
use kernel::{app::App, http::document::Document, telemetry::TraceContext};
use outbound::{
    Bytes, Failed, HeaderMap, Incoming, Method, Outgoing, Url,
    header::{AUTHORIZATION, CONTENT_TYPE, HeaderName, HeaderValue},
};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::time::Duration;

const TIMEOUT: u64 = 15;
const LONGEST: u64 = 30;
const MOST_HEADERS: usize = 50;

/// Headers of the connection, the framing and the idempotency, which a workflow cannot set.
const OURS: &[&str] =
    &["host", "content-length", "transfer-encoding", "connection", "upgrade", "te", "idempotency-key"];

/// A call by a run.
pub struct Request<'a> {
    /// With lists in the place of texts that contain secrets.
    pub arguments: &'a Value,
    pub texts: &'a SecretTexts,
    /// All secrets that the definition may use.
    pub secrets: &'a Secrets,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    #[serde(default = "get")]
    method: String,
    endpoint: Endpoint,
    #[serde(default)]
    headers: Map<String, Value>,
    #[serde(default)]
    query: Map<String, Value>,
    body: Option<Value>,
    #[serde(default)]
    output: Output,
    timeout_seconds: Option<u64>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Endpoint {
    Address(String),
    Object { uri: String, authentication: Option<Authentication> },
}

/// Exactly one of them.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Authentication {
    Basic { username: String, password: String },
    Bearer { token: String },
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Output {
    /// The body; a status other than success is a fault.
    #[default]
    Content,
    /// Status, headers and body, of any status.
    Response,
}

fn get() -> String {
    "GET".to_owned()
}

pub fn function(document: &Document) -> WorkflowFunction {
    let texts = json!({"type": "object", "additionalProperties": {"type": ["string", "number", "boolean"]}, "maxProperties": MOST_HEADERS});
    let address = json!({"type": "string", "minLength": 1, "maxLength": 2000});
    let text = json!({"type": "string", "maxLength": 10000});
    let authentication = json!({
        "description": "Credentials for the `Authorization` header. Use secrets for passwords and tokens: `${ \
            $secret.name }`.",
        "oneOf": [
            {"type": "object", "properties": {"basic": {"type": "object", "properties": {"username": text, "password": text},
                "required": ["username", "password"], "additionalProperties": false}},
                "required": ["basic"], "additionalProperties": false},
            {"type": "object", "properties": {"bearer": {"type": "object", "properties": {"token": text},
                "required": ["token"], "additionalProperties": false}},
                "required": ["bearer"], "additionalProperties": false},
        ],
    });
    let endpoint = json!({"type": "object", "properties": {"uri": address, "authentication": authentication},
        "required": ["uri"], "additionalProperties": false});
    let schema = json!({
        "type": "object",
        "properties": {
            "method": {"enum": ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "get", "post", "put", "patch", "delete", "head"],
                "default": "GET"},
            "endpoint": {"description": "An absolute URL. Calls to addresses in private networks are refused.",
                "oneOf": [address, endpoint]},
            "headers": texts,
            "query": texts,
            "body": {"description": "Body, sent as JSON, or unchanged if it is a string."},
            "output": {"enum": ["content", "response"], "default": "content",
                "description": "`content` returns the body and raises an error for an unsuccessful response; \
                    `response` returns the status, headers and body of any response."},
            "timeout_seconds": {"type": "integer", "minimum": 1, "maximum": LONGEST, "default": TIMEOUT},
        },
        "required": ["endpoint"],
        "additionalProperties": false,
    });
    WorkflowFunction {
        name: HTTP.to_owned(),
        description: "Send an HTTP request. All attempts have the same Idempotency-Key. Strings may contain secrets \
            that the definition lists under `use.secrets`, such as `${ \"Bearer \" + $secret.name }`; they are sent \
            only to the allowed hosts of the secret."
            .to_owned(),
        writes: true,
        scopes: vec![],
        input_schema: document.complete(schema),
        output_schema: document.complete(json!({})),
    }
}

/// The target in a plan, without a request: a call is never known to be a read.
pub fn target(arguments: &Value) -> Option<String> {
    let method = arguments["method"].as_str().unwrap_or("GET").to_uppercase();
    let endpoint = arguments["endpoint"].as_str().or(arguments["endpoint"]["uri"].as_str())?;
    Some(format!("{method} {endpoint}"))
}

/// The response, without the values of secrets.
pub async fn call(app: &App, run: RunId, path: &str, request: &Request<'_>) -> Result<Value, Fault> {
    let result = send(app, run, path, request).await;
    request.secrets.hide_in(result)
}

/// Checks that the secrets of the request exist and may be sent to its host. Nothing is sent.
pub fn check(request: &Request<'_>) -> Result<(), Fault> {
    request.secrets.hide_in(prepared(request).map(|_| Value::Null)).map(drop)
}

async fn send(app: &App, run: RunId, path: &str, request: &Request<'_>) -> Result<Value, Fault> {
    let (url, arguments) = prepared(request)?;
    let output = arguments.output;
    let method =
        Method::from_bytes(arguments.method.to_uppercase().as_bytes()).map_err(|_| wrong("is not an HTTP method"))?;
    let mut headers = headers(&arguments.headers)?;
    authenticate(&mut headers, arguments.endpoint)?;
    let body = match arguments.body {
        None | Some(Value::Null) => Bytes::new(),
        Some(Value::String(text)) => text.into_bytes().into(),
        Some(value) => {
            headers.entry(CONTENT_TYPE).or_insert(HeaderValue::from_static("application/json"));
            value.to_string().into_bytes().into()
        }
    };
    let key = HeaderValue::try_from(key(run, path)).map_err(|_| wrong("the step has no key"))?;
    headers.insert(HeaderName::from_static("idempotency-key"), key);
    TraceContext::send_with(&mut headers);
    let timeout = Duration::from_secs(arguments.timeout_seconds.unwrap_or(TIMEOUT).clamp(1, LONGEST));
    let outgoing = Outgoing { method, url: &url, headers, body, timeout, keep: DATA_BYTES };
    let incoming = app.outbound.send(outgoing).await.map_err(|failed| unreached(&failed))?;
    answer(&incoming, output)
}

/// The URL and the arguments with secrets in them, if these may be sent there.
fn prepared(request: &Request<'_>) -> Result<(Url, Arguments), Fault> {
    let Request { arguments, texts, secrets } = request;
    let filled = parsed(secrets.fill(texts, arguments)?)?;
    let url = address(&filled)?;
    if !texts.is_empty() {
        secrets.permit(texts, &url, &address(&parsed(texts.shown(arguments)?)?)?)?;
    }
    Ok((url, filled))
}

fn parsed(arguments: Value) -> Result<Arguments, Fault> {
    serde_json::from_value(arguments).map_err(|error| wrong(error.to_string()))
}

fn address(arguments: &Arguments) -> Result<Url, Fault> {
    let text = match &arguments.endpoint {
        Endpoint::Address(text) | Endpoint::Object { uri: text, .. } => text,
    };
    let mut url: Url = text.parse().map_err(|error| wrong(format!("endpoint is not an absolute URL: {error}")))?;
    if !arguments.query.is_empty() {
        let mut pairs = url.query_pairs_mut();
        for (name, value) in &arguments.query {
            pairs.append_pair(name, &plain(value));
        }
    }
    Ok(url)
}

fn authenticate(headers: &mut HeaderMap, endpoint: Endpoint) -> Result<(), Fault> {
    let Endpoint::Object { authentication: Some(authentication), .. } = endpoint else { return Ok(()) };
    let text = match authentication {
        Authentication::Bearer { token } => format!("Bearer {token}"),
        Authentication::Basic { username, .. } if username.contains(':') => {
            return Err(wrong("endpoint: a user name with a colon cannot be sent"));
        }
        Authentication::Basic { username, password } => {
            format!("Basic {}", BASE64_STANDARD.encode(format!("{username}:{password}")))
        }
    };
    let value = sensitive(&text).ok_or_else(|| wrong("endpoint: the credential cannot be sent in a header"))?;
    match headers.insert(AUTHORIZATION, value) {
        None => Ok(()),
        Some(_) => Err(wrong("headers: authorization is given twice, also by the endpoint's authentication")),
    }
}

/// Libraries that log headers do not print a sensitive one.
fn sensitive(text: &str) -> Option<HeaderValue> {
    let mut value = HeaderValue::from_str(text).ok()?;
    value.set_sensitive(true);
    Some(value)
}

fn headers(wanted: &Map<String, Value>) -> Result<HeaderMap, Fault> {
    if wanted.len() > MOST_HEADERS {
        return Err(wrong(format!("headers: more than {MOST_HEADERS}")));
    }
    let mut headers = HeaderMap::new();
    for (name, value) in wanted {
        let known = HeaderName::from_bytes(name.as_bytes()).ok().filter(|name| !OURS.contains(&name.as_str()));
        let known = known.ok_or_else(|| wrong(format!("headers: a workflow cannot set {name:?}")))?;
        // A value with a line break could add a header: it is refused.
        let value = sensitive(&plain(value));
        headers.insert(known, value.ok_or_else(|| wrong(format!("headers: {name} cannot have this value")))?);
    }
    Ok(headers)
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn answer(incoming: &Incoming, output: Output) -> Result<Value, Fault> {
    if incoming.body_truncated {
        let detail = format!("The response has more than {DATA_BYTES} bytes.");
        return Err(Fault::new(Fault::TOO_LARGE, 413, "The response is too large").detail(detail));
    }
    let status = incoming.status;
    let is_json = incoming.headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).is_some_and(|kind| {
        let kind = kind.split(';').next().unwrap_or_default().trim();
        kind == "application/json" || kind.ends_with("+json")
    });
    let text = || Value::from(String::from_utf8_lossy(&incoming.body).into_owned());
    let mut body = match is_json {
        true => serde_json::from_slice(&incoming.body).unwrap_or_else(|_| text()),
        false if incoming.body.is_empty() => Value::Null,
        false => text(),
    };
    storable(&mut body);
    if output == Output::Response {
        let headers: Map<String, Value> = incoming
            .headers
            .iter()
            .map(|(name, value)| (name.as_str().to_owned(), json!(String::from_utf8_lossy(value.as_bytes()))))
            .collect();
        return bounded(json!({"status": status.as_u16(), "headers": headers, "body": body}));
    }
    if status.is_success() {
        return bounded(body);
    }
    let fault = Fault::new(Fault::COMMUNICATION, status.as_u16(), format!("The endpoint returned {status}"));
    let passes = status.is_server_error() || [408, 425, 429].contains(&status.as_u16());
    Err(if passes { fault.retryable() } else { fault })
}

fn unreached(failed: &Failed) -> Fault {
    let fault = Fault::new(Fault::COMMUNICATION, 502, "The endpoint could not be reached").detail(failed.to_string());
    if failed.why.is_refusal() { fault } else { fault.retryable() }
}

fn wrong(detail: impl Into<String>) -> Fault {
    Fault::new(Fault::VALIDATION, 422, "The arguments of the call are invalid").detail(detail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_header_of_ours_and_no_line_break_gets_in() {
        let map = |value: Value| value.as_object().cloned().unwrap();
        assert!(headers(&map(json!({"X-Team": "ops", "X-Count": 3}))).is_ok());
        for wrong in [
            json!({"Host": "inside"}),
            json!({"idempotency-key": "mine"}),
            json!({"X-Team": "ops\r\nHost: inside"}),
            json!({"X Team": "ops"}),
            json!({"": "x"}),
        ] {
            let fault = headers(&map(wrong)).unwrap_err();
            assert_eq!((fault.r#type.as_str(), fault.retryable), (Fault::VALIDATION, false));
        }
    }

    #[test]
    fn a_query_is_escaped() {
        let arguments: Arguments = serde_json::from_value(
            json!({"endpoint": {"uri": "https://a.example/x?y=1"}, "query": {"q": "a&b=c", "n": 2}}),
        )
        .unwrap();
        assert_eq!(address(&arguments).unwrap().as_str(), "https://a.example/x?y=1&n=2&q=a%26b%3Dc");
    }
}
