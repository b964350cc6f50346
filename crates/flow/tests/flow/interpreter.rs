//! The behaviour of each task.

use crate::memory::Memory;
use flow::{Fault, Outcome, Status};
use serde_json::json;
use std::time::Duration;

#[tokio::test]
async fn data_goes_through_the_tasks_and_is_transformed_on_its_way() {
    let body = r#"
input: {from: .order}
output: {as: {total: "${ .sum }", context: "${ $context }", from: "${ $workflow.input.order.items }", by: "${ $workflow.name + $run.id }"}}
do:
  - add: {set: {sum: "${ .items | add }", fixed: [1, {a: "${ $task.name }"}]}, export: {as: "$context + {seen: .sum}"}}
  - double: {input: {from: {half: "${ .sum }"}}, set: {sum: "${ $input.half * 2 }"}, output: {as: ". + {was: $input.half}"}}
  - never: {if: ".was == 0", set: {}}
"#;
    let host = Memory::new();
    let output = host.output(body, json!({"order": {"items": [1, 2, 3]}})).await;
    assert_eq!(output, json!({"total": 12, "context": {"seen": 6}, "from": [1, 2, 3], "by": "testrun_1"}));
    assert_eq!(host.status("do/0/add"), Some(Status::Succeeded));
    assert_eq!(host.status("do/2/never"), Some(Status::Skipped));
}

#[tokio::test]
async fn a_function_is_called_with_its_arguments_filled_in() {
    let body = "do: [{note: {call: notify, with: {message: '${ .text }', data: {n: 1}}, output: {as: .with.message}}}]";
    let host = Memory::new();
    assert_eq!(host.output(body, json!({"text": "hello"})).await, json!("hello"));
    let calls = host.calls.borrow();
    assert_eq!(*calls, [("do/0/note".to_owned(), "notify".to_owned(), json!({"message": "hello", "data": {"n": 1}}))]);
    // The host records what it does by itself, and plain paths need no sandbox.
    assert_eq!((host.notes.borrow().len(), *host.evaluations.borrow()), (0, 0));
}

#[tokio::test]
async fn data_that_looks_like_an_expression_is_data() {
    let body = r#"
do:
  - keep: {set: {evil: "${ .evil }", made: "${ \"$\" + \"{ $run }\" }"}}
  - send: {call: notify, with: {message: "${ .evil }", data: {made: "${ .made }"}}, output: {as: .with}}
"#;
    let output = Memory::new().output(body, json!({"evil": "${ $run.id }"})).await;
    assert_eq!(output, json!({"message": "${ $run.id }", "data": {"made": "${ $run }"}}));
}

#[tokio::test]
async fn a_switch_leads_to_the_first_case_that_holds() {
    let body = "
do:
  - which:
      switch:
        - urgent: {when: '.priority == \"p1\"', then: page}
        - none: {when: .ignore, then: end}
        - odd: {when: .odd, then: exit}
  - usual: {set: {went: usual}, then: exit}
  - page: {set: {went: page}}
";
    for (input, went) in [
        (json!({"priority": "p1"}), json!({"went": "page"})),
        (json!({"priority": "p4"}), json!({"went": "usual"})),
        (json!({"ignore": true}), json!({"ignore": true})),
        (json!({"odd": 1}), json!({"odd": 1})),
    ] {
        assert_eq!(Memory::new().output(body, input).await, went);
    }
}

#[tokio::test]
async fn end_ends_the_workflow_from_anywhere_and_exit_only_its_list() {
    let body = "
do:
  - outer: {do: [{leave: {if: .go, set: {a: 1}, then: exit}}, {skipped: {raise: {error: {type: no, status: 500}}}}]}
  - both:
      fork:
        branches:
          - x: {do: [{soon: {wait: {milliseconds: 5}}}, {stop: {set: {ended: true}, then: end}}]}
          - y: {wait: PT1H}
";
    let host = Memory::new();
    assert_eq!(host.output(body, json!({"go": true})).await, json!({"ended": true}));
    assert_eq!(host.status("do/0/outer/do/0/leave"), Some(Status::Succeeded));
    assert_eq!(host.status("do/1/both/fork/1/y"), Some(Status::Canceled));
}

