// This file was generated with `cornucopia`. Do not modify.

pub mod days;
pub mod log;
pub mod status;
