//! Machines on a libvirt host, in libvirt's own driver without machines.

use crate::{cloud_stage::PROVIDERS, cloud_vms::VMS};
use serde_json::{Value, json};
use testkit::{Answer, Database, TestApp, TestTenant};
use virt::{connect::Connect, error::clear_error_callback, storage_pool::StoragePool, storage_vol::StorageVol};

const ENDPOINT: &str = "test:///default";
const SECRET: &str = "hunter2hunter2hunter2";

/// The operator's file, with the hash of the secret.
const FILE: &str = r#"{"as_of": "2026-11-01", "currency": "EUR",
    "sizes": {"small": {"vcpus": 1, "memory_mib": 64, "monthly": "5.00"}},
    "hosts": {"test:///default": {"images": "images", "disks": "disks", "networks": ["default"], "domain_type": "test",
        "secrets_sha256": ["76b8a571c3a0509cfaf9743002a8e90996b1a2a80aae737cae8d35bb7ffcc99f"]}}}"#;

struct Host {
    app: TestApp,
    tenant: TestTenant,
    /// The driver keeps its state while a connection is open.
    _driver: Connect,
}

impl Host {
    async fn start(name: &str) -> Host {
        clear_error_callback();
        let driver = Connect::open(Some(ENDPOINT)).unwrap();
        for pool in ["images", "disks"] {
            let xml = format!("<pool type='dir'><name>{pool}</name><target><path>/{pool}</path></target></pool>");
            // The tests of a process share the driver.
            let _ = StoragePool::create_xml(&driver, &xml, 0);
        }
        let image = "<volume><name>debian.img</name><capacity>1048576</capacity></volume>";
        let _ = StorageVol::create_xml(&StoragePool::lookup_by_name(&driver, "images").unwrap(), image, 0);
        let file = std::env::temp_dir().join(format!("hosts-{}-{name}.json", std::process::id()));
        std::fs::write(&file, FILE).unwrap();
        let port = Database::shared().await.port;
        let database = Database::create(port, name).await.unwrap();
        let settings = database.settings_with(&["--cloud-libvirt-file", file.to_str().unwrap()]);
        let app = TestApp::start_with(database, settings).await;
        let tenant = app.tenant().await;
        Host { app, tenant, _driver: driver }
    }

    async fn provider(&self, change: impl FnOnce(&mut Value)) -> Answer {
        let mut new = json!({"name": "Rack", "kind": "libvirt", "auth_method": "host_secret",
            "config": {"regions": ["rack-4"], "endpoint": ENDPOINT}, "credentials": {"host_secret": SECRET}});
        change(&mut new);
        self.tenant.client.post(PROVIDERS, new).await
    }

    /// Gives all operations turns until none is left.
    async fn work(&self) {
        let root = self.app.database.root().await;
        for _ in 0..20 {
            let due = "update operations set due_at = null, leased_until = null where status in ('pending', 'running')";
            root.batch_execute(due).await.unwrap();
            let turns = cloud::operate_due(&self.app.app).await.unwrap_or_else(|problem| panic!("{}", problem.said()));
            if turns == 0 {
                return;
            }
        }
        panic!("an operation does not end");
    }

    async fn vm(&self, vm: &Value) -> Value {
        self.tenant.client.get(&format!("{VMS}?id={}", vm["id"].as_str().unwrap())).await.expect(200).body
    }
}

#[tokio::test]
async fn a_host_is_opened_by_its_secret_and_named_exactly() {
    let host = Host::start("cloud_libvirt_provider").await;
    let wrong = host.provider(|new| new["credentials"]["host_secret"] = json!("wrongwrongwrongwrong")).await;
    assert_eq!(wrong.problem(), "422 credential_rejected");
    for (pointer, value) in [
        ("/config/endpoint", json!("test:///other")),
        ("/config/endpoint", json!("qemu:///system?command=/bin/sh")),
        ("/config/endpoint", json!("test:///default?x=y")),
        ("/config/regions", json!(["one", "two"])),
        ("/config/account_id", json!("123456789012")),
        ("/auth_method", json!("access_key")),
        ("/kind", json!("aws")),
    ] {
        let (parent, field) = pointer.rsplit_once('/').unwrap();
        let refused = host.provider(|new| new.pointer_mut(parent).unwrap()[field] = value.clone()).await;
        assert_eq!(refused.problem(), "422 invalid_request", "{pointer} {value}");
    }
    let made = host.provider(|_| ()).await.expect(201);
    assert_eq!((&made.body["status"], &made.body["external_id"]), (&json!("verified"), &Value::Null));
    assert!(!made.body.to_string().contains(SECRET));
    let target = format!("{PROVIDERS}?id={}", made.id());
    let config = json!({"config": {"regions": ["rack-5"], "endpoint": ENDPOINT}});
    host.tenant.client.put(&target, config).await.expect(200);
}

#[tokio::test]
async fn a_machine_on_a_host_is_made_stopped_and_deleted() {
    let host = Host::start("cloud_libvirt_machine").await;
    let provider = host.provider(|_| ()).await.expect(201).id();
    let new = json!({"provider_id": provider, "name": "web-01", "size": "small", "image": "images/debian.img",
        "labels": {"env": "<test>"}});
    let vm = host.tenant.client.post(VMS, new.clone()).await.expect(202).body;
    assert_eq!((&vm["region"], &vm["price"]["monthly"]), (&json!("rack-4"), &json!("5.00")));
    host.work().await;
    let made = host.vm(&vm).await;
    assert_eq!((&made["status"], &made["drift"]["state"]), (&json!("running"), &json!("in_sync")), "{made:#}");
    assert_eq!((&made["labels"]["env"], &made["network"]["subnet"]), (&json!("<test>"), &json!("default")));

    let second = host.tenant.client.post(VMS, new).await.expect(202).body;
    host.work().await;
    assert_eq!(host.vm(&second).await["status"], "failed", "the name is taken");

    let target = format!("{VMS}?id={}", vm["id"].as_str().unwrap());
    host.tenant.client.put(&target, json!({"power": "stopped"})).await.expect(202);
    host.work().await;
    assert_eq!(host.vm(&vm).await["status"], "stopped");
    host.tenant.client.delete(&format!("{target}&allow=destroy")).await.expect(202);
    host.work().await;
    assert_eq!(host.vm(&vm).await["status"], "deleted");
}
