// This file was generated with `cornucopia`. Do not modify.

pub mod audit;
pub mod keys;
pub mod plans;
pub mod search;
pub mod sso;
pub mod tenants;
pub mod users;
pub mod workflows;
