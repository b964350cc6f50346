//! Bars, next to each other or stacked. Values below zero go down.

use crate::{
    Chart, Kind,
    axes::Plot,
    marks::{Form, colour, tip},
    page::{Anchor, Drawing, FONT},
    text::{Px, width, xml},
};
use std::fmt::Write;

/// As many bars are elements of their own, with their figure for a pointer over them.
const WITH_FIGURE: usize = 400;

const WIDEST: f64 = 64.0;

/// Zero is a thin bar: it is known.
const THINNEST: f64 = 2.0;

/// In narrower bars no hatch can be seen.
const HATCHED: f64 = 3.0;

struct Bar {
    series: usize,
    at: usize,
    x: f64,
    y: f64,
    width: f64,
    height: f64,
    form: Form,
}

pub fn draw(plot: &Plot, drawing: &mut Drawing) {
    let bars = if plot.chart.kind == Kind::StackedBar { stacked(plot) } else { side_by_side(plot) };
    for series in 0..plot.chart.series.len() {
        let own: Vec<_> = bars.iter().filter(|bar| bar.series == series).collect();
        if own.is_empty() {
            continue;
        }
        let is_hatched = own[0].width >= HATCHED;
        let fill = if is_hatched { drawing.fill(series) } else { "currentColor".to_owned() };
        drawing.add(&format!(r#"<g class="chart-c{}" fill="{fill}">"#, colour(series)));
        if bars.len() <= WITH_FIGURE {
            for bar in own {
                drawing.add(&bar.element(plot.chart));
            }
        } else {
            drawing.add(&paths(&own));
        }
        drawing.add("</g>");
    }
    figures(plot, drawing);
}

impl Bar {
    fn class(form: Form) -> &'static str {
        match form {
            Form::Complete => "chart-bar",
            Form::Partial => "chart-bar chart-partial",
        }
    }

    fn element(&self, chart: &Chart) -> String {
        format!(
            r#"<rect class="{}" x="{}" y="{}" width="{}" height="{}"><title>{}</title></rect>"#,
            Bar::class(self.form),
            Px(self.x),
            Px(self.y),
            Px(self.width),
            Px(self.height),
            xml(&tip(chart, self.series, self.at))
        )
    }
}

/// Many bars in one element.
fn paths(bars: &[&Bar]) -> String {
    let mut svg = String::new();
    for form in [Form::Complete, Form::Partial] {
        let mut path = String::new();
        for bar in bars.iter().filter(|bar| bar.form == form) {
            let (x, y, width, height) = (Px(bar.x), Px(bar.y), Px(bar.width), Px(bar.height));
            let _ = write!(path, "M{x} {y}h{width}v{height}h-{width}z");
        }
        if !path.is_empty() {
            let _ = write!(svg, r#"<path class="{}" d="{path}"/>"#, Bar::class(form));
        }
    }
    svg
}

/// The width of all bars of a category together.
fn group_width(plot: &Plot) -> f64 {
    let band = plot.columns.band();
    if band < 4.0 { band * 0.9 } else { (band * 0.72).min(WIDEST * plot.chart.series.len().clamp(1, 3) as f64) }
}

fn side_by_side(plot: &Plot) -> Vec<Bar> {
    let (all, zero) = (group_width(plot), plot.y(0.0));
    let each = all / plot.chart.series.len().max(1) as f64;
    let gap = if each > 6.0 { 2.0 } else { 0.0 };
    let mut bars = vec![];
    for (index, series) in plot.chart.series.iter().enumerate() {
        for at in 0..plot.columns.count {
            let Some(value) = series.value(at) else { continue };
            let height = (plot.y(value) - zero).abs().max(THINNEST);
            let y = if value < 0.0 { zero } else { zero - height };
            let x = plot.columns.x(at) - all / 2.0 + each * index as f64 + gap / 2.0;
            let form = Form::of(series.is_partial(at));
            bars.push(Bar { series: index, at, x, y, width: (each - gap).max(0.5), height, form });
        }
    }
    bars
}

fn stacked(plot: &Plot) -> Vec<Bar> {
    let width = group_width(plot).clamp(0.5, WIDEST);
    let mut bars = vec![];
    for at in 0..plot.columns.count {
        let (mut below, mut above) = (0.0, 0.0);
        for (index, series) in plot.chart.series.iter().enumerate() {
            let Some(value) = series.value(at).filter(|value| *value != 0.0) else { continue };
            let side = if value < 0.0 { &mut below } else { &mut above };
            let (from, to) = (plot.y(*side), plot.y(*side + value));
            *side += value;
            // A small gap between two parts, where there is room for it.
            let height = (from - to).abs();
            let height = if height > 4.0 { height - 1.5 } else { height.max(0.5) };
            let y = if value < 0.0 { to - height } else { to };
            let (x, form) = (plot.columns.x(at) - width / 2.0, Form::of(series.is_partial(at)));
            bars.push(Bar { series: index, at, x, y: y + 0.75, width, height, form });
        }
    }
    bars
}

/// The figure of each bar, or of each stack, if there is room for all.
fn figures(plot: &Plot, drawing: &mut Drawing) {
    let chart = plot.chart;
    let sums: Vec<_> = (0..plot.columns.count).filter_map(|at| Some((at, sum(chart, at)?))).collect();
    let fits = |(_, value): &(usize, f64)| width(&chart.unit.bare(*value), FONT) + 6.0 <= plot.columns.band();
    let one_each = chart.kind == Kind::StackedBar || chart.series.len() == 1;
    if !one_each || !sums.iter().all(fits) {
        return;
    }
    for (at, value) in sums {
        let y = if value < 0.0 { plot.y(value) + 15.0 } else { plot.y(value) - 6.0 };
        drawing.text("chart-text", Anchor::Middle, (plot.columns.x(at), y), &chart.unit.bare(value));
    }
}

/// A sum of parts of which one is unknown is unknown; with parts on both sides of zero it is at no end of the stack.
fn sum(chart: &Chart, at: usize) -> Option<f64> {
    let values: Option<Vec<f64>> = chart.series.iter().map(|series| series.value(at)).collect();
    let values = values?;
    let one_side = values.iter().all(|value| *value >= 0.0) || values.iter().all(|value| *value <= 0.0);
    one_side.then(|| values.iter().sum())
}
