//! The calls of a provision and of a sync of machines, made by the official SDK alone.

use crate::cloud::{IMAGE, REGION};
use anyhow::{Context, ensure};
use aws_sdk_ec2::{
    Client, Config,
    config::{BehaviorVersion, Credentials, Region},
    types::{Filter, InstanceStateName, InstanceType, Reservation, ResourceType, Tag, TagSpecification},
};
use aws_smithy_http_client::{
    Builder,
    tls::{Provider, rustls_provider::CryptoMode},
};
use futures::{StreamExt, TryStreamExt, stream};
use uuid::Uuid;

const LABEL: &str = "bench:operation";

pub struct Bare(Client);

impl Bare {
    pub fn new(endpoint: &str) -> Bare {
        let https = Builder::new().tls_provider(Provider::Rustls(CryptoMode::Ring)).build_https();
        let config = Config::builder()
            .behavior_version(BehaviorVersion::latest())
            .region(Region::new(REGION))
            .credentials_provider(Credentials::new("AKIAIOSFODNN7EXAMPLE", "secret", None, None, "bench"))
            .http_client(https)
            .endpoint_url(endpoint);
        Bare(Client::from_conf(config.build()))
    }

    /// Makes this many machines, some at once.
    pub async fn make(&self, machines: usize, at_once: usize) -> anyhow::Result<()> {
        let all = stream::iter(0..machines).map(|_| self.make_one());
        all.buffer_unordered(at_once).try_collect::<Vec<()>>().await.map(drop)
    }

    /// A look-up by the label, the creation, and a read of the machine.
    async fn make_one(&self) -> anyhow::Result<()> {
        let token = Uuid::from_u128(rand::random()).to_string();
        let filter = Filter::builder().name(format!("tag:{LABEL}")).values(&token).build();
        let mut pages = self.0.describe_instances().filters(filter).max_results(1000).into_paginator().send();
        while let Some(page) = pages.next().await {
            ensure!(page?.reservations().is_empty(), "there is such a machine already");
        }
        let tags = [(LABEL, token.as_str()), ("Name", "bare"), ("env", "drill"), ("bench:vm", token.as_str())];
        let tags = tags.map(|(key, value)| Tag::builder().key(key).value(value).build()).to_vec();
        let labels = TagSpecification::builder().resource_type(ResourceType::Instance).set_tags(Some(tags)).build();
        let call = self.0.run_instances().client_token(&token).image_id(IMAGE).instance_type(InstanceType::T3Micro);
        let made = call.min_count(1).max_count(1).tag_specifications(labels).send().await?;
        let id = made.instances().first().and_then(|made| made.instance_id()).context("no machine is named")?;
        let found = self.0.describe_instances().instance_ids(id).send().await?;
        let mut found = found.reservations().iter().flat_map(Reservation::instances);
        let is_running =
            found.next().and_then(|found| found.state()?.name().cloned()) == Some(InstanceStateName::Running);
        ensure!(is_running, "the machine does not run");
        Ok(())
    }

    /// The number of machines in the region.
    pub async fn list(&self) -> anyhow::Result<usize> {
        let mut pages = self.0.describe_instances().max_results(1000).into_paginator().send();
        let mut count = 0;
        while let Some(page) = pages.next().await {
            count += page?.reservations().iter().flat_map(Reservation::instances).count();
        }
        Ok(count)
    }
}
