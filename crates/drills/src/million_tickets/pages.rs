//! The thousandth page takes as long as the first.

use super::combinations::Caller;
use crate::{Outcome, Size, bench::Times};
use anyhow::{Context, ensure};
use reqwest::Client;
use serde_json::Value;
use std::time::{Duration, Instant};
use testkit::ServerProcess;

/// A list of all, one of a status, and one by change.
const LISTS: [&str; 3] = ["limit=50", "limit=50&status=closed", "limit=50&sort=-updated_at"];

pub async fn walk(server: &ServerProcess, caller: &Caller, size: Size, outcome: &mut Outcome) -> anyhow::Result<()> {
    let (far, turns) = size.pick((1000, 400), (60, 150));
    let http = Client::builder().no_proxy().build()?;
    for list in LISTS {
        let first = format!("{}/api/psa/tickets?{list}", server.base);
        let mut last = first.clone();
        for page in 1..far {
            let (_, next) = read(&http, &last, &caller.key).await?;
            let next = next.with_context(|| format!("the {page}th page of {list} is the last"))?;
            last = format!("{first}&cursor={next}");
        }
        let (mut near, mut deep) = (vec![], vec![]);
        for turn in 0..turns + turns / 10 {
            let at_first = read(&http, &first, &caller.key).await?.0;
            let at_last = read(&http, &last, &caller.key).await?.0;
            if turn >= turns / 10 {
                near.push(at_first);
                deep.push(at_last);
            }
        }
        let (near, deep) = (Times::of(near), Times::of(deep));
        let ratio = deep.p50.as_secs_f64() / near.p50.as_secs_f64();
        outcome
            .figure(format!("page {far} of {list}: {ratio:.2} of the first ({:.2} ms)", near.p50.as_secs_f64() * 1e3));
        outcome.promise(ratio <= 1.35, format!("page {far} of {list} within 1.35 of the first"));
        outcome.promise_in_full(size, ratio <= 1.2, format!("page {far} of {list} within 1.2 of the first"));
    }
    Ok(())
}

/// Reads a page. Returns the duration, and the cursor of the next page.
async fn read(http: &Client, url: &str, key: &str) -> anyhow::Result<(Duration, Option<String>)> {
    let started = Instant::now();
    let answer = http.get(url).bearer_auth(key).send().await?;
    let (status, body) = (answer.status(), answer.bytes().await?);
    let took = started.elapsed();
    ensure!(status == 200, "{status} for {url}");
    let page: Value = serde_json::from_slice(&body)?;
    Ok((took, page["next_cursor"].as_str().map(str::to_owned)))
}
