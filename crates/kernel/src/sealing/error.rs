//! The reason why a value was not sealed or not opened, distinguished by whether a retry helps.

use crate::db;
use anyhow::anyhow;

#[derive(Debug)]
pub struct Error {
    passing: bool,
    cause: anyhow::Error,
}

impl Error {
    /// The value, its data key or the master key is not valid.
    pub(super) fn broken(cause: impl Into<anyhow::Error>) -> Error {
        Error { passing: false, cause: cause.into() }
    }

    /// A key was rotated between two statements: a retry will succeed.
    pub(super) fn rotated() -> Error {
        Error { passing: true, cause: anyhow!("its data key was made a moment ago") }
    }

    /// True if a retry may succeed.
    pub fn is_passing(&self) -> bool {
        self.passing
    }

    pub fn into_cause(self) -> anyhow::Error {
        self.cause
    }

    pub(super) fn context(self, what: String) -> Error {
        Error { cause: self.cause.context(what), ..self }
    }

    /// For another value that fails for the same reason.
    pub(super) fn again(&self) -> Error {
        Error { passing: self.passing, cause: anyhow!("{:#}", self.cause) }
    }
}

impl From<db::Error> for Error {
    fn from(error: db::Error) -> Error {
        Error { passing: error.is_passing(), cause: error.into_cause().context("data keys could not be read") }
    }
}

impl From<tokio_postgres::Error> for Error {
    fn from(error: tokio_postgres::Error) -> Error {
        db::Error::from(error).into()
    }
}

impl From<seal_kms::Error> for Error {
    fn from(error: seal_kms::Error) -> Error {
        Error { passing: error.is_passing(), cause: error.into() }
    }
}

impl From<Error> for anyhow::Error {
    fn from(error: Error) -> anyhow::Error {
        error.cause
    }
}
