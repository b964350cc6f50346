//! Nobody approves a run alone. Every known way around an approval is tried, each in its own tenant, on a real server,
//! worker and Temporal: each is refused, the approval is unchanged, and another person's approval then succeeds. The
//! page for people is used in Chromium, by keyboard, without scripts.

mod scene;
mod ways;

use crate::{Outcome, Size, workshop::Workshop};
use anyhow::{Context, ensure};
use futures::{StreamExt, stream};
use scene::{Scene, approve};
use serde_json::{Value, json};
use std::{
    path::PathBuf,
    process::Stdio,
    time::{Duration, Instant},
};
use tokio::{process::Command, time::timeout};
use ways::{WAYS, Way};

/// The number of ways that are tried concurrently.
const AT_ONCE: usize = 6;
const BROWSER_TIMEOUT: Duration = Duration::from_secs(180);

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let rounds = size.pick(5, 1);
    let shop = Workshop::open("-c fsync=off", &["--log", "warn"]).await?;
    let _worker = shop.worker().await?;
    let mut outcome = Outcome::default();
    outcome.promise(WAYS.len() >= 20, "at least 20 ways are tried");
    let started = Instant::now();
    let (mut refused, mut attempts, mut passed) = (0, 0, 0);
    for round in 0..rounds {
        let tried = stream::iter(WAYS.iter().enumerate()).map(|(number, way)| try_way(&shop, way, round, number));
        for (name, result) in tried.buffer_unordered(AT_ONCE).collect::<Vec<_>>().await {
            match result {
                Ok(Refused { requests, approved }) => {
                    refused += 1;
                    attempts += requests;
                    passed += usize::from(approved);
                    outcome.promise(approved, format!("another person's approval is accepted after {name}"));
                }
                Err(error) => outcome.promise(false, format!("{name} is refused ({error:#})")),
            }
        }
    }
    let took = started.elapsed().as_secs_f64();
    outcome.figure(format!("{refused} of {} ways around an approval refused in {took:.0} s", WAYS.len() * rounds));
    outcome.figure(format!("{attempts} requests refused, {passed} legitimate approvals accepted"));
    page(&shop, size, &mut outcome).await?;
    Ok(outcome)
}

/// The result of a refused attempt.
struct Refused {
    requests: usize,
    /// True if another person's approval continued the run.
    approved: bool,
}

async fn try_way(shop: &Workshop, way: &Way, round: usize, number: usize) -> (&'static str, anyhow::Result<Refused>) {
    let (name, try_it) = *way;
    // Several ways are tried concurrently in one task.
    let tried = held::apart(async {
        let scene = Scene::new(&shop.stage, &shop.server.base, &format!("eyes-{round}-{number}")).await?;
        let tried = try_it(scene.clone()).await?;
        let accepted = tried.answers.iter().find(|answer| answer.status.is_success());
        ensure!(accepted.is_none(), "an attempt was accepted: {:?}", accepted.map(|answer| &answer.body["approvals"]));
        let approval = scene.approval(&tried.run).await?;
        let given = approval["approvals_given"].as_i64();
        ensure!(given == Some(tried.given), "{given:?} approvals count, not {}", tried.given);
        let answer = approve(&scene.third.client, &tried.run).await;
        ensure!(answer.status.is_success(), "another person is refused: {}", answer.body);
        let ended = scene.until(&tried.run, |run| !run["finished_at"].is_null()).await?;
        Ok(Refused { requests: tried.answers.len(), approved: ended["status"] == "succeeded" })
    });
    (name, tried.await)
}

/// Checks the page in a browser, with nothing but a keyboard.
async fn page(shop: &Workshop, size: Size, outcome: &mut Outcome) -> anyhow::Result<()> {
    let (widths, schemes) = size.pick(("1280,390", "light,dark"), ("390", "dark"));
    let scene = Scene::new(&shop.stage, &shop.server.base, "eyes-page").await?;
    let mut waiting = vec![];
    for _ in 0..2 {
        let run = scene.ask(&scene.starter.client, json!({})).await?;
        waiting.push((scene.approval(&run).await?["id"].as_str().unwrap_or_default().to_owned(), run));
    }
    let [(approve, approved), (reject, rejected)] = &waiting[..] else { anyhow::bail!("two runs wait for approval") };
    let folder = pictures()?;
    let mut command = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/browser"));
    command.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/src/four_eyes/browser.mjs")).arg(&scene.base).arg(&folder);
    command.args([widths, schemes, &scene.colleague.token, approve, reject]);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).kill_on_drop(true);
    let output = timeout(BROWSER_TIMEOUT, command.output()).await.context("Chromium does not exit")??;
    eprint!("{}", String::from_utf8_lossy(&output.stderr));
    let seen: Value = serde_json::from_slice(&output.stdout).context("the report of the browser script")?;
    ensure!(output.status.success(), "the browser script failed: {seen:#}");

    let contains = |value: &Value, text: &str| value.as_str().is_some_and(|value| value.contains(text));
    let views = seen["views"].as_array().cloned().unwrap_or_default();
    let serious = |view: &&Value| {
        let findings = view["findings"].as_array().into_iter().flatten();
        findings.filter(|found| found["impact"] == "serious" || found["impact"] == "critical").count() > 0
    };
    let promises = [
        (
            contains(&seen["listed"], "Open a ticket?") && contains(&seen["listed"], "ticket.create"),
            "the page lists summary and plan",
        ),
        (contains(&seen["approved"]["text"], "You approved this."), "a person approves by keyboard, without scripts"),
        (contains(&seen["approved"]["text"], "By keyboard"), "the comment is shown"),
        (contains(&seen["rejected"]["text"], "You rejected this."), "a person rejects by keyboard, without scripts"),
        (seen["form_after"] == 0, "a decided approval has no form"),
        (contains(&seen["signed_out"], "Sign in to see"), "without a session the page leads to signing in"),
        (contains(&seen["sign_in"], "/sign-in/?return_to=%2Fapprovals%2F"), "signing in leads back to the approval"),
        (
            contains(&seen["unknown"], "Single sign-on is not configured for this domain"),
            "an unknown domain is explained",
        ),
        (seen["foreign"] == json!([]), "nothing is loaded from a foreign host"),
        (views.iter().all(|view| view["wider_by"] == 0), "no view is wider than the screen"),
        (!views.is_empty() && views.iter().filter(serious).count() == 0, "axe finds nothing serious"),
    ];
    if promises.iter().any(|(holds, _)| !holds) {
        eprintln!("four-eyes: {seen:#}");
    }
    promises.into_iter().for_each(|(holds, promise)| outcome.promise(holds, promise));
    let ended = scene.until(approved, |run| !run["finished_at"].is_null()).await?;
    outcome.promise(ended["status"] == "succeeded", "a run that was approved on the page continues");
    let ended = scene.until(rejected, |run| !run["finished_at"].is_null()).await?;
    outcome.promise(ended["error"]["type"] == "approval_rejected", "a run that was rejected on the page fails");
    outcome.figure(format!("the page in {} views, by keyboard, without scripts", views.len()));
    Ok(())
}

/// The folder of the screenshots, for review.
fn pictures() -> anyhow::Result<PathBuf> {
    let folder = std::env::temp_dir().join("tenant-control-four-eyes");
    std::fs::create_dir_all(&folder)?;
    Ok(folder)
}
