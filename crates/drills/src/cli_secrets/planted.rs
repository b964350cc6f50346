//! Secrets that must not appear in any output, argument or file.

use base64::{Engine, prelude::BASE64_STANDARD};
use rand::RngCore;

/// The prefixes of secrets of the service.
const PREFIXES: [&str; 4] = ["tck_live_", "tck_test_", "tcs_", "whsec_"];

/// Shorter words are prefixes that may be shown.
const SHORTEST: usize = 30;

pub struct Planted {
    /// The API key of the tenant.
    pub key: String,
    /// The value of all variables that commands read. It is a valid signing secret.
    pub value: String,
    /// Given as an argument, which is visible.
    pub argument: String,
    /// Secrets that the service has made and commands have printed, as they should.
    made: Vec<String>,
}

impl Planted {
    pub fn new(key: &str) -> Planted {
        Planted { key: key.to_owned(), value: random(), argument: random(), made: vec![] }
    }

    /// The secrets that are planted from the start.
    pub fn texts(&self) -> Vec<String> {
        vec![self.key.clone(), self.value.clone()]
    }

    /// Records the secrets that a command printed: the output may contain them, files may not.
    pub fn learn(&mut self, output: &[u8]) {
        let text = String::from_utf8_lossy(output);
        let part_of_secret = |sign: char| sign.is_ascii_alphanumeric() || "_+/=".contains(sign);
        for word in text.split(|sign| !part_of_secret(sign)).filter(|word| word.len() >= SHORTEST) {
            let is_secret = PREFIXES.iter().any(|prefix| word.starts_with(prefix));
            if is_secret && !self.made.iter().any(|known| known == word) {
                self.made.push(word.to_owned());
            }
        }
    }

    /// The beginning of a planted secret that the text contains.
    pub fn find(&self, text: &[u8]) -> Option<&str> {
        first(&[&self.key, &self.value], text)
    }

    /// The beginning of a planted secret, or of one that the service has made.
    pub fn find_any(&self, text: &[u8]) -> Option<&str> {
        self.find(text).or_else(|| first(&self.made.iter().collect::<Vec<_>>(), text))
    }
}

fn first<'a>(secrets: &[&'a String], text: &[u8]) -> Option<&'a str> {
    let found = secrets.iter().find(|secret| super::contains(text, secret.as_bytes()));
    found.map(|secret| &secret[..12])
}

fn random() -> String {
    let mut bytes = [0; 24];
    rand::rng().fill_bytes(&mut bytes);
    format!("whsec_{}", BASE64_STANDARD.encode(bytes))
}
