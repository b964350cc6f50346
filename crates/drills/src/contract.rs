//! Schemathesis generates requests from the published document, valid and invalid ones, alone and in sequence, and
//! checks that the running server responds as documented.

use crate::{Outcome, Size, cloud::FakeAws, stage::Stage};
use anyhow::{Context, ensure};
use api::{ApiKeyId, TenantId};
use futures::{StreamExt, TryStreamExt, stream};
use serde_json::{Value, json};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Stdio,
    time::Duration,
};
use tenant_control::families;
use testkit::{Client, Members, Operation, ServerProcess};
use tokio::{process::Command, time::timeout};

/// The same requests in every run, as long as the document is the same.
const SEED: &str = "1";
const PHASES: &str = "examples,coverage,fuzzing,stateful";
/// The ids that the document gives as examples, without their kinds.
const EXAMPLE: &str = "01h455vb4pex5vsknk084sn02q";
/// How many seconds an answer may take, and one that may be waited for.
const AT_ONCE: u32 = 5;
const AT_LAST: u32 = 70;

/// All checks but one. `positive_data_acceptance` holds that whatever fits the schemas is taken; here a cursor must
/// be one of ours, `If-Match` must name the present version, organizations must exist, and U+0000 cannot be stored:
/// documented refusals that no schema can tell in advance.
const NOT_CHECKED: &str = "positive_data_acceptance";
const REFUSALS: [&str; 13] =
    ["400", "401", "403", "404", "405", "406", "409", "413", "415", "422", "428", "429", "5xx"];
/// Tenants that call an operation at the same time.
const TENANTS_AT_ONCE: usize = 4;
/// With the time to install it, beside other drills.
const LONGEST: Duration = Duration::from_secs(1_400);
const LONGEST_SHORT: Duration = Duration::from_secs(900);

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let (examples, longest) = size.pick(("30", LONGEST), ("10", LONGEST_SHORT));
    let stage = Stage::set("-c fsync=off").await?;
    let aws = FakeAws::start().await?;
    aws.empty_catalogue();
    let server = ServerProcess::start(&stage.database, &aws.settings()).await?;
    let tenant = stage.tenant("contract").await?;
    let client = server.client(&tenant.key);
    let refused = take_each(&stage, &server, &all_forms()).await?;
    let published = size.pick(all_forms(), Operation::all());
    hide(&stage, tenant.id).await?;
    become_operator(&stage, tenant.tenant).await?;
    let folder = Folder::make()?;
    fs::write(folder.0.join("openapi.json"), document(&stage, &client, tenant.tenant, &published).await?)?;
    fs::write(folder.0.join("schemathesis.toml"), configuration(&published))?;
    let report = schemathesis(&server, &tenant.key, (examples, longest), &folder.0).await?;
    client.get("/api/auth/session").await.expect(200); // the key was not lost on the way

    let (operations, cases) = (&report["operations"], &report["test_cases"]);
    let mut outcome = Outcome::default();
    outcome.figure(format!("{} of {} operations", operations["tested"], operations["total"]));
    outcome.figure(format!("{} cases in {:.0} s", cases["generated"], report["running_time"].as_f64().unwrap_or(0.0)));
    outcome.figure(format!("{} taken", taken(&report).iter().map(|(_, taken)| taken).sum::<u64>()));
    outcome.figure(format!("{} failures", cases["unique_failures"]));
    outcome.promise(report["exit_code"] == 0 && report["complete"] == true, "no check fails");
    outcome.promise(operations["tested"] == published.len(), "every operation is tested");
    let phases = PHASES.split(',').filter(|phase| report["phases"][*phase]["status"] != "success");
    let phases: Vec<_> = phases.collect();
    outcome.promise(phases.is_empty(), format!("every phase succeeds (not {})", phases.join(", ")));
    outcome.promise(refused.is_empty(), format!("every operation is taken (not {})", refused.join(", ")));
    // Otherwise only refusals were checked.
    let never: Vec<_> = taken(&report).into_iter().filter(|(_, taken)| *taken == 0).map(|(name, _)| name).collect();
    outcome.figure(format!("none that it thought of taken by {}: {}", never.len(), never.join(", ")));
    outcome.promise(never.len() * 10 <= published.len(), "nine operations in ten take what it thinks of");
    Ok(outcome)
}

