//! GENERATED from the SDK document: `tenantctl cloud-catalogue`. See `table/tests.rs`.

use crate::table::{Body, Flag, Kind, Noun, Operation, Place, Reply};

pub const NOUN: Noun = Noun { name: "cloud-catalogue", operations: OPERATIONS };

const OPERATIONS: &[Operation] = &[
    Operation {
        id: "cloud.catalogue.list", verb: "list", alias: None,
        method: "GET", path: "/api/cloud/catalogue",
        about: "List sizes, images, regions or networks",
        description: "Reads regions, sizes, images or networks from the provider. A price that is not known is `null`. For a provider that is not verified, `sizes` returns the common sizes that this service knows; the other lists fail with 409 `provider_not_verified`. The number of concurrent calls to providers per tenant and server is limited.",
        example: "tenantctl cloud-catalogue list --provider-id prv_01h455vb4pex5vsknk084sn02q",
        body: Body::Nothing, reply: Reply::List,
        columns: &["id", "type", "architecture", "available"], scopes: &["cloud_providers:read"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "provider_id", flag: "provider-id", place: Place::Query, kind: Kind::Text, required: true, nullable: false, help: "Id of the provider." },
            Flag { name: "kind", flag: "kind", place: Place::Query, kind: Kind::Choice(&["sizes", "images", "regions", "networks"]), required: false, nullable: false, help: "Type of the entries; `sizes` by default." },
            Flag { name: "region", flag: "region", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "Region of the entries: one of the provider's, by default its first." },
        ],
    },
];
