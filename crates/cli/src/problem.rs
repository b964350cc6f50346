//! Failures: what is shown on standard error, and the exit code. `docs/tenantctl.md` documents the codes.

use client::{Error, Problem};
use serde_json::Value;

/// The class of a failure, which is the exit code of the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum ExitCode {
    Unexpected = 1,
    Usage = 2,
    /// Not signed in, or not allowed.
    Refused = 3,
    NotFound = 4,
    Conflict = 5,
    Invalid = 6,
    /// Rate limited, or the service is unavailable or cannot be reached.
    Unavailable = 7,
    Timeout = 8,
    /// The work was done, and its result is a failure: a failed run, a failed check, a difference in `plan`.
    Unsuccessful = 9,
    /// Ended by the user: with Ctrl-C, or because `apply` was not confirmed.
    Interrupted = 130,
}

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The server or the way to it.
    #[error(transparent)]
    Client(#[from] Error),
    /// Wrong arguments, or a wrong file.
    #[error("{0}")]
    Usage(String),
    /// There is no credential.
    #[error("{0}")]
    SignedOut(String),
    #[error("{0}")]
    NotFound(String),
    #[error("{0}")]
    Conflict(String),
    /// The deadline of `--timeout` has passed.
    #[error("{0}")]
    Timeout(String),
    /// The work ended without success.
    #[error("{0}")]
    Unsuccessful(String),
    /// Ended by the user. The text says how to continue; it may be empty.
    #[error("{0}")]
    Interrupted(String),
    /// The reader of standard output has closed it. This is no failure.
    #[error("standard output was closed")]
    Closed,
    #[error("{0}")]
    Unexpected(String),
}

impl Failure {
    /// The class of the failure; `None` if it is none.
    pub fn exit_code(&self) -> Option<ExitCode> {
        Some(match self {
            Self::Client(error) => of_client(error),
            Self::Usage(_) => ExitCode::Usage,
            Self::SignedOut(_) => ExitCode::Refused,
            Self::NotFound(_) => ExitCode::NotFound,
            Self::Conflict(_) => ExitCode::Conflict,
            Self::Timeout(_) => ExitCode::Timeout,
            Self::Unsuccessful(_) => ExitCode::Unsuccessful,
            Self::Interrupted(_) => ExitCode::Interrupted,
            Self::Unexpected(_) => ExitCode::Unexpected,
            Self::Closed => return None,
        })
    }

    /// The lines for standard error.
    pub fn report(&self) -> Vec<String> {
        match self {
            Self::Client(Error::Problem(problem)) => report_problem(problem),
            Self::Closed => vec![],
            // The user has ended it, which is no error.
            Self::Interrupted(text) => text.lines().map(str::to_owned).collect(),
            Self::Client(error) => {
                let mut lines = vec![format!("error: {}", chain(error))];
                if of_client(error) == ExitCode::Unavailable {
                    lines.push("try:   tenantctl doctor".to_owned());
                }
                lines
            }
            Self::SignedOut(text) => vec![format!("error: {text}"), "try:   tenantctl login".to_owned()],
            other => vec![format!("error: {other}")],
        }
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        if error.kind() == std::io::ErrorKind::BrokenPipe { Self::Closed } else { Self::Unexpected(error.to_string()) }
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        match error.io_error_kind() {
            Some(std::io::ErrorKind::BrokenPipe) => Self::Closed,
            _ => Self::Unexpected(error.to_string()),
        }
    }
}

fn of_client(error: &Error) -> ExitCode {
    match error {
        Error::Problem(problem) => of_status(problem.status),
        Error::Connect { .. } | Error::Lost { .. } => ExitCode::Unavailable,
        Error::Timeout { .. } => ExitCode::Timeout,
        // The request could not be made: a wrong URL, a wrong path, a file that cannot be read.
        Error::Request(_) => ExitCode::Usage,
        _ => ExitCode::Unexpected,
    }
}

fn of_status(status: u16) -> ExitCode {
    match status {
        401 | 403 => ExitCode::Refused,
        404 | 410 => ExitCode::NotFound,
        409 | 412 | 428 => ExitCode::Conflict,
        408 | 504 => ExitCode::Timeout,
        421 | 429 | 502 | 503 => ExitCode::Unavailable,
        400..=499 => ExitCode::Invalid,
        _ => ExitCode::Unexpected,
    }
}

