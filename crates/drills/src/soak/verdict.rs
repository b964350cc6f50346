//! The promises about the load, with their counts.

use super::{
    Plan, SoakResult,
    caller::{Body, Errors},
    faults::Fault,
    load::Load,
    receiver::Receiver,
    samples::{Figures, Recording},
    streams::Compared,
};
use crate::{Outcome, stage::Stage, workflows};
use reqwest::Method;
use std::time::Duration;

/// The most lines about losses that are printed.
const PRINTED: usize = 20;

pub fn duration(plan: &Plan, result: &SoakResult, load: &Load, outcome: &mut Outcome) {
    let done: Vec<String> = load.ledger.entries().done.iter().map(|(name, count)| format!("{count} {name}")).collect();
    outcome.figure(format!(
        "{:.0} s of load: {} requests ({})",
        result.took.as_secs_f64(),
        load.caller.requests(),
        done.join(", ")
    ));
    outcome.promise(result.took >= plan.load, format!("the load lasts {} s", plan.load.as_secs()));
    let count = |fault: Fault| result.caused.iter().filter(|caused| caused.fault == fault).count();
    let counts: Vec<String> = Fault::ALL.iter().map(|fault| format!("{} {}", fault.name(), count(*fault))).collect();
    outcome.figure(format!("{} faults ({})", result.caused.len(), counts.join(", ")));
    outcome.promise(Fault::ALL.iter().all(|fault| count(*fault) > 0), "every kind of fault is caused");
}

pub fn errors(load: &Load, outcome: &mut Outcome) {
    let errors = load.caller.errors().clone();
    let list = |count: fn(&Errors) -> usize| {
        let kinds = errors.iter().filter(|(_, errors)| count(errors) > 0);
        kinds.map(|(kind, errors)| format!("{} {kind}", count(errors))).collect::<Vec<_>>().join(", ")
    };
    let (permitted, other) = (list(|errors| errors.permitted), list(|errors| errors.other));
    outcome.figure(format!(
        "errors of clients during faults: {}",
        if permitted.is_empty() { "none" } else { permitted.as_str() }
    ));
    outcome.promise(
        other.is_empty(),
        format!(
            "clients get errors only after their server was killed or PostgreSQL ended its connections (also {other})"
        ),
    );
}

pub async fn writes(load: &Load, outcome: &mut Outcome) -> anyhow::Result<()> {
    let stage = &load.caller.cluster.stage;
    let lost = load.ledger.lost(stage, &load.tenants).await?;
    let twice = load.ledger.written_twice(stage).await?;
    let entries = load.ledger.entries();
    lost.iter().take(PRINTED).for_each(|line| eprintln!("soak: {line}"));
    outcome.figure(format!("{} objects acknowledged, {} lost, {twice} written twice", entries.writes(), lost.len()));
    outcome.promise(lost.is_empty(), format!("no acknowledged write is lost ({} are)", lost.len()));
    outcome.promise(twice == 0, format!("a request that is repeated is executed once ({twice} tickets too many)"));
    let damaged = entries.damaged;
    outcome.promise(damaged == 0, format!("an attachment is read as it was stored ({damaged} were not)"));
    let late = entries.accepted_late;
    outcome.promise(late == 0, format!("a revoked key or session is refused within 5 s ({late} were not)"));
    Ok(())
}

/// Search and analytics have no lag: they contain every acknowledged ticket.
pub async fn reads(load: &Load, outcome: &mut Outcome) -> anyhow::Result<()> {
    let not_found = load.ledger.entries().not_found;
    outcome.promise(not_found == 0, format!("a search finds each acknowledged ticket ({not_found} not)"));
    for tenant in &load.tenants {
        let target = "/api/analytics/tenant?metrics=tickets.created";
        let answer = load.caller.send(&Method::GET, target, &tenant.key, Body::None).await?.expect(200)?.json();
        let (counted, created) =
            (answer["totals"]["tickets.created"]["value"].as_u64(), load.ledger.entries().created_by(tenant.number));
        outcome.promise(
            counted == Some(created as u64),
            format!("analytics count the {created} tickets of tenant {} (not {counted:?})", tenant.number),
        );
    }
    Ok(())
}

pub async fn deliveries(receiver: &Receiver, stage: &Stage, outcome: &mut Outcome) -> anyhow::Result<()> {
    let arrived = receiver.compare(stage).await?;
    arrived.lost.iter().take(PRINTED).for_each(|line| eprintln!("soak: {line}"));
    outcome.figure(format!(
        "{} deliveries, {} lost, {} duplicates, {} attempts refused by the receiver",
        arrived.events,
        arrived.lost.len(),
        arrived.duplicates,
        arrived.refused
    ));
    outcome.promise(arrived.events > 0, "there are deliveries");
    outcome.promise(arrived.lost.is_empty(), format!("no delivery is lost ({} are)", arrived.lost.len()));
    Ok(())
}

pub fn streams(compared: &Compared, outcome: &mut Outcome) {
    compared.wrong.iter().for_each(|line| eprintln!("soak: event stream of {line}"));
    outcome.figure(format!("{} events by {} event streams", compared.events, compared.connections));
    outcome.promise(compared.wrong.is_empty(), "readers of event streams get each event once and in order");
}

pub async fn runs(load: &Load, stage: &Stage, outcome: &mut Outcome) -> anyhow::Result<()> {
    let started = load.ledger.entries().runs.len();
    let query = "select count(*), count(*) filter (where status = 'succeeded') from workflow_runs";
    let row = stage.database.root().await.query_one(query, &[]).await?;
    let (all, succeeded) = (usize::try_from(row.get::<_, i64>(0))?, usize::try_from(row.get::<_, i64>(1))?);
    if succeeded != started {
        workflows::complain(stage, "soak").await?;
    }
    outcome.figure(format!("{succeeded} of {started} runs succeeded"));
    outcome.promise(all == started && succeeded == started, format!("every run succeeds, once ({all} exist)"));
    Ok(())
}

pub fn drained(drained: &Result<Duration, Figures>, outcome: &mut Outcome) {
    match drained {
        Ok(time) => outcome.figure(format!("backlogs empty {:.0} s after the load", time.as_secs_f64())),
        Err(left) => outcome.promise(false, format!("the backlogs are empty 90 s after the load (not {left:?})")),
    }
}

/// The database grows with its contents, so there is no bound.
pub fn growth(recording: &Recording, load: &Load, outcome: &mut Outcome) {
    let sizes: Vec<f64> = recording.values("database size").into_iter().flatten().collect();
    if let (Some(first), Some(last)) = (sizes.first(), sizes.last()) {
        let writes = load.ledger.entries().writes().max(1) as f64;
        let kib = (last - first) * 1024.0 / writes;
        outcome.figure(format!("the database grew from {first:.0} to {last:.0} MiB, {kib:.1} KiB for each object"));
    }
}
