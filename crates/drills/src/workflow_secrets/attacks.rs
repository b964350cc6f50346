//! Runs and definitions that try to send a secret to a host that is not its own, or to store it as a value.

use super::{Responses, Secrets, TIMEOUT, document, ended, host::Hosts, write};
use crate::{Outcome, workshop::Customer};
use serde_json::{Value, json};
use std::net::{IpAddr, Ipv4Addr};
use testdns::Nameserver;

const REFUSED: &str = "secret_host_refused";
const COMMUNICATION: &str = "communication";
const VALIDATION: &str = "validation";
const SUCCEEDS: &str = "succeeds";

/// Starts the attacks. The result of each is a promise. Returns their number.
pub async fn run(
    customer: &Customer,
    hosts: &Hosts,
    dns: &Nameserver,
    secrets: &Secrets,
    outcome: &mut Outcome,
    responses: &mut Responses,
) -> anyhow::Result<usize> {
    let workflow = write(customer, "Anywhere", &anywhere(), responses).await?;
    let before = hosts.second_count();
    let addresses = addresses(hosts);
    let mut started = vec![];
    for (url, expected) in &addresses {
        started.push((customer.start(&workflow, &json!({"url": url})).await, url, expected));
    }
    for (id, url, expected) in started {
        let run = customer.ended(&id, TIMEOUT).await?;
        responses.keep(&run);
        promise(outcome, url, expected, &run);
    }
    // The name resolves first to an external and then to an internal address: it is looked up for each request, and each
    // address is checked.
    let (outside, inside) = ([IpAddr::from(super::host::OUTSIDE)], [IpAddr::from(Ipv4Addr::LOCALHOST)]);
    dns.change("rebound.first.example", &[&outside, &inside]);
    let url = format!("http://rebound.first.example:{}/", hosts.first_port());
    for expected in [SUCCEEDS, COMMUNICATION] {
        let run = ended(customer, &workflow, &json!({"url": url}), responses).await?;
        promise(outcome, "a name that is rebound", expected, &run);
    }
    // A secret in a host name would be sent to nameservers.
    let name = format!("{}.first.example", secrets.label);
    dns.set(&name, &outside);
    let workflow = write(customer, "As a name", &as_a_name(hosts), responses).await?;
    let run = ended(customer, &workflow, &json!({}), responses).await?;
    promise(outcome, "a secret as a name", REFUSED, &run);
    outcome.promise(dns.lookups(&name) == 0, "no DNS query contains a secret");
    outcome.promise(hosts.second_count() == before, "the other host receives no request");
    Ok(addresses.len() + 3)
}

fn promise(outcome: &mut Outcome, what: &str, expected: &str, run: &Value) {
    let result = run["error"]["type"].as_str().unwrap_or(SUCCEEDS);
    outcome.promise(result == expected, format!("{what}: expected {expected}, the error is {}", run["error"]));
}

/// A definition that sends a secret to the URL of its input.
fn anywhere() -> Value {
    json!({
        "document": document("anywhere"), "use": {"secrets": ["token"]},
        "do": [{"try": {
            "try": [{"a": {"call": "http", "with": {
                "endpoint": "${ .url }", "headers": {"Authorization": "${ \"Bearer \" + $secret.token }"},
            }}}],
            "catch": {"errors": {"with": {"type": "communication"}}, "retry": {"limit": {"attempt": {"count": 1}}, "delay": {"milliseconds": 10}, "when": "false"}},
        }}],
    })
}

fn as_a_name(hosts: &Hosts) -> Value {
    let endpoint = format!("${{ \"http://\" + $secret.label + \".first.example:{}/\" }}", hosts.first_port());
    json!({
        "document": document("as-a-name"), "use": {"secrets": ["label"]},
        "do": [{"a": {"call": "http", "with": {"endpoint": endpoint}}}],
    })
}

