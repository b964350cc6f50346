//! The picture from top to bottom: title, chart, legend, remarks. Its height follows from what is drawn.

use crate::{
    Chart, Kind, axes, heat,
    marks::{self, UNKNOWN},
    text::{Px, wrap, xml},
};
use std::{collections::BTreeMap, fmt::Write};

pub const WIDTH: f64 = 720.0;
pub const EDGE: f64 = 16.0;
pub const FONT: f64 = 12.0;
const TITLE_FONT: f64 = 16.0;
const LINE: f64 = 17.0;

/// The drawn elements, and the position of the free space below them.
pub struct Drawing {
    pub out: String,
    pub y: f64,
    /// The chart's own prefix of ids, so that several charts can be in one page.
    id: String,
    patterns: BTreeMap<String, String>,
}

/// The horizontal position of a text relative to its coordinate.
#[derive(Debug, Clone, Copy)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

impl Drawing {
    pub fn add(&mut self, svg: &str) {
        self.out.push_str(svg);
    }

    pub fn text(&mut self, class: &str, anchor: Anchor, (x, y): (f64, f64), text: &str) {
        self.add(&label(class, anchor, (x, y), "", text));
    }

    /// The `fill` of a series: its colour, or a pattern in its colour.
    pub fn fill(&mut self, series: usize) -> String {
        let Some(drawn) = marks::pattern(series) else { return "currentColor".to_owned() };
        self.pattern(&format!("p{series}"), &format!("chart-c{}", marks::colour(series)), drawn)
    }

    /// The `fill` of what is not known.
    pub fn unknown(&mut self) -> String {
        self.pattern("u", "chart-unknown", UNKNOWN)
    }

    fn pattern(&mut self, name: &str, class: &str, drawn: &str) -> String {
        let id = format!("{}-{name}", self.id);
        let pattern = format!(
            r#"<pattern id="{id}" class="{class}" width="6" height="6" patternUnits="userSpaceOnUse">{drawn}</pattern>"#
        );
        let fill = format!("url(#{id})");
        self.patterns.insert(id, pattern);
        fill
    }

    fn lines(&mut self, class: &str, size: f64, step: f64, text: &str) {
        for line in wrap(text, size, WIDTH - 2.0 * EDGE, 3) {
            self.y += step;
            self.text(class, Anchor::Start, (EDGE, self.y), &line);
        }
    }
}

pub fn label(class: &str, anchor: Anchor, (x, y): (f64, f64), more: &str, text: &str) -> String {
    let anchor = match anchor {
        Anchor::Start => "",
        Anchor::Middle => r#" text-anchor="middle""#,
        Anchor::End => r#" text-anchor="end""#,
    };
    format!(r#"<text class="{class}" x="{}" y="{}"{anchor}{more}>{}</text>"#, Px(x), Px(y), xml(text))
}

pub fn render(chart: &Chart, style: &str) -> String {
    let mut drawing = Drawing { out: String::new(), y: 8.0, id: id(chart), patterns: BTreeMap::new() };
    drawing.lines("chart-title", TITLE_FONT, TITLE_FONT * 1.3, &chart.title);
    let own_note = match chart.kind {
        _ if !chart.has_data() => no_data(&mut drawing),
        Kind::HeatMap => heat::draw(chart, &mut drawing),
        Kind::Line | Kind::Bar | Kind::StackedBar => axes::draw(chart, &mut drawing),
    };
    for note in chart.note.iter().chain(&own_note) {
        drawing.lines("chart-soft", FONT, LINE, note);
    }
    finish(chart, &drawing, style)
}

fn no_data(drawing: &mut Drawing) -> Option<String> {
    let (top, height) = (drawing.y + 12.0, 120.0);
    let fill = drawing.unknown();
    drawing.add(&format!(
        r#"<rect class="chart-frame" fill="{fill}" x="{EDGE}" y="{}" width="{}" height="{height}"/>"#,
        Px(top),
        WIDTH - 2.0 * EDGE
    ));
    let (x, y) = (WIDTH / 2.0, top + height / 2.0);
    drawing.add(&format!(
        r#"<rect class="chart-page" x="{}" y="{}" width="100" height="32"/>"#,
        Px(x - 50.0),
        Px(y - 16.0)
    ));
    drawing.text("chart-strong", Anchor::Middle, (x, y + 4.0), "No data");
    drawing.y = top + height + 4.0;
    None
}

fn finish(chart: &Chart, drawing: &Drawing, style: &str) -> String {
    let (id, height) = (&drawing.id, Px((drawing.y + EDGE).ceil()));
    let mut svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" class="chart" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img" aria-labelledby="{id}-t {id}-d">"#
    );
    let (title, description) = (xml(&chart.title), xml(&chart.description()));
    let _ = write!(svg, r#"<title id="{id}-t">{title}</title><desc id="{id}-d">{description}</desc>{style}"#);
    if !drawing.patterns.is_empty() {
        let patterns: String = drawing.patterns.values().map(String::as_str).collect();
        let _ = write!(svg, "<defs>{patterns}</defs>");
    }
    let _ = write!(svg, r#"<rect class="chart-page" width="{WIDTH}" height="{height}"/>{}</svg>"#, drawing.out);
    svg
}

/// Charts with the same id are the same chart. It is the FNV-1a hash of everything in the chart.
fn id(chart: &Chart) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in format!("{chart:?}").bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    format!("c{hash:016x}")
}
