//! Rules of the codebase that the compiler does not check, read from the sources.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops where it is")]

use proc_macro2::TokenStream;
use std::path::{Path, PathBuf};
use syn::{
    Attribute, ImplItemFn, ItemFn, ItemMod, Macro, Signature, UseTree,
    spanned::Spanned,
    visit::{self, Visit},
};
use tenant_control::families;

/// Modules that depend on all families: the list of them, the program, and the operator's commands.
const ABOVE: &[&str] = &["families", "main", "key_commands", "lists", "operate"];

/// Code that is generated, and therefore as long as its source requires.
const GENERATED: &str = "client/src/operations";

const FILE_LINES: usize = 400;
const FUNCTION_LINES: usize = 60;

fn families() -> Vec<&'static str> {
    families::all().iter().map(|family| family.name).collect()
}

/// The families that are crates of their own.
fn family_crates() -> Vec<&'static str> {
    families().into_iter().filter(|family| source(&format!("../{family}/Cargo.toml")).exists()).collect()
}

/// The folder of a family's sources.
fn folder_of(family: &str) -> String {
    if family_crates().contains(&family) { format!("../{family}/src") } else { format!("src/{family}") }
}

fn source(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)
}

/// The files of this crate, of the kernel and of the families that are crates of their own.
fn all_files(ending: &str) -> Vec<(PathBuf, String)> {
    let crates = ["src".to_owned(), "../kernel/src".to_owned()];
    let folders = crates.into_iter().chain(family_crates().into_iter().map(folder_of));
    folders.flat_map(|folder| files(&folder, ending)).collect()
}

fn files(folder: &str, ending: &str) -> Vec<(PathBuf, String)> {
    let found = below(&source(folder), ending);
    assert!(!found.is_empty(), "{folder} has no .{ending}");
    found
}

fn below(folder: &Path, ending: &str) -> Vec<(PathBuf, String)> {
    let mut found = vec![];
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(below(&path, ending));
        } else if path.extension().is_some_and(|extension| extension == ending) {
            found.push((path.clone(), std::fs::read_to_string(&path).unwrap()));
        }
    }
    found
}

#[test]
fn a_family_is_a_folder_or_a_crate_with_its_value() {
    let below = |folder: &str| std::fs::read_dir(source(folder)).unwrap().map(|entry| entry.unwrap().path());
    let modules = below("src").map(|path| (path.clone(), path.join("mod.rs")));
    let crates = below("..").map(|path| (path.clone(), path.join("src/lib.rs")));
    let mut folders = vec![];
    for (path, file) in modules.chain(crates) {
        if std::fs::read_to_string(file).is_ok_and(|text| text.contains("pub const FAMILY: Family")) {
            folders.push(path.file_name().unwrap().to_str().unwrap().to_owned());
        }
    }
    let mut families = families();
    families.sort_unstable();
    folders.sort_unstable();
    assert_eq!(folders, families, "families.rs lists every folder that has a FAMILY");
}

