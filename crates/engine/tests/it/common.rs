//! A world in memory on which runs act, with its own worker, on a real Temporal.

use engine::{
    Begin, Call, Capacity, Close, Closed, DonePage, Effects, Engine, Evaluate, Failed, Finish, Keys, Open, Opened,
    RunRef, Settings, Tick,
};
use flow::{Begun, Done, Fault, Outcome, Record};
use futures::future::BoxFuture;
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, MutexGuard,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
    time::Duration,
};
use tokio::{
    runtime::{Builder, Runtime},
    sync::oneshot,
    task::JoinHandle,
};
use uuid::Uuid;

/// Not a cipher, but a search does not find the original text.
pub struct Scrambled;

impl Keys for Scrambled {
    fn seal(&self, tenant: Option<Uuid>, bytes: Vec<u8>) -> BoxFuture<'_, anyhow::Result<Vec<u8>>> {
        Box::pin(async move { Ok(scramble(tenant, bytes)) })
    }

    fn open(&self, tenant: Option<Uuid>, bytes: Vec<u8>) -> BoxFuture<'_, anyhow::Result<Vec<u8>>> {
        Box::pin(async move { Ok(scramble(tenant, bytes)) })
    }
}

fn scramble(tenant: Option<Uuid>, mut bytes: Vec<u8>) -> Vec<u8> {
    let key = tenant.map_or([0x5a; 16], Uuid::into_bytes);
    for (place, byte) in bytes.iter_mut().enumerate() {
        *byte ^= key[place % 16] ^ 0xa5;
    }
    bytes
}

pub fn engine(url: &str) -> Engine {
    engine_on(url, &format!("test_{}", Uuid::new_v4()))
}

pub fn engine_on(url: &str, queue: &str) -> Engine {
    let settings = Settings {
        url: url.parse().unwrap(),
        namespace: "tenant-control".to_owned(),
        queue: queue.to_owned(),
        api_key: None,
        authority: None,
        identity: None,
    };
    Engine::new(settings, Arc::new(Scrambled))
}

/// The state that the server's tables would contain.
#[derive(Default)]
pub struct World {
    runs: Mutex<BTreeMap<Uuid, Run>>,
    ticks: Mutex<Vec<Tick>>,
    /// While it holds, every effect fails as if PostgreSQL were unavailable.
    pub away: AtomicBool,
    /// How often the sandbox was unavailable.
    troubles: AtomicU32,
}

#[derive(Default)]
pub struct Run {
    pub definition: Value,
    pub input: Value,
    pub done: Done,
    /// Every call that was requested, repetitions included.
    pub calls: Vec<Call>,
    pub opened: Vec<String>,
    /// Decisions of people, by the path of the step.
    pub decisions: BTreeMap<String, Value>,
    pub notes: Vec<Record>,
    pub begun: u32,
    pub finished: u32,
    pub outcome: Option<Outcome>,
}

impl World {
    pub fn run(&self, definition: Value, input: Value) -> RunRef {
        let run = RunRef { tenant: Uuid::new_v4(), run: Uuid::new_v4() };
        self.runs().insert(run.run, Run { definition, input, ..Run::default() });
        run
    }

    pub fn runs(&self) -> MutexGuard<'_, BTreeMap<Uuid, Run>> {
        self.runs.lock().unwrap()
    }

    pub fn look<T>(&self, run: RunRef, look: impl FnOnce(&mut Run) -> T) -> T {
        look(self.runs().get_mut(&run.run).unwrap())
    }

    pub fn ticks(&self) -> Vec<Tick> {
        self.ticks.lock().unwrap().clone()
    }

    pub fn functions(&self, run: RunRef) -> Vec<String> {
        self.look(run, |run| run.calls.iter().map(|call| call.function.clone()).collect())
    }

    fn check(&self) -> Result<(), Failed> {
        if self.away.load(Ordering::Relaxed) {
            return Err(Failed::Away(anyhow::anyhow!("PLANTED-away: the database is not there")));
        }
        Ok(())
    }

    async fn act(&self, run: RunRef, call: Call) -> Result<Value, Failed> {
        self.check()?;
        if call.function == "absent" {
            return Err(anyhow::anyhow!("nobody does it").into());
        }
        let (path, function, arguments) = (call.step.path.clone(), call.function.clone(), call.arguments.clone());
        let times = self.look(run, |run| {
            run.notes.extend(call.notes.clone());
            run.calls.push(call);
            run.calls.iter().filter(|call| call.step.path == path).count()
        });
        if let Some(done) = self.look(run, |run| run.done.get(&path).cloned()) {
            return Ok(done?);
        }
        let outcome = match function.as_str() {
            "slow" => {
                let pause = arguments["milliseconds"].as_u64().unwrap_or(1000);
                tokio::time::sleep(Duration::from_millis(pause)).await;
                Ok(arguments)
            }
            "refuse" => Err(Fault::new("refused", 422, "It does not want").detail("PLANTED-fault")),
            "http" if times < arguments["succeeds_at"].as_u64().unwrap_or(u64::MAX) as usize => {
                Err(Fault::new(Fault::COMMUNICATION, 502, "It was not reached").retryable())
            }
            "flaky" if times < 3 => Err(Fault::new("busy", 503, "Later").retryable()),
            "flickering" if times < 3 => return Err(anyhow::anyhow!("PLANTED-cause").into()),
            "lasting" if times < 9 => return Err(Failed::NotYet(Duration::from_millis(20))),
            "panicking" if times < 2 => panic!("PLANTED-panic"),
            _ => Ok(arguments),
        };
        if !outcome.as_ref().is_err_and(|fault| fault.retryable) {
            self.look(run, |run| run.done.insert(path, outcome.clone()));
        }
        Ok(outcome?)
    }
}

