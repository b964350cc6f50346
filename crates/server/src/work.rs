//! `tenant-control work`: what the log brings is worked off, apart from the requests.

use crate::{
    app::App,
    serve::{Operator, Stop, bind},
    webhooks,
};
use futures::{FutureExt, future::BoxFuture};
use metrics_exporter_prometheus::PrometheusHandle;
use std::net::SocketAddr;
use tokio::sync::oneshot;

/// Works until `stop` resolves, then lets finish what is under way.
pub fn work(
    app: App,
    ops: SocketAddr,
    metrics: Option<PrometheusHandle>,
    stop: Stop,
) -> BoxFuture<'static, anyhow::Result<()>> {
    Box::pin(work_until(app, ops, metrics, stop))
}

async fn work_until(app: App, ops: SocketAddr, metrics: Option<PrometheusHandle>, stop: Stop) -> anyhow::Result<()> {
    let operator = Operator::start(&app, bind("TC_WORK_OPS_LISTEN", ops)?, metrics)?;
    let telling = tokio::spawn({
        let app = app.clone();
        async move { app.announcements.keep_telling(&app.db).await }
    });
    let (stopped, stop_working) = oneshot::channel::<()>();
    let stopping = async {
        stop.await;
        operator.refuse();
        drop(stopped);
    };
    futures::join!(stopping, webhooks::work(app, Box::pin(stop_working.map(drop))));
    telling.abort();
    operator.stop().await
}
