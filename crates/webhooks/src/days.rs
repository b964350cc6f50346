//! Deliveries and attempts have a partition for each day, created in advance and dropped with the events of their day.

use jiff::{Timestamp, tz::TimeZone};
use kernel::db::{Db, Error, Reason};
use queries::queries::webhooks::days::keep_webhook_days;

const KEPT_DAYS: i32 = 30;

pub async fn keep_days(db: &Db, now: Timestamp) -> Result<(), Error> {
    let system = db.system(Reason::Retention).await?;
    keep_webhook_days().bind(&*system, &now.to_zoned(TimeZone::UTC).date(), &KEPT_DAYS).one().await?;
    Ok(())
}
