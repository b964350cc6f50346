//! Replaces what differs between two runs: ids, times, secrets, addresses, durations. The same story gives the same
//! text, byte for byte.

use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The end of the first id of each kind, as in the examples of the schemas.
const FIRST_ID: &str = "01h455vb4pex5vsknk084sn02q";
const ID_START: &str = "01h455vb4pex5vsknk084sn0";
const BASE_32: &str = "0123456789abcdefghjkmnpqrstvwxyz";

/// The prefix of a credential and the end of its text. Scanners for secrets find no credential here.
const LABEL: &str = "4k2m9x0q7d3fh1ab";
const LAST_4: &str = "fGhK";
const WEBHOOK_LAST_4: &str = "LaSw";
const RANDOM: &str = "3tY8cVbW2nQe5rZ7uLx1oPa9";
const CURSOR: &str = "bmV4dC1wYWdl";
const HTTP_DATE: &str = "Mon, 16 Nov 2026 09:30:00 GMT";

/// The replacements of one operation. All of its exchanges share them.
#[derive(Debug, Default)]
pub struct Plain {
    texts: Vec<(String, String)>,
    ids: BTreeMap<String, String>,
    counts: BTreeMap<String, usize>,
}

impl Plain {
    /// A text that is replaced wherever it occurs, also if it is encoded for a URL.
    pub fn replace(&mut self, text: &str, by: &str) {
        let encode = |text: &str| form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
        self.texts.push((text.to_owned(), by.to_owned()));
        self.texts.push((encode(text), encode(by)));
    }

    pub fn value(&mut self, value: &Value) -> Value {
        self.field("", value)
    }

    fn field(&mut self, name: &str, value: &Value) -> Value {
        match value {
            Value::Object(fields) => {
                let fields = fields.iter().map(|(name, value)| (self.text(name), self.field(name, value)));
                Value::Object(fields.collect::<Map<_, _>>())
            }
            Value::Array(items) => Value::Array(items.iter().map(|item| self.field(name, item)).collect()),
            Value::String(text) => Value::String(self.text_of(name, text)),
            Value::Number(_) => duration(name).map_or_else(|| value.clone(), |fixed| json!(fixed)),
            _ => value.clone(),
        }
    }

    fn text_of(&mut self, field: &str, text: &str) -> String {
        match field {
            "next_cursor" => CURSOR.to_owned(),
            "key_last4" | "token_last4" => LAST_4.to_owned(),
            "secret_hint" => WEBHOOK_LAST_4.to_owned(),
            "date" => HTTP_DATE.to_owned(),
            _ => self.text(text),
        }
    }

    pub fn text(&mut self, text: &str) -> String {
        let text = self.texts.iter().fold(text.to_owned(), |text, (known, by)| text.replace(known, by));
        let text = without_parameters(&whole_minutes(&without_webhook_secrets(&text)));
        let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let mut plain = String::new();
        let mut rest = text.as_str();
        while !rest.is_empty() {
            let word = rest.find(|letter: char| !is_word(letter)).unwrap_or(rest.len());
            plain += &self.word(&rest[..word]);
            let between = rest[word..].find(is_word).map_or(rest.len(), |next| word + next);
            plain += &rest[word..between];
            rest = &rest[between..];
        }
        plain
    }

    fn word(&mut self, word: &str) -> String {
        if let Some((kind, _)) = word.rsplit_once('_').filter(|(kind, digits)| is_id(kind, digits)) {
            return self.id(kind, word);
        }
        for prefix in ["tck_live_", "tck_test_", "tcs_", "tce_"] {
            if let Some(rest) = word.strip_prefix(prefix) {
                let secret = if rest.contains('_') { format!("_…{LAST_4}") } else { String::new() };
                return format!("{prefix}{LABEL}{secret}");
            }
        }
        let is_random = word.len() >= 40
            && word.contains(|letter: char| letter.is_ascii_uppercase())
            && word.contains(|letter: char| letter.is_ascii_lowercase());
        if is_random { RANDOM.to_owned() } else { word.to_owned() }
    }

