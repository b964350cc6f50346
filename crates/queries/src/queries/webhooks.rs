// This file was generated with `cornucopia`. Do not modify.

pub mod days;
pub mod deliveries;
pub mod endpoints;
pub mod ledger;
pub mod ownership;
pub mod recovery;
