//! Schemathesis thinks of requests from the published document, valid and invalid ones, alone and in sequence, and
//! checks that the running server answers them as the document says.

use crate::{Outcome, Size, stage::Stage};
use anyhow::{Context, ensure};
use api::{
    ApiKeyId, DeliveryId, EventId, OperationId, OrganizationId, RunId, SessionId, SsoProviderId, TicketId, UserId,
    WebhookEndpointId, WorkflowId, WorkflowSecretId,
};
use serde_json::{Value, json};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Stdio,
    time::Duration,
};
use tenant_control::families;
use testkit::{Client, ServerProcess, session};
use tokio::{process::Command, time::timeout};

/// The same requests in every run, as long as the document is the same.
const SEED: &str = "1";
const PHASES: &str = "examples,coverage,fuzzing,stateful";
/// The run's tickets are the only organization's, which then stays: another one is deleted afterwards.
const HELD: &str = "DELETE /api/rmm/organizations";
/// A key has no session to end, and nobody signs in here.
const OF_SESSIONS: [&str; 3] = ["DELETE /api/auth/session", "POST /api/auth/sso", "POST /api/auth/sso/token"];

/// All checks but one. `positive_data_acceptance` holds that whatever fits the schemas is taken; here a cursor must
/// be one of ours, `If-Match` must name the present version, organizations must exist, and U+0000 cannot be stored:
/// documented refusals that no schema can tell in advance.
const NOT_CHECKED: &str = "positive_data_acceptance";
/// A body that is wrong may also be too large.
const CONFIGURATION: &str = "[checks]\nnegative_data_rejection.expected-statuses = [\n    \"400\", \"401\", \"403\", \"404\", \"405\", \"406\", \"409\", \"413\", \"415\", \"422\", \"428\", \"429\", \"5xx\",\n]\n";
/// With the time to install it.
const LONGEST: Duration = Duration::from_secs(600);

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let examples = size.pick("30", "10");
    let stage = Stage::set("-c fsync=off").await?;
    let server = ServerProcess::start(&stage.database, &[]).await?;
    let tenant = stage.tenant("contract").await?;
    let client = server.client(&tenant.key);
    hide(&stage, tenant.id).await?;
    make_examples(&stage, &client).await?;

    let folder = Folder::make()?;
    let report = schemathesis(&server, &tenant.key, examples, &folder.0).await?;
    client.get("/api/auth/session").await.expect(200); // the key was not lost on the way

    let (operations, cases) = (&report["operations"], &report["test_cases"]);
    let mut outcome = Outcome::default();
    outcome.figure(format!("{} of {} operations", operations["tested"], operations["total"]));
    outcome.figure(format!("{} cases in {:.0} s", cases["generated"], report["running_time"].as_f64().unwrap_or(0.0)));
    outcome.figure(format!("{} taken", taken(&report).iter().map(|(_, taken)| taken).sum::<u64>()));
    outcome.figure(format!("{} failures", cases["unique_failures"]));
    outcome.promise(report["exit_code"] == 0 && report["complete"] == true, "no check fails");
    outcome.promise(operations["tested"] == published_operations(), "every operation is tested");
    let phases = PHASES.split(',').filter(|phase| report["phases"][*phase]["status"] != "success");
    let phases: Vec<_> = phases.collect();
    outcome.promise(phases.is_empty(), format!("every phase succeeds (not {})", phases.join(", ")));
    // Otherwise only refusals were checked.
    let never = taken(&report).into_iter().filter(|(_, taken)| *taken == 0).map(|(name, _)| name);
    let never: Vec<_> = never.filter(|name| name != HELD && !OF_SESSIONS.contains(&name.as_str())).collect();
    let empty = client.post("/api/rmm/organizations", json!({"name": "Without tickets"})).await.expect(201);
    client.delete(&format!("/api/rmm/organizations?id={}", empty.id())).await.expect(204);
    outcome.promise(never.is_empty(), format!("every operation is taken (not {})", never.join(", ")));
    Ok(outcome)
}

/// Whoever lists the keys finds the one that is in use here, and then revokes it: it is hidden from its own tenant.
async fn hide(stage: &Stage, own: ApiKeyId) -> anyhow::Result<()> {
    let policy = format!("create policy hidden on api_keys as restrictive to app using (id <> '{}')", own.0);
    Ok(stage.database.root().await.batch_execute(&policy).await?)
}

