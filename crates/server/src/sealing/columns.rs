//! Every sealed column, in one place: what a rotation seals anew. `tests/api/sealing.rs` compares with the catalogue.
//!
//! To add one: a `bytea` column whose name ends in `_sealed`, in a table with `tenant_id` and `id` that has a policy for
//! app_system; `select app.sealed_column('table', 'column');` in the migration; and a line here.

/// A column whose values are sealed, each for its own row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    pub table: &'static str,
    pub column: &'static str,
}

impl Column {
    /// The column that its values are sealed for: the one that they were moved from, where they were.
    pub fn sealed_for(self) -> Column {
        if self == WEBHOOK_SECRET { ENDPOINT_SECRET } else { self }
    }
}

pub const COLUMNS: &[Column] =
    &[SSO_CLIENT_SECRET, WEBHOOK_SECRET, WEBHOOK_HEADERS, ENDPOINT_SECRET, ENDPOINT_PREVIOUS_SECRET];

pub const SSO_CLIENT_SECRET: Column = Column { table: "sso_providers", column: "client_secret_sealed" };
pub const WEBHOOK_SECRET: Column = Column { table: "webhook_secrets", column: "secret_sealed" };
pub const WEBHOOK_HEADERS: Column = Column { table: "webhook_endpoints", column: "headers_sealed" };

/// Where an endpoint had its secrets before they had a table. The first is read by the version before only, the second
/// until the grace of what is in it ends. A later migration drops both.
pub const ENDPOINT_SECRET: Column = Column { table: "webhook_endpoints", column: "secret_sealed" };
pub const ENDPOINT_PREVIOUS_SECRET: Column = Column { table: "webhook_endpoints", column: "previous_secret_sealed" };
