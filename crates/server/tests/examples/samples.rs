//! The samples of the document run as they are written.

use serde_json::Value;
use std::process::Stdio;
use tenant_control::families;
use testkit::{Operation, TestApp};
use tokio::process::Command;

fn samples(operation: &Operation) -> &'static Value {
    let method = operation.method.as_str().to_lowercase();
    &families::document().value["paths"][&operation.path][method]["x-codeSamples"]
}

fn source(operation: &Operation, number: usize) -> &'static str {
    samples(operation)[number]["source"].as_str().unwrap_or_else(|| panic!("{} has no sample", operation.id))
}

#[test]
fn every_operation_has_samples_for_curl_python_and_typescript() {
    for operation in Operation::all() {
        let labels: Vec<_> = samples(&operation).as_array().into_iter().flatten().map(|s| &s["label"]).collect();
        assert_eq!(labels, ["curl", "Python", "TypeScript"], "{}", operation.id);
        for number in 0..3 {
            let text = source(&operation, number);
            assert!(text.contains("TC_URL"), "{}: {text}", operation.id);
            assert_eq!(text.contains("TC_KEY"), operation.scopes.is_some(), "{}: {text}", operation.id);
        }
    }
}

/// Those that name no member of another tenant, in a tenant that has nothing yet.
#[tokio::test]
async fn the_curl_samples_run_as_they_are_written() {
    let app = TestApp::start().await;
    let operations = Operation::all();
    let names_no_member = |operation: &&Operation| !source(operation, 0).contains("_01h455vb4pex5vsknk084sn02q");
    let mut run = 0;
    for operation in operations.iter().filter(|op| op.scopes.is_some()).filter(names_no_member) {
        // One is for signed-in users, the other for the operator's own tenant.
        const OTHERS: [&str; 2] = ["auth.session.delete", "analytics.platform"];
        if OTHERS.contains(&operation.id.as_str()) {
            continue;
        }
        let tenant = app.tenant().await;
        let quiet = "--silent --output /dev/null --write-out '%{http_code}' --max-time 20 --noproxy '*'";
        let sent = Command::new("sh")
            .args(["-c", &format!("{} {quiet}", source(operation, 0))])
            .env("TC_URL", &app.base)
            .env("TC_KEY", &tenant.key)
            .stdin(Stdio::null())
            .output()
            .await;
        let sent = sent.unwrap();
        let status = String::from_utf8_lossy(&sent.stdout).into_owned();
        assert!(status.starts_with('2'), "{}: {status} {}", operation.id, String::from_utf8_lossy(&sent.stderr));
        run += 1;
    }
    assert!(run >= 30, "{run} samples ran");
}
