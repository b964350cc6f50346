//! `If-Match`: the change is made only to the version that the caller has read.

use super::Problem;
use api::{ProblemCode, Resource};
use axum::{
    extract::FromRequestParts,
    http::{header, request::Parts},
};
use serde::Serialize;

/// The versions that the caller accepts; `None` for any.
#[derive(Debug, PartialEq, Eq)]
pub struct IfMatch(Option<Vec<i32>>);

impl IfMatch {
    /// Any version.
    pub const ANY: IfMatch = IfMatch(None);

    /// True if only certain versions are accepted, so that the object must exist.
    pub fn wants_a_version(&self) -> bool {
        self.0.is_some()
    }

    pub fn check<T: Resource + Serialize>(&self, current: &T) -> Result<(), Problem> {
        match &self.0 {
            Some(versions) if !versions.contains(&current.version()) => Err(Problem::version_mismatch(current)),
            _ => Ok(()),
        }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for IfMatch {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<IfMatch, Problem> {
        let Some(header) = parts.headers.get(header::IF_MATCH) else { return Ok(IfMatch(None)) };
        header.to_str().ok().and_then(parse).ok_or_else(|| {
            Problem::new(ProblemCode::InvalidHeader, r#"If-Match must be * or a list of ETags such as "v7"."#)
        })
    }
}

fn parse(text: &str) -> Option<IfMatch> {
    if text.trim() == "*" {
        return Some(IfMatch(None));
    }
    // A weak tag never matches (RFC 9110), but it is a valid tag.
    let tags = text.split(',').map(|tag| tag.trim().trim_start_matches("W/").strip_prefix('"')?.strip_suffix('"'));
    let tags: Vec<&str> = tags.collect::<Option<_>>()?;
    let strong = tags.into_iter().zip(text.split(',')).filter(|(_, whole)| !whole.trim().starts_with("W/"));
    Some(IfMatch(Some(strong.filter_map(|(tag, _)| tag.strip_prefix('v')?.parse().ok()).collect())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn etags_are_read_as_rfc_9110_has_them() {
        assert_eq!(parse(r#""v7""#), Some(IfMatch(Some(vec![7]))));
        assert_eq!(parse(r#""v7", "v9""#), Some(IfMatch(Some(vec![7, 9]))));
        assert_eq!(parse("*"), Some(IfMatch(None)));
        assert_eq!(parse(r#"W/"v7""#), Some(IfMatch(Some(vec![]))), "a weak tag matches nothing");
        assert_eq!(parse(r#""of another server""#), Some(IfMatch(Some(vec![]))));
        assert_eq!(parse("v7"), None);
    }
}
