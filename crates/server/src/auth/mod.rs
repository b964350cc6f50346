//! Who people and keys are, and how people sign in.

pub mod session;
pub mod sessions;
