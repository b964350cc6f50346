//! The types of requests and responses, for tests. Generated from openapi.json by `scripts/gen`; do not edit.

use serde_json::{Result, Value, from_value, to_value};

/// Reads the body of a response as its type, and writes it again.
pub fn response(operation: &str, body: Value) -> Option<Result<Value>> {
    Some(match operation {
        "list_api_keys" => from_value::<api::Page<api::api_keys::ApiKey>>(body).and_then(to_value),
        "list_workflow_approvals" => from_value::<api::Page<api::approvals::ListedApproval>>(body).and_then(to_value),
        "list_attachments" => from_value::<api::Page<api::attachments::Attachment>>(body).and_then(to_value),
        "list_audit_entries" => from_value::<api::Page<api::audit_log::AuditEntry>>(body).and_then(to_value),
        "list_backup_checks" => from_value::<api::Page<api::backup_checks::BackupCheck>>(body).and_then(to_value),
        "list_backup_hosts" => from_value::<api::Page<api::backup_checks::BackupHost>>(body).and_then(to_value),
        "list_backup_config_versions" => {
            from_value::<api::Page<api::backup_config::BackupConfigVersion>>(body).and_then(to_value)
        }
        "list_backup_jobs" => from_value::<api::Page<api::backup_jobs::BackupJob>>(body).and_then(to_value),
        "list_backup_repositories" => {
            from_value::<api::Page<api::backup_repositories::BackupRepository>>(body).and_then(to_value)
        }
        "list_cloud_providers" => from_value::<api::Page<api::cloud_providers::CloudProvider>>(body).and_then(to_value),
        "list_contacts" => from_value::<api::Page<api::contacts::Contact>>(body).and_then(to_value),
        "list_device_history" => {
            from_value::<api::Page<api::device_lists::DeviceHistoryEntry>>(body).and_then(to_value)
        }
        "list_devices" => from_value::<api::Page<api::devices::Device>>(body).and_then(to_value),
        "list_enrolments" => from_value::<api::Page<api::enrolments::Enrolment>>(body).and_then(to_value),
        "list_events" => from_value::<api::Page<api::events::Event>>(body).and_then(to_value),
        "list_macros" => from_value::<api::Page<api::macros::Macro>>(body).and_then(to_value),
        "list_operations" => from_value::<api::Page<api::operations::Operation>>(body).and_then(to_value),
        "list_organizations" => from_value::<api::Page<api::organizations::Organization>>(body).and_then(to_value),
        "list_service_accounts" => {
            from_value::<api::Page<api::service_accounts::ServiceAccount>>(body).and_then(to_value)
        }
        "list_sessions" => from_value::<api::Page<api::sessions::UserSession>>(body).and_then(to_value),
        "list_sla_contracts" => from_value::<api::Page<api::sla_contracts::SlaContract>>(body).and_then(to_value),
        "list_sla_policies" => from_value::<api::Page<api::sla_policies::SlaPolicy>>(body).and_then(to_value),
        "list_software" => from_value::<api::Page<api::software::SoftwareTitle>>(body).and_then(to_value),
        "list_sso_providers" => from_value::<api::Page<api::sso::SsoProvider>>(body).and_then(to_value),
        "list_teams" => from_value::<api::Page<api::teams::Team>>(body).and_then(to_value),
        "list_ticket_comments" => from_value::<api::Page<api::ticket_comments::Comment>>(body).and_then(to_value),
        "list_ticket_history" => {
            from_value::<api::Page<api::ticket_comments::TicketHistoryEntry>>(body).and_then(to_value)
        }
        "list_ticket_links" => from_value::<api::Page<api::ticket_links::TicketLink>>(body).and_then(to_value),
        "list_ticket_merges" => from_value::<api::Page<api::ticket_merges::TicketMerge>>(body).and_then(to_value),
        "list_ticket_tasks" => from_value::<api::Page<api::ticket_tasks::TicketTask>>(body).and_then(to_value),
        "list_ticket_watchers" => from_value::<api::Page<api::ticket_watchers::TicketWatcher>>(body).and_then(to_value),
        "list_tickets" => from_value::<api::Page<api::tickets::Ticket>>(body).and_then(to_value),
        "list_time_entries" => from_value::<api::Page<api::time_entries::TimeEntry>>(body).and_then(to_value),
        "list_users" => from_value::<api::Page<api::users::TenantUser>>(body).and_then(to_value),
        "list_views" => from_value::<api::Page<api::views::View>>(body).and_then(to_value),
        "list_webhook_deliveries" => {
            from_value::<api::Page<api::webhook_deliveries::Delivery>>(body).and_then(to_value)
        }
        "list_webhooks" => from_value::<api::Page<api::webhooks::WebhookEndpoint>>(body).and_then(to_value),
        "list_workflow_runs" => from_value::<api::Page<api::workflow_runs::Run>>(body).and_then(to_value),
        "list_workflow_secrets" => {
            from_value::<api::Page<api::workflow_secrets::WorkflowSecret>>(body).and_then(to_value)
        }
        "list_workflows" | "list_workflow_trigger" => {
            from_value::<api::Page<api::workflows::Workflow>>(body).and_then(to_value)
        }
        "list_analytics_metrics" => from_value::<api::analytics::AnalyticsMetrics>(body).and_then(to_value),
        "get_platform_analytics" => from_value::<api::analytics::PlatformAnalytics>(body).and_then(to_value),
        "get_tenant_analytics" => from_value::<api::analytics::TenantAnalytics>(body).and_then(to_value),
        "create_api_key" | "revoke_api_key" | "get_api_key" | "update_api_key" => {
            from_value::<api::api_keys::ApiKey>(body).and_then(to_value)
        }
        "get_workflow_approval" => from_value::<api::approvals::ListedApproval>(body).and_then(to_value),
        "get_asset_inventory" => from_value::<api::assets::AssetReport>(body).and_then(to_value),
        "upload_attachment" | "get_attachment" => from_value::<api::attachments::Attachment>(body).and_then(to_value),
        "get_audit_entry" => from_value::<api::audit_log::AuditEntry>(body).and_then(to_value),
        "get_backup_check" => from_value::<api::backup_checks::BackupCheck>(body).and_then(to_value),
        "get_backup_host" | "update_backup_host" => {
            from_value::<api::backup_checks::BackupHost>(body).and_then(to_value)
        }
        "get_backup_config" | "update_backup_config" => {
            from_value::<api::backup_config::BackupConfig>(body).and_then(to_value)
        }
        "create_backup_job" | "get_backup_job" => from_value::<api::backup_jobs::BackupJob>(body).and_then(to_value),
        "list_customer_backups" => from_value::<api::backup_posture::BackupAggregate>(body).and_then(to_value),
        "create_backup_repository" | "get_backup_repository" | "update_backup_repository" => {
            from_value::<api::backup_repositories::BackupRepository>(body).and_then(to_value)
        }
        "list_cloud_catalogue" => from_value::<api::cloud_catalogue::CloudCatalogue>(body).and_then(to_value),
        "create_cloud_provider" | "verify_cloud_provider" | "get_cloud_provider" | "update_cloud_provider" => {
            from_value::<api::cloud_providers::CloudProvider>(body).and_then(to_value)
        }
        "list_cloud_vms" => from_value::<api::cloud_vms::CloudFleet>(body).and_then(to_value),
        "create_cloud_vm" | "delete_cloud_vm" | "get_cloud_vm" | "update_cloud_vm" => {
            from_value::<api::cloud_vms::CloudVm>(body).and_then(to_value)
        }
        "create_contact" | "get_contact" | "update_contact" => {
            from_value::<api::contacts::Contact>(body).and_then(to_value)
        }
        "create_device" | "get_device" | "update_device" => from_value::<api::devices::Device>(body).and_then(to_value),
        "create_enrolment" | "get_enrolment" => from_value::<api::enrolments::Enrolment>(body).and_then(to_value),
        "get_event" => from_value::<api::events::Event>(body).and_then(to_value),
        "list_event_types" => from_value::<api::events::EventTypes>(body).and_then(to_value),
        "create_macro" | "get_macro" | "update_macro" => from_value::<api::macros::Macro>(body).and_then(to_value),
        "check_backup_repository" | "erase_contact" | "get_operation" | "redeliver_webhook" | "recover_webhook" => {
            from_value::<api::operations::Operation>(body).and_then(to_value)
        }
        "create_organization" | "get_organization" | "update_organization" => {
            from_value::<api::organizations::Organization>(body).and_then(to_value)
        }
        "get_rate_limits" => from_value::<api::rate_limit::RateLimits>(body).and_then(to_value),
        "search" => from_value::<api::search::SearchAnswer>(body).and_then(to_value),
        "create_service_account" | "get_service_account" | "update_service_account" => {
            from_value::<api::service_accounts::ServiceAccount>(body).and_then(to_value)
        }
        "get_caller" => from_value::<api::session::Session>(body).and_then(to_value),
        "get_session" => from_value::<api::sessions::UserSession>(body).and_then(to_value),
        "get_sla_settings" | "update_sla_settings" => from_value::<api::sla::Sla>(body).and_then(to_value),
        "create_sla_contract" | "get_sla_contract" | "update_sla_contract" => {
            from_value::<api::sla_contracts::SlaContract>(body).and_then(to_value)
        }
        "create_sla_policy" | "get_sla_policy" | "update_sla_policy" => {
            from_value::<api::sla_policies::SlaPolicy>(body).and_then(to_value)
        }
        "exchange_sign_in_code" => from_value::<api::sso::SessionToken>(body).and_then(to_value),
        "begin_sign_in" => from_value::<api::sso::SignInStarted>(body).and_then(to_value),
        "create_sso_provider" | "verify_sso_domain" | "get_sso_provider" | "update_sso_provider" => {
            from_value::<api::sso::SsoProvider>(body).and_then(to_value)
        }
        "create_team" | "get_team" | "update_team" => from_value::<api::teams::Team>(body).and_then(to_value),
        "apply_macro" | "change_tickets_in_bulk" => {
            from_value::<api::ticket_bulk::BulkResults>(body).and_then(to_value)
        }
        "create_ticket_comment" | "get_ticket_comment" | "update_ticket_comment" => {
            from_value::<api::ticket_comments::Comment>(body).and_then(to_value)
        }
        "redact_ticket_comment" => from_value::<api::ticket_comments::RedactedComment>(body).and_then(to_value),
        "create_ticket_link" | "get_ticket_link" => {
            from_value::<api::ticket_links::TicketLink>(body).and_then(to_value)
        }
        "merge_tickets" | "undo_ticket_merge" | "get_ticket_merge" => {
            from_value::<api::ticket_merges::TicketMerge>(body).and_then(to_value)
        }
        "create_ticket_task" | "get_ticket_task" | "update_ticket_task" => {
            from_value::<api::ticket_tasks::TicketTask>(body).and_then(to_value)
        }
        "add_ticket_watcher" | "get_ticket_watcher" => {
            from_value::<api::ticket_watchers::TicketWatcher>(body).and_then(to_value)
        }
        "create_ticket" => from_value::<api::tickets::DeduplicatedTicket>(body).and_then(to_value),
        "split_ticket_comment" | "get_ticket" | "update_ticket" => {
            from_value::<api::tickets::Ticket>(body).and_then(to_value)
        }
        "create_billing_run" => from_value::<api::time_entries::BillingRun>(body).and_then(to_value),
        "create_time_entry" | "get_time_entry" | "update_time_entry" => {
            from_value::<api::time_entries::TimeEntry>(body).and_then(to_value)
        }
        "get_user" | "update_user" => from_value::<api::users::TenantUser>(body).and_then(to_value),
        "create_view" | "get_view" | "update_view" => from_value::<api::views::View>(body).and_then(to_value),
        "count_tickets_of_views" => from_value::<api::views::ViewCounts>(body).and_then(to_value),
        "get_webhook_delivery" => from_value::<api::webhook_deliveries::Delivery>(body).and_then(to_value),
        "test_webhook" => from_value::<api::webhook_deliveries::WebhookTestResult>(body).and_then(to_value),
        "create_webhook" | "get_webhook" | "update_webhook" => {
            from_value::<api::webhooks::WebhookEndpoint>(body).and_then(to_value)
        }
        "get_workflow_run" | "signal_workflow_run" | "start_workflow_run" => {
            from_value::<api::workflow_runs::Run>(body).and_then(to_value)
        }
        "put_workflow_secret" | "get_workflow_secret" => {
            from_value::<api::workflow_secrets::WorkflowSecret>(body).and_then(to_value)
        }
        "create_workflow" | "get_workflow_trigger" | "update_workflow_trigger" | "get_workflow" | "update_workflow" => {
            from_value::<api::workflows::Workflow>(body).and_then(to_value)
        }
        "list_workflow_functions" => from_value::<api::workflows::WorkflowFunctions>(body).and_then(to_value),
        _ => return None,
    })
}

