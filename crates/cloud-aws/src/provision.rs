//! Making, changing and deleting machines. What a failed call means decides whether it may be repeated: an error that EC2
//! names is a response, everything else leaves the outcome open.

use crate::{
    Aws,
    failure::{code_of, failure},
    machines::machine,
};
use api::{cloud_verification::CloudFindingCode, cloud_vms::CloudVmPower};
use aws_sdk_ec2::{
    Client,
    config::{Builder, retry::RetryConfig},
    error::{ProvideErrorMetadata, SdkError},
    types::{
        Filter, InstanceNetworkInterfaceSpecification, InstanceType, Reservation, ResourceType, Tag, TagSpecification,
    },
};
use cloud_boundary::{Access, ActionError, CreateError, Failure, LabelChange, Machine, Order};
use secrecy::ExposeSecret;

/// The label that AWS shows as the name of a machine.
const NAME: &str = "Name";

/// Machines of a page, and how many with the same label are read at most. One is expected.
const PAGE: i32 = 1000;
const MOST_LABELLED: usize = 100;

impl Aws {
    async fn machines_client(&self, access: &Access, region: &str) -> Result<Client, Failure> {
        Ok(self.ec2(access, region, self.credentials(access).await?))
    }
}

pub(crate) async fn labelled(
    aws: &Aws,
    access: &Access,
    region: &str,
    (name, value): (&str, &str),
) -> Result<Vec<Machine>, Failure> {
    let ec2 = aws.machines_client(access, region).await?;
    let filter = Filter::builder().name(format!("tag:{name}")).values(value).build();
    // A page can be empty and have a successor: only the last one says that there are no more.
    let mut pages = ec2.describe_instances().filters(filter).max_results(PAGE).into_paginator().send();
    let mut found = vec![];
    while let Some(page) = pages.next().await {
        let page = page.map_err(|error| failure(&error))?;
        found.extend(page.reservations().iter().flat_map(Reservation::instances).filter_map(machine));
        if found.len() > MOST_LABELLED {
            return Err(Failure::new(CloudFindingCode::Unclear, "AWS lists too many machines with the same label."));
        }
    }
    Ok(found)
}

pub(crate) async fn one(
    aws: &Aws,
    access: &Access,
    region: &str,
    provider_ref: &str,
) -> Result<Option<Machine>, Failure> {
    let ec2 = aws.machines_client(access, region).await?;
    match ec2.describe_instances().instance_ids(provider_ref).send().await {
        Ok(listed) => Ok(listed.reservations().iter().flat_map(Reservation::instances).find_map(machine)),
        Err(error) if is_unknown_machine(code_of(&error)) => Ok(None),
        Err(error) => Err(failure(&error)),
    }
}

pub(crate) async fn create(aws: &Aws, access: &Access, order: &Order) -> Result<Machine, CreateError> {
    // Nothing has been sent before the credentials are there.
    let ec2 = aws.machines_client(access, &order.region).await.map_err(CreateError::NotNow)?;
    let tags = order.labels.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let tags =
        tags.chain([(NAME, order.name.as_str())]).map(|(key, value)| Tag::builder().key(key).value(value).build());
    let labels =
        TagSpecification::builder().resource_type(ResourceType::Instance).set_tags(Some(tags.collect())).build();
    let call = ec2
        .run_instances()
        .client_token(&order.token)
        .image_id(&order.image)
        .instance_type(InstanceType::from(order.size.as_str()))
        .min_count(1)
        .max_count(1)
        .set_key_name(order.ssh_key.clone())
        .set_user_data(order.user_data.as_ref().map(|data| aws_smithy_types::base64::encode(data.expose_secret())))
        .tag_specifications(labels);
    let call = match order.public_ip {
        // A public address is a property of an interface, which then has the subnet and the groups.
        Some(public_ip) => call.network_interfaces(interface(order, public_ip)),
        None => call.set_subnet_id(order.subnet.clone()).set_security_group_ids(groups(order)),
    };
    // The SDK's own repetitions would hide how often the request was sent.
    let once = Builder::new().retry_config(RetryConfig::disabled());
    let made = call.customize().config_override(once).send().await.map_err(|error| not_created(&error))?;
    let unnamed = || Failure::new(CloudFindingCode::Unclear, "AWS accepted the request but returned no machine.");
    made.instances().iter().find_map(machine).ok_or_else(|| CreateError::Unknown(unnamed()))
}

fn interface(order: &Order, public_ip: bool) -> InstanceNetworkInterfaceSpecification {
    InstanceNetworkInterfaceSpecification::builder()
        .device_index(0)
        .associate_public_ip_address(public_ip)
        .set_subnet_id(order.subnet.clone())
        .set_groups(groups(order))
        .build()
}

fn groups(order: &Order) -> Option<Vec<String>> {
    Some(order.security_groups.clone()).filter(|groups| !groups.is_empty())
}

