//! Input that is not accepted.

use crate::{aim, call, operations};
use reqwest::Method;
use serde_json::json;
use testkit::TestApp;

#[tokio::test]
async fn an_unknown_field_is_refused() {
    let app = TestApp::start().await;
    for op in operations().into_iter().filter(|op| !op.takes_bytes()) {
        let Some(mut body) = op.example() else { continue };
        body["zzz_unknown"] = json!(1);
        let tenant = app.tenant().await;
        let id = aim(&op, &tenant).await;
        let answer = call(&op, &tenant.client, &id, Some(body)).await;
        assert_eq!(answer.problem(), "422 unknown_field", "{}", op.name());
        assert_eq!(answer.body["errors"][0]["pointer"], "/zzz_unknown", "{}", op.name());
    }
}

#[tokio::test]
async fn an_unknown_parameter_is_refused() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    for op in operations() {
        let answer = call(&op, &tenant.client, "?zzz_unknown=1", op.example()).await;
        assert_eq!(answer.problem(), "400 unknown_parameter", "{}", op.name());
        assert_eq!(answer.body["errors"][0]["parameter"], "zzz_unknown", "{}", op.name());
    }
}

#[tokio::test]
async fn what_is_not_json_is_refused() {
    let app = TestApp::start().await;
    for op in operations().into_iter().filter(|op| op.example().is_some() && !op.takes_bytes()) {
        let tenant = app.tenant().await;
        let id = aim(&op, &tenant).await;
        let target = format!("{}{id}", op.path);
        for (body, problem) in [("{\"name\": ", "400 malformed_json"), ("[]", "422 invalid_request")] {
            let answer = tenant.client.send_raw(op.method.clone(), &target, Some(body.into())).await;
            assert_eq!(answer.problem(), problem, "{}", op.name());
        }
        let text = tenant.client.with_header("content-type", "text/plain");
        let answer = text.send_raw(op.method.clone(), &target, None).await;
        assert_eq!(answer.problem(), "415 unsupported_media_type", "{}", op.name());
        let large = format!("{{\"name\": \"{}\"}}", "x".repeat(1024 * 1024));
        let answer = tenant.client.send_raw(op.method.clone(), &target, Some(large.into())).await;
        assert_eq!(answer.problem(), "413 body_too_large", "{}", op.name());
    }
}

#[tokio::test]
async fn a_duplicate_field_is_refused_at_its_place() {
    let app = TestApp::start().await;
    for op in operations().into_iter().filter(|op| !op.takes_bytes()) {
        let Some(example) = op.example() else { continue };
        let tenant = app.tenant().await;
        let target = format!("{}{}", op.path, aim(&op, &tenant).await);
        let body =
            format!(r#"{{"nested": [{{"twice": 1, "other": 2, "twice": {{}}}}], {}"#, &json!(example).to_string()[1..]);
        let body = body.replace(", }", "}");
        let answer = tenant.client.send_raw(op.method.clone(), &target, Some(body.into())).await;
        assert_eq!(answer.problem(), "422 invalid_request", "{}", op.name());
        let expected =
            json!([{"pointer": "/nested/0/twice", "code": "duplicate_field", "detail": "occurs twice in its object"}]);
        assert_eq!(answer.body["errors"], expected, "{}", op.name());
    }
}

#[tokio::test]
async fn whatever_is_sent_faults_are_few_and_short() {
    let app = TestApp::start().await;
    let unknown: serde_json::Map<_, _> = (0..40_000).map(|i| (format!("unknown_{i}"), json!(i))).collect();
    let query: Vec<_> = (0..2_000).map(|i| format!("unknown_{i}={}", "x".repeat(10))).collect();
    for op in operations() {
        let tenant = app.tenant().await;
        let answer = call(&op, &tenant.client, &format!("?{}", query.join("&")), None).await;
        assert_eq!(answer.problem(), "400 unknown_parameter", "{}", op.name());
        let listed = answer.body["errors"].as_array().unwrap().len();
        assert_eq!((listed, &answer.body["errors_truncated"]), (100, &json!(true)), "{}", op.name());
        if op.example().is_none() || op.takes_bytes() {
            continue;
        }
        let target = aim(&op, &tenant).await;
        let answer = call(&op, &tenant.client, &target, Some(json!(unknown))).await;
        if op.scopes.is_none() {
            assert_eq!(answer.problem(), "413 body_too_large", "{}", op.name());
            continue;
        }
        assert_eq!(answer.status, 422, "{}", op.name());
        assert!(answer.body.to_string().len() <= 64 * 1024, "{}", op.name());
        assert_eq!(answer.body["errors_truncated"], true, "{}", op.name());
        let name = "n".repeat(900_000);
        let answer = call(&op, &tenant.client, &target, Some(json!({name: 1}))).await;
        assert_eq!(answer.status, 422, "{}", op.name());
        assert!(answer.body.to_string().len() <= 2_000, "{}", op.name());
    }
}

#[tokio::test]
async fn without_a_credential_a_body_has_16_kib_at_most() {
    let app = TestApp::start().await;
    for op in operations().into_iter().filter(|op| op.scopes.is_none() && op.example().is_some()) {
        for (bytes, too_large) in [(16 * 1024, false), (16 * 1024 + 1, true), (1024 * 1024, true)] {
            let body = format!("{{\"x\":\"{}\"}}", "x".repeat(bytes - 8));
            assert_eq!(body.len(), bytes);
            let answer = app.client().send_raw(op.method.clone(), &op.path, Some(body.into())).await;
            assert_eq!(answer.problem() == "413 body_too_large", too_large, "{} {bytes}", op.name());
        }
    }
}

#[tokio::test]
async fn a_method_that_a_path_does_not_have_is_refused_with_those_that_it_has() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    for op in operations() {
        let methods = [Method::PATCH, Method::PUT, Method::DELETE];
        let has = |method: &Method| operations().iter().any(|other| other.path == op.path && other.method == *method);
        let missing = methods.into_iter().find(|method| !has(method)).unwrap();
        let answer = tenant.client.send(missing, &op.path, None).await;
        assert_eq!(answer.problem(), "405 method_not_allowed", "{}", op.name());
        assert!(answer.header("allow").contains(op.method.as_str()), "{}", op.name());
    }
    assert_eq!(tenant.client.get("/api/nothing").await.problem(), "404 not_found");
}
