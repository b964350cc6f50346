//! What is managed: organizations.

pub mod fixtures;
pub mod organizations;
