//! GENERATED from the SDK document: `tenantctl ticket-watchers`. See `table/tests.rs`.

use crate::table::{Body, Flag, Kind, Noun, Operation, Place, Reply};

pub const NOUN: Noun = Noun { name: "ticket-watchers", operations: OPERATIONS };

const OPERATIONS: &[Operation] = &[
    Operation {
        id: "psa.tickets.watchers.list", verb: "list", alias: None,
        method: "GET", path: "/api/psa/tickets/watchers",
        about: "List the watchers of a ticket",
        description: "Returns all watchers of the ticket `ticket_id`, newest first.",
        example: "tenantctl ticket-watchers list --ticket-id tkt_01h455vb4pex5vsknk084sn02q --limit 20",
        body: Body::Nothing, reply: Reply::Page,
        columns: &["id", "email", "kind", "ticket_id", "created_at"], scopes: &["tickets:read"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "ticket_id", flag: "ticket-id", place: Place::Query, kind: Kind::Text, required: true, nullable: false, help: "Id of the ticket whose watchers are listed." },
            Flag { name: "limit", flag: "limit", place: Place::Query, kind: Kind::Integer, required: false, nullable: false, help: "Maximum number of objects on a page." },
            Flag { name: "cursor", flag: "cursor", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "`next_cursor` of the previous page, with the same filters." },
        ],
    },
    Operation {
        id: "psa.tickets.watchers.get", verb: "get", alias: None,
        method: "GET", path: "/api/psa/tickets/watchers/{id}",
        about: "Get one ticket watcher by its id",
        description: "",
        example: "tenantctl ticket-watchers get wat_01h455vb4pex5vsknk084sn02q",
        body: Body::Nothing, reply: Reply::Object,
        columns: &[], scopes: &["tickets:read"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "id", flag: "id", place: Place::Path, kind: Kind::Text, required: true, nullable: false, help: "Id of the object." },
        ],
    },
    Operation {
        id: "psa.tickets.watchers.create", verb: "add", alias: Some("create"),
        method: "POST", path: "/api/psa/tickets/watchers",
        about: "Add a watcher to a ticket",
        description: "A watcher is a user, a contact of the ticket's organization, or an e-mail address; a ticket has 50 at most. If the ticket has the same watcher already, it is returned with 200. Watchers change neither `version` nor `updated_at` of the ticket.",
        example: "tenantctl ticket-watchers add --email milton@initech.example --ticket-id tkt_01h455vb4pex5vsknk084sn02q",
        body: Body::Json, reply: Reply::Object,
        columns: &[], scopes: &["tickets:write"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "dry_run", flag: "dry-run", place: Place::Query, kind: Kind::Switch, required: false, nullable: false, help: "Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores nothing." },
            Flag { name: "Idempotency-Key", flag: "idempotency-key", place: Place::Header, kind: Kind::Text, required: false, nullable: false, help: "Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`)." },
            Flag { name: "contact_id", flag: "contact-id", place: Place::Body, kind: Kind::Text, required: false, nullable: false, help: "A contact of the ticket's organization." },
            Flag { name: "email", flag: "email", place: Place::Body, kind: Kind::Text, required: false, nullable: false, help: "An e-mail address that gets copies." },
            Flag { name: "ticket_id", flag: "ticket-id", place: Place::Body, kind: Kind::Text, required: true, nullable: false, help: "Id of a ticket." },
            Flag { name: "user_id", flag: "user-id", place: Place::Body, kind: Kind::Text, required: false, nullable: false, help: "A user of the tenant." },
        ],
    },
    Operation {
        id: "psa.tickets.watchers.delete", verb: "remove", alias: Some("delete"),
        method: "DELETE", path: "/api/psa/tickets/watchers/{id}",
        about: "Remove a watcher from its ticket",
        description: "",
        example: "tenantctl ticket-watchers remove wat_01h455vb4pex5vsknk084sn02q",
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
