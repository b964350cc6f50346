//! The rules of the house that a compiler does not know, read from the sources.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops where it is")]

use std::path::{Path, PathBuf};

const FAMILIES: &[&str] = &["auth", "control", "events", "psa", "rmm", "webhooks", "workflows"];

/// A file that is longer splits, by verb or by sub-resource.
const LINES: usize = 450;

fn files(folder: &str, ending: &str) -> Vec<(PathBuf, String)> {
    fn below(folder: &Path, ending: &str, found: &mut Vec<(PathBuf, String)>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                below(&path, ending, found);
            } else if path.extension().is_some_and(|extension| extension == ending) {
                found.push((path.clone(), std::fs::read_to_string(&path).unwrap()));
            }
        }
    }
    let mut found = vec![];
    below(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), ending, &mut found);
    assert!(!found.is_empty(), "{folder} has no .{ending}");
    found
}

#[test]
fn a_family_does_not_import_another() {
    for family in FAMILIES {
        for (path, text) in files(&format!("src/{family}"), "rs") {
            for other in FAMILIES.iter().filter(|other| *other != family) {
                let imported = [format!("crate::{other}"), format!("    {other}::"), format!("queries::{other}::")];
                let found = imported.iter().find(|import| text.contains(import.as_str()));
                assert!(found.is_none(), "{} imports {other}", path.display());
            }
        }
    }
}

#[test]
fn every_folder_of_operations_is_a_family() {
    let kit = [
        "credentials",
        "db",
        "family",
        "followers",
        "http",
        "limits",
        "operate",
        "operations",
        "owners",
        "pages",
        "sealing",
        "settings",
        "shares",
        "status",
        "waiters",
    ];
    for entry in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("src")).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        if entry.path().is_dir() {
            assert!(FAMILIES.contains(&name.as_str()) || kit.contains(&name.as_str()), "{name}: family or kit?");
        }
    }
}

#[test]
fn no_file_grows_beyond_reading() {
    for (path, text) in files("src", "rs").into_iter().chain(files("../api/src", "rs")) {
        assert!(text.lines().count() <= LINES, "{} has {} lines", path.display(), text.lines().count());
        assert!(text.starts_with("//! "), "{} does not say what it is", path.display());
    }
}

#[test]
fn every_generated_statement_can_be_prepared() {
    // What returns no row is sent as text, and a pipelined COMMIT would overtake it.
    for (path, text) in files("../queries/src/queries", "rs") {
        assert!(!text.contains(".execute("), "{}: a statement without `returning`", path.display());
    }
}

#[test]
fn the_tenant_is_never_an_argument_of_a_familys_statement() {
    for family in FAMILIES {
        // A worker's statements are about many tenants, as the role app_system.
        let own = files(&format!("src/{family}"), "sql")
            .into_iter()
            .filter(|(path, _)| !path.components().any(|part| part.as_os_str() == "work"));
        for (path, text) in own {
            assert!(!text.contains(":tenant"), "{}: row-level security knows the tenant", path.display());
        }
    }
}

#[test]
fn no_statement_takes_all_columns() {
    for (path, text) in files("src", "sql") {
        assert!(!text.contains("select *"), "{}: name the columns", path.display());
    }
}
