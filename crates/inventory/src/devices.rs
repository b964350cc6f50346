//! `/api/rmm/devices`: computers and other equipment of the tenant's customers.
//!
//! Fields that an agent reports are read-only. Fields that the customer writes stay when the agent reports other
//! values.

pub mod history;
mod list;
mod update;
pub mod wire;

use crate::{
    conflicts::{Locked, current_within, set_identifiers, within_organization},
    identity::{Hardware, Identifier, identifiers, mac_key},
};
use api::{
    DeviceId, OrganizationId, ProblemCode, Scope,
    device_lists::DeviceHistoryKind,
    devices::{Device, DeviceTarget, DeviceType, NewDevice},
    organizations::ExternalRef,
    problem::FaultCode,
};
use history::NewEntry;
use jiff::{SignedDuration, Timestamp};
use kernel::{
    app::App,
    db::{OnConstraint, Reason},
    http::{Change, Created, Deleted, Entry, IfMatch, Json, Problem, Query, Write},
};
use queries::{
    client::Params,
    queries::inventory::devices::{
        CreateDeviceParams, add_tombstone, create_device, delete_device, device_with_external_ref, forget_tombstones,
        get_device, lock_device, only_organizations,
    },
};
use serde_json::Value;
use utoipa_axum::{router::OpenApiRouter, routes};
use uuid::Uuid;
use wire::to_wire;

/// How long tombstones of devices that were deleted or moved away are kept.
pub const TOMBSTONES: SignedDuration = SignedDuration::from_hours(24 * 90);

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(create, list::read, update::update, delete)).merge(history::routes())
}

/// Create a device
///
/// Use it for equipment without an agent. Devices with an agent are created by their first report.
#[utoipa::path(post, path = "/api/rmm/devices", operation_id = "rmm.devices.create", tag = "Devices",
    extensions(("x-problems" = json!([ProblemCode::ExternalRefTaken]))),
    security(("api_key" = [Scope::DevicesWrite])), responses((status = 201, body = Device)))]
async fn create(app: App, write: Write, Json(new): Json<NewDevice>) -> Result<Created<Device>, Problem> {
    let change = write.begin().await?;
    let organization = match new.organization_id {
        Some(id) => id,
        None => only_organization(&change).await?,
    };
    let id = DeviceId(app.clock.id());
    let identifiers = insert(&app, &change, id, organization, &new).await?;
    let device = current(&change, id, app.clock.now()).await?;
    set_identifiers(&change, &device, &identifiers).await?;
    let entry = NewEntry { device: id, organization, kind: DeviceHistoryKind::Discovered, changes: vec![] };
    history::add(&app, &change, entry).await?;
    let device = current_within(&app, &change, id).await?;
    change.created(device).await
}

/// Stores a new device. Returns its identifiers.
async fn insert(
    app: &App,
    change: &Change,
    id: DeviceId,
    organization: OrganizationId,
    new: &NewDevice,
) -> Result<Vec<Identifier>, Problem> {
    let mut macs: Vec<String> =
        new.identifiers.mac.iter().map(|mac| mac_key(&mac.0).unwrap_or_else(|| mac.0.to_lowercase())).collect();
    macs.sort();
    macs.dedup();
    let kind = new.kind.unwrap_or(DeviceType::Other);
    let (contact, external) = (new.contact.as_ref(), new.external_ref.as_ref());
    let hardware_uuid = new.identifiers.hardware_uuid.as_deref().map(str::to_lowercase);
    let params = CreateDeviceParams {
        id: id.0,
        organization_id: organization.0,
        name: new.name.as_str(),
        hostname: new.hostname.as_deref(),
        r#type: kind.name(),
        serial: new.identifiers.serial.as_deref(),
        hardware_uuid: hardware_uuid.as_deref(),
        macs: macs.as_slice(),
        asset_tag: new.identifiers.asset_tag.as_deref(),
        cloud_instance_id: new.identifiers.cloud_instance_id.as_deref(),
        manufacturer: new.manufacturer.as_deref(),
        model: new.model.as_deref(),
        tags: new.tags.iter().map(|tag| tag.0.as_str()).collect::<Vec<_>>(),
        custom_fields: Value::from(new.custom_fields.clone()),
        external_system: external.map(|external| external.system.as_str()),
        external_id: external.map(|external| external.id.as_str()),
        contact_name: contact.map(|contact| contact.name.as_str()),
        contact_email: contact.and_then(|contact| contact.email.as_deref()),
        contact_phone: contact.and_then(|contact| contact.phone.as_deref()),
        purchased_at: new.purchased_at,
        warranty_until: new.warranty_until,
        now: app.clock.now(),
    };
    constraints(create_device().params(&**change, &params).one().await, external)?;
    Ok(identifiers(Hardware {
        kind: Some(kind),
        manufacturer: new.manufacturer.as_deref(),
        serial: new.identifiers.serial.as_deref(),
        hardware_uuid: hardware_uuid.as_deref(),
        macs: &macs,
    }))
}

