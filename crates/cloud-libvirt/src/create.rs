//! Makes a machine: a disk, a domain, its first start. Each step can be repeated, because the UUID, which the disk is named
//! by, is made from the token of the request. A worker that dies after the domain is defined leaves an unfinished machine,
//! which the same request completes.

use crate::{
    Libvirt,
    calls::{Call, NoResult, call},
    description::{NewDomain, disk_xml, read_volume_format},
    failure::{failure, is_lost, present},
    hosts::{Host, Hosts, Size},
    machines::{described, find},
    own::{Own, disk_of, uuid_of},
    power::{self, UNDEFINE},
};
use api::cloud_verification::CloudFindingCode;
use cloud_boundary::{Access, CreateError, Failure, Machine, MachineState, Order};
use std::{sync::Arc, time::Duration};
use uuid::Uuid;
use virt::{
    domain::Domain,
    error::{Error, ErrorNumber},
    network::Network,
    storage_pool::StoragePool,
    storage_vol::StorageVol,
};

/// The time for all steps: less than the family waits.
const TIME: Duration = Duration::from_secs(13);

const GIB: u64 = 1024 * 1024 * 1024;

/// What is made.
struct Plan {
    host: Arc<Host>,
    hosts: Arc<Hosts>,
    uuid: Uuid,
    name: String,
    size: Size,
    /// The volume of the image.
    image: String,
    network: Option<String>,
    own: Own,
}

pub(crate) async fn create(libvirt: &Libvirt, access: &Access, order: &Order) -> Result<Machine, CreateError> {
    let host = libvirt.hosts.open(access).map_err(CreateError::NotNow)?;
    let plan = plan(libvirt, &host, order).map_err(|detail| refused(&detail))?;
    match call(&host, TIME, move |call| make(call, &plan)).await {
        Ok(made) => made,
        Err(NoResult::NotBegun(failure)) => Err(CreateError::NotNow(failure)),
        Err(NoResult::Lost(failure)) => Err(CreateError::Unknown(failure)),
    }
}

/// Checks what can be checked without a call.
fn plan(libvirt: &Libvirt, host: &Arc<Host>, order: &Order) -> Result<Plan, String> {
    if order.user_data.is_some() || order.ssh_key.is_some() {
        return Err("libvirt hosts accept no user_data and no ssh_keys. Put them into the image.".to_owned());
    }
    if !order.security_groups.is_empty() || order.public_ip == Some(true) {
        return Err("libvirt hosts have no security groups and no public addresses.".to_owned());
    }
    let size = libvirt.hosts.size(&order.size).ok_or("The operator does not offer this size. See the catalogue.")?;
    let image = order.image.strip_prefix(&host.images).and_then(|rest| rest.strip_prefix('/'));
    let image = image.filter(|name| !name.is_empty()).ok_or("The host has no such image. See the catalogue.")?;
    let network = match &order.subnet {
        Some(wanted) if !host.networks.contains(wanted) => {
            return Err("The network is not available to machines. See the catalogue.".to_owned());
        }
        Some(wanted) => Some(wanted.clone()),
        None => host.networks.first().cloned(),
    };
    let own = Own {
        token: order.token.clone(),
        size: order.size.clone(),
        image: order.image.clone(),
        is_started: false,
        labels: order.labels.clone(),
    };
    Ok(Plan {
        host: host.clone(),
        hosts: libvirt.hosts.clone(),
        uuid: uuid_of(&order.token),
        name: order.name.clone(),
        size: size.clone(),
        image: image.to_owned(),
        network,
        own,
    })
}

fn make(call: &Call<'_>, plan: &Plan) -> Result<Machine, CreateError> {
    let open = |error: Error| not_made(call, &error);
    let domain = match find(call, plan.uuid).map_err(open)? {
        Some(domain) => domain,
        None => define(call, plan)?,
    };
    let machine = describe(&domain, plan)?;
    if machine.name.as_ref() != Some(&plan.name) || machine.token.as_ref() != Some(&plan.own.token) {
        let detail = "The host has another machine with the UUID of this request.";
        return Err(CreateError::TokenReused(Failure::new(CloudFindingCode::Unclear, detail)));
    }
    match machine.state {
        MachineState::Unfinished => start(call, plan, &domain)?,
        // The first start may have succeeded without its mark.
        MachineState::Running => power::mark_started(&domain),
        _ => return Ok(machine),
    }
    describe(&domain, plan)
}

