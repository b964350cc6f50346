//! Masks secrets in the response to a call: a host may echo its request, unchanged or encoded.

use base64::{Engine as _, prelude::BASE64_STANDARD};
use flow::Fault;
use serde_json::{Map, Value};
use std::fmt::Write;

/// The replacement of a secret.
pub const HIDDEN: &str = "***";

/// The forms of values that are searched, the longest first.
#[derive(Default)]
pub struct Mask(Vec<String>);

impl Mask {
    pub fn of<'a>(values: impl Iterator<Item = &'a str>) -> Mask {
        let mut forms: Vec<String> = values.flat_map(forms).filter(|form| form.len() >= SHORTEST).collect();
        forms.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
        forms.dedup();
        Mask(forms)
    }

    /// `None` if there is nothing to mask.
    fn hidden(&self, text: &str) -> Option<String> {
        let mut hidden = None;
        for form in &self.0 {
            let present = hidden.as_deref().unwrap_or(text);
            if present.contains(form.as_str()) {
                hidden = Some(present.replace(form.as_str(), HIDDEN));
            }
        }
        hidden
    }

    fn hide_in_text(&self, text: &mut String) {
        if let Some(hidden) = self.hidden(text) {
            *text = hidden;
        }
    }

    pub fn hide(&self, value: &mut Value) {
        if self.0.is_empty() {
            return;
        }
        match value {
            Value::String(text) => self.hide_in_text(text),
            Value::Number(number) => {
                if let Some(hidden) = self.hidden(&number.to_string()) {
                    *value = Value::String(hidden);
                }
            }
            Value::Array(items) => items.iter_mut().for_each(|item| self.hide(item)),
            Value::Object(fields) => {
                if fields.keys().any(|name| self.hidden(name).is_some()) {
                    let all = std::mem::take(fields).into_iter();
                    let renamed = all.map(|(name, field)| (self.hidden(&name).unwrap_or(name), field));
                    *fields = renamed.collect::<Map<_, _>>();
                }
                fields.values_mut().for_each(|field| self.hide(field));
            }
            Value::Null | Value::Bool(_) => {}
        }
    }

    pub fn hide_in_fault(&self, mut fault: Fault) -> Fault {
        self.hide_in_text(&mut fault.title);
        fault.detail.iter_mut().for_each(|detail| self.hide_in_text(detail));
        fault
    }
}

/// Shorter forms would mask other texts. No value is shorter, and no form of a complete value.
const SHORTEST: usize = 8;

fn forms(value: &str) -> Vec<String> {
    let bytes = value.as_bytes();
    let hex: String = bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"));
    let json = serde_json::to_string(value).unwrap_or_default();
    let json = json.trim_start_matches('"').strip_suffix('"').unwrap_or_default().to_owned();
    let ascii = escaped_to_ascii(&json);
    let html = value.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
    let mut forms = vec![
        value.to_owned(),
        percent(&json, "-._~"),
        json.replace('/', "\\/"),
        ascii.replace('/', "\\/"),
        ascii,
        json,
        html.replace('\'', "&#39;"),
        html.replace('\'', "&#x27;"),
        html,
        hex.to_uppercase(),
        hex,
        form_urlencoded::byte_serialize(bytes).collect(),
    ];
    for kept in ["-._~", "-._~!*'()", "-._~!$&'()*+,;=:@/?"] {
        forms.push(percent(value, kept));
        forms.push(percent(value, kept).replace('%', "%25"));
        forms.push(lower_percent(value, kept));
    }
    forms.extend(in_base64(bytes));
    forms.extend(words(value));
    forms
}

/// Long words within a value: no encoding changes them, nor does a second one.
fn words(value: &str) -> impl Iterator<Item = String> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let words = value.split(move |c| !is_part(c)).filter(|word| word.len() >= LONG_WORD);
    words.map(str::to_owned)
}

/// Shorter words occur in other texts.
const LONG_WORD: usize = 12;

/// Percent-encoded except for letters, digits and these.
pub fn percent(value: &str, kept: &str) -> String {
    value.bytes().fold(String::new(), |mut text, byte| {
        if byte.is_ascii_alphanumeric() || kept.as_bytes().contains(&byte) {
            text.push(char::from(byte));
        } else {
            let _ = write!(text, "%{byte:02X}");
        }
        text
    })
}

