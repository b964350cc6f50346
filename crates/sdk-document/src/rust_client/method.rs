//! One method of the Rust client, and the type of its parameters.

use super::types::Types;
use crate::operations::resolve;
use serde_json::Value;
use std::fmt::Write;

const SCHEMAS: &str = "#/components/schemas/";

/// Columns of a comment.
const WIDTH: usize = 110;

pub struct Method {
    /// `create_ticket`.
    name: String,
    /// `post`.
    verb: String,
    path: String,
    about: String,
    parameters: Vec<Parameter>,
    body: Option<Body>,
    response: Response,
}

struct Parameter {
    /// As it is sent: `If-Match`.
    name: String,
    about: String,
    place: Place,
    is_required: bool,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Path,
    Query,
    Header,
}

/// The type of a parameter.
enum Kind {
    One(String),
    Several(String),
}

enum Body {
    Json { path: String, is_required: bool },
    File,
}

enum Response {
    Nothing,
    Json(String),
    /// With another status, there is no body.
    MaybeJson(String),
    Stream,
}

impl Method {
    pub fn of(document: &Value, types: &Types, path: &str, verb: &str, operation: &Value) -> Result<Method, String> {
        let text = |name: &str| operation[name].as_str().unwrap_or_default();
        let name = text("operationId").to_owned();
        let unknown = |reason: String| format!("{name}: {reason}");
        let declared = operation["parameters"].as_array().into_iter().flatten();
        let parameters = declared.map(|one| Parameter::of(types, resolve(document, one)));
        Ok(Method {
            verb: verb.to_owned(),
            path: path.to_owned(),
            about: [text("summary"), text("description")].join("\n\n").trim().to_owned(),
            parameters: parameters.collect::<Result<_, _>>().map_err(unknown)?,
            body: operation.get("requestBody").map(|body| Body::of(types, body)).transpose().map_err(unknown)?,
            response: Response::of(types, &operation["responses"]).map_err(unknown)?,
            name,
        })
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// The type of the body of the request, if it is JSON.
    pub fn sent(&self) -> Option<&str> {
        match &self.body {
            Some(Body::Json { path, .. }) => Some(path),
            _ => None,
        }
    }

    /// The type of the body of the response, if it is JSON.
    pub fn returned(&self) -> Option<&str> {
        match &self.response {
            Response::Json(name) | Response::MaybeJson(name) => Some(name),
            Response::Nothing | Response::Stream => None,
        }
    }

    pub fn has_params(&self) -> bool {
        self.optional().next().is_some()
    }

    pub fn sends_file(&self) -> bool {
        matches!(self.body, Some(Body::File))
    }

    pub fn is_streamed(&self) -> bool {
        matches!(self.response, Response::Stream)
    }

    pub fn has_path_parameter(&self) -> bool {
        self.parameters.iter().any(|parameter| parameter.place == Place::Path)
    }

    /// `create_ticket` has the parameters `CreateTicket`.
    pub fn params_name(&self) -> String {
        let words = self.name.split('_').map(|word| {
            let (first, rest) = word.split_at(word.len().min(1));
            format!("{}{rest}", first.to_uppercase())
        });
        words.collect()
    }

    fn required(&self) -> impl Iterator<Item = &Parameter> {
        self.parameters.iter().filter(|parameter| parameter.is_required)
    }

    fn optional(&self) -> impl Iterator<Item = &Parameter> {
        self.parameters.iter().filter(|parameter| !parameter.is_required)
    }

    /// The type of the optional parameters.
    pub fn params(&self) -> String {
        if !self.has_params() {
            return String::new();
        }
        let mut text = format!(
            "/// Parameters of [`Client::{}`].\n#[derive(Clone, Debug, Default)]\npub struct {} {{\n",
            self.name,
            self.params_name()
        );
        for parameter in self.optional() {
            text.push_str(&comment(&parameter.about));
            let _ = writeln!(text, "    pub {}: {},", parameter.field(), parameter.kind.optional());
        }
        text.push_str("}\n\n");
        text
    }

    pub fn code(&self) -> String {
        let mut text = comment(&self.about);
        let mut arguments = vec!["&self".to_owned()];
        arguments.extend(self.required().map(|one| format!("{}: {}", one.field(), one.kind.required())));
        arguments.extend(self.body.as_ref().map(Body::argument));
        arguments.extend(self.has_params().then(|| format!("params: {}", self.params_name())));
        let returned = self.response.type_name();
        let arguments = arguments.join(", ");
        let _ = writeln!(text, "    pub async fn {}({arguments}) -> Result<{returned}, Error> {{", self.name);
        if self.has_params() {
            let fields: Vec<String> = self.optional().map(Parameter::field).collect();
            let _ = writeln!(text, "        let {} {{ {} }} = params;", self.params_name(), fields.join(", "));
        }
        let _ = writeln!(text, "        let request = {};", self.request());
        text.push_str(self.response.statements());
        text.push_str("    }\n");
        text
    }

    /// The expression that makes the request.
    fn request(&self) -> String {
        let mut text = format!("Request::{}({})", self.verb, self.address());
        for parameter in self.parameters.iter().filter(|parameter| parameter.place != Place::Path) {
            text.push_str(&parameter.call());
        }
        match &self.body {
            Some(Body::Json { is_required: true, .. }) => text.push_str(".json(body)?"),
            Some(Body::Json { is_required: false, .. }) => text.push_str(".optional_json(body)?"),
            Some(Body::File) => text.push_str(".body(content)"),
            None => {}
        }
        text
    }

    /// The expression of the path.
    fn address(&self) -> String {
        if !self.has_path_parameter() {
            return format!("{:?}", self.path);
        }
        let mut pattern = self.path.clone();
        let mut values = vec![];
        for parameter in self.parameters.iter().filter(|parameter| parameter.place == Place::Path) {
            pattern = pattern.replace(&format!("{{{}}}", parameter.name), "{}");
            values.push(format!("segment(&{})", parameter.field()));
        }
        format!("format!({pattern:?}, {})", values.join(", "))
    }
}

impl Parameter {
    fn of(types: &Types, parameter: &Value) -> Result<Parameter, String> {
        let name = parameter["name"].as_str().unwrap_or_default().to_owned();
        let place = match parameter["in"].as_str() {
            Some("path") => Place::Path,
            Some("query") => Place::Query,
            Some("header") => Place::Header,
            other => return Err(format!("{name} is in {other:?}")),
        };
        let schema = &parameter["schema"];
        let kind = match schema["type"].as_str() {
            Some("array") => Kind::Several(simple(types, &schema["items"])),
            _ => Kind::One(simple(types, schema)),
        };
        let about = parameter["description"].as_str().unwrap_or_default().to_owned();
        Ok(Parameter { is_required: parameter["required"] == true, name, about, place, kind })
    }

