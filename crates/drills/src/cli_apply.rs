//! Sixty resources in files are applied by `tenantctl` twice, changed by three people, and applied while servers and the
//! command itself are killed. No resource is created twice, and no secret is shown.

mod documents;

use crate::{Outcome, Size, stage::Stage};
use anyhow::{Context, ensure};
use documents::{CUSTOMERS, ISSUED, RESOURCES};
use serde_json::{Value, json};
use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::Stdio,
    time::Duration,
};
use testkit::{Client, ServerProcess, binary};
use tokio::{process::Command, time::timeout};

/// The timeout of a command, including its retries after a server was killed.
const LONGEST: Duration = Duration::from_secs(120);

/// Exit codes of `tenantctl`.
const INVALID: i32 = 6;
const PENDING: i32 = 9;

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let stage = Stage::set("-c fsync=off").await?;
    let server = ServerProcess::start(&stage.database, &[]).await?;
    let folder = Folder::make()?;
    let mut outcome = Outcome::default();
    let repository = Repository::make(&stage, &server, &folder.0, "apply").await?;
    twice(&repository, &server, &mut outcome).await?;
    drifts(&stage, &repository, &server, &mut outcome).await?;
    invalid(&repository, &server, &mut outcome).await?;
    at_once(&stage, &server, &folder.0, &mut outcome).await?;
    killed(&stage, server, &folder.0, size.pick(20, 4), &mut outcome).await?;
    Ok(outcome)
}

/// Files, and the key of the tenant that they are applied to.
struct Repository {
    label: String,
    files: PathBuf,
    secrets: PathBuf,
    key: String,
}

/// The output of `tenantctl`.
struct Printed {
    code: i32,
    report: Value,
    errors: String,
}

impl Printed {
    /// The number of changes with this result, or with this action in a plan.
    fn count(&self, field: &str, value: &str) -> usize {
        self.changes().filter(|change| change[field] == value).count()
    }

    fn changes(&self) -> impl Iterator<Item = &Value> {
        self.report["changes"].as_array().into_iter().flatten()
    }

    /// Each pending change with the paths of its differences.
    fn drifts(&self) -> Vec<String> {
        let mut drifts: Vec<String> = vec![];
        for change in self.changes().filter(|change| change["action"] != "unchanged") {
            let name = change["name"].as_str().unwrap_or_default();
            let paths =
                change["differences"].as_array().into_iter().flatten().filter_map(|found| found["path"].as_str());
            match change["action"].as_str() {
                Some("update") => drifts.extend(paths.map(|path| format!("{name}: {path}"))),
                action => drifts.push(format!("{name}: {}", action.unwrap_or_default())),
            }
        }
        drifts.sort();
        drifts
    }
}

impl Repository {
    /// A new tenant with customers and a user, and the files for it.
    async fn make(stage: &Stage, server: &ServerProcess, folder: &Path, label: &str) -> anyhow::Result<Repository> {
        let tenant = stage.tenant(label).await?;
        let client = server.client(&tenant.key);
        for n in 0..CUSTOMERS {
            client.post("/api/rmm/organizations", json!({"name": documents::customer(n)})).await.expect(201);
        }
        let (user, _) = stage.person(tenant.tenant, "technician").await;
        let user = client.get(&format!("/api/admin/users?id={user}")).await.expect(200).body;
        let (files, secrets) = (folder.join(label), folder.join(format!("{label}-secrets")));
        documents::write(&files, user["email"].as_str().context("a user has no e-mail address")?)?;
        Ok(Repository { label: label.to_owned(), files, secrets, key: tenant.key })
    }

    fn command(&self, server: &str, arguments: &[&str]) -> anyhow::Result<Command> {
        let mut command = Command::new(binary()?.with_file_name("tenantctl"));
        command.args(arguments).arg("--json").arg("-f").arg(&self.files);
        if arguments[0] == "apply" {
            // The first settings keep fewer backups than the defaults.
            command.arg("--secrets-dir").arg(&self.secrets).arg("--allow").arg("shorten_retention,drop_repository");
        }
        command.env_clear().envs(documents::SECRETS).env("TENANTCTL_URL", server).env("TENANTCTL_KEY", &self.key);
        command.env("HOME", &self.files).env("NO_PROXY", "127.0.0.1");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
        Ok(command)
    }

    async fn tenantctl(&self, server: &str, arguments: &[&str]) -> anyhow::Result<Printed> {
        let mut command = self.command(server, arguments)?;
        let output = timeout(LONGEST, command.output()).await.context("tenantctl does not end")??;
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        let text = String::from_utf8(output.stdout)?;
        let secrets = documents::SECRETS.iter().map(|(_, value)| *value).chain([documents::FILE_SECRET, &*self.key]);
        for secret in secrets {
            ensure!(!text.contains(secret) && !errors.contains(secret), "tenantctl {arguments:?} shows a secret");
        }
        let report = if text.is_empty() { Value::Null } else { serde_json::from_str(&text)? };
        Ok(Printed { code: output.status.code().unwrap_or(-1), report, errors })
    }

