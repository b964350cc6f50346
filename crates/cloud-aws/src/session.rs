//! Clients of STS and EC2 for one customer: with its access key, or as its role.

use crate::{
    Aws,
    failure::{code_of, failure},
    http::Guarded,
};
use api::cloud_verification::CloudFindingCode;
use aws_config::BehaviorVersion;
use aws_sdk_sts::config::{
    Credentials, ProvideCredentials, Region, SharedCredentialsProvider, retry::RetryConfig, timeout::TimeoutConfig,
};
use aws_smithy_http_client::{
    Builder,
    tls::{Provider, rustls_provider::CryptoMode},
};
use cloud_boundary::{Access, Credential, Failure};
use secrecy::ExposeSecret;
use std::time::Duration;

/// The time for one call with its retries.
const CALL: Duration = Duration::from_secs(12);

/// The time for one call that reads a catalogue, whose pages are large.
const CATALOGUE: Duration = Duration::from_secs(24);

/// How often a call is made at most.
const ATTEMPTS: u32 = 2;

/// How long credentials of a role are valid: the shortest time that AWS offers.
const ROLE_SECONDS: i32 = 900;

/// The name of sessions, as it appears in the customer's CloudTrail.
const SESSION: &str = "tenant-control";

impl Aws {
    /// The customer's credentials: its access key, or those of its role.
    pub(crate) async fn credentials(&self, access: &Access) -> Result<Credentials, Failure> {
        match &access.credential {
            Credential::AccessKey { access_key_id, secret_access_key } => {
                Ok(Credentials::new(access_key_id, secret_access_key.expose_secret(), None, None, SESSION))
            }
            Credential::AssumeRole { role_arn: Some(role), external_id } => {
                self.assume(access, role, Some(external_id)).await
            }
            Credential::AssumeRole { role_arn: None, .. } => Err(role_missing()),
            _ => Err(Failure::new(CloudFindingCode::Unclear, "The credentials are not those of AWS.")),
        }
    }

    /// Assumes a customer's role with the service's own identity. Only verification omits the external id.
    pub(crate) async fn assume(
        &self,
        access: &Access,
        role_arn: &str,
        external_id: Option<&str>,
    ) -> Result<Credentials, Failure> {
        let own = self.own_credentials().await?;
        let call = self.sts(access, access.first_region(), own).assume_role().role_arn(role_arn);
        let call = call.role_session_name(SESSION).duration_seconds(ROLE_SECONDS);
        let assumed =
            call.set_external_id(external_id.map(str::to_owned)).send().await.map_err(|error| {
                match code_of(&error) {
                    Some("AccessDenied" | "AccessDeniedException") => role_refused(),
                    _ => of_the_service(failure(&error)),
                }
            })?;
        let credentials = assumed.credentials.ok_or_else(|| {
            Failure::new(CloudFindingCode::Unclear, "AWS accepted the role but returned no credentials for it.")
        })?;
        let (key, secret, token) =
            (credentials.access_key_id, credentials.secret_access_key, credentials.session_token);
        Ok(Credentials::new(key, secret, Some(token), None, SESSION))
    }

    pub(crate) fn sts(
        &self,
        access: &Access,
        region: &str,
        credentials: impl ProvideCredentials + 'static,
    ) -> aws_sdk_sts::Client {
        let mut config = aws_sdk_sts::Config::builder()
            .behavior_version(BehaviorVersion::latest())
            .region(Region::new(region.to_owned()))
            .credentials_provider(credentials)
            .http_client(Guarded(self.settings.client.clone()))
            .retry_config(RetryConfig::standard().with_max_attempts(ATTEMPTS))
            .timeout_config(timeouts(CALL));
        config.set_endpoint_url(self.endpoint(access));
        aws_sdk_sts::Client::from_conf(config.build())
    }

    pub(crate) fn ec2(&self, access: &Access, region: &str, credentials: Credentials) -> aws_sdk_ec2::Client {
        self.ec2_within(access, region, credentials, CALL)
    }

    /// A client that reads a catalogue.
    pub(crate) fn ec2_catalogue(&self, access: &Access, region: &str, credentials: Credentials) -> aws_sdk_ec2::Client {
        self.ec2_within(access, region, credentials, CATALOGUE)
    }

    fn ec2_within(
        &self,
        access: &Access,
        region: &str,
        credentials: Credentials,
        call: Duration,
    ) -> aws_sdk_ec2::Client {
        let mut config = aws_sdk_ec2::Config::builder()
            .behavior_version(BehaviorVersion::latest())
            .region(Region::new(region.to_owned()))
            .credentials_provider(credentials)
            .http_client(Guarded(self.settings.client.clone()))
            .retry_config(RetryConfig::standard().with_max_attempts(ATTEMPTS))
            .timeout_config(timeouts(call));
        config.set_endpoint_url(self.endpoint(access));
        aws_sdk_ec2::Client::from_conf(config.build())
    }

    /// The customer's endpoint, which the operator allows, or the operator's; otherwise, the SDK derives AWS's own from
    /// the region.
    fn endpoint(&self, access: &Access) -> Option<String> {
        let url = access.endpoint.as_ref().or(self.settings.endpoint.as_ref())?;
        Some(url.as_str().trim_end_matches('/').to_owned())
    }

    /// The credentials of the service's own identity. The operator's environment provides them, so they do not come
    /// through the guarded client, which would refuse the metadata service.
    async fn own_credentials(&self) -> Result<SharedCredentialsProvider, Failure> {
        if self.settings.principal.is_none() {
            return Err(identity_missing());
        }
        let own = self.own.get_or_try_init(|| async {
            if let Some((key, secret)) = &self.settings.access_key {
                let credentials = Credentials::new(key, secret.expose_secret(), None, None, SESSION);
                return Ok(SharedCredentialsProvider::new(credentials));
            }
            let https = Builder::new().tls_provider(Provider::Rustls(CryptoMode::Ring)).build_https();
            let found = aws_config::defaults(BehaviorVersion::latest()).http_client(https).load().await;
            found.credentials_provider().ok_or_else(identity_missing)
        });
        own.await.cloned()
    }
}

/// A request that takes two thirds of the time is given up, so that some is left for a retry.
fn timeouts(call: Duration) -> TimeoutConfig {
    TimeoutConfig::builder().operation_timeout(call).read_timeout(call * 2 / 3).build()
}

pub(crate) fn role_missing() -> Failure {
    Failure::new(CloudFindingCode::RoleMissing, "The ARN of the role is not known yet.")
}

pub(crate) fn identity_missing() -> Failure {
    let detail = "This installation has no AWS identity of its own. Its operator sets TC_CLOUD_AWS_PRINCIPAL.";
    Failure::new(CloudFindingCode::ServiceIdentityMissing, detail)
}

/// AWS gives the same response for all three reasons.
fn role_refused() -> Failure {
    let detail = "The role does not exist, does not trust this service, or requires another external id.";
    Failure::new(CloudFindingCode::RoleRefused, detail)
}

/// An error about the credentials with which a role is assumed is about the service's own, not the customer's.
fn of_the_service(failure: Failure) -> Failure {
    match failure.code {
        CloudFindingCode::WrongKey | CloudFindingCode::WrongSecret | CloudFindingCode::CredentialExpired => {
            let detail = "AWS refuses this installation's own identity. Its operator has to renew it.";
            Failure::new(CloudFindingCode::ServiceIdentityMissing, detail)
        }
        _ => failure,
    }
}
