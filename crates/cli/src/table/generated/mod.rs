//! GENERATED from the SDK document: the nouns of the command line. See `table/tests.rs`.

mod analytics;
mod api_keys;
mod approvals;
mod attachments;
mod audit_log;
mod backup;
mod backup_checks;
mod backup_config;
mod backup_hosts;
mod backup_jobs;
mod backup_repositories;
mod cloud_catalogue;
mod cloud_providers;
mod contacts;
mod deliveries;
mod devices;
mod enrolments;
mod events;
mod macros;
mod operations;
mod organizations;
mod rate_limits;
mod reports;
mod runs;
mod search;
mod service_accounts;
mod session;
mod sessions;
mod sign_in;
mod sla;
mod sla_contracts;
mod sla_policies;
mod software;
mod sso_providers;
mod teams;
mod ticket_comments;
mod ticket_links;
mod ticket_merges;
mod ticket_tasks;
mod ticket_watchers;
mod tickets;
mod time_entries;
mod users;
mod views;
mod vms;
mod webhooks;
mod workflow_secrets;
mod workflow_trigger;
mod workflows;

use super::Noun;

/// All nouns, sorted by name.
pub static NOUNS: &[Noun] = &[
    analytics::NOUN,
    api_keys::NOUN,
    approvals::NOUN,
    attachments::NOUN,
    audit_log::NOUN,
    backup::NOUN,
    backup_checks::NOUN,
    backup_config::NOUN,
    backup_hosts::NOUN,
    backup_jobs::NOUN,
    backup_repositories::NOUN,
    cloud_catalogue::NOUN,
    cloud_providers::NOUN,
    contacts::NOUN,
    deliveries::NOUN,
    devices::NOUN,
    enrolments::NOUN,
    events::NOUN,
    macros::NOUN,
    operations::NOUN,
    organizations::NOUN,
    rate_limits::NOUN,
    reports::NOUN,
    runs::NOUN,
    search::NOUN,
    service_accounts::NOUN,
    session::NOUN,
    sessions::NOUN,
    sign_in::NOUN,
    sla::NOUN,
    sla_contracts::NOUN,
    sla_policies::NOUN,
    software::NOUN,
    sso_providers::NOUN,
    teams::NOUN,
    ticket_comments::NOUN,
    ticket_links::NOUN,
    ticket_merges::NOUN,
    ticket_tasks::NOUN,
    ticket_watchers::NOUN,
    tickets::NOUN,
    time_entries::NOUN,
    users::NOUN,
    views::NOUN,
    vms::NOUN,
    webhooks::NOUN,
    workflow_secrets::NOUN,
    workflow_trigger::NOUN,
    workflows::NOUN,
];
