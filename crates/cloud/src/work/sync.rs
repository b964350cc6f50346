//! Reads the machines of every verified provider, every five minutes, and more rarely if that fails.
//!
//! A worker takes one due provider after the other, by setting its next time. A provider that hangs occupies one place of
//! the worker for a limited time; the others go on. Each region is stored on its own: a listing that is not complete adds
//! and updates machines, and never makes one missing.

use crate::{
    clouds::Clouds,
    providers,
    vms::{self, record_of},
};
use api::{
    EventKind, TenantId,
    cloud_providers::CloudProvider,
    cloud_verification::CloudFindingCode,
    cloud_vms::{CloudVmStatus, RegionSyncStatus},
};
use cloud_boundary::{Access, Failure, Listing, Machine, MachineState};
use futures::{StreamExt, future::join_all, stream};
use jiff::{SignedDuration, Timestamp};
use kernel::{
    app::App,
    background::Results,
    db::{Identity, Reason},
    http::{Change, Problem},
    supervisor::progress,
};
use queries::{
    client::Params,
    queries::cloud::{
        vms::get_vm,
        work::sync::{
            AdoptMachinesParams, CompleteRegionParams, FailRegionParams, ForgetRegionsParams, MissMachinesParams,
            NewlyDriftedParams, ScheduleSyncParams, StoreMachinesParams, TakeDueSyncParams, adopt_machines,
            complete_region, fail_region, forget_machines, forget_regions, miss_machines, newly_drifted, schedule_sync,
            store_machines, sync_failures, take_due_sync,
        },
    },
};
use serde_json::{Value, json};
use std::{collections::BTreeMap, time::Duration};
use tokio::time::timeout;
use uuid::Uuid;

/// The time between two readings of a provider, and how often it doubles at most while all regions fail.
const PERIOD: SignedDuration = SignedDuration::from_mins(5);
const DOUBLINGS: i32 = 4;

/// A provider whose worker ended meanwhile is taken again after this time.
const AGAIN: SignedDuration = SignedDuration::from_mins(10);

/// The time for the listing of a region. All regions together, of which there are at most 40, take less than `AGAIN`.
const LISTING: Duration = Duration::from_secs(60);

/// How many providers are read at once, and how many regions of each.
const PROVIDERS: usize = 8;
const REGIONS: usize = 5;

/// Machines that one statement stores.
const CHUNK: usize = 500;

/// How long machines that are gone are kept.
const KEPT: SignedDuration = SignedDuration::from_hours(30 * 24);

/// Reads providers until no more is due.
pub async fn sync_due(app: &App) -> Result<(), Problem> {
    let lanes = (0..PROVIDERS).map(|_| held::apart(sync_one_by_one(app))).collect::<Vec<_>>();
    let mut results = Results::default();
    progress::waiting(join_all(lanes)).await.into_iter().for_each(|result| results.add(result));
    results.done().map(drop)
}

/// A provider that fails does not keep the others waiting; a failure to take one does, because it would fail again.
async fn sync_one_by_one(app: &App) -> Result<usize, Problem> {
    let mut results = Results::default();
    while let Some((tenant, id)) = take(app).await? {
        results.add(sync_provider(app, tenant, id).await.map(|()| 1));
    }
    results.done()
}

/// Deletes machines that were gone long ago.
pub async fn forget_old(app: &App) -> Result<(), Problem> {
    let system = app.db.system(Reason::Retention).await?;
    forget_machines().bind(&*system, &(app.clock.now() - KEPT)).all().await?;
    Ok(())
}

async fn take(app: &App) -> Result<Option<(TenantId, Uuid)>, Problem> {
    let now = app.clock.now();
    let system = app.db.system(Reason::CloudProviders).await?;
    let wanted = TakeDueSyncParams { later: now + AGAIN, now };
    let row = take_due_sync().params(&*system, &wanted).opt().await?;
    Ok(row.map(|row| (TenantId(row.tenant_id), row.id)))
}

