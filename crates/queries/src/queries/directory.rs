// This file was generated with `cornucopia`. Do not modify.

pub mod directory;
