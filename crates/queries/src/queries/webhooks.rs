// This file was generated with `cornucopia`. Do not modify.

pub mod backlog;
pub mod days;
pub mod deliveries;
pub mod endpoints;
pub mod owned;
pub mod status;
pub mod work;
