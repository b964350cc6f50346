//! The axes of lines and bars, and what they share.

use crate::{
    Chart, Kind, Unit, bars, legend, lines,
    page::{Anchor, Drawing, EDGE, FONT, WIDTH, label},
    scale::{Scale, Start},
    text::{Px, cut, width},
};
use std::fmt::Write;

const HEIGHT: f64 = 220.0;

/// As many names are all shown, slanted if they do not fit.
const NAMES: usize = 24;
const SLANTED: f64 = 130.0;
/// The cosine and the sine of the slant, 40 degrees.
const SLANT: (f64, f64) = (0.766, 0.643);

pub struct Plot<'a> {
    pub chart: &'a Chart,
    pub scale: Scale,
    pub columns: Columns,
    pub top: f64,
}

/// The categories from left to right, each in the middle of its column.
#[derive(Debug, Clone, Copy)]
pub struct Columns {
    pub left: f64,
    pub right: f64,
    pub count: usize,
}

impl Columns {
    pub fn band(&self) -> f64 {
        (self.right - self.left) / self.count.max(1) as f64
    }

    pub fn x(&self, at: usize) -> f64 {
        self.left + self.band() * (at as f64 + 0.5)
    }
}

impl Plot<'_> {
    pub fn y(&self, value: f64) -> f64 {
        self.bottom() - self.scale.share(value) * HEIGHT
    }

    pub fn bottom(&self) -> f64 {
        self.top + HEIGHT
    }
}

/// The remark that the axis does not begin at zero, if so.
pub fn draw(chart: &Chart, drawing: &mut Drawing) -> Option<String> {
    let (lowest, highest) = range(chart);
    let start = if chart.kind == Kind::Line { Start::Near } else { Start::Zero };
    let scale = Scale::new(&chart.unit, lowest, highest, start);
    let widest = scale.labels(&chart.unit).iter().map(|label| width(label, FONT)).fold(0.0, f64::max);
    let columns = columns(chart, EDGE + widest + 8.0);
    let caption = if matches!(chart.unit, Unit::Custom(_)) { 16.0 } else { 0.0 };
    let plot = Plot { chart, scale, columns, top: drawing.y + 22.0 + caption };
    unknown_columns(&plot, drawing);
    grid(&plot, drawing);
    match chart.kind {
        Kind::Line => lines::draw(&plot, drawing),
        _ => bars::draw(&plot, drawing),
    }
    base(&plot, drawing);
    drawing.y = plot.bottom();
    labels(chart, plot.columns, drawing);
    legend::draw(chart, drawing);
    let near = !plot.scale.starts_at_zero();
    near.then(|| format!("The vertical axis begins at {}.", chart.unit.figure(plot.scale.low())))
}

/// The columns of a chart, with room for the labels that stand out on both sides.
pub fn columns(chart: &Chart, left: f64) -> Columns {
    let mut columns = Columns { left, right: WIDTH - EDGE, count: chart.width() };
    let widest = widest(chart).min(SLANTED);
    let out = (widest - columns.band()) / 2.0;
    if slanted(chart, columns) {
        columns.left = left.max(EDGE + widest * SLANT.0 - columns.band() / 2.0);
    } else if out > 0.0 {
        columns.left = left.max(EDGE + out);
        columns.right -= out;
    }
    columns
}

fn widest(chart: &Chart) -> f64 {
    chart.categories.iter().map(|category| width(category, FONT)).fold(0.0, f64::max)
}

/// Labels with digits are times: some can be left out, and a reader still knows them. Names are all needed.
fn slanted(chart: &Chart, columns: Columns) -> bool {
    let are_times = chart.categories.iter().all(|label| label.contains(|char: char| char.is_ascii_digit()));
    !are_times && columns.count <= NAMES && widest(chart) + 4.0 > columns.band()
}

fn range(chart: &Chart) -> (f64, f64) {
    let mut range: Option<(f64, f64)> = None;
    let mut include = |value: f64| {
        let (lowest, highest) = range.unwrap_or((value, value));
        range = Some((lowest.min(value), highest.max(value)));
    };
    for at in 0..chart.width() {
        let known = chart.series.iter().filter_map(|series| series.value(at));
        if chart.kind == Kind::StackedBar {
            let (below, above) =
                known.fold(
                    (0.0, 0.0),
                    |(below, above), value| {
                        if value < 0.0 { (below + value, above) } else { (below, above + value) }
                    },
                );
            include(below);
            include(above);
        } else {
            known.for_each(&mut include);
        }
    }
    range.unwrap_or((0.0, 0.0))
}

