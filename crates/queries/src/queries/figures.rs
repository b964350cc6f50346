// This file was generated with `cornucopia`. Do not modify.

pub mod fold;
pub mod forget;
pub mod gauges;
pub mod parts;
pub mod read;
pub mod rebuild;
