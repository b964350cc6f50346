//! The English that customers and operators read: the document, the problems, the guides, the help and the log have the
//! usual words, and a time has a name that says so.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops where it is")]

use api::ProblemCode;
use serde_json::Value;
use std::{
    path::{Path, PathBuf},
    process::Command,
};
use tenant_control::families;

/// Words and phrases that readers would have to learn. The usual ones are fix, notify, report, receive, return, response,
/// search, request, check and again.
const UNUSUAL: &[&str] = &[
    "mend",
    "mends",
    "mended",
    "tell",
    "tells",
    "telling",
    "told",
    "hear",
    "hears",
    "heard",
    "answer",
    "answers",
    "answered",
    "answering",
    "errand",
    "errands",
    "fate",
    "manieth",
    "whoever",
    "anew",
    "for want of",
    "ask for",
    "asks for",
    "asked for",
    "look at",
    "looks at",
    "look for",
    "looks for",
    "looked for",
    "find out",
    "finds out",
    "found out",
    "has turned",
    "waits for company",
    "waits so long",
    "young",
    "younger",
    "defused",
    "nevertheless",
];

/// Words that a guide may use, as in "take effect". A description, a title, a help text or a log line does not need them.
const VAGUE: &[&str] =
    &["look", "looks", "leave", "leaves", "take", "takes", "for people", "by hand", "at present", "the present ones"];

/// A description begins with its noun or its verb.
const BEGINNINGS: &[&str] = &["what", "who", "whose", "whoever", "those", "how", "where", "whether", "why", "which"];

/// A text, with the place where it stands.
type Text = (String, String);

#[test]
fn the_document_is_in_the_usual_words() {
    let mut texts = vec![];
    describe(&families::document().value, "", &mut texts);
    assert!(texts.len() > 1_000, "only {} texts were found", texts.len());
    let begins =
        |text: &str| BEGINNINGS.contains(&sentence(text).split(' ').find(|word| !word.is_empty()).unwrap_or(""));
    let odd: Vec<_> = texts.iter().filter(|(_, text)| begins(text)).collect();
    assert!(odd.is_empty(), "these do not begin with a noun or a verb: {odd:#?}");
    refuse(&texts, &[UNUSUAL, VAGUE]);
}

#[test]
fn titles_help_and_log_lines_are_in_the_usual_words() {
    let mut texts: Vec<Text> =
        ProblemCode::ALL.iter().map(|code| (code.name().to_owned(), code.title().to_owned())).collect();
    help(&mut vec![], &mut texts);
    let before = texts.len();
    for (path, source) in sources() {
        texts.extend(log_lines(&source).into_iter().map(|line| (path.display().to_string(), line)));
    }
    assert!(texts.len() - before > 50, "the log lines were not found");
    refuse(&texts, &[UNUSUAL, VAGUE]);
}

#[test]
fn sentences_in_the_code_are_in_the_usual_words() {
    let mut texts: Vec<Text> = vec![];
    for (path, source) in sources() {
        let code = source.split("#[cfg(test)]").next().unwrap_or_default();
        texts.extend(sentences(code).into_iter().map(|text| (path.display().to_string(), text)));
    }
    assert!(texts.len() > 300, "only {} sentences were found", texts.len());
    refuse(&texts, &[UNUSUAL]);
}

#[test]
fn the_guides_the_manual_and_the_problems_are_in_the_usual_words() {
    let folders = ["docs", "docs/guides", "docs/problems"].map(|folder| root().join(folder));
    let mut pages: Vec<PathBuf> = folders.iter().flat_map(|folder| entries(folder)).collect();
    pages.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    pages.push(root().join("README.md"));
    let read = |path: &PathBuf| (path.display().to_string(), std::fs::read_to_string(path).unwrap());
    let texts: Vec<Text> = pages.iter().map(read).collect();
    assert!(texts.len() > 100, "only {} pages were found", texts.len());
    refuse(&texts, &[UNUSUAL]);
}

#[test]
fn a_time_has_a_name_that_says_so() {
    let mut odd = vec![];
    for (schema, definition) in families::document().value["components"]["schemas"].as_object().unwrap() {
        for (name, property) in properties(definition) {
            let says_so = ["_at", "_since", "_until", "_through"].iter().any(|ending| name.ends_with(ending))
                || ["since", "until", "timestamp", "as_of"].contains(&name);
            if property["format"] == "date-time" && !says_so {
                odd.push(format!("{schema}.{name}"));
            }
        }
    }
    assert!(odd.is_empty(), "decision 56 has the names of times: {odd:?}");
}

#[test]
fn a_word_is_found_in_prose_and_not_in_code() {
    let refused = |text: &str| !unusual(text, &[UNUSUAL]).is_empty();
    assert!(refused("It tells\nthe worker."));
    assert!(refused("An endpoint that **answers**."));
    assert!(!refused("Send `tell` to [it](decisions/what-agents-may-tell.md).\n\n```yaml\n- tell: x\n```\n"));
    assert!(!refused("The response is retried. For want. Of time."));
    let source = "// \"A comment.\"\nf(\"The host \\\n    is down.\", \"open\")";
    assert_eq!(sentences(source), ["The host      is down."]);
    assert_eq!(log_lines("tracing::warn!(error = f(\"x\"), \"it \\\"said\\\" so\");\n"), ["it \\\"said\\\" so"]);
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
}

fn refuse(texts: &[Text], lists: &[&[&str]]) {
    let found = |(place, text): &Text| {
        let words = unusual(text, lists);
        (!words.is_empty()).then(|| format!("{place}: {words:?}"))
    };
    let found: Vec<String> = texts.iter().filter_map(found).collect();
    assert!(found.is_empty(), "use the words of the field: {found:#?}");
}

