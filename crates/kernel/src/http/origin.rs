//! The origin of a request: its id and the address of its sender.

use api::Cidr;
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use std::{fmt, net::IpAddr};
use uuid::Uuid;

pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

#[derive(Debug, Clone)]
pub struct Origin {
    pub request_id: RequestId,
    pub ip: IpAddr,
}

/// The caller's own id for the request if it sent one that is suitable for logs, or a new one.
#[derive(Debug, Clone)]
pub struct RequestId(HeaderValue);

impl RequestId {
    pub fn of(headers: &HeaderMap, fresh: impl FnOnce() -> Uuid) -> RequestId {
        let sent = headers.get(REQUEST_ID).filter(|id| is_plain(id.as_bytes()) && !is_ours(id.as_bytes()));
        RequestId(sent.cloned().unwrap_or_else(|| {
            let mut text = *b"req_00000000000000000000000000";
            text[4..].copy_from_slice(&api::ids::digits(fresh()));
            HeaderValue::from_bytes(&text).unwrap_or(HeaderValue::from_static("req_"))
        }))
    }

    /// An id that another part of the service has chosen.
    pub(super) fn given(id: HeaderValue) -> RequestId {
        RequestId(id)
    }

    pub fn header(&self) -> HeaderValue {
        self.0.clone()
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.to_str().unwrap_or_default())
    }
}

fn is_plain(id: &[u8]) -> bool {
    (1..=128).contains(&id.len()) && id.iter().all(|c| c.is_ascii_alphanumeric() || b"._-".contains(c))
}

/// The id of a workflow's request is that of its run: no other request has one.
fn is_ours(id: &[u8]) -> bool {
    id.starts_with(b"run_")
}

/// The nearest address that is not one of our proxies. Addresses beyond it could be forged.
pub fn client_ip(peer: IpAddr, headers: &HeaderMap, proxies: &[Cidr]) -> IpAddr {
    let trusted = |ip: IpAddr| proxies.iter().any(|net| net.contains(ip));
    let mut ip = peer.to_canonical();
    if !trusted(ip) {
        return ip;
    }
    let lines = headers.get_all(FORWARDED_FOR).iter().filter_map(|line| line.to_str().ok());
    let hops: Vec<&str> = lines.flat_map(|line| line.split(',')).map(str::trim).collect();
    for hop in hops.into_iter().rev() {
        match hop.parse::<IpAddr>() {
            Ok(hop) => ip = hop.to_canonical(),
            Err(_) => break,
        }
        if !trusted(ip) {
            break;
        }
    }
    ip
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(peer: &str, forwarded: &'static str) -> String {
        let mut headers = HeaderMap::new();
        headers.insert(FORWARDED_FOR, HeaderValue::from_static(forwarded));
        client_ip(peer.parse().unwrap(), &headers, &["10.0.0.0/8".parse().unwrap()]).to_string()
    }

    #[test]
    fn only_our_own_proxies_are_believed() {
        assert_eq!(ip("203.0.113.9", "198.51.100.1"), "203.0.113.9", "a stranger's header is not read");
        assert_eq!(ip("10.0.0.1", "198.51.100.1"), "198.51.100.1");
        assert_eq!(
            ip("10.0.0.1", "1.2.3.4, 198.51.100.1, 10.0.0.2"),
            "198.51.100.1",
            "what it claimed before is not read"
        );
        assert_eq!(ip("10.0.0.1", "198.51.100.1, nonsense"), "10.0.0.1");
        assert_eq!(ip("10.0.0.1", ""), "10.0.0.1");
    }

    #[test]
    fn a_request_keeps_its_own_id_when_a_log_can_hold_it() {
        let of = |text: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(REQUEST_ID, HeaderValue::from_static(text));
            RequestId::of(&headers, Uuid::nil).to_string()
        };
        assert_eq!(of("deploy-42.a_b"), "deploy-42.a_b");
        assert_eq!(of("run_01h455vb4pex5vsknk084sn02q"), "req_00000000000000000000000000", "a workflow's own");
        assert_eq!(of("two words"), "req_00000000000000000000000000");
        assert_eq!(of(""), "req_00000000000000000000000000");
    }
}
