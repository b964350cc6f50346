//! Leaks of each kind are planted one after the other, to prove that the drill finds them.

use super::{
    Trial, closed,
    functions::Function,
    proxy::{self, Leak},
    rows,
};
use crate::Outcome;
use anyhow::Context;
use reqwest::Method;
use testkit::{Operation, id_of};

/// Kinds of ids, from the shortest to ones that are longer than any of ours.
const KINDS: [&str; 5] = ["x", "op", "wf", "tkt", "somethinglonger"];

pub async fn check(trial: &mut Trial<'_>, outcome: &mut Outcome) -> anyhow::Result<()> {
    let tables = open_tables(trial, outcome).await?;
    let shown = shown_tables(trial, outcome).await?;
    let functions = functions(trial, outcome).await?;
    let base = proxy::start(&trial.base, Leak::Cache).await?;
    outcome.promise(is_found(trial, &base).await?, "a cache that is keyed without the tenant is found");
    let member = trial.world.tenants[1].whole.get("tkt").context("a ticket")?.uuid;
    let ids = KINDS.map(|kind| id_of(kind, member));
    let ids = ids.iter().cloned().chain([member.to_string(), member.simple().to_string(), ids[2][..24].to_owned()]);
    let ids: Vec<_> = ids.collect();
    for id in &ids {
        let base = proxy::start(&trial.base, Leak::Error(id.clone())).await?;
        outcome.promise(is_found(trial, &base).await?, format!("a foreign id in an error is found, as {id}"));
    }
    outcome.figure(format!(
        "planted and found: {tables} tables without a policy, {shown} that show all in responses, {functions} functions \
         that ignore the tenant, a cache without it, {} ids in errors",
        ids.len()
    ));
    Ok(())
}

/// Each table without row security, and with a policy that allows everything, is found in the catalogue.
async fn open_tables(trial: &Trial<'_>, outcome: &mut Outcome) -> anyhow::Result<usize> {
    let root = trial.stage.database.root().await;
    let tables = rows::tables(&root).await?;
    for table in &tables {
        for plant in [
            format!("alter table {table} disable row level security"),
            format!("create policy planted on {table} to app using (true)"),
        ] {
            root.batch_execute(&format!("begin; {plant}")).await?;
            let found = closed::open_tables(&root).await?.contains(table);
            root.batch_execute("rollback").await?;
            outcome.promise(found, format!("the catalogue shows {plant}"));
        }
    }
    Ok(tables.len())
}

/// A policy that allows everything is found in responses, for each table that an operation lists.
async fn shown_tables(trial: &mut Trial<'_>, outcome: &mut Outcome) -> anyhow::Result<usize> {
    let root = trial.stage.database.root().await;
    let listed = [
        "tickets",
        "contacts",
        "organizations",
        "workflows",
        "workflow_secrets",
        "webhook_endpoints",
        "events",
        "operations",
    ];
    for table in listed {
        root.batch_execute(&format!("create policy planted on {table} to app using (true)")).await?;
        let found = is_found(trial, &trial.base.clone()).await?;
        root.batch_execute(&format!("drop policy planted on {table}")).await?;
        outcome.promise(found, format!("a policy that shows all of {table} is found"));
    }
    Ok(listed.len())
}

/// Each function that runs as its owner is replaced by one that ignores the tenant.
async fn functions(trial: &Trial<'_>, outcome: &mut Outcome) -> anyhow::Result<usize> {
    let root = trial.stage.database.root().await;
    let mut planted = 0;
    for function in Function::all(&root).await? {
        let query = "select pg_get_functiondef($1::text::regproc)";
        let text: String = root.query_one(query, &[&function.name]).await?.get(0);
        let replaced = text.replace("app.tenant()", &format!("'{}'::uuid", trial.world.tenants[1].id.0));
        if replaced == text || function.decides {
            continue;
        }
        root.batch_execute(&replaced).await?;
        let faults = function.faults(trial.stage, &trial.world, &trial.owners, 1).await?;
        root.batch_execute(&text).await?;
        outcome.promise(!faults.is_empty(), format!("a function {} that ignores the tenant is found", function.name));
        planted += 1;
    }
    outcome.promise(planted > 0, "there are functions that run as their owner");
    Ok(planted)
}

/// True if the reads of all callers have a leak. The first one is enough.
async fn is_found(trial: &mut Trial<'_>, base: &str) -> anyhow::Result<bool> {
    let seen = trial.seen.len();
    let reads: Vec<_> = Operation::all().into_iter().filter(|operation| operation.method == Method::GET).collect();
    for victim in [1, 0] {
        for read in &reads {
            // Reads create no rows, so the owners of all rows are known.
            trial.attack(base, std::slice::from_ref(read), victim, None).await?;
            let found = !trial.leaks(seen).is_empty();
            trial.seen.truncate(seen);
            if found {
                return Ok(true);
            }
        }
    }
    Ok(false)
}
