//! Servers as machines. A listing says whether it is complete: a page that is missing, or a cell that is down, must not look
//! like machines that are missing.

use crate::{
    Openstack,
    failure::shown,
    pages::{LIMIT, Pages},
    session::{Caller, Kind, Session},
};
use api::cloud_verification::CloudFindingCode;
use cloud_boundary::{Access, Failure, Listing, MOST_MACHINES, Machine, MachineState, OPERATION_LABEL};
use outbound::Method;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

const MIB: i64 = 1024 * 1024;

/// How many servers with the same tag are read at most. One is expected.
const MOST_LABELLED: usize = 100;

/// The largest number of labels, groups and addresses of a server that is kept.
const KEPT: usize = 130;

/// The network of a server without one, also in a request: it is Nova's word.
pub(crate) const NO_NETWORK: &str = "none";

/// The longest id. Nova's are UUIDs.
const ID: usize = 64;

/// A server as Nova describes it. Those of a cell that is down have neither a name nor a flavor.
#[derive(Deserialize)]
struct Server {
    id: String,
    name: Option<String>,
    #[serde(default)]
    status: String,
    #[serde(rename = "OS-EXT-STS:task_state")]
    task_state: Option<String>,
    flavor: Option<Flavor>,
    /// An empty text for a server that starts from a volume.
    #[serde(default)]
    image: Value,
    #[serde(default)]
    metadata: BTreeMap<String, String>,
    #[serde(default)]
    tags: Vec<String>,
    #[serde(default)]
    addresses: BTreeMap<String, Vec<Address>>,
    #[serde(default)]
    security_groups: Vec<Group>,
    created: Option<String>,
}

#[derive(Deserialize)]
struct Flavor {
    #[serde(default)]
    original_name: String,
    vcpus: Option<i32>,
    ram: Option<i64>,
}

#[derive(Deserialize)]
struct Address {
    addr: String,
    #[serde(rename = "OS-EXT-IPS:type")]
    r#type: Option<String>,
}

#[derive(Deserialize)]
struct Group {
    name: String,
}

#[derive(Deserialize)]
struct Port {
    device_id: String,
    network_id: String,
    #[serde(default)]
    security_groups: Vec<String>,
}

/// The ports of servers, by their ids. Nova knows networks and groups only by names that need not be unique.
type Ports = BTreeMap<String, Vec<Port>>;

pub(crate) async fn machines(openstack: &Openstack, access: &Access, region: &str) -> Listing {
    let failed = |failure| Listing { machines: vec![], incomplete: Some(failure) };
    let session = match openstack.session(access).await {
        Ok(session) => session,
        Err(failure) => return failed(failure),
    };
    let nova = match session.service(Kind::Compute, region) {
        Ok(nova) => nova,
        Err(failure) => return failed(failure),
    };
    // The first page has no parameters: with any, Nova leaves out the servers of cells that are down, and does not say so.
    let (servers, incomplete) = servers(&nova, &[], MOST_MACHINES).await;
    let ports = match ports(&session, region, None).await {
        Ok(ports) => ports,
        // Without their networks, machines would look as if they had been changed.
        Err(failure) => return failed(incomplete.unwrap_or(failure)),
    };
    Listing { machines: servers.iter().filter_map(|server| machine(server, ports.as_ref())).collect(), incomplete }
}

/// The servers with a tag, which is looked for by Nova and compared here.
pub(crate) async fn labelled(
    openstack: &Openstack,
    access: &Access,
    region: &str,
    (name, value): (&str, &str),
) -> Result<Vec<Machine>, Failure> {
    let session = openstack.session(access).await?;
    let nova = session.service(Kind::Compute, region)?;
    let tag = tag(name, value);
    let (mut servers, incomplete) = servers(&nova, &[("tags", &tag)], MOST_LABELLED).await;
    if let Some(failure) = incomplete {
        return Err(failure);
    }
    servers.retain(|server| server.tags.contains(&tag));
    if servers.is_empty() {
        // That no server was found means something only if all cells were asked.
        all_cells(&nova).await?;
    }
    let mut found = vec![];
    for server in &servers {
        let ports = ports(&session, region, Some(&server.id)).await?;
        found.extend(machine(server, ports.as_ref()));
    }
    Ok(found)
}

