//! Hostile documents, and harmless ones that look similar.

use super::*;
use crate::bounds::{DOCUMENT_DEPTH, DOCUMENT_NAME_BYTES, DOCUMENT_VALUES};
use serde_json::json;

fn refused(read: Result<Value, Unreadable>) -> (String, Code, String) {
    match read {
        Err(Unreadable::Refused(Invalid { pointer, code, message, .. })) => (pointer, code, message),
        other => panic!("not refused: {other:?}"),
    }
}

fn is_malformed(read: &Result<Value, Unreadable>) -> bool {
    matches!(read, Err(Unreadable::Malformed(_)))
}

#[test]
fn anchors_aliases_tags_and_directives_are_refused_where_they_stand() {
    let anchors = "anchors are not supported: write the value out where it is needed";
    let aliases = "aliases are not supported: write the value out";
    for (text, place, message) in [
        ("a: &x 1\nb: *x", "line 1 column 4", anchors),
        ("b:\n  - 1\n  - *x", "line 3 column 5", aliases),
        ("{a: [*x]}", "line 1 column 6", aliases),
        ("*x : 1", "line 1 column 1", aliases),
        ("? *x\n: 1", "line 1 column 3", aliases),
        ("a: !!str 1", "line 1 column 4", "tags are not supported"),
        ("%YAML 1.2\n---\na: 1", "line 1 column 1", "directives are not supported"),
        ("base: &b {x: 1}\nall: {<<: *b}", "line 1 column 7", anchors),
        (
            "a: 'it''s' # *no\nb: \"\\\"*no\" \nc: >-\n  *no\n  &no\nd: no *no\n  *no\ne: *yes",
            "line 8 column 4",
            aliases,
        ),
    ] {
        let expected = (String::new(), Code::Invalid, format!("{place}: {message}"));
        assert_eq!(refused(read_yaml(text)), expected, "{text}");
    }
}

#[test]
fn what_only_looks_like_an_alias_is_text() {
    let text =
        "a: 2 * 3 & 4\nb: \"*x\"\nc: '&x'\nd: |\n  *x\n  - &y\ne: [\"*\", a*b, a&b]\nf: ${ .a * .b }\n# *x\ng: 1\n  *x";
    let expected = json!({"a": "2 * 3 & 4", "b": "*x", "c": "&x", "d": "*x\n- &y\n", "e": ["*", "a*b", "a&b"],
        "f": "${ .a * .b }", "g": "1 *x"});
    assert_eq!(read_yaml(text), Ok(expected));
}

#[test]
fn bombs_are_refused_before_a_tree_is_built() {
    let laughs = (1..10).fold("a0: &a0 [x]\n".to_owned(), |text, i| {
        let before = format!("*a{}, ", i - 1).repeat(10);
        format!("{text}a{i}: &a{i} [{before}]\n")
    });
    assert_eq!(refused(read_yaml(&laughs)).1, Code::Invalid);
    for open in ["[", "{a: ", "- ", "? ", "[{a: "] {
        let deep = open.repeat(100_000);
        assert_eq!(refused(read_yaml(&deep)).1, Code::Exceeds, "{open}");
    }
    for item in ["a,", "1,", "[],", "{},", "a: 1,"] {
        let (open, close) = if item.starts_with("a:") { ("{", "}") } else { ("[", "]") };
        let wide = format!("{open}{}{close}", item.repeat(2 * DOCUMENT_VALUES + 1));
        let reason = refused(read_yaml(&wide)).1;
        assert!(reason == Code::Exceeds || (open == "{" && reason == Code::DuplicateField), "{item} {reason:?}");
    }
    let lines = "- 1\n".repeat(DOCUMENT_VALUES + 1);
    assert_eq!(refused(read_yaml(&lines)).1, Code::Exceeds);
    let long = format!("a: {}", "x".repeat(YAML_BYTES));
    assert_eq!(refused(read_yaml(&long)), (String::new(), Code::Exceeds, "is longer than 512 KiB".to_owned()));
}

#[test]
fn json_is_bounded_in_depth_width_and_names() {
    let nested = |depth: usize| format!("{}1{}", "[".repeat(depth), "]".repeat(depth));
    assert!(read_json(nested(DOCUMENT_DEPTH).as_bytes()).is_ok());
    let (pointer, code, _) = refused(read_json(nested(DOCUMENT_DEPTH + 1).as_bytes()));
    assert_eq!((pointer, code), ("/0".repeat(DOCUMENT_DEPTH), Code::Exceeds));
    assert_eq!(refused(read_json("{\"a\":".repeat(200_000).as_bytes())).1, Code::Exceeds);

    let wide = |count: usize| json!(vec![1; count]).to_string();
    assert!(read_json(wide(DOCUMENT_VALUES - 1).as_bytes()).is_ok());
    assert_eq!(refused(read_json(wide(DOCUMENT_VALUES).as_bytes())).1, Code::Exceeds);

    let named = |bytes: usize| json!({"a": [{"n".repeat(bytes): 1}]}).to_string();
    assert!(read_json(named(DOCUMENT_NAME_BYTES).as_bytes()).is_ok());
    let (pointer, code, _) = refused(read_json(named(DOCUMENT_NAME_BYTES + 1).as_bytes()));
    assert_eq!((pointer.as_str(), code), ("/a/0", Code::Exceeds));
}

