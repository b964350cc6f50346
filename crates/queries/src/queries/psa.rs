// This file was generated with `cornucopia`. Do not modify.

pub mod billing_runs;
pub mod contacts;
pub mod macros;
pub mod sla;
pub mod sla_contracts;
pub mod sla_policies;
pub mod teams;
pub mod ticket_comments;
pub mod ticket_due;
pub mod ticket_history;
pub mod ticket_links;
pub mod ticket_merges;
pub mod ticket_tasks;
pub mod ticket_watchers;
pub mod tickets;
pub mod time_entries;
pub mod views;
pub mod work;
