// This file was generated with `cornucopia`. Do not modify.

pub mod providers;
pub mod session;
pub mod sessions;
pub mod sign_in;
pub mod sso;
pub mod users;
