//! Heat maps: a cell for each value, with its figure. Where figures have no room, the height of the cell is the value.

use crate::{
    Chart,
    axes::{self, Columns},
    legend,
    marks::tip,
    page::{Anchor, Drawing, EDGE, FONT},
    scale::{Scale, Start},
    text::{Px, cut, width, xml},
};

pub const STEPS: usize = 7;

const ROW: f64 = 26.0;
const CELL_FONT: f64 = 11.0;
const WIDEST_NAME: f64 = 150.0;

/// As many cells show their figure to a pointer over them.
const WITH_TIP: usize = 1000;

pub fn draw(chart: &Chart, drawing: &mut Drawing) -> Option<String> {
    let known = || chart.series.iter().flat_map(|series| (0..chart.width()).filter_map(|at| series.value(at)));
    let (lowest, highest) = (known().fold(f64::INFINITY, f64::min), known().fold(f64::NEG_INFINITY, f64::max));
    let from_zero = Scale::new(&chart.unit, lowest, highest, Start::Near).starts_at_zero();
    let range = Range { lowest: if from_zero { lowest.min(0.0) } else { lowest }, highest };
    let names = chart.series.iter().map(|series| width(&series.name, FONT).min(WIDEST_NAME)).fold(0.0, f64::max);
    let columns = axes::columns(chart, EDGE + names + 8.0);
    let room = columns.band() - 3.0;
    let figures = known().all(|value| width(&chart.unit.short(value), CELL_FONT) <= room);
    let map = Map { chart, range, columns, top: drawing.y + 14.0, cells: Cells::of(figures) };
    map.names(drawing);
    map.unknown(drawing);
    for step in 0..STEPS {
        map.cells_of(step, drawing);
    }
    drawing.y = map.top + ROW * chart.series.len() as f64;
    axes::labels(chart, columns, drawing);
    legend::of_heat_map(chart, &range, drawing);
    None
}

/// The values of the first and of the last colour.
#[derive(Debug, Clone, Copy)]
pub struct Range {
    pub lowest: f64,
    pub highest: f64,
}

impl Range {
    fn share(&self, value: f64) -> f64 {
        let size = self.highest - self.lowest;
        if size > 0.0 { (value - self.lowest) / size } else { 0.0 }
    }
}

/// The text of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cells {
    Figure,
    Height,
}

impl Cells {
    fn of(figures_fit: bool) -> Cells {
        if figures_fit { Cells::Figure } else { Cells::Height }
    }
}

struct Map<'a> {
    chart: &'a Chart,
    range: Range,
    columns: Columns,
    top: f64,
    cells: Cells,
}

impl Map<'_> {
    fn y(&self, row: usize) -> f64 {
        self.top + ROW * row as f64
    }

    fn names(&self, drawing: &mut Drawing) {
        for (row, series) in self.chart.series.iter().enumerate() {
            let at = (self.columns.left - 8.0, self.y(row) + ROW / 2.0 + 4.0);
            drawing.text("chart-soft", Anchor::End, at, &cut(&series.name, FONT, WIDEST_NAME));
        }
    }

    fn gap(&self) -> f64 {
        if self.columns.band() > 6.0 { 1.0 } else { 0.0 }
    }

    fn unknown(&self, drawing: &mut Drawing) {
        let fill = drawing.unknown();
        for (row, series) in self.chart.series.iter().enumerate() {
            for at in (0..self.columns.count).filter(|at| series.value(*at).is_none()) {
                let place = self.place(row, at, 1.0);
                drawing.add(&format!(r#"<rect fill="{fill}" {place}/>"#));
            }
        }
    }

    /// All cells of one colour.
    fn cells_of(&self, step: usize, drawing: &mut Drawing) {
        drawing.add(&format!(r#"<g class="chart-h{step}">"#));
        for (row, series) in self.chart.series.iter().enumerate() {
            for at in 0..self.columns.count {
                if let Some(value) = series.value(at).filter(|value| self.step(*value) == step) {
                    self.cell(row, at, value, drawing);
                }
            }
        }
        drawing.add("</g>");
    }

    fn step(&self, value: f64) -> usize {
        ((self.range.share(value) * STEPS as f64) as usize).min(STEPS - 1)
    }

    fn cell(&self, row: usize, at: usize, value: f64, drawing: &mut Drawing) {
        let share = if self.cells == Cells::Figure { 1.0 } else { 0.1 + 0.9 * self.range.share(value) };
        let partial = if self.chart.series[row].is_partial(at) { r#"class="chart-cell-partial" "# } else { "" };
        let place = self.place(row, at, share);
        if self.chart.series.len() * self.columns.count > WITH_TIP {
            drawing.add(&format!("<rect {partial}{place}/>"));
        } else {
            let tip = xml(&tip(self.chart, row, at));
            drawing.add(&format!("<rect {partial}{place}><title>{tip}</title></rect>"));
        }
        if self.cells == Cells::Figure {
            let middle = (self.columns.x(at), self.y(row) + ROW / 2.0 + 4.0);
            drawing.text("chart-figure", Anchor::Middle, middle, &self.chart.unit.short(value));
        }
    }

    /// The place of a cell of which this part is filled, from below.
    fn place(&self, row: usize, at: usize, share: f64) -> String {
        let (gap, band) = (self.gap(), self.columns.band());
        let height = (ROW - 2.0 * gap) * share;
        format!(
            r#"x="{}" y="{}" width="{}" height="{}""#,
            Px(self.columns.x(at) - band / 2.0 + gap),
            Px(self.y(row + 1) - gap - height),
            Px((band - 2.0 * gap).max(0.5)),
            Px(height)
        )
    }
}
