//! `/api/search`: everything of a tenant by words and identifiers.

use crate::{OrganizationId, words::words};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

words! {
    /// Type of an entry. More types may be added.
    SearchType {
        Organization = "organization",
        Device = "device",
        Contact = "contact",
        User = "user",
        Ticket = "ticket",
        Workflow = "workflow",
    }

    SearchFuzzy {
        /// If little is found, words with one typo are found from five letters on, and with two from nine on.
        Auto = "auto",
        Off = "off",
    }

    /// Kind of match between a field and the query.
    SearchMatchKind {
        /// An identifier, such as a serial number, is equal to the searched one or contains it.
        Identifier = "identifier",
        /// The text contains the word.
        Word = "word",
        /// The text contains a word that begins with the searched one.
        Prefix = "prefix",
        /// The text contains a similar word.
        Typo = "typo",
    }
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SearchQuery {
    /// Words that must all occur, `"phrases"`, `-excluded` words, identifiers or parts of them, and qualifiers: `type:`,
    /// `org:`, `status:`, `priority:`, `assignee:`, `tag:`, `os:`, `ip:`, `mac:`, `serial:`, `created:`, `updated:`,
    /// `seen:`. `#1042` is the number of a ticket. Without words, the newest entries are returned.
    #[param(example = "printer", nullable = false, max_length = 500)]
    pub q: Option<String>,
    /// Filters by type; separate several types with commas.
    #[param(nullable = false, explode = false, inline)]
    #[serde(rename = "type")]
    pub kind: Option<Vec<SearchType>>,
    /// Filters by organization.
    #[param(nullable = false)]
    pub organization_id: Option<OrganizationId>,
    /// `auto` also finds words with typos; it is the default.
    #[param(nullable = false, inline)]
    pub fuzzy: Option<SearchFuzzy>,
}

/// The entries that match, the best ones first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SearchAnswer {
    pub data: Vec<SearchEntry>,
    pub has_more: bool,
    /// Send it as `cursor` with the same parameters to get the next page; `null` on the last page.
    pub next_cursor: Option<String>,
    /// Number of matching entries on all pages.
    pub facets: SearchFacets,
    /// Types that were not searched, because the caller has no scope to read them.
    pub hidden_types: Vec<SearchType>,
    /// `true` if more than 500 entries match equally well: the newest 500 of them are returned, and less relevant
    /// entries are omitted. Add words or qualifiers.
    pub truncated: bool,
    /// `false` while existing objects are still being added to the index: some may not be found yet.
    pub index_complete: bool,
}

/// A search result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SearchEntry {
    #[serde(rename = "type")]
    pub kind: SearchType,
    /// Id of the object, as in its own collection.
    #[schema(examples("dev_01h455vb4pex5vsknk084sn02q"))]
    pub id: String,
    #[schema(examples("PC-0041"))]
    pub title: String,
    /// Human-readable details of the result.
    #[schema(examples("Dell Inc. · XPS 13 9310 · Windows 11 Pro"))]
    pub subtitle: Option<String>,
    /// Organization of the object; `null` for an organization itself and for objects of the tenant.
    pub organization: Option<SearchOrganization>,
    /// Relevance, from 0 to 1: 1 for an equal identifier, 0 for a search without words.
    #[schema(minimum = 0, maximum = 1, examples(0.9))]
    pub score: f64,
    /// Fields with the searched words or identifiers, at most four.
    pub matches: Vec<SearchMatch>,
    pub updated_at: Timestamp,
}

/// Organization of a search result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SearchOrganization {
    pub id: OrganizationId,
    /// Name of the organization; `null` if the caller has no scope to read organizations.
    #[schema(examples("Initech"))]
    pub name: Option<String>,
}

/// A field that matches the query.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SearchMatch {
    /// Name of the field.
    #[schema(examples("serial"))]
    pub field: String,
    pub kind: SearchMatchKind,
    /// The part of the field around the first match, as plain text.
    #[schema(examples("640hp72"))]
    pub snippet: String,
}

/// Numbers of results by property.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SearchFacets {
    /// Number of results of each type.
    #[serde(rename = "type")]
    pub kind: Vec<SearchFacet>,
}

/// Number of results with one value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SearchFacet {
    pub value: SearchType,
    /// Number of entries.
    #[schema(minimum = 0, examples(12))]
    pub count: i64,
    /// `true` if there are more entries than `count`.
    pub truncated: bool,
}
