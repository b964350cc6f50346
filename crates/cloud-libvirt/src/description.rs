//! Domains and volumes as libvirt describes them, in XML. Every value is escaped when it is written.

use crate::{
    hosts::Size,
    own::{self, Own, disk_of},
};
use quick_xml::{
    NsReader, XmlVersion,
    escape::escape,
    events::{BytesStart, Event},
    name::{Namespace, ResolveResult},
};
use uuid::Uuid;

/// Elements within elements of a domain that are read.
const DEEPEST: usize = 64;

/// The largest number of labels of a machine that is kept, and the length of each part.
const LABELS: usize = 50;
const LABEL: usize = 256;

/// A domain to define.
pub(crate) struct NewDomain<'a> {
    pub uuid: Uuid,
    pub name: &'a str,
    pub domain_type: &'a str,
    pub size: &'a Size,
    /// The pool of its disk.
    pub disks: &'a str,
    pub network: Option<&'a str>,
    pub own: &'a Own,
}

impl NewDomain<'_> {
    pub fn xml(&self) -> String {
        let NewDomain { uuid, name, domain_type, size, disks, network, own } = self;
        let network = network.map_or_else(String::new, |network| {
            format!(
                "<interface type='network'><source network='{}'/><model type='virtio'/></interface>",
                escape(network)
            )
        });
        // With KVM, the processor is that of the host; without, QEMU chooses what it can emulate.
        let cpu = if *domain_type == "kvm" { "<cpu mode='host-model'/>" } else { "" };
        format!(
            "<domain type='{domain_type}'><name>{name}</name><uuid>{uuid}</uuid><metadata>{own}</metadata>\
             <memory unit='MiB'>{memory}</memory><vcpu>{vcpus}</vcpu>\
             <os><type>hvm</type><boot dev='hd'/></os><features><acpi/><apic/></features>{cpu}\
             <on_poweroff>destroy</on_poweroff><on_reboot>restart</on_reboot><on_crash>destroy</on_crash>\
             <devices><disk type='volume' device='disk'><driver name='qemu' type='qcow2'/>\
             <source pool='{disks}' volume='{disk}'/><target dev='vda' bus='virtio'/></disk>{network}\
             <serial type='pty'/><console type='pty'/>\
             <rng model='virtio'><backend model='random'>/dev/urandom</backend></rng></devices></domain>",
            domain_type = escape(*domain_type),
            name = escape(*name),
            own = own.qualified(),
            memory = size.memory_mib,
            vcpus = size.vcpus,
            disks = escape(*disks),
            disk = disk_of(*uuid),
        )
    }
}

/// A disk that stores what differs from an image.
pub(crate) fn disk_xml(uuid: Uuid, capacity: u64, image_path: &str, image_format: &str) -> String {
    format!(
        "<volume><name>{}</name><capacity unit='bytes'>{capacity}</capacity><allocation>0</allocation>\
         <target><format type='qcow2'/></target><backingStore><path>{}</path><format type='{}'/></backingStore></volume>",
        disk_of(uuid),
        escape(image_path),
        escape(image_format),
    )
}

/// What is read of a domain.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Domain {
    pub vcpus: Option<i32>,
    pub memory_mib: Option<i64>,
    pub network: Option<String>,
    /// What this service has written, if it made the domain.
    pub own: Option<Own>,
}

/// Reads the XML of a domain; `None` if it is none.
pub(crate) fn read_domain(xml: &str) -> Option<Domain> {
    let mut domain = Domain::default();
    let mut unit = String::new();
    walk(xml, |path, own_namespace, part| match (path, part) {
        (["domain", "memory"], Part::Element(element)) => unit = attribute(element, "unit").unwrap_or_default(),
        (["domain", "memory"], Part::Text(text)) => domain.memory_mib = mib(text, &unit),
        (["domain", "vcpu"], Part::Text(text)) => domain.vcpus = text.parse().ok(),
        (["domain", "devices", "interface", "source"], Part::Element(element)) if domain.network.is_none() => {
            domain.network = attribute(element, "network").map(|name| cut(&name));
        }
        (["domain", "metadata", "machine"], Part::Element(element)) if own_namespace => {
            domain.own = Some(read_own(element));
        }
        (["domain", "metadata", "machine", "label"], Part::Element(element)) if own_namespace => {
            let label = attribute(element, "name").zip(attribute(element, "value"));
            if let (Some(own), Some((name, value))) = (&mut domain.own, label)
                && own.labels.len() < LABELS
            {
                own.labels.insert(cut(&name), cut(&value));
            }
        }
        _ => {}
    })?;
    Some(domain)
}

/// The formats of disks that QEMU reads by a driver of their own.
const DISK_FORMATS: [&str; 6] = ["qcow2", "qcow", "qed", "vdi", "vmdk", "vpc"];

