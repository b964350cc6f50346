//! Tables in `docs/` that repeat the code are generated from it, between `<!-- table: name -->` and `<!-- end -->`.
//! `just docs` rewrites them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops where it is")]

use api::{EventKind, ProblemCode, Scope};
use kernel::{background, status};
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    process::Command,
};
use tenant_control::families;

/// The page that contains a generated table, the table's name and its generator.
type Generated = (&'static str, &'static str, fn() -> Table);

const TABLES: &[Generated] = &[
    ("docs/api-design.md", "paths", paths),
    ("docs/api-design.md", "problem codes", problem_codes),
    ("docs/api-design.md", "scopes", scopes),
    ("docs/api-design.md", "ids", ids),
    ("docs/api-design.md", "event types", event_types),
    ("docs/architecture.md", "commands", commands),
    ("docs/operations.md", "settings", settings),
];

struct Table {
    head: &'static [&'static str],
    rows: Vec<Vec<String>>,
}

impl Table {
    fn markdown(&self) -> String {
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let head: Vec<_> = self.head.iter().map(ToString::to_string).collect();
        let rows =
            self.rows.iter().map(|row| line(&row.iter().map(|cell| cell.replace('|', "\\|")).collect::<Vec<_>>()));
        format!("{}|{}\n{}", line(&head), "---|".repeat(head.len()), rows.collect::<String>())
    }
}

#[test]
fn tables_of_the_documentation_are_those_of_the_code() {
    #[expect(clippy::disallowed_methods, reason = "a switch of this test, not a setting of the service")]
    let rewrite = std::env::var("UPDATE_DOCS").is_ok_and(|value| value == "1");
    for (page, name, table) in TABLES {
        let path = root().join(page);
        let text = std::fs::read_to_string(&path).unwrap();
        let (before, found, after) = between_markers(&text, name).unwrap_or_else(|| panic!("{page} has no {name}"));
        let wanted = table().markdown();
        if rewrite {
            let (begin, end) = (begin_marker(name), END_MARKER);
            std::fs::write(&path, format!("{before}{begin}\n{wanted}{end}{after}")).unwrap();
        } else {
            assert_eq!(found, wanted, "{page} is out of date: run `just docs`");
        }
    }
}

#[test]
fn every_marked_table_is_generated() {
    for page in pages() {
        let text = std::fs::read_to_string(&page).unwrap();
        for name in text.split("<!-- table: ").skip(1).filter_map(|rest| rest.split(" -->").next()) {
            let known = TABLES.iter().any(|(path, table, _)| *table == name && page.ends_with(path));
            assert!(known, "{} has the unknown table {name}", page.display());
        }
    }
}

#[test]
fn the_documented_metrics_are_those_of_the_code() {
    let text = std::fs::read_to_string(root().join("docs/operations.md")).unwrap();
    let table = text.split("| metric | labels | meaning |").nth(1).unwrap().split("\n\n").next().unwrap();
    let cells = table.lines().filter_map(|line| line.strip_prefix("| ")?.split(" |").next());
    let documented: BTreeSet<String> = cells.flat_map(names_in_backticks).collect();
    let mut used = BTreeSet::new();
    for file in sources() {
        let text = std::fs::read_to_string(file).unwrap();
        for kind in ["counter!(", "gauge!(", "histogram!("] {
            used.extend(text.split(kind).skip(1).filter_map(|rest| Some(rest.split('"').nth(1)?.to_owned())));
        }
    }
    assert_eq!(documented, used);
}

/// The metrics that dashboards and alert rules name: each selector has braces, because it has a job.
fn metrics_in(text: &str) -> BTreeSet<String> {
    let name = |before: &str| {
        let start = before.rfind(|c: char| !c.is_ascii_alphanumeric() && c != '_').map_or(0, |at| at + 1);
        before[start..].to_owned()
    };
    let mut parts: Vec<&str> = text.split("{job").collect();
    parts.pop();
    // `{{job}}` in a legend is not a selector.
    parts.into_iter().map(name).filter(|name| !name.is_empty()).collect()
}

#[test]
fn dashboards_and_alerts_use_documented_metrics() {
    let manual = std::fs::read_to_string(root().join("docs/operations.md")).unwrap();
    let folder = root().join("deploy/observability");
    let files = [files_below(&folder.join("dashboards"), "json"), vec![folder.join("rules.yml")]].concat();
    assert!(files.len() > 5, "{files:?}");
    for file in files {
        let named = metrics_in(&std::fs::read_to_string(&file).unwrap());
        assert!(!named.is_empty(), "{} names no metric", file.display());
        for metric in named.iter().filter(|metric| *metric != "up") {
            let series = ["_bucket", "_sum", "_count"].iter().find_map(|ending| metric.strip_suffix(ending));
            let is_known = manual.contains(&code(metric)) || series.is_some_and(|name| manual.contains(&code(name)));
            assert!(is_known, "{}: {metric} is not in docs/operations.md", file.display());
        }
    }
}

