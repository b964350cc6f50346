//! The headers of every response, by the shape of its operation.

use super::operations;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A header, as the document describes it.
struct Header {
    name: &'static str,
    /// Every response that lists the header has it.
    always: bool,
    description: &'static str,
    example: &'static str,
}

impl Header {
    const fn always(name: &'static str, description: &'static str, example: &'static str) -> Header {
        Header { name, always: true, description, example }
    }

    const fn sometimes(name: &'static str, description: &'static str, example: &'static str) -> Header {
        Header { name, always: false, description, example }
    }

    fn component(&self) -> Value {
        let schema = match self.example.parse::<u32>() {
            Ok(number) => json!({"type": "integer", "minimum": 0, "examples": [number]}),
            Err(_) if self.example == "true" => json!({"type": "string", "enum": ["true"], "examples": ["true"]}),
            Err(_) => json!({"type": "string", "examples": [self.example]}),
        };
        json!({"description": self.description, "required": self.always, "schema": schema})
    }
}

const ALL: [Header; 16] = [
    Header::always(
        "X-Request-Id",
        "Id of the request: the `X-Request-Id` that the client sent, or a new one. It is also in problems, in the audit log \
        and in events.",
        "req_01h455vb4pex5vsknk084sn02q",
    ),
    Header::always(
        "RateLimit-Policy",
        "Rate limits that apply to the request: the quota `q` in a window of `w` seconds.",
        "\"default\";q=600;w=60",
    ),
    Header::always(
        "RateLimit",
        "Remaining quota `r` of each rate limit, and the seconds `t` until the quota is full again.",
        "\"default\";r=598;t=41",
    ),
    Header::sometimes("ETag", "Version of the returned object. Send it as `If-Match` with a change.", "\"v7\""),
    Header::sometimes(
        "Link",
        "URL of the next page, with `rel=\"next\"`. Absent on the last page.",
        "</api/psa/tickets?limit=50&cursor=AZ3k>; rel=\"next\"",
    ),
    Header::sometimes(
        "Location",
        "URL of the created object or operation.",
        "/api/psa/tickets?id=tkt_01h455vb4pex5vsknk084sn02q",
    ),
    Header::sometimes("Retry-After", "Seconds to wait before sending the request again.", "1"),
    Header::sometimes(
        "Idempotency-Replayed",
        "Present if this is the stored response to an earlier request with the same `Idempotency-Key`.",
        "true",
    ),
    Header::sometimes("Dry-Run", "Present in the response to a dry run: nothing was stored.", "true"),
    Header::always("WWW-Authenticate", "Authentication scheme to use (RFC 6750).", "Bearer realm=\"tenant-control\""),
    Header::sometimes("Accepted-Scopes", "Scopes that the operation requires (`insufficient_scope`).", "tickets:read"),
    Header::sometimes(
        "Repr-Digest",
        "SHA-256 of the content (RFC 9530).",
        "sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:",
    ),
    Header::sometimes("Content-Disposition", "File name of a download.", "attachment; filename=\"tickets.csv\""),
    Header::sometimes(
        "Set-Cookie",
        "Cookie for the sign-in or for the session.",
        "tc_session=; Max-Age=0; Path=/; HttpOnly",
    ),
    Header::always("Deprecation", "Date of the deprecation (RFC 9745), in seconds since 1970.", "@1798761600"),
    Header::always(
        "Sunset",
        "Date after which the operation may be removed (RFC 8594).",
        "Sat, 01 Jan 2028 00:00:00 GMT",
    ),
];

/// An extension by which a handler declares that its successful response sets a cookie.
const SETS_COOKIE: &str = "x-sets-cookie";

/// Adds the headers to all responses. Only headers that a response has are in the components.
pub(super) fn add(document: &mut Value) {
    let schemas = document["components"]["schemas"].take();
    let mut used = BTreeSet::new();
    for operation in operations(document) {
        let shape = Shape::of(operation);
        let responses = operation["responses"].as_object_mut().into_iter().flatten();
        for (status, response) in responses {
            for name in shape.headers(status, response, &schemas) {
                used.insert(name);
                response["headers"][name] = json!({"$ref": format!("#/components/headers/{name}")});
            }
        }
    }
    document["components"]["schemas"] = schemas;
    for header in ALL.iter().filter(|header| used.contains(header.name)) {
        document["components"]["headers"][header.name] = header.component();
    }
}

/// The properties of an operation that decide about headers.
struct Shape {
    has_pages: bool,
    has_dry_run: bool,
    is_idempotent: bool,
    is_cached: bool,
    is_deprecated: bool,
    sets_cookie: bool,
}