/// Neighbours without any value are one area.
fn unknown_columns(plot: &Plot, drawing: &mut Drawing) {
    let columns = plot.columns;
    let mut at = 0;
    while at < columns.count {
        let run = (at..columns.count).take_while(|at| plot.chart.is_unknown(*at)).count();
        if run > 0 {
            let fill = drawing.unknown();
            drawing.add(&format!(
                r#"<rect fill="{fill}" x="{}" y="{}" width="{}" height="{HEIGHT}"/>"#,
                Px(columns.left + columns.band() * at as f64),
                Px(plot.top),
                Px(columns.band() * run as f64)
            ));
        }
        at += run + 1;
    }
}

fn grid(plot: &Plot, drawing: &mut Drawing) {
    let columns = plot.columns;
    let ticks = plot.scale.ticks();
    let mut lines = String::new();
    for tick in &ticks {
        let _ = write!(lines, "M{} {}H{}", Px(columns.left), Px(plot.y(*tick)), Px(columns.right));
    }
    drawing.add(&format!(r#"<path class="chart-grid" d="{lines}"/>"#));
    for tick in ticks {
        let at = (columns.left - 8.0, plot.y(tick) + 4.0);
        drawing.text("chart-soft", Anchor::End, at, &plot.chart.unit.bare(tick));
    }
    if let Unit::Custom(unit) = &plot.chart.unit {
        drawing.text("chart-soft", Anchor::Start, (EDGE, plot.top - 14.0), &cut(unit, FONT, 300.0));
    }
}

/// The line of zero, or the lower end of an axis that does not have it.
fn base(plot: &Plot, drawing: &mut Drawing) {
    let y = if plot.scale.starts_at_zero() { plot.y(0.0) } else { plot.bottom() };
    let (left, right) = (Px(plot.columns.left), Px(plot.columns.right));
    drawing.add(&format!(r#"<path class="chart-axis" d="M{left} {}H{right}"/>"#, Px(y)));
}

/// The labels of the categories, below what was drawn.
pub fn labels(chart: &Chart, columns: Columns, drawing: &mut Drawing) {
    let y = drawing.y;
    if slanted(chart, columns) {
        let mut lowest: f64 = 0.0;
        for at in 0..columns.count {
            let text = cut(chart.label(at), FONT, SLANTED);
            lowest = lowest.max(width(&text, FONT) * SLANT.1);
            let (x, y) = (columns.x(at) + 4.0, y + 14.0);
            let turned = format!(r#" transform="rotate(-40 {} {})""#, Px(x), Px(y));
            drawing.add(&label("chart-soft", Anchor::End, (x, y), &turned, &text));
        }
        drawing.y = y + lowest + 20.0;
        return;
    }
    let shown = shown(columns.count, columns.band(), widest(chart).min(SLANTED) + 8.0);
    for at in &shown {
        let text = cut(chart.label(*at), FONT, SLANTED);
        drawing.text("chart-soft", Anchor::Middle, (columns.x(*at), y + 18.0), &text);
    }
    if shown.len() < columns.count {
        let ticks = shown.iter().map(|at| format!("M{} {}v4", Px(columns.x(*at)), Px(y))).collect::<String>();
        drawing.add(&format!(r#"<path class="chart-axis" d="{ticks}"/>"#));
    }
    drawing.y = y + 24.0;
}

/// The categories whose labels fit: every n-th, and the last if it has room.
pub fn shown(count: usize, band: f64, room: f64) -> Vec<usize> {
    let least = (room / band).ceil().max(1.0) as usize;
    let nice = [1, 2, 3, 4, 5, 6, 7, 10, 12, 14, 15, 20, 24, 25, 28, 30, 50, 60, 90, 100, 150, 200, 250, 300, 500];
    let step = nice.into_iter().find(|step| *step >= least).unwrap_or(least);
    let mut shown: Vec<_> = (0..count).step_by(step).collect();
    if shown.last().is_some_and(|last| count - 1 - last >= least) {
        shown.push(count - 1);
    }
    shown
}