#[test]
fn families_do_not_know_each_other_and_the_kernel_knows_none() {
    let mut wrong = vec![];
    for (path, text) in files("src", "rs") {
        let module = module_of(&source("src"), &path);
        if !ABOVE.contains(&module[0].as_str()) {
            let named = named(&module, &text);
            wrong.extend(foreign(&path, &module[0], named.modules.into_iter().chain(named.crates)));
        }
    }
    // A module of the kernel or of a family's crate may have the name of a family. Only other crates are foreign there.
    let crates = family_crates().into_iter().map(|family| (family, folder_of(family)));
    for (owner, folder) in crates.chain([("kernel", "../kernel/src".to_owned())]) {
        for (path, text) in files(&folder, "rs") {
            let named = named(&module_of(&source(&folder), &path), &text);
            wrong.extend(foreign(&path, owner, named.statements));
        }
    }
    wrong.sort();
    wrong.dedup();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_crate_of_a_family_and_the_kernel_depend_on_no_family() {
    for name in family_crates().into_iter().chain(["kernel"]) {
        let manifest = std::fs::read_to_string(source(&format!("../{name}/Cargo.toml"))).unwrap();
        let dependencies = manifest.lines().filter_map(|line| line.split(['.', ' ', '=']).next());
        for dependency in dependencies {
            assert!(dependency != "tenant-control" && !family_crates().contains(&dependency), "{name}: {dependency}");
        }
    }
}

#[test]
fn every_form_of_a_path_is_seen() {
    let named = |text: &str| named(&["http".to_owned(), "gate".to_owned()], text);
    for text in [
        "use crate::psa::tickets;",
        "use crate::{app::App, psa};",
        "use crate::{\n    app::{self, App},\n    psa as service,\n};",
        "use super::super::psa::tickets as t;",
        "use queries::queries::psa::tickets::get_ticket;",
        "use queries::{client::Params, queries::psa::{sla, tickets}};",
        "fn f() { crate::psa::tickets::close(); }",
        "fn f(x: crate :: psa :: Ticket) {}",
        "fn f() { let x = json!({\"a\": crate::psa::LIMIT}); }",
        "mod inner { use super::super::super::psa::tickets; }",
        "impl crate::psa::Own for u8 {}",
        "pub use crate::r#psa::tickets;",
    ] {
        assert!(named(text).modules.contains(&"psa".to_owned()), "{text}");
    }
    for text in [
        "use webhooks::signature;",
        "use webhooks as w;",
        "extern crate webhooks as w;",
        "fn f() { webhooks::sign() }",
        "fn f() { let x = json!({\"a\": webhooks::LIMIT}); }",
    ] {
        assert!(named(text).crates.contains(&"webhooks".to_owned()), "{text}");
    }
    assert_eq!(named("use queries::queries::psa::tickets::get_ticket;").statements, ["psa"]);
    assert_eq!(named("use crate::app::App; use api::tickets::Ticket; fn f() { psa::x() }").modules, ["app"]);
    assert!(named("use crate as all;").modules.contains(&"crate by another name".to_owned()));
    assert!(named("use crate::*;").modules.contains(&"*".to_owned()));
}

/// `src/http/write/mod.rs` is `http`, `write`.
fn module_of(root: &Path, path: &Path) -> Vec<String> {
    let relative = path.strip_prefix(root).unwrap().with_extension("");
    let mut parts: Vec<String> = relative.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
    if parts.len() > 1 && parts.last().unwrap() == "mod" {
        parts.pop();
    }
    parts
}

/// The names that are families, except the file's own.
fn foreign(path: &Path, owner: &str, names: impl IntoIterator<Item = String>) -> Vec<String> {
    let foreign = names.into_iter().filter(|name| families().contains(&name.as_str()) && name != owner);
    foreign.map(|name| format!("{} names the family {name}", path.display())).collect()
}

fn named(module: &[String], text: &str) -> Names {
    let families = family_crates();
    let mut names = Names { module: module.to_vec(), families, modules: vec![], crates: vec![], statements: vec![] };
    names.visit_file(&syn::parse_file(text).unwrap());
    names
}

struct Names {
    /// The module that is being read, where relative paths begin.
    module: Vec<String>,
    /// The families that a path can begin with, because they are crates.
    families: Vec<&'static str>,
    /// The first modules of the paths below the crate's root that the file names.
    modules: Vec<String>,
    /// The crates of families that it names.
    crates: Vec<String>,
    /// The families whose statements it uses.
    statements: Vec<String>,
}

impl Names {
    fn path(&mut self, segments: &[String]) {
        let segments: Vec<&str> = segments.iter().map(|segment| segment.trim_start_matches("r#")).collect();
        match segments.as_slice() {
            ["crate"] => self.modules.push("crate by another name".to_owned()),
            ["crate" | "tenant_control", first, ..] => self.modules.push((*first).to_owned()),
            ["queries", "queries", family, ..] => {
                self.modules.push((*family).to_owned());
                self.statements.push((*family).to_owned());
            }
            [first, ..] if self.families.contains(first) => self.crates.push((*first).to_owned()),
            ["super", rest @ ..] => {
                let ups = 1 + rest.iter().take_while(|segment| **segment == "super").count();
                let above = &self.module[..self.module.len().saturating_sub(ups)];
                let first = above.first().map(String::as_str).or(rest.get(ups - 1).copied());
                self.modules.extend(first.map(str::to_owned));
            }
            _ => {}
        }
    }

    fn tree(&mut self, before: &mut Vec<String>, tree: &UseTree) {
        match tree {
            UseTree::Path(path) => {
                before.push(path.ident.to_string());
                self.tree(before, &path.tree);
                before.pop();
            }
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.tree(before, tree)),
            UseTree::Name(name) => self.leaf(before, name.ident.to_string()),
            UseTree::Rename(name) => self.leaf(before, name.ident.to_string()),
            UseTree::Glob(_) => self.leaf(before, "*".to_owned()),
        }
    }

    fn leaf(&mut self, before: &[String], last: String) {
        let mut segments = before.to_vec();
        segments.extend((last != "self").then_some(last));
        self.path(&segments);
    }

    /// The arguments of a macro are not parsed: paths are found by their words.
    fn tokens(&mut self, tokens: &TokenStream) {
        let text = tokens.to_string().replace(" ::", "::").replace(":: ", "::");
        for word in text.split(|c: char| !c.is_alphanumeric() && !"_:#".contains(c)) {
            let segments: Vec<_> = word.split("::").map(str::to_owned).collect();
            if segments.len() > 1 {
                self.path(&segments);
            }
        }
    }
}

