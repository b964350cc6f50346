//! Hostile bodies, queries and headers for every operation of the published document, with a credential and without:
//! each gets a short response without an internal error, uses little of the server's CPU, and the server's memory stays
//! bounded.

mod bodies;
mod queries;
pub mod wire;
mod yaml;

use crate::{Outcome, Size, stage::Stage};
use anyhow::Context;
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};
use tenant_control::families;
use testkit::ServerProcess;
use wire::{Reply, cpu, most_memory, send};

/// The largest CPU time of one request, and the largest body of a response.
const CPU: Duration = Duration::from_millis(250);
const RESPONSE_BYTES: usize = 64 * 1024;

/// The operations whose response is the same for every caller.
const CATALOGUES: [&str; 4] =
    ["/api/openapi.json", "/api/openapi.sdk.json", "/api/admin/webhooks/event-types", "/api/psa/workflows/functions"];

/// The largest memory of the server, in megabytes.
const MEMORY: u64 = 400;

/// The number of faults that are printed.
const MAX_REPORTED: usize = 8;

/// In the short form, each operation gets this many of the inputs, and the next operation the following ones.
const SAMPLE: usize = 12;
/// In the short form, each operation gets this many of the inputs that are derived from its own example.
const SAMPLE_OF_EXAMPLE: usize = 3;

/// The query, headers and body of a request.
#[derive(Clone)]
pub struct Input {
    name: String,
    query: Option<Vec<u8>>,
    headers: String,
    /// Its media type is in the headers.
    body: Option<Vec<u8>>,
}

impl Input {
    fn body(name: impl Into<String>, kind: &str, bytes: impl Into<Vec<u8>>) -> Input {
        let headers = format!("Content-Type: {kind}\r\n");
        Input { name: name.into(), query: None, headers, body: Some(bytes.into()) }
    }

    fn header(self, header: &str) -> Input {
        Input { headers: format!("{}{header}\r\n", self.headers), ..self }
    }

    fn query(name: &str, query: Vec<u8>) -> Input {
        Input { name: format!("query: {name}"), query: Some(query), headers: String::new(), body: None }
    }

    fn header_alone(header: &str) -> Input {
        let name = format!("header {}", header.chars().take(40).collect::<String>());
        Input { name, query: None, headers: format!("{header}\r\n"), body: None }
    }
}

struct Operation {
    method: String,
    path: String,
    /// The required parameters, with valid values.
    target: String,
    parameters: Vec<String>,
    is_public: bool,
    example: Option<Value>,
}

impl Operation {
    fn name(&self) -> String {
        format!("{} {}", self.method, self.path)
    }

