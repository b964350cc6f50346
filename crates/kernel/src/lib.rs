//! The shared base of all families: the doors to PostgreSQL (`db`), the HTTP kit (`http`: the
//! caller, validation, problems, paging, writes), credentials, limits, sealing, supervised background work, and the [`family::Family`]
//! value. It knows no family by name.

pub mod announcements;
pub mod app;
pub mod background;
pub mod backlogs;
pub mod clock;
pub mod credentials;
pub mod db;
pub mod directory;
pub mod event_filter;
pub mod family;
pub mod figures;
pub mod find;
pub mod followers;
pub mod hearing;
pub mod http;
pub mod limits;
pub mod offboarding;
pub mod operations;
pub mod owners;
pub mod pages;
pub mod quotas;
pub mod sealing;
pub mod settings;
pub mod shares;
pub mod status;
pub mod supervisor;
pub mod telemetry;
pub mod usage;
pub mod waiters;