impl<'ast> Visit<'ast> for Names {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.tree(&mut vec![], &item.tree);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments: Vec<_> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if segments.len() > 1 {
            self.path(&segments);
        }
        visit::visit_path(self, path);
    }

    fn visit_item_extern_crate(&mut self, item: &'ast syn::ItemExternCrate) {
        self.path(&[item.ident.to_string()]);
    }

    fn visit_macro(&mut self, called: &'ast Macro) {
        self.tokens(&called.tokens);
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        if is_test(&item.attrs) {
            return;
        }
        self.module.push(item.ident.to_string());
        visit::visit_item_mod(self, item);
        self.module.pop();
    }
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg") && attribute.meta.require_list().unwrap().tokens.to_string() == "test"
    })
}

#[test]
fn no_file_and_no_function_grows_beyond_reading() {
    let mut wrong = vec![];
    let written =
        std::fs::read_dir(source("..")).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let folders = written.filter(|name| name != "queries").map(|name| format!("../{name}/src"));
    let written = folders.flat_map(|folder| files(&folder, "rs"));
    for (path, text) in written.filter(|(path, _)| !path.display().to_string().contains(GENERATED)) {
        let lines = text.lines().count();
        if lines > FILE_LINES {
            wrong.push(format!("{} has {lines} lines", path.display()));
        }
        if !text.starts_with("//! ") {
            wrong.push(format!("{} does not say what it is", path.display()));
        }
        if path.ends_with("tests.rs") {
            continue;
        }
        let mut functions = Functions::default();
        functions.visit_file(&syn::parse_file(&text).unwrap());
        wrong.extend(functions.long.into_iter().map(|long| format!("{}: {long}", path.display())));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The functions that are too long.
#[derive(Default)]
struct Functions {
    long: Vec<String>,
}

impl Functions {
    fn measure(&mut self, signature: &Signature, whole: proc_macro2::Span) {
        let lines = whole.end().line + 1 - signature.span().start().line;
        if lines > FUNCTION_LINES {
            self.long.push(format!("{} has {lines} lines", signature.ident));
        }
    }
}

impl<'ast> Visit<'ast> for Functions {
    fn visit_item_fn(&mut self, function: &'ast ItemFn) {
        self.measure(&function.sig, function.block.span());
        visit::visit_item_fn(self, function);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast ImplItemFn) {
        self.measure(&function.sig, function.block.span());
        visit::visit_impl_item_fn(self, function);
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        if !is_test(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }
}

#[test]
fn every_generated_statement_can_be_prepared() {
    // A statement that returns no row is sent as text, and a pipelined COMMIT would overtake it.
    for (path, text) in files("../queries/src/queries", "rs") {
        assert!(!text.contains(".execute("), "{}: a statement without `returning`", path.display());
    }
}

#[test]
fn the_tenant_is_never_an_argument_of_a_familys_statement() {
    for family in families() {
        let folder = folder_of(family);
        // A worker's statements are about many tenants, as the role app_system.
        let own = below(&source(&folder), "sql")
            .into_iter()
            .filter(|(path, _)| !path.components().any(|part| part.as_os_str() == "work"));
        for (path, text) in own {
            assert!(!text.contains(":tenant"), "{}: row-level security knows the tenant", path.display());
        }
    }
}

/// A read sets its tenant when it is executed. A stable function is evaluated when it is planned, to estimate the number of rows.
#[test]
fn a_read_compares_with_the_settings_in_a_sub_select_only() {
    let settings = ["app.tenant()", "app.sees_all()", "app.organizations()"];
    for (path, read) in testkit::reads().unwrap() {
        let conditions = read.split_once(" from ").map_or("", |(_, rest)| rest);
        for setting in settings {
            let direct =
                conditions.matches(setting).count() != conditions.matches(&format!("(select {setting}")).count();
            assert!(!direct, "{}: {setting} without a sub-select in {read}", path.display());
        }
    }
}

#[test]
fn no_statement_takes_all_columns() {
    for (path, text) in all_files("sql") {
        assert!(!text.contains("select *"), "{}: name the columns", path.display());
    }
}
