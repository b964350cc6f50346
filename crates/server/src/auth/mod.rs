//! Who people and keys are, and how people sign in.

pub mod fixtures;
pub mod providers;
pub mod session;
pub mod sessions;
mod sign_in;
pub mod sso;
pub mod users;
