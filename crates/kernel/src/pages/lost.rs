//! The page that people see instead of a problem in JSON, outside of `/api/`.

use super::{Frame, Html, Section, asks_for};
use crate::http::Problem;
use askama::Template;
use axum::{
    extract::Request,
    http::header,
    response::{IntoResponse, Response},
};

#[derive(Template)]
#[template(path = "lost.html")]
struct Lost<'a> {
    frame: Frame,
    status: u16,
    detail: &'a str,
    code: &'a str,
}

/// True if a person requests a page: clients of the API always get problems as JSON.
pub fn are_wanted(request: &Request) -> bool {
    !request.uri().path().starts_with("/api/") && asks_for(request.headers(), "text/html")
}

/// The same response as a page instead of JSON.
pub fn explain(problem: &Problem, answer: Response) -> Response {
    let (frame, status) = (Frame::new(problem.code().title(), Section::None), answer.status().as_u16());
    let page = Lost { frame, status, detail: problem.detail(), code: problem.code().name() };
    let (mut answer, page) = (answer.into_parts().0, Html(page).into_response());
    answer.headers.remove(header::CONTENT_LENGTH);
    answer.headers.extend(page.headers().clone());
    Response::from_parts(answer, page.into_body())
}
