//! Hostile definitions from `crates/flow/tests/hostile`, sent to a real server and run by a real worker on a real
//! Temporal: each is refused with the right pointer, or bounded when it runs, with the right problem. Many run at once,
//! nothing internal is reached, and the memory of server, worker and sandboxes stays bounded.

mod cases;
pub mod watch;

use crate::{
    Outcome, Size,
    workflows::{RUNS, TRIGGER},
    workshop::{Customer, Workshop},
};
use anyhow::Context;
use cases::Case;
use futures::{StreamExt, stream};
use serde_json::{Value, json};
use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};
use testkit::Answer;
use tokio::{net::TcpListener, time::sleep};
use watch::Watch;

/// A run that is bounded has ended by then.
const TIMEOUT: Duration = Duration::from_secs(180);

/// A chain has ended when no run was started for this long.
const QUIET: Duration = Duration::from_secs(3);

/// A chain of runs that started one another: the first, five more, and the one that is refused.
const CHAIN: usize = 7;

const AT_ONCE: usize = 8;

/// The memory bounds of a server or worker and of a sandbox, in megabytes.
const PROCESS_MB: u64 = 512;
const SANDBOX_MB: u64 = 256;

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let rounds = size.pick(3, 1);
    // Loopback counts as internal, as it does in production.
    let flags = ["--log", "warn", "--outbound-allow-network", "127.0.0.77/32"];
    let shop = Workshop::open("-c fsync=off", &flags).await?;
    let worker = shop.worker().await?;
    let reached = Arc::new(AtomicUsize::new(0));
    let port = internal_listener(reached.clone()).await?;
    let cases = cases::read(port)?;
    let mut outcome = Outcome::default();
    let (server_watch, worker_watch) = (Watch::start(shop.server.pid()), Watch::start(worker.pid()));
    let (mut refused, mut bounded, mut harmless) = (0, 0, 0);
    for round in 0..rounds {
        let customer = shop.customer(&format!("hostile-{round}")).await?;
        let (chains, others): (Vec<&Case>, Vec<&Case>) = cases.iter().partition(|case| case.expects("chain"));
        let tried = stream::iter(others).map(async |case| (case, attempt(&customer, case).await));
        for (case, end_state) in tried.buffer_unordered(AT_ONCE).collect::<Vec<_>>().await {
            let expected = case.expected.join(" and ");
            outcome.promise(end_state.matches(case), format!("{}: {expected}, not {}", case.name, end_state.summary()));
            match end_state {
                EndState::Refused(_) => refused += 1,
                EndState::Ended(run) if run["status"] == "succeeded" => harmless += 1,
                _ => bounded += 1,
            }
        }
        for case in chains {
            // Each chain has its own tenant, so that nothing else starts it.
            let customer = shop.customer(&format!("{}-{round}", case.name)).await?;
            let fault = chain(&customer, case).await?;
            outcome.promise(fault.is_none(), format!("{}: {}", case.name, fault.unwrap_or_default()));
            bounded += 1;
        }
    }
    let (server, worker_memory) = (server_watch.stop().await, worker_watch.stop().await);
    let after = still_works(&shop).await?;

    outcome.figure(format!("{} definitions in {rounds} rounds, {AT_ONCE} at once", cases.len()));
    outcome.figure(format!("{refused} times refused, {bounded} bounded, {harmless} harmless"));
    outcome.figure(format!("worker {worker_memory}, server {server}"));
    outcome.figure(format!("a run afterwards took {} ms", after.as_millis()));
    outcome.promise(cases.len() >= 40, "there are 40 definitions");
    for (name, memory) in [("worker", worker_memory), ("server", server)] {
        outcome.promise(memory.own <= PROCESS_MB, format!("the {name} has at most {PROCESS_MB} MB ({memory})"));
        outcome
            .promise(memory.child <= SANDBOX_MB, format!("a sandbox of the {name} at most {SANDBOX_MB} MB ({memory})"));
        outcome.promise(memory.seen, format!("the memory of the {name} and of its sandboxes was measured"));
    }
    let reached = reached.load(Ordering::SeqCst);
    outcome.promise(reached == 0, format!("nothing reaches the internal listener ({reached} connections)"));
    worker.stop().await?;
    Ok(outcome)
}

/// A listener that must not be reached. Connections are counted.
async fn internal_listener(reached: Arc<AtomicUsize>) -> anyhow::Result<u16> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let port = listener.local_addr()?.port();
    tokio::spawn(async move {
        while listener.accept().await.is_ok() {
            reached.fetch_add(1, Ordering::SeqCst);
        }
    });
    Ok(port)
}

/// The state that a definition or its run ended in.
enum EndState {
    Refused(Answer),
    InputRefused(Answer),
    Ended(Value),
    NotEnded(String),
}

impl EndState {
    fn matches(&self, case: &Case) -> bool {
        case.expected.iter().all(|expected| self.is(expected, case))
    }

