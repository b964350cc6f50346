//! Identifiers as people type them: MAC addresses in any notation and in part, serial numbers, addresses, ids. Each has
//! normal forms, which the index has, too.

use super::asked::{Identifier, IdentifierValue};
use api::TenantId;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// A shorter text is not searched for among identifiers: it would be a part of most MAC addresses.
const SHORTEST: usize = 4;

/// What the index may have the word as; empty if it is a word and nothing else.
pub fn keys(word: &str) -> Vec<String> {
    let raw = clean(word);
    if is_number_of_ticket(&raw) {
        return vec![raw];
    }
    let compact = compact(&raw);
    let has_digit = raw.bytes().any(|byte| byte.is_ascii_digit());
    if compact.len() < SHORTEST || !(has_digit || raw.contains('@') || is_mac(&raw)) {
        return vec![];
    }
    let mut keys = vec![raw.clone()];
    keys.extend(uuid_of(&raw));
    if compact != raw {
        keys.push(compact);
    }
    keys
}

/// `#1042`.
pub fn is_number_of_ticket(raw: &str) -> bool {
    raw.strip_prefix('#').is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
}

/// True for octets with `:` or `-` between them, so that a MAC address is not taken for a qualifier.
pub fn is_mac(text: &str) -> bool {
    let separator = if text.contains(':') { ':' } else { '-' };
    let mut octets = text.split(separator);
    let is_octet = |octet: &str| octet.len() == 2 && octet.bytes().all(|byte| byte.is_ascii_hexdigit());
    text.contains(separator) && octets.all(is_octet)
}

pub fn is_ipv6(text: &str) -> bool {
    text.parse::<Ipv6Addr>().is_ok()
}

/// The UUID of an id of ours, whatever it is the id of.
fn uuid_of(raw: &str) -> Option<String> {
    let (kind, digits) = raw.rsplit_once('_')?;
    if kind.is_empty() {
        return None;
    }
    let id: TenantId = format!("ten_{digits}").parse().ok()?;
    Some(id.0.simple().to_string())
}

pub fn serial(value: &str) -> Option<Identifier> {
    let prefix = compact(&clean(value));
    (!prefix.is_empty()).then_some(Identifier { kind: "serial", value: IdentifierValue::Prefix(prefix) })
}

pub fn mac(value: &str) -> Option<Identifier> {
    let part = compact(&clean(value));
    let is_part = (SHORTEST..=12).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_part.then_some(Identifier { kind: "mac", value: IdentifierValue::Part(part) })
}

/// An address, the beginning of one (`10.0.`), or an IPv4 network (`10.0.0.0/24`).
pub fn ip(value: &str) -> Option<Identifier> {
    let value = clean(value);
    let found = |value| Some(Identifier { kind: "ip", value });
    if let Some((address, bits)) = value.split_once('/') {
        let (address, bits): (Ipv4Addr, u8) = (address.parse().ok()?, bits.parse().ok()?);
        // As PostgreSQL reads it: `/+24` is a number in Rust alone.
        let network = IdentifierValue::Network(format!("{address}/{bits}"));
        return if (8..=32).contains(&bits) { found(network) } else { None };
    }
    if let Ok(address) = value.parse::<IpAddr>() {
        return found(IdentifierValue::Is(address.to_string()));
    }
    let is_beginning = value.ends_with('.') && value.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    if is_beginning { found(IdentifierValue::Prefix(value)) } else { None }
}

impl Identifier {
    /// What the index finds it by.
    pub fn key(&self) -> String {
        match &self.value {
            IdentifierValue::Is(text) | IdentifierValue::Prefix(text) | IdentifierValue::Part(text) => text.clone(),
            IdentifierValue::Network(network) => covering(network),
        }
    }
}

/// The octets that all addresses of a network have, as a text: `10.1.` for `10.1.128.0/17`.
fn covering(network: &str) -> String {
    let (address, bits) = network.split_once('/').unwrap_or((network, "32"));
    let octets = bits.parse::<usize>().unwrap_or(32) / 8;
    let octets: Vec<_> = address.split('.').take(octets).collect();
    if octets.len() == 4 { octets.join(".") } else { octets.join(".") + "." }
}

/// Without what a query of the index cannot contain.
fn clean(text: &str) -> String {
    let kept = text.chars().filter(|c| !c.is_whitespace() && !c.is_control() && !['\'', '\\', '"'].contains(c));
    kept.flat_map(char::to_lowercase).take(200).collect()
}

fn compact(text: &str) -> String {
    text.chars().filter(char::is_ascii_alphanumeric).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_identifier_has_its_normal_forms() {
        assert_eq!(keys("PC-0041"), ["pc-0041", "pc0041"]);
        assert_eq!(keys("00:1B:21:3C"), ["00:1b:21:3c", "001b213c"]);
        assert_eq!(keys("fa:ce:ca:fe"), ["fa:ce:ca:fe", "facecafe"]);
        assert_eq!(keys("Milton@Initech.example"), ["milton@initech.example", "miltoninitechexample"]);
        assert_eq!(keys("#1042"), ["#1042"]);
        assert_eq!(keys("640hp72"), ["640hp72"]);
        let id = TenantId(uuid::Uuid::max());
        let typed = id.to_string().replacen("ten", "dev", 1);
        assert!(keys(&typed).contains(&"f".repeat(32)), "{typed}");
        for word in ["printer", "11", "a1", "face", "don't", "#", "_"] {
            assert!(keys(word).is_empty(), "{word}");
        }
    }

    #[test]
    fn addresses_and_networks_are_told_from_words() {
        assert_eq!(ip("10.0.0.7").unwrap().value, IdentifierValue::Is("10.0.0.7".into()));
        assert_eq!(ip("2001:DB8::3").unwrap().value, IdentifierValue::Is("2001:db8::3".into()));
        assert_eq!(ip("10.0.").unwrap().value, IdentifierValue::Prefix("10.0.".into()));
        assert_eq!(ip("10.1.128.0/17").unwrap().key(), "10.1.");
        assert_eq!(ip("10.1.2.0/24").unwrap().key(), "10.1.2.");
        assert_eq!(ip("10.1.2.0/+24").unwrap().value, IdentifierValue::Network("10.1.2.0/24".into()));
        assert_eq!(ip("10.1.2.3/32").unwrap().key(), "10.1.2.3");
        for wrong in ["", "10", "10.0.0.0/7", "10.0.0.0/33", "300.1.1.1/8", "printer"] {
            assert!(ip(wrong).is_none(), "{wrong}");
        }
        assert_eq!(mac("9D-F8").unwrap().key(), "9df8");
        assert!(mac("9df").is_none() && mac("printer").is_none());
        assert!(is_mac("fa:ce") && is_mac("00-1b-21") && !is_mac("type:device") && !is_mac("fa"));
    }
}
