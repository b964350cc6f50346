//! Runs complete although Temporal and workers are lost.

use crate::common::{WorkerProcess, Working, World, definition, engine, engine_on, eventually, outcome, succeeded};
use engine::{Engine, RunRef};
use serde_json::json;
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use testtemporal::Temporal;

async fn started(engine: &Engine, world: &Arc<World>, count: usize) -> Vec<RunRef> {
    let tasks = json!([
        {"first": {"call": "slow", "with": {"milliseconds": 200}}},
        {"both": {"fork": {"branches": [
            {"left": {"call": "slow", "with": {"milliseconds": 100}}},
            {"right": {"wait": {"milliseconds": 500}}},
        ]}}},
        {"last": {"call": "echo", "with": {"done": true}}},
    ]);
    let runs: Vec<_> = (0..count).map(|_| world.run(definition(tasks.clone()), json!({}))).collect();
    for run in &runs {
        engine.start(*run).await.unwrap();
    }
    runs
}

async fn all_succeed(world: &World, runs: &[RunRef]) {
    for run in runs {
        assert_eq!(succeeded(outcome(world, *run).await), json!({"done": true}));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn runs_survive_that_temporal_is_killed() {
    let temporal = Temporal::start().unwrap();
    let (engine, world) = (engine(&temporal.url()), Arc::new(World::default()));
    let _working = Working::on(&engine, &world);
    let runs = started(&engine, &world, 15).await;
    eventually("some act", || runs.iter().any(|run| !world.functions(*run).is_empty())).await;
    for _ in 0..2 {
        temporal.kill().unwrap();
        tokio::time::sleep(Duration::from_secs(1)).await;
        temporal.start_again().unwrap();
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    all_succeed(&world, &runs).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn runs_survive_that_their_worker_is_lost() {
    let temporal = Temporal::start().unwrap();
    let (engine, world) = (engine_on(&temporal.url(), "lost"), Arc::new(World::default()));
    // Another process has a connection of its own.
    let process = WorkerProcess::start(&engine_on(&temporal.url(), "lost"), &world);
    let runs = started(&engine, &world, 10).await;
    eventually("some act", || runs.iter().any(|run| !world.functions(*run).is_empty())).await;
    process.crash();
    let working = Working::on(&engine, &world);
    all_succeed(&world, &runs).await;
    working.stop().await;
}

/// An unanswered workflow task is lost for this long.
const LOST: Duration = Duration::from_secs(10);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_worker_that_is_dropped_takes_no_more_tasks() {
    let temporal = Temporal::start().unwrap();
    let (url, world) = (temporal.url(), Arc::new(World::default()));
    let echo = || world.run(definition(json!([{"go": {"call": "echo", "with": {"x": 1}}}])), json!({}));
    for _ in 0..4 {
        let engine = engine_on(&url, "dropped");
        let working = Working::on(&engine, &world);
        let run = echo();
        engine.start(run).await.unwrap();
        succeeded(outcome(&world, run).await);
        drop(working);
    }
    // Temporal may still give a task to a poll that it does not know to be cancelled.
    tokio::time::sleep(Duration::from_secs(1)).await;
    let engine = engine_on(&url, "dropped");
    let working = Working::on(&engine, &world);
    let (runs, begun): (Vec<_>, _) = ((0..20).map(|_| echo()).collect(), Instant::now());
    for run in &runs {
        engine.start(*run).await.unwrap();
    }
    for run in runs {
        succeeded(outcome(&world, run).await);
    }
    assert!(begun.elapsed() < LOST, "{:?}", begun.elapsed());
    working.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn runs_of_a_worker_that_is_dropped_are_taken_over() {
    let temporal = Temporal::start().unwrap();
    let (engine, world) = (engine_on(&temporal.url(), "held"), Arc::new(World::default()));
    let working = Working::on(&engine_on(&temporal.url(), "held"), &world);
    let runs = started(&engine, &world, 10).await;
    eventually("some act", || runs.iter().any(|run| !world.functions(*run).is_empty())).await;
    let dropped = Instant::now();
    drop(working);
    let working = Working::on(&engine, &world);
    all_succeed(&world, &runs).await;
    // A task that arrives while a worker ends may be lost: the SDK does not wait for its polls. It is lost once.
    assert!(dropped.elapsed() < 2 * LOST, "{:?}", dropped.elapsed());
    working.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_worker_waits_for_a_temporal_that_is_not_there_yet() {
    let temporal = Temporal::start().unwrap();
    temporal.kill().unwrap();
    let (engine, world) = (engine(&temporal.url()), Arc::new(World::default()));
    let run = world.run(definition(json!([{"go": {"call": "echo", "with": {"x": 1}}}])), json!({}));
    let working = Working::on(&engine, &world);
    assert!(engine.start(run).await.is_err());
    let findings = engine.doctor().await;
    assert!(findings[0].state.is_err(), "{findings:?}");
    temporal.start_again().unwrap();
    engine.start(run).await.unwrap();
    assert_eq!(succeeded(outcome(&world, run).await), json!({"x": 1}));
    working.stop().await;
}
