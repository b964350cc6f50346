//! One operation of the document, as its page shows it.

use super::schema::{Field, Fields, Reader, text};
use api::ProblemCode;
use askama::Template;
use kernel::http::document::Document;
use serde_json::Value;

pub struct Operation {
    /// Its `operationId`, which is also its anchor.
    pub id: String,
    pub summary: String,
    /// `GET`
    pub method: String,
    pub path: String,
    /// The other form of the request, if there is one: `PUT /api/psa/tickets?id=…`.
    pub also: Option<String>,
    /// HTML.
    pub about: String,
    /// The credential that it requires, without the scopes.
    pub access: &'static str,
    pub scopes: Vec<String>,
    pub parameters: Fields,
    pub bodies: Vec<Content>,
    pub responses: Vec<Response>,
    pub problems: Vec<Problems>,
    pub samples: Vec<Sample>,
}

/// A body of one media type.
#[derive(Template)]
#[template(path = "reference_content.html")]
pub struct Content {
    pub media_type: String,
    /// HTML.
    pub kind: String,
    /// The fields, if its schema is no object with a name.
    pub fields: Fields,
    pub examples: Vec<Example>,
}

pub struct Example {
    pub title: String,
    pub text: String,
}

pub struct Response {
    pub status: String,
    /// HTML.
    pub about: String,
    pub headers: Vec<String>,
    pub contents: Vec<Content>,
}

/// The problems of one status.
pub struct Problems {
    pub status: String,
    /// HTML: its codes are links to their pages.
    pub about: String,
}

pub struct Sample {
    pub label: String,
    pub source: String,
}

impl Operation {
    pub fn read(document: &Document, reader: &mut Reader, path: &str, method: &str, operation: &Value) -> Operation {
        let responses = operation["responses"].as_object().into_iter().flatten();
        let (problems, successes): (Vec<_>, Vec<_>) = responses.partition(|(status, _)| status.as_str() >= "400");
        let problems = problems.into_iter().map(|(status, response)| Problems {
            status: status.clone(),
            about: with_links(&text(&document.resolve(response)["description"])),
        });
        let parameters = operation["parameters"].as_array().into_iter().flatten();
        let list = parameters.map(|parameter| read_parameter(reader, document.resolve(parameter))).collect();
        let samples = operation["x-codeSamples"].as_array().into_iter().flatten();
        let (access, scopes) = access(operation);
        Operation {
            id: owned(&operation["operationId"]),
            summary: owned(&operation["summary"]),
            method: method.to_uppercase(),
            path: path.to_owned(),
            also: None,
            about: text(&operation["description"]),
            access,
            scopes,
            parameters: Fields { list },
            bodies: contents(document, reader, &operation["requestBody"]["content"], true),
            responses: successes
                .into_iter()
                .map(|(status, response)| Response::read(document, reader, status, document.resolve(response)))
                .collect(),
            problems: problems.collect(),
            samples: samples.map(|s| Sample { label: owned(&s["label"]), source: owned(&s["source"]) }).collect(),
        }
    }

    /// Notes the same operation on the collection, whose name is the one in the audit log.
    pub fn also_on(self, collection: &str, operation: &Value) -> Operation {
        let also = format!("{} {collection}?id=…", self.method);
        Operation { id: owned(&operation["operationId"]), also: Some(also), ..self }
    }
}

fn read_parameter(reader: &mut Reader, parameter: &Value) -> Field {
    let required = parameter["required"] == true;
    let mut field = reader.field(owned(&parameter["name"]), &parameter["schema"], required);
    if !parameter["description"].is_null() {
        field.about = text(&parameter["description"]);
    }
    if parameter["in"] != "query" {
        field.place = owned(&parameter["in"]);
    }
    field
}

impl Response {
    fn read(document: &Document, reader: &mut Reader, status: &str, response: &Value) -> Response {
        let headers = response["headers"].as_object().into_iter().flatten();
        Response {
            status: status.to_owned(),
            about: text(&response["description"]),
            headers: headers.map(|(name, _)| name.clone()).collect(),
            contents: contents(document, reader, &response["content"], false),
        }
    }
}

/// The fields of a request are shown where they are sent. A response names its object, which the page shows once.
fn contents(document: &Document, reader: &mut Reader, content: &Value, is_sent: bool) -> Vec<Content> {
    let types = content.as_object().into_iter().flatten();
    let read = |(media_type, content): (&String, &Value)| {
        let schema = if is_sent { document.resolve(&content["schema"]) } else { &content["schema"] };
        let fields = reader.fields(schema);
        let examples = content["examples"].as_object().into_iter().flatten();
        Content {
            media_type: media_type.clone(),
            kind: if fields.list.is_empty() { reader.kind(schema) } else { "object".to_owned() },
            fields,
            examples: examples.map(|(name, example)| Example::read(name, example)).collect(),
        }
    };
    types.map(read).collect()
}

impl Example {
    fn read(name: &str, example: &Value) -> Example {
        let value = &example["value"];
        let text = value.as_str().map_or_else(|| format!("{value:#}"), str::to_owned);
        let title = match (example["summary"].as_str(), name) {
            (Some(summary), _) => format!("Example: {}", summary.to_lowercase()),
            (None, "example") => "Example".to_owned(),
            (None, name) => format!("Example: {name}"),
        };
        Example { title, text }
    }
}

fn access(operation: &Value) -> (&'static str, Vec<String>) {
    let scopes = operation["security"][0]["bearer"].as_array();
    let names: Vec<_> = scopes.into_iter().flatten().map(owned).collect();
    let access = match scopes {
        None => "No credential is required",
        Some(_) if names.is_empty() => "Any credential",
        Some(_) => "Required scopes",
    };
    (access, names)
}

fn owned(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// The codes of problems in a text lead to their pages.
fn with_links(html: &str) -> String {
    let mut parts = html.split("<code>");
    let mut linked = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let known =
            part.split_once("</code>").filter(|(name, _)| ProblemCode::ALL.iter().any(|code| code.name() == *name));
        match known {
            Some((name, rest)) => {
                linked += &format!("<a href=\"/documentation/problems/{name}\"><code>{name}</code></a>{rest}");
            }
            None => linked += &format!("<code>{part}"),
        }
    }
    linked
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_problems_are_links() {
        assert_eq!(
            with_links("<p><code>not_found</code>: <code>id</code></p>"),
            "<p><a href=\"/documentation/problems/not_found\"><code>not_found</code></a>: <code>id</code></p>"
        );
    }
}
