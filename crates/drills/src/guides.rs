//! The commands of the README and of the guides are executed as they are written, by `scripts/guides`: each page by a new
//! tenant, once with one customer and once with two, because a request need not name the only one.

use crate::{Outcome, Size, workshop::Workshop};
use anyhow::Context;
use futures::{StreamExt, TryStreamExt, stream};
use serde_json::json;
use std::{
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Output, Stdio},
};
use testkit::binary;
use tokio::process::Command;

/// The number of pages that are executed concurrently, because they mostly wait.
const CONCURRENT_PAGES: usize = 4;

pub async fn run(_: Size) -> anyhow::Result<Outcome> {
    let mut outcome = Outcome::default();
    for customers in [1, 2] {
        // Each pass has its own servers, because the README creates the same tenant each time.
        let workshop = Workshop::open("-c fsync=off", &[]).await?;
        let _worker = workshop.worker().await?;
        let pages = pages()?;
        let executed = pages.iter().enumerate().map(|(number, page)| execute(&workshop, number, page, customers));
        let executed: Vec<Output> = stream::iter(executed).buffered(CONCURRENT_PAGES).try_collect().await?;
        let (mut blocks, mut skipped) = (0, 0);
        for (page, output) in pages.iter().zip(executed) {
            let (ran, left_out) = counts(&String::from_utf8_lossy(&output.stdout));
            (blocks, skipped) = (blocks + ran, skipped + left_out);
            let name = page.file_name().unwrap_or_default().to_string_lossy();
            outcome.promise(
                output.status.success(),
                format!("{name} can be followed by a tenant with {customers} customer(s)"),
            );
            if !output.status.success() {
                eprintln!("{}", String::from_utf8_lossy(&output.stderr));
            }
        }
        outcome
            .figure(format!("{} pages, {blocks} blocks and {skipped} skipped, {customers} customer(s)", pages.len()));
        outcome.promise(blocks >= 100, "the pages have at least 100 blocks of commands");
    }
    Ok(outcome)
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn pages() -> anyhow::Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(root().join("docs/guides"))?;
    let mut pages = entries.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>()?;
    pages.push(root().join("README.md"));
    pages.sort();
    Ok(pages)
}

/// Executes a page for a new tenant with two users and these customers.
async fn execute(workshop: &Workshop, number: usize, page: &Path, customers: usize) -> anyhow::Result<Output> {
    let tenant = workshop.stage.tenant(&format!("guide{number}")).await?;
    let (_, session) = workshop.stage.person(tenant.tenant, "owner").await;
    workshop.stage.person(tenant.tenant, "technician").await;
    let client = workshop.server.client(&tenant.key);
    for customer in 1..=customers {
        let new = json!({"name": format!("Customer {customer}")});
        client.post("/api/rmm/organizations", new).await.expect(201);
    }
    let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
    let mut command = Command::new(root().join("scripts/guides"));
    command.arg(page).current_dir(root());
    command.env("TC_URL", &workshop.server.base).env("KEY", &tenant.key).env("SESSION", session);
    command.env("TC_BINARY", binary()?).env("PORT", port.to_string());
    command.env("TC_DATABASE_URL", workshop.stage.database.url("app"));
    command.env("TC_SYSTEM_DATABASE_URL", workshop.stage.database.url("app_system"));
    if customers > 1 {
        command.env("TC_SECOND_ORGANIZATION", "1");
    }
    command.stdin(Stdio::null()).kill_on_drop(true).output().await.context("scripts/guides does not start")
}

/// `…: 9 blocks, 1 skipped`
fn counts(output: &str) -> (usize, usize) {
    let before = |word: &str| {
        let words: Vec<&str> = output.split_whitespace().collect();
        let place = words.iter().position(|found| found.trim_end_matches(',') == word);
        place.and_then(|place| words.get(place.checked_sub(1)?)?.parse().ok()).unwrap_or(0)
    };
    (before("blocks"), before("skipped"))
}
