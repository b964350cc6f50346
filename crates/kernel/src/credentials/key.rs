//! The text of a key: `tck_<live|test>_<routing><label>_<secret><checksum>`; that of a session, `tcs_…`, and of an
//! enrolment of agents, `tce_…`, have the same form.
//!
//! The fixed prefix and the checksum let secret scanners be exact:
//! `(tck_(live|test)|tc[es])_[0-9a-z]{16}_[0-9A-Za-z]{49}`. The routing part belongs to the tenant and leads to its
//! cell, the label distinguishes the tenant's keys, and neither is secret. 43 characters of base 62 hold 256 random
//! bits, so a plain SHA-256 is a sufficient hash.

use api::session::Environment;
use rand::Rng;
use secrecy::{ExposeSecret, SecretString};
use sha2::{Digest, Sha256};

const SESSION: &str = "tcs_";
const ENROLMENT: &str = "tce_";
const ROUTING: usize = 8;
const LABEL: usize = 8;
const SECRET: usize = 43;
const CHECKSUM: usize = 6;

const BASE62: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// A new key. Its text is shown once, to its creator.
pub struct KeyText {
    pub text: SecretString,
    pub prefix: String,
    pub last4: String,
    pub secret_hash: [u8; 32],
}

impl KeyText {
    pub fn new(environment: Environment, routing: &str) -> KeyText {
        let kind = match environment {
            Environment::Production => "live",
            Environment::NonProduction => "test",
        };
        KeyText::with_prefix(format!("tck_{kind}_{routing}{}", random(LABEL, &BASE36)))
    }

    /// The token of a new session.
    pub fn session(routing: &str) -> KeyText {
        KeyText::with_prefix(format!("{SESSION}{routing}{}", random(LABEL, &BASE36)))
    }

    /// The token of a new enrolment.
    pub fn enrolment(routing: &str) -> KeyText {
        KeyText::with_prefix(format!("{ENROLMENT}{routing}{}", random(LABEL, &BASE36)))
    }

    /// A new secret for a key that keeps its name.
    pub fn with_prefix(prefix: String) -> KeyText {
        let secret = random(SECRET, BASE62);
        let body = format!("{prefix}_{secret}");
        let text = format!("{body}{}", checksum(&body));
        let last4 = text[text.len() - 4..].to_owned();
        KeyText { prefix, last4, secret_hash: Sha256::digest(&secret).into(), text: text.into() }
    }

    /// The text, which is shown only once.
    pub fn reveal(&self) -> String {
        self.text.expose_secret().to_owned()
    }
}

/// A secret of another kind, with the same number of random bits.
pub fn new_secret() -> String {
    random(SECRET, BASE62)
}

/// The routing part of a new tenant's keys.
pub fn routing() -> String {
    random(ROUTING, &BASE36)
}

/// A presented text in the form of a key.
pub struct Presented<'a> {
    pub prefix: &'a str,
    secret: &'a str,
}

impl<'a> Presented<'a> {
    pub fn parse(text: &'a str) -> Option<Presented<'a>> {
        Presented::parse_one_of(text, &["tck_live_", "tck_test_", SESSION])
    }

    /// The token of an enrolment, which only the listener for agents accepts.
    pub fn parse_enrolment(text: &'a str) -> Option<Presented<'a>> {
        Presented::parse_one_of(text, &[ENROLMENT])
    }

    fn parse_one_of(text: &'a str, kinds: &[&str]) -> Option<Presented<'a>> {
        let (prefix, rest) = text.rsplit_once('_')?;
        let label = kinds.iter().find_map(|kind| prefix.strip_prefix(kind))?;
        if label.len() != ROUTING + LABEL || rest.len() != SECRET + CHECKSUM || !text.is_ascii() {
            return None;
        }
        let (secret, sum) = rest.split_at(SECRET);
        (checksum(&text[..text.len() - CHECKSUM]) == sum).then_some(Presented { prefix, secret })
    }

    /// True if it is the token of a session, not a key.
    pub fn is_session(&self) -> bool {
        self.prefix.starts_with(SESSION)
    }

    pub fn routing(&self) -> &'a str {
        let label = self.prefix.len() - ROUTING - LABEL;
        &self.prefix[label..label + ROUTING]
    }

    pub fn secret_hash(&self) -> [u8; 32] {
        Sha256::digest(self.secret).into()
    }
}

const BASE36: [u8; 36] = *b"0123456789abcdefghijklmnopqrstuvwxyz";

fn random(length: usize, digits: &[u8]) -> String {
    let mut rng = rand::rng();
    (0..length).map(|_| digits[rng.random_range(0..digits.len())] as char).collect()
}

fn checksum(text: &str) -> String {
    let sum = crc32fast::hash(text.as_bytes()) as usize;
    (0..CHECKSUM as u32).rev().map(|place| BASE62[sum / 62usize.pow(place) % 62] as char).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_recognised_by_its_text() {
        let key = KeyText::new(Environment::NonProduction, "acme0001");
        let text = key.reveal();
        assert!(text.starts_with("tck_test_acme0001"));
        let presented = Presented::parse(&text).unwrap();
        assert_eq!(presented.prefix, key.prefix);
        assert_eq!(presented.routing(), "acme0001");
        assert_eq!(presented.secret_hash(), key.secret_hash);
    }

    #[test]
    fn a_session_is_told_from_a_key() {
        let session = KeyText::session("acme0001").reveal();
        assert!(Presented::parse(&session).unwrap().is_session());
        let key = KeyText::new(Environment::Production, "acme0001").reveal();
        assert!(!Presented::parse(&key).unwrap().is_session());
    }

    #[test]
    fn the_token_of_an_enrolment_is_no_key() {
        let token = KeyText::enrolment("acme0001").reveal();
        assert_eq!(Presented::parse_enrolment(&token).unwrap().routing(), "acme0001");
        assert!(Presented::parse(&token).is_none());
        let key = KeyText::new(Environment::Production, "acme0001").reveal();
        assert!(Presented::parse_enrolment(&key).is_none());
    }

    #[test]
    fn a_changed_character_is_noticed_without_a_look_up() {
        let text = KeyText::new(Environment::Production, "acme0001").reveal();
        for place in [5, 12, 20, 30, text.len() - 1] {
            let mut changed = text.clone().into_bytes();
            changed[place] = if changed[place] == b'x' { b'y' } else { b'x' };
            assert!(Presented::parse(std::str::from_utf8(&changed).unwrap()).is_none(), "{place}");
        }
        for wrong in ["", "tck_", "tck_live__", "Bearer", "tck_live_é", &text[1..], &format!("{text}0")] {
            assert!(Presented::parse(wrong).is_none(), "{wrong}");
        }
    }
}
