//! GENERATED from the SDK document: `tenantctl backup`. See `table/tests.rs`.

use crate::table::{Body, Flag, Kind, Noun, Operation, Place, Reply};

pub const NOUN: Noun = Noun { name: "backup", operations: OPERATIONS };

const OPERATIONS: &[Operation] = &[
    Operation {
        id: "backup.customer_aggregate", verb: "customer-aggregate", alias: None,
        method: "GET", path: "/api/backup/customer-aggregate",
        about: "Read the backup posture of customers",
        description: "Returns for each customer a score with the points of every part, and counts of devices by the state of their backups. `evidence` says where the figures come from: a repository that was measured, or what another product reported. A device without evidence counts as unprotected. `format=csv` returns all customers.",
        example: "tenantctl backup customer-aggregate --include at_risk --limit 20",
        body: Body::Nothing, reply: Reply::Page,
        columns: &["organization_id", "at_risk_count", "evidence", "grade"], scopes: &["backup:read"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "organization_id", flag: "organization-id", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "Filters by organization." },
            Flag { name: "include", flag: "include", place: Place::Query, kind: Kind::Choices(&["at_risk", "trend"]), required: false, nullable: false, help: "Additional fields of each customer." },
            Flag { name: "limit", flag: "limit", place: Place::Query, kind: Kind::Integer, required: false, nullable: false, help: "Maximum number of objects on a page." },
            Flag { name: "cursor", flag: "cursor", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "`next_cursor` of the previous page, with the same filters." },
        ],
    },
];
