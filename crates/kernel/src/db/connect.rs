//! The address of PostgreSQL, and the encryption of connections to it.

use super::pool::Pool;
use crate::settings::{Tls, TlsMode};
use anyhow::Context;
use deadpool_postgres::{Manager, ManagerConfig, QueueMode, RecyclingMethod, Runtime};
use rustls::{
    ClientConfig, RootCertStore,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
};
use secrecy::{ExposeSecret, SecretString};
use std::{net::IpAddr, path::Path, time::Duration};
use tokio::{
    sync::mpsc::{UnboundedReceiver, unbounded_channel},
    time::timeout,
};
use tokio_postgres::{
    AsyncMessage, Client, Config, Connection, NoTls,
    config::{Host, LoadBalanceHosts, SslMode, TargetSessionAttrs},
    tls::TlsStream,
};
use tokio_postgres_rustls::MakeRustlsConnect;

/// How long a new connection may take, with all hosts of the URL.
const CONNECT: Duration = Duration::from_secs(5);

/// How long a machine may be silent before its connections are considered lost. One that loses power or its network does not
/// close them.
const SILENCE: Duration = Duration::from_secs(15);
const PROBE: Duration = Duration::from_secs(5);

const DEFAULT_PORT: u16 = 5432;

#[derive(Clone)]
pub struct Target {
    config: Config,
    tls: Option<MakeRustlsConnect>,
}

impl Target {
    pub fn new(url: &SecretString, tls: &Tls) -> anyhow::Result<Target> {
        let mut config: Config = url.expose_secret().parse().context("the PostgreSQL URL is invalid")?;
        expect_failover(&mut config);
        let verify = match tls.database_tls {
            TlsMode::Off => false,
            TlsMode::VerifyFull => true,
            TlsMode::Auto => !is_local(&config),
        };
        // A server without encryption is refused: the connection never falls back to plain text.
        config.ssl_mode(if verify { SslMode::Require } else { SslMode::Disable });
        let tls = verify.then(|| connector(tls)).transpose()?;
        Ok(Target { config, tls })
    }

    pub fn is_encrypted(&self) -> bool {
        self.tls.is_some()
    }

    /// The addresses that it connects to, and the database, without credentials.
    pub fn address(&self) -> String {
        let (hosts, addresses, ports) = (self.config.get_hosts(), self.config.get_hostaddrs(), self.config.get_ports());
        let named = (0..number_of_hosts(&self.config)).map(|number| {
            let host = match (hosts.get(number), addresses.get(number)) {
                (_, Some(address)) => address.to_string(),
                (Some(Host::Tcp(name)), None) => name.clone(),
                (Some(Host::Unix(path)), None) => path.display().to_string(),
                (None, None) => String::new(),
            };
            let port = ports.get(number).or(ports.first()).copied().unwrap_or(DEFAULT_PORT);
            format!("{host}:{port}")
        });
        let named = named.collect::<Vec<_>>().join(",");
        format!("{named}/{}", self.config.get_dbname().unwrap_or_default())
    }

    pub(super) fn pool(&self, size: usize, share: usize) -> anyhow::Result<Pool> {
        let settings = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        let manager = match self.tls.clone() {
            Some(tls) => Manager::from_config(self.config.clone(), tls, settings),
            None => Manager::from_config(self.config.clone(), NoTls, settings),
        };
        // The connection that was used last is used next: PostgreSQL's process for it has its caches in the processor's.
        let pool = deadpool_postgres::Pool::builder(manager).max_size(size.max(1)).queue_mode(QueueMode::Lifo);
        let pool = pool.runtime(Runtime::Tokio1);
        let pool = pool.wait_timeout(Some(CONNECT)).create_timeout(Some(CONNECT)).build()?;
        Ok(Pool::new(pool, share))
    }

    /// A connection outside the pool, and the server's asynchronous messages.
    pub async fn connect(&self) -> anyhow::Result<(Client, UnboundedReceiver<AsyncMessage>)> {
        let failed = || format!("cannot connect to PostgreSQL at {}", self.address());
        let connecting = async {
            Ok::<_, tokio_postgres::Error>(match self.tls.clone() {
                Some(tls) => drive(self.config.connect(tls).await?),
                None => drive(self.config.connect(NoTls).await?),
            })
        };
        timeout(CONNECT, connecting).await.with_context(failed)?.with_context(failed)
    }
}

/// A host that accepts writes is used: the primary, whichever it is now. A name may still lead to a former primary, which would
/// refuse writes as long as the connection exists. Several hosts are tried in random order: one that accepts a connection and
/// then does not respond uses up the time of the others, but not of every attempt. A lost machine is noticed.
fn expect_failover(config: &mut Config) {
    let hosts = number_of_hosts(config).max(1);
    config.target_session_attrs(TargetSessionAttrs::ReadWrite).load_balance_hosts(LoadBalanceHosts::Random);
    config.connect_timeout(CONNECT / u32::try_from(hosts).unwrap_or(u32::MAX));
    config.tcp_user_timeout(SILENCE).keepalives_idle(PROBE).keepalives_interval(PROBE).keepalives_retries(2);
}

