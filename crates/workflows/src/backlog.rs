//! The gauges of workflows: how many runs are under way, and how long the oldest has been queued.

use futures::future::BoxFuture;
use kernel::{
    app::App,
    db::{Error, Reason},
    http::Problem,
};
use queries::queries::workflows::backlog::{RunsUnderWay, runs_under_way};

/// Sets the gauges, to not a number if they cannot be read.
pub fn measure(app: &App) -> BoxFuture<'_, Result<(), Problem>> {
    Box::pin(async move {
        let read = read(app).await;
        let known = read.as_ref().ok();
        let value = |of: fn(&RunsUnderWay) -> f64| known.map_or(f64::NAN, of);
        let set = |status: &'static str, of: fn(&RunsUnderWay) -> f64| {
            metrics::gauge!("workflow_runs", "status" => status).set(value(of));
        };
        set("queued", |runs| runs.queued as f64);
        set("running", |runs| runs.running as f64);
        set("waiting", |runs| runs.waiting as f64);
        set("waiting_approval", |runs| runs.waiting_approval as f64);
        metrics::gauge!("workflow_oldest_queued_seconds").set(value(|runs| runs.oldest_queued_seconds));
        Ok(read.map(drop)?)
    })
}

async fn read(app: &App) -> Result<RunsUnderWay, Error> {
    let system = app.db.system(Reason::Workflows).await?;
    Ok(runs_under_way().bind(&*system).one().await?)
}
