//! A chart in plain sentences, for people who do not see it.

use crate::{Chart, Kind, Series, Unit};

/// As many series are described; of more, only their number.
const DESCRIBED: usize = 8;

pub fn sentences(chart: &Chart) -> String {
    let mut sentences = vec![opening(chart)];
    if chart.has_data() {
        sentences.extend(chart.series.iter().take(DESCRIBED).map(|series| about(chart, series)));
    } else {
        sentences.push("No data.".to_owned());
    }
    if chart.series.len() > DESCRIBED && chart.has_data() {
        sentences.push(format!("{} more series are not described.", chart.series.len() - DESCRIBED));
    }
    if let Some(note) = chart.note.as_deref().map(str::trim).filter(|note| !note.is_empty()) {
        let end = if note.ends_with(['.', '!', '?']) { "" } else { "." };
        sentences.push(format!("{note}{end}"));
    }
    sentences.join(" ")
}

fn opening(chart: &Chart) -> String {
    let kind = match chart.kind {
        Kind::Line => "Line chart",
        Kind::Bar => "Bar chart",
        Kind::StackedBar => "Stacked bar chart",
        Kind::HeatMap => "Heat map",
    };
    let from_to = match (chart.categories.first(), chart.categories.last()) {
        (Some(first), Some(last)) if chart.categories.len() > 1 => format!(", {first} to {last}"),
        (Some(only), _) => format!(", {only}"),
        _ => String::new(),
    };
    let rows = if chart.kind == Kind::HeatMap { ("row", "rows") } else { ("series", "series") };
    let (count, rows) = (chart.series.len(), if chart.series.len() == 1 { rows.0 } else { rows.1 });
    format!("{kind}, {count} {rows}{from_to}.")
}

fn about(chart: &Chart, series: &Series) -> String {
    let name = if series.name.trim().is_empty() { "Values" } else { series.name.trim() };
    let known: Vec<_> = (0..chart.width()).filter_map(|at| Some((at, series.value(at)?))).collect();
    let (Some(first), Some(last)) = (known.first(), known.last()) else { return format!("{name}: no data.") };
    let lowest = known.iter().fold(first, |best, one| if one.1 < best.1 { one } else { best });
    let highest = known.iter().fold(first, |best, one| if one.1 > best.1 { one } else { best });
    let figure = |(at, value): &(usize, f64)| {
        let partial = if series.is_partial(*at) { "incomplete" } else { "" };
        let about: Vec<_> = [chart.label(*at), partial].into_iter().filter(|text| !text.is_empty()).collect();
        let about = if about.is_empty() { String::new() } else { format!(" ({})", about.join(", ")) };
        format!("{}{about}", chart.unit.figure(*value))
    };
    let mut figures = vec![];
    if adds_up(chart) && known.len() > 1 {
        figures.push(format!("total {}", chart.unit.figure(known.iter().map(|(_, value)| value).sum())));
    }
    if known.len() == 1 {
        figures.push(figure(first));
    } else if lowest.1 == highest.1 {
        figures.push(format!("always {}", chart.unit.figure(first.1)));
    } else {
        figures.push(format!("lowest {}", figure(lowest)));
        figures.push(format!("highest {}", figure(highest)));
        figures.push(format!("last {}", figure(last)));
    }
    let missing = chart.width() - known.len();
    let missing = if missing == 0 { String::new() } else { format!(" No data for {missing} of {}.", chart.width()) };
    format!("{name}: {}.{missing}", figures.join(", "))
}

/// Percentages and percentiles do not add up, nor do levels over time, which are lines.
fn adds_up(chart: &Chart) -> bool {
    match (chart.kind, &chart.unit) {
        (_, Unit::Ratio) | (Kind::Line, _) => false,
        (Kind::StackedBar, _) | (_, Unit::Count) => true,
        _ => false,
    }
}
