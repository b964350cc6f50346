//! Every command of `tenantctl` is called as its help shows, with secrets in the environment. Then its output, the arguments
//! of all processes and all files that it has left are searched for them. A secret as an argument is refused. Without a
//! keyring nothing is stored, unless a flag permits a file.

mod planted;
mod processes;

use crate::{
    Outcome, Size,
    command_line::{
        Home,
        commands::{self, Leaf},
    },
    stage::Stage,
};
use anyhow::{Context, ensure};
use futures::{StreamExt, stream};
use planted::Planted;
use processes::Processes;
use std::{
    fs,
    os::unix::fs::PermissionsExt,
    process::{Output, Stdio},
    time::Duration,
};
use testkit::ServerProcess;
use tokio::{io::AsyncWriteExt, process::Command, time::timeout};

/// The timeout of a command, also of one that waits for something.
const LONGEST: Duration = Duration::from_secs(60);

const AT_ONCE: usize = 4;

/// The service in the examples.
const EXAMPLE_ADDRESS: &str = "https://api.example.com";

/// Exit codes of `tenantctl`.
const USAGE: i32 = 2;

/// The folders of configuration and state, below the home folder.
const OURS: [&str; 2] = [".config/tenantctl", ".local/state/tenantctl"];

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let stage = Stage::set("-c fsync=off").await?;
    let server = ServerProcess::start(&stage.database, &["--log", "debug"]).await?;
    let tenant = stage.tenant("cli-secrets").await?;
    let mut planted = Planted::new(&tenant.key);
    let mut outcome = Outcome::default();
    let processes = Processes::watch(planted.texts());

    without_keyring(&server, &planted, &mut outcome).await?;
    let home = Home::make()?;
    let leaves = commands::all(&home).await?;
    // The short form calls every command as well: only the repetitions are fewer.
    for _ in 0..size.pick(3, 1) {
        every_command(&home, &server, &leaves, &mut planted, &mut outcome).await?;
    }
    as_arguments(&home, &server, &leaves, &planted, &mut outcome).await?;
    in_a_file(&server, &planted, &mut outcome).await?;

    let seen = processes.end().await;
    outcome.figure(format!("{} processes observed", seen.processes));
    outcome.promise(seen.processes * 2 > leaves.len(), "the processes were observed while they ran");
    seen.finds.iter().take(10).for_each(|find| eprintln!("cli-secrets: {find}"));
    outcome.promise(seen.finds.is_empty(), "no argument of a process contains a secret");
    let log = fs::read_to_string(&server.log)?;
    outcome.promise(planted.find(log.as_bytes()).is_none(), "the log of the server contains no secret");
    Ok(outcome)
}

/// A command with the credential of the tenant in its environment, as verbose as possible.
fn signed_in(mut command: Command, server: &ServerProcess, planted: &Planted) -> Command {
    command
        .env("TENANTCTL_URL", &server.base)
        .env("TENANTCTL_KEY", &planted.key)
        .env("RUST_LOG", "trace")
        .env("RUST_BACKTRACE", "1");
    command
}

async fn output(mut command: Command) -> anyhow::Result<Output> {
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    timeout(LONGEST, command.output()).await.context("tenantctl does not end")?.context("tenantctl does not start")
}

/// Calls the example of every command.
async fn every_command(
    home: &Home,
    server: &ServerProcess,
    leaves: &[Leaf],
    planted: &mut Planted,
    outcome: &mut Outcome,
) -> anyhow::Result<()> {
    let examples: Vec<(String, Command)> = leaves
        .iter()
        .flat_map(|leaf| &leaf.examples)
        .map(|example| {
            let mut command = signed_in(home.program("sh")?, server, planted);
            command.args(["-c", &example.replace(EXAMPLE_ADDRESS, &server.base)]);
            commands::variables(example).for_each(|name| {
                command.env(name, &planted.value);
            });
            Ok((example.clone(), command))
        })
        .collect::<anyhow::Result<_>>()?;
    let called = examples.len();
    let calls = examples.into_iter().map(|(example, command)| async move { (example, output(command).await) });
    let results: Vec<_> = stream::iter(calls).buffer_unordered(AT_ONCE).collect().await;
    let mut reached = 0;
    for (example, result) in results {
        let result = result.with_context(|| example.clone())?;
        reached += usize::from(result.status.code() != Some(USAGE));
        for text in [&result.stdout, &result.stderr] {
            if let Some(secret) = planted.find(text) {
                eprintln!("cli-secrets: {example} shows {secret}");
                outcome.promise(false, format!("no output shows a secret: {example}"));
            }
            planted.learn(text);
        }
    }
    search(home, planted, outcome)?;
    outcome.figure(format!("{called} examples of {} commands called, {reached} of them sent requests", leaves.len()));
    outcome.promise(leaves.iter().all(|leaf| !leaf.examples.is_empty()), "every command has an example");
    outcome.promise(reached * 2 > called, "most examples send requests");
    Ok(())
}

/// Configuration and state are private, and no file contains a secret.
fn search(home: &Home, planted: &Planted, outcome: &mut Outcome) -> anyhow::Result<()> {
    for (path, mode) in home.files()? {
        // Other files are data that an example writes, or manual pages, which everybody may read.
        let is_ours = path.strip_prefix(home.path()).is_ok_and(|below| OURS.iter().any(|ours| below.starts_with(ours)));
        outcome.promise(!is_ours || mode & 0o077 == 0, format!("{} is private (not {mode:o})", path.display()));
        let Ok(text) = fs::read(&path) else { continue };
        let found = if is_ours { planted.find_any(&text) } else { planted.find(&text) };
        if let Some(secret) = found {
            outcome.promise(false, format!("no file contains a secret: {secret} in {}", path.display()));
        }
    }
    Ok(())
}

