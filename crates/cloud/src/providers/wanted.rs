//! Checks of a provider beyond its schema. All faults are reported at once.

use crate::clouds::Clouds;
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
        let names: Vec<&str> = methods(new.kind).iter().map(|method| method.name()).collect();
        let detail = format!("is not a method of this kind, which has {}", names.join(" and "));
        faults.push(Fault::at("/auth_method", FaultCode::Invalid, detail));
    } else if new.auth_method != CloudAuthMethod::AssumeRole && new.credentials.is_none() {
        let detail = format!("is required with auth_method {}", new.auth_method.name());
        faults.push(Fault::at("/credentials", FaultCode::Required, detail));
    }
    refuse(faults)
}

/// How the service can sign in at each kind of cloud.
fn methods(kind: CloudKind) -> &'static [CloudAuthMethod] {
    match kind {
        CloudKind::Aws => &[CloudAuthMethod::AssumeRole, CloudAuthMethod::AccessKey],
        CloudKind::Libvirt => &[CloudAuthMethod::HostSecret],
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
            CloudKind::Aws if !is_aws_region(&region.0) => "is not a region of AWS, such as eu-central-1",
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
    let wrong = config.endpoint.as_deref().and_then(|endpoint| wrong_endpoint(app, kind, endpoint));
    faults.extend(wrong.map(|detail| Fault::at("/config/endpoint", FaultCode::Invalid, detail)));
    if kind == CloudKind::Libvirt {
        faults.extend(wrong_host(config));
    }
    faults
}

/// A host is one region, and has no account.
fn wrong_host(config: &CloudConfig) -> Vec<Fault> {
    let mut faults = vec![];
    if config.endpoint.is_none() {
        faults.push(Fault::at("/config/endpoint", FaultCode::Required, "is required for a libvirt host"));
    }
    if config.regions.len() > 1 {
        faults.push(Fault::at(
            "/config/regions",
            FaultCode::Invalid,
            "has more than one region, but a host has exactly one",
        ));
    }
    if config.account_id.is_some() {
        faults.push(Fault::at("/config/account_id", FaultCode::Invalid, "is not used for a libvirt host"));
    }
    faults
}

/// AWS's names are parts of host names, so others are not passed on: lower-case words and a number, such as
/// `eu-central-1`.
fn is_aws_region(name: &str) -> bool {
    let Some((words, number)) = name.rsplit_once('-') else { return false };
    let is_word = |word: &str| (1..=12).contains(&word.len()) && word.chars().all(|c| c.is_ascii_lowercase());
    let is_number = (1..=2).contains(&number.len()) && number.chars().all(|c| c.is_ascii_digit());
    is_number && (2..=4).contains(&words.split('-').count()) && words.split('-').all(is_word)
}

/// The operator names the endpoints that may be used; the guard checks their form here, and their addresses when a request
/// is sent.
fn wrong_endpoint(app: &App, kind: CloudKind, endpoint: &str) -> Option<String> {
    let url = match endpoint.parse::<Url>() {
        Ok(url) => url,
        Err(error) => return Some(format!("is not an absolute URL: {error}")),
    };
    if url.query().is_some() {
        return Some("has a query, which an endpoint cannot have".to_owned());
    }
    let not_allowed = || "is not one that the operator of this service allows".to_owned();
    let offered = Clouds::of(app).kind(kind).ok().and_then(|cloud| cloud.offers(&url));
    if let Some(is_offered) = offered {
        return (!is_offered).then(not_allowed);
    }
    if let Err(fault) = app.outbound.check_url(&url) {
        return Some(fault.to_string());
    }
    let is_allowed = app.settings.cloud.allows(&url);
    (!is_allowed).then(not_allowed)
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
        let url = config.endpoint.as_deref().and_then(|endpoint| endpoint.parse::<Url>().ok())?;
        // Only the schemes of the web have origins.
        Some(if url.origin().is_tuple() { url.origin().ascii_serialization() } else { url.to_string() })
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
        let host = || config(Some("qemu:///system"));
        assert!(!leads_elsewhere(&host(), &host()));
        assert!(leads_elsewhere(&host(), &config(Some("qemu:///session"))));
    }

    #[test]
    fn a_region_of_aws_has_the_form_of_one() {
        for region in ["eu-central-1", "us-gov-west-1", "ap-southeast-12", "us-iso-east-1"] {
            assert!(is_aws_region(region), "{region}");
        }
        for wrong in ["", "local", "eu-1", "eu-central", "EU-central-1", "eu-central-123", "eu--1", "a_b-c-1", "x/-y-1"]
        {
            assert!(!is_aws_region(wrong), "{wrong}");
        }
    }

    #[test]
    fn a_libvirt_host_is_one_region_at_an_endpoint() {
        assert_eq!(wrong_host(&config(None)).len(), 1);
        assert!(wrong_host(&config(Some("qemu:///system"))).is_empty());
        let two = ["one", "two"].map(|name| CloudRegionName(name.to_owned())).to_vec();
        assert_eq!(wrong_host(&CloudConfig { regions: two, ..config(Some("qemu:///system")) }).len(), 1);
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
