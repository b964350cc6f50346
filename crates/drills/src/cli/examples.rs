//! Calls every example, each by a tenant of its own, in two forms: as it is written, with an open but empty standard input,
//! so that a prompt would wait; and with `--json` for `jq`, with standard input closed and standard error discarded.

use super::needs::{self, Need};
use crate::{
    Outcome,
    command_line::{
        Home,
        commands::{self, Leaf},
    },
    stage::Stage,
};
use anyhow::Context;
use futures::{StreamExt, TryStreamExt, stream};
use serde_json::{Value, json};
use std::{
    fs,
    process::Stdio,
    time::{Duration, Instant},
};
use tenant_control::operate::tenants::AdminKey;
use testkit::{Members, Operation, Receiver, ServerProcess};
use tokio::{process::Command, time::timeout};

/// Longer than any example takes.
const LONGEST: Duration = Duration::from_secs(30);

const AT_ONCE: usize = 4;

/// Values in the examples: the URL of the service, a local receiver, and the end of all ids.
const EXAMPLE_ADDRESS: &str = "https://api.example.com";
const EXAMPLE_RECEIVER: &str = "http://localhost:3000";
const EXAMPLE_ID: &str = "_01h455vb4pex5vsknk084sn02q";

/// Exit codes of the scripts below. `tenantctl` does not use them.
const NOT_PREPARED: i32 = 98;
const NOT_JSON: i32 = 99;

/// The value of every variable that an example reads.
const VALUE: &str = "drill0value0that0is0long0enough0for0every0variable";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Written,
    Json,
}

struct Scene<'a> {
    stage: &'a Stage,
    server: &'a ServerProcess,
    receiver: Receiver,
    operations: Vec<Operation>,
}

struct Ended {
    /// The example, with the form.
    what: String,
    code: Option<i32>,
    expected: i32,
    errors: String,
    took: Duration,
}

pub async fn check(
    stage: &Stage,
    server: &ServerProcess,
    leaves: &[Leaf],
    outcome: &mut Outcome,
) -> anyhow::Result<()> {
    let examples: Vec<&str> = leaves.iter().flat_map(|leaf| &leaf.examples).map(String::as_str).collect();
    let unused = needs::unused(&examples);
    outcome.promise(unused.is_empty(), format!("every entry of the table of needs has an example: {unused:?}"));
    let scene = Scene { stage, server, receiver: Receiver::start().await, operations: Operation::all() };
    let mut calls = vec![];
    for leaf in leaves {
        for example in &leaf.examples {
            calls.push((leaf, example.as_str(), Form::Written));
            match needs::without_json(example) {
                None => calls.push((leaf, example.as_str(), Form::Json)),
                Some(reason) => eprintln!("cli: {example} prints no JSON: {reason}"),
            }
        }
    }
    let (started, scene) = (Instant::now(), &scene);
    let calls = calls.into_iter().enumerate();
    let calls = calls.map(|(number, (leaf, example, form))| scene.call(number, leaf, example, form));
    let ended: Vec<Ended> = stream::iter(calls).buffer_unordered(AT_ONCE).try_collect().await?;
    for call in &ended {
        if call.code != Some(call.expected) {
            eprintln!("cli: {}: {:?}, not {}: {}", call.what, call.code, call.expected, call.errors.trim());
            outcome.promise(false, format!("{} ends with {}, not {:?}", call.what, call.expected, call.code));
        }
    }
    let failing = ended.iter().filter(|call| call.expected != 0).count();
    let longest = ended.iter().map(|call| call.took).max().unwrap_or_default();
    outcome.figure(format!(
        "{} examples of {} commands in {} calls ({failing} with a documented error) in {:.0} s, the longest {:.1} s",
        examples.len(),
        leaves.len(),
        ended.len(),
        started.elapsed().as_secs_f64(),
        longest.as_secs_f64()
    ));
    Ok(())
}

