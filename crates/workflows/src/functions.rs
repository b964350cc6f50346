//! The functions that a workflow can call. Most are operations of the API, which the families list: their arguments,
//! scopes and results are those of the OpenAPI document.

pub mod http;
pub mod operation;
pub mod under_way;

use api::{
    Scope,
    workflows::{WorkflowFunction, WorkflowFunctions},
};
use axum::http::Method;
use flow::Functions;
use kernel::{
    app::App,
    family::{Arguments, Families, Function},
    http::{Caller, Json, document::Document},
};
use operation::Operation;
use serde_json::{Map, Value, json};
use std::{collections::BTreeMap, sync::Arc};

pub const APPROVAL: &str = "approval";
pub const HTTP: &str = flow::HTTP;
pub const NOTIFY: &str = "notify";

/// List the functions that workflows can call
///
/// Returns each function with the JSON Schemas of its arguments and its result.
#[utoipa::path(get, path = "/api/psa/workflows/functions", operation_id = "psa.workflows.functions", tag = "Workflows",
    security(("api_key" = [Scope::WorkflowsRead])), responses((status = 200, body = WorkflowFunctions)))]
pub async fn list(app: App, _: Caller) -> Json<WorkflowFunctions> {
    Json(WorkflowFunctions { data: registry(&app).published.clone() })
}

pub struct Registry {
    /// The functions that definitions are checked against.
    pub known: Functions,
    operations: BTreeMap<String, Operation>,
    published: Vec<WorkflowFunction>,
}

/// Built once. A function of an operation that does not exist ends the process.
pub fn registry(app: &App) -> Arc<Registry> {
    app.state.get_or(|| Registry::new(app.families).unwrap_or_else(|fault| panic!("functions of workflows: {fault}")))
}

impl Registry {
    fn new(families: &Families) -> Result<Registry, String> {
        let document = &families.document;
        let (mut known, mut operations, mut published) = (Functions::default(), BTreeMap::new(), vec![]);
        for function in families.iter().flat_map(|family| family.functions) {
            let (described, operation) = of_operation(document, function)?;
            operations.insert(described.name.clone(), operation);
            published.push(described);
        }
        published.extend([http::function(document), approval(document), notify(document)]);
        published.sort_by(|a, b| a.name.cmp(&b.name));
        for function in &published {
            known.add(function.name.as_str(), function.input_schema.clone(), function.writes)?;
        }
        Ok(Registry { known, operations, published })
    }

    pub fn operation(&self, name: &str) -> Option<&Operation> {
        self.operations.get(name)
    }
}

fn of_operation(document: &Document, function: &Function) -> Result<(WorkflowFunction, Operation), String> {
    let Function { name, operation: id, arguments } = function;
    let (path, method, operation) = find(document, id).ok_or_else(|| format!("there is no operation {id}"))?;
    let parameters = operation["parameters"].as_array().into_iter().flatten();
    let parameters: Vec<&Value> = parameters.filter(|p| p["in"] == "query" && is_taken(p, *arguments)).collect();
    let body = operation["requestBody"]["content"]["application/json"]["schema"].clone();
    let body = if body.is_null() { None } else { Some(document.resolve(&body).clone()) };
    let schema = arguments_schema(&parameters, body.as_ref(), *arguments);

    let writes = method != Method::GET;
    let answer = |status: &str| {
        let schema = &operation["responses"][status]["content"]["application/json"]["schema"];
        (!schema.is_null()).then(|| schema.clone())
    };
    let has_operation = |schema: Value| !document.resolve(&schema)["properties"]["operation_id"].is_null();
    let continues = answer("202").is_some_and(has_operation);
    let answer = ["201", "200", "202"].into_iter().find_map(answer);
    // The end of what continues is read like its object.
    let reading = if continues { &document.value["paths"][path]["get"] } else { &Value::Null };
    let scopes = [operation, reading].map(|operation| operation["security"][0]["bearer"].as_array());
    let scopes = scopes.into_iter().flatten().flatten();
    let function = WorkflowFunction {
        name: (*name).to_owned(),
        description: operation["summary"].as_str().unwrap_or_default().to_owned(),
        writes,
        scopes: scopes.filter_map(|scope| scope.as_str().map(str::to_owned)).collect(),
        input_schema: document.complete(schema),
        output_schema: document.complete(answer.unwrap_or(json!({}))),
    };
    let query = parameters.iter().filter_map(|p| p["name"].as_str().map(str::to_owned)).collect();
    Ok((function, Operation { method, path: path.to_owned(), query, has_body: body.is_some(), writes, continues }))
}