/// Every operation, those on one member by `?id=` and by `…/{id}`. The second form is a rewrite of the first, so that
/// Schemathesis gets it in the full form only.
fn all_forms() -> Vec<Operation> {
    Operation::all().into_iter().chain(Operation::members()).collect()
}

/// A list of keys would contain the key that is in use here, which would then be revoked: it is hidden from its tenant.
async fn hide(stage: &Stage, own: ApiKeyId) -> anyhow::Result<()> {
    let policy = format!("create policy hidden on api_keys as restrictive to app using (id <> '{}')", own.0);
    Ok(stage.database.root().await.batch_execute(&policy).await?)
}

/// Figures of all tenants are returned to the operator's own tenant, of which there is one.
async fn become_operator(stage: &Stage, tenant: TenantId) -> anyhow::Result<()> {
    let root = stage.database.root().await;
    root.execute("update tenants set platform = false where platform", &[]).await?;
    root.execute("update tenants set platform = true where id = $1", &[&tenant.0]).await?;
    Ok(())
}

/// Every operation, in a tenant of its own, by somebody who may do everything. The client checks each answer against the
/// document.
async fn take_each(stage: &Stage, server: &ServerProcess, operations: &[Operation]) -> anyhow::Result<Vec<String>> {
    let taken = operations.iter().enumerate().filter(|(_, operation)| operation.scopes.is_some());
    let taken = taken.map(|(number, operation)| take(stage, server, number, operation));
    let refused: Vec<Option<String>> = stream::iter(taken).buffered(TENANTS_AT_ONCE).try_collect().await?;
    Ok(refused.into_iter().flatten().collect())
}

/// What the operation is refused with, if it is.
async fn take(
    stage: &Stage,
    server: &ServerProcess,
    number: usize,
    operation: &Operation,
) -> anyhow::Result<Option<String>> {
    let tenant = stage.tenant(&format!("takes-{number}")).await?;
    if operation.id == "analytics.platform" {
        become_operator(stage, tenant.tenant).await?;
    }
    let (_, token) = stage.person(tenant.tenant, "owner").await;
    let mut members = Members::new(&stage.database, tenant.tenant, &server.client(&tenant.key), "");
    members.make_named_in_example(operation).await;
    let target = operation.target(&members.aim(operation).await);
    let client = server.client(&token);
    let body = match operation.example() {
        Some(body) => Some(operation.with_members(&client, body).await),
        None => None,
    };
    let answer = client.send(operation.method.clone(), &target, body).await;
    Ok((!answer.status.is_success()).then(|| format!("{}: {}", operation.name(), answer.problem())))
}

/// The document with ids that exist, as examples. What an operation is about is its own, so that none takes it from
/// another; they share the only organization, which tickets that name none belong to.
async fn document(stage: &Stage, client: &Client, tenant: TenantId, published: &[Operation]) -> anyhow::Result<String> {
    let mut shared = Members::new(&stage.database, tenant, client, "");
    let organization = shared.make("org").await;
    for fixture in families::fixtures() {
        shared.make(fixture.kind).await;
    }
    let mut document = client.get("/api/openapi.json").await.expect(200).body;
    drop_optional_examples(&mut document);
    drop_unused(&mut document, published);
    for (number, operation) in published.iter().enumerate() {
        let mut members = Members::new(&stage.database, tenant, client, &format!("n{number}"));
        members.keep(organization.clone());
        let method = operation.method.as_str().to_lowercase();
        for (name, value) in members.aim(operation).await {
            let parameters = document["paths"][&operation.path][&method]["parameters"].as_array_mut();
            let named = parameters.into_iter().flatten().filter(|parameter| parameter["name"] == name);
            named.for_each(|parameter| parameter["example"] = json!(value));
        }
    }
    let text = document.to_string();
    Ok(shared.all().fold(text, |text, member| text.replace(&format!("{}_{EXAMPLE}", member.fixture.kind), &member.id)))
}

