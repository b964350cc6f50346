//! GENERATED from the SDK document: `tenantctl deliveries`. See `table/tests.rs`.

use crate::table::{Body, Flag, Kind, Noun, Operation, Place, Reply};

pub const NOUN: Noun = Noun { name: "deliveries", operations: OPERATIONS };

const OPERATIONS: &[Operation] = &[
    Operation {
        id: "admin.webhooks.deliveries.list", verb: "list", alias: None,
        method: "GET", path: "/api/admin/webhooks/deliveries",
        about: "Read the delivery log",
        description: "Returns the deliveries of the last 30 days, newest event first, each with all of its attempts.",
        example: "tenantctl deliveries list --event-type '*' --limit 20",
        body: Body::Nothing, reply: Reply::Page,
        columns: &["id", "event_type", "status", "created_at"], scopes: &["webhooks:read"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "endpoint_id", flag: "endpoint-id", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "Filters by endpoint." },
            Flag { name: "event_id", flag: "event-id", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "Filters by event id." },
            Flag { name: "event_type", flag: "event-type", place: Place::Query, kind: Kind::Choices(&["*", "api_key.*", "api_key.created", "api_key.expiring", "api_key.revoked", "api_key.rotated", "api_key.updated", "backup.*", "backup.check.*", "backup.check.failed", "backup.config.*", "backup.config.updated", "backup.job.*", "backup.job.failed", "backup.posture.*", "backup.posture.changed", "billing_run.*", "billing_run.created", "cloud.*", "cloud.provider.*", "cloud.provider.created", "cloud.provider.degraded", "cloud.provider.deleted", "cloud.provider.updated", "cloud.provider.verified", "cloud.vm.*", "cloud.vm.created", "cloud.vm.deleted", "cloud.vm.drifted", "cloud.vm.missing", "cloud.vm.needs_attention", "cloud.vm.updated", "contact.*", "contact.created", "contact.deleted", "contact.erased", "contact.merged", "contact.updated", "device.*", "device.created", "device.deleted", "device.discovered", "device.identity_conflict", "device.moved", "device.retired", "device.stale", "device.updated", "organization.*", "organization.created", "organization.deleted", "organization.updated", "service_account.*", "service_account.created", "service_account.deleted", "service_account.updated", "session.*", "session.created", "session.ended", "sla_contract.*", "sla_contract.created", "sla_contract.deleted", "sla_contract.updated", "sla_policy.*", "sla_policy.created", "sla_policy.deleted", "sla_policy.updated", "sso.*", "sso.provider.*", "sso.provider.created", "sso.provider.deleted", "sso.provider.updated", "team.*", "team.created", "team.deleted", "team.updated", "ticket.*", "ticket.attachment.*", "ticket.attachment.added", "ticket.comment.*", "ticket.comment.edited", "ticket.comment.redacted", "ticket.commented", "ticket.created", "ticket.merged", "ticket.resolved", "ticket.sla.*", "ticket.sla.at_risk", "ticket.sla.breached", "ticket.task.*", "ticket.task.added", "ticket.task.removed", "ticket.task.updated", "ticket.unmerged", "ticket.updated", "ticket.watcher.*", "ticket.watcher.added", "ticket.watcher.removed", "ticket_link.*", "ticket_link.created", "ticket_link.deleted", "time_entry.*", "time_entry.created", "time_entry.deleted", "time_entry.updated", "user.*", "user.created", "user.deleted", "user.disabled", "user.updated", "webhook.*", "webhook.endpoint.*", "webhook.endpoint.created", "webhook.endpoint.deleted", "webhook.endpoint.disabled", "webhook.endpoint.failing", "webhook.endpoint.recovered", "webhook.endpoint.updated", "webhook.ping", "workflow.*", "workflow.approval.*", "workflow.approval.decided", "workflow.approval.requested", "workflow.created", "workflow.deleted", "workflow.emitted", "workflow.notification", "workflow.run.*", "workflow.run.canceled", "workflow.run.failed", "workflow.run.started", "workflow.run.succeeded", "workflow.run.waiting", "workflow.secret.*", "workflow.secret.created", "workflow.secret.deleted", "workflow.secret.updated", "workflow.updated"]), required: false, nullable: false, help: "Filters by event type; several types and wildcards such as `ticket.*` are separated by commas or repeated." },
            Flag { name: "status", flag: "status", place: Place::Query, kind: Kind::Choices(&["pending", "held", "delivered", "failed", "canceled"]), required: false, nullable: false, help: "Filters by status; separate several statuses with commas, or repeat the parameter." },
            Flag { name: "since", flag: "since", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "Filters for events at this time or later." },
            Flag { name: "until", flag: "until", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "Filters for events before this time." },
            Flag { name: "limit", flag: "limit", place: Place::Query, kind: Kind::Integer, required: false, nullable: false, help: "Maximum number of objects on a page." },
            Flag { name: "cursor", flag: "cursor", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "`next_cursor` of the previous page, with the same filters." },
        ],
    },
    Operation {
        id: "admin.webhooks.deliveries.get", verb: "get", alias: None,
        method: "GET", path: "/api/admin/webhooks/deliveries/{id}",
        about: "Get one webhook delivery by its id",
        description: "",
        example: "tenantctl deliveries get dlv_01h455vb4pex5vsknk084sn02q",
        body: Body::Nothing, reply: Reply::Object,
        columns: &[], scopes: &["webhooks:read"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "id", flag: "id", place: Place::Path, kind: Kind::Text, required: true, nullable: false, help: "Id of the object." },
        ],
    },
    Operation {
        id: "admin.webhooks.deliveries.redeliver", verb: "redeliver", alias: None,
        method: "POST", path: "/api/admin/webhooks/deliveries/redeliver",
        about: "Redeliver an event",
        description: "Sends the event again with the same `webhook-id`, signed with the current secret. The result does not affect the health of the endpoint.",
        example: "tenantctl deliveries redeliver dlv_01h455vb4pex5vsknk084sn02q",
        body: Body::Json, reply: Reply::Object,
        columns: &[], scopes: &["webhooks:write"],
        is_public: false, continues: true,
        flags: &[
            Flag { name: "id", flag: "id", place: Place::Query, kind: Kind::Text, required: true, nullable: false, help: "Id of the delivery." },
            Flag { name: "dry_run", flag: "dry-run", place: Place::Query, kind: Kind::Switch, required: false, nullable: false, help: "Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores nothing." },
            Flag { name: "Idempotency-Key", flag: "idempotency-key", place: Place::Header, kind: Kind::Text, required: false, nullable: false, help: "Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`)." },
            Flag { name: "If-Match", flag: "if-match", place: Place::Header, kind: Kind::Text, required: false, nullable: false, help: "Expected version: the `ETag` of the object as you read it. If the object has another version, the request fails with 412, with the current object as `current`." },
        ],
    },
];
