//! Counts of requests.

use super::seconds;
use clap::{Args, ValueEnum};
use std::time::Duration;

/// Readers of counts wait for a process for a minute: it must flush several times within that.
const LONGEST: Duration = Duration::from_secs(20);

const SHORTEST: Duration = Duration::from_millis(100);

#[derive(Debug, Clone, Args)]
pub struct Usage {
    /// Interval in seconds, at most 20, at which the counts of requests are stored. A server that is killed loses the
    /// counts since they were last stored.
    #[arg(long = "usage-flush-seconds", env = "TC_USAGE_FLUSH_SECONDS", default_value = "10", value_parser = interval)]
    pub usage_flush: Duration,

    /// True if requests are counted. A drill turns it off to measure the cost. It has no variable of the environment,
    /// so that nobody has it set by accident.
    #[arg(long, value_enum, default_value_t = Counting::On, hide = true)]
    pub usage: Counting,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Counting {
    On,
    Off,
}

fn interval(text: &str) -> Result<Duration, String> {
    let interval = seconds(text)?;
    let fits = (SHORTEST..=LONGEST).contains(&interval);
    fits.then_some(interval).ok_or_else(|| "expected 0.1 to 20 seconds".to_owned())
}
