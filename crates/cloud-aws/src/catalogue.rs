//! The sizes, images, regions and networks of an account, read when they are asked for.

use crate::{Aws, Prices, failure::failure, sizes};
use api::cloud_catalogue::{CatalogueEntry, CatalogueKind};
use aws_sdk_ec2::{
    Client,
    types::{Filter, Image, InstanceTypeInfo, MemoryInfo, VCpuInfo},
};
use cloud_boundary::{Access, Catalogue, Failure, MOST_ENTRIES};

const MIB: i64 = 1024 * 1024;

/// Entries of a page, as EC2 allows for sizes and networks.
const SIZES_PAGE: i32 = 100;
const PAGE: i32 = 500;

/// The owners of images that are offered in addition to the account's own: Amazon, Debian and Canonical.
const OWNERS: [&str; 4] = ["self", "amazon", "136693071363", "099720109477"];

/// The names of these images: current releases, not the tens of thousands that have been published.
const IMAGES: [&str; 3] = ["al2023-ami-2023.*", "debian-1[23]-amd64-*", "ubuntu/images/hvm-ssd-gp3/ubuntu-*-24.04-*"];

pub(crate) fn known_sizes(prices: &Prices, region: &str) -> Vec<CatalogueEntry> {
    let entry = |size: &sizes::KnownSize| CatalogueEntry {
        vcpus: Some(size.vcpus),
        memory_bytes: Some(size.memory_mib * MIB),
        price: prices.of(size.name, region),
        ..entry(size.name)
    };
    sizes::KNOWN.iter().map(entry).collect()
}

pub(crate) async fn catalogue(
    aws: &Aws,
    access: &Access,
    kind: CatalogueKind,
    region: &str,
) -> Result<Catalogue, Failure> {
    let ec2 = aws.ec2_catalogue(access, region, aws.credentials(access).await?);
    match kind {
        CatalogueKind::Sizes => sizes(&ec2, &aws.settings.prices, region).await,
        CatalogueKind::Images => images(&ec2).await,
        CatalogueKind::Regions => regions(&ec2).await,
        CatalogueKind::Networks => networks(&ec2).await,
    }
}

async fn sizes(ec2: &Client, prices: &Prices, region: &str) -> Result<Catalogue, Failure> {
    let mut found = Catalogue::default();
    let mut pages = ec2.describe_instance_types().max_results(SIZES_PAGE).into_paginator().send();
    while let Some(page) = pages.next().await {
        let page = page.map_err(|error| failure(&error))?;
        if !add(&mut found, page.instance_types().iter().filter_map(|size| size_entry(size, prices, region))) {
            break;
        }
    }
    found.entries.sort_by(|one, other| one.id.cmp(&other.id));
    Ok(found)
}

fn size_entry(size: &InstanceTypeInfo, prices: &Prices, region: &str) -> Option<CatalogueEntry> {
    let name = size.instance_type()?.as_str();
    Some(CatalogueEntry {
        vcpus: size.v_cpu_info().and_then(VCpuInfo::default_v_cpus),
        memory_bytes: size.memory_info().and_then(MemoryInfo::size_in_mib).map(|mib| mib.saturating_mul(MIB)),
        price: prices.of(name, region),
        ..entry(name)
    })
}

/// The account's own images, then the newest of the known publishers.
async fn images(ec2: &Client) -> Result<Catalogue, Failure> {
    let mut found = Catalogue::default();
    let (own, public) = OWNERS.split_at(1);
    let own = ec2.describe_images().owners(own[0]).send().await.map_err(|error| failure(&error))?;
    add(&mut found, own.images().iter().filter_map(image_entry));
    let names = Filter::builder().name("name").set_values(Some(IMAGES.map(str::to_owned).to_vec())).build();
    let available = Filter::builder().name("state").values("available").build();
    let owners = Some(public.iter().map(|owner| (*owner).to_owned()).collect());
    let call = ec2.describe_images().set_owners(owners).filters(names).filters(available);
    let public = call.send().await.map_err(|error| failure(&error))?;
    let mut newest: Vec<&Image> = public.images().iter().collect();
    newest.sort_by_key(|image| std::cmp::Reverse(image.creation_date().unwrap_or_default().to_owned()));
    add(&mut found, newest.into_iter().filter_map(image_entry));
    Ok(found)
}

