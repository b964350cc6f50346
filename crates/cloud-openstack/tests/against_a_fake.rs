//! The client of OpenStack against a server that answers, or does not, in the ways that matter.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops where it is")]

mod against;

use against::{Fake, TOKEN, openstack, order, server};
use api::cloud_verification::{CapabilityResult, CloudFindingCode};
use cloud_boundary::{Cloud, CreateError, Judgement, MachineState};
use serde_json::json;

const CREATE: &str = "POST /v2.1/servers";
const TAGGED: &str = "GET /v2.1/servers/detail?tags=tenant-control%3Aoperation%3Dop_1";
const LABEL: (&str, &str) = ("tenant-control:operation", "op_1");

#[tokio::test]
async fn a_server_is_requested_with_its_tag_and_its_metadata() {
    let fake = Fake::start().await;
    fake.put(CREATE, 202, json!({"server": {"id": "s1", "adminPass": "unwanted"}}));
    let made = fake.openstack().create(&fake.access(), &order()).await.unwrap();
    assert_eq!((made.provider_ref.as_str(), made.state), ("s1", MachineState::Provisioning));
    let sent = fake.known.lock().unwrap().bodies.last().unwrap()["server"].clone();
    assert_eq!(sent["tags"], json!(["tenant-control:operation=op_1", "tenant-control:vm=vm_1"]));
    assert_eq!(sent["metadata"]["tenant-control:operation"], "op_1");
    assert_eq!(
        (&sent["flavorRef"], &sent["networks"], &sent["user_data"]),
        (&json!("f1"), &json!("none"), &json!("IyEvYmluL3No"))
    );
}

#[tokio::test]
async fn only_an_answer_of_nova_closes_the_outcome_of_a_creation() {
    let fake = Fake::start().await;
    let fault = |name: &str, code: u16| json!({name: {"code": code, "message": "for a reason"}}).to_string();
    for (status, body, expected) in [
        (400, fault("badRequest", 400), "refused"),
        (403, fault("forbidden", 403), "refused"),
        (409, fault("conflictingRequest", 409), "refused"),
        (400, "<html>a proxy's page</html>".to_owned(), "ended"),
        (408, fault("timeout", 408), "unknown"),
        (504, String::new(), "unknown"),
        (500, fault("computeFault", 500), "ended"),
        (503, String::new(), "ended"),
        (202, "{\"server\": {\"id\": \"s".to_owned(), "ended"),
        (401, fault("error", 401), "not now"),
        (429, String::new(), "not now"),
        (413, fault("overLimit", 413), "not now"),
    ] {
        fake.put_text(CREATE, status, &body);
        let found = match fake.openstack().create(&fake.access(), &order()).await {
            Err(CreateError::Refused(_)) => "refused",
            Err(CreateError::NotNow(_)) => "not now",
            Err(CreateError::Unknown(_)) => "unknown",
            Err(CreateError::Ended(_)) => "ended",
            other => panic!("{status} {body}: {other:?}"),
        };
        assert_eq!(found, expected, "{status} {body}");
    }
}

#[tokio::test]
async fn a_creation_that_was_not_sent_is_known_as_not_sent() {
    let fake = Fake::start().await;
    let mut wrong = order();
    wrong.size = "m1.unknown".to_owned();
    let refused = fake.openstack().create(&fake.access(), &wrong).await;
    assert!(matches!(refused, Err(CreateError::Refused(_))), "{refused:?}");
    fake.put("POST /v3/auth/tokens", 503, json!({}));
    let later = fake.openstack().create(&fake.access(), &order()).await;
    assert!(matches!(later, Err(CreateError::NotNow(_))), "{later:?}");
    assert!(!fake.requests().contains(&CREATE.to_owned()));
}

#[tokio::test]
async fn no_token_is_sent_to_an_endpoint_that_the_operator_does_not_allow() {
    let (fake, stranger) = (Fake::start().await, Fake::start().await);
    fake.catalogue(&stranger.url);
    let report = fake.openstack().verify(&fake.access()).await;
    assert_eq!(report.judgement, Judgement::Accepted);
    assert_eq!(report.regions[0].code, Some(CloudFindingCode::EndpointRefused));
    let listing = fake.openstack().machines(&fake.access(), "RegionOne").await;
    assert_eq!(listing.incomplete.unwrap().code, CloudFindingCode::EndpointRefused);
    assert!(stranger.requests().is_empty());
    let report = openstack(vec![]).verify(&stranger.access()).await;
    assert_eq!(report.capabilities[0].code, Some(CloudFindingCode::EndpointRefused));
    assert!(stranger.requests().is_empty());
}

