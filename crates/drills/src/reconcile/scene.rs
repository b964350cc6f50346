//! The tenant of the drill: organizations, keys, endpoints, a workflow, and tickets of the last weeks.

use super::all_pages;
use crate::{
    sink::Sink,
    stage::Stage,
    workflows::{RUNS, create, definition},
};
use anyhow::{Context, ensure};
use api::OrganizationId;
use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Client, ServerProcess};
use uuid::Uuid;

pub const WORKFLOW: &str = "Greet";

/// The length of the history.
pub const DAYS: i64 = 20;

const ORGANIZATIONS: usize = 4;

pub struct Scene {
    pub tenant: Uuid,
    pub key: String,
    /// A key that is restricted to some organizations.
    pub restricted: String,
    pub organizations: Vec<String>,
    /// The organizations of the restricted key.
    pub own: Vec<String>,
}

impl Scene {
    pub async fn set(stage: &Stage, server: &ServerProcess, sink: &Sink, history: i64) -> anyhow::Result<Scene> {
        let admin = stage.tenant("reconcile").await?;
        let client = server.client(&admin.key);
        let mut organizations = vec![];
        for number in 0..ORGANIZATIONS {
            let new = json!({"name": format!("Customer {number}")});
            organizations.push(client.post("/api/rmm/organizations", new).await.expect(201).id());
        }
        add_contracts(&client, &organizations).await;
        let own = organizations[..ORGANIZATIONS / 2].to_vec();
        let new = json!({"name": "restricted", "scopes": ["*"], "organization_ids": own});
        let restricted = client.post("/api/admin/api-keys", new).await.expect(201);
        let restricted = restricted.body["key"].as_str().context("no key is returned")?.to_owned();
        for (name, events) in [("new", "ticket.created"), ("all", "ticket.*")] {
            let new = json!({"name": name, "url": format!("{}/{name}", sink.url), "events": [events]});
            client.post("/api/admin/webhooks", new).await.expect(201);
        }
        // No engine executes it, so its runs wait.
        let greet = json!([{"open": {"call": "ticket.create", "with": {"subject": "Hello"}}}]);
        create(&client, WORKFLOW, &definition(&greet)).await;
        let scene = Scene { tenant: admin.tenant.0, key: admin.key, restricted, organizations, own };
        scene.add_history(stage, history).await?;
        Ok(scene)
    }

    /// Inserts tickets of the last weeks. Their ids contain their times, like those of other tickets.
    async fn add_history(&self, stage: &Stage, count: i64) -> anyhow::Result<()> {
        let organizations = self.organizations.iter().map(|id| id.parse::<OrganizationId>().map(|id| id.0));
        let organizations: Vec<Uuid> = organizations.collect::<Result<_, _>>().map_err(anyhow::Error::msg)?;
        let query = "with counter as (
                insert into ticket_counters (tenant_id, last_number) values ($1, $2::bigint)
                on conflict (tenant_id) do update set last_number = ticket_counters.last_number + $2::bigint
                returning last_number - $2::bigint as base
            ),
            history as (
                select n, created_at, created_at + make_interval(mins => (n * 7919 % 4000)::integer) as ended_at
                from generate_series(1, $2::bigint) as n
                cross join lateral (
                    select date_trunc('second', now()) - make_interval(secs => n * 104729 % ($3::bigint * 86400)) as created_at
                ) as start
            )
            insert into tickets (
                tenant_id, id, number, subject, type, status, priority, source, organization_id, tags, device_ids,
                custom_fields, created_by_kind, created_at, updated_at, resolved_at, resolution_code,
                resolution_breached_at, response_stopped_at, response_running, resolution_running
            )
            select
                $1,
                (lpad(to_hex((extract(epoch from created_at) * 1000)::bigint), 12, '0') || '7' || substr(hash, 1, 3) || '8'
                    || substr(hash, 4, 15))::uuid,
                counter.base + n, 'Ticket of history ' || n,
                (array['incident', 'request', 'alert'])[1 + n % 3], case when is_over then 'resolved' else 'open' end,
                (array['p1', 'p2', 'p3', 'p4'])[1 + n % 4], (array['api', 'email'])[1 + n % 2],
                ($4::uuid[])[1 + n % 4], '{}', '{}', '{}', 'api_key', created_at, created_at,
                case when is_over then ended_at end, case when is_over then 'fixed' end,
                case when is_over and n % 10 = 0 then ended_at end, case when is_over then ended_at end, false, false
            from counter, history
            cross join lateral (select n % 5 < 3 and ended_at < now() as is_over) as state
            cross join lateral (select md5($1::text || n) as hash) as random";
        let made = stage.database.root().await.execute(query, &[&self.tenant, &count, &DAYS, &organizations]).await?;
        ensure!(i64::try_from(made)? == count, "{made} of {count} tickets");
        Ok(())
    }

    /// Marks deliveries and runs as failed in their tables. Some are then retried by the API.
    pub async fn break_some(&self, stage: &Stage, server: &ServerProcess) -> anyhow::Result<()> {
        let root = stage.database.root().await;
        let deliveries = "update webhook_deliveries set status = 'failed' where tenant_id = $1 and position % 7 = 0";
        root.execute(deliveries, &[&self.tenant]).await?;
        let runs = "update workflow_runs
            set status = case when number % 4 = 0 then 'timed_out' else 'failed' end, ended_at = now()
            from (select id, row_number() over (order by id) as number from workflow_runs where tenant_id = $1) as listed
            where workflow_runs.tenant_id = $1 and workflow_runs.id = listed.id and number % 2 = 0";
        root.execute(runs, &[&self.tenant]).await?;
        let client = server.client(&self.key);
        let log = "/api/admin/webhooks/deliveries";
        for delivery in failed(all_pages(&client, log).await?).take(3) {
            client.post(&format!("{log}/redeliver?id={delivery}"), json!({})).await.expect(202);
        }
        for run in failed(all_pages(&client, RUNS).await?).take(2) {
            let retry = Some(json!({"action": "retry"}));
            client.send(Method::PATCH, &format!("{RUNS}?id={run}"), retry).await.expect(200);
        }
        Ok(())
    }
}

/// Two SLA policies for three of four organizations.
async fn add_contracts(client: &Client, organizations: &[String]) {
    let day = json!([{"from": "08:00", "to": "18:00"}]);
    let week = json!({"monday": day, "tuesday": day, "wednesday": day, "thursday": day, "friday": day});
    let each = json!({"first_response_seconds": 3600, "resolution_seconds": 36000});
    let targets = json!({"p1": each, "p2": each, "p3": each, "p4": each});
    let calendar = json!({"time_zone": "Europe/Vienna", "week": week, "holidays": []});
    let mut policies = vec![];
    for name in ["Gold", "Silver"] {
        let new = json!({"name": name, "calendar": calendar, "targets": targets});
        policies.push(client.post("/api/psa/sla/policies", new).await.expect(201).id());
    }
    for (organization, policy) in organizations.iter().take(3).zip(policies.iter().cycle()) {
        let new = json!({"organization_id": organization, "policy_id": policy});
        client.post("/api/psa/sla/contracts", new).await.expect(201);
    }
}

fn failed(members: Vec<Value>) -> impl Iterator<Item = String> {
    members
        .into_iter()
        .filter(|member| member["status"] == "failed")
        .filter_map(|member| member["id"].as_str().map(str::to_owned))
}
