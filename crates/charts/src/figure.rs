//! Numbers as people write them.

use crate::Unit;

const MINUTE: f64 = 60.0;
const HOUR: f64 = 3600.0;
const DAY: f64 = 86_400.0;

impl Unit {
    /// A value with its unit: `1,234`, `1.23 M`, `98.5 %`, `3 h 20 min`, `12 GB`.
    pub fn figure(&self, value: f64) -> String {
        match self {
            Unit::Custom(unit) => format!("{} {unit}", self.bare(value)),
            _ => self.bare(value),
        }
    }

    /// A value of the axis. A custom unit stands above the axis.
    pub(crate) fn bare(&self, value: f64) -> String {
        let size = match self {
            Unit::Count | Unit::Custom(_) => number(value.abs()),
            Unit::Ratio => percent(value.abs()),
            Unit::Seconds => duration(value.abs()),
        };
        if value < 0.0 { format!("−{size}") } else { size }
    }

    /// A value in some four characters, for the cells of a heat map.
    pub(crate) fn short(&self, value: f64) -> String {
        let size = value.abs();
        let short = match self {
            Unit::Count | Unit::Custom(_) => short_number(size),
            Unit::Ratio if size > 0.995 && size < 1.0 => "99%".to_owned(),
            Unit::Ratio => format!("{}%", short_number(size * 100.0)),
            Unit::Seconds => short_duration(size),
        };
        if value < 0.0 && short != "0" { format!("−{short}") } else { short }
    }
}

fn number(value: f64) -> String {
    for (unit, name) in [(1e6, "M"), (1e9, "bn"), (1e12, "tn")] {
        if value >= 1e6 && round(value / unit, 2) < 1000.0 {
            return format!("{} {name}", decimals(value / unit, 2));
        }
    }
    match value {
        0.0 => "0".to_owned(),
        _ if !(1e-6..1e6).contains(&value) => format!("{value:.2e}"),
        // Three digits that count.
        _ if value < 1.0 => decimals(value, (2.0 - value.log10().floor()) as usize),
        _ if value < 100.0 => decimals(value, 2),
        _ => decimals(value, 1),
    }
}

/// Incomplete is never shown as all, and something never as nothing.
fn percent(ratio: f64) -> String {
    let percent = ratio * 100.0;
    match percent {
        _ if percent < 100.0 && round(percent, 2) >= 100.0 => "> 99.99 %".to_owned(),
        _ if percent > 0.0 && round(percent, 2) <= 0.0 => "< 0.01 %".to_owned(),
        _ if (1.0..99.0).contains(&percent) => format!("{} %", decimals(percent, 1)),
        _ if percent < 1e6 => format!("{} %", decimals(percent, 2)),
        _ => format!("{} %", number(percent)),
    }
}

fn duration(seconds: f64) -> String {
    let (in_seconds, in_minutes, in_hours) = (round(seconds, 0), round(seconds / MINUTE, 0), round(seconds / HOUR, 0));
    match seconds {
        0.0 => "0 s".to_owned(),
        _ if seconds < 0.000_999_5 => format!("{} µs", number(seconds * 1e6)),
        _ if seconds < 0.01 => format!("{} ms", decimals(seconds * 1e3, 1)),
        _ if seconds < 0.999_5 => format!("{} ms", decimals(seconds * 1e3, 0)),
        _ if round(seconds, 1) < MINUTE => format!("{} s", decimals(seconds, 1)),
        _ if in_seconds < HOUR => pair(in_seconds, 60.0, "min", "s"),
        _ if in_minutes < DAY / MINUTE => pair(in_minutes, 60.0, "h", "min"),
        _ if in_hours < 100.0 * 24.0 => pair(in_hours, 24.0, "d", "h"),
        _ => format!("{} d", number(round(seconds / DAY, 0))),
    }
}

/// 200 of which 60 are a minute: `3 min 20 s`.
fn pair(of_small: f64, each: f64, large: &str, small: &str) -> String {
    let (whole, rest) = ((of_small / each).floor(), of_small % each);
    if rest == 0.0 { format!("{whole} {large}") } else { format!("{whole} {large} {rest} {small}") }
}

