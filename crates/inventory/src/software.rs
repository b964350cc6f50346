//! `/api/rmm/software`: the programs and packages of all devices, with the number of devices that have each version.

use api::{
    Scope,
    software::{SoftwarePage, SoftwareQuery, SoftwareTitle, SoftwareVersion},
};
use kernel::{
    app::App,
    http::{Caller, Listed, Paging, PagingParams, Problem, Query},
};
use queries::{
    client::Params,
    queries::inventory::software::{SoftwareTitlesParams, Title, software_titles},
};
use utoipa_axum::{router::OpenApiRouter, routes};
use uuid::Uuid;

/// Versions of a title that are listed.
const MOST_VERSIONS: usize = 50;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(read))
}

/// List software
///
/// Returns the programs and packages that agents have reported, by name, with the number of devices that have each version.
/// To find the devices, use `software` or `missing_software` of the asset inventory.
#[utoipa::path(get, path = "/api/rmm/software", operation_id = "rmm.software.list", tag = "Reports",
    params(SoftwareQuery, PagingParams),
    security(("api_key" = [Scope::AssetsRead])), responses((status = 200, body = SoftwarePage)))]
async fn read(
    app: App,
    caller: Caller,
    Query(query): Query<SoftwareQuery>,
    paging: Paging,
) -> Result<Listed<SoftwareTitle>, Problem> {
    let (after_name, after_publisher) = paging.after::<(String, String)>()?.unzip();
    let own = caller.organizations().map(|ids| ids.iter().map(|id| id.0).collect::<Vec<Uuid>>());
    let organization_ids = match (query.organization_id, own) {
        // Other organizations are not queried.
        (Some(id), Some(own)) if !own.contains(&id.0) => vec![Uuid::nil()],
        (Some(id), _) => vec![id.0],
        (None, own) => own.unwrap_or_default(),
    };
    let db = app.db.tenant(&caller).await?.planned_anew();
    let rows = software_titles()
        .params(
            &db,
            &SoftwareTitlesParams {
                organization_ids,
                name_prefix: query.name_prefix.map(|prefix| prefix.to_lowercase()),
                after_name,
                after_publisher,
                limit: paging.rows(),
            },
        )
        .all()
        .await?;
    Ok(paging.page(rows, |row| (row.name_key.clone(), row.publisher.clone()), to_wire))
}

fn to_wire(row: Title) -> SoftwareTitle {
    let versions = row.versions.into_iter().zip(row.device_counts).take(MOST_VERSIONS);
    SoftwareTitle {
        name: row.name,
        publisher: known(row.publisher),
        device_count: row.device_count,
        version_count: row.version_count,
        versions: versions
            .map(|(version, device_count)| SoftwareVersion { version: known(version), device_count })
            .collect(),
    }
}

/// An empty text means that the agent does not know.
fn known(text: String) -> Option<String> {
    Some(text).filter(|text| !text.is_empty())
}
