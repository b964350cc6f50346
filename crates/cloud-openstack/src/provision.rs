//! Making, changing and deleting servers. What a failed call means decides whether it may be repeated: an error in the form
//! of Nova's is a response, everything else leaves the outcome open.

use crate::{
    Openstack,
    failure::fault,
    http::{Answer, Unanswered},
    machines::{NO_NETWORK, is_id, tag},
    pages::{LIMIT, Pages},
    session::{Caller, Kind, Session},
};
use api::{cloud_verification::CloudFindingCode, cloud_vms::CloudVmPower};
use base64::{Engine, prelude::BASE64_STANDARD};
use cloud_boundary::{
    Access, ActionError, CreateError, Failure, MOST_ENTRIES, Machine, MachineState, OPERATION_LABEL, Order, VM_LABEL,
};
use outbound::Method;
use secrecy::ExposeSecret;
use serde::Deserialize;
use serde_json::{Value, json};

pub(crate) async fn create(openstack: &Openstack, access: &Access, order: &Order) -> Result<Machine, CreateError> {
    if order.public_ip == Some(true) {
        let detail = "A public address is a floating IP at OpenStack, which this service does not assign.";
        return Err(CreateError::Refused(Failure::new(CloudFindingCode::Unclear, detail)));
    }
    // Nothing has been sent before these are there.
    let session = openstack.session(access).await.map_err(CreateError::NotNow)?;
    let nova = session.service(Kind::Compute, &order.region).map_err(CreateError::NotNow)?;
    let flavor = flavor(&nova, &order.size).await?;
    let body = request(&session, order, &flavor);
    let answer = nova.send(Method::POST, &["servers"], &[], Some(&body)).await.map_err(|none| match none {
        Unanswered::NotSent(failure) => CreateError::NotNow(failure),
        Unanswered::Open(failure) => CreateError::Unknown(failure),
        Unanswered::Ended(failure) => CreateError::Ended(failure),
    })?;
    if !answer.status.is_success() {
        let failure = nova.failure(&answer);
        return Err(match meaning(&answer) {
            Meaning::Refused => CreateError::Refused(failure),
            Meaning::NotNow => CreateError::NotNow(failure),
            // A proxy that has waited for too long has passed the call on.
            Meaning::Unknown if matches!(answer.status.as_u16(), 408 | 504) => CreateError::Unknown(failure),
            Meaning::Unknown => CreateError::Ended(failure),
        });
    }
    made(&answer, order).map_err(CreateError::Ended)
}

/// The id of a flavor by its name, which is unique.
async fn flavor(nova: &Caller<'_>, name: &str) -> Result<String, CreateError> {
    #[derive(Deserialize)]
    struct Flavor {
        id: String,
        name: String,
    }
    let query = [LIMIT];
    let mut pages = Pages::new(nova, &["flavors"], "flavors", &query);
    let mut read = 0;
    while let Some(page) = pages.next::<Flavor>().await.map_err(CreateError::NotNow)? {
        read += page.len();
        if let Some(found) = page.into_iter().find(|flavor| flavor.name == name) {
            return Ok(found.id);
        }
        if read > MOST_ENTRIES {
            break;
        }
    }
    let detail = "The project has no flavor with the name of the size.";
    Err(CreateError::Refused(Failure::new(CloudFindingCode::Unclear, detail)))
}

fn request(session: &Session<'_>, order: &Order, flavor: &str) -> Value {
    let own = [OPERATION_LABEL, VM_LABEL].into_iter().filter_map(|name| Some(tag(name, order.labels.get(name)?)));
    let networks = match &order.subnet {
        Some(network) if network != NO_NETWORK => json!([{"uuid": network}]),
        None if session.has(Kind::Network, &order.region) => json!("auto"),
        _ => json!(NO_NETWORK),
    };
    let mut server = json!({
        "name": order.name,
        "flavorRef": flavor,
        "imageRef": order.image,
        "networks": networks,
        "metadata": order.labels,
        "tags": own.collect::<Vec<_>>(),
        "min_count": 1,
        "max_count": 1,
    });
    if !order.security_groups.is_empty() {
        server["security_groups"] = order.security_groups.iter().map(|group| json!({"name": group})).collect();
    }
    if let Some(key) = &order.ssh_key {
        server["key_name"] = json!(key);
    }
    if let Some(data) = &order.user_data {
        server["user_data"] = json!(BASE64_STANDARD.encode(data.expose_secret()));
    }
    json!({"server": server})
}