fn short_number(value: f64) -> String {
    for (unit, name) in [(1e3, "k"), (1e6, "M"), (1e9, "bn"), (1e12, "tn")] {
        if round(value, 0) >= 1000.0 && round(value / unit, 0) < 1000.0 {
            let digits = usize::from(round(value / unit, 1) < 10.0);
            return format!("{}{name}", decimals(value / unit, digits));
        }
    }
    match value {
        _ if value >= 1000.0 => format!("{value:.0e}"),
        _ if value > 0.0 && value < 0.05 => "<0.1".to_owned(),
        _ => decimals(value, usize::from(round(value, 1) < 10.0)),
    }
}

fn short_duration(seconds: f64) -> String {
    let sizes = [(DAY, "d"), (HOUR, "h"), (MINUTE, "m"), (1.0, "s"), (1e-3, "ms")];
    let fits = |(size, _): &&(f64, &str)| seconds >= size * 0.995;
    match sizes.iter().find(fits) {
        Some((size, name)) => format!("{}{name}", short_number(seconds / size)),
        None if seconds > 0.0 => "<1ms".to_owned(),
        None => "0".to_owned(),
    }
}

fn round(value: f64, digits: i32) -> f64 {
    let factor = 10f64.powi(digits);
    (value * factor).round() / factor
}

/// With at most this many decimals, without zeros at the end, and with commas between thousands.
fn decimals(value: f64, digits: usize) -> String {
    let text = format!("{:.digits$}", round(value, digits as i32));
    let (whole, rest) = text.split_once('.').unwrap_or((&text, ""));
    let mut grouped = String::new();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    match rest.trim_end_matches('0') {
        "" => grouped,
        rest => format!("{grouped}.{rest}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(unit: &Unit, values: &[f64]) -> Vec<String> {
        values.iter().map(|value| unit.figure(*value)).collect()
    }

    #[test]
    fn counts_have_commas_and_large_ones_a_word() {
        assert_eq!(
            all(&Unit::Count, &[0.0, 7.0, 1234.0, 999_999.0, 1_200_000.0, 999_999_999.0, 3.5e12, -42.0]),
            ["0", "7", "1,234", "999,999", "1.2 M", "1 bn", "3.5 tn", "−42"]
        );
        assert_eq!(all(&Unit::Count, &[0.5, 2.345, 123.456, 0.001_234]), ["0.5", "2.35", "123.5", "0.00123"]);
        assert_eq!(Unit::Count.figure(1.5e18), "1.50e18");
        assert_eq!(Unit::Custom("GB".into()).figure(12.5), "12.5 GB");
    }

    #[test]
    fn almost_all_is_not_all_and_almost_nothing_is_not_nothing() {
        assert_eq!(
            all(&Unit::Ratio, &[0.0, 1.0, 0.5, 0.123_456, 0.9951, 0.999_999, 0.000_01, 1.25]),
            ["0 %", "100 %", "50 %", "12.3 %", "99.51 %", "> 99.99 %", "< 0.01 %", "125 %"]
        );
    }

    #[test]
    fn durations_have_two_parts_and_carry() {
        assert_eq!(
            all(&Unit::Seconds, &[0.0, 0.000_25, 0.0042, 0.45, 0.9996, 3.25, 59.96, 200.0, 3599.7, 12_000.0]),
            ["0 s", "250 µs", "4.2 ms", "450 ms", "1 s", "3.3 s", "1 min", "3 min 20 s", "1 h", "3 h 20 min"]
        );
        assert_eq!(
            all(&Unit::Seconds, &[86_399.0, 97_200.0, 1e8, -90.0]),
            ["1 d", "1 d 3 h", "1,157 d", "−1 min 30 s"]
        );
    }

    #[test]
    fn figures_of_cells_are_short() {
        let short = |unit: &Unit, value| unit.short(value);
        let counts: Vec<_> =
            [0.0, 0.01, 7.25, 42.4, 999.6, 1234.0, 56_789.0, 1.5e6].map(|v| short(&Unit::Count, v)).into();
        assert_eq!(counts, ["0", "<0.1", "7.3", "42", "1k", "1.2k", "57k", "1.5M"]);
        assert_eq!([0.8512, 0.9999, 1.0].map(|v| short(&Unit::Ratio, v)), ["85%", "99%", "100%"]);
        assert_eq!([0.45, 90.0, 12_000.0, 0.0].map(|v| short(&Unit::Seconds, v)), ["450ms", "1.5m", "3.3h", "0"]);
    }
}