pub(crate) async fn power(
    aws: &Aws,
    access: &Access,
    region: &str,
    provider_ref: &str,
    power: CloudVmPower,
) -> Result<(), ActionError> {
    let ec2 = aws.machines_client(access, region).await.map_err(ActionError::NotNow)?;
    match power {
        CloudVmPower::Running => done(ec2.start_instances().instance_ids(provider_ref).send().await),
        CloudVmPower::Stopped => done(ec2.stop_instances().instance_ids(provider_ref).send().await),
        CloudVmPower::Restarted => {
            let once = Builder::new().retry_config(RetryConfig::disabled());
            done(ec2.reboot_instances().instance_ids(provider_ref).customize().config_override(once).send().await)
        }
    }
}

pub(crate) async fn label(
    aws: &Aws,
    access: &Access,
    region: &str,
    provider_ref: &str,
    change: &LabelChange,
) -> Result<(), ActionError> {
    let ec2 = aws.machines_client(access, region).await.map_err(ActionError::NotNow)?;
    match change {
        LabelChange::Set(labels) => {
            let tags = labels.iter().map(|(name, value)| Tag::builder().key(name).value(value).build());
            done(ec2.create_tags().resources(provider_ref).set_tags(Some(tags.collect())).send().await)
        }
        LabelChange::Remove(names) => {
            let tags = names.iter().map(|name| Tag::builder().key(name).build());
            done(ec2.delete_tags().resources(provider_ref).set_tags(Some(tags.collect())).send().await)
        }
    }
}

pub(crate) async fn delete(aws: &Aws, access: &Access, region: &str, provider_ref: &str) -> Result<(), ActionError> {
    let ec2 = aws.machines_client(access, region).await.map_err(ActionError::NotNow)?;
    done(ec2.terminate_instances().instance_ids(provider_ref).send().await)
}

fn done<T, E: ProvideErrorMetadata, R>(answer: Result<T, SdkError<E, R>>) -> Result<(), ActionError> {
    let Err(error) = answer else { return Ok(()) };
    let failure = failure(&error);
    Err(match meaning(code_of(&error)) {
        _ if is_unknown_machine(code_of(&error)) => ActionError::NoMachine(failure),
        Meaning::Refused => ActionError::Refused(failure),
        Meaning::NotNow => ActionError::NotNow(failure),
        Meaning::Unknown | Meaning::Gone | Meaning::TokenReused => ActionError::Unknown(failure),
    })
}

fn not_created<E: ProvideErrorMetadata, R>(error: &SdkError<E, R>) -> CreateError {
    let failure = failure(error);
    match meaning(code_of(error)) {
        Meaning::Refused => CreateError::Refused(failure),
        Meaning::NotNow => CreateError::NotNow(failure),
        Meaning::Unknown => CreateError::Unknown(failure),
        Meaning::Gone => CreateError::Gone(failure),
        Meaning::TokenReused => CreateError::TokenReused(failure),
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Meaning {
    Refused,
    NotNow,
    Unknown,
    Gone,
    TokenReused,
}

/// What an error says about the call. Errors without a name and those of AWS's own servers leave the outcome open.
fn meaning(code: Option<&str>) -> Meaning {
    match code {
        Some("IdempotentParameterMismatch") => Meaning::TokenReused,
        Some("IdempotentInstanceTerminated") => Meaning::Gone,
        Some(
            "RequestLimitExceeded"
            | "Throttling"
            | "ThrottlingException"
            | "RequestThrottled"
            | "TooManyRequestsException",
        ) => Meaning::NotNow,
        None
        | Some(
            ""
            | "InternalError"
            | "InternalFailure"
            | "InternalServerError"
            | "ServiceUnavailable"
            | "Unavailable"
            | "RequestTimeout",
        ) => Meaning::Unknown,
        // Whatever its status: a lack of capacity has that of a server error, and is a decision.
        Some(_) => Meaning::Refused,
    }
}

fn is_unknown_machine(code: Option<&str>) -> bool {
    code.is_some_and(|code| code.starts_with("InvalidInstanceID"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_named_decision_of_aws_closes_the_outcome() {
        for open in [None, Some(""), Some("InternalError"), Some("Unavailable"), Some("ServiceUnavailable")] {
            assert_eq!(meaning(open), Meaning::Unknown, "{open:?}");
        }
        assert_eq!(meaning(Some("InvalidAMIID.NotFound")), Meaning::Refused);
        assert_eq!(meaning(Some("InsufficientInstanceCapacity")), Meaning::Refused);
        assert_eq!(meaning(Some("RequestLimitExceeded")), Meaning::NotNow);
        assert_eq!(meaning(Some("IdempotentInstanceTerminated")), Meaning::Gone);
        assert_eq!(meaning(Some("IdempotentParameterMismatch")), Meaning::TokenReused);
    }
}
