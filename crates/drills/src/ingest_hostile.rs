//! Invalid messages: bombs, entities, damaged and foreign messages are refused or bounded, by a listener whose memory
//! stays small, and none of their data is stored for another tenant.

mod inputs;

use crate::{
    Outcome, Size,
    hostile_input::wire::{self, most_memory},
    machines::{Customer, Machine, Reporter, Site},
};
use futures::{StreamExt, stream};
use inputs::{Expected, Input, Path};
use std::{collections::BTreeMap, time::Duration};
use tokio::time::{Instant, timeout};

/// The largest memory of the listener, in megabytes.
const MEMORY: u64 = 256;

const RESPONSE_BYTES: usize = 16 * 1024;

/// The number of inputs that are sent at the same time in the second part.
const AT_ONCE: usize = 16;

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let mut outcome = Outcome::default();
    let site = Site::set("-c fsync=off").await?;
    let reporter = Reporter::new()?;
    let (customer, victim) = (site.customer("hostile", 10_000).await?, site.customer("victim", 100).await?);
    let known = Machine::new(1);
    reporter.report(&victim.url, &known, &known.full()).await?;
    let paths = Paths::of(&site, &customer).await?;
    let before = rows(&site, &victim).await?;
    let inputs = inputs::all(&known)?;
    let mut trial = Trial::default();
    for input in &inputs {
        let devices = customer.count("").await;
        let reply = paths.send(input).await;
        let stored = customer.count("").await - devices;
        trial.judge(input, reply, stored);
    }
    // The second part sends many inputs at the same time.
    let rounds = size.pick(6, 1);
    let again = inputs.iter().cycle().take(inputs.len() * rounds);
    let statuses: Vec<_> = stream::iter(again).map(|input| paths.send(input)).buffer_unordered(AT_ONCE).collect().await;
    let errors = statuses.iter().flatten().filter(|reply| reply.status >= 500).count();
    outcome.promise(errors == 0, format!("no input causes a server error when many are sent at once ({errors} do)"));

    let started = Instant::now();
    reporter.report(&customer.url, &Machine::new(77_777), &Machine::new(77_777).full()).await?;
    let took = started.elapsed();
    let memory = most_memory(site.listener.pid())?;
    outcome.figure(format!("{} inputs, {}", inputs.len(), trial.statuses()));
    outcome.figure(format!("{} more at once, {errors} errors", inputs.len() * rounds));
    outcome.figure(format!(
        "the listener has at most {memory} MB, a valid inventory takes {} ms afterwards",
        took.as_millis()
    ));
    outcome.promise(inputs.len() >= 60, "there are 60 inputs");
    outcome.promise(
        trial.faults.is_empty(),
        format!("each input is refused or bounded (not: {})", trial.faults.join("; ")),
    );
    outcome.promise(memory < MEMORY, format!("the listener needs less than {MEMORY} MB"));
    outcome.promise(took < Duration::from_secs(5), "a valid inventory is accepted afterwards");
    outcome.promise(rows(&site, &victim).await? == before, "the devices of another tenant are unchanged");
    let largest = largest(&site).await?;
    outcome.figure(format!("the largest device has {largest} interfaces"));
    outcome.promise(largest <= 500, "10,000 network cards are bounded");
    Ok(outcome)
}

/// The tokens that inputs are sent with.
struct Paths {
    address: String,
    valid: String,
    revoked: String,
    expired: String,
}

impl Paths {
    async fn of(site: &Site, customer: &Customer) -> anyhow::Result<Paths> {
        let address = site.listener.base.trim_start_matches("http://").to_owned();
        let valid = token(&customer.url);
        let another = async || {
            let new = serde_json::json!({"name": "Another", "organization_id": customer.organization});
            customer.client.post("/api/rmm/enrolments", new).await.expect(201)
        };
        let (revoked, expired) = (another().await, another().await);
        customer.client.delete(&format!("/api/rmm/enrolments?id={}", revoked.id())).await.expect(204);
        let root = site.stage.database.root().await;
        let end = "update enrolments set expires_at = now() - interval '1 day' where token_prefix = $1";
        root.execute(end, &[&expired.body["token_prefix"].as_str()]).await?;
        tokio::time::sleep(Duration::from_secs(1)).await; // a revocation takes effect within a second
        let text = |answer: &testkit::Answer| answer.body["token"].as_str().unwrap_or_default().to_owned();
        Ok(Paths { address, valid, revoked: text(&revoked), expired: text(&expired) })
    }

    /// Returns the response; `None` if the listener closed the connection without one.
    async fn send(&self, input: &Input) -> Option<wire::Reply> {
        let path = match &input.path {
            Path::Good => format!("/{}", self.valid),
            Path::Revoked => format!("/{}", self.revoked),
            Path::Expired => format!("/{}", self.expired),
            Path::Other(path) => path.clone(),
        };
        let announced = input.announced.unwrap_or(input.body.len());
        let head = format!(
            "{} {path} HTTP/1.1\r\nHost: drill\r\nConnection: close\r\nContent-Length: {announced}\r\n{}\r\n",
            input.method, input.headers
        );
        let sent = async {
            match input.announced {
                // Otherwise the listener would wait a minute for the rest.
                Some(_) => wire::send_cut_off(&self.address, head.as_bytes(), &input.body).await,
                None => wire::send(&self.address, head.as_bytes(), &input.body).await,
            }
        };
        timeout(Duration::from_secs(90), sent).await.ok()?.ok()
    }
}

fn token(url: &str) -> String {
    url.rsplit('/').next().unwrap_or_default().to_owned()
}

#[derive(Default)]
struct Trial {
    responses: BTreeMap<String, usize>,
    faults: Vec<String>,
}

impl Trial {
    fn judge(&mut self, input: &Input, reply: Option<wire::Reply>, stored: i64) {
        let status = reply.as_ref().map_or(0, |reply| reply.status);
        let shown = if status == 0 { "closed".to_owned() } else { status.to_string() };
        *self.responses.entry(shown.clone()).or_default() += 1;
        let refused = (400..500).contains(&status) || status == 0;
        let is_expected = match input.expected {
            Expected::Refused => refused && stored == 0,
            // The response may be a success, as long as nothing is stored.
            Expected::NotStored => status < 500 && stored == 0,
            Expected::Bounded => (200..500).contains(&status) && stored <= 1,
        };
        if !is_expected {
            self.faults.push(format!("{} ({shown}, {stored} stored)", input.name));
        }
        if reply.is_some_and(|reply| reply.bytes > RESPONSE_BYTES) {
            self.faults.push(format!("{} has a long response", input.name));
        }
    }

    fn statuses(&self) -> String {
        self.responses.iter().map(|(status, count)| format!("{status}: {count}")).collect::<Vec<_>>().join(" ")
    }
}

/// The devices of a customer with their details, as text.
async fn rows(site: &Site, customer: &Customer) -> anyhow::Result<String> {
    let root = site.stage.database.root().await;
    let all = "select coalesce(string_agg(devices::text || device_details::text, ' ' order by id), '')
        from devices join device_details on device_details.tenant_id = devices.tenant_id and device_id = id
        where devices.tenant_id = $1";
    Ok(root.query_one(all, &[&customer.tenant]).await?.get(0))
}

async fn largest(site: &Site) -> anyhow::Result<i32> {
    let root = site.stage.database.root().await;
    let most = "select coalesce(max(jsonb_array_length(networks)), 0) from device_details";
    Ok(root.query_one(most, &[]).await?.get(0))
}
