//! Verification: who the credentials are, whether they are safe to use, which regions are there, what may be done.
//!
//! Only STS judges credentials. A region that is not enabled is the state of that region, and a call that is throttled is
//! unknown.

use crate::{
    Aws,
    failure::failure,
    policies::{self, LIST_REGIONS},
    probes::{self, judged, outcome},
    session::identity_missing,
};
use api::{
    cloud_providers::CloudRegionName,
    cloud_verification::{
        CapabilityResult, CloudCapability, CloudFindingCode, CloudFix, CloudIdentity, CloudRegionState,
        RegionAvailability,
    },
};
use aws_sdk_sts::config::Credentials;
use cloud_boundary::{Access, Credential, Failure, Judgement, Report, denied, granted, unknown};
use std::{collections::BTreeMap, time::Duration};
use tokio::time::timeout;

/// The time for a whole verification. What is not known by then is unknown.
const WHOLE: Duration = Duration::from_secs(25);

const ASSUME_ROLE: &str = "assume_role";
const EXTERNAL_ID: &str = "external_id";
const IDENTITY: &str = "identity";

pub(crate) async fn verify(aws: &Aws, access: &Access) -> Report {
    let mut report = Report {
        judgement: Judgement::Undecided,
        identity: None,
        capabilities: vec![],
        regions: unknown_regions(access),
    };
    if timeout(WHOLE, judge(aws, access, &mut report)).await.is_err() {
        let late = Failure::new(CloudFindingCode::Unreachable, "The verification took too long.");
        report.capabilities.push(unknown("verification", true, late));
        if report.judgement == Judgement::Undecided {
            report.judgement = Judgement::Unreachable;
        }
    }
    report
}

/// Fills in the report as far as it comes.
async fn judge(aws: &Aws, access: &Access, report: &mut Report) {
    let credentials = match aws.credentials(access).await {
        Ok(credentials) => credentials,
        Err(failure) => return refuse(aws, access, report, failure),
    };
    if let Credential::AssumeRole { role_arn: Some(role), external_id } = &access.credential {
        report.capabilities.push(granted(ASSUME_ROLE, true));
        let closed = trust_is_closed(aws, access, role, external_id).await;
        let result = closed.result;
        report.capabilities.push(closed);
        match result {
            CapabilityResult::Granted => {}
            CapabilityResult::Denied => {
                report.judgement = Judgement::Rejected;
                return;
            }
            // A role whose trust is not proved to be closed is not used: it may be another customer's.
            CapabilityResult::Unknown => return,
        }
    }
    match identity(aws, access, credentials.clone()).await {
        Ok(identity) => report.identity = Some(identity),
        Err(failure) => return refuse(aws, access, report, failure),
    }
    if let Some(foreign) = foreign_account(access, report.identity.as_ref()) {
        report.judgement = Judgement::Rejected;
        report.capabilities.push(foreign);
        return;
    }
    report.judgement = Judgement::Accepted;
    report.capabilities.push(granted(IDENTITY, true));
    try_regions(aws, access, &credentials, report).await;
}

/// Which regions there are, and what may be done in the first of them that is available.
async fn try_regions(aws: &Aws, access: &Access, credentials: &Credentials, report: &mut Report) {
    let ec2 = aws.ec2(access, access.first_region(), credentials.clone());
    let listed = ec2.describe_regions().all_regions(true).send().await;
    report.capabilities.push(judged(LIST_REGIONS, outcome(&listed)));
    if let Ok(listed) = listed {
        let states = listed.regions().iter().filter_map(|region| {
            Some((region.region_name()?.to_owned(), region.opt_in_status().unwrap_or_default() != "not-opted-in"))
        });
        report.regions = states_of(access, &states.collect());
    }
    let usable = report.regions.iter().find(|region| region.availability != RegionAvailability::Unavailable);
    if let Some(region) = usable {
        let ec2 = aws.ec2(access, &region.name.0, credentials.clone());
        report.capabilities.extend(probes::all(&ec2).await);
    }
}