    /// The head of the request and its body. Parts that the input leaves out are valid.
    fn request(&self, input: &Input, key: Option<&str>, place: usize) -> (Vec<u8>, Vec<u8>) {
        let known = self.parameters.get(place % self.parameters.len().max(1)).map_or("limit", String::as_str);
        let query = input.query.as_ref().map_or_else(|| self.target.clone().into_bytes(), |query| named(query, known));
        let example = self.example.as_ref().filter(|_| input.body.is_none()).map(|body| body.to_string().into_bytes());
        let of_example = if example.is_some() { "Content-Type: application/json\r\n" } else { "" };
        let body = input.body.clone().or(example).unwrap_or_default();
        let mut head = format!("{} {}?", self.method, self.path).into_bytes();
        head.extend(query);
        let key = key.map(|key| format!("Authorization: Bearer {key}\r\n")).unwrap_or_default();
        let fixed = format!("Host: drill\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
        head.extend(format!(" HTTP/1.1\r\n{fixed}{key}{of_example}{}\r\n", input.headers).into_bytes());
        (head, body)
    }
}

/// Replaces `NAME` by the name of a parameter of the operation.
fn named(query: &[u8], known: &str) -> Vec<u8> {
    match str::from_utf8(query) {
        Ok(text) => text.replace("NAME", known).into_bytes(),
        Err(_) => [known.as_bytes(), query.strip_prefix(b"NAME").unwrap_or(query)].concat(),
    }
}

/// Every operation of the document.
fn operations() -> Vec<Operation> {
    let document = &families::document().value;
    let paths = document["paths"].as_object().into_iter().flatten();
    let all = paths.flat_map(|(path, item)| item.as_object().into_iter().flatten().map(move |one| (path, one)));
    all.map(|(path, (method, operation))| read(document, path, method, operation)).collect()
}

fn read(document: &Value, path: &str, method: &str, operation: &Value) -> Operation {
    let parameters = operation["parameters"].as_array().into_iter().flatten().filter(|one| one["in"] == "query");
    let needed = parameters.clone().filter(|one| one["required"] == true).map(|one| {
        let schema = resolve(document, &one["schema"]);
        let example = schema["examples"][0].as_str().unwrap_or("x");
        format!("{}={example}", one["name"].as_str().unwrap_or_default())
    });
    let in_path = operation["parameters"].as_array().into_iter().flatten().find(|one| one["in"] == "path");
    let id = in_path.and_then(|one| resolve(document, &one["schema"])["examples"][0].as_str());
    let body = operation["requestBody"]["content"]["application/json"].get("schema");
    let scopes = operation["security"].as_array().and_then(|ways| ways.first()).and_then(Value::as_object);
    Operation {
        method: method.to_uppercase(),
        path: path.replace("{id}", id.unwrap_or("{id}")),
        target: needed.collect::<Vec<_>>().join("&"),
        parameters: parameters.filter_map(|one| one["name"].as_str().map(str::to_owned)).collect(),
        is_public: scopes.is_none_or(serde_json::Map::is_empty),
        example: body.map(|schema| resolve(document, schema)["example"].clone()),
    }
}

fn resolve<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    let reference = schema["$ref"].as_str().and_then(|reference| document.pointer(reference.trim_start_matches('#')));
    reference.unwrap_or(schema)
}

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let stage = Stage::set("-c fsync=off").await?;
    let server = ServerProcess::start(&stage.database, &["--log", "warn"]).await?;
    let key = stage.tenant("hostile").await?.key;
    // Both formats of the document are generated when they are first read.
    let reader = server.client(&key);
    for kind in ["application/json", "application/yaml"] {
        reader.with_header("accept", kind).get("/api/openapi.json").await.expect(200);
    }
    let inputs: Vec<Input> =
        bodies::all().into_iter().chain(yaml::all()).chain(queries::all()).chain(queries::headers()).collect();
    // Every operation refuses this one, also in the short form.
    let unknown = Input::query("a parameter that no operation has", b"nobody_knows_this=1".to_vec());
    let operations = operations();
    let mut seen = Seen::default();
    for (number, operation) in operations.iter().enumerate() {
        let own = operation.example.as_ref().map(bodies::of_example).unwrap_or_default();
        let chosen = size.pick(inputs.iter().collect(), sample(&inputs, number * SAMPLE, SAMPLE));
        let own = size.pick(own.iter().collect(), sample(&own, number * SAMPLE_OF_EXAMPLE, SAMPLE_OF_EXAMPLE));
        for (place, input) in chosen.into_iter().chain(own).chain([&unknown]).enumerate() {
            for key in [Some(key.as_str()), None] {
                let before = cpu(server.pid())?;
                let (head, body) = operation.request(input, key, place);
                let reply = send(server.base.trim_start_matches("http://"), &head, &body).await;
                let spent = cpu(server.pid())?.saturating_sub(before);
                seen.note(operation, input, key.is_some(), reply, spent);
            }
        }
    }
    let memory = most_memory(server.pid())?;
    server.client(&key).get("/api/auth/session").await.expect(200);
    server.stop().await.context("the server does not stop")?;
    Ok(seen.outcome(&operations, inputs.len(), memory))
}

fn sample(inputs: &[Input], from: usize, count: usize) -> Vec<&Input> {
    inputs.iter().cycle().skip(from % inputs.len().max(1)).take(count.min(inputs.len())).collect()
}

