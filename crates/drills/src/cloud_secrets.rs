//! Credentials of cloud accounts and user data of machines are readable only at the provider: they are in no table, log,
//! metric or response, whatever fails and whatever AWS quotes in its errors. Endpoints in the internal network are
//! refused.

use crate::{
    Outcome, Size,
    cloud::{FakeAws, PRINCIPAL, PROVIDERS, REGION, VMS, machine, verified},
    planted_secrets::search::{Finds, Place, Search, Secret},
    stage::Stage,
};
use anyhow::ensure;
use kernel::credentials::new_secret;
use serde_json::{Value, json};
use std::{
    fs,
    time::{Duration, Instant},
};
use testkit::{Client, ServerProcess};
use tokio::time::sleep;

/// The resources whose responses show all stored objects.
const SHOWN: [&str; 5] =
    [PROVIDERS, VMS, "/api/operations?limit=200", "/api/events?limit=200", "/api/admin/audit-log?limit=200"];

/// Endpoints in the internal network, and a server that the operator has not named.
const FORBIDDEN: [&str; 8] = [
    "http://169.254.169.254",
    "http://127.0.0.1:9",
    "http://localhost:9",
    "http://[::1]:9",
    "http://10.0.0.1",
    "http://[::ffff:169.254.169.254]",
    "https://metadata.google.internal",
    "https://ec2.attacker.example",
];

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let rounds = size.pick(10, 2);
    let stage = Stage::set("-c fsync=off").await?;
    let aws = FakeAws::start().await?;
    let own = new_secret();
    let settings = [
        "--log",
        "trace",
        "--log-format",
        "json",
        "--cloud-aws-endpoint",
        &aws.front.url,
        "--cloud-aws-principal",
        PRINCIPAL,
        "--cloud-aws-access-key-id",
        "AKIAIOSFODNN7SERVICE",
        "--cloud-aws-secret-access-key",
        &own,
        "--cloud-consistency-seconds",
        "1",
        // The operator allows these by mistake; the guard still applies.
        "--cloud-allow-endpoint",
        "http://169.254.169.254,http://10.0.0.1",
    ];
    let server = ServerProcess::start(&stage.database, &settings).await?;
    let worker = ServerProcess::start_worker(&stage.database, &settings).await?;
    let client = server.client(&stage.tenant("cloud-secrets").await?.key);

    let mut planted = Planted { secrets: vec![Secret::plain(&own)], shown: vec![] };
    for round in 0..rounds {
        planted.account(&stage, &aws, &client, round).await?;
    }
    let refused = refused_endpoints(&client).await;
    let mut outcome = Outcome::default();
    let finds = planted.search(&stage, &[&server, &worker]).await?;
    outcome.figure(format!("{} secrets planted in {rounds} rounds", planted.secrets.len()));
    outcome.figure(format!("{} rows of {} tables searched, {} finds", finds.rows, finds.tables, finds.wrong.len()));
    finds.wrong.iter().take(20).for_each(|find| eprintln!("cloud-secrets: {find}"));
    outcome.promise(finds.wrong.is_empty(), "no secret is in a table, a log or the metrics");
    planted.shown.iter().take(20).for_each(|shown| eprintln!("cloud-secrets: {shown}"));
    outcome.promise(planted.shown.is_empty(), "no response shows a secret");
    let kept = "select count(*) from cloud_vms where user_data_sealed is not null";
    let kept: i64 = stage.database.root().await.query_one(kept, &[]).await?.get(0);
    outcome.promise(kept == 0, format!("user data is deleted when its machine is made ({kept} are kept)"));
    outcome.figure(format!("{refused} of {} forbidden endpoints refused", FORBIDDEN.len()));
    outcome.promise(refused == FORBIDDEN.len(), "every forbidden endpoint is refused");
    Ok(outcome)
}

struct Planted {
    secrets: Vec<Secret>,
    /// Responses that show a secret.
    shown: Vec<String>,
}

impl Planted {
    fn new_secret(&mut self) -> String {
        let text = new_secret();
        self.secrets.push(Secret::plain(&text));
        text
    }

