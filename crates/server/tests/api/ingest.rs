//! The listener for agents: both protocols, comparison, and storage.

use serde_json::{Value, json};
use testkit::{Agents, TestApp, TestTenant, zlib};

const DEVICES: &str = "/api/rmm/devices";

struct Scene {
    app: TestApp,
    tenant: TestTenant,
    agents: Agents,
    token: String,
}

async fn scene() -> Scene {
    let app = TestApp::start().await;
    let (tenant, agents) = (app.tenant().await, app.agents());
    let token = tenant.enrolment(&tenant.organization("Initech").await).await;
    Scene { app, tenant, agents, token }
}

impl Scene {
    async fn device(&self) -> Value {
        let list = self.tenant.client.get(DEVICES).await.expect(200);
        assert_eq!(list.body["data"].as_array().unwrap().len(), 1, "{:#}", list.body);
        list.body["data"][0].clone()
    }

    async fn history(&self) -> Vec<Value> {
        let id = self.device().await["id"].as_str().unwrap().to_owned();
        let list = self.tenant.client.get(&format!("{DEVICES}/history?device_id={id}&limit=200")).await.expect(200);
        list.body["data"].as_array().unwrap().clone()
    }

    async fn events(&self) -> Vec<String> {
        let list = self.tenant.client.get("/api/events?limit=200").await.expect(200);
        let kinds =
            list.body["data"].as_array().unwrap().iter().map(|event| event["type"].as_str().unwrap().to_owned());
        kinds.filter(|kind| kind.starts_with("device.")).collect()
    }
}

fn laptop() -> Value {
    json!({
        "versionclient": "GLPI-Agent_v1.15",
        "hardware": {"name": "xps", "uuid": "4c4c4544-0034-3010-8048-b6c04f503732", "memory": 7800,
            "chassis_type": "Laptop", "vmsystem": "Physical", "lastloggeduser": "milton"},
        "bios": {"ssn": "640HP72", "smanufacturer": "Dell Inc.", "smodel": "XPS 13"},
        "operatingsystem": {"full_name": "Debian GNU/Linux 12", "kernel_name": "linux", "version": "12",
            "boot_time": "2026-11-15 09:00:00"},
        "cpus": [{"name": "i5", "core": 2, "thread": 4}],
        "storages": [{"name": "nvme0n1", "disksize": 256060, "serial": "S29"}],
        "drives": [{"type": "/", "total": 40000, "free": 1000}, {"type": "/var", "total": 20000, "free": 500}],
        "networks": [{"description": "wlan0", "mac": "44:85:00:2b:90:bc", "ipaddress": "192.168.1.142"}],
        "softwares": [{"name": "bash", "version": "5.2"}, {"name": "curl", "version": "8.0", "publisher": "Debian"}],
    })
}

#[tokio::test]
async fn a_glpi_agent_is_welcomed_in_xml_and_goes_on_in_json() {
    let scene = scene().await;
    let (agents, token) = (&scene.agents, &scene.token);
    let prolog = "<?xml version=\"1.0\"?><REQUEST><DEVICEID>xps-1</DEVICEID><QUERY>PROLOG</QUERY></REQUEST>";
    let id = [("glpi-agent-id", "8c2f1a52-7a3c-4b1e-9d7a-6f5e4d3c2b1a")];
    let welcome = agents.send(token, zlib(prolog.as_bytes()), &id).await;
    assert_eq!((welcome.status.as_u16(), welcome.json()), (200, json!({"status": "pending"})));

    let contact =
        json!({"action": "contact", "deviceid": "xps-1", "name": "GLPI-Agent", "installed-tasks": ["inventory"]});
    let answer = agents.json(token, &contact).await.json();
    assert_eq!((&answer["status"], &answer["expiration"]), (&json!("ok"), &json!("24h")));
    let left_out = answer["tasks"]["inventory"]["no-category"].as_str().unwrap();
    assert!(left_out.contains("environment") && left_out.contains("process"));

    agents.report(token, "xps-1", &laptop()).await;
    let device = scene.device().await;
    assert_eq!((&device["type"], &device["status"]), (&json!("laptop"), &json!("online")));
    assert_eq!((&device["version"], &device["software_count"]), (&json!(1), &json!(2)));
    assert_eq!(device["sources"][0]["agent"], "glpi");
    assert_eq!(device["volumes"][0]["free_bytes"], 1000 * 1024 * 1024_i64);
    assert_eq!(device["last_user"], "milton");
    assert_eq!(scene.events().await, ["device.discovered"]);
}