/// Delete a device
///
/// The history of the device is deleted as well. If its agent still reports, a new device is created. Reports with
/// `updated_since` contain the deletion for 90 days.
#[utoipa::path(delete, path = "/api/rmm/devices", operation_id = "rmm.devices.delete", tag = "Devices",
    params(DeviceTarget),
    security(("api_key" = [Scope::DevicesWrite])), responses((status = 204)))]
async fn delete(
    app: App,
    write: Write,
    Query(target): Query<DeviceTarget>,
    if_match: IfMatch,
) -> Result<Deleted, Problem> {
    let mut change = write.begin().await?;
    let (locked, old) = lock(&app, &change, target.id).await?;
    if_match.check(&old)?;
    let now = app.clock.now();
    add_tombstone().bind(&*change, &target.id.0, &old.organization_id.0, &now).one().await?;
    delete_device().bind(&*change, &target.id.0).one().await?;
    locked.update_flags(&app, &mut change, None).await?;
    let old = within_organization(&change, old).await?;
    change.deleted(Entry::deleted(&old)).await
}

/// Locks a device with its identifiers, for a change that could make or end a conflict.
async fn lock(app: &App, change: &Change, id: DeviceId) -> Result<(Locked, Device), Problem> {
    let locked = Locked::of(change, Some(id), &[]).await?;
    lock_device().bind(&**change, &id.0).opt().await?.ok_or_else(Problem::not_found)?;
    Ok((locked, current(change, id, app.clock.now()).await?))
}

/// The device as it is in this transaction.
pub async fn current(change: &Change, id: DeviceId, now: Timestamp) -> Result<Device, Problem> {
    get_device().bind(&**change, &id.0).opt().await?.map(|row| to_wire(row, now)).ok_or_else(Problem::not_found)
}

/// Removes tombstones that were kept long enough.
pub async fn forget_old_tombstones(app: &App) -> Result<(), Problem> {
    loop {
        let system = app.db.system(Reason::Retention).await?;
        if forget_tombstones().bind(&*system, &(app.clock.now() - TOMBSTONES)).all().await?.is_empty() {
            return Ok(());
        }
    }
}

/// The tenant's organization, if it has only one. If it has several, the request must name one.
pub async fn only_organization(change: &Change) -> Result<OrganizationId, Problem> {
    let some: Vec<Uuid> = only_organizations().bind(&**change).all().await?;
    let detail = match some[..] {
        [only] => return Ok(OrganizationId(only)),
        [] => "is required because the tenant has no organization yet",
        _ => "is required because the tenant has several organizations",
    };
    Err(Problem::fault("/organization_id", FaultCode::Required, detail))
}

/// Meanings of the constraints of the table.
fn constraints<T>(row: Result<T, tokio_postgres::Error>, external: Option<&ExternalRef>) -> Result<T, Problem> {
    let row: Result<T, Problem> = row.on_constraint(&[
        ("devices_external_ref_is_unique", || {
            Problem::new(ProblemCode::ExternalRefTaken, "Another device of the tenant already has this external_ref.")
        }),
        ("devices_organization_exists", || {
            Problem::fault("/organization_id", FaultCode::NotFound, "there is no such organization")
        }),
    ]);
    row.map_err(|problem| {
        let external = external.cloned();
        problem.looking_up::<Device, _, _>(ProblemCode::ExternalRefTaken, move |db| async move {
            let Some(ExternalRef { system, id }) = external else { return Ok(None) };
            device_with_external_ref().bind(&db, &system, &id).opt().await.map(|id| id.map(DeviceId))
        })
    })
}
