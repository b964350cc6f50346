//! `tenant-control serve`: the public API, and beside it health, readiness and metrics for the operator.

use crate::{
    app::App,
    auth::sso,
    control::api_keys::notice_expiring,
    db::Reason,
    events,
    http::{Api, Problem, write::idempotency},
    operate::migrate,
    operations,
    psa::tickets::{close_due, deadlines},
    status, webhooks, workflows,
};
use axum::{Router, extract::State, http::StatusCode, routing::get};
use axum_server::Handle;
use futures::future::BoxFuture;
use hyper_util::rt::TokioTimer;
use jiff::{SignedDuration, Timestamp};
use metrics_exporter_prometheus::PrometheusHandle;
use std::{
    net::{SocketAddr, TcpListener},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tokio::time::{Interval, MissedTickBehavior, interval, timeout};

/// How long a client may take to send the head of a request.
const HEAD: Duration = Duration::from_secs(10);

/// How long a client may take nothing of what is sent to it.
#[cfg(target_os = "linux")]
const STALLED: Duration = Duration::from_secs(30);

/// How long readiness is refused before connections are, for what watches it to look elsewhere.
const NOTICE: Duration = Duration::from_millis(500);

/// How often what is about to expire is noted and what is too old removed.
const HOUSEKEEPING: Duration = Duration::from_secs(600);

/// How often due tickets are looked for.
const DUE: Duration = Duration::from_secs(15);

/// How often clocks of tickets are looked at.
const CLOCKS: Duration = Duration::from_secs(2);

/// A change of service levels is looked for so long, and from time to time whatever its age.
const RECENT: SignedDuration = SignedDuration::from_mins(10);
const ROUNDS: u32 = 300;

pub struct Listeners {
    pub public: TcpListener,
    pub ops: TcpListener,
}

impl Listeners {
    pub fn bind(public: SocketAddr, ops: SocketAddr) -> anyhow::Result<Listeners> {
        Ok(Listeners { public: bind("TC_LISTEN", public)?, ops: bind("TC_OPS_LISTEN", ops)? })
    }
}

pub fn bind(name: &str, address: SocketAddr) -> anyhow::Result<TcpListener> {
    let listener =
        TcpListener::bind(address).map_err(|error| anyhow::anyhow!("cannot listen on {address} ({name}): {error}"))?;
    listener.set_nonblocking(true)?;
    Ok(listener)
}

/// Resolves when the process shall stop.
pub type Stop = BoxFuture<'static, ()>;

/// Serves until `stop` resolves, then lets the requests under way finish. (Boxed, as all that runs for long is: so it is
/// compiled here, once, and not again by every program that calls it.)
pub fn serve(
    app: App,
    listeners: Listeners,
    metrics: Option<PrometheusHandle>,
    stop: Stop,
) -> BoxFuture<'static, anyhow::Result<()>> {
    Box::pin(serve_until(app, listeners, metrics, stop))
}

async fn serve_until(
    app: App,
    listeners: Listeners,
    metrics: Option<PrometheusHandle>,
    stop: Stop,
) -> anyhow::Result<()> {
    let (public_address, ops_address) = (listeners.public.local_addr()?, listeners.ops.local_addr()?);
    let public = start(listeners.public, Api::router(app.clone()))?;
    let operator = Operator::start(&app, listeners.ops, metrics)?;
    let background = [
        tokio::spawn(keep_current(app.clone())),
        tokio::spawn(keep_limits_shared(app.clone())),
        tokio::spawn(keep_followers_posted(app.clone())),
        tokio::spawn(keep_waiters_posted(app.clone())),
        tokio::spawn(keep_telling(app.clone())),
        tokio::spawn(write_uses(app.clone())),
        tokio::spawn(housekeep(app.clone())),
        tokio::spawn(close_tickets(app.clone())),
        tokio::spawn(keep_deadlines(app.clone())),
        tokio::spawn(status::keep_watch(app.clone())),
    ];
    tracing::info!(api = %public_address, ops = %ops_address, "serving");

    stop.await;
    tracing::info!("shutting down: waiting for active requests");
    operator.refuse();
    tokio::time::sleep(NOTICE).await;
    public.handle.graceful_shutdown(Some(app.settings.shutdown_grace));
    // Streams never finish by themselves; who reads one goes on elsewhere.
    app.followers.dismiss();
    app.waiters.dismiss();
    public.task.await??;
    background.iter().for_each(tokio::task::JoinHandle::abort);
    if let Err(error) = app.credentials.write_uses().await {
        tracing::warn!(error = %error.into_cause(), "failed to store the last uses of keys");
    }
    if let Err(error) = app.status.write(&app).await {
        tracing::warn!(error = %error.into_cause(), "failed to store the status history");
    }
    operator.stop().await?;
    tracing::info!("stopped");
    Ok(())
}

