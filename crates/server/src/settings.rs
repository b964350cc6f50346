//! Settings: command-line flags or environment variables; `--help` is their documentation.

use crate::limits::Policy;
use anyhow::Context;
use api::Cidr;
use clap::{Args, ValueEnum};
use secrecy::{ExposeSecret, SecretString};
use std::{net::SocketAddr, path::PathBuf, time::Duration};

#[derive(Debug, Clone, Args)]
pub struct Serve {
    #[command(flatten)]
    pub database: Database,

    /// Where the public API listens.
    #[arg(long, env = "TC_LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,

    /// Where health, readiness and metrics are served; not for the public.
    #[arg(long, env = "TC_OPS_LISTEN", default_value = "127.0.0.1:9090")]
    pub ops_listen: SocketAddr,

    /// The address under which customers reach the API, without a slash at the end.
    #[arg(long, env = "TC_BASE_URL", default_value = "http://127.0.0.1:8080")]
    pub base_url: String,

    /// Networks of reverse proxies whose X-Forwarded-For is believed.
    #[arg(long, env = "TC_TRUSTED_PROXIES", value_delimiter = ',')]
    pub trusted_proxies: Vec<Cidr>,

    /// How long requests under way may take to finish after SIGTERM, in seconds.
    #[arg(long = "shutdown-grace-seconds", env = "TC_SHUTDOWN_GRACE_SECONDS", default_value = "20", value_parser = seconds)]
    pub shutdown_grace: Duration,

    /// How often the last use of API keys is written, in seconds.
    #[arg(long = "last-use-seconds", env = "TC_LAST_USE_SECONDS", default_value = "60", value_parser = seconds)]
    pub last_use_interval: Duration,

    /// After how many seconds of silence a stream of events says that it is still there; less than any proxy on the way
    /// waits.
    #[arg(long = "event-heartbeat-seconds", env = "TC_EVENT_HEARTBEAT_SECONDS", default_value = "15", value_parser = seconds)]
    pub event_heartbeat: Duration,

    #[command(flatten)]
    pub keys: Keys,

    #[command(flatten)]
    pub limits: Limits,

    #[command(flatten)]
    pub telemetry: Telemetry,
}

#[derive(Debug, Clone, Args)]
pub struct Database {
    /// PostgreSQL as the role `app`, which obeys row-level security.
    #[arg(long, env = "TC_DATABASE_URL", hide_env_values = true)]
    pub database_url: Option<SecretString>,

    /// A file that holds the URL of the role `app`.
    #[arg(long, env = "TC_DATABASE_URL_FILE")]
    pub database_url_file: Option<PathBuf>,

    /// PostgreSQL as the role `app_system`, for what belongs to no one tenant, such as looking up API keys.
    #[arg(long, env = "TC_SYSTEM_DATABASE_URL", hide_env_values = true)]
    pub system_database_url: Option<SecretString>,

    /// A file that holds the URL of the role `app_system`.
    #[arg(long, env = "TC_SYSTEM_DATABASE_URL_FILE")]
    pub system_database_url_file: Option<PathBuf>,

    /// Connections to PostgreSQL for requests.
    #[arg(long, env = "TC_DATABASE_CONNECTIONS", default_value_t = 16)]
    pub database_connections: usize,

    #[command(flatten)]
    pub tls: Tls,
}

impl Database {
    pub fn app_url(&self) -> anyhow::Result<SecretString> {
        secret(self.database_url.as_ref(), self.database_url_file.as_ref(), "TC_DATABASE_URL")
    }

    pub fn system_url(&self) -> anyhow::Result<SecretString> {
        secret(self.system_database_url.as_ref(), self.system_database_url_file.as_ref(), "TC_SYSTEM_DATABASE_URL")
    }
}

#[derive(Debug, Clone, Args)]
pub struct Migration {
    /// PostgreSQL as the role that owns the tables.
    #[arg(long, env = "TC_MIGRATION_DATABASE_URL", hide_env_values = true)]
    pub migration_database_url: Option<SecretString>,

    /// A file that holds the URL of the role that owns the tables.
    #[arg(long, env = "TC_MIGRATION_DATABASE_URL_FILE")]
    pub migration_database_url_file: Option<PathBuf>,
}

impl Migration {
    pub fn url(&self) -> anyhow::Result<SecretString> {
        let file = self.migration_database_url_file.as_ref();
        secret(self.migration_database_url.as_ref(), file, "TC_MIGRATION_DATABASE_URL")
    }
}

#[derive(Debug, Clone, Args)]
pub struct Tls {
    /// Whether connections to PostgreSQL are encrypted and the server's certificate and name are checked.
    #[arg(long, env = "TC_DATABASE_TLS", value_enum, default_value_t = TlsMode::Auto)]
    pub database_tls: TlsMode,

    /// Certificates (PEM) that PostgreSQL's must come from; otherwise the system's.
    #[arg(long, env = "TC_DATABASE_CA_FILE")]
    pub database_ca_file: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TlsMode {
    /// Off for loopback and sockets, verify-full for everything else.
    Auto,
    Off,
    VerifyFull,
}

#[derive(Debug, Clone, Args)]
pub struct Keys {
    /// The file of master keys, which tenants' secrets are sealed under; `tenant-control keys new-file` makes one.
    #[arg(long, env = "TC_MASTER_KEY_FILE")]
    pub master_key_file: Option<PathBuf>,

    /// A key of AWS KMS (id, ARN or alias) that wraps instead; region and credentials come as for AWS's own tools. A file
    /// named beside it still opens what it has wrapped.
    #[arg(long, env = "TC_KMS_KEY_ID")]
    pub kms_key_id: Option<String>,

    /// Where KMS is, unless it is where AWS has it.
    #[arg(long, env = "TC_KMS_ENDPOINT")]
    pub kms_endpoint: Option<String>,

    /// Which wraps where both are named; without it KMS.
    #[arg(long, env = "TC_WRAP_WITH", value_enum)]
    pub wrap_with: Option<MasterKey>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum MasterKey {
    File,
    Kms,
}

#[derive(Debug, Clone, Args)]
pub struct Limits {
    /// Redis, which counts requests for all servers together (redis://… or rediss://…); without it each counts for
    /// itself.
    #[arg(long, env = "TC_REDIS_URL", hide_env_values = true)]
    pub redis_url: Option<SecretString>,

    /// A file that holds the URL of Redis.
    #[arg(long, env = "TC_REDIS_URL_FILE")]
    pub redis_url_file: Option<PathBuf>,

    /// How many requests without a valid credential one address may make, in how many seconds. What tenants may do is
    /// their plan's: see `tenant-control plan`.
    #[arg(long, env = "TC_ADDRESS_LIMIT", default_value = "600/60", value_name = "REQUESTS/SECONDS")]
    pub address_limit: Policy,
}

impl Limits {
    pub fn redis_url(&self) -> anyhow::Result<Option<SecretString>> {
        optional_secret(self.redis_url.as_ref(), self.redis_url_file.as_ref(), "TC_REDIS_URL")
    }
}

#[derive(Debug, Clone, Args)]
pub struct Telemetry {
    /// What is logged, such as `info` or `tenant_control=debug`.
    #[arg(long, env = "TC_LOG", default_value = "info")]
    pub log: String,

    #[arg(long, env = "TC_LOG_FORMAT", value_enum, default_value_t = LogFormat::Json)]
    pub log_format: LogFormat,

    /// Send traces to this OpenTelemetry collector (OTLP over HTTP), such as http://127.0.0.1:4318.
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
        };
        assert!(!format!("{migration:?}").contains("hunter2"));
    }
}