pub(crate) async fn one(
    openstack: &Openstack,
    access: &Access,
    region: &str,
    provider_ref: &str,
) -> Result<Option<Machine>, Failure> {
    #[derive(Deserialize)]
    struct Envelope {
        server: Server,
    }
    let session = openstack.session(access).await?;
    let nova = session.service(Kind::Compute, region)?;
    let answer = nova.send(Method::GET, &["servers", provider_ref], &[], None).await;
    let answer = answer.map_err(crate::http::Unanswered::into_failure)?;
    match answer.status.as_u16() {
        200 => {}
        404 if crate::failure::fault(&answer).is_some() => return Ok(None),
        _ => return Err(nova.failure(&answer)),
    }
    let Envelope { server } = answer.json()?;
    if is_partial(&server) {
        return Err(cell_down());
    }
    let ports = ports(&session, region, Some(&server.id)).await?;
    Ok(machine(&server, ports.as_ref()))
}

/// The tag of a server for a label. Tags can be searched for exactly, and customers change metadata more often.
pub(crate) fn tag(name: &str, value: &str) -> String {
    format!("{name}={value}")
}

/// Servers page by page, and why they are not all.
async fn servers(nova: &Caller<'_>, query: &[(&str, &str)], most: usize) -> (Vec<Server>, Option<Failure>) {
    let mut pages = Pages::new(nova, &["servers", "detail"], "servers", query);
    let (mut found, mut incomplete): (Vec<Server>, _) = (vec![], None);
    loop {
        match pages.next::<Server>().await {
            Ok(Some(page)) => found.extend(page),
            Ok(None) => break,
            Err(failure) => {
                incomplete = Some(failure);
                break;
            }
        }
        if found.len() > most {
            found.truncate(most);
            let detail = format!("The project has more than {most} machines in this region.");
            incomplete = Some(Failure::new(CloudFindingCode::Unclear, detail));
            break;
        }
    }
    let listed = found.len();
    found.retain(|server| !is_partial(server));
    if found.len() < listed {
        incomplete = incomplete.or_else(|| Some(cell_down()));
    }
    (found, incomplete)
}

/// Fails if a cell is down. Only a list without any parameter reports this.
async fn all_cells(nova: &Caller<'_>) -> Result<(), Failure> {
    #[derive(Deserialize)]
    struct Brief {
        servers: Vec<Named>,
    }
    #[derive(Deserialize)]
    struct Named {
        name: Option<String>,
    }
    let brief: Brief = nova.get(&["servers"], &[]).await?.json()?;
    if brief.servers.iter().any(|server| server.name.is_none()) { Err(cell_down()) } else { Ok(()) }
}

fn is_partial(server: &Server) -> bool {
    server.name.is_none() || server.flavor.is_none() || !is_id(&server.id)
}

pub(crate) fn is_id(id: &str) -> bool {
    (1..=ID).contains(&id.len()) && id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
}

fn cell_down() -> Failure {
    Failure::new(
        CloudFindingCode::Unreachable,
        "A cell of Nova is down, so that some of its servers are not described.",
    )
}

/// The ports of a server, or of all of the project; `None` if there is no Neutron.
async fn ports(session: &Session<'_>, region: &str, server: Option<&str>) -> Result<Option<Ports>, Failure> {
    if !session.has(Kind::Network, region) {
        return Ok(None);
    }
    let neutron = session.service(Kind::Network, region)?;
    let mut query = vec![LIMIT, ("project_id", session.project_id.as_str())];
    query.extend(["id", "device_id", "network_id", "security_groups"].map(|field| ("fields", field)));
    query.extend(server.map(|server| ("device_id", server)));
    let mut pages = Pages::new(&neutron, &["ports"], "ports", &query);
    let (mut found, mut count) = (Ports::new(), 0);
    while let Some(page) = pages.next::<Port>().await? {
        count += page.len();
        // A server has a few of them.
        if count > MOST_MACHINES * 4 {
            return Err(Failure::new(CloudFindingCode::Unclear, "The project has too many ports in this region."));
        }
        page.into_iter().for_each(|port| found.entry(port.device_id.clone()).or_default().push(port));
    }
    Ok(Some(found))
}

