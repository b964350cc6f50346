//! The key figures of a report: the month, the month before, and the change.

use super::super::svg::drawn;
use api::analytics::{AnalyticsTotal, AnalyticsUnit, TenantAnalytics};
use charts::Unit;

/// Metrics by their names for people, in the order of the report.
pub const KEY_FIGURES: &[(&str, &str)] = &[
    ("tickets.created", "Tickets created"),
    ("tickets.resolved", "Tickets resolved"),
    ("tickets.backlog", "Open tickets at the end"),
    ("tickets.sla_attainment", "Tickets resolved within the SLA"),
    ("tickets.first_response_p50", "First response, median"),
    ("tickets.first_response_p90", "First response, 90 % within"),
    ("tickets.resolution_p50", "Resolution, median"),
    ("tickets.resolution_p90", "Resolution, 90 % within"),
    ("devices.total", "Devices at the end"),
    ("cloud.vms", "Virtual machines at the end"),
    ("backup.coverage", "Devices protected by backups at the end"),
    ("workflows.runs", "Workflow runs"),
    ("workflows.failed", "Workflow runs that failed"),
    ("webhooks.deliveries", "Webhook deliveries"),
    ("webhooks.failed", "Webhook deliveries that failed"),
    ("api.requests", "API requests"),
    ("api.errors", "API requests with an error"),
    ("api.latency_p95", "API response time, 95 % within"),
    ("users.active", "Active users"),
];

const UNKNOWN: &str = "no data";

pub struct KeyFigure {
    pub name: &'static str,
    pub value: String,
    pub previous: String,
    /// `None` for a month that is not over: a part of a month is not compared with a whole one.
    pub change: Option<String>,
}

pub fn all(figures: &TenantAnalytics, is_over: bool) -> Vec<KeyFigure> {
    let known = KEY_FIGURES.iter().filter_map(|(metric, name)| Some((*name, figures.totals.get(*metric)?)));
    let figure = |(name, total): (&'static str, &AnalyticsTotal)| KeyFigure {
        name,
        value: shown(&drawn(total.unit), total.value),
        previous: shown(&drawn(total.unit), total.previous),
        change: is_over.then(|| change(total)),
    };
    known.map(figure).collect()
}

pub fn shown(unit: &Unit, value: Option<f64>) -> String {
    value.map_or_else(|| UNKNOWN.to_owned(), |value| unit.figure(value))
}

/// Of counts and durations in percent, of ratios in percentage points.
fn change(AnalyticsTotal { value, previous, change_ratio, unit }: &AnalyticsTotal) -> String {
    let (change, unit) = match (value, previous, unit) {
        (Some(value), Some(previous), AnalyticsUnit::Ratio) => {
            let points = (value - previous) * 100.0;
            ((points * 100.0).round() / 100.0, Unit::Custom("points".to_owned()))
        }
        _ => match change_ratio {
            Some(ratio) => (*ratio, Unit::Ratio),
            None if value == previous && value.is_some() => (0.0, Unit::Ratio),
            None => return "–".to_owned(),
        },
    };
    match change {
        0.0 => "unchanged".to_owned(),
        _ if change > 0.0 => format!("+{}", unit.figure(change)),
        _ => unit.figure(change),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_change_by_points_and_all_else_by_percent() {
        let total = |value, previous, unit| {
            let change_ratio = super::super::super::figures::change_ratio(value, previous);
            change(&AnalyticsTotal { value, previous, change_ratio, unit })
        };
        let (count, ratio) = (AnalyticsUnit::Count, AnalyticsUnit::Ratio);
        assert_eq!(total(Some(118.0), Some(100.0), count), "+18 %");
        assert_eq!(total(Some(50.0), Some(100.0), AnalyticsUnit::Seconds), "−50 %");
        assert_eq!(total(Some(0.985), Some(0.96), ratio), "+2.5 points");
        assert_eq!(total(Some(0.5), Some(1.0), ratio), "−50 points");
        assert_eq!(total(Some(7.0), Some(7.0), count), "unchanged");
        assert_eq!(total(Some(0.0), Some(0.0), count), "unchanged");
        assert_eq!(total(Some(7.0), Some(0.0), count), "–");
        assert_eq!(total(None, Some(0.5), ratio), "–");
        assert_eq!(total(None, None, count), "–");
    }
}
