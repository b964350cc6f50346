//! The methods of operations.

use super::{
    client,
    server::{Server, body, header, json as answer, ok},
};
use crate::{operations::*, paginate, version_tag};
use api::tickets::{NewTicket, TicketChange, TicketPriority};
use futures::TryStreamExt;
use sdk_document::{Types, Version, derive, rust_methods};
use serde_json::Value;
use std::{fs, path::PathBuf};

const ID: &str = "tkt_01h455vb4pex5vsknk084sn02q";

/// Fields of types that responses have too. The document allows `null` in them.
const NULL_ALLOWED: [&str; 3] = ["account_id", "endpoint", "max_monthly_cost"];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn canonical() -> Value {
    serde_json::from_str(&fs::read_to_string(root().join("openapi.json")).unwrap()).unwrap()
}

/// Code without what rustfmt changes.
fn letters(code: &str) -> String {
    code.chars().filter(|c| !c.is_whitespace() && !",{}".contains(*c)).collect()
}

#[test]
fn the_operations_are_those_of_the_document() {
    let types = Types::read(&root().join("crates/api/src")).unwrap();
    let expected = rust_methods(&canonical(), &types).unwrap();
    let folder = root().join("crates/client/src/operations");
    let mut present: Vec<_> =
        fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    present.sort();
    assert_eq!(present, expected.keys().cloned().collect::<Vec<_>>(), "run 'just gen'");
    for (name, text) in expected {
        let current = fs::read_to_string(folder.join(&name)).unwrap();
        assert!(letters(&current) == letters(&text), "{name} is out of date: run 'just gen'");
    }
}

#[test]
fn every_operation_has_a_method() {
    let folder = root().join("crates/client/src/operations");
    let files = fs::read_dir(&folder).unwrap().map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap());
    let code: String = files.collect();
    let document = derive(&canonical(), Version::V3_1);
    let items = document["paths"].as_object().unwrap().values();
    let operations: Vec<_> = items.flat_map(|item| item.as_object().unwrap().values()).collect();
    assert!(operations.len() > 150, "{}", operations.len());
    for operation in operations {
        let name = operation["operationId"].as_str().unwrap();
        assert!(code.contains(&format!("pub async fn {name}(")), "{name}");
    }
}

/// The examples in the content of a request or of a response.
fn values(content: &Value) -> Vec<Value> {
    let media = &content["content"]["application/json"];
    let named = media["examples"].as_object().into_iter().flatten().map(|(_, one)| one["value"].clone());
    named.chain(media.get("example").cloned()).collect()
}

/// Calls a function with the name of each operation of the SDK document, and with the operation in the canonical one.
fn each_operation(mut visit: impl FnMut(&str, &Value)) {
    let canonical = canonical();
    let document = derive(&canonical, Version::V3_1);
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            visit(operation["operationId"].as_str().unwrap(), &canonical["paths"][path][method]);
        }
    }
}

