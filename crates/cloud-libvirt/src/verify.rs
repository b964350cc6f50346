//! Verification: whether the secret opens the host, and whether the host can make machines. Nothing is changed.

use crate::{
    Libvirt,
    calls::{Call, NoResult, call},
    description::offers_domain_type,
    failure::failure,
    hosts::Host,
};
use api::{
    cloud_providers::CloudRegionName,
    cloud_verification::{
        CloudCapability, CloudFindingCode, CloudFix, CloudIdentity, CloudRegionState, RegionAvailability,
    },
};
use cloud_boundary::{Access, Failure, Judgement, Report, denied, granted, unknown};
use std::{sync::Arc, time::Duration};
use virt::{error::Error, network::Network, storage_pool::StoragePool};

const TIME: Duration = Duration::from_secs(20);

const IDENTITY: &str = "identity";
const CONNECT: &str = "connect";

pub(crate) async fn verify(libvirt: &Libvirt, access: &Access) -> Report {
    let mut report =
        Report { judgement: Judgement::Rejected, identity: None, capabilities: vec![], regions: regions(access) };
    let host: Arc<Host> = match libvirt.hosts.open(access) {
        Ok(host) => host,
        Err(failure) => {
            let fix = fix("Ask the operator of this service for the endpoint of a host and its secret.".to_owned());
            report.capabilities.push(denied(IDENTITY, true, failure, fix));
            return report;
        }
    };
    report.judgement = Judgement::Accepted;
    report.capabilities.push(granted(IDENTITY, true));
    let of_host = host.clone();
    match call(&host, TIME, move |call| (call.conn.get_hostname(), capabilities(call, &of_host))).await {
        Ok((hostname, capabilities)) => {
            let arn = access.endpoint.as_ref().map(ToString::to_string).unwrap_or_default();
            report.identity = hostname.ok().map(|account_id| CloudIdentity { account_id, arn });
            report.capabilities.push(granted(CONNECT, true));
            report.capabilities.extend(capabilities);
            report.regions.iter_mut().for_each(|region| region.availability = RegionAvailability::Available);
        }
        Err(NoResult::NotBegun(failure) | NoResult::Lost(failure)) => {
            report.judgement = match failure.code {
                CloudFindingCode::Unreachable => Judgement::Unreachable,
                _ => Judgement::Undecided,
            };
            report.capabilities.push(unknown(CONNECT, true, failure));
        }
    }
    report
}

/// Each on its own: one that is missing hides no other.
fn capabilities(call: &Call<'_>, host: &Host) -> Vec<CloudCapability> {
    let machines = call.conn.list_all_domains(0).map(drop).map_err(|error| failure(&error));
    let mut capabilities = vec![match machines {
        Ok(()) => granted("list_machines", true),
        Err(failure) => denied("list_machines", true, failure, fix("Let this service list domains.".to_owned())),
    }];
    capabilities.push(pool(call, "list_images", &host.images));
    capabilities.push(pool(call, "store_disks", &host.disks));
    capabilities.extend(host.networks.iter().map(|network| usable_network(call, network)));
    capabilities.push(run_machines(call, &host.domain_type));
    capabilities
}

fn pool(call: &Call<'_>, capability: &str, name: &str) -> CloudCapability {
    let is_active = StoragePool::lookup_by_name(call.conn, name).and_then(|pool| pool.is_active());
    usable(capability, is_active, &format!("The pool {name}"), &format!("virsh pool-start {name}"))
}

fn usable_network(call: &Call<'_>, name: &str) -> CloudCapability {
    let is_active = Network::lookup_by_name(call.conn, name).and_then(|network| network.is_active());
    usable("connect_machines", is_active, &format!("The network {name}"), &format!("virsh net-start {name}"))
}

fn usable(capability: &str, is_active: Result<bool, Error>, subject: &str, command: &str) -> CloudCapability {
    let detail = match is_active {
        Ok(true) => return granted(capability, true),
        Ok(false) => format!("{subject} is not active."),
        Err(error) if crate::failure::is_absent(&error) => format!("{subject} does not exist on the host."),
        Err(error) => return unknown(capability, true, failure(&error)),
    };
    let text = format!("Define it on the host, if it is missing, and start it: {command}");
    denied(capability, true, Failure::new(CloudFindingCode::Unclear, detail), fix(text))
}

fn run_machines(call: &Call<'_>, domain_type: &str) -> CloudCapability {
    match call.conn.get_capabilities() {
        Ok(xml) if offers_domain_type(&xml, domain_type) => granted("run_machines", true),
        Ok(_) => {
            let detail = format!("The host cannot run machines of the type {domain_type}.");
            let text = "Enable hardware virtualization, or set domain_type to qemu, which is slow.".to_owned();
            denied("run_machines", true, Failure::new(CloudFindingCode::Unclear, detail), fix(text))
        }
        Err(error) => unknown("run_machines", true, failure(&error)),
    }
}

fn fix(text: String) -> CloudFix {
    CloudFix { text, policy: None }
}

fn regions(access: &Access) -> Vec<CloudRegionState> {
    let unknown = |name: &String| CloudRegionState {
        name: CloudRegionName(name.clone()),
        availability: RegionAvailability::Unknown,
        code: None,
        detail: None,
    };
    access.regions.iter().map(unknown).collect()
}
