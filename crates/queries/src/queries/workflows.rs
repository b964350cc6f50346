// This file was generated with `cornucopia`. Do not modify.

pub mod approvals;
pub mod backlog;
pub mod definitions;
pub mod owned;
pub mod runs;
pub mod secrets;
pub mod start;
pub mod status;
pub mod work;
