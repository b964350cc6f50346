//! The machines of a host. Each is described by one document, so that its parts belong together.

use crate::{
    Libvirt,
    calls::{Call, call},
    description::read_domain,
    failure::{failure, is_absent, present},
    hosts::{Hosts, MIB},
    own::uuid_of,
};
use api::cloud_verification::CloudFindingCode;
use cloud_boundary::{Access, Failure, Listing, MOST_MACHINES, Machine, MachineState, OPERATION_LABEL};
use std::{sync::Arc, time::Duration};
use uuid::Uuid;
use virt::{domain::Domain, error::Error};

/// The time for one machine, and for all of a host.
const ONE: Duration = Duration::from_secs(10);
const ALL: Duration = Duration::from_secs(60);

pub(crate) async fn machines(libvirt: &Libvirt, access: &Access) -> Listing {
    let host = match libvirt.hosts.open(access) {
        Ok(host) => host,
        Err(failure) => return Listing { machines: vec![], incomplete: Some(failure) },
    };
    let hosts = libvirt.hosts.clone();
    call(&host, ALL, move |call| list(call, &hosts))
        .await
        .unwrap_or_else(|error| Listing { machines: vec![], incomplete: Some(error.into_failure()) })
}

pub(crate) async fn labelled(
    libvirt: &Libvirt,
    access: &Access,
    (name, value): (&str, &str),
) -> Result<Vec<Machine>, Failure> {
    if name == OPERATION_LABEL {
        // The UUID is made from it, so that no list is needed.
        let found = one(libvirt, access, &uuid_of(value).to_string()).await?;
        let has_label = |machine: &Machine| machine.labels.get(name).is_some_and(|found| found == value);
        return Ok(found.into_iter().filter(has_label).collect());
    }
    let Listing { machines, incomplete } = machines(libvirt, access).await;
    match incomplete {
        Some(failure) => Err(failure),
        None => {
            Ok(machines.into_iter().filter(|machine| machine.labels.get(name).is_some_and(|v| v == value)).collect())
        }
    }
}

pub(crate) async fn one(libvirt: &Libvirt, access: &Access, provider_ref: &str) -> Result<Option<Machine>, Failure> {
    let host = libvirt.hosts.open(access)?;
    let Ok(uuid) = provider_ref.parse::<Uuid>() else { return Ok(None) };
    let hosts = libvirt.hosts.clone();
    let found = call(&host, ONE, move |call| match find(call, uuid) {
        Ok(Some(domain)) => described(&domain, &hosts),
        Ok(None) => Ok(None),
        Err(error) => Err(failure(&error)),
    });
    found.await.map_err(crate::calls::NoResult::into_failure)?
}

/// The domain with this UUID, if there is one.
pub(crate) fn find(call: &Call<'_>, uuid: Uuid) -> Result<Option<Domain>, Error> {
    present(Domain::lookup_by_uuid_string(call.conn, &uuid.to_string()))
}

fn list(call: &Call<'_>, hosts: &Arc<Hosts>) -> Listing {
    let mut listing = Listing::default();
    let domains = match call.conn.list_all_domains(0) {
        Ok(domains) => domains,
        Err(error) => return Listing { incomplete: Some(failure(&error)), ..listing },
    };
    for domain in &domains {
        if !call.is_awaited() {
            break;
        }
        if listing.machines.len() == MOST_MACHINES {
            let detail = format!("The host has more than {MOST_MACHINES} machines.");
            listing.incomplete = Some(Failure::new(CloudFindingCode::Unclear, detail));
            break;
        }
        match described(domain, hosts) {
            Ok(machine) => listing.machines.extend(machine),
            Err(failure) => listing.incomplete = Some(failure),
        }
    }
    listing
}

/// A domain as a machine; `None` if it is gone meanwhile.
pub(crate) fn described(domain: &Domain, hosts: &Hosts) -> Result<Option<Machine>, Failure> {
    let parts =
        || Ok::<_, Error>((domain.get_uuid()?, domain.get_name()?, domain.get_state()?, domain.get_xml_desc(0)?));
    let (uuid, name, state, xml) = match parts() {
        Ok(parts) => parts,
        Err(error) if is_absent(&error) => return Ok(None),
        Err(error) => return Err(failure(&error)),
    };
    let unreadable = || Failure::new(CloudFindingCode::Unclear, "The description of a machine is unreadable.");
    let read = read_domain(&xml).ok_or_else(unreadable)?;
    let own = read.own.unwrap_or_default();
    let (vcpus, memory_mib) = (read.vcpus, read.memory_mib);
    let is_unfinished = !own.token.is_empty() && !own.is_started;
    Ok(Some(Machine {
        provider_ref: uuid.to_string(),
        name: Some(name),
        size: size_name(hosts, &own.size, vcpus, memory_mib),
        vcpus,
        memory_bytes: memory_mib.map(|mib| mib.saturating_mul(MIB)),
        image: Some(own.image).filter(|image| !image.is_empty()),
        state: state_of(state, is_unfinished),
        subnet: read.network,
        security_groups: vec![],
        ips: vec![],
        public_ip: None,
        token: token_of(uuid, own.token),
        labels: own.labels,
        created_at: None,
    }))
}

