//! Inputs that once crashed a server, or made its responses very long.

use reqwest::Method;
use serde_json::{Map, Value, json};
use testkit::{Answer, TestApp};

const WORKFLOWS: &str = "/api/psa/workflows";
const BULK: &str = "/api/psa/tickets/bulk";

/// Ten items that are ten items each, and so on.
fn billion_laughs() -> String {
    (1..10).fold("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned(), |text, i| {
        format!("{text}a{i}: &a{i} [{}]\n", vec![format!("*a{}", i - 1); 10].join(", "))
    })
}

fn only_fault(answer: &Answer) -> &Value {
    assert_eq!(answer.problem(), "422 invalid_request");
    assert_eq!(answer.body["errors"].as_array().unwrap().len(), 1, "{:#}", answer.body);
    &answer.body["errors"][0]
}

fn length(answer: &Answer) -> usize {
    answer.body.to_string().len()
}

#[tokio::test]
async fn an_alias_in_yaml_is_refused_where_it_stands_and_never_expanded() {
    let app = TestApp::start().await;
    let client = app.tenant().await.client;
    let many = format!("a: &a [{}]\nb: [{}]", vec!["1"; 10_000].join(","), vec!["*a"; 20_000].join(","));
    let merged = "base: &b {x: 1}\nall: {<<: *b}".to_owned();
    for (text, place) in [(billion_laughs(), "line 1 column 5"), (many, "line 1 column 4"), (merged, "line 1 column 7")]
    {
        let message = format!("{place}: anchors are not supported: write the value out where it is needed");
        for (method, target) in
            [(Method::POST, WORKFLOWS), (Method::PATCH, "/api/psa/workflows/trigger?id=wf_01h455vb4pex5vsknk084sn02q")]
        {
            let answer = client.send_as(method, target, "application/yaml", &text).await;
            assert_eq!(only_fault(&answer), &json!({"pointer": "", "code": "invalid", "detail": message}));
        }
        let answer = client.post(WORKFLOWS, json!({"name": "Bomb", "definition": text})).await;
        assert_eq!(only_fault(&answer), &json!({"pointer": "/definition", "code": "invalid", "detail": message}));
    }
}

#[tokio::test]
async fn a_document_that_is_too_deep_or_too_wide_is_refused() {
    let app = TestApp::start().await;
    let client = app.tenant().await.client;
    let texts = [
        "[".repeat(400_000),
        "- ".repeat(200_000),
        "{a: ".repeat(100_000),
        format!("[{}]", "a,".repeat(200_000)),
        "- a\n".repeat(100_000),
    ];
    for text in texts {
        let answer = client.send_as(Method::POST, WORKFLOWS, "application/yaml", &text).await;
        assert_eq!(only_fault(&answer)["code"], "exceeds", "{}", &text[..10]);
        let answer = client.post(WORKFLOWS, json!({"name": "Bomb", "definition": text})).await;
        let fault = only_fault(&answer);
        assert_eq!((&fault["pointer"], &fault["code"]), (&json!("/definition"), &json!("exceeds")), "{}", &text[..10]);
    }
    for body in [
        "[".repeat(500_000),
        "{\"a\":".repeat(150_000),
        format!("[{}1]", "1,".repeat(500_000)),
        format!("{{{}\"b\":1}}", (0..60_000).map(|i| format!("\"f{i}\":1,")).collect::<String>()),
    ] {
        let answer = client.send_raw(Method::POST, BULK, Some(body.into())).await;
        assert_eq!(only_fault(&answer)["code"], "exceeds");
    }
}

#[tokio::test]
async fn a_bulk_of_too_many_operations_is_not_repeated() {
    let app = TestApp::start().await;
    let client = app.tenant().await.client;
    let operation = json!({"create": {"subject": "x".repeat(200), "description": "y".repeat(5_000)}});
    let answer = client.post(BULK, json!({"operations": vec![operation; 101]})).await;
    let expected = json!({"pointer": "/operations", "code": "invalid", "detail": "the list has more than 100 items"});
    assert_eq!(only_fault(&answer), &expected);
    assert!(length(&answer) < 1_000);
    let wrong = json!({"create": {"subjct": "x".repeat(200), "priority": "z".repeat(500), "type": ["y".repeat(500)]}});
    let answer = client.post(BULK, json!({"operations": vec![wrong; 500]})).await;
    assert_eq!((answer.status.as_u16(), &answer.body["errors_truncated"]), (422, &json!(true)));
    assert!(length(&answer) <= 64 * 1024, "{}", length(&answer));
}

