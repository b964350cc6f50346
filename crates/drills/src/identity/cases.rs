//! The cases of the table in `docs/inventory.md`: the reports of machines, and the devices that must exist afterwards.

use crate::machines::{Customer, Machine, Reporter};
use anyhow::ensure;
use futures::future::LocalBoxFuture;
use serde_json::{Value, json};

pub struct Case {
    /// The name of its tenant.
    pub label: &'static str,
    pub about: &'static str,
    pub run: for<'a> fn(&'a Customer, &'a Reporter) -> LocalBoxFuture<'a, anyhow::Result<()>>,
}

macro_rules! cases {
    ($($label:literal $about:literal $run:ident),* $(,)?) => {
        pub const ALL: &[Case] = &[$(Case {
            label: $label,
            about: $about,
            run: |customer, reporter| Box::pin($run(customer, reporter)),
        }),*];
    };
}

cases! {
    "recased" "a UUID in another case or byte order is the same" recased,
    "containers" "containers with their host's serial number are in no conflict" containers,
    "junk" "unset identifiers are no conflict" junk,
    "reimaged" "a re-imaged machine is a new device, linked to the old one" reimaged,
    "renamed" "a renamed machine stays the same device" renamed,
    "moved-disk" "a disk that was moved to other hardware keeps its device" moved_disk,
    "mainboard" "a machine with a new mainboard stays the same device" mainboard,
    "cloned-agent" "a machine that was cloned together with its agent becomes two devices" cloned_agent,
    "two-customers" "the same hardware at two customers is not shown to either" two_customers,
    "retired" "a retired device is in no conflict, and stays retired when it reports" retired,
    "makers" "a serial number of another manufacturer is another one" makers,
    "shared-mac" "machines with the same MAC address are linked and in no conflict" shared_mac,
    "other-customer" "a device that was moved to another customer keeps its agent" other_customer,
    "same-id" "the same agent id at another customer is another device" same_id,
    "deleted" "a deleted device that reports is a new one" deleted,
}

async fn report(customer: &Customer, reporter: &Reporter, machine: &Machine) -> anyhow::Result<()> {
    reporter.report(&customer.url, machine, &machine.full()).await
}

/// The number of devices, and the number of those in conflict.
async fn counts(customer: &Customer) -> (i64, i64) {
    (customer.count("").await, customer.count("identity_conflict=true").await)
}

async fn expect(customer: &Customer, devices: i64, conflicts: i64) -> anyhow::Result<()> {
    let found = counts(customer).await;
    ensure!(found == (devices, conflicts), "{found:?} devices and conflicts, not {:?}", (devices, conflicts));
    Ok(())
}

/// The kinds of the entries of a device's history, the oldest first.
async fn history(customer: &Customer, device: &Value) -> Vec<String> {
    let id = device["id"].as_str().unwrap_or_default();
    let answer = customer.client.get(&format!("/api/rmm/devices/history?device_id={id}")).await.expect(200);
    let entries = answer.body["data"].as_array().cloned().unwrap_or_default();
    entries.iter().rev().map(|entry| entry["kind"].as_str().unwrap_or_default().to_owned()).collect()
}

/// The UUID as reported by a system that swaps the bytes of the first three groups.
fn swapped(uuid: &str) -> String {
    let bytes = |text: &str| (0..text.len() / 2).map(|i| text[i * 2..i * 2 + 2].to_owned()).collect::<Vec<_>>();
    let groups: Vec<&str> = uuid.split('-').collect();
    let reversed = groups[..3].iter().map(|group| bytes(group).into_iter().rev().collect::<String>());
    reversed.chain(groups[3..].iter().map(|group| (*group).to_owned())).collect::<Vec<_>>().join("-")
}

async fn recased(customer: &Customer, reporter: &Reporter) -> anyhow::Result<()> {
    let machine = Machine::new(1);
    report(customer, reporter, &machine).await?;
    let before = history(customer, &customer.rows("").await[0]).await;
    report(customer, reporter, &Machine { uuid: machine.uuid.to_uppercase(), ..machine.later() }).await?;
    report(customer, reporter, &Machine { uuid: swapped(&machine.uuid), ..machine.later() }).await?;
    expect(customer, 1, 0).await?;
    let after = history(customer, &customer.rows("").await[0]).await;
    ensure!(before == after, "another form of the UUID is a change: {after:?}");
    let clone = Machine { uuid: swapped(&machine.uuid.to_uppercase()), serial: String::new(), ..Machine::new(2) };
    report(customer, reporter, &clone).await?;
    expect(customer, 2, 2).await
}

async fn containers(customer: &Customer, reporter: &Reporter) -> anyhow::Result<()> {
    let host = Machine::new(1);
    report(customer, reporter, &host).await?;
    for (number, system) in [(2, "Docker"), (3, "lxc"), (4, "systemd-nspawn")] {
        let container = Machine {
            uuid: host.uuid.clone(),
            serial: host.serial.clone(),
            vmsystem: system.to_owned(),
            macs: vec!["02:42:ac:11:00:02".to_owned()],
            ..Machine::new(number)
        };
        report(customer, reporter, &container).await?;
    }
    expect(customer, 4, 0).await
}

