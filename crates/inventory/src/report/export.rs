//! The whole report, as NDJSON, as CSV or as a spreadsheet: a column for each value of a device.

use super::wanted::{Place, Wanted};
use api::{
    Scope,
    asset_rows::AssetRow,
    assets::{AssetField, AssetInclude},
    devices::{DeviceStatus, DeviceType},
};
use kernel::{
    app::App,
    http::{
        Caller, Problem,
        export::{Cell, Export},
    },
};

impl Export for Wanted {
    type Object = AssetRow;
    type Cursor = Place;

    const SCOPE: Scope = Scope::AssetsRead;
    const FILE: &'static str = "asset-inventory";

    fn columns(&self) -> Vec<&'static str> {
        let mut columns = vec!["id"];
        columns.extend(self.fields.iter().flat_map(|field| columns_of(*field)));
        columns.extend(self.include.iter().flat_map(|list| columns_of_list(*list)));
        columns.extend(self.updated_since.map(|_| "deleted_at"));
        columns
    }

    fn page_size(&self) -> i64 {
        Wanted::page_size(self)
    }

    async fn page(
        &self,
        app: &App,
        caller: &Caller,
        after: Option<Place>,
    ) -> Result<(Vec<AssetRow>, Option<Place>), Problem> {
        let db = app.db.tenant(caller).await?.planned_anew();
        let rows = self.rows(&db, after, Wanted::page_size(self)).await?;
        let software = self.software(&db, &rows).await?;
        drop(db); // not held while the client takes what it gets
        let last = rows.last().map(super::rows::Found::place);
        Ok((rows.into_iter().map(|found| self.to_wire(found, &software)).collect(), last))
    }

    fn cells(&self, row: AssetRow) -> Vec<Cell> {
        let mut cells = vec![row.id.to_string().into()];
        self.fields.iter().for_each(|field| cells.extend(cells_of(*field, &row)));
        self.include.iter().for_each(|list| cells.extend(cells_of_list(*list, &row)));
        cells.extend(self.updated_since.map(|_| Cell::from(row.deleted_at)));
        cells
    }
}

fn columns_of(field: AssetField) -> &'static [&'static str] {
    match field {
        AssetField::Organization => &["organization_id", "organization_name"],
        AssetField::Name => &["name"],
        AssetField::Hostname => &["hostname"],
        AssetField::Type => &["type"],
        AssetField::Status => &["status"],
        AssetField::Identifiers => &["serial", "hardware_uuid", "mac", "asset_tag", "cloud_instance_id"],
        AssetField::Manufacturer => &["manufacturer"],
        AssetField::Model => &["model"],
        AssetField::Os => &["os_family", "os_name", "os_version", "os_arch", "os_build"],
        AssetField::Cpu => &["cpu_model", "cpu_cores"],
        AssetField::Memory => &["memory_bytes"],
        AssetField::Security => &["antivirus", "firewall", "encryption"],
        AssetField::SoftwareCount => &["software_count"],
        AssetField::LastUser => &["last_user"],
        AssetField::Tags => &["tags"],
        AssetField::CustomFields => &["custom_fields"],
        AssetField::ExternalRef => &["external_system", "external_id"],
        AssetField::Contact => &["contact_name", "contact_email", "contact_phone"],
        AssetField::PurchasedAt => &["purchased_at"],
        AssetField::WarrantyUntil => &["warranty_until"],
        AssetField::Agent => &["agent_type", "agent_version"],
        AssetField::Backup => &["backup_protected", "backup_last_success_at"],
        AssetField::IdentityConflict => &["identity_conflict"],
        AssetField::FirstSeenAt => &["first_seen_at"],
        AssetField::LastSeenAt => &["last_seen_at"],
        AssetField::LastFullInventoryAt => &["last_full_inventory_at"],
        AssetField::BootedAt => &["booted_at"],
        AssetField::RetiredAt => &["retired_at"],
        AssetField::CreatedAt => &["created_at"],
        AssetField::UpdatedAt => &["updated_at"],
        AssetField::Version => &["version"],
    }
}