fn lower_percent(value: &str, kept: &str) -> String {
    value.bytes().fold(String::new(), |mut text, byte| {
        if byte.is_ascii_alphanumeric() || kept.as_bytes().contains(&byte) {
            text.push(char::from(byte));
        } else {
            let _ = write!(text, "%{byte:02x}");
        }
        text
    })
}

/// JSON in ASCII only.
fn escaped_to_ascii(json: &str) -> String {
    json.chars().fold(String::new(), |mut text, c| {
        if c.is_ascii() {
            text.push(c);
        } else {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(text, "\\u{unit:04x}");
            }
        }
        text
    })
}

/// Base64 depends on the offset of one, two or three bytes; digits that contain bits of other bytes are left out.
fn in_base64(bytes: &[u8]) -> Vec<String> {
    let mut forms = vec![];
    for before in 0..3 {
        let whole = BASE64_STANDARD.encode([vec![b'-'; before].as_slice(), bytes].concat());
        let digits = whole.get((before * 8).div_ceil(6)..(before + bytes.len()) * 8 / 6).unwrap_or_default();
        forms.extend([digits.replace('+', "-").replace('/', "_"), digits.to_owned()]);
        forms.push(percent(digits, ""));
    }
    forms
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const VALUE: &str = "s3cr&t \"tök/en\"+<x>=";

    fn hidden(text: &str) -> String {
        let mut value = json!(text);
        Mask::of([VALUE].into_iter()).hide(&mut value);
        value.as_str().unwrap().to_owned()
    }

    #[test]
    fn a_secret_is_hidden_however_it_is_written() {
        for form in [
            VALUE.to_owned(),
            serde_json::to_string(VALUE).unwrap(),
            r#"s3cr&t \"t\u00f6k/en\"+<x>="#.to_owned(),
            r#"s3cr&t \"tök\/en\"+<x>="#.to_owned(),
            "s3cr%26t%20%22t%C3%B6k%2Fen%22%2B%3Cx%3E%3D".to_owned(),
            "s3cr%26t%20%22t%c3%b6k%2fen%22%2b%3cx%3e%3d".to_owned(),
            "s3cr%26t+%22t%C3%B6k%2Fen%22%2B%3Cx%3E%3D".to_owned(),
            "s3cr&amp;t &quot;tök/en&quot;+&lt;x&gt;=".to_owned(),
            BASE64_STANDARD.encode(format!("user:{VALUE}")),
            BASE64_STANDARD.encode(format!("x{VALUE}y")),
            BASE64_STANDARD.encode(format!("xx{VALUE}")).replace('+', "-").replace('/', "_"),
            VALUE.bytes().map(|byte| format!("{byte:02x}")).collect(),
        ] {
            let text = hidden(&format!("before {form} after"));
            assert!(text.contains(HIDDEN) && !text.contains("s3cr") && !text.contains(&form), "{form}: {text}");
            assert!(text.starts_with("before ") && text.ends_with(" after"), "{text}");
        }
        assert_eq!(hidden("nothing of it"), "nothing of it");
    }

    #[test]
    fn a_secret_is_hidden_wherever_it_stands() {
        let mask = Mask::of(["12345678"].into_iter());
        let mut value = json!({"a": [{"x12345678": "b"}, 12345678, 912345678, true, null], "n": 7});
        mask.hide(&mut value);
        assert_eq!(value, json!({"a": [{"x***": "b"}, "***", "9***", true, null], "n": 7}));
        let fault = mask.hide_in_fault(Fault::new("x", 400, "no 12345678").detail("12345678?"));
        assert_eq!((fault.title.as_str(), fault.detail.as_deref()), ("no ***", Some("***?")));
    }

    #[test]
    fn the_long_words_of_a_secret_are_hidden_in_any_encoding() {
        let mask = Mask::of([r#"Zx81-kd83Lq0pPw "and more""#].into_iter());
        // As HTML, and then percent-encoded.
        let mut value = json!("Zx81-kd83Lq0pPw%20%26quot%3Band%20more%26quot%3B");
        mask.hide(&mut value);
        assert_eq!(value, json!("***%20%26quot%3Band%20more%26quot%3B"));
    }

    #[test]
    fn a_secret_within_another_does_not_leave_the_rest_of_it() {
        let mask = Mask::of(["password", "password-and-more"].into_iter());
        let mut value = json!("password-and-more");
        mask.hide(&mut value);
        assert_eq!(value, json!("***"));
    }
}
