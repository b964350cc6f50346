//! One method for each operation, and its parameters. Generated from openapi.json by `scripts/gen`; do not edit.

mod analytics;
mod api_keys;
mod attachments;
mod audit_log;
mod backup;
mod cloud;
mod contacts;
mod devices;
mod enrolments;
mod events;
mod long_running;
mod macros;
mod organizations;
mod rate_limits;
mod reports;
mod search;
mod service_accounts;
mod session;
mod sign_in;
mod sla;
mod teams;
mod tickets;
mod time;
mod views;
mod webhooks;
mod workflows;

#[cfg(test)]
pub mod examples;

pub use analytics::{GetPlatformAnalytics, GetTenantAnalytics};
pub use api_keys::{CreateApiKey, GetApiKey, ListApiKeys, RevokeApiKey, UpdateApiKey};
pub use attachments::{DeleteAttachment, ListAttachments, UploadAttachment};
pub use audit_log::ListAuditEntries;
pub use backup::{
    CheckBackupRepository, CreateBackupJob, CreateBackupRepository, DeleteBackupRepository, GetBackupConfig,
    ListBackupChecks, ListBackupConfigVersions, ListBackupHosts, ListBackupJobs, ListBackupRepositories,
    ListCustomerBackups, UpdateBackupConfig, UpdateBackupHost, UpdateBackupRepository,
};
pub use cloud::{
    CreateCloudProvider, CreateCloudVm, DeleteCloudProvider, DeleteCloudVm, ListCloudCatalogue, ListCloudProviders,
    ListCloudVms, UpdateCloudProvider, UpdateCloudVm, VerifyCloudProvider,
};
pub use contacts::{CreateContact, DeleteContact, EraseContact, ListContacts, UpdateContact};
pub use devices::{CreateDevice, DeleteDevice, ListDeviceHistory, ListDevices, UpdateDevice};
pub use enrolments::{CreateEnrolment, ListEnrolments, RevokeEnrolment};
pub use events::ListEvents;
pub use long_running::{CancelOperation, GetOperation, ListOperations};
pub use macros::{ApplyMacro, CreateMacro, DeleteMacro, ListMacros, UpdateMacro};
pub use organizations::{
    CreateOrganization, DeleteOrganization, GetOrganization, ListOrganizations, UpdateOrganization,
};
pub use reports::{GetAssetInventory, ListSoftware};
pub use search::Search;
pub use service_accounts::{CreateServiceAccount, DeleteServiceAccount, ListServiceAccounts, UpdateServiceAccount};
pub use session::{EndSession, ListSessions, SignOut};
pub use sign_in::{
    CreateSsoProvider, DeleteSsoProvider, DeleteUser, ListSsoProviders, ListUsers, UpdateSsoProvider, UpdateUser,
    VerifySsoDomain,
};
pub use sla::{
    CreateSlaContract, CreateSlaPolicy, DeleteSlaContract, DeleteSlaPolicy, ListSlaContracts, ListSlaPolicies,
    UpdateSlaContract, UpdateSlaPolicy, UpdateSlaSettings,
};
pub use teams::{CreateTeam, DeleteTeam, ListTeams, UpdateTeam};
pub use tickets::{
    AddTicketWatcher, ChangeTicketsInBulk, CreateTicket, CreateTicketComment, CreateTicketLink, CreateTicketTask,
    DeleteTicketLink, DeleteTicketTask, ListTicketComments, ListTicketHistory, ListTicketLinks, ListTicketMerges,
    ListTicketTasks, ListTicketWatchers, ListTickets, MergeTickets, RedactTicketComment, RemoveTicketWatcher,
    SplitTicketComment, UndoTicketMerge, UpdateTicket, UpdateTicketComment, UpdateTicketTask,
};
pub use time::{CreateBillingRun, CreateTimeEntry, DeleteTimeEntry, ListTimeEntries, UpdateTimeEntry};
pub use views::{CountTicketsOfViews, CreateView, DeleteView, ListViews, UpdateView};
pub use webhooks::{
    CreateWebhook, DeleteWebhook, ListWebhookDeliveries, ListWebhooks, RecoverWebhook, RedeliverWebhook, TestWebhook,
    UpdateWebhook,
};
pub use workflows::{
    ArchiveWorkflow, CancelWorkflowRun, CreateWorkflow, DeleteWorkflowSecret, DeleteWorkflowTrigger, GetWorkflow,
    GetWorkflowRun, GetWorkflowTrigger, ListWorkflowApprovals, ListWorkflowRuns, ListWorkflowSecrets,
    ListWorkflowTrigger, ListWorkflows, PutWorkflowSecret, SignalWorkflowRun, StartWorkflowRun, UpdateWorkflow,
    UpdateWorkflowTrigger,
};