struct Started {
    handle: Handle<SocketAddr>,
    task: tokio::task::JoinHandle<std::io::Result<()>>,
}

fn start(listener: TcpListener, router: Router) -> anyhow::Result<Started> {
    // Connections have it from their listener. Otherwise who does not read would hold what was read for them, for good.
    #[cfg(target_os = "linux")]
    socket2::SockRef::from(&listener).set_tcp_user_timeout(Some(STALLED))?;
    let handle = Handle::new();
    let mut server = axum_server::from_tcp(listener)?.handle(handle.clone());
    server.http_builder().http1().timer(TokioTimer::new()).header_read_timeout(HEAD);
    server.http_builder().http2().timer(TokioTimer::new()).keep_alive_interval(Some(HEAD));
    let service = router.into_make_service_with_connect_info::<SocketAddr>();
    Ok(Started { handle, task: tokio::spawn(async move { server.serve(service).await }) })
}

/// Ticks that are not made up for when the work took longer.
fn every(period: Duration) -> Interval {
    let mut ticks = interval(period);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks
}

async fn keep_current(app: App) {
    app.credentials.keep_current().await;
}

async fn keep_limits_shared(app: App) {
    app.limits.keep_connected().await;
}

async fn keep_followers_posted(app: App) {
    app.followers.keep_posted().await;
}

async fn keep_waiters_posted(app: App) {
    app.waiters.keep_posted().await;
}

async fn keep_telling(app: App) {
    app.announcements.keep_telling(&app.db).await;
}

pub async fn write_uses(app: App) {
    let mut ticks = every(app.settings.last_use_interval.max(Duration::from_millis(10)));
    loop {
        ticks.tick().await;
        if let Err(error) = app.credentials.write_uses().await {
            tracing::warn!(error = %error.into_cause(), "failed to store the last uses of keys");
        }
    }
}

/// Closes tickets that were resolved long enough ago. Every node does: the ticket's lock decides.
async fn close_tickets(app: App) {
    let mut ticks = every(DUE);
    loop {
        ticks.tick().await;
        if let Err(problem) = close_due(&app).await {
            tracing::warn!(code = problem.code().name(), cause = ?problem.cause(), "failed to close resolved tickets");
        }
    }
}

/// Tells of what is about to expire and removes what has been kept long enough. Every node does: doing it twice is
/// harmless.
async fn housekeep(app: App) {
    let mut ticks = every(HOUSEKEEPING);
    loop {
        ticks.tick().await;
        let done = [
            events::keep_days(&app.db, app.clock.now()).await.map_err(Problem::from),
            webhooks::keep_days(&app.db, app.clock.now()).await.map_err(Problem::from),
            notice_expiring(&app).await,
            app.credentials.forget_old_uses().await.map_err(Problem::from),
            operations::forget_old(&app.db, app.clock.now()).await.map_err(Problem::from),
            app.credentials.forget_old_sessions().await.map_err(Problem::from),
            sso::forget_old(&app).await.map_err(Problem::from),
            idempotency::forget_old(&app.db, app.clock.now()).await.map_err(Problem::from),
            status::forget_old(&app.db, app.clock.now()).await.map_err(Problem::from),
            workflows::forget_old(&app.db, app.clock.now()).await.map_err(Problem::from),
        ];
        for problem in done.into_iter().filter_map(Result::err) {
            let error = problem.cause().map(|cause| tracing::field::display(format!("{cause:#}")));
            tracing::warn!(error, "housekeeping failed");
        }
    }
}

