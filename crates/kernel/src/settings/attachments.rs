//! Files on tickets: where they are stored, how large they may be, and what scans them.

use super::{optional_secret, seconds};
use anyhow::{Context, bail, ensure};
use clap::Args;
use secrecy::SecretString;
use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
    str::FromStr,
    time::Duration,
};
use url::Url;

#[derive(Debug, Clone, Args)]
pub struct Attachments {
    /// Storage for files on tickets: a directory, such as file:///var/lib/tenant-control/attachments, which all
    /// servers must share, or a bucket, such as s3://bucket/prefix. Without it, files can be neither stored nor read.
    #[arg(long, env = "TC_ATTACHMENTS_URL", value_name = "URL")]
    pub attachments_url: Option<Url>,

    /// Endpoint of S3, if it is not the default of AWS. The bucket is the first part of its paths.
    #[arg(long, env = "TC_ATTACHMENTS_S3_ENDPOINT", value_name = "URL")]
    pub attachments_s3_endpoint: Option<Url>,

    /// Region of the bucket.
    #[arg(long, env = "TC_ATTACHMENTS_S3_REGION", default_value = "us-east-1")]
    pub attachments_s3_region: String,

    /// Id of the access key for the bucket.
    #[arg(long, env = "TC_ATTACHMENTS_S3_ACCESS_KEY_ID")]
    pub attachments_s3_access_key_id: Option<String>,

    /// Secret of the access key for the bucket.
    #[arg(long, env = "TC_ATTACHMENTS_S3_SECRET_ACCESS_KEY", hide_env_values = true)]
    pub attachments_s3_secret_access_key: Option<SecretString>,

    /// File that contains the secret of the access key for the bucket.
    #[arg(long, env = "TC_ATTACHMENTS_S3_SECRET_ACCESS_KEY_FILE")]
    pub attachments_s3_secret_access_key_file: Option<PathBuf>,

    /// Allow http:// in the endpoint of S3.
    #[arg(long, env = "TC_ATTACHMENTS_S3_ALLOW_HTTP")]
    pub attachments_s3_allow_http: bool,

    /// Maximum size of a file in bytes.
    #[arg(long, env = "TC_ATTACHMENTS_FILE_BYTES", default_value_t = 200 * MIB)]
    pub attachments_file_bytes: u64,

    /// Maximum size of all files of a tenant in bytes.
    #[arg(long, env = "TC_ATTACHMENTS_TENANT_BYTES", default_value_t = 10 * 1024 * MIB)]
    pub attachments_tenant_bytes: u64,

    /// Seconds after which an upload that was not finished is removed. An upload must finish within three quarters of
    /// this time.
    #[arg(long = "attachments-collect-seconds", env = "TC_ATTACHMENTS_COLLECT_SECONDS", default_value = "3600", value_parser = seconds)]
    pub attachments_collect: Duration,

    /// ClamAV (clamd) that scans files before they can be read: tcp://127.0.0.1:3310 or unix:/run/clamav/clamd.ctl.
    /// Without it, files are not scanned.
    #[arg(long, env = "TC_CLAMAV", value_name = "ADDRESS")]
    pub clamav: Option<Clamd>,
}

const MIB: u64 = 1024 * 1024;

/// The address of clamd.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Clamd {
    Tcp(SocketAddr),
    Unix(PathBuf),
}

impl FromStr for Clamd {
    type Err = String;

    fn from_str(text: &str) -> Result<Clamd, String> {
        let wrong = || "expected tcp://127.0.0.1:3310 or unix:/path".to_owned();
        if let Some(address) = text.strip_prefix("tcp://") {
            return address.parse().map(Clamd::Tcp).map_err(|_| wrong());
        }
        let path = text.strip_prefix("unix:").map(Path::new).filter(|path| path.is_absolute());
        path.map(|path| Clamd::Unix(path.to_owned())).ok_or_else(wrong)
    }
}

/// The storage of files.
#[derive(Debug, Clone)]
pub enum Location {
    Directory(PathBuf),
    Bucket(Bucket),
}

#[derive(Debug, Clone)]
pub struct Bucket {
    pub name: String,
    /// The beginning of the keys of all objects.
    pub prefix: String,
    pub endpoint: Option<Url>,
    pub region: String,
    pub access_key_id: String,
    pub secret_access_key: SecretString,
    pub allow_http: bool,
}

impl Attachments {
    /// `None` if files are not stored.
    pub fn location(&self) -> anyhow::Result<Option<Location>> {
        let Some(url) = &self.attachments_url else { return Ok(None) };
        let fits = url.username().is_empty() && url.password().is_none() && url.query().is_none();
        ensure!(fits, "TC_ATTACHMENTS_URL must have neither a user nor a query");
        match url.scheme() {
            "file" => {
                let path = url.to_file_path().ok().context("TC_ATTACHMENTS_URL is no local path")?;
                Ok(Some(Location::Directory(path)))
            }
            "s3" => Ok(Some(Location::Bucket(self.bucket(url)?))),
            other => bail!("TC_ATTACHMENTS_URL has the scheme {other}: expected file or s3"),
        }
    }

    fn bucket(&self, url: &Url) -> anyhow::Result<Bucket> {
        let name = url.host_str().context("TC_ATTACHMENTS_URL names no bucket")?.to_owned();
        let is_http = self.attachments_s3_endpoint.as_ref().is_some_and(|endpoint| endpoint.scheme() != "https");
        ensure!(
            !is_http || self.attachments_s3_allow_http,
            "TC_ATTACHMENTS_S3_ENDPOINT must be https, unless TC_ATTACHMENTS_S3_ALLOW_HTTP is set"
        );
        let key = self.attachments_s3_access_key_id.clone();
        let (value, file) = (&self.attachments_s3_secret_access_key, &self.attachments_s3_secret_access_key_file);
        let secret = optional_secret(value.as_ref(), file.as_ref(), "TC_ATTACHMENTS_S3_SECRET_ACCESS_KEY")?;
        Ok(Bucket {
            name,
            prefix: url.path().trim_matches('/').to_owned(),
            endpoint: self.attachments_s3_endpoint.clone(),
            region: self.attachments_s3_region.clone(),
            access_key_id: key.context("TC_ATTACHMENTS_S3_ACCESS_KEY_ID is not set")?,
            secret_access_key: secret.context("TC_ATTACHMENTS_S3_SECRET_ACCESS_KEY is not set (nor its file)")?,
            allow_http: self.attachments_s3_allow_http,
        })
    }

    /// How long an upload may take: less than the time after which it would be removed.
    pub fn longest_upload(&self) -> Duration {
        self.attachments_collect * 3 / 4
    }

    /// How often objects that are not needed any more are removed.
    pub fn collect_period(&self) -> Duration {
        (self.attachments_collect / 4).clamp(Duration::from_millis(200), Duration::from_secs(60))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_of_clamd_is_a_socket_address_or_an_absolute_path() {
        assert_eq!("tcp://127.0.0.1:3310".parse(), Ok(Clamd::Tcp(([127, 0, 0, 1], 3310).into())));
        assert_eq!("unix:/run/clamd".parse(), Ok(Clamd::Unix("/run/clamd".into())));
        for wrong in ["127.0.0.1:3310", "tcp://clamd:3310", "unix:clamd", "http://127.0.0.1", ""] {
            assert!(wrong.parse::<Clamd>().is_err(), "{wrong}");
        }
    }
}