fn image_entry(image: &Image) -> Option<CatalogueEntry> {
    Some(CatalogueEntry {
        description: image.name().or(image.description()).map(bounded),
        architecture: image.architecture().map(|architecture| architecture.as_str().to_owned()),
        ..entry(image.image_id()?)
    })
}

async fn regions(ec2: &Client) -> Result<Catalogue, Failure> {
    let listed = ec2.describe_regions().all_regions(true).send().await.map_err(|error| failure(&error))?;
    let mut found = Catalogue::default();
    let entries = listed.regions().iter().filter_map(|region| {
        let available = region.opt_in_status().unwrap_or_default() != "not-opted-in";
        Some(CatalogueEntry { available, ..entry(region.region_name()?) })
    });
    add(&mut found, entries);
    found.entries.sort_by(|one, other| one.id.cmp(&other.id));
    Ok(found)
}

async fn networks(ec2: &Client) -> Result<Catalogue, Failure> {
    let mut found = Catalogue::default();
    let mut pages = ec2.describe_subnets().max_results(PAGE).into_paginator().send();
    while let Some(page) = pages.next().await {
        let page = page.map_err(|error| failure(&error))?;
        let entries = page.subnets().iter().filter_map(|subnet| {
            let place = [subnet.cidr_block(), subnet.availability_zone(), subnet.vpc_id()];
            let description = place.into_iter().flatten().collect::<Vec<_>>().join(" ");
            let (r#type, description) = (Some("subnet".to_owned()), Some(bounded(&description)));
            Some(CatalogueEntry { r#type, description, ..entry(subnet.subnet_id()?) })
        });
        if !add(&mut found, entries) {
            return Ok(found);
        }
    }
    let mut pages = ec2.describe_security_groups().max_results(PAGE).into_paginator().send();
    while let Some(page) = pages.next().await {
        let page = page.map_err(|error| failure(&error))?;
        let entries = page.security_groups().iter().filter_map(|group| {
            let (r#type, description) = (Some("security_group".to_owned()), group.group_name().map(bounded));
            Some(CatalogueEntry { r#type, description, ..entry(group.group_id()?) })
        });
        if !add(&mut found, entries) {
            break;
        }
    }
    Ok(found)
}

/// Adds entries as long as there is room; false if there were more.
fn add(found: &mut Catalogue, entries: impl Iterator<Item = CatalogueEntry>) -> bool {
    for entry in entries {
        if found.entries.len() == MOST_ENTRIES {
            found.truncated = true;
            return false;
        }
        found.entries.push(entry);
    }
    true
}

fn entry(id: &str) -> CatalogueEntry {
    CatalogueEntry {
        id: bounded(id),
        r#type: None,
        description: None,
        available: true,
        vcpus: None,
        memory_bytes: None,
        architecture: None,
        price: None,
    }
}

/// Texts of the provider are shown, whatever it sends.
fn bounded(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(200).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_catalogue_is_bounded_and_says_so() {
        let mut found = Catalogue::default();
        assert!(add(&mut found, (0..MOST_ENTRIES).map(|i| entry(&i.to_string()))));
        assert!(!found.truncated);
        assert!(!add(&mut found, [entry("one more")].into_iter()));
        assert!(found.truncated && found.entries.len() == MOST_ENTRIES);
    }

    #[test]
    fn known_sizes_have_prices_only_where_the_operator_has_set_them() {
        let json = r#"{"as_of": "2026-11-01", "currency": "USD", "hourly": {"xx-test-1": {"t3.micro": "0.01"}}}"#;
        let prices = Prices::parse(json).unwrap();
        let priced = |region| known_sizes(&prices, region).iter().filter(|size| size.price.is_some()).count();
        assert_eq!((priced("xx-test-1"), priced("xx-test-2")), (1, 0));
    }
}
