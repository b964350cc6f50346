//! The target of a sign-in: a page of this site, or a command line that listens on loopback. Other targets are refused.

use kernel::http::site;
use url::{Host, Url};

#[derive(Debug, PartialEq, Eq)]
pub enum ReturnTo {
    /// Path, query and fragment.
    Page(String),
    Loopback(Url),
}

impl ReturnTo {
    pub fn parse(base_url: &str, text: Option<&str>) -> Result<ReturnTo, &'static str> {
        let text = text.unwrap_or("/");
        // Browsers remove or convert these characters, so that the URL would lead elsewhere.
        if text.chars().any(|c| c.is_control() || c.is_whitespace() || c == '\\') {
            return Err("contains characters that are not allowed in a URL");
        }
        if text.starts_with('/') { page(base_url, text) } else { loopback(text) }
    }

    pub fn text(&self) -> &str {
        match self {
            ReturnTo::Page(path) => path,
            ReturnTo::Loopback(url) => url.as_str(),
        }
    }
}

fn page(base_url: &str, text: &str) -> Result<ReturnTo, &'static str> {
    let elsewhere = "must be a path of this site";
    if text.starts_with("//") {
        return Err(elsewhere);
    }
    let site = Url::parse(site::origin(base_url)).map_err(|_| elsewhere)?;
    let target = site.join(text).map_err(|_| elsewhere)?;
    if target.origin() != site.origin() || target.path().starts_with("//") {
        return Err(elsewhere);
    }
    Ok(ReturnTo::Page(target[url::Position::BeforePath..].to_owned()))
}

/// Loopback by address, not by a name that may resolve elsewhere (RFC 8252, section 8.3).
fn loopback(text: &str) -> Result<ReturnTo, &'static str> {
    let wrong =
        "must be a path of this site, or http://127.0.0.1:PORT/… or http://[::1]:PORT/… for a command-line client";
    let url = Url::parse(text).map_err(|_| wrong)?;
    let is_loopback = match url.host() {
        Some(Host::Ipv4(ip)) => ip.is_loopback(),
        Some(Host::Ipv6(ip)) => ip.is_loopback(),
        _ => false,
    };
    let plain = url.username().is_empty() && url.password().is_none() && url.fragment().is_none();
    if url.scheme() == "http" && is_loopback && url.port().is_some() && plain {
        Ok(ReturnTo::Loopback(url))
    } else {
        Err(wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BASE: &str = "https://control.example";

    #[test]
    fn a_page_of_this_site_is_taken() {
        let of = |text| ReturnTo::parse(BASE, text).unwrap().text().to_owned();
        assert_eq!(of(None), "/");
        assert_eq!(of(Some("/documentation/?a=b#c")), "/documentation/?a=b#c");
        assert_eq!(of(Some("/a/../b")), "/b");
    }

    #[test]
    fn a_command_line_on_loopback_is_taken_by_its_address_and_port() {
        for taken in ["http://127.0.0.1:4711/done", "http://[::1]:4711/", "http://127.0.0.1:4711/?state=x"] {
            assert!(matches!(ReturnTo::parse(BASE, Some(taken)), Ok(ReturnTo::Loopback(_))), "{taken}");
        }
    }

    #[test]
    fn every_other_place_is_refused() {
        for elsewhere in [
            "https://evil.example/",
            "//evil.example/",
            "/\\evil.example/",
            "\\\\evil.example",
            "/\t/evil.example",
            "///evil.example",
            "/.//evil.example",
            "https:/evil.example",
            "https://control.example/",
            "https://control.example@evil.example/",
            "http://127.0.0.1.evil.example:80/",
            "http://127.0.0.1/",
            "http://localhost:4711/",
            "https://127.0.0.1:4711/",
            "http://user@127.0.0.1:4711/",
            "http://10.0.0.1:4711/",
            "javascript:alert(1)",
            "data:text/html,x",
            "evil",
            "",
        ] {
            assert!(ReturnTo::parse(BASE, Some(elsewhere)).is_err(), "{elsewhere}");
        }
    }
}
