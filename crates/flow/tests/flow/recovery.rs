//! Beginning again from what is done, and the bounds of a run.

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
