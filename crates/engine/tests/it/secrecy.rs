//! Temporal's storage is searched for texts of customers and of the service.

use crate::common::{Working, World, definition, engine, eventually, failed, outcome, succeeded};
use serde_json::json;
use std::sync::Arc;
use testtemporal::Temporal;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_that_was_said_is_readable_in_temporals_store() {
    let temporal = Temporal::start().unwrap();
    let (engine, world) = (engine(&temporal.url()), Arc::new(World::default()));
    let _working = Working::on(&engine, &world);
    let speaks = world.run(
        definition(json!([
            {"PLANTED-name": {"call": "echo", "with": {"PLANTED-field": "PLANTED-value", "x": "${ .secret | ascii_upcase }"}}},
            {"keep": {"set": {"note": "PLANTED-note"}}},
            {"PLANTED-ask": {"call": "approval", "with": {"title": "PLANTED-title"}}},
            {"flicker": {"call": "flickering"}},
            {"crash": {"call": "panicking"}},
        ])),
        json!({"secret": "planted-input"}),
    );
    let fails = world.run(definition(json!([{"no": {"call": "refuse"}}])), json!({"secret": "PLANTED-other"}));
    engine.start(speaks).await.unwrap();
    engine.start(fails).await.unwrap();
    let path = "do/2/PLANTED-ask";
    eventually("it asks", || world.look(speaks, |run| !run.opened.is_empty())).await;
    world.look(speaks, |run| run.decisions.insert(path.to_owned(), json!({"comment": "PLANTED-comment"})));
    engine.nudge(speaks, path).await.unwrap();
    succeeded(outcome(&world, speaks).await);
    assert_eq!(failed(outcome(&world, fails).await).detail.as_deref(), Some("PLANTED-fault"));
    world.look(speaks, |run| assert_eq!(run.calls[0].arguments["x"], "PLANTED-INPUT"));

    let stored = temporal.stored().unwrap();
    let found = |text: &str| stored.windows(text.len()).any(|part| part.eq_ignore_ascii_case(text.as_bytes()));
    assert!(found(&api::ids::RunId(speaks.run).to_string()), "the search itself works");
    assert!(!found("PLANTED-"));
}