/// The ids that the document gives as examples exist.
async fn make_examples(stage: &Stage, client: &Client) -> anyhow::Result<()> {
    let root = stage.database.root().await;
    // Before there is an organization: one that has tickets cannot be deleted.
    let ticket = client.post("/api/psa/tickets", json!({"subject": "Example"})).await.expect(201);
    let made = client.post("/api/rmm/organizations", json!({"name": "Example"})).await.expect(201);
    let (example, made): (OrganizationId, OrganizationId) = (example("OrganizationId")?, parse(&made.id())?);
    root.execute("update organizations set id = $1 where id = $2", &[&example.0, &made.0]).await?;
    let user: UserId = self::example("UserId")?;
    let sql = "insert into users (tenant_id, id, email, role, created_at, updated_at)
        select id, $1, 'example@people.example', 'technician', now(), now() from tenants";
    root.execute(sql, &[&user.0]).await?;
    let tenant = root.query_one("select id from tenants", &[]).await?.get(0);
    let (made, _) = session(&stage.database, tenant, user).await;
    let example: SessionId = self::example("SessionId")?;
    root.execute("update sessions set id = $1 where id = $2", &[&example.0, &made.0]).await?;
    let new = json!({"name": "Example", "issuer": "https://login.example", "client_id": "example",
        "client_secret": "example", "domains": ["example.example"]});
    let made = client.post("/api/admin/sso", new).await.expect(201);
    let (example, made): (SsoProviderId, SsoProviderId) = (self::example("SsoProviderId")?, parse(&made.id())?);
    let sql = "with freed as (delete from sso_domains) update sso_providers set id = $1 where id = $2";
    root.execute(sql, &[&example.0, &made.0]).await?;
    let new = json!({"name": "Example", "url": "https://hooks.example", "events": ["*"]});
    let endpoint: WebhookEndpointId = parse(&client.post("/api/admin/webhooks", new).await.expect(201).id())?;
    let delivery: DeliveryId = self::example("DeliveryId")?;
    // Nobody delivers here: what a worker would have left.
    let sql = "insert into webhook_deliveries (tenant_id, id, event_at, endpoint_id, event_id, event_type, subject_id,
            position, ordered, status, created_at)
        select tenant_id, $1, at, $2, id, type, subject_id, position, false, 'failed', at from events limit 1";
    root.execute(sql, &[&delivery.0, &endpoint.0]).await?;
    let wanted = json!({"since": "2026-11-14T00:00:00Z", "only": "missed"});
    let begun = client.post(&format!("/api/admin/webhooks/recover?id={endpoint}"), wanted).await.expect(202);
    let (example, begun): (OperationId, OperationId) = (self::example("OperationId")?, parse(&begun.id())?);
    root.execute("update operations set id = $1 where id = $2", &[&example.0, &begun.0]).await?;
    workflows(&root, client).await?;
    let new = json!({"name": "Example", "scopes": ["organizations:read"]});
    let made = client.post("/api/admin/api-keys", new).await.expect(201);
    let (example, made): (ApiKeyId, ApiKeyId) = (self::example("ApiKeyId")?, parse(&made.id())?);
    root.execute("update api_keys set id = $1 where id = $2", &[&example.0, &made.0]).await?;
    let (example, made): (TicketId, TicketId) = (self::example("TicketId")?, parse(&ticket.id())?);
    // What belongs to a ticket follows it nowhere: ids do not change.
    root.batch_execute("set session_replication_role = replica").await?;
    for (table, id) in [("tickets", "id"), ("ticket_labels", "ticket_id"), ("ticket_words", "ticket_id")] {
        root.execute(&format!("update {table} set {id} = $1 where {id} = $2"), &[&example.0, &made.0]).await?;
    }
    // An event is found in the day that its id tells.
    let example: EventId = self::example("EventId")?;
    let millis = i64::try_from(example.0.as_u128() >> 80)?;
    let query = "select app.keep_event_days((to_timestamp($1::bigint / 1000.0) at time zone 'utc')::date, 36500)";
    root.execute(query, &[&millis]).await?;
    let query = "update events set id = $1, at = to_timestamp($2::bigint / 1000.0) where position = 1";
    root.execute(query, &[&example.0, &millis]).await?;
    Ok(())
}