    /// Ids of a kind are numbered in the order in which they occur.
    fn id(&mut self, kind: &str, id: &str) -> String {
        if let Some(known) = self.ids.get(id) {
            return known.clone();
        }
        let count = self.counts.entry(kind.to_owned()).or_default();
        let end = if *count == 0 { FIRST_ID.to_owned() } else { format!("{ID_START}{}", two_digits(*count)) };
        *count += 1;
        let plain = format!("{kind}_{end}");
        self.ids.insert(id.to_owned(), plain.clone());
        plain
    }
}

fn is_id(kind: &str, digits: &str) -> bool {
    (2..=3).contains(&kind.len())
        && kind.bytes().all(|letter| letter.is_ascii_lowercase())
        && digits.len() == 26
        && digits.starts_with(|first: char| ('0'..='7').contains(&first))
        && digits.chars().all(|digit| BASE_32.contains(digit))
}

/// Two digits in base 32 that read like a continuation of the first id's.
fn two_digits(number: usize) -> String {
    let number = 2 * 32 + 23 + 33 * number;
    let digit = |value: usize| BASE_32.chars().nth(value % 32).unwrap_or('0');
    [digit(number / 32), digit(number)].iter().collect()
}

/// Durations are measured, so they differ.
fn duration(field: &str) -> Option<u32> {
    match field {
        "dns_microseconds" => Some(900),
        "connect_microseconds" => Some(1_200),
        "tls_microseconds" => Some(4_100),
        "first_byte_microseconds" => Some(21_400),
        "total_microseconds" => Some(27_800),
        _ => None,
    }
}

/// The times of the clock have fractions of seconds; those of the story are whole minutes.
fn whole_minutes(text: &str) -> String {
    let mut parts = text.split('.');
    let mut whole = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let fraction = part.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(part.len());
        if fraction > 0 && part[fraction..].starts_with('Z') && ends_with_time(&whole) {
            whole.truncate(whole.len() - 2);
            whole += "00";
            whole += &part[fraction..];
        } else {
            whole.push('.');
            whole += part;
        }
    }
    whole
}

fn ends_with_time(text: &str) -> bool {
    const FORM: &[u8] = b"0000-00-00T00:00:00";
    let bytes = text.as_bytes();
    let Some(time) = bytes.len().checked_sub(FORM.len()).map(|start| &bytes[start..]) else { return false };
    time.iter().zip(FORM).all(|(is, form)| if *form == b'0' { is.is_ascii_digit() } else { is == form })
}

fn without_webhook_secrets(text: &str) -> String {
    let mut parts = text.split("whsec_");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let secret = part.find(|letter: char| !letter.is_ascii_alphanumeric() && !"+/=".contains(letter));
        plain += &format!("whsec_…{WEBHOOK_LAST_4}");
        plain += &part[secret.unwrap_or(part.len())..];
    }
    plain
}

/// The random values in the URL of a sign-in.
fn without_parameters(text: &str) -> String {
    ["state=", "nonce=", "code_challenge="].iter().fold(text.to_owned(), |text, name| {
        let Some((before, after)) = text.split_once(&format!("&{name}")) else { return text };
        let rest = after.find('&').map_or("", |end| &after[end..]);
        format!("{before}&{name}{RANDOM}{rest}")
    })
}

#[test]
fn a_text_is_the_same_whatever_the_run() {
    let mut plain = Plain::default();
    plain.replace("http://127.0.0.1:4711", "https://api.example.com");
    let text = "http://127.0.0.1:4711/a?b=http%3A%2F%2F127.0.0.1%3A4711 org_01m7p0bk29e9abkj4qr2mftc5x, \
                org_01m7p0bjxqeyxa4gvzf1hs7nbp (org_01m7p0bk29e9abkj4qr2mftc5x) 2026-11-16T09:30:04.25Z 1.5Z \
                2026-11-15T01:42:10Z whsec_ab+/12= tce_tofnrpnhma1cnb17_0oNX5UBn90";
    let expected = "https://api.example.com/a?b=https%3A%2F%2Fapi.example.com org_01h455vb4pex5vsknk084sn02q, \
                    org_01h455vb4pex5vsknk084sn03r (org_01h455vb4pex5vsknk084sn02q) 2026-11-16T09:30:00Z 1.5Z \
                    2026-11-15T01:42:10Z whsec_…LaSw tce_4k2m9x0q7d3fh1ab_…fGhK";
    assert_eq!(plain.text(text), expected);
}
