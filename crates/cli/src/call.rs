//! Executes an operation of the table and prints its result.

use crate::{
    context::{Context, Failure, note},
    table::{Operation, Reply},
    values,
    wait::{self, Waiting},
};
use clap::ArgMatches;
use client::Request;
use futures::StreamExt;
use serde_json::Value;
use std::{io::Write, pin::pin, time::Duration};

/// The largest page of the API.
const PAGE: u64 = 200;

/// Items that a table on a terminal shows by default.
const SHOWN: u64 = 50;

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
            if operation.continues && matches.get_flag("wait") {
                let ended = wait::follow(context, &response, Waiting::from_matches(matches)).await?;
                return print(context, operation, ended);
            }
            print(context, operation, response.json()?)
        }
    }
}

/// Prints the body of a response; nothing if there is none.
fn print(context: &Context, operation: &Operation, mut value: Value) -> Result<(), Failure> {
    if value.is_null() {
        if context.terminal.stderr {
            note("done");
        }
        return Ok(());
    }
    if operation.reply == Reply::List && value["data"].is_array() {
        let Value::Array(items) = value["data"].take() else { return Ok(()) };
        let mut list = context.output.items(operation.columns);
        list.page(items)?;
        return list.end();
    }
    context.output.value(&value)
}

/// Prints pages as they arrive.
async fn pages(
    context: &Context,
    operation: &'static Operation,
    request: Request,
    limit: Option<u64>,
) -> Result<(), Failure> {
    let request = request.query("limit", limit.unwrap_or(PAGE).min(PAGE));
    let mut pages = pin!(context.client.pages(request));
    let mut list = context.output.items(operation.columns);
    let mut left = limit.unwrap_or(u64::MAX);
    let mut more = false;
    while let Some(page) = pages.next().await {
        let mut page = page?;
        let number = page.items.len() as u64;
        more = number > left || page.next_cursor.is_some();
        page.items.truncate(usize::try_from(left).unwrap_or(usize::MAX));
        left = left.saturating_sub(number);
        list.page(page.items)?;
        if left == 0 {
            break;
        }
    }
    list.end()?;
    if more && left == 0 && context.terminal.stderr {
        note(format!("{} shown; there are more: use --limit N or --all", limit.unwrap_or_default()));
    }
    Ok(())
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
        let value = current(context, operation, request.clone(), limit).await?;
        if last.as_ref() != Some(&value) {
            if context.terminal.stdout {
                context.output.bytes(b"\x1b[H\x1b[2J")?;
            }
            match &value {
                Value::Array(items) => {
                    let mut list = context.output.items(operation.columns);
                    list.page(items.clone())?;
                    list.end()?;
                }
                value => context.output.value(value)?,
            }
            last = Some(value);
        }
        tokio::time::sleep(period).await;
    }
}

/// The present result: an array of a list, or an object.
async fn current(
    context: &Context,
    operation: &Operation,
    request: Request,
    limit: Option<u64>,
) -> Result<Value, Failure> {
    if operation.reply != Reply::Page {
        let mut value: Value = context.client.send(request).await?.json()?;
        let is_list = operation.reply == Reply::List && value["data"].is_array();
        return Ok(if is_list { value["data"].take() } else { value });
    }
    let limit = limit.unwrap_or(u64::MAX);
    let mut pages = pin!(context.client.pages(request.query("limit", limit.min(PAGE))));
    let mut items = vec![];
    while let Some(page) = pages.next().await {
        items.extend(page?.items);
        if items.len() as u64 >= limit {
            break;
        }
    }
    items.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    Ok(Value::Array(items))
}
