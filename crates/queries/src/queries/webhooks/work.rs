// This file was generated with `cornucopia`. Do not modify.

pub mod ledger;
pub mod ownership;
pub mod recovery;
