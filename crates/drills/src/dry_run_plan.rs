//! A dry run predicts the effects of the run. Each example is planned on a server without a worker, and every table
//! stays unchanged; then it is run on a real Temporal, and its writes, step by step and in the tables, are compared
//! with the plan. Values that only a write returns, new ids and numbers, are compared by the step that returns them.

use crate::{
    Outcome, Size,
    workflows::TRIGGER,
    workshop::{Customer, Workshop, is_over},
};
use anyhow::{Context, ensure};
use reqwest::Method;
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    time::{Duration, Instant},
};
use testkit::Receiver;
use tokio_postgres::Client;

/// The timeout of a run.
const TIMEOUT: Duration = Duration::from_secs(120);

/// Tables that processes write about themselves.
const OWN: [&str; 3] = ["public.workers", "public.status_days", "public.background_processes"];

struct Example {
    name: String,
    text: String,
    input: Value,
}

/// An example in its own tenant, and the effects that a dry run predicted.
struct Planned {
    example: Example,
    customer: Customer,
    workflow: String,
    input: Value,
    plan: Value,
}

/// The writes by path: the function and its arguments.
type Writes = BTreeMap<String, (String, Value)>;

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let rounds = size.pick(5, 1);
    // The last uses of keys would change a table during a dry run, so they are not written meanwhile.
    let shop = Workshop::open("-c fsync=off", &["--log", "warn", "--last-use-seconds", "3600"]).await?;
    let (root, sink) = (shop.stage.database.root().await, Receiver::start().await);
    let mut outcome = Outcome::default();
    let mut planned = vec![];
    for round in 0..rounds {
        for example in examples()? {
            let customer = shop.customer(&format!("{}-{round}", example.name)).await?;
            planned.push(plan(&root, &sink, customer, example, &mut outcome).await?);
        }
    }
    let calls = sink.count();
    outcome.promise(calls == 0, format!("a plan makes no calls ({calls} were made)"));

    let _worker = shop.worker().await?;
    let (mut writes, mut effects, mut approvals) = (0, 0, 0);
    for planned in &planned {
        let run = perform(planned, &mut approvals).await?;
        let name = &planned.example.name;
        outcome.promise(run["status"] == "succeeded", format!("{name} succeeds ({})", run["error"]));
        let (predicted, done) = (planned.writes(), written(&run));
        predicted.iter().filter(|write| done.get(write.0) != Some(write.1)).for_each(|(path, write)| {
            outcome.promise(false, format!("{name} does as planned at {path}: {write:?}, not {:?}", done.get(path)));
        });
        let more: Vec<_> = done.keys().filter(|path| !predicted.contains_key(*path)).collect();
        outcome.promise(more.is_empty(), format!("{name} writes nothing more than planned ({more:?})"));
        outcome.promise(!predicted.is_empty(), format!("{name} writes something"));
        let (expected, found) = (planned.expected(&run), effects_of(&root, &sink, &run).await?);
        outcome.promise(expected == found, format!("{name} has the effects {expected:?} (found {found:?})"));
        writes += predicted.len();
        effects += found.len();
    }
    outcome.figure(format!("{} examples in {rounds} rounds, each in its own tenant", planned.len() / rounds));
    outcome.figure(format!("{writes} writes planned and done, {effects} of them found in tables and at the sink"));
    outcome.figure(format!("{approvals} approvals by somebody else"));
    outcome.promise(approvals > 0, "approvals are requested");
    Ok(outcome)
}

fn examples() -> anyhow::Result<Vec<Example>> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/workflows");
    let mut examples = vec![];
    for file in fs::read_dir(directory)? {
        let path = file?.path();
        if path.extension().is_none_or(|kind| kind != "yaml") {
            continue;
        }
        let text = fs::read_to_string(&path)?;
        let document = flow::read_yaml(&text).map_err(|why| anyhow::anyhow!("{why:?}"))?;
        let input = document.pointer("/input/schema/document/examples/0").cloned();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let input = input.with_context(|| format!("{name} has no example of its input"))?;
        examples.push(Example { name, text, input });
    }
    ensure!(examples.len() >= 6, "only {} examples", examples.len());
    examples.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(examples)
}