    async fn apply(&self, server: &str) -> anyhow::Result<Printed> {
        self.tenantctl(server, &["apply"]).await
    }

    async fn plan(&self, server: &str) -> anyhow::Result<Printed> {
        self.tenantctl(server, &["plan", "--detailed-exitcode"]).await
    }
}

/// The newest entry of the audit log: it stays the same while nothing is changed.
async fn last_change(client: &Client) -> Value {
    client.get("/api/admin/audit-log?limit=1").await.expect(200).body["data"][0]["id"].clone()
}

async fn twice(repository: &Repository, server: &ServerProcess, outcome: &mut Outcome) -> anyhow::Result<()> {
    let client = server.client(&repository.key);
    let before = last_change(&client).await;
    let dry = repository.tenantctl(&server.base, &["apply", "--dry-run"]).await?;
    outcome.promise(dry.code == 0 && dry.count("result", "failed") == 0, format!("a dry run passes: {}", dry.errors));
    outcome.promise(last_change(&client).await == before, "a dry run changes nothing");
    let first = repository.apply(&server.base).await?;
    outcome.promise(first.code == 0, format!("the first apply succeeds: {}", first.errors));
    outcome.promise(first.count("result", "applied") == RESOURCES, "the first apply makes all resources");
    let before = last_change(&client).await;
    let second = repository.apply(&server.base).await?;
    outcome.promise(second.code == 0, format!("the second apply succeeds: {}", second.errors));
    let unchanged = second.count("result", "unchanged");
    outcome.promise(unchanged == RESOURCES, format!("the second apply changes nothing: {:?}", second.drifts()));
    outcome.promise(last_change(&client).await == before, "the second apply writes nothing");
    outcome.promise(repository.plan(&server.base).await?.code == 0, "nothing is pending after it");
    let mut private = 0;
    for entry in fs::read_dir(&repository.secrets)? {
        private += usize::from(entry?.metadata()?.permissions().mode() & 0o777 == 0o600);
    }
    outcome.promise(private == ISSUED, format!("{private} issued secrets are in files that only the owner can read"));
    outcome.figure(format!("{RESOURCES} resources applied, then {unchanged} unchanged, {private} issued secrets kept"));
    Ok(())
}

/// The id of a resource by its name.
async fn id_of(client: &Client, path: &str, name: &str) -> anyhow::Result<String> {
    let list = client.get(&format!("{path}?limit=200")).await.expect(200).body;
    let found = list["data"].as_array().into_iter().flatten().find(|item| item["name"] == name);
    Ok(found.and_then(|item| item["id"].as_str()).with_context(|| format!("there is no {name} in {path}"))?.to_owned())
}

/// Three people change resources through the API: values, a condition in addition, and a deletion.
async fn drifts(
    stage: &Stage,
    repository: &Repository,
    server: &ServerProcess,
    outcome: &mut Outcome,
) -> anyhow::Result<()> {
    let mut people = vec![];
    for _ in 0..3 {
        people.push(server.client(&stage.another(&repository.label).await?.key));
    }
    let [first, second, third] = &people[..] else { anyhow::bail!("three people") };
    let team = id_of(first, "/api/psa/teams", "team 1").await?;
    first.put(&format!("/api/psa/teams?id={team}"), json!({"assignment": "manual"})).await.expect(200);
    let view = id_of(first, "/api/psa/views", "view 2").await?;
    first.delete(&format!("/api/psa/views?id={view}")).await.expect(204);
    let hook = id_of(second, "/api/admin/webhooks", "hook 0").await?;
    let change = json!({"timeout_seconds": 20, "events": ["*"], "description": "not described in the files"});
    second.put(&format!("/api/admin/webhooks?id={hook}"), change).await.expect(200);
    let view = id_of(third, "/api/psa/views", "view 3").await?;
    let filter = json!({"filter": {"status": ["unresolved"], "priority": ["p1"]}});
    third.put(&format!("/api/psa/views?id={view}"), filter).await.expect(200);
    third.put("/api/psa/sla", json!({"at_risk_percent": 50})).await.expect(200);
    let expected = [
        "hook 0: events",
        "hook 0: timeout_seconds",
        "team 1: assignment",
        "tenant: at_risk_percent",
        "view 2: create",
        "view 3: filter.priority",
        "view 3: filter.team_id",
    ];
    let plan = repository.plan(&server.base).await?;
    outcome.promise(plan.code == PENDING, format!("pending changes have an exit code of their own, not {}", plan.code));
    outcome.promise(plan.drifts() == expected, format!("the drifts are shown: {:?}", plan.drifts()));
    let repaired = repository.apply(&server.base).await?;
    outcome.promise(repaired.code == 0, format!("drifts are repaired: {}", repaired.errors));
    outcome.promise(repaired.count("result", "applied") == 5, "only the five resources that differ are sent");
    let left = repository.plan(&server.base).await?;
    outcome.promise(left.code == 0, format!("no drift is left: {:?}", left.drifts()));
    outcome.figure(format!("{} drifts of 3 people shown and repaired", expected.len()));
    Ok(())
}

