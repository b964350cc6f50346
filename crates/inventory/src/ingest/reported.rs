//! The device as the sections of an inventory describe it.

use super::inventory::{ITEM, LAST_USER, Records, megabytes, volume_name};
use crate::identity::{Fingerprint, Hardware, Identifier, identifiers, mac_key, meaningful, serial_key, uuid_key};
use api::{
    device_hardware::{DeviceAntivirus, DeviceCpu, DeviceDisk, DeviceNetwork, DeviceSecurity, DeviceVolume},
    devices::{DeviceOs, DeviceType, OsFamily},
};
use std::collections::BTreeMap;

const HOST_NAME_CHARS: usize = 253;

/// The sections of a device, by name.
pub type Sections = BTreeMap<String, Records>;

#[derive(Debug, Clone, PartialEq)]
pub struct Reported {
    pub hostname: Option<String>,
    pub kind: DeviceType,
    pub serial: Option<String>,
    pub hardware_uuid: Option<String>,
    pub macs: Vec<String>,
    pub manufacturer: Option<String>,
    pub model: Option<String>,
    pub os: Option<DeviceOs>,
    pub memory_bytes: Option<i64>,
    pub last_user: Option<String>,
    pub cpu: Option<DeviceCpu>,
    pub disks: Vec<DeviceDisk>,
    pub volumes: Vec<DeviceVolume>,
    pub networks: Vec<DeviceNetwork>,
    pub security: DeviceSecurity,
}

impl Reported {
    pub fn of(sections: &Sections) -> Reported {
        let view = View(sections);
        let volumes = volumes(view);
        let networks = networks(view);
        let manufacturer = view.meaningful(&[
            ("bios", "smanufacturer"),
            ("bios", "mmanufacturer"),
            ("network_device", "manufacturer"),
        ]);
        let serials = [("bios", "ssn"), ("bios", "enclosureserial"), ("bios", "msn"), ("network_device", "serial")];
        let serial = serials
            .into_iter()
            .filter_map(|(section, field)| view.get(section, field))
            .find(|serial| serial_key(manufacturer.as_deref(), serial).is_some());
        let device_mac = view.get("network_device", "mac").and_then(mac_key);
        let macs = networks.iter().filter(|network| network.virtual_interface != Some(true));
        let mut macs: Vec<String> =
            macs.filter_map(|network| mac_key(network.mac.as_deref()?)).chain(device_mac).collect();
        macs.sort();
        macs.dedup();
        Reported {
            hostname: view.first(&[("hardware", "name"), ("network_device", "name")]).map(|name| host_name(&name)),
            kind: kind(view),
            serial: serial.map(str::to_owned),
            hardware_uuid: view.get("hardware", "uuid").filter(|uuid| uuid_key(uuid).is_some()).map(str::to_lowercase),
            macs,
            manufacturer,
            model: view.meaningful(&[("bios", "smodel"), ("bios", "mmodel"), ("network_device", "model")]),
            os: os(view),
            memory_bytes: memory(view),
            last_user: view.first(&[(LAST_USER, "name")]),
            cpu: cpu(view),
            disks: disks(view),
            security: security(view, &volumes),
            volumes,
            networks,
        }
    }

    fn hardware(&self) -> Hardware<'_> {
        Hardware {
            kind: Some(self.kind),
            manufacturer: self.manufacturer.as_deref(),
            serial: self.serial.as_deref(),
            hardware_uuid: self.hardware_uuid.as_deref(),
            macs: &self.macs,
        }
    }

    pub fn fingerprint(&self) -> Fingerprint {
        Fingerprint::of(self.hardware())
    }

    pub fn identifiers(&self) -> Vec<Identifier> {
        identifiers(self.hardware())
    }
}

/// The maximum length of a host name is that of DNS.
fn host_name(name: &str) -> String {
    name.chars().take(HOST_NAME_CHARS).collect()
}

#[derive(Clone, Copy)]
struct View<'a>(&'a Sections);

impl<'a> View<'a> {
    fn all(self, section: &str) -> impl Iterator<Item = &'a BTreeMap<String, String>> + use<'a> {
        self.0.get(section).into_iter().flatten()
    }

