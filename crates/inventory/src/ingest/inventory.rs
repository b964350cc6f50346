//! An inventory in its normal form: each section with a hash that changes if, and only if, a stored field has changed.
//! Free space, boot time and the order of lists are not part of it.

use super::message::Message;
use api::devices::AgentKind;
use jiff::{Timestamp, civil::DateTime, tz::TimeZone};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use uuid::Uuid;

/// Bytes of the id of an agent.
const AGENT_ID_BYTES: usize = 255;

/// Records of a section, as they are stored.
pub type Records = Vec<BTreeMap<String, String>>;

/// The hash of a section.
pub type Hash = [u8; 16];

/// The section of the user who signed in last. Agents report it as a field of `hardware`, but leave it out of a partial
/// inventory when it has not changed.
pub const LAST_USER: &str = "last_user";

/// The kind of object that is reported: a computer, a printer, …
pub const ITEM: &str = "item";

/// Programs and packages: they have rows of their own, so that only the hash of this section is stored.
pub const SOFTWARE: &str = "softwares";

#[derive(Debug)]
pub struct Inventory {
    pub agent_id: String,
    pub agent: AgentKind,
    pub agent_version: Option<String>,
    /// True if an absent section was removed. Otherwise, it has not changed.
    pub full: bool,
    pub sections: BTreeMap<&'static str, (Hash, Records)>,
    pub software: Option<BTreeSet<Title>>,
    pub booted_at: Option<Timestamp>,
    /// Free bytes by the name of the volume; `None` if the volumes were not reported.
    pub free_bytes: Option<Map<String, Value>>,
}

/// A version of a program.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Title {
    pub name: String,
    pub publisher: String,
    pub version: String,
}

impl Title {
    /// The id in the tenant's dictionary.
    pub fn id(&self, tenant: Uuid) -> i64 {
        let mut hash = Sha256::new();
        hash.update(tenant);
        for part in [&self.name, &self.publisher, &self.version] {
            hash.update((part.len() as u64).to_be_bytes());
            hash.update(part);
        }
        let bytes: [u8; 32] = hash.finalize().into();
        i64::from_be_bytes(std::array::from_fn(|i| bytes[i]))
    }
}

