// This file was generated with `cornucopia`. Do not modify.

pub mod analytics;
pub mod attachments;
pub mod auth;
pub mod backup;
pub mod cloud;
pub mod control;
pub mod credentials;
pub mod events;
pub mod figures;
pub mod find;
pub mod followers;
pub mod http;
pub mod inventory;
pub mod operate;
pub mod operations;
pub mod owners;
pub mod psa;
pub mod rmm;
pub mod sealing;
pub mod search;
pub mod status;
pub mod supervisor;
pub mod usage;
pub mod waiters;
pub mod webhooks;
pub mod workflows;