    /// The name of the field: `If-Match` is `if_match`. `type` and `match` are keywords.
    fn field(&self) -> String {
        match self.name.as_str() {
            "type" => "kind".to_owned(),
            "match" => "r#match".to_owned(),
            name => name.to_lowercase().replace('-', "_"),
        }
    }

    /// The call that adds the parameter to the request.
    fn call(&self) -> String {
        let (name, field) = (&self.name, self.field());
        if self.place == Place::Header {
            return format!(".text_header({:?}, {field}.as_deref())?", name.to_lowercase());
        }
        match (&self.kind, self.is_required) {
            (Kind::Several(_), _) => format!(".several({name:?}, &{field})"),
            (Kind::One(_), true) => format!(".query({name:?}, {field})"),
            (Kind::One(_), false) => format!(".optional({name:?}, {field})"),
        }
    }
}

impl Kind {
    fn required(&self) -> String {
        match self {
            Kind::One(name) if name == "String" => "&str".to_owned(),
            Kind::One(name) => name.clone(),
            Kind::Several(name) => format!("&[{name}]"),
        }
    }

    fn optional(&self) -> String {
        match self {
            Kind::One(name) => format!("Option<{name}>"),
            Kind::Several(name) => format!("Vec<{name}>"),
        }
    }
}

/// The type of a value in a path, a query or a header. Enumerations are text, so that a client can send new values.
fn simple(types: &Types, schema: &Value) -> String {
    let reference = schema["$ref"].as_str().and_then(|reference| reference.strip_prefix(SCHEMAS));
    if let Some(path) = reference.filter(|name| types.is_id(name)).and_then(|name| types.path(name)) {
        return path;
    }
    match (schema["type"].as_str(), schema["format"].as_str()) {
        (Some("integer"), _) => "i64",
        (Some("boolean"), _) => "bool",
        (_, Some("date-time")) => "jiff::Timestamp",
        _ => "String",
    }
    .to_owned()
}

impl Body {
    fn of(types: &Types, body: &Value) -> Result<Body, String> {
        let Some(json) = body["content"].get("application/json") else { return Ok(Body::File) };
        Ok(Body::Json { path: named(types, &json["schema"])?, is_required: body["required"] == true })
    }

