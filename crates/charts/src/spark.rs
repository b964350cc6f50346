//! A small line without axes.

use crate::{
    Series, Unit,
    scale::{Scale, Start},
    text::{Px, xml},
};
use std::fmt::Write;

const WIDTH: f64 = 120.0;
const HEIGHT: f64 = 28.0;
const EDGE: f64 = 3.0;
/// Of more values, the lowest and the highest of each pixel would be enough; nobody counts them here.
const POINTS: usize = 240;

pub fn draw(values: &[Option<f64>], label: &str) -> String {
    let every = values.len().div_ceil(POINTS).max(1);
    // The last value is always drawn.
    let mut chosen: Vec<_> = values.iter().rev().step_by(every).copied().collect();
    chosen.reverse();
    let count = chosen.len();
    let series = Series { name: String::new(), values: chosen, partial: vec![] };
    let known: Vec<_> = (0..count).filter_map(|at| Some((at, series.value(at)?))).collect();
    let lowest = known.iter().map(|(_, value)| *value).fold(f64::INFINITY, f64::min);
    let highest = known.iter().map(|(_, value)| *value).fold(f64::NEG_INFINITY, f64::max);
    let mut drawn = String::new();
    if let Some((last, value)) = known.last() {
        let scale = Scale::new(&Unit::Custom(String::new()), lowest, highest, Start::Near);
        let x = |at: usize| EDGE + (WIDTH - 2.0 * EDGE) * (at as f64 + 0.5) / count as f64;
        let y = |value: f64| HEIGHT - EDGE - (HEIGHT - 2.0 * EDGE) * scale.share(value);
        let mut path = String::new();
        for (index, (at, value)) in known.iter().enumerate() {
            let goes_on = index > 0 && known[index - 1].0 + 1 == *at;
            let is_alone = !goes_on && known.get(index + 1).is_none_or(|(next, _)| *next != at + 1);
            let (command, dot) = (if goes_on { "L" } else { "M" }, if is_alone { "h0" } else { "" });
            let _ = write!(path, "{command}{} {}{dot}", Px(x(*at)), Px(y(*value)));
        }
        let (x, y) = (Px(x(*last)), Px(y(*value)));
        let _ = write!(
            drawn,
            r#"<path class="chart-line" d="{path}"/><circle class="chart-marker" cx="{x}" cy="{y}" r="2.5"/>"#
        );
    } else {
        let _ = write!(
            drawn,
            r#"<path class="chart-axis" stroke-dasharray="2 4" d="M{EDGE} {}H{}"/>"#,
            HEIGHT / 2.0,
            WIDTH - EDGE
        );
    }
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" class="chart-spark chart-c0" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img" aria-label="{}">{drawn}</svg>"#,
        xml(label)
    )
}