fn addresses(hosts: &Hosts) -> Vec<(String, &'static str)> {
    let (first, second, port, other) = (hosts.first(), hosts.second(), hosts.first_port(), hosts.second_port());
    vec![
        (format!("http://{first}/"), SUCCEEDS),
        (format!("http://API.First.EXAMPLE:{port}/"), SUCCEEDS),
        (format!("http://other.first.example:{port}/"), SUCCEEDS),
        (format!("http://{second}/"), REFUSED),
        (format!("http://{first}@{second}/"), REFUSED),
        (format!("http://api.first.example:x@{second}/"), REFUSED),
        (format!("http://user:password@{first}/"), COMMUNICATION),
        (format!("http://{second}/{first}"), REFUSED),
        (format!("http://{second}/?@{first}"), REFUSED),
        (format!("http://{second}#@{first}/"), REFUSED),
        (format!("http://{second}\\@{first}/"), REFUSED),
        (format!("http:\\\\{second}\\{first}"), REFUSED),
        (format!("http://api.first.example:{other}/"), REFUSED),
        ("http://api.first.example/".to_owned(), REFUSED),
        (format!("http://api.first.example.:{port}/"), REFUSED),
        (format!("http://first.example:{port}/"), REFUSED),
        (format!("http://a.b.first.example:{port}/"), REFUSED),
        (format!("http://xapi.first.example.second.example:{other}/"), REFUSED),
        (format!("http://api.fіrst.example:{port}/"), REFUSED),
        (format!("http://api.first.example%2esecond.example:{other}/"), REFUSED),
        (format!("http://127.0.0.77:{port}/"), REFUSED),
        (format!("http://2130706509:{port}/"), REFUSED),
        (format!("http://[::ffff:127.0.0.77]:{port}/"), REFUSED),
        (format!("https://{first}/"), COMMUNICATION),
        (format!("http://{first}/elsewhere"), COMMUNICATION),
        (format!("ftp://{first}/"), COMMUNICATION),
        ("file:///etc/passwd".to_owned(), REFUSED),
        ("data:text/plain,x".to_owned(), REFUSED),
        (format!("//{first}/"), VALIDATION),
        ("".to_owned(), VALIDATION),
    ]
}

/// Sends definitions that must be refused. Returns their number.
pub async fn refused_at_creation(customer: &Customer, responses: &mut Responses) -> anyhow::Result<usize> {
    let http = |with: Value| json!({"call": "http", "with": with});
    let tasks = [
        json!({"set": {"x": "${ $secret.token }"}}),
        json!({"set": "${ $secret }"}),
        json!({"emit": {"event": {"with": {"type": "x", "data": {"x": "${ $secret.token }"}}}}}),
        json!({"call": "notify", "with": {"message": "${ $secret.token }"}}),
        json!({"call": "ticket.create", "with": {"subject": "${ \"x\" + $secret.token }"}}),
        json!({"call": "approval", "with": {"summary": "${ $secret.token }"}}),
        json!({"switch": [{"a": {"when": "$secret.token | startswith(\"a\")", "then": "end"}}]}),
        json!({"set": {}, "output": {"as": "$secret.token"}}),
        json!({"set": {}, "export": {"as": "{x: $secret.token}"}}),
        json!({"raise": {"error": {"type": "x", "status": 500, "detail": "${ $secret.token }"}}}),
        json!({"for": {"each": "secret", "in": "[1]"}, "do": [{"b": {"set": {"x": "${ $secret }"}}}]}),
        json!({"wait": "${ $secret.token }"}),
        http(json!({"endpoint": "http://a.example", "body": "${ $secret.token | explode }"})),
        http(json!({"endpoint": "http://a.example", "body": "${ {x: $secret.token} }"})),
        http(json!({"endpoint": "http://a.example", "headers": "${ $secret }"})),
        http(json!({"endpoint": "http://a.example", "body": "${ $secret.unlisted }"})),
        http(json!({"endpoint": "http://a.example", "headers": {"Authorization": "Bearer plain-text-token"}})),
        http(json!({"endpoint": "http://a.example", "headers": {"X-API-Key": "${ \"plain-text-token\" }"}})),
    ];
    let mut refused = 0;
    for task in tasks {
        let definition = json!({"document": document("refused"), "use": {"secrets": ["token"]}, "do": [{"a": task}]});
        let response = customer.write("Refused", &definition.to_string()).await.expect(422);
        anyhow::ensure!(response.body["errors"][0]["pointer"].is_string(), "{task}: {:#}", response.body);
        responses.keep(&response.body);
        refused += 1;
    }
    let missing =
        json!({"document": document("refused"), "use": {"secrets": ["not_there"]}, "do": [{"a": {"set": {}}}]});
    responses.keep(&customer.write("Missing", &missing.to_string()).await.expect(422).body);
    Ok(refused + 1)
}
