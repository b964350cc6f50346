//! The accepted parts of an agent's message, independent of the protocol. Its size is limited while it is read.

use super::door::Section;
use std::collections::BTreeMap;

/// Bytes of one field; the rest is cut off.
const FIELD_BYTES: usize = 1024;

/// Bytes of all fields that are kept, including the memory overhead of each.
pub const KEPT_BYTES: usize = 8 * 1024 * 1024;
const FIELD_COST: usize = 64;

/// Fields of one record by name, as texts.
pub type Record = BTreeMap<&'static str, String>;

#[derive(Debug, Default)]
pub struct Message {
    pub action: Option<String>,
    pub device_id: Option<String>,
    pub item_type: Option<String>,
    pub client: Option<String>,
    pub partial: bool,
    /// True if it has any sections, accepted or not.
    pub has_content: bool,
    /// By section, in the order in which they were sent.
    pub sections: BTreeMap<&'static str, Vec<Record>>,
    kept: usize,
}

/// The reason why a message is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unreadable {
    /// It conforms to neither protocol.
    Malformed(&'static str),
    TooLarge(&'static str),
}

impl Message {
    /// Begins a section, which replaces an earlier one of the same name.
    pub fn begin(&mut self, section: Section) {
        self.sections.insert(section.name(), vec![]);
    }

    /// Adds a record to a section. Records beyond the maximum of the section are dropped.
    pub fn add(&mut self, section: Section, record: Record) -> Result<(), Unreadable> {
        let records = self.sections.entry(section.name()).or_default();
        if records.len() >= section.most() {
            return Ok(());
        }
        let cost: usize = record.values().map(|value| value.len() + FIELD_COST).sum();
        self.kept += cost;
        if self.kept > KEPT_BYTES {
            return Err(Unreadable::TooLarge("the inventory has too many entries"));
        }
        records.push(record);
        Ok(())
    }

    /// The approximate memory of the message in bytes.
    pub fn kept_bytes(&self) -> usize {
        self.kept
    }
}

/// The text of a field, truncated to the maximum size, without control characters and surrounding space. PostgreSQL
/// cannot store NUL.
pub fn tidy(text: &str) -> String {
    let mut end = text.len().min(FIELD_BYTES);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let clean: String = text[..end].chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    clean.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_cut_between_characters() {
        let long = "é".repeat(FIELD_BYTES);
        assert_eq!(tidy(&long).len(), FIELD_BYTES);
        assert_eq!(tidy(&format!("x{long}")).len(), FIELD_BYTES - 1);
        assert_eq!(tidy(" a\0b\n"), "a b");
    }

    #[test]
    fn a_section_and_a_message_are_bounded() {
        let networks = Section::named("networks").unwrap();
        let mut message = Message::default();
        for i in 0..10_000 {
            message.add(networks, Record::from([("mac", format!("{i}"))])).unwrap();
        }
        assert_eq!(message.sections["networks"].len(), networks.most());
        let softwares = Section::named("softwares").unwrap();
        let added = (0..20_000).try_for_each(|_| {
            message.add(softwares, Record::from([("name", "x".repeat(1000)), ("version", "1".repeat(1000))]))
        });
        assert_eq!(added, Err(Unreadable::TooLarge("the inventory has too many entries")));
    }
}
