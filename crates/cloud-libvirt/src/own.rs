//! What this service keeps of a machine in its domain: an element of its own among the domain's metadata. It has the token
//! and the labels of the request, and whether the machine was ever started.

use quick_xml::escape::escape;
use sha2::{Digest, Sha256};
use std::{collections::BTreeMap, fmt::Write};
use uuid::{Builder, Uuid};

/// The namespace of the element, and the prefix with which it is written.
pub(crate) const NAMESPACE: &str = "urn:tenant-control:machine";
pub(crate) const PREFIX: &str = "tc";

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Own {
    pub token: String,
    pub size: String,
    pub image: String,
    /// False until the first start has succeeded.
    pub is_started: bool,
    pub labels: BTreeMap<String, String>,
}

impl Own {
    /// The element, without its namespace: libvirt adds that.
    pub fn element(&self) -> String {
        let mut xml = format!(
            r#"<machine token="{}" size="{}" image="{}" started="{}">"#,
            escape(self.token.as_str()),
            escape(self.size.as_str()),
            escape(self.image.as_str()),
            if self.is_started { "yes" } else { "no" },
        );
        for (name, value) in &self.labels {
            // Writing into a string cannot fail.
            let _ = write!(xml, r#"<label name="{}" value="{}"/>"#, escape(name.as_str()), escape(value.as_str()));
        }
        xml.push_str("</machine>");
        xml
    }

    /// The element as a domain has it.
    pub fn qualified(&self) -> String {
        let element = self.element();
        let element = element.replace("<label ", "<tc:label ").replace("</machine>", "</tc:machine>");
        element.replacen("<machine ", &format!(r#"<{PREFIX}:machine xmlns:{PREFIX}="{NAMESPACE}" "#), 1)
    }
}

/// The UUID of the machine of a request: libvirt has one domain with a UUID, so a token makes one machine.
pub(crate) fn uuid_of(token: &str) -> Uuid {
    let hash = Sha256::new().chain_update(NAMESPACE).chain_update(token).finalize();
    let mut bytes = [0; 16];
    bytes.iter_mut().zip(hash).for_each(|(byte, hashed)| *byte = hashed);
    Builder::from_custom_bytes(bytes).into_uuid()
}

/// The volume with the disk of a machine.
pub(crate) fn disk_of(uuid: Uuid) -> String {
    format!("tenant-control-{uuid}.qcow2")
}
