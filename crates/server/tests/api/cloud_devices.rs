//! A device and a machine of a provider that are the same machine.

use crate::{cloud_stage::Stage, cloud_vms::VMS};
use serde_json::{Value, json};

const DEVICES: &str = "/api/rmm/devices";

impl Stage {
    async fn device(&self, organization: &str, name: &str, identifiers: Value) -> String {
        let new = json!({"name": name, "organization_id": organization, "identifiers": identifiers});
        self.tenant.client.post(DEVICES, new).await.expect(201).id()
    }

    async fn change_device(&self, id: &str, change: Value) {
        self.tenant.client.put(&format!("{DEVICES}?id={id}"), change).await.expect(200);
    }

    async fn move_vm(&self, id: &str, organization: &str) -> Value {
        let change = json!({"organization_id": organization});
        self.tenant.client.put(&format!("{VMS}?id={id}"), change).await.expect(200).body
    }

    async fn device_of(&self, vm: &str) -> Value {
        self.vms(&format!("id={vm}")).await["device_id"].clone()
    }
}

#[tokio::test]
async fn a_machine_is_the_only_device_of_its_customer_with_its_id() {
    let stage = Stage::alone("cloud_devices").await;
    stage.verified("tenant-control").await;
    stage.launch(2).await;
    stage.sync().await;
    let (one, two) = (stage.tenant.organization("One").await, stage.tenant.organization("Two").await);
    let vm = stage.vms("").await["data"][0].clone();
    let (id, instance) = (vm["id"].as_str().unwrap(), vm["provider_ref"].clone());
    let device = stage.device(&one, "web-01", json!({"cloud_instance_id": instance})).await;
    assert_eq!(stage.device_of(id).await, Value::Null, "the machine belongs to no customer");
    assert_eq!(stage.move_vm(id, &one).await["device_id"], json!(device));
    assert_eq!(stage.device_of(id).await, json!(device));
    let found = stage.vms(&format!("device_id={device}")).await;
    assert_eq!((&found["data"][0]["id"], &found["summary"]["total"]), (&vm["id"], &json!(1)));

    let twin = stage.device(&one, "web-02", json!({"cloud_instance_id": instance})).await;
    assert_eq!(stage.device_of(id).await, Value::Null, "nobody knows which of two it is");
    stage.change_device(&twin, json!({"retired": true})).await;
    assert_eq!(stage.device_of(id).await, json!(device));
    stage.change_device(&device, json!({"organization_id": two})).await;
    assert_eq!(stage.device_of(id).await, Value::Null, "it belongs to another customer");
    assert_eq!(stage.move_vm(id, &two).await["device_id"], json!(device));
    stage.change_device(&device, json!({"cloud_instance_id": "i-0123456789abcdef0"})).await;
    assert_eq!(stage.device_of(id).await, Value::Null);
}

#[tokio::test]
async fn a_machine_whose_id_is_a_uuid_is_recognized_by_what_its_firmware_says() {
    let stage = Stage::alone("cloud_devices_uuid").await;
    stage.verified("tenant-control").await;
    stage.launch(1).await;
    stage.sync().await;
    let organization = stage.tenant.organization("One").await;
    let id = stage.vms("").await["data"][0]["id"].as_str().unwrap().to_owned();
    stage.move_vm(&id, &organization).await;
    let uuid = "update cloud_vms set provider_ref = '4c4c4544-0034-3010-8048-b6c04f503732'";
    stage.app.database.root().await.batch_execute(uuid).await.unwrap();
    let swapped = json!({"hardware_uuid": "44454C4C-3400-1030-8048-B6C04F503732"});
    let device = stage.device(&organization, "guest", swapped).await;
    assert_eq!(stage.device_of(&id).await, json!(device));
    stage.app.database.root().await.batch_execute("update cloud_vms set status = 'missing'").await.unwrap();
    assert_eq!(stage.device_of(&id).await, Value::Null, "it is not there any more");
}
