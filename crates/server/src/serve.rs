//! `tenant-control serve`: the public API, and on another port health, readiness and metrics for the operator.

use crate::{leaving::Leaving, operate::migrate};
use axum::{Router, extract::State, http::StatusCode, routing::get};
use axum_server::Handle;
use futures::future::BoxFuture;
use hyper_util::rt::TokioTimer;
use kernel::{
    app::App,
    background,
    db::Reason,
    http::Api,
    supervisor::{Process, Stop, faults},
};
use metrics_exporter_prometheus::PrometheusHandle;
use std::{
    net::{SocketAddr, TcpListener},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tokio::time::timeout;

/// How long a client may take to send the head of a request. The time begins when the response before is sent, so this is also
/// how long an idle connection is kept: longer than the minute of common load balancers, which would otherwise send requests
/// into connections that are being closed.
const HEAD: Duration = Duration::from_secs(75);

/// How often a client of HTTP/2 must show that it is there.
const PING: Duration = Duration::from_secs(10);

/// How long a client may accept none of the sent data.
#[cfg(target_os = "linux")]
const STALLED: Duration = Duration::from_secs(30);

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

/// Serves until `stop` is cancelled, then lets the active requests finish. `process` decides whether it works as well.
/// (Boxed, like all long futures: so it is compiled once, here, and not again by every program that calls it.)
pub fn serve(
    app: App,
    process: Process,
    listeners: Listeners,
    metrics: Option<PrometheusHandle>,
    stop: Stop,
) -> BoxFuture<'static, anyhow::Result<()>> {
    Box::pin(serve_until(app, process, listeners, metrics, stop))
}

async fn serve_until(
    app: App,
    process: Process,
    listeners: Listeners,
    metrics: Option<PrometheusHandle>,
    stop: Stop,
) -> anyhow::Result<()> {
    let (public_address, ops_address) = (listeners.public.local_addr()?, listeners.ops.local_addr()?);
    let leaving = Leaving::default();
    let public = start(listeners.public, leaving.announced_by(Api::router(app.clone())))?;
    let operator = Operator::start(&app, listeners.ops, metrics)?;
    let supervisor = background::start(&app, process);
    tracing::info!(api = %public_address, ops = %ops_address, "serving");

    stop.cancelled().await;
    tracing::info!("shutting down: waiting for active requests");
    operator.refuse();
    leaving.begin();
    tokio::time::sleep(app.settings.shutdown_notice).await;
    public.handle.graceful_shutdown(Some(app.settings.shutdown_grace));
    // Streams never finish on their own; their clients reconnect to another server.
    app.followers.dismiss();
    app.waiters.dismiss();
    public.task.await??;
    background::stop(&app, supervisor).await;
    operator.stop().await?;
    tracing::info!("stopped");
    Ok(())
}

pub struct Started {
    pub handle: Handle<SocketAddr>,
    pub task: tokio::task::JoinHandle<std::io::Result<()>>,
}

pub fn start(listener: TcpListener, router: Router) -> anyhow::Result<Started> {
    // Connections inherit it from their listener. Otherwise a client that does not read would hold its buffers forever.
    #[cfg(target_os = "linux")]
    socket2::SockRef::from(&listener).set_tcp_user_timeout(Some(STALLED))?;
    let handle = Handle::new();
    let mut server = axum_server::from_tcp(listener)?.handle(handle.clone());
    server.http_builder().http1().timer(TokioTimer::new()).header_read_timeout(HEAD);
    server.http_builder().http2().timer(TokioTimer::new()).keep_alive_interval(Some(PING));
    let service = router.into_make_service_with_connect_info::<SocketAddr>();
    Ok(Started { handle, task: tokio::spawn(async move { server.serve(service).await }) })
}

/// The listener for the operator's tools, which must not be public.
pub struct Operator {
    started: Started,
    ready: Arc<AtomicBool>,
}

impl Operator {
    pub fn start(app: &App, listener: TcpListener, metrics: Option<PrometheusHandle>) -> anyhow::Result<Operator> {
        let ready = Arc::new(AtomicBool::new(true));
        let ops = Ops { app: app.clone(), ready: ready.clone(), migrated: Arc::default(), metrics };
        Ok(Operator { started: start(listener, ops.router())?, ready })
    }

    /// Reports that it is not ready any more.
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
    /// Every migration of this binary was once seen to be applied.
    migrated: Arc<AtomicBool>,
    metrics: Option<PrometheusHandle>,
}

impl Ops {
    fn router(self) -> Router {
        let (faults, tasks) = (self.app.settings.inject_faults, self.app.background.tasks.clone());
        let router = Router::new()
            .route("/healthz", get(|| async { "alive\n" }))
            .route("/readyz", get(readiness))
            .route("/routable", get(routable))
            .route("/metrics", get(metrics))
            .with_state(self);
        if faults { router.merge(faults::routes(tasks)) } else { router }
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

/// Readiness that does not depend on PostgreSQL once the schema was seen to fit. If an outage of PostgreSQL made every server
/// unready, clients would be refused connections instead of being told when to come back.
async fn routable(State(ops): State<Ops>) -> (StatusCode, String) {
    let migrated = ops.migrated.clone();
    if migrated.load(Ordering::Relaxed) && ops.ready.load(Ordering::Relaxed) {
        return (StatusCode::OK, "routable\n".to_owned());
    }
    let (status, reason) = readiness(State(ops)).await;
    if status.is_success() {
        migrated.store(true, Ordering::Relaxed);
        return (status, "routable\n".to_owned());
    }
    (status, reason)
}

async fn check(app: &App) -> anyhow::Result<()> {
    let missing = migrate::missing(&***app.db.system(Reason::Health).await?).await?;
    anyhow::ensure!(missing.is_empty(), "migrations are missing: run `tenant-control migrate`");
    Ok(())
}

/// Everything here is known in memory: scraping costs no statement.
async fn metrics(State(ops): State<Ops>) -> String {
    let app = &ops.app;
    metrics::gauge!("build_info", "version" => env!("CARGO_PKG_VERSION")).set(1.0);
    let (connections, free) = app.db.connections();
    metrics::gauge!("db_connections").set(connections as f64);
    metrics::gauge!("db_connections_free").set(free as f64);
    for (pool, figures) in app.db.pools() {
        metrics::gauge!("db_pool_size", "pool" => pool).set(figures.size as f64);
        metrics::gauge!("db_pool_open", "pool" => pool).set(figures.open as f64);
        metrics::gauge!("db_pool_in_use", "pool" => pool).set(figures.in_use as f64);
        metrics::gauge!("db_pool_waiting", "pool" => pool).set(figures.waiting as f64);
    }
    // The other processes do not run the tasks that keep these current.
    if app.background.process().is_none_or(|process| process.does(Process::Serve)) {
        metrics::gauge!("credentials_current").set(f64::from(u8::from(app.credentials.is_current())));
        metrics::gauge!("rate_limits_shared").set(f64::from(u8::from(app.limits.are_shared())));
        metrics::gauge!("event_streams").set(app.followers.count() as f64);
        metrics::gauge!("waiters").set(app.waiters.count() as f64);
        metrics::gauge!("usage_flush_lag_seconds").set(app.usage.lag().as_secs_f64());
    }
    app.background.tasks.measure();
    ops.metrics.map(|metrics| metrics.render()).unwrap_or_default()
}
