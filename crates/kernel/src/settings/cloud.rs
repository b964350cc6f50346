//! Accounts of customers at cloud providers.

use super::optional_secret;
use clap::Args;
use secrecy::SecretString;
use std::path::PathBuf;
use url::Url;

/// Accounts of customers at cloud providers.
#[derive(Debug, Clone, Args)]
pub struct Cloud {
    /// ARN of the AWS principal of this service, which customers' roles trust. Without it, no role can be assumed.
    #[arg(long, env = "TC_CLOUD_AWS_PRINCIPAL", value_name = "ARN")]
    pub cloud_aws_principal: Option<String>,

    /// Id of the access key of that principal. By default, credentials are configured as for AWS tools.
    #[arg(long, env = "TC_CLOUD_AWS_ACCESS_KEY_ID")]
    pub cloud_aws_access_key_id: Option<String>,

    /// Secret of that access key.
    #[arg(long, env = "TC_CLOUD_AWS_SECRET_ACCESS_KEY", hide_env_values = true)]
    pub cloud_aws_secret_access_key: Option<SecretString>,

    /// File that contains the secret of that access key.
    #[arg(long, env = "TC_CLOUD_AWS_SECRET_ACCESS_KEY_FILE")]
    pub cloud_aws_secret_access_key_file: Option<PathBuf>,

    /// Endpoint of STS and EC2 for all providers of the kind aws, if it is not the default of AWS.
    #[arg(long, env = "TC_CLOUD_AWS_ENDPOINT", value_name = "URL")]
    pub cloud_aws_endpoint: Option<Url>,

    /// JSON file with the hourly list prices of AWS by region and size; see docs/operations.md. Without it, all prices
    /// are unknown, and a provider with a budget creates no machines.
    #[arg(long, env = "TC_CLOUD_AWS_PRICES_FILE")]
    pub cloud_aws_prices_file: Option<PathBuf>,

    /// JSON file with the libvirt hosts that this service offers, their secrets, and the sizes of machines; see the
    /// operator's manual. Without it, providers of the kind libvirt cannot be created.
    #[arg(long, env = "TC_CLOUD_LIBVIRT_FILE")]
    pub cloud_libvirt_file: Option<PathBuf>,

    /// Seconds for which a new machine may be missing from the lists of its provider. A machine whose creation may have
    /// succeeded is searched for this long before it is requested again with the same token.
    #[arg(long, env = "TC_CLOUD_CONSISTENCY_SECONDS", default_value_t = 60)]
    pub cloud_consistency_seconds: u32,

    /// Endpoints that customers may name in a provider's config, such as https://ec2.cloud.example:8788; for OpenStack,
    /// those of Keystone, Nova, Glance and Neutron. The host must also be one that requests to customers' URLs may reach.
    #[arg(long, env = "TC_CLOUD_ALLOW_ENDPOINT", value_delimiter = ',', value_name = "URL")]
    pub cloud_allow_endpoint: Vec<Url>,
}

impl Cloud {
    /// The secret of this service's own access key.
    pub fn aws_secret_access_key(&self) -> anyhow::Result<Option<SecretString>> {
        let (value, file) = (&self.cloud_aws_secret_access_key, &self.cloud_aws_secret_access_key_file);
        optional_secret(value.as_ref(), file.as_ref(), "TC_CLOUD_AWS_SECRET_ACCESS_KEY")
    }

    /// True if customers may name this endpoint: its scheme, host and port are those of an allowed one.
    pub fn allows(&self, endpoint: &Url) -> bool {
        self.cloud_allow_endpoint
            .iter()
            .any(|allowed| allowed.origin().is_tuple() && allowed.origin() == endpoint.origin())
    }
}
