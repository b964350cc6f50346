//! The gate for every request: it assigns an id, finds the operation in the document, authenticates and authorizes the
//! caller, and afterwards writes the problem, the metrics and the log line.

use super::{
    Caller, Hangup, MOST_FAULTS, Origin, Problem, RequestId, Standings,
    addressing::{self, Addressed},
    body::{ANONYMOUS_BODY_BYTES, BODY_BYTES, discard, receive},
    compression::{Encoding, compressed},
    document::{Access, Operation},
    inside::Inside,
    origin::{REQUEST_ID, client_ip},
    parameters,
    query::pairs,
    security_headers::{self, Caching},
    sending::Sending,
    write::idempotency::IdempotencyKey,
};
use crate::{
    app::App,
    db::Abandonable,
    pages,
    shares::{Share, Taken},
    telemetry::{self, TraceContext},
    usage::Answered,
};
use api::{Fault, Grant, ProblemCode, problem::FaultCode};
use axum::{
    Router,
    body::{Body, Bytes, HttpBody},
    extract::{ConnectInfo, MatchedPath, Request, State},
    http::{HeaderMap, Method, StatusCode, Uri, header},
    middleware::{Next, from_fn_with_state},
    response::{IntoResponse, Response},
};
use flow::{did_you_mean, shortened};
use futures::FutureExt;
use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    panic::AssertUnwindSafe,
    sync::Arc,
    time::{Duration, Instant},
};
use tracing::{Instrument, Span};

/// Characters of a path that the log shows.
const PATH_CHARS: usize = 200;

/// The public API.
pub struct Api;

impl Api {
    pub fn router(app: App) -> Router {
        let all = app.families.operations().merge(pages::routes()).merge(app.families.pages());
        let all = all.fallback(|| async { Problem::not_found() });
        all.layer(from_fn_with_state(app.clone(), gate)).with_state(app)
    }
}

async fn gate(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let started = Instant::now();
    if addressing::rewrite(&app, &mut request) {
        return addressing::route(&app, request).await;
    }
    let inside = Inside::take(&mut request);
    let origin = inside.as_ref().map_or_else(|| origin(&app, &request), Inside::origin);
    let operation = find(&app, &request);
    let span = span_of(&request, inside.as_ref(), &origin, operation.as_ref().ok().map(|op| &*op.route));
    let line = Line { method: request.method().clone(), uri: request.uri().clone(), origin: origin.clone() };
    let for_people = pages::are_wanted(&request);
    request.extensions_mut().insert(origin);

    let mut admission = Admission::default();
    let from = From { origin: &line.origin, inside: inside.as_ref() };
    let answer = AssertUnwindSafe(async {
        match admit(&app, operation.clone(), from, &mut admission, &mut request).await {
            Ok(operation) => proceed(&app, operation.clone(), &admission, request, next).await,
            // A client that sent `Expect` has not sent its body yet.
            Err(problem) if request.headers().contains_key(header::EXPECT) => Err(problem),
            Err(problem) => {
                discard(request.into_body()).await;
                Err(problem)
            }
        }
    });
    let mut response = match answer.catch_unwind().instrument(span.clone()).await {
        Ok(Ok(response)) => response,
        Ok(Err(problem)) => problem.into_response(),
        Err(panic) => Problem::internal(anyhow::anyhow!("panicked: {}", panic_text(&*panic))).into_response(),
    };

    let problem = response.extensions_mut().remove::<Problem>();
    if let Some(problem) = &problem {
        response = problem.render(&app, &line.origin.request_id);
        if for_people {
            response = pages::explain(problem, response);
        }
    }
    let caching = caching(line.uri.path(), problem.as_ref());
    security_headers::add(&app, response.headers_mut(), caching);
    response.headers_mut().insert(REQUEST_ID, line.origin.request_id.header());
    if let Ok(Some(deprecation)) = operation.as_ref().map(|operation| &operation.deprecation) {
        deprecation.add(response.headers_mut());
    }
    admission.standings.tell(problem.as_ref().and_then(Problem::exceeded), response.headers_mut());
    // The request is active until its response is sent, except for a refusal, which may have to wait.
    let refused = response.status() == StatusCode::TOO_MANY_REQUESTS && inside.is_none();
    if let Some(taken) = admission.taken.take()
        && !refused
    {
        response = response.map(|body| Body::new(Sending::new(body, taken)));
    }
    count(&app, operation.ok(), from, admission.caller.as_ref(), response.status().as_u16(), started.elapsed());
    span.in_scope(|| line.log(&response, problem.as_ref(), admission.caller.as_ref(), started));
    if let Some(caller) = admission.caller.filter(|_| refused) {
        app.shares.wait_for_refusal(caller.tenant()).await;
    }
    response
}

/// The span of a request. A run that nobody traces begins no trace.
fn span_of(request: &Request, inside: Option<&Inside>, origin: &Origin, route: Option<&str>) -> Span {
    match inside {
        Some(_) if TraceContext::current().is_none() => Span::none(),
        _ => telemetry::request_span(request, &origin.request_id, route),
    }
}

