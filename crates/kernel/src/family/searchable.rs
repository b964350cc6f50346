//! A type of entries that `/api/search` finds.
//!
//! The family says in SQL what of a row can be found, in the function `app.search_entry` for the row's table. The trigger
//! `app.index_for_search` calls it in the transaction that writes the row; so do the backfill and the check of the index.

use api::{Scope, search::SearchType};
use uuid::Uuid;

pub struct Searchable {
    pub kind: SearchType,
    /// The scope that callers need to find it.
    pub scope: Scope,
    /// The id as customers see it.
    pub id: fn(Uuid) -> String,
    /// The tables whose rows are its entries, or parts of them.
    pub tables: &'static [&'static str],
}