/// Reads the body of a request as its type, and writes it again.
pub fn request(operation: &str, body: Value) -> Option<Result<Value>> {
    Some(match operation {
        "update_api_key" => from_value::<api::api_keys::ApiKeyChange>(body).and_then(to_value),
        "create_api_key" => from_value::<api::api_keys::NewApiKey>(body).and_then(to_value),
        "update_backup_host" => from_value::<api::backup_checks::BackupHostChange>(body).and_then(to_value),
        "check_backup_repository" => from_value::<api::backup_checks::NewBackupCheck>(body).and_then(to_value),
        "update_backup_config" => from_value::<api::backup_config::BackupConfigChange>(body).and_then(to_value),
        "create_backup_job" => from_value::<api::backup_jobs::NewBackupJob>(body).and_then(to_value),
        "update_backup_repository" => {
            from_value::<api::backup_repositories::BackupRepositoryChange>(body).and_then(to_value)
        }
        "create_backup_repository" => {
            from_value::<api::backup_repositories::NewBackupRepository>(body).and_then(to_value)
        }
        "update_cloud_provider" => from_value::<api::cloud_providers::CloudProviderChange>(body).and_then(to_value),
        "verify_cloud_provider" => {
            from_value::<api::cloud_providers::CloudVerificationRequest>(body).and_then(to_value)
        }
        "create_cloud_provider" => from_value::<api::cloud_providers::NewCloudProvider>(body).and_then(to_value),
        "update_cloud_vm" => from_value::<api::cloud_vm_requests::CloudVmChange>(body).and_then(to_value),
        "create_cloud_vm" => from_value::<api::cloud_vm_requests::NewCloudVm>(body).and_then(to_value),
        "update_contact" => from_value::<api::contacts::ContactChange>(body).and_then(to_value),
        "erase_contact" => from_value::<api::contacts::ContactErasure>(body).and_then(to_value),
        "create_contact" => from_value::<api::contacts::NewContact>(body).and_then(to_value),
        "update_device" => from_value::<api::devices::DeviceChange>(body).and_then(to_value),
        "create_device" => from_value::<api::devices::NewDevice>(body).and_then(to_value),
        "create_enrolment" => from_value::<api::enrolments::NewEnrolment>(body).and_then(to_value),
        "apply_macro" => from_value::<api::macros::MacroApplication>(body).and_then(to_value),
        "update_macro" => from_value::<api::macros::MacroUpdate>(body).and_then(to_value),
        "create_macro" => from_value::<api::macros::NewMacro>(body).and_then(to_value),
        "create_organization" => from_value::<api::organizations::NewOrganization>(body).and_then(to_value),
        "update_organization" => from_value::<api::organizations::OrganizationChange>(body).and_then(to_value),
        "create_service_account" => from_value::<api::service_accounts::NewServiceAccount>(body).and_then(to_value),
        "update_service_account" => from_value::<api::service_accounts::ServiceAccountChange>(body).and_then(to_value),
        "update_sla_settings" => from_value::<api::sla::SlaChange>(body).and_then(to_value),
        "create_sla_contract" => from_value::<api::sla_contracts::NewSlaContract>(body).and_then(to_value),
        "update_sla_contract" => from_value::<api::sla_contracts::SlaContractChange>(body).and_then(to_value),
        "create_sla_policy" => from_value::<api::sla_policies::NewSlaPolicy>(body).and_then(to_value),
        "update_sla_policy" => from_value::<api::sla_policies::SlaPolicyChange>(body).and_then(to_value),
        "exchange_sign_in_code" => from_value::<api::sso::CodeExchange>(body).and_then(to_value),
        "verify_sso_domain" => from_value::<api::sso::DomainCheck>(body).and_then(to_value),
        "create_sso_provider" => from_value::<api::sso::NewSsoProvider>(body).and_then(to_value),
        "begin_sign_in" => from_value::<api::sso::SignInStart>(body).and_then(to_value),
        "update_sso_provider" => from_value::<api::sso::SsoProviderChange>(body).and_then(to_value),
        "create_team" => from_value::<api::teams::NewTeam>(body).and_then(to_value),
        "update_team" => from_value::<api::teams::TeamChange>(body).and_then(to_value),
        "change_tickets_in_bulk" => from_value::<api::ticket_bulk::TicketBulk>(body).and_then(to_value),
        "update_ticket_comment" => from_value::<api::ticket_comments::CommentChange>(body).and_then(to_value),
        "redact_ticket_comment" => from_value::<api::ticket_comments::CommentRedaction>(body).and_then(to_value),
        "split_ticket_comment" => from_value::<api::ticket_comments::CommentSplit>(body).and_then(to_value),
        "create_ticket_comment" => from_value::<api::ticket_comments::NewComment>(body).and_then(to_value),
        "create_ticket_link" => from_value::<api::ticket_links::NewTicketLink>(body).and_then(to_value),
        "merge_tickets" => from_value::<api::ticket_merges::NewTicketMerge>(body).and_then(to_value),
        "undo_ticket_merge" => from_value::<api::ticket_merges::TicketMergeUndo>(body).and_then(to_value),
        "create_ticket_task" => from_value::<api::ticket_tasks::NewTask>(body).and_then(to_value),
        "update_ticket_task" => from_value::<api::ticket_tasks::TaskChange>(body).and_then(to_value),
        "add_ticket_watcher" => from_value::<api::ticket_watchers::NewTicketWatcher>(body).and_then(to_value),
        "create_ticket" => from_value::<api::tickets::NewTicket>(body).and_then(to_value),
        "update_ticket" => from_value::<api::tickets::TicketChange>(body).and_then(to_value),
        "create_billing_run" => from_value::<api::time_entries::NewBillingRun>(body).and_then(to_value),
        "create_time_entry" => from_value::<api::time_entries::NewTimeEntry>(body).and_then(to_value),
        "update_time_entry" => from_value::<api::time_entries::TimeEntryChange>(body).and_then(to_value),
        "update_user" => from_value::<api::users::TenantUserChange>(body).and_then(to_value),
        "create_view" => from_value::<api::views::NewView>(body).and_then(to_value),
        "update_view" => from_value::<api::views::ViewChange>(body).and_then(to_value),
        "recover_webhook" => from_value::<api::webhook_deliveries::Recovery>(body).and_then(to_value),
        "redeliver_webhook" => from_value::<api::webhook_deliveries::Redelivery>(body).and_then(to_value),
        "test_webhook" => from_value::<api::webhook_deliveries::WebhookTest>(body).and_then(to_value),
        "create_webhook" => from_value::<api::webhooks::NewWebhookEndpoint>(body).and_then(to_value),
        "update_webhook" => from_value::<api::webhooks::WebhookEndpointChange>(body).and_then(to_value),
        "start_workflow_run" => from_value::<api::workflow_runs::NewRun>(body).and_then(to_value),
        "signal_workflow_run" => from_value::<api::workflow_runs::RunAction>(body).and_then(to_value),
        "put_workflow_secret" => from_value::<api::workflow_secrets::WorkflowSecretChange>(body).and_then(to_value),
        "create_workflow" => from_value::<api::workflows::NewWorkflow>(body).and_then(to_value),
        "update_workflow_trigger" | "update_workflow" => {
            from_value::<api::workflows::WorkflowChange>(body).and_then(to_value)
        }
        _ => return None,
    })
}
