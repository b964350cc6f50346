//! Nobody sees or changes what is another's: three tenants, one of which also acts with a key restricted to some of
//! its organizations, call every operation at random with everyone's ids, and an oracle knows what belongs to whom.

mod calls;
mod closed;
mod oracle;
mod stored;

use crate::{Outcome, Size, stage::Stage};
use anyhow::Context;
use calls::{Call, Dice};
use futures::future::try_join_all;
use oracle::{Actor, Answer, Oracle, Tenant};
use reqwest::header::{CONTENT_TYPE, IF_MATCH, LINK};
use serde_json::{Value, json};
use std::{fmt::Write, time::Duration};
use testkit::{Client, ServerProcess, session};
use uuid::Uuid;

/// The seed of a run that failed, to repeat it.
const REPEAT: Option<u64> = None;

const TENANTS: [&str; 3] = ["marker-amber", "marker-birch", "marker-cedar"];

/// Of the first tenant: how many it has to begin with, and to how many of them its second key is restricted.
const ORGANIZATIONS: usize = 6;
const WITHIN: usize = 3;
/// Fewer than organizations: one that has tickets cannot be deleted.
const TICKETS: usize = 4;
/// Of one user, to be ended.
const SESSIONS: usize = 4;

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let rounds = size.pick(1_500, 600);
    let seed = REPEAT.unwrap_or_else(rand::random);
    eprintln!("isolation: seed {seed}");
    let mut outcome = Outcome::default();
    let stage = Stage::set("-c fsync=off").await?;
    // Few connections, so that the tenants take turns on each.
    let server =
        ServerProcess::start(&stage.database, &["--database-connections", "2", "--last-use-seconds", "0.5"]).await?;
    let mut oracle = settle(&stage, &server).await?;
    closed::check(&stage, oracle.tenants[0].uuid, &mut outcome).await?;

    let http = reqwest::Client::builder().no_proxy().timeout(Duration::from_secs(20)).build()?;
    let mut dice = Dice::new(seed);
    for _ in 0..rounds {
        // One call for each tenant, all at once: what a tenant's own calls do stays predictable.
        let calls = oracle.pick_actors(&mut dice).into_iter().map(|actor| dice.call(&oracle, actor));
        let calls = calls.collect::<anyhow::Result<Vec<_>>>()?;
        let answers = try_join_all(calls.iter().map(|call| send(&http, &server.base, &oracle, call))).await?;
        calls.iter().zip(&answers).for_each(|(call, answer)| oracle.judge(call, answer));
    }
    oracle.compare(&stage.database.root().await).await?;

    outcome.figure(format!("{} calls of {} operations", oracle.calls(), dice.operations.len()));
    outcome.figure(format!("{} taken", oracle.taken.values().sum::<usize>()));
    outcome.figure(format!("{} for what is another's refused as not there", oracle.not_there));
    outcome.figure(format!("{} pages continued with another's cursor", oracle.foreign_pages));
    outcome.figure(format!("{} answers repeated, {} dry runs", oracle.repeated, oracle.rehearsed));
    outcome.figure(format!("{} audit entries and events read", oracle.entries_read));
    outcome.figure(format!("{} rows as they should be", oracle.compared));
    outcome.figure(format!("{} breaches, seed {seed}", oracle.breaches.len()));
    oracle.breaches.iter().take(20).for_each(|breach| eprintln!("isolation: {breach}"));
    outcome.promise(oracle.breaches.is_empty(), "nobody sees or changes what is another's");
    // Otherwise the rest proves nothing.
    let operations = dice.operations.iter().map(|operation| operation.name.as_str());
    let never: Vec<_> = operations.filter(|name| !oracle.taken.contains_key(*name)).collect();
    outcome.promise(never.is_empty(), format!("every operation was taken at least once (not {})", never.join(", ")));
    let tried = oracle.not_there > rounds / 5 && oracle.foreign_pages > 0;
    outcome.promise(tried, "what is another's was asked for often");
    let tried = oracle.repeated > 0 && oracle.rehearsed > 0 && oracle.entries_read > 0;
    outcome.promise(tried, "answers were repeated, writes rehearsed, audit entries read");
    Ok(outcome)
}

