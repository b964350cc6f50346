//! Checks of a provider beyond its schema. All faults are reported at once.

use api::{
    Fault,
    cloud_providers::{
        CloudAuthMethod, CloudConfig, CloudGuard, CloudKind, CloudProvider, CloudProviderChange, NewCloudProvider,
    },
    problem::FaultCode,
};
use kernel::{app::App, http::Problem};
use url::Url;

pub fn check_new(app: &App, new: &NewCloudProvider) -> Result<(), Problem> {
    let mut faults = wrong_config(app, new.kind, new.auth_method, &new.config);
    faults.extend(wrong_guard(&new.guard, &new.config));
    if !methods(new.kind).contains(&new.auth_method) {
        let names: Vec<_> = methods(new.kind).iter().map(|method| method.name()).collect();
        let detail = format!("is not one of {}, which are the methods of this kind", names.join(", "));
        faults.push(Fault::at("/auth_method", FaultCode::Invalid, detail));
    }
    if new.auth_method != CloudAuthMethod::AssumeRole && new.credentials.is_none() {
        let detail = format!("is required with auth_method {}", new.auth_method.name());
        faults.push(Fault::at("/credentials", FaultCode::Required, detail));
    }
    refuse(faults)
}

/// How the service can sign in at each kind of cloud.
fn methods(kind: CloudKind) -> &'static [CloudAuthMethod] {
    match kind {
        CloudKind::Aws => &[CloudAuthMethod::AssumeRole, CloudAuthMethod::AccessKey],
        CloudKind::Openstack => &[CloudAuthMethod::ApplicationCredential, CloudAuthMethod::Password],
        CloudKind::Hetzner => &[CloudAuthMethod::ApiToken],
    }
}

pub fn check_change(app: &App, current: &CloudProvider, wanted: &CloudProviderChange) -> Result<(), Problem> {
    let mut faults = vec![];
    if let Some(config) = &wanted.config {
        faults.extend(wrong_config(app, current.kind, current.auth_method, config));
        if wanted.credentials.is_none() && leads_elsewhere(&current.config, config) {
            let detail = "must be sent again, because the endpoint changes";
            faults.push(Fault::at("/credentials", FaultCode::Required, detail));
        }
    }
    let config = wanted.config.as_ref().unwrap_or(&current.config);
    if wanted.guard.is_some() || wanted.config.is_some() {
        faults.extend(wrong_guard(wanted.guard.as_ref().unwrap_or(&current.guard), config));
    }
    refuse(faults)
}

fn refuse(faults: Vec<Fault>) -> Result<(), Problem> {
    if faults.is_empty() { Ok(()) } else { Err(Problem::invalid(faults)) }
}

fn wrong_config(app: &App, kind: CloudKind, method: CloudAuthMethod, config: &CloudConfig) -> Vec<Fault> {
    let mut faults = vec![];
    for (index, region) in config.regions.iter().enumerate() {
        let wrong = match kind {
            _ if config.regions[..index].contains(region) => "is named twice",
            CloudKind::Aws if !is_aws_region(&region.0) => "is not the name of a region of AWS",
            _ => continue,
        };
        faults.push(Fault::at(format!("/config/regions/{index}"), FaultCode::Invalid, wrong));
    }
    if kind == CloudKind::Openstack && config.endpoint.is_none() {
        faults.push(Fault::at("/config/endpoint", FaultCode::Required, "is required: the URL of Keystone"));
    }
    if method == CloudAuthMethod::Password && config.account_id.is_none() {
        let detail = "is required with auth_method password: the id of the project";
        faults.push(Fault::at("/config/account_id", FaultCode::Required, detail));
    }
    let wrong = config.endpoint.as_deref().and_then(|endpoint| wrong_endpoint(app, endpoint));
    faults.extend(wrong.map(|detail| Fault::at("/config/endpoint", FaultCode::Invalid, detail)));
    faults
}

/// AWS's names become parts of host names: `eu-central-1`.
fn is_aws_region(name: &str) -> bool {
    let parts: Vec<&str> = name.split('-').collect();
    let [first @ .., number] = parts.as_slice() else { return false };
    let is_word = |word: &&str| (1..=12).contains(&word.len()) && word.chars().all(|c| c.is_ascii_lowercase());
    (2..=4).contains(&first.len())
        && first.iter().all(|word| is_word(word))
        && (1..=2).contains(&number.len())
        && number.chars().all(|c| c.is_ascii_digit())
}

/// The operator names the endpoints that may be used; the guard checks their form here, and their addresses when a request
/// is sent.
fn wrong_endpoint(app: &App, endpoint: &str) -> Option<String> {
    let url = match endpoint.parse::<Url>() {
        Ok(url) => url,
        Err(error) => return Some(format!("is not an absolute URL: {error}")),
    };
    if url.query().is_some() {
        return Some("has a query, which an endpoint cannot have".to_owned());
    }
    if let Err(fault) = app.outbound.check_url(&url) {
        return Some(fault.to_string());
    }
    let is_allowed = app.settings.cloud.allows(&url);
    (!is_allowed).then(|| "is not one that the operator of this service allows".to_owned())
}

/// Machines may be made only in regions that the provider has.
fn wrong_guard(guard: &CloudGuard, config: &CloudConfig) -> Vec<Fault> {
    let unknown = guard.allowed_regions.iter().enumerate().filter(|(_, region)| !config.regions.contains(region));
    let fault = |index: usize| {
        Fault::at(format!("/guard/allowed_regions/{index}"), FaultCode::Invalid, "is not one of the regions of config")
    };
    unknown.map(|(index, _)| fault(index)).collect()
}

/// True if the credentials would be sent to another server.
fn leads_elsewhere(old: &CloudConfig, new: &CloudConfig) -> bool {
    let origin = |config: &CloudConfig| {
        config.endpoint.as_deref().and_then(|endpoint| endpoint.parse::<Url>().ok()).map(|url| url.origin())
    };
    origin(old) != origin(new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use api::cloud_providers::CloudRegionName;

    fn config(endpoint: Option<&str>) -> CloudConfig {
        let regions = vec![CloudRegionName("eu-central-1".to_owned())];
        CloudConfig { regions, account_id: None, endpoint: endpoint.map(str::to_owned) }
    }

    #[test]
    fn another_origin_is_another_server_and_another_path_is_not() {
        let (one, other) = (config(Some("https://one.example")), config(Some("https://one.example/path")));
        assert!(!leads_elsewhere(&one, &other));
        assert!(leads_elsewhere(&one, &config(Some("https://one.example:8443"))));
        assert!(leads_elsewhere(&one, &config(None)) && leads_elsewhere(&config(None), &one));
        assert!(!leads_elsewhere(&config(None), &config(None)));
    }

    #[test]
    fn a_region_of_aws_can_stand_in_the_name_of_a_host() {
        for name in ["eu-central-1", "us-gov-west-1", "us-isob-east-1", "ap-southeast-10"] {
            assert!(is_aws_region(name), "{name}");
        }
        for name in ["", "RegionOne", "eu-central", "eu-1", "eu-central-1-", "EU-central-1", "a-b-c-d-e-1", "eu_west-1"]
        {
            assert!(!is_aws_region(name), "{name}");
        }
    }

    #[test]
    fn the_guard_names_regions_of_the_provider() {
        let guard = |name: &str| CloudGuard {
            allowed_regions: vec![CloudRegionName(name.to_owned())],
            ..CloudGuard::default()
        };
        assert!(wrong_guard(&guard("eu-central-1"), &config(None)).is_empty());
        assert_eq!(wrong_guard(&guard("us-east-1"), &config(None)).len(), 1);
    }
}
