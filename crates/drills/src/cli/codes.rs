//! Each exit code of `docs/tenantctl.md` is caused on purpose. Without a terminal, no command prompts.

use crate::{Outcome, command_line::Home, stage::Stage};
use anyhow::Context;
use futures::{StreamExt, TryStreamExt, stream};
use std::{
    collections::BTreeSet,
    fs,
    path::Path,
    process::Stdio,
    time::{Duration, Instant},
};
use testkit::{Members, Receiver, ServerProcess};
use tokio::time::timeout;

const LONGEST: Duration = Duration::from_secs(30);

const SIDE_BY_SIDE: usize = 4;

/// The time within which a command that could prompt must end.
const AT_ONCE: Duration = Duration::from_secs(5);

/// Nothing listens here.
const UNREACHABLE: &str = "http://127.0.0.1:9";

/// A command in a shell, with its expected exit code.
struct Case {
    code: i32,
    line: String,
    url: String,
}

pub async fn check(stage: &Stage, server: &ServerProcess, outcome: &mut Outcome) -> anyhow::Result<()> {
    let tenant = stage.tenant("cli-codes").await?;
    let client = server.client(&tenant.key);
    let mut members = Members::new(&stage.database, tenant.tenant, &client, "");
    let (ticket, work) = (members.make("tkt").await.id, members.make("op").await.id);
    let broken = Receiver::start().await;
    broken.answer_status(500);
    let home = Home::make()?;
    fs::write(home.path().join("team.yaml"), "kind: Team\nname: Codes\nspec: {}\n")?;
    let case = |code: i32, line: &str| Case { code, line: line.to_owned(), url: server.base.clone() };
    let at = |code: i32, line: &str, url: &str| Case { code, line: line.to_owned(), url: url.to_owned() };
    let cases = [
        case(0, "tenantctl whoami"),
        // The reader of standard output has closed it.
        case(0, "tenantctl webhooks event-types --json | head -c 1 >/dev/null; exit ${PIPESTATUS[0]}"),
        at(1, "tenantctl tickets list", &broken.url),
        case(2, "tenantctl tickets list --no-such-flag"),
        case(2, "tenantctl apply -f no-such-folder/"),
        case(2, "tenantctl api GET no-such-path"),
        case(3, "TENANTCTL_KEY=tck_test_unknown tenantctl whoami"),
        case(4, &format!("tenantctl tickets get {}", ticket.replacen("tkt_0", "tkt_1", 1))),
        case(5, &format!("tenantctl tickets update {ticket} --priority p1 --if-match 99")),
        case(6, "tenantctl tickets create --subject ''"),
        at(7, "tenantctl tickets list", UNREACHABLE),
        // No worker runs.
        case(8, &format!("tenantctl wait {work} --timeout 1s")),
        case(9, "tenantctl plan -f team.yaml --detailed-exitcode"),
        case(130, &format!("timeout --signal=INT --preserve-status 1 tenantctl wait {work}")),
    ];
    let mut seen = BTreeSet::new();
    let calls = cases.iter().map(|case| call(&home, &tenant.key, case));
    let ended: Vec<_> = stream::iter(calls).buffered(SIDE_BY_SIDE).try_collect().await?;
    for (case, (code, _, errors)) in cases.iter().zip(ended) {
        outcome.promise(
            code == Some(case.code),
            format!("{} ends with {}, not {code:?}: {}", case.line, case.code, errors.trim()),
        );
        outcome.promise(case.code == 0 || !errors.is_empty(), format!("{} prints an error", case.line));
        seen.insert(case.code);
    }
    let documented = documented()?;
    outcome.promise(seen == documented, format!("the codes {documented:?} are documented, and {seen:?} were caused"));
    outcome.figure(format!("{} exit codes", seen.len()));
    never_prompt(&home, &tenant.key, server, outcome).await
}

/// Checks that commands that could prompt end at once.
async fn never_prompt(home: &Home, key: &str, server: &ServerProcess, outcome: &mut Outcome) -> anyhow::Result<()> {
    let login = format!("tenantctl login --insecure-storage --server {}", server.base);
    for (code, line) in [(2, login.as_str()), (0, "tenantctl apply -f team.yaml")] {
        let case = Case { code, line: line.to_owned(), url: server.base.clone() };
        let (ended, took, errors) = call(home, key, &case).await?;
        outcome.promise(ended == Some(code), format!("{line} ends with {code}, not {ended:?}: {}", errors.trim()));
        outcome.promise(took < AT_ONCE, format!("{line} does not prompt without a terminal ({took:.1?})"));
    }
    Ok(())
}

/// Returns the exit code, the duration, and standard error. Standard input is open, but nothing is written to it.
async fn call(home: &Home, key: &str, case: &Case) -> anyhow::Result<(Option<i32>, Duration, String)> {
    let mut command = home.program("bash")?;
    command.args(["-c", &case.line]).env("TENANTCTL_URL", &case.url).env("TENANTCTL_KEY", key);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let started = Instant::now();
    let mut child = command.spawn().context("bash does not start")?;
    let silent = child.stdin.take();
    let output = timeout(LONGEST, child.wait_with_output()).await.with_context(|| case.line.clone())??;
    drop(silent);
    Ok((output.status.code(), started.elapsed(), String::from_utf8_lossy(&output.stderr).into_owned()))
}

/// The codes in the table of the documentation.
fn documented() -> anyhow::Result<BTreeSet<i32>> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/tenantctl.md");
    let page = fs::read_to_string(page)?;
    let table = page.split("## Exit codes").nth(1).context("docs/tenantctl.md has no exit codes")?;
    let table = table.split("\n## ").next().unwrap_or(table);
    Ok(table.lines().filter_map(|line| line.strip_prefix("| ")?.split(' ').next()?.parse().ok()).collect())
}
