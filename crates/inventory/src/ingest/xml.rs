//! Messages in XML: of the FusionInventory agent, and the first one of the GLPI Agent. No document type, no entities
//! except those of XML itself, no more depth than an inventory has; sections and fields that are not accepted are
//! skipped.

use super::{
    door::Section,
    message::{Message, Record, Unreadable, tidy},
};
use quick_xml::{Reader, events::Event};

/// Elements within elements. An inventory has four; agents add some that are skipped.
const DEEPEST: usize = 16;

/// Bytes of the text of one field that are collected, before it is truncated.
const TEXT_BYTES: usize = 4096;

pub fn read(text: &str) -> Result<Message, Unreadable> {
    let mut reader = Reader::from_str(text);
    let mut document = Document::default();
    loop {
        match reader.read_event().map_err(|_| Unreadable::Malformed("the body is not well-formed XML"))? {
            Event::Start(start) => document.open(start.name().into_inner())?,
            Event::Empty(start) => {
                document.open(start.name().into_inner())?;
                document.close()?;
            }
            Event::End(_) => document.close()?,
            Event::Text(text) => document.text(&text),
            Event::CData(text) => document.text(&text.into_inner()),
            Event::GeneralRef(reference) => match reference.resolve_char_ref() {
                Ok(Some(character)) => document.text(character.encode_utf8(&mut [0; 4])),
                Ok(None) => document.text(predefined(&reference)?),
                Err(_) => return Err(Unreadable::Malformed("the body has an invalid character reference")),
            },
            Event::DocType(_) => return Err(Unreadable::Malformed("a document type is not accepted")),
            Event::Decl(_) | Event::PI(_) | Event::Comment(_) => {}
            Event::Eof => break,
        }
    }
    document.end()
}

fn predefined(name: &str) -> Result<&'static str, Unreadable> {
    Ok(match name {
        "amp" => "&",
        "lt" => "<",
        "gt" => ">",
        "quot" => "\"",
        "apos" => "'",
        _ => return Err(Unreadable::Malformed("entities are not accepted")),
    })
}

