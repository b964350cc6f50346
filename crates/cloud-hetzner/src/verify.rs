//! Verification: whether the token is accepted, which locations there are, what may be read. A token says neither whose it is
//! nor whether it may write.

use crate::{
    Hetzner,
    client::{Caller, Unanswered},
};
use api::{
    cloud_providers::CloudRegionName,
    cloud_verification::{CloudCapability, CloudFindingCode, CloudFix, CloudRegionState, RegionAvailability},
};
use cloud_boundary::{Access, Failure, Judgement, MOST_ENTRIES, Report, denied, granted, unknown};
use outbound::Method;
use serde::Deserialize;
use serde_json::json;
use std::time::Duration;
use tokio::time::timeout;

/// The time for a whole verification.
const WHOLE: Duration = Duration::from_secs(25);

const IDENTITY: &str = "identity";

pub(crate) async fn verify(hetzner: &Hetzner, access: &Access) -> Report {
    let mut report = Report {
        judgement: Judgement::Undecided,
        identity: None,
        capabilities: vec![],
        regions: access.regions.iter().map(|name| state(name, None)).collect(),
    };
    if timeout(WHOLE, judge(hetzner, access, &mut report)).await.is_err() {
        let late = Failure::new(CloudFindingCode::Unreachable, "The verification took too long.");
        report.capabilities.push(unknown("verification", true, late));
        if report.judgement == Judgement::Undecided {
            report.judgement = Judgement::Unreachable;
        }
    }
    report
}

async fn judge(hetzner: &Hetzner, access: &Access, report: &mut Report) {
    let caller = match hetzner.caller(access) {
        Ok(caller) => caller,
        Err(failure) => return report.capabilities.push(unknown(IDENTITY, true, failure)),
    };
    let locations = caller.list::<Location>("locations", &[], MOST_ENTRIES).await;
    let locations = match locations {
        Ok((locations, _)) => locations,
        Err(failure) => return refuse(report, failure),
    };
    report.judgement = Judgement::Accepted;
    report.capabilities.push(granted(IDENTITY, true));
    let is_there = |name: &str| locations.iter().any(|location| location.name == name);
    report.regions = access.regions.iter().map(|name| state(name, Some(is_there(name)))).collect();
    let (machines, sizes, images, networks, firewalls, create) = futures::join!(
        reading(&caller, "servers"),
        reading(&caller, "server_types"),
        reading(&caller, "images"),
        reading(&caller, "networks"),
        reading(&caller, "firewalls"),
        create_machines(&caller),
    );
    report.capabilities.extend([
        judged("list_machines", true, machines),
        judged("list_sizes", false, sizes),
        judged("list_images", false, images),
        judged("list_networks", false, networks.and(firewalls)),
        judged("create_machines", false, create),
    ]);
}

#[derive(Deserialize)]
struct Location {
    name: String,
}

fn refuse(report: &mut Report, failure: Failure) {
    report.judgement = match failure.code {
        CloudFindingCode::Unreachable => Judgement::Unreachable,
        CloudFindingCode::WrongKey | CloudFindingCode::PermissionDenied => Judgement::Rejected,
        _ => Judgement::Undecided,
    };
    report.capabilities.push(match report.judgement {
        Judgement::Rejected => denied(IDENTITY, true, failure, fix()),
        _ => unknown(IDENTITY, true, failure),
    });
}

fn state(name: &str, is_there: Option<bool>) -> CloudRegionState {
    let (availability, finding) = match is_there {
        None => (RegionAvailability::Unknown, None),
        Some(true) => (RegionAvailability::Available, None),
        Some(false) => {
            let finding = (CloudFindingCode::RegionUnknown, "Hetzner has no such location.".to_owned());
            (RegionAvailability::Unavailable, Some(finding))
        }
    };
    let (code, detail) = finding.unzip();
    CloudRegionState { name: CloudRegionName(name.to_owned()), availability, code, detail }
}

async fn reading(caller: &Caller<'_>, key: &str) -> Result<(), Failure> {
    caller.get(&[key], &[("per_page", "1")]).await.map(drop)
}

/// A creation without any of its required fields, which nobody can carry out. A token that only reads may be refused for
/// that; a complaint about the fields says nothing about the token.
async fn create_machines(caller: &Caller<'_>) -> Result<(), Failure> {
    let answer = caller.send(Method::POST, &["servers"], &[], Some(&json!({}))).await;
    let answer = answer.map_err(Unanswered::into_failure)?;
    let failure = caller.failure(&answer);
    if failure.code == CloudFindingCode::PermissionDenied {
        return Err(failure);
    }
    let detail = "Hetzner reports only for a complete request whether the token may create machines.";
    Err(Failure::new(CloudFindingCode::Unclear, detail))
}

fn judged(name: &str, required: bool, outcome: Result<(), Failure>) -> CloudCapability {
    match outcome {
        Ok(()) => granted(name, required),
        Err(failure) if failure.code == CloudFindingCode::PermissionDenied => denied(name, required, failure, fix()),
        Err(failure) => unknown(name, required, failure),
    }
}

fn fix() -> CloudFix {
    let text = "Create an API token with the permission Read & Write in the project, and send it.";
    CloudFix { text: text.to_owned(), policy: None }
}
