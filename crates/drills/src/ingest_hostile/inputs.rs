//! Hostile inputs for the listener for agents.

use crate::machines::{Machine, compressed};
use flate2::{
    Compression,
    write::{GzEncoder, ZlibEncoder},
};
use serde_json::{Value, json};
use std::io::Write;

const MIB: usize = 1024 * 1024;

pub struct Input {
    pub name: String,
    pub method: &'static str,
    pub path: Path,
    pub headers: String,
    pub body: Vec<u8>,
    /// The `Content-Length`, where it differs from the length of the body.
    pub announced: Option<usize>,
    pub expected: Expected,
}

pub enum Path {
    Good,
    Revoked,
    Expired,
    Other(String),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    Refused,
    NotStored,
    /// The input may be accepted, and creates at most one device.
    Bounded,
}

fn input(name: impl Into<String>, expected: Expected, body: impl Into<Vec<u8>>) -> Input {
    Input {
        name: name.into(),
        method: "POST",
        path: Path::Good,
        headers: "Content-Type: application/x-compress-zlib\r\nGLPI-Agent-ID: 5ca1ab1e-0000-4000-8000-00000000dead\r\n"
            .to_owned(),
        body: body.into(),
        announced: None,
        expected,
    }
}

impl Input {
    fn at(self, path: Path) -> Input {
        Input { path, ..self }
    }

    fn of(self, kind: &str) -> Input {
        Input { headers: format!("Content-Type: {kind}\r\n"), ..self }
    }

    fn with(self, header: &str) -> Input {
        Input { headers: format!("{}{header}\r\n", self.headers), ..self }
    }

    fn announcing(self, bytes: usize) -> Input {
        Input { announced: Some(bytes), ..self }
    }
}

pub fn all(known: &Machine) -> anyhow::Result<Vec<Input>> {
    let groups = [
        bombs()?,
        xml(),
        json_texts(),
        damaged(known)?,
        tokens(known)?,
        foreign(known)?,
        large(known)?,
        unusual(known)?,
    ];
    Ok(groups.into_iter().flatten().collect())
}

