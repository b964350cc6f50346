//! Resolves names to addresses, with the nameservers of the system or given ones.
//!
//! In this process instead of by `getaddrinfo`, which blocks a thread for each name: a customer whose nameserver hangs
//! would block all of them. Names are absolute: the system's search list is the operator's, and must not complete a
//! customer's name. Answers are cached for a minute at most.

use hickory_resolver::{
    TokioResolver,
    config::{ConnectionConfig, LookupIpStrategy, NameServerConfig, ResolverConfig, ResolverOpts},
    net::{NetError, runtime::TokioRuntimeProvider},
    proto::rr::{Name, RData},
};
use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    time::Duration,
};

#[derive(Clone)]
pub struct Resolver(TokioResolver);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameFault {
    /// The name servers respond that the name does not exist, or that it has no address.
    NotFound,
    /// The name servers did not respond.
    Unanswered,
}

impl Resolver {
    /// Uses these nameservers; if empty, those of the system.
    pub fn new(nameservers: &[SocketAddr]) -> Result<Resolver, NetError> {
        let given = |servers: &[SocketAddr]| {
            let config = ResolverConfig::from_name_servers(servers.iter().map(|address| at(*address)).collect());
            TokioResolver::builder_with_config(config, TokioRuntimeProvider::default())
        };
        let mut builder = match nameservers {
            [] => TokioResolver::builder_tokio().unwrap_or_else(|error| {
                // As the C library does if nothing is configured.
                tracing::warn!(%error, "no name servers configured; using the local one");
                given(&[SocketAddr::from((Ipv4Addr::LOCALHOST, 53))])
            }),
            servers => given(servers),
        };
        careful(builder.options_mut());
        Ok(Resolver(builder.build()?))
    }

    pub async fn addresses(&self, host: &str) -> Result<Vec<IpAddr>, NameFault> {
        held::refuse("a nameserver is asked");
        let found = self.0.lookup_ip(absolute(host)?).await.map_err(|error| fault(&error))?;
        let addresses: Vec<IpAddr> = found.iter().collect();
        if addresses.is_empty() { Err(NameFault::NotFound) } else { Ok(addresses) }
    }

    /// The TXT records of a name.
    pub async fn texts(&self, name: &str) -> Result<Vec<String>, NameFault> {
        held::refuse("a nameserver is asked");
        let found = self.0.txt_lookup(absolute(name)?).await.map_err(|error| fault(&error))?;
        let texts = found.answers().iter().filter_map(|record| match &record.data {
            RData::TXT(txt) => Some(txt.txt_data.concat()),
            _ => None,
        });
        Ok(texts.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).collect())
    }
}

fn at(address: SocketAddr) -> NameServerConfig {
    let mut connections = vec![ConnectionConfig::udp(), ConnectionConfig::tcp()];
    connections.iter_mut().for_each(|connection| connection.port = address.port());
    NameServerConfig::new(address.ip(), true, connections)
}

fn careful(options: &mut ResolverOpts) {
    options.ip_strategy = LookupIpStrategy::Ipv4AndIpv6;
    options.timeout = Duration::from_secs(3);
    options.attempts = 2;
    options.positive_max_ttl = Some(Duration::from_secs(60));
    options.negative_max_ttl = Some(Duration::from_secs(10));
    options.cache_size = 4096;
    options.max_active_requests = 1024;
}

fn absolute(host: &str) -> Result<Name, NameFault> {
    let mut name = Name::from_ascii(host).map_err(|_| NameFault::NotFound)?;
    name.set_fqdn(true);
    Ok(name)
}

fn fault(error: &NetError) -> NameFault {
    if error.is_no_records_found() || error.is_nx_domain() { NameFault::NotFound } else { NameFault::Unanswered }
}
