//! Domains as they are compared: lower case, and in the letters of the DNS (IDNA).

use url::Host;

/// Published at `_tenant-control.<domain>`.
pub const RECORD: &str = "_tenant-control";

pub fn normalise(text: &str) -> Option<String> {
    let text = text.trim();
    match Host::parse(text.strip_suffix('.').unwrap_or(text)).ok()? {
        Host::Domain(domain) if domain.len() <= 253 && domain.split('.').count() > 1 && plain(&domain) => Some(domain),
        _ => None,
    }
}

fn plain(domain: &str) -> bool {
    let label = |label: &str| {
        let letters = label.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'-');
        (1..=63).contains(&label.len()) && letters && !label.starts_with('-') && !label.ends_with('-')
    };
    domain.split('.').all(label)
}

pub fn of_email(email: &str) -> Option<String> {
    normalise(email.rsplit_once('@')?.1)
}

/// The name and the value of the DNS record by which the owner proves control of the domain.
pub fn record(domain: &str, token: &str) -> (String, String) {
    (format!("{RECORD}.{domain}"), format!("tenant-control={token}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_domain_has_one_form_however_it_is_written() {
        for text in ["acme.example", "ACME.Example", " acme.example. "] {
            assert_eq!(normalise(text).as_deref(), Some("acme.example"));
        }
        for text in ["bücher.example", "BÜCHER.example", "xn--bcher-kva.example", "bu\u{308}cher.example"] {
            assert_eq!(normalise(text).as_deref(), Some("xn--bcher-kva.example"), "{text}");
        }
        assert_eq!(of_email("samir@sub.Acme.example").as_deref(), Some("sub.acme.example"));
        assert_eq!(of_email("\"a@evil.example\"@acme.example").as_deref(), Some("acme.example"));
    }

    #[test]
    fn what_is_no_domain_has_none() {
        for text in [
            "",
            "acme",
            "127.0.0.1",
            "[::1]",
            "0x7f.1",
            "a..b",
            "acme.example/x",
            "acme.example:80",
            "-a.example",
            "a b.c",
        ] {
            assert_eq!(normalise(text), None, "{text}");
        }
        assert_eq!(of_email("nobody"), None);
    }
}
