//! `tenant-control work`: what the log brings is worked off, apart from the requests.

use crate::{
    app::App,
    serve::{Operator, bind},
    webhooks,
};
use metrics_exporter_prometheus::PrometheusHandle;
use std::{future::Future, net::SocketAddr};

/// Works until `stop` resolves, then lets finish what is under way.
pub async fn work(
    app: App,
    ops: SocketAddr,
    metrics: Option<PrometheusHandle>,
    stop: impl Future<Output = ()>,
) -> anyhow::Result<()> {
    let operator = Operator::start(&app, bind("TC_WORK_OPS_LISTEN", ops)?, metrics)?;
    let telling = tokio::spawn({
        let app = app.clone();
        async move { app.announcements.keep_telling(&app.db).await }
    });
    webhooks::work(app, async {
        stop.await;
        operator.refuse();
    })
    .await;
    telling.abort();
    operator.stop().await
}