#[tokio::test]
async fn a_listing_is_complete_with_every_page_and_every_cell() {
    let fake = Fake::start().await;
    let (first, second) = ("GET /v2.1/servers/detail", "GET /v2.1/servers/detail?marker=s1&limit=1000");
    let next = json!([{"rel": "next", "href": "http://elsewhere.example/"}]);
    fake.put(first, 200, json!({"servers": [server("s1")], "servers_links": next}));
    fake.put(second, 200, json!({"servers": [server("s2")]}));
    let listing = fake.openstack().machines(&fake.access(), "RegionOne").await;
    assert!(listing.incomplete.is_none(), "{:?}", listing.incomplete);
    let ids: Vec<_> = listing.machines.iter().map(|machine| machine.provider_ref.as_str()).collect();
    assert_eq!(ids, ["s1", "s2"]);
    assert_eq!(listing.machines[0].memory_bytes, Some(64 * 1024 * 1024));

    fake.put(second, 503, json!({}));
    let listing = fake.openstack().machines(&fake.access(), "RegionOne").await;
    assert_eq!((listing.machines.len(), listing.incomplete.unwrap().code), (1, CloudFindingCode::Unreachable));

    // A page that leads to itself.
    fake.put(second, 200, json!({"servers": [server("s1")], "servers_links": next}));
    let listing = fake.openstack().machines(&fake.access(), "RegionOne").await;
    assert_eq!(listing.incomplete.unwrap().code, CloudFindingCode::Unclear);

    // A server of a cell that is down.
    fake.put(first, 200, json!({"servers": [{"id": "s3", "status": "UNKNOWN"}, server("s1")]}));
    let listing = fake.openstack().machines(&fake.access(), "RegionOne").await;
    assert_eq!((listing.machines.len(), listing.incomplete.unwrap().code), (1, CloudFindingCode::Unreachable));
}

#[tokio::test]
async fn nothing_found_means_nothing_made_only_if_all_cells_were_asked() {
    let fake = Fake::start().await;
    let (openstack, access) = (fake.openstack(), fake.access());
    fake.put(TAGGED, 200, json!({"servers": [server("s1")]}));
    let found = openstack.labelled(&access, "RegionOne", LABEL).await.unwrap();
    assert_eq!((found.len(), found[0].token.as_deref()), (1, Some("op_1")));

    // A service that ignores the filter.
    let mut other = server("s2");
    other["tags"] = json!([]);
    fake.put(TAGGED, 200, json!({"servers": [other]}));
    assert!(openstack.labelled(&access, "RegionOne", LABEL).await.unwrap().is_empty());

    fake.put("GET /v2.1/servers", 200, json!({"servers": [{"id": "s3", "status": "UNKNOWN"}]}));
    let failure = openstack.labelled(&access, "RegionOne", LABEL).await.unwrap_err();
    assert_eq!(failure.code, CloudFindingCode::Unreachable);
}

#[tokio::test]
async fn a_nova_that_ignores_microversions_is_not_used() {
    let fake = Fake::start().await;
    fake.put(TAGGED, 200, json!({"servers": []}));
    fake.known.lock().unwrap().is_old = true;
    let failure = fake.openstack().labelled(&fake.access(), "RegionOne", LABEL).await.unwrap_err();
    assert!(failure.detail.contains("2.69"), "{failure}");
}

#[tokio::test]
async fn only_keystone_judges_credentials_and_each_capability_has_a_fix() {
    let fake = Fake::start().await;
    for (status, expected) in [
        (401, Judgement::Rejected),
        (503, Judgement::Unreachable),
        (429, Judgement::Undecided),
        (404, Judgement::Rejected),
    ] {
        fake.put("POST /v3/auth/tokens", status, json!({"error": {"message": "secret-of-the-customer"}}));
        let report = fake.openstack().verify(&fake.access()).await;
        assert_eq!(report.judgement, expected, "{status}");
        assert!(!format!("{report:?}").contains("secret-of-the-customer"));
    }
    fake.put_text("POST /v3/auth/tokens", 404, "a page of another server");
    let report = fake.openstack().verify(&fake.access()).await;
    assert_eq!(report.judgement, Judgement::Undecided);
    fake.catalogue(&fake.url);
    fake.put("GET /v2.1/servers?limit=1", 200, json!({"servers": []}));
    fake.put("GET /v2.1/flavors?limit=1", 429, json!({}));
    fake.put(CREATE, 403, json!({"forbidden": {"code": 403, "message": "Policy doesn't allow it."}}));
    let report = fake.openstack().verify(&fake.access()).await;
    assert_eq!(report.judgement, Judgement::Accepted);
    let found = |name: &str| report.capabilities.iter().find(|one| one.name == name).unwrap();
    assert_eq!(found("list_machines").result, CapabilityResult::Granted);
    assert_eq!(found("list_sizes").result, CapabilityResult::Unknown);
    assert_eq!(found("create_machines").result, CapabilityResult::Denied);
    assert!(found("create_machines").fix.is_some());
    let foreign = cloud_boundary::Access { account_id: Some("p2".to_owned()), ..fake.access() };
    let report = fake.openstack().verify(&foreign).await;
    assert_eq!(report.capabilities[0].code, Some(CloudFindingCode::ForeignAccount));
}

#[tokio::test]
async fn a_sentence_with_the_token_is_not_passed_on() {
    let fake = Fake::start().await;
    let fault = |message: String| json!({"badRequest": {"code": 400, "message": message}});
    fake.put(CREATE, 400, fault(format!("your token is {TOKEN}")));
    let Err(CreateError::Refused(failure)) = fake.openstack().create(&fake.access(), &order()).await else { panic!() };
    assert!(!failure.detail.contains(TOKEN));
    fake.put(CREATE, 400, fault(format!("Quota exceeded\n{}", "x".repeat(10_000))));
    let Err(CreateError::Refused(failure)) = fake.openstack().create(&fake.access(), &order()).await else { panic!() };
    assert!(failure.detail.contains("Quota exceeded") && failure.detail.len() < 300, "{failure}");
}
