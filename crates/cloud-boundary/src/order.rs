//! A machine to make, and what can become of the request.

use crate::Failure;
use secrecy::SecretString;
use std::collections::BTreeMap;

/// The labels of every machine that this service makes: the ids of its operation and of its record.
pub const OPERATION_LABEL: &str = "tenant-control:operation";
pub const VM_LABEL: &str = "tenant-control:vm";

/// Prefixes of labels that customers cannot set.
pub const RESERVED_LABELS: [&str; 2] = ["aws:", "tenant-control:"];

/// A machine to make. It is fixed before the first call and never changes: repetitions must be the same request.
#[derive(Debug, Clone)]
pub struct Order {
    /// Identifies the request at the provider: two requests with the same token make one machine.
    pub token: String,
    pub name: String,
    pub region: String,
    pub size: String,
    pub image: String,
    pub subnet: Option<String>,
    pub security_groups: Vec<String>,
    pub public_ip: Option<bool>,
    pub ssh_key: Option<String>,
    pub user_data: Option<SecretString>,
    /// All labels, also those of this service.
    pub labels: BTreeMap<String, String>,
}

/// One change of labels. Other labels stay as they are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LabelChange {
    Set(BTreeMap<String, String>),
    Remove(Vec<String>),
}

/// Why a call that makes a machine has not returned one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CreateError {
    /// The provider has refused it for good: this call has made no machine.
    Refused(Failure),
    /// The provider has not accepted the call now, and has made no machine by it.
    NotNow(Failure),
    /// There may be a machine, or one may still be made by this call.
    Unknown(Failure),
    /// There may be a machine. The call has ended at the provider.
    Ended(Failure),
    /// The token has made a machine before, which is gone.
    Gone(Failure),
    /// The token has been used for another request.
    TokenReused(Failure),
}

/// Why a call that changes a machine has failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ActionError {
    /// The provider has refused it for good.
    Refused(Failure),
    /// The provider has not accepted the call now, which has had no effect.
    NotNow(Failure),
    /// It may have had its effect.
    Unknown(Failure),
    /// The provider does not know the machine.
    NoMachine(Failure),
}
