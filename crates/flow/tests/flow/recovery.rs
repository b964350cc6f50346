//! Resuming from completed steps, and the limits of a run.

use crate::memory::Memory;
use flow::Fault;
use serde_json::json;

const THREE: &str = "
do:
  - one: {call: notify, with: {message: one}, export: {as: '{one: .with.message}'}}
  - two:
      for: {each: n, in: '[1, 2]'}
      do:
        - ask: {call: approval, with: {summary: '${ \"Go on with \\($n)?\" }'}}
        - send: {call: notify, with: {message: '${ \"\\($context.one) \\($n)\" }'}}
  - three: {wait: {milliseconds: 1}}
";

#[tokio::test]
async fn a_failed_run_goes_on_from_the_step_that_failed() {
    let host = Memory::new();
    host.fail("do/1/two/for[1]/do/1/send", 1);
    let fault = host.fault(THREE, json!({})).await;
    let failed = fault.instance.unwrap();
    assert_eq!(failed, "do/1/two/for[1]/do/1/send");

    host.done.borrow_mut().remove(&failed);
    host.calls.borrow_mut().clear();
    host.output(THREE, json!({})).await;
    let calls = host.calls.borrow();
    assert_eq!(*calls, [(failed, "notify".to_owned(), json!({"message": "one 2"}))]);
}

#[tokio::test]
async fn a_run_can_be_begun_again_after_every_step() {
    let whole = Memory::new();
    let output = whole.output(THREE, json!({})).await;
    let all = whole.done.borrow().clone();
    for left in 0..=all.len() {
        let host = Memory::new();
        host.done.borrow_mut().extend(all.clone().into_iter().take(left));
        assert_eq!(host.output(THREE, json!({})).await, output);
        let recorded = host.done.borrow();
        assert_eq!(*recorded, all);
    }
}

#[tokio::test]
async fn a_fault_that_was_caught_stays_caught() {
    let body = "
do:
  - careful:
      try: [{fetch: {call: notify, with: {message: try}}}]
      catch: {do: [{instead: {call: notify, with: {message: instead}}}]}
  - after: {call: notify, with: {message: after}}
";
    let host = Memory::new();
    host.fail("do/0/careful/try/0/fetch", 1);
    host.fail("do/1/after", 1);
    let fault = host.fault(body, json!({})).await;
    host.done.borrow_mut().remove(&fault.instance.unwrap());
    host.output(body, json!({})).await;
    assert_eq!(
        host.paths(),
        ["do/0/careful/try/0/fetch", "do/0/careful/catch/do/0/instead", "do/1/after", "do/1/after"]
    );
}

/// Runs a body whose `after` fails, and leaves that out, as for a retry.
async fn until_after(host: &Memory, body: &str) {
    host.fail("do/1/after", 1);
    let fault = host.fault(body, json!({})).await;
    assert_eq!(fault.instance.as_deref(), Some("do/1/after"));
    host.done.borrow_mut().remove("do/1/after");
    host.calls.borrow_mut().clear();
    host.sleeps.borrow_mut().clear();
}

#[tokio::test]
async fn who_has_won_has_won_for_good() {
    let body = "
do:
  - race:
      fork:
        compete: true
        branches:
          - slow: {do: [{w: {wait: {milliseconds: 300}}}, {s: {call: notify, with: {message: slow}}}]}
          - quick: {do: [{w: {wait: {milliseconds: 5}}}, {s: {set: {won: quick}, export: {as: {by: quick}}}}]}
  - after: {call: notify, with: {message: '${ $context.by + .won }'}, output: {as: .with.message}}
";
    let host = Memory::new();
    until_after(&host, body).await;
    // A late result is recorded nevertheless.
    host.done.borrow_mut().insert("do/0/race/fork/0/slow/do/0/w".to_owned(), Ok(json!(null)));
    host.done.borrow_mut().insert("do/0/race/fork/0/slow/do/1/s".to_owned(), Ok(json!({})));
    assert_eq!(host.output(body, json!({})).await, json!("quickquick"));
    assert_eq!(host.paths(), ["do/1/after"]);
}

