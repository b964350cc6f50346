//! `/reports/`: a month of the tenant, or of one of its customers, to read and to print. It needs no script, and has the same
//! figures as `/api/analytics/tenant`.

mod customers;
mod drawings;
mod key_figures;
mod month;
mod source;

use super::calendar;
use api::{Grant, Scope};
use askama::Template;
use axum::{
    Extension, Router,
    http::{StatusCode, Uri},
    middleware::from_fn,
    response::Response,
    routing::get,
};
use customers::Customers;
use drawings::Drawing;
use jiff::civil::Date;
use kernel::{
    app::App,
    http::{Caller, Problem},
    pages::{Frame, Section, finish, personal, with_slash},
};
use key_figures::KeyFigure;
use month::{Month, Sent};
use source::{Cut, Source};

pub const PATH: &str = "/reports/";

/// Suggestions; every name of the IANA database is accepted.
const TIME_ZONES: &[&str] = &[
    "UTC",
    "Africa/Johannesburg",
    "America/Chicago",
    "America/Denver",
    "America/Los_Angeles",
    "America/New_York",
    "America/Sao_Paulo",
    "America/Toronto",
    "Asia/Dubai",
    "Asia/Kolkata",
    "Asia/Singapore",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Europe/Amsterdam",
    "Europe/Berlin",
    "Europe/London",
    "Europe/Madrid",
    "Europe/Paris",
    "Europe/Rome",
    "Europe/Vienna",
    "Europe/Warsaw",
    "Europe/Zurich",
    "Pacific/Auckland",
];

pub fn routes() -> Router<App> {
    Router::new().route("/reports", get(with_slash)).route(PATH, get(read)).layer(from_fn(finish))
}

async fn read(app: App, person: Option<Extension<Caller>>, uri: Uri) -> Result<Response, Problem> {
    let Some(Extension(caller)) = person else {
        let return_to = uri.path_and_query().map_or(PATH, |target| target.as_str()).to_owned();
        let page = SignedOut { frame: Frame::new("Reports", Section::Reports), return_to };
        return Ok(personal(StatusCode::OK, &page));
    };
    if !caller.scopes.contains(Scope::AnalyticsRead.into()) {
        return Err(Problem::insufficient_scope(vec![Grant::Only(Scope::AnalyticsRead)], &caller.grants));
    }
    let sent = Sent::of(&uri);
    let customers = Customers::read(&app, &caller, &sent.organization_id).await?;
    let month = match Month::asked(&sent, app.clock.now()) {
        Ok(month) => month,
        Err(refused) => return Ok(personal(StatusCode::BAD_REQUEST, &Page::refused(refused, sent, customers))),
    };
    let customer = customers.selected.as_ref().map(|(id, _)| *id);
    let report = Report::read(&Source { app: &app, caller: &caller, month: &month, customer }).await?;
    Ok(personal(StatusCode::OK, &Page::of(report, month, customers)))
}

/// Everything below the form.
struct Report {
    /// True if the figures are those of some customers, because the person sees no others.
    restricted: bool,
    key_figures: Vec<KeyFigure>,
    drawings: Vec<Drawing>,
    /// The month before, and the month after if it has begun.
    steps: Vec<Step>,
    previous: String,
    /// For a month that is not over: the time of the figures, by the clock of the zone.
    until_now: Option<String>,
}

struct Step {
    href: String,
    name: String,
}

impl Report {
    async fn read(source: &Source<'_>) -> Result<Report, Problem> {
        // One after the other: a report uses one connection, as every request.
        let days = source.read(Cut::Day).await?;
        let read = [&days, &source.read(Cut::Week).await?, &source.read(Cut::Priority).await?];
        let hours = source.read_heat_map().await?;
        let month = source.month;
        let is_over = month.is_over();
        let drawings = drawings::all(source, &read, hours)?;
        Ok(Report {
            restricted: source.customer.is_none() && source.caller.organizations().is_some(),
            key_figures: key_figures::all(&days.figures, is_over),
            drawings,
            steps: [month.before(), month.after()].into_iter().flatten().map(|first| step(source, first)).collect(),
            previous: month.before().map(month::name).unwrap_or_default(),
            until_now: (!is_over).then(|| month.zone.to_datetime(month.now).strftime("%Y-%m-%d %H:%M").to_string()),
        })
    }
}

fn step(source: &Source<'_>, first: Date) -> Step {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair("month", &month::value(first)).append_pair("time_zone", &source.month.time_zone);
    if let Some(customer) = source.customer {
        query.append_pair("organization_id", &customer.to_string());
    }
    Step { href: format!("{PATH}?{}", query.finish()), name: month::name(first) }
}

#[derive(Template)]
#[template(path = "report_signed_out.html")]
struct SignedOut {
    frame: Frame,
    return_to: String,
}

#[derive(Template)]
#[template(path = "report.html")]
struct Page {
    frame: Frame,
    heading: String,
    customers: Customers,
    /// The values of the form.
    month: String,
    time_zone: String,
    time_zones: &'static [&'static str],
    /// The first and the last month that can be asked for.
    months: [String; 2],
    refused: Vec<String>,
    report: Option<Report>,
}

impl Page {
    fn of(report: Report, month: Month, customers: Customers) -> Page {
        let heading = format!("{}, {}", customers.subject(), month::name(month.first));
        Page {
            frame: Frame::new(heading.clone(), Section::Reports),
            heading,
            customers,
            month: month::value(month.first),
            months: [month::EARLIEST, calendar::date(&month.zone, month.now)].map(month::value),
            time_zone: month.time_zone,
            time_zones: TIME_ZONES,
            refused: vec![],
            report: Some(report),
        }
    }

    /// The form with its values, and what is wrong with them.
    fn refused(refused: Vec<String>, sent: Sent, customers: Customers) -> Page {
        Page {
            frame: Frame::new("Reports", Section::Reports),
            heading: customers.subject().to_owned(),
            customers,
            month: sent.month,
            months: [month::value(month::EARLIEST), String::new()],
            time_zone: sent.time_zone,
            time_zones: TIME_ZONES,
            refused,
            report: None,
        }
    }
}
