//! A server is killed during a request, and the request is sent again to another one.

use super::{Answer, Answered, POISONED, Request, left_by, until_answered};
use crate::{Outcome, stage::Stage};
use futures::future::{join, try_join};
use rand::{Rng, SeedableRng, rngs::StdRng};
use serde_json::Value;
use std::time::Duration;
use testkit::ServerProcess;
use tokio::time::sleep;

/// The maximum time between sending the request and killing the server. On a busy machine it is longer: twice what the previous
/// request took, but not more than the last of these.
const LONGEST: Duration = Duration::from_millis(15);
const LONGEST_OF_ALL: Duration = Duration::from_millis(200);

/// The number of requests of a tenant, which may have 100 keys.
const EACH: usize = 50;

#[derive(Default)]
struct Count {
    /// Answered before the server was killed, or cut off.
    answered: usize,
    cut: usize,
    /// Of the interrupted ones: whether their row existed when they were sent again.
    before_commit: usize,
    after_commit: usize,
    /// Told that the first one is under way, although its server is dead.
    in_flight: usize,
    failed: usize,
    other_answer: usize,
    poisoned: usize,
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
    let (mut key, mut names, mut longest) = (String::new(), vec![], LONGEST);
    for number in 0..tries {
        if number % EACH == 0 {
            key = stage.tenant(&format!("idempotency-{number}")).await?.key;
        }
        let request = Request::new(http, &key, &format!("try-{number}"));
        // Every other one has its connections and statements already.
        if number % 2 == 0 {
            request.rehearse(&victim.base).await?;
        }
        let first = send_and_kill(&request, victim, longest.mul_f64(rng.random())).await?;
        let row = left_by(stage, &request.name).await?[0] > 0;
        count.sent(first.as_ref(), row);

        let next = ServerProcess::start(&stage.database, &[]);
        let (again, next) = try_join(until_answered(&request, &live.base), next).await?;
        victim = next;
        longest = (again.took * 2).clamp(LONGEST, LONGEST_OF_ALL);
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
        Answer::Made { body, .. } => Some(body),
        Answer::InFlight | Answer::Failed(_) => None,
    })
}

/// How many requests left anything else than one row, one audit entry and one answer.
async fn not_once(stage: &Stage, names: &[String]) -> anyhow::Result<usize> {
    let mut wrong = vec![];
    for name in names {
        let left = left_by(stage, name).await?;
        if left != [1, 1, 1] {
            wrong.push(format!("{name} left {left:?} rows, audit entries, answers"));
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

    fn sent_again(&mut self, first: Option<&Value>, again: &Answered) {
        self.in_flight += usize::from(again.in_flight > 0);
        self.failed += again.failed;
        self.poisoned += usize::from(again.body.is_none() || again.took > POISONED);
        self.longest = self.longest.max(again.took);
        self.other_answer += usize::from(first.is_some() && first != again.body.as_ref());
    }

    fn report(self, tries: usize, duplicates: usize, seed: u64, outcome: &mut Outcome) {
        let Count { answered, cut, before_commit, after_commit, in_flight, failed, other_answer, poisoned, longest } =
            self;
        outcome.figure(format!("{tries} servers killed: {answered} had answered, {cut} had not"));
        outcome.figure(format!("{before_commit} killed before the commit, {after_commit} after"));
        outcome.figure(format!(
            "again: {in_flight} first told 409, {failed} failed, the slowest {} ms",
            longest.as_millis()
        ));
        outcome.figure(format!("{duplicates} duplicates or losses, {poisoned} poisoned, seed {seed}"));
        outcome.promise(duplicates == 0, "each key leaves exactly one row, one audit entry and one answer");
        outcome.promise(
            other_answer == 0,
            format!("who was answered is answered the same again ({other_answer} are not)"),
        );
        outcome.promise(poisoned == 0, "no key is refused for long");
        outcome.promise(failed == 0, "no second try fails");
        outcome.promise(before_commit > 0 && cut > tries / 10, "servers were killed in the middle of their work");
        outcome.promise(after_commit + in_flight + answered > 0, "some of them too late");
    }
}
