//! What answers of Hetzner mean, against a server that gives them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops where it is")]

use api::cloud_verification::CloudFindingCode;
use axum::{
    Router,
    extract::State,
    http::{Method, StatusCode, Uri},
    response::{IntoResponse, Response},
};
use cloud_boundary::{Access, Cloud, CreateError, Credential, Judgement, Order};
use cloud_hetzner::Hetzner;
use outbound::{Guard, Options};
use serde_json::{Value, json};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

type Answers = Arc<Mutex<HashMap<String, (u16, Value)>>>;

const CREATE: &str = "POST /servers";

struct Fake {
    answers: Answers,
    access: Access,
    hetzner: Hetzner,
}

impl Fake {
    async fn start() -> Fake {
        let answers = Answers::default();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let endpoint = format!("http://{}", listener.local_addr().unwrap()).parse().ok();
        let router = Router::new().fallback(answer).with_state(answers.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        let guard = Guard { allowed: vec!["127.0.0.1/32".parse().unwrap()], refused: vec![], allow_http: true };
        let hetzner = Hetzner::new(outbound::Client::new(Options { guard, ..Options::default() }).unwrap());
        let credential = Credential::ApiToken("token-of-the-test".into());
        let access = Access { regions: vec!["fsn1".to_owned()], account_id: None, endpoint, credential };
        Fake { answers, access, hetzner }
    }

    fn put(&self, request: &str, status: u16, body: Value) {
        self.answers.lock().unwrap().insert(request.to_owned(), (status, body));
    }
}

async fn answer(State(answers): State<Answers>, method: Method, uri: Uri) -> Response {
    let missing = || (404, error("not_found"));
    let (status, body) = answers.lock().unwrap().get(&format!("{method} {uri}")).cloned().unwrap_or_else(missing);
    (StatusCode::from_u16(status).unwrap(), body.to_string()).into_response()
}

fn error(code: &str) -> Value {
    json!({"error": {"code": code, "message": "for a reason"}})
}

fn order() -> Order {
    Order {
        token: "op_1".to_owned(),
        name: "web-01".to_owned(),
        region: "fsn1".to_owned(),
        size: "cx22".to_owned(),
        image: "debian-12".to_owned(),
        subnet: None,
        security_groups: vec![],
        public_ip: None,
        ssh_key: None,
        user_data: None,
        labels: [("tenant-control:operation".to_owned(), "op_1".to_owned())].into(),
    }
}

fn server(id: u64, place: &str) -> Value {
    json!({"id": id, "name": "web-01", "status": "running", "location": {"name": place},
        "server_type": {"name": "cx22", "cores": 2, "memory": 4.0}, "labels": {"tenant-control/operation": "op_1"}})
}

#[tokio::test]
async fn only_an_answer_with_a_code_closes_the_outcome_of_a_creation() {
    let fake = Fake::start().await;
    for (status, body, expected) in [
        (409, error("uniqueness_error"), "refused"),
        (422, error("invalid_input"), "refused"),
        (403, error("resource_limit_exceeded"), "refused"),
        (412, error("resource_unavailable"), "refused"),
        (422, json!("a proxy's page"), "unknown"),
        (409, error("conflict"), "unknown"),
        (503, error("unavailable"), "unknown"),
        (500, json!({}), "unknown"),
        (201, json!({"server": {}}), "unknown"),
        (401, error("unauthorized"), "not now"),
        (429, error("rate_limit_exceeded"), "not now"),
        (423, error("locked"), "not now"),
    ] {
        fake.put(CREATE, status, body.clone());
        let found = match fake.hetzner.create(&fake.access, &order()).await {
            Err(CreateError::Refused(_)) => "refused",
            Err(CreateError::NotNow(_)) => "not now",
            Err(CreateError::Unknown(_)) => "unknown",
            other => panic!("{status} {body}: {other:?}"),
        };
        assert_eq!(found, expected, "{status} {body}");
    }
    let wrong = Order { subnet: Some("not-a-number".to_owned()), ..order() };
    assert!(matches!(fake.hetzner.create(&fake.access, &wrong).await, Err(CreateError::Refused(_))));
}

#[tokio::test]
async fn a_list_whose_pages_do_not_fit_is_not_complete() {
    let fake = Fake::start().await;
    let (first, second) =
        ("GET /servers?sort=id%3Aasc&page=1&per_page=50", "GET /servers?sort=id%3Aasc&page=2&per_page=50");
    let page = |servers: Value, next: Option<u64>, total: u64| json!({"servers": servers, "meta": {"pagination": {"next_page": next, "total_entries": total}}});
    fake.put(first, 200, page(json!([server(1, "fsn1"), server(2, "hel1")]), Some(2), 3));
    fake.put(second, 200, page(json!([server(3, "fsn1")]), None, 3));
    let listing = fake.hetzner.machines(&fake.access, "fsn1").await;
    assert!(listing.incomplete.is_none(), "{:?}", listing.incomplete);
    let ids: Vec<_> = listing.machines.iter().map(|machine| machine.provider_ref.as_str()).collect();
    assert_eq!(ids, ["1", "3"]);
    // A server has gone, and another one has moved to a page that was read before.
    fake.put(second, 200, page(json!([]), None, 3));
    assert!(fake.hetzner.machines(&fake.access, "fsn1").await.incomplete.is_some());
    fake.put(second, 200, page(json!([server(3, "fsn1")]), Some(2), 3));
    assert!(fake.hetzner.machines(&fake.access, "fsn1").await.incomplete.is_some());
}

#[tokio::test]
async fn a_server_is_found_by_its_label() {
    let fake = Fake::start().await;
    let request = "GET /servers?label_selector=tenant-control%2Foperation%3D%3Dop_1&page=1&per_page=50";
    fake.put(request, 200, json!({"servers": [server(1, "fsn1")]}));
    let label = ("tenant-control:operation", "op_1");
    let found = fake.hetzner.labelled(&fake.access, "fsn1", label).await.unwrap();
    assert_eq!((found.len(), found[0].labels.get(label.0).map(String::as_str)), (1, Some("op_1")));
    assert!(fake.hetzner.machine(&fake.access, "fsn1", "7").await.unwrap().is_none());
}

#[tokio::test]
async fn a_token_that_is_not_accepted_is_rejected_with_a_fix() {
    let fake = Fake::start().await;
    let locations = "GET /locations?page=1&per_page=50";
    fake.put(locations, 401, error("unauthorized"));
    let report = fake.hetzner.verify(&fake.access).await;
    assert_eq!(
        (report.judgement, report.capabilities[0].code),
        (Judgement::Rejected, Some(CloudFindingCode::WrongKey))
    );
    assert!(report.capabilities[0].fix.is_some());
    fake.put(locations, 200, json!({"locations": [{"name": "hel1"}]}));
    fake.put(CREATE, 403, error("forbidden"));
    let report = fake.hetzner.verify(&fake.access).await;
    assert_eq!(report.judgement, Judgement::Accepted);
    assert_eq!(report.regions[0].code, Some(CloudFindingCode::RegionUnknown));
    let create = report.capabilities.iter().find(|one| one.name == "create_machines").unwrap();
    assert_eq!(create.code, Some(CloudFindingCode::PermissionDenied));
}
