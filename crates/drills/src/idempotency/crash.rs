//! A server is killed during a request, and the request is sent again to another one.

use super::{MAX_BLOCKED, Reply, Request, Retried, left_by, retry};
use crate::{Outcome, stage::Stage};
use futures::future::{join, try_join};
use rand::{Rng, SeedableRng, rngs::StdRng};
use serde_json::Value;
use std::time::Duration;
use testkit::ServerProcess;
use tokio::time::sleep;

/// The maximum time between sending the request and killing the server. On a busy machine it is longer: twice the duration
/// of the previous request, up to the second bound.
const KILL_WITHIN: Duration = Duration::from_millis(15);
const KILL_WITHIN_AT_MOST: Duration = Duration::from_millis(200);

/// The number of requests of a tenant, which may have 100 keys.
const REQUESTS_PER_TENANT: usize = 50;

#[derive(Default)]
struct Count {
    /// Requests that got a response before the server was killed, and requests that were cut off.
    answered: usize,
    cut: usize,
    /// Interrupted requests whose row did not exist, or did exist, before the retry.
    before_commit: usize,
    after_commit: usize,
    /// Retries that got a 409 for the first request, although its server was dead.
    in_flight: usize,
    failed: usize,
    other_response: usize,
    blocked: usize,
    longest: Duration,
}

pub async fn run(
    stage: &Stage,
    http: &reqwest::Client,
    [live, mut victim]: [ServerProcess; 2],
    tries: usize,
    seed: u64,
    outcome: &mut Outcome,
) -> anyhow::Result<()> {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut count = Count::default();
    let (mut key, mut names, mut longest) = (String::new(), vec![], KILL_WITHIN);
    for number in 0..tries {
        if number % REQUESTS_PER_TENANT == 0 {
            key = stage.tenant(&format!("idempotency-{number}")).await?.key;
        }
        let request = Request::new(http, &key, &format!("try-{number}"));
        // Every other server is warmed up.
        if number % 2 == 0 {
            request.warm_up(&victim.base).await?;
        }
        let first = send_and_kill(&request, victim, longest.mul_f64(rng.random())).await?;
        let row = left_by(stage, &request.name).await?[0] > 0;
        count.sent(first.as_ref(), row);

        let next = ServerProcess::start(&stage.database, &[]);
        let (again, next) = try_join(retry(&request, &live.base), next).await?;
        victim = next;
        longest = (again.took * 2).clamp(KILL_WITHIN, KILL_WITHIN_AT_MOST);
        count.sent_again(first.as_ref(), &again);
        names.push(request.name);
    }
    let duplicates = not_once(stage, &names).await?;
    count.report(tries, duplicates, seed, outcome);
    Ok(())
}

/// Sends a request, and kills its server after this time. Returns the body of the response, if there was one.
async fn send_and_kill(request: &Request, server: ServerProcess, after: Duration) -> anyhow::Result<Option<Value>> {
    let base = server.base.clone();
    let kill = async {
        sleep(after).await;
        drop(server);
    };
    let (answer, ()) = join(request.send(&base), kill).await;
    Ok(match answer? {
        Reply::Made { body, .. } => Some(body),
        Reply::InFlight | Reply::Failed(_) => None,
    })
}

/// The number of requests that did not leave exactly one row, one audit entry and one response.
async fn not_once(stage: &Stage, names: &[String]) -> anyhow::Result<usize> {
    let mut wrong = vec![];
    for name in names {
        let left = left_by(stage, name).await?;
        if left != [1, 1, 1] {
            wrong.push(format!("{name} left {left:?} rows, audit entries, responses"));
        }
    }
    wrong.iter().take(20).for_each(|wrong| eprintln!("idempotency: {wrong}"));
    Ok(wrong.len())
}

impl Count {
    /// A request whose server was killed: the body of its response, and whether it left a row.
    fn sent(&mut self, body: Option<&Value>, row: bool) {
        self.answered += usize::from(body.is_some());
        self.cut += usize::from(body.is_none());
        self.after_commit += usize::from(body.is_none() && row);
        self.before_commit += usize::from(body.is_none() && !row);
    }

    fn sent_again(&mut self, first: Option<&Value>, again: &Retried) {
        self.in_flight += usize::from(again.in_flight > 0);
        self.failed += again.failed;
        self.blocked += usize::from(again.body.is_none() || again.took > MAX_BLOCKED);
        self.longest = self.longest.max(again.took);
        self.other_response += usize::from(first.is_some() && first != again.body.as_ref());
    }

    fn report(self, tries: usize, duplicates: usize, seed: u64, outcome: &mut Outcome) {
        let Count { answered, cut, before_commit, after_commit, in_flight, failed, other_response, blocked, longest } =
            self;
        outcome.figure(format!("{tries} servers killed: {answered} after the response, {cut} before it"));
        outcome.figure(format!("{before_commit} killed before the commit, {after_commit} after"));
        outcome.figure(format!(
            "retries: {in_flight} first got a 409, {failed} failed, the slowest {} ms",
            longest.as_millis()
        ));
        outcome.figure(format!("{duplicates} duplicates or losses, {blocked} blocked, seed {seed}"));
        outcome.promise(duplicates == 0, "each key leaves exactly one row, one audit entry and one response");
        outcome.promise(
            other_response == 0,
            format!("a retry gets the response of the first request ({other_response} do not)"),
        );
        outcome.promise(blocked == 0, "no key stays without a response for long");
        outcome.promise(failed == 0, "no retry fails");
        outcome.promise(before_commit > 0 && cut > tries / 10, "servers were killed during a request");
        outcome.promise(after_commit + in_flight + answered > 0, "some servers were killed after the commit");
    }
}
