//! The line `Search index` of `tenant-control doctor`.

use super::work::backfill;
use futures::future::BoxFuture;
use kernel::{
    db::Db,
    family::{Families, Finding, finding},
    settings::Serve,
};

pub fn check<'a>(settings: &'a Serve, _: &'static Families) -> BoxFuture<'a, Vec<Finding>> {
    Box::pin(async move {
        let fix = "`tenant-control serve` adds existing objects to the index; its log has the cause if it does not. \
            `tenant-control search check` compares the index with the tables.";
        vec![finding("Search index", state(settings).await, fix)]
    })
}

/// While something is still to be added, searches return less than there is, and say so.
async fn state(settings: &Serve) -> anyhow::Result<String> {
    match backfill::pending(&Db::new(&settings.database)?).await? {
        0 => Ok("complete".to_owned()),
        tables => Ok(format!("warning: existing objects of {tables} tables of tenants are still to be added")),
    }
}
