//! The hosts and sizes that the operator offers, from a file. libvirt itself gives everyone who reaches a host all of it, so
//! the file says who may use a host, by the hash of a secret, and which of its pools and networks machines may use.
//!
//! Customers name a host by its endpoint. What they send is only compared with the file: libvirt opens the operator's URI.

use api::{
    cloud_catalogue::{CatalogueEntry, CloudPrice},
    cloud_verification::CloudFindingCode,
};
use cloud_boundary::{Access, Credential, Failure};
use jiff::civil::Date;
use secrecy::ExposeSecret;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use std::{collections::BTreeMap, sync::Arc};
use subtle::{Choice, ConstantTimeEq};
use tokio::sync::Semaphore;
use url::Url;

pub(crate) const MIB: i64 = 1024 * 1024;

/// libvirt's calls block, so each has a thread. This is the most for one host, whatever hangs.
const THREADS: usize = 4;

const LONGEST_NAME: usize = 100;
const MOST_VCPUS: i32 = 512;
const MOST_MEMORY_MIB: i64 = 16 * 1024 * 1024;
const MOST_DISK_GIB: u64 = 64 * 1024;

/// The schemes of endpoints. `test` is libvirt's driver without machines.
const SCHEMES: [&str; 4] = ["qemu", "qemu+tls", "qemu+ssh", "test"];

#[derive(Debug, Default)]
pub struct Hosts {
    by_endpoint: BTreeMap<String, Arc<Host>>,
    sizes: BTreeMap<String, Size>,
}

