//! A body that conforms to its schema. There is no other way to read one, so validation cannot be forgotten.

mod writer;

use super::{Problem, problem::MOST_FAULTS, schema, semantics};
use api::{Fault, ProblemCode, problem::FaultCode, workflows::ByHand};
use axum::{
    body::Bytes,
    extract::{FromRequest, Request},
    http::{HeaderValue, Method, header},
    response::{IntoResponse, Response},
};
use flow::{Code, Unreadable, escape};
use schema::Schema;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Number, Value, json};
use std::fmt::Write;
use utoipa::ToSchema;
pub use writer::write_json;

const TYPICAL_ANSWER: usize = 1024;

/// Named so because utoipa recognises bodies by this name.
pub struct Json<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + ToSchema + 'static> FromRequest<S> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Json<T>, Problem> {
        let (is_post, has_type) =
            (request.method() == Method::POST, request.headers().contains_key(header::CONTENT_TYPE));
        let unsupported = || Problem::new(ProblemCode::UnsupportedMediaType, "Send Content-Type: application/json.");
        if has_type && !is_json(&request) {
            return Err(unsupported());
        }
        let body = Bytes::from_request(request, state).await.map_err(Problem::internal)?; // the gate has received it
        if is_post && body.is_empty() && Schema::of::<T>().faults(&json!({})).is_empty() {
            return read(|| Ok(json!({}))).map(Json);
        }
        if !has_type {
            return Err(unsupported());
        }
        if body.is_empty() {
            return Err(Problem::new(ProblemCode::MalformedJson, "The body is empty. Send a JSON object, such as {}."));
        }
        let parse = || flow::read_json(&body).map_err(|why| unreadable(ProblemCode::MalformedJson, "JSON", why));
        read(parse).map(Json)
    }
}

fn unreadable(code: ProblemCode, format: &str, why: Unreadable) -> Problem {
    match why {
        Unreadable::Malformed(why) => Problem::new(code, format!("The body is not {format}: {why}.")),
        Unreadable::Refused(invalid) => Problem::fault(&invalid.pointer, fault_code(invalid.code), invalid.message),
    }
}

/// The code of a fault that the parser of documents and definitions has found.
pub fn fault_code(code: Code) -> FaultCode {
    match code {
        Code::UnknownField => FaultCode::UnknownField,
        Code::DuplicateField => FaultCode::DuplicateField,
        Code::Required => FaultCode::Required,
        Code::Invalid => FaultCode::Invalid,
        Code::NotFound => FaultCode::NotFound,
        Code::Exceeds => FaultCode::Exceeds,
    }
}

/// `parse` is called again only for a body that is refused, to find all of its faults.
fn read<T>(parse: impl Fn() -> Result<Value, Problem>) -> Result<T, Problem>
where
    T: DeserializeOwned + ToSchema + 'static,
{
    let mut value = parse()?;
    let mut faults = Schema::of::<T>().faults(&value);
    faults.extend(tidied(&mut value, ""));
    if !faults.is_empty() {
        faults.extend(semantics::faults::<T>(value, &faults));
        faults.sort_by(|a, b| a.pointer.cmp(&b.pointer));
        return Err(Problem::invalid(faults));
    }
    // Checks that the schema cannot express, such as the syntax of a network.
    serde_path_to_error::deserialize(value).map_err(|error| {
        let first = || Fault::at(pointer(&error.path().to_string()), FaultCode::Invalid, error.inner().to_string());
        let mut again = parse().unwrap_or_default();
        tidied(&mut again, "");
        let all = semantics::faults::<T>(again, &[]);
        Problem::invalid(if all.is_empty() { vec![first()] } else { all })
    })
}

/// A body that may also be YAML, for documents that people write.
pub struct JsonOrYaml<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + ToSchema + ByHand + 'static> FromRequest<S> for JsonOrYaml<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<JsonOrYaml<T>, Problem> {
        if !is_yaml(&request) {
            return Json::from_request(request, state).await.map(|Json(body)| JsonOrYaml(body)).map_err(or_yaml);
        }
        let body = Bytes::from_request(request, state).await.map_err(Problem::internal)?; // the gate has received it
        let parse = || {
            let text = str::from_utf8(&body).map_err(|error| Unreadable::Malformed(error.to_string()));
            let value = text.and_then(flow::read_yaml);
            value.map(T::whole).map_err(|why| unreadable(ProblemCode::MalformedYaml, "YAML", why))
        };
        read(parse).map(JsonOrYaml)
    }
}

