//! The legend: the marks of the chart, with their names.

use crate::{
    Chart, Kind,
    heat::{Range, STEPS},
    marks::{Form, PARTIAL_DASH, colour, dash, marker},
    page::{Anchor, Drawing, EDGE, FONT, WIDTH},
    text::{Px, cut, width},
};

const ROW: f64 = 20.0;
const MARK: f64 = 30.0;
const BETWEEN: f64 = 18.0;
const WIDEST: f64 = 260.0;

#[derive(Debug, Clone, Copy)]
enum Mark {
    Line(usize),
    Fill(usize),
    Partial,
    Unknown,
}

pub fn draw(chart: &Chart, drawing: &mut Drawing) {
    let mark = if chart.kind == Kind::Line { Mark::Line } else { Mark::Fill };
    let mut entries = vec![];
    // The title of a chart with one series often says what it is.
    let named = |name: &str| !name.trim().is_empty() && (chart.series.len() > 1 || name != chart.title);
    for (index, series) in chart.series.iter().enumerate().filter(|(_, series)| named(&series.name)) {
        entries.push((mark(index), cut(&series.name, FONT, WIDEST)));
    }
    let unknown = (0..chart.width()).any(|at| chart.is_unknown(at));
    flow(chart, &[entries, common(chart, unknown)].concat(), EDGE, drawing);
}

/// The colours from the lowest to the highest value.
pub fn of_heat_map(chart: &Chart, range: &Range, drawing: &mut Drawing) {
    let (first, last) = (chart.unit.figure(range.lowest), chart.unit.figure(range.highest));
    let (top, mut x) = (drawing.y + 4.0, EDGE);
    drawing.text("chart-soft", Anchor::Start, (x, top + 14.0), &first);
    x += width(&first, FONT) + 8.0;
    for step in 0..STEPS {
        let place = format!(r#"x="{}" y="{}" width="18" height="12""#, Px(x), Px(top + 4.0));
        drawing.add(&format!(r#"<g class="chart-h{step}"><rect {place}/></g>"#));
        x += 19.0;
    }
    drawing.text("chart-soft", Anchor::Start, (x + 7.0, top + 14.0), &last);
    x += 7.0 + width(&last, FONT) + BETWEEN;
    let unknown = chart.series.iter().any(|series| (0..chart.width()).any(|at| series.value(at).is_none()));
    let entries = common(chart, unknown);
    if entries.is_empty() {
        drawing.y = top + ROW;
    }
    flow(chart, &entries, x, drawing);
}

fn common(chart: &Chart, unknown: bool) -> Vec<(Mark, String)> {
    let mut entries = vec![];
    if chart.has_partial() {
        entries.push((Mark::Partial, "incomplete".to_owned()));
    }
    if unknown {
        entries.push((Mark::Unknown, "no data".to_owned()));
    }
    entries
}

fn flow(chart: &Chart, entries: &[(Mark, String)], from: f64, drawing: &mut Drawing) {
    if entries.is_empty() {
        return;
    }
    let (mut x, mut top) = (from, drawing.y + 4.0);
    for (mark, name) in entries {
        let room = MARK + width(name, FONT);
        if x > EDGE && x + room > WIDTH - EDGE {
            (x, top) = (EDGE, top + ROW);
        }
        draw_mark(chart, *mark, (x, top), drawing);
        drawing.text("chart-text", Anchor::Start, (x + MARK, top + 14.0), name);
        x += room + BETWEEN;
    }
    drawing.y = top + ROW;
}

fn draw_mark(chart: &Chart, mark: Mark, (x, top): (f64, f64), drawing: &mut Drawing) {
    let middle = top + 10.0;
    let line = |dash: &str| format!(r#"<path class="chart-line"{dash} d="M{} {}h24"/>"#, Px(x), Px(middle));
    let place = format!(r#"x="{}" y="{}" width="22" height="12""#, Px(x + 1.0), Px(top + 4.0));
    let svg = match mark {
        Mark::Line(series) => {
            let marker = marker(series, Form::Complete, (x + 12.0, middle), "");
            format!(r#"<g class="chart-c{}">{}{marker}</g>"#, colour(series), line(&dash(series)))
        }
        Mark::Fill(series) => {
            let fill = drawing.fill(series);
            format!(r#"<g class="chart-c{}"><rect class="chart-bar" fill="{fill}" {place}/></g>"#, colour(series))
        }
        Mark::Partial if chart.kind == Kind::Line => {
            let dotted = line(&format!(r#" stroke-dasharray="{PARTIAL_DASH}""#));
            let marker = marker(0, Form::Partial, (x + 12.0, middle), "");
            format!(r#"<g class="chart-plain">{dotted}{marker}</g>"#)
        }
        Mark::Partial => {
            format!(r#"<g class="chart-plain"><rect class="chart-bar chart-partial" fill="currentColor" {place}/></g>"#)
        }
        Mark::Unknown => format!(r#"<rect class="chart-frame" fill="{}" {place}/>"#, drawing.unknown()),
    };
    drawing.add(&svg);
}