async fn plan(
    root: &Client,
    sink: &Receiver,
    customer: Customer,
    example: Example,
    outcome: &mut Outcome,
) -> anyhow::Result<Planned> {
    // The tickets of the examples: an overdue one, and those that wait for the customer.
    let mut late = String::new();
    for number in 0..3 {
        let new = json!({"subject": format!("Mail is down, {number}"), "priority": "p2"});
        late = customer.client.post("/api/psa/tickets", new).await.expect(201).id();
        let change = json!({"status": "pending_customer"});
        let target = format!("/api/psa/tickets?id={late}");
        customer.client.send(Method::PATCH, &target, Some(change)).await.expect(200);
    }
    let input = with_real_targets(&example.input, &sink.url, &late);
    let document = flow::read_yaml(&example.text).map_err(|why| anyhow::anyhow!("{why:?}"))?;
    for secret in document.pointer("/use/secrets").and_then(Value::as_array).into_iter().flatten() {
        let target = format!("/api/psa/workflows/secrets?name={}", secret.as_str().unwrap_or_default());
        let new = json!({"value": "of the sink alone", "allowed_hosts": [sink.url.trim_start_matches("http://")]});
        customer.client.put(&target, new).await.expect(201);
    }
    let workflow = customer.write(&example.name, &example.text).await.expect(201).id();
    let before = tables(root).await?;
    let request = json!({"workflow": workflow, "input": input});
    let plan = customer.client.post(&format!("{TRIGGER}?dry_run=true"), request).await.expect(202).body;
    let after = tables(root).await?;
    let name = &example.name;
    let changed: Vec<_> = after.iter().filter(|table| before.get(table.0) != Some(table.1)).map(|t| t.0).collect();
    outcome.promise(changed.is_empty(), format!("a dry run of {name} changes nothing ({changed:?})"));
    outcome.promise(plan["status"] == "succeeded", format!("{name} can be planned ({})", plan["error"]));
    Ok(Planned { example, customer, workflow, input, plan })
}

/// Replaces the addresses of an example by that of the sink, and its ticket by an existing one.
fn with_real_targets(input: &Value, sink: &str, ticket: &str) -> Value {
    match input {
        Value::String(text) if text.starts_with("https://") => {
            json!(format!("{sink}/{}", text.rsplit('/').next().unwrap_or_default()))
        }
        Value::String(text) if text.starts_with("tkt_") => json!(ticket),
        Value::Array(items) => items.iter().map(|item| with_real_targets(item, sink, ticket)).collect(),
        Value::Object(fields) => {
            fields.iter().map(|(name, value)| (name.clone(), with_real_targets(value, sink, ticket))).collect()
        }
        other => other.clone(),
    }
}

/// The content of all tables, by their names.
async fn tables(root: &Client) -> anyhow::Result<BTreeMap<String, String>> {
    let query = "select format('%I.%I', nspname, relname)
        from pg_class join pg_namespace on pg_namespace.oid = relnamespace
        where relkind = 'r' and nspname not in ('pg_catalog', 'information_schema', 'pg_toast')";
    let mut tables = BTreeMap::new();
    for row in root.query(query, &[]).await? {
        let table: String = row.get(0);
        if OWN.contains(&table.as_str()) {
            continue;
        }
        let content = format!(
            "select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') from {table} t"
        );
        let content = root.query_one(&content, &[]).await?.get(0);
        tables.insert(table, content);
    }
    Ok(tables)
}

/// Runs the workflow. Approves its requests, and comments as the plan assumed.
async fn perform(planned: &Planned, approvals: &mut usize) -> anyhow::Result<Value> {
    let Planned { customer, workflow, input, plan, .. } = planned;
    let id = customer.start(workflow, input).await;
    let (started, mut commented) = (Instant::now(), BTreeSet::new());
    loop {
        let run = customer.run(&id, 1).await;
        if is_over(&run) {
            return Ok(run);
        }
        ensure!(started.elapsed() < TIMEOUT, "{} has not ended: {run:#}", planned.example.name);
        *approvals += customer.approve(&run, "Go ahead").await?;
        let steps = run["steps"].as_array().context("a run has steps")?;
        for step in steps.iter().filter(|step| step["task"] == "listen" && step["status"] == "waiting") {
            let path = step["path"].as_str().unwrap_or_default();
            let assumed =
                list(plan, "plan").find(|one| one["path"] == path).context("the plan has no such listen step")?;
            let ticket = steps.iter().find(|step| step["task"] == "ticket.create").context("the run has no ticket")?;
            let ticket = ticket["output"]["id"].as_str().context("the ticket's id")?;
            if commented.insert(path.to_owned()) {
                let comment = json!({"body": assumed["result"]["data"]["comment"]["body"], "visibility": "public"});
                let target = format!("/api/psa/tickets/comments?ticket_id={ticket}");
                customer.client.post(&target, comment).await.expect(201);
            }
        }
    }
}

