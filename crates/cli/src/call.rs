//! Executes an operation of the table and prints its result.

use crate::{
    context::{Context, Failure, note},
    table::{Operation, Reply},
    values,
    wait::{self, Waiting},
};
use clap::ArgMatches;
use client::{LARGEST_PAGE, Request};
use futures::TryStreamExt;
use serde_json::Value;
use std::{io::Write, pin::pin, time::Duration};

/// Items that a table on a terminal shows by default.
const SHOWN: u64 = 50;

/// Moves the cursor to the first line, and clears what is below.
const CLEAR_SCREEN: &[u8] = b"\x1b[H\x1b[2J";

pub async fn run(context: &Context, operation: &'static Operation, matches: &ArgMatches) -> Result<(), Failure> {
    let request = values::request(operation, matches)?;
    let limit = limit(context, operation, matches);
    match matches.try_get_one::<u64>("watch").ok().flatten() {
        Some(seconds) => watch(context, operation, &request, limit, Duration::from_secs(*seconds)).await,
        None => once(context, operation, request, limit, matches).await,
    }
}

/// How many items are printed.
fn limit(context: &Context, operation: &Operation, matches: &ArgMatches) -> Option<u64> {
    if operation.reply != Reply::Page || matches.get_flag("all") {
        return None;
    }
    let given = matches.get_one::<u64>("limit").copied();
    given.or_else(|| (!context.output.is_for_programs()).then_some(SHOWN))
}

async fn once(
    context: &Context,
    operation: &'static Operation,
    request: Request,
    limit: Option<u64>,
    matches: &ArgMatches,
) -> Result<(), Failure> {
    match operation.reply {
        Reply::Page => pages(context, operation, request, limit).await,
        Reply::Bytes => bytes(context, request, matches.get_one::<String>("output").map(String::as_str)).await,
        Reply::Nothing | Reply::Object | Reply::List => {
            let response = context.client.send(request).await?;
            let body = if operation.continues && matches.get_flag("wait") {
                wait::follow(context, &response, Waiting::from_matches(matches)).await?
            } else {
                response.json()?
            };
            print(context, operation, items_or_body(operation, body))
        }
    }
}

/// The items of a list, or the body as it is.
fn items_or_body(operation: &Operation, mut body: Value) -> Value {
    if operation.reply == Reply::List && body["data"].is_array() { body["data"].take() } else { body }
}

/// Prints a result; nothing if there is none.
fn print(context: &Context, operation: &Operation, result: Value) -> Result<(), Failure> {
    match result {
        Value::Null => {
            if context.terminal.stderr {
                note("done");
            }
            Ok(())
        }
        Value::Array(items) => context.output.list(operation.columns, items),
        value => context.output.value(&value),
    }
}

/// Prints pages as they arrive.
async fn pages(
    context: &Context,
    operation: &'static Operation,
    request: Request,
    limit: Option<u64>,
) -> Result<(), Failure> {
    let mut list = context.output.items(operation.columns);
    let has_more = each_page(context, request, limit, |items| list.page(items)).await?;
    list.end()?;
    if has_more && context.terminal.stderr {
        note(format!("{} shown; there are more: use --limit N or --all", limit.unwrap_or_default()));
    }
    Ok(())
}

/// Reads pages until there are `limit` items. Returns true if there are more.
async fn each_page(
    context: &Context,
    request: Request,
    limit: Option<u64>,
    mut use_items: impl FnMut(Vec<Value>) -> Result<(), Failure>,
) -> Result<bool, Failure> {
    let mut left = limit.unwrap_or(u64::MAX);
    let mut pages = pin!(context.client.pages(request.query("limit", left.min(LARGEST_PAGE))));
    while let Some(mut page) = pages.try_next().await? {
        let number = page.items.len() as u64;
        page.items.truncate(usize::try_from(left).unwrap_or(usize::MAX));
        use_items(page.items)?;
        if number >= left {
            return Ok(number > left || page.next_cursor.is_some());
        }
        left -= number;
    }
    Ok(false)
}

/// Writes the body to a file or to standard output, piece by piece.
async fn bytes(context: &Context, request: Request, file: Option<&str>) -> Result<(), Failure> {
    let mut streaming = context.client.stream(request).await?;
    let Some(path) = file else {
        let kind = streaming.headers.get("content-type").and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let is_text = kind.starts_with("text/") || kind.contains("json");
        if context.terminal.stdout && !is_text {
            return Err(Failure::Usage("the content is not text: use --output FILE, or a pipe".to_owned()));
        }
        while let Some(chunk) = streaming.chunk().await? {
            context.output.bytes(&chunk)?;
        }
        return Ok(());
    };
    let failed = |error: std::io::Error| Failure::Unexpected(format!("{path}: {error}"));
    let mut out = std::fs::File::create(path).map_err(failed)?;
    while let Some(chunk) = streaming.chunk().await? {
        out.write_all(&chunk).map_err(failed)?;
    }
    Ok(())
}

/// Prints the result whenever it has changed.
async fn watch(
    context: &Context,
    operation: &'static Operation,
    request: &Request,
    limit: Option<u64>,
    period: Duration,
) -> Result<(), Failure> {
    let mut last = None;
    loop {
        let result = current(context, operation, request.clone(), limit).await?;
        if last.as_ref() != Some(&result) {
            if context.terminal.stdout {
                context.output.bytes(CLEAR_SCREEN)?;
            }
            print(context, operation, result.clone())?;
            last = Some(result);
        }
        tokio::time::sleep(period).await;
    }
}

/// The result at this moment: the items of a list, or an object.
async fn current(
    context: &Context,
    operation: &Operation,
    request: Request,
    limit: Option<u64>,
) -> Result<Value, Failure> {
    if operation.reply != Reply::Page {
        return Ok(items_or_body(operation, context.client.send(request).await?.json()?));
    }
    let mut all = vec![];
    each_page(context, request, limit, |items| {
        all.extend(items);
        Ok(())
    })
    .await?;
    Ok(Value::Array(all))
}