#[test]
fn every_alert_has_a_runbook_and_unit_tests_and_every_runbook_has_an_alert() {
    let folder = root().join("deploy/observability");
    let rules = std::fs::read_to_string(folder.join("rules.yml")).unwrap();
    let tests = std::fs::read_to_string(folder.join("rules_test.yml")).unwrap();
    let alerts: BTreeSet<String> =
        rules.lines().filter_map(|line| line.trim().strip_prefix("- alert: ")).map(str::to_owned).collect();
    let pages = files_below(&root().join("docs/runbooks"), "md").into_iter();
    let pages: BTreeSet<String> = pages
        .map(|page| page.file_stem().unwrap().to_string_lossy().into_owned())
        .filter(|name| name != "README")
        .collect();
    assert_eq!(alerts, pages);
    for alert in &alerts {
        assert!(rules.contains(&format!("runbook: docs/runbooks/{alert}.md")), "{alert} names its runbook");
        for case in ["fires", "stays quiet"] {
            assert!(tests.contains(&format!("- name: {alert} {case}\n")), "rules_test.yml has no case: {alert} {case}");
        }
    }
}

const END_MARKER: &str = "<!-- end -->";

fn begin_marker(name: &str) -> String {
    format!("<!-- table: {name} -->")
}

/// The text before the begin marker, the table, and the text after the end marker.
fn between_markers<'a>(text: &'a str, name: &str) -> Option<(&'a str, &'a str, &'a str)> {
    let (before, rest) = text.split_once(&begin_marker(name))?;
    let (table, after) = rest.split_once(END_MARKER)?;
    Some((before, table.trim_start_matches('\n'), after))
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn files_below(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = vec![];
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files_below(&path, extension));
        } else if path.extension().is_some_and(|found| found == extension) {
            found.push(path);
        }
    }
    found
}

fn pages() -> Vec<PathBuf> {
    files_below(&root().join("docs"), "md")
}

#[test]
fn every_background_task_has_a_name_of_its_own_that_the_manual_explains() {
    let tasks: Vec<&str> = background::jobs(families::all()).iter().flat_map(|job| job.tasks()).collect();
    assert_eq!(tasks.iter().collect::<BTreeSet<_>>().len(), tasks.len(), "{tasks:?}");
    let manual = std::fs::read_to_string(root().join("docs/operations.md")).unwrap();
    let missing: Vec<_> = tasks.iter().filter(|task| !manual.contains(&code(task))).collect();
    assert!(missing.is_empty(), "docs/operations.md does not explain {missing:?}");
}

#[test]
fn every_part_of_the_status_page_has_a_name_that_the_table_of_days_accepts() {
    let names: Vec<&str> = status::parts(families::all()).iter().map(|part| part.name).collect();
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "{names:?}");
    for name in names {
        assert!(name.len() <= 40 && name.chars().all(|c| c.is_ascii_lowercase() || c == '_'), "{name}");
    }
}

fn sources() -> Vec<PathBuf> {
    let crates = std::fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap().path().join("src"));
    crates.flat_map(|sources| files_below(&sources, "rs")).collect()
}

fn names_in_backticks(cell: &str) -> Vec<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

fn code(text: &str) -> String {
    format!("`{text}`")
}

fn codes<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    names.into_iter().map(code).collect::<Vec<_>>().join(", ")
}

fn paths() -> Table {
    let document = families::document().value["paths"].as_object().unwrap();
    // Members are reached as `…/{id}` on every collection: that is a rule, not a path.
    let rows = document.iter().filter(|(path, _)| !path.contains('{')).map(|(path, operations)| {
        let mut methods = BTreeMap::<String, Vec<String>>::new();
        for (method, operation) in operations.as_object().unwrap() {
            methods.entry(required_scopes(operation)).or_default().push(method.to_uppercase());
        }
        let cells = methods.iter().map(|(scopes, methods)| format!("{}: {scopes}", methods.join(", ")));
        vec![code(path), cells.collect::<Vec<_>>().join("; ")]
    });
    Table { head: &["path", "methods and required scopes"], rows: rows.collect() }
}

fn required_scopes(operation: &Value) -> String {
    let alternatives: Vec<_> =
        operation["security"].as_array().unwrap().iter().map(|one| one.as_object().unwrap()).collect();
    let scopes: BTreeSet<&str> = alternatives
        .iter()
        .flat_map(|one| one.values())
        .flat_map(|scopes| scopes.as_array().unwrap())
        .map(|scope| scope.as_str().unwrap())
        .collect();
    match alternatives.as_slice() {
        [one] if one.is_empty() => "public".to_owned(),
        some if some.iter().any(|one| one.is_empty()) => "credential optional".to_owned(),
        _ if scopes.is_empty() => "any credential".to_owned(),
        _ => codes(scopes),
    }
}