fn list<'a>(body: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> + use<'a> {
    body[name].as_array().into_iter().flatten()
}

impl Planned {
    fn steps(&self) -> impl Iterator<Item = &Value> {
        list(&self.plan, "plan").filter(|step| step["effect"] == "write")
    }

    fn writes(&self) -> Writes {
        let known = known(list(&self.plan, "plan").map(|step| (&step["path"], &step["function"], &step["result"])));
        let steps = self.steps().map(|step| (&step["path"], &step["function"], &step["arguments"]));
        steps.map(|(path, function, arguments)| (text(path), (text(function), settled(arguments, &known)))).collect()
    }

    /// The planned effects of this run: the targets of its calls, by their keys.
    fn expected(&self, run: &Value) -> BTreeSet<String> {
        let key = |step: &Value| format!("{}:{}", text(&run["id"]), text(&step["path"]));
        self.steps()
            .map(|step| match text(&step["function"]).as_str() {
                "notify" | "emit" => format!("{} {}", text(&step["target"]), event_identity(&step["arguments"])),
                _ => format!("{} {}", key(step), target(&text(&step["target"]))),
            })
            .collect()
    }
}

/// The method and path of a target, without the address of the sink.
fn target(text: &str) -> String {
    let (method, address) = text.split_once(' ').unwrap_or_default();
    let path = address.strip_prefix("http://").map_or(address, |rest| rest.find('/').map_or("", |at| &rest[at..]));
    format!("{method} {path}")
}

/// The identity of an event that a workflow emits.
fn event_identity(content: &Value) -> String {
    [&content["message"], &content["type"], &content["name"]].into_iter().filter_map(Value::as_str).collect()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// The writes of the steps of a run, by its record.
fn written(run: &Value) -> Writes {
    const WRITES: [&str; 6] = ["ticket.create", "ticket.update", "ticket.comment", "http", "notify", "emit"];
    let known = known(list(run, "steps").map(|step| (&step["path"], &step["task"], &step["output"])));
    let steps = list(run, "steps").filter(|step| WRITES.iter().any(|task| step["task"] == *task));
    steps.map(|step| (text(&step["path"]), (text(&step["task"]), settled(&step["input"], &known)))).collect()
}

/// The effects of a run in the tables and the sink: the targets of its calls, by their keys.
async fn effects_of(root: &Client, sink: &Receiver, run: &Value) -> anyhow::Result<BTreeSet<String>> {
    let id = text(&run["id"]);
    let mut found = BTreeSet::new();
    let rows =
        root.query("select key, route from idempotency_keys where starts_with(key, $1::text || ':')", &[&id]).await?;
    found.extend(rows.iter().map(|row| format!("{} {}", row.get::<_, &str>(0), row.get::<_, &str>(1))));
    let events = "select type, data from events
        where request_id = $1 and type in ('workflow.notification', 'workflow.emitted')";
    for row in root.query(events, &[&id]).await? {
        found.insert(format!("{} {}", row.get::<_, &str>(0), event_identity(&row.get::<_, Value>(1))));
    }
    let received = sink.received();
    let own = received.iter().filter(|one| one.header("idempotency-key").starts_with(&id));
    found.extend(own.map(|one| format!("{} POST {}", one.header("idempotency-key"), one.path)));
    Ok(found)
}

/// The steps that new ids come from; existing ids are compared unchanged.
fn known<'a>(steps: impl Iterator<Item = (&'a Value, &'a Value, &'a Value)>) -> Vec<(String, String)> {
    let made = steps.filter(|(_, function, _)| ["ticket.create", "ticket.comment"].iter().any(|one| *function == one));
    made.map(|(path, _, result)| (text(&result["id"]), text(path))).filter(|(id, _)| !id.is_empty()).collect()
}

/// Replaces new ids by the names of the steps that returned them, and removes the numbers of tickets.
fn settled(value: &Value, known: &[(String, String)]) -> Value {
    match value {
        Value::String(text) => {
            let named = known.iter().fold(text.clone(), |text, (id, path)| text.replace(id, &format!("<{path}>")));
            let mut parts = named.split('#');
            let first = parts.next().unwrap_or_default().to_owned();
            json!(parts.fold(first, |all, part| all + "#" + part.trim_start_matches(|c: char| c.is_ascii_digit())))
        }
        Value::Array(items) => items.iter().map(|item| settled(item, known)).collect(),
        Value::Object(fields) => fields.iter().map(|(name, value)| (name.clone(), settled(value, known))).collect(),
        other => other.clone(),
    }
}
