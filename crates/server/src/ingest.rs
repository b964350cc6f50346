//! `tenant-control ingest`: the listener for agents that report devices, in a separate process.

use crate::{
    leaving::Leaving,
    serve::{Operator, bind, start},
};
use futures::future::BoxFuture;
use kernel::{
    app::App,
    background,
    supervisor::{Process, Stop},
};
use metrics_exporter_prometheus::PrometheusHandle;
use std::net::{SocketAddr, TcpListener};

/// Listens until `stop` is cancelled, then lets the active messages finish.
pub fn ingest(
    app: App,
    listen: SocketAddr,
    ops: SocketAddr,
    metrics: Option<PrometheusHandle>,
    stop: Stop,
) -> BoxFuture<'static, anyhow::Result<()>> {
    Box::pin(async move {
        let listener = bind("TC_INGEST_LISTEN", listen)?;
        let operator = Operator::start(&app, bind("TC_INGEST_OPS_LISTEN", ops)?, metrics)?;
        let supervisor = background::start(&app, Process::Ingest);
        let mut serving = agents(app.clone(), listener, stop.clone());
        let ended = tokio::select! {
            ended = &mut serving => ended,
            () = stop.cancelled() => {
                operator.refuse();
                serving.await
            }
        };
        background::stop(&app, supervisor).await;
        operator.stop().await?;
        ended
    })
}

/// The listener alone, for a process that does other work as well.
pub fn agents(app: App, listener: TcpListener, stop: Stop) -> BoxFuture<'static, anyhow::Result<()>> {
    Box::pin(async move {
        let address = listener.local_addr()?;
        let leaving = Leaving::default();
        let started = start(listener, leaving.announced_by(app.families.agents().with_state(app.clone())))?;
        tracing::info!(agents = %address, "listening for agents");
        stop.cancelled().await;
        leaving.begin();
        tokio::time::sleep(app.settings.shutdown_notice).await;
        started.handle.graceful_shutdown(Some(app.settings.shutdown_grace));
        started.task.await??;
        Ok(())
    })
}
