//! The interface between the family of cloud providers and the crates that call them, one for each kind of cloud.
//!
//! A crate of a kind has no database and no clock: it gets an [`Access`], calls the provider through the guarded client,
//! and returns what it has found. What follows from that is decided by the family.

mod order;

pub use order::{ActionError, CreateError, LabelChange, OPERATION_LABEL, Order, RESERVED_LABELS, VM_LABEL};

use api::{
    cloud_catalogue::{CatalogueEntry, CatalogueKind, CloudPrice},
    cloud_providers::CloudSetup,
    cloud_verification::{
        CapabilityResult, CloudCapability, CloudFindingCode, CloudFix, CloudIdentity, CloudRegionState,
    },
    cloud_vms::CloudVmPower,
};
use futures::future::BoxFuture;
use jiff::Timestamp;
use secrecy::SecretString;
use std::{collections::BTreeMap, fmt};
use url::Url;

/// The largest number of entries of a catalogue that is returned.
pub const MOST_ENTRIES: usize = 2000;

/// The largest number of machines of one region that is read.
pub const MOST_MACHINES: usize = 20_000;

/// Everything that is needed to call a provider for a customer.
#[derive(Debug, Clone)]
pub struct Access {
    /// At least one.
    pub regions: Vec<String>,
    /// The account, or the project, that the credentials must belong to.
    pub account_id: Option<String>,
    /// An endpoint that the operator allows.
    pub endpoint: Option<Url>,
    pub credential: Credential,
}

impl Access {
    /// The region that verifies the credentials.
    pub fn first_region(&self) -> &str {
        self.regions.first().map_or("", String::as_str)
    }
}

/// Opened credentials. `Debug` shows no secret.
#[derive(Debug, Clone)]
pub enum Credential {
    /// The role is `None` until the customer has created it.
    AssumeRole {
        role_arn: Option<String>,
        external_id: String,
    },
    AccessKey {
        access_key_id: String,
        secret_access_key: SecretString,
    },
    /// The secret of a host of the operator.
    HostSecret {
        secret: SecretString,
    },
    ApplicationCredential {
        id: String,
        secret: SecretString,
    },
    Password {
        username: String,
        user_domain: String,
        password: SecretString,
    },
    ApiToken(SecretString),
}

/// One kind of cloud. Each function returns after a bounded time, whatever the provider does.
pub trait Cloud: Send + Sync {
    /// The policies of a role that this service can assume; `None` if it has no identity of its own.
    fn setup(&self, external_id: &str) -> Option<CloudSetup>;

    /// Whether customers may name this endpoint, if the kind has a list of its own; `None` leaves it to the operator's list
    /// of URLs.
    fn offers(&self, _endpoint: &Url) -> Option<bool> {
        None
    }

    /// Tries what the credentials may do. Changes nothing at the provider.
    fn verify<'a>(&'a self, access: &'a Access) -> BoxFuture<'a, Report>;

    /// The price of a size, if it is known.
    fn price(&self, region: &str, size: &str) -> Option<CloudPrice>;

    /// Sizes that are known without a call, with their prices.
    fn known_sizes(&self, region: &str) -> Vec<CatalogueEntry>;

    fn catalogue<'a>(
        &'a self,
        access: &'a Access,
        kind: CatalogueKind,
        region: &'a str,
    ) -> BoxFuture<'a, Result<Catalogue, Failure>>;

    /// All machines of a region, page by page.
    fn machines<'a>(&'a self, access: &'a Access, region: &'a str) -> BoxFuture<'a, Listing>;

    /// The machines of a region that have a label with this value.
    fn labelled<'a>(
        &'a self,
        access: &'a Access,
        region: &'a str,
        label: (&'a str, &'a str),
    ) -> BoxFuture<'a, Result<Vec<Machine>, Failure>>;

    /// One machine; `None` if the provider does not know it.
    fn machine<'a>(
        &'a self,
        access: &'a Access,
        region: &'a str,
        provider_ref: &'a str,
    ) -> BoxFuture<'a, Result<Option<Machine>, Failure>>;

    /// True if a creation that is sent again cannot make a second machine, because the provider recognizes its token.
    fn recognizes_tokens(&self) -> bool {
        true
    }

    /// Makes a machine. The request is sent once: a repetition is the caller's decision.
    fn create<'a>(&'a self, access: &'a Access, order: &'a Order) -> BoxFuture<'a, Result<Machine, CreateError>>;

    /// Starts, stops or restarts a machine. Returns when the provider has accepted it.
    fn power<'a>(
        &'a self,
        access: &'a Access,
        region: &'a str,
        provider_ref: &'a str,
        power: CloudVmPower,
    ) -> BoxFuture<'a, Result<(), ActionError>>;

    /// True if labels of machines can be changed.
    fn changes_labels(&self) -> bool {
        false
    }

    /// Changes labels of a machine. A repetition has no further effect.
    fn label<'a>(
        &'a self,
        _access: &'a Access,
        _region: &'a str,
        _provider_ref: &'a str,
        _change: &'a LabelChange,
    ) -> BoxFuture<'a, Result<(), ActionError>> {
        let detail = "Labels of machines of this kind of cloud cannot be changed.";
        let refused = ActionError::Refused(Failure::new(CloudFindingCode::Unclear, detail));
        Box::pin(std::future::ready(Err(refused)))
    }

    /// Destroys a machine. A repetition has no further effect.
    fn delete<'a>(
        &'a self,
        access: &'a Access,
        region: &'a str,
        provider_ref: &'a str,
    ) -> BoxFuture<'a, Result<(), ActionError>>;
}