fn columns_of_list(list: AssetInclude) -> &'static [&'static str] {
    match list {
        AssetInclude::Software => &["software"],
        AssetInclude::Disks => &["disks", "volumes"],
        AssetInclude::Networks => &["networks"],
    }
}

/// One cell for each column of the field.
fn cells_of(field: AssetField, row: &AssetRow) -> Vec<Cell> {
    match field {
        AssetField::Organization => {
            vec![row.organization_id.map(|id| id.to_string()).into(), row.organization_name.clone().into()]
        }
        AssetField::Name => vec![row.name.clone().into()],
        AssetField::Hostname => vec![row.hostname.clone().into()],
        AssetField::Type => vec![row.kind.map(DeviceType::name).into()],
        AssetField::Status => vec![row.status.map(DeviceStatus::name).into()],
        AssetField::Identifiers => identifiers(row),
        AssetField::Manufacturer => vec![row.manufacturer.clone().into()],
        AssetField::Model => vec![row.model.clone().into()],
        AssetField::Os => os(row),
        AssetField::Cpu => {
            vec![
                row.cpu.as_ref().and_then(|cpu| cpu.model.clone()).into(),
                row.cpu.as_ref().map(|cpu| cpu.cores).into(),
            ]
        }
        AssetField::Memory => vec![row.memory_bytes.into()],
        AssetField::Security => security(row),
        AssetField::SoftwareCount => vec![row.software_count.into()],
        AssetField::LastUser => vec![row.last_user.clone().into()],
        AssetField::Tags => vec![row.tags.as_ref().map(|tags| tags.join(", ")).into()],
        AssetField::CustomFields => vec![custom_fields(row)],
        AssetField::ExternalRef => {
            let external = row.external_ref.as_ref();
            vec![external.map(|e| e.system.as_str()).into(), external.map(|e| e.id.as_str()).into()]
        }
        AssetField::Contact => contact(row),
        AssetField::PurchasedAt => vec![row.purchased_at.map(|date| date.to_string()).into()],
        AssetField::WarrantyUntil => vec![row.warranty_until.map(|date| date.to_string()).into()],
        AssetField::Agent => {
            let agent = row.agent.as_ref();
            vec![agent.map(|agent| agent.kind.name()).into(), agent.and_then(|agent| agent.version.clone()).into()]
        }
        AssetField::Backup => {
            let backup = row.backup.as_ref();
            vec![yes_or_no(backup.map(|b| b.protected)), backup.and_then(|b| b.last_success_at).into()]
        }
        AssetField::IdentityConflict => vec![yes_or_no(row.identity_conflict)],
        AssetField::FirstSeenAt => vec![row.first_seen_at.into()],
        AssetField::LastSeenAt => vec![row.last_seen_at.into()],
        AssetField::LastFullInventoryAt => vec![row.last_full_inventory_at.into()],
        AssetField::BootedAt => vec![row.booted_at.into()],
        AssetField::RetiredAt => vec![row.retired_at.into()],
        AssetField::CreatedAt => vec![row.created_at.into()],
        AssetField::UpdatedAt => vec![row.updated_at.into()],
        AssetField::Version => vec![row.version.into()],
    }
}

fn cells_of_list(list: AssetInclude, row: &AssetRow) -> Vec<Cell> {
    match list {
        AssetInclude::Software => {
            let lines = row.software.iter().flatten().map(|one| match &one.version {
                Some(version) => format!("{} {version}", one.name),
                None => one.name.clone(),
            });
            vec![lines.collect::<Vec<_>>().join("\n").into()]
        }
        AssetInclude::Disks => {
            let disks = row.disks.iter().flatten().map(|disk| {
                described(disk.name.as_deref(), &[disk.model.as_deref(), disk.serial.as_deref()], disk.size_bytes)
            });
            let volumes = row.volumes.iter().flatten().map(|volume| {
                described(
                    Some(&volume.name),
                    &[volume.label.as_deref(), volume.filesystem.as_deref()],
                    volume.size_bytes,
                )
            });
            vec![disks.collect::<Vec<_>>().join("\n").into(), volumes.collect::<Vec<_>>().join("\n").into()]
        }
        AssetInclude::Networks => {
            let lines = row.networks.iter().flatten().map(|network| {
                described(network.name.as_deref(), &[network.mac.as_deref(), Some(&network.addresses.join(" "))], None)
            });
            vec![lines.collect::<Vec<_>>().join("\n").into()]
        }
    }
}

