//! Simulated machines, as the GLPI Agent would report them, and their environment: a server, a listener for agents, and
//! customers with their enrolments.

use crate::stage::Stage;
use anyhow::{Context, ensure};
use flate2::{Compression, write::ZlibEncoder};
use serde_json::{Value, json};
use std::{io::Write, time::Duration};
use tenant_control::operate::tenants::AdminKey;
use testkit::{Client, ServerProcess};
use uuid::Uuid;

/// A server, and the listener that agents report to.
pub struct Site {
    pub stage: Stage,
    pub server: ServerProcess,
    pub listener: ServerProcess,
}

impl Site {
    /// `options` are PostgreSQL's settings.
    pub async fn set(options: &str) -> anyhow::Result<Site> {
        let stage = Stage::set(options).await?;
        let server = ServerProcess::start(&stage.database, &["--log", "warn"]).await?;
        let listener = ServerProcess::start_listener(&stage.database, &["--log", "warn"]).await?;
        Ok(Site { stage, server, listener })
    }

    /// A new tenant with one customer, whose agents may report this many devices.
    pub async fn customer(&self, label: &str, devices: usize) -> anyhow::Result<Customer> {
        let admin = self.stage.tenant(label).await?;
        Customer::enrol(&admin, label, &self.server, &self.listener, devices).await
    }
}

pub struct Customer {
    pub tenant: Uuid,
    pub client: Client,
    pub organization: String,
    /// The URL for its agents.
    pub url: String,
}

impl Customer {
    /// A customer of this tenant, whose agents may report this many devices to the listener.
    pub async fn enrol(
        admin: &AdminKey,
        label: &str,
        server: &ServerProcess,
        listener: &ServerProcess,
        devices: usize,
    ) -> anyhow::Result<Customer> {
        let client = server.client(&admin.key);
        let organization = client.post("/api/rmm/organizations", json!({"name": label})).await.expect(201).id();
        let new = json!({"name": "Drill", "organization_id": organization, "max_devices": devices});
        let enrolment = client.post("/api/rmm/enrolments", new).await.expect(201);
        let token = enrolment.body["token"].as_str().context("a token")?.to_owned();
        Ok(Customer { tenant: admin.tenant.0, client, organization, url: format!("{}/{token}", listener.base) })
    }

    /// All rows of the report, at most a page.
    pub async fn rows(&self, query: &str) -> Vec<Value> {
        let target = format!("/api/rmm/reports/asset-inventory?limit=200&{query}");
        let answer = self.client.get(&target).await.expect(200);
        answer.body["data"].as_array().cloned().unwrap_or_default()
    }

    pub async fn count(&self, query: &str) -> i64 {
        let target = format!("/api/rmm/reports/asset-inventory?limit=1&{query}");
        self.client.get(&target).await.expect(200).body["report"]["row_count"].as_i64().unwrap_or(-1)
    }
}

/// Sends messages as agents do.
#[derive(Clone)]
pub struct Reporter {
    http: reqwest::Client,
}

impl Reporter {
    pub fn new() -> anyhow::Result<Reporter> {
        let http = reqwest::Client::builder().no_proxy().timeout(Duration::from_secs(60)).build()?;
        Ok(Reporter { http })
    }

    /// Sends a compressed body. Returns the response of the listener.
    pub async fn send(&self, url: &str, agent: &str, body: Vec<u8>) -> anyhow::Result<Value> {
        let request = self.http.post(url).header("GLPI-Agent-ID", agent);
        let answer = request.header("content-type", "application/x-compress-zlib").body(body).send().await?;
        let status = answer.status();
        let text = answer.text().await?;
        ensure!(status.is_success(), "{status}: {text}");
        serde_json::from_str(&text).with_context(|| format!("not JSON: {text}"))
    }

    /// Sends an inventory until it is accepted: a busy listener asks the agent to retry later.
    pub async fn report(&self, url: &str, machine: &Machine, inventory: &Value) -> anyhow::Result<()> {
        self.report_body(url, &machine.agent, compressed(inventory)?).await.map(drop)
    }

    /// Sends a body until it is accepted. Returns the number of retries.
    pub async fn report_body(&self, url: &str, agent: &str, body: Vec<u8>) -> anyhow::Result<usize> {
        for postponed in 0..2_000 {
            let answer = self.send(url, agent, body.clone()).await?;
            match answer["status"].as_str() {
                Some("ok") => return Ok(postponed),
                Some("pending") => tokio::time::sleep(Duration::from_millis(20)).await,
                _ => anyhow::bail!("{answer}"),
            }
        }
        anyhow::bail!("an inventory is never accepted")
    }
}

pub fn compressed(value: &Value) -> anyhow::Result<Vec<u8>> {
    let mut encoder = ZlibEncoder::new(vec![], Compression::fast());
    serde_json::to_writer(&mut encoder, value)?;
    encoder.flush()?;
    Ok(encoder.finish()?)
}

/// A machine with its hardware and programs. Drills vary its fields.
#[derive(Debug, Clone)]
pub struct Machine {
    /// The agent's own id, as a header of each message.
    pub agent: String,
    /// `deviceid` of each message: the name and the time of the agent's first run.
    pub device_id: String,
    pub name: String,
    pub uuid: String,
    pub serial: String,
    pub manufacturer: String,
    pub macs: Vec<String>,
    pub chassis: String,
    pub vmsystem: String,
    pub kernel: String,
    /// Changes with every report: free space, times, the order of lists.
    pub run: usize,
    pub software: Vec<(String, String)>,
}

