//! Client certificates for PostgreSQL and for Temporal.

use crate::authority::{Authority, Certificate};
use kernel::{family::Finding, settings::Serve};
use rustls::{
    RootCertStore, ServerConfig,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
    server::WebPkiClientVerifier,
};
use std::sync::Arc;
use tenant_control::{families, operate::doctor};
use testkit::{Database, Temporal, TestApp};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;

async fn found(settings: &Serve, part: &str) -> Result<String, String> {
    let findings = doctor::examine(settings, families::all()).await;
    let Finding { found, .. } = findings.into_iter().find(|finding| finding.part == part).unwrap();
    found.map_err(|error| format!("{error:#}"))
}

#[tokio::test]
async fn each_role_shows_postgresql_its_own_certificate() {
    let authority = Authority::new();
    let postgres = authority.postgres("localhost").await;
    let database = Database::create(postgres.port, "tenant_control").await.unwrap();
    // The name in the certificate must be that of the role (`clientcert=verify-full`).
    postgres.demand_certificates(&authority.pem, "app,app_system").await.unwrap();
    let url = |role: &str| format!("postgres://{role}@localhost:{}/tenant_control", postgres.port);
    let (app, system) = (authority.client("app"), authority.client("app_system"));
    let settings = |more: &[&str]| {
        let (app, system) = (url("app"), url("app_system"));
        let urls = ["--database-url", app.as_str(), "--system-database-url", system.as_str()];
        let tls = ["--database-tls", "verify-full", "--database-ca-file", &authority.file];
        database.settings_with(&[&urls[..], &tls, more].concat())
    };
    let as_app = |Certificate { file, key_file }: &Certificate| {
        ["--database-cert-file".to_owned(), file.clone(), "--database-key-file".to_owned(), key_file.clone()]
    };
    let own = as_app(&app);
    let own = own.each_ref().map(String::as_str);
    let both =
        [&own[..], &["--system-database-cert-file", &system.file, "--system-database-key-file", &system.key_file]];

    let right = settings(&both.concat());
    for (part, role) in [("PostgreSQL as app", "app"), ("PostgreSQL as app_system", "app_system")] {
        let about = found(&right, part).await.unwrap();
        assert!(about.ends_with(&format!("role {role}, encrypted")), "{about}");
    }
    let server = TestApp::start_with(database.clone(), right).await;
    server.tenant().await.client.get("/api/rmm/organizations").await.expect(200);

    let without = found(&settings(&[]), "PostgreSQL as app").await.unwrap_err();
    assert!(without.contains("requires a valid client certificate"), "{without}");
    let of_another_role = settings(&own);
    assert!(found(&of_another_role, "PostgreSQL as app").await.is_ok());
    let refused = found(&of_another_role, "PostgreSQL as app_system").await.unwrap_err();
    assert!(refused.contains("authentication failed"), "{refused}");
    let other = Authority::new();
    let stranger = as_app(&other.client("app"));
    let refused = found(&settings(&stranger.each_ref().map(String::as_str)), "PostgreSQL as app").await.unwrap_err();
    assert!(refused.contains("UnknownCA") || refused.contains("alert"), "{refused}");
    let alone = found(&settings(&["--database-cert-file", &app.file]), "PostgreSQL as app").await.unwrap_err();
    assert!(alone.contains("requires both _CERT_FILE and _KEY_FILE"), "{alone}");
}

#[tokio::test]
async fn temporal_is_shown_a_certificate() {
    let authority = Authority::new();
    let temporal = Temporal::start().unwrap();
    let url = demanding_certificates(&authority, &temporal).await;
    let database = Database::shared().await;
    let client = authority.client("tenant-control");
    let server = ["--temporal-url", &url, "--temporal-ca-file", &authority.file];
    let shown = ["--temporal-cert-file", &client.file, "--temporal-key-file", &client.key_file];

    let about = found(&database.settings_with(&[server, shown].concat()), "Temporal").await;
    assert!(about.as_ref().is_ok_and(|about| about.contains("namespace")), "{about:?}");
    let without = found(&database.settings_with(&server), "Temporal").await;
    assert!(without.is_err(), "{without:?}");
    let other = Authority::new();
    let stranger = other.client("tenant-control");
    let shown = ["--temporal-cert-file", &stranger.file, "--temporal-key-file", &stranger.key_file];
    assert!(found(&database.settings_with(&[server, shown].concat()), "Temporal").await.is_err());
    let alone = [&server[..], &["--temporal-key-file", &client.key_file]].concat();
    assert!(found(&database.settings_with(&alone), "Temporal").await.unwrap_err().contains("must be set together"));
}

/// Terminates TLS for Temporal, only for clients with a certificate of the authority.
async fn demanding_certificates(authority: &Authority, temporal: &Temporal) -> String {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_slice(authority.pem.as_bytes()).unwrap()).unwrap();
    let verifier = WebPkiClientVerifier::builder_with_provider(roots.into(), provider.clone()).build().unwrap();
    let (certificate, key) = authority.sign("temporal", "localhost");
    let chain = vec![CertificateDer::from_pem_slice(certificate.as_bytes()).unwrap()];
    let mut config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_client_cert_verifier(verifier)
        .with_single_cert(chain, PrivateKeyDer::from_pem_slice(key.as_bytes()).unwrap())
        .unwrap();
    config.alpn_protocols = vec![b"h2".to_vec()];
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (port, behind) = (listener.local_addr().unwrap().port(), temporal.url().replace("http://", ""));
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let (acceptor, behind) = (acceptor.clone(), behind.clone());
            tokio::spawn(async move {
                let mut client = acceptor.accept(stream).await?;
                let mut server = TcpStream::connect(behind).await?;
                tokio::io::copy_bidirectional(&mut client, &mut server).await
            });
        }
    });
    format!("https://localhost:{port}")
}
