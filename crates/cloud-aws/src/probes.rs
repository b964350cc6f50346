//! Tries of single capabilities. AWS checks the permission of a dry run and then refuses it under a name of its own, so
//! nothing is changed.

use crate::{
    failure::{DRY_RUN, code_of, failure},
    policies::{
        CREATE_MACHINES, DELETE_MACHINES, LABEL_MACHINES, LIST_IMAGES, LIST_MACHINES, LIST_NETWORKS, LIST_SIZES,
        POWER_MACHINES, Permission,
    },
};
use api::cloud_verification::{CloudCapability, CloudFindingCode};
use aws_sdk_ec2::{
    Client,
    error::{ProvideErrorMetadata, SdkError},
    types::{InstanceType, ResourceType, Tag, TagSpecification},
};
use cloud_boundary::{Failure, denied, granted, unknown};

/// Ids of the right form that no account has. AWS may check the permission or the object first.
const NO_MACHINE: &str = "i-00000000000000000";
const NO_IMAGE: &str = "ami-00000000000000000";

/// All capabilities that are tried in a region, each on its own: one that is denied hides no other.
pub(crate) async fn all(ec2: &Client) -> Vec<CloudCapability> {
    let (machines, sizes, images, networks, create, power, label, delete) = futures::join!(
        list_machines(ec2),
        list_sizes(ec2),
        list_images(ec2),
        list_networks(ec2),
        create_machines(ec2),
        power_machines(ec2),
        label_machines(ec2),
        delete_machines(ec2),
    );
    vec![machines, sizes, images, networks, create, power, label, delete]
}

async fn list_machines(ec2: &Client) -> CloudCapability {
    judged(LIST_MACHINES, outcome(&ec2.describe_instances().dry_run(true).send().await))
}

async fn list_sizes(ec2: &Client) -> CloudCapability {
    judged(
        LIST_SIZES,
        outcome(&ec2.describe_instance_types().instance_types(InstanceType::T3Micro).dry_run(true).send().await),
    )
}

async fn list_images(ec2: &Client) -> CloudCapability {
    judged(LIST_IMAGES, outcome(&ec2.describe_images().owners("self").dry_run(true).send().await))
}

async fn list_networks(ec2: &Client) -> CloudCapability {
    let subnets = outcome(&ec2.describe_subnets().dry_run(true).send().await);
    let groups = outcome(&ec2.describe_security_groups().dry_run(true).send().await);
    judged(LIST_NETWORKS, subnets.and(groups))
}

/// With a label, as every machine that is made has one.
async fn create_machines(ec2: &Client) -> CloudCapability {
    let label = Tag::builder().key("tenant-control:probe").value("true").build();
    let labels = TagSpecification::builder().resource_type(ResourceType::Instance).tags(label).build();
    let call = ec2.run_instances().image_id(NO_IMAGE).instance_type(InstanceType::T3Micro).min_count(1).max_count(1);
    judged(CREATE_MACHINES, outcome(&call.tag_specifications(labels).dry_run(true).send().await))
}

async fn power_machines(ec2: &Client) -> CloudCapability {
    let start = outcome(&ec2.start_instances().instance_ids(NO_MACHINE).dry_run(true).send().await);
    let stop = outcome(&ec2.stop_instances().instance_ids(NO_MACHINE).dry_run(true).send().await);
    let reboot = outcome(&ec2.reboot_instances().instance_ids(NO_MACHINE).dry_run(true).send().await);
    judged(POWER_MACHINES, start.and(stop).and(reboot))
}

/// `CreateTags` is tried with the creation of a machine.
async fn label_machines(ec2: &Client) -> CloudCapability {
    let label = Tag::builder().key("tenant-control:probe").build();
    judged(LABEL_MACHINES, outcome(&ec2.delete_tags().resources(NO_MACHINE).tags(label).dry_run(true).send().await))
}

async fn delete_machines(ec2: &Client) -> CloudCapability {
    judged(DELETE_MACHINES, outcome(&ec2.terminate_instances().instance_ids(NO_MACHINE).dry_run(true).send().await))
}

/// The result of a try.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Granted,
    Denied(Failure),
    Unknown(Failure),
}

impl Outcome {
    /// Both: one that is denied decides.
    fn and(self, other: Outcome) -> Outcome {
        match (self, other) {
            (Outcome::Denied(failure), _) | (_, Outcome::Denied(failure)) => Outcome::Denied(failure),
            (Outcome::Unknown(failure), _) | (_, Outcome::Unknown(failure)) => Outcome::Unknown(failure),
            (Outcome::Granted, Outcome::Granted) => Outcome::Granted,
        }
    }
}

pub(crate) fn outcome<T, E: ProvideErrorMetadata, R>(answer: &Result<T, SdkError<E, R>>) -> Outcome {
    let Err(error) = answer else { return Outcome::Granted };
    match code_of(error) {
        Some(DRY_RUN) => Outcome::Granted,
        // AWS looked for the object before the permission.
        Some(code) if code.starts_with("InvalidInstanceID") || code.starts_with("InvalidAMIID") => {
            let detail = "AWS reports only for an existing machine or image whether this is allowed.";
            Outcome::Unknown(Failure::new(CloudFindingCode::Unclear, detail))
        }
        _ => {
            let failure = failure(error);
            let is_denied = failure.code == CloudFindingCode::PermissionDenied;
            if is_denied { Outcome::Denied(failure) } else { Outcome::Unknown(failure) }
        }
    }
}

pub(crate) fn judged(permission: Permission, outcome: Outcome) -> CloudCapability {
    let Permission { name, required, actions, .. } = permission;
    match outcome {
        Outcome::Granted => granted(name, required),
        Outcome::Denied(Failure { code, .. }) => {
            let detail = format!("The credentials may not call {}.", actions.join(" or "));
            denied(name, required, Failure::new(code, detail), permission.fix())
        }
        Outcome::Unknown(failure) => unknown(name, required, failure),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_call_that_is_denied_denies_the_capability() {
        let denied = || Outcome::Denied(Failure::new(CloudFindingCode::PermissionDenied, "no"));
        let unknown = || Outcome::Unknown(Failure::new(CloudFindingCode::Throttled, "later"));
        assert_eq!(Outcome::Granted.and(denied()), denied());
        assert_eq!(unknown().and(denied()), denied());
        assert_eq!(Outcome::Granted.and(unknown()), unknown());
        assert_eq!(Outcome::Granted.and(Outcome::Granted), Outcome::Granted);
    }
}
