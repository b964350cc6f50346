//! Charts of characters: bars of eighths, lines of braille dots, sparklines, and the axes beside them. No I/O.

const EIGHTHS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Shown on the axis in place of a value that is unknown.
const UNKNOWN: char = '·';

const BRAILLE: u32 = 0x2800;

/// The bit of a braille dot by its row and column within the character.
const DOTS: [[u32; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    Bars,
    Line,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    Count,
    Ratio,
    Seconds,
}

impl Unit {
    /// Units that a later version of the server adds are shown as plain numbers.
    pub fn named(name: &str) -> Unit {
        match name {
            "ratio" => Unit::Ratio,
            "seconds" => Unit::Seconds,
            _ => Unit::Count,
        }
    }
}

/// A chart with its axes, `width` characters wide and `height` rows high without the axis of time. `labels` has a text
/// for each value.
pub fn chart(
    values: &[Option<f64>],
    labels: &[String],
    unit: Unit,
    style: Style,
    width: usize,
    height: usize,
) -> Vec<String> {
    let top = nice(values.iter().flatten().copied().fold(0.0, f64::max));
    let marks = [(0, top), (height / 2, top * (height - height / 2) as f64 / height as f64)];
    let mark = |row: usize| {
        let value = marks.iter().find(|(at, _)| *at == row).map(|(_, value)| *value);
        value.map(|value| figure(value, unit)).unwrap_or_default()
    };
    let left = (0..height).map(|row| mark(row).chars().count()).max().unwrap_or(0).max(1);
    let room = width.saturating_sub(left + 2).max(1);
    // All bars are equally wide, so the last one is the end of the axis.
    let inner = match style {
        Style::Bars if (1..=room).contains(&values.len()) => room / values.len() * values.len(),
        Style::Bars | Style::Line => room,
    };
    let rows = match style {
        Style::Bars => bars(values, top, inner, height),
        Style::Line => line(values, top, inner, height),
    };
    let mut lines: Vec<String> = rows
        .into_iter()
        .enumerate()
        .map(|(row, cells)| {
            let tick = if mark(row).is_empty() { '│' } else { '┤' };
            format!("{:>left$} {tick}{cells}", mark(row)).trim_end().to_owned()
        })
        .collect();
    lines.push(format!("{:>left$} └{}", "0", "─".repeat(inner)));
    lines.push(format!("{:left$}  {}", "", time_axis(labels, inner)).trim_end().to_owned());
    lines
}

/// One line of bars.
pub fn sparkline(values: &[Option<f64>], width: usize) -> String {
    let values = resample(values, width);
    let top = values.iter().flatten().copied().fold(0.0, f64::max);
    values.iter().map(|value| value.map_or(UNKNOWN, |value| EIGHTHS[eighths(value, top, 1).max(1)])).collect()
}

fn bars(values: &[Option<f64>], top: f64, width: usize, height: usize) -> Vec<String> {
    let values = resample(values, width);
    let share = (width / values.len().max(1)).max(1);
    // A gap between two bars, if there is room for it.
    let thick = if share > 2 { share - 1 } else { share };
    let row = |row: usize| {
        let below = (height - 1 - row) * 8;
        let cell = |value: &Option<f64>| match value {
            None if below == 0 => UNKNOWN,
            None => ' ',
            Some(value) => EIGHTHS[eighths(*value, top, height).saturating_sub(below).min(8)],
        };
        let bar = |value| format!("{}{}", cell(value).to_string().repeat(thick), " ".repeat(share - thick));
        values.iter().map(bar).collect::<String>()
    };
    (0..height).map(row).collect()
}

fn line(values: &[Option<f64>], top: f64, width: usize, height: usize) -> Vec<String> {
    let (columns, rows) = (width * 2, height * 4);
    let mut cells = vec![vec![0_u32; width]; height];
    let mut before: Option<usize> = None;
    for column in 0..columns {
        let here = at(values, column as f64 / (columns - 1).max(1) as f64).map(|value| dot(value, top, rows));
        if let Some(here) = here {
            // Dots in between, so that a steep line has no holes.
            let from = before.unwrap_or(here);
            for row in from.min(here)..=from.max(here) {
                cells[row / 4][column / 2] |= DOTS[row % 4][column % 2];
            }
        }
        before = here;
    }
    let text = |row: Vec<u32>| row.into_iter().map(|bits| char::from_u32(BRAILLE + bits).unwrap_or(' '));
    cells.into_iter().map(|row| text(row).map(|dots| if dots == '\u{2800}' { ' ' } else { dots }).collect()).collect()
}

/// The row of a value's dot, 0 at the top.
fn dot(value: f64, top: f64, rows: usize) -> usize {
    let share = if top > 0.0 { (value / top).clamp(0.0, 1.0) } else { 0.0 };
    rows - 1 - (share * (rows - 1) as f64).round() as usize
}

/// The value at a share of the way, between two neighbours. Unknown values leave a gap.
fn at(values: &[Option<f64>], share: f64) -> Option<f64> {
    let last = values.len().checked_sub(1)?;
    let place = share * last as f64;
    let index = (place.floor() as usize).min(last);
    let (left, right) = (values[index], values[(index + 1).min(last)]);
    let rest = place - index as f64;
    match (left, right) {
        (Some(left), Some(right)) => Some(left + (right - left) * rest),
        (Some(value), None) if rest < 0.5 => Some(value),
        (None, Some(value)) if rest >= 0.5 => Some(value),
        _ => None,
    }
}

/// The height of a bar in eighths of a row. A value above zero has at least one.
fn eighths(value: f64, top: f64, height: usize) -> usize {
    let share = if top > 0.0 { (value / top).clamp(0.0, 1.0) } else { 0.0 };
    let eighths = (share * (height * 8) as f64).round() as usize;
    if value > 0.0 { eighths.max(1) } else { eighths }
}

/// At most `width` values: neighbours become their mean.
fn resample(values: &[Option<f64>], width: usize) -> Vec<Option<f64>> {
    if values.len() <= width {
        return values.to_vec();
    }
    let mean = |cell: usize| {
        let part = &values[cell * values.len() / width..(cell + 1) * values.len() / width];
        let known: Vec<f64> = part.iter().flatten().copied().collect();
        (!known.is_empty()).then(|| known.iter().sum::<f64>() / known.len() as f64)
    };
    (0..width).map(mean).collect()
}

/// The first label, the last one and, if there is room, the one between.
fn time_axis(labels: &[String], width: usize) -> String {
    let (Some(first), Some(last)) = (labels.first(), labels.last()) else { return String::new() };
    let length = |text: &str| text.chars().count();
    let used = length(first) + length(last);
    if labels.len() == 1 || width < used + 1 {
        return first.clone();
    }
    let middle = &labels[labels.len() / 2];
    if labels.len() < 3 || width < used + length(middle) + 4 {
        return format!("{first}{}{last}", " ".repeat(width - used));
    }
    let left = (width / 2).saturating_sub(length(middle) / 2 + length(first)).max(1);
    let right = width.saturating_sub(length(first) + left + length(middle) + length(last)).max(1);
    format!("{first}{}{middle}{}{last}", " ".repeat(left), " ".repeat(right))
}

/// The next of 1, 2, 2.5, 5 and 10 times a power of ten.
fn nice(value: f64) -> f64 {
    if value <= 0.0 || !value.is_finite() {
        return 1.0;
    }
    let power = 10_f64.powf(value.log10().floor());
    let step = [1.0, 2.0, 2.5, 5.0, 10.0].into_iter().find(|step| step * power >= value * (1.0 - 1e-9));
    step.unwrap_or(10.0) * power
}

/// A value for people: `1.2k`, `98.5 %`, `3.2 h`.
pub fn figure(value: f64, unit: Unit) -> String {
    match unit {
        Unit::Ratio => format!("{} %", plain(value * 100.0)),
        Unit::Seconds if value >= 86_400.0 => format!("{} d", plain(value / 86_400.0)),
        Unit::Seconds if value >= 3_600.0 => format!("{} h", plain(value / 3_600.0)),
        Unit::Seconds if value >= 60.0 => format!("{} min", plain(value / 60.0)),
        Unit::Seconds if value >= 1.0 || value == 0.0 => format!("{} s", plain(value)),
        Unit::Seconds => format!("{} ms", plain(value * 1_000.0)),
        Unit::Count if value >= 1e9 => format!("{}G", plain(value / 1e9)),
        Unit::Count if value >= 1e6 => format!("{}M", plain(value / 1e6)),
        Unit::Count if value >= 1e4 => format!("{}k", plain(value / 1e3)),
        Unit::Count => plain(value),
    }
}

/// With two decimal places at most, and without zeros at the end.
fn plain(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(values: &[f64]) -> Vec<Option<f64>> {
        values.iter().copied().map(Some).collect()
    }

    fn labels(count: usize) -> Vec<String> {
        (0..count).map(|n| format!("11-{:02}", n + 1)).collect()
    }

    #[test]
    fn a_bar_is_as_high_as_its_value() {
        let lines = chart(&known(&[0.0, 5.0, 10.0]), &labels(3), Unit::Count, Style::Bars, 24, 2);
        assert_eq!(
            lines,
            ["10 ┤            █████", " 5 ┤      █████ █████", " 0 └──────────────────", "    11-01        11-03"]
        );
    }

    #[test]
    fn a_line_has_a_dot_in_every_column() {
        let lines = line(&known(&[0.0, 1.0]), 1.0, 10, 3);
        for column in 0..10 {
            let dots = lines.iter().filter(|line| line.chars().nth(column) != Some(' ')).count();
            assert!(dots > 0, "column {column} of {lines:?}");
        }
        assert!(lines[0].starts_with(' ') && !lines[2].starts_with(' '), "{lines:?}");
    }

    #[test]
    fn an_unknown_value_is_no_zero() {
        assert_eq!(sparkline(&[Some(4.0), None, Some(0.0), Some(8.0)], 10), "▄·▁█");
        assert_eq!(bars(&[Some(8.0), None], 8.0, 2, 1), ["█·"]);
    }

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        for count in [0, 1, 2, 30, 500] {
            for style in [Style::Bars, Style::Line] {
                let values = known(&vec![12_345.0; count]);
                for text in chart(&values, &labels(count), Unit::Count, style, 60, 8) {
                    assert!(text.chars().count() <= 60, "{count}: {text}");
                }
            }
        }
    }

    #[test]
    fn the_axis_ends_at_a_round_number() {
        for (value, top) in [(0.0, 1.0), (7.0, 10.0), (10.0, 10.0), (11.0, 20.0), (240.0, 250.0), (0.3, 0.5)] {
            assert!((nice(value) - top).abs() < 1e-9, "{value}: {}", nice(value));
        }
    }

    #[test]
    fn figures_are_short_and_have_their_unit() {
        let figures = [
            (9_999.0, Unit::Count, "9999"),
            (12_500.0, Unit::Count, "12.5k"),
            (0.985, Unit::Ratio, "98.5 %"),
            (0.25, Unit::Seconds, "250 ms"),
            (90.0, Unit::Seconds, "1.5 min"),
            (7_200.0, Unit::Seconds, "2 h"),
        ];
        for (value, unit, text) in figures {
            assert_eq!(figure(value, unit), text);
        }
    }

    #[test]
    fn more_values_than_columns_become_means() {
        assert_eq!(resample(&known(&[1.0, 3.0, 5.0, 7.0]), 2), known(&[2.0, 6.0]));
        assert_eq!(resample(&[None, None, Some(2.0), None], 2), [None, Some(2.0)]);
    }
}
