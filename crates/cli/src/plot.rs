//! `tenantctl analytics plot METRIC`: figures of the tenant, or of the service, as a chart in the terminal.

mod chart;

use crate::{
    context::{Context, Failure, note, now},
    flags::{option, positional, switch},
};
use chart::{Style, Unit, chart, figure, sparkline};
use clap::{ArgMatches, Command, value_parser};
use client::Request;
use jiff::{RoundMode, Timestamp, ToSpan, Zoned, ZonedRound, tz::TimeZone};
use serde_json::Value;

const EXAMPLES: &str = "Examples:
  tenantctl analytics plot tickets.created --days 30
  tenantctl analytics plot tickets.created --group-by priority --days 90

`tenantctl analytics metrics` lists the metrics.";

/// Rows of a chart.
const HEIGHT: usize = 12;

/// Days for which hours are shown, and from which weeks are.
const HOURS_UP_TO: i64 = 3;
const WEEKS_FROM: i64 = 180;

/// The longest name of a group.
const LABEL_WIDTH: usize = 24;

pub fn command() -> Command {
    Command::new("plot")
        .about("Show a metric over time as a chart")
        .after_help(EXAMPLES)
        .arg(positional("metric", "METRIC", "Name of the metric, such as tickets.created"))
        .arg(
            option("days", "NUMBER", "Days until now")
                .value_parser(value_parser!(i64).range(1..=1_830))
                .default_value("30"),
        )
        .arg(
            option("interval", "INTERVAL", "Length of the buckets; depends on the days by default")
                .value_parser(["hour", "day", "week", "month"]),
        )
        .arg(option("time-zone", "NAME", "Time zone of the buckets, such as Europe/Vienna").default_value("UTC"))
        .arg(option("group-by", "DIMENSION", "A line for each group, such as priority or organization_id"))
        .arg(
            option("style", "STYLE", "Form of the chart; by default bars for counts, and a line otherwise")
                .value_parser(["bars", "line"]),
        )
        .arg(option("height", "ROWS", "Rows of the chart").value_parser(value_parser!(u16).range(2..=100)))
        .arg(switch("platform", "Figures of the whole service, for its operators").conflicts_with("group-by"))
}

pub async fn run(context: &Context, matches: &ArgMatches) -> Result<(), Failure> {
    let text = |name: &str| matches.get_one::<String>(name).map(String::as_str);
    let metric = text("metric").unwrap_or_default();
    let days = matches.get_one::<i64>("days").copied().unwrap_or(30);
    let interval = text("interval").unwrap_or(interval_of(days));
    let path = if matches.get_flag("platform") { "/api/analytics/platform" } else { "/api/analytics/tenant" };
    let zone = text("time-zone").and_then(|name| TimeZone::get(name).ok()).unwrap_or(TimeZone::UTC);
    let begins = since(&now().to_zoned(zone), days, interval).unwrap_or(Timestamp::UNIX_EPOCH);
    let mut request = Request::get(path)
        .query("metrics", metric)
        .query("since", begins)
        .query("interval", interval)
        .query("time_zone", text("time-zone").unwrap_or("UTC"))
        .query("compare", "previous_period");
    if let Some(dimension) = text("group-by") {
        request = request.query("group_by", dimension);
    }
    let figures: Value = context.client.send(request).await?.json()?;
    if context.output.is_json() {
        return context.output.value(&figures);
    }
    let style = text("style").map(|style| if style == "line" { Style::Line } else { Style::Bars });
    let height = matches.get_one::<u16>("height").map_or(HEIGHT, |rows| usize::from(*rows));
    let size = (context.terminal.width, height);
    for line in draw(metric, &figures, interval, text("group-by").is_some(), style, size) {
        context.output.line(&line)?;
    }
    for text in figures["limits"]["notes"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        note(text);
    }
    Ok(())
}

fn interval_of(days: i64) -> &'static str {
    match days {
        ..=HOURS_UP_TO => "hour",
        WEEKS_FROM.. => "week",
        _ => "day",
    }
}

/// The start of the first bucket: a full hour, or midnight in the time zone. Today is one of the days.
fn since(now: &Zoned, days: i64, interval: &str) -> Result<Timestamp, jiff::Error> {
    let first = match interval {
        "hour" => now
            .checked_sub((days * 24).hours())?
            .round(ZonedRound::new().smallest(jiff::Unit::Hour).mode(RoundMode::Trunc))?,
        _ => now.checked_sub((days - 1).days())?.start_of_day()?,
    };
    Ok(first.timestamp())
}

/// The chart with its title and totals, or a line for each group.
fn draw(
    metric: &str,
    figures: &Value,
    interval: &str,
    grouped: bool,
    style: Option<Style>,
    (width, height): (usize, usize),
) -> Vec<String> {
    let total = &figures["totals"][metric];
    let unit = Unit::named(total["unit"].as_str().unwrap_or_default());
    let mut lines = vec![format!("{metric} by {interval}, {}", range(figures)), String::new()];
    let series = figures["series"].as_array().map(Vec::as_slice).unwrap_or_default();
    if grouped {
        lines.extend(groups(series, unit, width));
    } else {
        let points = series.first().map_or(&[][..], points);
        let values: Vec<Option<f64>> = points.iter().map(|point| point["value"].as_f64()).collect();
        let labels: Vec<String> = points.iter().map(|point| label(point, figures, interval)).collect();
        let style = style.unwrap_or(if unit == Unit::Count { Style::Bars } else { Style::Line });
        lines.extend(chart(&values, &labels, unit, style, width, height));
    }
    lines.extend([String::new(), total_line(total, unit)]);
    lines
}

