//! Identifiers that many machines share because they were never set: they identify nothing.

use uuid::Uuid;

/// Placeholders for a serial number in firmware, in lower case with single spaces.
const SERIALS: &[&str] = &[
    "0123456789",
    "123456789",
    "1234567890",
    "12345678",
    "1234567",
    "123456",
    "12345",
    "1234",
    "123",
    "abcdefghijk",
    "asset tag",
    "base board serial number",
    "chassis serial number",
    "default",
    "default string",
    "empty",
    "eval",
    "invalid",
    "n/a",
    "na",
    "nil",
    "no asset information",
    "no asset tag",
    "none",
    "not applicable",
    "not available",
    "not specified",
    "null",
    "oem",
    "o.e.m.",
    "operating system default",
    "serial",
    "serial number",
    "serialnumber",
    "standard",
    "sysserialno",
    "system serial",
    "system serial number",
    "system version",
    "tbd",
    "tobefilledbyo.e.m.",
    "type2 - board serial number",
    "undefined",
    "unknow",
    "unknown",
    "unspecified",
    "xxxx",
];

/// Prefixes of placeholders, which may end with a number or a dot.
const BEGINNINGS: &[&str] = &["to be filled", "default string", "system serial", "not specified", "none "];

/// UUIDs of firmware that has none of its own.
const UUIDS: &[u128] = &[
    0x0300_0200_0400_0500_0006_0007_0008_0009,
    0x0102_0304_0506_0708_090a_0b0c_0d0e_0f10,
    0x1234_5678_1234_5678_9012_1234_5678_9012,
    0x1234_5678_1234_1234_1234_1234_5678_9abc,
    0xfefe_fefe_fefe_fefe_fefe_fefe_fefe_fefe,
    0x4c4c_4544_0000_2010_8020_80c0_4f20_2020,
];

/// Prefixes of MAC addresses of virtual interfaces that are the same on many machines.
const MACS: &[&str] = &[
    "00:50:56:c0:",      // VMware, host side
    "0a:00:27:00:00:",   // VirtualBox, host side
    "00:15:5d:00:00:",   // Hyper-V, default
    "02:42:",            // containers
    "00:ff:",            // TAP adapters
    "33:50:6f:45:30:30", // WAN miniport, PPPoE
    "50:50:54:50:30:30", // WAN miniport, PPTP
    "20:41:53:59:4e:ff", // asynchronous adapter
    "00:05:9a:3c:7a:00", // VPN client
    "00:05:9a:3c:78:00",
    "02:50:41:00:00:01", // VPN client
    "02:00:4c:4f:4f:50", // loopback adapter
    "00:53:45:00:00:00", // RAS adapter
    "ac:de:48:00:11:22", // internal interface of laptops
    "44:45:53:54:42:00",
];

pub fn is_junk_serial(serial: &str) -> bool {
    let bare: Vec<char> = serial.chars().filter(|c| c.is_alphanumeric()).collect();
    let repeats = bare.first().is_none_or(|first| bare.iter().all(|c| c == first));
    bare.len() < 3 || repeats || SERIALS.contains(&serial) || BEGINNINGS.iter().any(|start| serial.starts_with(start))
}

/// Placeholders for a manufacturer or model in firmware.
const NAMES: &[&str] = &["system manufacturer", "system product name", "product name", "manufacturer", "o.e.m", "x.x"];

pub fn is_junk_name(name: &str) -> bool {
    NAMES.contains(&name) || SERIALS.contains(&name) || BEGINNINGS.iter().any(|start| name.starts_with(start))
}

pub fn is_junk_uuid(uuid: Uuid) -> bool {
    let bytes = uuid.as_bytes();
    bytes.iter().all(|byte| *byte == bytes[0]) || UUIDS.contains(&uuid.as_u128())
}

pub fn is_junk_mac(mac: &str) -> bool {
    let repeats = mac.split(':').all(|pair| pair == &mac[..2]);
    let multicast = u8::from_str_radix(&mac[..2], 16).is_ok_and(|first| first & 1 == 1);
    repeats || multicast || MACS.iter().any(|start| mac.starts_with(start))
}
