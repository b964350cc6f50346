//! The names of methods and types.
//!
//! A method is named by a verb and a noun: `admin.api_keys.list` is `list_api_keys`. The tables contain the exceptions.

/// Families whose resources are known by their own names.
const UNNAMED_FAMILIES: [&str; 4] = ["admin", "auth", "psa", "rmm"];

/// Last parts of operation ids that are verbs. Any other last part is a noun, which is read.
const VERBS: [&str; 18] = [
    "apply",
    "begin",
    "check",
    "create",
    "delete",
    "erase",
    "export",
    "get",
    "list",
    "put",
    "recover",
    "redact",
    "redeliver",
    "split",
    "test",
    "undo",
    "update",
    "verify",
];

/// Methods whose names do not follow from the ids of their operations.
pub const METHODS: &[(&str, &str)] = &[
    ("admin.api_keys.delete", "revoke_api_key"),
    ("admin.audit_log.list", "list_audit_entries"),
    ("admin.sso.create", "create_sso_provider"),
    ("admin.sso.delete", "delete_sso_provider"),
    ("admin.sso.list", "list_sso_providers"),
    ("admin.sso.update", "update_sso_provider"),
    ("admin.sso.verify", "verify_sso_domain"),
    ("admin.webhooks.deliveries.redeliver", "redeliver_webhook"),
    ("admin.webhooks.event_types", "list_event_types"),
    ("analytics.metrics", "list_analytics_metrics"),
    ("analytics.platform", "get_platform_analytics"),
    ("analytics.tenant", "get_tenant_analytics"),
    ("auth.session.delete", "sign_out"),
    ("auth.session.get", "get_caller"),
    ("auth.sessions.delete", "end_session"),
    ("auth.sso.begin", "begin_sign_in"),
    ("auth.sso.exchange", "exchange_sign_in_code"),
    ("backup.config.history", "list_backup_config_versions"),
    ("backup.customer_aggregate", "list_customer_backups"),
    ("cloud.catalogue.list", "list_cloud_catalogue"),
    ("operations.delete", "cancel_operation"),
    ("psa.attachments.content", "download_attachment"),
    ("psa.attachments.create", "upload_attachment"),
    ("psa.sla.get", "get_sla_settings"),
    ("psa.sla.update", "update_sla_settings"),
    ("psa.tickets.bulk", "change_tickets_in_bulk"),
    ("psa.tickets.history", "list_ticket_history"),
    ("psa.tickets.merges.create", "merge_tickets"),
    ("psa.tickets.merges.undo", "undo_ticket_merge"),
    ("psa.tickets.watchers.create", "add_ticket_watcher"),
    ("psa.tickets.watchers.delete", "remove_ticket_watcher"),
    ("psa.time_entries.bill", "create_billing_run"),
    ("psa.views.counts", "count_tickets_of_views"),
    ("psa.workflows.delete", "archive_workflow"),
    ("psa.workflows.functions", "list_workflow_functions"),
    ("psa.workflows.run", "start_workflow_run"),
    ("psa.workflows.runs.delete", "cancel_workflow_run"),
    ("psa.workflows.runs.update", "signal_workflow_run"),
    ("rate_limits.get", "get_rate_limits"),
    ("rmm.devices.history", "list_device_history"),
    ("rmm.enrolments.delete", "revoke_enrolment"),
    ("rmm.reports.asset_inventory", "get_asset_inventory"),
    ("rmm.software.list", "list_software"),
    ("search.find", "search"),
];

/// Methods that return one object of a list, if the singular of the list's name is not the name of the object.
pub const GET_METHODS: &[(&str, &str)] =
    &[("admin.audit_log.list", "get_audit_entry"), ("admin.sso.list", "get_sso_provider")];

