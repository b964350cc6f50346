//! From what is stored to what is shown: sums of measures, levels and numbers of people become the values of metrics.
//! Plain functions over plain data.

use kernel::figures::{Amount, Figure, Level, Metric};
use sketch::Sketch;
use std::collections::BTreeMap;

/// A count, and the durations behind it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Sum {
    pub count: i64,
    pub sketch: Sketch,
}

impl Sum {
    fn add(&mut self, other: &Sum) {
        self.count += other.count;
        self.sketch.merge(&other.sketch);
    }

    /// The parts may have been read a moment later than the whole: what is left of it is never less than nothing.
    fn subtract(&mut self, other: &Sum) {
        self.count = (self.count - other.count).max(0);
        self.sketch.subtract(&other.sketch);
    }
}

/// A level, and what a share is a share of.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sample {
    value: i64,
    whole: Option<i64>,
}

/// Everything that is known of one group, or of the whole, by buckets.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Facts {
    buckets: usize,
    sums: BTreeMap<String, Vec<Sum>>,
    /// By the function of the gauge. A bucket without a sample is unknown.
    levels: BTreeMap<&'static str, Vec<Option<Sample>>>,
    /// Distinct people or tenants in each bucket, and in all of them together.
    distinct: Option<(Vec<i64>, i64)>,
}

impl Facts {
    pub fn new(buckets: usize) -> Facts {
        Facts { buckets, ..Facts::default() }
    }

    /// `bucket` is not the amount's own if buckets are put together.
    pub fn add_amount(&mut self, bucket: usize, amount: &Amount) {
        self.add_sum(&amount.measure, bucket, &Sum { count: amount.count, sketch: amount.sketch.clone() });
    }

    pub fn add_sum(&mut self, measure: &str, bucket: usize, added: &Sum) {
        let all = self.buckets;
        let sums = self.sums.entry(measure.to_owned()).or_insert_with(|| vec![Sum::default(); all]);
        if let Some(sum) = sums.get_mut(bucket) {
            sum.add(added);
        }
    }

    /// The sums that are not empty, with their measure and bucket.
    pub fn sums(&self) -> impl Iterator<Item = (&str, usize, &Sum)> {
        let all = self.sums.iter().flat_map(|(measure, sums)| {
            sums.iter().enumerate().map(move |(bucket, sum)| (measure.as_str(), bucket, sum))
        });
        all.filter(|(_, _, sum)| sum.count != 0 || !sum.sketch.is_empty())
    }

    pub fn add_level(&mut self, level: &Level) {
        let all = self.buckets;
        let samples = self.levels.entry(level.gauge).or_insert_with(|| vec![None; all]);
        if let Some(sample) = samples.get_mut(level.bucket) {
            *sample = Some(Sample { value: level.value, whole: level.whole });
        }
    }

    /// `total` counts who is in several buckets once.
    pub fn set_distinct(&mut self, found: &[(usize, i64)], total: i64) {
        let mut counts = vec![0; self.buckets];
        for (bucket, count) in found {
            if let Some(known) = counts.get_mut(*bucket) {
                *known = *count;
            }
        }
        self.distinct = Some((counts, total));
    }

    /// The value of a bucket; `None` if it is unknown.
    pub fn value(&self, metric: &Metric, bucket: usize) -> Option<f64> {
        let sum = |measure: &str| self.sums.get(measure).and_then(|sums| sums.get(bucket)).cloned().unwrap_or_default();
        match metric.figure {
            Figure::Gauge(gauge) => {
                let sample = self.levels.get(gauge.function)?.get(bucket).copied().flatten()?;
                level(sample, gauge.share)
            }
            Figure::ActiveUsers | Figure::ActiveTenants => {
                self.distinct.as_ref()?.0.get(bucket).map(|count| float(*count))
            }
            figure => of_sums(figure, sum),
        }
    }

    /// The value of the whole range: of everything in it, not of the values of its buckets.
    pub fn total(&self, metric: &Metric) -> Option<f64> {
        match metric.figure {
            Figure::Gauge(gauge) => {
                let last = self.levels.get(gauge.function)?.iter().rev().find_map(|sample| *sample)?;
                level(last, gauge.share)
            }
            Figure::ActiveUsers | Figure::ActiveTenants => self.distinct.as_ref().map(|(_, total)| float(*total)),
            figure => of_sums(figure, |measure| self.sum(measure)),
        }
    }

