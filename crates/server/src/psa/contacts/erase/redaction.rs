//! Removes a person from texts and from the JSON of the logs.

use crate::psa::rewrite::Rewrite;
use api::contacts::Contact;
use serde_json::{Map, Value, json};
use std::{collections::HashSet, ops::BitOr};

/// Replaces a name, an address or a phone number in a text.
const ERASED_TEXT: &str = "[erased]";

/// Shorter names and numbers are not searched in texts: they would match parts of other texts.
const SHORTEST_NAME: usize = 3;
const SHORTEST_PHONE: usize = 5;

/// Fields whose values the service chooses, besides ids and times. A name can be the same as one of these values.
const OWN_WORDS: [&str; 8] =
    ["type", "kind", "status", "priority", "source", "visibility", "sla", "allowed_transitions"];

/// Fields whose values people choose, whatever the names of the fields within them.
const FREE_FIELDS: [&str; 2] = ["custom_fields", "external_ref"];

/// What the audit log knows about a person: the names, addresses, numbers and job titles of all times.
#[derive(Debug, Default)]
pub struct Known {
    names: HashSet<String>,
    emails: HashSet<String>,
    phones: HashSet<String>,
    /// They are removed from the contact and from the search, not from texts.
    titles: HashSet<String>,
}

impl Known {
    /// Adds a contact as it was at some time.
    pub fn learn(&mut self, contact: &Value) {
        let texts = |field: &str| contact[field].as_array().into_iter().flatten().filter_map(Value::as_str);
        self.emails.extend(texts("emails").map(str::to_lowercase));
        self.phones.extend(texts("phones").map(str::to_owned));
        self.titles.extend(contact["title"].as_str().map(str::to_owned));
        self.names.extend(contact["name"].as_str().filter(|name| *name != Contact::ERASED).map(str::to_owned));
    }

    /// The e-mail addresses, in lower case.
    pub fn emails(&self) -> Vec<String> {
        self.emails.iter().cloned().collect()
    }

    /// The texts whose words the search has learned from the contact.
    pub fn indexed(&self) -> Vec<String> {
        [&self.names, &self.emails, &self.phones, &self.titles].into_iter().flatten().cloned().collect()
    }

    /// `ids` are those of the contact and of the duplicates that were merged into it.
    pub fn redaction(&self, ids: &[String]) -> Redaction {
        let names = self.names.iter().filter(|name| name.chars().count() >= SHORTEST_NAME);
        let phones = self.phones.iter().filter(|phone| phone.chars().count() >= SHORTEST_PHONE);
        let mut texts: Vec<Vec<char>> =
            names.chain(phones).chain(&self.emails).map(|text| folded(text.trim())).collect();
        // An address may contain the name.
        texts.sort_by_key(|text| std::cmp::Reverse(text.len()));
        Redaction { ids: ids.iter().cloned().collect(), emails: self.emails.clone(), texts }
    }
}

pub struct Redaction {
    ids: HashSet<String>,
    emails: HashSet<String>,
    /// In lower case, the longest first.
    texts: Vec<Vec<char>>,
}

impl Redaction {
    /// The text without the person; `None` if it does not name the person.
    pub fn text(&self, text: &str) -> Option<String> {
        let (original, searched): (Vec<char>, Vec<char>) = text.chars().map(|letter| (letter, fold(letter))).unzip();
        let mut redacted = String::with_capacity(text.len());
        let (mut at, mut found) = (0, false);
        while at < original.len() {
            match self.texts.iter().find(|sought| is_at(&searched, at, sought)) {
                Some(sought) => {
                    redacted.push_str(ERASED_TEXT);
                    at += sought.len();
                    found = true;
                }
                None => {
                    redacted.push(original[at]);
                    at += 1;
                }
            }
        }
        found.then_some(redacted)
    }

    /// The text without the person.
    pub fn cleaned(&self, text: String) -> String {
        self.text(&text).unwrap_or(text)
    }

