//! A small STS in front of moto, which checks the external ids of roles. It also answers with errors on demand, or loses the
//! answer to a call that has had its effect. Everything else is passed on.

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
    state: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    /// The external id that each role requires; `None` for a role that requires none.
    roles: HashMap<String, Option<String>>,
    /// The errors of actions that fail: status, code and message.
    failing: HashMap<String, (u16, String, String)>,
    /// The answers of actions that are not passed on.
    answers: HashMap<String, String>,
    /// What becomes of the answers to the next calls of actions that change something.
    losses: HashMap<String, VecDeque<Option<Loss>>>,
    /// The actions that were called, in their order.
    called: Vec<String>,
}

/// What becomes of an answer; all but the last although the call has had its effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Loss {
    /// Another server says 503 instead.
    Unavailable,
    /// It comes after the client has given up.
    Late,
    /// It comes twice, as one body.
    Twice,
    /// Half of it comes.
    Cut,
    /// Another server says 503 before the call has had its effect.
    NotPassed,
}

impl Loss {
    pub const ALL: [Loss; 5] = [Loss::Unavailable, Loss::Late, Loss::Twice, Loss::Cut, Loss::NotPassed];
}

/// Longer than any client waits.
const LATE: Duration = Duration::from_secs(30);

impl CheckedAws {
    /// The trust policy of every role in moto: everybody may assume it. Who really may is decided here.
    pub const TRUST: &str = r#"{"Version": "2012-10-17", "Statement": [
        {"Effect": "Allow", "Principal": {"AWS": "*"}, "Action": "sts:AssumeRole"}]}"#;

    pub async fn start(moto: &Moto) -> CheckedAws {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let client = reqwest::Client::builder().no_proxy().build().expect("a client");
        let shared = Arc::new(Shared { moto: moto.endpoint.clone(), client, state: Mutex::default() });
        let router = Router::new().fallback(answer).with_state(shared.clone());
        let served = tokio::spawn(async move {
            let _ = axum::serve(listener, router).await;
        });
        CheckedAws { url, shared, served }
    }

    /// From now on, the role can be assumed: with this external id, or, without one, with or without any.
    pub fn trust(&self, role_arn: &str, external_id: Option<&str>) {
        self.shared.state().roles.insert(role_arn.to_owned(), external_id.map(str::to_owned));
    }

    /// From now on, calls of the action fail.
    pub fn fail(&self, action: &str, status: u16, code: &str, message: &str) {
        let failure = (status, code.to_owned(), message.to_owned());
        self.shared.state().failing.insert(action.to_owned(), failure);
    }

    /// From now on, calls of the action are answered with this text.
    pub fn answer(&self, action: &str, xml: &str) {
        self.shared.state().answers.insert(action.to_owned(), xml.to_owned());
    }

    /// From now on, calls of the action are passed on again.
    pub fn work(&self, action: &str) {
        self.shared.state().failing.remove(action);
    }

    /// What becomes of the answers to the next calls of an action, in their order; `None` is delivered. Dry runs do not
    /// count.
    pub fn lose(&self, action: &str, losses: impl IntoIterator<Item = Option<Loss>>) {
        self.shared.state().losses.entry(action.to_owned()).or_default().extend(losses);
    }

    /// How often the action was called.
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
    fn state(&self) -> MutexGuard<'_, Known> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What becomes of the answer to this call.
    fn loss(&self, form: &HashMap<String, String>) -> Option<Loss> {
        if form.get("DryRun").is_some_and(|dry_run| dry_run == "true") {
            return None;
        }
        self.state().losses.get_mut(form.get("Action")?)?.pop_front().flatten()
    }

    /// The error that is returned instead of moto's answer.
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

async fn answer(
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
    let own = form.get("Action").and_then(|action| shared.state().answers.get(action).cloned());
    if let Some(text) = own {
        return (StatusCode::OK, [("content-type", "text/xml")], text).into_response();
    }
    let loss = shared.loss(&form);
    if loss == Some(Loss::NotPassed) {
        return deliver(loss, StatusCode::OK, Bytes::new()).await;
    }
    // The host is a part of what is signed.
    let passed =
        shared.client.request(method, format!("{}{uri}", shared.moto)).headers(headers).body(body).send().await;
    match passed {
        Ok(passed) => {
            let status = passed.status();
            let text = passed.bytes().await.unwrap_or_default();
            deliver(loss, status, if is_ec2 { text } else { as_sts_says(text) }).await
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
            tokio::time::sleep(LATE).await;
            (status, xml, text).into_response()
        }
        Some(Loss::Twice) => (status, xml, [&text[..], &text[..]].concat()).into_response(),
        Some(Loss::Cut) => (status, xml, text.slice(..text.len() / 2)).into_response(),
    }
}

/// Moto nests the errors of STS in `Errors`, as those of EC2 are; STS itself does not.
fn as_sts_says(text: Bytes) -> Bytes {
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
