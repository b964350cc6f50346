//! All charts in one page, to be looked at: `CHARTS_GALLERY=/tmp/charts.html cargo test -p charts gallery`.

use super::{chart, known, series};
use crate::{Chart, Kind, STYLESHEET, Series, Unit, text::xml};

fn days(from: usize, count: usize) -> Vec<String> {
    (from..from + count).map(|day| format!("{} {}", day % 30 + 1, ["Sep", "Oct", "Nov"][day / 30 % 3])).collect()
}

/// Numbers that look like measurements, the same every time.
fn measured(count: usize, seed: usize, around: f64, spread: f64) -> Vec<f64> {
    let noise = |at: usize| ((at * 7919 + seed * 104_729) % 1013) as f64 / 1013.0 - 0.5;
    (0..count).map(|at| around + spread * (noise(at) + 0.4 * (at as f64 / 5.0 + seed as f64).sin())).collect()
}

fn counts(name: &str, count: usize, seed: usize, around: f64) -> Series {
    known(name, measured(count, seed, around, around).into_iter().map(|value| value.max(0.0).round()))
}

fn titled(title: &str, note: Option<&str>, categories: Vec<String>, chart: Chart) -> Chart {
    Chart { title: title.into(), note: note.map(str::to_owned), categories, ..chart }
}

fn lines() -> Vec<Chart> {
    let mut two = chart(Kind::Line, Unit::Count, vec![counts("Created", 30, 1, 40.0), counts("Resolved", 30, 2, 38.0)]);
    two.series.iter_mut().for_each(|series| series.partial = (0..30).map(|day| day == 29).collect());
    two.series.iter_mut().for_each(|series| series.values[11..14].fill(None));
    let ratio = known("Service level", measured(30, 3, 0.97, 0.04).into_iter().map(|value| value.min(1.0)));
    let times = ["p50", "p90"].iter().zip([7200.0, 40_000.0]);
    let times = times.enumerate().map(|(at, (name, around))| known(name, measured(12, at + 4, around, around / 2.0)));
    let eight = (0..8).map(|at| known(&format!("Customer {}", at + 1), measured(14, at, 20.0 + 12.0 * at as f64, 9.0)));
    let long = ["eu-central", "us-east"].iter().enumerate();
    let long = long.map(|(at, name)| known(name, measured(1000, at, 0.2 + 0.2 * at as f64, 0.15)));
    let months = ["Dec", "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov"].map(String::from);
    vec![
        titled("Tickets by day", Some("Incomplete: the last day is not over."), days(60, 30), two),
        titled("Service level attained", None, days(60, 30), chart(Kind::Line, Unit::Ratio, vec![ratio])),
        titled("Time to resolution", None, months.to_vec(), chart(Kind::Line, Unit::Seconds, times.collect())),
        titled("Eight customers", None, days(60, 14), chart(Kind::Line, Unit::Count, eight.collect())),
        titled("A thousand points", None, days(0, 1000), chart(Kind::Line, Unit::Seconds, long.collect())),
        titled("One point", None, days(60, 1), chart(Kind::Line, Unit::Count, vec![known("Backlog", [17.0])])),
    ]
}

fn bars() -> Vec<Chart> {
    let mut one = chart(Kind::Bar, Unit::Count, vec![counts("Runs of workflows", 14, 5, 300.0)]);
    one.series[0].partial = (0..14).map(|day| day == 13).collect();
    one.series[0].values[4] = None;
    one.series[0].values[5] = Some(0.0);
    let three = ["Low", "Normal", "Urgent"].iter().enumerate().map(|(at, name)| counts(name, 6, at + 3, 30.0));
    let change = known("Change of the backlog", [12.0, -8.0, 4.0, -15.0, 0.0, 22.0, -3.0]);
    let names = ["Contoso Ltd.", "Fabrikam Manufacturing and Logistics GmbH", "Northwind", "A. Datum", "Tailspin Toys"];
    let customers = known("Requests", [1_240_000.0, 830_000.0, 412_500.0, 77_000.0, 1200.0]);
    let custom = chart(Kind::Bar, Unit::Custom("GB stored".into()), vec![known("Used", measured(90, 3, 400.0, 120.0))]);
    vec![
        titled("Runs of workflows", Some("Incomplete: the last day is not over."), days(60, 14), one),
        titled("Tickets by priority and month", None, days(0, 6), chart(Kind::Bar, Unit::Count, three.collect())),
        titled("Change of the backlog", None, days(60, 7), chart(Kind::Bar, Unit::Count, vec![change])),
        titled(
            "Requests by customer",
            None,
            names.map(String::from).to_vec(),
            chart(Kind::Bar, Unit::Count, vec![customers]),
        ),
        titled("Space used", None, days(0, 90), custom),
    ]
}

