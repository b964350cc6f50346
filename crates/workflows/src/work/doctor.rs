//! The checks of `tenant-control doctor` for Temporal.

use super::connection::engine_of;
use futures::future::BoxFuture;
use kernel::{
    app::App,
    family::{Families, Finding, finding},
    settings::Serve,
};

const FIX: &str = "Start Temporal and set TC_TEMPORAL_URL to it (`just up` does both on a laptop); create a missing \
                   namespace or search attribute, and enable fairness, with the Temporal CLI.";

pub fn check<'a>(settings: &'a Serve, families: &'static Families) -> BoxFuture<'a, Vec<Finding>> {
    Box::pin(async move {
        let engine = App::new(settings.clone(), families).and_then(|app| engine_of(&app));
        let found = match engine {
            Err(error) => return vec![finding("Temporal", Err(error), FIX)],
            Ok(None) => {
                let unset = "TC_TEMPORAL_URL is not set: runs are accepted and wait".to_owned();
                return vec![finding("Temporal", Ok(unset), FIX)];
            }
            Ok(Some(engine)) => engine.doctor().await,
        };
        found.into_iter().map(|found| finding(found.what, found.state, FIX)).collect()
    })
}
