//! Who people and keys are.

pub mod session;
