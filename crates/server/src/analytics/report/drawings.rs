//! The charts of a report, each with its figures as a table and as files.

use super::{
    super::svg,
    key_figures::shown,
    source::{Cut, Read, Source},
};
use api::analytics::{AnalyticsChart, AnalyticsFormat};
use charts::{Chart, Series};
use kernel::http::Problem;

/// One chart of a report.
pub struct Drawn {
    pub title: &'static str,
    pub about: &'static str,
    /// Metrics, and the names of their series for people.
    pub metrics: &'static [(&'static str, &'static str)],
    pub cut: Cut,
    pub chart: AnalyticsChart,
}

pub const DRAWN: &[Drawn] = &[
    Drawn {
        title: "Tickets created and resolved by day",
        about: "Tickets by the day on which they were created, and by the day on which they were resolved.",
        metrics: &[("tickets.created", "Created"), ("tickets.resolved", "Resolved")],
        cut: Cut::Day,
        chart: AnalyticsChart::Bar,
    },
    Drawn {
        title: "Tickets created by priority and week",
        about: "Weeks begin on Monday. The first and the last week may have fewer days in this month.",
        metrics: &[("tickets.created", "Created")],
        cut: Cut::Priority,
        chart: AnalyticsChart::Stacked,
    },
    Drawn {
        title: "Time to resolution by week",
        about: "Time from the creation to the resolution of the tickets that were resolved in a week, by the clock.",
        metrics: &[("tickets.resolution_p50", "Median"), ("tickets.resolution_p90", "90 % within")],
        cut: Cut::Week,
        chart: AnalyticsChart::Line,
    },
    Drawn {
        title: "Tickets resolved within the SLA by week",
        about: "The share of the resolved tickets whose resolution did not breach its target.",
        metrics: &[("tickets.sla_attainment", "Within the SLA")],
        cut: Cut::Week,
        chart: AnalyticsChart::Line,
    },
    Drawn {
        title: "Backup coverage by day",
        about: "The share of protected devices among those that require a backup, at the end of each day.",
        metrics: &[("backup.coverage", "Protected")],
        cut: Cut::Day,
        chart: AnalyticsChart::Line,
    },
    Drawn {
        title: "API requests by day",
        about: "Requests with a valid credential.",
        metrics: &[("api.requests", "Requests")],
        cut: Cut::Day,
        chart: AnalyticsChart::Bar,
    },
    Drawn {
        title: "API requests by hour and weekday",
        about: "Each value is the sum of all such hours of the month.",
        metrics: &[("api.requests", "Requests")],
        cut: Cut::Hour,
        chart: AnalyticsChart::Heatmap,
    },
];

pub struct Drawing {
    pub title: &'static str,
    pub about: &'static str,
    /// `None` if there is no data.
    pub svg: Option<String>,
    pub table: Table,
    pub csv_link: String,
    pub svg_link: String,
}

/// The figures of a chart: a row for each category, a column for each series.
pub struct Table {
    pub corner: &'static str,
    pub columns: Vec<String>,
    pub rows: Vec<Row>,
}

pub struct Row {
    pub name: String,
    pub cells: Vec<String>,
}

pub fn all(source: &Source<'_>, read: &[&Read], heat_map: Option<Chart>) -> Result<Vec<Drawing>, Problem> {
    let mut drawings = vec![];
    let mut heat_map = heat_map;
    for drawn in DRAWN.iter().filter(|drawn| drawn.metrics.iter().all(|(metric, _)| source.has(metric))) {
        let chart = match read.iter().find(|read| read.cut == drawn.cut) {
            Some(read) => Some(chart(drawn, read)?),
            None => heat_map.take(),
        };
        drawings.extend(chart.map(|chart| drawing(source, drawn, chart)));
    }
    Ok(drawings)
}

/// The chart of the API, with names for people.
fn chart(drawn: &Drawn, read: &Read) -> Result<Chart, Problem> {
    let is_drawn = |metric: &str| drawn.metrics.iter().any(|(known, _)| *known == metric);
    let mut figures = read.figures.clone();
    figures.totals.retain(|metric, _| is_drawn(metric));
    figures.series.retain(|series| is_drawn(&series.metric));
    let mut chart = svg::chart(&figures, &read.request.period, drawn.chart)?;
    for series in &mut chart.series {
        series.name = match drawn.metrics.iter().find(|(metric, _)| *metric == series.name) {
            Some((_, name)) => (*name).to_owned(),
            None => series.name.to_uppercase(),
        };
    }
    if drawn.cut == Cut::Priority {
        chart.series.sort_by(|a, b| a.name.cmp(&b.name));
    }
    Ok(chart)
}

fn drawing(source: &Source<'_>, drawn: &Drawn, chart: Chart) -> Drawing {
    let Drawn { title, about, metrics, cut, chart: kind } = *drawn;
    // The page has the time zone, and the caption all else.
    let chart = Chart { title: title.to_owned(), note: None, ..chart };
    let has_data = chart.series.iter().any(|series| series.values.iter().any(Option::is_some));
    Drawing {
        title,
        about,
        svg: has_data.then(|| chart.svg_inline()),
        table: table(cut, &chart),
        csv_link: source.link(metrics, cut, AnalyticsFormat::Csv, kind),
        svg_link: source.link(metrics, cut, AnalyticsFormat::Svg, kind),
    }
}

fn table(cut: Cut, chart: &Chart) -> Table {
    let value = |series: &Series, at: usize| series.values.get(at).copied().flatten();
    // Days that have not begun are not listed.
    let known = |at: &usize| chart.series.iter().any(|series| value(series, *at).is_some());
    let rows = (0..chart.categories.len()).rev().find(known).map_or(0, |last| last + 1);
    let cell = |series: &Series, at: usize| {
        let is_partial = series.partial.get(at).copied().unwrap_or(false) && value(series, at).is_some();
        format!("{}{}", shown(&chart.unit, value(series, at)), if is_partial { " (incomplete)" } else { "" })
    };
    let row = |(at, name): (usize, &String)| Row {
        name: name.clone(),
        cells: chart.series.iter().map(|series| cell(series, at)).collect(),
    };
    Table {
        corner: match cut {
            Cut::Day => "Day",
            Cut::Week | Cut::Priority => "Week from",
            Cut::Hour => "Hour",
        },
        columns: chart.series.iter().map(|series| series.name.clone()).collect(),
        rows: chart.categories.iter().enumerate().take(rows).map(row).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use charts::{Kind, Unit};

    #[test]
    fn a_table_has_a_row_for_each_category_that_is_known() {
        let series = |name: &str, values: &[Option<f64>]| Series {
            name: name.to_owned(),
            values: values.to_vec(),
            partial: vec![false, false, true, false],
        };
        let chart = Chart {
            title: String::new(),
            unit: Unit::Ratio,
            kind: Kind::Line,
            categories: ["1", "2", "3", "4"].map(str::to_owned).to_vec(),
            series: vec![series("A", &[None, Some(0.5), Some(1.0), None]), series("B", &[None, Some(1.0), None, None])],
            note: None,
        };
        let table = table(Cut::Day, &chart);
        let rows: Vec<_> = table.rows.iter().map(|row| format!("{}: {}", row.name, row.cells.join(", "))).collect();
        assert_eq!(rows, ["1: no data, no data", "2: 50 %, 100 %", "3: 100 % (incomplete), no data"]);
        assert_eq!((table.corner, table.columns), ("Day", vec!["A".to_owned(), "B".to_owned()]));
    }
}