/// The confused-deputy probe: a role that can be assumed without its external id can be used through this service by
/// every tenant that knows its ARN.
async fn trust_is_closed(aws: &Aws, access: &Access, role: &str, external_id: &str) -> CloudCapability {
    match aws.assume(access, role, None).await {
        Ok(_) => {
            let detail = "The role can be assumed without the external id: its trust policy does not require one.";
            denied(EXTERNAL_ID, true, Failure::new(CloudFindingCode::TrustOpen, detail), trust_fix(aws, external_id))
        }
        Err(failure) if failure.code == CloudFindingCode::RoleRefused => granted(EXTERNAL_ID, true),
        Err(failure) => unknown(EXTERNAL_ID, true, failure),
    }
}

async fn identity(aws: &Aws, access: &Access, credentials: Credentials) -> Result<CloudIdentity, Failure> {
    let sts = aws.sts(access, access.first_region(), credentials);
    let caller = sts.get_caller_identity().send().await.map_err(|error| failure(&error))?;
    match (caller.account, caller.arn) {
        (Some(account_id), Some(arn)) => Ok(CloudIdentity { account_id, arn }),
        _ => Err(Failure::new(CloudFindingCode::Unclear, "AWS did not report the account of the credentials.")),
    }
}

/// The credentials could not be used. What that says about them depends on the reason.
fn refuse(aws: &Aws, access: &Access, report: &mut Report, failure: Failure) {
    report.judgement = judgement(failure.code);
    let name = match &access.credential {
        Credential::AssumeRole { .. } if report.capabilities.is_empty() => ASSUME_ROLE,
        _ => IDENTITY,
    };
    let capability = match report.judgement {
        Judgement::Rejected => {
            let fix = fix(aws, access, failure.code);
            denied(name, true, failure, fix)
        }
        _ => {
            let fix = (failure.code == CloudFindingCode::RoleMissing).then(|| fix(aws, access, failure.code));
            CloudCapability { fix, ..unknown(name, true, failure) }
        }
    };
    report.capabilities.push(capability);
}

fn judgement(code: CloudFindingCode) -> Judgement {
    match code {
        CloudFindingCode::Unreachable => Judgement::Unreachable,
        CloudFindingCode::Throttled
        | CloudFindingCode::ClockSkew
        | CloudFindingCode::RoleMissing
        | CloudFindingCode::ServiceIdentityMissing
        | CloudFindingCode::RegionNotEnabled
        | CloudFindingCode::RegionUnknown
        | CloudFindingCode::EndpointRefused
        | CloudFindingCode::Unclear => Judgement::Undecided,
        CloudFindingCode::WrongKey
        | CloudFindingCode::WrongSecret
        | CloudFindingCode::CredentialExpired
        | CloudFindingCode::RoleRefused
        | CloudFindingCode::TrustOpen
        | CloudFindingCode::ForeignAccount
        | CloudFindingCode::PermissionDenied => Judgement::Rejected,
    }
}

fn fix(aws: &Aws, access: &Access, code: CloudFindingCode) -> CloudFix {
    let text = match (code, &access.credential) {
        (_, Credential::AssumeRole { external_id, .. }) => return trust_fix(aws, external_id),
        (CloudFindingCode::WrongKey, _) => "Send the id and the secret of an active access key of the account.",
        (CloudFindingCode::WrongSecret, _) => "Send the secret again, or create a new access key and send both parts.",
        (CloudFindingCode::CredentialExpired, _) => "Send an access key that does not expire, or use assume_role.",
        _ => "Send the credentials of an identity that may use STS and EC2.",
    };
    CloudFix { text: text.to_owned(), policy: None }
}

fn trust_fix(aws: &Aws, external_id: &str) -> CloudFix {
    let Some(principal) = &aws.settings.principal else {
        return CloudFix { text: identity_missing().detail, policy: None };
    };
    CloudFix {
        text: "Create a role with this trust policy, or replace that of the role, and send its ARN.".to_owned(),
        policy: Some(policies::trust(principal, external_id)),
    }
}

