//! Data keys wrapped by AWS KMS. The master key never leaves it; the encryption context binds a wrapped key to its tenant,
//! and names the tenant in KMS's own log.

use aws_config::{BehaviorVersion, timeout::TimeoutConfig};
use aws_sdk_kms::{
    Client,
    error::{ProvideErrorMetadata, SdkError},
    primitives::Blob,
};
use aws_smithy_http_client::{
    Builder,
    tls::{Provider, rustls_provider::CryptoMode},
};
use seal::{Owner, Secret, Wrapped};
use std::{collections::HashMap, fmt, time::Duration};

const KIND: &str = "kms:";

/// The time for one call with its retries; a request of a customer waits for it.
const CALL: Duration = Duration::from_secs(5);
const CONNECT: Duration = Duration::from_secs(2);

pub struct Kms {
    client: Client,
    /// An id, an ARN or an alias.
    key: String,
}

/// The failure of a call to KMS.
#[derive(Debug)]
pub struct Error {
    passing: bool,
    what: String,
}

impl Kms {
    /// Region and credentials are found as AWS's tools find them: environment, profile, role of the machine. No request
    /// is sent yet.
    pub async fn new(key: String, endpoint: Option<&str>) -> Kms {
        let https = Builder::new().tls_provider(Provider::Rustls(CryptoMode::Ring)).build_https();
        let timeouts = TimeoutConfig::builder().connect_timeout(CONNECT).operation_timeout(CALL).build();
        let found = aws_config::defaults(BehaviorVersion::latest()).http_client(https).timeout_config(timeouts);
        let found = found.load().await;
        let mut config = aws_sdk_kms::config::Builder::from(&found);
        config.set_endpoint_url(endpoint.map(str::to_owned));
        Kms { client: Client::from_conf(config.build()), key }
    }

    /// True if a key of KMS wrapped it.
    pub fn is_kind(by: &str) -> bool {
        by.starts_with(KIND)
    }

    pub async fn wrap(&self, owner: Owner, data_key: &[u8]) -> Result<Wrapped, Error> {
        held::refuse("AWS KMS is called");
        let call = self.client.encrypt().key_id(&self.key).set_encryption_context(Some(context(owner)));
        let done = call.plaintext(Blob::new(data_key)).send().await.map_err(|error| Error::of(&error))?;
        match (done.ciphertext_blob, done.key_id) {
            // The key's ARN, even if it was named by an alias, which may refer to another key tomorrow.
            (Some(bytes), Some(key)) => Ok(Wrapped { bytes: bytes.into_inner(), by: format!("{KIND}{key}") }),
            _ => Err(Error { passing: false, what: "KMS returned no ciphertext".to_owned() }),
        }
    }

    pub async fn unwrap(&self, owner: Owner, wrapped: &Wrapped) -> Result<Secret, Error> {
        held::refuse("AWS KMS is called");
        let key = wrapped.by.strip_prefix(KIND).unwrap_or_default();
        let call = self.client.decrypt().key_id(key).set_encryption_context(Some(context(owner)));
        let done = call
            .ciphertext_blob(Blob::new(wrapped.bytes.as_slice()))
            .send()
            .await
            .map_err(|error| Error::of(&error))?;
        let plaintext = done.plaintext.map(Blob::into_inner).filter(|plaintext| !plaintext.is_empty());
        plaintext.map(Secret::from).ok_or_else(|| Error { passing: false, what: "KMS returned no key".to_owned() })
    }
}

impl Error {
    /// The error as text, without the request and the response, which may contain a key.
    fn of<E, R>(error: &SdkError<E, R>) -> Error
    where
        E: ProvideErrorMetadata + std::error::Error + 'static,
        R: fmt::Debug,
    {
        match error.as_service_error() {
            Some(answer) => {
                let (code, message) = (answer.code().unwrap_or("an error"), answer.message().unwrap_or_default());
                Error { passing: passes(code), what: format!("AWS KMS: {code} {message}") }
            }
            None => Error { passing: true, what: format!("AWS KMS: {}", causes(error)) },
        }
    }

    /// True if a retry may succeed.
    pub fn is_passing(&self) -> bool {
        self.passing
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for Error {}

fn causes(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source());
    causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

/// Names of KMS's own errors.
fn passes(code: &str) -> bool {
    const PASSING: [&str; 6] = [
        "DependencyTimeoutException",
        "KMSInternalException",
        "KeyUnavailableException",
        "ThrottlingException",
        "LimitExceededException",
        "RequestLimitExceeded",
    ];
    PASSING.contains(&code)
}

fn context(owner: Owner) -> HashMap<String, String> {
    let name = |name: &str| format!("tenant-control:{name}");
    [(name("tenant"), owner.tenant.to_string()), (name("data-key"), owner.data_key.to_string())].into()
}
