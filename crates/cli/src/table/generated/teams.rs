//! GENERATED from the SDK document: `tenantctl teams`. See `table/tests.rs`.

use crate::table::{Body, Flag, Kind, Noun, Operation, Place, Reply};

pub const NOUN: Noun = Noun { name: "teams", operations: OPERATIONS };

const OPERATIONS: &[Operation] = &[
    Operation {
        id: "psa.teams.list", verb: "list", alias: None,
        method: "GET", path: "/api/psa/teams",
        about: "List teams",
        description: "Returns all teams, newest first.",
        example: "tenantctl teams list --limit 20",
        body: Body::Nothing, reply: Reply::Page,
        columns: &["id", "name", "created_at", "updated_at", "version"], scopes: &["tickets:read"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "limit", flag: "limit", place: Place::Query, kind: Kind::Integer, required: false, nullable: false, help: "Maximum number of objects on a page." },
            Flag { name: "cursor", flag: "cursor", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "`next_cursor` of the previous page, with the same filters." },
        ],
    },
    Operation {
        id: "psa.teams.get", verb: "get", alias: None,
        method: "GET", path: "/api/psa/teams/{id}",
        about: "Get one team by its id",
        description: "",
        example: "tenantctl teams get tem_01h455vb4pex5vsknk084sn02q",
        body: Body::Nothing, reply: Reply::Object,
        columns: &[], scopes: &["tickets:read"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "id", flag: "id", place: Place::Path, kind: Kind::Text, required: true, nullable: false, help: "Id of the object." },
        ],
    },
    Operation {
        id: "psa.teams.create", verb: "create", alias: None,
        method: "POST", path: "/api/psa/teams",
        about: "Create a team",
        description: "With the assignment `least_loaded`, a ticket that gets the team is assigned to the active member with the fewest unresolved tickets who has all skills that the ticket requires. Callers that are restricted to organizations can neither create nor see teams.",
        example: "tenantctl teams create --assignment least_loaded --description 'Switches, firewalls and Wi-Fi of all customers.' --members '[]' --name Network",
        body: Body::Json, reply: Reply::Object,
        columns: &[], scopes: &["tickets:write"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "dry_run", flag: "dry-run", place: Place::Query, kind: Kind::Switch, required: false, nullable: false, help: "Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores nothing." },
            Flag { name: "Idempotency-Key", flag: "idempotency-key", place: Place::Header, kind: Kind::Text, required: false, nullable: false, help: "Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`)." },
            Flag { name: "assignment", flag: "assignment", place: Place::Body, kind: Kind::Choice(&["manual", "least_loaded"]), required: false, nullable: false, help: "Method by which tickets of the team get an assignee; `manual` by default." },
            Flag { name: "description", flag: "description", place: Place::Body, kind: Kind::Text, required: false, nullable: true, help: "Human-readable description." },
            Flag { name: "members", flag: "members", place: Place::Body, kind: Kind::Json, required: false, nullable: false, help: "Users of the tenant, each once." },
            Flag { name: "name", flag: "name", place: Place::Body, kind: Kind::Text, required: true, nullable: false, help: "Unique within the tenant." },
        ],
    },
    Operation {
        id: "psa.teams.update", verb: "update", alias: None,
        method: "PUT", path: "/api/psa/teams/{id}",
        about: "Change a team",
        description: "Fields that are absent are not changed; `null` clears a field. `members` is replaced as a whole. Tickets that the team has already keep their assignees.",
        example: "tenantctl teams update tem_01h455vb4pex5vsknk084sn02q --assignment manual --description 'Firewalls and Wi-Fi of all customers.'",
        body: Body::Json, reply: Reply::Object,
        columns: &[], scopes: &["tickets:write"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "id", flag: "id", place: Place::Path, kind: Kind::Text, required: true, nullable: false, help: "Id of the object." },
            Flag { name: "dry_run", flag: "dry-run", place: Place::Query, kind: Kind::Switch, required: false, nullable: false, help: "Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores nothing." },
            Flag { name: "Idempotency-Key", flag: "idempotency-key", place: Place::Header, kind: Kind::Text, required: false, nullable: false, help: "Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`)." },
            Flag { name: "If-Match", flag: "if-match", place: Place::Header, kind: Kind::Text, required: false, nullable: false, help: "Expected version: the `ETag` of the object as you read it. If the object has another version, the request fails with 412, with the current object as `current`." },
            Flag { name: "assignment", flag: "assignment", place: Place::Body, kind: Kind::Choice(&["manual", "least_loaded"]), required: false, nullable: false, help: "Assignment of the tickets of a team to its members. New values may be added. - `manual`: The team assigns nobody. - `least_loaded`: The member with the fewest unresolved tickets becomes the assignee." },
            Flag { name: "description", flag: "description", place: Place::Body, kind: Kind::Text, required: false, nullable: true, help: "Human-readable description." },
            Flag { name: "members", flag: "members", place: Place::Body, kind: Kind::Json, required: false, nullable: false, help: "Replaces all members." },
            Flag { name: "name", flag: "name", place: Place::Body, kind: Kind::Text, required: false, nullable: false, help: "Unique within the tenant." },
        ],
    },
    Operation {
        id: "psa.teams.delete", verb: "delete", alias: None,
        method: "DELETE", path: "/api/psa/teams/{id}",
        about: "Delete a team",
        description: "The request is refused with 409 `team_in_use` while an unresolved ticket has the team. Resolved tickets keep its id.",
        example: "tenantctl teams delete tem_01h455vb4pex5vsknk084sn02q",
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