/// YAML that is sent as JSON is not JSON.
fn or_yaml(problem: Problem) -> Problem {
    match problem.code() {
        ProblemCode::MalformedJson => {
            let detail = format!("{} Send YAML with Content-Type: application/yaml.", problem.detail());
            Problem::new(ProblemCode::MalformedJson, detail)
        }
        _ => problem,
    }
}

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        // One buffer, large enough for most responses from the start.
        let mut body = Vec::with_capacity(TYPICAL_ANSWER);
        match write_json(&mut body, &self.0) {
            Ok(()) => ([(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))], body).into_response(),
            Err(error) => Problem::internal(error).into_response(),
        }
    }
}

fn kind(request: &Request) -> String {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

fn is_yaml(request: &Request) -> bool {
    ["application/yaml", "application/x-yaml", "text/yaml"].contains(&kind(request).as_str())
}

fn is_json(request: &Request) -> bool {
    let kind = kind(request);
    kind == "application/json" || (kind.starts_with("application/") && kind.ends_with("+json"))
}

/// Prepares a value for the database and returns the faults of values that cannot be stored, with pointers that begin
/// with `at`.
pub fn tidied(value: &mut Value, at: &str) -> Vec<Fault> {
    let mut pointers = vec![];
    tidy(value, &mut at.to_owned(), &mut pointers);
    let fault =
        |pointer| Fault::at(pointer, FaultCode::Invalid, "contains the character U+0000, which cannot be stored");
    pointers.into_iter().map(fault).collect()
}

/// Finds every U+0000, which PostgreSQL cannot store, and converts `1.0` to the integer that it is in JSON. `at` is the
/// pointer to the value; it is extended and truncated again, because copies of it for every value would be much larger
/// than the body.
fn tidy(value: &mut Value, at: &mut String, nul: &mut Vec<String>) {
    let here = at.len();
    match value {
        Value::String(text) if text.contains('\0') => note(at, nul),
        Value::Number(number) => {
            if let Some(float) = number.as_f64().filter(|f| number.is_f64() && f.fract() == 0.0 && f.abs() < 9e15) {
                *number = Number::from(float as i64);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter_mut().enumerate() {
                let _ = write!(at, "/{index}");
                tidy(item, at, nul);
                at.truncate(here);
            }
        }
        Value::Object(fields) => {
            if fields.keys().any(|name| name.contains('\0')) {
                note(at, nul);
            }
            for (name, field) in fields {
                let _ = write!(at, "/{}", escape(name));
                tidy(field, at, nul);
                at.truncate(here);
            }
        }
        _ => {}
    }
}

fn note(at: &str, pointers: &mut Vec<String>) {
    if pointers.len() <= MOST_FAULTS {
        pointers.push(at.to_owned());
    }
}

/// `contacts[0].email` to `/contacts/0/email`
pub(super) fn pointer(path: &str) -> String {
    if path.is_empty() || path == "." {
        return String::new();
    }
    format!("/{}", path.replace('[', ".").replace(']', "").replace('.', "/").trim_start_matches('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_of_serde_becomes_a_pointer() {
        assert_eq!(pointer("contacts[0].email"), "/contacts/0/email");
        assert_eq!(pointer("."), "");
    }

    #[test]
    fn every_nul_is_told_of_and_whole_floats_become_integers() {
        let mut value = json!({"a": ["x", "\0"], "b": {"c": "\0"}, "n": 30.0, "f": 1.5});
        let mut told = vec![];
        tidy(&mut value, &mut String::new(), &mut told);
        assert_eq!(told, ["/a/1", "/b/c"]);
        assert_eq!((&value["n"], &value["f"]), (&json!(30), &json!(1.5)));
    }
}
