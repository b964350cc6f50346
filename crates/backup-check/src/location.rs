//! Where a repository is. Nothing here reads or writes anything.

use ipnet::IpNet;
use serde::{Deserialize, Serialize};
use std::{
    fmt,
    net::SocketAddr,
    path::{Component, Path, PathBuf},
};
use url::Url;

/// The address of a repository with the credentials of its backend.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Location {
    /// A directory below a root that the operator allows.
    Local { root: PathBuf, path: PathBuf },
    /// A server for restic repositories.
    Rest { url: Url, user: Option<String>, password: Option<String> },
    /// A bucket, addressed by its path.
    S3 {
        endpoint: Url,
        bucket: String,
        /// Without slashes at its ends; empty for the whole bucket.
        prefix: String,
        region: String,
        access_key_id: String,
        secret_access_key: String,
    },
}

/// Omits the credentials.
impl fmt::Debug for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Location::Local { path, .. } => f.debug_tuple("Local").field(path).finish(),
            Location::Rest { url, .. } => f.debug_tuple("Rest").field(&url.as_str()).finish(),
            Location::S3 { endpoint, bucket, .. } => {
                f.debug_tuple("S3").field(&endpoint.as_str()).field(bucket).finish()
            }
        }
    }
}

/// The addresses that may be reached, as the operator has configured them for all requests to customers' servers.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Network {
    pub allowed: Vec<IpNet>,
    pub refused: Vec<IpNet>,
    pub allow_http: bool,
    pub nameservers: Vec<SocketAddr>,
    pub ca_file: Option<PathBuf>,
}

/// The address of a repository without credentials, in the notation of restic: a path, `rest:https://…` or
/// `s3:https://host/bucket/prefix`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Address {
    Local(PathBuf),
    Rest(Url),
    S3 { endpoint: Url, bucket: String, prefix: String },
}

/// Why the text is not the address of a repository, for its author.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LocationFault {
    /// None of the supported forms.
    Form,
    /// A path that is not absolute, or contains `.` or `..`.
    Path,
    /// A user name or password in the URL: they are stored separately, encrypted.
    Credentials,
    /// A query or a fragment.
    Surplus,
    /// The bucket is missing or has other characters than letters, digits, `.` and `-`.
    Bucket,
    /// The path in the bucket has other characters than letters, digits and `._-/`.
    Prefix,
}

impl LocationFault {
    pub fn detail(self) -> &'static str {
        match self {
            LocationFault::Form => "is neither a path, rest:https://… nor s3:https://host/bucket/path",
            LocationFault::Path => "must be an absolute path without . and ..",
            LocationFault::Credentials => "must not contain a user name or password; send them as credentials",
            LocationFault::Surplus => "must not contain a query or a fragment",
            LocationFault::Bucket => "must name a bucket of letters, digits, . and -",
            LocationFault::Prefix => "the path in the bucket may contain letters, digits and ._-/",
        }
    }
}

impl Address {
    pub fn parse(text: &str) -> Result<Address, LocationFault> {
        if let Some(url) = text.strip_prefix("rest:") {
            let mut url = web(url)?;
            if !url.path().ends_with('/') {
                url.set_path(&format!("{}/", url.path()));
            }
            return Ok(Address::Rest(url));
        }
        if let Some(url) = text.strip_prefix("s3:") {
            return in_bucket(web(url)?);
        }
        if !text.starts_with('/') {
            return Err(LocationFault::Form);
        }
        let path = Path::new(text);
        let plain = path.components().all(|part| matches!(part, Component::RootDir | Component::Normal(_)));
        // `components` skips `.` in the middle, which does no harm.
        if plain && !text.contains('\0') { Ok(Address::Local(path.to_owned())) } else { Err(LocationFault::Path) }
    }

    /// The URL that requests are sent to, for the guard.
    pub fn url(&self) -> Option<&Url> {
        match self {
            Address::Local(_) => None,
            Address::Rest(url) => Some(url),
            Address::S3 { endpoint, .. } => Some(endpoint),
        }
    }
}

