//! GENERATED from the SDK document: `tenantctl rate-limits`. See `table/tests.rs`.

use crate::table::{Body, Noun, Operation, Reply};

pub const NOUN: Noun = Noun { name: "rate-limits", operations: OPERATIONS };

const OPERATIONS: &[Operation] = &[
    Operation {
        id: "rate_limits.get", verb: "get", alias: None,
        method: "GET", path: "/api/rate-limits/",
        about: "Read the rate limits",
        description: "Returns the rate limits of the caller's key and tenant, or without a credential those of the caller's address. Every response of every operation contains the same figures in the headers `RateLimit-Policy` and `RateLimit`. `shares` are the concurrency limits of a tenant. With `Accept: text/html`, the response is a page.",
        example: "tenantctl rate-limits get",
        body: Body::Nothing, reply: Reply::Object,
        columns: &[], scopes: &[],
        is_public: false, continues: false,
        flags: &[],
    },
];
