//! Lines: broken where values are unknown, dotted where they are partial.

use crate::{
    axes::Plot,
    marks::{Form, PARTIAL_DASH, colour, dash, marker, tip},
    page::Drawing,
    text::Px,
};
use std::fmt::Write;

/// As many points of a line have a marker each.
const MARKED: usize = 40;

/// Some markers distinguish long lines.
const OF_LONG_LINES: usize = 8;

/// Lines with more points are thin.
const THIN: usize = 200;

#[derive(Debug, Clone, Copy)]
struct Point {
    at: usize,
    x: f64,
    y: f64,
    form: Form,
}

pub fn draw(plot: &Plot, drawing: &mut Drawing) {
    for series in 0..plot.chart.series.len() {
        let runs = runs(plot, series);
        let mut paths = Paths::default();
        for run in &runs {
            paths.add(run);
        }
        drawing.add(&format!(r#"<g class="chart-c{}">"#, colour(series)));
        let class = if plot.columns.count > THIN { "chart-line chart-thin" } else { "chart-line" };
        drawing.add(&paths.svg(class, &dash(series)));
        for point in runs.iter().flatten().filter(|point| is_marked(plot, series, point)) {
            drawing.add(&marker(series, point.form, (point.x, point.y), &tip(plot.chart, series, point.at)));
        }
        drawing.add("</g>");
    }
}

/// Known values without gaps between them.
fn runs(plot: &Plot, series: usize) -> Vec<Vec<Point>> {
    let values = &plot.chart.series[series];
    let point = |at: usize| {
        let value = values.value(at)?;
        Some(Point { at, x: plot.columns.x(at), y: plot.y(value), form: Form::of(values.is_partial(at)) })
    };
    let all: Vec<_> = (0..plot.columns.count).map(point).collect();
    all.split(Option::is_none)
        .filter(|run| !run.is_empty())
        .map(|run| run.iter().flatten().copied().collect())
        .collect()
}

fn is_marked(plot: &Plot, series: usize, point: &Point) -> bool {
    let (count, of) = (plot.columns.count, plot.chart.series.len());
    if count <= MARKED {
        return true;
    }
    let every = count / OF_LONG_LINES;
    let is_last = point.at + 1 == count;
    (is_last && point.form == Form::Partial) || (of > 1 && point.at % every == every * (series + 1) / (of + 1))
}

/// All stretches of a line: one path for complete values, one for partial ones, one for values without neighbours.
#[derive(Default)]
struct Paths {
    complete: String,
    partial: String,
    alone: String,
}

impl Paths {
    fn add(&mut self, run: &[Point]) {
        if let [point] = run {
            let _ = write!(self.alone, "M{} {}h0", Px(point.x), Px(point.y));
            return;
        }
        // The piece of line that leads to a partial value is partial.
        let mut from = 0;
        while from + 1 < run.len() {
            let form = run[from + 1].form;
            let more = run[from + 1..].iter().take_while(|point| point.form == form).count();
            let path = if form == Form::Partial { &mut self.partial } else { &mut self.complete };
            stretch(path, &run[from..=from + more]);
            from += more;
        }
    }

    fn svg(&self, class: &str, dash: &str) -> String {
        let dotted = format!(r#" stroke-dasharray="{PARTIAL_DASH}""#);
        let mut svg = String::new();
        for (path, class, dash) in
            [(&self.complete, class, dash), (&self.partial, class, dotted.as_str()), (&self.alone, "chart-dot", "")]
        {
            if !path.is_empty() {
                let _ = write!(svg, r#"<path class="{class}"{dash} d="{path}"/>"#);
            }
        }
        svg
    }
}

fn stretch(path: &mut String, points: &[Point]) {
    for (index, point) in thinned(points).iter().enumerate() {
        let command = match index {
            0 => "M",
            1 => "L",
            _ => " ",
        };
        let _ = write!(path, "{command}{} {}", Px(point.x), Px(point.y));
    }
}

/// Of many points in two pixels the lowest and the highest: the picture is the same.
fn thinned(points: &[Point]) -> Vec<Point> {
    let same = |a: &Point, b: &Point| (a.x / 2.0).floor() as i64 == (b.x / 2.0).floor() as i64;
    let mut kept = vec![];
    for column in points.chunk_by(same) {
        let by_height = |a: &&Point, b: &&Point| a.y.total_cmp(&b.y);
        let ends = [column.iter().min_by(by_height), column.iter().max_by(by_height)];
        let mut ends: Vec<Point> = ends.into_iter().flatten().copied().collect();
        ends.sort_by_key(|point| point.at);
        ends.dedup_by_key(|point| point.at);
        kept.extend(ends);
    }
    kept
}