impl Shape {
    fn of(operation: &mut Value) -> Shape {
        let sets_cookie = operation.as_object_mut().is_some_and(|fields| fields.remove(SETS_COOKIE).is_some());
        let operation = &*operation;
        let parameters = || operation["parameters"].as_array().into_iter().flatten();
        let takes = |name: &str| parameters().any(|parameter| parameter["name"] == name);
        Shape {
            has_pages: takes("cursor"),
            has_dry_run: takes("dry_run"),
            is_idempotent: parameters().any(|parameter| parameter["$ref"] == "#/components/parameters/IdempotencyKey"),
            is_cached: operation["responses"].get("304").is_some(),
            is_deprecated: operation["deprecated"] == true,
            sets_cookie,
        }
    }

    /// The names of the headers that the response of this status can have.
    fn headers(&self, status: &str, response: &Value, schemas: &Value) -> Vec<&'static str> {
        let contents = || response["content"].as_object().into_iter().flatten();
        let succeeds = status < "300";
        let is_versioned = contents().any(|(_, content)| is_versioned(&content["schema"], schemas));
        let shown = ["/json", "/yaml", "/html", "/event-stream"];
        let is_file = contents().any(|(kind, _)| !shown.into_iter().any(|end| kind.ends_with(end)));
        let is_attachment = contents().any(|(kind, _)| kind == super::BYTES);
        let lists = |code: &str| response["description"].as_str().is_some_and(|codes| codes.contains(code));
        let all = [
            ("X-Request-Id", true),
            ("RateLimit-Policy", true),
            ("RateLimit", true),
            ("ETag", (self.is_cached && status < "400") || (succeeds && (is_versioned || is_attachment))),
            ("Link", succeeds && self.has_pages),
            ("Location", status == "201" || status == "202"),
            ("Retry-After", status == "429" || status == "503" || lists("`request_in_flight`")),
            ("Idempotency-Replayed", succeeds && self.is_idempotent),
            ("Dry-Run", succeeds && self.has_dry_run),
            ("WWW-Authenticate", status == "401"),
            ("Accepted-Scopes", lists("`insufficient_scope`")),
            ("Repr-Digest", succeeds && is_attachment),
            ("Content-Disposition", succeeds && is_file),
            ("Set-Cookie", succeeds && self.sets_cookie),
            ("Deprecation", self.is_deprecated),
            ("Sunset", self.is_deprecated),
        ];
        all.into_iter().filter(|(_, applies)| *applies).map(|(name, _)| name).collect()
    }
}

/// True if the schema is that of an object with an id or a version, or if one of its alternatives is.
fn is_versioned(schema: &Value, schemas: &Value) -> bool {
    let name = schema["$ref"].as_str().and_then(|reference| reference.rsplit('/').next());
    let schema = name.map_or(schema, |name| &schemas[name]);
    let alternatives = ["oneOf", "anyOf", "allOf"].into_iter().filter_map(|kind| schema[kind].as_array());
    let has = |name: &str| !schema["properties"][name].is_null();
    has("id") || has("version") || alternatives.flatten().any(|schema| is_versioned(schema, schemas))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_response_has_the_headers_of_its_operation() {
        let mut document = json!({
            "components": {"schemas": {
                "Site": {"properties": {"version": {"type": "integer"}}},
                "SiteOrPage": {"oneOf": [{"$ref": "#/components/schemas/Site"}]}
            }},
            "paths": {"/sites": {"get": {
                "parameters": [{"name": "cursor", "in": "query"}],
                "responses": {
                    "200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/SiteOrPage"}}}},
                    "429": {"description": "- `rate_limited`: Too many requests"}
                }
            }}}
        });
        add(&mut document);
        let responses = &document["paths"]["/sites"]["get"]["responses"];
        let names =
            |status: &str| responses[status]["headers"].as_object().unwrap().keys().cloned().collect::<Vec<_>>();
        assert_eq!(names("200"), ["ETag", "Link", "RateLimit", "RateLimit-Policy", "X-Request-Id"]);
        assert_eq!(names("429"), ["RateLimit", "RateLimit-Policy", "Retry-After", "X-Request-Id"]);
        let components: Vec<_> = document["components"]["headers"].as_object().unwrap().keys().cloned().collect();
        assert_eq!(components, ["ETag", "Link", "RateLimit", "RateLimit-Policy", "Retry-After", "X-Request-Id"]);
    }
}
