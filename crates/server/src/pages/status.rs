//! `/status/`: each part of the service, for people and as JSON. It is served from memory, even during an outage.

use askama::Template;
use axum::{
    Json,
    http::HeaderMap,
    response::{IntoResponse, Response},
};
use kernel::{
    app::App,
    pages::{Frame, Html, Section, asks_for},
    status::{Report, State},
};

#[derive(Template)]
#[template(path = "status.html")]
struct Page {
    frame: Frame,
    report: Report,
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
    Html(Page { frame, report: report(&app) }).into_response()
}

pub async fn json(app: App) -> Response {
    Json(report(&app)).into_response()
}

fn report(app: &App) -> Report {
    app.status.report(app.families, app.clock.now(), app.background.summaries())
}