impl Scene<'_> {
    async fn call(&self, number: usize, leaf: &Leaf, example: &str, form: Form) -> anyhow::Result<Ended> {
        let what = format!("{example} ({form:?})");
        let tenant = self.stage.tenant(&format!("cli{number}")).await?;
        let home = Home::make()?;
        let mut members = Members::new(&self.stage.database, tenant.tenant, &self.server.client(&tenant.key), "");
        // A tenant with one customer: requests need not name it.
        members.make("org").await;
        let body = self.aim(leaf, &mut members).await;
        write_files(&home, &tenant, example, &body)?;
        let (mut before, mut words, mut expected) = (String::new(), String::new(), 0);
        let mut key = Some(tenant.key.clone());
        for need in needs::of(example) {
            match need {
                Need::Before(line) => before = format!("{{ {line}; }} >prepared 2>&1 || exit {NOT_PREPARED}\n"),
                Need::Words(more) => words = format!(" {more}"),
                Need::NoKey => key = None,
                Need::Session => key = Some(self.stage.person(tenant.tenant, "owner").await.1),
                Need::Ends(code, reason) => {
                    eprintln!("cli: {what} ends with {code}: {reason}");
                    expected = code;
                }
                Need::Statement(_) | Need::NoJson(_) => {}
            }
        }
        let script = before + &script(&format!("{example}{words}"), form);
        let script = self.with_members(&script, &tenant, &mut members).await;
        self.state(&tenant, example).await?;
        let script = script.replace(EXAMPLE_ADDRESS, &self.server.base).replace(EXAMPLE_RECEIVER, &self.receiver.url);
        let mut command = home.program("bash")?;
        command.args(["-c", &script]).env("TENANTCTL_URL", &self.server.base);
        key.iter().for_each(|key| {
            command.env("TENANTCTL_KEY", key);
        });
        commands::variables(example).for_each(|name| {
            command.env(name, VALUE);
        });
        let (code, errors, took) = execute(command).await.with_context(|| what.clone())?;
        Ok(Ended { what, code, expected, errors, took })
    }

    /// Makes valid targets of the operation. Returns the example of its body.
    async fn aim(&self, leaf: &Leaf, members: &mut Members) -> Value {
        let id = leaf.operation.as_deref();
        let Some(operation) = self.operations.iter().find(|one| id == Some(one.id.as_str())) else {
            return Value::Null;
        };
        members.make_named_in_example(operation).await;
        members.aim(operation).await;
        operation.with_members(&members.client, operation.example().unwrap_or_default()).await
    }

    /// Replaces the ids in the example by those of members. The second ticket is another one.
    async fn with_members(&self, text: &str, tenant: &AdminKey, members: &mut Members) -> String {
        let mut others = Members::new(&self.stage.database, tenant.tenant, &members.client, "other");
        members.get("org").into_iter().for_each(|organization| others.keep(organization.clone()));
        let (mut filled, mut tickets) = (String::new(), 0);
        let mut parts: Vec<&str> = text.split(EXAMPLE_ID).collect();
        let last = parts.pop().unwrap_or_default();
        for part in parts {
            let begin = part.rfind(|sign: char| !sign.is_ascii_lowercase()).map_or(0, |place| place + 1);
            let (before, kind) = part.split_at(begin);
            tickets += usize::from(kind == "tkt");
            let from = if kind == "tkt" && tickets > 1 { &mut others } else { &mut *members };
            filled.push_str(before);
            filled.push_str(&from.make(kind).await.id);
        }
        filled + last
    }

    /// The state that the example requires.
    async fn state(&self, tenant: &AdminKey, example: &str) -> anyhow::Result<()> {
        for need in needs::of(example) {
            if let Need::Statement(statement) = need {
                let statement = statement.replace("$tenant", &tenant.tenant.0.to_string());
                self.stage.database.root().await.batch_execute(&statement).await?;
            }
        }
        Ok(())
    }
}

/// The script that bash executes.
fn script(example: &str, form: Form) -> String {
    match form {
        Form::Written => example.to_owned(),
        Form::Json => {
            // An expression in the example would print texts.
            let example = example.split(" --jq").next().unwrap_or(example).replace(" --json", "");
            format!(
                "exec 0<&-\n{example} --json 2>errors | jq -c . >/dev/null\ncodes=(\"${{PIPESTATUS[@]}}\")\n\
                 cat errors >&2\n[ \"${{codes[1]}}\" = 0 ] || exit {NOT_JSON}\nexit \"${{codes[0]}}\"\n"
            )
        }
    }
}

/// The files that examples name.
fn write_files(home: &Home, tenant: &AdminKey, example: &str, body: &Value) -> anyhow::Result<()> {
    let folder = home.path();
    fs::create_dir(folder.join("config"))?;
    fs::write(folder.join("config/team.yaml"), "kind: Team\nname: Network\nspec: {description: Switches}\n")?;
    fs::write(folder.join("key.txt"), format!("{}\n", tenant.key))?;
    fs::write(folder.join("photo.png"), "The content of a file")?;
    fs::write(folder.join("ticket.yaml"), "subject: Printer on fire\n")?;
    let credentials = body.get("credentials").cloned().unwrap_or_else(|| json!({}));
    fs::write(folder.join("credentials.json"), credentials.to_string())?;
    // JSON is YAML.
    let named = example.split("--from-file ").nth(1).and_then(|rest| rest.split(' ').next());
    if let Some(name) = named.filter(|name| name.ends_with(".yaml")) {
        fs::write(folder.join(name), body.to_string())?;
    }
    Ok(())
}

/// Returns the exit code, standard error, and the duration.
async fn execute(mut command: Command) -> anyhow::Result<(Option<i32>, String, Duration)> {
    let started = Instant::now();
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().context("bash does not start")?;
    // Standard input stays open until the end, and nothing is written to it.
    let silent = child.stdin.take();
    let output = timeout(LONGEST, child.wait_with_output()).await.context("it does not end")??;
    drop(silent);
    Ok((output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned(), started.elapsed()))
}