/// Makes the disk and defines the domain. A domain that is defined has its disk.
fn define(call: &Call<'_>, plan: &Plan) -> Result<Domain, CreateError> {
    let open = |error: Error| not_made(call, &error);
    if present(Domain::lookup_by_name(call.conn, &plan.name)).map_err(open)?.is_some() {
        return Err(refused("The host has another machine with this name."));
    }
    if let Some(network) = &plan.network {
        let is_active = present(Network::lookup_by_name(call.conn, network).and_then(|network| network.is_active()));
        if is_active.map_err(open)? != Some(true) {
            return Err(refused("The network does not exist on the host, or is not active."));
        }
    }
    let disk = find_or_make_disk(call, plan)?;
    if !call.is_awaited() {
        return Err(abandoned());
    }
    let new = NewDomain {
        uuid: plan.uuid,
        name: &plan.name,
        domain_type: &plan.host.domain_type,
        size: &plan.size,
        disks: &plan.host.disks,
        network: plan.network.as_deref(),
        own: &plan.own,
    };
    Domain::define_xml(call.conn, &new.xml()).map_err(|error| {
        if is_lost(call.conn, &error) || !call.is_awaited() {
            return CreateError::Unknown(failure(&error));
        }
        match disk.delete(0) {
            Ok(()) => CreateError::Refused(failure(&error)),
            Err(_) => CreateError::Unknown(failure(&error)),
        }
    })
}

/// The disk stores what differs from the image, which is not changed.
fn find_or_make_disk(call: &Call<'_>, plan: &Plan) -> Result<StorageVol, CreateError> {
    let open = |error: Error| not_made(call, &error);
    let disks = present(StoragePool::lookup_by_name(call.conn, &plan.host.disks)).map_err(open)?;
    let disks = disks.ok_or_else(|| refused("The host has no pool for the disks of machines."))?;
    let name = disk_of(plan.uuid);
    if let Some(made) = present(StorageVol::lookup_by_name(&disks, &name)).map_err(open)? {
        return Ok(made);
    }
    let images = present(StoragePool::lookup_by_name(call.conn, &plan.host.images)).map_err(open)?;
    let images = images.ok_or_else(|| refused("The host has no pool of images."))?;
    let image = present(StorageVol::lookup_by_name(&images, &plan.image)).map_err(open)?;
    let image = image.ok_or_else(|| refused("The host has no such image. See the catalogue."))?;
    let parts = || Ok::<_, Error>((image.get_info()?.capacity, image.get_path()?, image.get_xml_desc(0)?));
    let (capacity, path, xml) = parts().map_err(open)?;
    let format = read_volume_format(&xml);
    let capacity = plan.size.disk_gib.map_or(capacity, |gib| capacity.max(gib * GIB));
    if !call.is_awaited() {
        return Err(abandoned());
    }
    match StorageVol::create_xml(&disks, &disk_xml(plan.uuid, capacity, &path, format), 0) {
        // Another call has made it meanwhile.
        Err(error) if error.code() == ErrorNumber::StorageVolExist => StorageVol::lookup_by_name(&disks, &name),
        made => made,
    }
    .map_err(open)
}

/// Starts a machine for the first time. One that the host cannot start is removed again, so that nothing is left of a
/// request that has failed.
fn start(call: &Call<'_>, plan: &Plan, domain: &Domain) -> Result<(), CreateError> {
    if !call.is_awaited() {
        return Err(abandoned());
    }
    let Err(error) = domain.create() else {
        power::mark_started(domain);
        return Ok(());
    };
    let refusal = failure(&error);
    if is_lost(call.conn, &error) {
        return Err(CreateError::Unknown(refusal));
    }
    match domain.is_active() {
        // Another call has started it.
        Ok(true) => Ok(()),
        Ok(false) if call.is_awaited() => match remove(call, plan, domain) {
            Ok(()) => Err(CreateError::Refused(refusal)),
            Err(_) => Err(CreateError::Unknown(refusal)),
        },
        _ => Err(CreateError::Unknown(refusal)),
    }
}

fn remove(call: &Call<'_>, plan: &Plan, domain: &Domain) -> Result<(), Error> {
    power::delete_disk(call, &plan.host, plan.uuid)?;
    domain.undefine_flags(UNDEFINE)
}

fn describe(domain: &Domain, plan: &Plan) -> Result<Machine, CreateError> {
    let gone = || Failure::new(CloudFindingCode::Unclear, "The machine was removed at the host meanwhile.");
    match described(domain, &plan.hosts) {
        Ok(Some(machine)) => Ok(machine),
        Ok(None) => Err(CreateError::Unknown(gone())),
        Err(failure) => Err(CreateError::Unknown(failure)),
    }
}

/// A step before the machine exists has failed.
fn not_made(call: &Call<'_>, error: &Error) -> CreateError {
    let meaning = if is_lost(call.conn, error) { CreateError::Unknown } else { CreateError::Refused };
    meaning(failure(error))
}

fn refused(detail: &str) -> CreateError {
    CreateError::Refused(Failure::new(CloudFindingCode::Unclear, detail))
}

fn abandoned() -> CreateError {
    CreateError::Unknown(Failure::new(CloudFindingCode::Unreachable, "The host was too slow."))
}
