//! Every value is written as `serde_json` writes it.

use super::*;
use serde_json::json;
use std::collections::BTreeMap;

fn written(value: &impl Serialize) -> String {
    let mut out = vec![];
    write_json(&mut out, value).unwrap();
    String::from_utf8(out).unwrap()
}

fn fails(value: &impl Serialize) -> bool {
    write_json(&mut vec![], value).is_err()
}

#[test]
fn text_is_escaped_at_each_position() {
    let characters = (0..0x250).chain([0x2028, 0xfeff, 0xffff, 0x1_f600]).filter_map(char::from_u32);
    for character in characters {
        for before in 0..20 {
            for after in [0, 1, 7, 8, 9] {
                let text = format!("{}{character}{}", "x".repeat(before), "é".repeat(after));
                let expected = serde_json::to_string(&(1, &text, &text)).unwrap();
                assert_eq!(written(&(1, &text, format_args!("{text}"))), expected);
            }
        }
    }
}

#[derive(Serialize, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Unit,
    Newtype(&'static str),
    Tuple(u8, bool),
    Struct { a: Option<u8>, b: () },
}

#[derive(Serialize)]
struct Unit;

#[derive(Serialize, PartialEq, Eq, PartialOrd, Ord)]
struct Wrapped(&'static str);

#[derive(Serialize)]
struct Pair(f32, char);

struct Bytes;

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&[0, 255])
    }
}

#[derive(Serialize)]
struct Everything<'a> {
    kinds: [Kind; 4],
    pair: Pair,
    unit: Unit,
    wrapped: Wrapped,
    bytes: Bytes,
    none: Option<u8>,
    some: Option<Option<&'a str>>,
    #[serde(rename = "a \"quoted\" name\n")]
    quoted: i32,
    numbers: (i8, i16, i64, i128, u16, u32, u64, u128),
    floats: [f64; 7],
    nested: serde_json::Value,
    by_number: BTreeMap<i32, &'a str>,
    by_truth: BTreeMap<bool, Vec<u8>>,
    by_character: BTreeMap<char, ()>,
    by_name: BTreeMap<Wrapped, ()>,
    by_kind: BTreeMap<Kind, ()>,
    #[serde(flatten)]
    rest: BTreeMap<&'a str, &'a [u8]>,
}

#[test]
fn every_kind_of_value_is_written() {
    let everything = Everything {
        kinds: [Kind::Unit, Kind::Newtype("\n"), Kind::Tuple(1, true), Kind::Struct { a: Some(1), b: () }],
        pair: Pair(0.1, '"'),
        unit: Unit,
        wrapped: Wrapped("wrapped"),
        bytes: Bytes,
        none: None,
        some: Some(Some("some")),
        quoted: -1,
        numbers: (i8::MIN, -1, i64::MIN, i128::MIN, 1, 2, u64::MAX, u128::MAX),
        floats: [1.0, -0.0, 1e300, 5e-324, 123456789012345680.0, f64::NAN, f64::INFINITY],
        nested: json!({"a": [1, 2.5, null, true, {}, [], {"b\"": {"c": "\u{7}"}}], "": ""}),
        by_number: [(-1, "a"), (2, "b")].into(),
        by_truth: [(false, vec![]), (true, vec![1])].into(),
        by_character: [('"', ()), ('x', ())].into(),
        by_name: [(Wrapped("true"), ())].into(),
        by_kind: [(Kind::Unit, ())].into(),
        rest: [("rest\\", &[1, 2][..])].into(),
    };
    assert_eq!(written(&everything), serde_json::to_string(&everything).unwrap());
}

#[test]
fn the_name_of_a_field_is_text_or_a_number_or_a_boolean() {
    assert!(fails(&BTreeMap::from([([1], 1)])));
    assert!(fails(&BTreeMap::from([((), 1)])));
    assert!(fails(&BTreeMap::from([(Kind::Newtype("x"), 1)])));
}

#[test]
fn values_that_only_serde_json_knows_are_refused() {
    #[derive(Serialize)]
    #[serde(rename = "$serde_json::private::RawValue")]
    struct Raw {
        value: u8,
    }
    assert!(fails(&Raw { value: 1 }));
}
