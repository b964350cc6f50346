//! A parsed SVG.

use quick_xml::{
    Reader, XmlVersion,
    events::{BytesStart, Event},
};
use std::collections::BTreeMap;

#[derive(Debug, Default)]
pub struct Element {
    pub name: String,
    pub attributes: BTreeMap<String, String>,
    pub text: String,
}

pub struct Picture {
    elements: Vec<Element>,
}

impl Element {
    /// The value of an attribute; none is empty.
    pub fn is(&self, attribute: &str) -> &str {
        self.attributes.get(attribute).map_or("", String::as_str)
    }
}

impl Picture {
    /// Fails if the text is not well-formed, or has something that pages forbid.
    pub fn read(svg: &str) -> Picture {
        let mut reader = Reader::from_str(svg);
        let (mut elements, mut open): (Vec<Element>, Vec<usize>) = (vec![], vec![]);
        loop {
            match reader.read_event().unwrap_or_else(|error| panic!("{error}: {svg}")) {
                Event::Start(start) => {
                    open.push(elements.len());
                    elements.push(element(&start));
                }
                Event::Empty(start) => elements.push(element(&start)),
                Event::End(_) => drop(open.pop().unwrap()),
                Event::Text(text) => elements[*open.last().unwrap()].text.push_str(&text),
                Event::GeneralRef(name) => elements[*open.last().unwrap()].text.push_str(match &*name {
                    "amp" => "&",
                    "lt" => "<",
                    "gt" => ">",
                    "quot" => "\"",
                    "#39" => "'",
                    other => panic!("&{other};"),
                }),
                Event::Eof => break,
                other => panic!("{other:?}"),
            }
        }
        assert!(open.is_empty());
        let forbidden =
            |element: &Element| element.attributes.keys().any(|name| name == "style" || name.starts_with("on"));
        assert!(!elements.iter().any(forbidden), "{svg}");
        Picture { elements }
    }

    pub fn named(&self, name: &str) -> Vec<&Element> {
        self.elements.iter().filter(|element| element.name == name).collect()
    }

    pub fn with_class(&self, class: &str) -> Vec<&Element> {
        self.elements.iter().filter(|element| element.is("class").split(' ').any(|one| one == class)).collect()
    }

    pub fn texts(&self) -> Vec<String> {
        self.named("text").into_iter().map(|element| element.text.clone()).collect()
    }

    pub fn ids(&self) -> Vec<String> {
        self.elements.iter().filter_map(|element| element.attributes.get("id").cloned()).collect()
    }

    /// Fails if a coordinate is outside of the picture.
    pub fn assert_inside(&self) {
        let root = &self.elements[0];
        let (width, height) = (root.is("width").parse::<f64>().unwrap(), root.is("height").parse::<f64>().unwrap());
        for element in &self.elements {
            for (names, most) in [(["x", "cx"], width), (["y", "cy"], height)] {
                for value in names.into_iter().filter_map(|name| element.attributes.get(name)) {
                    let value: f64 = value.parse().unwrap();
                    assert!((0.0..=most).contains(&value), "{element:?}");
                }
            }
            for size in ["width", "height"].into_iter().filter_map(|name| element.attributes.get(name)) {
                assert!(size.parse::<f64>().unwrap() >= 0.0, "{element:?}");
            }
        }
    }
}

fn element(start: &BytesStart) -> Element {
    let attributes = start.attributes().map(|attribute| {
        let attribute = attribute.unwrap();
        let value = attribute.normalized_value(XmlVersion::Explicit1_0).unwrap().into_owned();
        (attribute.key.as_ref().to_owned(), value)
    });
    Element { name: start.name().as_ref().to_owned(), attributes: attributes.collect(), text: String::new() }
}
