//! A trace goes from a request to its event, and from there to deliveries and to runs of workflows.

use super::{
    workflow_engine::working,
    workflows::{create, definition, with},
};
use opentelemetry_proto::tonic::{collector::trace::v1::ExportTraceServiceRequest, trace::v1::Span};
use prost::Message;
use serde_json::json;
use std::time::{Duration, Instant};
use testkit::{Database, Received, Receiver, ServerProcess, TestApp, TestTenant, temporal};

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const CALLER: &str = "00f067aa0ba902b7";

fn traceparent(span: &str) -> String {
    format!("00-{TRACE}-{span}-01")
}

/// An endpoint that receives events of tickets, and a workflow that comments on a new ticket and then sends a request.
async fn follow(tenant: &TestTenant, hooks: &Receiver, calls: &Receiver) {
    let endpoint = json!({"name": "mirror", "url": hooks.url, "events": ["ticket.created", "ticket.commented"]});
    tenant.client.post("/api/admin/webhooks", endpoint).await.expect(201);
    let comment = json!({"ticket_id": "${ $workflow.input.subject.id }", "body": "Seen"});
    let tasks = json!([
        {"comment": {"call": "ticket.comment", "with": comment}},
        {"call": {"call": "http", "with": {"method": "POST", "endpoint": calls.url, "body": {}}}},
    ]);
    let on = json!({"on": {"one": {"with": {"type": "ticket.created"}}}});
    create(tenant, "Follow", with(definition(tasks), "schedule", on)).await;
}

/// The spans of the trace that the collector has received, when there are this many of each name.
async fn exported(collector: &Receiver, wanted: &[(&str, usize)]) -> Vec<Span> {
    let started = Instant::now();
    loop {
        let spans = spans(collector);
        let count = |name: &str| spans.iter().filter(|span| span.name == name).count();
        if wanted.iter().all(|(name, least)| count(name) >= *least) {
            return spans;
        }
        let found: Vec<_> = spans.iter().map(|span| &span.name).collect();
        assert!(started.elapsed() < Duration::from_secs(30), "of {wanted:?} only {found:?}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

fn spans(collector: &Receiver) -> Vec<Span> {
    let sent = collector.received().into_iter().filter(|received| received.path == "/v1/traces");
    let requests = sent.map(|received| ExportTraceServiceRequest::decode(received.body).unwrap());
    let resources = requests.flat_map(|request| request.resource_spans);
    let spans = resources.flat_map(|resource| resource.scope_spans).flat_map(|scope| scope.spans);
    spans.filter(|span| hexadecimal(&span.trace_id) == TRACE).collect()
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn id(span: &Span) -> String {
    hexadecimal(&span.span_id)
}

/// The only span with this name and this parent.
fn child<'a>(spans: &'a [Span], name: &str, parent: &str) -> &'a Span {
    let mut found = spans.iter().filter(|span| span.name == name && hexadecimal(&span.parent_span_id) == parent);
    let first = found.next().unwrap_or_else(|| panic!("no {name} below {parent}: {spans:#?}"));
    assert!(found.next().is_none(), "two of {name} below {parent}: {spans:#?}");
    first
}

fn of_kind<'a>(received: &'a [Received], kind: &str) -> &'a Received {
    received.iter().find(|received| received.event()["type"] == kind).unwrap()
}

