//! The speed of writes compared with PostgreSQL's own benchmark: organizations created with an Idempotency-Key, each
//! with its audit entry, its event and its stored response, durably; pgbench pipelines the same statements. As with
//! reads, the two take turns, and the result is the ratio.

use crate::{
    Outcome, Size,
    bench::{self, Spread, cpu_seconds, pgbench, wrk},
    stage::Stage,
};
use anyhow::Context;
use serde_json::{Value, json};
use std::{
    fmt::Write,
    fs,
    path::{Path, PathBuf},
    time::Duration,
};
use tenant_control::operate::tenants::AdminKey;
use testkit::ServerProcess;
use uuid::Uuid;

/// A tenant's log accepts one write at a time, so concurrent writes belong to different tenants on both sides: each of
/// pgbench's 16 clients alternates between four of its own, and wrk uses all of them, four times as many as there are
/// connections to PostgreSQL.
const TENANTS: usize = 64;
pub const PATH: &str = "/api/rmm/organizations";
const SHARE: f64 = 0.90;

/// The statements of a write, in their order.
const STATEMENTS: &[(&str, &str)] = &[
    (include_str!("../../kernel/src/http/write/idempotency.sql"), "claim"),
    (include_str!("../../server/src/rmm/organizations.sql"), "create_organization"),
    (include_str!("../../kernel/src/http/write/record.sql"), "record_write"),
];

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let (rounds, turn) = size.pick((5, Duration::from_secs(5)), (5, Duration::from_secs(2)));
    let options = "-c shared_buffers=1GB -c max_wal_size=8GB -c fsync=on -c synchronous_commit=on";
    let stage = Stage::set(options).await?;
    let server = ServerProcess::start(&stage.database, &["--database-connections", "16", "--log", "warn"]).await?;
    let (tenants, script) = prepare(&stage, &server).await?;
    let scripts = [script];
    let lua = wrk_script(stage.postgres.directory().join("write.lua"), &tenants)?;

    // Names and ids are unique by the number of their run and a counter within it.
    let first = rand::random::<u32>() >> 2;
    let run = |number: usize| (first + number as u32).to_string();
    pgbench(stage.postgres.port, &scripts, Duration::from_secs(1), &["-D", "n=0", "-D", &format!("run={}", run(0))])
        .await?;
    wrk(&server.base, &lua, Duration::from_secs(1), &[&run(0)]).await?;
    let mut turns = vec![];
    for round in 1..=rounds {
        let number = format!("run={}", run(round));
        let bare = pgbench(stage.postgres.port, &scripts, turn, &["-D", "n=0", "-D", &number]).await?;
        let before = cpu_seconds(server.pid())?;
        let served = wrk(&server.base, &lua, turn, &[&run(round)]).await?;
        let cpu = (cpu_seconds(server.pid())? - before) / (served * turn.as_secs_f64()) * 1e6;
        eprintln!("  write: pgbench {bare:.0}/s, served {served:.0}/s, {:.2}, {cpu:.0} µs", served / bare);
        turns.push((served / bare, bare, served, cpu));
    }
    turns.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (ratio, bare, served, cpu) = turns[rounds / 2];
    let spread = Spread::of(turns.iter().map(|turn| turn.0));

    let mut outcome = Outcome::default();
    outcome.figure(format!("writes {spread} of pgbench ({served:.0}/s of {bare:.0}/s, {cpu:.0} µs of server CPU)"));
    // The short form runs on an unoptimised build, which reaches 0.44 to 0.70: its bound shows large regressions.
    outcome.promise(ratio >= 0.25 * SHARE, format!("writes at {:.2} of pgbench", 0.25 * SHARE));
    outcome.promise_in_full(size, ratio >= SHARE, format!("writes at {SHARE:.2} of pgbench"));
    let query = "select
        (select count(*) from organizations), (select count(*) from audit_log where actor_kind <> 'operator'),
        (select count(*) from idempotency_keys),
        (select count(*) from events)";
    let row = stage.database.root().await.query_one(query, &[]).await?;
    let (rows, entries, responses, events): (i64, i64, i64, i64) = (row.get(0), row.get(1), row.get(2), row.get(3));
    outcome.figure(format!("{rows} rows, {rounds} rounds of {} s", turn.as_secs()));
    let whole = rows == entries && rows == responses && rows == events;
    let all = format!("({rows}, {entries}, {responses}, {events})");
    outcome.promise(whole, format!("every row has its audit entry, its stored response and its event {all}"));
    Ok(outcome)
}

/// The tenants that write, and the script of pgbench for the same writes. It needs the variables `n`, which is 0, and
/// `run`, a number of its own.
pub async fn prepare(stage: &Stage, server: &ServerProcess) -> anyhow::Result<(Vec<AdminKey>, PathBuf)> {
    let mut tenants = vec![];
    for number in 0..TENANTS {
        tenants.push(stage.tenant(&format!("bench-write-{number}")).await?);
    }
    let example = example(stage, server, &tenants[0]).await?;
    let script = pgbench_script(stage.postgres.directory(), &tenants, &example)?;
    Ok((tenants, script))
}

/// The rows that one write of the server stores, for pgbench to store the same.
struct Example {
    after: Value,
    response: String,
    route: String,
}

