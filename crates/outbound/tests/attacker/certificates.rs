//! TLS: who is trusted, under which name, and which HTTP is spoken.

use crate::{
    open, post, post_within,
    server::{Act, OK, Server},
};
use outbound::{Client, Options, Why};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair};
use rustls::{
    ServerConfig,
    pki_types::{CertificateDer, PrivateKeyDer},
};
use std::{net::SocketAddr, sync::Arc, time::Duration};
use testdns::Nameserver;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
};
use tokio_rustls::TlsAcceptor;

pub struct Ca(CertifiedIssuer<'static, KeyPair>);

impl Ca {
    pub fn new(name: &str) -> Ca {
        let mut params = CertificateParams::default();
        params.distinguished_name.push(DnType::CommonName, name);
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        Ca(CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap())
    }

    pub fn root(&self) -> CertificateDer<'static> {
        self.0.der().clone()
    }

    /// A server's side of TLS, with a certificate for this name.
    pub fn acceptor(&self, name: &str, expired: bool, protocols: &[&str]) -> TlsAcceptor {
        let key = KeyPair::generate().unwrap();
        let mut params = CertificateParams::new(vec![name.to_owned()]).unwrap();
        if expired {
            params.not_after = rcgen::date_time_ymd(2020, 1, 1);
        }
        let certificate = params.signed_by(&key, &self.0).unwrap();
        let private = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
        let config = config.with_no_client_auth().with_single_cert(vec![certificate.der().clone()], private);
        let mut config = config.unwrap();
        config.alpn_protocols = protocols.iter().map(|protocol| protocol.as_bytes().to_vec()).collect();
        TlsAcceptor::from(Arc::new(config))
    }

    /// A server that answers everything with 200.
    async fn serve(&self, name: &str, expired: bool) -> SocketAddr {
        let acceptor = self.acceptor(name, expired, &[]);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let Ok(mut stream) = acceptor.accept(stream).await else { continue };
                let _ = stream.read(&mut [0; 4096]).await;
                let _ = stream.write_all(OK).await;
            }
        });
        address
    }
}

pub fn trusting(roots: Vec<CertificateDer<'static>>, dns: &Nameserver) -> Client {
    Client::new(Options { guard: open(), nameservers: vec![dns.address()], roots, ..Options::default() }).unwrap()
}

#[tokio::test]
async fn certificates_must_be_valid_for_the_name_by_someone_trusted() {
    let dns = Nameserver::start().await.unwrap();
    dns.set("hooks.acme.example", &["127.0.0.1".parse().unwrap()]);
    let ca = Ca::new("ours");
    let good = ca.serve("hooks.acme.example", false).await.port();
    let wrong_name = ca.serve("other.example", false).await.port();
    let expired = ca.serve("hooks.acme.example", true).await.port();
    let stranger = Ca::new("a stranger").serve("hooks.acme.example", false).await.port();

    let client = trusting(vec![ca.root()], &dns);
    let url = |port: u16| format!("https://hooks.acme.example:{port}/");
    let answer = post(&client, &url(good)).await.unwrap();
    assert_eq!(&answer.body[..], b"ok");
    assert!(answer.timings.tls.is_some() && answer.timings.dns.is_some());
    for (port, words) in [(wrong_name, "for another name"), (expired, "expired"), (stranger, "not trusted")] {
        let failed = post(&client, &url(port)).await.unwrap_err();
        let Why::Tls { reason } = &failed.why else { panic!("{failed}") };
        assert!(reason.contains(words), "{reason}");
        assert_eq!(failed.remote.map(|remote| remote.port()), Some(port));
    }
    // Only the operator grants trust: without the certificate, the good server is refused too.
    let failed = post(&trusting(vec![], &dns), &url(good)).await.unwrap_err();
    assert_eq!(failed.why.code(), "tls_failed");
}

#[tokio::test]
async fn a_server_without_tls_is_not_spoken_to_in_clear() {
    let server = Server::start(Act::Say(OK.to_vec())).await;
    let dns = Nameserver::start().await.unwrap();
    let url = format!("https://127.0.0.1:{}/", server.address.port());
    let failed = post_within(&trusting(vec![], &dns), &url, Duration::from_millis(400)).await.unwrap_err();
    assert_eq!(failed.why, Why::Timeout(outbound::Phase::Tls));
}
