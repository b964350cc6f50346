//! Settings: command-line flags or environment variables; `--help` is their documentation.

mod attachments;
mod backup;
mod cells;
mod cloud;
mod database;
mod engine;
mod limits;
mod usage;

pub use attachments::{Attachments, Bucket, Clamd, Location};
pub use backup::Backup;
pub use cells::CellKeys;
pub use cloud::Cloud;
pub use database::{Database, Migration, Tls, TlsMode};
pub use engine::Engine;
pub use limits::Limits;
pub use usage::{Counting, Usage};

use anyhow::{Context, anyhow, ensure};
use api::Cidr;
use clap::{Args, ValueEnum};
use jiff::SignedDuration;
use outbound::{Client, Guard, IpNet, Options};
use rustls::pki_types::{CertificateDer, pem::PemObject};
use secrecy::{ExposeSecret, SecretString};
use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    path::PathBuf,
    time::Duration,
};

#[derive(Debug, Clone, Args)]
pub struct Serve {
    #[command(flatten)]
    pub database: Database,

    /// Listen address of the public API.
    #[arg(long, env = "TC_LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,

    /// Listen address for health, readiness and metrics. It must not be public.
    #[arg(long, env = "TC_OPS_LISTEN", default_value = "127.0.0.1:9090")]
    pub ops_listen: SocketAddr,

    /// Public base URL of the API, without a trailing slash.
    #[arg(long, env = "TC_BASE_URL", default_value = "http://127.0.0.1:8080")]
    pub base_url: String,

    /// Public base URL of the listener for agents, without a trailing slash. Enrolments contain it.
    #[arg(long, env = "TC_INGEST_BASE_URL", default_value = "http://127.0.0.1:8090")]
    pub ingest_base_url: String,

    /// Networks of reverse proxies whose X-Forwarded-For header is trusted.
    #[arg(long, env = "TC_TRUSTED_PROXIES", value_delimiter = ',')]
    pub trusted_proxies: Vec<Cidr>,

    /// Seconds after SIGTERM during which the process still accepts connections and reports that it is not ready. It must be
    /// longer than the interval at which load balancers check readiness.
    #[arg(long = "shutdown-notice-seconds", env = "TC_SHUTDOWN_NOTICE_SECONDS", default_value = "0.5", value_parser = seconds)]
    pub shutdown_notice: Duration,

    /// Seconds that active requests have to finish after the notice.
    #[arg(long = "shutdown-grace-seconds", env = "TC_SHUTDOWN_GRACE_SECONDS", default_value = "20", value_parser = seconds)]
    pub shutdown_grace: Duration,

    /// Interval in seconds at which the last use of API keys is stored.
    #[arg(long = "last-use-seconds", env = "TC_LAST_USE_SECONDS", default_value = "60", value_parser = seconds)]
    pub last_use_interval: Duration,

    /// Seconds of inactivity after which an event stream sends a comment. It must be less than the idle timeout of
    /// proxies.
    #[arg(long = "event-heartbeat-seconds", env = "TC_EVENT_HEARTBEAT_SECONDS", default_value = "15", value_parser = seconds)]
    pub event_heartbeat: Duration,

    #[command(flatten)]
    pub usage: Usage,

    #[command(flatten)]
    pub sessions: Sessions,

    #[command(flatten)]
    pub keys: Keys,

    /// Interval in seconds at which the gauges of backlogs are read. Values other than 15 are for drills.
    #[arg(long = "backlog-seconds", default_value = "15", value_parser = seconds, hide = true)]
    pub backlog_interval: Duration,

    /// Divisor of all delays of webhooks (retries, probes, disabling). Values other than 1 are for drills.
    #[arg(long, env = "TC_WEBHOOK_HASTE", default_value_t = 1.0, hide = true)]
    pub webhook_haste: f64,

    /// Lets the operator's listener make background tasks fail, to test failures. It has no environment variable, so that
    /// it is not set by accident.
    #[arg(long, hide = true)]
    pub inject_faults: bool,

    #[command(flatten)]
    pub limits: Limits,

    #[command(flatten)]
    pub outbound: Outbound,

    #[command(flatten)]
    pub engine: Engine,

    #[command(flatten)]
    pub attachments: Attachments,

    #[command(flatten)]
    pub backup: Backup,

    #[command(flatten)]
    pub cloud: Cloud,

    #[command(flatten)]
    pub telemetry: Telemetry,
}

#[derive(Debug, Clone, Args)]
pub struct Work {
    /// Listen address for health, readiness and metrics of the worker. It must not be public.
    #[arg(long, env = "TC_WORK_OPS_LISTEN", default_value = "127.0.0.1:9091")]
    pub work_ops_listen: SocketAddr,

    #[command(flatten)]
    pub settings: Serve,
}

