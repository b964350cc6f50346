//! `/api/cloud/catalogue`: what a machine can be made with, and its price where it is known.

use crate::{
    clouds::Clouds,
    providers::{Plain, access_to, read_one},
};
use api::{
    Fault, ProblemCode, Scope,
    cloud_catalogue::{CatalogueKind, CatalogueSource, CloudCatalogue, CloudCatalogueQuery},
    cloud_providers::{CloudProvider, CloudProviderStatus},
    cloud_verification::CloudFindingCode,
    problem::FaultCode,
};
use cloud_boundary::{Access, Catalogue, Failure};
use kernel::{
    app::App,
    http::{Caller, Json, Problem, Query},
    shares::Share,
};
use queries::queries::cloud::providers::sealed_credentials;
use std::time::Duration;
use tokio::time::timeout;
use utoipa_axum::{router::OpenApiRouter, routes};

/// The time for all pages of a catalogue.
const WHOLE: Duration = Duration::from_secs(25);

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(read))
}

/// List sizes, images, regions or networks
///
/// Reads regions, sizes, images or networks from the provider. A price that is not known is `null`. For a provider that is
/// not verified, `sizes` returns the common sizes that this service knows; the other lists fail with 409
/// `provider_not_verified`. The number of concurrent calls to providers per tenant and server is limited.
#[utoipa::path(get, path = "/api/cloud/catalogue", operation_id = "cloud.catalogue.list", tag = "Cloud",
    params(CloudCatalogueQuery),
    extensions(("x-problems" = json!([
        ProblemCode::ProviderNotVerified, ProblemCode::InvalidRequest, ProblemCode::ProviderUnavailable
    ]))),
    security(("api_key" = [Scope::CloudProvidersRead])),
    responses((status = 200, body = CloudCatalogue)))]
async fn read(
    app: App,
    caller: Caller,
    Query(query): Query<CloudCatalogueQuery>,
) -> Result<Json<CloudCatalogue>, Problem> {
    let provider = read_one(&app, &caller, query.provider_id).await?;
    let kind = query.kind.unwrap_or(CatalogueKind::Sizes);
    let region = region_of(&provider, query.region.as_deref())?;
    let clouds = Clouds::of(&app);
    let cloud = clouds.kind(provider.kind)?;
    if !is_usable(provider.status) {
        let sizes = Catalogue { entries: cloud.known_sizes(&region), truncated: false };
        return match kind {
            CatalogueKind::Sizes => Ok(Json(whole(kind, region, CatalogueSource::BuiltIn, sizes))),
            _ => Err(not_verified()),
        };
    }
    let _taken = app.shares.take(Share::CloudCalls, caller.tenant())?;
    let access = opened(&app, &caller, &provider).await?;
    let late = |_| Problem::new(ProblemCode::ProviderUnavailable, "The provider did not respond in time.");
    let found = timeout(WHOLE, cloud.catalogue(&access, kind, &region)).await.map_err(late)?;
    Ok(Json(whole(kind, region, CatalogueSource::Provider, found.map_err(problem)?)))
}

/// The access with the stored credentials. No connection is held afterwards.
async fn opened(app: &App, caller: &Caller, provider: &CloudProvider) -> Result<Access, Problem> {
    let row = sealed_credentials().bind(&app.db.tenant(caller).await?, &provider.id.0).opt().await?;
    let plain = match row.and_then(|row| row.credentials_sealed) {
        Some(sealed) => Some(Plain::open(app, caller.tenant(), provider.id.0, &sealed).await?),
        None => None,
    };
    access_to(provider, plain).ok_or_else(not_verified)
}

fn is_usable(status: CloudProviderStatus) -> bool {
    matches!(status, CloudProviderStatus::Verified | CloudProviderStatus::Degraded)
}

fn region_of(provider: &CloudProvider, wanted: Option<&str>) -> Result<String, Problem> {
    let mut regions = provider.config.regions.iter().map(|region| &region.0);
    let found = match wanted {
        Some(wanted) => regions.find(|region| *region == wanted),
        None => regions.next(),
    };
    found.cloned().ok_or_else(|| {
        let fault = Fault::of("region", FaultCode::Invalid, "is not one of the regions of the provider");
        Problem::parameters(ProblemCode::InvalidParameter, "A parameter has an invalid value. See errors.", vec![fault])
    })
}

fn whole(kind: CatalogueKind, region: String, source: CatalogueSource, found: Catalogue) -> CloudCatalogue {
    let region = Some(region).filter(|_| kind != CatalogueKind::Regions);
    CloudCatalogue { kind, region, source, data: found.entries, truncated: found.truncated }
}

fn not_verified() -> Problem {
    let detail = "The provider is not verified. Verify it with POST /api/cloud/providers/verify and see its report.";
    Problem::new(ProblemCode::ProviderNotVerified, detail)
}

/// A provider that is away or throttles may respond later; one that refuses has to be verified again.
fn problem(failure: Failure) -> Problem {
    match failure.code {
        CloudFindingCode::Unreachable | CloudFindingCode::Throttled => {
            Problem::new(ProblemCode::ProviderUnavailable, failure.detail)
        }
        _ => Problem::new(ProblemCode::ProviderNotVerified, failure.detail),
    }
}
