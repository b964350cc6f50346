//! Broken cloud accounts: the report of each situation has its own code, a description and a fix. After the fix, the next
//! verification passes.
//!
//! moto checks keys, signatures and policies; the server in front of it checks external ids, and returns the errors that
//! moto cannot: expired credentials, a wrong clock, throttling.

mod situations;

use crate::{Outcome, Size, cloud::FakeAws, stage::Stage};
use situations::Situations;
use std::collections::BTreeSet;
use testkit::ServerProcess;

/// The codes that must be reported.
const CODES: [&str; 14] = [
    "wrong_key",
    "wrong_secret",
    "credential_expired",
    "clock_skew",
    "role_refused",
    "role_missing",
    "trust_open",
    "foreign_account",
    "permission_denied",
    "region_not_enabled",
    "region_unknown",
    "unreachable",
    "throttled",
    "unclear",
];

/// The result of one situation: its code, and its deviations from the expected report.
pub struct SituationResult {
    pub name: String,
    pub code: String,
    pub wrong: Vec<String>,
}

pub async fn run(_: Size) -> anyhow::Result<Outcome> {
    let stage = Stage::set("-c fsync=off").await?;
    let aws = FakeAws::start().await?;
    let service = aws.user("service", "sts:AssumeRole").await?;
    let settings = [
        "--cloud-aws-endpoint",
        &aws.front.url,
        "--cloud-aws-principal",
        crate::cloud::PRINCIPAL,
        "--cloud-aws-access-key-id",
        &service.id,
        "--cloud-aws-secret-access-key",
        &service.secret,
    ];
    let server = ServerProcess::start(&stage.database, &settings).await?;
    let client = server.client(&stage.tenant("verify").await?.key);
    let mut situations = Situations::new(&aws, client).await?;
    situations.access_keys().await?;
    situations.roles().await?;
    situations.permissions().await?;
    situations.failures().await?;
    situations.regions().await?;

    let mut outcome = Outcome::default();
    let results = situations.results;
    let codes: BTreeSet<&str> = results.iter().map(|result| result.code.as_str()).collect();
    outcome.figure(format!("{} broken situations with {} codes", results.len(), codes.len()));
    outcome.promise(results.len() >= 14, "at least 14 broken situations are checked");
    let missing: Vec<&str> = CODES.into_iter().filter(|code| !codes.contains(code)).collect();
    outcome.promise(missing.is_empty(), format!("every reason has its own code (not reported: {missing:?})"));
    for result in &results {
        for wrong in &result.wrong {
            outcome.promise(false, format!("{}: {wrong}", result.name));
        }
    }
    Ok(outcome)
}