/// The number of programs of a machine, and of all known programs.
const PROGRAMS: usize = 300;
const KNOWN_PROGRAMS: usize = 3_000;

impl Machine {
    pub fn new(number: usize) -> Machine {
        let n = number as u64;
        // Programs are spread so that machines share most of them and differ in some.
        let software = (0..PROGRAMS).map(|at| {
            let title = if at < 200 { at } else { 200 + (number * 31 + at * 17) % (KNOWN_PROGRAMS - 200) };
            (format!("package-{title:04}"), format!("{}.{}.{}", 1 + title % 9, title % 20, at % 3))
        });
        let mut software: Vec<_> = software.collect();
        software.sort();
        software.dedup_by(|one, other| one.0 == other.0);
        Machine {
            agent: Uuid::from_u64_pair(0x5ca1_ab1e_0000_4000 + (n >> 32), 0x8000_0000_0000_0000 + n).to_string(),
            device_id: format!("ws-{number:05}-2026-01-01-08-00-00"),
            name: format!("ws-{number:05}"),
            uuid: Uuid::from_u64_pair(0x4c4c_4544_0034_4010, 0x8048_b6c0_0000_0000 + n).to_string(),
            serial: format!("SN{number:07}"),
            manufacturer: "Dell Inc.".to_owned(),
            macs: vec![format!("00:1b:21:{:02x}:{:02x}:{:02x}", (n >> 16) & 255, (n >> 8) & 255, n & 255)],
            chassis: "Laptop".to_owned(),
            vmsystem: "Physical".to_owned(),
            kernel: "6.1.0-30-amd64".to_owned(),
            run: 0,
            software,
        }
    }

    /// The machine with another version of some programs, and another kernel.
    pub fn updated(&self) -> Machine {
        let mut machine = self.clone();
        machine.software.iter_mut().step_by(100).for_each(|(_, version)| version.push_str("-u1"));
        machine.kernel = format!("{}-u1", self.kernel);
        machine.run += 1;
        machine
    }

    /// The machine some time later, without a relevant change.
    pub fn later(&self) -> Machine {
        Machine { run: self.run + 1, ..self.clone() }
    }

    pub fn full(&self) -> Value {
        let mut software = self.software.clone();
        let half = (self.run * 37) % software.len().max(1);
        software.rotate_left(half);
        let software: Vec<_> = software
            .into_iter()
            .map(|(name, version)| json!({"name": name, "version": version, "publisher": "Debian", "arch": "amd64", "from": "deb"}))
            .collect();
        let mut message = self.message();
        let content = &mut message["content"];
        content["cpus"] = json!([{"name": "Intel(R) Core(TM) i7-1365U", "manufacturer": "Intel", "core": 10, "thread": 12, "speed": 1800}]);
        content["operatingsystem"] = self.os();
        content["drives"] = self.drives();
        content["storages"] = json!([{"name": "nvme0n1", "model": "Disk 512", "serialnumber": format!("D{}", self.serial), "interface": "NVME", "disksize": 512_110}]);
        content["networks"] = self.macs.iter().enumerate().map(|(at, mac)| {
            json!({"description": format!("eth{at}"), "mac": mac, "ipaddress": "10.0.0.7", "status": "up", "type": "ethernet", "virtualdev": false})
        }).collect();
        content["softwares"] = Value::Array(software);
        content["envs"] = json!([{"key": "PATH", "val": "/usr/bin"}]);
        content["processes"] = json!([{"cmd": "/sbin/init", "pid": 1, "user": "root"}]);
        message
    }

    /// The usual message of an agent: the changed sections, here only free space.
    pub fn partial(&self) -> Value {
        let mut message = self.message();
        message["partial"] = json!(true);
        message["content"]["drives"] = self.drives();
        message
    }

    /// A partial inventory that contains a change.
    pub fn partial_with_news(&self) -> Value {
        let mut message = self.partial();
        message["content"]["operatingsystem"] = self.os();
        message
    }

    /// The sections that every inventory has.
    fn message(&self) -> Value {
        json!({
            "action": "inventory", "deviceid": self.device_id, "itemtype": "Computer", "tag": "drill",
            "content": {
                "versionclient": "GLPI-Agent_v1.15",
                "hardware": {"name": self.name, "uuid": self.uuid, "memory": 16_000, "chassis_type": self.chassis,
                    "vmsystem": self.vmsystem, "lastloggeduser": "milton", "datelastloggeduser": format!("run {}", self.run)},
                "bios": {"ssn": self.serial, "smanufacturer": self.manufacturer, "smodel": "Latitude 5440",
                    "bversion": "1.4.3"},
            },
        })
    }

    fn os(&self) -> Value {
        json!({"name": "Debian", "full_name": "Debian GNU/Linux 12 (bookworm)", "version": "12", "arch": "x86_64",
            "kernel_name": "linux", "kernel_version": self.kernel, "fqdn": format!("{}.example", self.name),
            "boot_time": format!("2026-11-{:02} 08:00:00", 1 + self.run % 15)})
    }

    fn drives(&self) -> Value {
        let free = 100_000 + (self.run * 7_919) % 50_000;
        json!([
            {"type": "/", "volumn": "/dev/nvme0n1p2", "filesystem": "ext4", "total": 480_000, "free": free},
            {"type": "/boot", "volumn": "/dev/nvme0n1p1", "filesystem": "ext4", "total": 500, "free": 300 - self.run % 7},
        ])
    }
}