#[tokio::test]
async fn the_spans_of_a_delivery_and_of_a_run_are_below_the_request_that_caused_them() {
    let name = format!("traces_{:016x}", rand::random::<u64>());
    let database = Database::create(Database::shared().await.port, &name).await.unwrap();
    let settings = database.settings();
    let app = TestApp::start_with(database, settings).await;
    let (collector, hooks, calls) = (Receiver::start().await, Receiver::start().await, Receiver::start().await);
    let tenant = app.tenant().await;
    follow(&tenant, &hooks, &calls).await;
    let (engine, queue) = (temporal::shared_url(), format!("test-{:016x}", rand::random::<u64>()));
    let export = ["--otlp-endpoint", &collector.url];
    let engine = ["--temporal-url", &engine, "--temporal-queue", &queue];
    let server = ServerProcess::start(&app.database, &export).await.unwrap();
    let _worker = ServerProcess::start_worker(&app.database, &[&export[..], &engine].concat()).await.unwrap();

    let caller = server.client(&tenant.key).with_header("traceparent", &traceparent(CALLER));
    caller.post("/api/psa/tickets", json!({"subject": "Printer on fire"})).await.expect(201);
    let (hooks, calls) = (hooks.wait_for(2).await, calls.wait_for(1).await);

    let comment = "POST /api/psa/tickets/comments";
    let wanted = [
        ("POST /api/psa/tickets", 1),
        ("webhook delivery", 2),
        ("workflow run", 1),
        ("workflow step", 2),
        (comment, 1),
    ];
    let spans = exported(&collector, &wanted).await;
    assert!(spans.iter().all(|span| span.events.is_empty()), "log lines are not exported: {spans:#?}");
    let request = id(child(&spans, "POST /api/psa/tickets", CALLER));
    let delivery = child(&spans, "webhook delivery", &request);
    assert_eq!(of_kind(&hooks, "ticket.created").header("traceparent"), traceparent(&id(delivery)));
    let run = id(child(&spans, "workflow run", &request));
    let steps: Vec<_> = spans.iter().filter(|span| span.name == "workflow step").collect();
    assert!(steps.iter().all(|step| hexadecimal(&step.parent_span_id) == run), "{spans:#?}");
    let sent = calls[0].header("traceparent");
    assert!(steps.iter().any(|step| traceparent(&id(step)) == sent), "{sent} is not of a step: {spans:#?}");

    // A step that calls our own API is the parent of that request, whose event has a delivery.
    let comments: Vec<_> = spans.iter().filter(|span| span.name == comment).collect();
    assert_eq!(comments.len(), 1, "{spans:#?}");
    assert!(steps.iter().any(|step| step.span_id == comments[0].parent_span_id), "{spans:#?}");
    let delivery = child(&spans, "webhook delivery", &id(comments[0]));
    assert_eq!(of_kind(&hooks, "ticket.commented").header("traceparent"), traceparent(&id(delivery)));
    assert!(spans.iter().all(|span| !format!("{span:?}").contains(&tenant.key)), "a span contains a credential");
    app.stop().await;
}

#[tokio::test]
async fn a_callers_context_is_passed_on_although_no_traces_are_exported() {
    let app = working().await;
    let tenant = app.tenant().await;
    let (hooks, calls) = (Receiver::start().await, Receiver::start().await);
    follow(&tenant, &hooks, &calls).await;
    let sent = traceparent(CALLER);
    let caller = tenant.client.with_header("traceparent", &sent);
    caller.post("/api/psa/tickets", json!({"subject": "Printer on fire"})).await.expect(201);
    for received in [hooks.wait_for(2).await, calls.wait_for(1).await].concat() {
        assert_eq!(received.header("traceparent"), sent, "{received:?}");
    }
    let events = tenant.client.get("/api/events").await.expect(200);
    assert!(!events.body.to_string().contains(TRACE), "an event shows no trace: {:#}", events.body);

    // A context that is not sampled, or is none, is neither stored nor sent.
    let (unsampled, garbage) = (sent.replace("-01", "-00"), sent.replace("00-", "99-"));
    for other in [&unsampled, &garbage] {
        let caller = tenant.client.with_header("traceparent", other);
        caller.post("/api/psa/tickets", json!({"subject": "Printer on fire"})).await.expect(201);
    }
    for received in [&hooks.wait_for(6).await[2..], &calls.wait_for(3).await[1..]].concat() {
        assert_eq!(received.headers.get("traceparent"), None, "{received:?}");
    }
    let root = app.database.root().await;
    let kept = "select count(*) from events where trace is not null and trace <> decode($1, 'hex')";
    let kept: i64 = root.query_one(kept, &[&format!("{TRACE}{CALLER}")]).await.unwrap().get(0);
    assert_eq!(kept, 0, "only what was sent is stored");
    app.stop().await;
}
