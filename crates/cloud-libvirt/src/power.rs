//! Starts, stops, restarts and deletes machines.

use crate::{
    Libvirt,
    calls::{Call, NoResult, call},
    description::read_domain,
    failure::{failure, is_absent, is_lost, present},
    hosts::Host,
    machines::find,
    own::{NAMESPACE, Own, PREFIX, disk_of, uuid_of},
};
use api::{cloud_verification::CloudFindingCode, cloud_vms::CloudVmPower};
use cloud_boundary::{Access, ActionError, Failure};
use std::{sync::Arc, time::Duration};
use uuid::Uuid;
use virt::{domain::Domain, error::Error, storage_pool::StoragePool, storage_vol::StorageVol};

const TIME: Duration = Duration::from_secs(13);

/// What libvirt keeps with a domain goes with it.
pub(crate) const UNDEFINE: virt_sys::virDomainUndefineFlagsValues =
    virt_sys::VIR_DOMAIN_UNDEFINE_MANAGED_SAVE | virt_sys::VIR_DOMAIN_UNDEFINE_SNAPSHOTS_METADATA;

pub(crate) async fn power(
    libvirt: &Libvirt,
    access: &Access,
    provider_ref: &str,
    power: CloudVmPower,
) -> Result<(), ActionError> {
    act(libvirt, access, provider_ref, move |_, _, domain, _| change_power(domain, power)).await
}

pub(crate) async fn delete(libvirt: &Libvirt, access: &Access, provider_ref: &str) -> Result<(), ActionError> {
    act(libvirt, access, provider_ref, destroy).await
}

/// Finds a machine that this service has made, and does something with it.
async fn act(
    libvirt: &Libvirt,
    access: &Access,
    provider_ref: &str,
    action: impl FnOnce(&Call<'_>, &Host, &Domain, Uuid) -> Result<(), Error> + Send + 'static,
) -> Result<(), ActionError> {
    let host = libvirt.hosts.open(access).map_err(ActionError::NotNow)?;
    let Ok(uuid) = provider_ref.parse::<Uuid>() else { return Err(no_machine()) };
    let of_host: Arc<Host> = host.clone();
    let done = call(&host, TIME, move |call| {
        let wrong = |error: Error| not_done(call, &error);
        let domain = find(call, uuid).map_err(wrong)?.ok_or_else(no_machine)?;
        let own = own_of(&domain).map_err(wrong)?;
        if own.is_none_or(|own| uuid_of(&own.token) != uuid) {
            let detail = "This service did not create the machine.";
            return Err(ActionError::Refused(Failure::new(CloudFindingCode::PermissionDenied, detail)));
        }
        action(call, &of_host, &domain, uuid).map_err(wrong)
    });
    match done.await {
        Ok(done) => done,
        Err(NoResult::NotBegun(failure)) => Err(ActionError::NotNow(failure)),
        Err(NoResult::Lost(failure)) => Err(ActionError::Unknown(failure)),
    }
}

/// A stop and a restart ask the guest, as its power button does.
fn change_power(domain: &Domain, power: CloudVmPower) -> Result<(), Error> {
    let is_active = domain.is_active()?;
    match power {
        CloudVmPower::Running if is_active => {
            let (state, _) = domain.get_state()?;
            if state == virt_sys::VIR_DOMAIN_PAUSED { domain.resume().map(drop) } else { Ok(()) }
        }
        CloudVmPower::Running => domain.create().map(|_| mark_started(domain)),
        CloudVmPower::Stopped if is_active => {
            mark_started(domain);
            domain.shutdown().map(drop)
        }
        CloudVmPower::Stopped => Ok(()),
        CloudVmPower::Restarted => domain.reboot(0).map(drop),
    }
}

/// The disk goes before the domain, so that a deletion that was interrupted is found and completed.
fn destroy(call: &Call<'_>, host: &Host, domain: &Domain, uuid: Uuid) -> Result<(), Error> {
    if domain.is_active()? {
        domain.destroy()?;
    }
    delete_disk(call, host, uuid)?;
    domain.undefine_flags(UNDEFINE)
}

/// Deletes the disk of a machine, if there is one.
pub(crate) fn delete_disk(call: &Call<'_>, host: &Host, uuid: Uuid) -> Result<(), Error> {
    let Some(disks) = present(StoragePool::lookup_by_name(call.conn, &host.disks))? else { return Ok(()) };
    match present(StorageVol::lookup_by_name(&disks, &disk_of(uuid)))? {
        Some(disk) => disk.delete(0),
        None => Ok(()),
    }
}

/// Notes that a machine was started. If that fails, the next call that changes its power repeats it.
pub(crate) fn mark_started(domain: &Domain) {
    let marked = own_of(domain).and_then(|own| {
        let Some(own) = own.filter(|own| !own.is_started) else { return Ok(()) };
        let element = Own { is_started: true, ..own }.element();
        let kind = i32::try_from(virt_sys::VIR_DOMAIN_METADATA_ELEMENT).unwrap_or_default();
        let both = virt_sys::VIR_DOMAIN_AFFECT_LIVE | virt_sys::VIR_DOMAIN_AFFECT_CONFIG;
        domain.set_metadata(kind, Some(&element), Some(PREFIX), Some(NAMESPACE), both).map(drop)
    });
    if let Err(error) = marked {
        tracing::warn!(error = error.message(), "failed to mark a machine as started");
    }
}

fn own_of(domain: &Domain) -> Result<Option<Own>, Error> {
    Ok(read_domain(&domain.get_xml_desc(0)?).and_then(|domain| domain.own))
}

fn not_done(call: &Call<'_>, error: &Error) -> ActionError {
    match error {
        error if is_lost(call.conn, error) => ActionError::Unknown(failure(error)),
        error if is_absent(error) => no_machine(),
        error => ActionError::Refused(failure(error)),
    }
}

fn no_machine() -> ActionError {
    ActionError::NoMachine(Failure::new(CloudFindingCode::Unclear, "The host does not have the machine."))
}
