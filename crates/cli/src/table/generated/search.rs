//! GENERATED from the SDK document: `tenantctl search`. See `table/tests.rs`.

use crate::table::{Body, Flag, Kind, Noun, Operation, Place, Reply};

pub const NOUN: Noun = Noun { name: "search", operations: OPERATIONS };

const OPERATIONS: &[Operation] = &[
    Operation {
        id: "search.find", verb: "find", alias: None,
        method: "GET", path: "/api/search",
        about: "Search",
        description: "Returns the devices, tickets, contacts, users, organizations and workflows that match `q`, the best matches first: equal identifiers, equal titles, parts of identifiers, words of the title, other words, similar words; among equally good ones, the newest first. An object is found as soon as the request that wrote it has returned. The guide \"Find everything\" explains `q` with examples.",
        example: "tenantctl search find --q printer --type organization --limit 20",
        body: Body::Nothing, reply: Reply::Page,
        columns: &["id", "title", "type", "updated_at"], scopes: &["search:read"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "q", flag: "q", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "Words that must all occur, `\"phrases\"`, `-excluded` words, identifiers or parts of them, and qualifiers: `type:`, `org:`, `status:`, `priority:`, `assignee:`, `tag:`, `os:`, `ip:`, `mac:`, `serial:`, `created:`, `updated:`, `seen:`. `#1042` is the number of a ticket. Without words, the newest entries are returned." },
            Flag { name: "type", flag: "type", place: Place::Query, kind: Kind::Choices(&["organization", "device", "contact", "user", "ticket", "workflow"]), required: false, nullable: false, help: "Filters by type; separate several types with commas." },
            Flag { name: "organization_id", flag: "organization-id", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "Filters by organization." },
            Flag { name: "fuzzy", flag: "fuzzy", place: Place::Query, kind: Kind::Choice(&["auto", "off"]), required: false, nullable: false, help: "`auto` also finds words with typos; it is the default." },
            Flag { name: "limit", flag: "limit", place: Place::Query, kind: Kind::Integer, required: false, nullable: false, help: "Maximum number of objects on a page." },
            Flag { name: "cursor", flag: "cursor", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "`next_cursor` of the previous page, with the same filters." },
        ],
    },
];