/// The token of a machine. One that was copied has the token of the original, but a UUID of its own.
fn token_of(uuid: Uuid, token: String) -> Option<String> {
    match token {
        none if none.is_empty() => None,
        token if uuid_of(&token) == uuid => Some(token),
        _ => Some("copy".to_owned()),
    }
}

/// The size that a machine was made with, unless it was changed since; for others, what it consists of.
fn size_name(hosts: &Hosts, wanted: &str, vcpus: Option<i32>, memory_mib: Option<i64>) -> String {
    let is_as_wanted = match hosts.size(wanted) {
        Some(size) => Some(size.vcpus) == vcpus && Some(size.memory_mib) == memory_mib,
        // The operator does not offer it any more.
        None => !wanted.is_empty(),
    };
    if is_as_wanted {
        return wanted.to_owned();
    }
    format!("{}x{}", vcpus.unwrap_or_default(), memory_mib.unwrap_or_default())
}

/// A machine that was defined and never started is unfinished. libvirt forgets the reason of a state when it restarts, so
/// the mark decides, unless the reason shows that the machine was running.
fn state_of((state, reason): (virt_sys::virDomainState, i32), is_unfinished: bool) -> MachineState {
    let never_ran = u32::try_from(reason) == Ok(virt_sys::VIR_DOMAIN_SHUTOFF_UNKNOWN);
    let is_starting = u32::try_from(reason) == Ok(virt_sys::VIR_DOMAIN_PAUSED_STARTING_UP);
    match state {
        virt_sys::VIR_DOMAIN_RUNNING | virt_sys::VIR_DOMAIN_BLOCKED => MachineState::Running,
        virt_sys::VIR_DOMAIN_PAUSED if is_starting => MachineState::Provisioning,
        virt_sys::VIR_DOMAIN_SHUTDOWN => MachineState::Stopping,
        virt_sys::VIR_DOMAIN_SHUTOFF if is_unfinished && never_ran => MachineState::Unfinished,
        virt_sys::VIR_DOMAIN_SHUTOFF | virt_sys::VIR_DOMAIN_CRASHED => MachineState::Stopped,
        _ => MachineState::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_that_ran_is_not_unfinished() {
        let shutoff = |reason, unfinished| state_of((virt_sys::VIR_DOMAIN_SHUTOFF, reason), unfinished);
        assert_eq!(shutoff(0, true), MachineState::Unfinished);
        assert_eq!(shutoff(0, false), MachineState::Stopped);
        assert_eq!(shutoff(1, true), MachineState::Stopped, "it was shut down before its mark was written");
        assert_eq!(state_of((virt_sys::VIR_DOMAIN_RUNNING, 1), true), MachineState::Running);
    }

    #[test]
    fn a_copy_has_another_token() {
        let uuid = uuid_of("op_1");
        assert_eq!(token_of(uuid, "op_1".to_owned()), Some("op_1".to_owned()));
        assert_eq!(token_of(uuid_of("op_2"), "op_1".to_owned()), Some("copy".to_owned()));
        assert_eq!(token_of(uuid, String::new()), None);
    }

    #[test]
    fn a_size_that_was_changed_at_the_host_is_shown() {
        let json = r#"{"sizes": {"small": {"vcpus": 1, "memory_mib": 512}}, "hosts": {}}"#;
        let hosts = Hosts::parse(json).unwrap();
        assert_eq!(size_name(&hosts, "small", Some(1), Some(512)), "small");
        assert_eq!(size_name(&hosts, "small", Some(2), Some(512)), "2x512");
        assert_eq!(size_name(&hosts, "retired", Some(1), Some(512)), "retired");
        assert_eq!(size_name(&hosts, "", Some(1), Some(512)), "1x512");
    }
}
