//! `/api/cloud/vms`: the machines of all providers, as they were last read, and the regions that are out of date.

mod export;

use api::{
    CloudProviderId, CloudVmId, OrganizationId, Scope,
    cloud_verification::CloudFindingCode,
    cloud_vms::{
        CloudFleet, CloudRegionSync, CloudVm, CloudVmFormat, CloudVmNetwork, CloudVmOrFleet, CloudVmQuery, CloudVmSize,
        CloudVmStatus, RegionSyncStatus,
    },
};
use axum::response::{IntoResponse, Response};
use jiff::SignedDuration;
use kernel::{
    app::App,
    db::Tenant,
    http::{
        Caller, Credential, Found, Paging, PagingParams, Problem, Query,
        export::{Format, export},
    },
};
use queries::{
    client::Params,
    queries::cloud::vms::{self as sql, ListVmsParams, OutdatedRegionsParams, get_vm, list_vms, outdated_regions},
};
use serde_json::{Value, json};
use utoipa_axum::{router::OpenApiRouter, routes};
use uuid::Uuid;

/// The largest number of regions that a page names as out of date.
const MOST_REGIONS: i64 = 200;

/// A region that has not been read completely for this time is out of date: three periods.
const OLD: SignedDuration = SignedDuration::from_mins(15);

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(read))
}

/// List machines, or read one
///
/// Returns the machine with this `id`, or the machines of all providers that match the filters, newest first. Machines are
/// read from the providers every five minutes. A provider that cannot be reached leaves its machines as they were last read:
/// see `outdated_regions`. A machine is `missing` only after two complete listings of its region without it.
#[utoipa::path(get, path = "/api/cloud/vms", operation_id = "cloud.vms.list", tag = "Cloud",
    params(CloudVmQuery, PagingParams),
    security(("api_key" = [Scope::CloudVmsRead])), responses((status = 200, content(
        (CloudVmOrFleet = "application/json"), (String = "text/csv"), (String = "application/x-ndjson")))))]
async fn read(
    app: App,
    caller: Caller,
    credential: Option<Credential>,
    Query(query): Query<CloudVmQuery>,
    paging: Paging,
) -> Result<Response, Problem> {
    if let Some(id) = query.id {
        let row = get_vm().bind(&app.db.tenant(&caller).await?, &id.0).opt().await?;
        return Ok(Found::One(to_wire(row.ok_or_else(Problem::not_found)?)).into_response());
    }
    let format = match query.format {
        Some(CloudVmFormat::Csv) => Some(Format::Csv),
        Some(CloudVmFormat::Ndjson) => Some(Format::Ndjson),
        Some(CloudVmFormat::Json) | None => None,
    };
    let wanted = Wanted::new(query);
    if let Some(format) = format {
        if paging.is_asked_for() {
            return Err(Problem::unsupported_combination(
                "csv and ndjson return all results and accept neither limit nor cursor.",
            ));
        }
        return export(app, caller, credential, wanted, format);
    }
    let before = paging.before()?;
    let db = app.db.tenant(&caller).await?;
    let rows = wanted.rows(&db, before, paging.rows()).await?;
    let old = app.clock.now() - OLD;
    let regions = OutdatedRegionsParams { provider_id: wanted.provider_id, old, limit: MOST_REGIONS };
    let regions = outdated_regions().params(&db, &regions).all().await?;
    drop(db);
    let page = paging.page(rows, |row| row.id, to_wire);
    let outdated_regions = regions.into_iter().map(to_region).collect();
    Ok(page.within(|page| CloudFleet {
        data: page.data,
        has_more: page.has_more,
        next_cursor: page.next_cursor,
        outdated_regions,
    }))
}

/// The filters of a list.
struct Wanted {
    provider_id: Option<Uuid>,
    organization_id: Option<Uuid>,
    region: Option<String>,
    status: Option<CloudVmStatus>,
    managed: Option<bool>,
    /// As an object with one field.
    label: Option<Value>,
}

impl Wanted {
    fn new(query: CloudVmQuery) -> Wanted {
        let label = query.label.as_deref().and_then(|label| label.split_once('='));
        Wanted {
            provider_id: query.provider_id.map(|id| id.0),
            organization_id: query.organization_id.map(|id| id.0),
            status: query.status,
            managed: query.managed,
            label: label.map(|(key, value)| json!({key: value})),
            region: query.region,
        }
    }

    async fn rows(&self, db: &Tenant, before: Uuid, limit: i64) -> Result<Vec<sql::CloudVm>, Problem> {
        let filters = ListVmsParams {
            before,
            provider_id: self.provider_id,
            organization_id: self.organization_id,
            region: self.region.as_deref(),
            status: self.status.map(CloudVmStatus::name),
            managed: self.managed,
            label: self.label.clone(),
            limit,
        };
        Ok(list_vms().params(db, &filters).all().await?)
    }
}

fn to_wire(row: sql::CloudVm) -> CloudVm {
    CloudVm {
        id: CloudVmId(row.id),
        provider_id: CloudProviderId(row.provider_id),
        organization_id: row.organization_id.map(OrganizationId),
        name: row.name,
        region: row.region,
        size: CloudVmSize { name: row.size, vcpus: row.vcpus, memory_bytes: row.memory_bytes },
        image: row.image,
        network: CloudVmNetwork {
            subnet: row.subnet,
            security_groups: serde_json::from_value(row.security_groups).unwrap_or_default(),
            public_ip: row.public_ip,
        },
        status: CloudVmStatus::named(&row.status).unwrap_or(CloudVmStatus::Unknown),
        ips: serde_json::from_value(row.ips).unwrap_or_default(),
        labels: serde_json::from_value(row.labels).unwrap_or_default(),
        managed: row.managed,
        provider_ref: row.provider_ref,
        launched_at: row.launched_at,
        last_synced_at: row.last_synced_at,
        created_at: row.created_at,
        updated_at: row.updated_at,
        version: row.version,
    }
}

/// A region that is fresh by its status is listed because its last complete listing is old.
fn to_region(row: sql::OutdatedRegion) -> CloudRegionSync {
    let status = RegionSyncStatus::named(&row.status).unwrap_or(RegionSyncStatus::Failed);
    CloudRegionSync {
        provider_id: CloudProviderId(row.provider_id),
        name: row.name,
        status: if status == RegionSyncStatus::Fresh { RegionSyncStatus::Stale } else { status },
        last_complete_at: row.last_complete_at,
        vm_count: row.vm_count,
        code: row.code.as_deref().and_then(CloudFindingCode::named),
        detail: row.detail,
    }
}
