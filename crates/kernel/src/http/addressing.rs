//! Paths: a member is reached as `…/{id}` as well as by `?id=`, and a path that does not exist is refused with the nearest one
//! that does.
//!
//! A request for a member is rewritten before it is routed, so that there is one handler, one idempotency scope and one
//! metric for both forms. Only requests that no route matches are considered: paths of operations take precedence.

use super::{
    Problem,
    document::{Document, Operation},
    inside,
};
use crate::app::App;
use api::ProblemCode;
use axum::{
    extract::{MatchedPath, Request},
    http::Uri,
    response::Response,
};
use flow::{bounds::SHOWN_CHARS, did_you_mean, shortened};
use std::sync::Arc;
use tower::ServiceExt;

/// More parts than any path of the API has.
const MOST_PARTS: usize = 12;

/// The operation of a request that was rewritten.
#[derive(Clone)]
pub(super) struct Addressed(pub &'static Arc<Operation>);

/// Turns a request for `…/{id}` into one for `?id=`. False if it is not a request for a member.
pub(super) fn rewrite(app: &App, request: &mut Request) -> bool {
    if request.extensions().get::<MatchedPath>().is_some() {
        return false;
    }
    let Some((rules, collection, id)) = app.document().member(request.uri().path()) else { return false };
    let Some(operation) = rules.operation(request.method()) else { return false };
    let Some(uri) = by_query(request.uri(), collection, id) else { return false };
    *request.uri_mut() = uri;
    request.extensions_mut().insert(Addressed(operation));
    true
}

/// Routes a request that was rewritten.
pub(super) async fn route(app: &App, request: Request) -> Response {
    inside::router(app).oneshot(request).await.unwrap_or_else(|never| match never {})
}

/// A path is percent-encoded like a query, except that `&` and `+` mean themselves.
fn by_query(uri: &Uri, collection: &str, id: &str) -> Option<Uri> {
    let id = id.replace('&', "%26").replace('+', "%2B");
    let rest = uri.query().map(|query| format!("&{query}")).unwrap_or_default();
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = Some(format!("{collection}?id={id}{rest}").parse().ok()?);
    Uri::from_parts(parts).ok()
}

/// The refusal of a request that no route matches.
pub(super) fn unmatched(document: &Document, request: &Request) -> Problem {
    match document.member(request.uri().path()) {
        Some((rules, ..)) if rules.operation(request.method()).is_none() => Problem::method_not_allowed(&rules.allow),
        _ => Problem::not_found(),
    }
}

/// Adds to the refusal of an unknown path what the caller can do.
pub(super) fn explained(document: &Document, path: &str, problem: Problem) -> Problem {
    if problem.code() != ProblemCode::NotFound || !path.starts_with("/api/") {
        return problem;
    }
    let shown = shortened(path, SHOWN_CHARS);
    let parent = path.rsplit_once('/').filter(|_| document.member(path).is_none()).map(|(parent, _)| parent);
    let parent = parent.filter(|parent| document.knows(parent));
    let without_slash = path.strip_suffix('/').filter(|path| document.knows(path) || document.member(path).is_some());
    let detail = match (without_slash, parent) {
        (Some(path), _) => format!("There is no path {shown}. Send the request without the final slash: {path}"),
        (None, Some(parent)) => format!("{parent} has no members: nothing can follow it in the path."),
        (None, None) => match nearest(document, path) {
            Some(near) => format!("There is no path {shown}. Did you mean {near}?"),
            None => return problem,
        },
    };
    Problem::new(ProblemCode::NotFound, detail)
}

/// The path with one part less, the one that is written almost alike, or the longest one that it begins with.
fn nearest(document: &Document, path: &str) -> Option<String> {
    let parts: Vec<&str> = path.split('/').take(MOST_PARTS).collect();
    let without = |left_out: usize| {
        let kept = parts.iter().enumerate().filter(|(position, _)| *position != left_out).map(|(_, part)| *part);
        kept.collect::<Vec<_>>().join("/")
    };
    let shorter = (1..parts.len()).rev().map(without).find(|path| document.knows(path));
    let begins = || {
        let above = document.paths().filter(|known| path.strip_prefix(known).is_some_and(|rest| rest.starts_with('/')));
        above.max_by_key(|known| known.len()).map(str::to_owned)
    };
    shorter.or_else(|| did_you_mean(path, document.paths())).or_else(begins)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_in_the_path_becomes_a_parameter() {
        let rewritten =
            |uri: &'static str, id| by_query(&Uri::from_static(uri), "/api/things", id).unwrap().to_string();
        assert_eq!(rewritten("/api/things/t_1", "t_1"), "/api/things?id=t_1");
        assert_eq!(rewritten("/api/things/t%5F1?dry_run=true", "t%5F1"), "/api/things?id=t%5F1&dry_run=true");
        assert_eq!(rewritten("/api/things/a+b&c=d", "a+b&c=d"), "/api/things?id=a%2Bb%26c=d");
        assert_eq!(rewritten("https://host/api/things/t_1", "t_1"), "https://host/api/things?id=t_1");
    }
}
