//! The request for a machine, as it is fixed in the row of its operation before the first call to the provider.

use api::{CloudVmId, Fault, OperationId, cloud_vm_requests::NewCloudVm, cloud_vms::CloudVm, problem::FaultCode};
use cloud_boundary::{OPERATION_LABEL, Order, RESERVED_LABELS, VM_LABEL};
use kernel::http::Problem;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The most labels of a request, and the longest name and value of one.
const LABELS: usize = 40;
const LABEL_NAME: usize = 128;
const LABEL_VALUE: usize = 256;

/// Also the wanted state that the machine is compared with later.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Intent {
    pub name: String,
    pub region: String,
    pub size: String,
    pub image: String,
    pub subnet: Option<String>,
    pub security_groups: Vec<String>,
    pub public_ip: Option<bool>,
    pub ssh_key: Option<String>,
    pub labels: BTreeMap<String, String>,
}

impl Intent {
    pub fn new(new: &NewCloudVm, region: &str) -> Result<Intent, Problem> {
        let faults = wrong_labels(&new.labels);
        if !faults.is_empty() {
            return Err(Problem::invalid(faults));
        }
        Ok(Intent {
            name: new.name.clone(),
            region: region.to_owned(),
            size: new.size.0.clone(),
            image: new.image.clone(),
            subnet: new.network.subnet.as_ref().map(|subnet| subnet.0.clone()),
            security_groups: new.network.security_groups.iter().map(|group| group.0.clone()).collect(),
            public_ip: new.network.public_ip,
            ssh_key: new.ssh_keys.first().map(|key| key.0.clone()),
            labels: new.labels.clone(),
        })
    }

    /// The same order at every repetition.
    pub fn order(self, operation: OperationId, vm: &CloudVm, user_data: Option<SecretString>) -> Order {
        let own = [(OPERATION_LABEL.to_owned(), operation.to_string()), (VM_LABEL.to_owned(), vm.id.to_string())];
        Order {
            token: operation.to_string(),
            name: self.name,
            region: self.region,
            size: self.size,
            image: self.image,
            subnet: self.subnet,
            security_groups: self.security_groups,
            public_ip: self.public_ip,
            ssh_key: self.ssh_key,
            user_data,
            labels: self.labels.into_iter().chain(own).collect(),
        }
    }
}

/// The record that a machine belongs to by its labels. A machine that was made as a copy of another has its labels, but not
/// its token.
pub fn record_of(machine: &cloud_boundary::Machine) -> Option<CloudVmId> {
    let operation = machine.labels.get(OPERATION_LABEL)?;
    let is_copy = machine.token.as_ref().is_some_and(|token| token != operation);
    if is_copy { None } else { machine.labels.get(VM_LABEL)?.parse().ok() }
}

pub fn wrong_labels(labels: &BTreeMap<String, String>) -> Vec<Fault> {
    if labels.len() > LABELS {
        return vec![Fault::at("/labels", FaultCode::Invalid, format!("has more than {LABELS} labels"))];
    }
    let wrong = labels.iter().filter_map(|(name, value)| Some((name, wrong_label(name, value)?)));
    wrong.map(|(name, detail)| Fault::at(format!("/labels/{name}"), FaultCode::Invalid, detail)).collect()
}

fn wrong_label(name: &str, value: &str) -> Option<&'static str> {
    let lower = name.to_lowercase();
    if name.is_empty() || name.chars().count() > LABEL_NAME || value.chars().count() > LABEL_VALUE {
        Some("has a name of more than 128 or a value of more than 256 characters, or no name")
    } else if name.chars().chain(value.chars()).any(char::is_control) {
        Some("contains a control character")
    } else if lower == "name" || RESERVED_LABELS.iter().any(|reserved| lower.starts_with(reserved)) {
        Some("has a reserved name")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloud_boundary::{Machine, MachineState};

    #[test]
    fn reserved_and_endless_labels_are_refused() {
        let long = "x".repeat(LABEL_NAME + 1);
        for name in ["aws:cloudformation", "tenant-control:vm", "Tenant-Control:x", "Name", "", &long] {
            assert!(wrong_label(name, "value").is_some(), "{name}");
        }
        assert!(wrong_label("env", "a\nb").is_some());
        assert!(wrong_label("env", "production").is_none());
        let many = (0..=LABELS).map(|number| (number.to_string(), String::new())).collect();
        assert_eq!(wrong_labels(&many).len(), 1);
    }

    #[test]
    fn a_copy_of_a_machine_is_not_the_machine() {
        let (operation, vm) = ("op_01h455vb4pex5vsknk084sn02q", "vm_01h455vb4pex5vsknk084sn02q");
        let labels = [(OPERATION_LABEL.to_owned(), operation.to_owned()), (VM_LABEL.to_owned(), vm.to_owned())];
        let machine = |token: Option<&str>| Machine {
            provider_ref: "i-1".to_owned(),
            name: None,
            size: String::new(),
            vcpus: None,
            memory_bytes: None,
            image: None,
            state: MachineState::Running,
            subnet: None,
            security_groups: vec![],
            ips: vec![],
            public_ip: None,
            labels: labels.clone().into(),
            token: token.map(str::to_owned),
            created_at: None,
        };
        assert_eq!(record_of(&machine(Some(operation))).map(|id| id.to_string()).as_deref(), Some(vm));
        assert!(record_of(&machine(None)).is_some(), "a provider without tokens");
        assert_eq!(record_of(&machine(Some("another"))), None);
    }
}