fn machine(server: &Server, ports: Option<&Ports>) -> Option<Machine> {
    let Flavor { original_name, vcpus, ram } = server.flavor.as_ref()?;
    let addresses = || server.addresses.values().flatten().take(KEPT);
    let is_floating = |address: &&Address| address.r#type.as_deref() == Some("floating");
    let own = ports.map(|ports| ports.get(&server.id).map_or(&[][..], Vec::as_slice));
    let mut security_groups: Vec<String> = match own {
        Some(own) => own.iter().flat_map(|port| &port.security_groups).map(|group| shown(group)).collect(),
        None => server.security_groups.iter().map(|group| shown(&group.name)).collect(),
    };
    security_groups.sort_unstable();
    security_groups.dedup();
    security_groups.truncate(KEPT);
    let operation = tag(OPERATION_LABEL, "");
    let made_by = server.tags.iter().find_map(|tag| tag.strip_prefix(&operation));
    Some(Machine {
        provider_ref: server.id.clone(),
        name: server.name.as_deref().map(shown).filter(|name| !name.is_empty()),
        size: shown(original_name),
        vcpus: *vcpus,
        memory_bytes: ram.map(|mib| mib.saturating_mul(MIB)),
        image: server.image.get("id").and_then(Value::as_str).map(shown),
        state: state(&server.status, server.task_state.as_deref()),
        subnet: Some(
            own.and_then(<[Port]>::first).map_or_else(|| NO_NETWORK.to_owned(), |port| shown(&port.network_id)),
        ),
        security_groups,
        ips: addresses().map(|address| shown(&address.addr)).collect(),
        public_ip: addresses().find(is_floating).map(|address| shown(&address.addr)),
        labels: server.metadata.iter().take(KEPT).map(|(name, value)| (label(name), label(value))).collect(),
        // A server whose metadata was copied from another one does not have its tag.
        token: Some(made_by.map(shown).unwrap_or_default()),
        created_at: server.created.as_deref().and_then(|created| created.parse().ok()),
    })
}

fn label(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(256).collect()
}

fn state(status: &str, task: Option<&str>) -> MachineState {
    match (status, task) {
        ("DELETED" | "SOFT_DELETED", _) => MachineState::Deleted,
        (_, Some("deleting" | "soft-deleting" | "powering-off")) => MachineState::Stopping,
        ("SHUTOFF", Some("powering-on")) | ("BUILD" | "REBUILD", _) => MachineState::Provisioning,
        (
            "ACTIVE" | "REBOOT" | "HARD_REBOOT" | "PASSWORD" | "RESIZE" | "REVERT_RESIZE" | "VERIFY_RESIZE"
            | "MIGRATING" | "RESCUE",
            _,
        ) => MachineState::Running,
        ("SHUTOFF" | "PAUSED" | "SUSPENDED" | "SHELVED" | "SHELVED_OFFLOADED", _) => MachineState::Stopped,
        _ => MachineState::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_that_is_on_its_way_is_not_there_yet() {
        assert_eq!(state("BUILD", Some("spawning")), MachineState::Provisioning);
        assert_eq!(state("ACTIVE", None), MachineState::Running);
        assert_eq!(state("ACTIVE", Some("powering-off")), MachineState::Stopping);
        assert_eq!(state("ACTIVE", Some("deleting")), MachineState::Stopping);
        assert_eq!(state("SHUTOFF", None), MachineState::Stopped);
        assert_eq!(state("SHUTOFF", Some("powering-on")), MachineState::Provisioning);
        assert_eq!(state("ERROR", None), MachineState::Unknown);
        assert_eq!(state("SOFT_DELETED", None), MachineState::Deleted);
    }
}
