//! How many requests may be made, and how many at the same time.

use super::optional_secret;
use crate::limits::Policy;
use clap::Args;
use secrecy::SecretString;
use std::path::PathBuf;

#[derive(Debug, Clone, Args)]
pub struct Limits {
    /// Redis, which counts requests for all servers together (redis://… or rediss://…); without it each counts for
    /// itself.
    #[arg(long, env = "TC_REDIS_URL", hide_env_values = true)]
    pub redis_url: Option<SecretString>,

    /// A file that holds the URL of Redis.
    #[arg(long, env = "TC_REDIS_URL_FILE")]
    pub redis_url_file: Option<PathBuf>,

    /// How many requests without a valid credential one address may make, in how many seconds. What tenants may do is
    /// their plan's: see `tenant-control plan`.
    #[arg(long, env = "TC_ADDRESS_LIMIT", default_value = "600/60", value_name = "REQUESTS/SECONDS")]
    pub address_limit: Policy,

    /// How many requests of one tenant may be under way at the same time, on each server.
    #[arg(long, env = "TC_TENANT_REQUESTS", default_value_t = 256)]
    pub tenant_requests: usize,
}

impl Limits {
    pub fn redis_url(&self) -> anyhow::Result<Option<SecretString>> {
        optional_secret(self.redis_url.as_ref(), self.redis_url_file.as_ref(), "TC_REDIS_URL")
    }
}