/// The arguments of a function. Fields that can only be written are none of them: they are secrets, and the arguments of
/// steps are stored and shown.
fn arguments_schema(parameters: &[&Value], body: Option<&Value>, arguments: Arguments) -> Value {
    let (mut properties, mut required) = (Map::new(), vec![]);
    for parameter in parameters {
        let mut schema = parameter["schema"].clone();
        if parameter["description"].is_string() && schema.get("$ref").is_none() {
            schema["description"] = parameter["description"].clone();
        }
        let name = parameter["name"].as_str().unwrap_or_default();
        if parameter["required"] == true || arguments == Arguments::One {
            required.push(json!(name));
        }
        properties.insert(name.to_owned(), schema);
    }
    let is_shown = |schema: &Value| schema["writeOnly"] != true;
    let fields = body.into_iter().flat_map(|body| body["properties"].as_object()).flatten();
    for (name, schema) in fields.filter(|(_, schema)| is_shown(schema)) {
        properties.insert(name.clone(), schema.clone());
    }
    required.extend(body.into_iter().flat_map(|body| body["required"].as_array()).flatten().cloned());
    if let Arguments::Only(names) = arguments {
        properties.retain(|name, _| names.contains(&name.as_str()));
        required = names.iter().map(|name| json!(name)).collect();
    }
    json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false})
}

fn find<'a>(document: &'a Document, id: &str) -> Option<(&'a str, Method, &'a Value)> {
    let paths = document.value["paths"].as_object()?;
    paths.iter().find_map(|(path, item)| {
        let (method, operation) = item.as_object()?.iter().find(|(_, operation)| operation["operationId"] == id)?;
        Some((path.as_str(), method.to_uppercase().parse().ok()?, operation))
    })
}

/// A workflow cannot set parameters of the request itself; formats other than JSON are not values.
fn is_taken(parameter: &Value, arguments: Arguments) -> bool {
    let name = parameter["name"].as_str().unwrap_or_default();
    match arguments {
        _ if ["dry_run", "format"].contains(&name) => false,
        Arguments::All => true,
        Arguments::One => name == "id",
        Arguments::Many => !["id", "number"].contains(&name),
        Arguments::Only(names) => names.contains(&name),
    }
}

fn approval(document: &Document) -> WorkflowFunction {
    let schema = json!({
        "type": "object",
        "properties": {
            "summary": {"type": "string", "minLength": 1, "maxLength": 1000, "description": "The question to decide."},
            "approvers": {
                "description": "Users and keys that may decide. All of them need `workflows:approve`. Without `users` \
                    and `keys`, every signed-in user may decide; otherwise only those that are listed. Nobody who is \
                    responsible for the start of the run may decide.",
                "type": "object",
                "properties": {
                    "scope": {"type": "string", "description": "Scope that is required in addition."},
                    "users": {"type": "array", "minItems": 1, "maxItems": 50,
                        "items": {"type": "string", "pattern": "^usr_[0-7][0-9a-hjkmnp-tv-z]{25}$"},
                        "description": "Users who may decide, signed in."},
                    "keys": {"type": "array", "minItems": 1, "maxItems": 50,
                        "items": {"type": "string", "pattern": "^key_[0-7][0-9a-hjkmnp-tv-z]{25}$"},
                        "description": "API keys that may decide. The creator and the owner of a key, and everyone \
                            who rotated it, are responsible for its decision."},
                },
                "additionalProperties": false,
            },
            "min_approvals": {"type": "integer", "minimum": 1, "maximum": 10, "default": 1},
            "expires_in": {"description": "Time to decide as an ISO 8601 duration, such as `PT4H`; seven days by \
                default.",
                "type": "string", "minLength": 3, "maxLength": 50},
            "expires_at": {"type": "string", "format": "date-time"},
            "on_timeout": {"enum": ["reject", "continue"], "default": "reject"},
        },
        "required": ["summary"],
        "additionalProperties": false,
    });
    let output = json!({
        "type": "object",
        "properties": {
            "approved": {"type": "boolean"},
            "status": {"enum": ["approved", "timed_out"]},
            "approvals_given": {"type": "integer"},
            "decisions": {"type": "array", "items": {"type": "object"}},
        },
        "required": ["approved", "status", "approvals_given", "decisions"],
    });
    WorkflowFunction {
        name: APPROVAL.to_owned(),
        description: "Wait for an approval. A rejection, and by default an expired approval, raises the error \
            `approval_rejected`."
            .to_owned(),
        writes: false,
        scopes: vec![],
        input_schema: document.complete(schema),
        output_schema: document.complete(output),
    }
}

fn notify(document: &Document) -> WorkflowFunction {
    let schema = json!({
        "type": "object",
        "properties": {
            "message": {"type": "string", "minLength": 1, "maxLength": 2000},
            "data": {"type": "object", "description": "Data for the receiver."},
        },
        "required": ["message"],
        "additionalProperties": false,
    });
    WorkflowFunction {
        name: NOTIFY.to_owned(),
        description: "Send a notification: the event `workflow.notification`, which webhooks can subscribe to."
            .to_owned(),
        writes: true,
        scopes: vec![],
        input_schema: document.complete(schema),
        output_schema: document.complete(json!({"type": "object"})),
    }
}
