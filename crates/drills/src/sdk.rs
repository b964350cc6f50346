//! The clients are built from their sources as in a clean checkout, with strict types, and each of them uses a running
//! server. Other generators create a method for every operation of the SDK document.
//!
//! The short form does not run the other generators.

use crate::{Outcome, Size, stage::Stage};
use anyhow::{Context, ensure};
use serde_json::{Value, json};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Stdio,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};
use testkit::ServerProcess;
use tokio::{
    io::AsyncReadExt,
    net::{TcpListener, TcpStream},
    process::Command,
    time::timeout,
};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/sdk");

const LANGUAGES: [&str; 2] = ["typescript", "python"];

/// Includes the installation of the tools.
const TIMEOUT: Duration = Duration::from_secs(900);

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let stage = Stage::set("-c fsync=off").await?;
    let server = ServerProcess::start(&stage.database, &[]).await?;
    let folder = Folder::make()?;
    let operations = write_documents(&stage, &server, &folder.0).await?;
    let mut outcome = Outcome::default();
    outcome.figure(format!("{operations} operations"));
    for language in LANGUAGES {
        let started = Instant::now();
        script(&["build", language], &folder.0, &[]).await?;
        outcome.figure(format!("{language} built in {} s", started.elapsed().as_secs()));
        use_client(&stage, &server, language, &folder.0, &mut outcome).await?;
    }
    match size {
        Size::Full => generators(&folder.0, operations, &mut outcome).await?,
        Size::Short => outcome.not_asked("other generators create every operation"),
    }
    Ok(outcome)
}

/// Writes the SDK document in both versions. Returns the number of its operations.
async fn write_documents(stage: &Stage, server: &ServerProcess, folder: &Path) -> anyhow::Result<usize> {
    let client = server.client(&stage.tenant("sdk-documents").await?.key);
    let newer = client.get("/api/openapi.sdk.json").await.expect(200).body;
    let older = client.get("/api/openapi.sdk.json?openapi=3.0").await.expect(200).body;
    fs::write(folder.join("openapi.sdk.json"), newer.to_string())?;
    fs::write(folder.join("openapi.sdk.3.0.json"), older.to_string())?;
    let paths = newer["paths"].as_object().context("the document has no paths")?;
    Ok(paths.values().filter_map(Value::as_object).map(serde_json::Map::len).sum())
}

/// A client creates, lists through three pages, updates with a version and with a stale one, loses a response, verifies a
/// webhook and reads problems.
async fn use_client(
    stage: &Stage,
    server: &ServerProcess,
    language: &str,
    folder: &Path,
    outcome: &mut Outcome,
) -> anyhow::Result<()> {
    let tenant = stage.tenant(&format!("sdk-{language}")).await?;
    let proxy = CuttingProxy::start(&server.base).await?;
    let settings = [("BASE_URL", &*server.base), ("CUTTING_URL", &*proxy.base), ("KEY", &*tenant.key)];
    let found = script(&["walk", language], folder, &settings).await?;
    let expected = json!({
        "pages": 3, "listed": true, "updated": "p1", "stale": "version_mismatch", "copies": 1, "same": true,
        "event": "webhook.ping", "forged": "InvalidSignature", "invalid": "invalid_request /subject", "missing": "not_found",
    });
    for (name, expected) in expected.as_object().into_iter().flatten() {
        outcome.promise(found[name] == *expected, format!("{language}: {name} is {expected} (not {})", found[name]));
    }
    let cut = proxy.cut.load(Ordering::SeqCst);
    outcome.figure(format!(
        "{language}: {} pages, {cut} response lost, {} ticket created by it",
        found["pages"], found["copies"]
    ));
    outcome.promise(cut == 1, format!("{language}: one response is lost"));
    Ok(())
}

async fn generators(folder: &Path, operations: usize, outcome: &mut Outcome) -> anyhow::Result<()> {
    let made = script(&["generators"], folder, &[]).await?;
    let made = made.as_object().context("the generators returned nothing")?;
    outcome.promise(made.len() == 4, "four generators ran");
    for (generator, methods) in made {
        outcome.figure(format!("{generator}: {methods} methods"));
        outcome.promise(*methods == operations, format!("{generator} creates a method for every operation"));
    }
    Ok(())
}

/// Runs `scripts/sdk` in the folder. Returns the last line of its output, which is JSON, or null.
async fn script(arguments: &[&str], folder: &Path, settings: &[(&str, &str)]) -> anyhow::Result<Value> {
    let mut command = Command::new(SCRIPT);
    command
        .args(arguments)
        .arg(folder)
        .envs(settings.iter().copied())
        .env("NO_PROXY", "127.0.0.1")
        .stdin(Stdio::null())
        .stderr(Stdio::piped())
        .stdout(Stdio::piped())
        .kill_on_drop(true);
    let output = timeout(TIMEOUT, command.output()).await.context("scripts/sdk does not finish in time")??;
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "scripts/sdk {} failed:\n{errors}", arguments.join(" "));
    let text = String::from_utf8(output.stdout)?;
    Ok(text.lines().last().map(serde_json::from_str).transpose()?.unwrap_or_default())
}

/// A proxy that loses the first response: the server has handled the request, and the client does not receive the
/// response.
struct CuttingProxy {
    base: String,
    cut: Arc<AtomicUsize>,
}

impl CuttingProxy {
    async fn start(server: &str) -> anyhow::Result<CuttingProxy> {
        let server = server.strip_prefix("http://").context("the server is not plain http")?.to_owned();
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let base = format!("http://{}", listener.local_addr()?);
        let cut = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&cut);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(pass(client, server.clone(), Arc::clone(&counter)));
            }
        });
        Ok(CuttingProxy { base, cut })
    }
}

async fn pass(mut client: TcpStream, server: String, cut: Arc<AtomicUsize>) -> std::io::Result<()> {
    let mut server = TcpStream::connect(server).await?;
    if cut.load(Ordering::SeqCst) > 0 {
        tokio::io::copy_bidirectional(&mut client, &mut server).await?;
        return Ok(());
    }
    let (mut client_reads, _) = client.split();
    let (mut server_reads, mut server_writes) = server.split();
    let mut first = [0; 1];
    // Both connections are closed at the first byte of the response.
    tokio::select! {
        passed = tokio::io::copy(&mut client_reads, &mut server_writes) => { passed?; }
        read = server_reads.read(&mut first) => { cut.fetch_add(read?, Ordering::SeqCst); }
    }
    Ok(())
}

/// The folder in which the clients are built. Deleted when dropped.
struct Folder(PathBuf);

impl Folder {
    fn make() -> anyhow::Result<Folder> {
        let folder = std::env::temp_dir().join(format!("tenant-control-sdk-{:016x}", rand::random::<u64>()));
        fs::create_dir(&folder)?;
        Ok(Folder(folder))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
