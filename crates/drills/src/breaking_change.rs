//! The document is compared with the one that was merged last: a change that breaks clients needs an entry in the changelog
//! that names the operation or the schema.
//!
//! Redocly compares the documents. This drill chooses the base, permits changes that the document announces (new values of
//! open enumerations, new problem codes), and reads the changelog. `Every operation` in an entry covers all changes.

use crate::{Outcome, Size};
use anyhow::{Context, ensure};
use serde_json::Value;
use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
    process::Stdio,
};
use tokio::process::Command;

const DOCUMENT: &str = "openapi.json";
const CHANGELOG: &str = "CHANGELOG.md";
const EVERY: &str = "Every operation";

/// The number of changes that the last line names.
const SHOWN: usize = 10;

pub async fn run(_: Size) -> anyhow::Result<Outcome> {
    let mut outcome = Outcome::default();
    let landed = match base().await? {
        Some(base) => git(&["show", &format!("{base}:{DOCUMENT}")]).await?.map(|old| (base, old)),
        None => None,
    };
    let Some((base, old)) = landed else {
        outcome.figure("there is no earlier commit with a document");
        outcome.not_asked("no breaking change without an entry in the changelog");
        return Ok(outcome);
    };
    let new = serde_json::from_slice(&fs::read(root().join(DOCUMENT))?)?;
    let report = compare(&old).await?;
    let all = breaking(&report, &serde_json::from_str(&old)?, &new);
    let earlier = git(&["show", &format!("{base}:{CHANGELOG}")]).await?.unwrap_or_default();
    let entries = entries(&fs::read_to_string(root().join(CHANGELOG))?, &earlier);
    let silent: Vec<_> = all.iter().filter(|change| !change.is_announced(&entries)).collect();
    for change in &silent {
        eprintln!("not in {CHANGELOG}: {} ({})", change.what, change.names.join(", "));
    }
    outcome.figure(format!("compared with {}", base.get(..12).unwrap_or(&base)));
    outcome.figure(format!("{} breaking changes", all.len()));
    let shown: Vec<_> = silent.iter().take(SHOWN).map(|change| change.what.as_str()).collect();
    let promise = format!("each has an entry in the changelog ({} do not: {})", silent.len(), shown.join(" "));
    outcome.promise(silent.is_empty(), promise);
    Ok(outcome)
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The commit that was merged last: the merge base with `origin/main`, or else the previous commit.
async fn base() -> anyhow::Result<Option<String>> {
    let head = git(&["rev-parse", "HEAD"]).await?;
    let landed = git(&["merge-base", "HEAD", "origin/main"]).await?;
    match landed.filter(|landed| Some(landed) != head.as_ref()) {
        Some(landed) => Ok(Some(landed)),
        None => git(&["rev-parse", "--verify", "--quiet", "HEAD~1"]).await,
    }
}

/// The output of git, without the final line break; `None` if it refuses, as for a commit that this clone does not have.
async fn git(arguments: &[&str]) -> anyhow::Result<Option<String>> {
    let output = Command::new("git").arg("-C").arg(root()).args(arguments).stdin(Stdio::null()).output().await;
    let output = output.context("git is not installed")?;
    let text = String::from_utf8(output.stdout)?;
    Ok(output.status.success().then(|| text.trim_end_matches('\n').to_owned()))
}

/// Redocly's report about the changes since the old document.
async fn compare(old: &str) -> anyhow::Result<Value> {
    let file = std::env::temp_dir().join(format!("tenant-control-landed-{:016x}.json", rand::random::<u64>()));
    fs::write(&file, old)?;
    let mut command = Command::new(root().join("scripts/redocly"));
    command.arg("diff").arg(&file).arg(root().join(DOCUMENT)).args(["--format", "json", "--fail-on", "none"]);
    let output = command.current_dir(root()).stdin(Stdio::null()).kill_on_drop(true).output().await;
    fs::remove_file(&file)?;
    let output = output?;
    ensure!(output.status.success(), "redocly: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).context("the report of redocly is not JSON")
}

/// A change that breaks clients.
#[derive(Debug, PartialEq, Eq)]
struct Breaking {
    what: String,
    /// The names by which an entry of the changelog can refer to it.
    names: Vec<String>,
}

impl Breaking {
    fn is_announced(&self, entries: &str) -> bool {
        entries.contains(EVERY) || self.names.iter().any(|name| is_named(entries, name))
    }
}

/// The breaking changes of a report, without those that the document announces.
fn breaking(report: &Value, old: &Value, new: &Value) -> Vec<Breaking> {
    let changes = report["changes"].as_array().into_iter().flatten();
    let verdicts = changes.flat_map(|change| {
        let verdicts = change["verdicts"].as_array().into_iter().flatten();
        verdicts.map(move |verdict| (change, verdict)).filter(|(_, verdict)| verdict["impact"] == "major")
    });
    let verdicts = verdicts.filter(|(change, verdict)| !is_growth(change, verdict, [old, new]));
    let found = verdicts.map(|(change, verdict)| Breaking {
        what: verdict["message"].as_str().unwrap_or_default().to_owned(),
        names: names(change, [old, new]),
    });
    found.collect()
}

fn pointer(change: &Value) -> &str {
    let sides = [&change["base"], &change["revision"]];
    sides.into_iter().find_map(|side| side["pointer"].as_str()).unwrap_or_default()
}

/// True for a new value of an open enumeration, and for a new problem code of an operation.
fn is_growth(change: &Value, verdict: &Value, documents: [&Value; 2]) -> bool {
    let at = pointer(change);
    let is_code = at.starts_with("#/components/responses/") && at.ends_with("/properties/code/enum");
    let schema = at.trim_start_matches('#').trim_end_matches("/enum");
    let mut found = documents.into_iter().filter_map(|document| document.pointer(schema));
    verdict["ruleId"] == "enum-values-added" && (is_code || found.any(|schema| schema["x-open-enum"] == true))
}

/// The schema of a change, and the path and the id of its operation.
fn names(change: &Value, documents: [&Value; 2]) -> Vec<String> {
    let plain = |part: &str| part.replace("~1", "/").replace("~0", "~");
    let schema = pointer(change).strip_prefix("#/components/schemas/");
    let schema = schema.and_then(|rest| rest.split('/').next()).map(plain);
    let mut parts = change["path"].as_str().unwrap_or_default().split('/').skip(1);
    let (section, path, method) = (parts.next().unwrap_or_default(), parts.next().map(plain), parts.next());
    let operation = |document: &Value| {
        let operation = &document[section][path.as_deref()?][method?];
        operation["operationId"].as_str().map(str::to_owned)
    };
    let id = documents.into_iter().find_map(operation);
    schema.into_iter().chain(path).chain(id).collect()
}

/// The lines under "Unreleased" that the earlier changelog does not have.
fn entries(changelog: &str, earlier: &str) -> String {
    let known: HashSet<&str> = earlier.lines().collect();
    let unreleased = changelog.lines().skip_while(|line| !line.starts_with("## Unreleased"));
    let unreleased = unreleased.enumerate().take_while(|(number, line)| *number == 0 || !line.starts_with("## "));
    let new = unreleased.map(|(_, line)| line).filter(|line| !known.contains(line));
    new.collect::<Vec<_>>().join("\n")
}

/// True if the text has this name, and not only as the beginning or the end of another name.
fn is_named(text: &str, name: &str) -> bool {
    let continues = |letter: char| letter.is_alphanumeric() || ['_', '-', '/'].contains(&letter);
    text.match_indices(name).any(|(start, _)| {
        let before = text.get(..start).and_then(|before| before.chars().next_back());
        let after = text.get(start + name.len()..).and_then(|after| after.chars().next());
        let begins = before.is_none_or(|letter| !continues(letter) && letter != '.');
        begins && after.is_none_or(|letter| !continues(letter))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn report() -> Value {
        let change = |path: &str, pointer: &str, rule: &str, impact: &str, message: &str| {
            json!({
                "path": path, "impact": impact, "base": {"pointer": pointer},
                "verdicts": [{"ruleId": rule, "impact": impact, "message": message}]
            })
        };
        let (tickets, post) = ("#/paths/~1api~1psa~1tickets/get/responses/200", "#/paths/~1api~1psa~1tickets/post");
        json!({"changes": [
            change(tickets, "#/components/schemas/Ticket/properties/number", "property-removed", "major", "number is gone"),
            change(tickets, "#/components/schemas/TicketStatus/enum", "enum-values-added", "major", "a new status"),
            change(tickets, "#/components/schemas/Sort/enum", "enum-values-added", "major", "a new order"),
            change(post, "#/components/responses/409/content/x/schema/allOf/1/properties/code/enum", "enum-values-added",
                "major", "a new code"),
            change(post, "#/paths/~1api~1psa~1tickets/post", "operation-removed", "major", "the operation is gone"),
            change(post, "#/components/schemas/NewTicket/properties/note", "property-added", "minor", "a new field"),
        ]})
    }

    fn document() -> Value {
        json!({
            "paths": {"/api/psa/tickets": {
                "get": {"operationId": "psa.tickets.list"}, "post": {"operationId": "psa.tickets.create"}
            }},
            "components": {"schemas": {"TicketStatus": {"x-open-enum": true}, "Sort": {}}}
        })
    }

    #[test]
    fn open_enumerations_and_codes_may_grow_and_everything_else_has_its_names() {
        let all = breaking(&report(), &document(), &json!({}));
        let messages: Vec<_> = all.iter().map(|change| change.what.as_str()).collect();
        assert_eq!(messages, ["number is gone", "a new order", "the operation is gone"]);
        assert_eq!(all[0].names, ["Ticket", "/api/psa/tickets", "psa.tickets.list"]);
        assert_eq!(all[2].names, ["/api/psa/tickets", "psa.tickets.create"]);
    }

    #[test]
    fn only_new_lines_under_unreleased_are_entries() {
        let earlier = "# Changelog\n\n## Unreleased\n\n- `Ticket` has tags.\n\n## 1.0\n";
        let now =
            "# Changelog\n\n## Unreleased\n\n- `Ticket` has tags.\n- `NewTicket` needs a subject.\n\n## 1.0\n- `Run`\n";
        assert_eq!(entries(now, earlier), "- `NewTicket` needs a subject.");
    }

    #[test]
    fn a_name_is_not_found_in_a_longer_one() {
        assert!(is_named("- `Ticket.number` is gone", "Ticket"));
        assert!(is_named("`GET /api/psa/views`, and more", "/api/psa/views"));
        assert!(!is_named("- `NewTicket` needs a subject", "Ticket"));
        assert!(!is_named("- `TicketTask` is gone", "Ticket"));
        assert!(!is_named("`/api/psa/views/counts`", "/api/psa/views"));
    }

    #[test]
    fn an_entry_can_cover_every_operation() {
        let change = Breaking { what: "number is gone".to_owned(), names: vec!["Ticket".to_owned()] };
        assert!(change.is_announced("- Every operation has other responses."));
        assert!(!change.is_announced("- `Device` has other responses."));
    }
}