/// Checks that a secret as an argument is refused, and not repeated. The argument itself is visible, so its value is used
/// for nothing else.
async fn as_arguments(
    home: &Home,
    server: &ServerProcess,
    leaves: &[Leaf],
    planted: &Planted,
    outcome: &mut Outcome,
) -> anyhow::Result<()> {
    let mut flags = 0;
    for leaf in leaves {
        for flag in &leaf.secret_flags {
            flags += 1;
            let mut command = signed_in(home.tenantctl()?, server, planted);
            command.args(&leaf.words).args([flag, &planted.argument]);
            let result = output(command).await?;
            let what = format!("{} {flag}", leaf.words.join(" "));
            outcome.promise(result.status.code() == Some(USAGE), format!("{what} refuses a secret as an argument"));
            let text = [result.stdout, result.stderr].concat();
            outcome
                .promise(!contains(&text, planted.argument.as_bytes()), format!("{what} does not repeat the argument"));
        }
    }
    for example in leaves.iter().flat_map(|leaf| &leaf.examples).filter(|example| example.contains("env:")) {
        let given = commands::variables(example)
            .fold(example.clone(), |text, name| text.replace(&format!("env:{name}"), &planted.argument));
        let mut command = signed_in(home.program("sh")?, server, planted);
        command.args(["-c", &given]);
        let result = output(command).await?;
        outcome.promise(result.status.code() == Some(USAGE), format!("{example} with the secret itself is refused"));
        let text = [result.stdout, result.stderr].concat();
        outcome.promise(!contains(&text, planted.argument.as_bytes()), format!("{example} does not repeat the secret"));
    }
    outcome.figure(format!("{flags} secret flags"));
    outcome.promise(flags > 0, "there are secret flags");
    Ok(())
}

/// Signs in with a key from standard input.
async fn login(home: &Home, server: &ServerProcess, key: &str, more: &[&str]) -> anyhow::Result<Output> {
    let mut command = home.tenantctl()?;
    command.args(["login", "--server", &server.base, "--key-stdin"]).args(more);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    let mut stdin = child.stdin.take().context("no standard input")?;
    // The command may end before it reads the key.
    let _ = stdin.write_all(format!("{key}\n").as_bytes()).await;
    drop(stdin);
    timeout(LONGEST, child.wait_with_output()).await.context("login does not end")?.context("login failed")
}

/// Without a keyring, and without the flag for a file, nothing is stored.
async fn without_keyring(server: &ServerProcess, planted: &Planted, outcome: &mut Outcome) -> anyhow::Result<()> {
    let home = Home::make()?;
    let result = login(&home, server, &planted.key, &[]).await?;
    outcome.promise(result.status.code() == Some(USAGE), "without a keyring, login refuses");
    let errors = String::from_utf8_lossy(&result.stderr).into_owned();
    outcome.promise(errors.contains("--insecure-storage"), format!("login names the flag: {errors}"));
    outcome.promise(planted.find(&[result.stdout, result.stderr].concat()).is_none(), "login does not show the key");
    let files = home.files()?;
    outcome.promise(files.is_empty(), format!("without a keyring nothing is written: {files:?}"));
    Ok(())
}

/// With `--insecure-storage` the file is private and named, is refused when others can read it, and is removed by a logout.
async fn in_a_file(server: &ServerProcess, planted: &Planted, outcome: &mut Outcome) -> anyhow::Result<()> {
    let home = Home::make()?;
    let result = login(&home, server, &planted.key, &["--insecure-storage"]).await?;
    let errors = String::from_utf8_lossy(&result.stderr).into_owned();
    ensure!(result.status.success(), "login failed: {errors}");
    let files = home.files()?;
    let holds_key = |path: &std::path::Path| fs::read(path).is_ok_and(|text| contains(&text, planted.key.as_bytes()));
    let holding: Vec<_> = files.iter().filter(|(path, _)| holds_key(path)).collect();
    ensure!(holding.len() == 1, "the key is in {holding:?}");
    let (path, mode) = holding[0];
    outcome.promise(*mode == 0o600, format!("the file of the credential has mode 600 (not {mode:o})"));
    outcome.promise(files.iter().all(|(_, mode)| mode & 0o077 == 0), format!("all files are private: {files:?}"));
    outcome
        .promise(errors.contains(&path.display().to_string()), format!("login prints the path of the key: {errors}"));

    let mut whoami = home.tenantctl()?;
    whoami.arg("whoami");
    outcome.promise(output(whoami).await?.status.success(), "the stored key is used");
    fs::set_permissions(path, fs::Permissions::from_mode(0o644))?;
    let mut exposed = home.tenantctl()?;
    exposed.arg("whoami");
    outcome.promise(!output(exposed).await?.status.success(), "a file that others can read is refused");
    fs::set_permissions(path, fs::Permissions::from_mode(0o600))?;
    let mut logout = home.tenantctl()?;
    logout.arg("logout");
    let result = output(logout).await?;
    outcome.promise(result.status.success(), "logout succeeds");
    for (path, _) in home.files()? {
        outcome.promise(!holds_key(&path), format!("logout removes the key from {}", path.display()));
    }
    Ok(())
}

fn contains(text: &[u8], part: &[u8]) -> bool {
    text.windows(part.len()).any(|window| window == part)
}