/// Converts a message into its normal form; `None` if it does not name its agent.
pub fn normalize(mut message: Message) -> Option<Inventory> {
    let agent_id = message.device_id.take().filter(|id| id.len() <= AGENT_ID_BYTES)?;
    let software = message.sections.remove(SOFTWARE).map(titles);
    let (mut booted_at, mut free_bytes) = (None, None);
    let mut sections = BTreeMap::new();
    let item = message.item_type.take().unwrap_or_else(|| "Computer".to_owned());
    sections.insert(ITEM, vec![BTreeMap::from([("type".to_owned(), item)])]);
    for (name, records) in message.sections {
        let mut records: Records = records
            .into_iter()
            .map(|record| record.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
            .collect();
        match name {
            "hardware" => {
                if let Some(user) = records.first_mut().and_then(|record| record.remove("lastloggeduser")) {
                    sections.insert(LAST_USER, vec![BTreeMap::from([("name".to_owned(), user)])]);
                }
            }
            "operatingsystem" => {
                let boot = records.first_mut().and_then(|record| record.remove("boot_time"));
                booted_at = boot.and_then(|time| moment(&time));
            }
            "drives" => free_bytes = Some(free(&mut records)),
            _ => {}
        }
        records.sort();
        records.dedup();
        sections.insert(name, records);
    }
    let mut sections: BTreeMap<_, _> =
        sections.into_iter().map(|(name, records)| (name, (hash(&records), records))).collect();
    if let Some(software) = &software {
        sections.insert(SOFTWARE, (hash_of_titles(software), vec![]));
    }
    let agent = agent(message.client.as_deref());
    let full = !message.partial;
    Some(Inventory { agent_id, agent, agent_version: message.client, full, sections, software, booted_at, free_bytes })
}

fn agent(client: Option<&str>) -> AgentKind {
    match client.is_some_and(|client| client.to_lowercase().contains("glpi")) {
        true => AgentKind::Glpi,
        false => AgentKind::Fusioninventory,
    }
}

fn titles(records: Vec<super::message::Record>) -> BTreeSet<Title> {
    let title = |mut record: super::message::Record| {
        Some(Title {
            name: record.remove("name")?,
            publisher: record.remove("publisher").unwrap_or_default(),
            version: record.remove("version").unwrap_or_default(),
        })
    };
    records.into_iter().filter_map(title).collect()
}

fn hash(records: &Records) -> Hash {
    shorten(Sha256::digest(serde_json::to_vec(records).unwrap_or_default()).into())
}

fn hash_of_titles(titles: &BTreeSet<Title>) -> Hash {
    let mut hash = Sha256::new();
    for title in titles {
        hash.update(title.id(Uuid::nil()).to_be_bytes());
    }
    shorten(hash.finalize().into())
}

fn shorten(hash: [u8; 32]) -> Hash {
    std::array::from_fn(|i| hash[i])
}

/// The display name of a volume: its drive letter or mount point.
pub fn volume_name(record: &BTreeMap<String, String>) -> Option<&String> {
    ["letter", "type", "volumn"].into_iter().find_map(|field| record.get(field))
}

/// Removes the free space from volumes, in bytes.
fn free(volumes: &mut Records) -> Map<String, Value> {
    let mut free = Map::new();
    for volume in volumes {
        let bytes = volume.remove("free").and_then(|text| megabytes(&text));
        if let (Some(name), Some(bytes)) = (volume_name(volume), bytes) {
            free.insert(name.clone(), bytes.into());
        }
    }
    free
}

/// Agents report mebibytes.
pub fn megabytes(text: &str) -> Option<i64> {
    let number: f64 = text.trim().parse().ok()?;
    (number.is_finite() && (0.0..=1e12).contains(&number)).then_some((number * 1024.0 * 1024.0) as i64)
}

/// Agents report local time without a zone. It is shown and never compared.
fn moment(text: &str) -> Option<Timestamp> {
    let time: DateTime = text.trim().parse().ok()?;
    time.to_zoned(TimeZone::UTC).ok().map(|zoned| zoned.timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ingest::json;
    use serde_json::json;

    fn inventory(content: &Value) -> Inventory {
        let text = json!({"action": "inventory", "deviceid": "a-1", "content": content}).to_string();
        normalize(json::read(text.as_bytes()).unwrap()).unwrap()
    }

    fn hashes(content: &Value) -> BTreeMap<&'static str, Hash> {
        inventory(content).sections.into_iter().map(|(name, (hash, _))| (name, hash)).collect()
    }

    #[test]
    fn order_free_space_and_boot_time_change_no_hash() {
        let before = json!({
            "drives": [{"type": "/", "total": 100, "free": 10}, {"type": "/var", "total": 200, "free": 20}],
            "operatingsystem": {"name": "Debian", "boot_time": "2026-11-15 09:00:00"},
            "softwares": [{"name": "bash", "version": "5.2"}, {"name": "curl", "version": "8"}],
        });
        let after = json!({
            "drives": [{"free": 21, "total": 200, "type": "/var"}, {"type": "/", "total": 100, "free": 9}],
            "operatingsystem": {"name": "Debian", "boot_time": "2026-11-16 09:00:00"},
            "softwares": [{"name": "curl", "version": "8"}, {"name": "bash", "version": "5.2"}, {"name": "curl", "version": "8"}],
        });
        assert_eq!(hashes(&before), hashes(&after));
        assert_eq!(inventory(&after).free_bytes.unwrap()["/"], 9 * 1024 * 1024);
        assert_eq!(inventory(&after).booted_at.unwrap().to_string(), "2026-11-16T09:00:00Z");
    }

    #[test]
    fn a_change_changes_the_hash_of_its_section_alone() {
        let before = hashes(&json!({"hardware": {"name": "a"}, "softwares": [{"name": "bash", "version": "5.2"}]}));
        let after = hashes(&json!({"hardware": {"name": "a"}, "softwares": [{"name": "bash", "version": "5.3"}]}));
        assert_eq!(before["hardware"], after["hardware"]);
        assert_ne!(before[SOFTWARE], after[SOFTWARE]);
    }

    #[test]
    fn the_last_user_is_a_section_of_its_own() {
        let with = hashes(&json!({"hardware": {"name": "a", "lastloggeduser": "milton"}}));
        let without = hashes(&json!({"hardware": {"name": "a"}}));
        assert_eq!(with["hardware"], without["hardware"]);
        assert!(with.contains_key(LAST_USER) && !without.contains_key(LAST_USER));
    }

    #[test]
    fn an_agent_without_a_name_is_none() {
        let text = json!({"action": "inventory", "content": {}}).to_string();
        assert!(normalize(json::read(text.as_bytes()).unwrap()).is_none());
        let long = json!({"deviceid": "x".repeat(300), "content": {}}).to_string();
        assert!(normalize(json::read(long.as_bytes()).unwrap()).is_none());
    }

    #[test]
    fn the_same_title_has_another_id_for_another_tenant() {
        let title = Title { name: "bash".into(), publisher: String::new(), version: "5.2".into() };
        assert_ne!(title.id(Uuid::from_u128(1)), title.id(Uuid::from_u128(2)));
        let shifted = Title { name: "bas".into(), publisher: "h".into(), version: "5.2".into() };
        assert_ne!(title.id(Uuid::nil()), shifted.id(Uuid::nil()));
    }
}