    pub fn has_email(&self, email: &str) -> bool {
        self.emails.contains(&email.to_lowercase())
    }

    fn field(&self, name: &str, field: &mut Value) -> bool {
        if FREE_FIELDS.contains(&name) { self.all_texts(field) } else { is_text(name) && self.value(field) }
    }

    /// Removes the person from every text of the value. Returns true if it has changed.
    pub fn all_texts(&self, value: &mut Value) -> bool {
        match value {
            Value::String(text) => match self.text(text) {
                Some(redacted) => {
                    *text = redacted;
                    true
                }
                None => false,
            },
            Value::Array(items) => items.iter_mut().map(|item| self.all_texts(item)).fold(false, BitOr::bitor),
            Value::Object(fields) => fields.values_mut().map(|field| self.all_texts(field)).fold(false, BitOr::bitor),
            Value::Null | Value::Bool(_) | Value::Number(_) => false,
        }
    }

    fn is_person(&self, fields: &Map<String, Value>) -> bool {
        fields.get("id").and_then(Value::as_str).is_some_and(|id| self.ids.contains(id))
    }
}

impl Rewrite for Redaction {
    /// Removes the person from the texts of an object of the API, and empties objects that have the id of the person.
    /// Returns true if the object has changed.
    fn value(&self, value: &mut Value) -> bool {
        match value {
            Value::Array(items) => items.iter_mut().map(|item| self.value(item)).fold(false, BitOr::bitor),
            Value::Object(fields) => {
                let emptied = self.is_person(fields) && empty(fields);
                fields.iter_mut().map(|(name, field)| self.field(name, field)).fold(emptied, BitOr::bitor)
            }
            text => self.all_texts(text),
        }
    }

    /// Removes the person from the data of an event.
    fn event(&self, data: &mut Value) -> bool {
        let is_own = data["object"].as_object().is_some_and(|object| self.is_person(object));
        // The previous values of a contact have no id.
        let emptied = match data.get_mut("previous").and_then(Value::as_object_mut) {
            Some(previous) if is_own => empty(previous),
            _ => false,
        };
        self.value(data) || emptied
    }
}

/// Empties the fields of a contact, of a requester or of an author. Returns true if one of them has changed.
fn empty(fields: &mut Map<String, Value>) -> bool {
    let emptied = [
        ("name", json!(Contact::ERASED)),
        ("email", Value::Null),
        ("emails", json!([])),
        ("phones", json!([])),
        ("title", Value::Null),
        ("external_ref", Value::Null),
        ("custom_fields", json!({})),
    ];
    emptied.into_iter().fold(false, |changed, (name, empty)| match fields.get_mut(name) {
        Some(field) if !field.is_null() && *field != empty => {
            *field = empty;
            true
        }
        _ => changed,
    })
}

/// False for the names of ids, times and other values that the service chooses.
fn is_text(name: &str) -> bool {
    let is_id_or_time = name == "id" || ["_id", "_ids", "_at"].iter().any(|ending| name.ends_with(ending));
    !is_id_or_time && !OWN_WORDS.contains(&name)
}

/// True if the sought text is there, and not only a part of a longer word or number.
fn is_at(searched: &[char], at: usize, sought: &[char]) -> bool {
    let is_word = |letter: Option<&char>| letter.is_some_and(|letter| letter.is_alphanumeric());
    let end = at + sought.len();
    let continues_before = is_word(sought.first()) && at > 0 && is_word(searched.get(at - 1));
    let continues_after = is_word(sought.last()) && is_word(searched.get(end));
    !sought.is_empty() && searched[at..].starts_with(sought) && !continues_before && !continues_after
}

fn folded(text: &str) -> Vec<char> {
    text.chars().map(fold).collect()
}

