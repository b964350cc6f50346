//! Where workflows are carried out, and by what their expressions are evaluated.

use super::optional_secret;
use anyhow::{Context, bail};
use clap::Args;
use secrecy::{ExposeSecret, SecretString};
use std::path::PathBuf;

/// Temporal, which carries workflows out.
#[derive(Debug, Clone, Args)]
pub struct Engine {
    /// Temporal (http://host:port, or https:// with TLS); without it workflows are accepted and wait.
    #[arg(long, env = "TC_TEMPORAL_URL")]
    pub temporal_url: Option<url::Url>,

    #[arg(long, env = "TC_TEMPORAL_NAMESPACE", default_value = "tenant-control")]
    pub temporal_namespace: String,

    /// For Temporal Cloud.
    #[arg(long, env = "TC_TEMPORAL_API_KEY", hide_env_values = true)]
    pub temporal_api_key: Option<SecretString>,

    /// A file that holds the API key.
    #[arg(long, env = "TC_TEMPORAL_API_KEY_FILE")]
    pub temporal_api_key_file: Option<PathBuf>,

    /// Certificates (PEM) that Temporal's must come from; otherwise the system's.
    #[arg(long, env = "TC_TEMPORAL_CA_FILE")]
    pub temporal_ca_file: Option<PathBuf>,

    /// The certificate (PEM) that is shown to Temporal. It is read at the start.
    #[arg(long, env = "TC_TEMPORAL_CERT_FILE")]
    pub temporal_cert_file: Option<PathBuf>,

    /// The private key (PEM) of that certificate.
    #[arg(long, env = "TC_TEMPORAL_KEY_FILE")]
    pub temporal_key_file: Option<PathBuf>,

    /// Where runs wait for a worker: one place but for rehearsals.
    #[arg(long, env = "TC_TEMPORAL_QUEUE", default_value = engine::QUEUE, hide = true)]
    pub temporal_queue: String,

    /// Which program evaluates expressions, with the command jq-sandbox; otherwise this one.
    #[arg(long, env = "TC_SANDBOX_PROGRAM", hide = true)]
    pub sandbox_program: Option<PathBuf>,
}

impl Engine {
    pub fn api_key(&self) -> anyhow::Result<Option<SecretString>> {
        optional_secret(self.temporal_api_key.as_ref(), self.temporal_api_key_file.as_ref(), "TC_TEMPORAL_API_KEY")
    }

    /// `None`: there is none.
    pub fn settings(&self) -> anyhow::Result<Option<engine::Settings>> {
        let Some(url) = self.temporal_url.clone() else { return Ok(None) };
        let read = |file: &Option<PathBuf>, name: &str| {
            let read = |file: &PathBuf| std::fs::read(file).with_context(|| format!("{name}: {}", file.display()));
            file.as_ref().map(read).transpose()
        };
        let certificate = read(&self.temporal_cert_file, "TC_TEMPORAL_CERT_FILE")?;
        let key = read(&self.temporal_key_file, "TC_TEMPORAL_KEY_FILE")?;
        let identity = match (certificate, key) {
            (Some(certificate), Some(key)) => Some(engine::Identity { certificate, key }),
            (None, None) => None,
            _ => bail!("TC_TEMPORAL_CERT_FILE and TC_TEMPORAL_KEY_FILE must be set together"),
        };
        Ok(Some(engine::Settings {
            url,
            namespace: self.temporal_namespace.clone(),
            queue: self.temporal_queue.clone(),
            api_key: self.api_key()?.map(|key| key.expose_secret().to_owned()),
            authority: read(&self.temporal_ca_file, "TC_TEMPORAL_CA_FILE")?,
            identity,
        }))
    }

    /// As many as there are processors at a time.
    pub fn sandbox(&self) -> anyhow::Result<flow::Sandbox> {
        let program = match &self.sandbox_program {
            Some(program) => program.clone(),
            None => std::env::current_exe()?,
        };
        let size = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
        Ok(flow::Sandbox::new(program, &["jq-sandbox"], size.clamp(2, 16)))
    }
}
