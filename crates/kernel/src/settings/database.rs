//! Addresses, roles and certificates for PostgreSQL.

use super::{optional_secret, secret};
use anyhow::anyhow;
use clap::{Args, ValueEnum};
use secrecy::SecretString;
use std::path::PathBuf;

#[derive(Debug, Clone, Args)]
pub struct Database {
    /// URL of PostgreSQL for the role `app`, which obeys row-level security.
    #[arg(long, env = "TC_DATABASE_URL", hide_env_values = true)]
    pub database_url: Option<SecretString>,

    /// File that contains the URL for the role `app`.
    #[arg(long, env = "TC_DATABASE_URL_FILE")]
    pub database_url_file: Option<PathBuf>,

    /// URL of PostgreSQL for the role `app_system`, for data of no single tenant, such as the lookup of API keys.
    #[arg(long, env = "TC_SYSTEM_DATABASE_URL", hide_env_values = true)]
    pub system_database_url: Option<SecretString>,

    /// File that contains the URL for the role `app_system`.
    #[arg(long, env = "TC_SYSTEM_DATABASE_URL_FILE")]
    pub system_database_url_file: Option<PathBuf>,

    /// URL of PostgreSQL itself for the role `app_system`, if the URLs of `app` and `app_system` are those of a transaction
    /// pooler. Notifications, such as those of revoked keys, are received there; `TC_SYSTEM_DATABASE_URL` by default.
    #[arg(long, env = "TC_DIRECT_DATABASE_URL", hide_env_values = true)]
    pub direct_database_url: Option<SecretString>,

    /// File that contains the URL of PostgreSQL itself.
    #[arg(long, env = "TC_DIRECT_DATABASE_URL_FILE")]
    pub direct_database_url_file: Option<PathBuf>,

    /// URL of PostgreSQL of the directory's home for the role `app_system` there, if it is another cell. New tenants and SSO
    /// domains are entered there.
    #[arg(long, env = "TC_DIRECTORY_URL", hide_env_values = true)]
    pub directory_url: Option<SecretString>,

    /// File that contains the URL of the directory's home.
    #[arg(long, env = "TC_DIRECTORY_URL_FILE")]
    pub directory_url_file: Option<PathBuf>,

    /// Client certificate (PEM) of the role `app_system`, with intermediates; that of `app` by default.
    #[arg(long, env = "TC_SYSTEM_DATABASE_CERT_FILE")]
    pub system_database_cert_file: Option<PathBuf>,

    /// Private key (PEM) of the client certificate of the role `app_system`.
    #[arg(long, env = "TC_SYSTEM_DATABASE_KEY_FILE")]
    pub system_database_key_file: Option<PathBuf>,

    /// Size of the connection pool for requests.
    #[arg(long, env = "TC_DATABASE_CONNECTIONS", default_value_t = 16)]
    pub database_connections: usize,

    /// Maximum number of these connections per tenant, on each server; half of them by default.
    #[arg(long, env = "TC_TENANT_CONNECTIONS")]
    pub tenant_connections: Option<usize>,

    #[command(flatten)]
    pub tls: Tls,
}

impl Database {
    /// Maximum number of connections that one tenant can use at the same time.
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

    /// For what needs a session of its own, which a transaction pooler does not give.
    pub fn direct_url(&self) -> anyhow::Result<SecretString> {
        let (url, file) = (self.direct_database_url.as_ref(), self.direct_database_url_file.as_ref());
        optional_secret(url, file, "TC_DIRECT_DATABASE_URL")?.map_or_else(|| self.system_url(), Ok)
    }

    /// The home of the directory, if it is another cell.
    pub fn directory_url(&self) -> anyhow::Result<Option<SecretString>> {
        optional_secret(self.directory_url.as_ref(), self.directory_url_file.as_ref(), "TC_DIRECTORY_URL")
    }

    /// TLS settings of the role `app_system`.
    pub fn system_tls(&self) -> Tls {
        self.tls.showing(self.system_database_cert_file.as_ref(), self.system_database_key_file.as_ref())
    }
}

#[derive(Debug, Clone, Args)]
pub struct Migration {
    /// URL of PostgreSQL for the role that owns the tables.
    #[arg(long, env = "TC_MIGRATION_DATABASE_URL", hide_env_values = true)]
    pub migration_database_url: Option<SecretString>,

    /// File that contains the URL for the role that owns the tables.
    #[arg(long, env = "TC_MIGRATION_DATABASE_URL_FILE")]
    pub migration_database_url_file: Option<PathBuf>,

    /// Client certificate (PEM) of the role that owns the tables; that of `app` by default.
    #[arg(long, env = "TC_MIGRATION_DATABASE_CERT_FILE")]
    pub migration_database_cert_file: Option<PathBuf>,

    /// Private key (PEM) of the client certificate of the role that owns the tables.
    #[arg(long, env = "TC_MIGRATION_DATABASE_KEY_FILE")]
    pub migration_database_key_file: Option<PathBuf>,
}

impl Migration {
    pub fn url(&self) -> anyhow::Result<SecretString> {
        let file = self.migration_database_url_file.as_ref();
        secret(self.migration_database_url.as_ref(), file, "TC_MIGRATION_DATABASE_URL")
    }

    /// TLS settings of this role.
    pub fn tls(&self, tls: &Tls) -> Tls {
        tls.showing(self.migration_database_cert_file.as_ref(), self.migration_database_key_file.as_ref())
    }
}

#[derive(Debug, Clone, Args)]
pub struct Tls {
    /// TLS mode: whether connections to PostgreSQL are encrypted and its certificate and name are verified.
    #[arg(long, env = "TC_DATABASE_TLS", value_enum, default_value_t = TlsMode::Auto)]
    pub database_tls: TlsMode,

    /// Certificate authorities (PEM) for PostgreSQL's certificate; those of the system by default.
    #[arg(long, env = "TC_DATABASE_CA_FILE")]
    pub database_ca_file: Option<PathBuf>,

    /// Client certificate (PEM) for PostgreSQL, with intermediates. It is read at startup.
    #[arg(long, env = "TC_DATABASE_CERT_FILE")]
    pub database_cert_file: Option<PathBuf>,

    /// Private key (PEM) of the client certificate for PostgreSQL.
    #[arg(long, env = "TC_DATABASE_KEY_FILE")]
    pub database_key_file: Option<PathBuf>,
}

impl Tls {
    /// The same settings with the certificate of another role, if it has its own.
    fn showing(&self, certificate: Option<&PathBuf>, key: Option<&PathBuf>) -> Tls {
        let mut tls = self.clone();
        if certificate.is_some() || key.is_some() {
            (tls.database_cert_file, tls.database_key_file) = (certificate.cloned(), key.cloned());
        }
        tls
    }

    /// Files of the client certificate and its key.
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
    /// Off for loopback addresses and sockets, verify-full otherwise.
    Auto,
    Off,
    VerifyFull,
}
