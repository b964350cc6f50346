//! The lines that show a run. No I/O.

use crate::terminal::{fit, one_line};
use jiff::Timestamp;
use serde_json::Value;

/// The view of a terminal: the run, its steps, what it waits for, and the keys.
pub fn lines(run: &Value, now: Timestamp, message: Option<&str>, width: usize) -> Vec<String> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut lines = vec![format!(
        "{} ({})  {}  {}",
        text(&run["workflow_name"]),
        text(&run["id"]),
        words(&run["status"]),
        took(&run["created_at"], &run["finished_at"], now)
    )];
    let steps = steps(run);
    let names = steps.iter().map(|step| text(&step["name"]).chars().count()).max().unwrap_or(0);
    let tasks = steps.iter().map(|step| text(&step["task"]).chars().count()).max().unwrap_or(0);
    for step in steps {
        let (name, task) = (text(&step["name"]), text(&step["task"]));
        let time = took(&step["started_at"], &step["finished_at"], now);
        let attempts = step["attempts"].as_i64().filter(|attempts| *attempts > 1);
        let attempts = attempts.map(|attempts| format!("  {attempts} attempts")).unwrap_or_default();
        let error = step["error"]["title"].as_str().map(|title| format!("  {title}")).unwrap_or_default();
        lines.push(format!("  {} {name:names$}  {task:tasks$}  {time}{attempts}{error}", mark(&step["status"])));
    }
    let pending = pending(run);
    lines.extend(pending.iter().map(|approval| format!("  ? {}", question(approval))));
    lines.extend(message.map(|message| format!("  {message}")));
    lines.push(if pending.is_empty() { "  q quits".to_owned() } else { "  a approves, r rejects, q quits".to_owned() });
    lines.into_iter().map(|line| fit(&line, width)).collect()
}

/// A line for the state of the run, of each step and of each question. A new state is a new line.
pub fn states(run: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut lines: Vec<String> = steps(run)
        .iter()
        .map(|step| {
            let error = step["error"]["title"].as_str().map(|title| format!(": {title}")).unwrap_or_default();
            format!("{} {} {}{error}", text(&step["path"]), text(&step["task"]), words(&step["status"]))
        })
        .collect();
    lines.extend(pending(run).iter().map(|approval| format!("waits for an approval: {}", question(approval))));
    lines.push(format!("{} {}", text(&run["id"]), words(&run["status"])));
    lines.iter().map(|line| one_line(line)).collect()
}

pub fn cannot_decide(code: &str) -> &str {
    match code {
        "not_pending" => "the approval is already decided",
        "expired" => "the approval has expired",
        "scope_missing" => "this credential lacks the scope workflows:approve, or the one that the approval requires",
        "session_required" => "an API key can decide only if the approval lists it; sign in with tenantctl login",
        "not_named" => "the approval lists other users and keys",
        "behind_the_run" => "you started the run or wrote its workflow",
        "decided_already" => "you have already decided",
        other => other,
    }
}

fn steps(run: &Value) -> &[Value] {
    run["steps"].as_array().map(Vec::as_slice).unwrap_or_default()
}

fn pending(run: &Value) -> Vec<&Value> {
    run["approvals"].as_array().into_iter().flatten().filter(|approval| approval["status"] == "pending").collect()
}

fn question(approval: &Value) -> String {
    let summary = approval["summary"].as_str().unwrap_or_default();
    let (given, needed) = (approval["approvals_given"].as_i64(), approval["min_approvals"].as_i64());
    match (given, needed) {
        (Some(given), Some(needed)) if needed > 1 => format!("{summary} ({given} of {needed} approvals)"),
        _ => summary.to_owned(),
    }
}

fn mark(status: &Value) -> char {
    match status.as_str().unwrap_or_default() {
        "succeeded" => '✓',
        "failed" => '✗',
        "running" => '▶',
        "waiting" => '…',
        _ => '–',
    }
}

fn words(status: &Value) -> String {
    status.as_str().unwrap_or_default().replace('_', " ")
}

fn took(from: &Value, to: &Value, now: Timestamp) -> String {
    let time = |value: &Value| value.as_str().and_then(|text| text.parse::<Timestamp>().ok());
    let Some(from) = time(from) else { return String::new() };
    let seconds = time(to).unwrap_or(now).duration_since(from).as_secs_f64().max(0.0);
    if seconds < 60.0 { format!("{seconds:.1} s") } else { format!("{:.0} min", seconds / 60.0) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn run() -> Value {
        json!({
            "id": "run_1", "workflow_name": "Reboot", "status": "waiting_approval",
            "created_at": "2026-11-15T09:30:00Z", "finished_at": null,
            "steps": [
                {"path": "do/0/open", "name": "open", "task": "ticket.create", "status": "succeeded", "attempts": 2,
                    "started_at": "2026-11-15T09:30:00Z", "finished_at": "2026-11-15T09:30:00.4Z", "error": null},
                {"path": "do/1/ask", "name": "ask", "task": "approval", "status": "waiting", "attempts": 1,
                    "started_at": "2026-11-15T09:30:01Z", "finished_at": null, "error": null}],
            "approvals": [
                {"id": "apr_1", "summary": "Reboot srv-01?", "status": "pending", "approvals_given": 1, "min_approvals": 2},
                {"id": "apr_0", "summary": "Old?", "status": "approved", "approvals_given": 1, "min_approvals": 1}],
        })
    }

    #[test]
    fn the_view_shows_steps_and_the_question() {
        let now = "2026-11-15T09:30:05Z".parse().unwrap();
        assert_eq!(
            lines(&run(), now, None, 80),
            [
                "Reboot (run_1)  waiting approval  5.0 s",
                "  ✓ open  ticket.create  0.4 s  2 attempts",
                "  … ask   approval       4.0 s",
                "  ? Reboot srv-01? (1 of 2 approvals)",
                "  a approves, r rejects, q quits",
            ]
        );
    }

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        let now = "2026-11-15T09:30:05Z".parse().unwrap();
        let all = lines(&run(), now, Some("A very long message that does not fit"), 20);
        assert!(all.iter().all(|line| line.chars().count() < 20), "{all:?}");
    }

    #[test]
    fn a_changed_step_is_a_new_line() {
        let before = states(&run());
        let mut run = run();
        run["steps"][1]["status"] = json!("succeeded");
        let changed: Vec<String> = states(&run).into_iter().filter(|line| !before.contains(line)).collect();
        assert_eq!(changed, ["do/1/ask approval succeeded"]);
    }

    #[test]
    fn a_refused_decision_is_explained() {
        assert!(cannot_decide("behind_the_run").contains("started the run"));
        assert_eq!(cannot_decide("new_reason"), "new_reason");
    }
}
