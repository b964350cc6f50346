//! GENERATED from the SDK document: `tenantctl session`. See `table/tests.rs`.

use crate::table::{Body, Flag, Kind, Noun, Operation, Place, Reply};

pub const NOUN: Noun = Noun { name: "session", operations: OPERATIONS };

const OPERATIONS: &[Operation] = &[
    Operation {
        id: "auth.session.get", verb: "get", alias: None,
        method: "GET", path: "/api/auth/session",
        about: "Read the caller's identity",
        description: "Returns the tenant, the actor, its scopes and its limits. Any valid credential can call it.",
        example: "tenantctl session get",
        body: Body::Nothing, reply: Reply::Object,
        columns: &[], scopes: &[],
        is_public: false, continues: false,
        flags: &[],
    },
    Operation {
        id: "auth.session.delete", verb: "end", alias: Some("delete"),
        method: "DELETE", path: "/api/auth/session",
        about: "Sign out",
        description: "Ends the current session on every server and deletes its cookie. An API key has no session; revoke it instead.",
        example: "tenantctl session end",
        body: Body::Nothing, reply: Reply::Nothing,
        columns: &[], scopes: &[],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "dry_run", flag: "dry-run", place: Place::Query, kind: Kind::Switch, required: false, nullable: false, help: "Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores nothing." },
        ],
    },
];
