//! Rate limits and concurrency limits.

use super::optional_secret;
use crate::limits::Policy;
use clap::Args;
use secrecy::SecretString;
use std::path::PathBuf;

#[derive(Debug, Clone, Args)]
pub struct Limits {
    /// URL of Redis (redis://… or rediss://…), which shares rate limits between servers. Without it, each server counts
    /// separately.
    #[arg(long, env = "TC_REDIS_URL", hide_env_values = true)]
    pub redis_url: Option<SecretString>,

    /// File that contains the URL of Redis.
    #[arg(long, env = "TC_REDIS_URL_FILE")]
    pub redis_url_file: Option<PathBuf>,

    /// Rate limit of requests without a valid credential, per address. Limits of tenants are defined by their plan: see
    /// `tenant-control plan`.
    #[arg(long, env = "TC_ADDRESS_LIMIT", default_value = "600/60", value_name = "REQUESTS/SECONDS")]
    pub address_limit: Policy,

    /// Maximum number of concurrent requests per tenant, on each server.
    #[arg(long, env = "TC_TENANT_REQUESTS", default_value_t = 256)]
    pub tenant_requests: usize,
}

impl Limits {
    pub fn redis_url(&self) -> anyhow::Result<Option<SecretString>> {
        optional_secret(self.redis_url.as_ref(), self.redis_url_file.as_ref(), "TC_REDIS_URL")
    }
}
