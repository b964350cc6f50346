//! `tenantctl doctor`: checks of the configuration, the way to the service, the credential, the clock and the version.

use crate::{
    Globals, account, connect,
    context::{Failure, now},
    problem::chain,
    profile,
    table::NOUNS,
};
use clap::Command;
use client::{Client, Request, Response, Url, http::HeaderMap};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use std::time::Instant;

/// With a larger difference, signatures and tokens can be refused.
const MOST_SKEW: SignedDuration = SignedDuration::from_secs(60);

pub fn command() -> Command {
    Command::new("doctor")
        .about("Check the configuration, the connection, the credential, the clock and the version")
        .long_about("Prints a line for each check. The exit code is 9 if one of them failed.")
        .after_help("Example:\n  tenantctl doctor --json")
}

/// The results of the checks.
#[derive(Default)]
struct Report(Vec<Value>);

impl Report {
    fn add(&mut self, check: &str, ok: bool, detail: impl Into<String>) {
        let status = if ok { "ok" } else { "failed" };
        self.0.push(json!({"check": check, "status": status, "detail": detail.into()}));
    }

    fn failures(&self) -> usize {
        self.0.iter().filter(|one| one["status"] == "failed").count()
    }
}

pub async fn run(globals: &Globals<'_>) -> Result<(), Failure> {
    let mut report = Report::default();
    match profile::select(globals.profile, globals.server) {
        Err(failure) => report.add("profile", false, failure.to_string()),
        Ok(selected) => {
            let profile = &selected.profile;
            report.add("profile", true, format!("{:?}", profile.name));
            check_url(&mut report, &profile.url);
            match (profile.credential, &selected.trouble) {
                (Some(source), _) => report.add("credential", true, format!("from {}", source.name())),
                (None, Some(trouble)) => report.add("credential", false, trouble.clone()),
                (None, None) => report.add("credential", false, "there is none: run tenantctl login"),
            }
            match connect(&profile.url, selected.key.clone()) {
                Ok(client) => check_service(&mut report, &client, selected.key.is_some()).await,
                Err(failure) => report.add("client", false, failure.to_string()),
            }
        }
    }
    let failures = report.failures();
    globals.output.list(&["check", "status", "detail"], report.0)?;
    match failures {
        0 => Ok(()),
        1 => Err(Failure::Unsuccessful("one check failed".to_owned())),
        several => Err(Failure::Unsuccessful(format!("{several} checks failed"))),
    }
}

fn check_url(report: &mut Report, text: &str) {
    match Url::parse(text) {
        Err(error) => report.add("url", false, format!("{text}: {error}")),
        Ok(url) if profile::is_exposed(&url) => {
            report.add("url", false, format!("{text}: the credential is sent without encryption"));
        }
        Ok(_) => report.add("url", true, text),
    }
}

async fn check_service(report: &mut Report, client: &Client, has_key: bool) {
    let begun = Instant::now();
    let document = client.send(Request::get("/api/openapi.sdk.json")).await;
    let milliseconds = begun.elapsed().as_millis();
    let tls = if client.url().scheme() == "https" { "with TLS" } else { "without TLS" };
    match document {
        Ok(response) => {
            report.add("connection", true, format!("{tls}, {milliseconds} ms"));
            check_clock(report, &response.headers);
            check_version(report, &response);
        }
        Err(error) => {
            report.add("connection", false, chain(&error));
            return;
        }
    }
    if has_key {
        match client.send(Request::get("/api/auth/session")).await {
            Ok(response) => check_caller(report, &response),
            Err(error) => report.add("key", false, chain(&error)),
        }
    }
}

fn check_caller(report: &mut Report, response: &Response) {
    let caller: Value = response.json().unwrap_or_default();
    let expires = caller["expires_at"].as_str().map(|at| format!("; it expires at {at}")).unwrap_or_default();
    report.add("key", true, format!("{}{expires}", account::identity(&caller)));
}

fn check_clock(report: &mut Report, headers: &HeaderMap) {
    let date = headers.get("date").and_then(|date| date.to_str().ok()).and_then(parse_date);
    match date {
        None => report.add("clock", false, "the service does not send its time"),
        Some(theirs) => {
            let skew = now().duration_since(theirs);
            let ok = skew.abs() <= MOST_SKEW;
            report.add("clock", ok, format!("this machine differs from the service by {} s", skew.as_secs()));
        }
    }
}

fn parse_date(text: &str) -> Option<Timestamp> {
    jiff::fmt::rfc2822::parse(text).ok().map(|time| time.timestamp())
}

/// Operations that only one side knows: the command line is older or newer than the service.
fn check_version(report: &mut Report, response: &Response) {
    let document: Value = response.json().unwrap_or_default();
    let paths = document["paths"].as_object().into_iter().flatten();
    let theirs: Vec<(String, String)> = paths
        .flat_map(|(path, item)| {
            item.as_object().into_iter().flatten().map(move |(method, _)| (method.to_uppercase(), path.clone()))
        })
        .collect();
    let ours = NOUNS.iter().flat_map(|noun| noun.operations);
    let is_known = |one: &(String, String)| ours.clone().any(|own| own.method == one.0 && own.path == one.1);
    let unknown = theirs.iter().filter(|one| !is_known(one)).count();
    let missing = ours.clone().filter(|own| !theirs.iter().any(|one| own.method == one.0 && own.path == one.1)).count();
    let server = document["info"]["version"].as_str().unwrap_or("unknown");
    let own = env!("CARGO_PKG_VERSION");
    let detail = format!(
        "tenantctl {own}, service {server}; {unknown} operations need a newer tenantctl, {missing} a newer service"
    );
    report.add("version", unknown == 0 && missing == 0, detail);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_date_of_a_response_is_understood() {
        let time = parse_date("Wed, 18 Nov 2026 03:20:04 GMT").unwrap();
        assert_eq!(time.to_string(), "2026-11-18T03:20:04Z");
    }

    #[test]
    fn http_without_tls_is_only_for_this_machine() {
        let mut report = Report::default();
        check_url(&mut report, "http://127.0.0.1:8080");
        check_url(&mut report, "https://api.example.com");
        assert_eq!(report.failures(), 0);
        check_url(&mut report, "http://api.example.com");
        assert_eq!(report.failures(), 1);
    }
}
