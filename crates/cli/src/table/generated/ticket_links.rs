//! GENERATED from the SDK document: `tenantctl ticket-links`. See `table/tests.rs`.

use crate::table::{Body, Flag, Kind, Noun, Operation, Place, Reply};

pub const NOUN: Noun = Noun { name: "ticket-links", operations: OPERATIONS };

const OPERATIONS: &[Operation] = &[
    Operation {
        id: "psa.tickets.links.list", verb: "list", alias: None,
        method: "GET", path: "/api/psa/tickets/links",
        about: "List the links of a ticket",
        description: "Returns all links of the ticket `ticket_id` to tickets that the caller can read, as seen from that ticket, newest first.",
        example: "tenantctl ticket-links list --ticket-id tkt_01h455vb4pex5vsknk084sn02q --limit 20",
        body: Body::Nothing, reply: Reply::Page,
        columns: &["id", "kind", "ticket_id", "created_at"], scopes: &["tickets:read"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "ticket_id", flag: "ticket-id", place: Place::Query, kind: Kind::Text, required: true, nullable: false, help: "Returns the links of this ticket, in both directions. Required unless `id` is given." },
            Flag { name: "limit", flag: "limit", place: Place::Query, kind: Kind::Integer, required: false, nullable: false, help: "Maximum number of objects on a page." },
            Flag { name: "cursor", flag: "cursor", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "`next_cursor` of the previous page, with the same filters." },
        ],
    },
    Operation {
        id: "psa.tickets.links.get", verb: "get", alias: None,
        method: "GET", path: "/api/psa/tickets/links/{id}",
        about: "Get one ticket link by its id",
        description: "",
        example: "tenantctl ticket-links get lnk_01h455vb4pex5vsknk084sn02q",
        body: Body::Nothing, reply: Reply::Object,
        columns: &[], scopes: &["tickets:read"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "id", flag: "id", place: Place::Path, kind: Kind::Text, required: true, nullable: false, help: "Id of the object." },
        ],
    },
    Operation {
        id: "psa.tickets.links.create", verb: "create", alias: None,
        method: "POST", path: "/api/psa/tickets/links",
        about: "Link two tickets",
        description: "`parent_of` makes `ticket_id` the parent of `other_id`. A ticket has one parent at most, and 100 children. Links `parent_of` and `blocks` must not form a cycle (409 `link_cycle`). Two tickets have one link of each kind at most (409 `already_linked`).",
        example: "tenantctl ticket-links create --kind blocks --other-id tkt_01h455vb4pex5vsknk084sn02q --ticket-id tkt_01h455vb4pex5vsknk084sn02q",
        body: Body::Json, reply: Reply::Object,
        columns: &[], scopes: &["tickets:write"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "dry_run", flag: "dry-run", place: Place::Query, kind: Kind::Switch, required: false, nullable: false, help: "Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores nothing." },
            Flag { name: "Idempotency-Key", flag: "idempotency-key", place: Place::Header, kind: Kind::Text, required: false, nullable: false, help: "Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`)." },
            Flag { name: "kind", flag: "kind", place: Place::Body, kind: Kind::Choice(&["parent_of", "blocks", "duplicates", "relates_to"]), required: true, nullable: false, help: "The kind of a new link, as seen from `ticket_id`." },
            Flag { name: "other_id", flag: "other-id", place: Place::Body, kind: Kind::Text, required: true, nullable: false, help: "Id of a ticket." },
            Flag { name: "ticket_id", flag: "ticket-id", place: Place::Body, kind: Kind::Text, required: true, nullable: false, help: "Ticket from which `kind` is seen." },
        ],
    },
    Operation {
        id: "psa.tickets.links.delete", verb: "delete", alias: None,
        method: "DELETE", path: "/api/psa/tickets/links/{id}",
        about: "Delete a link",
        description: "The tickets are not changed.",
        example: "tenantctl ticket-links delete lnk_01h455vb4pex5vsknk084sn02q",
        body: Body::Nothing, reply: Reply::Nothing,
        columns: &[], scopes: &["tickets:write"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "id", flag: "id", place: Place::Path, kind: Kind::Text, required: true, nullable: false, help: "Id of the object." },
            Flag { name: "dry_run", flag: "dry-run", place: Place::Query, kind: Kind::Switch, required: false, nullable: false, help: "Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores nothing." },
            Flag { name: "If-Match", flag: "if-match", place: Place::Header, kind: Kind::Text, required: false, nullable: false, help: "Expected version: the `ETag` of the object as you read it. If the object has another version, the request fails with 412, with the current object as `current`." },
        ],
    },
];