/// The path relative to the first of these roots that contains it.
pub fn below(roots: &[PathBuf], path: &Path) -> Option<Location> {
    let found = |root: &PathBuf| {
        let relative = path.strip_prefix(root).ok().filter(|relative| !relative.as_os_str().is_empty())?;
        Some(Location::Local { root: root.clone(), path: relative.to_owned() })
    };
    roots.iter().find_map(found)
}

fn web(text: &str) -> Result<Url, LocationFault> {
    let url: Url = text.parse().map_err(|_| LocationFault::Form)?;
    if !matches!(url.scheme(), "http" | "https") || url.host().is_none() {
        return Err(LocationFault::Form);
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(LocationFault::Credentials);
    }
    if url.query().is_some() || url.fragment().is_some() {
        return Err(LocationFault::Surplus);
    }
    Ok(url)
}

fn in_bucket(mut url: Url) -> Result<Address, LocationFault> {
    let path = url.path().trim_matches('/').to_owned();
    let (bucket, prefix) = path.split_once('/').unwrap_or((&path, ""));
    let is_plain = |text: &str, more: &str| text.chars().all(|c| c.is_ascii_alphanumeric() || more.contains(c));
    if bucket.is_empty() || bucket.len() > 63 || !is_plain(bucket, ".-") || bucket.starts_with('.') {
        return Err(LocationFault::Bucket);
    }
    if !is_plain(prefix, "._-/") || prefix.contains("//") || prefix.split('/').any(|part| part == "..") {
        return Err(LocationFault::Prefix);
    }
    let (bucket, prefix) = (bucket.to_owned(), prefix.to_owned());
    url.set_path("/");
    Ok(Address::S3 { endpoint: url, bucket, prefix })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_written_as_for_restic() {
        let s3 = |endpoint: &str, bucket: &str, prefix: &str| {
            Ok(Address::S3 {
                endpoint: endpoint.parse().unwrap(),
                bucket: bucket.to_owned(),
                prefix: prefix.to_owned(),
            })
        };
        for (text, expected) in [
            ("/srv/backups/acme", Ok(Address::Local("/srv/backups/acme".into()))),
            ("srv/backups", Err(LocationFault::Form)),
            ("/srv/../etc", Err(LocationFault::Path)),
            ("sftp:user@host:/srv", Err(LocationFault::Form)),
            ("rest:https://backup.example/acme", Ok(Address::Rest("https://backup.example/acme/".parse().unwrap()))),
            ("rest:https://me:secret@backup.example/", Err(LocationFault::Credentials)),
            ("rest:https://backup.example/?a=b", Err(LocationFault::Surplus)),
            ("rest:file:///etc/passwd", Err(LocationFault::Form)),
            ("s3:https://s3.example/bucket", s3("https://s3.example/", "bucket", "")),
            ("s3:https://s3.example:9000/bucket/a/b/", s3("https://s3.example:9000/", "bucket", "a/b")),
            ("s3:https://s3.example/", Err(LocationFault::Bucket)),
            ("s3:https://s3.example/b%20b", Err(LocationFault::Bucket)),
            ("s3:https://s3.example/bucket/a%2e", Err(LocationFault::Prefix)),
            ("s3:bucket/path", Err(LocationFault::Form)),
        ] {
            assert_eq!(Address::parse(text), expected, "{text}");
        }
    }

    #[test]
    fn a_path_is_below_a_root_or_refused() {
        let roots = ["/srv/backups".into(), "/mnt/vault".into()];
        let at = |root: &str, path: &str| Some(Location::Local { root: root.into(), path: path.into() });
        for (path, expected) in [
            ("/srv/backups/acme/one", at("/srv/backups", "acme/one")),
            ("/mnt/vault/x", at("/mnt/vault", "x")),
            ("/srv/backups", None),
            ("/srv/backups-of-others/acme", None),
            ("/etc", None),
        ] {
            assert_eq!(below(&roots, Path::new(path)), expected, "{path}");
        }
        assert_eq!(below(&[], Path::new("/srv/backups/acme")), None);
    }

    #[test]
    fn debug_shows_no_credentials() {
        let (user, password) = (Some("hunter1".to_owned()), Some("hunter2".to_owned()));
        let location = Location::Rest { url: "https://backup.example/".parse().unwrap(), user, password };
        assert!(!format!("{location:?}").contains("hunter"));
    }
}