async fn sync_provider(app: &App, tenant: TenantId, id: Uuid) -> Result<(), Problem> {
    let Some((provider, access)) = providers::opened(app, tenant, id).await? else { return Ok(()) };
    let failures = sync_failures().bind(&app.db.tenant(&Identity::new(tenant, None)).await?, &id).opt().await?;
    let failures = failures.map_or(0, |row| row.sync_failures);
    let regions = access.regions.iter().map(|region| held::apart(sync_region(app, tenant, &provider, &access, region)));
    let regions = stream::iter(regions.collect::<Vec<_>>()).buffer_unordered(REGIONS).collect::<Vec<_>>();
    let mut complete = 0;
    let mut problem = None;
    for result in regions.await {
        match result {
            Ok(true) => complete += 1,
            Ok(false) => {}
            Err(failed) => problem = Some(failed),
        }
    }
    let failures = if complete > 0 { 0 } else { failures.saturating_add(1) };
    let change = Change::by_system(app, tenant, "cloud.sync").await?;
    let names = access.regions.as_slice();
    forget_regions().params(&*change, &ForgetRegionsParams { provider_id: id, regions: names }).all().await?;
    let sync_at = next(app.clock.now(), failures);
    schedule_sync().params(&*change, &ScheduleSyncParams { sync_at, sync_failures: failures, id }).opt().await?;
    change.done().await?;
    problem.map_or(Ok(()), Err)
}

/// Reads and stores the machines of a region. True if the listing was complete.
async fn sync_region(
    app: &App,
    tenant: TenantId,
    provider: &CloudProvider,
    access: &Access,
    region: &str,
) -> Result<bool, Problem> {
    let clouds = Clouds::of(app);
    // The time is taken before the listing, so that a result which an operation stores meanwhile counts as newer.
    let now = app.clock.now();
    let listing = timeout(LISTING, clouds.kind(provider.kind)?.machines(access, region)).await;
    let Listing { machines, incomplete } = listing.unwrap_or_else(|_| Listing::failed(late()));
    let rows = rows(app, machines);
    let mut change = Change::by_system(app, tenant, "cloud.sync").await?;
    let (provider_id, organization_id) = (provider.id.0, provider.organization_id.map(|id| id.0));
    for chunk in rows.chunks(CHUNK) {
        let machines = json!(chunk);
        let adopted = AdoptMachinesParams { machines: &machines, provider_id, region };
        adopt_machines().params(&*change, &adopted).all().await?;
        let chunk = StoreMachinesParams { provider_id, organization_id, region, now, machines: &machines };
        store_machines().params(&*change, &chunk).all().await?;
    }
    report_drift(&mut change, provider_id, region).await?;
    match &incomplete {
        None => {
            let missed =
                miss_machines().params(&*change, &MissMachinesParams { now, provider_id, region }).all().await?;
            let lost = missed.into_iter().filter(|vm| vm.is_lost).map(|vm| vm.id);
            report(&mut change, EventKind::CloudVmMissing, lost.collect()).await?;
            let vm_count = i32::try_from(rows.len()).unwrap_or(i32::MAX);
            let complete = CompleteRegionParams { provider_id, region, organization_id, now, vm_count };
            complete_region().params(&*change, &complete).one().await?;
        }
        Some(Failure { code, detail }) => {
            let (status, code, detail) = (status_of(*code).name(), code.name(), detail.as_str());
            let failed = FailRegionParams { provider_id, region, organization_id, status, code, detail };
            fail_region().params(&*change, &failed).one().await?;
        }
    }
    change.done().await?;
    Ok(incomplete.is_none())
}

fn late() -> Failure {
    Failure::new(CloudFindingCode::Unreachable, "The listing took too long.")
}

/// Reports managed machines that were changed at the provider since the last listing.
async fn report_drift(change: &mut Change, provider_id: Uuid, region: &str) -> Result<(), Problem> {
    let changed = newly_drifted().params(&**change, &NewlyDriftedParams { provider_id, region }).all().await?;
    let drifted = changed.into_iter().filter(|vm| vm.drift_reported).map(|vm| vm.id);
    report(change, EventKind::CloudVmDrifted, drifted.collect()).await
}

