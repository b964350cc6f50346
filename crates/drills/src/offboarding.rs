//! Users leave a tenant: they have sessions, keys, webhook endpoints, workflows and running exports, on two servers. Some
//! are disabled by the API, some transfer their resources, some lose a role with their next sign-in. Their access ends or
//! is reduced within a second; other users are not affected, and transferred resources keep working without a gap.

mod export;
mod people;
mod watch;

use crate::{
    Outcome, Size,
    bench::Times,
    sink::{Reply, Sink},
    stage::Stage,
};
use anyhow::Context;
use futures::{StreamExt, TryStreamExt, future::try_join_all, stream};
use people::{Company, Departure, Person};
use std::{
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};
use testkit::{ServerProcess, SignInProvider};
use tokio::time::sleep;
use watch::Arrivals;

/// The users of each tenant who leave, and those who stay.
const LEAVING: usize = 5;
const STAYING: usize = 1;

const PROMISE: Duration = Duration::from_secs(1);

/// The number of users who leave at the same time.
const AT_ONCE: usize = 3;

/// How long events are still written after the last user has left.
const WRITE_AFTER: Duration = Duration::from_secs(2);

pub struct Nodes {
    pub servers: [ServerProcess; 2],
    pub http: reqwest::Client,
    pub provider: SignInProvider,
    pub sink: String,
}

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let (tenants, tickets) = size.pick((20, 12_000), (3, 8_000));
    let stage = Stage::set("-c fsync=off").await?;
    let arrivals: Arrivals = Arc::default();
    let sink = {
        let arrivals = arrivals.clone();
        Sink::start(move |arrival| {
            watch::note(&arrivals, arrival);
            Reply::Status(200)
        })
        .await?
    };
    let quiet = ["--log", "warn"];
    let servers =
        [ServerProcess::start(&stage.database, &quiet).await?, ServerProcess::start(&stage.database, &quiet).await?];
    let _worker = ServerProcess::start_worker(&stage.database, &quiet).await?;
    let http = reqwest::Client::builder().no_proxy().timeout(Duration::from_secs(20)).build()?;
    let nodes = Nodes { servers, http, provider: SignInProvider::start().await?, sink: sink.url.clone() };
    let create = |number| Company::create(&stage, &nodes, number, tickets);
    let companies: Vec<Company> = stream::iter(0..tenants).map(create).buffered(3).try_collect().await?;
    let users: Vec<&Person> = companies.iter().flat_map(|company| &company.people).collect();

    let over = Mutex::new(false);
    let (left, watched, written) = futures::join!(
        async {
            sleep(export::STALLED).await;
            let leaving = users.iter().filter(|person| person.departure != Departure::Stays);
            let left = stream::iter(leaving).map(|person| people::leave(&nodes, &companies, person));
            let left = left.buffer_unordered(AT_ONCE).try_collect::<Vec<_>>().await;
            sleep(WRITE_AFTER).await;
            *over.lock().expect("the lock is not poisoned") = true;
            left
        },
        try_join_all(users.iter().map(|person| watch::keep_using(&nodes, person, &over))),
        try_join_all(companies.iter().map(|company| company.keep_writing(&nodes, &over))),
    );
    let (left, watched, written) = (left?, watched?, written?);

    let mut outcome = Outcome::default();
    let leavers = left.len();
    outcome.figure(format!("{leavers} users of {tenants} tenants leave, on 2 servers"));
    report_credentials(&mut outcome, left.iter().flat_map(|left| left.delays.clone()).collect());
    let refused: usize = watched.iter().sum();
    outcome.figure(format!("{refused} requests of other users or with transferred keys refused"));
    outcome.promise(refused == 0, "no request of another user or with a transferred key is refused");
    let deliveries = watch::compare(&stage, &companies, &written, &arrivals).await?;
    deliveries.report(&mut outcome, PROMISE);
    let exports = people::exports(&companies).await?;
    exports.report(&mut outcome, PROMISE);
    Ok(outcome)
}

fn report_credentials(outcome: &mut Outcome, delays: Vec<Duration>) {
    let max = delays.iter().max().copied().unwrap_or_default();
    let count = delays.len();
    let times = Times::of(delays);
    outcome.figure(format!(
        "{count} credentials refused or reduced: p50 {:.1?}, p99 {:.1?}, max {max:.1?}",
        times.p50, times.p99
    ));
    outcome.promise(count > 0 && times.p99 < PROMISE, format!("refused or reduced within {PROMISE:?} (p99)"));
}

/// Repeats the probe until its response has changed. Returns the time between `since` and the change.
pub async fn until_changed(
    nodes: &Nodes,
    node: usize,
    since: Instant,
    token: &str,
    changed: impl Fn(u16, &str) -> bool,
    probe: people::Probe,
) -> anyhow::Result<Duration> {
    let until = Instant::now() + 5 * PROMISE;
    while Instant::now() < until {
        let (status, body) = probe.send(nodes, node, token).await?;
        if changed(status, &body) {
            return Ok(since.elapsed());
        }
        sleep(Duration::from_millis(3)).await;
    }
    None.context("a credential still works unchanged after five seconds")
}
