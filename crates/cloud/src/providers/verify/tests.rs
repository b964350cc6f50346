//! What follows from the report of a verification.

use super::*;
use CloudProviderStatus::{Degraded, Invalid, Pending, Unreachable, Verified};
use api::cloud_verification::{CloudFix, CloudRegionState};
use cloud_boundary::{Failure, denied, granted, unknown};

fn checked(judgement: Judgement) -> Checked {
    let report = CloudVerification {
        checked_at: Timestamp::UNIX_EPOCH,
        identity: None,
        capabilities: vec![granted("identity", true), granted("list_machines", true)],
        regions: vec![],
    };
    Checked { report, judgement, waits_for_role: false }
}

fn failure(code: CloudFindingCode) -> Failure {
    Failure::new(code, "for a reason")
}

#[test]
fn only_what_is_required_degrades_a_provider() {
    let fix = || CloudFix { text: "paste this".to_owned(), policy: None };
    let mut report = checked(Judgement::Accepted);
    assert_eq!(report.status(None), Verified);
    report.report.capabilities.push(denied("list_sizes", false, failure(CloudFindingCode::PermissionDenied), fix()));
    assert_eq!(report.status(None), Verified);
    report.report.capabilities.push(denied("list_regions", true, failure(CloudFindingCode::PermissionDenied), fix()));
    assert_eq!(report.status(Some(Verified)), Degraded);
}

#[test]
fn a_region_that_is_not_enabled_degrades_and_does_not_invalidate() {
    let mut report = checked(Judgement::Accepted);
    report.report.regions.push(CloudRegionState {
        name: api::cloud_providers::CloudRegionName("me-south-1".to_owned()),
        availability: RegionAvailability::Unavailable,
        code: Some(CloudFindingCode::RegionNotEnabled),
        detail: None,
    });
    assert_eq!(report.status(Some(Verified)), Degraded);
}

#[test]
fn throttling_changes_nothing_of_a_verified_provider() {
    let mut report = checked(Judgement::Accepted);
    report.report.capabilities.push(unknown("list_regions", true, failure(CloudFindingCode::Throttled)));
    assert_eq!((report.status(Some(Verified)), report.status(None)), (Verified, Degraded));
    assert_eq!(checked(Judgement::Undecided).status(Some(Verified)), Verified);
    assert_eq!(checked(Judgement::Undecided).status(None), Pending);
}

#[test]
fn a_role_that_was_never_there_is_waited_for_and_one_that_has_gone_is_not() {
    let refused = Checked { waits_for_role: true, ..checked(Judgement::Rejected) };
    assert_eq!(refused.status(Some(Pending)), Pending);
    assert_eq!(refused.status(Some(Verified)), Invalid);
    assert_eq!(checked(Judgement::Rejected).status(Some(Pending)), Invalid);
    assert_eq!(checked(Judgement::Unreachable).status(Some(Verified)), Unreachable);
}

#[test]
fn credentials_that_are_not_accepted_are_not_stored() {
    let code = |judgement| checked(judgement).accepted().err().map(|problem| problem.code());
    assert_eq!(code(Judgement::Accepted), None);
    assert_eq!(code(Judgement::Rejected), Some(ProblemCode::CredentialRejected));
    assert_eq!(code(Judgement::Unreachable), Some(ProblemCode::CredentialUnverified));
    assert_eq!(code(Judgement::Undecided), Some(ProblemCode::CredentialUnverified));
}

#[test]
fn a_status_that_gets_better_or_worse_has_an_event() {
    assert_eq!(event_of(Pending, Verified), Some(EventKind::CloudProviderVerified));
    assert_eq!(event_of(Verified, Unreachable), Some(EventKind::CloudProviderDegraded));
    assert_eq!(event_of(Degraded, Invalid), Some(EventKind::CloudProviderDegraded));
    assert_eq!(event_of(Verified, Verified), None);
    assert_eq!(event_of(Pending, Unreachable), None);
}

#[test]
fn the_same_report_at_another_time_confirms_the_earlier_one() {
    let report = checked(Judgement::Accepted);
    let earlier = CloudVerification { checked_at: Timestamp::MIN, ..report.report.clone() };
    assert!(report.confirms(Some(&earlier)));
    assert!(!report.confirms(None));
    assert!(!report.confirms(Some(&CloudVerification { capabilities: vec![], ..earlier })));
}
