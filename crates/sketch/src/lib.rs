//! Quantiles that merge: a DDSketch (Masson, Rim, Lee: "DDSketch", VLDB 2019) whose counts can be taken back.
//!
//! A value falls into the bin of its logarithm, and every bin is 2 % wide: a quantile is within 1 % of an exact one. The
//! sketch of two sets is the sum of their bins, in whatever order they are added. Counts are signed, because a figure is
//! corrected by a sketch that contains minus one: a reopened ticket was not resolved.

mod bytes;

pub use bytes::Malformed;

use std::collections::BTreeMap;

/// The greatest relative error of a quantile.
pub const ACCURACY: f64 = 0.01;

/// Values below this one count as zero: a microsecond, if they are seconds.
pub const SMALLEST: f64 = 1e-6;

const GAMMA: f64 = (1.0 + ACCURACY) / (1.0 - ACCURACY);

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sketch {
    zeros: i64,
    /// Counts by the number of the bin: bin `i` holds the values in `(GAMMA^(i-1), GAMMA^i]`. No count is zero.
    bins: BTreeMap<i32, i64>,
}

impl Sketch {
    pub fn new() -> Sketch {
        Sketch::default()
    }

    /// The sketch of some values.
    pub fn of(values: &[f64]) -> Sketch {
        let mut sketch = Sketch::new();
        values.iter().for_each(|value| sketch.add(*value));
        sketch
    }

    pub fn add(&mut self, value: f64) {
        self.add_many(value, 1);
    }

    /// Adds a value `count` times, or takes it back if the count is negative. Values that are negative or not finite
    /// count as zero, so that no measurement is lost.
    pub fn add_many(&mut self, value: f64, count: i64) {
        if value.is_finite() && value >= SMALLEST {
            self.add_to_bin(bin(value), count);
        } else {
            self.zeros += count;
        }
    }

    pub fn merge(&mut self, other: &Sketch) {
        self.zeros += other.zeros;
        for (bin, count) in &other.bins {
            self.add_to_bin(*bin, *count);
        }
    }

    /// Takes back all values of another sketch.
    pub fn subtract(&mut self, other: &Sketch) {
        self.zeros -= other.zeros;
        for (bin, count) in &other.bins {
            self.add_to_bin(*bin, -*count);
        }
    }

    /// Merges an encoded sketch without building it first.
    pub fn merge_bytes(&mut self, bytes: &[u8]) -> Result<(), Malformed> {
        bytes::read(bytes, |bin, count| match bin {
            None => self.zeros = self.zeros.wrapping_add(count),
            Some(bin) => self.add_to_bin(bin, count),
        })
    }

    /// The number of values.
    pub fn count(&self) -> i64 {
        self.zeros + self.bins.values().sum::<i64>()
    }

    pub fn is_empty(&self) -> bool {
        self.zeros == 0 && self.bins.is_empty()
    }

    /// The value at a quantile between 0 and 1, within 1 % of the value of that rank; `None` without values.
    pub fn quantile(&self, quantile: f64) -> Option<f64> {
        let count = self.count();
        if count <= 0 {
            return None;
        }
        #[expect(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "a rank is far below 2^52")]
        let rank = (quantile.clamp(0.0, 1.0) * (count - 1) as f64).floor() as i64;
        let mut seen = self.zeros;
        if rank < seen {
            return Some(0.0);
        }
        for (bin, count) in &self.bins {
            seen += count;
            if rank < seen {
                return Some(middle(*bin));
            }
        }
        self.bins.last_key_value().map(|(bin, _)| middle(*bin))
    }

    pub fn encode(&self) -> Vec<u8> {
        bytes::write(self.zeros, &self.bins)
    }

    pub fn decode(bytes: &[u8]) -> Result<Sketch, Malformed> {
        let mut sketch = Sketch::new();
        sketch.merge_bytes(bytes)?;
        Ok(sketch)
    }

    fn add_to_bin(&mut self, bin: i32, count: i64) {
        let sum = self.bins.entry(bin).or_default();
        *sum = sum.wrapping_add(count);
        if *sum == 0 {
            self.bins.remove(&bin);
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the logarithm of a finite value is small")]
fn bin(value: f64) -> i32 {
    (value.ln() / GAMMA.ln()).ceil() as i32
}

/// The value of a bin: no value of the bin differs from it by more than the accuracy.
fn middle(bin: i32) -> f64 {
    2.0 * GAMMA.powi(bin) / (GAMMA + 1.0)
}

#[cfg(test)]
mod tests;
