// This file was generated with `cornucopia`. Do not modify.

pub mod providers;
pub mod vms;
pub mod work;
