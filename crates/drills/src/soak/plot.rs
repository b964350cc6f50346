//! The samples as rows of text, and as charts in files with `--charts`.

use super::{
    cluster::NAMES,
    faults::Caused,
    judge::Thirds,
    samples::{PROCESS, Recording, names, of},
};
use charts::{Chart, Kind, Series, Unit};
use std::{fs, path::Path, time::Instant};

/// The width of a row, in characters.
const COLUMNS: usize = 60;

const BLOCKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// A row for each figure: its course, its extremes, and the medians that are compared.
pub fn rows(recording: &Recording) -> Vec<String> {
    names().iter().map(|name| row(name, &recording.values(name))).collect()
}

fn row(name: &str, values: &[Option<f64>]) -> String {
    let known = || values.iter().flatten().copied();
    let (lowest, highest) = (known().fold(f64::INFINITY, f64::min), known().fold(f64::NEG_INFINITY, f64::max));
    let line: String = columns(values).map(|value| value.map_or(' ', |value| block(value, highest))).collect();
    let figures = match Thirds::of(values) {
        Some(Thirds { middle, last }) => format!("{lowest:.1} to {highest:.1}, middle {middle:.1}, last {last:.1}"),
        None => "unknown".to_owned(),
    };
    format!("{name:<28} {line:<COLUMNS$} {figures}")
}

/// The highest value of each column; `None` if it has none.
fn columns(values: &[Option<f64>]) -> impl Iterator<Item = Option<f64>> {
    let width = values.len().min(COLUMNS);
    (0..width).map(move |column| {
        let of_column = &values[column * values.len() / width..(column + 1) * values.len() / width];
        of_column.iter().flatten().copied().reduce(f64::max)
    })
}

/// The block of a value. The scale begins at zero, so that flat figures look flat.
fn block(value: f64, highest: f64) -> char {
    let share = if highest > 0.0 { value / highest } else { 0.0 };
    BLOCKS[((share * 7.0).round() as usize).min(7)]
}

/// The row of the faults: a letter where each was caused.
pub fn faults(caused: &[Caused], recording: &Recording, started: Instant) -> String {
    let mut line = vec![' '; COLUMNS.min(recording.moments.len())];
    let duration = recording.moments.last().map_or(0.0, |(at, _)| *at);
    for caused in caused {
        let share = caused.from.saturating_duration_since(started).as_secs_f64() / duration.max(1.0);
        let column = (share * line.len() as f64) as usize;
        if let Some(cell) = line.get_mut(column) {
            *cell = caused.fault.letter();
        }
    }
    format!("{:<28} {}", "faults", line.into_iter().collect::<String>())
}

/// Writes charts to a folder.
pub fn write(recording: &Recording, folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder)?;
    let of_processes = PROCESS.map(|figure| (figure, NAMES.map(|name| of(figure, name)).to_vec()));
    let processes: Vec<String> = of_processes.iter().flat_map(|(_, names)| names.clone()).collect();
    let others = names().into_iter().filter(|name| !processes.contains(name));
    let others = others.map(|name| (name.clone(), vec![name]));
    let all = of_processes.into_iter().map(|(figure, names)| (figure.to_owned(), names)).chain(others);
    for (title, names) in all {
        let file = folder.join(format!("soak-{}.svg", title.replace(' ', "-")));
        fs::write(&file, chart(recording, title, &names).svg())?;
        eprintln!("  {}", file.display());
    }
    Ok(())
}

fn chart(recording: &Recording, title: String, names: &[String]) -> Chart {
    let unit = match title.as_str() {
        "memory" | "resident" | "database size" => Unit::Custom("MiB".to_owned()),
        "dead rows" => Unit::Custom("%".to_owned()),
        title if title.contains("lag") || title.starts_with("oldest") => Unit::Seconds,
        _ => Unit::Count,
    };
    let series =
        names.iter().map(|name| Series { name: name.clone(), values: recording.values(name), partial: vec![] });
    Chart {
        title,
        unit,
        kind: Kind::Line,
        categories: recording.moments.iter().map(|(at, _)| format!("{at:.0} s")).collect(),
        series: series.collect(),
        note: None,
    }
}

#[cfg(test)]
mod tests {
    use super::row;

    #[test]
    fn a_row_begins_at_zero_and_shows_gaps() {
        let drawn = row("memory", &[Some(0.0), Some(7.0), None, Some(3.5), Some(7.0), Some(7.0)]);
        assert!(drawn.contains("▁█ ▅██"), "{drawn}");
        assert!(drawn.ends_with("0.0 to 7.0, middle 3.5, last 7.0"), "{drawn}");
    }
}
