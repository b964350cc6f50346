//! Why something was not sealed or not opened. It never says what was in it.

use std::fmt;

#[derive(Debug)]
pub enum Error {
    /// It is not something that this version has sealed.
    Malformed(&'static str),
    /// Another key, another place, or changed since: which of them cannot be told.
    DoesNotOpen,
    /// The master key that wrapped it is not there.
    UnknownMasterKey(String),
    /// The file of master keys is not as it has to be.
    KeyFile(String),
    /// The system gives no random bytes.
    NoRandomness,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Malformed(what) => write!(f, "not a sealed value: {what}"),
            Error::DoesNotOpen => f.write_str("does not open: another key, another place, or it was changed"),
            Error::UnknownMasterKey(id) => write!(f, "it is wrapped by the master key {id}, which is not there"),
            Error::KeyFile(what) => f.write_str(what),
            Error::NoRandomness => f.write_str("the system gives no random bytes"),
        }
    }
}

impl std::error::Error for Error {}