/// The result of a verification.
#[derive(Debug, Clone)]
pub struct Report {
    pub judgement: Judgement,
    pub identity: Option<CloudIdentity>,
    pub capabilities: Vec<CloudCapability>,
    pub regions: Vec<CloudRegionState>,
}

/// What the identity service of the provider says about the credentials. Only it judges them: a region that is not
/// enabled, or a service that throttles, does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Judgement {
    Accepted,
    /// Wrong, expired, or unsafe to use.
    Rejected,
    /// The provider was not reached.
    Unreachable,
    /// Nothing can be said now: the role is not known yet, or the provider throttles.
    Undecided,
}

/// Entries of a catalogue; `truncated` if the provider has more.
#[derive(Debug, Clone, Default)]
pub struct Catalogue {
    pub entries: Vec<CatalogueEntry>,
    pub truncated: bool,
}

/// The machines of a region, and whether they are all.
#[derive(Debug, Clone, Default)]
pub struct Listing {
    pub machines: Vec<Machine>,
    /// `None` if the provider has sent every page.
    pub incomplete: Option<Failure>,
}

impl Listing {
    /// Nothing was read.
    pub fn failed(failure: Failure) -> Listing {
        Listing { machines: vec![], incomplete: Some(failure) }
    }
}

/// A machine as the provider describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Machine {
    /// Its id at the provider, unique within the account and the region.
    pub provider_ref: String,
    pub name: Option<String>,
    pub size: String,
    pub vcpus: Option<i32>,
    pub memory_bytes: Option<i64>,
    pub image: Option<String>,
    pub state: MachineState,
    pub subnet: Option<String>,
    pub security_groups: Vec<String>,
    pub ips: Vec<String>,
    pub public_ip: Option<String>,
    pub labels: BTreeMap<String, String>,
    /// The token of the request that made it, if the provider keeps one.
    pub token: Option<String>,
    pub created_at: Option<Timestamp>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MachineState {
    Provisioning,
    /// It was made and never started, because its creation was interrupted: the same order completes it.
    Unfinished,
    Running,
    Stopping,
    Stopped,
    Deleted,
    Unknown,
}

/// A call without the wanted result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    pub code: CloudFindingCode,
    /// A sentence for customers, without secrets.
    pub detail: String,
}

impl Failure {
    pub fn new(code: CloudFindingCode, detail: impl Into<String>) -> Failure {
        Failure { code, detail: detail.into() }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code.name(), self.detail)
    }
}

impl std::error::Error for Failure {}

/// A capability that is granted.
pub fn granted(name: &str, required: bool) -> CloudCapability {
    let (name, result) = (name.to_owned(), CapabilityResult::Granted);
    CloudCapability { name, required, result, code: None, detail: None, fix: None }
}

/// A capability that is denied, with the way to get it.
pub fn denied(name: &str, required: bool, failure: Failure, fix: CloudFix) -> CloudCapability {
    CloudCapability { result: CapabilityResult::Denied, fix: Some(fix), ..unknown(name, required, failure) }
}

/// A capability that could not be tried.
pub fn unknown(name: &str, required: bool, failure: Failure) -> CloudCapability {
    let Failure { code, detail } = failure;
    let (name, result) = (name.to_owned(), CapabilityResult::Unknown);
    CloudCapability { name, required, result, code: Some(code), detail: Some(detail), fix: None }
}
