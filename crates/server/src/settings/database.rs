//! Where PostgreSQL is, as whom it is reached, and what it is shown on the way.

use super::secret;
use anyhow::anyhow;
use clap::{Args, ValueEnum};
use secrecy::SecretString;
use std::path::PathBuf;

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

    /// The certificate (PEM) that the role `app_system` shows to PostgreSQL, with those between it and the authority; the
    /// one of `app` otherwise.
    #[arg(long, env = "TC_SYSTEM_DATABASE_CERT_FILE")]
    pub system_database_cert_file: Option<PathBuf>,

    /// The private key (PEM) of that certificate.
    #[arg(long, env = "TC_SYSTEM_DATABASE_KEY_FILE")]
    pub system_database_key_file: Option<PathBuf>,

    /// Connections to PostgreSQL for requests.
    #[arg(long, env = "TC_DATABASE_CONNECTIONS", default_value_t = 16)]
    pub database_connections: usize,

    /// How many of these one tenant may use at the same time, on each server; without it half of them.
    #[arg(long, env = "TC_TENANT_CONNECTIONS")]
    pub tenant_connections: Option<usize>,

    #[command(flatten)]
    pub tls: Tls,
}

impl Database {
    /// How many connections one tenant may use at the same time.
    pub fn share(&self) -> usize {
        let half = self.database_connections.div_ceil(2);
        self.tenant_connections.unwrap_or(half).clamp(1, self.database_connections.max(1))
    }

    pub fn app_url(&self) -> anyhow::Result<SecretString> {
        secret(self.database_url.as_ref(), self.database_url_file.as_ref(), "TC_DATABASE_URL")
    }

    pub fn system_url(&self) -> anyhow::Result<SecretString> {
        secret(self.system_database_url.as_ref(), self.system_database_url_file.as_ref(), "TC_SYSTEM_DATABASE_URL")
    }

    /// How the role `app_system` connects.
    pub fn system_tls(&self) -> Tls {
        self.tls.showing(self.system_database_cert_file.as_ref(), self.system_database_key_file.as_ref())
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

    /// The certificate (PEM) that this role shows to PostgreSQL; the one of `app` otherwise.
    #[arg(long, env = "TC_MIGRATION_DATABASE_CERT_FILE")]
    pub migration_database_cert_file: Option<PathBuf>,

    /// The private key (PEM) of that certificate.
    #[arg(long, env = "TC_MIGRATION_DATABASE_KEY_FILE")]
    pub migration_database_key_file: Option<PathBuf>,
}

impl Migration {
    pub fn url(&self) -> anyhow::Result<SecretString> {
        let file = self.migration_database_url_file.as_ref();
        secret(self.migration_database_url.as_ref(), file, "TC_MIGRATION_DATABASE_URL")
    }

    /// How this role connects.
    pub fn tls(&self, tls: &Tls) -> Tls {
        tls.showing(self.migration_database_cert_file.as_ref(), self.migration_database_key_file.as_ref())
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

    /// The certificate (PEM) that is shown to PostgreSQL, with those between it and the authority. It is read at the start.
    #[arg(long, env = "TC_DATABASE_CERT_FILE")]
    pub database_cert_file: Option<PathBuf>,

    /// The private key (PEM) of that certificate.
    #[arg(long, env = "TC_DATABASE_KEY_FILE")]
    pub database_key_file: Option<PathBuf>,
}

impl Tls {
    /// The same with the certificate of another role, where it has one of its own.
    fn showing(&self, certificate: Option<&PathBuf>, key: Option<&PathBuf>) -> Tls {
        let mut tls = self.clone();
        if certificate.is_some() || key.is_some() {
            (tls.database_cert_file, tls.database_key_file) = (certificate.cloned(), key.cloned());
        }
        tls
    }

    /// The files of the certificate that is shown, and of its key.
    pub fn client_certificate(&self) -> anyhow::Result<Option<(&PathBuf, &PathBuf)>> {
        match (&self.database_cert_file, &self.database_key_file) {
            (Some(certificate), Some(key)) => Ok(Some((certificate, key))),
            (None, None) => Ok(None),
            _ => Err(anyhow!("a client certificate for PostgreSQL requires both _CERT_FILE and _KEY_FILE")),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TlsMode {
    /// Off for loopback and sockets, verify-full for everything else.
    Auto,
    Off,
    VerifyFull,
}