fn points(series: &Value) -> &[Value] {
    series["points"].as_array().map(Vec::as_slice).unwrap_or_default()
}

/// A sparkline with name and total for each group.
fn groups(series: &[Value], unit: Unit, width: usize) -> Vec<String> {
    let rows: Vec<(String, String, &Value)> = series
        .iter()
        .map(|each| {
            let total = each["total"].as_f64().map_or_else(|| "–".to_owned(), |total| figure(total, unit));
            (name(each), total, each)
        })
        .collect();
    let names = rows.iter().map(|(name, ..)| name.chars().count()).max().unwrap_or(0);
    let totals = rows.iter().map(|(_, total, _)| total.chars().count()).max().unwrap_or(0);
    let inner = width.saturating_sub(names + totals + 4).max(1);
    let row = |(name, total, series): (String, String, &Value)| {
        let values: Vec<Option<f64>> = points(series).iter().map(|point| point["value"].as_f64()).collect();
        format!("{name:names$}  {total:>totals$}  {}", sparkline(&values, inner))
    };
    rows.into_iter().map(row).collect()
}

fn name(series: &Value) -> String {
    if series["other"] == true {
        return "other".to_owned();
    }
    let value = series["dimensions"].as_object().and_then(|dimensions| dimensions.values().next());
    let text = series["label"].as_str().or_else(|| value.and_then(Value::as_str)).unwrap_or("none");
    text.chars().take(LABEL_WIDTH).collect()
}

/// The start of a bucket in the time zone of the figures.
fn label(point: &Value, figures: &Value, interval: &str) -> String {
    let zone = figures["time_zone"].as_str().and_then(|name| TimeZone::get(name).ok()).unwrap_or(TimeZone::UTC);
    let Some(at) = point["starts_at"].as_str().and_then(|text| text.parse::<Timestamp>().ok()) else {
        return String::new();
    };
    let form = match interval {
        "hour" => "%m-%d %H:%M",
        "month" => "%Y-%m",
        _ => "%Y-%m-%d",
    };
    at.to_zoned(zone).strftime(form).to_string()
}

fn range(figures: &Value) -> String {
    let day = |value: &Value| value.as_str().unwrap_or_default().split('T').next().unwrap_or_default().to_owned();
    let range = &figures["range"];
    format!("{} to {} ({})", day(&range["since"]), day(&range["until"]), figures["time_zone"].as_str().unwrap_or("UTC"))
}

fn total_line(total: &Value, unit: Unit) -> String {
    let shown = |value: &Value| value.as_f64().map_or_else(|| "unknown".to_owned(), |value| figure(value, unit));
    let change = match total["change_ratio"].as_f64() {
        Some(ratio) => format!(" ({:+.1} %)", ratio * 100.0),
        None => String::new(),
    };
    format!("total {}, before {}{change}", shown(&total["value"]), shown(&total["previous"]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn figures() -> Value {
        json!({
            "range": {"since": "2026-11-01T00:00:00Z", "until": "2026-11-03T00:00:00Z"}, "time_zone": "UTC",
            "totals": {"tickets.created": {"value": 30.0, "previous": 20.0, "change_ratio": 0.5, "unit": "count"}},
            "series": [{"metric": "tickets.created", "dimensions": {"priority": "p1"}, "label": null, "other": false,
                "total": 30.0, "points": [
                    {"starts_at": "2026-11-01T00:00:00Z", "value": 10.0, "partial": false},
                    {"starts_at": "2026-11-02T00:00:00Z", "value": 20.0, "partial": false}]}],
        })
    }

    #[test]
    fn a_chart_has_title_axes_and_totals() {
        let lines = draw("tickets.created", &figures(), "day", false, None, (40, 2));
        let text = lines.join("\n");
        assert!(text.starts_with("tickets.created by day, 2026-11-01 to 2026-11-03 (UTC)"), "{text}");
        assert!(text.contains("20 ┤") && text.contains('█') && text.contains("2026-11-02"), "{text}");
        assert!(text.ends_with("total 30, before 20 (+50.0 %)"), "{text}");
    }

    #[test]
    fn a_group_is_one_line() {
        let lines = draw("tickets.created", &figures(), "day", true, None, (40, 2));
        assert_eq!(lines[2], "p1  30  ▄█");
    }

    #[test]
    fn the_interval_depends_on_the_days() {
        assert_eq!([1, 3, 30, 179, 180, 365].map(interval_of), ["hour", "hour", "day", "day", "week", "week"]);
    }

    #[test]
    fn the_range_begins_with_a_whole_bucket() {
        let now: Zoned = "2026-11-18T04:24:55+01:00[Europe/Vienna]".parse().unwrap();
        assert_eq!(since(&now, 30, "day").unwrap().to_string(), "2026-10-19T22:00:00Z", "midnight in summer time");
        assert_eq!(since(&now, 1, "day").unwrap().to_string(), "2026-11-17T23:00:00Z");
        assert_eq!(since(&now, 2, "hour").unwrap().to_string(), "2026-11-16T03:00:00Z");
    }

    #[test]
    fn a_bucket_is_labelled_in_its_time_zone() {
        let figures = json!({"time_zone": "UTC"});
        let point = json!({"starts_at": "2026-11-01T23:00:00Z"});
        assert_eq!(label(&point, &figures, "hour"), "11-01 23:00");
        assert_eq!(label(&point, &figures, "month"), "2026-11");
    }
}
