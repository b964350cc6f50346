//! Definitions that mean harm.
