//! Tenant Control: the control plane of a multi-tenant IT-operations platform.
//!
//! A folder per route family (`control`, `events`, `psa`, `rmm`, `auth`, `webhooks`, `workflows`), a file per resource with its SQL beside it. Every handler
//! uses `http` (the caller, validation, problems, paging) and `db` (the only doors to PostgreSQL).

pub mod announcements;
pub mod app;
pub mod auth;
pub mod background;
pub mod clock;
pub mod control;
pub mod credentials;
pub mod db;
pub mod event_filter;
pub mod events;
pub mod families;
pub mod family;
pub mod followers;
pub mod hearing;
pub mod http;
pub mod limits;
pub mod offboarding;
pub mod operate;
pub mod operations;
pub mod owners;
pub mod pages;
pub mod psa;
pub mod quotas;
pub mod rmm;
pub mod sealing;
pub mod serve;
pub mod settings;
pub mod shares;
pub mod status;
pub mod supervisor;
pub mod telemetry;
pub mod waiters;
pub mod webhooks;
pub mod work;
pub mod workflows;
