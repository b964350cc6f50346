// This file was generated with `cornucopia`. Do not modify.

pub mod contact_erasure;
pub mod redaction;
pub mod rewrite;