#[derive(Default)]
struct Seen {
    requests: usize,
    inputs: BTreeSet<String>,
    statuses: BTreeMap<u16, usize>,
    /// The operations that have validated the body or the query of a request with a credential.
    validated: BTreeSet<String>,
    most_cpu: (Duration, String),
    most_bytes: (usize, String),
    faults: Vec<String>,
}

impl Seen {
    fn note(
        &mut self,
        operation: &Operation,
        input: &Input,
        with_key: bool,
        reply: anyhow::Result<Reply>,
        cpu: Duration,
    ) {
        let caller = if with_key { "with a key" } else { "without" };
        let what = format!("{} {caller}: {}", operation.name(), input.name);
        self.requests += 1;
        self.inputs.insert(input.name.clone());
        let reply = match reply {
            Ok(reply) => reply,
            Err(error) => return self.faults.push(format!("{what}: {error:#}")),
        };
        *self.statuses.entry(reply.status).or_default() += 1;
        if reply.status >= 500 {
            self.faults.push(format!("{what}: {}", reply.status));
        }
        if with_key
            && [
                "malformed_json",
                "malformed_yaml",
                "invalid_request",
                "unknown_field",
                "unknown_parameter",
                "invalid_parameter",
            ]
            .contains(&reply.code().as_str())
        {
            self.validated.insert(operation.name());
        }
        if !with_key && !operation.is_public && reply.status < 400 {
            self.faults.push(format!("{what}: {} without a credential", reply.status));
        }
        // The size of a catalogue does not depend on the request.
        let is_document = CATALOGUES.contains(&operation.path.as_str()) && reply.status == 200;
        if !is_document && reply.bytes > self.most_bytes.0 {
            self.most_bytes = (reply.bytes, what.clone());
        }
        if !is_document && reply.bytes > RESPONSE_BYTES {
            self.faults.push(format!("{what}: {} bytes", reply.bytes));
        }
        if cpu > CPU {
            self.faults.push(format!("{what}: {} ms of CPU", cpu.as_millis()));
        }
        if cpu > self.most_cpu.0 {
            self.most_cpu = (cpu, what);
        }
    }

    fn outcome(self, operations: &[Operation], inputs: usize, memory: u64) -> Outcome {
        let mut outcome = Outcome::default();
        let statuses: Vec<_> = self.statuses.iter().map(|(status, count)| format!("{status}: {count}")).collect();
        outcome.figure(format!("{} requests to {} operations", self.requests, operations.len()));
        outcome.figure(format!(
            "{} of {inputs} inputs and {} of examples",
            self.inputs.iter().filter(|name| !name.starts_with("the example")).count(),
            self.inputs.iter().filter(|name| name.starts_with("the example")).count()
        ));
        outcome.figure(format!("statuses {}", statuses.join(" ")));
        outcome.figure(format!("at most {:.1} ms of CPU ({})", self.most_cpu.0.as_secs_f64() * 1e3, self.most_cpu.1));
        outcome.figure(format!("at most {} bytes ({})", self.most_bytes.0, self.most_bytes.1));
        outcome.figure(format!("peak memory {memory} MB"));
        outcome.promise(inputs >= 300, "there are 300 inputs");
        let unseen: Vec<_> =
            operations.iter().map(Operation::name).filter(|name| !self.validated.contains(name)).collect();
        outcome.promise(unseen.is_empty(), format!("every operation validates its input (not {})", unseen.join(", ")));
        let public = operations.iter().filter(|operation| operation.is_public).count();
        outcome.promise((1..operations.len() / 2).contains(&public), "few operations are public");
        let count = self.faults.len();
        let reported = self.faults.into_iter().take(MAX_REPORTED).collect::<Vec<_>>().join("; ");
        outcome.promise(count == 0, format!("every response is within the bounds ({count} are not: {reported})"));
        outcome.promise(memory <= MEMORY, format!("the server has at most {MEMORY} MB ({memory} MB)"));
        outcome
    }
}