#[test]
fn every_example_of_a_response_has_the_type_that_its_method_returns() {
    let (mut read, mut wrong) = (0, vec![]);
    each_operation(|name, operation| {
        let responses = operation["responses"].as_object().unwrap();
        let successes = responses.iter().filter(|(status, _)| status.starts_with('2'));
        for value in successes.flat_map(|(_, response)| values(response)) {
            // A collection also has examples of the object, which its path with the id returns.
            if name.starts_with("list_") && value.get("has_more").is_none() && !value["data"].is_array() {
                continue;
            }
            match examples::response(name, value) {
                Some(Ok(_)) => read += 1,
                Some(Err(error)) => wrong.push(format!("{name}: {error}")),
                None => {}
            }
        }
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(read > 140, "{read}");
}

#[test]
fn every_example_of_a_request_is_written_as_it_was_read() {
    let (mut read, mut wrong) = (0, vec![]);
    each_operation(|name, operation| {
        for value in values(&operation["requestBody"]) {
            match examples::request(name, value.clone()) {
                Some(Ok(written)) => {
                    read += 1;
                    wrong.extend(difference(&value, &written).map(|field| format!("{name}: {field}")));
                }
                Some(Err(error)) => wrong.push(format!("{name}: {error}")),
                None => {}
            }
        }
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(read > 60, "{read}");
}

/// A field that was changed, left out, or added as `null`. Other fields that are added have their default values.
fn difference(read: &Value, written: &Value) -> Option<String> {
    match (read, written) {
        (Value::Object(read), Value::Object(written)) => {
            let is_added = |name: &str| !read.contains_key(name) && !NULL_ALLOWED.contains(&name);
            let added = written.iter().find(|(name, value)| value.is_null() && is_added(name));
            let changed = || {
                read.iter().find_map(|(name, value)| match written.get(name) {
                    Some(written) => difference(value, written).map(|field| format!("{name}.{field}")),
                    None => Some(format!("{name} is left out")),
                })
            };
            added.map(|(name, _)| format!("{name} is added as null")).or_else(changed)
        }
        (Value::Array(read), Value::Array(written)) if read.len() == written.len() => {
            read.iter().zip(written).find_map(|(read, written)| difference(read, written))
        }
        (Value::Number(read), Value::Number(written)) if read.as_f64() == written.as_f64() => None,
        _ => (read != written).then(|| format!("{read} is {written}")),
    }
}

/// The example of a response in the document.
fn example(path: &str, method: &str, status: &str) -> Value {
    values(&canonical()["paths"][path][method]["responses"][status]).remove(0)
}

#[tokio::test]
async fn a_method_sends_its_parameters_and_returns_the_object() {
    let created = example("/api/psa/tickets", "post", "201");
    let server = Server::start(vec![answer("201 Created", "", &created.to_string())]).await;
    let new =
        NewTicket { subject: "Printer on fire".to_owned(), priority: Some(TicketPriority::P2), ..NewTicket::default() };
    let params = CreateTicket { dry_run: Some(true), ..CreateTicket::default() };
    let ticket = client(&server).create_ticket(&new, params).await.unwrap();
    assert_eq!(ticket.ticket.id.to_string(), created["id"].as_str().unwrap());
    assert!(!ticket.deduplicated);
    let request = server.requests().remove(0);
    assert!(request.starts_with("POST /api/psa/tickets?dry_run=true "), "{request}");
    let sent: Value = serde_json::from_str(body(&request)).unwrap();
    assert!(sent.as_object().unwrap().values().all(|value| !value.is_null()), "{sent}");
    assert_eq!(sent["subject"], "Printer on fire");
    assert_eq!(sent["priority"], "p2");
}

#[tokio::test]
async fn a_change_contains_what_is_set_and_null_for_what_is_cleared() {
    let server = Server::start(vec![ok(&example("/api/psa/tickets", "post", "201").to_string())]).await;
    let change = TicketChange { assignee_id: Some(None), ..TicketChange::default() };
    let params = UpdateTicket { if_match: Some(version_tag(7)), ..UpdateTicket::default() };
    client(&server).update_ticket(ID.parse().unwrap(), &change, params).await.unwrap();
    let request = server.requests().remove(0);
    assert!(request.starts_with(&format!("PATCH /api/psa/tickets/{ID} ")), "{request}");
    assert_eq!(header(&request, "if-match"), Some("\"v7\""));
    assert_eq!(body(&request), r#"{"assignee_id":null}"#);
}

#[tokio::test]
async fn all_objects_of_a_list_are_a_stream() {
    let ticket = example("/api/psa/tickets", "post", "201");
    let page = |cursor: Option<&str>| {
        let page = serde_json::json!({"data": [ticket], "has_more": cursor.is_some(), "next_cursor": cursor});
        ok(&page.to_string())
    };
    let server = Server::start(vec![page(Some("c1")), page(None)]).await;
    let client = client(&server);
    let status = vec!["new".to_owned(), "open".to_owned()];
    let tickets = paginate(|cursor| {
        let status = status.clone();
        client.list_tickets(ListTickets { status, cursor, ..ListTickets::default() })
    });
    let tickets: Vec<_> = tickets.try_collect().await.unwrap();
    assert_eq!(tickets.len(), 2);
    let requests = server.requests();
    assert!(requests[0].starts_with("GET /api/psa/tickets?status=new%2Copen "), "{}", requests[0]);
    assert!(requests[1].contains("cursor=c1"), "{}", requests[1]);
}