/// The name and the other known fields, in one line.
fn described(name: Option<&str>, more: &[Option<&str>], bytes: Option<i64>) -> String {
    let bytes = bytes.map(|bytes| format!("{bytes} bytes"));
    let parts = [name].into_iter().chain(more.iter().copied()).chain([bytes.as_deref()]);
    parts.flatten().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

fn identifiers(row: &AssetRow) -> Vec<Cell> {
    let Some(ids) = &row.identifiers else { return vec![Cell::Empty; 5] };
    vec![
        ids.serial.clone().into(),
        ids.hardware_uuid.clone().into(),
        ids.mac.join(" ").into(),
        ids.asset_tag.clone().into(),
        ids.cloud_instance_id.clone().into(),
    ]
}

fn os(row: &AssetRow) -> Vec<Cell> {
    let Some(os) = &row.os else { return vec![Cell::Empty; 5] };
    vec![
        os.family.name().into(),
        os.name.clone().into(),
        os.version.clone().into(),
        os.arch.clone().into(),
        os.build.clone().into(),
    ]
}

fn security(row: &AssetRow) -> Vec<Cell> {
    let Some(security) = &row.security else { return vec![Cell::Empty; 3] };
    let antivirus = security.antivirus.iter().map(|one| one.name.as_str()).collect::<Vec<_>>().join(", ");
    vec![antivirus.into(), yes_or_no(security.firewall), yes_or_no(security.encryption)]
}

fn contact(row: &AssetRow) -> Vec<Cell> {
    let Some(contact) = &row.contact else { return vec![Cell::Empty; 3] };
    vec![contact.name.as_str().into(), contact.email.clone().into(), contact.phone.clone().into()]
}

fn custom_fields(row: &AssetRow) -> Cell {
    let fields = row.custom_fields.as_ref().filter(|fields| !fields.0.is_empty());
    fields.and_then(|fields| serde_json::to_string(fields).ok()).into()
}

fn yes_or_no(value: Option<bool>) -> Cell {
    value.map(|value| if value { "true" } else { "false" }).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use api::DeviceId;
    use uuid::Uuid;

    #[test]
    fn every_field_has_as_many_cells_as_columns() {
        let empty = AssetRow::of(DeviceId(Uuid::nil()));
        let full = AssetRow {
            identifiers: Some(api::devices::DeviceIdentifiers::default()),
            security: Some(api::device_hardware::DeviceSecurity::default()),
            contact: Some(api::organizations::ContactPerson { name: "Milton".to_owned(), email: None, phone: None }),
            ..empty.clone()
        };
        for row in [&empty, &full] {
            for field in AssetField::ALL {
                assert_eq!(cells_of(*field, row).len(), columns_of(*field).len(), "{}", field.name());
            }
            for list in AssetInclude::ALL {
                assert_eq!(cells_of_list(*list, row).len(), columns_of_list(*list).len(), "{}", list.name());
            }
        }
    }

    #[test]
    fn a_deleted_device_is_mostly_empty() {
        let row = AssetRow { deleted_at: Some(jiff::Timestamp::UNIX_EPOCH), ..AssetRow::of(DeviceId(Uuid::nil())) };
        let cells: Vec<_> = AssetField::ALL.iter().flat_map(|field| cells_of(*field, &row)).collect();
        assert!(cells.iter().all(|cell| *cell == Cell::Empty));
    }
}