/// Types whose names in the canonical document are too general, or easily confused with another.
pub const TYPES: &[(&str, &str)] = &[
    ("Affected", "AffectedResource"),
    ("BackupAggregate", "CustomerBackupPage"),
    ("CloudFleet", "CloudVmPage"),
    ("Comment", "TicketComment"),
    ("CommentPage", "TicketCommentPage"),
    ("Counted", "ConcurrencyScope"),
    ("Decision", "ApprovalDecision"),
    ("DeduplicatedTicket", "CreatedTicket"),
    ("Definition", "WorkflowDefinition"),
    ("Delivery", "WebhookDelivery"),
    ("DeliveryPage", "WebhookDeliveryPage"),
    ("Effect", "ImpactEffect"),
    ("Fault", "RequestError"),
    ("FaultCode", "RequestErrorCode"),
    ("ListedApproval", "WorkflowApproval"),
    ("ListedApprovalPage", "WorkflowApprovalPage"),
    ("NewComment", "NewTicketComment"),
    ("NewRun", "NewWorkflowRun"),
    ("NewTask", "NewTicketTask"),
    ("Recovered", "RecoverySelection"),
    ("Run", "WorkflowRun"),
    ("RunPage", "WorkflowRunPage"),
    ("RunStatus", "WorkflowRunStatus"),
    ("RunStep", "WorkflowRunStep"),
    ("RunTrigger", "WorkflowRunTrigger"),
    ("SearchAnswer", "SearchResults"),
    ("Session", "Caller"),
    ("Sla", "SlaSettings"),
    ("SlaChange", "SlaSettingsChange"),
    ("Subject", "EventSubject"),
    ("TaskChange", "TicketTaskChange"),
    ("TenantUser", "User"),
    ("TenantUserChange", "UserChange"),
    ("TenantUserPage", "UserPage"),
    ("User", "UserSummary"),
    ("UserSession", "Session"),
    ("UserSessionPage", "SessionPage"),
    ("WebhookTest", "NewWebhookTest"),
];

/// Words of names that are written in capitals in texts.
const ABBREVIATIONS: [&str; 4] = ["api", "sla", "sso", "vm"];

fn of_table(table: &'static [(&str, &str)], name: &str) -> Option<&'static str> {
    table.iter().find(|(from, _)| *from == name).map(|(_, to)| *to)
}

/// The name of a method: `create_ticket`.
pub fn method_name(operation_id: &str, method: &str) -> String {
    if let Some(name) = of_table(METHODS, operation_id) {
        return name.to_owned();
    }
    let (resource, last) = operation_id.rsplit_once('.').unwrap_or(("", operation_id));
    if last == "list" {
        return format!("list_{}", noun(resource, false));
    }
    if VERBS.contains(&last) {
        return format!("{last}_{}", noun(resource, true));
    }
    let verb = if method == "get" { "get" } else { "run" };
    format!("{verb}_{}", noun(operation_id, false))
}

/// The name of the method that returns one object of a list: `get_ticket`.
pub fn get_name(list: &str) -> String {
    let resource = list.rsplit_once('.').map_or(list, |(resource, _)| resource);
    of_table(GET_METHODS, list).map_or_else(|| format!("get_{}", noun(resource, true)), str::to_owned)
}

/// `get_api_key` is "Get one API key by its id".
pub fn get_summary(name: &str) -> String {
    let words = name.trim_start_matches("get_").split('_');
    let words = words.map(|word| if ABBREVIATIONS.contains(&word) { word.to_uppercase() } else { word.to_owned() });
    format!("Get one {} by its id", words.collect::<Vec<_>>().join(" "))
}

/// The name of a type.
pub fn type_name(name: &str) -> &str {
    of_table(TYPES, name).unwrap_or(name)
}

/// The name of a type in the canonical document.
pub fn canonical_type_name(name: &str) -> &str {
    TYPES.iter().find(|(_, to)| *to == name).map_or(name, |(from, _)| *from)
}

/// `psa.tickets.comments` is `ticket_comment`, or `ticket_comments` as a plural.
fn noun(resource: &str, singular_last: bool) -> String {
    let parts: Vec<&str> = resource.split('.').filter(|part| !UNNAMED_FAMILIES.contains(part)).collect();
    let last = parts.len().saturating_sub(1);
    let words = parts
        .iter()
        .enumerate()
        .map(|(index, part)| if index < last || singular_last { singular(part) } else { (*part).to_owned() });
    words.collect::<Vec<_>>().join("_")
}

fn singular(word: &str) -> String {
    if let Some(stem) = word.strip_suffix("ies") {
        return format!("{stem}y");
    }
    let plural = word.strip_suffix('s').filter(|stem| !stem.ends_with('s'));
    // Not a plural.
    plural.filter(|_| word != "analytics").unwrap_or(word).to_owned()
}
