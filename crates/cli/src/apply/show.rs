//! The plan and its outcome, as lines for people and as JSON. Secrets are in neither.

use super::{
    changes::{Action, Change},
    compare::Difference,
    execute::Outcome,
};
use crate::{context::Terminal, terminal};
use serde_json::{Value, json};

/// The lines of a plan. Resources that do not change are only counted.
pub fn lines(changes: &[Change<'_>], terminal: Terminal) -> Vec<String> {
    let mut lines = vec![];
    for change in changes.iter().filter(|change| change.action != Action::Unchanged) {
        lines.push(heading(change, None, terminal));
        lines.extend(change.reason.iter().map(|reason| format!("    {}", printable(reason))));
        for difference in &change.differences {
            lines.push(cut(&format!("    {}", describe(difference, change.action)), terminal));
        }
        lines.extend(change.secrets_sent.iter().map(|field| format!("    {field}: (secret, sent)")));
        lines.extend(change.secrets_not_compared.iter().map(|field| format!("    {field}: (secret, not compared)")));
    }
    lines.push(summary_line(changes));
    lines
}

/// The lines of an apply: what was done with each resource.
pub fn outcome_lines(changes: &[Change<'_>], outcomes: &[Outcome], terminal: Terminal) -> Vec<String> {
    let pending = changes.iter().zip(outcomes).filter(|(change, _)| change.is_pending());
    let mut lines: Vec<String> = pending.map(|(change, outcome)| heading(change, Some(outcome), terminal)).collect();
    let count = |wanted: fn(&Outcome) -> bool| outcomes.iter().filter(|outcome| wanted(outcome)).count();
    let applied = count(|outcome| matches!(outcome, Outcome::Applied { .. }));
    let counts = [
        (applied, "applied"),
        (count(|outcome| *outcome == Outcome::Validated), "validated"),
        (count(|outcome| *outcome == Outcome::NotValidated), "not validated"),
        (count(|outcome| *outcome == Outcome::Unchanged), "unchanged"),
        (count(|outcome| *outcome == Outcome::Failed), "failed"),
        (count(|outcome| *outcome == Outcome::NotAttempted), "not attempted"),
    ];
    let counts: Vec<String> =
        counts.iter().filter(|(count, _)| *count > 0).map(|(count, name)| format!("{count} {name}")).collect();
    lines.push(format!("Result: {}.", if counts.is_empty() { "no documents".to_owned() } else { counts.join(", ") }));
    lines
}

/// The same as JSON.
pub fn report(changes: &[Change<'_>], outcomes: Option<&[Outcome]>) -> Value {
    let described: Vec<Value> = changes
        .iter()
        .enumerate()
        .map(|(number, change)| entry(change, outcomes.and_then(|outcomes| outcomes.get(number))))
        .collect();
    let [create, update, unchanged, refused] = counts(changes);
    json!({
        "changes": described,
        "summary": {"create": create, "update": update, "unchanged": unchanged, "refused": refused},
    })
}

fn entry(change: &Change<'_>, outcome: Option<&Outcome>) -> Value {
    let mut entry = json!({
        "kind": change.document.kind.name,
        "name": change.document.name,
        "place": change.document.place,
        "action": change.action.name(),
        "differences": change.differences.iter().map(difference).collect::<Vec<_>>(),
        "secrets_sent": change.secrets_sent,
        "secrets_not_compared": change.secrets_not_compared,
        "reason": change.reason,
    });
    if let Some(outcome) = outcome {
        entry["result"] = outcome_name(outcome).into();
        if let Outcome::Applied { id } = outcome {
            entry["id"] = json!(id);
        }
    }
    entry
}

fn difference(difference: &Difference) -> Value {
    let Difference { path, from, to, secret } = difference;
    if *secret { json!({"path": path, "secret": true}) } else { json!({"path": path, "from": from, "to": to}) }
}

fn outcome_name(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Unchanged => "unchanged",
        Outcome::Applied { .. } => "applied",
        Outcome::Validated => "validated",
        Outcome::NotValidated => "not_validated",
        Outcome::Failed => "failed",
        Outcome::NotAttempted => "not_attempted",
    }
}

fn heading(change: &Change<'_>, outcome: Option<&Outcome>, terminal: Terminal) -> String {
    let (sign, style) = match change.action {
        Action::Create => ("+", "32"),
        Action::Update => ("~", "33"),
        Action::Refused => ("!", "31"),
        Action::Unchanged => ("=", "0"),
    };
    let said =
        outcome.map_or_else(|| change.action.name().to_owned(), |outcome| outcome_name(outcome).replace('_', " "));
    let text = format!("{sign} {said} {} {}", change.document.kind.name, printable(&change.document.name));
    format!("{}  ({})", terminal.style(style, &text), change.document.place)
}

/// The numbers of resources to create, to update, unchanged and refused.
pub fn counts(changes: &[Change<'_>]) -> [usize; 4] {
    [Action::Create, Action::Update, Action::Unchanged, Action::Refused]
        .map(|action| changes.iter().filter(|change| change.action == action).count())
}

fn summary_line(changes: &[Change<'_>]) -> String {
    let [create, update, unchanged, refused] = counts(changes);
    let refused = if refused > 0 { format!(", {refused} refused") } else { String::new() };
    let secrets: usize = changes.iter().map(|change| change.secrets_not_compared.len()).sum();
    let secrets = if secrets > 0 { format!(" {secrets} secrets were not compared.") } else { String::new() };
    format!("Plan: {create} to create, {update} to update, {unchanged} unchanged{refused}.{secrets}")
}

fn describe(difference: &Difference, action: Action) -> String {
    let Difference { path, from, to, secret } = difference;
    let (path, show) = (printable(path), |value: &Option<Value>| {
        value.as_ref().map_or_else(|| "(absent)".to_owned(), |value| printable(&value.to_string()))
    });
    match action {
        _ if *secret => format!("{path}: (secret)"),
        Action::Create => format!("{path}: {}", show(to)),
        _ => format!("{path}: {} -> {}", show(from), show(to)),
    }
}

/// Values come from the server: they must not control the terminal.
fn printable(text: &str) -> String {
    let is_hidden = |c: char| {
        c.is_control() || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    text.chars().map(|c| if is_hidden(c) { c.escape_unicode().to_string() } else { c.to_string() }).collect()
}

/// Only a terminal has a width.
fn cut(line: &str, terminal: Terminal) -> String {
    if terminal.stdout { terminal::cut(line, terminal.width.max(40)).0 } else { line.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{document::Document, kinds::Kind, state::Current},
        *,
    };

    fn document() -> Document {
        let kind = Kind::named("Webhook").unwrap();
        let (name, place) = ("chat".to_owned(), "a.yaml#1".to_owned());
        Document { kind, name, spec: serde_json::Map::new(), place, folder: ".".into() }
    }

    fn change(document: &Document, secret: bool) -> Change<'_> {
        let (from, to) = (Some(json!("https://old.example\u{1b}[2J")), Some(json!("https://new.example")));
        Change {
            document,
            current: Current::Missing,
            action: Action::Update,
            differences: vec![Difference { path: "url".to_owned(), from, to, secret }],
            secrets_sent: vec!["headers"],
            secrets_not_compared: vec![],
            reason: None,
        }
    }

    #[test]
    fn a_difference_is_shown_with_both_values_and_cannot_control_the_terminal() {
        let document = document();
        let text = lines(&[change(&document, false)], Terminal::none()).join("\n");
        assert!(text.contains("~ update Webhook chat  (a.yaml#1)"), "{text}");
        assert!(text.contains("https://old.example") && text.contains("-> \"https://new.example\""), "{text}");
        assert!(!text.contains('\u{1b}') && text.contains("0 to create, 1 to update, 0 unchanged"), "{text}");
    }

    #[test]
    fn a_secret_is_neither_in_the_lines_nor_in_the_json() {
        let document = document();
        let changes = [change(&document, true)];
        let text = lines(&changes, Terminal::none()).join("\n") + &report(&changes, None).to_string();
        assert!(!text.contains("example") && text.contains("url: (secret)"), "{text}");
        assert!(text.contains("headers: (secret, sent)"), "{text}");
    }

    #[test]
    fn the_outcome_of_each_change_is_reported() {
        let document = document();
        let changes = [change(&document, false)];
        let report = report(&changes, Some(&[Outcome::Applied { id: Some("whk_1".to_owned()) }]));
        assert_eq!(
            (&report["changes"][0]["result"], &report["changes"][0]["id"]),
            (&json!("applied"), &json!("whk_1"))
        );
        let text = outcome_lines(&changes, &[Outcome::Failed], Terminal::none()).join("\n");
        assert!(text.contains("~ failed Webhook chat") && text.contains("Result: 1 failed."), "{text}");
    }
}
