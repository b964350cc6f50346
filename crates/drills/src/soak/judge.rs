//! Flatness: the median of the last third of the samples is compared with that of the middle third. The first third is
//! the time in which caches and pools are filled.

use super::{
    cluster::{NAMES, STEADY},
    samples::{PROCESS, Recording, of},
};
use crate::{Outcome, Size};

/// The permitted growth of the last third: a share, or an amount if that is more.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Rule {
    share: f64,
    amount: f64,
    unit: &'static str,
}

impl Rule {
    fn most(self, middle: f64) -> f64 {
        middle + (middle * self.share).max(self.amount)
    }
}

/// The medians of the second and of the last third of the samples.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Thirds {
    pub middle: f64,
    pub last: f64,
}

impl Thirds {
    pub fn of(values: &[Option<f64>]) -> Option<Thirds> {
        let third = values.len() / 3;
        let (middle, last) = values[third..].split_at(third.min(values.len() - third));
        Some(Thirds { middle: median(middle)?, last: median(last)? })
    }
}

fn median(values: &[Option<f64>]) -> Option<f64> {
    let mut known: Vec<f64> = values.iter().flatten().copied().collect();
    known.sort_by(f64::total_cmp);
    known.get(known.len() / 2).copied()
}

/// The rule of the full form or of the short form, whose thirds last a quarter of a minute and still include warm-up.
fn rule(size: Size, full: (f64, f64), short: (f64, f64), unit: &'static str) -> Rule {
    let (share, amount) = size.pick(full, short);
    Rule { share, amount, unit }
}

/// Figures that must be flat, by their names. Only processes that are not restarted are included.
fn rules(size: Size) -> Vec<(String, Rule)> {
    let [memory, _, descriptors, threads] = PROCESS;
    let of_processes = [
        (memory, rule(size, (0.1, 16.0), (0.25, 48.0), "MiB")),
        (descriptors, rule(size, (0.0, 12.0), (0.0, 32.0), "")),
        (threads, rule(size, (0.0, 8.0), (0.0, 24.0), "")),
    ];
    let steady = STEADY.map(|number| NAMES[number]);
    let processes = of_processes.iter().flat_map(|(figure, rule)| steady.map(|name| (of(figure, name), *rule)));
    let seconds = rule(size, (0.0, 5.0), (0.0, 15.0), "s");
    let count = rule(size, (0.0, 20.0), (0.0, 100.0), "");
    let others = [
        ("connections", rule(size, (0.0, 8.0), (0.0, 24.0), "")),
        // A partition for each of three tables is added at midnight.
        ("partitions", rule(size, (0.0, 3.0), (0.0, 3.0), "")),
        ("waiting locks", rule(size, (0.0, 2.0), (0.0, 10.0), "")),
        ("oldest transaction", seconds),
        ("dead rows", rule(size, (0.0, 20.0), (0.0, 40.0), "%")),
        ("changes of figures to fold", rule(size, (0.0, 2000.0), (0.0, 5000.0), "")),
        ("deliveries waiting", count),
        ("delivery lag", seconds),
        ("lag of events for webhooks", seconds),
        ("lag of events for workflows", seconds),
        ("runs not finished", count),
        ("oldest queued run", seconds),
        ("engine messages waiting", count),
        ("lag of engine tasks", seconds),
        ("lag of request usage", rule(size, (0.0, 15.0), (0.0, 15.0), "s")),
        ("open event streams", rule(size, (0.0, 6.0), (0.0, 12.0), "")),
        ("waiting for a connection", count),
    ];
    processes.chain(others.map(|(name, rule)| (name.to_owned(), rule))).collect()
}

/// Promises that each figure is flat. Returns the number of compared figures.
pub fn flat(recording: &Recording, size: Size, outcome: &mut Outcome) -> usize {
    let rules = rules(size);
    for (name, rule) in &rules {
        let Some(Thirds { middle, last }) = Thirds::of(&recording.values(name)) else {
            outcome.promise(false, format!("{name} was sampled"));
            continue;
        };
        let (most, unit) = (rule.most(middle), rule.unit);
        let medians = format!("{middle:.1} {unit} in the middle third, {last:.1} in the last, at most {most:.1}");
        outcome.promise(last <= most, format!("{name} is flat (median {medians})"));
    }
    if size == Size::Short {
        outcome.not_asked("memory within 10 % of the middle third, descriptors within 12, lags within 5 s");
    }
    rules.len()
}

#[cfg(test)]
mod tests {
    use super::{Rule, Thirds};

    #[test]
    fn the_first_third_and_unknown_values_do_not_count() {
        let values: Vec<Option<f64>> = [99.0, 1.0, 5.0, 6.0, 7.0, 6.0, 8.0, 9.0, 8.0].map(Some).to_vec();
        assert_eq!(Thirds::of(&values), Some(Thirds { middle: 6.0, last: 8.0 }));
        let gaps = [Some(1.0), Some(2.0), None, Some(4.0), None, Some(6.0)];
        assert_eq!(Thirds::of(&gaps), Some(Thirds { middle: 4.0, last: 6.0 }));
        assert_eq!(Thirds::of(&[None; 6]), None);
        assert_eq!(Thirds::of(&[]), None);
    }

    #[test]
    fn growth_by_a_share_or_by_an_amount_is_permitted() {
        let rule = Rule { share: 0.1, amount: 16.0, unit: "MiB" };
        assert!((rule.most(100.0) - 116.0).abs() < 1e-9);
        assert!((rule.most(1000.0) - 1100.0).abs() < 1e-9);
    }
}
