//! The device that a job is about, and the organization that the job belongs to.

use super::report::Report;
use api::{DeviceId, backup_jobs::BackupJobMatch, problem::FaultCode};
use kernel::{
    db::Tx,
    http::{Change, Problem},
};
use queries::queries::backup::job_matching::{
    DevicesWithName, devices_with_name, only_organizations, organization_of_device,
};
use uuid::Uuid;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Matched {
    pub device: Option<Uuid>,
    pub organization: Uuid,
    pub by: BackupJobMatch,
}

pub async fn find(change: &Change, report: &Report) -> Result<Matched, Problem> {
    if let Some(device) = report.device {
        return given(change, device, report).await;
    }
    let found = match &report.host {
        Some(host) => with_host(change, host, report.organization.map(|id| id.0)).await?,
        None => vec![],
    };
    let by = match found.as_slice() {
        [] => BackupJobMatch::None,
        [only] => {
            let (device, organization) = (Some(only.device_id), only.organization_id);
            return Ok(Matched { device, organization, by: BackupJobMatch::Host });
        }
        _ => BackupJobMatch::Ambiguous,
    };
    let organization = match report.organization {
        Some(id) => id.0,
        None => only_organization(change).await?,
    };
    Ok(Matched { device: None, organization, by })
}

async fn given(change: &Change, device: DeviceId, report: &Report) -> Result<Matched, Problem> {
    let found = organization_of_device().bind(&**change, &device.0).opt().await?;
    let missing = || Problem::fault("/device_id", FaultCode::NotFound, "there is no such device");
    let organization = found.ok_or_else(missing)?;
    if report.organization.is_some_and(|named| named.0 != organization) {
        let detail = "is not the organization of the device";
        return Err(Problem::fault("/organization_id", FaultCode::Invalid, detail));
    }
    Ok(Matched { device: Some(device.0), organization, by: BackupJobMatch::Given })
}

/// The devices with the whole name, or, if there is none, those with its first label: products often know a device by its
/// full name and agents by the short one.
async fn with_host(tx: &Tx, host: &str, organization: Option<Uuid>) -> Result<Vec<DevicesWithName>, Problem> {
    let found = devices_with_name().bind(tx, &host, &organization).all().await?;
    match first_label(host) {
        Some(label) if found.is_empty() => Ok(devices_with_name().bind(tx, &label, &organization).all().await?),
        _ => Ok(found),
    }
}

/// Of a name with several labels, not of an address.
fn first_label(host: &str) -> Option<&str> {
    let is_address = host.chars().all(|letter| letter.is_ascii_digit() || letter == '.');
    host.split_once('.').map(|(label, _)| label).filter(|label| !is_address && !label.is_empty())
}

async fn only_organization(change: &Change) -> Result<Uuid, Problem> {
    let some: Vec<Uuid> = only_organizations().bind(&**change).all().await?;
    let detail = match some[..] {
        [only] => return Ok(only),
        [] => "is required because the tenant has no organization yet",
        _ => "is required because no device was found and the tenant has several organizations",
    };
    Err(Problem::fault("/organization_id", FaultCode::Required, detail))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_no_first_label() {
        for (host, label) in
            [("srv-01.initech.example", Some("srv-01")), ("srv-01", None), ("10.0.0.7", None), (".example", None)]
        {
            assert_eq!(first_label(host), label, "{host}");
        }
    }
}
