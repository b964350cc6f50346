//! GENERATED from the SDK document: `tenantctl events`. See `table/tests.rs`.

use crate::table::{Body, Flag, Kind, Noun, Operation, Place, Reply};

pub const NOUN: Noun = Noun { name: "events", operations: OPERATIONS };

const OPERATIONS: &[Operation] = &[
    Operation {
        id: "events.list", verb: "list", alias: None,
        method: "GET", path: "/api/events",
        about: "Read the event log",
        description: "Returns the events of the last 30 days, newest first, or one event with `id`. Callers that are restricted to organizations receive the events of those organizations. An event contains an object, so `events:read` alone is not enough for any type: callers receive the types whose objects they can read, such as `ticket.*` with `tickets:read` and `api_key.*` with `api_keys:read`. Other events are omitted; requesting them with `type` or `id` fails with 403 `insufficient_scope`. With `Accept: text/event-stream`, the response is a stream (Server-Sent Events) of new events, or of events since `since`, or after the event in `Last-Event-ID`, each event once and in order. Each message has the event's `id`, its type as `event`, and the same JSON as here on one line of `data`. Comments keep an idle connection open. The stream ends when the credential becomes invalid or the server stops; reconnect with the id of the last event.",
        example: "tenantctl events list --type '*' --limit 20",
        body: Body::Nothing, reply: Reply::Page,
        columns: &["id", "type", "organization_id", "request_id"], scopes: &["events:read"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "type", flag: "type", place: Place::Query, kind: Kind::Choices(&["*", "api_key.*", "api_key.created", "api_key.expiring", "api_key.revoked", "api_key.rotated", "api_key.updated", "backup.*", "backup.check.*", "backup.check.failed", "backup.config.*", "backup.config.updated", "backup.job.*", "backup.job.failed", "backup.posture.*", "backup.posture.changed", "billing_run.*", "billing_run.created", "cloud.*", "cloud.provider.*", "cloud.provider.created", "cloud.provider.degraded", "cloud.provider.deleted", "cloud.provider.updated", "cloud.provider.verified", "cloud.vm.*", "cloud.vm.created", "cloud.vm.deleted", "cloud.vm.drifted", "cloud.vm.missing", "cloud.vm.needs_attention", "cloud.vm.updated", "contact.*", "contact.created", "contact.deleted", "contact.erased", "contact.merged", "contact.updated", "device.*", "device.created", "device.deleted", "device.discovered", "device.identity_conflict", "device.moved", "device.retired", "device.stale", "device.updated", "organization.*", "organization.created", "organization.deleted", "organization.updated", "service_account.*", "service_account.created", "service_account.deleted", "service_account.updated", "session.*", "session.created", "session.ended", "sla_contract.*", "sla_contract.created", "sla_contract.deleted", "sla_contract.updated", "sla_policy.*", "sla_policy.created", "sla_policy.deleted", "sla_policy.updated", "sso.*", "sso.provider.*", "sso.provider.created", "sso.provider.deleted", "sso.provider.updated", "team.*", "team.created", "team.deleted", "team.updated", "ticket.*", "ticket.attachment.*", "ticket.attachment.added", "ticket.comment.*", "ticket.comment.edited", "ticket.comment.redacted", "ticket.commented", "ticket.created", "ticket.merged", "ticket.resolved", "ticket.sla.*", "ticket.sla.at_risk", "ticket.sla.breached", "ticket.task.*", "ticket.task.added", "ticket.task.removed", "ticket.task.updated", "ticket.unmerged", "ticket.updated", "ticket.watcher.*", "ticket.watcher.added", "ticket.watcher.removed", "ticket_link.*", "ticket_link.created", "ticket_link.deleted", "time_entry.*", "time_entry.created", "time_entry.deleted", "time_entry.updated", "user.*", "user.created", "user.deleted", "user.disabled", "user.updated", "webhook.*", "webhook.endpoint.*", "webhook.endpoint.created", "webhook.endpoint.deleted", "webhook.endpoint.disabled", "webhook.endpoint.failing", "webhook.endpoint.recovered", "webhook.endpoint.updated", "webhook.ping", "workflow.*", "workflow.approval.*", "workflow.approval.decided", "workflow.approval.requested", "workflow.created", "workflow.deleted", "workflow.emitted", "workflow.notification", "workflow.run.*", "workflow.run.canceled", "workflow.run.failed", "workflow.run.started", "workflow.run.succeeded", "workflow.run.waiting", "workflow.secret.*", "workflow.secret.created", "workflow.secret.deleted", "workflow.secret.updated", "workflow.updated"]), required: false, nullable: false, help: "Filters by event type; several types and wildcards such as `ticket.*` are separated by commas or repeated. Each type requires the scope that reads its object; `*` selects those that the caller can read." },
            Flag { name: "subject_id", flag: "subject-id", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "Filters by the id of the object that the event is about." },
            Flag { name: "since", flag: "since", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "Filters for events at this time or later." },
            Flag { name: "until", flag: "until", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "Filters for events before this time." },
            Flag { name: "sort", flag: "sort", place: Place::Query, kind: Kind::Choice(&["-timestamp", "timestamp"]), required: false, nullable: false, help: "Sort order: newest first by default, `timestamp` for oldest first." },
            Flag { name: "limit", flag: "limit", place: Place::Query, kind: Kind::Integer, required: false, nullable: false, help: "Maximum number of objects on a page." },
            Flag { name: "cursor", flag: "cursor", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "`next_cursor` of the previous page, with the same filters." },
        ],
    },
    Operation {
        id: "events.get", verb: "get", alias: None,
        method: "GET", path: "/api/events/{id}",
        about: "Get one event by its id",
        description: "",
        example: "tenantctl events get evt_01h455vb4pex5vsknk084sn02q",
        body: Body::Nothing, reply: Reply::Object,
        columns: &[], scopes: &["events:read"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "id", flag: "id", place: Place::Path, kind: Kind::Text, required: true, nullable: false, help: "Id of the object." },
        ],
    },
];