async fn junk(customer: &Customer, reporter: &Reporter) -> anyhow::Result<()> {
    let unset = [
        ("To Be Filled By O.E.M.", "00000000-0000-0000-0000-000000000000", "00:00:00:00:00:00"),
        ("Default string", "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF", "00:50:56:C0:00:08"),
        ("System Serial Number", "03000200-0400-0500-0006-000700080009", "0A:00:27:00:00:00"),
        ("0123456789", "", "02:42:ac:11:00:02"),
    ];
    for number in 0..8 {
        let (serial, uuid, mac) = unset[number % unset.len()];
        let machine = Machine {
            serial: serial.to_owned(),
            uuid: uuid.to_owned(),
            macs: vec![mac.to_owned()],
            ..Machine::new(number)
        };
        report(customer, reporter, &machine).await?;
    }
    expect(customer, 8, 0).await
}

async fn reimaged(customer: &Customer, reporter: &Reporter) -> anyhow::Result<()> {
    let before = Machine::new(1);
    report(customer, reporter, &before).await?;
    let old = customer.rows("").await[0]["id"].clone();
    let after = Machine { uuid: before.uuid.clone(), serial: before.serial.clone(), ..Machine::new(2) };
    report(customer, reporter, &after).await?;
    expect(customer, 2, 2).await?;
    let devices = customer.client.get("/api/rmm/devices?name=ws-00002").await.expect(200);
    ensure!(
        devices.body["data"][0]["identity"]["same_hardware"] == json!([old]),
        "the new device does not name the old one"
    );
    Ok(())
}

async fn renamed(customer: &Customer, reporter: &Reporter) -> anyhow::Result<()> {
    let machine = Machine::new(1);
    report(customer, reporter, &machine).await?;
    let before = customer.rows("").await[0].clone();
    report(customer, reporter, &Machine { name: "renamed".to_owned(), ..machine.later() }).await?;
    expect(customer, 1, 0).await?;
    let after = customer.rows("").await[0].clone();
    ensure!(after["id"] == before["id"] && after["name"] == "renamed", "{after}");
    let history = history(customer, &after).await;
    ensure!(history == ["discovered", "changed"], "{history:?}");
    Ok(())
}

async fn moved_disk(customer: &Customer, reporter: &Reporter) -> anyhow::Result<()> {
    let machine = Machine::new(1);
    report(customer, reporter, &machine).await?;
    let before = customer.rows("").await[0]["id"].clone();
    let other = Machine::new(2);
    let moved = Machine { uuid: other.uuid, serial: other.serial.clone(), macs: other.macs, ..machine.later() };
    report(customer, reporter, &moved).await?;
    report(customer, reporter, &moved.later()).await?;
    expect(customer, 1, 0).await?;
    let after = customer.rows("").await[0].clone();
    ensure!(after["id"] == before && after["identifiers"]["serial"] == json!(other.serial), "{after}");
    Ok(())
}

async fn mainboard(customer: &Customer, reporter: &Reporter) -> anyhow::Result<()> {
    let machine = Machine::new(1);
    report(customer, reporter, &machine).await?;
    let board = Machine { uuid: Machine::new(2).uuid, ..machine.later() };
    report(customer, reporter, &board).await?;
    report(customer, reporter, &board.later()).await?;
    expect(customer, 1, 0).await
}

async fn cloned_agent(customer: &Customer, reporter: &Reporter) -> anyhow::Result<()> {
    let machine = Machine::new(1);
    let other = Machine::new(2);
    let clone = Machine { uuid: other.uuid, serial: other.serial, macs: other.macs, ..machine.clone() };
    for round in 0..4 {
        report(customer, reporter, &Machine { run: round, ..machine.clone() }).await?;
        report(customer, reporter, &Machine { run: round, ..clone.clone() }).await?;
    }
    expect(customer, 2, 2).await?;
    let ids = |rows: &[Value]| rows.iter().map(|row| row["id"].to_string()).collect::<Vec<_>>();
    let before = ids(&customer.rows("sort=created_at").await);
    report(customer, reporter, &machine.later()).await?;
    report(customer, reporter, &clone.later()).await?;
    ensure!(ids(&customer.rows("sort=created_at").await) == before, "the devices change");
    Ok(())
}

/// Another customer of the same tenant, and the URL for its agents.
async fn another_customer(customer: &Customer) -> (String, String) {
    let client = &customer.client;
    let other = client.post("/api/rmm/organizations", json!({"name": "Another customer"})).await.expect(201).id();
    let enrolment =
        client.post("/api/rmm/enrolments", json!({"name": "x", "organization_id": other})).await.expect(201);
    let token = enrolment.body["token"].as_str().unwrap_or_default();
    let base = customer.url.rsplit_once('/').map_or("", |(base, _)| base);
    (other, format!("{base}/{token}"))
}

