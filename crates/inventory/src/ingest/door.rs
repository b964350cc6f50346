//! The allow list: the fields of an inventory that are accepted. All others are dropped while the message is read, so
//! that they are neither compared nor stored nor logged: environment variables, processes, product keys, SSH keys,
//! names of wireless networks, ids of remote control, and fields that a later agent adds. `docs/inventory.md` has the
//! decision about each.

/// A section that is kept, and its fields. The first name of a field is ours; agents that use XML have other names for
/// some.
struct Kept {
    section: &'static str,
    aliases: &'static [&'static str],
    fields: &'static [Field],
    most: usize,
}

struct Field {
    name: &'static str,
    aliases: &'static [&'static str],
}

const fn field(name: &'static str) -> Field {
    Field { name, aliases: &[] }
}

const fn aliased(name: &'static str, aliases: &'static [&'static str]) -> Field {
    Field { name, aliases }
}

const fn kept(section: &'static str, most: usize, fields: &'static [Field]) -> Kept {
    Kept { section, aliases: &[], fields, most }
}

/// Programs and packages of one device.
pub const MOST_SOFTWARE: usize = 20_000;

/// Network interfaces of one device: with one for each address, and one for each virtual machine or container.
pub const MOST_NETWORKS: usize = 500;

const FEW: usize = 256;

const KEPT: &[Kept] = &[
    kept(
        "hardware",
        1,
        &[
            field("name"),
            field("uuid"),
            field("memory"),
            field("chassis_type"),
            field("vmsystem"),
            field("lastloggeduser"),
            field("osname"),
            field("osversion"),
        ],
    ),
    kept(
        "bios",
        1,
        &[
            field("ssn"),
            field("smanufacturer"),
            field("smodel"),
            field("msn"),
            field("mmanufacturer"),
            field("mmodel"),
            field("enclosureserial"),
        ],
    ),
    kept(
        "operatingsystem",
        1,
        &[
            field("name"),
            field("full_name"),
            field("version"),
            field("arch"),
            field("kernel_name"),
            field("kernel_version"),
            field("boot_time"),
            field("fqdn"),
        ],
    ),
    kept("cpus", FEW, &[field("name"), field("manufacturer"), field("core"), field("thread"), field("speed")]),
    kept("memories", FEW, &[field("capacity")]),
    kept(
        "storages",
        FEW,
        &[
            field("name"),
            field("model"),
            aliased("serial", &["serialnumber"]),
            field("interface"),
            field("disksize"),
            field("type"),
        ],
    ),
    kept(
        "drives",
        FEW,
        &[
            field("type"),
            field("letter"),
            field("volumn"),
            field("label"),
            field("filesystem"),
            field("total"),
            field("free"),
            field("encrypt_status"),
        ],
    ),
    kept(
        "networks",
        MOST_NETWORKS,
        &[
            field("description"),
            aliased("mac", &["macaddr"]),
            field("ipaddress"),
            field("ipaddress6"),
            field("virtualdev"),
            field("type"),
        ],
    ),
    kept("antivirus", FEW, &[field("name"), field("version"), field("enabled"), field("uptodate")]),
    Kept { aliases: &["firewall"], ..kept("firewalls", FEW, &[field("status")]) },
    kept("softwares", MOST_SOFTWARE, &[field("name"), field("publisher"), field("version")]),
    kept(
        "network_device",
        1,
        &[
            field("type"),
            field("name"),
            field("serial"),
            field("mac"),
            field("model"),
            field("manufacturer"),
            field("firmware"),
            field("ram"),
        ],
    ),
];

/// A section that is accepted.
#[derive(Clone, Copy)]
pub struct Section(&'static Kept);

impl Section {
    /// The section with this name, in any case; `None` for one that is dropped.
    pub fn named(name: &str) -> Option<Section> {
        let is = |known: &&str| known.eq_ignore_ascii_case(name);
        KEPT.iter().find(|kept| is(&kept.section) || kept.aliases.iter().any(is)).map(Section)
    }

    pub fn name(self) -> &'static str {
        self.0.section
    }

    /// The maximum number of records.
    pub fn most(self) -> usize {
        self.0.most
    }

    /// Our name of a field, in any case; `None` for one that is dropped.
    pub fn field(self, name: &str) -> Option<&'static str> {
        let is = |known: &&str| known.eq_ignore_ascii_case(name);
        let found = self.0.fields.iter().find(|field| is(&field.name) || field.aliases.iter().any(is));
        found.map(|field| field.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_nobodys_business_is_dropped() {
        for section in
            ["envs", "ENVS", "processes", "licenseinfos", "remote_mgmt", "local_users", "users", "versionprovider"]
        {
            assert!(Section::named(section).is_none(), "{section}");
        }
        let dropped = [
            ("hardware", "winprodkey"),
            ("hardware", "winprodid"),
            ("operatingsystem", "ssh_key"),
            ("operatingsystem", "hostid"),
            ("networks", "wifi_ssid"),
            ("networks", "wifi_bssid"),
            ("softwares", "userid"),
            ("softwares", "username"),
            ("softwares", "uninstall_string"),
        ];
        for (section, field) in dropped {
            assert_eq!(Section::named(section).unwrap().field(field), None, "{section}.{field}");
        }
    }

    #[test]
    fn both_protocols_names_are_known() {
        assert_eq!(Section::named("FIREWALL").unwrap().name(), "firewalls");
        assert_eq!(Section::named("NETWORKS").unwrap().field("MACADDR"), Some("mac"));
        assert_eq!(Section::named("storages").unwrap().field("SERIALNUMBER"), Some("serial"));
    }
}
