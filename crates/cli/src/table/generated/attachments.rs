//! GENERATED from the SDK document: `tenantctl attachments`. See `table/tests.rs`.

use crate::table::{Body, Flag, Kind, Noun, Operation, Place, Reply};

pub const NOUN: Noun = Noun { name: "attachments", operations: OPERATIONS };

const OPERATIONS: &[Operation] = &[
    Operation {
        id: "psa.attachments.list", verb: "list", alias: None,
        method: "GET", path: "/api/psa/attachments",
        about: "List the attachments of a ticket",
        description: "Returns all attachments of the ticket `ticket_id`, newest first. The bytes of a file are at `/api/psa/attachments/content`.",
        example: "tenantctl attachments list --ticket-id tkt_01h455vb4pex5vsknk084sn02q --limit 20",
        body: Body::Nothing, reply: Reply::Page,
        columns: &["id", "name", "ticket_id", "organization_id", "created_at", "version"], scopes: &["tickets:read"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "ticket_id", flag: "ticket-id", place: Place::Query, kind: Kind::Text, required: true, nullable: false, help: "Id of the ticket whose attachments are listed." },
            Flag { name: "limit", flag: "limit", place: Place::Query, kind: Kind::Integer, required: false, nullable: false, help: "Maximum number of objects on a page." },
            Flag { name: "cursor", flag: "cursor", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "`next_cursor` of the previous page, with the same filters." },
        ],
    },
    Operation {
        id: "psa.attachments.get", verb: "get", alias: None,
        method: "GET", path: "/api/psa/attachments/{id}",
        about: "Get one attachment by its id",
        description: "",
        example: "tenantctl attachments get att_01h455vb4pex5vsknk084sn02q",
        body: Body::Nothing, reply: Reply::Object,
        columns: &[], scopes: &["tickets:read"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "id", flag: "id", place: Place::Path, kind: Kind::Text, required: true, nullable: false, help: "Id of the object." },
        ],
    },
    Operation {
        id: "psa.attachments.delete", verb: "delete", alias: None,
        method: "DELETE", path: "/api/psa/attachments/{id}",
        about: "Delete an attachment",
        description: "The file becomes unreadable at once; its bytes are removed from the storage soon after.",
        example: "tenantctl attachments delete att_01h455vb4pex5vsknk084sn02q",
        body: Body::Nothing, reply: Reply::Nothing,
        columns: &[], scopes: &["tickets:write"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "id", flag: "id", place: Place::Path, kind: Kind::Text, required: true, nullable: false, help: "Id of the object." },
            Flag { name: "dry_run", flag: "dry-run", place: Place::Query, kind: Kind::Switch, required: false, nullable: false, help: "Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores nothing." },
            Flag { name: "If-Match", flag: "if-match", place: Place::Header, kind: Kind::Text, required: false, nullable: false, help: "Expected version: the `ETag` of the object as you read it. If the object has another version, the request fails with 412, with the current object as `current`." },
        ],
    },
    Operation {
        id: "psa.attachments.content", verb: "download", alias: Some("content"),
        method: "GET", path: "/api/psa/attachments/content",
        about: "Read the content of an attachment",
        description: "Returns the bytes of the file as a download. `Repr-Digest` is their SHA-256. A file that is not scanned yet, or that is infected, returns 409. HTML, SVG, scripts and unknown types are sent as `application/octet-stream`.",
        example: "tenantctl attachments download att_01h455vb4pex5vsknk084sn02q",
        body: Body::Nothing, reply: Reply::Bytes,
        columns: &[], scopes: &["tickets:read"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "id", flag: "id", place: Place::Query, kind: Kind::Text, required: true, nullable: false, help: "Id of the attachment." },
        ],
    },
    Operation {
        id: "psa.attachments.create", verb: "upload", alias: Some("create"),
        method: "POST", path: "/api/psa/attachments",
        about: "Attach a file to a ticket",
        description: "The body is the content of the file, of any media type. It must not be empty. `Content-Length` is optional. The media type of the attachment is determined from the content. With an `Idempotency-Key`, a repeated request is recognized by its parameters and the length of its body, and returns the stored response before its body is read.",
        example: "tenantctl attachments upload --ticket-id tkt_01h455vb4pex5vsknk084sn02q --name printer.log --from-file photo.png",
        body: Body::Bytes, reply: Reply::Object,
        columns: &[], scopes: &["tickets:write"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "ticket_id", flag: "ticket-id", place: Place::Query, kind: Kind::Text, required: true, nullable: false, help: "Id of the ticket." },
            Flag { name: "comment_id", flag: "comment-id", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "Id of the comment of this ticket that the file belongs to." },
            Flag { name: "name", flag: "name", place: Place::Query, kind: Kind::Text, required: true, nullable: false, help: "Name of the file. Directories, control characters and characters that change the direction of text are removed." },
            Flag { name: "dry_run", flag: "dry-run", place: Place::Query, kind: Kind::Switch, required: false, nullable: false, help: "Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores nothing." },
            Flag { name: "Idempotency-Key", flag: "idempotency-key", place: Place::Header, kind: Kind::Text, required: false, nullable: false, help: "Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`)." },
        ],
    },
];
