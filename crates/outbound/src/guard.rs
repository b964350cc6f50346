//! The guard: which URLs have a permitted form, and which addresses may be reached. Plain functions, no I/O.
//!
//! Addresses of IPv6 are refused unless they are global unicast; those of IPv4 if they are on a list. An address with
//! an embedded IPv4 address is judged by that one (IPv4-mapped, NAT64) or refused (IPv4-compatible, 6to4, Teredo).

use ipnet::IpNet;
use std::{
    fmt,
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
};
use url::{Host, Url};

/// The targets that the operator permits in addition to the public internet by https.
#[derive(Debug, Clone, Default)]
pub struct Guard {
    /// Networks that may be reached although they are private. A metadata service can be reached only if its own
    /// address is listed (`169.254.169.254/32`).
    pub allowed: Vec<IpNet>,
    /// Networks that may not be reached although they are public, such as public addresses in use inside.
    pub refused: Vec<IpNet>,
    pub allow_http: bool,
}

/// The reason why a URL is refused, for its author.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UrlFault {
    /// Neither https nor http.
    Scheme,
    /// http, which the operator does not allow.
    NotEncrypted,
    /// A user name or a password before the host.
    UserInfo,
    Fragment,
    NoHost,
    Port(u16),
    Address {
        address: IpAddr,
        class: Class,
    },
    /// `localhost`, or a name below it.
    LocalName,
}

/// The reason why an address is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    Unspecified,
    Loopback,
    Private,
    LinkLocal,
    Shared,
    Metadata,
    Multicast,
    Broadcast,
    Documentation,
    Benchmark,
    Tunnel,
    Reserved,
    /// In a network that the operator refuses.
    Operator,
}

impl Guard {
    /// Checks the form of a URL, without resolving its name. A URL that passes can still be refused when a request is
    /// sent.
    pub fn check_url(&self, url: &Url) -> Result<(), UrlFault> {
        match url.scheme() {
            "https" => {}
            "http" if self.allow_http => {}
            "http" => return Err(UrlFault::NotEncrypted),
            _ => return Err(UrlFault::Scheme),
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(UrlFault::UserInfo);
        }
        if url.fragment().is_some() {
            return Err(UrlFault::Fragment);
        }
        match url.port_or_known_default() {
            Some(port) if !serves_something_else(port) => {}
            port => return Err(UrlFault::Port(port.unwrap_or(0))),
        }
        match url.host() {
            Some(Host::Domain(name)) => self.check_name(name),
            Some(Host::Ipv4(ip)) => self.check_literal(ip.into()),
            Some(Host::Ipv6(ip)) => self.check_literal(ip.into()),
            None => Err(UrlFault::NoHost),
        }
    }

    /// Checks whether a connection to this address may be made.
    pub fn check_address(&self, address: IpAddr) -> Result<(), Class> {
        let judged = carried(address);
        let named = self.allowed.iter().any(|net| net.prefix_len() == net.max_prefix_len() && net.contains(&judged));
        if named {
            return Ok(());
        }
        if is_metadata(judged) {
            return Err(Class::Metadata);
        }
        if self.refused.iter().any(|net| net.contains(&judged)) {
            return Err(Class::Operator);
        }
        if self.allowed.iter().any(|net| net.contains(&judged)) {
            return Ok(());
        }
        class(judged).map_or(Ok(()), Err)
    }

    fn check_literal(&self, address: IpAddr) -> Result<(), UrlFault> {
        self.check_address(address).map_err(|class| UrlFault::Address { address, class })
    }

    fn check_name(&self, name: &str) -> Result<(), UrlFault> {
        let name = name.strip_suffix('.').unwrap_or(name);
        let local = name == "localhost" || name.ends_with(".localhost");
        if name.is_empty() {
            return Err(UrlFault::NoHost);
        }
        if local && self.check_address(Ipv4Addr::LOCALHOST.into()).is_err() {
            return Err(UrlFault::LocalName);
        }
        Ok(())
    }
}

/// The final destination of packets to this address.
fn carried(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) if v6.segments()[..6] == [0x64, 0xff9b, 0, 0, 0, 0] => last_four(v6).into(),
        other => other,
    }
}

fn last_four(v6: Ipv6Addr) -> Ipv4Addr {
    let [.., a, b, c, d] = v6.octets();
    Ipv4Addr::new(a, b, c, d)
}

/// Metadata services of clouds, which return credentials: AWS, Google, Azure and others share the first; Alibaba,
/// Azure's host, Oracle; then AWS and Google by IPv6.
const METADATA: [IpAddr; 6] = [
    IpAddr::V4(Ipv4Addr::new(169, 254, 169, 254)),
    IpAddr::V4(Ipv4Addr::new(100, 100, 100, 200)),
    IpAddr::V4(Ipv4Addr::new(168, 63, 129, 16)),
    IpAddr::V4(Ipv4Addr::new(192, 0, 0, 192)),
    IpAddr::V6(Ipv6Addr::new(0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254)),
    IpAddr::V6(Ipv6Addr::new(0xfd20, 0xce, 0, 0, 0, 0, 0, 0x254)),
];

