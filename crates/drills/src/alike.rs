//! Compares the durations of two kinds of requests, by their medians and ranks.

use std::{fmt, time::Duration};

/// The largest accepted difference of the medians, and of the ranks in standard deviations (Mann-Whitney).
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    difference: f64,
    deviations: f64,
}

pub const EQUAL: Bounds = Bounds { difference: 0.05, deviations: 3.0 };

/// Wider bounds for a shared machine. They still show a database query that only one of the kinds needs.
pub const EQUAL_WHEN_SHARED: Bounds = Bounds { difference: 0.25, deviations: 4.5 };

/// One kind of request in comparison with another.
#[derive(Debug, Clone, Copy)]
pub struct Comparison {
    /// The ratio of the medians.
    ratio: f64,
    /// The difference of the ranks, in standard deviations.
    z: f64,
}

impl Comparison {
    pub fn of(times: &[Duration], others: &[Duration]) -> Comparison {
        let ratio = median(times).as_secs_f64() / median(others).as_secs_f64();
        Comparison { ratio, z: rank_test(others, times) }
    }

    pub fn is_within(self, bounds: Bounds) -> bool {
        (self.ratio - 1.0).abs() <= bounds.difference && self.z.abs() <= bounds.deviations
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ratio {:.3}, z {:+.2}", self.ratio, self.z)
    }
}

pub fn median(times: &[Duration]) -> Duration {
    let mut times = times.to_vec();
    times.sort_unstable();
    times[times.len() / 2]
}

/// The difference between the ranks of `b` among both and those expected by chance, in standard deviations (Mann-Whitney U).
fn rank_test(a: &[Duration], b: &[Duration]) -> f64 {
    let mut all: Vec<_> = a.iter().map(|time| (time, false)).chain(b.iter().map(|time| (time, true))).collect();
    all.sort_unstable();
    let ranks: f64 = all.iter().zip(1u32..).filter(|((_, of_b), _)| *of_b).map(|(_, rank)| f64::from(rank)).sum();
    let (n, m) = (a.len() as f64, b.len() as f64);
    let u = ranks - m * (m + 1.0) / 2.0;
    (u - n * m / 2.0) / (n * m * (n + m + 1.0) / 12.0).sqrt()
}
