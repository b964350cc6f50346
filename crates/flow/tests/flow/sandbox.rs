//! Hostile expressions.

use crate::sandbox;
use flow::{Fault, Sandbox, Scope, sandbox::Expression};
use serde_json::{Value, json};
use std::{
    process::Stdio,
    time::{Duration, Instant},
};
use tokio::io::{AsyncBufReadExt, BufReader};

fn scope(data: Value) -> Scope {
    Scope { data, variables: [("item".to_owned(), json!({"n": 5}))].into() }
}

async fn value(sandbox: &Sandbox, expression: &str) -> Result<Value, Fault> {
    sandbox.fill(1, &scope(json!({"a": [1, 2, {"b": "x"}]})), &json!(format!("${{ {expression} }}"))).await
}

#[tokio::test]
async fn expressions_are_jq() {
    let sandbox = sandbox();
    for (expression, expected) in [
        (".a | length", json!(3)),
        (".a[2].b + \"y\"", json!("xy")),
        ("$item.n * 2", json!(10)),
        ("[.a[] | numbers | . + 0.5]", json!([1.5, 2.5])),
        ("\"n is \\($item.n)\"", json!("n is 5")),
        ("{a: 1, (\"b\"): null} | to_entries | map(.key)", json!(["a", "b"])),
        ("empty", Value::Null),
        ("nan, infinite | select(false)", Value::Null),
        ("1 / 0", Value::Null),
        ("12345678901234567890", json!(12_345_678_901_234_567_890_u64)),
        ("\"2026-11-15T10:00:00Z\" | fromdate | todate", json!("2026-11-15T10:00:00Z")),
        ("\"a-b\" | test(\"^[a-z]-b$\")", json!(true)),
        ("\"${ .a }\"", json!("${ .a }")),
        ("try error(\"x\") catch .", json!("x")),
    ] {
        assert_eq!(value(&sandbox, expression).await, Ok(expected), "{expression}");
    }
    let template = json!({"list": ["${ .a[0] }", "literal"], "sum": "${ .a[0] + 1 }"});
    let filled = sandbox.fill(1, &scope(json!({"a": [1]})), &template).await;
    assert_eq!(filled, Ok(json!({"list": [1, "literal"], "sum": 2})));
}

