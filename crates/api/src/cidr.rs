//! A network such as `10.0.0.0/8` or `2001:db8::/32`. A bare address is a network of one address.

use ipnet::{IpNet, Ipv4Net};
use serde::{Deserialize, Deserializer, Serialize};
use std::{borrow::Cow, fmt, net::IpAddr, str::FromStr};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, schema::Type},
};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Cidr(IpNet);

impl Cidr {
    pub fn contains(&self, ip: IpAddr) -> bool {
        self.0.contains(&ip.to_canonical())
    }

    pub fn encloses(&self, other: &Cidr) -> bool {
        self.0.contains(&other.0)
    }
}

impl FromStr for Cidr {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let net = text.parse::<IpNet>().or_else(|_| text.parse::<IpAddr>().map(IpNet::from));
        net.map(|net| Cidr(canonical(net).trunc()))
            .map_err(|_| "expected a network such as 10.0.0.0/8 or 2001:db8::/32")
    }
}

/// An IPv4 network written as IPv6 (`::ffff:10.0.0.0/104`) becomes that IPv4 network, because clients' addresses are
/// normalised in the same way.
fn canonical(net: IpNet) -> IpNet {
    match net {
        IpNet::V6(v6) if v6.prefix_len() >= 96 => {
            v6.addr().to_ipv4_mapped().and_then(|v4| Ipv4Net::new(v4, v6.prefix_len() - 96).ok()).map_or(net, IpNet::V4)
        }
        _ => net,
    }
}

impl fmt::Display for Cidr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<'de> Deserialize<'de> for Cidr {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        <Cow<'de, str>>::deserialize(d)?.parse().map_err(serde::de::Error::custom)
    }
}

impl PartialSchema for Cidr {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("A network; a bare address stands for itself alone."))
            .pattern(Some("^[0-9a-fA-F:.]{2,45}(/[0-9]{1,3})?$"))
            .examples([serde_json::json!("203.0.113.0/24")])
            .into()
    }
}

impl ToSchema for Cidr {}

#[cfg(test)]
mod tests {
    use super::*;

    fn cidr(text: &str) -> Cidr {
        text.parse().unwrap()
    }

    #[test]
    fn a_network_holds_its_addresses_and_smaller_networks() {
        assert!(cidr("10.0.0.0/8").contains("10.1.2.3".parse().unwrap()));
        assert!(cidr("10.0.0.0/8").contains("::ffff:10.1.2.3".parse().unwrap()), "an IPv4 peer on an IPv6 socket");
        assert!(!cidr("10.0.0.0/8").contains("11.0.0.1".parse().unwrap()));
        assert!(cidr("10.0.0.0/8").encloses(&cidr("10.4.0.0/16")));
        assert!(!cidr("10.4.0.0/16").encloses(&cidr("10.0.0.0/8")));
    }

    #[test]
    fn it_is_written_in_its_canonical_form() {
        assert_eq!(cidr("10.1.2.3/8").to_string(), "10.0.0.0/8");
        assert_eq!(cidr("::ffff:10.1.2.3/104").to_string(), "10.0.0.0/8");
        assert_eq!(cidr("2001:DB8::1").to_string(), "2001:db8::1/128");
    }
}
