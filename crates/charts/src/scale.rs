//! The vertical axis: round numbers at even distances.

use crate::Unit;

#[derive(Debug, Clone, PartialEq)]
pub struct Scale {
    step: f64,
    /// The ticks are these multiples of the step.
    first: i64,
    last: i64,
}

/// The lowest value of the axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Start {
    /// Bars are compared by their length.
    Zero,
    /// Lines that change little would be flat: then the axis begins near the lowest value.
    Near,
}

/// About as many parts has an axis.
const PARTS: f64 = 5.0;

/// Values change little if their range is less than this part of the largest.
const LITTLE: f64 = 0.25;

impl Scale {
    pub fn new(unit: &Unit, lowest: f64, highest: f64, start: Start) -> Scale {
        let (range, size) = (highest - lowest, highest.abs().max(lowest.abs()));
        let same_side = lowest > 0.0 || highest < 0.0;
        if start == Start::Near && same_side && range > 0.0 && range < size * LITTLE {
            let near = Scale::between(unit, lowest, highest);
            // Close to the limits of numbers or of their figures, ticks would be the same.
            if near.labels(unit).windows(2).all(|two| two[0] != two[1]) && near.last - near.first < 20 {
                return near;
            }
        }
        Scale::between(unit, lowest.min(0.0), highest.max(0.0))
    }

    fn between(unit: &Unit, lowest: f64, highest: f64) -> Scale {
        let range = highest - lowest;
        if !(range / PARTS).is_normal() {
            return Scale { step: 1.0, first: 0, last: 1 };
        }
        let step = nice(unit, range / PARTS);
        // A little tolerance: 0.3 is not quite three times 0.1.
        let (first, last) = ((lowest / step + 1e-9).floor(), (highest / step - 1e-9).ceil());
        Scale { step, first: first as i64, last: (last as i64).max(first as i64 + 1) }
    }

    pub fn ticks(&self) -> Vec<f64> {
        (self.first..=self.last).map(|times| self.step * times as f64).collect()
    }

    pub fn labels(&self, unit: &Unit) -> Vec<String> {
        self.ticks().into_iter().map(|tick| unit.bare(tick)).collect()
    }

    pub fn low(&self) -> f64 {
        self.step * self.first as f64
    }

    pub fn starts_at_zero(&self) -> bool {
        self.first <= 0 && self.last >= 0
    }

    /// 0 at the lower end, 1 at the upper.
    pub fn share(&self, value: f64) -> f64 {
        (value / self.step - self.first as f64) / (self.last - self.first) as f64
    }
}

/// The round step that is not smaller than this.
fn nice(unit: &Unit, least: f64) -> f64 {
    const TIMES: &[f64] = &[
        1.0, 2.0, 5.0, 10.0, 15.0, 30.0, 60.0, 120.0, 300.0, 600.0, 900.0, 1800.0, 3600.0, 7200.0, 10_800.0, 14_400.0,
        21_600.0, 43_200.0, 86_400.0,
    ];
    let (size, least) = match unit {
        Unit::Seconds if least > 0.5 => match TIMES.iter().find(|step| **step >= least) {
            Some(step) => return *step,
            None => (86_400.0, least / 86_400.0),
        },
        Unit::Count => (1.0, least.max(whole_step(least))),
        _ => (1.0, least),
    };
    let power = 10f64.powf(least.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0];
    size * power * steps.into_iter().find(|step| step * power >= least * 0.999_999).unwrap_or(10.0)
}

/// Few things are counted one by one. Averages of counts are so small that they need fractions.
fn whole_step(least: f64) -> f64 {
    if least >= 0.1 { 1.0 } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(unit: &Unit, lowest: f64, highest: f64, start: Start) -> String {
        Scale::new(unit, lowest, highest, start).labels(unit).join(" | ")
    }

    #[test]
    fn ticks_are_round_numbers_of_the_unit() {
        let from_zero = |unit: &Unit, highest| labels(unit, 0.0, highest, Start::Zero);
        assert_eq!(from_zero(&Unit::Count, 37.0), "0 | 10 | 20 | 30 | 40");
        assert_eq!(from_zero(&Unit::Count, 2.0), "0 | 1 | 2");
        assert_eq!(from_zero(&Unit::Count, 1_200_000.0), "0 | 500,000 | 1 M | 1.5 M");
        assert_eq!(from_zero(&Unit::Ratio, 1.0), "0 % | 20 % | 40 % | 60 % | 80 % | 100 %");
        assert_eq!(from_zero(&Unit::Seconds, 0.42), "0 s | 100 ms | 200 ms | 300 ms | 400 ms | 500 ms");
        assert_eq!(from_zero(&Unit::Seconds, 5000.0), "0 s | 30 min | 1 h | 1 h 30 min");
        assert_eq!(from_zero(&Unit::Seconds, 900_000.0), "0 s | 5 d | 10 d | 15 d");
        assert_eq!(labels(&Unit::Count, -8.0, 14.0, Start::Zero), "−10 | −5 | 0 | 5 | 10 | 15");
    }

    #[test]
    fn lines_that_change_little_have_an_axis_near_them_and_bars_never() {
        assert_eq!(labels(&Unit::Ratio, 0.981, 0.996, Start::Near), "98 % | 98.5 % | 99 % | 99.5 % | 100 %");
        assert_eq!(labels(&Unit::Ratio, 0.981, 0.996, Start::Zero), "0 % | 20 % | 40 % | 60 % | 80 % | 100 %");
        assert!(Scale::new(&Unit::Count, 10.0, 100.0, Start::Near).starts_at_zero());
        assert!(
            Scale::new(&Unit::Count, 1e16, 1e16 + 4.0, Start::Near).starts_at_zero(),
            "its ticks would be the same"
        );
    }

    #[test]
    fn every_range_has_an_axis_that_contains_it() {
        let units = [Unit::Count, Unit::Ratio, Unit::Seconds, Unit::Custom("GB".into())];
        let sizes = [0.0, 1e-320, 1e-9, 0.3, 0.999, 1.0, 7.0, 59.0, 61.0, 99_999.0, 1e9, 1e17, 9e299];
        for unit in &units {
            for (lowest, highest) in sizes.iter().flat_map(|a| sizes.map(|b| (-a, b))) {
                let scale = Scale::new(unit, lowest, highest, Start::Zero);
                let shares = [scale.share(lowest), scale.share(highest)];
                assert!(shares.iter().all(|share| (-1e-6..=1.000_001).contains(share)), "{unit:?} {lowest} {highest}");
                assert!((2..=13).contains(&scale.ticks().len()), "{unit:?} {lowest} {highest}: {scale:?}");
            }
        }
    }
}