#[test]
fn a_field_that_stands_twice_is_refused() {
    let twice = |pointer: &str| (pointer.to_owned(), Code::DuplicateField, "occurs twice in its object".to_owned());
    assert_eq!(refused(read_json(br#"{"a": 1, "b": 2, "a": 1}"#)), twice("/a"));
    assert_eq!(refused(read_json(br#"{"a": [{}, {"x/y": 1, "x/y": 1}]}"#)), twice("/a/1/x~1y"));
    assert_eq!(refused(read_json(br#"{"a": 1, "\u0061": 2}"#)), twice("/a"), "however it is written");
    assert_eq!(refused(read_yaml("a: 1\nb: {c: 1, c: 2}")), twice("/b/c"));
    assert_eq!(refused(read_yaml("1: x\n'1': y")), twice("/1"), "they are one in JSON");
    assert_eq!(read_json(br#"{"a": {"a": 1}, "b": [{"a": 1}, {"a": 2}]}"#).unwrap()["b"][1]["a"], 2);
}

#[test]
fn numbers_and_texts_that_json_does_not_have_are_refused() {
    for text in ["1e999999", "-", "01", "NaN", "\u{feff}{}", "{\"a\":\"\\ud800\"}", "[1,]", "", "{} {}", "\"\u{0}\""] {
        assert!(is_malformed(&read_json(text.as_bytes())), "{text}");
    }
    assert!(is_malformed(&read_json(b"{\"a\":\"\xff\"}")));
    let digits = "9".repeat(300);
    assert!(read_json(digits.as_bytes()).unwrap().is_f64());
    for text in ["a: .inf", "a: [-.inf]", "a: .nan"] {
        assert_eq!(refused(read_yaml(text)).1, Code::Invalid, "{text}");
    }
    assert!(is_malformed(&read_yaml("a: 1\n---\nb: 2")));
    assert_eq!(read_yaml("a: 340282366920938463463374607431768211455").unwrap()["a"], json!(3.402_823_669_209_385e38));
}

#[test]
fn a_large_body_is_read_in_little_time() {
    let fields: serde_json::Map<_, _> =
        (0..20_000).map(|i| (format!("field number {i:06} with a name"), json!(i))).collect();
    let text = json!(fields).to_string();
    let started = std::time::Instant::now();
    read_json(text.as_bytes()).unwrap();
    assert!(started.elapsed().as_millis() < 250, "{:?}", started.elapsed());
}

/// The scan finds an alias exactly where the parser does: without an anchor, the parser reports it as unknown.
#[test]
fn the_scan_and_the_parser_agree_on_what_an_alias_is() {
    const PARTS: [&str; 42] = [
        "*x",
        "*x ",
        " *x",
        "a",
        "b: ",
        "a: ",
        "\n",
        "\n  ",
        "\n    ",
        "\n      ",
        "- ",
        "- - ",
        "? ",
        ": ",
        ":",
        "[",
        "]",
        "{",
        "}",
        ", ",
        ",",
        "'",
        "\"",
        "\\",
        "#",
        " #",
        "|",
        "|-\n",
        ">+2\n",
        "|\n  ",
        "\t",
        "\r\n",
        "\u{85}",
        "\u{2028}",
        "---",
        "\n--- ",
        "\n...\n",
        "é",
        "a: |\n    *x\n",
        "''",
        "-",
        " ",
    ];
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state >> 33).unwrap_or_default() % below
    };
    let (mut aliases, mut read) = (0, 0);
    for _ in 0..40_000 {
        let parts = 1 + random(12);
        let text: String = (0..parts).map(|_| PARTS[random(PARTS.len())]).collect();
        let parsed = serde_norway::from_str::<serde_norway::Value>(&text);
        let scanned = yaml::check(&text);
        let is_alias = |refused: &Result<(), Unreadable>| format!("{refused:?}").contains("aliases");
        match parsed {
            Err(error) if error.to_string().contains("unknown anchor") => {
                assert!(is_alias(&scanned), "{text:?} has an alias, but {scanned:?}");
                aliases += 1;
            }
            Ok(value) => {
                assert_eq!(scanned, Ok(()), "{text:?} is {value:?}");
                read += 1;
            }
            Err(_) => {}
        }
    }
    assert!(aliases > 500 && read > 500, "{aliases} with an alias, {read} without");
}
