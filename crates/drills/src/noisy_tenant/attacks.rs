//! The attacks of the noisy tenant. Each kind has a number of concurrent requests; a request is sent again after
//! its response, and a refused one after a pause.

use super::parsed;
use anyhow::{Context, ensure};
use reqwest::{Client, RequestBuilder};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::{task::JoinSet, time::sleep};

/// The pause after a refusal, which is shorter than `Retry-After`.
const PAUSE_AFTER_REFUSAL: Duration = Duration::from_millis(250);

const WEBHOOKS: &str = "/api/admin/webhooks";
const TRIGGER: &str = "/api/psa/workflows/trigger";
const RUNS: &str = "/api/psa/workflows/runs";

pub const ALL_AT_ONCE: &str = "all at once";

#[derive(Debug)]
pub struct Attack {
    pub name: &'static str,
    kinds: &'static [(Kind, usize)],
    pub turns: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    YamlBomb,
    GiantFaults,
    TestCall,
    Waiter,
    WaitingTrigger,
    Plan,
    Export,
    Stream,
    Recovery,
}

const YAML: &[(Kind, usize)] = &[(Kind::YamlBomb, 4)];
const FAULTS: &[(Kind, usize)] = &[(Kind::GiantFaults, 4)];
const TEST_CALLS: &[(Kind, usize)] = &[(Kind::TestCall, 64)];
const WAITERS: &[(Kind, usize)] = &[(Kind::Waiter, 180), (Kind::WaitingTrigger, 20)];
const PLANS: &[(Kind, usize)] = &[(Kind::Plan, 50)];
const EXPORTS: &[(Kind, usize)] = &[(Kind::Export, 20), (Kind::Stream, 20)];
const RECOVERIES: &[(Kind, usize)] = &[(Kind::Recovery, 100)];
const EVERYTHING: &[(Kind, usize)] = &[
    (Kind::YamlBomb, 4),
    (Kind::GiantFaults, 4),
    (Kind::TestCall, 64),
    (Kind::Waiter, 180),
    (Kind::WaitingTrigger, 20),
    (Kind::Plan, 50),
    (Kind::Export, 20),
    (Kind::Stream, 20),
    (Kind::Recovery, 100),
];

pub const ALL: &[Attack] = &[
    Attack { name: "YAML bombs", kinds: YAML, turns: 1 },
    Attack { name: "giant faults", kinds: FAULTS, turns: 1 },
    Attack { name: "test calls", kinds: TEST_CALLS, turns: 1 },
    Attack { name: "waiters", kinds: WAITERS, turns: 1 },
    Attack { name: "plans", kinds: PLANS, turns: 1 },
    Attack { name: "exports and streams", kinds: EXPORTS, turns: 1 },
    Attack { name: "recoveries", kinds: RECOVERIES, turns: 1 },
    Attack { name: ALL_AT_ONCE, kinds: EVERYTHING, turns: 6 },
];

#[derive(Clone)]
pub struct Attacker {
    http: Client,
    base: String,
    key: String,
    endpoint: String,
    run: String,
    bomb: Arc<str>,
    faults: Arc<str>,
    responses: Arc<Mutex<BTreeMap<u16, usize>>>,
}

/// Requests that are sent until `end` is called.
pub struct Noise(JoinSet<()>);

impl Noise {
    pub async fn end(mut self) {
        self.0.shutdown().await;
    }
}

impl Attacker {
    pub async fn prepare(base: &str, key: &str, silent: &str) -> anyhow::Result<Attacker> {
        let http = Client::builder().no_proxy().timeout(Duration::from_secs(70)).build()?;
        let post = async |path: &str, body: Value, status: u16| {
            let answer = http.post(format!("{base}{path}")).bearer_auth(key).json(&body).send().await?;
            ensure!(answer.status() == status, "{path}: {} {}", answer.status(), answer.text().await?);
            parsed(&answer.bytes().await?)["id"].as_str().map(str::to_owned).context("an id")
        };
        post("/api/psa/tickets", json!({"subject": "One of many"}), 201).await?;
        let endpoint = json!({"name": "silent", "url": silent, "events": ["organization.*"]});
        let endpoint = post(WEBHOOKS, endpoint, 201).await?;
        post("/api/psa/workflows", json!({"name": "Costly", "definition": costly()}), 201).await?;
        let run = post(TRIGGER, json!({"workflow": "Costly"}), 202).await?;
        let fields: serde_json::Map<_, _> = (0..60_000).map(|n| (format!("unknown_{n}"), Value::Null)).collect();
        Ok(Attacker {
            base: base.to_owned(),
            key: key.to_owned(),
            endpoint,
            run,
            bomb: bomb().into(),
            faults: json!(fields).to_string().into(),
            responses: Arc::default(),
            http,
        })
    }