/// Counts a response for the operator and, if it came from outside, for the tenant.
fn count(
    app: &App,
    operation: Option<&'static Arc<Operation>>,
    from: From<'_>,
    caller: Option<&Caller>,
    status: u16,
    took: Duration,
) {
    if let Some(operation) = operation {
        operation.count(status, took);
    }
    if from.inside.is_some() {
        return;
    }
    app.status.answered(status, took);
    if let (Some(operation), Some(caller)) = (operation, caller) {
        let (tenant, holder) = (caller.tenant(), caller.holder);
        app.usage.count(app.clock, &Answered { tenant, holder, operation: &operation.id, status, took });
    }
}

/// The findings of the gate about a request.
#[derive(Default)]
struct Admission {
    caller: Option<Caller>,
    standings: Standings,
    /// The request's part of its tenant's share.
    taken: Option<Arc<Taken>>,
}

/// The source of a request; `inside` if it is another part of the service.
#[derive(Clone, Copy)]
struct From<'a> {
    origin: &'a Origin,
    inside: Option<&'a Inside>,
}

/// Admits requests to operations of the document, by permitted callers, within their rate limits. Other parts of the
/// service have limits of their own.
async fn admit(
    app: &App,
    operation: Result<&'static Arc<Operation>, Problem>,
    From { origin, inside }: From<'_>,
    admission: &mut Admission,
    request: &mut Request,
) -> Result<&'static Arc<Operation>, Problem> {
    let access = operation.as_ref().map_or(Access::Public, |operation| operation.access);
    let caller = match access {
        _ if inside.is_some() => Ok(inside.map(Inside::caller)),
        Access::Scoped(_) => Caller::identify(app, request.method(), request.headers(), origin.ip).await.map(Some),
        Access::Optional => Caller::identify_anyone(app, request.method(), request.headers(), origin.ip).await,
        Access::Person => Caller::identify_person(app, request.method(), request.headers(), origin.ip).await,
        Access::Public => Ok(None),
    };
    let (caller, refusal) = caller.map_or_else(|refusal| (None, Some(refusal)), |caller| (caller, None));
    admission.caller = caller;
    admission.standings = match &refusal {
        _ if inside.is_some() => Standings::default(),
        Some(problem) if problem.code() == ProblemCode::Unavailable => Standings::unpaid(app, origin.ip),
        _ => Standings::spend(app, admission.caller.as_ref(), origin.ip).await,
    };
    admission.standings.admit()?;
    refusal.map_or(Ok(()), Err)?;
    if let (Some(caller), None) = (&admission.caller, inside) {
        admission.taken = Some(Arc::new(app.shares.take(Share::Requests, caller.tenant())?));
    }
    let path = request.uri().path();
    let operation = operation.map_err(|problem| addressing::explained(app.document(), path, problem))?;
    if let (Some(caller), Access::Scoped(scopes)) = (&admission.caller, access) {
        app.credentials.used(caller, origin.ip, &operation.route, scopes);
        if !caller.scopes.contains(scopes) {
            let required = scopes.iter().map(Grant::Only).collect();
            return Err(Problem::insufficient_scope(required, &caller.grants));
        }
        request.extensions_mut().insert(caller.clone());
    }
    if let (Some(caller), Access::Person) = (&admission.caller, access) {
        request.extensions_mut().insert(caller.clone());
    }
    request.extensions_mut().insert(admission.standings.clone());
    known_parameters(app, operation, request)?;
    Ok(operation)
}

/// Passes an admitted request to its handler.
async fn proceed(
    app: &App,
    operation: Arc<Operation>,
    admission: &Admission,
    mut request: Request,
    next: Next,
) -> Result<Response, Problem> {
    let caller = admission.caller.as_ref();
    if request.method().is_safe() {
        if !request.body().is_end_stream() {
            discard(std::mem::take(request.body_mut())).await;
        }
        let encoding = Encoding::of(request.method(), request.headers());
        return Ok(compressed(encoding, Abandonable::new(next.run(request)).await).await);
    }
    let (mut parts, body) = request.into_parts();
    let trace = TraceContext::sent(&parts.headers);
    let (body, compared) = match operation.takes_bytes {
        // The handler receives the body, and must hold no connection to PostgreSQL meanwhile. Retries are compared by the
        // length of the body.
        true => (body, announced_length(&parts.headers)),
        // The whole body first: no connection to PostgreSQL is held while a caller is slow.
        false => {
            let most = if caller.is_some() { BODY_BYTES } else { ANONYMOUS_BODY_BYTES };
            let whole = receive(body, most).await?;
            (Body::from(whole.clone()), whole)
        }
    };
    let key = IdempotencyKey::of(&parts.method, &parts.uri, &parts.headers, &compared, &operation.route)?;
    if let Some(key) = key.clone() {
        parts.extensions.insert(key);
    }
    parts.extensions.insert(operation);
    let (_line, hangup) = Hangup::line();
    parts.extensions.insert(hangup);
    // A write that has begun is finished, even if its caller disconnects. It is active until then.
    let (request, taken) = (Request::from_parts(parts, body), admission.taken.clone());
    let write = async move {
        let answer = next.run(request).await;
        drop(taken);
        answer
    };
    let write = TraceContext::scope(trace, write.in_current_span());
    let answer = tokio::spawn(write).await.map_err(|error| Problem::internal(anyhow::Error::new(error)))?;
    if let (Some(caller), Some(problem)) = (caller, answer.extensions().get::<Problem>()) {
        problem.look_up(app, caller).await;
    }
    match (key, caller, answer.extensions().get::<Problem>()) {
        (Some(key), Some(caller), Some(problem)) => key.answer_instead(app, caller, problem).await,
        _ => Ok(answer),
    }
}

