//! Members by path: `…/{id}` beside `?id=`, for every collection.

use crate::operations;
use reqwest::Method;
use testkit::{Client, Operation, TestApp, TestTenant};

async fn send(op: &Operation, client: &Client, target: &str) -> testkit::Answer {
    let body = match op.example() {
        Some(body) => Some(op.with_members(client, body).await),
        None => None,
    };
    client.send(op.method.clone(), target, body).await
}

/// The path of a member of the tenant, which is created for this purpose.
async fn aim(op: &Operation, tenant: &TestTenant) -> String {
    let mut members = tenant.members();
    members.make_named_in_example(op).await;
    op.target(&members.aim(op).await)
}

#[test]
fn every_operation_on_a_member_of_a_collection_has_both_forms() {
    let is_collection = |path: &str| {
        let mut reads = operations().into_iter().filter(|op| op.path == path && op.method == Method::GET);
        reads.any(|op| op.takes("id") && !op.requires("id") && op.id != "psa.views.counts")
    };
    let of_collections = operations().into_iter().filter(|op| op.takes("id") && is_collection(&op.path));
    let mut of_collections: Vec<_> = of_collections.map(|op| format!("{}/{{id}}", op.name())).collect();
    let mut members: Vec<_> = Operation::members().iter().map(Operation::name).collect();
    of_collections.sort();
    members.sort();
    assert_eq!(members, of_collections);
    assert!(members.len() > 70, "only {} operations", members.len());
}

#[tokio::test]
async fn every_member_is_reached_by_its_path_and_by_nobody_elses() {
    let app = TestApp::start().await;
    for op in Operation::members() {
        let (mine, other) = (app.tenant().await, app.tenant().await);
        let target = aim(&op, &mine).await;
        assert_eq!(send(&op, &other.client, &target).await.problem(), "404 not_found", "{}", op.name());
        assert_eq!(
            send(&op, &mine.client.anonymous(), &target).await.problem(),
            "401 unauthenticated",
            "{}",
            op.name()
        );
        let answer = send(&op, &mine.client, &target).await;
        assert!(answer.status.is_success(), "{}: {:#}", op.name(), answer.body);
    }
}

#[tokio::test]
async fn no_member_is_named_twice_or_by_an_id_of_another_kind() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    for op in Operation::members() {
        let other = op.target(&[("id", "ten_01h455vb4pex5vsknk084sn02q".to_owned())]);
        assert_eq!(send(&op, &tenant.client, &other).await.problem(), "404 not_found", "{}", op.name());
        let twice = send(&op, &tenant.client, &format!("{other}?id=x")).await;
        assert_eq!(twice.problem(), "400 invalid_parameter", "{}", op.name());
    }
}
