//! The artefacts of a release are built from the program beside this one, as `just release` does it. The image runs in
//! three roles beside PostgreSQL, Redis and Temporal, and the README is executed against it. In the full form, the Debian
//! package is installed into a new Debian and does the same, with a supervisor that restarts it after a kill.

mod containers;

use crate::{Outcome, Size, stage::Stage};
use anyhow::{Context, ensure};
use containers::{Container, Podman, Unit};
use serde_json::Value;
use std::{
    fs,
    net::TcpListener,
    os::unix::fs::{MetadataExt, PermissionsExt, chown},
    path::{Path, PathBuf},
    process::Stdio,
    time::{Duration, Instant},
};
use testkit::{Database, Redis, Temporal, binary};
use tokio::{process::Command, time::sleep};

const IMAGE: &str = concat!("localhost/tenant-control:", env!("CARGO_PKG_VERSION"));

/// The user of the image.
const USER: u32 = 65532;

const MAX_IMAGE_BYTES: u64 = 120_000_000;

/// The endings of the names of a release's files, on any platform.
const FILES: [&str; 9] = [
    "SHA256SUMS",
    "-chart.tgz",
    "-image.tar",
    "-symbols.tar.gz",
    "64.tar.gz",
    "-notes.md",
    "-openapi.json",
    ".cdx.json",
    "64.deb",
];

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let mut outcome = Outcome::default();
    if !fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0) {
        outcome.not_asked("the image is built by root on Linux only");
        return Ok(outcome);
    }
    let folder = Folder::create()?;
    release(&folder.0, size, &mut outcome).await?;
    let servers = Servers::start(&folder.0).await?;
    in_containers(&servers, &folder.0, size, &mut outcome).await?;
    match size {
        Size::Full => from_package(&servers, &folder.0, &mut outcome).await?,
        Size::Short => outcome.not_asked("the Debian package serves the README"),
    }
    Ok(outcome)
}