/// Nova's response has only the id, and a password that nobody needs.
fn made(answer: &Answer, order: &Order) -> Result<Machine, Failure> {
    #[derive(Deserialize)]
    struct Envelope {
        server: Made,
    }
    #[derive(Deserialize)]
    struct Made {
        id: String,
    }
    let Envelope { server } = answer.json()?;
    if !is_id(&server.id) {
        return Err(Failure::new(CloudFindingCode::Unclear, "Nova accepted the request but returned no server."));
    }
    Ok(Machine {
        provider_ref: server.id,
        name: Some(order.name.clone()),
        size: order.size.clone(),
        vcpus: None,
        memory_bytes: None,
        image: Some(order.image.clone()),
        state: MachineState::Provisioning,
        subnet: order.subnet.clone(),
        security_groups: order.security_groups.clone(),
        ips: vec![],
        public_ip: None,
        labels: order.labels.clone(),
        token: Some(order.token.clone()),
        created_at: None,
    })
}

pub(crate) async fn power(
    openstack: &Openstack,
    access: &Access,
    region: &str,
    provider_ref: &str,
    power: CloudVmPower,
) -> Result<(), ActionError> {
    let action = match power {
        CloudVmPower::Running => json!({"os-start": null}),
        CloudVmPower::Stopped => json!({"os-stop": null}),
        CloudVmPower::Restarted => json!({"reboot": {"type": "SOFT"}}),
    };
    act(openstack, access, region, (Method::POST, &["servers", provider_ref, "action"]), Some(&action)).await
}

pub(crate) async fn delete(
    openstack: &Openstack,
    access: &Access,
    region: &str,
    provider_ref: &str,
) -> Result<(), ActionError> {
    act(openstack, access, region, (Method::DELETE, &["servers", provider_ref]), None).await
}

async fn act(
    openstack: &Openstack,
    access: &Access,
    region: &str,
    (method, path): (Method, &[&str]),
    body: Option<&Value>,
) -> Result<(), ActionError> {
    let session = openstack.session(access).await.map_err(ActionError::NotNow)?;
    let nova = session.service(Kind::Compute, region).map_err(ActionError::NotNow)?;
    let answer = nova.send(method, path, &[], body).await.map_err(|none| match none {
        Unanswered::NotSent(failure) => ActionError::NotNow(failure),
        Unanswered::Open(failure) | Unanswered::Ended(failure) => ActionError::Unknown(failure),
    })?;
    if answer.status.is_success() {
        return Ok(());
    }
    let failure = nova.failure(&answer);
    Err(match meaning(&answer) {
        Meaning::Refused if answer.status.as_u16() == 404 => ActionError::NoMachine(failure),
        Meaning::Refused => ActionError::Refused(failure),
        Meaning::NotNow => ActionError::NotNow(failure),
        Meaning::Unknown => ActionError::Unknown(failure),
    })
}

#[derive(Debug, PartialEq, Eq)]
enum Meaning {
    Refused,
    NotNow,
    Unknown,
}

/// What a response says about the call. A client's error without Nova's form can be that of a proxy, which may have passed
/// the call on; so can a timeout of the request (408).
fn meaning(answer: &Answer) -> Meaning {
    match answer.status.as_u16() {
        // A token that is not accepted, and too many calls: Nova has not looked at the call.
        401 | 413 | 429 => Meaning::NotNow,
        status @ 400..=499 if status != 408 && fault(answer).is_some() => Meaning::Refused,
        _ => Meaning::Unknown,
    }
}