async fn example(stage: &Stage, server: &ServerProcess, tenant: &AdminKey) -> anyhow::Result<Example> {
    let client = server.client(&tenant.key).with_header("idempotency-key", "example");
    client.post(PATH, json!({"name": "an example of a name", "tags": ["gold"]})).await.expect(201);
    let query = "select after, body, route from audit_log, idempotency_keys where actor_kind <> 'operator'";
    let row = stage.database.root().await.query_one(query, &[]).await.context("the write has stored its rows")?;
    Ok(Example { after: row.get(0), response: row.get(1), route: row.get(2) })
}

/// pgbench generates numbers, not texts: PostgreSQL derives the unique values of a write from three of them (a run, a
/// client, a counter), the times are its `now()`, and everything else is written out. Ids rise with time, as the
/// server's do.
fn pgbench_script(folder: &Path, tenants: &[AdminKey], example: &Example) -> anyhow::Result<PathBuf> {
    let mut text = "\\set n :n + 1\n\\set own :client_id + 16 * (:n % 4) + 1\n\\startpipeline\n".to_owned();
    let own = own(tenants.iter().map(|tenant| tenant.tenant.0));
    writeln!(text, "begin read write;\nselect set_config('app.tenant_id', {own}::text, true);")?;
    for (file, name) in STATEMENTS {
        let statement = bench::statement(file, name, |parameter| value(parameter, tenants, example))?;
        writeln!(text, "{statement};")?;
    }
    text += "commit;\n\\endpipeline\n";
    let path = folder.join("write.sql");
    fs::write(&path, text)?;
    Ok(path)
}

/// The id whose turn it is in the script.
fn own(ids: impl Iterator<Item = Uuid>) -> String {
    let ids: Vec<_> = ids.map(|id| format!("'{id}'")).collect();
    format!("(array[{}]::uuid[])[:own]", ids.join(","))
}

fn value(parameter: &str, tenants: &[AdminKey], example: &Example) -> Option<String> {
    let literal = |text: &str| format!("'{}'", text.replace('\'', "''"));
    // A colon before a letter would be a variable of pgbench.
    let quoted = |text: &str| literal(&text.replace("\":", "\": "));
    const ID: &str = "(lpad(to_hex(:run::bigint), 8, '0') || lpad(to_hex(:n::bigint), 8, '0')
            || lpad(to_hex(:client_id::bigint), 16, '0'))::uuid";
    Some(match parameter {
        "entry_ids" | "event_ids" | "organization_ids" => format!("array[{ID}]"),
        "types" => "array['organization.created']".to_owned(),
        "subject_types" | "resource_types" => "array['organization']".to_owned(),
        "subject_ids" => format!("array['org_' || {ID}]"),
        "data" => format!("array[{}]", quoted(&json!({"object": example.after}).to_string())),
        "id" => ID.to_owned(),
        "name" | "key" => "('pgbench-' || :run::text || '-' || :client_id::text || '-' || :n::text)".to_owned(),
        "now" | "at" => "now()".to_owned(),
        "kept_since" => "now() - interval '24 hours'".to_owned(),
        "notes" | "contact_name" | "contact_email" | "contact_phone" | "external_system" | "external_id" | "trace" => {
            "null".to_owned()
        }
        "domains" | "custom_fields" => "'{}'".to_owned(),
        "tags" => "'{gold}'".to_owned(),
        "actor_kind" => "'api_key'".to_owned(),
        "actor_id" | "principal_id" => own(tenants.iter().map(|tenant| tenant.id.0)),
        "ip" => "'127.0.0.1'".to_owned(),
        "request_id" => "'req_01h455vb4pex5vsknk084sn02q'".to_owned(),
        "operation" => "'rmm.organizations.create'".to_owned(),
        "resource_ids" => format!("array[{}]", literal(example.after["id"].as_str().unwrap_or_default())),
        "befores" => "array[null]".to_owned(),
        "afters" => format!("array[{}]", quoted(&example.after.to_string())),
        "route" => literal(&example.route),
        "fingerprint" => format!("'\\x{}'", "5a".repeat(32)),
        "status" => "201".to_owned(),
        "etag" => "'\"v1\"'".to_owned(),
        "location" => literal(&format!("{PATH}?id={}", example.after["id"].as_str().unwrap_or_default())),
        "body" => quoted(&example.response),
        _ => return None,
    })
}

fn wrk_script(path: PathBuf, tenants: &[AdminKey]) -> anyhow::Result<PathBuf> {
    let mut text = "local keys = {\n".to_owned();
    for tenant in tenants {
        writeln!(text, "  \"Bearer {}\",", tenant.key)?;
    }
    text += "}\nlocal run\nlocal n = 0\nfunction init(args)\n  run = args[1]\nend\n";
    text += "function request()\n  n = n + 1\n  local name = \"wrk-\" .. run .. \"-\" .. n\n";
    text += "  local headers = { [\"Content-Type\"] = \"application/json\", [\"Idempotency-Key\"] = name }\n";
    text += "  headers[\"Authorization\"] = keys[n % #keys + 1]\n";
    text += "  local body = '{\"name\":\"' .. name .. '\",\"tags\":[\"gold\"]}'\n";
    writeln!(text, "  return wrk.format(\"POST\", \"{PATH}\", headers, body)\nend")?;
    fs::write(&path, text)?;
    Ok(path)
}
