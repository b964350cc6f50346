//! Recorded histories of every workflow, replayed with the present code. A change that is incompatible with active runs
//! fails here: make it under `context.patched(…)`, and record new histories (`just record-histories`) only to cover new
//! behaviour; the old ones stay.

use crate::common::{Scrambled, Working, World, definition, engine, eventually, outcome};
use serde_json::{Value, json};
use std::{path::PathBuf, sync::Arc, time::Duration};
use testtemporal::Temporal;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/histories")
}

fn recorded() -> Vec<(String, Vec<u8>)> {
    let files = std::fs::read_dir(folder()).unwrap().map(|file| file.unwrap().path());
    let mut recorded: Vec<_> =
        files.map(|path| (path.file_stem().unwrap().display().to_string(), std::fs::read(&path).unwrap())).collect();
    recorded.sort();
    recorded
}

#[tokio::test]
async fn runs_that_are_under_way_go_on_with_this_version() {
    let recorded = recorded();
    for (name, history) in &recorded {
        let replayed = engine::replay(history, Arc::new(Scrambled)).await;
        replayed.unwrap_or_else(|error| panic!("{name}: {error:#}"));
    }
    for kind in ["\"interpret\"", "\"dispatch\""] {
        let of_kind = |(_, history): &(_, Vec<u8>)| String::from_utf8_lossy(history).contains(kind);
        assert!(recorded.iter().any(of_kind), "no history of {kind}");
    }
}

#[tokio::test]
async fn a_history_that_this_version_would_not_have_made_is_refused() {
    let recorded = recorded();
    let (_, steps) = recorded.iter().find(|(name, _)| name == "steps").unwrap();
    let other = String::from_utf8(steps.clone()).unwrap().replace("\"call\"", "\"carry\"");
    assert!(engine::replay(other.as_bytes(), Arc::new(Scrambled)).await.is_err());
}

/// One of each thing that a run can do.
fn definitions() -> Vec<(&'static str, Value)> {
    vec![
        (
            "steps",
            json!([
                {"set": {"set": {"name": "${ .name }"}}},
                {"shout": {"call": "echo", "with": {"x": "${ .secret | ascii_upcase }"}}},
                {"careful": {
                    "try": [{"no": {"call": "refuse"}}],
                    "catch": {"retry": {"delay": {"milliseconds": 50}, "limit": {"attempt": {"count": 2}}},
                              "do": [{"instead": {"call": "echo"}}]},
                }},
                {"later": {"call": "flaky"}},
                {"emit": {"emit": {"event": {"with": {"type": "test.done"}}}}},
                {"each": {"for": {"in": "${ numbers(3) }"}, "do": [{"act": {"call": "echo", "with": {"n": "${ $item }"}}}]}},
            ]),
        ),
        ("fails", json!([{"no": {"call": "refuse"}}])),
        ("waits", json!([{"rest": {"wait": {"milliseconds": 200}}}, {"go": {"call": "echo"}}])),
        ("approval", json!([{"ask": {"call": "approval", "with": {"title": "?"}}}, {"go": {"call": "echo"}}])),
        ("approval_times_out", json!([{"ask": {"call": "approval", "with": {"seconds": 0.2}}}])),
        ("timeout", json!([{"slow": {"call": "slow", "timeout": {"after": {"milliseconds": 200}}}}])),
        (
            "branches",
            json!([
                {"all": {"fork": {"branches": [{"a": {"call": "slow", "with": {"milliseconds": 50}}}, {"b": {"call": "echo"}}]}}},
                {"race": {"fork": {"compete": true, "branches": [{"a": {"call": "slow"}}, {"b": {"call": "echo"}}]}}},
            ]),
        ),
        ("cancelled", json!([{"rest": {"wait": {"hours": 1}}}])),
    ]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "writes tests/histories: just record-histories"]
async fn record() {
    let short = "--dynamic-config-value limit.historyCount.suggestContinueAsNew=100";
    let temporal = Temporal::start_with(short).unwrap();
    let (engine, world) = (engine(&temporal.url()), Arc::new(World::default()));
    let _working = Working::on(&engine, &world);
    std::fs::create_dir_all(folder()).unwrap();

    for (name, tasks) in definitions() {
        let run = world.run(definition(tasks), json!({"name": "Ada"}));
        engine.start(run).await.unwrap();
        if name == "approval" || name == "cancelled" {
            eventually("it waits", || world.look(run, |run| !run.opened.is_empty())).await;
            world.look(run, |run| run.decisions.insert("do/0/ask".to_owned(), json!("yes")));
        }
        match name {
            "approval" => engine.nudge(run, "do/0/ask").await.unwrap(),
            "cancelled" => engine.cancel(run).await.unwrap(),
            _ => {}
        }
        outcome(&world, run).await;
        write(&engine, name, &api::ids::RunId(run.run).to_string()).await;
    }

    let rounds = json!([{"each": {"for": {"in": "${ numbers(25) }"}, "do": [{"act": {"call": "echo"}}]}}]);
    let run = world.run(definition(rounds), json!({}));
    engine.start(run).await.unwrap();
    outcome(&world, run).await;
    write(&engine, "continued", &api::ids::RunId(run.run).to_string()).await;

    let schedule = engine::Schedule {
        tenant: uuid::Uuid::new_v4(),
        workflow: uuid::Uuid::new_v4(),
        when: engine::When::Every(Duration::from_secs(1)),
    };
    engine.schedule(&schedule).await.unwrap();
    eventually("it ticks", || !world.ticks().is_empty()).await;
    let at = world.ticks()[0].at;
    write(&engine, "dispatch", &format!("schedule_{}-{at}", api::ids::WorkflowId(schedule.workflow))).await;
}

/// Waits until the end of the history is written.
async fn write(engine: &engine::Engine, name: &str, workflow_id: &str) {
    for _ in 0..50 {
        let history = engine.history(workflow_id).await.unwrap();
        let text = String::from_utf8_lossy(&history).into_owned();
        if text.contains("WorkflowExecutionCompletedEventAttributes") {
            let value: Value = serde_json::from_slice(&history).unwrap();
            std::fs::write(folder().join(format!("{name}.json")), serde_json::to_vec(&value).unwrap()).unwrap();
            return;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    panic!("{name} does not end");
}
