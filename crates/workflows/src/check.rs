//! Checks a definition: all of its faults at once, each with its pointer.

use super::functions;
use api::webhooks::{EventFilter, EventPattern as Kinds};
use api::{EventKind, Fault, problem::FaultCode, workflows::Definition as Written};
use flow::{Definition, Draft, EventPattern, Invalid, bounds::SHOWN_CHARS, shortened};
use kernel::{
    app::App,
    event_filter::Filter,
    hearing,
    http::{Caller, MOST_FAULTS, Problem, fault_code},
};
use serde_json::Value;

/// The parsed document. Its author needs the scopes that read the events that it waits for.
pub async fn definition(app: &App, author: &Caller, written: Written) -> Result<(Value, Definition), Problem> {
    let mut document = match written {
        Written::Object(fields) => Value::Object(fields),
        Written::Text(text) => flow::read_yaml(&text).map_err(|why| Problem::invalid(vec![fault(why.invalid())]))?,
    };
    let faults = kernel::http::tidied(&mut document, "/definition");
    if !faults.is_empty() {
        return Err(Problem::invalid(faults));
    }
    let definition = again(app, author, &document).await?;
    Ok((document, definition))
}

/// A stored document, checked with the present functions.
pub async fn again(app: &App, author: &Caller, document: &Value) -> Result<Definition, Problem> {
    let mut draft = Draft::read(document, &functions::registry(app).known);
    let checked = draft.check_expressions(&app.sandbox, author.tenant().0.as_u128()).await;
    checked.map_err(|fault| Problem::internal(anyhow::anyhow!("the sandbox: {fault:?}")))?;
    let patterns = draft.patterns.iter().flat_map(|(at, pattern)| wrong_pattern(at, pattern));
    let patterns: Vec<Fault> = patterns.take(MOST_FAULTS + 1).collect();
    let heard: Vec<Kinds> =
        draft.patterns.iter().flat_map(|(_, pattern)| pattern.types.iter().cloned().map(Kinds::stored)).collect();
    match draft.finish() {
        Ok(definition) if patterns.is_empty() => {
            hearing::refuse_unreadable(author, &heard)?;
            Ok(definition)
        }
        finished => {
            let invalid = finished.err().unwrap_or_default();
            let mut faults: Vec<Fault> = invalid.into_iter().map(fault).chain(patterns).collect();
            faults.sort_by(|a, b| a.pointer.cmp(&b.pointer));
            Err(Problem::invalid(faults))
        }
    }
}

/// A definition from our tables.
pub fn stored(document: &Value) -> Result<Definition, Problem> {
    Definition::stored(document).map_err(|fault| Problem::internal(anyhow::anyhow!("a stored definition: {fault:?}")))
}

/// Refuses an invalid input.
pub fn input(definition: &Definition, input: &Value) -> Result<(), Problem> {
    let invalid = definition.check_input(input);
    if invalid.is_empty() {
        return Ok(());
    }
    let at = |invalid: Invalid| Fault {
        did_you_mean: invalid.did_you_mean,
        ..Fault::at(format!("/input{}", invalid.pointer), fault_code(invalid.code), invalid.message)
    };
    Err(Problem::invalid(invalid.into_iter().map(at).collect()))
}

fn wrong_pattern(at: &str, pattern: &EventPattern) -> Vec<Fault> {
    let unknown = pattern.types.iter().enumerate().filter(|(_, kind)| kind.parse::<Kinds>().is_err());
    let unknown = unknown.map(|(_, kind)| Fault {
        did_you_mean: flow::did_you_mean(kind, EventKind::ALL.iter().map(|kind| kind.name())),
        ..Fault::at(
            format!("/definition{at}"),
            FaultCode::NotFound,
            format!("unknown event type {}", shortened(kind, SHOWN_CHARS)),
        )
    });
    let filter = Filter::parse(&EventFilter(pattern.filter.clone()), &format!("/definition{at}"));
    unknown.chain(filter.err().unwrap_or_default()).collect()
}

fn fault(invalid: Invalid) -> Fault {
    Fault {
        did_you_mean: invalid.did_you_mean,
        ..Fault::at(format!("/definition{}", invalid.pointer), fault_code(invalid.code), invalid.message)
    }
}
