//! GENERATED from the SDK document: `tenantctl sign-in`. See `table/tests.rs`.

use crate::table::{Body, Flag, Kind, Noun, Operation, Place, Reply};

pub const NOUN: Noun = Noun { name: "sign-in", operations: OPERATIONS };

const OPERATIONS: &[Operation] = &[
    Operation {
        id: "auth.sso.begin", verb: "begin", alias: None,
        method: "POST", path: "/api/auth/sso",
        about: "Start a sign-in",
        description: "Returns the address to redirect the browser to, and sets a cookie that the browser must send back. Domains that are unknown or not enabled both fail with 404 `sso_not_configured`. A command-line client sends its loopback address as `return_to` together with a `code_challenge`, and exchanges the code that it receives there with `POST /api/auth/sso/token`.",
        example: "tenantctl sign-in begin --domain acme.example --return-to /documentation/",
        body: Body::Json, reply: Reply::Object,
        columns: &[], scopes: &[],
        is_public: true, continues: false,
        flags: &[
            Flag { name: "code_challenge", flag: "code-challenge", place: Place::Body, kind: Kind::Text, required: false, nullable: false, help: "Required with a loopback `return_to`: SHA-256, in base64url without padding, of the secret that the command-line client sends when it exchanges the code (`S256` in RFC 7636)." },
            Flag { name: "domain", flag: "domain", place: Place::Body, kind: Kind::Text, required: true, nullable: false, help: "Domain of the user's e-mail address." },
            Flag { name: "return_to", flag: "return-to", place: Place::Body, kind: Kind::Text, required: false, nullable: false, help: "Destination after the sign-in: a path of this site (default `/`), or for a command-line client its loopback address (`http://127.0.0.1:PORT/…` or `http://[::1]:PORT/…`), which receives a one-time `code`." },
        ],
    },
    Operation {
        id: "auth.sso.exchange", verb: "exchange", alias: None,
        method: "POST", path: "/api/auth/sso/token",
        about: "Exchange a code for a session",
        description: "For command-line clients: exchanges the code that the loopback `return_to` received, once and within a minute, together with the secret whose SHA-256 was sent as `code_challenge`.",
        example: "tenantctl sign-in exchange --code 4k2m9x0q3tY8cVbW2nQe5rZ7uLx1oPa9sKd4gHj6mFv0iCwBzXq --code-verifier env:CODE_VERIFIER",
        body: Body::Json, reply: Reply::Object,
        columns: &[], scopes: &[],
        is_public: true, continues: false,
        flags: &[
            Flag { name: "code", flag: "code", place: Place::Body, kind: Kind::Text, required: true, nullable: false, help: "Code that the loopback address received." },
            Flag { name: "code_verifier", flag: "code-verifier", place: Place::Body, kind: Kind::Secret, required: true, nullable: false, help: "Secret whose SHA-256 was sent as `code_challenge`." },
        ],
    },
];
