//! Runs of the interpreter on a real Temporal, acting on a world in memory.

use crate::common::{Scrambled, Working, World, definition, engine, eventually, failed, outcome, succeeded};
use engine::Capacity;
use flow::{Outcome, Status};
use serde_json::json;
use std::{
    sync::{Arc, atomic::Ordering},
    time::{Duration, Instant},
};

fn shared() -> engine::Engine {
    engine(&testtemporal::shared_url())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_run_does_its_steps_and_finishes_once() {
    let (engine, world) = (shared(), Arc::new(World::default()));
    let _working = Working::on(&engine, &world);
    let run = world.run(
        definition(json!([
            {"greet": {"call": "echo", "with": {"name": "${ .name }", "literal": "costs $5"}}},
            {"remember": {"set": {"greeted": "${ .name }"}}},
            {"shout": {"call": "echo", "with": {"secret": "${ .secret | ascii_upcase }", "who": "${ .greeted }"}}},
        ])),
        json!({"name": "Ada"}),
    );
    engine.start(run).await.unwrap();
    engine.start(run).await.unwrap();

    let output = succeeded(outcome(&world, run).await);
    assert_eq!(output, json!({"secret": "", "who": "Ada"}));
    engine.start(run).await.unwrap();
    tokio::time::sleep(Duration::from_secs(1)).await;
    world.look(run, |run| {
        assert_eq!(run.calls.len(), 2);
        assert_eq!(run.calls[0].arguments, json!({"name": "Ada", "literal": "costs $5"}));
        assert_eq!(run.calls[0].step.path, "do/0/greet");
        assert_eq!(run.finished, 1, "a second start finds nothing to do");
        let set = run.notes.iter().find(|note| note.step.name == "remember").unwrap();
        assert_eq!((set.status, set.output.clone()), (Status::Succeeded, Some(json!({"greeted": "Ada"}))));
    });
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_is_tried_again_under_the_same_key() {
    let (engine, world) = (shared(), Arc::new(World::default()));
    let _working = Working::on(&engine, &world);
    let run = world.run(
        definition(json!([
            {"away": {"call": "flickering", "with": {"a": 1}}},
            {"later": {"call": "flaky", "with": {"b": 2}}},
            {"crash": {"call": "panicking", "with": {"c": 3}}},
        ])),
        json!({}),
    );
    engine.start(run).await.unwrap();
    assert_eq!(succeeded(outcome(&world, run).await), json!({"c": 3}));
    let asked: Vec<_> = world.look(run, |run| {
        run.calls.iter().map(|call| (call.step.path.clone(), call.attempt, call.arguments.clone())).collect()
    });
    let (away, later, crash) = ("do/0/away".to_owned(), "do/1/later".to_owned(), "do/2/crash".to_owned());
    assert_eq!(
        asked,
        [
            (away.clone(), 1, json!({"a": 1})),
            (away.clone(), 1, json!({"a": 1})),
            (away, 1, json!({"a": 1})),
            (later.clone(), 1, json!({"b": 2})),
            (later.clone(), 2, json!({"b": 2})),
            (later, 3, json!({"b": 2})),
            (crash.clone(), 1, json!({"c": 3})),
            (crash, 1, json!({"c": 3})),
        ]
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_fault_fails_the_run_or_is_caught() {
    let (engine, world) = (shared(), Arc::new(World::default()));
    let _working = Working::on(&engine, &world);
    let fails = world.run(definition(json!([{"no": {"call": "refuse"}}])), json!({}));
    let catches = world.run(
        definition(json!([
            {"careful": {
                "try": [{"no": {"call": "refuse"}}],
                "catch": {"errors": {"with": {"type": "refused"}}, "do": [{"instead": {"call": "echo", "with": {"x": 1}}}]},
            }},
        ])),
        json!({}),
    );
    engine.start(fails).await.unwrap();
    engine.start(catches).await.unwrap();
    let fault = failed(outcome(&world, fails).await);
    assert_eq!((fault.r#type.as_str(), fault.instance.as_deref()), ("refused", Some("do/0/no")));
    assert_eq!(succeeded(outcome(&world, catches).await), json!({"x": 1}));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_run_waits_as_long_as_it_says() {
    let (engine, world) = (shared(), Arc::new(World::default()));
    let _working = Working::on(&engine, &world);
    let begun = Instant::now();
    let run = world.run(definition(json!([{"rest": {"wait": {"seconds": 2}}}])), json!({"x": 1}));
    engine.start(run).await.unwrap();
    assert_eq!(succeeded(outcome(&world, run).await), json!({"x": 1}));
    assert!(begun.elapsed() >= Duration::from_secs(2));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_approval_is_decided_by_our_tables_after_a_nudge() {
    let (engine, world) = (shared(), Arc::new(World::default()));
    let _working = Working::on(&engine, &world);
    let run = world.run(
        definition(json!([{"ask": {"call": "approval", "with": {"title": "May I?"}}}, {"go": {"call": "echo"}}])),
        json!({}),
    );
    engine.start(run).await.unwrap();
    eventually("it asks", || world.look(run, |run| !run.opened.is_empty())).await;
    engine.nudge(run, "do/0/ask").await.unwrap();
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert!(world.functions(run).is_empty(), "a nudge alone decides nothing");

    world.look(run, |run| run.decisions.insert("do/0/ask".to_owned(), json!({"approved": true})));
    engine.nudge(run, "do/0/ask").await.unwrap();
    succeeded(outcome(&world, run).await);
    assert_eq!(world.functions(run), ["echo"]);
    engine.nudge(run, "do/0/ask").await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_approval_that_nobody_gives_is_refused_in_time() {
    let (engine, world) = (shared(), Arc::new(World::default()));
    let _working = Working::on(&engine, &world);
    let ask = json!([{"ask": {"call": "approval", "with": {"seconds": 1}}}, {"go": {"call": "echo"}}]);
    let run = world.run(definition(ask), json!({}));
    engine.start(run).await.unwrap();
    assert_eq!(failed(outcome(&world, run).await).r#type, "rejected");
    assert!(world.functions(run).is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn branches_go_on_beside_one_that_waits_and_losers_are_overtaken() {
    let (engine, world) = (shared(), Arc::new(World::default()));
    let _working = Working::on(&engine, &world);
    let all = world.run(
        definition(json!([{"both": {"fork": {"branches": [
            {"ask": {"call": "approval"}},
            {"go": {"call": "echo", "with": {"x": 1}}},
        ]}}}])),
        json!({}),
    );
    let race = world.run(
        definition(json!([{"race": {"fork": {"compete": true, "branches": [
            {"slow": {"call": "slow", "with": {"milliseconds": 600_000}}},
            {"fast": {"call": "echo", "with": {"x": 2}}},
        ]}}}])),
        json!({}),
    );
    engine.start(all).await.unwrap();
    engine.start(race).await.unwrap();
    eventually("the other branch acts", || world.functions(all) == ["echo"]).await;
    assert_eq!(succeeded(outcome(&world, race).await), json!({"x": 2}));
    let overtaken = world.look(race, |run| run.notes.iter().any(|note| note.status == Status::Canceled));
    assert!(overtaken);

    world.look(all, |run| run.decisions.insert("do/0/both/fork/0/ask".to_owned(), json!("yes")));
    engine.nudge(all, "do/0/both/fork/0/ask").await.unwrap();
    assert_eq!(succeeded(outcome(&world, all).await), json!(["yes", {"x": 1}]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cancelled_run_ends_at_once_and_says_so() {
    let (engine, world) = (shared(), Arc::new(World::default()));
    let _working = Working::on(&engine, &world);
    let waits = world.run(definition(json!([{"rest": {"wait": {"hours": 1}}}, {"go": {"call": "echo"}}])), json!({}));
    let calls = world.run(
        definition(json!([{"slow": {"call": "slow", "with": {"milliseconds": 600_000}}}, {"go": {"call": "echo"}}])),
        json!({}),
    );
    engine.start(waits).await.unwrap();
    engine.start(calls).await.unwrap();
    eventually("it waits", || world.look(waits, |run| !run.opened.is_empty())).await;
    eventually("it calls", || world.functions(calls) == ["slow"]).await;
    engine.cancel(waits).await.unwrap();
    engine.cancel(calls).await.unwrap();
    assert_eq!(outcome(&world, waits).await, Outcome::Canceled);
    assert_eq!(outcome(&world, calls).await, Outcome::Canceled);
    assert!(world.functions(waits).is_empty());
    engine.cancel(waits).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_step_that_takes_too_long_fails_with_its_timeout() {
    let (engine, world) = (shared(), Arc::new(World::default()));
    let _working = Working::on(&engine, &world);
    let slow = json!({"call": "slow", "with": {"milliseconds": 600_000}, "timeout": {"after": {"seconds": 1}}});
    let run = world.run(definition(json!([{ "slow": slow }])), json!({}));
    engine.start(run).await.unwrap();
    assert_eq!(failed(outcome(&world, run).await).r#type, "timeout");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_run_survives_that_our_database_is_away() {
    let (engine, world) = (shared(), Arc::new(World::default()));
    let _working = Working::on(&engine, &world);
    let run = world.run(definition(json!([{"go": {"call": "echo", "with": {"x": 1}}}])), json!({}));
    world.away.store(true, Ordering::Relaxed);
    engine.start(run).await.unwrap();
    tokio::time::sleep(Duration::from_secs(3)).await;
    world.away.store(false, Ordering::Relaxed);
    assert_eq!(succeeded(outcome(&world, run).await), json!({"x": 1}));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_failed_run_is_retried_from_the_step_that_failed() {
    let (engine, world) = (shared(), Arc::new(World::default()));
    let _working = Working::on(&engine, &world);
    let run = world.run(
        definition(json!([{"first": {"call": "echo"}}, {"ask": {"call": "approval", "with": {"seconds": 0.2}}}])),
        json!({}),
    );
    engine.start(run).await.unwrap();
    failed(outcome(&world, run).await);
    world.look(run, |run| {
        run.outcome = None;
        run.decisions.insert("do/1/ask".to_owned(), json!("yes"));
    });
    // The previous history may not be closed yet.
    for _ in 0..50 {
        engine.start(run).await.unwrap();
        tokio::time::sleep(Duration::from_millis(100)).await;
        if world.look(run, |run| run.outcome.is_some()) {
            break;
        }
    }
    assert_eq!(succeeded(outcome(&world, run).await), json!("yes"));
    assert_eq!(world.functions(run), ["echo"], "what was done is not done again");
}

/// Temporal asks for a new history after some thousand events; this one after a hundred.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_run_goes_on_in_a_new_history() {
    let short = "--dynamic-config-value limit.historyCount.suggestContinueAsNew=100";
    let temporal = testtemporal::Temporal::start_with(short).unwrap();
    let (engine, world) = (engine(&temporal.url()), Arc::new(World::default()));
    let _working = Working::on(&engine, &world);
    let run = world.run(
        definition(json!([{"both": {"fork": {"branches": [
            {"each": {
                "for": {"each": "number", "in": "${ numbers(120) }"},
                "do": [{"act": {"call": "echo", "with": {"number": "${ $number }"}}}],
            }},
            {"ask": {"call": "approval"}},
        ]}}}])),
        json!({}),
    );
    engine.start(run).await.unwrap();
    eventually("each is called", || world.functions(run).len() >= 120).await;
    world.look(run, |run| run.decisions.insert("do/0/both/fork/1/ask".to_owned(), json!("yes")));
    engine.nudge(run, "do/0/both/fork/1/ask").await.unwrap();
    assert_eq!(succeeded(outcome(&world, run).await), json!([{"number": 119}, "yes"]));
    world.look(run, |run| {
        assert!(run.begun > 3, "{} histories", run.begun);
        assert_eq!(run.calls.len(), 120, "each call once");
    });
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn runs_that_do_not_fit_into_memory_are_replayed() {
    let (engine, world) = (shared(), Arc::new(World::default()));
    let working = Working::with(&engine, &world, Capacity { runs: 2, ..Capacity::default() });
    let runs: Vec<_> = (0..12)
        .map(|_| {
            let race = json!({"fork": {"compete": true, "branches": [
                {"ask": {"call": "approval", "with": {"seconds": 60}}},
                {"rest": {"wait": {"seconds": 2}}},
            ]}});
            world.run(definition(json!([{ "race": race }, {"go": {"call": "echo"}}])), json!({}))
        })
        .collect();
    for run in &runs {
        engine.start(*run).await.unwrap();
    }
    for run in &runs {
        succeeded(outcome(&world, *run).await);
        assert_eq!(world.functions(*run), ["echo"]);
    }
    working.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn much_that_is_noted_or_passed_on_does_not_stop_a_run() {
    let (engine, world) = (shared(), Arc::new(World::default()));
    let _working = Working::on(&engine, &world);
    let notes = world.run(
        definition(json!([
            {"each": {
                "for": {"each": "number", "in": "${ numbers(30) }"},
                "do": [{"fill": {"set": "${ large(200000) }"}}],
            }},
            {"go": {"call": "echo", "with": {"x": 1}}},
        ])),
        json!({}),
    );
    let branch = |number: u32| json!({format!("b{number}"): {"call": "echo", "with": {"x": "${ large(240000) }"}}});
    let branches: Vec<_> = (0..16).map(branch).collect();
    let wide = world.run(definition(json!([{"all": {"fork": {"branches": branches}}}])), json!({}));
    engine.start(notes).await.unwrap();
    engine.start(wide).await.unwrap();
    assert_eq!(succeeded(outcome(&world, notes).await), json!({"x": 1}));
    let noted = world.look(notes, |run| run.notes.iter().filter(|note| note.step.name == "fill").count());
    assert_eq!(noted, 30);
    // The results of sixteen branches exceed the limit of a step; the test is that the run ends.
    assert_eq!(failed(outcome(&world, wide).await).r#type, "too_large");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_noted_is_not_lost_with_an_effect_that_nobody_did() {
    let (engine, world) = (shared(), Arc::new(World::default()));
    let _working = Working::on(&engine, &world);
    let absent = json!({"call": "absent", "timeout": {"after": {"seconds": 1}}});
    let run = world.run(definition(json!([{"keep": {"set": {"x": 1}}}, {"go": absent}])), json!({}));
    engine.start(run).await.unwrap();
    assert_eq!(failed(outcome(&world, run).await).r#type, "timeout");
    let noted: Vec<_> =
        world.look(run, |run| run.notes.iter().map(|note| (note.step.name.clone(), note.status)).collect());
    assert_eq!(noted, [("keep".to_owned(), Status::Succeeded), ("go".to_owned(), Status::Failed)]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_expression_waits_for_a_sandbox() {
    let (engine, world) = (shared(), Arc::new(World::default()));
    let _working = Working::on(&engine, &world);
    let run = world.run(definition(json!([{"keep": {"set": "${ troubled() }"}}])), json!({}));
    engine.start(run).await.unwrap();
    assert_eq!(succeeded(outcome(&world, run).await), json!(true));
}

/// The SDK asks Temporal for more time meanwhile, which a replay does not show.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_slow_expression_does_not_part_a_run_from_its_history() {
    let (engine, world) = (shared(), Arc::new(World::default()));
    let _working = Working::on(&engine, &world);
    let large = |number: u32| json!({format!("l{number}"): {"if": "${ large(240000) }", "set": {"x": 1}}});
    let mut tasks: Vec<_> = (0..9).map(large).collect();
    tasks.insert(4, json!({"slow": {"if": "${ slow() }", "set": {"x": 2}}}));
    let run = world.run(definition(json!(tasks)), json!({}));
    engine.start(run).await.unwrap();
    succeeded(outcome(&world, run).await);
    let history = engine.history(&api::ids::RunId(run.run).to_string()).await.unwrap();
    engine::replay(&history, Arc::new(Scrambled)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tenant_has_a_third_of_a_worker_and_another_is_not_held_up() {
    let (engine, world) = (shared(), Arc::new(World::default()));
    let capacity = Capacity { effects: 6, ..Capacity::default() };
    let _working = Working::with(&engine, &world, capacity);
    let slow = |pause: u32| json!([{"slow": {"call": "slow", "with": {"milliseconds": pause}}}]);
    let first = world.run(definition(slow(8000)), json!({}));
    let hog: Vec<_> = (0..12)
        .map(|_| engine::RunRef { tenant: first.tenant, ..world.run(definition(slow(8000)), json!({})) })
        .collect();
    for run in &hog {
        engine.start(*run).await.unwrap();
    }
    eventually("the first ones act", || hog.iter().filter(|run| !world.functions(**run).is_empty()).count() == 2).await;
    let other = world.run(definition(slow(1)), json!({}));
    let begun = Instant::now();
    engine.start(other).await.unwrap();
    succeeded(outcome(&world, other).await);
    assert!(begun.elapsed() < Duration::from_secs(6), "{:?}", begun.elapsed());
    let acting = hog.iter().filter(|run| !world.functions(**run).is_empty()).count();
    assert!(acting <= 4, "{acting} of one tenant");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_waits_for_a_worker_is_the_lag() {
    let (engine, world) = (shared(), Arc::new(World::default()));
    assert_eq!(engine.lag().await.unwrap().tasks, 0);
    let runs: Vec<_> = (0..5).map(|_| world.run(definition(json!([{"go": {"call": "echo"}}])), json!({}))).collect();
    for run in &runs {
        engine.start(*run).await.unwrap();
    }
    let mut lag = engine.lag().await.unwrap();
    for _ in 0..100 {
        lag = engine.lag().await.unwrap();
        if lag.tasks >= 5 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(lag.tasks, 5);
    assert!(lag.oldest > Duration::ZERO);
    let _working = Working::on(&engine, &world);
    for run in &runs {
        succeeded(outcome(&world, *run).await);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_a_try_an_http_call_is_made_once_for_each_attempt_of_the_definition() {
    let (engine, world) = (shared(), Arc::new(World::default()));
    let _working = Working::on(&engine, &world);
    let run = world.run(
        definition(json!([
            {"careful": {
                "try": [{"fetch": {"call": "http"}}],
                "catch": {"retry": {"delay": {"milliseconds": 50}, "limit": {"attempt": {"count": 2}}},
                          "do": [{"instead": {"call": "echo"}}]},
            }},
            {"other": {
                "try": [{"later": {"call": "flaky"}}],
                "catch": {"do": [{"never": {"call": "echo"}}]},
            }},
            {"elsewhere": {
                "try": [{"again": {"call": "http", "with": {"succeeds_at": 2}}}],
                "catch": {"errors": {"with": {"type": "timeout"}}},
            }},
        ])),
        json!({}),
    );
    let started = Instant::now();
    engine.start(run).await.unwrap();
    succeeded(outcome(&world, run).await);
    let paths: Vec<String> = world.look(run, |run| run.calls.iter().map(|call| call.step.path.clone()).collect());
    assert_eq!(
        paths,
        [
            "do/0/careful/try/0/fetch",
            "do/0/careful/try[2]/0/fetch",
            "do/0/careful/try[3]/0/fetch",
            "do/0/careful/catch/do/0/instead",
            // Calls other than `http`, and faults that the `try` does not catch, are still retried by the engine.
            "do/1/other/try/0/later",
            "do/1/other/try/0/later",
            "do/1/other/try/0/later",
            "do/2/elsewhere/try/0/again",
            "do/2/elsewhere/try/0/again",
        ]
    );
    let attempts: Vec<u32> = world.look(run, |run| run.calls.iter().map(|call| call.attempts).collect());
    assert_eq!(attempts[..4], [1, 1, 1, engine::ATTEMPTS]);
    assert!(started.elapsed() < Duration::from_secs(30), "{:?}", started.elapsed());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_whose_work_lasts_is_made_again_until_it_has_ended() {
    let (engine, world) = (shared(), Arc::new(World::default()));
    let _working = Working::on(&engine, &world);
    let run = world.run(definition(json!([{"make": {"call": "lasting", "with": {"a": 1}}}])), json!({}));
    engine.start(run).await.unwrap();
    assert_eq!(succeeded(outcome(&world, run).await), json!({"a": 1}));
    let attempts: Vec<u32> = world.look(run, |run| run.calls.iter().map(|call| call.attempt).collect());
    assert_eq!(attempts, [1; 9], "that is no failure of the call, so its attempts are not used up");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_is_asked_for_with_the_names_of_secrets_and_nothing_else() {
    let (engine, world) = (shared(), Arc::new(World::default()));
    let _working = Working::on(&engine, &world);
    let mut definition = definition(json!([
        {"fetch": {"call": "http", "with": {"succeeds_at": 1, "a": "${ .name + \"-\" + $secret.token }", "b": "${ .name }"}}},
        {"say": {"call": "echo"}},
    ]));
    definition["use"] = json!({"secrets": ["token", "other"]});
    let run = world.run(definition, json!({"name": "$secret.token"}));
    engine.start(run).await.unwrap();
    succeeded(outcome(&world, run).await);
    world.look(run, |run| {
        let call = &run.calls[0];
        assert_eq!(call.arguments, json!({"succeeds_at": 1, "a": ["$secret.token"], "b": "$secret.token"}));
        assert_eq!(call.secret_texts.shown(&call.arguments).unwrap()["a"], "$secret.token-$secret.token");
        assert_eq!(call.secrets, ["token", "other"]);
        assert!(run.calls[1].secret_texts.is_empty());
    });
}
