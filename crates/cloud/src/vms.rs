//! `/api/cloud/vms`: the machines of all providers, as they were last read, and the regions that are out of date. A file for
//! each of the writes: `create`, `change`, `delete`.

mod change;
mod create;
mod delete;
mod export;
mod guard;
mod intent;

use intent::wrong_labels;
pub use intent::{Intent, record_of};

use api::{
    CloudProviderId, CloudVmId, DeviceId, OperationId, OrganizationId, Scope,
    cloud_catalogue::CloudPrice,
    cloud_verification::CloudFindingCode,
    cloud_vms::{
        CloudDriftState, CloudFleet, CloudFleetSummary, CloudRegionSync, CloudVm, CloudVmDrift, CloudVmFormat,
        CloudVmNetwork, CloudVmOrFleet, CloudVmQuery, CloudVmSize, CloudVmStatus, RegionSyncStatus,
    },
};
use axum::response::{IntoResponse, Response};
use jiff::SignedDuration;
use kernel::{
    app::App,
    db::{Tenant, Tx},
    http::{
        Caller, Credential, Found, Paging, PagingParams, Problem, Query,
        export::{Format, export},
        names,
    },
};
use queries::{
    client::Params,
    queries::cloud::vms::{
        self as sql, CountVmsParams, CountedVms, ListVmsParams, OutdatedRegionsParams, count_vms, get_vm, list_vms,
        lock_vm, outdated_regions,
    },
};
use serde_json::{Value, json};
use utoipa_axum::{router::OpenApiRouter, routes};
use uuid::Uuid;

/// The largest number of regions that a page names as out of date.
const MOST_REGIONS: i64 = 200;

/// A region that has not been read completely for this time is out of date: three periods.
const OLD: SignedDuration = SignedDuration::from_mins(15);

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(read, create::create, change::update, delete::delete))
}

/// List machines, or read one
///
/// Returns the machine with this `id`, or the machines of all providers that match the filters, newest first. Machines are
/// read from the providers every five minutes. If a provider cannot be reached, its machines are shown as they were last read:
/// see `outdated_regions`. A machine is `missing` only after two complete listings of its region without it.
#[utoipa::path(get, path = "/api/cloud/vms", operation_id = "cloud.vms.list", tag = "Cloud",
    params(CloudVmQuery, PagingParams),
    extensions(("x-problems" = json!([api::ProblemCode::UnsupportedCombination]))),
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
    let is_counted = query.summary;
    let wanted = Wanted::new(query);
    if let Some(format) = format {
        if paging.is_asked_for() || is_counted.is_some() {
            return Err(Problem::unsupported_combination(
                "csv and ndjson return all results and accept neither limit nor cursor nor summary.",
            ));
        }
        return export(app, caller, credential, wanted, format);
    }
    let before = paging.before()?;
    let is_counted = is_counted.unwrap_or(before == Uuid::max());
    let db = app.db.tenant(&caller).await?;
    let rows = wanted.rows(&db, before, paging.rows()).await?;
    let summary = if is_counted { Some(wanted.summary(&db).await?) } else { None };
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
        summary,
        outdated_regions,
    }))
}

/// The filters of a list.
struct Wanted {
    provider_id: Option<Uuid>,
    organization_id: Option<Uuid>,
    region: Option<String>,
    statuses: Option<Vec<&'static str>>,
    managed: Option<bool>,
    /// As an object with one field.
    label: Option<Value>,
    drift: Option<bool>,
    device_id: Option<Uuid>,
    words: Vec<String>,
}

