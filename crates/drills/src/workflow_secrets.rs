//! Secrets of workflows are planted and used in every way: by runs that succeed, fail, are retried or time out, in
//! loops, branches and retries, with a host that echoes everything. Then everything that we and Temporal store, log or
//! return is searched for them. Other runs try to send them to other hosts. Control values that are not masked must be
//! found, which proves that the search can find a secret.

mod attacks;
mod host;
mod uses;

use crate::{
    Outcome, Size,
    engine_secrecy::{past_the_codec, search::Search},
    workflows::{RUNS, TRIGGER},
    workshop::{Customer, Workshop},
};
use anyhow::{Context, ensure};
use host::Hosts;
use kernel::credentials::new_secret;
use serde_json::{Value, json};
use std::{fs, time::Duration};
use testdns::Nameserver;
use testkit::ServerProcess;

const SECRETS: &str = "/api/psa/workflows/secrets";

const TIMEOUT: Duration = Duration::from_secs(90);

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let rounds = size.pick(8, 1);
    let dns = Nameserver::start().await?;
    let hosts = Hosts::start(&dns).await?;
    let (nameserver, allowed) = (dns.address().to_string(), format!("{}/32", host::OUTSIDE));
    let flags = ["--outbound-nameserver", &nameserver, "--outbound-allow-network", &allowed, "--log", "trace"];
    let shop = Workshop::open("-c fsync=off", &flags).await?;
    let worker = shop.worker().await?;
    let (mut planted, mut responses, mut outcome) = (Planted::default(), Responses::default(), Outcome::default());
    let (mut runs, mut attacks, mut refused) = (0, 0, 0);
    for round in 0..rounds {
        let customer = shop.customer(&format!("secrets-{round}")).await?;
        let secrets = planted.plant(&customer, &hosts, &mut responses).await?;
        refused += attacks::refused_at_creation(&customer, &mut responses).await?;
        runs += uses::all(&customer, &hosts, &secrets, &mut responses).await?;
        attacks += attacks::run(&customer, &hosts, &dns, &secrets, &mut outcome, &mut responses).await?;
        responses.read_everything(&customer).await;
    }
    let temporal = past_the_codec(&shop).await?;
    let traces = Traces::gather(&shop, &worker, responses).await?;
    worker.stop().await?;

    let texts = planted.0.clone();
    outcome.figure(format!("{} secrets used by {runs} runs", texts.len()));
    let search = Search::of(&texts);
    for (place, bytes) in traces.places() {
        let found = search.finds(bytes);
        outcome.figure(format!("{} in {} KB of {place}", found.len(), bytes.len() / 1024));
        outcome
            .promise(found.is_empty(), format!("no secret is in {place} ({})", traces.around(place, &texts, &found)));
    }
    let stray = hosts.strays(&planted);
    outcome.figure(format!("{attacks} attacks, {refused} definitions refused, {} secrets at wrong hosts", stray.len()));
    outcome.promise(stray.is_empty(), format!("no secret goes to a host that is not its own ({})", stray.join(", ")));
    // A search that finds nothing proves nothing unless the secrets were used.
    let used = hosts.received_by_owner(&planted);
    outcome.figure(format!("{used} secrets arrived at their own hosts"));
    outcome.promise(used == texts.len(), "every secret was sent to its own host");
    let controls = traces.controls(&temporal, &hosts.canary);
    outcome.figure(format!("{} of {CONTROLS} controls found", controls.len()));
    outcome.promise(controls.len() == CONTROLS, format!("every control is found ({controls:?})"));
    Ok(outcome)
}

/// The tables, the responses, Temporal and the log contain one control each.
const CONTROLS: usize = 4;

/// The secrets of one customer, by name.
pub struct Secrets {
    pub token: String,
    pub password: String,
    pub second: String,
    pub label: String,
}

/// The values of all secrets. Every fourth one is for the second host.
#[derive(Default)]
pub struct Planted(Vec<String>);

impl Planted {
    /// Creates a customer's secrets.
    async fn plant(
        &mut self,
        customer: &Customer,
        hosts: &Hosts,
        responses: &mut Responses,
    ) -> anyhow::Result<Secrets> {
        let special = || format!("{}/+= \"{}\"&<ö>", new_secret(), &new_secret()[..6]);
        let secrets = Secrets {
            token: new_secret(),
            password: special(),
            second: new_secret(),
            label: format!("{:032x}", rand::random::<u128>()),
        };
        let (first, second) = (json!(hosts.of_first()), json!([hosts.second()]));
        for (name, value, hosts) in [
            ("token", &secrets.token, &first),
            ("password", &secrets.password, &first),
            ("label", &secrets.label, &first),
            ("second", &secrets.second, &second),
        ] {
            let target = format!("{SECRETS}?name={name}");
            let client = customer.client.with_header("idempotency-key", &format!("plant-{name}"));
            for (target, status) in [(format!("{target}&dry_run=true"), 201), (target.clone(), 201)] {
                let created = client.put(&target, json!({"value": value, "allowed_hosts": hosts})).await.expect(status);
                responses.keep(&created.body);
            }
            for wrong in
                [json!({"value": value, "odd": 1}), json!({"value": [value]}), json!({"value": value.repeat(300)})]
            {
                responses.keep(&customer.client.put(&target, wrong).await.expect(422).body);
            }
            self.0.push(value.clone());
        }
        Ok(secrets)
    }

