//! Operations of the tag `devices`. Generated from openapi.json by `scripts/gen`; do not edit.

use crate::{Client, Error, Request, request::segment};

/// Parameters of [`Client::list_devices`].
#[derive(Clone, Debug, Default)]
pub struct ListDevices {
    /// Filters by organization.
    pub organization_id: Option<api::ids::OrganizationId>,
    /// Filters by name, regardless of case.
    pub name: Option<String>,
    /// Filters by tag.
    pub tag: Option<String>,
    /// Filters by serial number, regardless of case.
    pub serial: Option<String>,
    /// Filters by hardware UUID, regardless of case and byte order.
    pub hardware_uuid: Option<String>,
    /// Filters by MAC address.
    pub mac: Option<String>,
    /// `true` filters for devices with an identity conflict. `false` is not supported.
    pub identity_conflict: Option<bool>,
    /// Filters for devices with a reference to this system. Requires `external_id`.
    pub external_system: Option<String>,
    /// Filters by the id in `external_system`.
    pub external_id: Option<String>,
    /// Maximum number of objects on a page.
    pub limit: Option<i64>,
    /// `next_cursor` of the previous page, with the same filters.
    pub cursor: Option<String>,
}

/// Parameters of [`Client::create_device`].
#[derive(Clone, Debug, Default)]
pub struct CreateDevice {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the
    /// first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`).
    pub idempotency_key: Option<String>,
}

/// Parameters of [`Client::list_device_history`].
#[derive(Clone, Debug, Default)]
pub struct ListDeviceHistory {
    /// Maximum number of objects on a page.
    pub limit: Option<i64>,
    /// `next_cursor` of the previous page, with the same filters.
    pub cursor: Option<String>,
}

/// Parameters of [`Client::delete_device`].
#[derive(Clone, Debug, Default)]
pub struct DeleteDevice {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Expected version: the `ETag` of the object as you read it. If the object has another version, the request
    /// fails with 412, with the current object as `current`.
    pub if_match: Option<String>,
}

/// Parameters of [`Client::update_device`].
#[derive(Clone, Debug, Default)]
pub struct UpdateDevice {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the
    /// first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`).
    pub idempotency_key: Option<String>,
    /// Expected version: the `ETag` of the object as you read it. If the object has another version, the request
    /// fails with 412, with the current object as `current`.
    pub if_match: Option<String>,
}

impl Client {
    /// List devices
    ///
    /// Returns all devices that the caller can read, newest first. One of the other filters can be combined with
    /// `organization_id`.
    pub async fn list_devices(&self, params: ListDevices) -> Result<api::Page<api::devices::Device>, Error> {
        let ListDevices {
            organization_id,
            name,
            tag,
            serial,
            hardware_uuid,
            mac,
            identity_conflict,
            external_system,
            external_id,
            limit,
            cursor,
        } = params;
        let request = Request::get("/api/rmm/devices")
            .optional("organization_id", organization_id)
            .optional("name", name)
            .optional("tag", tag)
            .optional("serial", serial)
            .optional("hardware_uuid", hardware_uuid)
            .optional("mac", mac)
            .optional("identity_conflict", identity_conflict)
            .optional("external_system", external_system)
            .optional("external_id", external_id)
            .optional("limit", limit)
            .optional("cursor", cursor);
        self.send(request).await?.json()
    }

    /// Create a device
    ///
    /// Use it for equipment without an agent. Devices with an agent are created by their first report.
    pub async fn create_device(
        &self,
        body: &api::devices::NewDevice,
        params: CreateDevice,
    ) -> Result<api::devices::Device, Error> {
        let CreateDevice { dry_run, idempotency_key } = params;
        let request = Request::post("/api/rmm/devices")
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }

    /// Read the history of a device
    ///
    /// Returns the changes of the device, newest first: those that its agent reported and those that people made.
    /// Entries are kept for 400 days.
    pub async fn list_device_history(
        &self,
        device_id: api::ids::DeviceId,
        params: ListDeviceHistory,
    ) -> Result<api::Page<api::device_lists::DeviceHistoryEntry>, Error> {
        let ListDeviceHistory { limit, cursor } = params;
        let request = Request::get("/api/rmm/devices/history")
            .query("device_id", device_id)
            .optional("limit", limit)
            .optional("cursor", cursor);
        self.send(request).await?.json()
    }

    /// Delete a device
    ///
    /// The history of the device is deleted as well. If its agent still reports, a new device is created. Reports
    /// with `updated_since` contain the deletion for 90 days.
    pub async fn delete_device(&self, id: api::ids::DeviceId, params: DeleteDevice) -> Result<(), Error> {
        let DeleteDevice { dry_run, if_match } = params;
        let request = Request::delete(format!("/api/rmm/devices/{}", segment(&id)))
            .optional("dry_run", dry_run)
            .text_header("if-match", if_match.as_deref())?;
        self.send(request).await?;
        Ok(())
    }

    /// Get one device by its id
    pub async fn get_device(&self, id: api::ids::DeviceId) -> Result<api::devices::Device, Error> {
        let request = Request::get(format!("/api/rmm/devices/{}", segment(&id)));
        self.send(request).await?.json()
    }

    /// Change a device
    ///
    /// Fields that are absent are not changed; `null` clears a field. Fields that the agent reports cannot be
    /// changed.
    pub async fn update_device(
        &self,
        id: api::ids::DeviceId,
        body: &api::devices::DeviceChange,
        params: UpdateDevice,
    ) -> Result<api::devices::Device, Error> {
        let UpdateDevice { dry_run, idempotency_key, if_match } = params;
        let request = Request::put(format!("/api/rmm/devices/{}", segment(&id)))
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .text_header("if-match", if_match.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }
}