fn zlib(bytes: &[u8]) -> anyhow::Result<Vec<u8>> {
    let mut encoder = ZlibEncoder::new(vec![], Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}

fn gzip(bytes: &[u8]) -> anyhow::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(vec![], Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}

/// A prefix, this many copies of a byte and a suffix, compressed.
fn bomb(begin: &[u8], byte: u8, count: usize, end: &[u8], gzipped: bool) -> anyhow::Result<Vec<u8>> {
    let chunk = vec![byte; MIB];
    let write = |encoder: &mut dyn Write| -> anyhow::Result<()> {
        encoder.write_all(begin)?;
        for _ in 0..count / MIB {
            encoder.write_all(&chunk)?;
        }
        Ok(encoder.write_all(end)?)
    };
    if gzipped {
        let mut encoder = GzEncoder::new(vec![], Compression::best());
        write(&mut encoder)?;
        return Ok(encoder.finish()?);
    }
    let mut encoder = ZlibEncoder::new(vec![], Compression::best());
    write(&mut encoder)?;
    Ok(encoder.finish()?)
}

fn bombs() -> anyhow::Result<Vec<Input>> {
    let gigabyte = 1024 * MIB;
    let refused = |name: &str, body| input(name, Expected::Refused, body);
    let nested = bomb(b"", 0, 256 * MIB, b"", false)?;
    Ok(vec![
        refused("a zlib bomb of zeros", bomb(b"", 0, gigabyte, b"", false)?),
        refused("a gzip bomb of zeros", bomb(b"", 0, gigabyte, b"", true)?),
        refused("a zlib bomb of spaces before JSON", bomb(b"", b' ', gigabyte, b"{}", false)?),
        refused("a zlib bomb in a string of JSON", bomb(br#"{"deviceid":""#, b'x', gigabyte, br#""}"#, false)?),
        refused(
            "a gzip bomb in an element of XML",
            bomb(b"<REQUEST><DEVICEID>", b'x', gigabyte, b"</DEVICEID></REQUEST>", true)?,
        ),
        refused("a bomb within a bomb", zlib(&nested)?),
        refused("a bomb of 33 MiB", bomb(b"{\"a\":\"", b'x', 33 * MIB, b"\"}", false)?),
        refused("a bomb of brackets", bomb(b"", b'[', 64 * MIB, b"", false)?),
        refused("a bomb of open elements", zlib("<A>".repeat(2_000_000).as_bytes())?),
    ])
}

fn xml() -> Vec<Input> {
    let laughs = (1..10).fold("<!ENTITY l0 \"lol\">".to_owned(), |text, n| {
        format!("{text}<!ENTITY l{n} \"{}\">", format!("&l{};", n - 1).repeat(10))
    });
    let request = |inner: &str| {
        format!("<?xml version=\"1.0\"?><REQUEST><QUERY>INVENTORY</QUERY><DEVICEID>{inner}</DEVICEID></REQUEST>")
    };
    let with = |doctype: &str, inner: &str| {
        format!("<?xml version=\"1.0\"?><!DOCTYPE r [{doctype}]>{}", &request(inner)[21..])
    };
    let texts = [
        ("a billion laughs", with(&laughs, "&l9;")),
        ("a quadratic blow-up", with(&format!("<!ENTITY a \"{}\">", "a".repeat(50_000)), &"&a;".repeat(20_000))),
        ("an external entity of a file", with("<!ENTITY x SYSTEM \"file:///etc/passwd\">", "&x;")),
        ("an external entity of a URL", with("<!ENTITY x SYSTEM \"http://127.0.0.1:9/\">", "&x;")),
        ("a parameter entity", with("<!ENTITY % p SYSTEM \"file:///etc/passwd\"> %p;", "x")),
        ("an external document type", "<!DOCTYPE r SYSTEM \"http://127.0.0.1:9/x.dtd\"><REQUEST/>".to_owned()),
        ("an unknown entity", request("&nothing;")),
        ("elements 100,000 deep", format!("<REQUEST>{}{}</REQUEST>", "<A>".repeat(100_000), "</A>".repeat(100_000))),
        (
            "100,000 attributes",
            format!("<REQUEST {}/>", (0..100_000).map(|n| format!("a{n}=\"1\" ")).collect::<String>()),
        ),
        ("a name of 1 MiB", format!("<{}/>", "n".repeat(MIB))),
        ("an element that does not end", "<REQUEST><QUERY>INVENTORY</QUERY><CONTENT><HARDWARE><NAME>x".to_owned()),
        ("crossed elements", "<REQUEST><A><B></A></B></REQUEST>".to_owned()),
        ("CDATA without an end", "<REQUEST><DEVICEID><![CDATA[x</DEVICEID></REQUEST>".to_owned()),
        ("a comment without an end", "<REQUEST><!-- x</REQUEST>".to_owned()),
        ("another root", "<html><body>x</body></html>".to_owned()),
        ("a prolog without an id", "<REQUEST><QUERY>PROLOG</QUERY></REQUEST>".to_owned()),
        (
            "an inventory without an id",
            "<REQUEST><QUERY>INVENTORY</QUERY><CONTENT><HARDWARE><NAME>x</NAME></HARDWARE></CONTENT></REQUEST>"
                .to_owned(),
        ),
        ("an unknown query", request("x").replace("INVENTORY", "GET_PARAMS")),
    ];
    texts
        .into_iter()
        .map(|(name, text)| input(format!("XML: {name}"), Expected::NotStored, text).of("application/xml"))
        .collect()
}

fn json_texts() -> Vec<Input> {
    let deep = |open: &str, close: &str, depth: usize| format!("{}1{}", open.repeat(depth), close.repeat(depth));
    let texts = [
        ("nothing", String::new()),
        ("a list", "[]".to_owned()),
        ("null", "null".to_owned()),
        ("lists 100,000 deep", deep("[", "]", 100_000)),
        ("no action", json!({"deviceid": "d"}).to_string()),
        ("no id", json!({"action": "inventory", "content": {"hardware": {"name": "x"}}}).to_string()),
        ("an unknown action", json!({"action": "get_params", "deviceid": "d"}).to_string()),
        ("a content that is a text", json!({"action": "inventory", "deviceid": "d", "content": "x"}).to_string()),
        ("an id that is an object", json!({"action": "inventory", "deviceid": {}, "content": {}}).to_string()),
        ("a truncated text", "{\"action\":\"inventory\",\"deviceid\":\"d\",\"content\":{".to_owned()),
        ("an out-of-range number", "{\"action\":\"inventory\",\"deviceid\":1e999999,\"content\":{}}".to_owned()),
        ("a second object behind the first", "{\"action\":\"inventory\",\"deviceid\":\"d\"} {}".to_owned()),
    ];
    texts
        .into_iter()
        .map(|(name, text)| input(format!("JSON: {name}"), Expected::NotStored, text).of("application/json"))
        .collect()
}

fn damaged(known: &Machine) -> anyhow::Result<Vec<Input>> {
    let good = compressed(&known.full())?;
    let half = good[..good.len() / 2].to_vec();
    let mut flipped = good.clone();
    flipped.iter_mut().skip(100).step_by(50).for_each(|byte| *byte ^= 0x55);
    let utf16: Vec<u8> = known.full().to_string().encode_utf16().flat_map(u16::to_le_bytes).collect();
    let latin = b"<REQUEST><QUERY>INVENTORY</QUERY><DEVICEID>caf\xe9</DEVICEID></REQUEST>".to_vec();
    let refused = |name: &str, body: Vec<u8>| input(name, Expected::Refused, body);
    Ok(vec![
        refused("half of an inventory", half.clone()),
        refused("an inventory with flipped bits", flipped),
        refused("half of an inventory, announced as a whole", half.clone()).announcing(half.len() * 2),
        refused("UTF-16", utf16.clone()),
        refused("UTF-16, compressed", zlib(&utf16)?),
        refused("1 MiB of noise", (0..MIB).map(|n| ((n * 2_654_435_761) >> 13) as u8).collect()),
        refused("a header of zlib alone", vec![0x78, 0x9c]),
        refused("a header of gzip alone", vec![0x1f, 0x8b]),
        refused("a ZIP archive", b"PK\x03\x04\x14\x00\x00\x00\x08\x00".to_vec()),
        input(
            "invalid UTF-8 in JSON",
            Expected::NotStored,
            b"{\"action\":\"inventory\",\"deviceid\":\"\xff\xfe\",\"content\":{}}".to_vec(),
        ),
        input("Latin-1 in XML", Expected::Bounded, latin),
        input(
            "NUL in a text",
            Expected::Bounded,
            compressed(
                &json!({"action": "inventory", "deviceid": "nul\u{0}x", "content": {"hardware": {"name": "a\u{0}b"}}}),
            )?,
        ),
    ])
}

fn tokens(known: &Machine) -> anyhow::Result<Vec<Input>> {
    let body = || compressed(&Machine::new(9_001).full());
    let refused = |name: &str, path: Path| anyhow::Ok(input(name, Expected::Refused, body()?).at(path));
    let other = |path: &str| Path::Other(path.to_owned());
    Ok(vec![
        refused("a revoked token", Path::Revoked)?,
        refused("an expired token", Path::Expired)?,
        refused("no token", other("/"))?,
        refused("an unknown token", other("/tce_0000000000000000_0000000000000000000000000000000000000000000"))?,
        refused("a token of 8,000 characters", Path::Other(format!("/tce_{}", "a".repeat(8_000))))?,
        refused("a token with a path behind it", other("/tce_x/../../etc/passwd"))?,
        refused("a token with escapes", other("/tce_%00%ff%27--"))?,
        refused("the path of the API", other("/api/rmm/devices"))?,
        Input { method: "GET", body: vec![], expected: Expected::NotStored, ..refused("GET", Path::Good)? },
        Input { method: "PUT", ..refused("PUT", Path::Good)? },
        Input { method: "DELETE", body: vec![], ..refused("DELETE", Path::Good)? },
        refused("an API key instead of a token", Path::Other(format!("/tck_test_{}", known.serial)))?,
    ])
}

/// The ids of another tenant's device, sent with the sender's own token.
fn foreign(known: &Machine) -> anyhow::Result<Vec<Input>> {
    let agent = format!("GLPI-Agent-ID: {}", known.agent);
    let bounded = |name: &str, value: &Value| anyhow::Ok(input(name, Expected::Bounded, compressed(value)?));
    let mut partial = known.partial();
    partial["content"]["hardware"]["name"] = json!("taken over");
    Ok(vec![
        Input { headers: format!("{agent}\r\n"), ..bounded("another tenant's device, whole", &known.full())? },
        Input { headers: format!("{agent}\r\n"), ..bounded("another tenant's device, partial", &partial)? },
        bounded("another tenant's device id alone", &json!({"action": "contact", "deviceid": known.device_id}))?,
    ])
}

fn large(known: &Machine) -> anyhow::Result<Vec<Input>> {
    let number = |n: usize| Machine::new(9_100 + n);
    let with = |machine: &Machine, section: &str, records: Vec<Value>| {
        let mut message = machine.full();
        message["content"][section] = Value::Array(records);
        message
    };
    let cards = (0..10_000).map(|n| json!({"description": format!("eth{n}"), "mac": format!("00:1b:22:{:02x}:{:02x}:01", n / 256, n % 256), "ipaddress": "10.0.0.1"}));
    let programs = (0..100_000).map(|n| json!({"name": format!("program {n}"), "version": "1"}));
    let disks = (0..10_000).map(|n| json!({"name": format!("sd{n}"), "disksize": n}));
    let long =
        json!({"action": "inventory", "deviceid": "long", "content": {"hardware": {"name": "n".repeat(4 * MIB)}}});
    let bounded = |name: &str, value: &Value| anyhow::Ok(input(name, Expected::Bounded, compressed(value)?));
    let hundred = vec![b' '; 100 * MIB];
    Ok(vec![
        bounded("10,000 network cards", &with(&number(0), "networks", cards.collect()))?,
        bounded("100,000 programs", &with(&number(1), "softwares", programs.collect()))?,
        bounded("10,000 disks", &with(&number(2), "storages", disks.collect()))?,
        bounded("a name of 4 MiB", &long)?,
        bounded(
            "an id of 100,000 characters",
            &json!({"action": "inventory", "deviceid": "d".repeat(100_000), "content": {}}),
        )?,
        input("100 MB", Expected::Refused, hundred).of("application/json"),
        input("100 GB announced", Expected::Refused, compressed(&known.full())?).announcing(100 << 30),
        input("a body of 20 MiB of JSON", Expected::Refused, format!("{{\"a\":\"{}\"}}", "x".repeat(20 * MIB)))
            .of("application/json"),
    ])
}

fn unusual(known: &Machine) -> anyhow::Result<Vec<Input>> {
    // An unknown section is skipped, however deep it is.
    let depth = 100_000;
    let deep = format!("{}1{}", "{\"a\":".repeat(depth), "}".repeat(depth));
    let deep = format!("{{\"action\":\"inventory\",\"deviceid\":\"deep\",\"content\":{deep}}}");
    let body = compressed(&known.partial())?;
    let bounded = |name: &str| input(name, Expected::Bounded, body.clone());
    Ok(vec![
        input("JSON: objects 100,000 deep in the content", Expected::Bounded, deep).of("application/json"),
        bounded("a wrong content type").of("image/png"),
        Input { headers: String::new(), ..bounded("no content type") },
        bounded("a wrong content encoding").with("Content-Encoding: gzip"),
        input("gzip", Expected::Bounded, gzip(known.partial().to_string().as_bytes())?),
        bounded("an agent id of 4,000 characters").with(&format!("X-Long: {}", "a".repeat(4_000))),
        Input { headers: "GLPI-Agent-ID: not-a-uuid\r\n".to_owned(), ..bounded("an invalid agent id") },
        bounded("a hundred headers").with((0..99).map(|n| format!("X-{n}: y\r\n")).collect::<String>().trim_end()),
        input(
            "a partial inventory of an unknown machine",
            Expected::Bounded,
            compressed(&Machine::new(9_300).partial())?,
        ),
        input(
            "sections of other types",
            Expected::Bounded,
            compressed(&json!({"action": "inventory", "deviceid": "types",
            "content": {"hardware": [1, "x", null], "cpus": {"a": {}}, "softwares": "x", "networks": 7, "bios": [[]]}}))?,
        ),
    ])
}
