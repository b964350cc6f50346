//! Properties of every chart, read from the parsed SVG.

mod gallery;
mod picture;
mod style;

use crate::{Chart, Kind, Series, Unit};
use picture::Picture;

const KINDS: [Kind; 4] = [Kind::Line, Kind::Bar, Kind::StackedBar, Kind::HeatMap];

fn series(name: &str, values: &[Option<f64>]) -> Series {
    Series { name: name.to_owned(), values: values.to_vec(), partial: vec![] }
}

fn known(name: &str, values: impl IntoIterator<Item = f64>) -> Series {
    Series { name: name.to_owned(), values: values.into_iter().map(Some).collect(), partial: vec![] }
}

/// A chart with a category for each value.
fn chart(kind: Kind, unit: Unit, series: Vec<Series>) -> Chart {
    let count = series.iter().map(|series| series.values.len()).max().unwrap_or(0);
    let categories = (1..=count).map(|day| format!("day {day}")).collect();
    Chart { title: "Tickets".into(), unit, kind, categories, series, note: None }
}

#[test]
fn hostile_text_stays_text() {
    let hostile =
        "</title><script>alert('1')</script> & \"x\" ]]> \u{0}\u{8}\u{202e}\u{ffff}\r\n<!-- 日本語 🦀 &amp; %s";
    for kind in KINDS {
        let mut chart =
            chart(kind, Unit::Custom(hostile.into()), vec![known(hostile, [1.0, 2.0]), known(hostile, [3.0, 4.0])]);
        chart.title = hostile.into();
        chart.categories = vec![hostile.into(), hostile.repeat(50)];
        chart.note = Some(hostile.into());
        for svg in [chart.svg(), chart.svg_inline(), Chart::spark(&[Some(1.0)], hostile)] {
            let picture = Picture::read(&svg);
            assert!(picture.named("script").is_empty() && !svg.contains("<!--"), "{kind:?}");
            assert!(svg.chars().all(|char| !char.is_control() || char == '\n'), "{kind:?}");
        }
        let picture = Picture::read(&chart.svg());
        let title = &picture.named("title")[0].text;
        assert!(title.contains("<script>alert('1')</script> & \"x\""), "{title}");
    }
}

#[test]
fn a_chart_is_an_image_with_a_name_and_a_description() {
    for kind in KINDS {
        let chart = chart(kind, Unit::Count, vec![known("Created", [3.0, 4.0])]);
        let picture = Picture::read(&chart.svg());
        let root = &picture.named("svg")[0];
        let (title, description) = (&picture.named("title")[0], &picture.named("desc")[0]);
        assert_eq!(root.is("role"), "img");
        assert_eq!(root.is("aria-labelledby"), format!("{} {}", title.is("id"), description.is("id")));
        assert_eq!((title.text.as_str(), description.text.as_str()), ("Tickets", chart.description().as_str()));
        assert_eq!(chart.svg(), chart.clone().svg(), "the same data is the same text");
    }
}

#[test]
fn two_charts_in_a_page_share_no_id_and_every_reference_has_its_target() {
    let mut seen = std::collections::BTreeSet::new();
    for kind in KINDS {
        let rows = (0..10).map(|row| series(&format!("row {row}"), &[Some(1.0), None, Some(3.0)])).collect();
        let svg = chart(kind, Unit::Count, rows).svg_inline();
        let own = Picture::read(&svg).ids();
        for target in svg.split("url(#").skip(1).filter_map(|rest| rest.split(')').next()) {
            assert!(own.contains(&target.to_owned()), "{target}");
        }
        assert!(own.into_iter().all(|id| seen.insert(id)), "{kind:?}");
    }
}

#[test]
fn the_description_has_the_figures_of_the_values() {
    let mut tickets = series("Created", &[Some(12.0), None, Some(1234.0), Some(3.0)]);
    tickets.partial = vec![false, false, false, true];
    let mut chart = chart(Kind::Bar, Unit::Count, vec![tickets, known("Resolved", [5.0; 4])]);
    chart.note = Some("The last day is not over".into());
    assert_eq!(
        chart.description(),
        "Bar chart, 2 series, day 1 to day 4. Created: total 1,249, lowest 3 (day 4, incomplete), highest 1,234 (day 3), \
         last 3 (day 4, incomplete). No data for 1 of 4. Resolved: total 20, always 5. The last day is not over."
    );
    chart.kind = Kind::Line;
    assert!(!chart.description().contains("total"), "levels do not add up");
    chart.unit = Unit::Seconds;
    assert!(chart.description().contains("highest 20 min 34 s (day 3)"), "{}", chart.description());
    chart.series = (0..30).map(|at| known(&format!("n{at}"), [1.0, 2.0])).collect();
    assert!(chart.description().contains("22 more series are not described."));
}

