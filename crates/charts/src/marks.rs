//! Marks that distinguish the series: each has a colour, and a dash pattern and a marker, or a hatch.

use crate::{
    Chart,
    text::{Px, xml},
};

/// As many series can be distinguished by colour; those after them have the same colours with other patterns.
const COLOURS: usize = 8;

/// Dots are the pattern of partial values.
pub const PARTIAL_DASH: &str = "0.1 4.5";

pub const UNKNOWN: &str = r#"<path d="M-1 1l2-2M0 6l6-6M5 7l2-2"/>"#;

pub fn colour(series: usize) -> usize {
    series % COLOURS
}

/// The index of the dash pattern, the marker or the hatch. It moves on when the colours begin again.
fn variant(series: usize, of: usize) -> usize {
    (series + series / COLOURS) % of
}

/// The attribute `stroke-dasharray`; a solid line has none.
pub fn dash(series: usize) -> String {
    const DASHES: &[&str] = &["", "8 4", "14 4 2 4", "4 3", "16 5", "10 3 2 3 2 3"];
    match DASHES[variant(series, DASHES.len())] {
        "" => String::new(),
        dash => format!(r#" stroke-dasharray="{dash}""#),
    }
}

/// The content of a hatch of 6 by 6 pixels in the colour of the series; the first is solid. Every second one is light, so
/// that neighbours differ on paper too.
pub fn pattern(series: usize) -> Option<&'static str> {
    const PATTERNS: &[&str] = &[
        r#"<rect class="chart-page" width="6" height="6"/><path stroke="currentColor" stroke-width="1.5" d="M-1 1l2-2M0 6l6-6M5 7l2-2"/>"#,
        r#"<rect fill="currentColor" width="6" height="6"/><circle class="chart-page" cx="1.5" cy="1.5" r="1"/><circle class="chart-page" cx="4.5" cy="4.5" r="1"/>"#,
        r#"<rect class="chart-page" width="6" height="6"/><path stroke="currentColor" stroke-width="1.5" d="M0 1.5h6M0 4.5h6"/>"#,
        r#"<rect fill="currentColor" width="6" height="6"/><path class="chart-cut" d="M-1 5l2 2M0 0l6 6M5-1l2 2"/>"#,
        r#"<rect class="chart-page" width="6" height="6"/><path stroke="currentColor" stroke-width="1.2" d="M0 3h6M3 0v6"/>"#,
        r#"<rect fill="currentColor" width="6" height="6"/><path class="chart-cut" d="M3 0v6"/>"#,
        r#"<rect class="chart-page" width="6" height="6"/><circle fill="currentColor" cx="3" cy="3" r="1.7"/>"#,
    ];
    variant(series, PATTERNS.len() + 1).checked_sub(1).map(|at| PATTERNS[at])
}

/// The completeness of a value, which determines the form of its mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    Complete,
    Partial,
}

impl Form {
    pub fn of(partial: bool) -> Form {
        if partial { Form::Partial } else { Form::Complete }
    }
}

/// A marker of a line, with what a pointer over it shows. A partial value is hollow.
pub fn marker(series: usize, form: Form, (x, y): (f64, f64), tip: &str) -> String {
    const SHAPES: &[&[(f64, f64)]] = &[
        &[],
        &[(-3.4, -3.4), (3.4, -3.4), (3.4, 3.4), (-3.4, 3.4)],
        &[(0.0, -4.8), (4.5, 3.2), (-4.5, 3.2)],
        &[(0.0, -5.0), (5.0, 0.0), (0.0, 5.0), (-5.0, 0.0)],
        &[(0.0, 4.8), (4.5, -3.2), (-4.5, -3.2)],
        &[(0.0, -6.0), (1.5, -1.5), (6.0, 0.0), (1.5, 1.5), (0.0, 6.0), (-1.5, 1.5), (-6.0, 0.0), (-1.5, -1.5)],
        &[(4.8, 0.0), (-3.2, 4.5), (-3.2, -4.5)],
        &[(-1.8, -5.0), (1.8, -5.0), (1.8, 5.0), (-1.8, 5.0)],
    ];
    let class = match form {
        Form::Complete => "chart-marker",
        Form::Partial => "chart-hollow",
    };
    let tip = if tip.is_empty() { String::new() } else { format!("<title>{}</title>", xml(tip)) };
    match SHAPES[variant(series, SHAPES.len())] {
        [] => format!(r#"<circle class="{class}" cx="{}" cy="{}" r="3.8">{tip}</circle>"#, Px(x), Px(y)),
        points => {
            let points: Vec<_> = points.iter().map(|(dx, dy)| format!("{},{}", Px(x + dx), Px(y + dy))).collect();
            format!(r#"<polygon class="{class}" points="{}">{tip}</polygon>"#, points.join(" "))
        }
    }
}

/// The tooltip of a mark.
pub fn tip(chart: &Chart, series: usize, at: usize) -> String {
    let series = &chart.series[series];
    let Some(value) = series.value(at) else { return String::new() };
    let names = [chart.label(at), series.name.as_str()].map(str::trim);
    let names: Vec<_> = names.into_iter().filter(|name| !name.is_empty()).collect();
    let partial = if series.is_partial(at) { ", incomplete" } else { "" };
    format!("{}: {}{partial}", names.join(", "), chart.unit.figure(value))
}
