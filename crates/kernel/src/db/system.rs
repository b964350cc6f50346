//! Statements that belong to no one tenant, each with a reason. The role sees only what a policy opens to it by name.

use super::pool::Connection;
use std::ops::Deref;

/// Why a statement runs outside every tenant.
#[derive(Debug, Clone, Copy)]
pub enum Reason {
    /// To whom a key belongs is not known before it is found.
    CredentialLookup,
    /// The uses of keys are written for all tenants at once.
    LastUses,
    /// The operator acts.
    Operator,
    /// Keys that are about to expire are looked for in all tenants.
    ExpiryNotices,
    /// Tickets of all tenants whose time has come are found.
    DueTickets,
    /// Devices of all tenants that may be stale are found.
    StaleDevices,
    /// How far the event logs reach is asked for all that are followed at once.
    EventStreams,
    /// The ends of all awaited runs and operations are read at once.
    Waiters,
    /// Old rows are deleted.
    Retention,
    /// Clocks of tickets of all tenants are looked at.
    ServiceLevels,
    /// Data keys are the system's: the role of requests has no right to them.
    Sealing,
    /// To whom a domain, a sign-in under way or a code belongs is not known before it is found.
    SignIn,
    /// Workers are told of what happened in several tenants.
    Announcements,
    /// Operations of all tenants are taken up.
    Operations,
    /// Webhooks of all tenants are worked off together.
    WebhookDelivery,
    /// Runs of workflows of all tenants are handed to the engine, and logs looked through for them.
    Workflows,
    /// The health of PostgreSQL is checked.
    Health,
    /// The history of the parts of the service is written and read.
    Status,
    /// How background tasks fare is written and read.
    Background,
}

impl Reason {
    pub(super) fn note(self) {
        let reason = self.name();
        tracing::debug!(reason, "statement outside every tenant");
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
            Reason::Health => "health",
            Reason::Status => "status",
            Reason::Background => "background",
        }
    }
}

/// Each statement is its own transaction; `Db::batch` has several in one.
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
