//! GENERATED from the SDK document: `tenantctl software`. See `table/tests.rs`.

use crate::table::{Body, Flag, Kind, Noun, Operation, Place, Reply};

pub const NOUN: Noun = Noun { name: "software", operations: OPERATIONS };

const OPERATIONS: &[Operation] = &[
    Operation {
        id: "rmm.software.list", verb: "list", alias: None,
        method: "GET", path: "/api/rmm/software",
        about: "List software",
        description: "Returns the programs and packages that agents have reported, by name, with the number of devices that have each version. To find the devices, use `software` or `missing_software` of the asset inventory.",
        example: "tenantctl software list --limit 20",
        body: Body::Nothing, reply: Reply::Page,
        columns: &["name", "device_count", "version_count"], scopes: &["assets:read"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "name_prefix", flag: "name-prefix", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "Filters by the beginning of the name, regardless of case." },
            Flag { name: "organization_id", flag: "organization-id", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "Filters by organization: counts only its devices." },
            Flag { name: "limit", flag: "limit", place: Place::Query, kind: Kind::Integer, required: false, nullable: false, help: "Maximum number of objects on a page." },
            Flag { name: "cursor", flag: "cursor", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "`next_cursor` of the previous page, with the same filters." },
        ],
    },
];