/// Credentials that belong to another account than the customer has said.
fn foreign_account(access: &Access, identity: Option<&CloudIdentity>) -> Option<CloudCapability> {
    let found = &identity?.account_id;
    let of_role = match &access.credential {
        Credential::AssumeRole { role_arn: Some(role), .. } => role.split(':').nth(4).map(str::to_owned),
        _ => None,
    };
    let wanted = access.account_id.clone().or(of_role).filter(|wanted| wanted != found)?;
    let detail = format!("The credentials belong to the account {found}, not to {wanted}.");
    let text = "Send credentials of the right account, or correct account_id in config.".to_owned();
    let failure = Failure::new(CloudFindingCode::ForeignAccount, detail);
    Some(denied(IDENTITY, true, failure, CloudFix { text, policy: None }))
}

fn unknown_regions(access: &Access) -> Vec<CloudRegionState> {
    let unknown = |name: &String| CloudRegionState {
        name: CloudRegionName(name.clone()),
        availability: RegionAvailability::Unknown,
        code: None,
        detail: None,
    };
    access.regions.iter().map(unknown).collect()
}

/// The state of each wanted region, by the names of all regions and whether they are enabled.
fn states_of(access: &Access, known: &BTreeMap<String, bool>) -> Vec<CloudRegionState> {
    let state = |name: &String| {
        let (availability, finding) = match known.get(name) {
            Some(true) => (RegionAvailability::Available, None),
            Some(false) => {
                let detail = "The region is not enabled for the account. Enable it in the account's settings.";
                (RegionAvailability::Unavailable, Some((CloudFindingCode::RegionNotEnabled, detail)))
            }
            None => {
                (RegionAvailability::Unavailable, Some((CloudFindingCode::RegionUnknown, "AWS has no such region.")))
            }
        };
        CloudRegionState {
            name: CloudRegionName(name.clone()),
            availability,
            code: finding.map(|(code, _)| code),
            detail: finding.map(|(_, detail)| detail.to_owned()),
        }
    };
    access.regions.iter().map(state).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access(credential: Credential) -> Access {
        let regions = vec!["eu-central-1".to_owned(), "me-south-1".to_owned(), "xx-nowhere-1".to_owned()];
        Access { regions, account_id: None, endpoint: None, credential }
    }

    fn role() -> Credential {
        let role_arn = Some("arn:aws:iam::123456789012:role/tenant-control".to_owned());
        Credential::AssumeRole { role_arn, external_id: "tc-1".to_owned() }
    }

    #[test]
    fn a_region_that_is_not_enabled_is_the_state_of_that_region() {
        let known = [("eu-central-1".to_owned(), true), ("me-south-1".to_owned(), false)].into();
        let states = states_of(&access(role()), &known);
        let codes: Vec<_> = states.iter().map(|state| state.code).collect();
        let expected = [None, Some(CloudFindingCode::RegionNotEnabled), Some(CloudFindingCode::RegionUnknown)];
        assert_eq!(codes, expected);
    }

    #[test]
    fn an_identity_of_another_account_than_the_role_is_foreign() {
        let identity = |account: &str| CloudIdentity { account_id: account.to_owned(), arn: String::new() };
        assert!(foreign_account(&access(role()), Some(&identity("123456789012"))).is_none());
        let foreign = foreign_account(&access(role()), Some(&identity("999999999999"))).unwrap();
        assert_eq!(foreign.code, Some(CloudFindingCode::ForeignAccount));
        let said = Access { account_id: Some("999999999999".to_owned()), ..access(role()) };
        assert!(foreign_account(&said, Some(&identity("123456789012"))).is_some());
    }

    #[test]
    fn throttling_and_a_wrong_clock_do_not_condemn_credentials() {
        for code in [CloudFindingCode::Throttled, CloudFindingCode::ClockSkew, CloudFindingCode::RegionNotEnabled] {
            assert_eq!(judgement(code), Judgement::Undecided);
        }
        assert_eq!(judgement(CloudFindingCode::Unreachable), Judgement::Unreachable);
        assert_eq!(judgement(CloudFindingCode::WrongSecret), Judgement::Rejected);
    }
}
