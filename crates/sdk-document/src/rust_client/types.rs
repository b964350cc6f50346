//! Where the types of the crate `api` are.

use crate::names;
use std::{collections::BTreeMap, fs, io, path::Path};

/// The module of each type, such as `tickets` for `NewTicket`.
#[derive(Debug, Default)]
pub struct Types(BTreeMap<String, String>);

impl Types {
    /// Reads the sources of the crate.
    pub fn read(sources: &Path) -> io::Result<Types> {
        let mut types = Types::default();
        for entry in fs::read_dir(sources)? {
            let path = entry?.path();
            let module = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
            if path.extension().is_some_and(|extension| extension == "rs") {
                types.add(module, &fs::read_to_string(&path)?);
            }
        }
        Ok(types)
    }

    fn add(&mut self, module: &str, source: &str) {
        for line in source.lines() {
            let item = ["pub struct ", "pub enum "].iter().find_map(|start| line.strip_prefix(start));
            // A line of `ids!`: `    TicketId = "tkt",`.
            let id = line.strip_prefix("    ").and_then(|line| line.split_once(" = \"")).filter(|_| module == "ids");
            if let Some(declared) = item.or(id.map(|(name, _)| name)) {
                let name = declared.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
                self.0.insert(name.to_owned(), module.to_owned());
            }
        }
    }

    /// The type with a name of the SDK document: `TicketPage` is `api::Page<api::tickets::Ticket>`.
    pub fn path(&self, name: &str) -> Option<String> {
        let name = names::canonical_type_name(name);
        if let Some(module) = self.0.get(name) {
            return Some(format!("api::{module}::{name}"));
        }
        let item = name.strip_suffix("Page")?;
        let module = self.0.get(item)?;
        Some(format!("api::Page<api::{module}::{item}>"))
    }

    /// True if it is the type of an id.
    pub fn is_id(&self, name: &str) -> bool {
        self.0.get(name).is_some_and(|module| module == "ids")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_is_found_by_its_name_in_the_sdk_document() {
        let mut types = Types::default();
        types.add("workflow_runs", "#[derive(Debug)]\npub struct Run {\n    pub id: RunId,\n}\n");
        types.add("ids", "ids! {\n    RunId = \"run\",\n}\n");
        assert_eq!(types.path("WorkflowRun").unwrap(), "api::workflow_runs::Run");
        assert_eq!(types.path("WorkflowRunPage").unwrap(), "api::Page<api::workflow_runs::Run>");
        assert_eq!(types.path("RunId").unwrap(), "api::ids::RunId");
        assert!(types.is_id("RunId") && !types.is_id("Run"));
        assert_eq!(types.path("Unknown"), None);
    }
}
