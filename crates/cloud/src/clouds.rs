//! The kinds of clouds of this build, each behind a feature.

use api::{cloud_providers::CloudKind, problem::FaultCode};
use cloud_boundary::Cloud;
use kernel::{app::App, http::Problem};
use std::sync::Arc;

pub struct Clouds {
    aws: Option<Box<dyn Cloud>>,
    libvirt: Option<Box<dyn Cloud>>,
    openstack: Option<Box<dyn Cloud>>,
    hetzner: Option<Box<dyn Cloud>>,
}

impl Clouds {
    /// Created at the first use, because most requests need none.
    pub fn of(app: &App) -> Arc<Clouds> {
        app.state.get_or(|| Clouds {
            aws: aws(app),
            libvirt: libvirt(app),
            openstack: openstack(app),
            hetzner: hetzner(app),
        })
    }

    pub fn kind(&self, kind: CloudKind) -> Result<&dyn Cloud, Problem> {
        let found = match kind {
            CloudKind::Aws => self.aws.as_deref(),
            CloudKind::Libvirt => self.libvirt.as_deref(),
            CloudKind::Openstack => self.openstack.as_deref(),
            CloudKind::Hetzner => self.hetzner.as_deref(),
        };
        found.ok_or_else(|| Problem::fault("/kind", FaultCode::Invalid, "is not supported by this installation"))
    }
}

#[cfg(feature = "aws")]
fn aws(app: &App) -> Option<Box<dyn Cloud>> {
    let settings = &app.settings.cloud;
    let secret = settings.aws_secret_access_key().unwrap_or_else(|error| {
        tracing::error!(error = format!("{error:#}"), "failed to read the service's own AWS access key");
        None
    });
    Some(Box::new(cloud_aws::Aws::new(cloud_aws::Settings {
        client: app.outbound.clone(),
        principal: settings.cloud_aws_principal.clone(),
        access_key: settings.cloud_aws_access_key_id.clone().zip(secret),
        endpoint: settings.cloud_aws_endpoint.clone(),
        prices: prices(settings.cloud_aws_prices_file.as_deref()),
    })))
}

/// A file that cannot be read leaves all prices unknown, so that budgets refuse new machines.
#[cfg(feature = "aws")]
fn prices(file: Option<&std::path::Path>) -> cloud_aws::Prices {
    let Some(file) = file else { return cloud_aws::Prices::default() };
    let read = std::fs::read_to_string(file).map_err(|error| error.to_string());
    read.and_then(|json| cloud_aws::Prices::parse(&json)).unwrap_or_else(|error| {
        tracing::error!(error, file = %file.display(), "failed to read the file with AWS prices; all prices are unknown");
        cloud_aws::Prices::default()
    })
}

#[cfg(not(feature = "aws"))]
fn aws(_: &App) -> Option<Box<dyn Cloud>> {
    None
}

/// Without the operator's file there are no hosts, so the kind is not supported. A file that cannot be read offers none.
#[cfg(feature = "libvirt")]
fn libvirt(app: &App) -> Option<Box<dyn Cloud>> {
    let file = app.settings.cloud.cloud_libvirt_file.as_deref()?;
    let read = std::fs::read_to_string(file).map_err(|error| error.to_string());
    let hosts = read.and_then(|json| cloud_libvirt::Hosts::parse(&json)).unwrap_or_else(|error| {
        tracing::error!(error, file = %file.display(), "failed to read the file with libvirt hosts; no host is available");
        cloud_libvirt::Hosts::default()
    });
    Some(Box::new(cloud_libvirt::Libvirt::new(hosts)))
}

#[cfg(not(feature = "libvirt"))]
fn libvirt(_: &App) -> Option<Box<dyn Cloud>> {
    None
}

#[cfg(feature = "openstack")]
fn openstack(app: &App) -> Option<Box<dyn Cloud>> {
    let (client, allowed) = (app.outbound.clone(), app.settings.cloud.cloud_allow_endpoint.clone());
    Some(Box::new(cloud_openstack::Openstack::new(cloud_openstack::Settings { client, allowed })))
}

#[cfg(not(feature = "openstack"))]
fn openstack(_: &App) -> Option<Box<dyn Cloud>> {
    None
}

#[cfg(feature = "hetzner")]
fn hetzner(app: &App) -> Option<Box<dyn Cloud>> {
    Some(Box::new(cloud_hetzner::Hetzner::new(app.outbound.clone())))
}

#[cfg(not(feature = "hetzner"))]
fn hetzner(_: &App) -> Option<Box<dyn Cloud>> {
    None
}
