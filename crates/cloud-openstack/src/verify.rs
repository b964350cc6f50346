//! Verification: whose the credentials are, which regions there are, what may be done.
//!
//! Only Keystone judges credentials. A region without a Nova, or one whose endpoint the operator does not allow, is the state
//! of that region.

use crate::{
    Openstack,
    http::Unanswered,
    session::{Kind, Session},
};
use api::{
    cloud_providers::CloudRegionName,
    cloud_verification::{CloudCapability, CloudFindingCode, CloudFix, CloudRegionState, RegionAvailability},
};
use cloud_boundary::{Access, Failure, Judgement, Report, denied, granted, unknown};
use outbound::Method;
use serde_json::json;
use std::time::Duration;
use tokio::time::timeout;

/// The time for a whole verification. What is not known by then is unknown.
const WHOLE: Duration = Duration::from_secs(25);

const IDENTITY: &str = "identity";

/// A flavor and an image that no cloud has.
const NO_FLAVOR: &str = "tenant-control-no-such-flavor";
const NO_IMAGE: &str = "00000000-0000-0000-0000-000000000000";

const ONE: (&str, &str) = ("limit", "1");

pub(crate) async fn verify(openstack: &Openstack, access: &Access) -> Report {
    let mut report = Report {
        judgement: Judgement::Undecided,
        identity: None,
        capabilities: vec![],
        regions: access.regions.iter().map(|name| state(name, RegionAvailability::Unknown, None)).collect(),
    };
    if timeout(WHOLE, judge(openstack, access, &mut report)).await.is_err() {
        let late = Failure::new(CloudFindingCode::Unreachable, "The verification took too long.");
        report.capabilities.push(unknown("verification", true, late));
        if report.judgement == Judgement::Undecided {
            report.judgement = Judgement::Unreachable;
        }
    }
    report
}

/// Fills in the report as far as it comes.
async fn judge(openstack: &Openstack, access: &Access, report: &mut Report) {
    let session = match openstack.session(access).await {
        Ok(session) => session,
        Err(failure) => return refuse(report, failure),
    };
    report.identity = Some(session.identity());
    if let Some(wanted) = access.account_id.as_ref().filter(|wanted| **wanted != session.project_id) {
        let found = session.identity().account_id;
        let detail = format!("The credentials belong to the project {found}, not to {wanted}.");
        return refuse(report, Failure::new(CloudFindingCode::ForeignAccount, detail));
    }
    report.judgement = Judgement::Accepted;
    report.capabilities.push(granted(IDENTITY, true));
    report.regions = access.regions.iter().map(|name| state_of(&session, name)).collect();
    let usable = report.regions.iter().find(|region| region.availability == RegionAvailability::Available);
    if let Some(region) = usable {
        let region = region.name.0.clone();
        report.capabilities.extend(probes(&session, &region).await);
    }
}

/// The credentials could not be used. What that says about them depends on the reason.
fn refuse(report: &mut Report, failure: Failure) {
    report.judgement = match failure.code {
        CloudFindingCode::Unreachable => Judgement::Unreachable,
        CloudFindingCode::WrongKey
        | CloudFindingCode::WrongSecret
        | CloudFindingCode::PermissionDenied
        | CloudFindingCode::ForeignAccount => Judgement::Rejected,
        _ => Judgement::Undecided,
    };
    let text = match failure.code {
        CloudFindingCode::ForeignAccount => "Send credentials of the right project, or correct account_id in config.",
        CloudFindingCode::EndpointRefused => "Ask the operator of this service to allow the endpoint.",
        _ => "Create an application credential in the project, and send its id and its secret.",
    };
    let fix = CloudFix { text: text.to_owned(), policy: None };
    let capability = match report.judgement {
        Judgement::Rejected => denied(IDENTITY, true, failure, fix),
        _ if failure.code == CloudFindingCode::EndpointRefused => {
            CloudCapability { fix: Some(fix), ..unknown(IDENTITY, true, failure) }
        }
        _ => unknown(IDENTITY, true, failure),
    };
    report.capabilities.push(capability);
}

fn state_of(session: &Session<'_>, name: &str) -> CloudRegionState {
    match session.service(Kind::Compute, name) {
        Ok(_) => state(name, RegionAvailability::Available, None),
        Err(failure) => state(name, RegionAvailability::Unavailable, Some(failure)),
    }
}

fn state(name: &str, availability: RegionAvailability, failure: Option<Failure>) -> CloudRegionState {
    let (code, detail) = failure.map(|Failure { code, detail }| (code, detail)).unzip();
    CloudRegionState { name: CloudRegionName(name.to_owned()), availability, code, detail }
}

/// All capabilities that are tried in a region, each on its own: one that is denied hides no other.
async fn probes(session: &Session<'_>, region: &str) -> Vec<CloudCapability> {
    let (machines, sizes, images, networks, create) = futures::join!(
        reading(session, Kind::Compute, region, &["servers"]),
        reading(session, Kind::Compute, region, &["flavors"]),
        reading(session, Kind::Image, region, &["images"]),
        list_networks(session, region),
        create_machines(session, region),
    );
    let of_a_machine = || {
        let detail = "Nova reports only for an existing machine whether this is allowed.";
        Err(Failure::new(CloudFindingCode::Unclear, detail))
    };
    let mut found = vec![
        judged("list_machines", true, machines),
        judged("list_sizes", false, sizes),
        judged("list_images", false, images),
    ];
    found.extend(networks.map(|networks| judged("list_networks", false, networks)));
    found.extend([
        judged("create_machines", false, create),
        judged("power_machines", false, of_a_machine()),
        judged("delete_machines", false, of_a_machine()),
    ]);
    found
}

async fn reading(session: &Session<'_>, kind: Kind, region: &str, path: &[&str]) -> Result<(), Failure> {
    session.service(kind, region)?.get(path, &[ONE]).await.map(drop)
}

/// An OpenStack without a Neutron has no networks to choose from.
async fn list_networks(session: &Session<'_>, region: &str) -> Option<Result<(), Failure>> {
    if !session.has(Kind::Network, region) {
        return None;
    }
    let (networks, groups, ports) = futures::join!(
        reading(session, Kind::Network, region, &["networks"]),
        reading(session, Kind::Network, region, &["security-groups"]),
        reading(session, Kind::Network, region, &["ports"]),
    );
    Some(networks.and(groups).and(ports))
}

/// Nova checks the permission of a creation before it checks the flavor and the image, which do not exist.
async fn create_machines(session: &Session<'_>, region: &str) -> Result<(), Failure> {
    let nova = session.service(Kind::Compute, region)?;
    let server = json!({"name": "tenant-control-probe", "flavorRef": NO_FLAVOR, "imageRef": NO_IMAGE,
        "networks": "none", "tags": ["tenant-control:probe"]});
    let answer = nova.send(Method::POST, &["servers"], &[], Some(&json!({"server": server}))).await;
    let answer = answer.map_err(Unanswered::into_failure)?;
    match answer.status.as_u16() {
        400 if crate::failure::fault(&answer).is_some() => Ok(()),
        _ => Err(nova.failure(&answer)),
    }
}

fn judged(name: &str, required: bool, outcome: Result<(), Failure>) -> CloudCapability {
    match outcome {
        Ok(()) => granted(name, required),
        Err(failure) if failure.code == CloudFindingCode::PermissionDenied => {
            let text = "Give the user the role member in the project, and create the application credential with it.";
            denied(name, required, failure, CloudFix { text: text.to_owned(), policy: None })
        }
        Err(failure) => unknown(name, required, failure),
    }
}
