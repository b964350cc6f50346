//! Charts as SVG: plain data in, text out, the same text for the same data.
//!
//! A chart can be read without colours (dash patterns, markers, hatches, figures), without a picture (`description`), in
//! light and dark colour schemes, and on paper. It has no script and no `style` attribute: the only styles are
//! [`STYLESHEET`], which a Content-Security-Policy can allow by [`STYLESHEET_HASH`].

mod axes;
mod bars;
mod describe;
mod figure;
mod heat;
mod legend;
mod lines;
mod marks;
mod page;
mod scale;
mod spark;
mod text;

#[cfg(test)]
mod tests;

/// The styles of all charts. A page with charts by [`Chart::svg_inline`] or [`Chart::spark`] includes them once.
pub const STYLESHEET: &str = include_str!("chart.css");

/// The source of [`STYLESHEET`] for `style-src`, with its quotes.
pub const STYLESHEET_HASH: &str = "'sha256-wQu6f5Hn0NmP/kwYthYBoa9eyL7mKHCrfhWmVoCYCS4='";

#[derive(Debug, Clone, PartialEq)]
pub struct Chart {
    pub title: String,
    pub unit: Unit,
    pub kind: Kind,
    /// Labels of the horizontal axis, in order.
    pub categories: Vec<String>,
    pub series: Vec<Series>,
    /// A remark below the chart, for example that the last day is not over.
    pub note: Option<String>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    pub name: String,
    /// One for each category. `None` is unknown: a gap, never 0. So is a number that is not finite.
    pub values: Vec<Option<f64>>,
    /// True for values that are not complete yet. It may be empty: all are complete.
    pub partial: Vec<bool>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Line,
    /// The bars of a category stand next to each other.
    Bar,
    /// The bars of a category are added up.
    StackedBar,
    /// Series are rows, for example weekdays; categories are columns, for example hours.
    HeatMap,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unit {
    Count,
    /// Shown as percent.
    Ratio,
    /// Shown as 3 h 20 min, or 450 ms.
    Seconds,
    Custom(String),
}

impl Chart {
    /// A document of its own, with its styles.
    pub fn svg(&self) -> String {
        page::render(self, &format!("<style>{STYLESHEET}</style>"))
    }

    /// For an HTML page that includes [`STYLESHEET`].
    pub fn svg_inline(&self) -> String {
        page::render(self, "")
    }

    /// The figures of the chart as plain sentences.
    pub fn description(&self) -> String {
        describe::sentences(self)
    }

    /// A small line without axes, to stand next to a figure in an HTML page that includes [`STYLESHEET`]. The label is
    /// all that people who do not see it get: it should have the figure.
    pub fn spark(values: &[Option<f64>], label: &str) -> String {
        spark::draw(values, label)
    }

    /// The number of categories. A value without a label is still drawn.
    fn width(&self) -> usize {
        self.series.iter().map(|series| series.values.len()).max().unwrap_or(0).max(self.categories.len())
    }

    fn label(&self, category: usize) -> &str {
        self.categories.get(category).map_or("", String::as_str)
    }

    fn has_data(&self) -> bool {
        self.series.iter().any(|series| (0..series.values.len()).any(|at| series.value(at).is_some()))
    }

    fn has_partial(&self) -> bool {
        self.series.iter().any(|series| (0..series.values.len()).any(|at| series.is_partial(at)))
    }

    /// True if no series has a value in this category.
    fn is_unknown(&self, category: usize) -> bool {
        self.series.iter().all(|series| series.value(category).is_none())
    }
}

/// Larger numbers would not leave room for sums of them.
const LARGEST: f64 = 1e300;

impl Series {
    fn value(&self, at: usize) -> Option<f64> {
        self.values.get(at).copied().flatten().filter(|value| value.abs() < LARGEST)
    }

    /// A partial value that is known.
    fn is_partial(&self, at: usize) -> bool {
        self.partial.get(at).copied().unwrap_or(false) && self.value(at).is_some()
    }
}
