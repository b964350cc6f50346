//! Gauges of the whole cell that have to be read from PostgreSQL, such as the backlog of webhooks. One job reads them,
//! so that scraping `/metrics` costs no statement. No gauge has a label for tenants: there are thousands of them.
//!
//! Servers read them, because the backlogs of workers matter most while no worker runs. Each server reports the same values.

use crate::{
    app::App,
    db::{Error, Reason},
    http::Problem,
};

/// Reads the gauges of all families. Those that cannot be read are not a number, instead of their last value.
pub async fn measure(app: App) -> Result<(), Problem> {
    let mut result = reach_database(&app).await.map_err(Problem::from);
    metrics::gauge!("database_up").set(f64::from(u8::from(result.is_ok())));
    for measure in app.families.iter().flat_map(|family| family.backlogs) {
        result = result.and(measure(&app).await);
    }
    result
}

async fn reach_database(app: &App) -> Result<(), Error> {
    let system = app.db.system(Reason::Health).await?;
    Ok(system.batch_execute("select 1").await?)
}