async fn report(change: &mut Change, kind: EventKind, ids: Vec<Uuid>) -> Result<(), Problem> {
    for id in ids {
        let Some(vm) = get_vm().bind(&**change, &id).opt().await?.map(vms::to_wire) else { continue };
        change.emit(kind, &vm, json!({"object": vm}));
    }
    Ok(())
}

/// The machines as the statement reads them, each once: a provider whose pages shift may list one twice.
fn rows(app: &App, machines: Vec<Machine>) -> Vec<Value> {
    let once: BTreeMap<String, Machine> =
        machines.into_iter().map(|machine| (machine.provider_ref.clone(), machine)).collect();
    let row = |machine: Machine| {
        let mut row = described(&machine);
        row["id"] = json!(app.clock.id());
        row["vm_id"] = json!(record_of(&machine).map(|id| id.0));
        row
    };
    once.into_values().map(row).collect()
}

/// A machine as statements read it.
pub fn described(machine: &Machine) -> Value {
    json!({
        "provider_ref": machine.provider_ref,
        "name": machine.name,
        "size": machine.size,
        "vcpus": machine.vcpus,
        "memory_bytes": machine.memory_bytes,
        "image": machine.image,
        "subnet": machine.subnet,
        "security_groups": machine.security_groups,
        "public_ip": machine.public_ip,
        "ips": machine.ips,
        "labels": machine.labels,
        "status": vm_status(machine.state).name(),
        "launched_at": machine.created_at,
    })
}

pub fn vm_status(state: MachineState) -> CloudVmStatus {
    match state {
        MachineState::Provisioning => CloudVmStatus::Provisioning,
        MachineState::Running => CloudVmStatus::Running,
        MachineState::Stopping => CloudVmStatus::Stopping,
        MachineState::Stopped | MachineState::Unfinished => CloudVmStatus::Stopped,
        MachineState::Deleted => CloudVmStatus::Deleted,
        MachineState::Unknown => CloudVmStatus::Unknown,
    }
}

/// The state of a region whose listing was not complete.
fn status_of(code: CloudFindingCode) -> RegionSyncStatus {
    match code {
        CloudFindingCode::Throttled | CloudFindingCode::Unreachable | CloudFindingCode::ClockSkew => {
            RegionSyncStatus::Stale
        }
        CloudFindingCode::PermissionDenied
        | CloudFindingCode::RegionNotEnabled
        | CloudFindingCode::RegionUnknown
        | CloudFindingCode::RoleRefused
        | CloudFindingCode::EndpointRefused
        | CloudFindingCode::WrongKey
        | CloudFindingCode::WrongSecret
        | CloudFindingCode::CredentialExpired => RegionSyncStatus::Denied,
        _ => RegionSyncStatus::Failed,
    }
}

/// The next time: after the period, doubled for each failure.
fn next(now: Timestamp, failures: i32) -> Timestamp {
    now + PERIOD * 2_i32.pow(failures.clamp(0, DOUBLINGS).unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_provider_that_fails_is_read_more_and_more_rarely_and_not_more_than_that() {
        let after = |failures| Timestamp::UNIX_EPOCH.duration_until(next(Timestamp::UNIX_EPOCH, failures)).as_mins();
        assert_eq!([0, 1, 2, 4, 5, i32::MAX].map(after), [5, 10, 20, 80, 80, 80]);
    }

    #[test]
    fn throttling_makes_a_region_stale_and_a_missing_permission_denies_it() {
        assert_eq!(status_of(CloudFindingCode::Throttled), RegionSyncStatus::Stale);
        assert_eq!(status_of(CloudFindingCode::PermissionDenied), RegionSyncStatus::Denied);
        assert_eq!(status_of(CloudFindingCode::Unclear), RegionSyncStatus::Failed);
    }
}
