//! Responses with the version of their object.

use super::{Json, paging::Listed};
use api::Resource;
use axum::{
    http::{HeaderName, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::Serialize;
use serde_json::Value;

const DRY_RUN: HeaderName = HeaderName::from_static("dry-run");

/// The outcome of a write.
pub enum Written<T> {
    Stored(T),
    /// A dry run: the response to the same request without `dry_run`, without secrets.
    Planned(Response),
}

/// 201, with the location of the object.
pub struct Created<T>(pub Written<T>);

/// 200, with the changed object.
pub struct Changed<T>(pub Written<T>);

/// 204.
pub struct Deleted(pub Written<()>);

/// A custom response, such as to several changes at once.
pub struct WrittenTogether(pub(super) Response);

impl IntoResponse for WrittenTogether {
    fn into_response(self) -> Response {
        self.0
    }
}

impl<T: Resource + Serialize> From<Created<T>> for WrittenTogether {
    fn from(created: Created<T>) -> WrittenTogether {
        WrittenTogether(created.into_response())
    }
}

impl<T: Resource + Serialize> From<Changed<T>> for WrittenTogether {
    fn from(changed: Changed<T>) -> WrittenTogether {
        WrittenTogether(changed.into_response())
    }
}

/// 202, with the current state of the operation.
pub struct Accepted<T>(pub T);

impl<T: Resource + Serialize> IntoResponse for Accepted<T> {
    fn into_response(self) -> Response {
        let location = location(&self.0);
        let mut response = versioned(self.0);
        *response.status_mut() = StatusCode::ACCEPTED;
        with(response, header::LOCATION, location)
    }
}

/// The response to `GET`: the object that `?id=` names, or a page.
pub enum Found<T> {
    One(T),
    Page(Listed<T>),
}

pub(super) fn etag(resource: &impl Resource) -> Option<String> {
    Some(format!(r#""v{}""#, resource.version()))
}

pub(super) fn location<T: Resource>(resource: &T) -> Option<String> {
    Some(format!("{}?id={}", T::PATH, resource.id()))
}

impl<T: Resource + Serialize> IntoResponse for Created<T> {
    fn into_response(self) -> Response {
        match self.0 {
            Written::Stored(new) => {
                let location = location(&new);
                let response = (StatusCode::CREATED, versioned(new)).into_response();
                with(response, header::LOCATION, location)
            }
            Written::Planned(response) => response,
        }
    }
}

impl<T: Resource + Serialize> IntoResponse for Changed<T> {
    fn into_response(self) -> Response {
        match self.0 {
            Written::Stored(new) => versioned(new),
            Written::Planned(response) => response,
        }
    }
}

impl IntoResponse for Deleted {
    fn into_response(self) -> Response {
        match self.0 {
            Written::Stored(()) => StatusCode::NO_CONTENT.into_response(),
            Written::Planned(response) => response,
        }
    }
}

impl<T: Resource + Serialize> IntoResponse for Found<T> {
    fn into_response(self) -> Response {
        match self {
            Found::One(one) => versioned(one),
            Found::Page(page) => page.into_response(),
        }
    }
}

fn versioned<T: Resource + Serialize>(resource: T) -> Response {
    let tag = etag(&resource);
    with(Json(resource).into_response(), header::ETAG, tag)
}

pub(super) fn respond(
    status: StatusCode,
    etag: Option<String>,
    location: Option<String>,
    body: Option<Value>,
) -> WrittenTogether {
    let response = match body {
        Some(body) => (status, Json(body)).into_response(),
        None => status.into_response(),
    };
    WrittenTogether(with(with(response, header::ETAG, etag), header::LOCATION, location))
}

/// The response to a dry run is the one of the real call, marked.
pub fn planned(response: impl IntoResponse) -> Response {
    let mut response = response.into_response();
    response.headers_mut().insert(DRY_RUN, HeaderValue::from_static("true"));
    response
}

fn with(mut response: Response, name: HeaderName, value: Option<String>) -> Response {
    if let Some(value) = value.and_then(|value| value.parse().ok()) {
        response.headers_mut().insert(name, value);
    }
    response
}
