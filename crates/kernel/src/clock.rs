//! Time and ids are handed in, so that a test can hold them still.

use jiff::Timestamp;
use uuid::Uuid;

#[derive(Debug, Clone, Copy, Default)]
pub struct Clock;

impl Clock {
    /// Cut to what PostgreSQL stores, so that an answer to a creation equals the answers to later reads.
    #[expect(clippy::disallowed_methods, reason = "this is where the time comes from")]
    pub fn now(&self) -> Timestamp {
        let now = Timestamp::now();
        Timestamp::from_microsecond(now.as_microsecond()).unwrap_or(now)
    }

    /// A new id; ids made by one process rise.
    #[expect(clippy::disallowed_methods, reason = "this is where ids come from")]
    pub fn id(&self) -> Uuid {
        Uuid::now_v7()
    }
}