/// The dry run of a release, which leaves its files in the folder.
async fn release(folder: &Path, size: Size, outcome: &mut Outcome) -> anyhow::Result<()> {
    let started = Instant::now();
    let mut command = Command::new(root().join("scripts/release"));
    command.arg("--dry-run").arg(binary()?).arg(folder.join("artefacts"));
    if size == Size::Short {
        command.env("TC_FAST", "1");
    }
    let output = succeed(&mut command).await?;
    let made: Value = serde_json::from_str(output.lines().last().context("scripts/release printed nothing")?)?;
    let files: Vec<&str> = made["files"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    for ending in FILES {
        outcome.promise(files.iter().any(|file| file.ends_with(ending)), format!("a release has a file …{ending}"));
    }
    outcome.figure(format!("{} files of a release in {} s", files.len(), started.elapsed().as_secs()));
    Ok(())
}

async fn in_containers(servers: &Servers, folder: &Path, size: Size, outcome: &mut Outcome) -> anyhow::Result<()> {
    let podman = Podman::find(&servers.settings, &servers.keys).await?;
    let bytes: u64 = podman.output(&["image", "inspect", "--format", "{{.Size}}", IMAGE]).await?.trim().parse()?;
    outcome.figure(format!("an image of {} MB", bytes / 1_000_000));
    outcome.promise_in_full(size, bytes <= MAX_IMAGE_BYTES, "the image has at most 120 MB");
    for shell in ["/bin/sh", "/usr/bin/sh", "/bin/bash", "/usr/bin/busybox"] {
        let mut command = podman.run(&["--rm", "--entrypoint", shell]);
        let ran = command.arg(IMAGE).stdin(Stdio::null()).output().await?;
        outcome.promise(!ran.status.success(), format!("the image has no {shell}"));
    }
    succeed(podman.run(&["--rm"]).args([IMAGE, "migrate"])).await?;
    let roles = [("serve", servers.ops), ("work", servers.work_ops), ("ingest", servers.ingest_ops)];
    let mut containers = vec![];
    for (role, ops) in roles {
        containers.push(Container::start(&podman, role).await?);
        ready(ops).await.with_context(|| format!("the container of {role}"))?;
    }
    for container in &containers {
        let pid = podman.output(&["inspect", "--format", "{{.State.Pid}}", &container.name]).await?;
        inspect(pid.trim(), outcome)?;
    }
    let words: Vec<String> = podman.run_arguments(&["--rm"]).into_iter().map(|word| format!("'{word}'")).collect();
    let wrapper = wrapper(&folder.join("in-container"), &format!("podman {} {IMAGE}", words.join(" ")))?;
    readme(servers.listen, &servers.settings, &wrapper, "the image", outcome).await?;
    let stopped = Instant::now();
    for container in &containers {
        podman.output(&["stop", "--time", "45", &container.name]).await?;
    }
    outcome.figure(format!("{} containers stopped in {} s", containers.len(), stopped.elapsed().as_secs()));
    Ok(())
}

/// Checks the user of a process, its root, and the only program that it can start.
fn inspect(pid: &str, outcome: &mut Outcome) -> anyhow::Result<()> {
    let status = fs::read_to_string(format!("/proc/{pid}/status"))?;
    let ids = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
        line.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    let expected = vec![USER.to_string(); 4];
    outcome.promise(ids("Uid:") == expected && ids("Gid:") == expected, format!("the process runs as {USER}"));
    outcome.promise(ids("CapEff:") == ["0000000000000000"], "the process has no capabilities");
    let mounts = fs::read_to_string(format!("/proc/{pid}/mounts"))?;
    let options = mounts.lines().map(|line| line.split(' ').collect::<Vec<_>>()).find(|line| line.get(1) == Some(&"/"));
    let options = options.and_then(|line| line.get(3).copied()).unwrap_or_default();
    outcome.promise(options.split(',').any(|option| option == "ro"), "the root of the process is read-only");
    let programs: Vec<_> = fs::read_dir(format!("/proc/{pid}/root/usr/bin"))?.collect::<Result<_, _>>()?;
    let names: Vec<_> = programs.iter().map(fs::DirEntry::file_name).collect();
    outcome.promise(names == ["tenant-control"], format!("the image has no other program (not {names:?})"));
    Ok(())
}

/// Installs the package in its own Debian, with its units but without their sandbox.
async fn from_package(servers: &Servers, folder: &Path, outcome: &mut Outcome) -> anyhow::Result<()> {
    let tree = folder.join("debian");
    let mut files = fs::read_dir(folder.join("artefacts"))?.filter_map(Result::ok).map(|entry| entry.path());
    let package = files.find(|path| path.to_string_lossy().contains("/tenant-control_")).context("no package")?;
    succeed(Command::new(root().join("scripts/deb")).arg("--install").arg(package).arg(&tree)).await?;
    let settings = servers.another("package").await?;
    let etc = tree.join("etc/tenant-control");
    let lines = settings.iter().map(|(name, value)| format!("{name}={value}\n")).collect::<String>();
    fs::write(etc.join("settings"), format!("{lines}TC_MASTER_KEY_FILE=/etc/tenant-control/master-keys\n"))?;
    fs::copy(servers.keys.join("master-keys"), etc.join("master-keys"))?;
    let owner = ["chown", "tenant-control:", "/etc/tenant-control/master-keys"];
    succeed(Command::new("chroot").arg(&tree).args(owner)).await?;
    succeed(Command::new(root().join("scripts/unit")).arg(&tree).arg("tenant-control-migrate.service")).await?;
    let roles = [("serve", servers.ops), ("work", servers.work_ops), ("ingest", servers.ingest_ops)];
    let mut units = vec![];
    for (role, ops) in roles {
        let log = folder.join(format!("{role}.log"));
        units.push(Unit::start(&tree, role, &log)?);
        ready(ops).await.with_context(|| fs::read_to_string(&log).unwrap_or_default())?;
    }
    // The unit is restarted after a crash.
    let log = fs::read_to_string(folder.join("serve.log"))?;
    let pid = log.lines().find_map(|line| line.strip_prefix("started ")).context("the unit has started no process")?;
    succeed(Command::new("kill").args(["-9", pid])).await?;
    let killed = Instant::now();
    sleep(Duration::from_millis(200)).await;
    ready(servers.ops).await?;
    outcome.figure(format!("ready {} ms after kill -9", killed.elapsed().as_millis()));
    let wrapper = wrapper(&folder.join("in-debian"), &format!("chroot {} tenant-control", tree.display()))?;
    readme(servers.listen, &settings, &wrapper, "the package", outcome).await?;
    Ok(())
}

/// Creates a program that runs this command.
fn wrapper(path: &Path, command: &str) -> anyhow::Result<PathBuf> {
    fs::write(path, format!("#!/bin/sh\nexec {command} \"$@\"\n"))?;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))?;
    Ok(path.to_owned())
}