impl Effects for World {
    fn begin(&self, run: RunRef) -> BoxFuture<'_, Result<Option<Begin>, Failed>> {
        Box::pin(async move {
            self.check()?;
            Ok(self.look(run, |run| {
                run.begun += 1;
                let begun = Begun { input: run.input.clone(), ..Begun::default() };
                let resumes = !run.done.is_empty();
                let begin = || Begin { definition: run.definition.clone(), begun, resumes };
                run.outcome.is_none().then(begin)
            }))
        })
    }

    fn done(&self, run: RunRef, after: Option<String>) -> BoxFuture<'_, Result<DonePage, Failed>> {
        Box::pin(async move {
            Ok(self.look(run, |run| {
                let rest = run.done.iter().filter(|(path, _)| after.as_ref().is_none_or(|after| *path > after));
                let mut rest = rest.map(|(path, done)| (path.clone(), done.clone()));
                let done: Done = rest.by_ref().take(100).collect();
                DonePage { done, more: rest.next().is_some() }
            }))
        })
    }

    fn evaluate(&self, _: RunRef, asked: Evaluate) -> BoxFuture<'_, Result<Vec<Value>, Failed>> {
        Box::pin(async move {
            self.check()?;
            if asked.asked.contains(&json!("${ troubled() }")) && self.troubles.fetch_add(1, Ordering::Relaxed) < 2 {
                return Err(Fault::new(Fault::RUNTIME, 503, "There is no sandbox").retryable().into());
            }
            if asked.asked.contains(&json!("${ slow() }")) {
                tokio::time::sleep(Duration::from_secs(9)).await;
            }
            asked.asked.iter().map(|template| Ok(evaluated(template, &asked.scope)?)).collect()
        })
    }

    fn call(&self, run: RunRef, call: Call) -> BoxFuture<'_, Result<Value, Failed>> {
        Box::pin(self.act(run, call))
    }

    fn open(&self, run: RunRef, open: Open) -> BoxFuture<'_, Result<Opened, Failed>> {
        Box::pin(async move {
            self.check()?;
            self.look(run, |run| {
                run.notes.extend(open.notes);
                run.opened.push(open.step.path);
            });
            Ok(Opened { closes_in: open.arguments["seconds"].as_f64().map(Duration::from_secs_f64) })
        })
    }

    fn close(&self, run: RunRef, close: Close) -> BoxFuture<'_, Result<Closed, Failed>> {
        Box::pin(async move {
            self.check()?;
            let decided = self.look(run, |run| run.decisions.get(&close.step.path).cloned());
            let value = match decided {
                None if close.timed_out && close.kind == flow::Kind::Wait => json!(null),
                None if close.timed_out => return Err(Fault::new("rejected", 403, "Nobody said yes in time").into()),
                None => return Ok(Closed::StillOpen),
                Some(decision) => decision,
            };
            self.look(run, |run| run.done.insert(close.step.path, Ok(value.clone())));
            Ok(Closed::With(value))
        })
    }

    fn record(&self, run: RunRef, notes: Vec<Record>) -> BoxFuture<'_, Result<(), Failed>> {
        Box::pin(async move {
            self.look(run, |run| run.notes.extend(notes));
            Ok(())
        })
    }

    fn finish(&self, run: RunRef, finish: Finish) -> BoxFuture<'_, Result<(), Failed>> {
        Box::pin(async move {
            self.check()?;
            self.look(run, |run| {
                run.notes.extend(finish.notes);
                run.finished += 1;
                run.outcome = Some(finish.outcome);
            });
            Ok(())
        })
    }

    fn tick(&self, tick: Tick) -> BoxFuture<'_, Result<(), Failed>> {
        Box::pin(async move {
            self.ticks.lock().unwrap().push(tick);
            Ok(())
        })
    }
}