#[tokio::test]
async fn a_fusioninventory_agent_speaks_xml() {
    let scene = scene().await;
    let prolog = "<REQUEST><DEVICEID>srv-01-2026</DEVICEID><QUERY>PROLOG</QUERY><TOKEN>12345678</TOKEN></REQUEST>";
    let answer = scene.agents.xml(&scene.token, prolog).await;
    assert!(answer.text.contains("<RESPONSE>SEND</RESPONSE>") && answer.text.contains("<PROLOG_FREQ>24</PROLOG_FREQ>"));
    let inventory = "<REQUEST><CONTENT>
        <ACCOUNTINFO><KEYNAME>TAG</KEYNAME><KEYVALUE>T</KEYVALUE></ACCOUNTINFO>
        <HARDWARE><NAME>srv-01</NAME><VMSYSTEM>Physical</VMSYSTEM><MEMORY>64000</MEMORY><CHASSIS_TYPE>Rack Mount Chassis</CHASSIS_TYPE></HARDWARE>
        <BIOS><SSN>ABC1234</SSN><SMANUFACTURER>HP</SMANUFACTURER></BIOS>
        <NETWORKS><DESCRIPTION>eth0</DESCRIPTION><MACADDR>00:1b:21:3c:9d:f8</MACADDR><IPADDRESS>10.0.0.7</IPADDRESS></NETWORKS>
        <SOFTWARES><NAME>bash</NAME><VERSION>5.2</VERSION></SOFTWARES><SOFTWARES><NAME>curl</NAME></SOFTWARES>
        <ENVS><KEY>AWS_SECRET_ACCESS_KEY</KEY><VAL>planted-secret</VAL></ENVS>
        <PROCESSES><CMD>mysql -p planted-secret</CMD></PROCESSES>
        <VERSIONCLIENT>FusionInventory-Agent_v2.6</VERSIONCLIENT>
        </CONTENT><DEVICEID>srv-01-2026</DEVICEID><QUERY>INVENTORY</QUERY></REQUEST>";
    let answer = scene.agents.xml(&scene.token, inventory).await;
    assert_eq!((answer.status.as_u16(), answer.text.contains("<REPLY>")), (200, true));
    let device = scene.device().await;
    assert_eq!((&device["hostname"], &device["type"]), (&json!("srv-01"), &json!("server")));
    assert_eq!((&device["sources"][0]["agent"], &device["software_count"]), (&json!("fusioninventory"), &json!(2)));
    // It arrives again, with a query after the token.
    let target = format!("{}/front/inventory.php", scene.token);
    assert_eq!(scene.agents.xml(&target, inventory).await.status, 200);
    assert_eq!(scene.history().await.len(), 1);
}

#[tokio::test]
async fn a_report_that_brings_nothing_new_leaves_no_trace_but_when_it_came() {
    let scene = scene().await;
    scene.agents.report(&scene.token, "xps-1", &laptop()).await;
    let before = scene.device().await;
    let mut again = laptop();
    again["drives"] =
        json!([{"type": "/var", "total": 20000, "free": 400}, {"type": "/", "total": 40000, "free": 900}]);
    again["operatingsystem"]["boot_time"] = json!("2026-11-16 09:00:00");
    again["softwares"] =
        json!([{"name": "curl", "version": "8.0", "publisher": "Debian"}, {"name": "bash", "version": "5.2"}]);
    scene.agents.report(&scene.token, "xps-1", &again).await;
    let after = scene.device().await;
    assert_eq!((&after["version"], &after["updated_at"]), (&before["version"], &before["updated_at"]));
    assert_eq!(after["volumes"][0]["free_bytes"], 900 * 1024 * 1024_i64);
    assert_eq!(after["booted_at"], "2026-11-16T09:00:00Z");
    assert!(after["last_seen_at"].as_str() > before["last_seen_at"].as_str());
    assert_eq!(scene.history().await.len(), 1);
    assert_eq!(scene.events().await, ["device.discovered"]);
    // Nor do addresses that privacy extensions change, although they are shown.
    again["networks"][0]["ipaddress6"] = json!("2001:db8::77");
    scene.agents.report(&scene.token, "xps-1", &again).await;
    assert_eq!(scene.device().await["networks"][0]["addresses"], json!(["192.168.1.142", "2001:db8::77"]));
    assert_eq!(scene.history().await.len(), 1);
}