    fn is(&self, expected: &str, case: &Case) -> bool {
        match (self, expected) {
            (EndState::Refused(answer), "413") => {
                answer.status == 413 || faults(answer).any(|(_, code)| code == "exceeds")
            }
            (EndState::Refused(answer), expected) => {
                let described = |(pointer, code): (&str, &str)| {
                    format!("422 pointer={} code={code}", pointer.strip_prefix("/definition").unwrap_or("elsewhere"))
                };
                answer.status == 422 && faults(answer).any(|fault| described(fault) == expected)
            }
            (EndState::InputRefused(answer), "input refused") => answer.status == 422 || answer.status == 413,
            (EndState::Ended(run), "run succeeded") => {
                run["status"] == "succeeded" && case.output.as_ref().is_none_or(|output| run["output"] == *output)
            }
            (EndState::Ended(run), expected) => {
                let types = expected.strip_prefix("run failed type=").unwrap_or_default();
                let kind = run["error"]["type"].as_str().unwrap_or_default();
                run["status"] == "failed" && types.split('|').any(|one| one == kind)
            }
            _ => false,
        }
    }

    fn summary(&self) -> String {
        let (what, body) = match self {
            EndState::Refused(answer) => ("refused", answer.body.to_string()),
            EndState::InputRefused(answer) => ("its input refused", answer.body.to_string()),
            EndState::Ended(run) => ("run", json!([run["status"], run["error"], run["output"]]).to_string()),
            EndState::NotEnded(text) => ("", text.clone()),
        };
        format!("{what} {}", body.chars().take(400).collect::<String>())
    }
}

fn faults(answer: &Answer) -> impl Iterator<Item = (&str, &str)> {
    let errors = answer.body["errors"].as_array().into_iter().flatten();
    errors.map(|error| (error["pointer"].as_str().unwrap_or_default(), error["code"].as_str().unwrap_or_default()))
}

async fn attempt(customer: &Customer, case: &Case) -> EndState {
    let written = customer.write(&case.name, &case.text).await;
    if written.status != 201 {
        return EndState::Refused(written);
    }
    let started = customer.client.post(TRIGGER, json!({"workflow": written.id(), "input": case.input})).await;
    if started.status != 202 {
        return EndState::InputRefused(started);
    }
    match customer.ended(&started.id(), TIMEOUT).await {
        Ok(run) => EndState::Ended(run),
        Err(error) => EndState::NotEnded(format!("{error:#}")),
    }
}

/// Starts a workflow whose runs cause the event that starts it again. Returns the fault, if the chain is not bounded.
async fn chain(customer: &Customer, case: &Case) -> anyhow::Result<Option<String>> {
    let workflow = customer.write(&case.name, &case.text).await.expect(201).id();
    let ticket = customer.client.post("/api/psa/tickets", json!({"subject": "Begin"})).await.expect(201).id();
    if case.start == "ticket.commented" {
        let target = format!("/api/psa/tickets/comments?ticket_id={ticket}");
        customer.client.post(&target, json!({"body": "Begin."})).await.expect(201);
    }
    let list = format!("{RUNS}?workflow_id={workflow}&limit=100");
    let (started, mut calm, mut before) = (Instant::now(), Instant::now(), 0);
    // Waits until no run has been started for a while.
    let runs = loop {
        let page = customer.client.get(&list).await.expect(200);
        let runs = page.body["data"].as_array().context("a page")?.clone();
        let over = runs.iter().any(|run| run["error"]["type"] == "loop_detected");
        if runs.len() != before {
            (before, calm) = (runs.len(), Instant::now());
        }
        if over && calm.elapsed() > QUIET {
            break runs;
        }
        if started.elapsed() > TIMEOUT {
            return Ok(Some(format!("no loop is detected in {} runs", runs.len())));
        }
        sleep(Duration::from_millis(200)).await;
    };
    let detected = runs.iter().filter(|run| run["error"]["type"] == "loop_detected").count();
    let fits = (1..=CHAIN).contains(&runs.len()) && detected == 1;
    Ok((!fits).then(|| format!("{} runs, {detected} of them refused as a loop", runs.len())))
}

/// Another tenant's run succeeds afterwards. Returns its duration.
async fn still_works(shop: &Workshop) -> anyhow::Result<Duration> {
    let customer = shop.customer("somebody-else").await?;
    let text = "document: {dsl: 1.0.0, namespace: plain, name: plain, version: 1.0.0}\n\
        do: [{a: {set: {x: '${ .n + 1 }'}}}, {tell: {call: notify, with: {message: Done.}}}]";
    let workflow = customer.write("Plain", text).await.expect(201).id();
    let started = Instant::now();
    let id = customer.start(&workflow, &json!({"n": 1})).await;
    let run = customer.ended(&id, TIMEOUT).await?;
    anyhow::ensure!(run["status"] == "succeeded", "a plain run afterwards: {run:#}");
    Ok(started.elapsed())
}