#[tokio::test]
async fn an_expression_that_fails_says_why() {
    let sandbox = sandbox();
    for (expression, why) in [
        (".a.b", "cannot index"),
        ("error(\"my reason\")", "my reason"),
        ("1, 2", "more than one value"),
        ("limit(1e9; repeat(1))", "more than one value"),
        ("$unknown", "no variable"),
        ("\"x\" | tobytes", "bytes"),
    ] {
        let fault = value(&sandbox, expression).await.unwrap_err();
        assert_eq!((fault.r#type.as_str(), fault.retryable), (Fault::EXPRESSION, false), "{expression}");
        assert!(fault.detail.as_ref().unwrap().contains(why), "{expression}: {fault:?}");
    }
}

#[tokio::test]
async fn nothing_of_the_world_outside_can_be_seen_or_stopped() {
    let sandbox = sandbox();
    for expression in [
        "env",
        "$ENV",
        "$ENV.PATH",
        "input",
        "inputs",
        "now",
        "halt",
        "halt(0)",
        "halt_error",
        "debug",
        "stderr",
        "localtime",
        "input_filename",
        "input_line_number",
        "$__prog_args",
        "include \"x\"; .",
        "import \"/etc/passwd\" as $p; $p",
        "get_search_list",
        "strflocaltime(\"%H\")",
        "getpath([\"a\"]) | input",
        "modulemeta",
        "@sh \"\\(env)\"",
    ] {
        let fault = value(&sandbox, expression).await.unwrap_err();
        assert_eq!(fault.r#type, Fault::EXPRESSION, "{expression}");
        let wrong = sandbox
            .check(1, &[Expression { pointer: "/x".to_owned(), text: expression.to_owned(), variables: vec![] }])
            .await;
        assert_eq!(wrong.unwrap().len(), 1, "{expression}");
    }
}

#[tokio::test]
async fn bombs_are_refused_in_bounded_time_and_the_pool_goes_on() {
    let sandbox = sandbox();
    let deep = format!("{}1{}", "[".repeat(1900), "]".repeat(1900));
    let text = format!("\"{}\" | test(\"{}\")", "a".repeat(2000), "(a*)*".repeat(300));
    for bomb in [
        "def f: f; f",
        "def f: 1 + f; f",
        "def f: [f]; f",
        "[range(1000000000)]",
        "last(range(1000000000000))",
        "last(repeat(1))",
        "\"x\" * 1000000000",
        "\"x\" * 300000",
        "reduce range(40) as $i (\"x\"; . + .)",
        "reduce range(40) as $i ([1]; [., .])",
        "reduce range(1000000) as $i (1; [.])",
        "reduce range(100000) as $i (1; . * 1000000007)",
        "[limit(100000000; repeat(\"abc\"))] | join(\",\")",
        "[., .] | until(false; [., .])",
        "[range(300)] | combinations(5) | select(false)",
        "[range(100000)] | map(tostring) | join(\"-\") | .[:300000]",
        "\"\\([range(200000)])\" | [scan(\"1\")] | length | [range(. * 1000)]",
        &deep,
        &text,
    ] {
        let began = Instant::now();
        let result = value(&sandbox, bomb).await;
        let took = began.elapsed();
        let shown = &bomb[..bomb.len().min(60)];
        assert!(took < Duration::from_secs(20), "{shown} took {took:?}");
        if bomb != text {
            let fault = result.expect_err(shown);
            // How deep an expression may be before the parser gives up depends on the build; its value is bounded anyway.
            let known = [Fault::EXPRESSION_LIMIT, Fault::EXPRESSION, Fault::TOO_LARGE].contains(&fault.r#type.as_str());
            assert!(known && !fault.retryable, "{shown}: {fault:?}");
        }
        assert_eq!(value(&sandbox, "1 + 1").await, Ok(json!(2)), "after {shown}");
    }
}

#[tokio::test]
async fn bombs_of_syntax_are_refused_when_they_are_checked() {
    let sandbox = sandbox();
    let expression =
        |text: &str| Expression { pointer: "/x".to_owned(), text: text.to_owned(), variables: vec!["item".to_owned()] };
    let good = [expression(".a + $item"), expression("def f(x): x; f(1)")];
    assert_eq!(sandbox.check(1, &good).await, Ok(vec![]));
    for bad in
        ["", ".a +", "(", "foo", "foo(1; 2)", "$b", ".a b", "\"\\(", "if . then 1", "reduce . as $x", "💣", ".a }"]
    {
        let wrong = sandbox.check(1, &[expression(bad)]).await.unwrap();
        assert_eq!(wrong.len(), 1, "{bad}");
    }
    let deep = format!("{}1{}", "(".repeat(100_000), ")".repeat(100_000));
    assert_eq!(sandbox.check(1, &[expression(&deep), expression("1")]).await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_child_that_goes_away_is_replaced() {
    let sandbox = Sandbox::new("/nonexistent/program", &[], 1);
    assert!(value(&sandbox, "1 + 1").await.unwrap_err().retryable);
    // Many at once share few processes, and a question whose caller has gone frees its place.
    let sandbox = self::sandbox();
    let all = (0..20).map(|n| value(&sandbox, if n % 5 == 0 { "last(repeat(1))" } else { "1 + 1" }));
    let values = futures::future::join_all(all).await;
    assert_eq!(values.iter().filter(|value| **value == Ok(json!(2))).count(), 16);
    let waiting = value(&sandbox, "last(repeat(1))");
    assert!(tokio::time::timeout(Duration::from_millis(100), waiting).await.is_err());
    assert_eq!(value(&sandbox, "2 + 2").await, Ok(json!(4)));
}

#[tokio::test]
async fn a_child_has_given_away_what_it_could_do_harm_with() {
    let mut child = tokio::process::Command::new(env!("CARGO_BIN_EXE_jq-sandbox"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut ready = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut ready).await.unwrap();
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", child.id().unwrap())).unwrap();
    let most = |name: &str| -> u64 {
        let line = limits.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        line.split_whitespace().next().unwrap().parse().unwrap()
    };
    assert!(most("Max address space") < 600 * 1024 * 1024, "{limits}");
    for nothing in ["Max open files", "Max file size", "Max core file size", "Max processes"] {
        assert_eq!(most(nothing), 0, "{limits}");
    }
}

/// A child that executes the script when it is asked.
fn child(script: &str) -> Sandbox {
    Sandbox::new(
        "/bin/sh",
        &["-c", &format!("echo '{{\"Ready\":{{\"unconfined\":null}}}}'; read question; {script}")],
        1,
    )
}

#[tokio::test]
async fn a_child_that_somebody_else_ends_is_our_trouble_and_not_the_expressions() {
    for signal in ["TERM", "INT", "HUP", "KILL"] {
        let fault = value(&child(&format!("kill -{signal} $$")), "1 + 1").await.unwrap_err();
        assert!(fault.retryable, "{signal}: {fault:?}");
    }
    let fault = value(&child("kill -ABRT $$"), "1 + 1").await.unwrap_err();
    assert_eq!((fault.r#type.as_str(), fault.retryable), (Fault::EXPRESSION_LIMIT, false));
}

#[tokio::test]
async fn a_child_that_does_not_answer_is_replaced_once() {
    let been_here = std::env::temp_dir().join(format!("flow-sandbox-{}", std::process::id()));
    let script = format!("test -e {0} || {{ : > {0}; read forever; }}; echo '{{\"Values\":[7]}}'", been_here.display());
    let answer = value(&child(&script), "1 + 1").await;
    let _ = std::fs::remove_file(been_here);
    assert_eq!(answer, Ok(json!(7)));
}

#[tokio::test]
async fn whoever_asks_for_much_leaves_room_for_others() {
    let sandbox = Sandbox::new(env!("CARGO_BIN_EXE_jq-sandbox"), &[], 3);
    let (costly, cheap) = (json!("${ last(repeat(1)) }"), json!("${ 1 + 1 }"));
    let ended = std::cell::Cell::new(0);
    let much = futures::future::join_all((0..6).map(|_| async {
        let result = sandbox.fill(1, &scope(json!({})), &costly).await;
        ended.set(ended.get() + 1);
        result
    }));
    let little = async {
        let result = sandbox.fill(2, &scope(json!({})), &cheap).await;
        (result, ended.get())
    };
    let (all, (result, before)) = futures::join!(much, little);
    assert!(all.iter().all(Result::is_err));
    assert_eq!(result, Ok(json!(2)));
    assert!(before <= 1, "{before} came before");
}

/// The kernel returns `EPERM` for a system call that the filter refuses. The limits would return other errors: "too
/// many open files" or "try again".
#[cfg(target_os = "linux")]
#[test]
fn the_kernel_refuses_a_child_files_sockets_programs_and_other_processes() {
    for attempt in ["tcp", "listen", "udp", "unix", "read", "write", "exec", "spawn", "kill", "limits"] {
        let tried = std::process::Command::new(env!("CARGO_BIN_EXE_jq-sandbox")).arg(attempt).output().unwrap();
        let said = String::from_utf8_lossy(&tried.stdout);
        assert_eq!(said.trim(), "refused: Some(1)", "{attempt}, and {}", String::from_utf8_lossy(&tried.stderr));
    }
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_child_says_how_it_is_confined() {
    assert_eq!(sandbox().confinement().await, Ok(flow::sandbox::Confinement::Filtered));
}

#[tokio::test]
async fn a_child_without_a_filter_works_and_says_so() {
    let script =
        "echo '{\"Ready\":{\"unconfined\":\"the kernel refuses it\"}}'; read question; echo '{\"Values\":[7]}'";
    let sandbox = Sandbox::new("/bin/sh", &["-c", script], 1);
    let why = "the kernel refuses it".to_owned();
    assert_eq!(sandbox.confinement().await, Ok(flow::sandbox::Confinement::LimitsOnly(why)));
    assert_eq!(value(&sandbox, "1 + 1").await, Ok(json!(7)));
}
