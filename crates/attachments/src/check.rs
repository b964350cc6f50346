//! The lines of `tenant-control doctor` about attachments.

use crate::{clamd, storage::Storage};
use anyhow::Context;
use futures::future::BoxFuture;
use kernel::{
    family::{Families, Finding, finding},
    settings::{Clamd, Location, Serve},
};
use std::time::Duration;
use tokio::time::timeout;

/// How long the storage may take to respond.
const LONGEST: Duration = Duration::from_secs(30);

pub fn check<'a>(settings: &'a Serve, _: &'static Families) -> BoxFuture<'a, Vec<Finding>> {
    Box::pin(async move {
        let fix = "Check TC_ATTACHMENTS_URL, the rights of this user in the directory, or endpoint, region, keys and \
            rights of the bucket.";
        let mut found = vec![finding("Attachments", storage(settings).await, fix)];
        if let Some(address) = &settings.attachments.clamav {
            let fix = "Check TC_CLAMAV, and that clamd runs and accepts connections.";
            let name = match address {
                Clamd::Tcp(address) => address.to_string(),
                Clamd::Unix(path) => path.display().to_string(),
            };
            let answer = clamd::ping(address).await.with_context(|| format!("clamd at {name} does not respond"));
            let answer = answer.map(|()| format!("{name} responds"));
            found.push(finding("ClamAV", answer, fix));
        }
        found
    })
}

async fn storage(settings: &Serve) -> anyhow::Result<String> {
    let Some(place) = settings.attachments.location()? else {
        return Ok("not configured: files cannot be attached to tickets".to_owned());
    };
    let name = match &place {
        Location::Directory(path) => path.display().to_string(),
        Location::Bucket(bucket) => {
            let aws = || format!("AWS in {}", bucket.region);
            let endpoint = bucket.endpoint.as_ref().map_or_else(aws, ToString::to_string);
            format!("bucket {} at {endpoint}", bucket.name)
        }
    };
    let answered = timeout(LONGEST, Storage::open(place)?.check()).await;
    let checked = answered.with_context(|| format!("{name} does not respond"))?;
    checked.with_context(|| format!("{name} cannot be read"))?;
    Ok(format!("{name} can be read"))
}
