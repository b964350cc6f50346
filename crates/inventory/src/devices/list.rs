//! Lists of devices: one filter, which has an index, and the organization. `/api/rmm/reports/asset-inventory` combines
//! filters.

use super::wire::to_wire;
use crate::identity::{Kind, mac_key, uuid_key};
use api::{
    Scope,
    device_lists::DeviceQuery,
    devices::{Device, DeviceOrPage},
};
use kernel::{
    app::App,
    db::Tenant,
    http::{Caller, Found, Paging, PagingParams, Problem, Query},
};
use queries::queries::inventory::devices::{self as sql, DeviceRow, get_device};
use uuid::Uuid;

/// List devices, or read one
///
/// Returns the device with this `id`, or all devices that the caller can read, newest first. One of the other filters can
/// be combined with `organization_id`.
#[utoipa::path(get, path = "/api/rmm/devices", operation_id = "rmm.devices.list", tag = "Devices",
    params(DeviceQuery, PagingParams),
    extensions(("x-problems" = json!([api::ProblemCode::UnsupportedCombination]))),
    security(("api_key" = [Scope::DevicesRead])), responses((status = 200, body = DeviceOrPage)))]
pub async fn read(
    app: App,
    caller: Caller,
    Query(query): Query<DeviceQuery>,
    paging: Paging,
) -> Result<Found<Device>, Problem> {
    let now = app.clock.now();
    let db = app.db.tenant(&caller).await?;
    if let Some(id) = query.id {
        let row = get_device().bind(&db, &id.0).opt().await?.ok_or_else(Problem::not_found)?;
        return Ok(Found::One(to_wire(row, now)));
    }
    let list = DeviceList::new(query, &caller)?;
    let rows = list.rows(&db, paging.before()?, paging.rows()).await?;
    Ok(Found::Page(paging.page(rows, |row| row.id, |row| to_wire(row, now))))
}

/// A list that one index supports.
struct DeviceList {
    filter: Filter,
    organization: Option<Uuid>,
    /// The organizations that the caller is restricted to.
    restricted: Option<Vec<Uuid>>,
}

enum Filter {
    None,
    Name(String),
    Tag(String),
    Serial(String),
    Identifier(Kind, String),
    ExternalRef {
        system: String,
        id: String,
    },
    Conflict,
    /// Nothing can match.
    Nothing,
}

impl DeviceList {
    fn new(query: DeviceQuery, caller: &Caller) -> Result<DeviceList, Problem> {
        let identifier = |kind, key: Option<String>| key.map_or(Filter::Nothing, |key| Filter::Identifier(kind, key));
        let external = match (query.external_system, query.external_id) {
            (Some(system), Some(id)) => Some(Filter::ExternalRef { system, id }),
            (None, None) => None,
            _ => return Err(Problem::unsupported_combination("external_system and external_id require each other.")),
        };
        let conflict = match query.identity_conflict {
            Some(true) => Some(Filter::Conflict),
            Some(false) => {
                return Err(Problem::unsupported_combination("identity_conflict can only be true in this list."));
            }
            None => None,
        };
        let filters = [
            query.name.map(Filter::Name),
            query.tag.map(Filter::Tag),
            query.serial.map(Filter::Serial),
            query.hardware_uuid.map(|uuid| identifier(Kind::HardwareUuid, uuid_key(&uuid))),
            query.mac.map(|mac| identifier(Kind::Mac, mac_key(&mac))),
            external,
            conflict,
        ];
        let mut filters = filters.into_iter().flatten();
        let filter = filters.next().unwrap_or(Filter::None);
        if filters.next().is_some() {
            return Err(Problem::unsupported_combination(
                "Only one filter besides organization_id can be used at a time.",
            ));
        }
        let restricted = caller.organizations().map(|ids| ids.iter().map(|id| id.0).collect());
        Ok(DeviceList { filter, organization: query.organization_id.map(|id| id.0), restricted })
    }

    async fn rows(&self, db: &Tenant, before: Uuid, limit: i64) -> Result<Vec<DeviceRow>, Problem> {
        let of = self.organization;
        let rows = match &self.filter {
            Filter::Nothing => return Ok(vec![]),
            Filter::None => match self.organizations() {
                None => sql::newest_devices().bind(db, &before, &limit).all().await,
                Some(of) => sql::newest_devices_of_organizations().bind(db, &of, &before, &limit).all().await,
            },
            Filter::Name(name) => sql::devices_by_name().bind(db, name, &before, &of, &limit).all().await,
            Filter::Tag(tag) => sql::devices_by_tag().bind(db, tag, &before, &of, &limit).all().await,
            Filter::Serial(serial) => sql::devices_by_serial().bind(db, serial, &before, &of, &limit).all().await,
            Filter::Identifier(kind, value) => {
                sql::devices_by_identifier().bind(db, &kind.name(), value, &before, &of, &limit).all().await
            }
            Filter::ExternalRef { system, id } => {
                sql::devices_by_external_ref().bind(db, system, id, &before, &of, &limit).all().await
            }
            Filter::Conflict => sql::devices_in_conflict().bind(db, &before, &of, &limit).all().await,
        };
        Ok(rows?)
    }

    /// The organization of the filter, or those that the caller is restricted to. Other organizations are not queried:
    /// a scan of rows that the policy hides would be very long.
    fn organizations(&self) -> Option<Vec<Uuid>> {
        let own = |id: &Uuid| self.restricted.as_ref().is_none_or(|own| own.contains(id));
        match self.organization {
            Some(id) => Some(vec![id].into_iter().filter(own).collect()),
            None => self.restricted.clone(),
        }
    }
}
