//! `/status/`: each part of the service, for people and as JSON. It is served from memory, even during an outage.

use askama::Template;
use axum::{
    Json,
    http::HeaderMap,
    response::{IntoResponse, Response},
};
use charts::{Chart, Kind, Series, Unit};
use kernel::{
    app::App,
    pages::{Frame, Html, Section, asks_for},
    status::{Bar, PartReport, Report, State},
};

#[derive(Template)]
#[template(path = "status.html")]
struct Page {
    frame: Frame,
    report: Report,
    downtime: Option<Chart>,
}

impl Page {
    fn summary(&self) -> &'static str {
        match self.report.status {
            None => "Not checked yet",
            Some(State::NotInUse | State::Operational) => "All systems operational",
            Some(State::Degraded) => "Some systems are degraded",
            Some(State::Down) => "Some systems are down",
        }
    }

    /// Rounded down, never up.
    fn percent(&self, ratio: &f64) -> String {
        format!("{:.2} %", (ratio * 10_000.0).floor() / 100.0)
    }

    fn class(&self) -> &'static str {
        self.report.status.map_or("none", State::class)
    }
}

pub async fn read(app: App, headers: HeaderMap) -> Response {
    if asks_for(&headers, "application/json") && !asks_for(&headers, "text/html") {
        return json(app).await;
    }
    let frame = Frame::new("Status", Section::Status);
    let report = report(&app);
    Html(Page { frame, downtime: downtime(&report), report }).into_response()
}

pub async fn json(app: App) -> Response {
    Json(report(&app)).into_response()
}

fn report(app: &App) -> Report {
    app.status.report(app.families, app.clock.now(), app.background.summaries())
}

/// The downtime by day of the parts that had some; `None` if no part was down.
fn downtime(report: &Report) -> Option<Chart> {
    let was_down = |part: &&PartReport| part.days.iter().any(|day| day.down_seconds > 0);
    let parts: Vec<_> = report.parts.iter().filter(was_down).collect();
    let days = &parts.first()?.days;
    let categories = days.iter().map(|bar| bar.day.strftime("%-d %b").to_string()).collect();
    let series = |part: &&PartReport| Series {
        name: part.title.to_owned(),
        values: part.days.iter().map(seconds).collect(),
        partial: part.days.iter().enumerate().map(|(at, bar)| at + 1 == days.len() && bar.down_seconds > 0).collect(),
    };
    Some(Chart {
        title: format!("Downtime by day in the last {} days", days.len()),
        unit: Unit::Seconds,
        kind: Kind::StackedBar,
        categories,
        series: parts.iter().map(series).collect(),
        note: Some("Days are in UTC. Components can be down at the same time.".to_owned()),
    })
}

/// `None` without data.
fn seconds(bar: &Bar) -> Option<f64> {
    (bar.watched_seconds > 0).then_some(bar.down_seconds as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::status::Colour;

    fn part(title: &'static str, down: [Option<u64>; 2]) -> PartReport {
        let bar = |(at, down): (usize, &Option<u64>)| Bar {
            day: jiff::civil::date(2026, 11, 14 + at as i8),
            watched_seconds: down.map_or(0, |_| 86_400),
            down_seconds: down.unwrap_or(0),
            colour: Colour::NoData,
        };
        PartReport {
            name: title,
            title,
            about: "",
            status: None,
            since: None,
            latency_ms: None,
            lag_seconds: None,
            uptime_ratio: None,
            tasks: vec![],
            days: down.iter().enumerate().map(bar).collect(),
        }
    }

    #[test]
    fn the_chart_has_the_parts_that_were_down_and_no_made_up_zeros() {
        let report = |parts| Report { status: None, checked_at: None, parts };
        assert_eq!(downtime(&report(vec![part("API", [Some(0), Some(0)]), part("Redis", [None, None])])), None);
        let parts =
            vec![part("API", [Some(0), Some(0)]), part("Redis", [None, Some(90)]), part("Worker", [Some(5), Some(0)])];
        let chart = downtime(&report(parts)).unwrap();
        assert_eq!(chart.categories, ["14 Nov", "15 Nov"]);
        let found: Vec<_> =
            chart.series.iter().map(|one| (one.name.as_str(), &one.values[..], &one.partial[..])).collect();
        assert_eq!(
            found,
            [
                ("Redis", &[None, Some(90.0)][..], &[false, true][..]),
                ("Worker", &[Some(5.0), Some(0.0)], &[false, false])
            ]
        );
    }
}
