//! `tenantctl listen` forwards every event once and in order while its server is killed, the network is cut and the
//! command itself is stopped and started again. Its output equals the log.

mod listener;
mod network;
mod target;
mod writers;

use crate::{Outcome, Size, stage::Stage};
use anyhow::{Context, ensure};
use api::EventId;
use listener::Listener;
use network::{Cut, Network};
use std::time::{Duration, Instant};
use target::Target;
use testkit::ServerProcess;
use tokio::time::sleep;
use uuid::Uuid;
use writers::Writers;

/// The longest time without an event. It exceeds the timeout of a silent connection.
const TIMEOUT: Duration = Duration::from_secs(90);

/// The duration of a cut.
const CUT: Duration = Duration::from_millis(1_500);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    Kill,
    Cut(Cut),
    /// The command is stopped, and started again.
    Restart,
}

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let events = size.pick(5_000, 400);
    let faults = faults(size);
    let stage = Stage::set("-c fsync=off").await?;
    let mut server = ServerProcess::start(&stage.database, &["--log", "warn"]).await?;
    let tenant = stage.tenant("cli-listen").await?;
    let network = Network::start(&server.base).await?;
    let target = Target::start().await?;
    let mut listener = Listener::start(&network.base, &tenant.key, &target).await?;
    let before = logged(&stage, tenant.tenant.0).await?.len();

    let writers = Writers::start(&network.base, &tenant.key, events, &target.progress())?;
    let started = Instant::now();
    for (number, fault) in faults.iter().enumerate() {
        target.wait_for(events * (number + 1) / (faults.len() + 1), TIMEOUT).await?;
        match fault {
            Fault::Kill => {
                // The process is gone when it is dropped, before the next one starts.
                drop(server);
                server = ServerProcess::start(&stage.database, &["--log", "warn"]).await?;
                network.lead_to(&server.base)?;
            }
            Fault::Cut(cut) => {
                network.cut(*cut);
                sleep(CUT).await;
                network.restore();
            }
            Fault::Restart => listener.restart().await?,
        }
    }
    writers.finish().await?;
    let expected = logged(&stage, tenant.tenant.0).await?.split_off(before);
    ensure!(expected.len() >= events, "{} events were written", expected.len());
    target.wait_for(expected.len(), TIMEOUT).await?;
    // A repeated event would arrive within this time.
    sleep(Duration::from_secs(1)).await;
    let printed = listener.end().await?;
    drop(server);

    let mut outcome = Outcome::default();
    report(&mut outcome, &expected, &target, &printed, (&faults, started.elapsed()));
    if size == Size::Short {
        outcome.not_asked("a connection that becomes silent");
    }
    Ok(outcome)
}

/// Kills, cuts and restarts, mixed.
fn faults(size: Size) -> Vec<Fault> {
    let (kills, cuts, restarts) = size.pick((20, 5, 5), (3, 2, 1));
    let mut faults = vec![Fault::Kill; kills];
    for number in 0..cuts {
        // A silent cut is only detected by a timeout, which takes half a minute.
        let silent = size == Size::Full && number == cuts / 2;
        let cut = Fault::Cut(if silent { Cut::Silent } else { Cut::Closed });
        faults.insert((number + 1) * faults.len() / (cuts + 1), cut);
    }
    for number in 0..restarts {
        faults.insert((number + 1) * faults.len() / (restarts + 1), Fault::Restart);
    }
    faults
}

fn report(
    outcome: &mut Outcome,
    expected: &[String],
    target: &Target,
    printed: &listener::Printed,
    (faults, took): (&[Fault], Duration),
) {
    let count = |is_kind: fn(&Fault) -> bool| faults.iter().filter(|fault| is_kind(fault)).count();
    let accepted = target.accepted();
    let lost = expected.iter().filter(|id| !accepted.contains(id)).count();
    let in_order = accepted.iter().zip(expected).filter(|(one, other)| one == other).count();
    outcome.figure(format!(
        "{} events in {} s across {} kills, {} cuts and {} restarts: {lost} lost, {} duplicated, {} out of order",
        expected.len(),
        took.as_secs(),
        count(|fault| *fault == Fault::Kill),
        count(|fault| matches!(fault, Fault::Cut(_))),
        count(|fault| *fault == Fault::Restart),
        (accepted.len() + lost).saturating_sub(expected.len()),
        expected.len() - in_order,
    ));
    outcome.figure(format!(
        "{} attempts failed and repeated, {} printed, {} verified, {} recovered",
        target.failed(),
        printed.ids.len(),
        printed.verified,
        printed.recovered
    ));
    outcome.promise(accepted == expected, "every event is forwarded exactly once and in order");
    outcome.promise(printed.ids == expected, "every event is printed exactly once and in order");
    outcome.promise(printed.counted == expected.len(), "the printed count equals the log's");
    outcome.promise(printed.verified == expected.len(), "every event was compared with the log");
    outcome.promise(target.forged() == 0, "every request is signed");
    outcome.promise(target.failed() > 0, "some attempts failed");
}

async fn logged(stage: &Stage, tenant: Uuid) -> anyhow::Result<Vec<String>> {
    let sql = "select id from events where tenant_id = $1 order by position";
    let rows = stage.database.root().await.query(sql, &[&tenant]).await.context("the log cannot be read")?;
    Ok(rows.iter().map(|row| EventId(row.get(0)).to_string()).collect())
}
