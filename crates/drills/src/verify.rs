//! Broken cloud accounts: each situation has a code of its own, a sentence, and a way to fix it; what is fixed as the report
//! says passes the next verification.
//!
//! moto checks keys, signatures and policies; the server in front of it checks external ids, and answers what moto cannot:
//! expired credentials, a wrong clock, throttling.

mod situations;

use crate::{Outcome, Size, cloud::FakeAws, stage::Stage};
use situations::Situations;
use std::collections::BTreeSet;
use testkit::ServerProcess;

/// The codes that must be seen.
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

/// One of a situation: its code, and what falls short.
pub struct Seen {
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
    let seen = situations.seen;
    let codes: BTreeSet<&str> = seen.iter().map(|seen| seen.code.as_str()).collect();
    outcome.figure(format!("{} broken situations with {} codes", seen.len(), codes.len()));
    outcome.promise(seen.len() >= 14, "at least 14 situations are broken");
    let missing: Vec<&str> = CODES.into_iter().filter(|code| !codes.contains(code)).collect();
    outcome.promise(missing.is_empty(), format!("every reason has its own code (not seen: {missing:?})"));
    for seen in &seen {
        for wrong in &seen.wrong {
            outcome.promise(false, format!("{}: {wrong}", seen.name));
        }
    }
    Ok(outcome)
}