#[tokio::test]
async fn time_that_was_up_stays_up() {
    let body = "
do:
  - careful:
      try:
        - hasty:
            timeout: {after: {milliseconds: 20}}
            do: [{e: {set: {x: 1}, export: {as: {seen: true}}}}, {w: {wait: {milliseconds: 300}}}, {s: {set: {late: false}}}]
      catch: {do: [{late: {set: {late: true, context: '${ $context }'}}}]}
  - after: {call: notify, with: {message: m, data: '${ . }'}, output: {as: .with.data}}
";
    let host = Memory::new();
    until_after(&host, body).await;
    host.done.borrow_mut().insert("do/0/careful/try/0/hasty/do/1/w".to_owned(), Ok(json!(null)));
    assert_eq!(host.output(body, json!({})).await, json!({"late": true, "context": {}}));
    assert_eq!(host.paths(), ["do/1/after"]);

    // An effect of its own, which completes while the run waits for another.
    let body = "
do:
  - careful:
      try: [{ask: {call: approval, with: {summary: Go on?}, timeout: {after: {milliseconds: 20}}}}]
      catch: {do: [{late: {set: {late: '${ $error.instance }'}}}]}
  - after: {call: notify, with: {message: '${ .late }'}, output: {as: .with.message}}
";
    let host = Memory::new();
    host.held.borrow_mut().push("do/0/careful/try/0/ask".to_owned());
    until_after(&host, body).await;
    host.held.borrow_mut().clear();
    assert_eq!(host.output(body, json!({})).await, json!("do/0/careful/try/0/ask"));
    assert_eq!(host.paths(), ["do/1/after"]);
}

#[tokio::test]
async fn pauses_that_are_over_are_not_made_again() {
    let body = "
do:
  - careful:
      try: [{fetch: {call: notify, with: {message: m}}}]
      catch: {retry: {delay: {milliseconds: 5}, limit: {attempt: {count: 3}}}}
  - after: {call: notify, with: {message: m}}
";
    let host = Memory::new();
    host.fail("do/0/careful/try/0/fetch", 1);
    host.fail("do/0/careful/try[2]/0/fetch", 1);
    until_after(&host, body).await;
    let all = host.done.borrow().clone();
    host.output(body, json!({})).await;
    assert_eq!((host.paths(), host.sleeps.borrow().len()), (vec!["do/1/after".to_owned()], 0));
    // One that was not over is.
    let host = Memory::new();
    host.done.borrow_mut().extend(all.into_iter().filter(|(path, _)| !path.contains("try[3]")));
    host.output(body, json!({})).await;
    assert_eq!(host.sleeps.borrow().len(), 1);
}

