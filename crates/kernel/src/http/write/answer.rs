//! The response to a change, and to a retry of it.

use crate::http::{
    Problem, WrittenTogether,
    answer::{etag, location, respond},
};
use api::Resource;
use axum::http::StatusCode;
use serde::Serialize;
use serde_json::Value;

pub struct Answer {
    pub(super) status: StatusCode,
    pub(super) etag: Option<String>,
    pub(super) location: Option<String>,
    pub(super) body: Option<Value>,
}

impl Answer {
    pub fn ok(body: &impl Serialize) -> Result<Answer, Problem> {
        let body = serde_json::to_value(body).map_err(Problem::internal)?;
        Ok(Answer { status: StatusCode::OK, etag: None, location: None, body: Some(body) })
    }

    /// With the resource's version as `ETag`.
    pub fn with_version_of(self, resource: &impl Resource) -> Answer {
        Answer { etag: etag(resource), ..self }
    }

    /// The requested operation continues, and can be read.
    pub fn accepted<T: Resource + Serialize>(operation: &T) -> Result<Answer, Problem> {
        let answer = Answer { status: StatusCode::ACCEPTED, location: location(operation), ..Answer::ok(operation)? };
        Ok(answer.with_version_of(operation))
    }

    /// As `accepted`, with the resource that the operation changes as the body.
    pub fn accepted_with<T: Resource + Serialize>(resource: &T, operation: &impl Resource) -> Result<Answer, Problem> {
        let answer = Answer { status: StatusCode::ACCEPTED, location: location(operation), ..Answer::ok(resource)? };
        Ok(answer.with_version_of(resource))
    }

    pub(super) fn no_content() -> Answer {
        Answer { status: StatusCode::NO_CONTENT, etag: None, location: None, body: None }
    }

    pub(super) fn into_response(self) -> WrittenTogether {
        respond(self.status, self.etag, self.location, self.body)
    }
}
