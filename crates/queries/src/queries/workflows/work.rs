// This file was generated with `cornucopia`. Do not modify.

pub mod effects;
pub mod follow;
pub mod relay;
