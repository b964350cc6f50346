//! The expected results of a query, computed from the generated objects without an index.

use crate::search_data::{Catalogue, fold};
use std::collections::{HashMap, HashSet};
use uuid::Uuid;

/// The identifiers, names and words of all objects.
pub struct ExpectedResults {
    /// Sorted. Contains the end of a MAC address from each octet on, and of a phone number from each digit on.
    identifiers: Vec<(String, Uuid)>,
    /// People by their names without accents.
    pub names: HashMap<String, HashSet<Uuid>>,
    /// Tickets by the words of their texts.
    pub words: HashMap<String, HashSet<Uuid>>,
}

impl ExpectedResults {
    pub fn of(catalogue: &Catalogue) -> ExpectedResults {
        let mut identifiers = identifiers(catalogue);
        identifiers.sort();
        let mut names: HashMap<String, HashSet<Uuid>> = HashMap::new();
        let contacts = catalogue.contacts.iter().map(|contact| (contact.name(), contact.id));
        for (name, id) in contacts.chain(catalogue.users.iter().map(|user| (user.name.clone(), user.id))) {
            names.entry(fold(&name)).or_default().insert(id);
        }
        let mut words: HashMap<String, HashSet<Uuid>> = HashMap::new();
        for ticket in &catalogue.tickets {
            let comments = ticket.comments.iter().map(|(_, body)| body.as_str());
            for text in [ticket.subject.as_str(), &ticket.description].into_iter().chain(comments) {
                for word in words_of(text) {
                    words.entry(word).or_default().insert(ticket.id);
                }
            }
        }
        ExpectedResults { identifiers, names, words }
    }

    /// All objects with an identifier that equals the typed text, in any notation.
    pub fn identified(&self, typed: &str) -> HashSet<Uuid> {
        self.of_keys(typed, |key, form| key == form)
    }

    /// All objects with an identifier that begins with the typed text.
    pub fn beginning(&self, typed: &str) -> HashSet<Uuid> {
        self.of_keys(typed, |key, form| key.starts_with(form))
    }

    fn of_keys(&self, typed: &str, fits: impl Fn(&str, &str) -> bool) -> HashSet<Uuid> {
        let raw = typed.to_lowercase().replace(['"', ' '], "");
        let compact: String = raw.chars().filter(char::is_ascii_alphanumeric).collect();
        let mut found = HashSet::new();
        for form in [raw, compact] {
            let first = self.identifiers.partition_point(|(key, _)| *key < form);
            let beginning = self.identifiers[first..].iter().take_while(|(key, _)| key.starts_with(&form));
            found.extend(beginning.filter(|(key, _)| fits(key, &form)).map(|(_, id)| *id));
        }
        found
    }
}

/// The words of a text, in lower case.
pub fn words_of(text: &str) -> impl Iterator<Item = String> {
    text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase)
}

fn identifiers(catalogue: &Catalogue) -> Vec<(String, Uuid)> {
    let mut all = vec![];
    for device in &catalogue.devices {
        let [uuid, swapped] = uuid_forms(device.uuid);
        let own = [device.hostname.to_lowercase(), device.serial.to_lowercase(), uuid, swapped, device.ip.clone()];
        all.extend(own.map(|key| (key, device.id)));
        for mac in &device.macs {
            let digits = mac.replace(':', "");
            // A single octet is not searched for.
            all.extend((0..digits.len() - 2).step_by(2).map(|start| (digits[start..].to_owned(), device.id)));
        }
    }
    for contact in &catalogue.contacts {
        all.push((contact.email.clone(), contact.id));
        for phone in &contact.phones {
            let digits: String = phone.chars().filter(char::is_ascii_digit).collect();
            all.extend((0..digits.len() - 3).map(|start| (digits[start..].to_owned(), contact.id)));
        }
    }
    all.extend(catalogue.organizations.iter().map(|organization| (organization.domain.clone(), organization.id)));
    all.extend(catalogue.users.iter().map(|user| (user.email.clone(), user.id)));
    all.extend(catalogue.tickets.iter().map(|ticket| (format!("#{}", ticket.number), ticket.id)));
    all
}

/// The UUID without hyphens, in both byte orders: some firmware reports the other one.
fn uuid_forms(uuid: Uuid) -> [String; 2] {
    [uuid.simple().to_string(), Uuid::from_bytes_le(*uuid.as_bytes()).simple().to_string()]
}
