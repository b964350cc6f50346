//! Servers as machines.

use crate::{
    Hetzner,
    client::{Unanswered, shown},
};
use api::cloud_verification::CloudFindingCode;
use cloud_boundary::{Access, Failure, Listing, MOST_MACHINES, Machine, MachineState, RESERVED_LABELS};
use outbound::Method;
use serde::Deserialize;
use std::collections::BTreeMap;

const GIB: f64 = 1024.0 * 1024.0 * 1024.0;

/// How many servers with the same label are read at most. One is expected.
const MOST_LABELLED: usize = 100;

#[derive(Deserialize)]
pub(crate) struct Server {
    id: u64,
    #[serde(default)]
    name: String,
    #[serde(default)]
    status: String,
    server_type: Option<ServerType>,
    image: Option<Image>,
    /// Either names the location; the former is going away.
    datacenter: Option<Datacenter>,
    location: Option<Named>,
    public_net: Option<PublicNet>,
    #[serde(default)]
    private_net: Vec<PrivateNet>,
    #[serde(default)]
    labels: BTreeMap<String, String>,
    created: Option<String>,
}

#[derive(Deserialize)]
struct ServerType {
    name: String,
    cores: Option<i32>,
    memory: Option<f64>,
}

#[derive(Deserialize)]
struct Image {
    id: u64,
    name: Option<String>,
}

#[derive(Deserialize)]
struct Datacenter {
    location: Named,
}

#[derive(Deserialize)]
struct Named {
    name: String,
}

#[derive(Deserialize)]
struct PublicNet {
    ipv4: Option<Ip>,
    ipv6: Option<Ip>,
    #[serde(default)]
    firewalls: Vec<Firewall>,
}

#[derive(Deserialize)]
struct Ip {
    ip: String,
}

#[derive(Deserialize)]
struct Firewall {
    id: u64,
}

#[derive(Deserialize)]
struct PrivateNet {
    network: u64,
    ip: String,
}

pub(crate) async fn machines(hetzner: &Hetzner, access: &Access, region: &str) -> Listing {
    let failed = |failure| Listing { machines: vec![], incomplete: Some(failure) };
    let caller = match hetzner.caller(access) {
        Ok(caller) => caller,
        Err(failure) => return failed(failure),
    };
    let (servers, is_cut) = match caller.list::<Server>("servers", &[("sort", "id:asc")], MOST_MACHINES).await {
        Ok(listed) => listed,
        Err(failure) => return failed(failure),
    };
    let detail = || format!("The project has more than {MOST_MACHINES} machines.");
    let incomplete = is_cut.then(|| Failure::new(CloudFindingCode::Unclear, detail()));
    // Lists cannot be limited to a location.
    let machines = servers.iter().filter(|server| server.place() == Some(region)).map(machine).collect();
    Listing { machines, incomplete }
}

pub(crate) async fn labelled(
    hetzner: &Hetzner,
    access: &Access,
    (name, value): (&str, &str),
) -> Result<Vec<Machine>, Failure> {
    let selector = format!("{}=={value}", label_key(name));
    let (servers, _) =
        hetzner.caller(access)?.list::<Server>("servers", &[("label_selector", &selector)], MOST_LABELLED).await?;
    let found = servers.iter().map(machine);
    Ok(found.filter(|machine| machine.labels.get(name).is_some_and(|found| found == value)).collect())
}

pub(crate) async fn one(hetzner: &Hetzner, access: &Access, provider_ref: &str) -> Result<Option<Machine>, Failure> {
    let caller = hetzner.caller(access)?;
    let answer = caller.send(Method::GET, &["servers", provider_ref], &[], None).await;
    let answer = answer.map_err(Unanswered::into_failure)?;
    match (answer.status.as_u16(), answer.code().as_deref()) {
        (200, _) => {
            let Envelope { server } = answer.json()?;
            Ok(Some(machine(&server)))
        }
        (404, Some("not_found")) => Ok(None),
        _ => Err(caller.failure(&answer)),
    }
}

#[derive(Deserialize)]
pub(crate) struct Envelope {
    pub server: Server,
}

impl Server {
    fn place(&self) -> Option<&str> {
        let datacenter = self.datacenter.as_ref().map(|datacenter| &datacenter.location);
        self.location.as_ref().or(datacenter).map(|location| location.name.as_str())
    }
}

/// Colons cannot stand in the names of labels here; the part before a slash is a prefix.
pub(crate) fn label_key(name: &str) -> String {
    match RESERVED_LABELS.iter().find_map(|prefix| Some((prefix, name.strip_prefix(prefix)?))) {
        Some((prefix, rest)) => format!("{}/{rest}", prefix.trim_end_matches(':')),
        None => name.to_owned(),
    }
}

fn label_name(key: &str) -> String {
    let own = RESERVED_LABELS.iter().find_map(|prefix| {
        let rest = key.strip_prefix(prefix.trim_end_matches(':'))?.strip_prefix('/')?;
        Some(format!("{prefix}{}", shown(rest)))
    });
    own.unwrap_or_else(|| shown(key))
}

pub(crate) fn machine(server: &Server) -> Machine {
    let public = server.public_net.as_ref();
    let ip = |ip: Option<&Ip>| ip.map(|ip| shown(&ip.ip));
    let ipv4 = ip(public.and_then(|public| public.ipv4.as_ref()));
    let ipv6 = ip(public.and_then(|public| public.ipv6.as_ref()));
    let private = server.private_net.iter().map(|net| shown(&net.ip));
    Machine {
        provider_ref: server.id.to_string(),
        name: Some(shown(&server.name)).filter(|name| !name.is_empty()),
        size: server.server_type.as_ref().map(|size| shown(&size.name)).unwrap_or_default(),
        vcpus: server.server_type.as_ref().and_then(|size| size.cores),
        memory_bytes: server.server_type.as_ref().and_then(|size| size.memory).map(bytes),
        image: server.image.as_ref().map(|image| image.name.as_deref().map_or_else(|| image.id.to_string(), shown)),
        state: state(&server.status),
        subnet: server.private_net.first().map(|net| net.network.to_string()),
        security_groups: public
            .map(|public| public.firewalls.iter().map(|one| one.id.to_string()).collect())
            .unwrap_or_default(),
        ips: private.chain(ipv4.clone()).chain(ipv6.clone()).collect(),
        public_ip: ipv4.or(ipv6),
        labels: server.labels.iter().map(|(key, value)| (label_name(key), shown(value))).collect(),
        token: None,
        created_at: server.created.as_deref().and_then(|created| created.parse().ok()),
    }
}

/// Hetzner counts memory in GB and means GiB.
pub(crate) fn bytes(memory: f64) -> i64 {
    (memory * GIB) as i64
}

fn state(status: &str) -> MachineState {
    match status {
        "initializing" | "starting" | "rebuilding" => MachineState::Provisioning,
        "running" | "migrating" => MachineState::Running,
        "stopping" | "deleting" => MachineState::Stopping,
        "off" => MachineState::Stopped,
        _ => MachineState::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloud_boundary::OPERATION_LABEL;

    #[test]
    fn the_labels_of_this_service_have_another_form_at_hetzner() {
        assert_eq!(label_key(OPERATION_LABEL), "tenant-control/operation");
        assert_eq!(label_name("tenant-control/operation"), OPERATION_LABEL);
        assert_eq!((label_key("env"), label_name("example.com/env")), ("env".to_owned(), "example.com/env".to_owned()));
    }
}
