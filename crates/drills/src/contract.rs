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

/// Every run sends the same requests, as long as the document is the same.
const SEED: &str = "1";
const PHASES: &str = "examples,coverage,fuzzing,stateful";
/// The ids that the document gives as examples, without their kinds.
const EXAMPLE: &str = "01h455vb4pex5vsknk084sn02q";
/// The longest time of a response in seconds, and that of an operation with long polling.
const RESPONSE_SECONDS: u32 = 5;
const LONG_POLL_SECONDS: u32 = 70;

/// The only excluded check. `positive_data_acceptance` requires that every request that fits the schemas succeeds; but a
/// cursor must be an issued one, `If-Match` must name the current version, organizations must exist, and U+0000 cannot be
/// stored: documented refusals that no schema can express.
const NOT_CHECKED: &str = "positive_data_acceptance";
const REFUSALS: [&str; 13] =
    ["400", "401", "403", "404", "405", "406", "409", "413", "415", "422", "428", "429", "5xx"];
/// Tenants that call an operation at the same time.
const TENANTS_AT_ONCE: usize = 4;
/// The timeout of Schemathesis, including its installation, beside other drills.
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
    let refused = call_each(&stage, &server, &all_forms()).await?;
    let published = size.pick(all_forms(), Operation::all());
    hide(&stage, tenant.id).await?;
    become_operator(&stage, tenant.tenant).await?;
    let folder = Folder::make()?;
    fs::write(folder.0.join("openapi.json"), document(&stage, &client, tenant.tenant, &published).await?)?;
    fs::write(folder.0.join("schemathesis.toml"), configuration(&published))?;
    let report = schemathesis(&server, &tenant.key, (examples, longest), &folder.0).await?;
    client.get("/api/auth/session").await.expect(200); // the key was not revoked by a request

    let (operations, cases) = (&report["operations"], &report["test_cases"]);
    let mut outcome = Outcome::default();
    outcome.figure(format!("{} of {} operations", operations["tested"], operations["total"]));
    outcome.figure(format!("{} cases in {:.0} s", cases["generated"], report["running_time"].as_f64().unwrap_or(0.0)));
    outcome.figure(format!("{} accepted", accepted(&report).iter().map(|(_, accepted)| accepted).sum::<u64>()));
    outcome.figure(format!("{} failures", cases["unique_failures"]));
    outcome.promise(report["exit_code"] == 0 && report["complete"] == true, "no check fails");
    outcome.promise(operations["tested"] == published.len(), "every operation is tested");
    let phases = PHASES.split(',').filter(|phase| report["phases"][*phase]["status"] != "success");
    let phases: Vec<_> = phases.collect();
    outcome.promise(phases.is_empty(), format!("every phase succeeds (not {})", phases.join(", ")));
    outcome.promise(refused.is_empty(), format!("every operation succeeds (not {})", refused.join(", ")));
    // Otherwise only refusals were checked.
    let never: Vec<_> =
        accepted(&report).into_iter().filter(|(_, accepted)| *accepted == 0).map(|(name, _)| name).collect();
    outcome.figure(format!("{} operations accepted no generated request: {}", never.len(), never.join(", ")));
    outcome.promise(never.len() * 10 <= published.len(), "nine operations in ten accept a generated request");
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

/// Calls every operation, in a tenant of its own, as an owner. The client checks each response against the document.
async fn call_each(stage: &Stage, server: &ServerProcess, operations: &[Operation]) -> anyhow::Result<Vec<String>> {
    let calls = operations.iter().enumerate().filter(|(_, operation)| operation.scopes.is_some());
    let calls = calls.map(|(number, operation)| call(stage, server, number, operation));
    let refused: Vec<Option<String>> = stream::iter(calls).buffered(TENANTS_AT_ONCE).try_collect().await?;
    Ok(refused.into_iter().flatten().collect())
}

/// Calls the operation. Returns the problem if it is refused.
async fn call(
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
    let response = client.send(operation.method.clone(), &target, body).await;
    Ok((!response.status.is_success()).then(|| format!("{}: {}", operation.name(), response.problem())))
}

/// The document with existing ids as examples. Each operation has members of its own, so that none deletes those of
/// another; they share the only organization, which tickets without an organization belong to.
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

/// Removes the examples of optional parameters: a request with all of them would be invalid, because some exclude others.
fn drop_optional_examples(document: &mut Value) {
    let items = document["paths"].as_object_mut().into_iter().flatten().filter_map(|(_, item)| item.as_object_mut());
    let operations = items.flatten().filter_map(|(_, operation)| operation.get_mut("parameters")?.as_array_mut());
    let optional = operations.flatten().filter(|parameter| parameter["required"] != true);
    optional.filter_map(Value::as_object_mut).for_each(|parameter| drop(parameter.remove("example")));
}

/// Removes paths that are not tested, code samples and examples of responses, because parsing them takes time.
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

/// Checks that depend on the operation, and the accepted statuses for an invalid body, which may also be too large.
fn configuration(operations: &[Operation]) -> String {
    let waiting: Vec<_> =
        operations.iter().filter(|operation| operation.waits()).map(|operation| &operation.id).collect();
    format!(
        "[checks]\nmax_response_time = {RESPONSE_SECONDS}\nnegative_data_rejection.expected-statuses = {REFUSALS:?}\n\n\
         [[operations]]\ninclude-operation-id = {waiting:?}\nchecks.max_response_time = {LONG_POLL_SECONDS}\n"
    )
}

/// Runs Schemathesis and returns its report. Failures are printed to standard error, each with a curl command.
async fn schemathesis(
    server: &ServerProcess,
    key: &str,
    (examples, longest): (&str, Duration),
    folder: &Path,
) -> anyhow::Result<Value> {
    let (document, report, output) = (folder.join("openapi.json"), folder.join("report.json"), folder.join("output"));
    // The document is a file. Schemathesis would not test the operation that serves it if it were read from its URL.
    let mut command = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/schemathesis"));
    command
        .args(["run", "--no-color", "--url", &server.base])
        .arg(&document)
        .args(["--header", &format!("Authorization: Bearer {key}")])
        .args(["--phases", PHASES, "--max-examples", examples, "--seed", SEED, "--workers", "1"])
        .args(["--checks", "all", "--exclude-checks", NOT_CHECKED, "--continue-on-failure"])
        .args(["--request-timeout", &LONG_POLL_SECONDS.to_string(), "--generation-database", "none"])
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

/// The number of valid requests of each operation that succeeded.
fn accepted(report: &Value) -> Vec<(String, u64)> {
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
