//! Making, changing and deleting servers. An error with a code of Hetzner's is a response, everything else leaves the
//! outcome open.

use crate::{
    Hetzner,
    client::{Answer, Unanswered},
    machines::{Envelope, label_key, machine},
};
use api::{cloud_verification::CloudFindingCode, cloud_vms::CloudVmPower};
use cloud_boundary::{Access, ActionError, CreateError, Failure, Machine, Order};
use outbound::Method;
use secrecy::ExposeSecret;
use serde_json::{Value, json};
use std::collections::BTreeMap;

pub(crate) async fn create(hetzner: &Hetzner, access: &Access, order: &Order) -> Result<Machine, CreateError> {
    let caller = hetzner.caller(access).map_err(CreateError::NotNow)?;
    let body = request(order).map_err(CreateError::Refused)?;
    let answer = caller.send(Method::POST, &["servers"], &[], Some(&body)).await.map_err(|none| match none {
        Unanswered::NotSent(failure) => CreateError::NotNow(failure),
        Unanswered::Open(failure) => CreateError::Unknown(failure),
    })?;
    if answer.status.is_success() {
        // The root password in it is not kept.
        let made: Envelope = answer.json().map_err(CreateError::Unknown)?;
        return Ok(machine(&made.server));
    }
    let failure = caller.failure(&answer);
    Err(match meaning(&answer) {
        // Also a name that another server has: the same request would never succeed.
        Meaning::Refused => CreateError::Refused(failure),
        Meaning::NotNow => CreateError::NotNow(failure),
        Meaning::Unknown => CreateError::Unknown(failure),
    })
}

fn request(order: &Order) -> Result<Value, Failure> {
    let labels: BTreeMap<_, _> = order.labels.iter().map(|(name, value)| (label_key(name), value)).collect();
    let mut server = json!({
        "name": order.name,
        "server_type": order.size,
        "image": order.image,
        "location": order.region,
        "labels": labels,
        "start_after_create": true,
    });
    if let Some(network) = &order.subnet {
        server["networks"] = json!([number(network)?]);
    }
    if !order.security_groups.is_empty() {
        let ids = order.security_groups.iter().map(|id| Ok(json!({"firewall": number(id)?})));
        server["firewalls"] = Value::Array(ids.collect::<Result<_, Failure>>()?);
    }
    if let Some(public_ip) = order.public_ip {
        server["public_net"] = json!({"enable_ipv4": public_ip, "enable_ipv6": public_ip});
    }
    if let Some(key) = &order.ssh_key {
        server["ssh_keys"] = json!([key]);
    }
    if let Some(data) = &order.user_data {
        server["user_data"] = json!(data.expose_secret());
    }
    Ok(server)
}

fn number(id: &str) -> Result<u64, Failure> {
    let wrong = |_| Failure::new(CloudFindingCode::Unclear, "The id of a network or of a firewall is not a number.");
    id.parse().map_err(wrong)
}

pub(crate) async fn power(
    hetzner: &Hetzner,
    access: &Access,
    provider_ref: &str,
    power: CloudVmPower,
) -> Result<(), ActionError> {
    let action = match power {
        CloudVmPower::Running => "poweron",
        CloudVmPower::Stopped => "shutdown",
        CloudVmPower::Restarted => "reboot",
    };
    act(hetzner, access, Method::POST, &["servers", provider_ref, "actions", action]).await
}

pub(crate) async fn delete(hetzner: &Hetzner, access: &Access, provider_ref: &str) -> Result<(), ActionError> {
    act(hetzner, access, Method::DELETE, &["servers", provider_ref]).await
}

async fn act(hetzner: &Hetzner, access: &Access, method: Method, path: &[&str]) -> Result<(), ActionError> {
    let caller = hetzner.caller(access).map_err(ActionError::NotNow)?;
    let answer = caller.send(method, path, &[], None).await.map_err(|none| match none {
        Unanswered::NotSent(failure) => ActionError::NotNow(failure),
        Unanswered::Open(failure) => ActionError::Unknown(failure),
    })?;
    if answer.status.is_success() {
        return Ok(());
    }
    let failure = caller.failure(&answer);
    Err(match meaning(&answer) {
        Meaning::Refused if answer.status.as_u16() == 404 => ActionError::NoMachine(failure),
        Meaning::Refused => ActionError::Refused(failure),
        Meaning::NotNow => ActionError::NotNow(failure),
        Meaning::Unknown => ActionError::Unknown(failure),
    })
}

enum Meaning {
    Refused,
    NotNow,
    Unknown,
}

/// Codes with which a request may have had its effect.
const OPEN: [&str; 5] = ["conflict", "timeout", "unavailable", "maintenance", "service_error"];

fn meaning(answer: &Answer) -> Meaning {
    match (answer.status.as_u16(), answer.code().as_deref()) {
        (401 | 429, _) | (423, Some("locked")) => Meaning::NotNow,
        (400..=499, Some(code)) if !OPEN.contains(&code) => Meaning::Refused,
        _ => Meaning::Unknown,
    }
}
