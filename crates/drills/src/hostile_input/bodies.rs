//! Hostile bodies in JSON, and bodies in other or in no formats.

use super::Input;
use serde_json::{Value, json};

const MIB: usize = 1024 * 1024;

/// A body of JSON.
fn json_body(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Input {
    Input::body(name, "application/json", bytes)
}

/// A text that is repeated up to one mebibyte.
fn mebibyte_of(text: &str) -> String {
    text.repeat(MIB / text.len())
}

pub fn all() -> Vec<Input> {
    let groups = [depth(), width(), names(), numbers(), encodings(), duplicates(), texts(), malformed(), sizes()];
    groups.into_iter().flatten().collect()
}

fn depth() -> Vec<Input> {
    let mut inputs = vec![];
    for (open, close) in
        [("[", "]"), ("{\"a\":", "}"), ("[{\"a\":", "}]"), ("{\"definition\":", "}"), ("{\"input\":", "}")]
    {
        for depth in [65, 121, 128, 1_000, 50_000] {
            let text = format!("{}1{}", open.repeat(depth), close.repeat(depth));
            inputs.push(json_body(format!("{depth} times {open}, closed"), text));
        }
        inputs.push(json_body(format!("1 MiB of {open}"), mebibyte_of(open)));
    }
    inputs
}

fn width() -> Vec<Input> {
    let mut inputs = vec![];
    for item in ["1", "null", "\"\"", "[]", "{}", "\"x\"", "1.5", "{\"a\":1}", "[[]]"] {
        for count in [1_001, 20_000, MIB / (item.len() + 1) - 1] {
            let list = vec![item; count].join(",");
            inputs.push(json_body(format!("a list of {count} times {item}"), format!("[{list}]")));
        }
        let list = vec![item; 20_000].join(",");
        for field in ["operations", "scopes", "tags", "events", "name", "input", "custom_fields"] {
            inputs.push(json_body(format!("{field} of 20,000 times {item}"), format!("{{\"{field}\":[{list}]}}")));
        }
    }
    for count in [101, 1_000, 5_000] {
        for operation in
            [json!({"create": {"subject": "x"}}), json!({"create": {"subjct": 1}}), json!({"x": "y".repeat(100)})]
        {
            let name = format!("{count} operations {operation}");
            inputs.push(json_body(name, json!({"operations": vec![operation; count]}).to_string()));
        }
    }
    for count in [100, 101, 10_000, 45_000] {
        let fields: serde_json::Map<_, _> = (0..count).map(|i| (format!("field_{i}"), json!(i))).collect();
        inputs.push(json_body(format!("{count} unknown fields"), json!(fields).to_string()));
        inputs.push(json_body(format!("{count} custom fields"), json!({"custom_fields": fields}).to_string()));
    }
    inputs
}

fn names() -> Vec<Input> {
    let mut inputs = vec![];
    for length in [64, 65, 1_000, 1_024, 1_025, 100_000, MIB - 10] {
        for letter in ["n", "é", "\u{1F4A3}", "\\u0001", "\\u202e", "~", "/", "\\\""] {
            let name = letter.repeat(length / letter.len());
            inputs.push(json_body(format!("a name of {length} bytes of {letter}"), format!("{{\"{name}\":1}}")));
        }
    }
    for name in [
        "",
        " ",
        "\\u0000",
        "\\ud800",
        "\\udc00\\ud800",
        "__proto__",
        "constructor",
        "$ref",
        "$schema",
        "null",
        "-1",
        "..",
        "a.b",
        "a[0]",
    ] {
        inputs.push(json_body(format!("the name {name:?}"), format!("{{\"{name}\":{{\"{name}\":1}}}}")));
    }
    let near: serde_json::Map<_, _> =
        (0..15_000).map(|i| (format!("{:_<62}{i:x}", "subject_name_description"), json!(1))).collect();
    inputs.push(json_body("15,000 names of 64 characters that are compared", json!(near).to_string()));
    let nested = (0..100).fold(json!(1), |inner, _| json!({"n".repeat(1_000): inner}));
    inputs.push(json_body("a hundred nested long names", nested.to_string()));
    let many = json!({"custom_fields": {"n".repeat(1_000): vec!["\u{0}"; 40_000]}});
    inputs.push(json_body("40,000 values U+0000 under a long name", many.to_string()));
    inputs
}

fn numbers() -> Vec<Input> {
    let digits = |count: usize| "9".repeat(count);
    let numbers = [
        "1e999999",
        "-1e999999",
        "1e-999999",
        "1e308",
        "-1.7976931348623157e308",
        "5e-324",
        "1E400",
        "0x10",
        "01",
        "+1",
        ".5",
        "1.",
        "-",
        "NaN",
        "Infinity",
        "-0",
        "-0.0",
        "9007199254740993",
        "9223372036854775808",
        "18446744073709551616",
        "1e",
        "1e+",
        "--1",
        "1_000",
    ];
    let long = [
        digits(400),
        digits(10_000),
        digits(MIB - 20),
        format!("0.{}", digits(MIB - 20)),
        format!("1e{}", digits(10_000)),
        format!("-{}.{}e-5", digits(300_000), digits(300_000)),
    ];
    let mut inputs = vec![];
    for number in numbers.iter().map(|number| (*number).to_owned()).chain(long) {
        let name: String = number.chars().take(20).collect();
        inputs
            .push(json_body(format!("the number {name}"), format!("{{\"expires_days\":{number},\"name\":{number}}}")));
        inputs.push(json_body(format!("a list of the number {name}"), format!("[{number},{number}]")));
    }
    inputs
}

fn encodings() -> Vec<Input> {
    let text = "{\"name\":\"x\",\"subject\":\"y\"}";
    let utf16 = |to: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(to).collect::<Vec<u8>>();
    let utf32 = text.chars().flat_map(|c| (c as u32).to_be_bytes()).collect::<Vec<u8>>();
    let within = |bytes: &[u8]| [b"{\"name\":\"".as_slice(), bytes, b"\",\"subject\":\"", bytes, b"\"}"].concat();
    let mut inputs = vec![
        json_body("UTF-16, little-endian", utf16(u16::to_le_bytes)),
        json_body("UTF-16, big-endian", utf16(u16::to_be_bytes)),
        json_body("UTF-16 with a byte order mark", [vec![0xff, 0xfe], utf16(u16::to_le_bytes)].concat()),
        json_body("UTF-32", utf32),
        json_body("a byte order mark", format!("\u{feff}{text}")),
        json_body("NUL before", format!("\0{text}")),
        json_body("NUL after", format!("{text}\0")),
        json_body("1 MiB of NUL", vec![0; MIB]),
        json_body("1 MiB of 0xff", vec![0xff; MIB]),
        json_body("Latin-1", within(&[0xe9])),
        Input::body("invalid gzip", "application/json", text).header("Content-Encoding: gzip"),
        Input::body("a charset", "application/json; charset=utf-16", text),
        Input::body("a long media type", &format!("application/{}+json", "x".repeat(5_000)), text),
        Input::body("a form", "application/x-www-form-urlencoded", "name=x&".repeat(1_000)),
        Input::body(
            "XML with nested entities",
            "application/xml",
            "<!DOCTYPE a [<!ENTITY b \"bb\"><!ENTITY c \"&b;&b;\">]><a>&c;</a>",
        ),
        Input::body("a multipart body", "multipart/form-data; boundary=x", "--x\r\n\r\n1\r\n".repeat(1_000)),
    ];
    for bytes in [
        &b"\xff"[..],
        b"\xc0\x80",
        b"\xed\xa0\x80",
        b"\xf5\x80\x80\x80",
        b"\xe2\x82",
        b"\x80",
        b"\x01",
        b"\x7f",
        b"\n",
        b"\t",
        b"\0",
    ] {
        inputs.push(json_body(format!("the bytes {bytes:x?} in a text"), within(bytes)));
    }
    for escape in
        ["\\u0000", "\\ud800", "\\udc00", "\\ud800\\ud800", "\\ud83d\\ude00", "\\uzzzz", "\\u12", "\\x41", "\\"]
    {
        inputs.push(json_body(format!("the escape {escape}"), within(escape.as_bytes())));
    }
    inputs
}

fn duplicates() -> Vec<Input> {
    vec![
        json_body("a field twice", r#"{"name":"a","name":"b"}"#),
        json_body("a field twice, once in escapes", r#"{"name":"a","n\u0061me":"b"}"#),
        json_body("a field twice, deep down", r#"{"custom_fields":{"a":[{"b":{"c":1,"c":1}}]}}"#),
        json_body("a field 20,000 times", format!("{{{}\"a\":1}}", "\"a\":1,".repeat(20_000))),
        json_body("1 MiB of a field", format!("{{{}\"a\":1}}", "\"a\":1,".repeat(MIB / 6 - 2))),
        json_body("__proto__ twice", r#"{"__proto__":{},"__proto__":{}}"#),
    ]
}

fn texts() -> Vec<Input> {
    let mut inputs = vec![];
    for letter in [
        "x",
        "é",
        "\\u0041",
        "\\n",
        "\\\\",
        "\\u0000",
        "\u{1F4A3}",
        " ",
        "\\u202e",
        "<b>",
        "' or 1=1 --",
        "${ . }",
        "a.",
        "[",
        "%00",
    ] {
        let text = letter.repeat((MIB - 200) / letter.len() / 4);
        let fields = ["name", "subject", "domain"].map(|field| format!("\"{field}\":\"{text}\"")).join(",");
        inputs.push(json_body(format!("long texts of {letter}"), format!("{{{fields}}}")));
    }
    for field in [
        "workflow",
        "return_to",
        "url",
        "issuer",
        "email",
        "code",
        "external_ref",
        "allowed_cidrs",
        "definition",
        "timezone",
    ] {
        let text = "x".repeat(900_000);
        inputs.push(json_body(format!("a long {field}"), json!({field: text}).to_string()));
        inputs.push(json_body(format!("a list of long {field}"), json!({field: [text]}).to_string()));
    }
    inputs
}

fn malformed() -> Vec<Input> {
    let texts = [
        "",
        " ",
        "{",
        "}",
        "[",
        "]",
        "\"",
        "{\"a\"",
        "{\"a\":",
        "{\"a\":}",
        "{\"a\":1,}",
        "[1,]",
        "[,1]",
        "{,}",
        "nul",
        "True",
        "{} {}",
        "{}x",
        "'a'",
        "{a:1}",
        "// x\n{}",
        "{\"a\":1 \"b\":2}",
        "[1 2]",
        "undefined",
        "\u{feff}",
        "{\"a\":\"",
        "\\",
        "0",
        "null",
        "true",
        "\"x\"",
        "[]",
    ];
    let mut inputs: Vec<Input> = texts.iter().map(|text| json_body(format!("the text {text:?}"), *text)).collect();
    for part in [" ", "\n", "{", "}", "]", "\"", "\\", ",", ":", "-", "1", "e", "/*", "null", "\"a\":", "{}", "[],"] {
        inputs.push(json_body(format!("1 MiB of {part:?}"), mebibyte_of(part)));
    }
    inputs
}

fn sizes() -> Vec<Input> {
    let sized = |bytes: usize| format!("{{\"x\":\"{}\"}}", "x".repeat(bytes - 8));
    let sizes = [16 * 1024, 16 * 1024 + 1, MIB, MIB + 1, 2 * MIB];
    sizes.into_iter().map(|bytes| json_body(format!("{bytes} bytes"), sized(bytes))).collect()
}

/// The operation's own example with a hostile value in one of its fields, so that it is refused as late as possible.
pub fn of_example(example: &Value) -> Vec<Input> {
    let deep = (0..100).fold(json!(1), |inner, _| json!([inner]));
    let wide: serde_json::Map<_, _> = (0..20_000).map(|i| (format!("f{i}"), json!(i))).collect();
    let values = [
        ("a long text", json!("x".repeat(900_000))),
        ("a deep list", deep),
        ("a wide list", json!(vec!["x"; 45_000])),
        ("a wide object", json!(wide)),
        ("a large number", json!(1e300)),
        ("U+0000", json!("\u{0}")),
        ("null", Value::Null),
        ("lists of lists", json!(vec![vec!["x".repeat(60); 100]; 100])),
        ("an object of long names", json!({"n".repeat(1_000): {"m".repeat(1_000): vec![1; 1_000]}})),
    ];
    let fields = example.as_object().into_iter().flatten().map(|(name, _)| name);
    let mutated = fields.flat_map(|field| values.iter().map(move |(kind, value)| (field, kind, value)));
    let mutated = mutated.map(|(field, kind, value)| {
        let mut body = example.clone();
        body[field] = value.clone();
        json_body(format!("the example with {kind} as {field}"), body.to_string())
    });
    mutated.collect()
}
