//! The devices of a ticket: each exists, is visible to the caller and belongs to the ticket's organization.
//!
//! Only devices that a request adds are checked. A device that is deleted or moved later stays on its tickets, as history.

use api::{
    DeviceId, Fault, OrganizationId,
    problem::FaultCode,
    tickets::{Ticket, TicketChange},
};
use kernel::http::{Change, Problem};
use queries::queries::psa::tickets::{DeviceOwner, owners_of_devices};

/// The devices of a new ticket.
pub async fn check(change: &Change, organization: Option<OrganizationId>, devices: &[DeviceId]) -> Result<(), Problem> {
    let places: Vec<_> = devices.iter().copied().enumerate().collect();
    check_places(change, organization, &places).await
}

/// The devices that a change adds or, if the ticket moves to another organization, all of them.
pub async fn check_change(change: &Change, before: &Ticket, wanted: &TicketChange) -> Result<(), Problem> {
    let organization = wanted.organization_id.unwrap_or(before.organization_id);
    let devices = wanted.device_ids.as_ref().unwrap_or(&before.device_ids);
    let moves = organization != before.organization_id;
    let places = devices.iter().copied().enumerate();
    let places: Vec<_> = places.filter(|(_, device)| moves || !before.device_ids.contains(device)).collect();
    check_places(change, organization, &places).await
}

async fn check_places(
    change: &Change,
    organization: Option<OrganizationId>,
    places: &[(usize, DeviceId)],
) -> Result<(), Problem> {
    if places.is_empty() {
        return Ok(());
    }
    let ids: Vec<_> = places.iter().map(|(_, device)| device.0).collect();
    let owners = owners_of_devices().bind(&**change, &ids).all().await?;
    let faults = faults(organization, places, &owners);
    if faults.is_empty() { Ok(()) } else { Err(Problem::invalid(faults)) }
}

fn faults(organization: Option<OrganizationId>, places: &[(usize, DeviceId)], owners: &[DeviceOwner]) -> Vec<Fault> {
    let fault = |(place, device): &(usize, DeviceId)| {
        let owner = owners.iter().find(|owner| owner.id == device.0);
        let (code, detail) = match (owner, organization) {
            (None, _) => (FaultCode::NotFound, "there is no such device"),
            (Some(owner), Some(organization)) if owner.organization_id != organization.0 => {
                (FaultCode::Invalid, "the device belongs to another organization than the ticket")
            }
            _ => return None,
        };
        Some(Fault::at(format!("/device_ids/{place}"), code, detail))
    };
    places.iter().filter_map(fault).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    #[test]
    fn each_device_that_does_not_belong_to_the_ticket_is_named() {
        let id = Uuid::from_u128;
        let owners = [(1, 10), (2, 20)].map(|(device, of)| DeviceOwner { id: id(device), organization_id: id(of) });
        let places = [1, 2, 3].map(|device| (device as usize, DeviceId(id(device))));
        let pointers = |of: Option<u128>| -> Vec<_> {
            let faults = faults(of.map(|of| OrganizationId(id(of))), &places, &owners);
            faults.into_iter().filter_map(|fault| fault.pointer).collect()
        };
        assert_eq!(pointers(Some(10)), ["/device_ids/2", "/device_ids/3"]);
        assert_eq!(pointers(None), ["/device_ids/3"]);
    }
}
