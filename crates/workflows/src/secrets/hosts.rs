//! The hosts of a secret, and the check of a URL against them.

use api::{Fault, problem::FaultCode};
use outbound::Url;
use std::{fmt, str::FromStr};

/// `api.example.com`, `api.example.com:8443`, `*.example.com`, `203.0.113.5`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AllowedHost {
    /// As in a URL: in lower case, and in ASCII form.
    host: String,
    /// `None`: the standard port of the scheme.
    port: Option<u16>,
    /// Every name one level below the host, and not the host itself.
    below: bool,
}

/// A name has at most 253 characters; then there are the port and `*.`.
const LONGEST: usize = 261;

impl AllowedHost {
    /// True if a request to this URL goes to the host. Credentials before the host, and the addresses of a name, do not
    /// count: the guarded client checks them.
    pub fn matches(&self, url: &Url) -> bool {
        let Some(host) = url.host_str() else { return false };
        let is_host = match host.strip_suffix(&self.host).and_then(|rest| rest.strip_suffix('.')) {
            Some(label) => self.below && !label.is_empty() && !label.contains('.'),
            None => !self.below && host == self.host,
        };
        let is_port = match self.port {
            None => url.port().is_none(),
            port => url.port_or_known_default() == port,
        };
        is_host && is_port
    }
}

impl FromStr for AllowedHost {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<AllowedHost, &'static str> {
        const FORM: &str = "must be a host such as api.example.com, api.example.com:8443 or *.example.com";
        let (below, rest) = text.strip_prefix("*.").map_or((false, text), |rest| (true, rest));
        let odd = |c: char| c.is_whitespace() || c.is_control() || "/\\@?#%*".contains(c);
        if rest.is_empty() || text.len() > LONGEST || rest.contains(odd) {
            return Err(FORM);
        }
        let url: Url = format!("https://{rest}/").parse().map_err(|_| FORM)?;
        let host = url.host_str().filter(|host| !host.is_empty()).ok_or(FORM)?.to_owned();
        if host.ends_with('.') {
            return Err("must not end with a dot");
        }
        if url.port() == Some(0) || rest.ends_with(':') {
            return Err("has no port after the colon");
        }
        if below && (url.domain().is_none() || !host.contains('.')) {
            return Err("must be a subdomain of a top-level domain, such as *.example.com");
        }
        Ok(AllowedHost { host, port: url.port(), below })
    }
}

/// In the normal form, which is stored.
impl fmt::Display for AllowedHost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let below = if self.below { "*." } else { "" };
        match self.port {
            Some(port) => write!(f, "{below}{}:{port}", self.host),
            None => write!(f, "{below}{}", self.host),
        }
    }
}

/// In their normal form, without duplicates, or all of their faults.
pub fn normalised(written: &[String]) -> Result<Vec<String>, Vec<Fault>> {
    let (mut hosts, mut faults) = (vec![], vec![]);
    for (i, text) in written.iter().enumerate() {
        match text.parse::<AllowedHost>() {
            Ok(host) if hosts.contains(&host.to_string()) => {}
            Ok(host) => hosts.push(host.to_string()),
            Err(detail) => faults.push(Fault::at(format!("/allowed_hosts/{i}"), FaultCode::Invalid, detail)),
        }
    }
    if faults.is_empty() { Ok(hosts) } else { Err(faults) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leads(host: &str, url: &str) -> bool {
        host.parse::<AllowedHost>().unwrap().matches(&url.parse().unwrap())
    }

    #[test]
    fn a_url_leads_to_its_own_host_and_port_only() {
        assert!(leads("api.example.com", "https://api.example.com/x?y"));
        assert!(leads("API.Example.COM", "https://Api.eXample.com"));
        assert!(leads("api.example.com", "https://api.example.com:443/"));
        assert!(leads("api.example.com:8443", "https://api.example.com:8443/"));
        assert!(leads("bücher.example", "https://xn--bcher-kva.example/"));
        assert!(leads("*.example.com", "https://a.example.com/"));
        assert!(leads("127.0.0.1:8080", "http://127.0.0.1:8080/"));
        assert!(leads("[2001:db8::1]", "https://[2001:DB8:0::1]/"));
        for (host, url) in [
            ("api.example.com", "https://api.example.com:8443/"),
            ("api.example.com:8443", "https://api.example.com/"),
            ("api.example.com", "https://api.example.com.evil.example/"),
            ("api.example.com", "https://api.example.com@evil.example/"),
            ("api.example.com", "https://evil.example/api.example.com"),
            ("api.example.com", "https://evil.example/?https://api.example.com"),
            ("api.example.com", "https://evil.example#api.example.com"),
            ("api.example.com", "https://xapi.example.com/"),
            ("api.example.com", "https://x.api.example.com/"),
            ("api.example.com", "https://example.com/"),
            ("api.example.com", "https://api.example.com./"),
            ("api.example.com", "https://аpi.example.com/"),
            ("*.example.com", "https://example.com/"),
            ("*.example.com", "https://a.b.example.com/"),
            ("*.example.com", "https://aexample.com/"),
            ("*.example.com", "https://.example.com/"),
            ("*.example.com", "https://a.example.com:8443/"),
            ("127.0.0.1", "https://127.0.0.2/"),
        ] {
            assert!(!leads(host, url), "{host} is not where {url} leads");
        }
    }

    #[test]
    fn what_is_more_than_a_host_is_refused() {
        for wrong in [
            "",
            "*",
            "*.",
            "*.com",
            "*.*.example.com",
            "a.*.example.com",
            "*.127.0.0.1",
            "https://api.example.com",
            "api.example.com/x",
            "user@api.example.com",
            "api.example.com?x",
            "api.example.com#x",
            "api.example.com:",
            "api.example.com:0",
            "api.example.com:99999",
            "api.example.com.",
            "api .example.com",
            "api%2eexample.com",
            "api\\example.com",
        ] {
            assert!(wrong.parse::<AllowedHost>().is_err(), "{wrong}");
        }
        assert!("a.".repeat(200).parse::<AllowedHost>().is_err());
    }

    #[test]
    fn hosts_are_stored_in_their_normal_form_and_once() {
        let written = ["API.example.com", "api.example.com:443", "*.Example.com:8443"].map(str::to_owned);
        assert_eq!(normalised(&written).unwrap(), ["api.example.com", "*.example.com:8443"]);
        let faults = normalised(&["a.example".to_owned(), "b/c".to_owned()]).unwrap_err();
        assert_eq!(faults[0].pointer.as_deref(), Some("/allowed_hosts/1"));
    }
}