#[tokio::test]
async fn rounds_steps_and_data_have_bounds_with_faults_of_their_own() {
    let host = Memory::new();
    let rounds = "do: [{many: {for: {in: '[range(.n)]'}, do: [{a: {set: {}}}]}}]";
    assert_eq!(host.fault(rounds, json!({"n": 1001})).await.r#type, Fault::TOO_MANY_ITERATIONS);
    assert_eq!(host.output(rounds, json!({"n": 1000})).await, json!({}));

    let steps = "
do:
  - outer:
      try:
        - rounds: {for: {in: '[range(100)]'}, do: [{inner: {for: {each: x, at: y, in: '[range(100)]'}, do: [{a: {set: {}}}]}}]}
      catch: {retry: {delay: {milliseconds: 1}}, do: [{hide: {set: {hidden: true}}}]}
";
    assert_eq!(host.fault(steps, json!({})).await.r#type, Fault::TOO_MANY_STEPS);

    let grows = "do: [{twice: {for: {in: '[range(100)]'}, do: [{a: {set: {x: '${ .x + .x }'}}}]}}]";
    assert_eq!(host.fault(grows, json!({"x": "x".repeat(1000)})).await.r#type, Fault::EXPRESSION_LIMIT);
    let joins = "do: [{a: {fork: {branches: [{b: {set: '${ . }'}}, {c: {set: '${ . }'}}, {d: {set: '${ . }'}}]}}}]";
    let fault = host.fault(joins, json!({"x": "x".repeat(100_000)})).await;
    assert_eq!((fault.r#type.as_str(), fault.instance.as_deref()), (Fault::TOO_LARGE, Some("do/0/a/output")));
}

#[tokio::test]
async fn a_run_that_needs_no_host_asks_it_now_and_then() {
    let body = "do: [{a: {for: {in: '.list'}, do: [{b: {set: '${ . }'}}]}}]";
    let host = Memory::new();
    let list: Vec<usize> = (0..100).collect();
    host.output(body, json!({"list": list, "x": "x".repeat(100_000)})).await;
    let asked = *host.evaluations.borrow();
    assert!((5..20).contains(&asked), "{asked} times");
}

#[tokio::test]
async fn what_a_step_gives_may_only_be_so_deep() {
    let nested = |depth: usize| (0..depth).fold(json!(1), |inner, _| json!([inner]));
    let body = "do: [{a: {call: notify, with: {message: m, data: '${ .x }'}, output: {as: .function}}}]";
    assert_eq!(Memory::new().output(body, json!({"x": nested(60)})).await, json!("notify"));
    // The call returns its argument, nested somewhat deeper.
    let fault = Memory::new().fault(body, json!({"x": nested(63)})).await;
    assert_eq!((fault.r#type.as_str(), fault.instance.as_deref()), (Fault::TOO_LARGE, Some("do/0/a")));
    assert!(fault.detail.unwrap().contains("nested"));
    let fault = Memory::new().fault(body, json!({"x": nested(64)})).await;
    assert_eq!((fault.r#type.as_str(), fault.instance.as_deref()), (Fault::TOO_LARGE, Some("input")));
}

#[tokio::test]
async fn a_run_may_ask_for_so_many_values_and_no_more_even_if_it_catches() {
    let body = "
do:
  - careful:
      try:
        - one: {for: {in: $workflow.input.n}, while: 1 + 1, do: [{a: {if: 1 + 1, input: {from: 1 + 1}, set: '${ 1 + 1 }', output: {as: 1 + 1}, export: {as: 1 + 1}}}]}
        - two: {for: {in: $workflow.input.n}, while: 1 + 1, do: [{a: {if: 1 + 1, input: {from: 1 + 1}, set: '${ 1 + 1 }', output: {as: 1 + 1}, export: {as: 1 + 1}}}]}
      catch: {do: [{hide: {set: {hidden: true}}}]}
";
    let rounds: Vec<usize> = (0..900).collect();
    let host = Memory::new();
    host.canned.replace(Some(json!(1)));
    let fault = host.fault(body, json!({"n": rounds})).await;
    assert_eq!(fault.r#type, Fault::TOO_MANY_STEPS);
    assert_eq!(*host.evaluations.borrow(), flow::bounds::EVALUATIONS);
}

#[tokio::test]
async fn what_is_done_already_counts_as_well() {
    let body =
        "do: [{a: {for: {in: '[range(200)]'}, do: [{b: {call: notify, with: {message: m}, output: {as: {n: 1}}}}]}}]";
    let host = Memory::new();
    let done = (0..200).map(|i| (format!("do/0/a/for[{i}]/do/0/b"), Ok(json!("x".repeat(100_000)))));
    host.done.borrow_mut().extend(done);
    let fault = host.fault(body, json!({})).await;
    assert_eq!((fault.r#type.as_str(), fault.instance.as_deref()), (Fault::TOO_LARGE, Some("do/0/a/for[167]/do/0/b")));
    assert_eq!(host.paths().len(), 0);
}
