// This file was generated with `cornucopia`. Do not modify.

pub mod backfill;
pub mod words;
