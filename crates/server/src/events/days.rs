//! The log has a partition for each day, created in advance and dropped after its retention.

use jiff::{Timestamp, tz::TimeZone};
use kernel::db::{Db, Error, Reason};
use queries::queries::events::days::keep_event_days;

const KEPT_DAYS: i32 = 30;

pub async fn keep_days(db: &Db, now: Timestamp) -> Result<(), Error> {
    let system = db.system(Reason::Retention).await?;
    keep_event_days().bind(&*system, &now.to_zoned(TimeZone::UTC).date(), &KEPT_DAYS).one().await?;
    Ok(())
}
