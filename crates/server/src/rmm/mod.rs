//! What is managed: organizations.

pub mod organizations;