fn stacks() -> Vec<Chart> {
    let names = ["Portal", "E-mail", "Phone", "Monitoring", "Workflow", "API", "Import", "Other"];
    let eight = names.iter().enumerate().map(|(at, name)| counts(name, 12, at, 25.0));
    let mut parts: Vec<_> = names[..3].iter().enumerate().map(|(at, name)| counts(name, 30, at, 25.0)).collect();
    parts.iter_mut().for_each(|part| part.partial = (0..30).map(|day| day == 29).collect());
    parts.iter_mut().for_each(|part| part.values[..6].fill(None));
    let down = |at: usize, day: usize, seconds| {
        known(names[at], (0..90).map(move |one| if one == day || one == 61 { seconds } else { 0.0 }))
    };
    let down = vec![down(0, 20, 5400.0), down(1, 21, 600.0), down(2, 70, 12_000.0)];
    let both = vec![known("In", [4.0, 6.0, 3.0]), known("Out", [-3.0, -7.0, -2.0])];
    vec![
        titled("Tickets by source", None, days(60, 12), chart(Kind::StackedBar, Unit::Count, eight.collect())),
        titled("Tickets by source and day", None, days(60, 30), chart(Kind::StackedBar, Unit::Count, parts)),
        titled("Downtime by day", None, days(0, 90), chart(Kind::StackedBar, Unit::Seconds, down)),
        titled("In and out", None, days(60, 3), chart(Kind::StackedBar, Unit::Count, both)),
    ]
}

fn maps() -> Vec<Chart> {
    let hours: Vec<_> = (0..24).map(|hour| format!("{hour:02}")).collect();
    let week = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
    let busy = |at: usize, hour: usize, value: f64| {
        if at > 4 || !(7..18).contains(&hour) { (value / 9.0).round() } else { value.round() }
    };
    let mut rows: Vec<_> = week
        .iter()
        .enumerate()
        .map(|(at, name)| {
            let values = measured(24, at, 60.0, 50.0).into_iter().enumerate();
            known(name, values.map(|(hour, value)| busy(at, hour, value.max(0.0))))
        })
        .collect();
    rows[6].values[20..].fill(None);
    rows[6].partial = (0..24).map(|hour| hour == 19).collect();
    let narrow = (0..5).map(|at| {
        known(&format!("Part {at}"), measured(90, at, 0.6, 0.5).into_iter().map(|value| value.clamp(0.0, 1.0)))
    });
    vec![
        titled(
            "When tickets are created",
            Some("Hours in Europe/Berlin."),
            hours,
            chart(Kind::HeatMap, Unit::Count, rows),
        ),
        titled("Coverage by day", None, days(0, 90), chart(Kind::HeatMap, Unit::Ratio, narrow.collect())),
    ]
}

#[test]
fn gallery() {
    let empty = titled("No data yet", None, days(0, 7), chart(Kind::Bar, Unit::Count, vec![series("a", &[None; 7])]));
    let all = [lines(), bars(), stacks(), maps(), vec![empty]].concat();
    let mut page = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Charts</title><style>{STYLESHEET}</style><style>
         :root {{ color-scheme: light dark }} body {{ font: 16px/1.5 system-ui, sans-serif; margin: 24px }}
         @media screen and (prefers-color-scheme: dark) {{ body {{ background: #10161f; color: #e4e9f0 }} }}
         .all {{ display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 560px), 1fr)); gap: 32px }}</style></head>
         <body><main><h1>Charts</h1><p>Tickets {}, latency {}, none {}</p><div class=\"all\">",
        Chart::spark(&measured(30, 1, 40.0, 20.0).into_iter().map(Some).collect::<Vec<_>>(), "Tickets, last 38"),
        Chart::spark(&[Some(1.0), Some(4.0), None, Some(2.0), None, Some(8.0), Some(5.0)], "Latency, last 5 ms"),
        Chart::spark(&[None, None], "No data"),
    );
    for chart in &all {
        super::Picture::read(&chart.svg()).assert_inside();
        page.push_str(&format!(
            "<figure>{}<figcaption><details><summary>In words</summary>{}</details></figcaption></figure>",
            chart.svg_inline(),
            xml(&chart.description())
        ));
    }
    page.push_str("</div></main></body></html>");
    #[expect(clippy::disallowed_methods, reason = "the gallery is for people who look at it, and has no settings")]
    if let Ok(path) = std::env::var("CHARTS_GALLERY") {
        std::fs::write(&path, page).unwrap();
        std::fs::write(format!("{path}.svg"), all[0].svg()).unwrap();
    }
}