async fn two_customers(customer: &Customer, reporter: &Reporter) -> anyhow::Result<()> {
    let client = &customer.client;
    let (other, url) = another_customer(customer).await;
    let machine = Machine::new(1);
    report(customer, reporter, &machine).await?;
    let sold = Machine { uuid: machine.uuid.clone(), serial: machine.serial.clone(), ..Machine::new(2) };
    reporter.report(&url, &sold, &sold.full()).await?;
    let new = json!({"name": "x", "scopes": ["assets:read", "devices:read"], "organization_ids": [other]});
    let key = client.post("/api/admin/api-keys", new).await.expect(201);
    let restricted = client.with_key(key.body["key"].as_str().unwrap_or_default());
    let seen = restricted.get("/api/rmm/devices").await.expect(200);
    let identity = &seen.body["data"][0]["identity"];
    ensure!(seen.body["data"].as_array().is_some_and(|devices| devices.len() == 1), "{}", seen.body);
    ensure!(identity["conflicts_with"] == json!([]) && identity["same_hardware"] == json!([]), "{identity}");
    Ok(())
}

async fn retired(customer: &Customer, reporter: &Reporter) -> anyhow::Result<()> {
    let machine = Machine::new(1);
    report(customer, reporter, &machine).await?;
    let old = customer.rows("").await[0]["id"].as_str().unwrap_or_default().to_owned();
    let clone = Machine { uuid: machine.uuid.clone(), serial: machine.serial.clone(), ..Machine::new(2) };
    report(customer, reporter, &clone).await?;
    expect(customer, 2, 2).await?;
    customer.client.put(&format!("/api/rmm/devices?id={old}"), json!({"retired": true})).await.expect(200);
    report(customer, reporter, &clone.later()).await?;
    report(customer, reporter, &machine.later()).await?;
    expect(customer, 2, 0).await?;
    ensure!(customer.count("status=retired").await == 1, "a report reactivates the retired device");
    Ok(())
}

async fn makers(customer: &Customer, reporter: &Reporter) -> anyhow::Result<()> {
    let machine = Machine::new(1);
    report(customer, reporter, &machine).await?;
    let other = Machine { serial: machine.serial.clone(), manufacturer: "LENOVO".to_owned(), ..Machine::new(2) };
    report(customer, reporter, &other).await?;
    expect(customer, 2, 0).await
}

async fn shared_mac(customer: &Customer, reporter: &Reporter) -> anyhow::Result<()> {
    let machine = Machine::new(1);
    report(customer, reporter, &machine).await?;
    let first = customer.rows("").await[0]["id"].clone();
    report(customer, reporter, &Machine { macs: machine.macs.clone(), ..Machine::new(2) }).await?;
    expect(customer, 2, 0).await?;
    let devices = customer.client.get("/api/rmm/devices?name=ws-00002").await.expect(200);
    ensure!(devices.body["data"][0]["identity"]["same_hardware"] == json!([first]), "they are not linked");
    Ok(())
}

async fn other_customer(customer: &Customer, reporter: &Reporter) -> anyhow::Result<()> {
    let (other, url) = another_customer(customer).await;
    let machine = Machine::new(1);
    report(customer, reporter, &machine).await?;
    let id = customer.rows("").await[0]["id"].as_str().unwrap_or_default().to_owned();
    let target = format!("/api/rmm/devices?id={id}");
    customer.client.put(&target, json!({"organization_id": other})).await.expect(200);
    // The agent reports with its old token, and with one of the new customer.
    report(customer, reporter, &machine.later()).await?;
    reporter.report(&url, &machine.later(), &machine.later().full()).await?;
    expect(customer, 1, 0).await?;
    let after = customer.rows("").await[0].clone();
    ensure!(after["id"] == json!(id) && after["organization_id"] == json!(other), "{after}");
    Ok(())
}

async fn same_id(customer: &Customer, reporter: &Reporter) -> anyhow::Result<()> {
    let (_, url) = another_customer(customer).await;
    let machine = Machine::new(1);
    report(customer, reporter, &machine).await?;
    let other = Machine { agent: machine.agent.clone(), device_id: machine.device_id.clone(), ..Machine::new(2) };
    reporter.report(&url, &other, &other.full()).await?;
    report(customer, reporter, &machine.later()).await?;
    expect(customer, 2, 0).await
}

async fn deleted(customer: &Customer, reporter: &Reporter) -> anyhow::Result<()> {
    let machine = Machine::new(1);
    report(customer, reporter, &machine).await?;
    let id = customer.rows("").await[0]["id"].as_str().unwrap_or_default().to_owned();
    customer.client.delete(&format!("/api/rmm/devices?id={id}")).await.expect(204);
    expect(customer, 0, 0).await?;
    report(customer, reporter, &machine.later()).await?;
    expect(customer, 1, 0).await?;
    ensure!(customer.rows("").await[0]["id"] != json!(id), "the deleted device came back");
    Ok(())
}
