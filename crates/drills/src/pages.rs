//! Chromium opens every page that a link leads to, narrow and wide, light and dark: nothing comes from a foreign host,
//! nothing is refused or wider than the screen, and axe finds nothing serious. The full form keeps its screenshots.

use crate::{
    Outcome, Size,
    stage::Stage,
    workflows::{TRIGGER, create, definition},
};
use anyhow::{Context, ensure};
use api::RunId;
use reqwest::header::{ACCEPT, CONTENT_TYPE};
use serde_json::{Value, json};
use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    process::Stdio,
    time::{Duration, Instant},
};
use testkit::{Redis, ServerProcess};
use tokio::{process::Command, time::timeout};

const FIRST: &str = "/documentation/";
/// The page for unknown paths is checked, too.
const NOT_FOUND: &str = "/no-such-page";
/// Pages that are opened with the session of a user who has an approval to decide.
const SIGNED_IN: [&str; 2] = ["+/approvals/", "+/reports/"];
/// Counts of the last two months for the report: they differ by day, hour and priority.
const FIGURES: &str = "
    insert into metric_changes (tenant_id, measure, at, dimensions, count, seconds)
    select $1::uuid, measure, date_bin('15 minutes', now() - (hours * interval '1 hour'), 'epoch'),
        case measure when 'api.requests' then '{}' else array['p' || (1 + hours % 4), 'incident', 'api'] end,
        case measure when 'api.requests' then 5 + 40 * (1 + hours % 24) else 1 + hours % 3 end,
        case when measure in ('tickets.resolution', 'tickets.first_response')
            then array_fill((600 * (1 + hours % 17))::double precision, array[1 + hours % 3]) end
    from generate_series(0, 1400, 3) as hours
    cross join unnest(array['tickets.created', 'tickets.resolved', 'tickets.sla_met', 'tickets.resolution',
        'tickets.first_response', 'api.requests']) as measure
    where measure <> 'tickets.sla_met' or hours % 7 <> 0";
const FIRST_BYTES: u64 = 100 * 1024;
/// Every operation of the document, by tag.
const REFERENCE: &str = "/documentation/reference/";
const REFERENCE_MILLISECONDS: u64 = 1000;
/// The same for the short form, whose server is not optimized and which runs beside other drills.
const REFERENCE_MILLISECONDS_SHORT: u64 = 3000;
const SETTLED: Duration = Duration::from_secs(6);
/// Includes the installation of the browser's driver.
const TIMEOUT: Duration = Duration::from_secs(1200);

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let (widths, schemes, sections) = size.pick(("1280,390", "light,dark", "10"), ("390", "light", "2"));
    let stage = Stage::set("-c fsync=off").await?;
    let redis = Redis::start()?;
    let server = ServerProcess::start(&stage.database, &["--redis-url", &redis.url()]).await?;
    let started = Instant::now();
    let mut pages = pages(&server.base).await?;
    pages.push(NOT_FOUND.to_owned());
    let session = session_with_approval(&stage, &server).await?;
    pages.extend(SIGNED_IN.map(str::to_owned));
    // Only a button leads to this page.
    pages.push("/sign-in/".to_owned());
    // The short form keeps no screenshots.
    let folder = if size == Size::Full { Some(screenshot_folder()?) } else { None };
    // The status page has data to show by then.
    tokio::time::sleep(SETTLED.saturating_sub(started.elapsed())).await;

    let views = open_all(&server.base, folder.as_deref(), &session, &[widths, schemes, sections], &pages).await?;
    let expected = pages.len() * widths.split(',').count() * schemes.split(',').count();
    let mut outcome = Outcome::default();
    outcome.figure(format!("{} pages in {} views in {} s", pages.len(), views.len(), started.elapsed().as_secs()));
    outcome.promise(views.len() == expected, format!("all {expected} views"));
    let names = |wrong: &dyn Fn(&Value) -> bool| {
        let found: BTreeSet<_> = views.iter().filter(|view| wrong(view)).map(name).collect();
        found.into_iter().collect::<Vec<_>>().join(", ")
    };
    let mut promise_all = |what: &str, wrong: &dyn Fn(&Value) -> bool| {
        let failed = names(wrong);
        outcome.promise(failed.is_empty(), format!("{what} (not {failed})"));
    };
    promise_all("every page exists", &|view| view["status"] != if view["path"] == NOT_FOUND { 404 } else { 200 });
    promise_all("no request to a foreign host", &|view| !is_empty(&view["foreign"]));
    promise_all("no resource of a page fails", &|view| view["path"] != NOT_FOUND && !is_empty(&view["faults"]));
    promise_all("no page is wider than the screen", &|view| view["wider_by"].as_i64() != Some(0));
    promise_all("axe finds nothing serious", &|view| !serious(view).is_empty());
    views
        .iter()
        .flat_map(|view| serious(view).into_iter().map(move |finding| (name(view), finding)))
        .for_each(|(page, finding)| eprintln!("{page}: {finding}"));
    let reference = views.iter().filter(|view| view["path"].as_str().is_some_and(|path| path.starts_with(REFERENCE)));
    let slowest =
        reference.filter_map(|view| view["milliseconds"].as_u64()).max().context("no reference was opened")?;
    outcome.figure(format!("reference in at most {slowest} ms"));
    outcome.promise(slowest < REFERENCE_MILLISECONDS_SHORT, "every page of the reference is loaded in under 3 seconds");
    let within_a_second = "every page of the reference is loaded in under a second";
    outcome.promise_in_full(size, slowest < REFERENCE_MILLISECONDS, within_a_second);
    let first = views.iter().find(|view| view["path"] == FIRST).and_then(|view| view["bytes"].as_u64());
    let first = first.context("the first page was not opened")?;
    outcome.figure(format!("first page {:.1} KiB", first as f64 / 1024.0));
    outcome.promise(first < FIRST_BYTES, "the first page is under 100 KiB");
    let requests: u64 = views.iter().filter_map(|view| view["requests"].as_u64()).sum();
    outcome.figure(format!("{requests} requests, none foreign"));
    outcome.figure(format!("{} findings below serious", views.iter().map(lesser).sum::<usize>()));
    if let Some(folder) = folder {
        outcome.figure(format!("screenshots in {}", folder.display()));
    }
    Ok(outcome)
}