    /// A field of a section with one record.
    fn get(self, section: &str, field: &str) -> Option<&'a str> {
        self.all(section).next()?.get(field).map(String::as_str)
    }

    /// The first of these fields that has a value.
    fn first(self, fields: &[(&str, &str)]) -> Option<String> {
        fields.iter().find_map(|(section, field)| self.get(section, field)).map(str::to_owned)
    }

    /// The first of these fields that is set and not a placeholder.
    fn meaningful(self, fields: &[(&str, &str)]) -> Option<String> {
        let mut values = fields.iter().filter_map(|(section, field)| self.get(section, field));
        values.find(|value| meaningful(value)).map(str::to_owned)
    }
}

const CONTAINERS: &[&str] =
    &["docker", "podman", "lxc", "lxd", "openvz", "nspawn", "container", "jail", "solariszone", "vserver", "virtuozzo"];
const LAPTOPS: &[&str] = &["laptop", "notebook", "portable", "convertible", "detachable", "hand held"];
const SERVERS: &[&str] = &["rack", "blade", "main server", "multi-system", "server"];
const DESKTOPS: &[&str] = &["desktop", "tower", "all in one", "mini pc", "stick pc", "pizza", "lunch", "space-saving"];

fn kind(view: View<'_>) -> DeviceType {
    let lower = |section, field| view.get(section, field).unwrap_or_default().to_lowercase();
    match lower(ITEM, "type").as_str() {
        "networkequipment" => return DeviceType::Network,
        "printer" => return DeviceType::Printer,
        "phone" => return DeviceType::Phone,
        _ => {}
    }
    let (system, chassis) = (lower("hardware", "vmsystem"), lower("hardware", "chassis_type"));
    let any = |text: &str, words: &[&str]| words.iter().any(|word| text.contains(word));
    let virtual_machine = !matches!(system.as_str(), "" | "physical");
    let signs = [
        (any(&system, CONTAINERS), DeviceType::Container),
        (virtual_machine, DeviceType::VirtualMachine),
        (chassis.contains("tablet"), DeviceType::Tablet),
        (any(&chassis, LAPTOPS), DeviceType::Laptop),
        (any(&chassis, SERVERS) || any(&lower("operatingsystem", "full_name"), &["server"]), DeviceType::Server),
        (any(&chassis, DESKTOPS), DeviceType::Desktop),
    ];
    signs.into_iter().find(|(holds, _)| *holds).map_or(DeviceType::Other, |(_, kind)| kind)
}

fn os(view: View<'_>) -> Option<DeviceOs> {
    let name = view.first(&[("operatingsystem", "full_name"), ("operatingsystem", "name"), ("hardware", "osname")]);
    let kernel = view.first(&[("operatingsystem", "kernel_name")]);
    if name.is_none() && kernel.is_none() {
        return None;
    }
    let text = [kernel.as_deref(), name.as_deref()].into_iter().flatten().collect::<Vec<_>>().join(" ").to_lowercase();
    Some(DeviceOs {
        family: family(&text),
        name,
        version: view.first(&[("operatingsystem", "version"), ("hardware", "osversion")]),
        arch: view.first(&[("operatingsystem", "arch")]),
        build: view.first(&[("operatingsystem", "kernel_version")]),
    })
}

fn family(text: &str) -> OsFamily {
    const FAMILIES: &[(&[&str], OsFamily)] = &[
        (&["android"], OsFamily::Android),
        (&["ipados", "iphone", "ios "], OsFamily::Ios),
        (&["mswin", "windows"], OsFamily::Windows),
        (&["darwin", "macos", "mac os", "os x"], OsFamily::Macos),
        (&["bsd", "dragonfly"], OsFamily::Bsd),
        (&["linux", "debian", "ubuntu", "fedora", "centos", "red hat", "suse", "alpine"], OsFamily::Linux),
    ];
    let found = FAMILIES.iter().find(|(words, _)| words.iter().any(|word| text.contains(word)));
    found.map_or(OsFamily::Other, |(_, family)| *family)
}

fn memory(view: View<'_>) -> Option<i64> {
    let modules: i64 = view.all("memories").filter_map(|module| megabytes(module.get("capacity")?)).sum();
    let reported = view.get("hardware", "memory").or_else(|| view.get("network_device", "ram")).and_then(megabytes);
    reported.or(Some(modules).filter(|bytes| *bytes > 0))
}

fn number(record: &BTreeMap<String, String>, field: &str) -> Option<i64> {
    record.get(field)?.trim().parse::<f64>().ok().filter(|n| (0.0..=1e12).contains(n)).map(|n| n as i64)
}