#[test]
fn a_gap_is_a_gap_and_never_zero() {
    let values = [Some(1.0), Some(2.0), None, Some(f64::NAN), Some(4.0), Some(5.0), Some(f64::INFINITY), Some(7.0)];
    let line = Picture::read(&chart(Kind::Line, Unit::Count, vec![series("a", &values)]).svg());
    let path = line.with_class("chart-line")[0].is("d").to_owned();
    assert_eq!(path.matches('M').count(), 2, "two stretches: {path}");
    assert_eq!(line.with_class("chart-dot").len(), 1, "a value between gaps is a dot");
    assert_eq!(line.with_class("chart-marker").len(), 5 + 1, "five values, and the legend");
    let bars = Picture::read(&chart(Kind::Bar, Unit::Count, vec![series("a", &values)]).svg());
    assert_eq!(bars.with_class("chart-bar").len(), 5 + 1);
    let map = Picture::read(&chart(Kind::HeatMap, Unit::Count, vec![series("a", &values)]).svg());
    assert_eq!(map.with_class("chart-figure").len(), 5);
    assert!(map.texts().contains(&"no data".to_owned()) && bars.texts().contains(&"no data".to_owned()));
}

#[test]
fn zero_is_drawn_and_differs_from_unknown() {
    let bars =
        Picture::read(&chart(Kind::Bar, Unit::Count, vec![series("Tickets", &[Some(0.0), None, Some(9.0)])]).svg());
    assert_eq!(bars.with_class("chart-bar").len(), 2);
}

#[test]
fn without_data_a_chart_says_so() {
    let empty = [vec![], vec![series("a", &[])], vec![series("a", &[None, Some(f64::NAN)]), series("b", &[None])]];
    for (kind, series) in KINDS.into_iter().flat_map(|kind| empty.clone().map(|series| (kind, series))) {
        let chart = chart(kind, Unit::Seconds, series);
        assert!(Picture::read(&chart.svg()).texts().contains(&"No data".to_owned()), "{kind:?}");
        assert!(chart.description().ends_with("No data."), "{}", chart.description());
    }
    Picture::read(&Chart::spark(&[], "none"));
    Picture::read(&Chart::spark(&[None], "none"));
}

#[test]
fn a_partial_value_looks_different_and_the_legend_says_so() {
    for (kind, class) in [
        (Kind::Line, "chart-hollow"),
        (Kind::Bar, "chart-partial"),
        (Kind::StackedBar, "chart-partial"),
        (Kind::HeatMap, "chart-cell-partial"),
    ] {
        let mut chart = chart(kind, Unit::Count, vec![known("a", [3.0, 4.0, 5.0])]);
        let plain = Picture::read(&chart.svg());
        assert!(plain.with_class(class).is_empty() && !plain.texts().contains(&"incomplete".to_owned()));
        chart.series[0].partial = vec![false, false, true];
        let picture = Picture::read(&chart.svg());
        assert!(
            !picture.with_class(class).is_empty() && picture.texts().contains(&"incomplete".to_owned()),
            "{kind:?}"
        );
    }
}

#[test]
fn a_thousand_points_stay_small() {
    for (kind, most) in [(Kind::Line, 20_000), (Kind::Bar, 40_000), (Kind::StackedBar, 40_000)] {
        let wave = |at: i32| 50.0 + 40.0 * f64::from(at * 37 % 101 - 50) / 50.0;
        let svg = chart(kind, Unit::Count, vec![known("a", (0..1000).map(wave))]).svg_inline();
        assert!(svg.len() < most, "{kind:?}: {}", svg.len());
        let labels = Picture::read(&svg).texts().iter().filter(|text| text.starts_with("day ")).count();
        assert!((5..20).contains(&labels), "{labels} labels");
    }
    let many = chart(Kind::Line, Unit::Count, vec![known("a", (0..100_000).map(f64::from))]).svg_inline();
    assert!(many.len() < 20_000, "{}", many.len());
}

#[test]
fn labels_do_not_overlap() {
    for (count, band) in [(1, 600.0), (7, 90.0), (31, 20.0), (90, 7.0), (1000, 0.6)] {
        let shown = crate::axes::shown(count, band, 70.0);
        assert_eq!(shown[0], 0);
        assert!(shown.windows(2).all(|two| (two[1] - two[0]) as f64 * band >= 70.0), "{count}: {shown:?}");
    }
}

#[test]
fn every_number_in_a_picture_is_finite_and_inside_of_it() {
    let values = [0.0, -0.0, 1e-320, 1e-9, 0.3, 1.0, -1.0, 59.9, 1.2e6, -4e9, 1e18, 9e299, -9e299, f64::MAX, f64::NAN];
    let units = [Unit::Count, Unit::Ratio, Unit::Seconds, Unit::Custom("GB".into())];
    let mut state = 7_u64;
    let mut next = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as usize % below
    };
    for round in 0..2000 {
        let (rows, count) = (next(4), [1, 2, 7, 45][next(4)]);
        let row = |at| Series {
            name: format!("row {at}"),
            values: (0..count).map(|_| (next(5) > 0).then(|| values[next(values.len())])).collect(),
            partial: (0..next(count + 1)).map(|_| next(2) == 0).collect(),
        };
        let series = (0..rows).map(row).collect();
        let (kind, unit) = (KINDS[next(4)], units[next(4)].clone());
        let chart = chart(kind, unit, series);
        let svg = chart.svg_inline();
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "round {round}: {chart:?}");
        Picture::read(&svg).assert_inside();
    }
}
