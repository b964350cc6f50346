//! GENERATED from the SDK document: `tenantctl sessions`. See `table/tests.rs`.

use crate::table::{Body, Flag, Kind, Noun, Operation, Place, Reply};

pub const NOUN: Noun = Noun { name: "sessions", operations: OPERATIONS };

const OPERATIONS: &[Operation] = &[
    Operation {
        id: "auth.sessions.list", verb: "list", alias: None,
        method: "GET", path: "/api/auth/sessions",
        about: "List sessions",
        description: "Returns the sessions of users, newest first, including those that ended in the last 30 days. Without the scope `sso:write`, callers see only their own sessions.",
        example: "tenantctl sessions list --status active --limit 20",
        body: Body::Nothing, reply: Reply::Page,
        columns: &["id", "status", "last_used_at", "expires_at", "created_at", "version"], scopes: &[],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "user_id", flag: "user-id", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "Filters by user. Without the scope `sso:write`, only the caller's own sessions are visible." },
            Flag { name: "status", flag: "status", place: Place::Query, kind: Kind::Choices(&["active", "expired", "revoked"]), required: false, nullable: false, help: "Filters by status; separate several statuses with commas, or repeat the parameter." },
            Flag { name: "limit", flag: "limit", place: Place::Query, kind: Kind::Integer, required: false, nullable: false, help: "Maximum number of objects on a page." },
            Flag { name: "cursor", flag: "cursor", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "`next_cursor` of the previous page, with the same filters." },
        ],
    },
    Operation {
        id: "auth.sessions.get", verb: "get", alias: None,
        method: "GET", path: "/api/auth/sessions/{id}",
        about: "Get one session by its id",
        description: "",
        example: "tenantctl sessions get ses_01h455vb4pex5vsknk084sn02q",
        body: Body::Nothing, reply: Reply::Object,
        columns: &[], scopes: &[],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "id", flag: "id", place: Place::Path, kind: Kind::Text, required: true, nullable: false, help: "Id of the object." },
        ],
    },
    Operation {
        id: "auth.sessions.delete", verb: "end", alias: Some("delete"),
        method: "DELETE", path: "/api/auth/sessions/{id}",
        about: "End a session",
        description: "Ends the session permanently. Every server refuses it within a second; the record is kept for 30 days. Without the scope `sso:write`, callers can end only their own sessions.",
        example: "tenantctl sessions end ses_01h455vb4pex5vsknk084sn02q",
        body: Body::Nothing, reply: Reply::Nothing,
        columns: &[], scopes: &[],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "id", flag: "id", place: Place::Path, kind: Kind::Text, required: true, nullable: false, help: "Id of the object." },
            Flag { name: "dry_run", flag: "dry-run", place: Place::Query, kind: Kind::Switch, required: false, nullable: false, help: "Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores nothing." },
            Flag { name: "If-Match", flag: "if-match", place: Place::Header, kind: Kind::Text, required: false, nullable: false, help: "Expected version: the `ETag` of the object as you read it. If the object has another version, the request fails with 412, with the current object as `current`." },
        ],
    },
];