/// A request of the examples would otherwise have all optional parameters at once, which exclude each other.
fn drop_optional_examples(document: &mut Value) {
    let items = document["paths"].as_object_mut().into_iter().flatten().filter_map(|(_, item)| item.as_object_mut());
    let operations = items.flatten().filter_map(|(_, operation)| operation.get_mut("parameters")?.as_array_mut());
    let optional = operations.flatten().filter(|parameter| parameter["required"] != true);
    optional.filter_map(Value::as_object_mut).for_each(|parameter| drop(parameter.remove("example")));
}

/// Paths that are not tested, and the parts of an operation that only people read: reading them takes time.
fn drop_unused(document: &mut Value, published: &[Operation]) {
    let Some(paths) = document["paths"].as_object_mut() else { return };
    paths.retain(|path, _| published.iter().any(|operation| operation.path == *path));
    let items = paths.values_mut().filter_map(Value::as_object_mut);
    for operation in items.flatten().filter_map(|(_, operation)| operation.as_object_mut()) {
        operation.remove("x-codeSamples");
        let responses = operation.get_mut("responses").and_then(Value::as_object_mut).into_iter().flatten();
        let contents = responses.filter_map(|(_, response)| response.get_mut("content")?.as_object_mut());
        contents.flatten().filter_map(|(_, content)| content.as_object_mut()).for_each(|content| {
            content.remove("examples");
        });
    }
}

/// Checks that depend on the operation, and what a refusal of a body that is wrong may be: it may also be too large.
fn configuration(operations: &[Operation]) -> String {
    let waiting: Vec<_> =
        operations.iter().filter(|operation| operation.waits()).map(|operation| &operation.id).collect();
    format!(
        "[checks]\nmax_response_time = {AT_ONCE}\nnegative_data_rejection.expected-statuses = {REFUSALS:?}\n\n\
         [[operations]]\ninclude-operation-id = {waiting:?}\nchecks.max_response_time = {AT_LAST}\n"
    )
}

/// Its report. What failed, with a curl line for each, goes to standard error.
async fn schemathesis(
    server: &ServerProcess,
    key: &str,
    (examples, longest): (&str, Duration),
    folder: &Path,
) -> anyhow::Result<Value> {
    let (document, report, output) = (folder.join("openapi.json"), folder.join("report.json"), folder.join("output"));
    // The document is a file: by its address it would be taken for the tool's own and not be tested.
    let mut command = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/schemathesis"));
    command
        .args(["run", "--no-color", "--url", &server.base])
        .arg(&document)
        .args(["--header", &format!("Authorization: Bearer {key}")])
        .args(["--phases", PHASES, "--max-examples", examples, "--seed", SEED, "--workers", "1"])
        .args(["--checks", "all", "--exclude-checks", NOT_CHECKED, "--continue-on-failure"])
        .args(["--request-timeout", &AT_LAST.to_string(), "--generation-database", "none"])
        .args(["--report", "json", "--report-json-path"])
        .arg(&report)
        .env("NO_PROXY", "127.0.0.1")
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(fs::File::create(&output)?)
        .kill_on_drop(true);
    let status = timeout(longest, command.status()).await.context("Schemathesis does not end")??;
    if !status.success() {
        eprintln!("{}", fs::read_to_string(&output)?);
    }
    ensure!(report.is_file(), "Schemathesis did not run: {status}");
    Ok(serde_json::from_slice(&fs::read(report)?)?)
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

/// The working folder of Schemathesis. Deleted when dropped.
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
