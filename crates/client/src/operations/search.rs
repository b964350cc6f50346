//! Operations of the tag `search`. Generated from openapi.json by `scripts/gen`; do not edit.

use crate::{Client, Error, Request};

/// Parameters of [`Client::search`].
#[derive(Clone, Debug, Default)]
pub struct Search {
    /// Words that must all occur, `"phrases"`, `-excluded` words, identifiers or parts of them, and qualifiers:
    /// `type:`, `org:`, `status:`, `priority:`, `assignee:`, `tag:`, `os:`, `ip:`, `mac:`, `serial:`, `created:`,
    /// `updated:`, `seen:`. `#1042` is the number of a ticket. Without words, the newest entries are returned.
    pub q: Option<String>,
    /// Filters by type; separate several types with commas.
    pub kind: Vec<String>,
    /// Filters by organization.
    pub organization_id: Option<api::ids::OrganizationId>,
    /// `auto` also finds words with typos; it is the default.
    pub fuzzy: Option<String>,
    /// Maximum number of objects on a page.
    pub limit: Option<i64>,
    /// `next_cursor` of the previous page, with the same filters.
    pub cursor: Option<String>,
}

impl Client {
    /// Search
    ///
    /// Returns the devices, tickets, contacts, users, organizations and workflows that match `q`, the best matches
    /// first: equal identifiers, equal titles, parts of identifiers, words of the title, other words, similar words;
    /// among equally good ones, the newest first. An object is found as soon as the request that wrote it has
    /// returned. The guide "Find everything" explains `q` with examples.
    pub async fn search(&self, params: Search) -> Result<api::search::SearchAnswer, Error> {
        let Search { q, kind, organization_id, fuzzy, limit, cursor } = params;
        let request = Request::get("/api/search")
            .optional("q", q)
            .several("type", &kind)
            .optional("organization_id", organization_id)
            .optional("fuzzy", fuzzy)
            .optional("limit", limit)
            .optional("cursor", cursor);
        self.send(request).await?.json()
    }
}
