//! `/documentation/reference/`: every operation of the OpenAPI document, a page for each tag.
//!
//! The pages are made from the document by the server and work without scripts.

mod operation;
mod schema;

use super::markdown;
use askama::Template;
use axum::{
    extract::Path,
    response::{IntoResponse, Response},
};
use kernel::{
    app::App,
    http::{Problem, document::Document},
    pages::{Frame, Html, Section},
};
use operation::Operation;
use schema::{Object, Reader, text};
use serde_json::Value;
use std::sync::OnceLock;

/// A tag of the document with its operations.
struct Area {
    /// In the address.
    name: String,
    title: String,
    /// HTML.
    about: String,
    operations: Vec<Operation>,
    /// The events that webhooks receive.
    events: Vec<Sent>,
    objects: Vec<Object>,
}

/// An event that is sent to webhooks.
struct Sent {
    kind: String,
    about: String,
    /// HTML: the type of the body.
    body: String,
}

/// The areas in the order of the document, made at the first use: a process has one document.
fn areas(app: &App) -> &'static [Area] {
    static AREAS: OnceLock<Vec<Area>> = OnceLock::new();
    AREAS.get_or_init(|| {
        let document = app.document();
        let tags = document.value["tags"].as_array().into_iter().flatten();
        let areas = tags.map(|tag| Area::read(document, tag));
        areas.filter(|area| !area.operations.is_empty() || !area.events.is_empty()).collect()
    })
}

impl Area {
    fn read(document: &Document, tag: &Value) -> Area {
        let title = tag["name"].as_str().unwrap_or_default();
        let mut reader = Reader::new(document);
        let operations = operations(document, &mut reader, title);
        let webhooks = document.value["webhooks"].as_object().into_iter().flatten();
        let sent = webhooks.map(|(kind, item)| (kind, &item["post"])).filter(|(_, post)| post["tags"][0] == title);
        let events = sent.map(|(kind, post)| Sent {
            kind: kind.clone(),
            about: post["summary"].as_str().unwrap_or_default().to_owned(),
            body: reader.kind(&post["requestBody"]["content"]["application/json"]["schema"]),
        });
        let events = events.collect();
        let (name, about) = (markdown::slug(title), text(&tag["description"]));
        Area { name, title: title.to_owned(), about, operations, events, objects: reader.objects() }
    }
}

/// The operations of a tag, each once. A change of one member has two forms: `…/{id}` is shown, and the other is noted.
fn operations(document: &Document, reader: &mut Reader, tag: &str) -> Vec<Operation> {
    let paths = &document.value["paths"];
    let mut operations = vec![];
    for (path, item) in paths.as_object().into_iter().flatten().filter(|(path, _)| !is_member(paths, path)) {
        let member = format!("{path}/{{id}}");
        for method in ["get", "post", "put", "patch", "delete"] {
            let (operation, of_member) = (&item[method], &paths[&member][method]);
            if operation["tags"][0] != tag {
                continue;
            }
            if method == "get" || of_member.is_null() {
                operations.push(Operation::read(document, reader, path, method, operation));
            }
            if of_member.is_object() {
                let shown = Operation::read(document, reader, &member, method, of_member);
                operations.push(if method == "get" { shown } else { shown.also_on(path, operation) });
            }
        }
    }
    operations
}

fn is_member(paths: &Value, path: &str) -> bool {
    path.strip_suffix("/{id}").is_some_and(|collection| paths.get(collection).is_some())
}

#[derive(Template)]
#[template(path = "reference.html")]
struct Index<'a> {
    frame: Frame,
    areas: &'a [Area],
    /// HTML.
    introduction: String,
}

pub async fn index(app: App) -> Response {
    let introduction = text(&app.document().value["info"]["description"]);
    let frame = Frame::new("API reference", Section::Reference);
    Html(Index { frame, areas: areas(&app), introduction }).into_response()
}

#[derive(Template)]
#[template(path = "reference_area.html")]
struct Page<'a> {
    frame: Frame,
    areas: &'a [Area],
    area: &'a Area,
}

pub async fn area(app: App, Path(name): Path<String>) -> Result<Response, Problem> {
    let areas = areas(&app);
    let area = areas.iter().find(|area| area.name == name).ok_or_else(Problem::not_found)?;
    let frame = Frame::new(area.title.clone(), Section::Reference);
    Ok(Html(Page { frame, areas, area }).into_response())
}
