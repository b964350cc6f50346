//! The reason why a value was not sealed or not opened. It never contains the value.

use std::fmt;

#[derive(Debug)]
pub enum Error {
    /// It was not sealed by this version.
    Malformed(&'static str),
    /// Another key, another location, or a changed value: which of them is unknown.
    DoesNotOpen,
    /// The master key that wrapped it is missing.
    UnknownMasterKey(String),
    /// The file of master keys is invalid.
    KeyFile(String),
    /// The system returns no random bytes.
    NoRandomness,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Malformed(what) => write!(f, "not a sealed value: {what}"),
            Error::DoesNotOpen => f.write_str("does not open: another key, another place, or it was changed"),
            Error::UnknownMasterKey(id) => write!(f, "it is wrapped by the master key {id}, which is not there"),
            Error::KeyFile(what) => f.write_str(what),
            Error::NoRandomness => f.write_str("the system provides no random bytes"),
        }
    }
}

impl std::error::Error for Error {}