/// An error with its causes, without repeating a text.
pub fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        let more = inner.to_string();
        if !text.contains(&more) {
            text.push_str(": ");
            text.push_str(&more);
        }
        cause = inner.source();
    }
    text
}

/// Code, detail, faults, missing scopes, request id, and the command that helps.
fn report_problem(problem: &Problem) -> Vec<String> {
    let mut lines = vec![format!("error: {} ({}, {})", problem.title, problem.code, problem.status)];
    if let Some(detail) = &problem.detail {
        lines.push(format!("       {detail}"));
    }
    for fault in problem.body["errors"].as_array().into_iter().flatten() {
        let place = ["pointer", "parameter", "header", "path"].iter().find_map(|name| fault[*name].as_str());
        let text = ["detail", "message", "code"].iter().find_map(|name| fault[*name].as_str()).unwrap_or_default();
        let similar = fault["did_you_mean"].as_str().map(|name| format!(" (did you mean {name}?)")).unwrap_or_default();
        lines.push(format!("       {}: {text}{similar}", place.unwrap_or("request")));
    }
    let (required, granted) = (texts(&problem.body["required_scopes"]), texts(&problem.body["granted_scopes"]));
    let missing: Vec<&str> = required.into_iter().filter(|scope| !granted.contains(scope)).collect();
    if !missing.is_empty() {
        lines.push(format!("missing scopes: {}", missing.join(", ")));
    }
    if let Some(current) = problem.body.get("current").and_then(|current| current["version"].as_i64()) {
        lines.push(format!("current version: {current}"));
    }
    if let Some(seconds) = problem.retry_after.map(|wait| wait.as_secs()) {
        lines.push(format!("retry after: {seconds} s"));
    }
    if let Some(id) = &problem.request_id {
        lines.push(format!("request id: {id}"));
    }
    if let Some(help) = help(problem) {
        lines.push(format!("try:   {help}"));
    }
    lines
}

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

/// The command that helps.
fn help(problem: &Problem) -> Option<String> {
    Some(match (problem.status, problem.code.as_str()) {
        (401, _) => "tenantctl login".to_owned(),
        (403, "insufficient_scope") => "tenantctl whoami (shows the scopes of this credential)".to_owned(),
        (412, _) | (_, "version_mismatch") => "get the object again, and send its version with --if-match".to_owned(),
        (409, "consent_required") => {
            format!("repeat with --allow {}", texts(&problem.body["required_consents"]).join(","))
        }
        (429, _) => "tenantctl rate-limits get".to_owned(),
        (502..=504, _) => "tenantctl doctor".to_owned(),
        (500, _) => "report the request id to the operator of the service".to_owned(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn problem(status: u16, code: &str, body: Value) -> Failure {
        Failure::Client(Error::Problem(Box::new(Problem {
            status,
            code: code.to_owned(),
            title: "Insufficient scope".to_owned(),
            detail: Some("The key lacks a scope.".to_owned()),
            request_id: Some("req_1".to_owned()),
            retry_after: None,
            body,
        })))
    }

    #[test]
    fn a_refusal_shows_code_detail_scopes_request_id_and_the_command_that_helps() {
        let failure =
            problem(403, "insufficient_scope", json!({"required_scopes": ["tickets:write"], "granted_scopes": []}));
        let text = failure.report().join("\n");
        for part in
            ["insufficient_scope", "403", "The key lacks a scope.", "tickets:write", "req_1", "tenantctl whoami"]
        {
            assert!(text.contains(part), "{part} is not in {text}");
        }
    }

    #[test]
    fn statuses_have_the_documented_exit_codes() {
        let documented =
            [(400, 6), (401, 3), (403, 3), (404, 4), (409, 5), (412, 5), (422, 6), (429, 7), (500, 1), (503, 7)];
        for (status, code) in documented {
            let exit = problem(status, "x", json!({})).exit_code().map(|exit| exit as u8);
            assert_eq!(exit, Some(code), "{status}");
        }
        assert_eq!(Failure::Closed.exit_code(), None);
        let invalid = Failure::Client(Error::Request("the path \"x\" does not begin with /".to_owned()));
        assert_eq!(invalid.exit_code(), Some(ExitCode::Usage));
    }
}