/// A document that the server refuses ends the apply in the middle. The next one continues.
async fn invalid(repository: &Repository, server: &ServerProcess, outcome: &mut Outcome) -> anyhow::Result<()> {
    documents::replace(&repository.files, "Team 2", "Another team 2")?;
    // A tag is a text.
    documents::replace(&repository.files, "\"waiting-3\"", "\"waiting-3\", 7")?;
    documents::replace(&repository.files, "due_at", "-due_at")?;
    let failed = repository.apply(&server.base).await?;
    let counts = ["applied", "failed", "not_attempted"].map(|result| failed.count("result", result));
    outcome.promise(failed.code == INVALID, format!("an invalid document has its exit code, not {}", failed.code));
    outcome.promise(counts == [1, 1, 8], format!("changes before the failure are kept: {counts:?}"));
    documents::replace(&repository.files, "\"waiting-3\", 7", "\"waiting-three\"")?;
    let resumed = repository.apply(&server.base).await?;
    let counts = ["applied", "unchanged"].map(|result| resumed.count("result", result));
    outcome.promise(
        resumed.code == 0 && counts == [9, RESOURCES - 9],
        format!("the next apply does the rest: {counts:?}"),
    );
    outcome.promise(repository.plan(&server.base).await?.code == 0, "nothing is left after it");
    outcome.figure("1 invalid document, resumed after its correction");
    Ok(())
}

/// Two applies of the same files at the same time make each resource once.
async fn at_once(stage: &Stage, server: &ServerProcess, folder: &Path, outcome: &mut Outcome) -> anyhow::Result<()> {
    let repository = Repository::make(stage, server, folder, "at-once").await?;
    let (one, other) = futures::join!(repository.apply(&server.base), repository.apply(&server.base));
    let codes = [one?.code, other?.code];
    outcome.promise(codes == [0, 0], format!("two applies at once succeed: {codes:?}"));
    settled(&repository, server, outcome, "two applies at once").await
}

/// Checks that after one more apply, every resource exists once and nothing is pending.
async fn settled(
    repository: &Repository,
    server: &ServerProcess,
    outcome: &mut Outcome,
    after: &str,
) -> anyhow::Result<()> {
    let resumed = repository.apply(&server.base).await?;
    outcome.promise(resumed.code == 0, format!("an apply succeeds after {after}: {}", resumed.errors));
    let left = repository.plan(&server.base).await?;
    outcome.promise(left.code == 0, format!("nothing is pending after {after}: {:?} {}", left.drifts(), left.errors));
    let client = server.client(&repository.key);
    // The names of keys and webhooks are not unique: only the idempotency key prevents a second one.
    for (path, prefix) in [("/api/admin/api-keys", "key "), ("/api/admin/webhooks", "hook ")] {
        let list = client.get(&format!("{path}?limit=200")).await.expect(200).body;
        let is_ours = |item: &&Value| item["name"].as_str().is_some_and(|name| name.starts_with(prefix));
        let count = list["data"].as_array().into_iter().flatten().filter(is_ours).count();
        outcome.promise(count == 6, format!("{count} instead of 6 in {path} after {after}"));
    }
    Ok(())
}

/// Kills the server or the command in the middle of an apply, each time at another moment.
async fn killed(
    stage: &Stage,
    mut server: ServerProcess,
    folder: &Path,
    tries: u32,
    outcome: &mut Outcome,
) -> anyhow::Result<()> {
    let mut in_the_middle = 0;
    for number in 0..tries {
        let repository = Repository::make(stage, &server, folder, &format!("killed-{number}")).await?;
        let mut command = repository.command(&server.base, &["apply"])?;
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        let client = server.client(&repository.key);
        let progress = 1 + number as usize * 8 / tries as usize;
        wait_for_progress(&client, progress).await;
        if number % 2 == 0 {
            drop(server);
            // The command gives up, because nothing listens there any more.
            timeout(LONGEST, child.wait()).await.context("tenantctl does not give up")??;
            server = ServerProcess::start(&stage.database, &[]).await?;
        } else {
            child.kill().await?;
        }
        let made = repository.plan(&server.base).await?.count("action", "unchanged");
        in_the_middle += u32::from((1..RESOURCES).contains(&made));
        settled(&repository, &server, outcome, &format!("a kill with {made} made")).await?;
    }
    outcome.figure(format!("{tries} kills, {in_the_middle} of them in the middle"));
    outcome.promise(in_the_middle * 2 >= tries, "most kills come in the middle");
    Ok(())
}

/// Waits until the apply has created this many views, or for some seconds.
async fn wait_for_progress(client: &Client, views: usize) {
    for _ in 0..500 {
        let list = client.get("/api/psa/views?limit=200").await.expect(200).body;
        if list["data"].as_array().is_some_and(|items| items.len() >= views) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// The folder of the files. Deleted when dropped.
struct Folder(PathBuf);

impl Folder {
    fn make() -> anyhow::Result<Folder> {
        let folder = std::env::temp_dir().join(format!("tenant-control-apply-{:016x}", rand::random::<u64>()));
        fs::create_dir(&folder)?;
        Ok(Folder(folder))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