    pub fn begin(&self, attack: &Attack) -> Noise {
        let mut noise = JoinSet::new();
        for (kind, count) in attack.kinds {
            for _ in 0..*count {
                noise.spawn(self.clone().send_repeatedly(*kind));
            }
        }
        Noise(noise)
    }

    pub fn responses(&self) -> usize {
        self.counts().values().sum()
    }

    pub fn statuses(&self) -> String {
        let counts = self.counts();
        counts.iter().map(|(status, count)| format!("{status}: {count}")).collect::<Vec<_>>().join(", ")
    }

    pub fn has_been_refused(&self) -> bool {
        self.counts().contains_key(&429)
    }

    fn counts(&self) -> MutexGuard<'_, BTreeMap<u16, usize>> {
        self.responses.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn send_repeatedly(self, kind: Kind) {
        loop {
            let Ok(mut answer) = self.request(kind).bearer_auth(&self.key).send().await else {
                sleep(PAUSE_AFTER_REFUSAL).await;
                continue;
            };
            let status = answer.status().as_u16();
            *self.counts().entry(status).or_default() += 1;
            while let Ok(Some(_)) = answer.chunk().await {}
            if status >= 400 {
                sleep(PAUSE_AFTER_REFUSAL).await;
            }
        }
    }

    fn request(&self, kind: Kind) -> RequestBuilder {
        let Attacker { http, base, endpoint, run, .. } = self;
        let post = |path: &str| http.post(format!("{base}{path}"));
        let get = |path: &str| http.get(format!("{base}{path}"));
        let run_it = json!({"workflow": "Costly"});
        match kind {
            Kind::YamlBomb => {
                post("/api/psa/workflows").header("content-type", "application/yaml").body(self.bomb.to_string())
            }
            Kind::GiantFaults => {
                post("/api/rmm/organizations").header("content-type", "application/json").body(self.faults.to_string())
            }
            Kind::TestCall => post(&format!("{WEBHOOKS}/test?id={endpoint}")).json(&json!({})),
            Kind::Waiter => get(&format!("{RUNS}?id={run}&wait=10")),
            Kind::WaitingTrigger => post(TRIGGER).header("prefer", "wait=10").json(&run_it),
            Kind::Plan => post(&format!("{TRIGGER}?dry_run=true")).json(&run_it),
            Kind::Export => get("/api/psa/tickets?format=ndjson"),
            Kind::Stream => get("/api/events?since=2026-01-01T00:00:00Z").header("accept", "text/event-stream"),
            Kind::Recovery => {
                let wanted = json!({"since": "2026-01-01T00:00:00Z", "only": "all"});
                post(&format!("{WEBHOOKS}/recover?id={endpoint}")).json(&wanted)
            }
        }
    }
}

/// Expressions that use nearly as much CPU time as they may.
fn costly() -> Value {
    let step = |n: usize| json!({format!("count{n}"): {"set": {"sum": "${ [range(100000)] | add }"}}});
    json!({
        "document": {"dsl": "1.0.0", "namespace": "noisy", "name": "costly", "version": "1.0.0"},
        "do": (0..20).map(step).collect::<Vec<_>>(),
    })
}

/// Aliases of aliases: 80 KB that expand to a gigabyte.
fn bomb() -> String {
    let mut text = format!("a0: &a0 \"{}\"\n", "x".repeat(70_000));
    for level in 1..6 {
        let before = vec![format!("*a{}", level - 1); 7].join(", ");
        text += &format!("a{level}: &a{level} [{before}]\n");
    }
    text + "name: bomb\ndefinition: *a5\n"
}
