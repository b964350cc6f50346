//! A small STS in front of moto, which checks the external ids of roles. On demand, it returns errors, or loses the response
//! to a call that moto has executed. All other calls are forwarded.

use crate::Moto;
use axum::{
    Router,
    body::Bytes,
    extract::State,
    http::{Method, StatusCode, Uri},
    response::{IntoResponse, Response},
};
use reqwest::header::HeaderMap;
use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::task::JoinHandle;

pub struct CheckedAws {
    pub url: String,
    shared: Arc<Shared>,
    served: JoinHandle<()>,
}

struct Shared {
    moto: String,
    client: reqwest::Client,
    state: Mutex<Behaviour>,
}

#[derive(Default)]
struct Behaviour {
    /// The external id that each role requires; `None` for a role that requires none.
    roles: HashMap<String, Option<String>>,
    /// The errors of actions that fail: status, code and message.
    failing: HashMap<String, (u16, String, String)>,
    /// The responses of actions that are not forwarded.
    responses: HashMap<String, String>,
    /// The losses of the responses to the next calls of actions that change something.
    losses: HashMap<String, VecDeque<Option<Loss>>>,
    /// The actions that were called, in order.
    called: Vec<String>,
}

/// The way in which a response is lost. In all cases but the last, moto has executed the call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Loss {
    /// The response is 503 instead.
    Unavailable,
    /// The response arrives after the timeout of the client.
    Late,
    /// The body contains the response twice.
    Twice,
    /// The body is cut in half.
    Cut,
    /// The response is 503, and the call is not forwarded.
    NotPassed,
}

impl Loss {
    pub const ALL: [Loss; 5] = [Loss::Unavailable, Loss::Late, Loss::Twice, Loss::Cut, Loss::NotPassed];
}

/// Longer than the timeout of any client.
const LATE_DELAY: Duration = Duration::from_secs(30);

impl CheckedAws {
    /// The trust policy of every role in moto: every principal may assume it. The external id is checked here instead.
    pub const TRUST: &str = r#"{"Version": "2012-10-17", "Statement": [
        {"Effect": "Allow", "Principal": {"AWS": "*"}, "Action": "sts:AssumeRole"}]}"#;

    pub async fn start(moto: &Moto) -> CheckedAws {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let client = reqwest::Client::builder().no_proxy().build().expect("a client");
        let shared = Arc::new(Shared { moto: moto.endpoint.clone(), client, state: Mutex::default() });
        let router = Router::new().fallback(respond).with_state(shared.clone());
        let served = tokio::spawn(async move {
            let _ = axum::serve(listener, router).await;
        });
        CheckedAws { url, shared, served }
    }

    /// From now on, the role can be assumed with this external id, or with any or none if it is `None`.
    pub fn trust(&self, role_arn: &str, external_id: Option<&str>) {
        self.shared.state().roles.insert(role_arn.to_owned(), external_id.map(str::to_owned));
    }

    /// From now on, calls of the action fail.
    pub fn fail(&self, action: &str, status: u16, code: &str, message: &str) {
        let failure = (status, code.to_owned(), message.to_owned());
        self.shared.state().failing.insert(action.to_owned(), failure);
    }

    /// From now on, calls of the action return this text.
    pub fn answer(&self, action: &str, xml: &str) {
        self.shared.state().responses.insert(action.to_owned(), xml.to_owned());
    }

    /// From now on, calls of the action are forwarded again.
    pub fn work(&self, action: &str) {
        self.shared.state().failing.remove(action);
    }

    /// Loses the responses to the next calls of an action, in this order; `None` is a call whose response is not lost. Dry
    /// runs do not count.
    pub fn lose(&self, action: &str, losses: impl IntoIterator<Item = Option<Loss>>) {
        self.shared.state().losses.entry(action.to_owned()).or_default().extend(losses);
    }

    /// The number of calls of the action.
    pub fn calls(&self, action: &str) -> usize {
        self.shared.state().called.iter().filter(|called| *called == action).count()
    }
}