    fn argument(&self) -> String {
        match self {
            Body::Json { path, is_required: true } => format!("body: &{path}"),
            Body::Json { path, is_required: false } => format!("body: Option<&{path}>"),
            Body::File => "content: Body".to_owned(),
        }
    }
}

impl Response {
    fn of(types: &Types, responses: &Value) -> Result<Response, String> {
        let all = responses.as_object().into_iter().flatten();
        let successes: Vec<&Value> = all.filter(|(status, _)| status.starts_with('2')).map(|(_, one)| one).collect();
        let mut contents = successes.iter().filter_map(|one| one["content"].as_object());
        let Some(content) = contents.next() else { return Ok(Response::Nothing) };
        let Some(json) = content.get("application/json") else { return Ok(Response::Stream) };
        let name = named(types, &json["schema"])?;
        let always = successes.iter().all(|one| one["content"].is_object());
        Ok(if always { Response::Json(name) } else { Response::MaybeJson(name) })
    }

    fn type_name(&self) -> String {
        match self {
            Response::Nothing => "()".to_owned(),
            Response::Json(name) => name.clone(),
            Response::MaybeJson(name) => format!("Option<{name}>"),
            Response::Stream => "Streaming".to_owned(),
        }
    }

    fn statements(&self) -> &'static str {
        match self {
            Response::Nothing => "        self.send(request).await?;\n        Ok(())\n",
            Response::Json(_) | Response::MaybeJson(_) => "        self.send(request).await?.json()\n",
            Response::Stream => "        self.stream(request).await\n",
        }
    }
}

/// The type that a schema refers to.
fn named(types: &Types, schema: &Value) -> Result<String, String> {
    let name = schema["$ref"].as_str().and_then(|reference| reference.strip_prefix(SCHEMAS));
    let name = name.ok_or_else(|| format!("the schema has no name: {schema}"))?;
    types.path(name).ok_or_else(|| format!("crates/api has no type {name}"))
}

/// Text as a comment, wrapped again. Lines of a list are indented, as Markdown requires.
fn comment(about: &str) -> String {
    let mut text = String::new();
    for line in unwrapped(about) {
        let indent = if line.starts_with("- ") { "  " } else { "" };
        let mut column = String::new();
        for word in line.split(' ') {
            if !column.trim().is_empty() && column.chars().count() + word.chars().count() >= WIDTH {
                let _ = writeln!(text, "    /// {}", column.trim_end());
                column = indent.to_owned();
            }
            column.push_str(word);
            column.push(' ');
        }
        let _ = writeln!(text, "{}", format!("    /// {}", column.trim_end()).trim_end());
    }
    text
}

/// The paragraphs and the items of lists, each as one line.
fn unwrapped(about: &str) -> Vec<String> {
    let mut lines: Vec<String> = vec![];
    for line in about.lines().map(str::trim) {
        match lines.last_mut().filter(|last| !last.is_empty() && !line.is_empty() && !line.starts_with("- ")) {
            Some(last) => {
                last.push(' ');
                last.push_str(line);
            }
            None => lines.push(line.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_comment_is_wrapped_and_a_list_is_indented() {
        let about = format!("Not\nlong.\n\n- {}\n- x", "word ".repeat(30).trim());
        let comment = comment(&about);
        let lines: Vec<&str> = comment.lines().collect();
        assert_eq!(&lines[..2], ["    /// Not long.", "    ///"]);
        assert!(lines[2].starts_with("    /// - word") && lines[3].starts_with("    ///   word"), "{comment}");
        assert_eq!(lines.last(), Some(&"    /// - x"));
        assert!(lines.iter().all(|line| line.len() <= 120));
    }
}