#[tokio::test]
async fn for_goes_through_a_list_while_its_condition_holds() {
    let body = "
do:
  - each:
      for: {each: host, at: n, in: .hosts}
      while: '$n < 3 and $host != \"stop\"'
      do:
        - add: {set: {hosts: '${ .hosts }', seen: '${ (.seen // []) + [\"\\($n):\\($host)\"] }'}}
  - only: {set: {seen: '${ .seen }'}}
";
    let host = Memory::new();
    assert_eq!(host.output(body, json!({"hosts": ["a", "b", "c", "d"]})).await, json!({"seen": ["0:a", "1:b", "2:c"]}));
    assert_eq!(host.status("do/0/each/for[2]/do/0/add"), Some(Status::Succeeded));
    assert_eq!(host.output(body, json!({"hosts": ["a", "stop"]})).await, json!({"seen": ["0:a"]}));
    assert_eq!(host.fault(body, json!({"hosts": "none"})).await.r#type, Fault::VALIDATION);
}

#[tokio::test]
async fn branches_of_a_fork_run_side_by_side_and_join() {
    let body = "
do:
  - base: {set: '${ . }', export: {as: {kept: 1}}}
  - both:
      fork:
        branches:
          - slow: {do: [{sleep: {wait: {milliseconds: 40}}}, {set1: {set: {a: 1}, export: {as: '$context + {a: 1}'}}}]}
          - quick: {set: {b: '${ .n }'}, export: {as: '$context + {b: 2}'}}
  - all: {set: {joined: '${ . }', context: '${ $context }'}}
";
    let output = Memory::new().output(body, json!({"n": 7})).await;
    assert_eq!(output, json!({"joined": [{"a": 1}, {"b": 7}], "context": {"kept": 1, "a": 1, "b": 2}}));
}

#[tokio::test]
async fn the_fastest_of_competing_branches_wins_and_a_failed_one_does_not() {
    let body = "
do:
  - race:
      fork:
        compete: true
        branches:
          - fails: {raise: {error: {type: no, status: 500}}}
          - slow: {wait: PT1H}
          - wins: {do: [{a: {wait: {milliseconds: 10}}}, {b: {set: {won: true}}}]}
";
    let host = Memory::new();
    assert_eq!(host.output(body, json!({})).await, json!({"won": true}));
    assert_eq!(host.status("do/0/race/fork/0/fails"), Some(Status::Failed));
    assert_eq!(host.status("do/0/race/fork/1/slow"), Some(Status::Canceled));
}

#[tokio::test]
async fn an_approval_holds_only_its_branch() {
    let body = "
do:
  - both:
      fork:
        branches:
          - asks: {do: [{first: {call: approval, with: {summary: Restart?}}}, {then1: {call: notify, with: {message: approved}}}]}
          - goes: {for: {in: '[1, 2]'}, do: [{ok: {call: approval, with: {summary: Each}}}, {say: {call: notify, with: {message: '${ \"went \\($item)\" }'}}}]}
";
    let host = Memory::new();
    host.held.borrow_mut().push("do/0/both/fork/0/asks/do/0/first".to_owned());
    let release = async {
        let free = "do/0/both/fork/1/goes/for[1]/do/1/say".to_owned();
        while !host.paths().contains(&free) {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        assert!(!host.paths().iter().any(|path| path.ends_with("then1")));
        host.held.borrow_mut().clear();
        host.released.notify_waiters();
    };
    let (output, ()) = futures::join!(host.output(body, json!({})), release);
    assert_eq!(output[0]["with"]["message"], json!("approved"));
    assert_eq!(output[1]["with"]["message"], json!("went 2"));
}

#[tokio::test]
async fn a_block_is_tried_again_with_growing_pauses() {
    let body = "
do:
  - careful:
      try: [{fetch: {call: http, with: {method: get, endpoint: 'https://example.com/'}}}]
      catch:
        errors: {with: {type: 'https://serverlessworkflow.io/spec/1.0.0/errors/communication', status: 503}}
        retry: {delay: {milliseconds: 5}, backoff: {exponential: {}}, limit: {attempt: {count: 3}}}
";
    let host = Memory::new();
    host.fail("do/0/careful/try/0/fetch", 1);
    host.fail("do/0/careful/try[2]/0/fetch", 1);
    assert_eq!(host.output(body, json!({})).await["function"], json!("http"));
    assert_eq!(*host.sleeps.borrow(), [Duration::from_millis(5), Duration::from_millis(10)]);
    assert_eq!(host.paths().last().unwrap(), "do/0/careful/try[3]/0/fetch");

    let host = Memory::new();
    for attempt in ["try", "try[2]", "try[3]", "try[4]"] {
        host.fail(&format!("do/0/careful/{attempt}/0/fetch"), 1);
    }
    let fault = host.fault(body, json!({})).await;
    assert_eq!((fault.status, fault.instance.as_deref()), (503, Some("do/0/careful/try[4]/0/fetch")));
}

#[tokio::test]
async fn what_is_caught_is_handled_and_the_rest_goes_up() {
    let body = "
do:
  - careful:
      try: [{refuse: {raise: {error: {type: refused, status: 409, detail: '${ \"because \\(.why)\" }'}}}}]
      catch:
        errors: {with: {type: refused}}
        as: problem
        when: $problem.status == 409
        exceptWhen: .why == \"secret\"
        do: [{tell: {set: {told: '${ $problem.detail }', where: '${ $problem.instance }'}}}]
";
    let told = json!({"told": "because of me", "where": "do/0/careful/try/0/refuse"});
    assert_eq!(Memory::new().output(body, json!({"why": "of me"})).await, told);
    assert_eq!(Memory::new().fault(body, json!({"why": "secret"})).await.r#type, "refused");
    let quiet = "do: [{t: {try: [{r: {raise: {error: {type: a, status: 500}}}}], catch: {}}}, {n: {set: {went: on}}}]";
    assert_eq!(Memory::new().output(quiet, json!({})).await, json!({"went": "on"}));
}

#[tokio::test]
async fn waits_are_durations_or_expressions_and_never_centuries() {
    let body = "do: [{pause: {wait: '${ .pause }'}}]";
    let host = Memory::new();
    assert_eq!(host.output(body, json!({"pause": {"milliseconds": 5}})).await, json!({"pause": {"milliseconds": 5}}));
    let fault = Memory::new().fault(body, json!({"pause": "P500D"})).await;
    assert_eq!((fault.r#type.as_str(), fault.status), (Fault::VALIDATION, 422));
    assert_eq!(Memory::new().fault(body, json!({"pause": null})).await.r#type, Fault::VALIDATION);
}

#[tokio::test]
async fn a_workflow_listens_emits_and_raises() {
    let body = "
do:
  - hear: {listen: {to: {any: [{with: {type: ticket.updated, data.object.id: '${ .id }'}}, {with: {type: [ticket.*]}}]}}}
  - tell: {emit: {event: {with: {type: acme.heard, data: {kind: '${ .type }'}}}}}
  - stop: {raise: {error: {type: done, status: 418, title: '${ .type }'}}}
";
    let host = Memory::new();
    let fault = host.fault(body, json!({"id": "tkt_1"})).await;
    assert_eq!((fault.title.as_str(), fault.instance.as_deref()), ("ticket.updated", Some("do/2/stop")));
    let calls = host.calls.borrow();
    assert_eq!(calls[0].2[0], json!({"types": ["ticket.updated"], "filter": {"data.object.id": ["tkt_1"]}}));
    assert_eq!(
        (calls[1].1.as_str(), &calls[1].2),
        ("emit", &json!({"type": "acme.heard", "data": {"kind": "ticket.updated"}}))
    );
}

#[tokio::test]
async fn an_expression_in_a_pattern_may_give_several_alternatives() {
    let body = "
do:
  - hear: {listen: {to: {one: {with: {type: ticket.updated, data.id: '${ .ids }', data.priority: [p1, '${ .ids }']}}}}}
";
    let host = Memory::new();
    host.output(body, json!({"ids": ["a", "b"]})).await;
    let filter = json!({"data.id": ["a", "b"], "data.priority": ["p1", "a", "b"]});
    assert_eq!(host.calls.borrow()[0].2[0]["filter"], filter);
}

#[tokio::test]
async fn the_cases_of_a_switch_are_evaluated_together_and_only_those_before_the_one_that_holds_matter() {
    let body = "
do:
  - which:
      switch:
        - first: {when: .n + 0 == 1, then: a}
        - second: {when: .n + 0 == 2, then: b}
        - wrong: {when: 'if .n == 3 then true else error(\"no\") end', then: c}
        - rest: {then: end}
  - a: {set: {went: a}, then: end}
  - b: {set: {went: b}, then: end}
  - c: {set: {went: c}}
";
    for (n, went, evaluations) in [(1, "a", 2), (2, "b", 3), (3, "c", 1)] {
        let host = Memory::new();
        assert_eq!(host.output(body, json!({"n": n})).await, json!({"went": went}));
        // One more if something failed, and then one by one.
        assert_eq!(*host.evaluations.borrow(), evaluations, "{went}");
    }
    let fault = Memory::new().fault(body, json!({"n": 4})).await;
    assert_eq!((fault.detail.as_deref(), fault.instance.as_deref()), (Some("no"), Some("do/0/which")));
    let fits = "do: [{a: {switch: [{b: {when: .x + 1 == 0, then: z}}, {c: {when: .x + 1 == 1, then: end}}, {d: {then: e}}]}}, {z: {set: {}}}, {e: {set: {at: e}}}]";
    let host = Memory::new();
    assert_eq!(host.output(fits, json!({"x": 5})).await, json!({"at": "e"}));
    assert_eq!(*host.evaluations.borrow(), 1);
}

#[tokio::test]
async fn time_runs_out_for_a_task_and_for_the_whole() {
    let body = "
do:
  - careful:
      try: [{long: {wait: PT1H, timeout: {after: {milliseconds: 10}}}}]
      catch: {errors: {with: {type: timeout}}, do: [{late: {set: {late: '${ $error.instance }'}}}]}
";
    let host = Memory::new();
    assert_eq!(host.output(body, json!({})).await, json!({"late": "do/0/careful/try/0/long"}));
    assert_eq!(host.status("do/0/careful/try/0/long"), Some(Status::Failed));

    let host = Memory::new();
    let body = "timeout: {after: {milliseconds: 10}}\ndo: [{long: {try: [{w: {wait: PT1H}}], catch: {}}}]";
    let Outcome::TimedOut { fault } = host.run(body, json!({})).await else { panic!("it should have timed out") };
    assert_eq!(fault.r#type, Fault::TIMEOUT);
    assert_eq!(host.status("do/0/long/try/0/w"), Some(Status::Canceled));
}

#[tokio::test]
async fn a_fault_says_which_part_of_a_step_it_came_from() {
    let host = Memory::new();
    let fault = host.fault("do: [{a: {call: notify, with: {message: m}, output: {as: '.with + 1'}}}]", json!({})).await;
    assert_eq!((fault.r#type.as_str(), fault.instance.as_deref()), (Fault::EXPRESSION, Some("do/0/a/output/as")));
    // The call itself was made, and its record stays.
    assert_eq!(host.status("do/0/a"), None);
    let fault = Memory::new().fault("do: [{a: {if: 'error(\"no\")', set: {}}}]", json!({})).await;
    assert_eq!((fault.detail.as_deref(), fault.instance.as_deref()), (Some("no"), Some("do/0/a/if")));
    // A failure is noted, whether of the arguments or of the call itself.
    let host = Memory::new();
    let fault = host.fault("do: [{a: {call: notify, with: {message: '${ .x + 1 | error }'}}}]", json!({})).await;
    assert_eq!((fault.detail.as_deref(), fault.instance.as_deref()), (Some("1"), Some("do/0/a")));
    assert_eq!(host.status("do/0/a"), Some(Status::Failed));
}