#[derive(Debug, Clone, Args)]
pub struct Ingest {
    #[command(flatten)]
    pub listener: IngestListener,

    /// Listen address for health, readiness and metrics of the listener for agents. It must not be public.
    #[arg(long, env = "TC_INGEST_OPS_LISTEN", default_value = "127.0.0.1:9092")]
    pub ingest_ops_listen: SocketAddr,

    #[command(flatten)]
    pub settings: Serve,
}

#[derive(Debug, Clone, Copy, Args)]
pub struct IngestListener {
    /// Listen address for agents that report devices.
    #[arg(long, env = "TC_INGEST_LISTEN", default_value = "127.0.0.1:8090")]
    pub ingest_listen: SocketAddr,
}

#[derive(Debug, Clone, Args)]
pub struct Sessions {
    /// Seconds without a request after which a session expires.
    #[arg(long = "session-idle-seconds", env = "TC_SESSION_IDLE_SECONDS", default_value = "43200", value_parser = seconds)]
    pub session_idle: Duration,

    /// Maximum age of a session in seconds.
    #[arg(long = "session-seconds", env = "TC_SESSION_SECONDS", default_value = "604800", value_parser = seconds)]
    pub session_life: Duration,
}

impl Sessions {
    pub fn idle(&self) -> SignedDuration {
        SignedDuration::try_from(self.session_idle).unwrap_or(SignedDuration::MAX)
    }

    pub fn life(&self) -> SignedDuration {
        SignedDuration::try_from(self.session_life).unwrap_or(SignedDuration::MAX)
    }
}

#[derive(Debug, Clone, Args)]
pub struct Keys {
    /// File with the master keys, which encrypt tenants' secrets; `tenant-control keys new-file` creates it.
    #[arg(long, env = "TC_MASTER_KEY_FILE")]
    pub master_key_file: Option<PathBuf>,

    /// Key of AWS KMS (id, ARN or alias) that wraps data keys instead of the file. Region and credentials are
    /// configured as for AWS tools. If a master key file is set as well, it can still unwrap.
    #[arg(long, env = "TC_KMS_KEY_ID")]
    pub kms_key_id: Option<String>,

    /// Endpoint of KMS, if it is not the default of AWS.
    #[arg(long, env = "TC_KMS_ENDPOINT")]
    pub kms_endpoint: Option<String>,

    /// Master key that wraps data keys if both are set; KMS by default.
    #[arg(long, env = "TC_WRAP_WITH", value_enum)]
    pub wrap_with: Option<MasterKey>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum MasterKey {
    File,
    Kms,
}

/// Requests to customers' URLs, such as webhooks.
#[derive(Debug, Clone, Args)]
pub struct Outbound {
    /// Private networks that requests to customers' URLs may reach, such as 10.20.0.0/16. A metadata service must be
    /// listed by its exact address.
    #[arg(long, env = "TC_OUTBOUND_ALLOW_NETWORK", value_delimiter = ',', value_name = "CIDR")]
    pub outbound_allow_network: Vec<IpNet>,

    /// Public networks that requests to customers' URLs must not reach, such as your own.
    #[arg(long, env = "TC_OUTBOUND_REFUSE_NETWORK", value_delimiter = ',', value_name = "CIDR")]
    pub outbound_refuse_network: Vec<IpNet>,

    /// Allow http:// in customers' URLs.
    #[arg(long, env = "TC_OUTBOUND_ALLOW_HTTP")]
    pub outbound_allow_http: bool,

    /// Certificates (PEM) to trust in addition to those of the system, for receivers with a private PKI.
    #[arg(long, env = "TC_OUTBOUND_CA_FILE")]
    pub outbound_ca_file: Option<PathBuf>,

    /// Name servers for customers' hosts; those of the system by default.
    #[arg(long, env = "TC_OUTBOUND_NAMESERVER", value_delimiter = ',', value_name = "ADDRESS:PORT")]
    pub outbound_nameserver: Vec<SocketAddr>,
}

impl Outbound {
    pub fn client(&self) -> anyhow::Result<Client> {
        let guard = Guard {
            allowed: self.outbound_allow_network.clone(),
            refused: self.outbound_refuse_network.clone(),
            allow_http: self.outbound_allow_http,
        };
        let roots = self.roots().context("TC_OUTBOUND_CA_FILE")?;
        let options = Options { guard, nameservers: self.outbound_nameserver.clone(), roots, ..Options::default() };
        Client::new(options).map_err(|error| anyhow!(error).context("the client for customers' URLs"))
    }

    fn roots(&self) -> anyhow::Result<Vec<CertificateDer<'static>>> {
        let Some(file) = &self.outbound_ca_file else { return Ok(vec![]) };
        let roots: Result<Vec<_>, _> = CertificateDer::pem_file_iter(file)?.collect();
        let roots = roots?;
        ensure!(!roots.is_empty(), "{} contains no certificate", file.display());
        Ok(roots)
    }

