//! The machines of a region. A listing says whether it is complete: a page that is missing must not look like machines
//! that are missing.

use crate::{Aws, failure::failure};
use api::cloud_verification::CloudFindingCode;
use aws_sdk_ec2::types::{GroupIdentifier, Instance, InstanceState, InstanceStateName, Reservation};
use cloud_boundary::{Access, Failure, Listing, MOST_MACHINES, Machine, MachineState};
use jiff::Timestamp;
use std::collections::BTreeMap;

/// Machines of a page.
const PAGE: i32 = 1000;

/// The largest number of labels of a machine that is kept, and the length of each part. AWS allows 50.
const LABELS: usize = 50;
const LABEL: usize = 256;

pub(crate) async fn machines(aws: &Aws, access: &Access, region: &str) -> Listing {
    let mut listing = Listing::default();
    let credentials = match aws.credentials(access).await {
        Ok(credentials) => credentials,
        Err(failure) => return Listing { incomplete: Some(failure), ..listing },
    };
    let ec2 = aws.ec2(access, region, credentials);
    let mut pages = ec2.describe_instances().max_results(PAGE).into_paginator().send();
    while let Some(page) = pages.next().await {
        let page = match page {
            Ok(page) => page,
            Err(error) => {
                listing.incomplete = Some(failure(&error));
                break;
            }
        };
        let instances = page.reservations().iter().flat_map(Reservation::instances);
        listing.machines.extend(instances.filter_map(machine));
        if listing.machines.len() > MOST_MACHINES {
            listing.machines.truncate(MOST_MACHINES);
            let detail = format!("The region has more than {MOST_MACHINES} machines.");
            listing.incomplete = Some(Failure::new(CloudFindingCode::Unclear, detail));
            break;
        }
    }
    listing
}

pub(crate) fn machine(instance: &Instance) -> Option<Machine> {
    let labels = instance.tags().iter().filter_map(|tag| Some((cut(tag.key()?), cut(tag.value().unwrap_or_default()))));
    let labels: BTreeMap<_, _> = labels.take(LABELS).collect();
    let private = instance.private_ip_address().into_iter().chain(instance.ipv6_address()).map(cut);
    let public_ip = instance.public_ip_address().map(cut);
    Some(Machine {
        provider_ref: cut(instance.instance_id()?),
        name: labels.get("Name").filter(|name| !name.is_empty()).cloned(),
        size: instance.instance_type().map(|size| cut(size.as_str())).unwrap_or_default(),
        vcpus: instance
            .cpu_options()
            .and_then(|cpus| Some(cpus.core_count()?.saturating_mul(cpus.threads_per_core()?))),
        memory_bytes: None,
        image: instance.image_id().map(cut),
        state: instance.state().and_then(InstanceState::name).map_or(MachineState::Unknown, state),
        subnet: instance.subnet_id().map(cut),
        security_groups: instance.security_groups().iter().filter_map(GroupIdentifier::group_id).map(cut).collect(),
        ips: private.chain(public_ip.clone()).collect(),
        public_ip,
        labels,
        token: instance.client_token().filter(|token| !token.is_empty()).map(cut),
        created_at: instance.launch_time().and_then(|at| Timestamp::from_second(at.secs()).ok()),
    })
}

fn state(name: &InstanceStateName) -> MachineState {
    match name {
        InstanceStateName::Pending => MachineState::Provisioning,
        InstanceStateName::Running => MachineState::Running,
        InstanceStateName::Stopping | InstanceStateName::ShuttingDown => MachineState::Stopping,
        InstanceStateName::Stopped => MachineState::Stopped,
        InstanceStateName::Terminated => MachineState::Deleted,
        _ => MachineState::Unknown,
    }
}

fn cut(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(LABEL).collect()
}