#[tokio::test]
async fn a_partial_inventory_replaces_its_sections_and_leaves_the_others() {
    let scene = scene().await;
    scene.agents.report(&scene.token, "xps-1", &laptop()).await;
    let mut part =
        json!({"hardware": laptop()["hardware"], "bios": laptop()["bios"], "versionclient": "GLPI-Agent_v1.15"});
    part["hardware"].as_object_mut().unwrap().remove("lastloggeduser");
    for _ in 0..14 {
        scene.agents.report_part(&scene.token, "xps-1", &part).await;
    }
    scene.agents.report(&scene.token, "xps-1", &laptop()).await;
    assert_eq!(scene.history().await.len(), 1, "fourteen partial ones and a full one bring nothing new");

    part["cpus"] = json!([{"name": "i7", "core": 4, "thread": 8}]);
    part["softwares"] =
        json!([{"name": "bash", "version": "5.3"}, {"name": "curl", "version": "8.0", "publisher": "Debian"}]);
    scene.agents.report_part(&scene.token, "xps-1", &part).await;
    let device = scene.device().await;
    assert_eq!((&device["cpu"]["model"], &device["last_user"]), (&json!("i7"), &json!("milton")));
    assert_eq!((device["disks"].as_array().unwrap().len(), &device["version"]), (1, &json!(2)));
    let history = scene.history().await;
    let changes = history[0]["changes"].as_array().unwrap();
    let software: Vec<_> = changes.iter().filter(|change| change["field"] == "software").collect();
    assert_eq!((&software[0]["from"]["version"], &software[1]["to"]["version"]), (&json!("5.2"), &json!("5.3")));
    assert!(changes.iter().any(|change| change["field"] == "cpu.model"));
    let event = scene.tenant.client.get("/api/events?type=device.updated").await.expect(200);
    let mut previous: Vec<_> = event.body["data"][0]["data"]["previous"].as_object().unwrap().keys().cloned().collect();
    previous.sort_unstable();
    assert_eq!(previous, ["cpu"]);

    // In a full inventory, an absent section was removed.
    let mut less = laptop();
    for section in ["storages", "softwares"] {
        less.as_object_mut().unwrap().remove(section);
    }
    less["hardware"].as_object_mut().unwrap().remove("lastloggeduser");
    scene.agents.report(&scene.token, "xps-1", &less).await;
    let device = scene.device().await;
    assert_eq!(
        (&device["disks"], &device["software_count"], &device["last_user"]),
        (&json!([]), &json!(0), &json!(null))
    );
}

#[tokio::test]
async fn what_is_nobodys_business_is_nowhere_in_the_database() {
    let scene = scene().await;
    let mut content = laptop();
    content["envs"] = json!([{"key": "TOKEN", "val": "planted-7f3a"}]);
    content["processes"] = json!([{"cmd": "mysql -pplanted-7f3a"}]);
    content["hardware"]["winprodkey"] = json!("planted-7f3a");
    content["licenseinfos"] = json!([{"key": "planted-7f3a"}]);
    content["operatingsystem"]["ssh_key"] = json!("ssh-rsa planted-7f3a");
    content["networks"][0]["wifi_ssid"] = json!("planted-7f3a");
    content["remote_mgmt"] = json!([{"id": "planted-7f3a", "type": "teamviewer"}]);
    content["versionprovider"] = json!({"perl_args": "planted-7f3a"});
    content["softwares"][0]["userid"] = json!("planted-7f3a");
    scene.agents.report(&scene.token, "xps-1", &content).await;
    let root = scene.app.database.root().await;
    let tables = root
        .query("select relname::text from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'", &[])
        .await
        .unwrap();
    for table in tables {
        let table: &str = table.get(0);
        let found = format!("select count(*) from {table} as row where row::text like '%planted-7f3a%'");
        assert_eq!(root.query_one(&found, &[]).await.unwrap().get::<_, i64>(0), 0, "{table}");
    }
    let events =
        root.query_one("select count(*) from events where data::text like '%planted-7f3a%'", &[]).await.unwrap();
    assert_eq!(events.get::<_, i64>(0), 0);
}

#[tokio::test]
async fn whoever_was_told_to_wait_goes_on_with_a_contact_and_sends_an_inventory_again() {
    let scene = scene().await;
    let contact = scene.agents.get(&scene.token, &[("glpi-request-id", "C0417AC7")]).await;
    assert_eq!((contact.status.as_u16(), &contact.json()["status"]), (200, &json!("ok")));
    let inventory = scene.agents.get(&scene.token, &[("glpi-request-id", "14BE7083")]).await;
    assert_eq!((inventory.status.as_u16(), &inventory.json()["status"]), (200, &json!("error")));
    assert_eq!(scene.agents.get("no-token", &[]).await.status, 403);
}

#[tokio::test]
async fn an_unchanged_report_writes_a_small_part_of_what_a_changed_one_writes() {
    let scene = scene().await;
    let root = scene.app.database.root().await;
    let mut content = laptop();
    content["softwares"] = (0..300).map(|i| json!({"name": format!("package-{i}"), "version": "1"})).collect();
    scene.agents.report(&scene.token, "xps-1", &content).await;
    let written = async || -> i64 {
        let end = "select (pg_current_wal_insert_lsn() - '0/0')::bigint";
        root.query_one(end, &[]).await.unwrap().get(0)
    };
    // Other tests write to the same server, so the minimum of several is the cost of one.
    let least = async |change: bool| {
        let mut least = i64::MAX;
        for round in 0..25 {
            let mut content = content.clone();
            if change {
                content["softwares"][round]["version"] = json!(format!("2.{round}"));
            }
            let before = written().await;
            scene.agents.report(&scene.token, "xps-1", &content).await;
            least = least.min(written().await - before);
        }
        least
    };
    let (unchanged, changed) = (least(false).await, least(true).await);
    assert!(unchanged * 10 <= changed, "unchanged {unchanged} bytes, changed {changed} bytes");
}
