//! Temporal, and the sandbox that evaluates expressions.

use super::optional_secret;
use clap::Args;
use secrecy::SecretString;
use std::path::PathBuf;

/// Temporal, which executes workflows.
#[derive(Debug, Clone, Args)]
pub struct Engine {
    /// URL of Temporal (http://host:port, or https:// for TLS). Without it, runs are accepted and wait.
    #[arg(long, env = "TC_TEMPORAL_URL")]
    pub temporal_url: Option<url::Url>,

    /// Namespace in Temporal.
    #[arg(long, env = "TC_TEMPORAL_NAMESPACE", default_value = "tenant-control")]
    pub temporal_namespace: String,

    /// API key for Temporal Cloud.
    #[arg(long, env = "TC_TEMPORAL_API_KEY", hide_env_values = true)]
    pub temporal_api_key: Option<SecretString>,

    /// File that contains the API key.
    #[arg(long, env = "TC_TEMPORAL_API_KEY_FILE")]
    pub temporal_api_key_file: Option<PathBuf>,

    /// Certificate authorities (PEM) for Temporal's certificate; those of the system by default.
    #[arg(long, env = "TC_TEMPORAL_CA_FILE")]
    pub temporal_ca_file: Option<PathBuf>,

    /// Client certificate (PEM) for Temporal. It is read at startup.
    #[arg(long, env = "TC_TEMPORAL_CERT_FILE")]
    pub temporal_cert_file: Option<PathBuf>,

    /// Private key (PEM) of the client certificate for Temporal.
    #[arg(long, env = "TC_TEMPORAL_KEY_FILE")]
    pub temporal_key_file: Option<PathBuf>,

    /// Task queue of the workers. Other values than the default are for drills.
    #[arg(long, env = "TC_TEMPORAL_QUEUE", hide = true)]
    pub temporal_queue: Option<String>,

    /// Program that evaluates expressions with the command jq-sandbox and opens backup repositories with the command
    /// check-repository; this program by default.
    #[arg(long, env = "TC_SANDBOX_PROGRAM", hide = true)]
    pub sandbox_program: Option<PathBuf>,
}

impl Engine {
    pub fn api_key(&self) -> anyhow::Result<Option<SecretString>> {
        optional_secret(self.temporal_api_key.as_ref(), self.temporal_api_key_file.as_ref(), "TC_TEMPORAL_API_KEY")
    }

    /// The program whose hidden commands run in child processes.
    pub fn program(&self) -> anyhow::Result<PathBuf> {
        match &self.sandbox_program {
            Some(program) => Ok(program.clone()),
            None => Ok(std::env::current_exe()?),
        }
    }

    /// Runs as many processes as there are processors.
    pub fn sandbox(&self) -> anyhow::Result<flow::Sandbox> {
        let program = self.program()?;
        let size = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
        Ok(flow::Sandbox::new(program, &["jq-sandbox"], size.clamp(2, 16)))
    }
}