fn truth(record: &BTreeMap<String, String>, field: &str) -> Option<bool> {
    match record.get(field)?.to_lowercase().as_str() {
        "1" | "true" | "yes" | "on" => Some(true),
        "0" | "false" | "no" | "off" => Some(false),
        _ => None,
    }
}

fn cpu(view: View<'_>) -> Option<DeviceCpu> {
    let all: Vec<_> = view.all("cpus").collect();
    let first = all.first()?;
    let sum = |field| all.iter().map(|cpu| number(cpu, field).unwrap_or(1).min(4096)).sum::<i64>() as i32;
    Some(DeviceCpu {
        model: first.get("name").cloned(),
        manufacturer: first.get("manufacturer").cloned(),
        sockets: all.len() as i32,
        cores: sum("core"),
        threads: sum("thread"),
        speed_mhz: number(first, "speed"),
    })
}

fn disks(view: View<'_>) -> Vec<DeviceDisk> {
    let is_disk = |disk: &&BTreeMap<String, String>| {
        let kind = disk.get("type").map(|kind| kind.to_lowercase()).unwrap_or_default();
        !["cd", "dvd", "removable", "tape"].iter().any(|other| kind.contains(other))
    };
    let disk = |disk: &BTreeMap<String, String>| DeviceDisk {
        name: disk.get("name").cloned(),
        model: disk.get("model").cloned(),
        serial: disk.get("serial").cloned(),
        interface: disk.get("interface").cloned(),
        size_bytes: disk.get("disksize").and_then(|size| megabytes(size)),
    };
    view.all("storages").filter(is_disk).map(disk).collect()
}

fn volumes(view: View<'_>) -> Vec<DeviceVolume> {
    let volume = |volume: &BTreeMap<String, String>| {
        Some(DeviceVolume {
            name: volume_name(volume)?.clone(),
            label: volume.get("label").cloned(),
            filesystem: volume.get("filesystem").cloned(),
            size_bytes: volume.get("total").and_then(|size| megabytes(size)),
            free_bytes: None,
            encrypted: truth(volume, "encrypt_status"),
        })
    };
    let mut volumes: Vec<_> = view.all("drives").filter_map(volume).collect();
    volumes.sort_by(|a, b| a.name.cmp(&b.name));
    volumes
}

/// Agents report an interface once for each of its addresses. Transient interfaces of containers and virtual machines
/// are left out: virtual ones without an IPv4 address.
fn networks(view: View<'_>) -> Vec<DeviceNetwork> {
    let mut interfaces = BTreeMap::<(Option<&String>, Option<String>), DeviceNetwork>::new();
    for record in view.all("networks") {
        if record.get("type").is_some_and(|kind| kind.eq_ignore_ascii_case("loopback")) {
            continue;
        }
        let (name, mac) = (record.get("description"), record.get("mac").map(|mac| mac.to_lowercase()));
        let interface = interfaces.entry((name, mac.clone())).or_insert_with(|| DeviceNetwork {
            name: name.cloned(),
            mac,
            addresses: vec![],
            virtual_interface: truth(record, "virtualdev"),
        });
        let addresses = ["ipaddress", "ipaddress6"].into_iter().filter_map(|field| record.get(field).cloned());
        interface.addresses.extend(addresses);
    }
    let lasting = |network: &DeviceNetwork| {
        network.virtual_interface != Some(true) || network.addresses.iter().any(|address| is_ipv4(address))
    };
    let mut networks: Vec<_> = interfaces.into_values().filter(lasting).collect();
    for network in &mut networks {
        network.addresses.sort();
        network.addresses.dedup();
    }
    networks
}

pub fn is_ipv4(address: &str) -> bool {
    !address.contains(':')
}

fn security(view: View<'_>, volumes: &[DeviceVolume]) -> DeviceSecurity {
    let antivirus = view.all("antivirus").filter_map(|program| {
        Some(DeviceAntivirus {
            name: program.get("name")?.clone(),
            version: program.get("version").cloned(),
            enabled: truth(program, "enabled"),
            up_to_date: truth(program, "uptodate"),
        })
    });
    let firewalls: Vec<bool> = view.all("firewalls").filter_map(|firewall| truth(firewall, "status")).collect();
    let encrypted: Vec<bool> = volumes.iter().filter_map(|volume| volume.encrypted).collect();
    let all = |states: &[bool]| (!states.is_empty()).then(|| states.iter().all(|on| *on));
    DeviceSecurity { antivirus: antivirus.collect(), firewall: all(&firewalls), encryption: all(&encrypted) }
}

#[cfg(test)]
mod tests;