fn announced_length(headers: &HeaderMap) -> Bytes {
    headers.get(header::CONTENT_LENGTH).map_or_else(Bytes::new, |length| Bytes::copy_from_slice(length.as_bytes()))
}

/// Pages and the documents are the same for everyone. All other responses are for one caller.
fn caching(path: &str, problem: Option<&Problem>) -> Caching {
    let is_public = !path.starts_with("/api/") || path.starts_with("/api/openapi.");
    if is_public && problem.is_none() { Caching::AsAnswered } else { Caching::Never }
}

fn find(app: &App, request: &Request) -> Result<&'static Arc<Operation>, Problem> {
    if let Some(&Addressed(operation)) = request.extensions().get() {
        return Ok(operation);
    }
    let path = request.extensions().get::<MatchedPath>();
    let path = path.ok_or_else(|| addressing::unmatched(app.document(), request))?;
    let rules = app.document().rules(path.as_str());
    rules.operation(request.method()).ok_or_else(|| Problem::method_not_allowed(&rules.allow))
}

fn known_parameters(app: &App, operation: &Operation, request: &Request) -> Result<(), Problem> {
    let Some(parameters) = &operation.parameters else { return Ok(()) };
    let uri = request.uri();
    let known = || parameters.iter().map(String::as_str);
    let unknown = pairs(uri).filter(|(name, _)| !known().any(|k| k == name));
    let mut faults: Vec<_> = unknown
        .take(MOST_FAULTS + 1)
        .map(|(name, _)| Fault {
            did_you_mean: did_you_mean(&name, known()),
            ..Fault::of(name, FaultCode::UnknownParameter, "unknown parameter")
        })
        .collect();
    if faults.is_empty() {
        return Ok(());
    }
    let path = request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str);
    faults.extend(parameters::invalid_values(app.document(), request.method(), path, uri));
    let detail = "The URL has parameters that this operation does not accept.";
    Err(Problem::parameters(ProblemCode::UnknownParameter, detail, faults))
}

fn origin(app: &App, request: &Request) -> Origin {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let peer = peer.map_or(IpAddr::from(Ipv4Addr::UNSPECIFIED), |ConnectInfo(peer)| peer.ip());
    Origin {
        request_id: RequestId::of(request.headers(), || app.clock.id()),
        ip: client_ip(peer, request.headers(), &app.settings.trusted_proxies),
    }
}

/// The log line of a request: at `info` or above if it failed or changed something, otherwise at `debug`.
struct Line {
    method: Method,
    uri: Uri,
    origin: Origin,
}

impl Line {
    fn log(&self, response: &Response, problem: Option<&Problem>, caller: Option<&Caller>, started: Instant) {
        telemetry::record_response(response.status());
        let quiet = problem.is_none() && self.method.is_safe();
        if quiet && !tracing::enabled!(tracing::Level::DEBUG) {
            return;
        }
        let Line { method, uri, origin } = self;
        let path = &*shortened(uri.path(), PATH_CHARS);
        let (request_id, ip, status) = (&origin.request_id, &origin.ip, response.status().as_u16());
        let (tenant, actor) = caller.map(|caller| (caller.tenant(), caller.wire_actor().id)).unzip();
        let (tenant, actor) = (tenant.map(tracing::field::display), actor.flatten());
        let duration_us = started.elapsed().as_micros() as u64;
        let code = problem.map(|problem| problem.code().name());
        match problem.and_then(Problem::cause) {
            Some(cause) => {
                let error = format!("{cause:#}");
                tracing::error!(%request_id, %method, path, status, code, tenant, actor, %ip, duration_us, error,
                    "request failed");
            }
            None if quiet => {
                tracing::debug!(%request_id, %method, path, status, tenant, actor, %ip, duration_us, "request completed");
            }
            None => {
                tracing::info!(%request_id, %method, path, status, code, tenant, actor, %ip, duration_us, "request completed");
            }
        }
    }
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> &str {
    panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref().map(String::as_str)).unwrap_or("?")
}
