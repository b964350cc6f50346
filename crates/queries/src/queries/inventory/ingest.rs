// This file was generated with `cornucopia`. Do not modify.

pub mod software;
pub mod store;
