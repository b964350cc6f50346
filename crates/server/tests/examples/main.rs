//! The examples of the document. For every operation, a story is played with a real server; the request and the
//! response are compared with `crates/server/examples.json`, which the document contains.
//!
//! `UPDATE_EXAMPLES=1` writes the file. `just gen` then puts the examples into `openapi.json`.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops where it is")]

mod plain;
mod samples;
mod scene;
mod sign_in;
mod story;

use plain::Plain;
use reqwest::{Method, StatusCode};
use scene::{Request, Scene};
use serde_json::{Map, Value, json};
use story::{Story, names};
use tenant_control::families;
use testkit::{Answer, Contract, Database, Operation, kind_of};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples.json");

/// Text formats of lists, by their media types. Tables of another kind and pictures are not shown.
const FORMATS: [(&str, &str); 2] = [("text/csv", "csv"), ("application/x-ndjson", "ndjson")];

/// One way to call an operation.
struct Way {
    name: &'static str,
    parameters: Map<String, Value>,
}

/// A page of a list and one of its members, or the only way; then each text format.
fn ways(operation: &Operation) -> Vec<Way> {
    let id = operation.query().find(|(name, required, _)| *name == "id" && !required);
    let kind = id.and_then(|(_, _, schema)| kind_of(schema)).filter(|_| operation.method == Method::GET);
    let mut page = Map::new();
    if operation.takes("limit") {
        page.insert("limit".to_owned(), json!(2));
    }
    let name = if kind.is_some() { "list" } else { "example" };
    let mut ways = vec![Way { name, parameters: page }];
    if let Some(kind) = kind {
        let mut parameters = Map::new();
        // A member is named by its id alone.
        for name in Story::read().play(&operation.id).query.keys() {
            parameters.insert(name.clone(), Value::Null);
        }
        parameters.insert("id".to_owned(), json!(format!("${kind}")));
        ways.push(Way { name: "one", parameters });
    }
    for (media_type, format) in FORMATS {
        if operation.takes("format") && !content(operation, "200")[media_type].is_null() {
            let parameters = Map::from_iter([("format".to_owned(), json!(format))]);
            ways.push(Way { name: format, parameters });
        }
    }
    ways
}

fn content(operation: &Operation, status: &str) -> &'static Value {
    let method = operation.method.as_str().to_lowercase();
    &families::document().value["paths"][&operation.path][method]["responses"][status]["content"]
}

/// The exchanges of an operation, in the form of the file.
async fn play(database: &Database, operation: &Operation) -> Value {
    let mut scene = Scene::set(database).await;
    let mut plain = None;
    let mut exchanges = vec![];
    for way in ways(operation) {
        if way.name == "list" {
            let kind = operation.query().find(|(name, ..)| *name == "id").and_then(|(_, _, schema)| kind_of(schema));
            scene.make(kind.unwrap()).await;
        }
        let request = scene.request(operation, &way.parameters).await;
        let answer = scene.send(&operation.id, &request).await;
        assert!(answer.status.is_success(), "{} {}: {:#}", operation.id, way.name, answer.body);
        let plain = plain.get_or_insert_with(|| scene.plain());
        exchanges.push(exchange(operation, way.name, &request, &answer, plain));
    }
    if !content(operation, "200")["text/event-stream"].is_null() {
        let plain = plain.get_or_insert_with(|| scene.plain());
        exchanges.push(stream(&scene, operation, plain).await);
    }
    Value::Array(exchanges)
}

fn exchange(operation: &Operation, name: &str, request: &Request, answer: &Answer, plain: &mut Plain) -> Value {
    let mut parameters = plain.value(&Value::Object(request.query.clone()));
    if operation.path != request.path {
        let id = request.path.rsplit('/').next().unwrap_or_default();
        parameters["id"] = plain.value(&json!(id));
    }
    let mut exchange = json!({"name": name, "parameters": parameters, "status": answer.status.as_u16()});
    if let Some(body) = &request.body {
        exchange["body"] = plain.value(body);
        exchange["body_type"] = json!(if request.is_text { "text/plain" } else { "application/json" });
    }
    let mut response = answer.body.clone();
    if let Some(shorten) = &Story::read().play(&operation.id).shorten {
        shorten.apply(&mut response);
        exchange["shortened"] = json!(true);
    }
    if !response.is_null() {
        exchange["response"] = plain.value(&response);
        exchange["type"] = json!(answer.header("content-type").split(';').next());
    }
    exchange
}

/// The first event of a stream.
async fn stream(scene: &Scene, operation: &Operation, plain: &mut Plain) -> Value {
    let first = scene.client.get(&format!("{}?limit=1&sort=timestamp", operation.path)).await.expect(200);
    let before = scene.client.with_header("last-event-id", first.body["data"][0]["id"].as_str().unwrap());
    let mut stream = before.stream(&operation.path).await;
    let sent = stream.next().await.unwrap().expect("the next event");
    let text = format!("id: {}\nevent: {}\ndata: {}\n\n", sent.id, sent.event, sent.data);
    json!({
        "name": "stream", "parameters": {}, "status": 200, "type": "text/event-stream", "response": plain.text(&text),
    })
}

