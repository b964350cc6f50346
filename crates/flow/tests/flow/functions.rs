//! Functions as the server has them, as far as definitions are checked against them.

use flow::Functions;
use serde_json::{Value, json};

pub fn functions() -> Functions {
    let mut functions = Functions::default();
    let mut add = |name: &str, writes: bool, required: &[&str], properties: Value| {
        let schema = json!({
            "type": "object", "additionalProperties": false, "required": required, "properties": properties,
        });
        functions.add(name, schema, writes).expect("the test's own schema is one");
    };
    let id = |prefix: &str| json!({"type": "string", "pattern": format!("^{prefix}_[0-7][0-9a-hjkmnp-tv-z]{{25}}$")});
    let text = || json!({"type": "string", "minLength": 1});
    let priority = || json!({"enum": ["p1", "p2", "p3", "p4"]});
    let status = || json!({"enum": ["new", "open", "pending_customer", "pending_vendor", "scheduled", "resolved", "closed", "canceled"]});
    let tags = || json!({"type": "array", "items": {"type": "string", "maxLength": 50}});
    let comment = || {
        json!({"type": "object", "required": ["body"], "additionalProperties": false, "properties": {
            "body": text(), "visibility": {"enum": ["public", "internal"]},
        }})
    };
    add(
        "ticket.create",
        true,
        &["subject"],
        json!({
            "subject": {"type": "string", "minLength": 1, "maxLength": 300}, "description": {"type": "string"},
            "type": {"enum": ["incident", "request", "problem", "change", "question", "alert", "task"]},
            "priority": priority(), "organization_id": id("org"), "dedup_key": {"type": "string", "maxLength": 200},
            "dedup_action": {"enum": ["append", "resolve"]}, "source": {"enum": ["api", "email", "portal", "alert", "workflow"]},
            "tags": tags(), "assignee_id": id("usr"), "custom_fields": {"type": "object"},
            "requester": {"type": "object"}, "external_ref": {"type": "object"},
        }),
    );
    add(
        "ticket.update",
        true,
        &["id"],
        json!({
            "id": id("tkt"), "subject": text(), "status": status(), "priority": priority(), "tags": tags(),
            "assignee_id": id("usr"), "comment": comment(), "resolution": {"type": "object"}, "custom_fields": {"type": "object"},
        }),
    );
    add(
        "ticket.comment",
        true,
        &["ticket_id", "body"],
        json!({
            "ticket_id": id("tkt"), "body": text(), "visibility": {"enum": ["public", "internal"]},
        }),
    );
    add("ticket.get", false, &["id"], json!({"id": id("tkt")}));
    add(
        "ticket.list",
        false,
        &[],
        json!({
            "status": {"type": "array", "items": status()}, "priority": {"type": "array", "items": priority()},
            "organization_id": id("org"), "updated_until": {"type": "string"}, "created_until": {"type": "string"},
            "tag": text(), "dedup_key": text(), "sort": text(), "limit": {"type": "integer", "minimum": 1, "maximum": 200},
        }),
    );
    add("organization.get", false, &["id"], json!({"id": id("org")}));
    add(
        "http",
        true,
        &["endpoint"],
        json!({
            "method": {"enum": ["get", "head", "post", "put", "patch", "delete"]}, "endpoint": {"type": "string", "format": "uri"},
            "headers": {
                "type": "object", "propertyNames": {"pattern": "^[A-Za-z0-9-]+$"},
                "additionalProperties": {"type": "string", "pattern": "^[ -~]*$"},
            },
            "query": {"type": "object"}, "body": true, "timeout_seconds": {"type": "integer"},
        }),
    );
    add(
        "approval",
        true,
        &["summary"],
        json!({
            "summary": {"type": "string", "minLength": 1, "maxLength": 500}, "approvers": {"type": "object"},
            "min_approvals": {"type": "integer", "minimum": 1, "maximum": 10}, "expires_in": {"type": "string"},
            "on_timeout": {"enum": ["reject", "continue"]},
        }),
    );
    add(
        "notify",
        true,
        &["message"],
        json!({
            "message": {"type": "string", "minLength": 1}, "data": {"type": "object"},
        }),
    );
    functions
}
