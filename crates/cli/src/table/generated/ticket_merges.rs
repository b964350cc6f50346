//! GENERATED from the SDK document: `tenantctl ticket-merges`. See `table/tests.rs`.

use crate::table::{Body, Flag, Kind, Noun, Operation, Place, Reply};

pub const NOUN: Noun = Noun { name: "ticket-merges", operations: OPERATIONS };

const OPERATIONS: &[Operation] = &[
    Operation {
        id: "psa.tickets.merges.list", verb: "list", alias: None,
        method: "GET", path: "/api/psa/tickets/merges",
        about: "List the merges of a ticket",
        description: "Returns all merges of the ticket `ticket_id`, newest first.",
        example: "tenantctl ticket-merges list --ticket-id tkt_01h455vb4pex5vsknk084sn02q --limit 20",
        body: Body::Nothing, reply: Reply::Page,
        columns: &["id", "created_at", "version", "source_id"], scopes: &["tickets:read"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "ticket_id", flag: "ticket-id", place: Place::Query, kind: Kind::Text, required: true, nullable: false, help: "Returns the merges of this ticket, as source or as target. Required unless `id` is given." },
            Flag { name: "limit", flag: "limit", place: Place::Query, kind: Kind::Integer, required: false, nullable: false, help: "Maximum number of objects on a page." },
            Flag { name: "cursor", flag: "cursor", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "`next_cursor` of the previous page, with the same filters." },
        ],
    },
    Operation {
        id: "psa.tickets.merges.get", verb: "get", alias: None,
        method: "GET", path: "/api/psa/tickets/merges/{id}",
        about: "Get one ticket merge by its id",
        description: "",
        example: "tenantctl ticket-merges get mrg_01h455vb4pex5vsknk084sn02q",
        body: Body::Nothing, reply: Reply::Object,
        columns: &[], scopes: &["tickets:read"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "id", flag: "id", place: Place::Path, kind: Kind::Text, required: true, nullable: false, help: "Id of the object." },
        ],
    },
    Operation {
        id: "psa.tickets.merges.create", verb: "create", alias: None,
        method: "POST", path: "/api/psa/tickets/merges",
        about: "Merge a ticket into another one",
        description: "The comments, time entries, attachments, tasks and watchers of the source move to the target. The source gets the status `merged` and `merged_into_id`; its SLA clocks stop. The merge can be undone for an hour.",
        example: "tenantctl ticket-merges create --note 'Both describe the same fault.' --source-id tkt_01h455vb4pex5vsknk084sn02q --target-id tkt_01h455vb4pex5vsknk084sn02q",
        body: Body::Json, reply: Reply::Object,
        columns: &[], scopes: &["tickets:write"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "dry_run", flag: "dry-run", place: Place::Query, kind: Kind::Switch, required: false, nullable: false, help: "Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores nothing." },
            Flag { name: "Idempotency-Key", flag: "idempotency-key", place: Place::Header, kind: Kind::Text, required: false, nullable: false, help: "Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`)." },
            Flag { name: "note", flag: "note", place: Place::Body, kind: Kind::Text, required: false, nullable: true, help: "Free-text note." },
            Flag { name: "source_id", flag: "source-id", place: Place::Body, kind: Kind::Text, required: true, nullable: false, help: "The ticket that is merged into the other one." },
            Flag { name: "target_id", flag: "target-id", place: Place::Body, kind: Kind::Text, required: true, nullable: false, help: "The ticket that is kept. It belongs to the same organization as the source, unless the source belongs to none." },
        ],
    },
    Operation {
        id: "psa.tickets.merges.undo", verb: "undo", alias: None,
        method: "POST", path: "/api/psa/tickets/merges/undo",
        about: "Undo a merge",
        description: "The source gets its former status. Everything that came with the merge moves back; comments and other objects that were added to the target later stay there. After an hour, or if the target was itself merged into another ticket, the request returns 409 `merge_final`.",
        example: "tenantctl ticket-merges undo mrg_01h455vb4pex5vsknk084sn02q",
        body: Body::Json, reply: Reply::Object,
        columns: &[], scopes: &["tickets:write"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "id", flag: "id", place: Place::Query, kind: Kind::Text, required: true, nullable: false, help: "Id of the merge." },
            Flag { name: "dry_run", flag: "dry-run", place: Place::Query, kind: Kind::Switch, required: false, nullable: false, help: "Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores nothing." },
            Flag { name: "Idempotency-Key", flag: "idempotency-key", place: Place::Header, kind: Kind::Text, required: false, nullable: false, help: "Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`)." },
            Flag { name: "If-Match", flag: "if-match", place: Place::Header, kind: Kind::Text, required: false, nullable: false, help: "Expected version: the `ETag` of the object as you read it. If the object has another version, the request fails with 412, with the current object as `current`." },
        ],
    },
];
