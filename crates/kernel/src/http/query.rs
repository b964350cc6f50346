//! Query parameters that conform to their schemas. Unknown names never get here: the gate refuses them by the document.

use super::{
    Problem,
    document::Document,
    parameters,
    schema::{self, Schema},
};
use crate::app::App;
use api::{Fault, ProblemCode, problem::FaultCode};
use axum::{
    extract::{FromRequestParts, MatchedPath},
    http::{Uri, request::Parts},
};
use flow::{escape, shown_pointer};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use utoipa::{IntoParams, openapi::Required};

pub struct Query<T>(pub T);

/// The names of several values of a parameter, each once.
pub fn names<T>(values: Vec<T>, name: impl Fn(T) -> &'static str) -> Vec<&'static str> {
    let mut names: Vec<_> = values.into_iter().map(name).collect();
    names.sort_unstable();
    names.dedup();
    names
}

impl<T: DeserializeOwned + IntoParams + 'static> FromRequestParts<App> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Query<T>, Problem> {
        let schema = schema_of::<T>(app.document());
        let mut values = Map::new();
        for (name, text) in pairs(&parts.uri) {
            if let Some(property) = schema.property(&name) {
                if text.contains('\0') {
                    return Err(refuse(vec![Fault::of(name, FaultCode::Invalid, "contains the character U+0000")]));
                }
                if !add(&mut values, &name, read(property, &text)) {
                    return Err(given_twice(&name));
                }
            }
        }
        let values = Value::Object(values);
        let faults: Vec<_> = schema.faults(&values).into_iter().map(as_parameter).collect();
        if !faults.is_empty() {
            let path = parts.extensions.get::<MatchedPath>().map_or("", MatchedPath::as_str);
            let all = parameters::faults(app.document(), &parts.method, path, &parts.uri);
            return Err(refuse(parameters::complete(faults, all)));
        }
        serde_path_to_error::deserialize(values).map(Query).map_err(|error| {
            let name = error.path().to_string();
            refuse(vec![Fault::of(name, FaultCode::Invalid, error.inner().to_string())])
        })
    }
}

impl<T: DeserializeOwned + IntoParams + 'static> Query<T> {
    /// Parameters that a body contains as an object, such as the filter of a saved list: checked like those of a request,
    /// except for the names in `without`, which are unknown here. `at` is the pointer to the object. A text is converted to the
    /// type of its parameter; the object is returned with the converted values.
    pub fn in_body(
        app: &App,
        sent: Map<String, Value>,
        at: &str,
        without: &[&str],
    ) -> Result<(T, Map<String, Value>), Problem> {
        let schema = schema_of::<T>(app.document());
        let (mut values, mut faults) = (Map::new(), vec![]);
        for (name, value) in sent {
            let property = schema.property(&name).filter(|_| !without.contains(&name.as_str()));
            match (property, value) {
                (Some(property), Value::String(text)) => drop(values.insert(name, read(property, &text))),
                (Some(_), value) => drop(values.insert(name, value)),
                (None, _) => {
                    let pointer = shown_pointer(&format!("{at}/{}", escape(&name)));
                    faults.push(Fault::at(pointer, FaultCode::UnknownField, "unknown field"));
                }
            }
        }
        let values = Value::Object(values);
        let invalid = schema.faults(&values).into_iter();
        faults
            .extend(invalid.map(|fault| Fault { pointer: fault.pointer.map(|inner| format!("{at}{inner}")), ..fault }));
        if !faults.is_empty() {
            return Err(Problem::invalid(faults));
        }
        let query = serde_path_to_error::deserialize(&values).map_err(|error| {
            let pointer = format!("{at}/{}", error.path());
            Problem::invalid(vec![Fault::at(pointer, FaultCode::Invalid, error.inner().to_string())])
        })?;
        let Value::Object(values) = values else { return Ok((query, Map::new())) };
        Ok((query, values))
    }
}

/// Adds the value of a parameter. A parameter that takes several values can be repeated; another one cannot: false.
fn add(values: &mut Map<String, Value>, name: &str, value: Value) -> bool {
    let Some(known) = values.get_mut(name) else {
        values.insert(name.to_owned(), value);
        return true;
    };
    let (Value::Array(items), Value::Array(more)) = (known, value) else { return false };
    items.extend(more);
    true
}

/// Also if it is the id, which is otherwise an id of nothing: a path can contain it too.
fn given_twice(name: &str) -> Problem {
    let fault = Fault::of(name, FaultCode::Invalid, "is given twice");
    Problem::parameters(ProblemCode::InvalidParameter, "A parameter is given twice. See errors.", vec![fault])
}

pub(super) fn pairs(uri: &Uri) -> form_urlencoded::Parse<'_> {
    form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes())
}

/// An id of another kind identifies nothing (404), and without an id there is nothing to change.
fn refuse(faults: Vec<Fault>) -> Problem {
    let id = faults.iter().find(|fault| fault.parameter.as_deref() == Some("id"));
    match id.map(|fault| fault.code) {
        Some(FaultCode::Required) => {
            Problem::parameters(ProblemCode::MissingId, "The query parameter id is required: ?id=…", faults)
        }
        Some(_) => Problem::not_found(),
        None => {
            let is_missing = faults.iter().all(|fault| fault.code == FaultCode::Required);
            let invalid = "A parameter has an invalid value. See errors.";
            let detail = if is_missing { "A parameter is missing. See errors." } else { invalid };
            Problem::parameters(ProblemCode::InvalidParameter, detail, faults)
        }
    }
}

/// `/status` in the object of all parameters is the parameter `status`.
pub(super) fn as_parameter(fault: Fault) -> Fault {
    let name = fault.pointer.as_deref().and_then(|at| at.split('/').nth(1)).map(str::to_owned);
    Fault { pointer: None, parameter: name, ..fault }
}

/// Converts text to the type of the parameter's schema; text that cannot be converted is left to the validation.
pub(super) fn read(schema: &Value, text: &str) -> Value {
    let wants = |kind| schema["type"] == kind;
    let value = match () {
        () if wants("integer") => text.parse::<i64>().ok().map(Value::from),
        () if wants("boolean") => text.parse::<bool>().ok().map(Value::from),
        () if wants("array") => Some(text.split(',').map(|item| read(&schema["items"], item)).collect()),
        () => None,
    };
    value.unwrap_or_else(|| Value::from(text))
}

/// The parameters as one object, so that they are validated like a body.
fn schema_of<T: IntoParams + 'static>(document: &Document) -> Arc<Schema> {
    schema::cached::<T>(|| {
        let (mut properties, mut required) = (Map::new(), vec![]);
        for parameter in T::into_params(|| None) {
            if parameter.required == Required::True {
                required.push(parameter.name.clone());
            }
            properties.insert(parameter.name.clone(), json!(parameter.schema));
        }
        let object = json!({"type": "object", "properties": properties, "required": required});
        Schema::new(document.complete(object), &Value::Null).expect("the schema of parameters compiles")
    })
}
