// This file was generated with `cornucopia`. Do not modify.

pub mod definitions;
pub mod owned;
pub mod runs;
pub mod start;
pub mod work;
