//! What the rest of the house knows about a family.

pub mod fixture;
