//! What a response without the wanted result means.

use crate::http::Answer;
use api::cloud_verification::CloudFindingCode;
use cloud_boundary::Failure;
use outbound::{Failed, StatusCode};
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;

/// The longest text of a provider that is shown.
const TEXT: usize = 200;

pub(crate) fn not_reached(failed: &Failed) -> Failure {
    Failure::new(CloudFindingCode::Unreachable, format!("OpenStack was not reached: {failed}."))
}

/// The failure of a call to a service with a token. The service's own sentence is passed on, because it names the quota or
/// the field that is wrong, unless it contains the token.
pub(crate) fn failure(service: &str, answer: &Answer, token: &SecretString) -> Failure {
    let said = fault(answer).filter(|said| !said.contains(token.expose_secret()));
    let said = said.map(|said| shown(&said)).filter(|said| !said.is_empty());
    let said = said.map_or_else(
        || format!("{service} returned {}.", answer.status.as_u16()),
        |said| format!("{service} returned an error: {said}"),
    );
    Failure::new(code(answer.status), said)
}

fn code(status: StatusCode) -> CloudFindingCode {
    match status.as_u16() {
        403 => CloudFindingCode::PermissionDenied,
        413 | 429 => CloudFindingCode::Throttled,
        500..=599 => CloudFindingCode::Unreachable,
        _ => CloudFindingCode::Unclear,
    }
}

/// The message of an error, in the form of these services: an object with one object in it, such as
/// `{"badRequest": {"code": 400, "message": "…"}}`. Something else is not a response of theirs.
pub(crate) fn fault(answer: &Answer) -> Option<String> {
    let Value::Object(outer) = answer.json::<Value>().ok()? else { return None };
    outer.values().find_map(|inner| Some(inner.get("message")?.as_str()?.to_owned()))
}

/// A text of the provider, whatever it sends.
pub(crate) fn shown(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(TEXT).collect()
}
