//! All that a command may use: the client, the output, the terminal and the profile. It is made once, from global flags,
//! the environment and the configuration.
//!
//! Standard output is for data only. Everything else is written by [`note`] to standard error.

pub use crate::{
    output::{Format, Output},
    problem::Failure,
    profile::Profile,
    terminal::Terminal,
};

use jiff::Timestamp;
use ring::rand::{SecureRandom, SystemRandom};
use std::io::Write;

/// The client, output, terminal and profile of a command.
#[derive(Debug)]
pub struct Context {
    pub client: client::Client,
    pub output: Output,
    pub terminal: Terminal,
    pub profile: Profile,
}

/// Writes a line to standard error. A closed standard error is no failure of a command.
pub fn note(text: impl Into<String>) {
    let text = text.into();
    let mut stderr = std::io::stderr().lock();
    let _ = writeln!(stderr, "{text}");
}

/// The time of this machine.
pub fn now() -> Timestamp {
    #[expect(clippy::disallowed_methods, reason = "the command line has no other clock, and stores no time")]
    Timestamp::now()
}

/// Bytes that nobody can guess.
pub fn random<const N: usize>() -> Result<[u8; N], Failure> {
    let mut bytes = [0; N];
    let failed = |_| Failure::Unexpected("the system has no random numbers".to_owned());
    SystemRandom::new().fill(&mut bytes).map_err(failed)?;
    Ok(bytes)
}