#[tokio::test]
async fn a_value_is_shown_by_its_beginning() {
    let app = TestApp::start().await;
    let client = app.tenant().await.client;
    let (long, shown) = ("x".repeat(100_000), "x".repeat(64));
    let answer = client.post("/api/rmm/organizations", json!({"name": long})).await;
    assert_eq!(only_fault(&answer)["detail"], format!("\"{shown}…\" is longer than 200 characters"));
    let answer = client.get(&format!("/api/psa/tickets?status={}", &long[..10_000])).await;
    assert!(answer.status == 400 && length(&answer) < 1_000, "{:#}", answer.body);
    let answer = client.get(&format!("/api/psa/tickets?{}=1", &long[..10_000])).await;
    assert_eq!(answer.body["errors"][0]["parameter"], format!("{shown}…"));
    for header in ["if-match", "idempotency-key", "x-request-id"] {
        let hostile = client.with_header(header, &long[..5_000]);
        let answer = hostile.put("/api/rmm/organizations?id=org_01h455vb4pex5vsknk084sn02q", json!({})).await;
        assert!(answer.status.is_client_error() && length(&answer) < 1_000, "{header}");
    }
}

#[tokio::test]
async fn names_that_are_wrong_are_compared_only_when_they_are_short() {
    let app = TestApp::start().await;
    let client = app.tenant().await.client;
    let fields: Map<_, _> =
        [("subjct".to_owned(), json!("x")), ("subject".repeat(10), json!("x"))].into_iter().collect();
    let answer = client.post("/api/psa/tickets", json!(fields)).await;
    let errors = answer.body["errors"].as_array().unwrap();
    let near = |pointer: &str| errors.iter().find(|error| error["pointer"] == pointer).unwrap().get("did_you_mean");
    assert_eq!(near("/subjct"), Some(&json!("subject")));
    assert_eq!(near(&format!("/{}…", &"subject".repeat(10)[..64])), None);
}

#[tokio::test]
async fn custom_fields_are_bounded_together_and_with_those_that_were_there() {
    let app = TestApp::start().await;
    let client = app.tenant().await.client;
    let fields = |name: &str| json!({"subject": "x", "custom_fields": {name: "y".repeat(40_000)}});
    let large = json!({"subject": "x", "custom_fields": {"a": "y".repeat(40_000), "b": "y".repeat(40_000)}});
    let answer = client.post("/api/psa/tickets", large).await;
    assert_eq!(only_fault(&answer)["pointer"], "/custom_fields");
    let ticket = client.post("/api/psa/tickets", fields("a")).await.expect(201).id();
    let target = format!("/api/psa/tickets?id={ticket}");
    let answer = client.send(Method::PATCH, &target, Some(fields("b"))).await;
    assert_eq!(only_fault(&answer)["code"], "exceeds");
    client.send(Method::PATCH, &target, Some(json!({"subject": "y"}))).await.expect(200);
}

#[tokio::test]
async fn many_kinds_of_events_are_looked_up_quickly() {
    let app = TestApp::start().await;
    let client = app.tenant().await.client;
    let pattern = format!("{{with: {{type: [{}]}}}}", vec!["ticket.created"; 20].join(", "));
    let listen =
        |i: usize| format!("{{l{i}: {{listen: {{to: {{any: [{}]}}}}}}}}", vec![pattern.as_str(); 20].join(", "));
    let tasks: Vec<_> = (0..20).map(listen).collect();
    let head = "document: {dsl: 1.0.0, namespace: test, name: many, version: 1.0.0}";
    let text = format!("{head}\ndo: [{}]", tasks.join(", "));
    client.send_as(Method::POST, WORKFLOWS, "application/yaml", &text).await.expect(201);
}
