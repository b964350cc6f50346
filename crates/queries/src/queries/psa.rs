// This file was generated with `cornucopia`. Do not modify.

pub mod sla;
pub mod ticket_comments;
pub mod tickets;