impl Drop for CheckedAws {
    fn drop(&mut self) {
        self.served.abort();
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, Behaviour> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The loss of the response to this call, if there is one.
    fn loss(&self, form: &HashMap<String, String>) -> Option<Loss> {
        if form.get("DryRun").is_some_and(|dry_run| dry_run == "true") {
            return None;
        }
        self.state().losses.get_mut(form.get("Action")?)?.pop_front().flatten()
    }

    /// The error that is returned instead of moto's response.
    fn refusal(&self, form: &HashMap<String, String>) -> Option<(u16, String, String)> {
        let action = form.get("Action").cloned().unwrap_or_default();
        let mut state = self.state();
        state.called.push(action.clone());
        if let Some(failure) = state.failing.get(&action) {
            return Some(failure.clone());
        }
        if action != "AssumeRole" {
            return None;
        }
        let required = form.get("RoleArn").and_then(|role| state.roles.get(role));
        let is_allowed = match required {
            Some(Some(required)) => form.get("ExternalId") == Some(required),
            Some(None) => true,
            None => false,
        };
        let message = "User is not authorized to perform: sts:AssumeRole";
        (!is_allowed).then(|| (403, "AccessDenied".to_owned(), message.to_owned()))
    }
}

async fn respond(
    State(shared): State<Arc<Shared>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let form: HashMap<String, String> = form_urlencoded::parse(&body).into_owned().collect();
    let scope = headers.get("authorization").and_then(|value| value.to_str().ok()).unwrap_or_default();
    let is_ec2 = scope.contains("/ec2/");
    if let Some((status, code, message)) = shared.refusal(&form) {
        let text = if is_ec2 { ec2_error(&code, &message) } else { sts_error(&code, &message) };
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::FORBIDDEN);
        return (status, [("content-type", "text/xml")], text).into_response();
    }
    let own = form.get("Action").and_then(|action| shared.state().responses.get(action).cloned());
    if let Some(text) = own {
        return (StatusCode::OK, [("content-type", "text/xml")], text).into_response();
    }
    let loss = shared.loss(&form);
    if loss == Some(Loss::NotPassed) {
        return deliver(loss, StatusCode::OK, Bytes::new()).await;
    }
    // The headers are forwarded unchanged, because the signature covers the host.
    let forwarded =
        shared.client.request(method, format!("{}{uri}", shared.moto)).headers(headers).body(body).send().await;
    match forwarded {
        Ok(response) => {
            let status = response.status();
            let text = response.bytes().await.unwrap_or_default();
            deliver(loss, status, if is_ec2 { text } else { as_sts_error(text) }).await
        }
        Err(error) => (StatusCode::BAD_GATEWAY, error.to_string()).into_response(),
    }
}

async fn deliver(loss: Option<Loss>, status: StatusCode, text: Bytes) -> Response {
    let xml = [("content-type", "text/xml")];
    match loss {
        None => (status, xml, text).into_response(),
        Some(Loss::Unavailable | Loss::NotPassed) => {
            (StatusCode::SERVICE_UNAVAILABLE, xml, ec2_error("Unavailable", "")).into_response()
        }
        Some(Loss::Late) => {
            tokio::time::sleep(LATE_DELAY).await;
            (status, xml, text).into_response()
        }
        Some(Loss::Twice) => (status, xml, [&text[..], &text[..]].concat()).into_response(),
        Some(Loss::Cut) => (status, xml, text.slice(..text.len() / 2)).into_response(),
    }
}

/// Moto nests errors of STS in `Errors`, like those of EC2. STS itself does not.
fn as_sts_error(text: Bytes) -> Bytes {
    match std::str::from_utf8(&text) {
        Ok(xml) if xml.contains("<ErrorResponse><Errors>") => {
            Bytes::from(xml.replace("<ErrorResponse><Errors>", "<ErrorResponse>").replace("</Errors>", ""))
        }
        _ => text,
    }
}

fn sts_error(code: &str, message: &str) -> String {
    format!(
        "<ErrorResponse xmlns=\"https://sts.amazonaws.com/doc/2011-06-15/\"><Error><Type>Sender</Type>\
         <Code>{code}</Code><Message>{message}</Message></Error><RequestId>1</RequestId></ErrorResponse>"
    )
}

fn ec2_error(code: &str, message: &str) -> String {
    format!(
        "<Response><Errors><Error><Code>{code}</Code><Message>{message}</Message></Error></Errors>\
         <RequestID>1</RequestID></Response>"
    )
}
