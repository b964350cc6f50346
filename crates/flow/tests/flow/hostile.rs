//! Hostile definitions; see `tests/hostile/README.md`.

use crate::{functions::functions, memory::Memory, sandbox};
use flow::{Code, Definition, Draft, Invalid, Outcome, Unreadable, read_yaml};
use serde_json::{Value, json};
use std::{fs, path::Path};

struct Case {
    name: String,
    comments: Vec<(String, String)>,
    text: String,
}

impl Case {
    fn all(&self, key: &str) -> Vec<&str> {
        self.comments.iter().filter(|(name, _)| name == key).map(|(_, value)| value.as_str()).collect()
    }

    fn json(&self, key: &str) -> Option<Value> {
        self.all(key).first().map(|text| serde_json::from_str(text).expect("the comment is JSON"))
    }
}

fn cases() -> Vec<Case> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile");
    let files = fs::read_dir(directory).expect("the files are there").flatten().map(|file| file.path());
    let read = |file: &Path| {
        let text = expanded(&fs::read_to_string(file).expect("a file is text"));
        let comments = text.lines().map_while(|line| line.strip_prefix("# "));
        let comments = comments.filter_map(|line| line.split_once(": "));
        let comments = comments.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        // The comments are long where the input is.
        let text = text.split_inclusive('\n').skip_while(|line| line.starts_with("# ")).collect();
        let name = file.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        Case { name, comments, text }
    };
    let mut cases: Vec<Case> =
        files.filter(|file| file.extension().is_some_and(|kind| kind == "yaml")).map(|file| read(&file)).collect();
    cases.sort_by(|a, b| a.name.cmp(&b.name));
    cases
}

/// `<<text * count>>`.
fn expanded(text: &str) -> String {
    let mut parts = text.split("<<");
    let mut all = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (repeated, rest) = part.split_once(">>").expect("<< is closed");
        let (what, count) = repeated.rsplit_once(" * ").expect("<<text * count>>");
        all += &what.repeat(count.parse().expect("a count"));
        all += rest;
    }
    all
}

async fn checked(text: &str) -> Result<Definition, Vec<Invalid>> {
    let document = read_yaml(text).map_err(|why| vec![why.invalid()])?;
    let mut draft = Draft::read(&document, &functions());
    draft.check_expressions(&sandbox(), 1).await.expect("the sandbox works");
    draft.finish()
}

#[tokio::test]
async fn what_can_be_seen_beforehand_is_refused_at_its_place() {
    let mut refused = 0;
    for case in cases() {
        for expected in case.all("expect").into_iter().filter(|expected| expected.starts_with('4')) {
            let invalid = checked(&case.text).await.err().unwrap_or_default();
            let told: Vec<String> =
                invalid.iter().map(|one| format!("422 pointer={} code={}", one.pointer, word(one.code))).collect();
            let expected = if expected == "413" { "422 pointer= code=exceeds" } else { expected };
            assert!(told.iter().any(|one| one == expected), "{}: {expected}, but {invalid:#?}", case.name);
            refused += 1;
        }
    }
    assert!(refused >= 60, "only {refused}");
}

#[test]
fn reading_stops_where_a_bound_is_reached() {
    let text = |name: &str| cases().into_iter().find(|case| case.name == name).expect("there is such a case").text;
    let read = |text: &str| Draft::read(&read_yaml(text).expect("it is readable"), &functions());
    assert_eq!(read(&text("faults-without-number")).invalid.len(), 100);
    for name in ["field-name-that-repeats", "task-name-that-repeats", "filter-name-that-repeats"] {
        let refused = read_yaml(&text(name));
        assert!(matches!(refused, Err(Unreadable::Refused(Invalid { code: Code::Exceeds, .. }))), "{name}");
        // With a name that is just short enough to be read.
        let draft = read(
            &text(name)
                .replace(&"k".repeat(100_000), &"k".repeat(1_000))
                .replace(&"a".repeat(100_000), &"a".repeat(1_000)),
        );
        assert_eq!(draft.expressions.len(), 0, "{name}");
        let pointers: usize = draft.invalid.iter().map(|invalid| invalid.pointer.len()).sum();
        assert!(pointers < 10_000, "{name}: {pointers} characters of pointers");
    }
}

#[test]
fn a_stored_schema_is_not_built_before_an_input_is_checked() {
    let schema = "input: {schema: {document: {properties: {a: {pattern: '('}}}}}\ndo: [{a: {set: {}}}]";
    let document = crate::document(schema);
    assert!(Definition::parse(&document, &functions()).is_err());
    assert!(Definition::stored(&document).is_ok());
}

#[tokio::test]
async fn bombs_in_expressions_end_their_run_and_nothing_else() {
    run(|case| case.name.starts_with("jq-")).await;
}

#[tokio::test]
async fn what_only_a_run_shows_is_bounded() {
    run(|case| !case.name.starts_with("jq-")).await;
}

async fn run(which: fn(&Case) -> bool) {
    for case in cases().into_iter().filter(which) {
        let expected = case.all("expect")[0];
        if expected.starts_with('4') {
            continue;
        }
        let definition = checked(&case.text).await.unwrap_or_else(|invalid| panic!("{}: {invalid:#?}", case.name));
        let input = case.json("input").unwrap_or_else(|| json!({}));
        assert_eq!(expected == "input refused", !definition.check_input(&input).is_empty(), "{}", case.name);
        if expected == "input refused" || case.all("where") == ["server"] {
            continue;
        }
        match (Memory::new().interpret(&definition, input).await, expected.split_once("type=")) {
            (Outcome::Failed { fault }, Some((_, types))) => {
                assert!(types.split('|').any(|one| one == fault.r#type), "{}: {fault:?}", case.name);
            }
            (Outcome::Succeeded { output }, None) => {
                assert_eq!(Some(output), case.json("output"), "{}", case.name);
            }
            (outcome, _) => panic!("{}: {outcome:?}", case.name),
        }
    }
}

fn word(code: Code) -> String {
    json!(code).as_str().unwrap_or_default().to_owned()
}
