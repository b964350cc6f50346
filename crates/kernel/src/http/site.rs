//! This site as browsers see it: its cookies, and the requests of its own pages.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use sha2::{Digest, Sha256};
use std::{borrow::Cow, time::Duration};
use subtle::ConstantTimeEq;

/// The session of a user who has signed in.
pub const SESSION: Cookie = Cookie { name: "tc_session", path: "/" };

/// The browser that has begun a sign-in, until the provider's response.
pub const SIGN_IN: Cookie = Cookie { name: "tc_sso", path: "/api/auth/sso" };

const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// A cookie that only the server reads, and that requests from other sites carry only for navigation to this site.
pub struct Cookie {
    name: &'static str,
    path: &'static str,
}

impl Cookie {
    /// With https, a browser accepts `__Host-` cookies from this host only, and sends them only to it: no other host of
    /// the domain can set one. The prefix requires `Secure` and the path `/`.
    pub fn name(&self, base_url: &str) -> Cow<'static, str> {
        if is_https(base_url) { format!("__Host-{}", self.name).into() } else { self.name.into() }
    }

    /// The value of this cookie in the request.
    pub fn sent<'a>(&self, base_url: &str, headers: &'a HeaderMap) -> Option<&'a str> {
        let name = self.name(base_url);
        let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
        let mut pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
        pairs.find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// The `Set-Cookie` header.
    pub fn set(&self, base_url: &str, value: &str, life: Duration) -> HeaderValue {
        let (name, life) = (self.name(base_url), life.as_secs());
        let path = if is_https(base_url) { "/" } else { self.path };
        let secure = if is_plain_loopback(base_url) { "" } else { "; Secure" };
        let text = format!("{name}={value}; Path={path}; Max-Age={life}; HttpOnly; SameSite=Lax{secure}");
        HeaderValue::try_from(text).unwrap_or(HeaderValue::from_static(""))
    }
}

fn is_https(base_url: &str) -> bool {
    base_url.starts_with("https://")
}

/// True if the request was not made by a page of another site. Browsers send the origin of a request; a client without
/// these headers is not a browser.
pub fn is_own_request(base_url: &str, headers: &HeaderMap) -> bool {
    let site = headers.get(FETCH_SITE).map(|site| site == "same-origin" || site == "none");
    let origin =
        headers.get(header::ORIGIN).map(|sent| sent.as_bytes().eq_ignore_ascii_case(origin(base_url).as_bytes()));
    site.unwrap_or(true) && origin.unwrap_or(true)
}

/// The token of a form: it proves that the form was created for this session and this purpose. It cannot be created
/// without the session's cookie, and the cookie cannot be derived from it.
pub fn form_token(base_url: &str, headers: &HeaderMap, purpose: &str) -> Option<String> {
    let session = SESSION.sent(base_url, headers)?;
    let parts = ["tenant-control form", purpose, session].map(|part| Sha256::digest(part).to_vec());
    Some(BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(parts.concat())))
}

/// True if a form was created for the session that sends it.
pub fn is_form_token(base_url: &str, headers: &HeaderMap, purpose: &str, sent: &str) -> bool {
    form_token(base_url, headers, purpose).is_some_and(|token| bool::from(token.as_bytes().ct_eq(sent.as_bytes())))
}

/// `https://host:port` of a URL.
pub fn origin(url: &str) -> &str {
    let host = url.find("://").map_or(0, |scheme| scheme + 3);
    let end = url[host..].find(['/', '?', '#']).map_or(url.len(), |path| host + path);
    &url[..end]
}

/// Only there may a cookie be sent unencrypted.
fn is_plain_loopback(base_url: &str) -> bool {
    let Some(host) = origin(base_url).strip_prefix("http://") else { return false };
    let host = if host.ends_with(']') { host } else { host.rsplit_once(':').map_or(host, |(host, _)| host) };
    ["127.0.0.1", "[::1]", "localhost"].contains(&host)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value))).collect()
    }

    #[test]
    fn a_cookie_is_found_among_others() {
        let sent = headers(&[("cookie", "a=1; tc_session=tcs_x; tc_sessions=no; __Host-tc_session=tcs_y")]);
        assert_eq!(SESSION.sent("http://127.0.0.1:8080", &sent), Some("tcs_x"));
        assert_eq!(SESSION.sent("https://api.acme.example", &sent), Some("tcs_y"));
        assert_eq!(SIGN_IN.sent("https://api.acme.example", &sent), None);
        let planted = headers(&[("cookie", "tc_session=tcs_x")]);
        assert_eq!(SESSION.sent("https://api.acme.example", &planted), None, "a neighbouring host can set this one");
    }

    #[test]
    fn a_cookie_travels_unencrypted_only_on_the_machine_itself() {
        let of = |base| SESSION.set(base, "x", Duration::from_secs(60)).to_str().unwrap().to_owned();
        assert_eq!(of("http://127.0.0.1:8080"), "tc_session=x; Path=/; Max-Age=60; HttpOnly; SameSite=Lax");
        assert!(!of("http://[::1]:8080").contains("Secure") && !of("http://[::1]").contains("Secure"));
        for base in ["https://127.0.0.1", "http://acme.example", "http://127.0.0.1.acme.example", "https://localhost"] {
            assert!(of(base).ends_with("; Secure"), "{base}");
        }
    }

    #[test]
    fn a_form_belongs_to_one_session_and_one_purpose() {
        const BASE: &str = "http://127.0.0.1:8080";
        let mine = headers(&[("cookie", "tc_session=tcs_mine")]);
        let token = form_token(BASE, &mine, "apr_1").unwrap();
        assert!(is_form_token(BASE, &mine, "apr_1", &token) && !token.contains("tcs_"));
        assert!(!is_form_token(BASE, &mine, "apr_2", &token) && !is_form_token(BASE, &mine, "apr_1", ""));
        assert!(!is_form_token(BASE, &headers(&[("cookie", "tc_session=tcs_other")]), "apr_1", &token));
        assert_eq!(form_token(BASE, &headers(&[]), "apr_1"), None);
    }

    #[test]
    fn with_https_every_cookie_is_bound_to_the_host() {
        let attributes = "Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure";
        for (cookie, name) in [(SESSION, "__Host-tc_session"), (SIGN_IN, "__Host-tc_sso")] {
            let set = cookie.set("https://api.acme.example", "x", Duration::from_secs(60));
            assert_eq!(set.to_str().unwrap(), format!("{name}=x; {attributes}"));
        }
        let set = SIGN_IN.set("http://127.0.0.1:8080", "x", Duration::from_secs(60));
        assert!(set.to_str().unwrap().starts_with("tc_sso=x; Path=/api/auth/sso; "));
    }

    #[test]
    fn a_request_of_another_sites_page_is_known() {
        let own = |pairs: &[_]| is_own_request("https://api.acme.example/", &headers(pairs));
        assert!(own(&[("origin", "https://api.acme.example")]));
        assert!(own(&[("sec-fetch-site", "same-origin")]) && own(&[("sec-fetch-site", "none")]));
        assert!(own(&[]), "curl says nothing of where a request comes from; every browser does");
        assert!(!own(&[("origin", "https://evil.example")]) && !own(&[("origin", "null")]));
        assert!(!own(&[("origin", "http://api.acme.example")]) && !own(&[("origin", "https://api.acme.example:444")]));
        assert!(!own(&[("sec-fetch-site", "same-site")]) && !own(&[("sec-fetch-site", "cross-site")]));
        assert!(!own(&[("origin", "https://api.acme.example"), ("sec-fetch-site", "cross-site")]));
    }
}
