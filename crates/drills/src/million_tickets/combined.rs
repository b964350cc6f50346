//! Lists that no index serves: every pair of filters in every order, over HTTP. They need not be index scans; the slowest
//! one is printed.

use super::combinations::Caller;
use crate::{Outcome, Size, bench::Times};
use anyhow::Context;
use api::tickets::TicketSort;
use rand::{SeedableRng, rngs::StdRng, seq::SliceRandom};
use reqwest::Client;
use std::time::{Duration, Instant};
use testkit::ServerProcess;

type Filter = (&'static str, String);

pub async fn measure(
    server: &ServerProcess,
    caller: &Caller,
    filters: &[Filter],
    size: Size,
    outcome: &mut Outcome,
) -> anyhow::Result<()> {
    let mut lists = lists(filters);
    let all = lists.len();
    lists.shuffle(&mut StdRng::seed_from_u64(2));
    lists.truncate(size.pick(2_000, 60));
    let http = Client::builder().no_proxy().build()?;
    let (mut times, mut slowest, mut refused) = (vec![], (Duration::ZERO, String::new()), 0);
    for list in &lists {
        let name = list.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("&");
        // The second request finds its data in memory.
        let mut took = Duration::ZERO;
        for _ in 0..2 {
            let started = Instant::now();
            let request = http.get(format!("{}/api/psa/tickets", server.base)).query(list).bearer_auth(&caller.key);
            let answer = request.send().await.with_context(|| name.clone())?;
            let status = answer.status();
            answer.bytes().await?;
            took = started.elapsed();
            if status != 200 {
                refused += 1;
                eprintln!("  {status}: {name}");
            }
        }
        if took > slowest.0 {
            slowest = (took, name);
        }
        times.push(took);
    }
    let (count, milliseconds) = (lists.len(), slowest.0.as_secs_f64() * 1e3);
    let times = Times::of(times);
    outcome.figure(format!(
        "{count} of {all} combined lists of {}: {times}, the slowest {milliseconds:.1} ms: {}",
        caller.name, slowest.1
    ));
    outcome.promise(refused == 0, format!("every pair of filters and every order is allowed ({refused} refused)"));
    Ok(())
}

/// Each pair of filters in each order. A parameter must not be repeated.
fn lists(filters: &[Filter]) -> Vec<Vec<Filter>> {
    let mut lists = vec![];
    for (place, one) in filters.iter().enumerate() {
        for other in filters[place + 1..].iter().filter(|other| other.0 != one.0) {
            for sort in TicketSort::ALL {
                lists.push(vec![one.clone(), other.clone(), ("sort", sort.name().to_owned())]);
            }
        }
    }
    lists
}