/// Every node does: a ticket is locked for it.
async fn keep_deadlines(app: App) {
    let mut ticks = every(CLOCKS);
    for round in (0..ROUNDS).cycle() {
        ticks.tick().await;
        let changed_since = if round == 0 { Timestamp::UNIX_EPOCH } else { app.clock.now() - RECENT };
        if let Err(problem) = deadlines::keep(&app, changed_since).await {
            let error = problem.cause().map(tracing::field::display);
            tracing::warn!(code = problem.code().name(), error, "failed to check all SLA clocks");
        }
    }
}

/// What the operator's tools ask: never for the public.
pub struct Operator {
    started: Started,
    ready: Arc<AtomicBool>,
}

impl Operator {
    pub fn start(app: &App, listener: TcpListener, metrics: Option<PrometheusHandle>) -> anyhow::Result<Operator> {
        let ready = Arc::new(AtomicBool::new(true));
        let ops = Ops { app: app.clone(), ready: ready.clone(), metrics };
        Ok(Operator { started: start(listener, ops.router())?, ready })
    }

    /// Says that it is not ready any more.
    pub fn refuse(&self) {
        self.ready.store(false, Ordering::Relaxed);
    }

    pub async fn stop(self) -> anyhow::Result<()> {
        self.started.handle.shutdown();
        self.started.task.await??;
        Ok(())
    }
}

#[derive(Clone)]
struct Ops {
    app: App,
    ready: Arc<AtomicBool>,
    metrics: Option<PrometheusHandle>,
}

impl Ops {
    fn router(self) -> Router {
        Router::new()
            .route("/healthz", get(|| async { "alive\n" }))
            .route("/readyz", get(readiness))
            .route("/metrics", get(metrics))
            .with_state(self)
    }
}

async fn readiness(State(ops): State<Ops>) -> (StatusCode, String) {
    if !ops.ready.load(Ordering::Relaxed) {
        return (StatusCode::SERVICE_UNAVAILABLE, "stopping\n".to_owned());
    }
    match timeout(Duration::from_secs(2), check(&ops.app)).await {
        Ok(Ok(())) => (StatusCode::OK, "ready\n".to_owned()),
        Ok(Err(error)) => (StatusCode::SERVICE_UNAVAILABLE, format!("not ready: {error:#}\n")),
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, "not ready: PostgreSQL is unavailable\n".to_owned()),
    }
}

async fn check(app: &App) -> anyhow::Result<()> {
    let missing = migrate::missing(&***app.db.system(Reason::Health).await?).await?;
    anyhow::ensure!(missing.is_empty(), "migrations are missing: run `tenant-control migrate`");
    Ok(())
}

async fn metrics(State(ops): State<Ops>) -> String {
    let (connections, free) = ops.app.db.connections();
    metrics::gauge!("db_connections").set(connections as f64);
    metrics::gauge!("db_connections_free").set(free as f64);
    metrics::gauge!("credentials_current").set(f64::from(u8::from(ops.app.credentials.is_current())));
    metrics::gauge!("rate_limits_shared").set(f64::from(u8::from(ops.app.limits.are_shared())));
    metrics::gauge!("event_streams").set(ops.app.followers.count() as f64);
    metrics::gauge!("waiters").set(ops.app.waiters.count() as f64);
    ops.metrics.map(|metrics| metrics.render()).unwrap_or_default()
}