/// A workflow that the example of a run names, and a run of another that failed, to be retried and canceled.
async fn workflows(root: &tokio_postgres::Client, client: &Client) -> anyhow::Result<()> {
    let tasks = json!([{"open": {"call": "ticket.create", "with": {"subject": "Example"}}}]);
    let document = json!({"dsl": "1.0.0", "namespace": "example", "name": "example", "version": "1.0.0"});
    let mut made = vec![];
    for name in ["Greet", "Example"] {
        let new = json!({"name": name, "definition": {"document": document, "do": tasks}});
        made.push(client.post("/api/psa/workflows", new).await.expect(201).id());
    }
    let run = client.post("/api/psa/workflows/trigger", json!({"workflow": "Greet"})).await.expect(202).id();
    let new = json!({"value": "of an example", "allowed_hosts": ["api.acme.example"]});
    let secret = client.put("/api/psa/workflows/secrets?name=example", new).await.expect(201).id();
    let (known, secret): (WorkflowSecretId, WorkflowSecretId) = (example("WorkflowSecretId")?, parse(&secret)?);
    root.execute("update workflow_secrets set id = $1 where id = $2", &[&known.0, &secret.0]).await?;
    let (known, run): (RunId, RunId) = (example("RunId")?, parse(&run)?);
    root.batch_execute("set session_replication_role = replica").await?;
    root.execute("update workflow_runs set id = $1, status = 'failed' where id = $2", &[&known.0, &run.0]).await?;
    let (known, made): (WorkflowId, WorkflowId) = (example("WorkflowId")?, parse(&made[1])?);
    root.execute("update workflows set id = $1 where id = $2", &[&known.0, &made.0]).await?;
    root.execute("update workflow_versions set workflow_id = $1 where workflow_id = $2", &[&known.0, &made.0]).await?;
    root.batch_execute("set session_replication_role = default").await?;
    Ok(())
}

fn example<T: std::str::FromStr<Err = &'static str>>(schema: &str) -> anyhow::Result<T> {
    let example = families::document().value["components"]["schemas"][schema]["examples"][0].as_str();
    parse(example.with_context(|| format!("{schema} has no example"))?)
}

fn parse<T: std::str::FromStr<Err = &'static str>>(id: &str) -> anyhow::Result<T> {
    id.parse().map_err(anyhow::Error::msg)
}

/// Its report. What failed, with a curl line for each, goes to standard error.
async fn schemathesis(server: &ServerProcess, key: &str, examples: &str, folder: &Path) -> anyhow::Result<Value> {
    let (document, report, output) = (folder.join("openapi.json"), folder.join("report.json"), folder.join("output"));
    // As a file: by its address it would be taken for the tool's own and not be tested.
    fs::write(&document, Client::new(&server.base, None).get("/api/openapi.json").await.expect(200).body.to_string())?;
    fs::write(folder.join("schemathesis.toml"), CONFIGURATION)?;
    let mut command = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/schemathesis"));
    command
        .args(["run", "--no-color", "--url", &server.base])
        .arg(&document)
        .args(["--header", &format!("Authorization: Bearer {key}")])
        .args(["--phases", PHASES, "--max-examples", examples, "--seed", SEED, "--workers", "1"])
        .args(["--checks", "all", "--exclude-checks", NOT_CHECKED, "--continue-on-failure"])
        // Some answers may be waited for, a minute at most.
        .args(["--request-timeout", "70", "--max-response-time", "70", "--generation-database", "none"])
        .args(["--report", "json", "--report-json-path"])
        .arg(&report)
        .env("NO_PROXY", "127.0.0.1")
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(fs::File::create(&output)?)
        .kill_on_drop(true);
    let status = timeout(LONGEST, command.status()).await.context("Schemathesis does not end")??;
    if !status.success() {
        eprintln!("{}", fs::read_to_string(&output)?);
    }
    ensure!(report.is_file(), "Schemathesis did not run: {status}");
    Ok(serde_json::from_slice(&fs::read(report)?)?)
}

fn published_operations() -> usize {
    let paths = families::document().value["paths"].as_object().into_iter().flatten();
    paths.filter_map(|(_, item)| item.as_object()).map(serde_json::Map::len).sum()
}

/// How many valid requests of each operation succeeded.
fn taken(report: &Value) -> Vec<(String, u64)> {
    let sum = |phases: &Value| {
        let phases = phases.as_object().into_iter().flatten();
        phases.filter_map(|(_, counts)| counts["accepted"].as_u64()).sum()
    };
    let rates = report["valid_rates"].as_object().into_iter().flatten();
    rates.map(|(name, phases)| (name.clone(), sum(phases))).collect()
}

/// Where Schemathesis may write. Gone when dropped.
struct Folder(PathBuf);

impl Folder {
    fn make() -> anyhow::Result<Folder> {
        let folder = std::env::temp_dir().join(format!("tenant-control-contract-{:016x}", rand::random::<u64>()));
        fs::create_dir(&folder)?;
        Ok(Folder(folder))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