async fn database() -> Database {
    let port = Database::shared().await.port;
    let database = Database::create(port, &format!("examples_{:016x}", rand::random::<u64>())).await.unwrap();
    // Events have a partition for each day, and the stories play on a fixed one.
    let days = "select app.keep_event_days('2026-11-16', 30); select app.keep_webhook_days('2026-11-16', 30)";
    database.root().await.batch_execute(days).await.unwrap();
    database
}

#[expect(clippy::disallowed_methods, reason = "a switch of the test, not a setting of the service")]
fn updates() -> bool {
    std::env::var_os("UPDATE_EXAMPLES").is_some()
}

#[tokio::test]
async fn every_example_is_what_the_server_returns_today() {
    let database = database().await;
    let mut recorded = Map::new();
    for operation in Operation::all() {
        let exchanges = play(&database, &operation).await;
        recorded.insert(operation.id.clone(), exchanges);
    }
    let text = serde_json::to_string_pretty(&recorded).unwrap() + "\n";
    if updates() {
        std::fs::write(FILE, text).unwrap();
        return;
    }
    let committed = std::fs::read_to_string(FILE).unwrap();
    if let Some(difference) = difference(&committed, &text) {
        panic!("examples.json differs: run this test with UPDATE_EXAMPLES=1 and then `just gen`\n{difference}");
    }
}

/// The first lines that differ, with those before them.
fn difference(committed: &str, recorded: &str) -> Option<String> {
    let (old, new): (Vec<_>, Vec<_>) = (committed.lines().collect(), recorded.lines().collect());
    let first = (0..old.len().max(new.len())).find(|line| old.get(*line) != new.get(*line))?;
    let operation = new[..first.min(new.len())].iter().rev().find(|line| line.starts_with("  \"")).unwrap_or(&"");
    let show = |lines: &[&str], mark: &str| {
        let shown = lines.iter().skip(first).take(20);
        shown.map(|line| format!("{mark} {line}\n")).collect::<String>()
    };
    Some(format!("line {} of{operation}\n{}{}", first + 1, show(&old, "-"), show(&new, "+")))
}

fn recorded() -> Map<String, Value> {
    serde_json::from_str(&std::fs::read_to_string(FILE).unwrap()).unwrap()
}

#[test]
fn every_operation_has_an_example() {
    let recorded = recorded();
    let operations = Operation::all();
    let without: Vec<_> = operations.iter().filter(|op| !recorded.contains_key(&op.id)).map(Operation::name).collect();
    let unknown: Vec<_> = recorded.keys().filter(|id| !operations.iter().any(|op| op.id == **id)).collect();
    assert!(without.is_empty() && unknown.is_empty(), "without: {without:#?}, unknown: {unknown:#?}");
    for operation in &operations {
        let exchanges = recorded[&operation.id].as_array().unwrap();
        let has = |field: &str| exchanges.iter().any(|exchange| !exchange[field].is_null());
        assert_eq!(has("body"), operation.example().is_some(), "{}: a body without an example", operation.id);
        for exchange in exchanges {
            let has_content = !content(operation, &exchange["status"].to_string()).is_null();
            assert_eq!(!exchange["response"].is_null(), has_content, "{}: a response without an example", operation.id);
        }
    }
}

/// The client has checked the responses before they were made plain.
#[test]
fn every_example_conforms_to_its_schema() {
    let recorded = recorded();
    for operation in Operation::all() {
        for exchange in recorded[&operation.id].as_array().unwrap().iter().filter(|e| e["shortened"] != true) {
            let status: StatusCode = exchange["status"].to_string().parse().unwrap();
            let (kind, body) = (exchange["type"].as_str().unwrap_or_default(), &exchange["response"]);
            let body = Some(body).filter(|body| !body.is_null());
            let breaches = Contract::breaches(&operation.method, &operation.path, status, kind, body);
            assert!(breaches.is_empty(), "{}: {breaches:#?}", operation.id);
        }
    }
}

#[test]
fn the_document_contains_every_example() {
    for operation in Operation::all() {
        let exchanges = recorded()[&operation.id].clone();
        for exchange in exchanges.as_array().unwrap().iter().filter(|exchange| !exchange["response"].is_null()) {
            let (status, kind) = (exchange["status"].to_string(), exchange["type"].as_str().unwrap());
            let example = &content(&operation, &status)[kind]["examples"][exchange["name"].as_str().unwrap()];
            assert_eq!(example["value"], exchange["response"], "{} {}", operation.id, exchange["name"]);
        }
    }
}

#[test]
fn the_story_names_no_operation_and_no_member_that_there_is_not() {
    let story = Story::read();
    for id in story.operations.keys().chain(story.members.values().map(|member| &member.by)) {
        assert!(id.is_empty() || Operation::all().iter().any(|operation| operation.id == *id), "{id}");
    }
    const OTHERS: [&str; 7] = ["tenant", "now", "id", "receiver", "issuer", "code", ""];
    let statements = story.members.values().filter_map(|member| member.sql.as_deref());
    for name in statements.flat_map(names) {
        let is_kind = families::fixtures().any(|fixture| name.trim_end_matches('2') == fixture.kind);
        assert!(OTHERS.contains(&name) || is_kind, "there is no member ${name}");
    }
}