    /// A summary for people.
    pub fn summary(&self) -> String {
        let scheme = if self.outbound_allow_http { "http and https" } else { "https" };
        let list = |nets: &[IpNet]| nets.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let mut text = format!("by {scheme} to public addresses");
        if !self.outbound_allow_network.is_empty() {
            text += &format!(" and {}", list(&self.outbound_allow_network));
        }
        if !self.outbound_refuse_network.is_empty() {
            text += &format!(", but not {}", list(&self.outbound_refuse_network));
        }
        text
    }

    /// For `tenant-control dev`: receivers run on the same laptop, without certificates.
    pub fn open_to_this_machine(&mut self) {
        if self.outbound_allow_network.is_empty() {
            self.outbound_allow_network = vec![loopback(Ipv4Addr::LOCALHOST, 8), loopback(Ipv6Addr::LOCALHOST, 128)];
            self.outbound_allow_http = true;
            eprintln!(
                "requests to customers' URLs may use http and reach this machine; by default, `serve` allows neither"
            );
        }
    }
}

fn loopback(address: impl Into<IpAddr>, length: u8) -> IpNet {
    IpNet::new_assert(address.into(), length).trunc()
}

#[derive(Debug, Clone, Args)]
pub struct Telemetry {
    /// Log filter, such as `info` or `kernel=debug`.
    #[arg(long, env = "TC_LOG", default_value = "info")]
    pub log: String,

    /// Log format: `json`, or `text` for reading in a terminal.
    #[arg(long, env = "TC_LOG_FORMAT", value_enum, default_value_t = LogFormat::Json)]
    pub log_format: LogFormat,

    /// OpenTelemetry collector that receives traces (OTLP over HTTP), such as http://127.0.0.1:4318.
    #[arg(long, env = "TC_OTLP_ENDPOINT")]
    pub otlp_endpoint: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    Json,
    Text,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected a number of seconds".to_owned())?;
    Duration::try_from_secs_f64(seconds).map_err(|e| e.to_string())
}

fn secret(value: Option<&SecretString>, file: Option<&PathBuf>, name: &str) -> anyhow::Result<SecretString> {
    let missing = || format!("{name} is not set (nor {name}_FILE); `just up` writes a .env for a local PostgreSQL");
    optional_secret(value, file, name)?.with_context(missing)
}

fn optional_secret(
    value: Option<&SecretString>,
    file: Option<&PathBuf>,
    name: &str,
) -> anyhow::Result<Option<SecretString>> {
    match (value, file) {
        (Some(value), _) if !value.expose_secret().is_empty() => Ok(Some(value.clone())),
        (_, Some(file)) => {
            let text = std::fs::read_to_string(file).with_context(|| format!("{name}_FILE: {}", file.display()))?;
            Ok(Some(text.trim().to_owned().into()))
        }
        _ => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debug_shows_no_secret() {
        let migration = Migration {
            migration_database_url: Some("postgres://me:hunter2@localhost/x".to_owned().into()),
            migration_database_url_file: None,
            migration_database_cert_file: None,
            migration_database_key_file: None,
        };
        assert!(!format!("{migration:?}").contains("hunter2"));
    }

    #[derive(clap::Parser)]
    struct Only {
        #[command(flatten)]
        outbound: Outbound,
    }

    fn outbound(flags: &[&str]) -> Outbound {
        <Only as clap::Parser>::try_parse_from([&["test"], flags].concat()).unwrap().outbound
    }

    #[tokio::test]
    async fn customers_urls_lead_outside_unless_the_operator_says_otherwise() {
        let url = "http://127.0.0.1:9000/".parse().unwrap();
        let closed = outbound(&[]);
        assert!(closed.client().unwrap().check_url(&url).is_err());
        assert_eq!(closed.summary(), "by https to public addresses");

        let open = outbound(&[
            "--outbound-allow-http",
            "--outbound-allow-network=127.0.0.0/8,::1/128",
            "--outbound-allow-network=10.0.0.0/8",
            "--outbound-refuse-network=5.6.0.0/16",
        ]);
        assert!(open.client().unwrap().check_url(&url).is_ok());
        let summary = "by http and https to public addresses and 127.0.0.0/8, ::1/128, 10.0.0.0/8, but not 5.6.0.0/16";
        assert_eq!(open.summary(), summary);

        let mut laptop = outbound(&[]);
        laptop.open_to_this_machine();
        assert!(laptop.client().unwrap().check_url(&url).is_ok());
        assert!(outbound(&["--outbound-ca-file=/nowhere"]).client().is_err());
    }
}
