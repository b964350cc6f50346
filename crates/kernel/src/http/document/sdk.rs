//! The SDK document: the API for client generators, derived from the canonical document when it is first read.

#![expect(unused_qualifications, reason = "the macro of the handler qualifies its parameters")]

use super::{Document, etag, unless_known};
use crate::{app::App, http::query::Query};
use axum::{
    body::Bytes,
    http::{HeaderMap, HeaderValue},
    response::Response,
};
use sdk_document::Version;
use serde::Deserialize;
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(read))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct SdkParams {
    /// Version of OpenAPI that the document is written in; `3.1` by default. `3.0` returns OpenAPI 3.0.3.
    #[param(nullable = false, inline)]
    openapi: Option<OpenApiVersion>,
}

#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
enum OpenApiVersion {
    #[serde(rename = "3.0")]
    V3_0,
    #[serde(rename = "3.1")]
    V3_1,
}

/// Read the SDK document
///
/// Returns the OpenAPI document for client generators, which is derived from the canonical one: one operation for each
/// typed call, addressed by `/{id}`, in JSON only, with a name for each method and type. Lists are marked with
/// `x-pagination`.
#[utoipa::path(get, path = "/api/openapi.sdk.json", operation_id = "openapi.sdk", tag = "Schema", params(SdkParams),
    security(()),
    responses(
        (status = 200, body = Value),
        (status = 304, description = "The document has not changed since the version in `If-None-Match`."),
    ))]
async fn read(app: App, Query(params): Query<SdkParams>, headers: HeaderMap) -> Response {
    let version = match params.openapi {
        Some(OpenApiVersion::V3_0) => Version::V3_0,
        Some(OpenApiVersion::V3_1) | None => Version::V3_1,
    };
    let document = app.document().sdk(version);
    unless_known(&headers, &document.etag, "application/json", document.json.clone())
}

pub struct SdkDocument {
    pub json: Bytes,
    etag: HeaderValue,
}

impl SdkDocument {
    fn new(canonical: &Value, version: Version) -> SdkDocument {
        let json = Bytes::from(format!("{:#}\n", sdk_document::derive(canonical, version)));
        SdkDocument { etag: etag(&json), json }
    }
}

impl Document {
    /// The SDK document in this version of OpenAPI.
    pub fn sdk(&self, version: Version) -> &SdkDocument {
        let document = match version {
            Version::V3_1 => &self.sdk_3_1,
            Version::V3_0 => &self.sdk_3_0,
        };
        document.get_or_init(|| SdkDocument::new(&self.value, version))
    }
}