fn problem_codes() -> Table {
    let mut by_status = BTreeMap::<u16, Vec<&str>>::new();
    for problem in ProblemCode::ALL {
        by_status.entry(problem.status()).or_default().push(problem.name());
    }
    let rows = by_status.into_iter().map(|(status, names)| vec![status.to_string(), codes(names)]);
    Table { head: &["status", "codes"], rows: rows.collect() }
}

fn scopes() -> Table {
    let mut by_resource = BTreeMap::<&str, Vec<&str>>::new();
    for scope in Scope::ALL {
        by_resource.entry(scope.resource()).or_default().push(scope.name());
    }
    let rows = by_resource.into_iter().map(|(resource, names)| vec![code(resource), codes(names)]);
    Table { head: &["resource", "scopes"], rows: rows.collect() }
}

fn ids() -> Table {
    let rows = api::ids::PREFIXES.iter().map(|(prefix, name)| {
        let kind = name.strip_suffix("Id").unwrap();
        let words = kind.char_indices().map(|(at, letter)| match letter {
            letter if letter.is_uppercase() && at > 0 => format!(" {}", letter.to_lowercase()),
            letter => letter.to_lowercase().to_string(),
        });
        vec![code(&format!("{prefix}_…")), words.collect()]
    });
    Table { head: &["id", "object"], rows: rows.collect() }
}

fn event_types() -> Table {
    let row = |kind: &EventKind| vec![code(kind.name()), kind.about().to_owned(), code(kind.read_scope().name())];
    Table { head: &["type", "meaning", "required scope"], rows: EventKind::ALL.iter().map(row).collect() }
}

/// The help text of a command, without the values that variables of this environment have.
fn help(command: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_tenant-control")).args(command).arg("--help").env_clear().output();
    String::from_utf8(output.unwrap().stdout).unwrap()
}

fn commands() -> Table {
    let mut rows = vec![];
    add_commands(&mut vec![], &mut rows);
    Table { head: &["command", "purpose"], rows }
}

fn add_commands(parents: &mut Vec<String>, rows: &mut Vec<Vec<String>>) {
    let text = help(&parents.iter().map(String::as_str).collect::<Vec<_>>());
    for (name, about) in subcommands(&text) {
        parents.push(name);
        let before = rows.len();
        add_commands(parents, rows);
        // A group of commands is shown by its members.
        if rows.len() == before {
            rows.push(vec![code(&format!("tenant-control {}", parents.join(" "))), about]);
        }
        parents.pop();
    }
}

/// The section `Commands:` of a help text. A purpose that does not fit continues on indented lines.
fn subcommands(help: &str) -> Vec<(String, String)> {
    let section = help.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next()).unwrap_or_default();
    let mut found = Vec::<(String, String)>::new();
    for line in section.lines() {
        let is_name = line.starts_with("  ") && !line.starts_with("   ");
        match (is_name, line.trim().split_once("  "), found.last_mut()) {
            (true, Some((name, about)), _) => found.push((name.to_owned(), about.trim().to_owned())),
            (false, _, Some((_, about))) => *about += &format!(" {}", line.trim()),
            _ => {}
        }
    }
    found.retain(|(name, _)| name != "help");
    found
}

fn settings() -> Table {
    let mut rows = BTreeMap::<String, Vec<String>>::new();
    // The meaning of a variable that several commands have is that of the last one.
    let commands: [&[&str]; 7] = [
        &["tenant", "move"],
        &["cell", "join"],
        &["cell", "analytics"],
        &["ingest"],
        &["serve"],
        &["work"],
        &["migrate"],
    ];
    for command in commands {
        let help = help(command).replace("Options:\n", "Options:\n\n");
        for option in help.split("\n\n      --").skip(1).map(|text| text.to_owned() + "\n\n") {
            if let Some((variable, row)) = setting(&option) {
                rows.insert(variable, row);
            }
        }
    }
    Table { head: &["variable", "meaning", "default"], rows: rows.into_values().collect() }
}

/// One option of a help text: its variable, and its row.
fn setting(option: &str) -> Option<(String, Vec<String>)> {
    let inside = |begin: &str| option.split(begin).nth(1).and_then(|rest| rest.split(']').next());
    let variable = inside("[env: ")?.split('=').next()?.to_owned();
    let (_, text) = option.split_once('\n')?;
    let meaning = text.split("\n          \n").next().unwrap_or(text).split("\n\n").next()?;
    let meaning = meaning.lines().map(str::trim).filter(|line| !line.starts_with('[')).collect::<Vec<_>>().join(" ");
    let default = inside("[default: ").map_or("–".to_owned(), code);
    Some((variable.clone(), vec![code(&variable), meaning, default]))
}
