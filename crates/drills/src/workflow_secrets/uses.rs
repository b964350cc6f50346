//! Runs that use secrets as they are meant to be used.

use super::{Responses, Secrets, document, ended, host::Hosts, write};
use crate::{
    workflows::{RUNS, TRIGGER},
    workshop::Customer,
};
use anyhow::ensure;
use reqwest::Method;
use serde_json::{Value, json};

/// Starts all runs. Returns their number.
pub async fn all(
    customer: &Customer,
    hosts: &Hosts,
    secrets: &Secrets,
    responses: &mut Responses,
) -> anyhow::Result<usize> {
    let first = format!("http://{}", hosts.first());
    let input = json!({
        "first": first, "second": format!("http://{}", hosts.second()), "silent": format!("http://{}", hosts.silent()),
        "list": ["one", "two"],
    });
    let workflow = write(customer, "Everything", &everything(), responses).await?;
    let plan = json!({"workflow": workflow, "input": input});
    let planned = customer.client.post(&format!("{TRIGGER}?dry_run=true"), plan).await.expect(202);
    ensure!(planned.body["status"] == "succeeded", "the plan fails: {:#}", planned.body);
    responses.keep(&planned.body);
    let run = ended(customer, &workflow, &input, responses).await?;
    ensure!(run["status"] == "succeeded", "the run does not succeed: {run:#}");
    ensure!(run.to_string().contains(&hosts.canary), "the response is not kept: {run:#}");
    ensure!(run.to_string().contains("***"), "the response is not masked: {run:#}");
    ensure!(!run.to_string().contains(&secrets.token), "the response contains a secret");

    // A run that fails, also when it is retried.
    let fails = json!({
        "document": document("fails"), "use": {"secrets": ["token", "password"]},
        "do": [{"a": {"call": "http", "with": {
            "method": "post", "endpoint": "${ .first + \"/missing\" }", "body": "${ \"x=\" + $secret.password }",
            "headers": {"Authorization": "${ \"Bearer \\($secret.token)\" }"},
        }}}],
    });
    let workflow = write(customer, "Fails", &fails, responses).await?;
    let run = ended(customer, &workflow, &input, responses).await?;
    ensure!(run["error"]["status"] == 404, "the run does not fail: {run:#}");
    let id = run["id"].as_str().unwrap_or_default();
    customer.client.send(Method::PATCH, &format!("{RUNS}?id={id}"), Some(json!({"action": "retry"}))).await.expect(200);
    let retried = customer.ended(id, super::TIMEOUT).await?;
    responses.keep(&retried);

    // A run with a secret in an invalid header value.
    let invalid_header = json!({
        "document": document("odd"), "use": {"secrets": ["password"]},
        "do": [{"a": {"call": "http", "with": {
            "endpoint": "${ .first }", "headers": {"X-Odd": "${ \"line\\nbreak \" + $secret.password }"},
        }}}],
    });
    let workflow = write(customer, "Odd", &invalid_header, responses).await?;
    let run = ended(customer, &workflow, &input, responses).await?;
    ensure!(run["error"]["type"] == "validation", "the run does not fail: {run:#}");
    Ok(4)
}

fn call(endpoint: &str, more: Value) -> Value {
    let mut with = json!({"method": "post", "endpoint": endpoint});
    if let (Some(with), Value::Object(more)) = (with.as_object_mut(), more) {
        with.extend(more);
    }
    json!({"call": "http", "with": with})
}

fn everything() -> Value {
    let bearer = json!({"headers": {"Authorization": "${ \"Bearer \" + $secret.token }"}, "output": "response"});
    json!({
        "document": document("everything"),
        "use": {"secrets": ["token", "password", "second", "label"]},
        "do": [
            {"header": call("${ $workflow.input.first }", bearer.clone())},
            {"text": call("${ $workflow.input.first + \"/text\" }", json!({
                "query": {"key": "${ $secret.password }"}, "body": "${ \"p=\" + $secret.password + \"&t=\" + $secret.token }",
            }))},
            {"path": call("${ $workflow.input.first + \"/hook/\" + $secret.label + \"?k=\" + $secret.password }", json!({}))},
            {"body": call("${ $workflow.input.first }", json!({"body": {"deep": [{"password": "${ $secret.password }"}]}}))},
            {"basic": {"call": "http", "with": {"output": "response", "endpoint": {
                "uri": "${ $workflow.input.first }",
                "authentication": {"basic": {"username": "ops", "password": "${ $secret.password }"}},
            }}}},
            {"token": {"call": "http", "with": {"endpoint": {
                "uri": "${ $workflow.input.second }", "authentication": {"bearer": {"token": "${ $secret.second }"}},
            }}}},
            {"each": {"for": {"in": "$workflow.input.list"}, "do": [
                {"one": call("${ $workflow.input.first + \"/\" + $item }", bearer.clone())},
            ]}},
            {"both": {"fork": {"branches": [
                {"left": call("${ $workflow.input.first }", bearer.clone())},
                {"right": call("${ $workflow.input.first + \"/text\" }", bearer.clone())},
            ]}}},
            {"busy": {
                "try": [{"fetch": call("${ $workflow.input.first + \"/busy\" }", json!({
                    "headers": {"Authorization": "${ \"Bearer \" + $secret.token }"},
                }))}],
                "catch": {"retry": {"delay": {"milliseconds": 50}, "limit": {"attempt": {"count": 1}}}, "do": [
                    {"tell": {"call": "notify", "with": {"message": "${ $error.title }", "data": {"error": "${ $error }"}}}},
                ]},
            }},
            {"late": {
                "try": [{"hear": call("${ $workflow.input.silent }", json!({
                    "timeout_seconds": 1, "headers": {"Authorization": "${ \"Bearer \" + $secret.token }"},
                }))}],
                "catch": {"do": [{"kept": {"set": {"error": "${ $error }"}}}]},
            }},
            {"again": call("${ $workflow.input.first }", bearer)},
            {"say": {"call": "notify", "with": {"message": "done", "data": {"said": "${ . }"}}}},
            {"last": call("${ $workflow.input.first }", json!({"headers": {"X-Api-Key": "${ $secret.token }"}}))},
            {"out": {"emit": {"event": {"with": {"type": "said", "data": {"said": "${ . }"}}}}}},
            {"copy": {"set": {"said": "${ . }", "text": "${ tostring }"}, "export": {"as": "{kept: .}"}}},
        ],
        "output": {"as": "{all: ., context: $context}"},
    })
}
