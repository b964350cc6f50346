//! A hundred thousand tickets as CSV and NDJSON: the first arrive at once, all arrive, and the server needs no more
//! memory for them than for a few.

use crate::{
    Outcome, Size, many_tickets,
    memory::{self, MIB, Watch},
    stage::Stage,
};
use anyhow::{Context, bail, ensure};
use reqwest::{Client, header::CONTENT_TYPE};
use serde_json::Value;
use std::time::{Duration, Instant};
use testkit::ServerProcess;

const FIRST_BYTE: Duration = Duration::from_secs(1);
const GROWTH_MB: u64 = 50;

/// The format, the content type, and the number of header lines.
const FORMATS: [(&str, &str, usize); 2] = [("csv", "text/csv", 1), ("ndjson", "application/x-ndjson", 0)];

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let tickets = size.pick(100_000, 10_000);
    let mut outcome = Outcome::default();
    let stage = Stage::set("-c fsync=off -c shared_buffers=512MB").await?;
    let tenant = many_tickets::fill(&stage, 1, tickets).await?.pop().context("a tenant")?;
    let server = ServerProcess::start(&stage.database, &["--log", "warn"]).await?;
    // The first request warms the server up.
    server.client(&tenant.key).get("/api/psa/tickets?limit=200").await.expect(200);
    for (format, kind, header_lines) in FORMATS {
        let before = memory::resident(server.pid())?;
        let watch = Watch::start(server.pid(), memory::resident);
        let export = Export::read(&server, &tenant.key, format).await?;
        let peak = watch.stop().await;
        let growth = peak.saturating_sub(before) / MIB;
        ensure!(export.kind.starts_with(kind), "{format} is returned as {}", export.kind);
        let rows = match format {
            "csv" => csv_rows(&export.text)?,
            _ => json_rows(&export.text)?,
        };
        let megabytes = export.text.len() as f64 / 1e6;
        outcome.figure(format!(
            "{format}: {} tickets, {megabytes:.0} MB in {:.1} s, first byte after {} ms, {growth} MB more memory",
            rows - header_lines,
            export.took.as_secs_f64(),
            export.first_byte.as_millis()
        ));
        outcome.promise(rows - header_lines == tickets, format!("{format} has every ticket once"));
        outcome.promise(export.first_byte < FIRST_BYTE, format!("{format} begins within a second"));
        outcome.promise(growth < GROWTH_MB, format!("{format} needs less than {GROWTH_MB} MB"));
    }
    Ok(outcome)
}

struct Export {
    kind: String,
    text: Vec<u8>,
    first_byte: Duration,
    took: Duration,
}

impl Export {
    async fn read(server: &ServerProcess, key: &str, format: &str) -> anyhow::Result<Export> {
        let http = Client::builder().no_proxy().build()?;
        let started = Instant::now();
        let url = format!("{}/api/psa/tickets?format={format}", server.base);
        let mut answer = http.get(url).bearer_auth(key).send().await?;
        ensure!(answer.status() == 200, "{} for {format}", answer.status());
        let kind =
            answer.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default().to_owned();
        let (mut text, mut first_byte) = (vec![], None);
        while let Some(chunk) = answer.chunk().await? {
            first_byte = first_byte.or(Some(started.elapsed()).filter(|_| !chunk.is_empty()));
            text.extend_from_slice(&chunk);
        }
        Ok(Export { kind, text, first_byte: first_byte.context("the response is empty")?, took: started.elapsed() })
    }
}

/// Each line is a ticket with a unique number.
fn json_rows(text: &[u8]) -> anyhow::Result<usize> {
    let lines = text.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    let mut numbers = lines
        .map(|line| serde_json::from_slice::<Value>(line)?["number"].as_i64().context("a ticket without a number"))
        .collect::<anyhow::Result<Vec<_>>>()?;
    let rows = numbers.len();
    numbers.sort_unstable();
    numbers.dedup();
    ensure!(numbers.len() == rows, "a ticket is listed twice");
    Ok(rows)
}

/// Records of RFC 4180, all of them with as many fields as the first.
fn csv_rows(text: &[u8]) -> anyhow::Result<usize> {
    let (mut rows, mut fields, mut columns, mut quoted) = (0, 1, None, false);
    for byte in text {
        match byte {
            b'"' => quoted = !quoted, // a doubled quote opens again what it closes
            b',' if !quoted => fields += 1,
            b'\n' if !quoted => {
                if *columns.get_or_insert(fields) != fields {
                    bail!("row {rows} has {fields} fields");
                }
                (rows, fields) = (rows + 1, 1);
            }
            _ => {}
        }
    }
    ensure!(
        !quoted && text.ends_with(b"\n") && columns.is_some_and(|columns| columns > 5),
        "the last row is incomplete"
    );
    Ok(rows)
}