fn is_metadata(address: IpAddr) -> bool {
    METADATA.contains(&address)
}

fn class(address: IpAddr) -> Option<Class> {
    match address {
        IpAddr::V4(v4) => class_v4(v4),
        IpAddr::V6(v6) => class_v6(v6),
    }
}

/// After IANA's registry of special-purpose addresses.
fn class_v4(v4: Ipv4Addr) -> Option<Class> {
    Some(match v4.octets() {
        [0, ..] => Class::Unspecified,
        [127, ..] => Class::Loopback,
        [10, ..] | [172, 16..=31, ..] | [192, 168, ..] => Class::Private,
        [169, 254, ..] => Class::LinkLocal,
        [100, 64..=127, ..] => Class::Shared,
        [192, 0, 2, _] | [198, 51, 100, _] | [203, 0, 113, _] => Class::Documentation,
        [198, 18..=19, ..] => Class::Benchmark,
        [192, 88, 99, _] => Class::Tunnel,
        [224..=239, ..] => Class::Multicast,
        [255, 255, 255, 255] => Class::Broadcast,
        [192, 0, 0, _] | [240..=255, ..] => Class::Reserved,
        _ => return None,
    })
}

fn class_v6(v6: Ipv6Addr) -> Option<Class> {
    Some(match v6.segments() {
        [0, 0, 0, 0, 0, 0, 0, 0] => Class::Unspecified,
        [0, 0, 0, 0, 0, 0, 0, 1] => Class::Loopback,
        [0xfc00..=0xfdff, ..] => Class::Private,
        [0xfe80..=0xfebf, ..] => Class::LinkLocal,
        [0xff00..=0xffff, ..] => Class::Multicast,
        [0x2001, 0xdb8, ..] | [0x3fff, 0..=0xfff, ..] => Class::Documentation,
        [0x2001, 2, 0, ..] => Class::Benchmark,
        // IPv4-compatible, translation within a site, 6to4, Teredo.
        [0, 0, 0, 0, 0, 0, ..] | [0x64, 0xff9b, 1, ..] | [0x2002, ..] | [0x2001, 0, ..] => Class::Tunnel,
        [0x2001, 0..=0x1ff, ..] => Class::Reserved,
        [0x2000..=0x3fff, ..] => return None,
        _ => Class::Reserved,
    })
}

/// Ports of other protocols, which a request could be made to speak: those that browsers refuse (the Fetch standard's
/// "bad ports"), and those of common data stores. Any other port is the customer's choice.
fn serves_something_else(port: u16) -> bool {
    matches!(port,
        0 | 1 | 7 | 9 | 11 | 13 | 15 | 17 | 19..=23 | 25 | 37 | 42 | 43 | 53 | 69 | 77 | 79 | 87 | 95 | 101..=104
        | 109..=111 | 113 | 115 | 117 | 119 | 123 | 135 | 137 | 139 | 143 | 161 | 179 | 389 | 427 | 465 | 512..=515 | 526
        | 530..=532 | 540 | 548 | 554 | 556 | 563 | 587 | 601 | 636 | 989 | 990 | 993 | 995 | 1719 | 1720 | 1723 | 2049
        | 3659 | 4045 | 4190 | 5060 | 5061 | 6000 | 6566 | 6665..=6669 | 6679 | 6697 | 10080
        | 1433 | 1521 | 3306 | 5432 | 6379 | 11211 | 27017)
}

impl fmt::Display for UrlFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UrlFault::Scheme => f.write_str("the URL must begin with https://"),
            UrlFault::NotEncrypted => f.write_str("the URL must begin with https://; http is not allowed here"),
            UrlFault::UserInfo => {
                f.write_str("the URL must not contain a user name or password; send credentials in a header")
            }
            UrlFault::Fragment => f.write_str("the URL must not have a fragment (#…)"),
            UrlFault::NoHost => f.write_str("the URL must name a host"),
            UrlFault::Port(port) => {
                write!(f, "port {port} belongs to another protocol; use 443 or another port for https")
            }
            UrlFault::Address { class, .. } => {
                write!(f, "the host is {class}; the URL must have a public address")
            }
            UrlFault::LocalName => f.write_str("localhost is this service itself; the URL must have a public address"),
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Class::Unspecified => "the unspecified address (RFC 1122)",
            Class::Loopback => "a loopback address (RFC 1122)",
            Class::Private => "a private address (RFC 1918, RFC 4193)",
            Class::LinkLocal => "a link-local address (RFC 3927, RFC 4291)",
            Class::Shared => "a shared address behind a provider's NAT (RFC 6598)",
            Class::Metadata => "the metadata service of a cloud",
            Class::Multicast => "a multicast address",
            Class::Broadcast => "the broadcast address",
            Class::Documentation => "an address for documentation (RFC 5737, RFC 3849)",
            Class::Benchmark => "an address for benchmarks (RFC 2544)",
            Class::Tunnel => "an address of a tunnel or translator",
            Class::Reserved => "a reserved address",
            Class::Operator => "an address in a network that this installation refuses",
        })
    }
}

#[cfg(test)]
mod tests;