/// The destination of the current element's text.
#[derive(Clone, Copy)]
enum Destination {
    Nothing,
    Action,
    DeviceId,
    Client,
    Field(&'static str),
}

#[derive(Default)]
struct Document {
    message: Message,
    depth: usize,
    in_content: bool,
    has_root: bool,
    section: Option<Section>,
    record: Record,
    destination: Option<Destination>,
    text: String,
}

impl Document {
    fn open(&mut self, name: &str) -> Result<(), Unreadable> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(Unreadable::Malformed("the elements are nested too deeply"));
        }
        self.text.clear();
        self.destination = Some(Destination::Nothing);
        match self.depth {
            1 if !name.eq_ignore_ascii_case("REQUEST") => {
                return Err(Unreadable::Malformed("the root element is not REQUEST"));
            }
            1 => self.has_root = true,
            2 => {
                self.in_content = name.eq_ignore_ascii_case("CONTENT");
                self.message.has_content |= self.in_content;
                self.destination = Some(match name.to_ascii_uppercase().as_str() {
                    "QUERY" => Destination::Action,
                    "DEVICEID" => Destination::DeviceId,
                    _ => Destination::Nothing,
                });
            }
            3 if self.in_content && name.eq_ignore_ascii_case("VERSIONCLIENT") => {
                self.destination = Some(Destination::Client);
            }
            3 if self.in_content => self.section = Section::named(name),
            4 => {
                let field = self.section.and_then(|section| section.field(name));
                self.destination = Some(field.map_or(Destination::Nothing, Destination::Field));
            }
            _ => {}
        }
        Ok(())
    }

    fn text(&mut self, text: &str) {
        if self.text.len() < TEXT_BYTES && !matches!(self.destination, None | Some(Destination::Nothing)) {
            let room = (TEXT_BYTES - self.text.len()).min(text.len());
            let end = (0..=room).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
            self.text.push_str(&text[..end]);
        }
    }

    fn close(&mut self) -> Result<(), Unreadable> {
        let value = Some(tidy(&self.text)).filter(|text| !text.is_empty());
        match (self.destination.take(), value) {
            (Some(Destination::Action), value) => self.message.action = value.map(|action| action.to_lowercase()),
            (Some(Destination::DeviceId), value) => self.message.device_id = value,
            (Some(Destination::Client), value) => self.message.client = value,
            (Some(Destination::Field(name)), Some(value)) => drop(self.record.insert(name, value)),
            _ => {}
        }
        self.text.clear();
        if self.depth == 3
            && let Some(section) = self.section.take()
        {
            self.message.add(section, std::mem::take(&mut self.record))?;
        }
        self.depth = self.depth.checked_sub(1).ok_or(Unreadable::Malformed("an element ends that did not begin"))?;
        Ok(())
    }

    fn end(self) -> Result<Message, Unreadable> {
        match self.has_root && self.depth == 0 {
            true => Ok(self.message),
            false => Err(Unreadable::Malformed("the body ended too early")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INVENTORY: &str = r#"<?xml version="1.0" encoding="UTF-8" ?>
        <REQUEST>
          <CONTENT>
            <HARDWARE><NAME>srv-01</NAME><WINPRODKEY>secret</WINPRODKEY><MEMORY>7800</MEMORY></HARDWARE>
            <CPUS><NAME>A &amp; B &#66;</NAME></CPUS>
            <CPUS><NAME><![CDATA[C <D>]]></NAME><CORE/></CPUS>
            <ENVS><KEY>TOKEN</KEY><VAL>secret</VAL></ENVS>
            <VERSIONCLIENT>FusionInventory-Agent_v2.6</VERSIONCLIENT>
          </CONTENT>
          <DEVICEID>srv-01-2026-11-16-05-00-00</DEVICEID>
          <QUERY>INVENTORY</QUERY>
        </REQUEST>"#;

    #[test]
    fn an_inventory_is_read_as_one_in_json() {
        let message = read(INVENTORY).unwrap();
        assert_eq!(message.action.as_deref(), Some("inventory"));
        assert_eq!(message.device_id.as_deref(), Some("srv-01-2026-11-16-05-00-00"));
        assert_eq!(message.client.as_deref(), Some("FusionInventory-Agent_v2.6"));
        assert_eq!(
            message.sections["hardware"],
            [Record::from([("name", "srv-01".into()), ("memory", "7800".into())])]
        );
        let cpus = [Record::from([("name", "A & B B".into())]), Record::from([("name", "C <D>".into())])];
        assert_eq!(message.sections["cpus"], cpus);
        assert!(!format!("{message:?}").contains("secret"));
    }

    #[test]
    fn hostile_documents_are_refused() {
        let deep = format!("<REQUEST>{}", "<a>".repeat(100_000));
        let laughs = r#"<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><REQUEST>&b;</REQUEST>"#;
        let file =
            r#"<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><REQUEST><DEVICEID>&e;</DEVICEID></REQUEST>"#;
        let entity = "<REQUEST><DEVICEID>&secret;</DEVICEID></REQUEST>";
        let cases = [
            "",
            "x",
            "<html></html>",
            "<REQUEST>",
            "<REQUEST></OTHER>",
            "</REQUEST>",
            "<REQUEST",
            laughs,
            file,
            entity,
            &deep,
            "<REQUEST><DEVICEID>&#0;</DEVICEID></REQUEST>",
        ];
        for text in cases {
            assert!(read(text).is_err(), "{}", &text[..text.len().min(60)]);
        }
    }

    #[test]
    fn a_text_without_end_is_cut() {
        let long = "x".repeat(1_000_000);
        let text = format!("<REQUEST><DEVICEID>{long}</DEVICEID></REQUEST>");
        assert_eq!(read(&text).unwrap().device_id.unwrap().len(), 1024);
    }
}