#[derive(Debug)]
pub(crate) struct Host {
    /// The URI that libvirt opens.
    pub connect: String,
    secrets: Vec<[u8; 32]>,
    /// The pool of the images, and that of the disks of machines.
    pub images: String,
    pub disks: String,
    /// The networks that machines may use; the first by default.
    pub networks: Vec<String>,
    /// `kvm`, or `qemu` for software emulation.
    pub domain_type: String,
    pub threads: Arc<Semaphore>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Size {
    pub vcpus: i32,
    pub memory_mib: i64,
    /// The size of the disk, if it is larger than the image.
    pub disk_gib: Option<u64>,
    price: Option<CloudPrice>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// The date and the currency of the prices.
    as_of: Option<Date>,
    currency: Option<String>,
    sizes: BTreeMap<String, FileSize>,
    hosts: BTreeMap<String, FileHost>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileSize {
    vcpus: i32,
    memory_mib: i64,
    disk_gib: Option<u64>,
    monthly: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileHost {
    connect: Option<String>,
    secrets_sha256: Vec<String>,
    images: String,
    disks: String,
    #[serde(default)]
    networks: Vec<String>,
    #[serde(default = "kvm")]
    domain_type: String,
}

fn kvm() -> String {
    "kvm".to_owned()
}

impl Hosts {
    /// Reads the JSON of the operator's file; the error says what is wrong with it.
    pub fn parse(json: &str) -> Result<Hosts, String> {
        let File { as_of, currency, sizes, hosts } = serde_json::from_str(json).map_err(|error| error.to_string())?;
        let prices = as_of.zip(currency);
        let sizes = sizes.into_iter().map(|(name, size)| {
            let parsed = parse_size(&name, size, prices.as_ref()).map_err(|wrong| format!("size {name:?}: {wrong}"))?;
            Ok((name, parsed))
        });
        let hosts = hosts.into_iter().map(|(endpoint, host)| {
            let wrong = |wrong: String| format!("host {endpoint:?}: {wrong}");
            let url = parse_endpoint(&endpoint).map_err(wrong)?;
            Ok((url.to_string(), Arc::new(parse_host(&url, host).map_err(wrong)?)))
        });
        Ok(Hosts { sizes: sizes.collect::<Result<_, String>>()?, by_endpoint: hosts.collect::<Result<_, String>>()? })
    }

    /// True if the operator offers the host with this endpoint.
    pub(crate) fn has(&self, endpoint: &Url) -> bool {
        self.by_endpoint.contains_key(endpoint.as_str())
    }

    /// The host that these credentials open. The file is asked for every call, so that a secret that is taken out of it is
    /// refused from then on.
    pub(crate) fn open(&self, access: &Access) -> Result<Arc<Host>, Failure> {
        let host = access.endpoint.as_ref().and_then(|endpoint| self.by_endpoint.get(endpoint.as_str()));
        let Credential::HostSecret { secret } = &access.credential else { return Err(wrong_secret()) };
        let Some(host) = host else {
            let detail = "The operator of this service does not offer this host.";
            return Err(Failure::new(CloudFindingCode::PermissionDenied, detail));
        };
        let sent: [u8; 32] = Sha256::digest(secret.expose_secret()).into();
        let known = host.secrets.iter().fold(Choice::from(0), |known, hash| known | hash.ct_eq(&sent));
        if known.into() { Ok(host.clone()) } else { Err(wrong_secret()) }
    }

    pub(crate) fn size(&self, name: &str) -> Option<&Size> {
        self.sizes.get(name)
    }

    pub(crate) fn price(&self, size: &str) -> Option<CloudPrice> {
        self.sizes.get(size)?.price.clone()
    }

    pub(crate) fn sizes(&self) -> Vec<CatalogueEntry> {
        let entry = |(name, size): (&String, &Size)| CatalogueEntry {
            vcpus: Some(size.vcpus),
            memory_bytes: Some(size.memory_mib * MIB),
            price: size.price.clone(),
            ..crate::catalogue::entry(name)
        };
        self.sizes.iter().map(entry).collect()
    }
}

fn wrong_secret() -> Failure {
    Failure::new(CloudFindingCode::WrongSecret, "The secret is not one of this host.")
}

/// An endpoint has a scheme, a host and a path. libvirt's parameters, some of which run programs, are the operator's.
fn parse_endpoint(endpoint: &str) -> Result<Url, String> {
    let url: Url = endpoint.parse().map_err(|error| format!("is not a URI: {error}"))?;
    if !SCHEMES.contains(&url.scheme()) {
        return Err(format!("its scheme is not one of {}", SCHEMES.join(", ")));
    }
    let has_more = url.query().is_some() || url.fragment().is_some();
    if has_more || !url.username().is_empty() || url.password().is_some() {
        return Err("has parameters or a user, which belong to \"connect\"".to_owned());
    }
    Ok(url)
}

fn parse_host(endpoint: &Url, host: FileHost) -> Result<Host, String> {
    let FileHost { connect, secrets_sha256, images, disks, networks, domain_type } = host;
    for name in [&images, &disks].into_iter().chain(&networks) {
        if !is_name(name) {
            return Err(format!("{name:?} is not a name of a pool or a network"));
        }
    }
    if images == disks {
        return Err(
            "images and disks are the same pool, so that a machine could be made from the disk of another".into()
        );
    }
    if !["kvm", "qemu", "test"].contains(&domain_type.as_str()) {
        return Err(format!("{domain_type:?} is not kvm or qemu"));
    }
    if secrets_sha256.is_empty() {
        return Err("has no secrets_sha256, so that nobody could use it".to_owned());
    }
    let connect = connect.unwrap_or_else(|| endpoint.to_string());
    if connect.chars().any(char::is_control) {
        return Err("\"connect\" has a control character".to_owned());
    }
    let secrets = secrets_sha256.iter().map(|hex| parse_hash(hex)).collect::<Result<_, _>>()?;
    let threads = Arc::new(Semaphore::new(THREADS));
    Ok(Host { connect, secrets, images, disks, networks, domain_type, threads })
}

fn parse_hash(hex: &str) -> Result<[u8; 32], String> {
    let wrong = || "a hash is not 64 hexadecimal digits, as sha256sum prints them".to_owned();
    let mut hash = [0; 32];
    if hex.len() != 64 || !hex.is_ascii() {
        return Err(wrong());
    }
    for (byte, at) in hash.iter_mut().zip((0..64).step_by(2)) {
        let digits = hex.get(at..at + 2).ok_or_else(wrong)?;
        *byte = u8::from_str_radix(digits, 16).map_err(|_| wrong())?;
    }
    Ok(hash)
}

fn parse_size(name: &str, size: FileSize, prices: Option<&(Date, String)>) -> Result<Size, String> {
    let FileSize { vcpus, memory_mib, disk_gib, monthly } = size;
    if !is_name(name) {
        return Err("is not a name".to_owned());
    }
    if !(1..=MOST_VCPUS).contains(&vcpus) || !(16..=MOST_MEMORY_MIB).contains(&memory_mib) {
        return Err("has no possible number of virtual CPUs or amount of memory".to_owned());
    }
    if disk_gib.is_some_and(|gib| !(1..=MOST_DISK_GIB).contains(&gib)) {
        return Err("has no possible size of the disk".to_owned());
    }
    let price = match (monthly, prices) {
        (None, _) => None,
        (Some(_), None) => return Err("has a price, and the file has no as_of and currency".to_owned()),
        (Some(monthly), Some((as_of, currency))) => Some(price(&monthly, *as_of, currency)?),
    };
    Ok(Size { vcpus, memory_mib, disk_gib, price })
}

fn price(monthly: &str, as_of: Date, currency: &str) -> Result<CloudPrice, String> {
    let is_price = monthly.split_once('.').is_some_and(|(whole, cents)| {
        let digits = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
        digits(whole) && whole.len() <= 9 && digits(cents) && cents.len() == 2
    });
    let is_zero = monthly.chars().all(|c| matches!(c, '0' | '.'));
    if !is_price || is_zero {
        return Err(format!("{monthly:?} is not a monthly price, such as \"12.50\""));
    }
    if currency.len() != 3 || !currency.chars().all(|c| c.is_ascii_uppercase()) {
        return Err(format!("{currency:?} is not a currency, such as EUR"));
    }
    Ok(CloudPrice { monthly: monthly.to_owned(), currency: currency.to_owned(), as_of: as_of.to_string() })
}

/// The characters that names of sizes, pools and networks have here.
fn is_name(name: &str) -> bool {
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    (1..=LONGEST_NAME).contains(&name.len()) && name.chars().all(is_allowed)
}

#[cfg(test)]
mod tests;