/// The part of jq that these tests need: `text(x)`, a fault, and `numbers(n)`.
fn evaluated(template: &Value, scope: &flow::Scope) -> Result<Value, Fault> {
    match template {
        Value::String(text) if text.starts_with("${") => {
            if let Some(plain) = flow::fill_plainly(template, scope) {
                return Ok(plain);
            }
            let expression = text.trim_start_matches("${").trim_end_matches('}').trim();
            if let Some(count) = expression.strip_prefix("numbers(").and_then(|rest| rest.strip_suffix(')')) {
                return Ok(json!((0..count.parse::<u32>().unwrap()).collect::<Vec<_>>()));
            }
            if let Some(size) = expression.strip_prefix("large(").and_then(|rest| rest.strip_suffix(')')) {
                return Ok(json!({ "large": "x".repeat(size.parse().unwrap()) }));
            }
            match expression {
                "troubled()" | "slow()" => Ok(json!(true)),
                ".secret | ascii_upcase" => Ok(json!(scope.data["secret"].as_str().unwrap_or_default().to_uppercase())),
                _ => Err(Fault::new(Fault::EXPRESSION, 400, "There is no such expression here")),
            }
        }
        Value::Object(fields) => {
            let filled = fields.iter().map(|(name, field)| Ok((name.clone(), evaluated(field, scope)?)));
            Ok(Value::Object(filled.collect::<Result<_, Fault>>()?))
        }
        other => Ok(other.clone()),
    }
}

#[expect(clippy::needless_pass_by_value, reason = "`json!` makes values")]
pub fn definition(tasks: Value) -> Value {
    json!({
        "document": {"dsl": "1.0.0", "namespace": "tests", "name": "test", "version": "1.0.0"},
        "do": tasks,
    })
}

/// Aborted when dropped, as by a supervisor that restarts it.
pub struct Working {
    stop: Option<oneshot::Sender<()>>,
    task: JoinHandle<()>,
}

impl Working {
    pub fn on(engine: &Engine, world: &Arc<World>) -> Working {
        Working::with(engine, world, Capacity::default())
    }

    pub fn with(engine: &Engine, world: &Arc<World>, capacity: Capacity) -> Working {
        let (stop, stopped) = oneshot::channel();
        let stopped = Box::pin(async move { drop(stopped.await) });
        let task = tokio::spawn(engine::work(engine.clone(), world.clone(), capacity, stopped, Box::new(|| {})));
        Working { stop: Some(stop), task }
    }

    pub async fn stop(mut self) {
        drop(self.stop.take());
        let stopped = tokio::time::timeout(Duration::from_secs(60), &mut self.task).await;
        stopped.expect("the worker stops").unwrap();
    }
}

impl Drop for Working {
    fn drop(&mut self) {
        self.task.abort();
        // Otherwise the stop would be graceful.
        std::mem::forget(self.stop.take());
    }
}

/// A worker on a runtime of its own, as in another process.
pub struct WorkerProcess(Runtime);

impl WorkerProcess {
    pub fn start(engine: &Engine, world: &Arc<World>) -> WorkerProcess {
        let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let never = Box::pin(std::future::pending());
        runtime.spawn(engine::work(engine.clone(), world.clone(), Capacity::default(), never, Box::new(|| {})));
        WorkerProcess(runtime)
    }

    /// Its connections, pollers and effects end at once, without a notification.
    pub fn crash(self) {
        self.0.shutdown_background();
    }
}

/// Waits until it holds, for a minute and a half at most.
pub async fn eventually(what: &str, mut holds: impl FnMut() -> bool) {
    for _ in 0..900 {
        if holds() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("never: {what}");
}

pub async fn outcome(world: &World, run: RunRef) -> Outcome {
    eventually("the run ends", || world.look(run, |run| run.outcome.is_some())).await;
    world.look(run, |run| run.outcome.clone()).unwrap()
}

pub fn succeeded(outcome: Outcome) -> Value {
    match outcome {
        Outcome::Succeeded { output } => output,
        other => panic!("{other:?}"),
    }
}

pub fn failed(outcome: Outcome) -> Fault {
    match outcome {
        Outcome::Failed { fault } => fault,
        other => panic!("{other:?}"),
    }
}
