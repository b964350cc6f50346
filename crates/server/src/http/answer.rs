//! Answers that carry the version of what they hold.

use super::{Json, paging::Listed};
use api::Resource;
use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::Serialize;

/// 201, with where to find it.
pub struct Created<T>(pub T);

/// 200, with what it has become.
pub struct Changed<T>(pub T);

/// 204.
pub struct NoContent;

/// What `GET` answers: the object that `?id=` names, or a page.
pub enum Found<T> {
    One(T),
    Page(Listed<T>),
}

impl<T: Resource + Serialize> IntoResponse for Created<T> {
    fn into_response(self) -> Response {
        let location = format!("{}?id={}", T::PATH, self.0.id());
        let mut response = (StatusCode::CREATED, Changed(self.0)).into_response();
        if let Ok(location) = location.parse() {
            response.headers_mut().insert(header::LOCATION, location);
        }
        response
    }
}

impl<T: Resource + Serialize> IntoResponse for Changed<T> {
    fn into_response(self) -> Response {
        let tag = HeaderValue::try_from(format!(r#""v{}""#, self.0.version()));
        let mut response = Json(self.0).into_response();
        if let Ok(tag) = tag {
            response.headers_mut().insert(header::ETAG, tag);
        }
        response
    }
}

impl<T: Resource + Serialize> IntoResponse for Found<T> {
    fn into_response(self) -> Response {
        match self {
            Found::One(one) => Changed(one).into_response(),
            Found::Page(page) => page.into_response(),
        }
    }
}

impl IntoResponse for NoContent {
    fn into_response(self) -> Response {
        StatusCode::NO_CONTENT.into_response()
    }
}
