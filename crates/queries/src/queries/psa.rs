// This file was generated with `cornucopia`. Do not modify.

pub mod contacts;
pub mod sla;
pub mod ticket_comments;
pub mod ticket_due;
pub mod ticket_history;
pub mod tickets;
pub mod work;
