//! All machines of a list, as CSV or NDJSON.

use super::{Wanted, to_wire};
use api::{Scope, cloud_vms::CloudVm};
use kernel::{
    app::App,
    http::{
        Caller, Problem,
        export::{self, Cell},
    },
};
use serde_json::json;
use uuid::Uuid;

impl export::Export for Wanted {
    type Object = CloudVm;
    type Cursor = Uuid;

    const FILE: &'static str = "machines";
    const SCOPE: Scope = Scope::CloudVmsRead;

    fn columns(&self) -> Vec<&'static str> {
        vec![
            "id",
            "provider_id",
            "organization_id",
            "device_id",
            "name",
            "region",
            "size",
            "vcpus",
            "memory_bytes",
            "image",
            "subnet",
            "security_groups",
            "public_ip",
            "ips",
            "labels",
            "status",
            "managed",
            "provider_ref",
            "operation_id",
            "price_monthly",
            "price_currency",
            "drift",
            "launched_at",
            "last_synced_at",
            "created_at",
            "updated_at",
        ]
    }

    async fn page(
        &self,
        app: &App,
        caller: &Caller,
        after: Option<Uuid>,
    ) -> Result<(Vec<CloudVm>, Option<Uuid>), Problem> {
        let db = app.db.tenant(caller).await?;
        let rows = self.rows(&db, after.unwrap_or(Uuid::max()), export::PAGE).await?;
        drop(db); // not held while the client takes what it gets
        let last = rows.last().map(|row| row.id);
        Ok((rows.into_iter().map(to_wire).collect(), last))
    }

    fn cells(&self, vm: CloudVm) -> Vec<Cell> {
        vec![
            vm.id.to_string().into(),
            vm.provider_id.to_string().into(),
            vm.organization_id.map(|id| id.to_string()).into(),
            vm.device_id.map(|id| id.to_string()).into(),
            vm.name.into(),
            vm.region.into(),
            vm.size.name.into(),
            vm.size.vcpus.into(),
            vm.size.memory_bytes.into(),
            vm.image.into(),
            vm.network.subnet.into(),
            vm.network.security_groups.join(" ").into(),
            vm.network.public_ip.into(),
            vm.ips.join(" ").into(),
            Some(vm.labels).filter(|labels| !labels.is_empty()).map(|labels| json!(labels).to_string()).into(),
            vm.status.name().into(),
            (if vm.managed { "true" } else { "false" }).into(),
            vm.provider_ref.into(),
            vm.operation_id.map(|id| id.to_string()).into(),
            vm.price.as_ref().map(|price| price.monthly.clone()).into(),
            vm.price.map(|price| price.currency).into(),
            vm.drift.map(|drift| drift.state.name()).into(),
            vm.launched_at.into(),
            vm.last_synced_at.into(),
            vm.created_at.into(),
            vm.updated_at.into(),
        ]
    }
}