/// Every page that a link leads to, from the first one on.
async fn pages(base: &str) -> anyhow::Result<Vec<String>> {
    let http = reqwest::Client::builder().no_proxy().build()?;
    let (mut seen, mut pages, mut next) = (BTreeSet::new(), vec![], vec![FIRST.to_owned()]);
    while let Some(path) = next.pop() {
        if !seen.insert(path.clone()) {
            continue;
        }
        let answer = http.get(format!("{base}{path}")).header(ACCEPT, "text/html").send().await?;
        let kind = answer.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        if !kind.starts_with("text/html") {
            continue;
        }
        let text = answer.text().await?;
        let links = text.split(" href=\"").skip(1).filter_map(|rest| rest.split(['"', '#']).next());
        next.extend(links.filter(|link| link.starts_with('/')).map(str::to_owned));
        pages.push(path);
    }
    ensure!(pages.len() > 40, "links lead to {} pages only", pages.len());
    pages.sort_by_key(|path| path != FIRST);
    Ok(pages)
}

/// The session of a user who has an approval to decide. The approval is inserted, because no workflow engine runs.
async fn session_with_approval(stage: &Stage, server: &ServerProcess) -> anyhow::Result<String> {
    let tenant = stage.tenant("pages").await?;
    let client = server.client(&tenant.key);
    let asks = definition(&json!([{"ask": {"call": "approval", "with": {"summary": "Go on?"}}}]));
    create(&client, "Ask", &asks).await;
    let run: RunId = client.post(TRIGGER, json!({"workflow": "Ask"})).await.expect(202).id().parse().map_err(wrong)?;
    let plan = json!([{"path": "do/1/open", "name": "open", "function": "ticket.create", "effect": "write",
        "target": "POST /api/psa/tickets", "arguments": {"subject": "Restart the print service on srv-01"}, "result": null}]);
    let sql =
        "insert into workflow_approvals (tenant_id, id, run_id, path, attempt, summary, min_approvals, on_timeout,
                   expires_at, plan, plan_complete, created_at)
               values ($1, gen_random_uuid(), $2, 'do/0/ask', 1, 'Restart the print service on srv-01?', 2, 'reject',
                   now() + interval '4 hours', $3, true, now())";
    let root = stage.database.root().await;
    root.execute(sql, &[&tenant.tenant.0, &run.0, &plan]).await?;
    root.execute(FIGURES, &[&tenant.tenant.0]).await?;
    Ok(stage.person(tenant.tenant, "admin").await.1)
}

fn wrong(why: impl std::fmt::Debug) -> anyhow::Error {
    anyhow::anyhow!("not the id of a run: {why:?}")
}

/// The findings of Chromium, one for each view.
async fn open_all(
    base: &str,
    folder: Option<&Path>,
    session: &str,
    options: &[&str],
    pages: &[String],
) -> anyhow::Result<Vec<Value>> {
    let mut command = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/browser"));
    command
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/src/pages/look.mjs"))
        .arg(base)
        .arg(folder.unwrap_or(Path::new("")));
    command
        .env("TC_SESSION", session)
        .args(options)
        .args(pages)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .kill_on_drop(true);
    let output = timeout(TIMEOUT, command.output()).await.context("Chromium does not finish")??;
    eprint!("{}", String::from_utf8_lossy(&output.stderr));
    ensure!(output.status.success(), "Chromium did not run: {}", output.status);
    let lines = String::from_utf8(output.stdout)?;
    lines.lines().map(|line| Ok(serde_json::from_str(line)?)).collect()
}

fn name(view: &Value) -> String {
    let path = view["path"].as_str().unwrap_or_default();
    format!("{path} {} {}", view["width"], view["scheme"].as_str().unwrap_or_default())
}

fn is_empty(list: &Value) -> bool {
    list.as_array().is_some_and(Vec::is_empty)
}

fn serious(view: &Value) -> Vec<&Value> {
    let findings = view["findings"].as_array().into_iter().flatten();
    findings.filter(|finding| finding["impact"] == "serious" || finding["impact"] == "critical").collect()
}

fn lesser(view: &Value) -> usize {
    view["findings"].as_array().map_or(0, Vec::len) - serious(view).len()
}

fn screenshot_folder() -> anyhow::Result<PathBuf> {
    let path = std::env::temp_dir().join(format!("tenant-control-pages-{:08x}", rand::random::<u32>()));
    std::fs::create_dir_all(&path)?;
    Ok(path)
}
