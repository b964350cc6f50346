//! The throughput of PostgreSQL and HTTP alone on this machine, at this time.

use crate::{
    Size, bench,
    sink::Sink,
    stage::Stage,
    webhook_batch::{BEGIN, Batch},
};
use anyhow::ensure;
use futures::future::try_join_all;
use std::{
    fs,
    time::{Duration, Instant},
};
use tokio_postgres::Client;
use uuid::Uuid;

/// The largest number of workers; each client has a tenant of its own.
const CLIENTS: usize = 4;
const POSTS: usize = 64;

pub struct Bare<'a> {
    pub stage: &'a Stage,
    pub root: &'a Client,
    pub sink: &'a Sink,
}

impl Bare<'_> {
    /// Deliveries a second: pgbench adds and settles them in batches, as the worker does.
    pub async fn postgres(&self, round: usize, size: usize, long: Size) -> anyhow::Result<f64> {
        let worker = Uuid::from_u128(rand::random());
        let mut tenants = vec![];
        for client in 0..CLIENTS {
            let tenant = self.stage.tenant(&format!("bare-{round}-{client}")).await?.tenant.0;
            let follow = "insert into webhook_fan_outs (tenant_id, position, worker_id) values ($1, 0, $2)";
            self.root.execute(follow, &[&tenant, &worker]).await?;
            tenants.push(format!("'{tenant}'"));
        }
        let at: i64 = self.root.query_one("select extract(epoch from now())::bigint", &[]).await?.get(0);
        let batch = Batch {
            size,
            run: ":run::bigint".to_owned(),
            client: ":client_id::bigint".to_owned(),
            number: ":n::bigint".to_owned(),
            tenant: format!("(array[{}]::uuid[])[:client_id + 1]", tenants.join(",")),
            endpoint: format!("'{}'::uuid", Uuid::from_u128(rand::random())),
            worker,
            at,
        };
        let statements: String = batch.statements()?.iter().map(|statement| format!("{statement};\n")).collect();
        let text = format!("\\set n :n + 1\n\\startpipeline\n{BEGIN}\n{statements}commit;\n\\endpipeline\n");
        let script = self.stage.postgres.directory().join("batch.sql");
        fs::write(&script, text)?;
        let (run, clients) = (format!("run={}", rand::random::<u32>() >> 1), CLIENTS.to_string());
        let more = ["-U", "app_system", "-c", &clients, "-D", "n=0", "-D", &run];
        let turn = Duration::from_secs(long.pick(6, 2));
        let per_second = bench::pgbench(self.stage.postgres.port, &[script], turn, &more).await?;
        let settled = "select count(*) from webhook_deliveries
            where status = 'delivered' and tenant_id in (select tenant_id from webhook_fan_outs where worker_id = $1)";
        let settled: i64 = self.root.query_one(settled, &[&worker]).await?.get(0);
        ensure!(settled > 0, "pgbench settles nothing");
        // The fan-outs are deleted, so that no worker takes over the tenants.
        self.root.execute("delete from webhook_fan_outs where worker_id = $1", &[&worker]).await?;
        Ok(per_second * size as f64)
    }

    /// Posts a second of a client that does nothing else.
    pub async fn http(&self, body: Vec<u8>, count: usize) -> anyhow::Result<f64> {
        let http = reqwest::Client::builder().no_proxy().build()?;
        let url = format!("{}/bare", self.sink.url);
        let post = async |count: usize| {
            let posting = (0..POSTS).map(|_| {
                let (http, url, body) = (http.clone(), url.clone(), body.clone());
                tokio::spawn(async move {
                    for _ in 0..count / POSTS {
                        let request = http.post(&url).header("content-type", "application/json").body(body.clone());
                        request.send().await?.error_for_status()?.bytes().await?;
                    }
                    anyhow::Ok(())
                })
            });
            try_join_all(posting).await?.into_iter().collect::<anyhow::Result<Vec<()>>>()
        };
        post(POSTS * 4).await?;
        let started = Instant::now();
        post(count).await?;
        Ok((count / POSTS * POSTS) as f64 / started.elapsed().as_secs_f64())
    }
}
