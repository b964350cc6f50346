//! GENERATED from the SDK document: `tenantctl backup-hosts`. See `table/tests.rs`.

use crate::table::{Body, Flag, Kind, Noun, Operation, Place, Reply};

pub const NOUN: Noun = Noun { name: "backup-hosts", operations: OPERATIONS };

const OPERATIONS: &[Operation] = &[
    Operation {
        id: "backup.hosts.list", verb: "list", alias: None,
        method: "GET", path: "/api/backup/hosts",
        about: "List hosts in backup repositories",
        description: "Returns the hosts that have snapshots, with the devices that they are matched to. A host is matched to the only device that has its name, and its snapshots count for this device unless somebody excludes the host.",
        example: "tenantctl backup-hosts list --limit 20",
        body: Body::Nothing, reply: Reply::Page,
        columns: &["id", "organization_id", "last_seen_at", "version"], scopes: &["backup:read"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "repository_id", flag: "repository-id", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "Filters by repository." },
            Flag { name: "match", flag: "match", place: Place::Query, kind: Kind::Choice(&["none", "ambiguous", "proposed", "confirmed", "excluded"]), required: false, nullable: false, help: "Filters by the state of the match." },
            Flag { name: "limit", flag: "limit", place: Place::Query, kind: Kind::Integer, required: false, nullable: false, help: "Maximum number of objects on a page." },
            Flag { name: "cursor", flag: "cursor", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "`next_cursor` of the previous page, with the same filters." },
        ],
    },
    Operation {
        id: "backup.hosts.get", verb: "get", alias: None,
        method: "GET", path: "/api/backup/hosts/{id}",
        about: "Get one backup host by its id",
        description: "",
        example: "tenantctl backup-hosts get bkh_01h455vb4pex5vsknk084sn02q",
        body: Body::Nothing, reply: Reply::Object,
        columns: &[], scopes: &["backup:read"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "id", flag: "id", place: Place::Path, kind: Kind::Text, required: true, nullable: false, help: "Id of the object." },
        ],
    },
    Operation {
        id: "backup.hosts.update", verb: "update", alias: None,
        method: "PUT", path: "/api/backup/hosts/{id}",
        about: "Match a host with a device",
        description: "`confirmed` matches the host to `device_id`, or to the proposed device; the device must belong to the organization of the repository, if it has one. With `excluded`, the snapshots of the host count for no device. `automatic` matches the host by its name again. The caller must be able to read the repository. A caller that is restricted to organizations can read the hosts of their devices in a repository of several customers, but cannot change these hosts.",
        example: "tenantctl backup-hosts update bkh_01h455vb4pex5vsknk084sn02q --match excluded",
        body: Body::Json, reply: Reply::Object,
        columns: &[], scopes: &["backup:write"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "id", flag: "id", place: Place::Path, kind: Kind::Text, required: true, nullable: false, help: "Id of the object." },
            Flag { name: "dry_run", flag: "dry-run", place: Place::Query, kind: Kind::Switch, required: false, nullable: false, help: "Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores nothing." },
            Flag { name: "Idempotency-Key", flag: "idempotency-key", place: Place::Header, kind: Kind::Text, required: false, nullable: false, help: "Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`)." },
            Flag { name: "If-Match", flag: "if-match", place: Place::Header, kind: Kind::Text, required: false, nullable: false, help: "Expected version: the `ETag` of the object as you read it. If the object has another version, the request fails with 412, with the current object as `current`." },
            Flag { name: "device_id", flag: "device-id", place: Place::Body, kind: Kind::Text, required: false, nullable: false, help: "Device of the host, for `confirmed`; the proposed one if it is absent." },
            Flag { name: "match", flag: "match", place: Place::Body, kind: Kind::Choice(&["confirmed", "excluded", "automatic"]), required: true, nullable: false, help: "`automatic` matches the host by its name again." },
        ],
    },
];