/// The format of a volume as QEMU names it. libvirt names what it recognizes, such as `iso`: to QEMU, that is `raw`.
pub(crate) fn read_volume_format(xml: &str) -> &'static str {
    let mut format = None;
    // An XML document that cannot be parsed names no format.
    let _ = walk(xml, |path, _, part| {
        if let (["volume", "target", "format"], Part::Element(element)) = (path, part) {
            format = attribute(element, "type");
        }
    });
    DISK_FORMATS.into_iter().find(|known| format.as_deref() == Some(known)).unwrap_or("raw")
}

/// True if a host can run domains of this type.
pub(crate) fn offers_domain_type(capabilities: &str, wanted: &str) -> bool {
    let mut is_offered = false;
    let read = walk(capabilities, |path, _, part| {
        if let (["capabilities", "guest", "arch", "domain"], Part::Element(element)) = (path, part) {
            is_offered |= attribute(element, "type").is_some_and(|offered| offered == wanted);
        }
    });
    read.is_some() && is_offered
}

fn read_own(element: &BytesStart<'_>) -> Own {
    let value = |name| attribute(element, name).map(|value| cut(&value)).unwrap_or_default();
    Own {
        token: value("token"),
        size: value("size"),
        image: value("image"),
        is_started: value("started") == "yes",
        labels: Default::default(),
    }
}

enum Part<'a> {
    Element(&'a BytesStart<'a>),
    Text(&'a str),
}

/// Visits the elements and texts of a document with their paths, and whether they are of this service's namespace.
fn walk(xml: &str, mut visit: impl FnMut(&[&str], bool, Part<'_>)) -> Option<()> {
    let mut reader = NsReader::from_str(xml);
    let mut path: Vec<String> = vec![];
    loop {
        let (namespace, event) = reader.read_resolved_event().ok()?;
        let is_own = matches!(namespace, ResolveResult::Bound(Namespace(found)) if found == own::NAMESPACE);
        match event {
            Event::Start(element) => {
                path.push(element.local_name().into_inner().to_owned());
                if path.len() > DEEPEST {
                    return None;
                }
                visit(&names(&path), is_own, Part::Element(&element));
            }
            Event::Empty(element) => {
                path.push(element.local_name().into_inner().to_owned());
                visit(&names(&path), is_own, Part::Element(&element));
                path.pop();
            }
            Event::End(_) => drop(path.pop()?),
            Event::Text(text) => visit(&names(&path), false, Part::Text(text.trim())),
            Event::DocType(_) => return None,
            Event::Eof => return path.is_empty().then_some(()),
            _ => {}
        }
    }
}

fn names(path: &[String]) -> Vec<&str> {
    path.iter().map(String::as_str).collect()
}

fn attribute(element: &BytesStart<'_>, name: &str) -> Option<String> {
    let attribute = element.try_get_attribute(name).ok()??;
    Some(attribute.normalized_value(XmlVersion::Implicit1_0).ok()?.into_owned())
}

/// libvirt writes memory in KiB.
fn mib(amount: &str, unit: &str) -> Option<i64> {
    let amount: i64 = amount.parse().ok()?;
    match unit {
        "KiB" | "" => Some(amount / 1024),
        "MiB" => Some(amount),
        _ => None,
    }
}

fn cut(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(LABEL).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::own::uuid_of;

    fn own() -> Own {
        let hostile = r#"</tc:machine>"'&<label name="x"/>"#.to_owned();
        Own {
            token: "op_1".to_owned(),
            size: "small".to_owned(),
            image: "images/a&b".to_owned(),
            is_started: false,
            labels: [("env".to_owned(), hostile.clone()), (hostile, "ü".to_owned())].into(),
        }
    }

    #[test]
    fn what_is_written_is_read_again_whatever_it_contains() {
        let json = r#"{"sizes": {"small": {"vcpus": 2, "memory_mib": 512}}, "hosts": {}}"#;
        let hosts = crate::Hosts::parse(json).unwrap();
        let own = own();
        let new = NewDomain {
            uuid: uuid_of("op_1"),
            name: "a<b>&'\"",
            domain_type: "qemu",
            size: hosts.size("small").unwrap(),
            disks: "disks",
            network: Some("net'/><x y='"),
            own: &own,
        };
        let read = read_domain(&new.xml()).unwrap();
        let network = Some("net'/><x y='".to_owned());
        assert_eq!(read, Domain { vcpus: Some(2), memory_mib: Some(512), network, own: Some(own) });
    }

    #[test]
    fn the_metadata_of_others_is_not_taken_for_ours() {
        let xml = r#"<domain><metadata><x:machine xmlns:x="urn:other" token="op_1"/></metadata>
            <memory unit="KiB">2048</memory></domain>"#;
        let read = read_domain(xml).unwrap();
        assert_eq!((read.own, read.memory_mib), (None, Some(2)));
    }

    #[test]
    fn a_document_that_is_not_whole_or_has_a_type_is_not_read() {
        for wrong in ["", "<domain>", "<domain></x>", "<!DOCTYPE x [<!ENTITY y 'z'>]><domain/>"] {
            assert!(read_domain(wrong).is_none() || wrong.is_empty(), "{wrong}");
        }
    }
}