/// Tenants with organizations, tickets and keys, and those who act for them.
async fn settle(stage: &Stage, server: &ServerProcess) -> anyhow::Result<Oracle> {
    let mut oracle = Oracle::default();
    for (number, marker) in TENANTS.into_iter().enumerate() {
        let created = stage.tenant(marker).await?;
        let client = server.client(&created.key);
        let tenant = Tenant {
            uuid: created.tenant.0,
            id: created.tenant.to_string(),
            marker: marker.to_owned(),
            // Where every key of the tenant begins.
            routing: created.key[.."tck_test_".len() + 8].to_owned(),
        };
        oracle.tenants.push(tenant);
        for made in 0..ORGANIZATIONS {
            let side = if number == 0 && made < WITHIN { "inside" } else { "outside" };
            let new = json!({"name": format!("{marker} {side} first {made}"), "tags": ["shared", marker]});
            let made = client.post("/api/rmm/organizations", new).await.expect(201);
            oracle.record(number, &made, "rmm.organizations.create");
            let organization = made.body;
            if side == "inside" {
                oracle.inside.push(text(&organization["id"]).to_owned());
            }
            oracle.add(number, organization);
        }
        let organizations: Vec<_> = oracle.ids("org").map(|(id, thing)| (thing.tenant, id.to_owned())).collect();
        for (made, (_, organization)) in
            organizations.into_iter().filter(|(of, _)| *of == number).enumerate().take(TICKETS)
        {
            let side = if oracle.is_inside(&organization) { "inside" } else { "outside" };
            let new = json!({"subject": format!("{marker} {side} first {made}"), "organization_id": organization});
            let made = client.post("/api/psa/tickets", new).await.expect(201);
            oracle.record(number, &made, "psa.tickets.create");
            oracle.add(number, made.body);
        }
        let acting = people(stage, created.tenant.0, number, marker).await?;
        for path in [
            "/api/admin/api-keys",
            "/api/admin/service-accounts",
            "/api/admin/audit-log",
            "/api/events",
            "/api/auth/sessions",
            "/api/admin/users",
        ] {
            list(&client, path).await.into_iter().for_each(|thing| oracle.add(number, thing));
        }
        oracle.actors.push(Actor { tenant: number, key: created.key, session: None, within: None });
        let (session, key) = acting;
        oracle.actors.push(Actor { tenant: number, key, session: Some(session), within: None });
    }
    let admin = server.client(&oracle.actors[0].key);
    let name = format!("{} inside", oracle.tenants[0].marker);
    let new = json!({"name": name, "scopes": ["*"], "organization_ids": oracle.inside});
    let restricted = admin.post("/api/admin/api-keys", new).await.expect(201);
    oracle.record(0, &restricted, "admin.api_keys.create");
    let restricted = restricted.body;
    oracle.actors.push(Actor {
        tenant: 0,
        key: text(&restricted["key"]).to_owned(),
        session: None,
        within: Some(oracle.inside.clone()),
    });
    oracle.add(0, restricted);
    Ok(oracle)
}

/// Two users, one with sessions that anyone may end, and one whose session acts.
async fn people(stage: &Stage, tenant: Uuid, number: usize, marker: &str) -> anyhow::Result<(String, String)> {
    let root = stage.database.root().await;
    let (technician, owner) = (calls::technician(number), calls::owner(number));
    for (id, role) in [(technician, "technician"), (owner, "owner")] {
        let sql = "insert into users (tenant_id, id, email, name, role, created_at, updated_at)
            values ($1, $2, $3, $4, $5, now(), now())";
        let (email, name) = (format!("{role}@{marker}.example"), format!("{marker} outside {role}"));
        root.execute(sql, &[&tenant, &id.0, &email, &name, &role]).await?;
    }
    for _ in 0..SESSIONS {
        session(&stage.database, tenant, technician).await;
    }
    let (id, token) = session(&stage.database, tenant, owner).await;
    Ok((id.to_string(), token))
}

async fn list(client: &Client, target: &str) -> Vec<Value> {
    client.get(target).await.expect(200).body["data"].as_array().cloned().unwrap_or_default()
}

async fn send(http: &reqwest::Client, base: &str, oracle: &Oracle, call: &Call) -> anyhow::Result<Answer> {
    let url = format!("{base}{}", call.target);
    let mut request = http.request(call.method.clone(), url).bearer_auth(&oracle.actors[call.actor].key);
    if let Some(body) = &call.body {
        request = request.header(CONTENT_TYPE, "application/json").body(body.to_string());
    }
    if let Some(if_match) = &call.if_match {
        request = request.header(IF_MATCH, if_match);
    }
    if let Some(key) = &call.idempotency_key {
        request = request.header("Idempotency-Key", key);
    }
    let response = request.send().await.with_context(|| format!("{} {}", call.method, call.target))?;
    let mut whole = String::new();
    for (name, value) in response.headers() {
        writeln!(whole, "{name}: {}", String::from_utf8_lossy(value.as_bytes()))?;
    }
    let next = response.headers().get(LINK).and_then(|link| link.to_str().ok());
    let next = next.and_then(|link| Some(link.strip_prefix('<')?.split_once('>')?.0.to_owned()));
    let status = response.status().as_u16();
    let header = |name| response.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let (replayed, request_id) = (header("idempotency-replayed") == "true", header("x-request-id").to_owned());
    let body = response.text().await?;
    whole.push_str(&body);
    Ok(Answer { status, whole, next, replayed, request_id, body: serde_json::from_str(&body).unwrap_or_default() })
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
