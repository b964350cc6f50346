//! Hostile bodies in YAML. Each is also sent as the text of a definition in JSON.

use super::Input;
use serde_json::json;

const LONG: usize = 500 * 1024;

/// The beginning of a definition.
const HEAD: &str = "document: {dsl: 1.0.0, namespace: hostile, name: hostile, version: 1.0.0}\n";

/// The name of a body, and the body.
type Text = (&'static str, String);

pub fn all() -> Vec<Input> {
    let texts = texts();
    let bodies =
        texts.iter().map(|(name, text)| Input::body(format!("YAML: {name}"), "application/yaml", text.as_str()));
    let in_json = texts.iter().map(|(name, text)| {
        let body = json!({"name": "hostile", "definition": text});
        Input::body(format!("a definition: {name}"), "application/json", body.to_string())
    });
    let mebibytes = ["- a\n", "a: b\n", "[", "{", "- ", "&a ", "*a ", "#", "|\n", "\"", "? ", "a: ", "\t", "<<: *a\n"]
        .map(|part| {
            let text = part.repeat(1024 * 1024 / part.len());
            Input::body(format!("1 MiB of YAML {part:?}"), "application/yaml", text)
        });
    let bytes = [
        &b"a: \xff"[..],
        b"\xff\xfea\0:\0 \0b\0",
        b"\0a\0:",
        b"a: \0",
        b"\xef\xbb\xbfa: 1",
        b"a: \x07",
        b"a: \xed\xa0\x80",
    ];
    let bytes = bytes.map(|bytes| Input::body(format!("YAML of {bytes:x?}"), "application/yaml", bytes));
    bodies.chain(in_json).chain(mebibytes).chain(bytes).collect()
}

fn texts() -> Vec<Text> {
    let groups = [aliases(), nested(), long(), fields(), documents(), values(), definitions()];
    groups.into_iter().flatten().collect()
}

/// Anchors, aliases and merge keys.
fn aliases() -> Vec<Text> {
    let laughs = |wide: usize, deep: usize| {
        (1..deep).fold("a0: &a0 [x, x, x, x]\n".to_owned(), |text, i| {
            format!("{text}a{i}: &a{i} [{}]\n", vec![format!("*a{}", i - 1); wide].join(", "))
        })
    };
    vec![
        ("billion laughs", laughs(10, 10)),
        ("billion laughs in a definition", format!("{HEAD}{}do: [{{a: {{set: {{x: *a9}}}}}}]", laughs(10, 10))),
        ("few anchors, many aliases", format!("a: &a {}\nb: [{}]", "x".repeat(10_000), vec!["*a"; 20_000].join(", "))),
        ("80 KB of aliases", format!("a: &a [{}]\nb: [{}]", vec!["1"; 10_000].join(","), vec!["*a"; 15_000].join(","))),
        ("an alias of itself", "a: &a [*a]".to_owned()),
        ("merge keys", "base: &b {x: 1}\na: {<<: *b}\nc: {<<: [*b, *b]}".to_owned()),
        ("merge keys without aliases", "a: {<<: {b: 1}, <<: {c: 1}}".to_owned()),
        ("an unknown alias", "a: *nothing".to_owned()),
        ("anchors everywhere", "&a b: &c [&d e, &f {&g h: &i j}]".to_owned()),
        ("an anchor on each of many", (0..20_000).map(|i| format!("- &a{i} x\n")).collect()),
    ]
}

/// Lists and fields, deep and wide.
fn nested() -> Vec<Text> {
    vec![
        ("brackets, open", "[".repeat(LONG)),
        ("brackets, closed", format!("{}{}", "[".repeat(5_000), "]".repeat(5_000))),
        ("braces, open", "{a: ".repeat(100_000)),
        ("braces as keys", "{".repeat(LONG)),
        ("nested entries", "- ".repeat(LONG / 2)),
        ("nested keys", "? ".repeat(LONG / 2)),
        ("indentation", (0..900).map(|i| format!("{}a:\n", " ".repeat(i))).collect()),
        ("many lines", "- a\n".repeat(LONG / 4)),
        ("many fields", (0..45_000).map(|i| format!("f{i}: 1\n")).collect()),
        ("a wide list", format!("[{}]", "a,".repeat(LONG / 2 - 2))),
        ("a wide set", format!("{{{}}}", (0..60_000).map(|i| format!("f{i},")).collect::<String>())),
        ("empty items", format!("[{}]", ",".repeat(LONG - 2))),
        ("colons", ": ".repeat(LONG / 2)),
        ("colons without blanks", ":".repeat(LONG)),
    ]
}

/// Texts and names of half a mebibyte.
fn long() -> Vec<Text> {
    vec![
        ("a long plain text", format!("a: {}", "x ".repeat(LONG / 2 - 10))),
        ("a long plain text of lines", format!("a: {}", "x\n  ".repeat(LONG / 4 - 10))),
        ("a long quoted text", format!("a: \"{}\"", "\\x41".repeat(LONG / 4 - 10))),
        ("a long block", format!("a: |\n{}", "  x\n".repeat(LONG / 4 - 10))),
        ("a folded block", format!("a: >\n{}", "  x\n\n".repeat(LONG / 5 - 10))),
        ("a quote that does not end", format!("a: '{}", "x".repeat(LONG - 10))),
        ("a long name", format!("{}: 1", "n".repeat(LONG - 10))),
        ("a long name with ?", format!("? {}\n: 1", "n".repeat(LONG - 10))),
    ]
}

/// Fields with unusual names, duplicate fields, and tags.
fn fields() -> Vec<Text> {
    vec![
        ("a name of a list", "[a, b]: 1".to_owned()),
        ("a name of nothing", "~: 1\n: 2".to_owned()),
        ("a field twice", "a: 1\na: 2".to_owned()),
        ("a field twice, deep down", "a: [{b: {c: 1, c: 2}}]".to_owned()),
        ("a field 20,000 times", "a: 1\n".repeat(20_000)),
        ("a tag of a language", "!!python/object/apply:os.system [id]".to_owned()),
        ("a tag of bytes", "a: !!binary aGk=".to_owned()),
        ("a tag in full", "!<tag:example.com,2000:x> {a: 1}".to_owned()),
        ("many tags", "- !!str a\n".repeat(20_000)),
    ]
}

/// Directives, documents and line breaks.
fn documents() -> Vec<Text> {
    vec![
        ("a directive", "%TAG ! tag:example.com,2000:\n---\na: 1".to_owned()),
        ("a version", "%YAML 9.9\n---\na: 1".to_owned()),
        ("many directives", "%A b\n".repeat(50_000)),
        ("many documents", "---\na: 1\n".repeat(20_000)),
        ("marks", "---\n...\n".repeat(20_000)),
        ("no document", "---".to_owned()),
        ("comments", "# x\n".repeat(LONG / 4)),
        ("tabs", "a:\n\t- b\n\t- c".to_owned()),
        ("other line breaks", "a: 1\u{2028}b: 2\u{85}c: \"x\u{2029}y\"".to_owned()),
    ]
}

/// Unusual values, and short texts that are not a definition.
fn values() -> Vec<Text> {
    vec![
        ("numbers that JSON lacks", "a: [.inf, -.inf, .nan, 0x1f, 0o17, 1e999999, 2026-11-15, 1_000]".to_owned()),
        ("a number of many digits", format!("a: {}", "9".repeat(LONG - 10))),
        ("a block without indentation", "a: |9\nb".to_owned()),
        ("a block with an invalid header", "a: |x\n  b".to_owned()),
        ("an invalid escape", "a: \"\\q\"".to_owned()),
        ("a lone surrogate", "a: \"\\ud800\"".to_owned()),
        ("NUL in escapes", "a: \"\\0\"\nname: \"\\x00\"".to_owned()),
        ("nothing", String::new()),
        ("a text", "just a text".to_owned()),
        ("an open list", "a: [1, 2".to_owned()),
        ("JSON", "{\"name\": \"x\", \"definition\": {\"do\": []}}".to_owned()),
    ]
}

/// Definitions of workflows with many parts.
fn definitions() -> Vec<Text> {
    let expressions = vec!["\"${ . }\""; 5_000].join(", ");
    let tasks = (0..5_000).map(|i| format!("{{t{i}: {{set: {{}}}}}}")).collect::<Vec<_>>().join(", ");
    let then =
        (0..200).map(|i| format!("{{{0}: {{set: {{}}, then: {0}x}}}}", format_args!("t{i:_<60}"))).collect::<Vec<_>>();
    let kinds = vec!["ticket.creatd"; 20].join(", ");
    let listen = format!(
        "{{l: {{listen: {{to: {{any: [{}]}}}}}}}}",
        vec![format!("{{with: {{type: [{kinds}]}}}}"); 20].join(", ")
    );
    vec![
        ("expressions", format!("{HEAD}do: [{{a: {{set: {{x: [{expressions}]}}}}}}]")),
        ("tasks", format!("{HEAD}do: [{tasks}]")),
        ("directions that are compared", format!("{HEAD}do: [{}]", then.join(", "))),
        ("events that are compared", format!("{HEAD}do: [{listen}]")),
    ]
}
