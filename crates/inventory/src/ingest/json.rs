//! The GLPI Agent's messages in JSON. Sections and fields that are not accepted are skipped without being built in
//! memory.

use super::{
    door::Section,
    message::{Message, Record, Unreadable, tidy},
};
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::{borrow::Cow, fmt};

pub fn read(text: &[u8]) -> Result<Message, Unreadable> {
    let mut message = Message::default();
    let mut too_large = None;
    let mut reader = serde_json::Deserializer::from_slice(text);
    let read = Body { message: &mut message, too_large: &mut too_large }.deserialize(&mut reader);
    match (read.and_then(|()| reader.end()), too_large) {
        (_, Some(refused)) => Err(refused),
        (Ok(()), None) => Ok(message),
        (Err(_), None) => Err(Unreadable::Malformed("the body is not a JSON object")),
    }
}

struct Body<'a> {
    message: &'a mut Message,
    too_large: &'a mut Option<Unreadable>,
}

impl<'de> DeserializeSeed<'de> for Body<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, source: D) -> Result<(), D::Error> {
        source.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Body<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a message")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<(), A::Error> {
        while let Some(name) = fields.next_key::<Cow<'de, str>>()? {
            match name.as_ref() {
                "action" => self.message.action = fields.next_value_seed(Scalar)?,
                "deviceid" => self.message.device_id = fields.next_value_seed(Scalar)?,
                "itemtype" => self.message.item_type = fields.next_value_seed(Scalar)?,
                "partial" => self.message.partial = fields.next_value_seed(Scalar)?.as_deref() == Some("true"),
                "content" => {
                    let content = Content { message: &mut *self.message, too_large: &mut *self.too_large };
                    fields.next_value_seed(content)?;
                    self.message.has_content = true;
                }
                _ => drop(fields.next_value::<IgnoredAny>()?),
            }
        }
        Ok(())
    }
}

/// The sections.
struct Content<'a> {
    message: &'a mut Message,
    too_large: &'a mut Option<Unreadable>,
}

impl<'de> DeserializeSeed<'de> for Content<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, source: D) -> Result<(), D::Error> {
        source.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Content<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the sections of an inventory")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut sections: A) -> Result<(), A::Error> {
        while let Some(name) = sections.next_key::<Cow<'de, str>>()? {
            if name == "versionclient" {
                self.message.client = sections.next_value_seed(Scalar)?;
            } else if let Some(section) = Section::named(&name) {
                self.message.begin(section);
                let records = Records { section, message: &mut *self.message, too_large: &mut *self.too_large };
                sections.next_value_seed(records)?;
            } else {
                sections.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }
}

/// One record or a list of them.
struct Records<'a> {
    section: Section,
    message: &'a mut Message,
    too_large: &'a mut Option<Unreadable>,
}

impl Records<'_> {
    fn add<E: Error>(&mut self, record: Option<Record>) -> Result<(), E> {
        let Some(record) = record.filter(|record| !record.is_empty()) else { return Ok(()) };
        self.message.add(self.section, record).map_err(|refused| {
            *self.too_large = Some(refused);
            E::custom("too large")
        })
    }
}

impl<'de> DeserializeSeed<'de> for Records<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, source: D) -> Result<(), D::Error> {
        source.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Records<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a section")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut records: A) -> Result<(), A::Error> {
        while let Some(record) = records.next_element_seed(One(self.section))? {
            self.add(record)?;
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(mut self, fields: A) -> Result<(), A::Error> {
        let record = One(self.section).visit_map(fields)?;
        self.add(record)
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        Ok(())
    }
}

/// A record; `None` for anything else.
struct One(Section);

impl<'de> DeserializeSeed<'de> for One {
    type Value = Option<Record>;

    fn deserialize<D: Deserializer<'de>>(self, source: D) -> Result<Option<Record>, D::Error> {
        source.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for One {
    type Value = Option<Record>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a record")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Option<Record>, A::Error> {
        let mut record = Record::new();
        while let Some(name) = fields.next_key::<Cow<'de, str>>()? {
            match self.0.field(&name) {
                Some(name) => {
                    if let Some(value) = fields.next_value_seed(Scalar)? {
                        record.insert(name, value);
                    }
                }
                None => drop(fields.next_value::<IgnoredAny>()?),
            }
        }
        Ok(Some(record))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Option<Record>, A::Error> {
        while items.next_element::<IgnoredAny>()?.is_some() {}
        Ok(None)
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<Option<Record>, E> {
        Ok(None)
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<Option<Record>, E> {
        Ok(None)
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<Option<Record>, E> {
        Ok(None)
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<Option<Record>, E> {
        Ok(None)
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<Option<Record>, E> {
        Ok(None)
    }

    fn visit_unit<E: Error>(self) -> Result<Option<Record>, E> {
        Ok(None)
    }
}

/// A text, a number or a boolean as a text; `None` for an empty one and for anything else.
struct Scalar;

impl<'de> DeserializeSeed<'de> for Scalar {
    type Value = Option<String>;

    fn deserialize<D: Deserializer<'de>>(self, source: D) -> Result<Option<String>, D::Error> {
        source.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Scalar {
    type Value = Option<String>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Option<String>, E> {
        Ok(Some(tidy(text)).filter(|text| !text.is_empty()))
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Option<String>, E> {
        Ok(Some(value.to_string()))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Option<String>, E> {
        Ok(Some(value.to_string()))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Option<String>, E> {
        Ok(Some(value.to_string()))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Option<String>, E> {
        Ok(Some(value.to_string()))
    }

    fn visit_unit<E: Error>(self) -> Result<Option<String>, E> {
        Ok(None)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Option<String>, A::Error> {
        while items.next_element::<IgnoredAny>()?.is_some() {}
        Ok(None)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Option<String>, A::Error> {
        while fields.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_of_any_type_are_texts_and_the_rest_is_skipped() {
        let message = read(
            br#"{"action": "inventory", "deviceid": "srv-01-2026", "itemtype": "Computer", "partial": true, "x": [[1]],
                "content": {"versionclient": "GLPI-Agent_v1.15", "hardware": {"name": "srv-01", "memory": 7800,
                "winprodkey": "secret"}, "cpus": [{"core": 2, "name": " Intel "}, 7, null, ["x"]],
                "envs": [{"key": "TOKEN", "val": "secret"}], "operatingsystem": {"timezone": {"name": "CET"},
                "arch": "x86_64"}, "softwares": null}}"#,
        )
        .unwrap();
        assert_eq!(message.device_id.as_deref(), Some("srv-01-2026"));
        assert_eq!(message.client.as_deref(), Some("GLPI-Agent_v1.15"));
        assert!(message.partial);
        assert_eq!(
            message.sections["hardware"],
            [Record::from([("name", "srv-01".into()), ("memory", "7800".into())])]
        );
        assert_eq!(message.sections["cpus"], [Record::from([("core", "2".into()), ("name", "Intel".into())])]);
        assert_eq!(message.sections["softwares"], []);
        assert!(!format!("{message:?}").contains("secret"));
    }

    #[test]
    fn other_texts_are_refused() {
        let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        for text in ["", "[]", "null", "{", r#"{"content": 7}"#, r#"{"a": 1} x"#, "\u{feff}{}", &deep] {
            assert!(read(text.as_bytes()).is_err(), "{}", &text[..text.len().min(40)]);
        }
        assert!(read(b"{\"deviceid\": \"\xff\"}").is_err(), "not UTF-8");
    }
}
