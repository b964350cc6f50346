//! `docs/add-a-family.md` is executed in a copy of the repository: the files that it changes outside of the family's folder
//! are counted, and the tests and drills of every operation, table and secret cover the family without another line.
//!
//! The short form writes the files and compiles nothing.

use crate::{Outcome, Size};
use anyhow::{Context, ensure};
use serde_json::Value;
use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    process::Stdio,
};
use tokio::process::Command;

const PAGE: &str = "docs/add-a-family.md";

const FOLDER: &str = "crates/server/src/integrations/";

/// The files outside of its folder that a family needs.
const OUTSIDE: &[&str] = &[
    // The contract.
    "crates/api/src/events.rs",
    "crates/api/src/ids.rs",
    "crates/api/src/integrations.rs",
    "crates/api/src/lib.rs",
    "crates/api/src/scope.rs",
    // One line each.
    "crates/server/src/families.rs",
    "crates/server/src/lib.rs",
    "migrations/20261201_1100_integrations_create.sql",
    // The tests of the family, and its job in the manual.
    "crates/server/tests/api/integrations.rs",
    "crates/server/tests/api/main.rs",
    "docs/operations.md",
];

/// The drills that the page runs.
const COVERING: [&str; 3] = ["isolation", "planted-secrets", "contract"];

const OPERATIONS: usize = 4;

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let output = walk(size).await?;
    let by_hand: BTreeSet<&str> = ["wrote", "changed"].into_iter().flat_map(|verb| listed(&output, verb)).collect();
    let (inside, outside): (Vec<&str>, Vec<&str>) = by_hand.into_iter().partition(|file| file.starts_with(FOLDER));
    let mut outcome = Outcome::default();
    outcome.figure(format!("{} files in its folder, {} outside: {}", inside.len(), outside.len(), outside.join(" ")));
    outcome.promise(!inside.is_empty(), "the family has a folder");
    let surplus: Vec<_> = outside.iter().filter(|file| !OUTSIDE.contains(file)).collect();
    outcome.promise(surplus.is_empty(), format!("no other file outside of the folder changes (not {surplus:?})"));
    if size == Size::Short {
        outcome.not_asked("the family compiles, and tests and drills cover it");
        return Ok(outcome);
    }
    let once = |path: &str| !path.contains('{');
    let (before, after) = (operations(&root(), once)?, operations(&copy(), once)?);
    outcome.figure(format!("{before} operations before and {after} after"));
    outcome.promise(after == before + OPERATIONS, "the document has its four operations");
    for drill in COVERING {
        let line = output.lines().find(|line| line.starts_with(&format!("{drill}: ")) && line.ends_with("; met"));
        outcome.promise(line.is_some(), format!("{drill} passes with the family"));
    }
    let with_members = operations(&copy(), |_| true)?;
    let all = format!("contract: {with_members} of {with_members} operations");
    outcome.promise(output.lines().any(|line| line.starts_with(&all)), "contract tests its operations");
    let tried = format!(" of {after} operations");
    let isolation = output.lines().any(|line| line.starts_with("isolation: ") && line.contains(&tried));
    outcome.promise(isolation, "isolation calls its operations");
    Ok(outcome)
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The folder of the copy that `scripts/walk` creates.
#[expect(clippy::disallowed_methods, reason = "cargo's own setting, which scripts/walk reads too")]
fn copy() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    target.join("walk/add-a-family")
}

/// The output of the walk. The output of its commands is part of it.
async fn walk(size: Size) -> anyhow::Result<String> {
    let mut command = Command::new(root().join("scripts/walk"));
    if size == Size::Short {
        command.arg("--no-run");
    }
    command.arg(PAGE).current_dir(root()).stdin(Stdio::null());
    let output = command.output().await.context("scripts/walk cannot be started")?;
    eprint!("{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    ensure!(output.status.success(), "scripts/walk {PAGE} failed; its last output:\n{}", last(&text, 20));
    Ok(text)
}

fn last(text: &str, lines: usize) -> String {
    let all: Vec<&str> = text.lines().collect();
    all[all.len().saturating_sub(lines)..].join("\n")
}

/// The files below `wrote: 8` at the end of the output.
fn listed<'a>(output: &'a str, verb: &'a str) -> impl Iterator<Item = &'a str> {
    let head = format!("{verb}: ");
    output
        .lines()
        .skip_while(move |line| !line.starts_with(&head))
        .skip(1)
        .map_while(|line| line.strip_prefix("  "))
        .map(str::trim)
}

/// The number of operations on these paths of a published document.
fn operations(folder: &Path, wanted: impl Fn(&str) -> bool) -> anyhow::Result<usize> {
    let document: Value = serde_json::from_slice(&std::fs::read(folder.join("openapi.json"))?)?;
    let paths = document["paths"].as_object().context("a document has paths")?;
    let methods = ["get", "post", "put", "patch", "delete"];
    let items = paths.iter().filter(|(path, _)| wanted(path)).map(|(_, item)| item);
    Ok(items.flat_map(|item| methods.iter().filter(|method| item[**method].is_object())).count())
}