    /// How large a group is: by what it counts, or by how much is behind its ratio, duration or level.
    pub fn weight(&self, metric: &Metric) -> i64 {
        match metric.figure {
            Figure::Count(measure) | Figure::Quantile { measure, .. } | Figure::Ratio { whole: measure, .. } => {
                self.sum(measure).count
            }
            Figure::Gauge(gauge) => {
                let last = self.levels.get(gauge.function).and_then(|all| all.iter().rev().find_map(|sample| *sample));
                last.map_or(0, |sample| sample.whole.unwrap_or(sample.value))
            }
            Figure::ActiveUsers | Figure::ActiveTenants => self.distinct.as_ref().map_or(0, |(_, total)| *total),
        }
    }

    /// The whole without these groups. Its durations are the merged durations of the rest.
    pub fn without<'a>(mut self, shown: impl IntoIterator<Item = &'a Facts>) -> Facts {
        for group in shown {
            for (measure, parts) in &group.sums {
                let sums = self.sums.get_mut(measure).into_iter().flatten();
                sums.zip(parts).for_each(|(sum, part)| sum.subtract(part));
            }
            for (gauge, parts) in &group.levels {
                let levels = self.levels.get_mut(gauge).into_iter().flatten();
                for (level, part) in levels.zip(parts).filter_map(|(level, part)| Some((level.as_mut()?, (*part)?))) {
                    level.value = (level.value - part.value).max(0);
                    level.whole = level.whole.map(|whole| (whole - part.whole.unwrap_or_default()).max(0));
                }
            }
        }
        self
    }

    /// Adds what another cell knows of the same buckets. The only level of a platform is a delay: the largest one counts.
    /// A tenant is in one cell, so numbers of tenants add up.
    pub fn add_cell(&mut self, cell: &Facts) {
        for (measure, bucket, sum) in cell.sums() {
            self.add_sum(measure, bucket, sum);
        }
        for (gauge, samples) in &cell.levels {
            let all = self.buckets;
            let levels = self.levels.entry(*gauge).or_insert_with(|| vec![None; all]);
            for (level, sample) in levels.iter_mut().zip(samples) {
                *level = [*level, *sample].into_iter().flatten().max_by_key(|sample| sample.value);
            }
        }
        if let Some((counts, total)) = &cell.distinct {
            let (known, all) = self.distinct.get_or_insert_with(|| (vec![0; counts.len()], 0));
            known.iter_mut().zip(counts).for_each(|(known, count)| *known += count);
            *all += total;
        }
    }

    fn sum(&self, measure: &str) -> Sum {
        let mut all = Sum::default();
        self.sums.get(measure).into_iter().flatten().for_each(|sum| all.add(sum));
        all
    }
}

fn of_sums(figure: Figure, sum: impl Fn(&str) -> Sum) -> Option<f64> {
    match figure {
        Figure::Count(measure) => Some(float(sum(measure).count)),
        Figure::Ratio { part, whole } => ratio(sum(part).count, sum(whole).count),
        Figure::Quantile { measure, quantile } => sum(measure).sketch.quantile(quantile).map(rounded),
        Figure::Gauge(_) | Figure::ActiveUsers | Figure::ActiveTenants => None,
    }
}

fn level(sample: Sample, is_share: bool) -> Option<f64> {
    if is_share { ratio(sample.value, sample.whole?) } else { Some(float(sample.value)) }
}

/// Nothing divided by nothing is unknown.
fn ratio(part: i64, whole: i64) -> Option<f64> {
    (whole > 0).then(|| float(part) / float(whole))
}

#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
fn float(count: i64) -> f64 {
    count as f64
}

/// A quantile is exact within 1 %: more than four digits would say more than is known.
fn rounded(value: f64) -> f64 {
    format!("{value:.3e}").parse().unwrap_or(value)
}

/// `(value - previous) / previous`.
pub fn change_ratio(value: Option<f64>, previous: Option<f64>) -> Option<f64> {
    let (value, previous) = (value?, previous.filter(|previous| *previous != 0.0)?);
    Some((value - previous) / previous)
}

#[cfg(test)]
mod tests;
