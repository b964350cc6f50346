//! Faults: of a definition ([`Invalid`]) and of a run ([`Fault`]).

use serde::{Deserialize, Serialize};

/// The reason why a run or a step failed, after the DSL's error object. `catch` compares `type` and `status`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// A short name: one of those here, a problem code of the API, or the type in `raise`.
    pub r#type: String,
    pub status: u16,
    pub title: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// The path of the step that failed; the interpreter fills it in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instance: Option<String>,
    /// True if the host may retry the same effect.
    #[serde(default)]
    pub retryable: bool,
}

/// The DSL's own error types are written as addresses; `catch` accepts both forms.
pub const DSL_ERRORS: &str = "https://serverlessworkflow.io/spec/1.0.0/errors/";

impl Fault {
    pub const EXPRESSION: &str = "expression";
    /// An expression took too long, took too much memory or returned too much.
    pub const EXPRESSION_LIMIT: &str = "expression_limit";
    pub const TIMEOUT: &str = "timeout";
    pub const TOO_MANY_STEPS: &str = "too_many_steps";
    pub const TOO_MANY_ITERATIONS: &str = "too_many_iterations";
    pub const TOO_LARGE: &str = "too_large";
    pub const VALIDATION: &str = "validation";
    pub const COMMUNICATION: &str = "communication";
    pub const RUNTIME: &str = "runtime";
    /// A secret that the workflow names does not exist, or the workflow may not use it.
    pub const SECRET_NOT_FOUND: &str = "secret_not_found";
    /// A secret was to be sent to a host that it is not meant for.
    pub const SECRET_HOST_REFUSED: &str = "secret_host_refused";

    pub fn new(r#type: impl Into<String>, status: u16, title: impl Into<String>) -> Fault {
        Fault { r#type: r#type.into(), status, title: title.into(), detail: None, instance: None, retryable: false }
    }

    /// True if the task at this path timed out itself, and not a task in it.
    pub fn is_timeout_of(&self, path: &str) -> bool {
        self.r#type == Fault::TIMEOUT && self.instance.as_deref() == Some(path)
    }

    #[must_use]
    pub fn detail(self, detail: impl Into<String>) -> Fault {
        Fault { detail: Some(detail.into()), ..self }
    }

    #[must_use]
    pub fn retryable(self) -> Fault {
        Fault { retryable: true, ..self }
    }
}

/// A fault of a definition, at a JSON pointer.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Invalid {
    pub pointer: String,
    pub code: Code,
    pub message: String,
    /// The nearest valid name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub did_you_mean: Option<String>,
}

/// The names are those of the API's problems.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    UnknownField,
    /// It occurs twice in its object.
    DuplicateField,
    Required,
    Invalid,
    /// It names something that does not exist: a function, a task to go to.
    NotFound,
    /// It exceeds a limit.
    Exceeds,
}

impl Invalid {
    pub fn at(pointer: impl Into<String>, code: Code, message: impl Into<String>) -> Invalid {
        Invalid { pointer: pointer.into(), code, message: message.into(), did_you_mean: None }
    }
}
