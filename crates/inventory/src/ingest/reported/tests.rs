//! Small inventories, written by hand, and the devices that they describe.

use super::*;
use crate::ingest::{inventory::normalize, json};
use serde_json::{Value, json};

fn reported_as(item: &str, content: &Value) -> Reported {
    let text = json!({"deviceid": "a-1", "itemtype": item, "content": content}).to_string();
    let inventory = normalize(json::read(text.as_bytes()).unwrap()).unwrap();
    Reported::of(&inventory.sections.into_iter().map(|(name, (_, records))| (name.to_owned(), records)).collect())
}

fn reported(content: &Value) -> Reported {
    reported_as("Computer", content)
}

#[test]
fn a_laptop_is_described_by_several_sections() {
    let device = reported(&json!({
        "hardware": {"name": "xps", "chassis_type": "Laptop", "vmsystem": "Physical", "memory": 7800,
            "uuid": "4C4C4544-0034-3010-8048-B6C04F503732", "lastloggeduser": "milton"},
        "bios": {"ssn": "640HP72", "smanufacturer": "Dell Inc.", "smodel": "XPS 13 9350"},
        "operatingsystem": {"full_name": "Fedora 31", "kernel_name": "linux", "version": "31", "arch": "x86_64"},
        "cpus": [{"name": "i5", "core": 2, "thread": 4, "speed": 2300}],
        "storages": [{"name": "nvme0n1", "disksize": 256060}, {"name": "sr0", "type": "cd"}],
        "drives": [{"type": "/", "total": 40189, "free": 1, "encrypt_status": "Yes"}],
        "networks": [
            {"description": "wlp58s0", "mac": "44:85:00:2B:90:BC", "ipaddress": "192.168.1.142"},
            {"description": "wlp58s0", "mac": "44:85:00:2b:90:bc", "ipaddress6": "fe80::1"},
            {"description": "lo", "type": "loopback", "ipaddress": "127.0.0.1", "mac": "00:00:00:00:00:00"},
            {"description": "veth1234", "virtualdev": true, "mac": "9e:bc:07:61:3d:1a", "ipaddress6": "fe80::2"},
            {"description": "virbr0", "virtualdev": true, "mac": "52:54:00:fa:20:0e", "ipaddress": "192.168.122.1"},
        ],
        "firewalls": [{"status": "on"}],
        "antivirus": [{"name": "Defender", "enabled": true, "uptodate": false}],
    }));
    assert_eq!(device.kind, DeviceType::Laptop);
    assert_eq!(device.serial.as_deref(), Some("640HP72"));
    assert_eq!(device.hardware_uuid.as_deref(), Some("4c4c4544-0034-3010-8048-b6c04f503732"));
    assert_eq!(device.macs, ["44:85:00:2b:90:bc"]);
    assert_eq!(device.memory_bytes, Some(7800 * 1024 * 1024));
    assert_eq!(device.os.as_ref().map(|os| os.family), Some(OsFamily::Linux));
    assert_eq!(device.cpu.as_ref().map(|cpu| (cpu.sockets, cpu.cores, cpu.threads)), Some((1, 2, 4)));
    assert_eq!(device.disks.len(), 1);
    let names: Vec<_> = device.networks.iter().map(|network| network.name.as_deref().unwrap()).collect();
    assert_eq!(names, ["virbr0", "wlp58s0"]);
    assert_eq!(device.networks[1].addresses, ["192.168.1.142", "fe80::1"]);
    assert_eq!((device.security.firewall, device.security.encryption), (Some(true), Some(true)));
    assert_eq!(device.last_user.as_deref(), Some("milton"));
    assert_eq!(device.identifiers().len(), 3);
}

#[test]
fn what_nobody_has_set_is_absent() {
    let device = reported(&json!({
        "bios": {"ssn": "To be filled by O.E.M.", "msn": "Default string", "enclosureserial": "CHASSIS-77",
            "smanufacturer": "System manufacturer", "mmanufacturer": "ASUSTeK", "smodel": "System Product Name"},
        "hardware": {"uuid": "03000200-0400-0500-0006-000700080009"},
    }));
    assert_eq!(device.serial.as_deref(), Some("CHASSIS-77"));
    assert_eq!(device.manufacturer.as_deref(), Some("ASUSTeK"));
    assert_eq!((device.model, device.hardware_uuid), (None, None));
}

#[test]
fn types_follow_from_chassis_and_hypervisor() {
    for (system, chassis, kind) in [
        ("Physical", "Rack Mount Chassis", DeviceType::Server),
        ("Physical", "Mini Tower", DeviceType::Desktop),
        ("Physical", "Tablet", DeviceType::Tablet),
        ("VMware", "Other", DeviceType::VirtualMachine),
        ("KVM", "", DeviceType::VirtualMachine),
        ("Docker", "", DeviceType::Container),
        ("lxc", "Laptop", DeviceType::Container),
        ("", "", DeviceType::Other),
    ] {
        let device = reported(&json!({"hardware": {"vmsystem": system, "chassis_type": chassis}}));
        assert_eq!(device.kind, kind, "{system} {chassis}");
    }
    for (item, kind) in
        [("Printer", DeviceType::Printer), ("NetworkEquipment", DeviceType::Network), ("Phone", DeviceType::Phone)]
    {
        assert_eq!(reported_as(item, &json!({})).kind, kind);
    }
}

#[test]
fn a_switch_is_described_by_itself() {
    let device = reported_as(
        "NetworkEquipment",
        &json!({"network_device": {"name": "sw-1", "serial": "CAT1203RGYT",
        "model": "2960", "manufacturer": "Cisco", "mac": "00:23:ac:6a:01:00", "ram": 64}}),
    );
    assert_eq!(device.hostname.as_deref(), Some("sw-1"));
    assert_eq!(device.serial.as_deref(), Some("CAT1203RGYT"));
    assert_eq!(device.macs, ["00:23:ac:6a:01:00"]);
}

#[test]
fn numbers_that_are_none_do_no_harm() {
    let device = reported(&json!({
        "hardware": {"memory": "1e400"},
        "cpus": [{"core": 1e300}, {"core": "many"}, {"core": -3}],
        "drives": [{"type": "/", "total": "NaN", "free": -7}],
    }));
    assert_eq!(device.memory_bytes, None);
    assert_eq!(device.cpu.map(|cpu| cpu.cores), Some(3));
    assert_eq!(device.volumes[0].size_bytes, None);
}

#[test]
fn operating_systems_belong_to_families() {
    for (name, family) in [
        ("Microsoft Windows 11 Pro", OsFamily::Windows),
        ("macOS 14.1", OsFamily::Macos),
        ("FreeBSD 14.0", OsFamily::Bsd),
        ("Debian GNU/Linux 12", OsFamily::Linux),
        ("Android 10", OsFamily::Android),
        ("Solaris 11", OsFamily::Other),
    ] {
        let device = reported(&json!({"operatingsystem": {"full_name": name}}));
        assert_eq!(device.os.map(|os| os.family), Some(family), "{name}");
    }
}
