//! A certificate authority for one test.

use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair};
use tempfile::TempDir;
use testkit::Postgres;

pub struct Authority {
    issuer: Issuer<'static, KeyPair>,
    /// Its own certificate.
    pub file: String,
    pub pem: String,
    directory: TempDir,
}

/// The files of a certificate and of its key.
pub struct Certificate {
    pub file: String,
    pub key_file: String,
}

impl Authority {
    pub fn new() -> Authority {
        let key = KeyPair::generate().unwrap();
        let mut params = CertificateParams::new(vec![]).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let pem = params.self_signed(&key).unwrap().pem();
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("ca.pem").to_str().unwrap().to_owned();
        std::fs::write(&file, &pem).unwrap();
        Authority { issuer: Issuer::new(params, key), file, pem, directory }
    }

    /// A PostgreSQL whose certificate is for this name.
    pub async fn postgres(&self, name: &str) -> Postgres {
        let (certificate, key) = self.sign(name, name);
        let postgres = Postgres::start("-c fsync=off").unwrap();
        postgres.encrypt(&certificate, &key).await.unwrap();
        postgres
    }

    /// A certificate for a client with this name.
    pub fn client(&self, name: &str) -> Certificate {
        let (certificate, key) = self.sign(name, name);
        let write = |ending: &str, text: String| {
            let file = self.directory.path().join(format!("{name}.{ending}"));
            std::fs::write(&file, text).unwrap();
            file.to_str().unwrap().to_owned()
        };
        Certificate { file: write("crt", certificate), key_file: write("key", key) }
    }

    /// A certificate and its key, as PEM.
    pub fn sign(&self, common_name: &str, host: &str) -> (String, String) {
        let key = KeyPair::generate().unwrap();
        let mut params = CertificateParams::new(vec![host.to_owned()]).unwrap();
        params.distinguished_name.push(DnType::CommonName, common_name);
        (params.signed_by(&key, &self.issuer).unwrap().pem(), key.serialize_pem())
    }
}
