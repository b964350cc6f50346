//! Columns whose values are sealed. Each family lists its own in its `FAMILY`: a rotation seals them again, and
//! `tests/api/sealing.rs` compares the list with the catalogue.
//!
//! To add one: a `bytea` column whose name ends in `_sealed`, in a table with `tenant_id` and `id` that has a policy for
//! app_system; `select app.sealed_column('table', 'column');` in the migration; and the family's `sealed_columns`.

/// A column whose values are sealed, each for its own row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    pub table: &'static str,
    pub column: &'static str,
    /// The column that its values were moved from, for which they are still sealed.
    pub sealed_as: Option<&'static Column>,
}

impl Column {
    pub const fn new(table: &'static str, column: &'static str) -> Column {
        Column { table, column, sealed_as: None }
    }

    /// The column that its values are sealed for.
    pub fn sealed_for(self) -> Column {
        self.sealed_as.copied().unwrap_or(self)
    }
}