/// The words of the lists that a text contains, each with its surroundings.
fn unusual(text: &str, lists: &[&[&str]]) -> Vec<String> {
    let text = sentence(&prose(text));
    let known = lists.iter().flat_map(|list| list.iter());
    let found = known.filter_map(|word| {
        // To look something up is usual.
        let text = text.replace(" look up ", " ").replace(" looks up ", " ");
        let at = text.find(&format!(" {word} "))?;
        let before = text.get(..at).unwrap_or_default().split(' ').rev().take(4).collect::<Vec<_>>();
        let before = before.into_iter().rev().collect::<Vec<_>>().join(" ");
        Some(format!("{before} [{word}]"))
    });
    found.collect()
}

/// The words in lower case, with a space before and after each. A sentence ends with a full stop of its own.
fn sentence(text: &str) -> String {
    let mut words = " ".to_owned();
    for letter in text.chars() {
        match letter {
            '.' | ';' | ':' | '!' | '?' | '|' => words.push_str(" . "),
            letter if letter.is_alphanumeric() || letter == '\'' => words.extend(letter.to_lowercase()),
            _ if words.ends_with(' ') => {}
            _ => words.push(' '),
        }
    }
    words.push(' ');
    words
}

/// Markdown without code and without the targets of links.
fn prose(markdown: &str) -> String {
    let blocks: Vec<&str> = markdown.split("```").step_by(2).collect();
    let blocks = blocks.join(" ");
    let spans: Vec<&str> = blocks.split('`').step_by(2).collect();
    let text = spans.join("_");
    let mut parts = text.split("](");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| format!("{text} {}", part.split_once(')').map_or("", |(_, rest)| rest)))
}

/// All summaries and descriptions below a value.
fn describe(value: &Value, place: &str, texts: &mut Vec<Text>) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                match field {
                    Value::String(text) if name == "description" || name == "summary" => {
                        texts.push((place.to_owned(), text.clone()));
                    }
                    _ if name == "example" || name == "examples" => {}
                    field => describe(field, &format!("{place}/{name}"), texts),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| describe(item, place, texts)),
        _ => {}
    }
}

/// The help texts of a command and of those below it.
fn help(command: &mut Vec<String>, texts: &mut Vec<Text>) {
    let output = Command::new(env!("CARGO_BIN_EXE_tenant-control")).args(&*command).arg("--help").env_clear().output();
    let text = String::from_utf8(output.unwrap().stdout).unwrap();
    let section = text.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next()).unwrap_or_default();
    let is_name = |line: &&str| line.starts_with("  ") && !line.starts_with("   ");
    let names = section.lines().filter(is_name).filter_map(|line| line.split_whitespace().next());
    let names: Vec<String> = names.filter(|name| *name != "help").map(str::to_owned).collect();
    for name in names {
        command.push(name);
        help(command, texts);
        command.pop();
    }
    texts.push((format!("tenant-control {} --help", command.join(" ")), text));
}

/// The sources of the service, without tests and drills.
fn sources() -> Vec<(PathBuf, String)> {
    let ours = |path: &PathBuf| !["queries", "drills", "testkit", "testrestic"].iter().any(|name| path.ends_with(name));
    let mut folders: Vec<PathBuf> = entries(&root().join("crates")).into_iter().filter(ours).collect();
    let mut found = vec![];
    folders.iter_mut().for_each(|path| path.push("src"));
    while let Some(folder) = folders.pop() {
        for path in entries(&folder) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push((path.clone(), std::fs::read_to_string(&path).unwrap()));
            }
        }
    }
    found
}

/// The texts of a source that are sentences: details of problems, descriptions of metrics, and texts of pages.
fn sentences(source: &str) -> Vec<String> {
    let source = source.replace("\\\n", " ").replace("\\\"", "'");
    let code = source.lines().filter(|line| !line.trim_start().starts_with("//"));
    let texts = code.flat_map(|line| line.split('"').skip(1).step_by(2));
    let is_sentence = |text: &&str| text.starts_with(char::is_uppercase) && text.ends_with('.') && text.contains(' ');
    texts.filter(is_sentence).map(str::to_owned).collect()
}

/// The messages of all log lines of a source: the last text of each call.
fn log_lines(source: &str) -> Vec<String> {
    let source = source.replace("\\\n", "");
    let levels = ["trace", "debug", "info", "warn", "error"];
    let calls = source.split("tracing::").skip(1).filter_map(|rest| {
        let (name, rest) = rest.split_once("!(")?;
        levels.contains(&name).then(|| last_text(rest)).flatten()
    });
    calls.collect()
}

/// The last text within the parentheses that are open at the beginning.
fn last_text(source: &str) -> Option<String> {
    let (mut depth, mut inside, mut escaped) = (1, false, false);
    let (mut last, mut text) = (None, String::new());
    for letter in source.chars() {
        match letter {
            _ if escaped => {
                escaped = false;
                text.push(letter);
            }
            '\\' if inside => {
                escaped = true;
                text.push(letter);
            }
            '"' if inside => {
                inside = false;
                last = Some(std::mem::take(&mut text));
            }
            '"' => inside = true,
            _ if inside => text.push(letter),
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    last
}

/// The properties of a schema, also of the parts that it consists of.
fn properties(schema: &Value) -> Vec<(&str, &Value)> {
    let own = schema["properties"].as_object().into_iter().flatten().map(|(name, property)| (name.as_str(), property));
    let parts = ["allOf", "oneOf", "anyOf"].into_iter().flat_map(|name| schema[name].as_array().into_iter().flatten());
    own.chain(parts.flat_map(properties)).collect()
}