fn number_of_hosts(config: &Config) -> usize {
    config.get_hosts().len().max(config.get_hostaddrs().len())
}

/// The receiver ends with the connection.
fn drive<S, T>((client, mut connection): (Client, Connection<S, T>)) -> (Client, UnboundedReceiver<AsyncMessage>)
where
    S: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin + Send + 'static,
    T: TlsStream + Unpin + Send + 'static,
{
    let (said, heard) = unbounded_channel();
    tokio::spawn(async move {
        while let Some(Ok(message)) = std::future::poll_fn(|cx| connection.poll_message(cx)).await {
            let _ = said.send(message);
        }
    });
    (client, heard)
}

/// True if every host of the URL is this machine: `hostaddr` is the address that is actually used.
fn is_local(config: &Config) -> bool {
    let named = config.get_hosts().iter().all(|host| match host {
        Host::Tcp(name) => name == "localhost" || name.parse().is_ok_and(|ip: IpAddr| ip.is_loopback()),
        Host::Unix(_) => true,
    });
    named && config.get_hostaddrs().iter().all(IpAddr::is_loopback)
}

fn connector(tls: &Tls) -> anyhow::Result<MakeRustlsConnect> {
    let mut roots = RootCertStore::empty();
    match &tls.database_ca_file {
        Some(file) => {
            let read = || format!("TC_DATABASE_CA_FILE: {}", file.display());
            for certificate in CertificateDer::pem_file_iter(file).with_context(read)? {
                roots.add(certificate.with_context(read)?).with_context(read)?;
            }
        }
        None => {
            roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        }
    }
    anyhow::ensure!(!roots.is_empty(), "no certificate authority is configured to verify PostgreSQL's certificate");
    let provider = rustls::crypto::ring::default_provider().into();
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots);
    let config = match tls.client_certificate()? {
        Some((certificate, key)) => {
            let (chain, key) = (read_chain(certificate)?, read_key(key)?);
            config
                .with_client_auth_cert(chain, key)
                .context("the client certificate for PostgreSQL does not match its key")?
        }
        None => config.with_no_client_auth(),
    };
    Ok(MakeRustlsConnect::new(config))
}

fn read_chain(file: &Path) -> anyhow::Result<Vec<CertificateDer<'static>>> {
    let read = || format!("client certificate for PostgreSQL: {}", file.display());
    let chain: Vec<_> =
        CertificateDer::pem_file_iter(file).with_context(read)?.collect::<Result<_, _>>().with_context(read)?;
    anyhow::ensure!(!chain.is_empty(), "{} contains no certificate", file.display());
    Ok(chain)
}

fn read_key(file: &Path) -> anyhow::Result<PrivateKeyDer<'static>> {
    PrivateKeyDer::from_pem_file(file).with_context(|| format!("client key for PostgreSQL: {}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_encrypted(url: &str) -> bool {
        !is_local(&url.parse().unwrap())
    }

    #[test]
    fn the_address_names_every_host_and_no_password() {
        let address = |url: &str| Target { config: url.parse().unwrap(), tls: None }.address();
        assert_eq!(address("postgres://app:hunter2@db.example:6432/x"), "db.example:6432/x");
        assert_eq!(address("postgres://app@one.example,two.example:7000/x"), "one.example:5432,two.example:7000/x");
        assert_eq!(address("host=localhost hostaddr=203.0.113.9 user=app dbname=x"), "203.0.113.9:5432/x");
        assert_eq!(address("host=/run/postgresql user=app dbname=x"), "/run/postgresql:5432/x");
    }

    #[test]
    fn the_primary_is_used_and_a_lost_host_leaves_time_for_the_others() {
        let expecting = |url: &str| {
            let mut config: Config = url.parse().unwrap();
            expect_failover(&mut config);
            (config.get_target_session_attrs(), config.get_connect_timeout().copied().unwrap())
        };
        assert_eq!(expecting("postgres://app@one.example/x"), (TargetSessionAttrs::ReadWrite, CONNECT));
        let (attributes, each) = expecting("postgres://app@one.example,two.example:7000/x");
        assert_eq!((attributes, each), (TargetSessionAttrs::ReadWrite, CONNECT / 2));
    }

    #[test]
    fn only_this_machine_is_talked_to_in_the_clear() {
        assert!(!is_encrypted("postgres://app@localhost/x"));
        assert!(!is_encrypted("postgres://app@127.0.0.1/x"));
        assert!(!is_encrypted("host=/run/postgresql user=app"));
        assert!(is_encrypted("postgres://app@db.example/x"));
        assert!(is_encrypted("host=localhost hostaddr=203.0.113.9 user=app"), "hostaddr is where it really goes");
        assert!(is_encrypted("hostaddr=203.0.113.9 user=app"));
    }
}
