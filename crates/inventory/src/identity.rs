//! The identity of hardware, and the device that an agent's report belongs to: decisions without I/O.
//! `docs/inventory.md` has every outcome in a table.
//!
//! The agent's own id is the key of a device. Hardware identifiers never make two agents one device: two live agents with
//! the same hardware are both kept, and both flagged.

mod junk;

use api::devices::DeviceType;
use uuid::Uuid;

/// The kind of an identifier, as stored in `device_identifiers`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    HardwareUuid,
    Serial,
    /// The id of an agent that was cloned together with its machine.
    Agent,
    Mac,
}

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Kind::HardwareUuid => "hardware_uuid",
            Kind::Serial => "serial",
            Kind::Agent => "agent",
            Kind::Mac => "mac",
        }
    }
}

/// An identifier in its normal form.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Identifier {
    pub kind: Kind,
    pub value: String,
}

/// The hardware as a report describes it, unchanged.
#[derive(Debug, Clone, Copy, Default)]
pub struct Hardware<'a> {
    pub kind: Option<DeviceType>,
    pub manufacturer: Option<&'a str>,
    pub serial: Option<&'a str>,
    pub hardware_uuid: Option<&'a str>,
    pub macs: &'a [String],
}

/// The maximum number of identifiers of a device; hostile reports have more.
const MOST: usize = 40;

/// The identifiers of a device. A container has none: it sees those of its host, and its MAC addresses are generated.
pub fn identifiers(hardware: Hardware<'_>) -> Vec<Identifier> {
    if hardware.kind == Some(DeviceType::Container) {
        return vec![];
    }
    let fingerprint = Fingerprint::of(hardware);
    let uuid = fingerprint.hardware_uuid.map(|value| Identifier { kind: Kind::HardwareUuid, value });
    let serial = fingerprint.serial.map(|value| Identifier { kind: Kind::Serial, value });
    let macs = hardware.macs.iter().filter_map(|mac| mac_key(mac)).map(|value| Identifier { kind: Kind::Mac, value });
    let mut all: Vec<_> = uuid.into_iter().chain(serial).chain(macs).collect();
    all.sort();
    all.dedup();
    all.truncate(MOST);
    all
}

/// Identifiers that distinguish machines: two working machines never share them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fingerprint {
    pub hardware_uuid: Option<String>,
    pub serial: Option<String>,
}

/// How two fingerprints compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Likeness {
    Same,
    Different,
    /// They have no identifier in common that could be compared.
    Unknown,
}

impl Fingerprint {
    pub fn of(hardware: Hardware<'_>) -> Fingerprint {
        if hardware.kind == Some(DeviceType::Container) {
            return Fingerprint::default();
        }
        Fingerprint {
            hardware_uuid: hardware.hardware_uuid.and_then(uuid_key),
            serial: hardware.serial.and_then(|serial| serial_key(hardware.manufacturer, serial)),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.hardware_uuid.is_none() && self.serial.is_none()
    }

    /// A replaced mainboard has another UUID, but often the serial number of the machine: one equal identifier is
    /// enough.
    fn likeness(&self, other: &Fingerprint) -> Likeness {
        let pairs = [(&self.hardware_uuid, &other.hardware_uuid), (&self.serial, &other.serial)];
        let mut compared = pairs.into_iter().filter_map(|(a, b)| Some(a.as_ref()? == b.as_ref()?)).peekable();
        match compared.peek().is_some() {
            false => Likeness::Unknown,
            true if compared.any(|same| same) => Likeness::Same,
            true => Likeness::Different,
        }
    }
}

/// A known device of the reporting agent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    pub id: Uuid,
    pub hardware: Fingerprint,
    /// The hardware that the agent reported before.
    pub former: Fingerprint,
}

/// The device that a report belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Placement {
    /// The agent has not reported before.
    New,
    Existing(Uuid),
    /// The agent reports from other hardware than before: a disk was moved, or a mainboard replaced. It keeps its
    /// device.
    Moved(Uuid),
    /// The agent reports from earlier hardware again, although it has reported from other hardware since: it runs on
    /// both. The machine that came back gets a device of its own.
    Twin(Uuid),
}

/// Decides which device a report belongs to. `known` are the devices of this agent id, the most recently seen first.
pub fn place(known: &[Known], reported: &Fingerprint) -> Placement {
    let Some(last) = known.first() else { return Placement::New };
    let alike = |wanted: Likeness| known.iter().find(|device| device.hardware.likeness(reported) == wanted);
    if let Some(device) = alike(Likeness::Same).or_else(|| alike(Likeness::Unknown)) {
        return Placement::Existing(device.id);
    }
    let came_back = |device: &&Known| device.former.likeness(reported) == Likeness::Same;
    match known.iter().find(came_back) {
        Some(device) => Placement::Twin(device.id),
        None => Placement::Moved(last.id),
    }
}

/// The normal form of a hardware UUID: lower case, and the smaller of the two byte orders in which firmware and
/// operating systems write its first three groups, so that both are equal. `None` if it identifies nothing.
pub fn uuid_key(text: &str) -> Option<String> {
    let uuid = Uuid::try_parse(text.trim()).ok()?;
    let (plain, swapped) = (uuid, Uuid::from_bytes(uuid.to_bytes_le()));
    let junk = junk::is_junk_uuid(plain) || junk::is_junk_uuid(swapped);
    (!junk).then(|| plain.min(swapped).hyphenated().to_string())
}

/// The normal form of a serial number: lower case, with the first word of the manufacturer, because manufacturers
/// assign numbers independently. `None` if it identifies nothing.
pub fn serial_key(manufacturer: Option<&str>, serial: &str) -> Option<String> {
    let serial = serial.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    if junk::is_junk_serial(&serial) {
        return None;
    }
    Some(format!("{}/{serial}", maker(manufacturer)))
}

/// `Dell Inc.` and `DELL` are `dell`; different names of one manufacturer are unified.
fn maker(manufacturer: Option<&str>) -> String {
    let words = manufacturer.unwrap_or_default().to_lowercase();
    let first = words.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty()).unwrap_or_default();
    match first {
        "hewlett" | "hpe" => "hp".to_owned(),
        first => first.to_owned(),
    }
}

/// True if this name of a manufacturer or model was set, and is not a placeholder.
pub fn meaningful(text: &str) -> bool {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    text.chars().any(char::is_alphanumeric) && !junk::is_junk_name(&text)
}

/// The normal form of a MAC address: lower case with colons. `None` if it identifies nothing.
pub fn mac_key(text: &str) -> Option<String> {
    let digits: String = text.chars().filter(char::is_ascii_hexdigit).collect::<String>().to_ascii_lowercase();
    if digits.len() != 12 || text.chars().any(|c| !c.is_ascii_hexdigit() && !":-.".contains(c)) {
        return None;
    }
    let pairs: Vec<&str> = (0..6).map(|i| &digits[i * 2..i * 2 + 2]).collect();
    let mac = pairs.join(":");
    (!junk::is_junk_mac(&mac)).then_some(mac)
}

#[cfg(test)]
mod tests;