    /// An account that is verified, refused, read and used. AWS quotes the secret in its errors.
    async fn account(&mut self, stage: &Stage, aws: &FakeAws, client: &Client, round: usize) -> anyhow::Result<()> {
        let secret = self.new_secret();
        let provider = verified(stage, client, &format!("Account {round}"), &secret).await?;
        self.refused(aws, client, round).await;
        let target = format!("{PROVIDERS}?id={provider}");
        for (action, code) in [("GetCallerIdentity", "SignatureDoesNotMatch"), ("DescribeInstances", "Unforeseen")] {
            aws.front.fail(action, 400, code, &format!("the secret {secret} is wrong"));
            let verify = format!("{PROVIDERS}/verify?id={provider}");
            self.check("a failed verification", &client.post(&verify, json!({})).await.body);
            aws.front.work(action);
        }
        let verify = format!("{PROVIDERS}/verify?id={provider}");
        self.check("a verification", &client.post(&verify, json!({})).await.expect(200).body);
        self.check("the catalogue", &client.get(&format!("/api/cloud/catalogue?provider_id={provider}")).await.body);

        let user_data = self.new_secret();
        let mut new = machine(&provider, &format!("made-{round}"));
        new["user_data"] = json!(user_data);
        let vm = client.post(VMS, new.clone()).await.expect(202).body;
        self.check("a request", &vm);
        self.check("an operation", &ended(client, &vm).await?);
        aws.front.fail("RunInstances", 400, "InvalidUserData.Malformed", &user_data);
        new["name"] = json!(format!("refused-{round}"));
        let vm = client.post(VMS, new).await.expect(202).body;
        self.check("a refused operation", &ended(client, &vm).await?);
        aws.front.work("RunInstances");
        for target in SHOWN {
            self.check(target, &client.get(target).await.body);
        }
        self.check("the provider", &client.get(&target).await.expect(200).body);
        Ok(())
    }

    /// Sends credentials that are refused and not stored.
    async fn refused(&mut self, aws: &FakeAws, client: &Client, round: usize) {
        let secret = self.new_secret();
        aws.front.fail("GetCallerIdentity", 403, "InvalidClientTokenId", &secret);
        let new = json!({"name": format!("Refused {round}"), "kind": "aws", "auth_method": "access_key",
            "config": {"regions": [REGION]},
            "credentials": {"access_key_id": "AKIAIOSFODNN7REFUSED", "secret_access_key": secret}});
        let response = client.post(PROVIDERS, new).await.expect(422);
        self.check("refused credentials", &response.body);
        aws.front.work("GetCallerIdentity");
    }

    fn check(&mut self, place: &str, body: &Value) {
        let text = body.to_string();
        if self.secrets.iter().any(|secret| text.contains(&secret.text)) {
            self.shown.push(format!("{place} shows a secret"));
        }
    }

    async fn search(&self, stage: &Stage, processes: &[&ServerProcess]) -> anyhow::Result<Finds> {
        let search = Search::new(stage, &self.secrets).await?;
        let mut finds = search.tables(stage).await?;
        let http = reqwest::Client::builder().no_proxy().build()?;
        for process in processes {
            let log = fs::read_to_string(&process.log)?;
            ensure!(log.contains("\"level\":\"DEBUG\""), "the log is not verbose");
            finds.text(&search, Place::Log, &log);
            let metrics = http.get(format!("{}/metrics", process.ops)).send().await?.text().await?;
            finds.text(&search, Place::Metrics, &metrics);
        }
        Ok(finds)
    }
}

async fn ended(client: &Client, vm: &Value) -> anyhow::Result<Value> {
    let (target, started) =
        (format!("/api/operations?id={}", vm["operation_id"].as_str().unwrap_or_default()), Instant::now());
    loop {
        let operation = client.get(&target).await.expect(200).body;
        if !["pending", "running"].iter().any(|open| operation["status"] == *open) {
            return Ok(operation);
        }
        ensure!(started.elapsed() < Duration::from_secs(60), "an operation does not end: {operation}");
        sleep(Duration::from_millis(200)).await;
    }
}

/// The number of refused endpoints. The guard refuses those that the operator allows by mistake.
async fn refused_endpoints(client: &Client) -> usize {
    let mut refused = 0;
    for endpoint in FORBIDDEN {
        let new = json!({"name": endpoint, "kind": "aws", "auth_method": "access_key",
            "config": {"regions": [REGION], "endpoint": endpoint},
            "credentials": {"access_key_id": "AKIAIOSFODNN7EXAMPLE", "secret_access_key": "never-sent-anywhere"}});
        let response = client.post(PROVIDERS, new).await;
        let is_refused = response.status == 422;
        if !is_refused {
            eprintln!("cloud-secrets: {endpoint}: {} {:#}", response.status, response.body);
        }
        refused += usize::from(is_refused);
    }
    refused
}
