//! The reading statements of the generated code.

use anyhow::Context;
use serde_json::Deserializer;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Statements with these words write, or lock. They are executed in a transaction of several statements.
const WRITES: [&str; 8] = [
    "insert into ",
    "update ",
    "delete from ",
    "pg_advisory_xact_lock",
    " for update",
    " for no key update",
    " for share",
    " for key share",
];

/// Returns each statement with its file.
pub fn reads() -> anyhow::Result<Vec<(PathBuf, String)>> {
    let mut found = vec![];
    add(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../queries/src/queries"), &mut found)?;
    Ok(found)
}

fn add(folder: &Path, found: &mut Vec<(PathBuf, String)>) -> anyhow::Result<()> {
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.is_dir() {
            add(&path, found)?;
            continue;
        }
        // A statement is one literal, without a line break.
        for line in fs::read_to_string(&path)?.lines() {
            let Some(start) = ["\"select ", "\"with "].iter().find_map(|begin| line.find(begin)) else { continue };
            let statement = Deserializer::from_str(&line[start..]).into_iter::<String>().next();
            let statement = statement.with_context(|| line.to_owned())??;
            if !WRITES.iter().any(|word| statement.contains(word)) {
                found.push((path.clone(), statement));
            }
        }
    }
    Ok(())
}
