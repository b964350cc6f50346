//! GENERATED from the SDK document: `tenantctl backup-jobs`. See `table/tests.rs`.

use crate::table::{Body, Flag, Kind, Noun, Operation, Place, Reply};

pub const NOUN: Noun = Noun { name: "backup-jobs", operations: OPERATIONS };

const OPERATIONS: &[Operation] = &[
    Operation {
        id: "backup.jobs.list", verb: "list", alias: None,
        method: "GET", path: "/api/backup/jobs",
        about: "List backup jobs",
        description: "Returns all jobs that the caller can read, last reported first. Jobs are kept for 400 days.",
        example: "tenantctl backup-jobs list --limit 20",
        body: Body::Nothing, reply: Reply::Page,
        columns: &["id", "type", "result", "organization_id", "started_at", "updated_at", "version"], scopes: &["backup:read"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "organization_id", flag: "organization-id", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "Filters by organization." },
            Flag { name: "device_id", flag: "device-id", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "Filters by device." },
            Flag { name: "limit", flag: "limit", place: Place::Query, kind: Kind::Integer, required: false, nullable: false, help: "Maximum number of objects on a page." },
            Flag { name: "cursor", flag: "cursor", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "`next_cursor` of the previous page, with the same filters." },
        ],
    },
    Operation {
        id: "backup.jobs.get", verb: "get", alias: None,
        method: "GET", path: "/api/backup/jobs/{id}",
        about: "Get one backup job by its id",
        description: "",
        example: "tenantctl backup-jobs get bkj_01h455vb4pex5vsknk084sn02q",
        body: Body::Nothing, reply: Reply::Object,
        columns: &[], scopes: &["backup:read"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "id", flag: "id", place: Place::Path, kind: Kind::Text, required: true, nullable: false, help: "Id of the object." },
        ],
    },
    Operation {
        id: "backup.jobs.create", verb: "create", alias: None,
        method: "POST", path: "/api/backup/jobs",
        about: "Report a backup job",
        description: "For jobs of other products and scripts. The job's device is named by `device_id`, or found by `host`: among host names, their first labels, and names of devices. A job with the same `product` and `external_ref` is changed (200); a report without new data changes nothing. A report with the result `running` does not replace a final result.",
        example: "tenantctl backup-jobs create --bytes 73400320 --external-ref session-4711 --finished-at 2026-11-15T01:42:10Z --host srv-01 --product veeam --result succeeded --started-at 2026-11-15T01:00:00Z",
        body: Body::Json, reply: Reply::Object,
        columns: &[], scopes: &["backup:write"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "dry_run", flag: "dry-run", place: Place::Query, kind: Kind::Switch, required: false, nullable: false, help: "Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores nothing." },
            Flag { name: "Idempotency-Key", flag: "idempotency-key", place: Place::Header, kind: Kind::Text, required: false, nullable: false, help: "Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`)." },
            Flag { name: "bytes", flag: "bytes", place: Place::Body, kind: Kind::Integer, required: false, nullable: false, help: "Bytes that the job transferred." },
            Flag { name: "device_id", flag: "device-id", place: Place::Body, kind: Kind::Text, required: false, nullable: false, help: "Device that was backed up. `device_id` or `host` is required." },
            Flag { name: "external_ref", flag: "external-ref", place: Place::Body, kind: Kind::Text, required: true, nullable: false, help: "Id of the job in the product. A second report with the same id changes the job." },
            Flag { name: "finished_at", flag: "finished-at", place: Place::Body, kind: Kind::Text, required: false, nullable: false, help: "Required unless the job is running." },
            Flag { name: "host", flag: "host", place: Place::Body, kind: Kind::Text, required: false, nullable: false, help: "Host name that the product knows the device by. It is compared with host names and names of devices." },
            Flag { name: "message", flag: "message", place: Place::Body, kind: Kind::Text, required: false, nullable: false, help: "Message of the product about the result." },
            Flag { name: "organization_id", flag: "organization-id", place: Place::Body, kind: Kind::Text, required: false, nullable: false, help: "Required if no device is found and the tenant has several organizations." },
            Flag { name: "product", flag: "product", place: Place::Body, kind: Kind::Text, required: true, nullable: false, help: "Name of the product, for example `veeam`." },
            Flag { name: "result", flag: "result", place: Place::Body, kind: Kind::Choice(&["running", "succeeded", "warning", "failed"]), required: true, nullable: false, help: "The result of a job. `warning` is a success with remarks. New values may be added." },
            Flag { name: "started_at", flag: "started-at", place: Place::Body, kind: Kind::Text, required: true, nullable: false, help: "Time at which the job began: the recovery point of its backup." },
            Flag { name: "type", flag: "type", place: Place::Body, kind: Kind::Choice(&["backup", "restore_test", "integrity_check"]), required: false, nullable: false, help: "`backup` if it is absent." },
        ],
    },
];
