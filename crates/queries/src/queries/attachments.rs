// This file was generated with `cornucopia`. Do not modify.

pub mod attachments;
pub mod upload;
pub mod work;
