//! The figures of tenants: what is counted, how it is stored, and how it is read.
//!
//! A *measure* is what is stored, by quarter hours: a signed count and, for durations, a sketch. A *metric* is what people
//! ask for, and is computed from measures. Each family lists its metrics in `Family::metrics`.
//!
//! Changes of measures are written in the transaction of what they count (`metric_changes`). [`fold`] adds them to the tables
//! by tenant; readers add the changes that are not folded yet. Levels, such as the number of devices, are sampled.

mod fold;
mod forget;
mod gauges;
mod parts;
mod read;
mod rebuild;

pub use crate::family::metric::{Dimension, Figure, Gauge, Metric, Split, Unit};
pub use fold::{fold, fold_all};
pub use forget::{API_SHARES_KEPT, KEPT, forget_old};
pub use gauges::{Level, read_gauges, sample, sample_when_due};
pub use read::{
    ActiveUsers, Amount, BusyTenant, Group, Selection, active_tenants, active_users, busiest_tenants, read,
    read_platform,
};
pub use rebuild::{Comparison, Difference, compare, lock, repair};
