//! Statements of no single tenant, each with a reason. The role sees only rows that a policy opens to it.

use super::pool::Connection;
use std::ops::Deref;

/// The reason why a statement runs outside of a tenant.
#[derive(Debug, Clone, Copy)]
pub enum Reason {
    /// The tenant of a key is not known before the key is found.
    CredentialLookup,
    /// The uses of keys of all tenants are written at once.
    LastUses,
    /// The operator acts.
    Operator,
    /// Expiring keys of all tenants are searched.
    ExpiryNotices,
    /// Tickets of all tenants that are due are found.
    DueTickets,
    /// Possibly stale devices of all tenants are found.
    StaleDevices,
    /// Backup repositories and customers of all tenants that are due for a check or an evaluation are found.
    DueBackups,
    /// The ends of all followed event logs are read at once.
    EventStreams,
    /// The ends of all awaited runs and operations are read at once.
    Waiters,
    /// Old rows are deleted.
    Retention,
    /// SLA clocks of all tenants' tickets are checked.
    ServiceLevels,
    /// Data keys belong to the system: the role of requests has no right to them.
    Sealing,
    /// The tenant of a domain, a sign-in or a code is not known before it is found.
    SignIn,
    /// Workers are notified of events of several tenants.
    Announcements,
    /// Operations of all tenants are executed.
    Operations,
    /// Webhooks of all tenants are delivered.
    WebhookDelivery,
    /// Runs of all tenants are passed to the engine, and the event logs are searched for triggers.
    Workflows,
    /// The search index of all tenants is maintained.
    Search,
    /// Accounts of all tenants at cloud providers are verified.
    CloudProviders,
    /// Objects of all tenants' attachments are removed and scanned.
    Attachments,
    /// The health of PostgreSQL is checked.
    Health,
    /// The requests of all tenants are counted.
    Usage,
    /// The history of the parts of the service is written and read.
    Status,
    /// The health of background tasks is written and read.
    Background,
    /// The directory of cells is read and written.
    Directory,
    /// Changes of figures of all tenants are folded, levels are sampled, and figures of the platform are read.
    Figures,
}

impl Reason {
    pub(super) fn note(self) {
        let reason = self.name();
        tracing::debug!(reason, "statement without a tenant");
        metrics::counter!("db_system_statements_total", "reason" => reason).increment(1);
    }

    fn name(self) -> &'static str {
        match self {
            Reason::CredentialLookup => "credential_lookup",
            Reason::LastUses => "last_uses",
            Reason::Operator => "operator",
            Reason::ExpiryNotices => "expiry_notices",
            Reason::DueTickets => "due_tickets",
            Reason::StaleDevices => "stale_devices",
            Reason::DueBackups => "due_backups",
            Reason::EventStreams => "event_streams",
            Reason::Waiters => "waiters",
            Reason::Retention => "retention",
            Reason::ServiceLevels => "service_levels",
            Reason::Sealing => "sealing",
            Reason::SignIn => "sign_in",
            Reason::Announcements => "announcements",
            Reason::Operations => "operations",
            Reason::WebhookDelivery => "webhook_delivery",
            Reason::Workflows => "workflows",
            Reason::Search => "search",
            Reason::CloudProviders => "cloud_providers",
            Reason::Attachments => "attachments",
            Reason::Health => "health",
            Reason::Usage => "usage",
            Reason::Status => "status",
            Reason::Background => "background",
            Reason::Directory => "directory",
            Reason::Figures => "figures",
        }
    }
}

/// Each statement is its own transaction; `Db::batch` runs several in one.
pub struct System(Connection);

impl System {
    pub(super) fn new(client: Connection, reason: Reason) -> System {
        reason.note();
        System(client)
    }
}

/// The generated queries run on the pool's own client, statement cache on.
impl Deref for System {
    type Target = deadpool_postgres::Client;

    fn deref(&self) -> &deadpool_postgres::Client {
        &self.0
    }
}
