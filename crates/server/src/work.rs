//! `tenant-control work`: delivers webhooks and runs workflows, in a separate process.

use crate::serve::{Operator, bind};
use futures::future::BoxFuture;
use kernel::{
    app::App,
    background,
    supervisor::{Process, Stop},
};
use metrics_exporter_prometheus::PrometheusHandle;
use std::net::SocketAddr;

/// Works until `stop` is cancelled, then waits for active work.
pub fn work(
    app: App,
    ops: SocketAddr,
    metrics: Option<PrometheusHandle>,
    stop: Stop,
) -> BoxFuture<'static, anyhow::Result<()>> {
    Box::pin(async move {
        let operator = Operator::start(&app, bind("TC_WORK_OPS_LISTEN", ops)?, metrics)?;
        let supervisor = background::start(&app, Process::Work);
        stop.cancelled().await;
        operator.refuse();
        background::stop(&app, supervisor).await;
        operator.stop().await
    })
}

/// All work of a worker, until `stop` is cancelled.
pub fn jobs_of_worker(app: App, stop: Stop) -> BoxFuture<'static, ()> {
    Box::pin(async move {
        let supervisor = background::start(&app, Process::Work);
        stop.cancelled().await;
        supervisor.stop().await;
    })
}
