//! GENERATED from the SDK document: `tenantctl views`. See `table/tests.rs`.

use crate::table::{Body, Flag, Kind, Noun, Operation, Place, Reply};

pub const NOUN: Noun = Noun { name: "views", operations: OPERATIONS };

const OPERATIONS: &[Operation] = &[
    Operation {
        id: "psa.views.list", verb: "list", alias: None,
        method: "GET", path: "/api/psa/views",
        about: "List views",
        description: "Returns all views, newest first.",
        example: "tenantctl views list --limit 20",
        body: Body::Nothing, reply: Reply::Page,
        columns: &["id", "name", "created_at", "updated_at", "version"], scopes: &["tickets:read"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "limit", flag: "limit", place: Place::Query, kind: Kind::Integer, required: false, nullable: false, help: "Maximum number of objects on a page." },
            Flag { name: "cursor", flag: "cursor", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "`next_cursor` of the previous page, with the same filters." },
        ],
    },
    Operation {
        id: "psa.views.get", verb: "get", alias: None,
        method: "GET", path: "/api/psa/views/{id}",
        about: "Get one view by its id",
        description: "",
        example: "tenantctl views get viw_01h455vb4pex5vsknk084sn02q",
        body: Body::Nothing, reply: Reply::Object,
        columns: &[], scopes: &["tickets:read"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "id", flag: "id", place: Place::Path, kind: Kind::Text, required: true, nullable: false, help: "Id of the object." },
        ],
    },
    Operation {
        id: "psa.views.create", verb: "create", alias: None,
        method: "POST", path: "/api/psa/views",
        about: "Create a view",
        description: "The view is shared by everyone in the tenant. Callers that are restricted to organizations can neither create nor see views.",
        example: "tenantctl views create --columns number --columns subject --columns priority --filter '{\"assignee_id\":\"none\",\"priority\":[\"p1\",\"p2\"],\"status\":[\"unresolved\"]}' --name 'Unassigned and urgent' --sort due_at",
        body: Body::Json, reply: Reply::Object,
        columns: &[], scopes: &["tickets:write"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "dry_run", flag: "dry-run", place: Place::Query, kind: Kind::Switch, required: false, nullable: false, help: "Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores nothing." },
            Flag { name: "Idempotency-Key", flag: "idempotency-key", place: Place::Header, kind: Kind::Text, required: false, nullable: false, help: "Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`)." },
            Flag { name: "columns", flag: "columns", place: Place::Body, kind: Kind::Texts, required: false, nullable: false, help: "Ticket fields to show, in this order. The service only stores them." },
            Flag { name: "filter", flag: "filter", place: Place::Body, kind: Kind::Json, required: false, nullable: false, help: "Query parameters of `GET /api/psa/tickets`, except `id`, `number`, `sort`, `format`, `limit` and `cursor`. Several values are an array, or a string with commas." },
            Flag { name: "name", flag: "name", place: Place::Body, kind: Kind::Text, required: true, nullable: false, help: "Unique within the tenant." },
            Flag { name: "sort", flag: "sort", place: Place::Body, kind: Kind::Choice(&["-created_at", "created_at", "-updated_at", "updated_at", "priority", "-priority", "due_at", "-due_at"]), required: false, nullable: true, help: "Sort order, as in `GET /api/psa/tickets`; `null` for the default of the list." },
        ],
    },
    Operation {
        id: "psa.views.update", verb: "update", alias: None,
        method: "PUT", path: "/api/psa/views/{id}",
        about: "Change a view",
        description: "Fields that are absent are not changed; `null` clears a field. `filter` and `columns` are replaced as a whole.",
        example: "tenantctl views update viw_01h455vb4pex5vsknk084sn02q --columns number --columns subject --columns priority --columns assignee_id --sort priority",
        body: Body::Json, reply: Reply::Object,
        columns: &[], scopes: &["tickets:write"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "id", flag: "id", place: Place::Path, kind: Kind::Text, required: true, nullable: false, help: "Id of the object." },
            Flag { name: "dry_run", flag: "dry-run", place: Place::Query, kind: Kind::Switch, required: false, nullable: false, help: "Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores nothing." },
            Flag { name: "Idempotency-Key", flag: "idempotency-key", place: Place::Header, kind: Kind::Text, required: false, nullable: false, help: "Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`)." },
            Flag { name: "If-Match", flag: "if-match", place: Place::Header, kind: Kind::Text, required: false, nullable: false, help: "Expected version: the `ETag` of the object as you read it. If the object has another version, the request fails with 412, with the current object as `current`." },
            Flag { name: "columns", flag: "columns", place: Place::Body, kind: Kind::Texts, required: false, nullable: false, help: "Replaces all columns." },
            Flag { name: "filter", flag: "filter", place: Place::Body, kind: Kind::Json, required: false, nullable: false, help: "Replaces the whole filter." },
            Flag { name: "name", flag: "name", place: Place::Body, kind: Kind::Text, required: false, nullable: false, help: "Unique within the tenant." },
            Flag { name: "sort", flag: "sort", place: Place::Body, kind: Kind::Choice(&["-created_at", "created_at", "-updated_at", "updated_at", "priority", "-priority", "due_at", "-due_at"]), required: false, nullable: true, help: "Sort order, as in `GET /api/psa/tickets`; `null` for the default of the list." },
        ],
    },
    Operation {
        id: "psa.views.delete", verb: "delete", alias: None,
        method: "DELETE", path: "/api/psa/views/{id}",
        about: "Delete a view",
        description: "",
        example: "tenantctl views delete viw_01h455vb4pex5vsknk084sn02q",
        body: Body::Nothing, reply: Reply::Nothing,
        columns: &[], scopes: &["tickets:write"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "id", flag: "id", place: Place::Path, kind: Kind::Text, required: true, nullable: false, help: "Id of the object." },
            Flag { name: "dry_run", flag: "dry-run", place: Place::Query, kind: Kind::Switch, required: false, nullable: false, help: "Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores nothing." },
            Flag { name: "If-Match", flag: "if-match", place: Place::Header, kind: Kind::Text, required: false, nullable: false, help: "Expected version: the `ETag` of the object as you read it. If the object has another version, the request fails with 412, with the current object as `current`." },
        ],
    },
    Operation {
        id: "psa.views.counts", verb: "counts", alias: None,
        method: "GET", path: "/api/psa/views/counts",
        about: "Count the tickets of views",
        description: "Returns the number of tickets in each view, as the caller sees them. A count stops at 1,000; `exact` is then `false`.",
        example: "tenantctl views counts",
        body: Body::Nothing, reply: Reply::List,
        columns: &["id", "exact"], scopes: &["tickets:read"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "id", flag: "id", place: Place::Query, kind: Kind::Texts, required: false, nullable: false, help: "Ids of views; separate several with commas. By default, the 50 newest views." },
        ],
    },
];