/// Executes the README against the server on this port.
async fn readme(
    port: u16,
    settings: &[(String, String)],
    program: &Path,
    what: &str,
    outcome: &mut Outcome,
) -> anyhow::Result<()> {
    let started = Instant::now();
    let mut command = Command::new(root().join("scripts/guides"));
    command.arg("README.md").current_dir(root()).stdin(Stdio::null()).kill_on_drop(true);
    command.env("TC_URL", format!("http://127.0.0.1:{port}")).env("TC_BINARY", program).env("KEY", "");
    command.envs(settings.iter().filter(|(name, _)| name.ends_with("DATABASE_URL")).cloned());
    let output = command.output().await?;
    if !output.status.success() {
        eprintln!("{}", String::from_utf8_lossy(&output.stderr));
    }
    outcome.promise(output.status.success(), format!("{what} serves the README"));
    outcome.figure(format!("the README with {what} in {} s", started.elapsed().as_secs()));
    Ok(())
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The standard output of a command that must succeed.
async fn succeed(command: &mut Command) -> anyhow::Result<String> {
    let output = command.stdin(Stdio::null()).kill_on_drop(true).output().await?;
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{:?} failed:\n{errors}", command.as_std());
    Ok(String::from_utf8(output.stdout)?)
}

async fn ready(port: u16) -> anyhow::Result<()> {
    let client = reqwest::Client::builder().no_proxy().build()?;
    let started = Instant::now();
    loop {
        let answer = client.get(format!("http://127.0.0.1:{port}/readyz")).send().await;
        if answer.is_ok_and(|answer| answer.status().is_success()) {
            return Ok(());
        }
        ensure!(started.elapsed() < Duration::from_secs(30), "not ready after 30 s");
        sleep(Duration::from_millis(100)).await;
    }
}

/// The servers that run beside the image, and the settings that name them.
struct Servers {
    settings: Vec<(String, String)>,
    /// The folder of the master keys, which belongs to the user of the image.
    keys: PathBuf,
    listen: u16,
    ops: u16,
    work_ops: u16,
    ingest_ops: u16,
    stage: Stage,
    _redis: Redis,
    _temporal: Temporal,
}

impl Servers {
    async fn start(folder: &Path) -> anyhow::Result<Servers> {
        let (stage, redis, temporal) = (Stage::set("-c fsync=off").await?, Redis::start()?, Temporal::start()?);
        let database = Database { port: stage.postgres.port, name: "image".to_owned() };
        stage.database.root().await.batch_execute("create database image owner migrator").await?;
        let [listen, ops, work_ops, ingest, ingest_ops] = free_ports()?;
        let keys = folder.join("keys");
        fs::create_dir(&keys)?;
        chown(&keys, Some(USER), Some(USER)).context("containers are run by root")?;
        let at = |port: u16| format!("127.0.0.1:{port}");
        let settings = [
            ("TC_DATABASE_URL", database.url("app")),
            ("TC_SYSTEM_DATABASE_URL", database.url("app_system")),
            ("TC_MIGRATION_DATABASE_URL", database.url("migrator")),
            ("TC_REDIS_URL", redis.url()),
            ("TC_TEMPORAL_URL", temporal.url()),
            ("TC_LISTEN", at(listen)),
            ("TC_OPS_LISTEN", at(ops)),
            ("TC_WORK_OPS_LISTEN", at(work_ops)),
            ("TC_INGEST_LISTEN", at(ingest)),
            ("TC_INGEST_OPS_LISTEN", at(ingest_ops)),
            ("TC_BASE_URL", format!("http://127.0.0.1:{listen}")),
        ];
        let settings = settings.map(|(name, value)| (name.to_owned(), value)).to_vec();
        Ok(Servers { settings, keys, listen, ops, work_ops, ingest_ops, stage, _redis: redis, _temporal: temporal })
    }

    /// The settings with a new database of this name.
    async fn another(&self, name: &str) -> anyhow::Result<Vec<(String, String)>> {
        self.stage.database.root().await.batch_execute(&format!("create database {name} owner migrator")).await?;
        let renamed = |value: &String| value.replace("/image", &format!("/{name}"));
        Ok(self.settings.iter().map(|(setting, value)| (setting.clone(), renamed(value))).collect())
    }
}

/// All are bound before the first is released, so they differ.
fn free_ports<const COUNT: usize>() -> anyhow::Result<[u16; COUNT]> {
    let listeners: Vec<_> = (0..COUNT).map(|_| TcpListener::bind("127.0.0.1:0")).collect::<Result<_, _>>()?;
    let mut ports = [0; COUNT];
    for (port, listener) in ports.iter_mut().zip(&listeners) {
        *port = listener.local_addr()?.port();
    }
    Ok(ports)
}

/// The folder for all files of the drill. Deleted when dropped.
struct Folder(PathBuf);

impl Folder {
    fn create() -> anyhow::Result<Folder> {
        let folder = std::env::temp_dir().join(format!("tenant-control-image-{:016x}", rand::random::<u64>()));
        fs::create_dir(&folder)?;
        Ok(Folder(folder))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