    fn is_of_second(&self, number: usize) -> bool {
        number % 4 == 3
    }
}

/// All responses of the API.
#[derive(Default)]
pub struct Responses(String);

impl Responses {
    pub fn keep(&mut self, response: &Value) {
        self.0 += &response.to_string();
        self.0.push('\n');
    }

    async fn read_everything(&mut self, customer: &Customer) {
        for target in [SECRETS, TRIGGER, "/api/events?limit=200", "/api/admin/audit-log?limit=200", RUNS] {
            self.keep(&customer.client.get(target).await.expect(200).body);
        }
        let workflows = customer.client.get(TRIGGER).await.expect(200).body;
        for workflow in workflows["data"].as_array().into_iter().flatten() {
            let id = workflow["id"].as_str().unwrap_or_default();
            self.keep(&customer.client.get(&format!("{TRIGGER}?id={id}")).await.expect(200).body);
        }
    }
}

/// The places that are searched.
struct Traces {
    tables: String,
    log: String,
    temporal: Vec<u8>,
    responses: String,
}

impl Traces {
    async fn gather(shop: &Workshop, worker: &ServerProcess, responses: Responses) -> anyhow::Result<Traces> {
        let root = shop.stage.database.root().await;
        let query = "select format('%I.%I', nspname, relname)
            from pg_class join pg_namespace on pg_namespace.oid = relnamespace
            where relkind in ('r', 'm') and nspname not in ('pg_catalog', 'information_schema', 'pg_toast')";
        let mut tables = String::new();
        for table in root.query(query, &[]).await? {
            let table: &str = table.get(0);
            for row in root.query(&format!("select t::text from {table} t"), &[]).await? {
                tables += row.get(0);
                tables.push('\n');
            }
        }
        let mut log = fs::read_to_string(&shop.server.log)? + &fs::read_to_string(&worker.log)?;
        let http = reqwest::Client::builder().no_proxy().build()?;
        for ops in [&shop.server.ops, &worker.ops] {
            log += &http.get(format!("{ops}/metrics")).send().await?.text().await?;
        }
        Ok(Traces { tables, log, temporal: shop.temporal.stored()?, responses: responses.0 })
    }

    fn places(&self) -> [(&'static str, &[u8]); 4] {
        [
            ("tables", self.tables.as_bytes()),
            ("logs and metrics", self.log.as_bytes()),
            ("Temporal's files", &self.temporal),
            ("responses", self.responses.as_bytes()),
        ]
    }

    /// The first lines of a place with a secret, cut to 400 characters.
    fn around(&self, place: &str, texts: &[String], found: &[usize]) -> String {
        let text = match place {
            "tables" => &self.tables,
            "responses" => &self.responses,
            _ => &self.log,
        };
        let holds = |line: &&str| found.iter().filter_map(|number| texts.get(*number)).any(|text| line.contains(text));
        let lines = text.lines().filter(holds).take(3).map(|line| line.chars().take(400).collect::<String>());
        lines.collect::<Vec<_>>().join("; ")
    }

    /// The places where the controls were found.
    fn controls(&self, temporal: &[String], canary: &str) -> Vec<&'static str> {
        let canary = Search::of(&[canary.to_owned()]);
        let codec = Search::of(&temporal[..1]);
        let found = |search: &Search, bytes: &[u8]| !search.finds(bytes).is_empty();
        let all = [
            ("tables", found(&canary, self.tables.as_bytes())),
            ("responses", found(&canary, self.responses.as_bytes())),
            ("Temporal", found(&codec, &self.temporal)),
            // The log contains requests with their path.
            ("log", self.log.contains(SECRETS) && self.log.contains("TRACE")),
        ];
        all.into_iter().filter(|(_, found)| *found).map(|(place, _)| place).collect()
    }
}

/// Starts a workflow, waits for its end and keeps the response.
pub async fn ended(
    customer: &Customer,
    workflow: &str,
    input: &Value,
    responses: &mut Responses,
) -> anyhow::Result<Value> {
    let id = customer.start(workflow, input).await;
    let run = customer.ended(&id, TIMEOUT).await?;
    responses.keep(&run);
    Ok(run)
}

pub async fn write(
    customer: &Customer,
    name: &str,
    definition: &Value,
    responses: &mut Responses,
) -> anyhow::Result<String> {
    let written = customer.write(name, &definition.to_string()).await;
    responses.keep(&written.body);
    ensure!(written.status == 201, "{name} is refused: {:#}", written.body);
    Ok(written.body["id"].as_str().context("a workflow has an id")?.to_owned())
}

pub fn document(name: &str) -> Value {
    json!({"dsl": "1.0.0", "namespace": "secrets", "name": name, "version": "1.0.0"})
}