impl Wanted {
    fn new(query: CloudVmQuery) -> Wanted {
        let label = query.label.as_deref().and_then(|label| label.split_once('='));
        let words = query.q.as_deref().unwrap_or_default().split_whitespace();
        Wanted {
            provider_id: query.provider_id.map(|id| id.0),
            organization_id: query.organization_id.map(|id| id.0),
            statuses: query.status.map(|all| names(all, CloudVmStatus::name)),
            managed: query.managed,
            drift: query.drift,
            device_id: query.device_id.map(|id| id.0),
            words: words.map(str::to_owned).collect(),
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
            statuses: self.statuses.as_deref(),
            managed: self.managed,
            label: self.label.clone(),
            drift: self.drift,
            device_id: self.device_id,
            words: self.words.as_slice(),
            limit,
        };
        Ok(list_vms().params(db, &filters).all().await?)
    }

    async fn summary(&self, db: &Tenant) -> Result<CloudFleetSummary, Problem> {
        let filters = CountVmsParams {
            provider_id: self.provider_id,
            organization_id: self.organization_id,
            region: self.region.as_deref(),
            statuses: self.statuses.as_deref(),
            managed: self.managed,
            label: self.label.clone(),
            drift: self.drift,
            device_id: self.device_id,
            words: self.words.as_slice(),
        };
        Ok(summary(count_vms().params(db, &filters).all().await?))
    }
}

fn summary(counted: Vec<CountedVms>) -> CloudFleetSummary {
    let mut summary = CloudFleetSummary::default();
    for row in counted {
        summary.total += row.count;
        *summary.by_status.entry(row.status).or_default() += row.count;
        *(if row.managed { &mut summary.managed } else { &mut summary.unmanaged }) += row.count;
        summary.drifted += if row.has_drifted { row.count } else { 0 };
    }
    summary
}

/// Locks a machine for a change of it.
async fn lock(tx: &Tx, id: CloudVmId) -> Result<CloudVm, Problem> {
    lock_vm().bind(tx, &id.0).opt().await?.map(to_wire).ok_or_else(Problem::not_found)
}

pub fn to_wire(row: sql::CloudVm) -> CloudVm {
    let status = CloudVmStatus::named(&row.status).unwrap_or(CloudVmStatus::Unknown);
    CloudVm {
        id: CloudVmId(row.id),
        provider_id: CloudProviderId(row.provider_id),
        organization_id: row.organization_id.map(OrganizationId),
        device_id: row.device_id.map(DeviceId),
        name: row.name,
        region: row.region,
        size: CloudVmSize { name: row.size, vcpus: row.vcpus, memory_bytes: row.memory_bytes },
        image: row.image,
        network: CloudVmNetwork {
            subnet: row.subnet,
            security_groups: serde_json::from_value(row.security_groups).unwrap_or_default(),
            public_ip: row.public_ip,
        },
        status,
        ips: serde_json::from_value(row.ips).unwrap_or_default(),
        labels: serde_json::from_value(row.labels).unwrap_or_default(),
        managed: row.managed,
        provider_ref: row.provider_ref,
        operation_id: row.operation_id.map(OperationId),
        price: price(row.price_cents, row.price_currency, row.price_as_of),
        drift: row.managed.then(|| drift(status, row.drift)),
        launched_at: row.launched_at,
        last_synced_at: row.last_synced_at,
        created_at: row.created_at,
        updated_at: row.updated_at,
        version: row.version,
    }
}

fn price(cents: Option<i64>, currency: Option<String>, as_of: Option<String>) -> Option<CloudPrice> {
    let monthly = cents.map(|cents| format!("{}.{:02}", cents / 100, cents % 100));
    Some(CloudPrice { monthly: monthly?, currency: currency?, as_of: as_of? })
}

/// `differences` is null until the provider has described the machine.
fn drift(status: CloudVmStatus, differences: Option<Value>) -> CloudVmDrift {
    let is_known = differences.is_some();
    let differences: Vec<_> = differences.and_then(|all| serde_json::from_value(all).ok()).unwrap_or_default();
    let state = match status {
        CloudVmStatus::Missing => CloudDriftState::Missing,
        _ if !is_known => CloudDriftState::Unknown,
        _ if differences.is_empty() => CloudDriftState::InSync,
        _ => CloudDriftState::Drifted,
    };
    CloudVmDrift { state, differences }
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
