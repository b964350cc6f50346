//! `tenantctl trigger TYPE`: a test event, sent by the service to a webhook endpoint, or from here to a local receiver.
//!
//! A test event is an example. It is not stored in the event log, so neither `listen` nor workflows receive it.

use crate::{
    context::{Context, Failure, now, random},
    flags::{option, positional},
    listen::{
        options::{secret, secret_option, secret_or_new},
        signature::Secret,
        target::{Outcome, Target},
    },
    stop::Stop,
};
use api::EventId;
use clap::{ArgMatches, Command, value_parser};
use client::Request;
use serde_json::{Value, json};
use std::time::Duration;
use url::Url;

const ENDPOINTS: &str = "/api/admin/webhooks";
const EXAMPLES: &str = "Examples:
  tenantctl trigger ticket.created --forward-to http://localhost:3000/hook
  tenantctl trigger ticket.created --webhook whk_01h455vb4pex5vsknk084sn02q

A test event is an example with the sequence 0. It is not stored in the event log: for an event that `listen` and \
workflows receive, change an object, for example with `tenantctl tickets create`.";

const FORWARD_TIMEOUT: Duration = Duration::from_secs(15);

pub fn command() -> Command {
    Command::new("trigger")
        .about("Send a test event to a webhook endpoint or to a local receiver")
        .after_help(EXAMPLES)
        .arg(positional("type", "TYPE", "Type of the event, such as ticket.created"))
        .arg(option("webhook", "ID", "Endpoint that the service sends the event to; the only endpoint by default"))
        .arg(
            option("forward-to", "URL", "Send the event from here to this URL instead")
                .value_parser(value_parser!(Url))
                .conflicts_with("webhook"),
        )
        .arg(secret_option().requires("forward-to"))
}

pub async fn run(context: &Context, matches: &ArgMatches) -> Result<(), Failure> {
    let kind = matches.get_one::<String>("type").map(String::as_str).unwrap_or_default();
    match matches.get_one::<Url>("forward-to") {
        Some(url) => forward(context, kind, url, secret(matches)?).await,
        None => {
            let endpoint = match matches.get_one::<String>("webhook") {
                Some(id) => id.clone(),
                None => only_endpoint(context).await?,
            };
            test(context, kind, &endpoint).await
        }
    }
}

/// The service sends the event, and returns what the endpoint responded.
async fn test(context: &Context, kind: &str, endpoint: &str) -> Result<(), Failure> {
    let request =
        Request::post(format!("{ENDPOINTS}/test")).query("id", endpoint).json(&json!({"event_type": kind}))?;
    let result: Value = context.client.send(request).await?.json()?;
    context.output.value(&result)?;
    let attempt = &result["attempt"];
    match attempt["error"].as_str() {
        None => Ok(()),
        Some(error) => {
            let status = attempt["status"].as_i64().map(|status| format!(" {status}")).unwrap_or_default();
            let detail = attempt["error_detail"].as_str().map(|detail| format!(": {detail}")).unwrap_or_default();
            Err(Failure::Unsuccessful(format!("the endpoint did not accept the event ({error}{status}){detail}")))
        }
    }
}

async fn only_endpoint(context: &Context) -> Result<String, Failure> {
    let page: Value = context.client.send(Request::get(ENDPOINTS).query("limit", 2)).await?.json()?;
    let all = page["data"].as_array().map(Vec::as_slice).unwrap_or_default();
    match all {
        [only] => Ok(only["id"].as_str().unwrap_or_default().to_owned()),
        [] => Err(Failure::Usage("there is no webhook endpoint; send the event with --forward-to URL".to_owned())),
        _ => Err(Failure::Usage("there are several webhook endpoints; choose one with --webhook ID".to_owned())),
    }
}

/// Sends an example from here, as the service would.
async fn forward(context: &Context, kind: &str, url: &Url, secret: Option<Secret>) -> Result<(), Failure> {
    let types: Value = context.client.send(Request::get(format!("{ENDPOINTS}/event-types"))).await?.json()?;
    let event = example(&types, kind)?;
    let target = Target::new(url, secret_or_new(secret)?, FORWARD_TIMEOUT, 0)?;
    let id = event["id"].as_str().unwrap_or_default();
    let body = serde_json::to_vec(&event)?;
    let mut stop = Stop::on_signals()?;
    let mut interrupted = stop.clone();
    let outcome = tokio::select! {
        outcome = target.send(id, &body, &mut stop) => outcome,
        () = interrupted.requested() => Outcome::Interrupted,
    };
    match outcome {
        Outcome::Delivered { status, took } => {
            let milliseconds = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
            context.output.value(&json!({"event": event, "status": status, "milliseconds": milliseconds}))
        }
        Outcome::Refused { status, .. } => Err(Failure::Unsuccessful(format!("the target returned {status}"))),
        Outcome::Unreachable(why) => Err(Failure::Unsuccessful(format!("the target cannot be reached: {why}"))),
        Outcome::Shown | Outcome::Interrupted => Err(Failure::Interrupted(String::new())),
    }
}

/// The example of a type, as a new event.
fn example(types: &Value, kind: &str) -> Result<Value, Failure> {
    let all = types["data"].as_array().into_iter().flatten();
    let Some(found) = all.clone().find(|each| each["type"] == kind) else {
        let names: Vec<&str> = all.filter_map(|each| each["type"].as_str()).collect();
        return Err(Failure::Usage(unknown(kind, &names)));
    };
    let mut event = found["example"].clone();
    event["id"] = json!(new_id()?);
    event["timestamp"] = json!(now().to_string());
    event["sequence"] = json!(0);
    Ok(event)
}

fn unknown(kind: &str, names: &[&str]) -> String {
    let near = |name: &&&str| strsim::jaro_winkler(kind, name) > 0.85;
    let mut nearest: Vec<&str> = names.iter().filter(near).copied().collect();
    nearest.sort_by(|a, b| strsim::jaro_winkler(kind, b).total_cmp(&strsim::jaro_winkler(kind, a)));
    nearest.truncate(3);
    let hint = if nearest.is_empty() { String::new() } else { format!("; did you mean {}?", nearest.join(", ")) };
    format!("there is no event type {kind}{hint}")
}

fn new_id() -> Result<String, Failure> {
    let millis = u64::try_from(now().as_millisecond()).unwrap_or_default();
    Ok(EventId(uuid::Builder::from_unix_timestamp_millis(millis, &random()?).into_uuid()).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_example_becomes_a_new_test_event() {
        let types =
            json!({"data": [{"type": "ticket.created", "example": {"id": "evt_old", "sequence": 7, "data": {}}}]});
        let event = example(&types, "ticket.created").unwrap();
        assert!(event["id"].as_str().unwrap().parse::<EventId>().is_ok(), "{event}");
        assert_eq!((&event["sequence"], &event["data"]), (&json!(0), &json!({})));
        assert_ne!(event["id"], example(&types, "ticket.created").unwrap()["id"]);
    }

    #[test]
    fn a_mistyped_type_is_refused_with_the_nearest_one() {
        let text = unknown("ticket.create", &["ticket.created", "ticket.updated", "device.stale"]);
        assert!(text.contains("did you mean ticket.created"), "{text}");
        assert_eq!(unknown("zzz", &["ticket.created"]), "there is no event type zzz");
    }
}
