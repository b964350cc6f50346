//! A small EC2 and STS: it identifies accounts by the id of their access key, lists the same machines for each, and fails
//! for some of them.

use super::REGIONS;
use axum::{
    Router,
    body::Bytes,
    extract::State,
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
};
use std::{
    collections::HashMap,
    fmt::Write,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::{net::TcpListener, task::JoinHandle, time::sleep};

/// The number of machines on a page, whatever the client requests.
const PAGE: usize = 100;

/// Longer than any client waits.
const HANG: Duration = Duration::from_secs(600);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Behaviour {
    Hangs,
    Throttles,
    /// The second region is denied.
    DeniesRegion,
    /// Every page after the first half fails.
    SendsHalf,
}

pub struct Ec2 {
    pub url: String,
    shared: Arc<Shared>,
    served: JoinHandle<()>,
}

struct Shared {
    machines: usize,
    broken: Mutex<HashMap<usize, Behaviour>>,
    /// The account whose first machine is gone.
    without_one: Mutex<Option<usize>>,
}

impl Ec2 {
    /// Starts the server with this many machines in the first region of each account.
    pub async fn start(machines: usize) -> anyhow::Result<Ec2> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let url = format!("http://{}", listener.local_addr()?);
        let shared = Arc::new(Shared { machines, broken: Mutex::default(), without_one: Mutex::default() });
        let router = Router::new().fallback(answer).with_state(shared.clone());
        let served = tokio::spawn(async move {
            let _ = axum::serve(listener, router).await;
        });
        Ok(Ec2 { url, shared, served })
    }

    pub fn behave(&self, account: usize, behaviour: Behaviour) {
        self.shared.broken.lock().unwrap_or_else(PoisonError::into_inner).insert(account, behaviour);
    }

    /// Removes the first machine of this account.
    pub fn remove_one(&self, account: usize) {
        *self.shared.without_one.lock().unwrap_or_else(PoisonError::into_inner) = Some(account);
    }
}

impl Drop for Ec2 {
    fn drop(&mut self) {
        self.served.abort();
    }
}

/// The id of the access key of an account.
pub fn key_of(account: usize) -> String {
    format!("AKIAFLEET{account:011}")
}

async fn answer(State(shared): State<Arc<Shared>>, headers: HeaderMap, body: Bytes) -> Response {
    let scope = headers.get("authorization").and_then(|value| value.to_str().ok()).unwrap_or_default();
    let credential = scope.split_once("Credential=").map_or("", |(_, rest)| rest);
    let mut parts = credential.split('/');
    let account = parts.next().and_then(|key| key.strip_prefix("AKIAFLEET")?.parse().ok()).unwrap_or(usize::MAX);
    let region = parts.nth(1).unwrap_or_default().to_owned();
    let form = String::from_utf8_lossy(&body).into_owned();
    let field =
        |name: &str| form.split('&').find_map(|pair| Some(pair.strip_prefix(name)?.strip_prefix('=')?.to_owned()));
    if field("DryRun").as_deref() == Some("true") {
        return error(StatusCode::PRECONDITION_FAILED, "DryRunOperation");
    }
    match field("Action").as_deref() {
        Some("GetCallerIdentity") => xml(identity()),
        Some("DescribeRegions") => xml(regions()),
        Some("DescribeInstances") => {
            let behaviour = shared.broken.lock().unwrap_or_else(PoisonError::into_inner).get(&account).copied();
            let from = field("NextToken").and_then(|token| token.parse().ok()).unwrap_or(0);
            instances(&shared, behaviour, account, &region, from).await
        }
        _ => error(StatusCode::BAD_REQUEST, "InvalidAction"),
    }
}

async fn instances(
    shared: &Shared,
    behaviour: Option<Behaviour>,
    account: usize,
    region: &str,
    from: usize,
) -> Response {
    match behaviour {
        Some(Behaviour::Hangs) => {
            sleep(HANG).await;
            return error(StatusCode::INTERNAL_SERVER_ERROR, "InternalError");
        }
        Some(Behaviour::Throttles) => return error(StatusCode::SERVICE_UNAVAILABLE, "RequestLimitExceeded"),
        Some(Behaviour::DeniesRegion) if region == REGIONS[1] => {
            return error(StatusCode::FORBIDDEN, "UnauthorizedOperation");
        }
        Some(Behaviour::SendsHalf) if from >= shared.machines / 2 => {
            return error(StatusCode::INTERNAL_SERVER_ERROR, "InternalError");
        }
        _ => {}
    }
    let all = if region == REGIONS[0] { shared.machines } else { 0 };
    let until = all.min(from + PAGE.min(shared.machines.div_ceil(4)));
    let is_without_one = *shared.without_one.lock().unwrap_or_else(PoisonError::into_inner) == Some(account);
    let listed = (from..until).filter(|number| !(is_without_one && *number == 0));
    let mut text = String::new();
    for number in listed {
        let _ = write!(
            text,
            "<item><reservationId>r-{number}</reservationId><instancesSet><item><instanceId>i-{account:04}{number:08}</instanceId>\
             <imageId>ami-1</imageId><instanceState><code>16</code><name>running</name></instanceState>\
             <instanceType>t3.micro</instanceType><launchTime>2026-11-01T00:00:00.000Z</launchTime>\
             <privateIpAddress>10.0.0.1</privateIpAddress><tagSet><item><key>Name</key><value>machine-{number}</value></item>\
             <item><key>env</key><value>production</value></item></tagSet></item></instancesSet></item>"
        );
    }
    let next = if until < all { format!("<nextToken>{until}</nextToken>") } else { String::new() };
    xml(format!(
        "<DescribeInstancesResponse xmlns=\"http://ec2.amazonaws.com/doc/2016-11-15/\"><requestId>1</requestId>\
         <reservationSet>{text}</reservationSet>{next}</DescribeInstancesResponse>"
    ))
}

fn identity() -> String {
    "<GetCallerIdentityResponse xmlns=\"https://sts.amazonaws.com/doc/2011-06-15/\"><GetCallerIdentityResult>\
     <Arn>arn:aws:iam::123456789012:user/fleet</Arn><UserId>AIDAFLEET</UserId><Account>123456789012</Account>\
     </GetCallerIdentityResult><ResponseMetadata><RequestId>1</RequestId></ResponseMetadata></GetCallerIdentityResponse>"
        .to_owned()
}

fn regions() -> String {
    let items = REGIONS.map(|region| {
        format!(
            "<item><regionName>{region}</regionName><regionEndpoint>ec2.{region}.amazonaws.com</regionEndpoint>\
             <optInStatus>opt-in-not-required</optInStatus></item>"
        )
    });
    format!(
        "<DescribeRegionsResponse xmlns=\"http://ec2.amazonaws.com/doc/2016-11-15/\"><requestId>1</requestId>\
         <regionInfo>{}</regionInfo></DescribeRegionsResponse>",
        items.concat()
    )
}

fn xml(text: String) -> Response {
    ([("content-type", "text/xml")], text).into_response()
}

fn error(status: StatusCode, code: &str) -> Response {
    let text = format!(
        "<Response><Errors><Error><Code>{code}</Code><Message></Message></Error></Errors><RequestID>1</RequestID></Response>"
    );
    (status, [("content-type", "text/xml")], text).into_response()
}