/// One letter for one letter, so that positions are the same.
fn fold(letter: char) -> char {
    letter.to_lowercase().next().unwrap_or(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "con_01h455vb4pex5vsknk084sn02q";

    fn milton() -> Redaction {
        let mut known = Known::default();
        known.learn(
            &json!({"name": "Milton Waddams", "emails": ["Milton@Initech.example"], "phones": ["+49 30 123456"]}),
        );
        known.learn(&json!({"name": "Milton Wáddams", "emails": ["milton@initech.example"], "phones": ["1"]}));
        known.learn(&json!({"name": Contact::ERASED, "emails": [], "phones": []}));
        known.redaction(&[ID.to_owned()])
    }

    #[test]
    fn names_addresses_and_numbers_leave_texts() {
        let redaction = milton();
        for (text, expected) in [
            ("Call Milton Waddams (+49 30 123456) or MILTON@initech.example.", "Call [erased] ([erased]) or [erased]."),
            ("milton wáddams", "[erased]"),
            ("Milton Waddams' stapler", "[erased]' stapler"),
        ] {
            assert_eq!(redaction.text(text).as_deref(), Some(expected));
        }
        for text in ["", "Milton", "Hamilton Waddamson", "xmilton@initech.example", "Erased contact", "11"] {
            assert_eq!(redaction.text(text), None, "{text}");
        }
    }

    #[test]
    fn objects_of_the_person_are_emptied() {
        let redaction = milton();
        let mut ticket = json!({"id": "tkt_1", "subject": "For Milton Waddams", "requester":
            {"id": ID, "name": "M", "email": "other@x.example"}, "tags": ["a"]});
        assert!(redaction.value(&mut ticket));
        assert_eq!(
            ticket,
            json!({"id": "tkt_1", "subject": "For [erased]", "requester":
                {"id": ID, "name": Contact::ERASED, "email": null}, "tags": ["a"]})
        );
        assert!(!redaction.value(&mut ticket), "nothing is left");
        let mut other = json!({"id": "con_2", "name": "M", "emails": ["m@x.example"]});
        assert!(!redaction.value(&mut other));
    }

    #[test]
    fn a_person_who_is_called_like_a_status_or_an_id_changes_neither() {
        let mut known = Known::default();
        known.learn(&json!({"name": "Open", "phones": ["2026-11"]}));
        known.learn(&json!({"name": "tkt", "phones": []}));
        let redaction = known.redaction(&[ID.to_owned()]);
        let mut ticket = json!({"id": "tkt_1", "status": "open", "subject": "Open the door", "created_at":
            "2026-11-18T10:00:00Z", "allowed_transitions": [{"to": "open"}], "custom_fields": {"status": "open"},
            "created_by": {"type": "open", "id": "tkt_2"}});
        assert!(redaction.value(&mut ticket));
        assert_eq!(
            ticket,
            json!({"id": "tkt_1", "status": "open", "subject": "[erased] the door", "created_at":
                "2026-11-18T10:00:00Z", "allowed_transitions": [{"to": "open"}], "custom_fields": {"status": "[erased]"},
                "created_by": {"type": "open", "id": "tkt_2"}})
        );
    }

    #[test]
    fn events_of_the_contact_lose_their_previous_values() {
        let redaction = milton();
        let contact = json!({"id": ID, "name": "M", "emails": [], "title": "Boss", "custom_fields": {"desk": 1}});
        let mut event = json!({"object": contact, "previous": {"name": "Mi", "title": "Clerk", "vip": false}});
        assert!(redaction.event(&mut event));
        let contact = json!({"id": ID, "name": Contact::ERASED, "emails": [], "title": null, "custom_fields": {}});
        let previous = json!({"name": Contact::ERASED, "title": null, "vip": false});
        assert_eq!(event, json!({"object": contact, "previous": previous}));
        let mut other = json!({"object": {"id": "tkt_1"}, "previous": {"title": "x"}});
        assert!(!redaction.event(&mut other));
    }
}
