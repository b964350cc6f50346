//! GENERATED from the SDK document: `tenantctl ticket-tasks`. See `table/tests.rs`.

use crate::table::{Body, Flag, Kind, Noun, Operation, Place, Reply};

pub const NOUN: Noun = Noun { name: "ticket-tasks", operations: OPERATIONS };

const OPERATIONS: &[Operation] = &[
    Operation {
        id: "psa.tickets.tasks.list", verb: "list", alias: None,
        method: "GET", path: "/api/psa/tickets/tasks",
        about: "List the tasks of a ticket",
        description: "Returns all tasks of the ticket `ticket_id`, by their position.",
        example: "tenantctl ticket-tasks list --ticket-id tkt_01h455vb4pex5vsknk084sn02q --limit 20",
        body: Body::Nothing, reply: Reply::Page,
        columns: &["id", "title", "ticket_id", "assignee_id", "created_at", "updated_at", "version"], scopes: &["tickets:read"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "ticket_id", flag: "ticket-id", place: Place::Query, kind: Kind::Text, required: true, nullable: false, help: "Id of the ticket whose tasks are listed." },
            Flag { name: "limit", flag: "limit", place: Place::Query, kind: Kind::Integer, required: false, nullable: false, help: "Maximum number of objects on a page." },
            Flag { name: "cursor", flag: "cursor", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "`next_cursor` of the previous page, with the same filters." },
        ],
    },
    Operation {
        id: "psa.tickets.tasks.get", verb: "get", alias: None,
        method: "GET", path: "/api/psa/tickets/tasks/{id}",
        about: "Get one ticket task by its id",
        description: "",
        example: "tenantctl ticket-tasks get tsk_01h455vb4pex5vsknk084sn02q",
        body: Body::Nothing, reply: Reply::Object,
        columns: &[], scopes: &["tickets:read"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "id", flag: "id", place: Place::Path, kind: Kind::Text, required: true, nullable: false, help: "Id of the object." },
        ],
    },
    Operation {
        id: "psa.tickets.tasks.create", verb: "create", alias: None,
        method: "POST", path: "/api/psa/tickets/tasks",
        about: "Add a task to a ticket",
        description: "A ticket has 100 tasks at most (409 `quota_exceeded`). The tasks of a closed, canceled or merged ticket cannot be changed (409 `ticket_final`). The version of the ticket stays the same.",
        example: "tenantctl ticket-tasks create --ticket-id tkt_01h455vb4pex5vsknk084sn02q --title 'Order a new fuser'",
        body: Body::Json, reply: Reply::Object,
        columns: &[], scopes: &["tickets:write"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "ticket_id", flag: "ticket-id", place: Place::Query, kind: Kind::Text, required: true, nullable: false, help: "Id of the ticket." },
            Flag { name: "dry_run", flag: "dry-run", place: Place::Query, kind: Kind::Switch, required: false, nullable: false, help: "Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores nothing." },
            Flag { name: "Idempotency-Key", flag: "idempotency-key", place: Place::Header, kind: Kind::Text, required: false, nullable: false, help: "Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`)." },
            Flag { name: "assignee_id", flag: "assignee-id", place: Place::Body, kind: Kind::Text, required: false, nullable: true, help: "User that the task is assigned to." },
            Flag { name: "position", flag: "position", place: Place::Body, kind: Kind::Integer, required: false, nullable: false, help: "Position of the task in the list; by default, after all others." },
            Flag { name: "title", flag: "title", place: Place::Body, kind: Kind::Text, required: true, nullable: false, help: "Title." },
        ],
    },
    Operation {
        id: "psa.tickets.tasks.update", verb: "update", alias: None,
        method: "PATCH", path: "/api/psa/tickets/tasks/{id}",
        about: "Change, complete or reopen a task",
        description: "Fields that are absent are not changed; `null` clears a field. `\"done\": true` completes the task, `\"done\": false` reopens it.",
        example: "tenantctl ticket-tasks update tsk_01h455vb4pex5vsknk084sn02q --done",
        body: Body::Json, reply: Reply::Object,
        columns: &[], scopes: &["tickets:write"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "id", flag: "id", place: Place::Path, kind: Kind::Text, required: true, nullable: false, help: "Id of the object." },
            Flag { name: "dry_run", flag: "dry-run", place: Place::Query, kind: Kind::Switch, required: false, nullable: false, help: "Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores nothing." },
            Flag { name: "Idempotency-Key", flag: "idempotency-key", place: Place::Header, kind: Kind::Text, required: false, nullable: false, help: "Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`)." },
            Flag { name: "If-Match", flag: "if-match", place: Place::Header, kind: Kind::Text, required: false, nullable: false, help: "Expected version: the `ETag` of the object as you read it. If the object has another version, the request fails with 412, with the current object as `current`." },
            Flag { name: "assignee_id", flag: "assignee-id", place: Place::Body, kind: Kind::Text, required: false, nullable: true, help: "Id of a user." },
            Flag { name: "done", flag: "done", place: Place::Body, kind: Kind::Switch, required: false, nullable: false, help: "`true` completes the task, `false` reopens it." },
            Flag { name: "position", flag: "position", place: Place::Body, kind: Kind::Integer, required: false, nullable: false, help: "Position in the list; tasks are sorted by it." },
            Flag { name: "title", flag: "title", place: Place::Body, kind: Kind::Text, required: false, nullable: false, help: "Title." },
        ],
    },
    Operation {
        id: "psa.tickets.tasks.delete", verb: "delete", alias: None,
        method: "DELETE", path: "/api/psa/tickets/tasks/{id}",
        about: "Delete a task",
        description: "",
        example: "tenantctl ticket-tasks delete tsk_01h455vb4pex5vsknk084sn02q",
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
